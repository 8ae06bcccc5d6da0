"""Formulas: clauses in named families, about variables that mean something; also as text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from ..base.errors import LimitError

Clause = list[int]
"""Literals, at least one of which is true: a variable's number, negative where it is false."""


class Formula(Protocol):
    """Clauses in families, about the variables 1 to `variables`.

    The same formula yields the same clauses in the same order each time.
    """

    variables: int

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        ...

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield variables and what they say, in ascending order; none if nothing prints them."""
        return iter(())

    def contradiction(self) -> list[Clause]:
        """Return clauses that no model meets; the formula has none of them yet."""
        return [[]]

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of all families."""
        for _, clauses in self.families():
            yield from clauses

    def _new(self) -> int:
        """Return the number of a further variable."""
        self.variables += 1
        return self.variables


class Costed(Formula, Protocol):
    """A formula with `costs`: variables of which as few as possible are to be true."""

    costs: list[int]


MOST_CLAUSES = 10**8
"""The most clauses that a formula may have; that is what the plain encoding of 81×81 cells takes.

In a solver that many take some four gigabytes."""


def check_clauses(most: int) -> None:
    """Raise `LimitError` for a formula that would have `most` clauses, if that is beyond the limit.

    A formula calls this before it makes its variables.
    """
    if most > MOST_CLAUSES:
        raise LimitError(
            "this question would need about {count} million clauses; the limit is {limit} million",
            count=f"{most // 10**6:,}",
            limit=MOST_CLAUSES // 10**6,
        )


def counted(formula: Formula) -> dict[str, int]:
    """Return how many clauses each family has."""
    counts: dict[str, int] = {}
    for name, clauses in formula.families():
        counts[name] = counts.get(name, 0) + sum(1 for _ in clauses)
    return counts


def exactly_one(variables: Clause) -> Iterator[Clause]:
    """At least one and, pairwise, at most one: 1 + m(m - 1)/2 clauses."""
    yield variables
    yield from at_most_one(variables)


def at_most_one(variables: Clause) -> Iterator[Clause]:
    """Pairwise: m(m - 1)/2 clauses."""
    for k, variable in enumerate(variables):
        for other in variables[:k]:
            yield [-other, -variable]


# As text that solvers read: DIMACS CNF, WCNF, OPB

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


def wcnf(formula: Formula, costs: Sequence[int], *, with_header: bool = False) -> Iterator[str]:
    """Yield the pieces of a WCNF in which each of the costs is a soft clause of weight 1.

    A hard clause begins with h or, `with_header` as before 2022, weighs more than all soft ones.
    """
    top = "h"
    if with_header:
        top = str(len(costs) + 1)
        count = sum(counted(formula).values()) + len(costs)
        yield f"p wcnf {formula.variables} {count} {top}\n"
    yield from clause_lines(formula, f"{top} ")
    yield from (f"1 -{cost} 0\n" for cost in costs)


def opb(formula: Formula, costs: Sequence[int], at_most: int | None = None) -> Iterator[str]:
    """Yield the pieces of an OPB: as few costs as possible, or at most so many; sizes first."""
    count = sum(counted(formula).values()) + (bool(costs) and at_most is not None)
    yield f"* #variable= {formula.variables} #constraint= {count}\n"
    if costs and at_most is None:
        yield f"min: {_sum(costs)} ;\n"
    for clause in formula.clauses():
        negative = sum(1 for v in clause if v < 0)
        yield f"{_sum(clause)} >= {1 - negative} ;\n"
    if costs and at_most is not None:
        yield f"{_sum([-cost for cost in costs])} >= {-at_most} ;\n"


def _sum(literals: Iterable[int]) -> str:
    return " ".join(f"+1 x{v}" if v > 0 else f"-1 x{-v}" for v in literals)


def split_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text that comes in pieces, whole lines each."""
    for piece in pieces:
        yield from piece.splitlines()
