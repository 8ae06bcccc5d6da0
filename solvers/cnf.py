"""A formula as text that SAT solvers read: DIMACS CNF."""

from collections.abc import Iterator

from ..encoding.formula import Formula, counted

_LINES_A_PIECE = 4096


def dimacs(formula: Formula) -> Iterator[str]:
    """Yield the pieces of a formula in DIMACS, whole lines each."""
    yield f"p cnf {formula.variables} {sum(counted(formula).values())}\n"
    yield from clause_lines(formula)


def clause_lines(formula: Formula, prefix: str = "") -> Iterator[str]:
    """Yield the lines of the clauses, many at a time, because a line alone is a small piece."""
    lines: list[str] = []
    for clause in formula.clauses():
        lines.append(f"{prefix}{' '.join(map(str, clause))} 0\n")
        if len(lines) == _LINES_A_PIECE:
            yield "".join(lines)
            lines.clear()
    yield "".join(lines)
