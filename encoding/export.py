"""Formulas as text that any solver reads: DIMACS CNF, WCNF (2022) and OPB, with a header.

The header is in comments, so that the file alone says which question it is: tool, command, both
grids, the encoding, clauses counted by family, and what each variable means. `read_export` reads it
back. Comments are short and in ASCII, and stand before everything else: some proof checkers take
neither long nor late ones.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from ..sudoku.errors import ExportError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.shape import BoxShape
from .completion import Completion
from .equivalence import CELL_FORMS, Equivalence, Formula
from .fewest_steps import FewerSteps, FewestSteps
from .nearest import Nearest
from .question import PLAIN, Encoding


def exported(
    first: Grid, second: Grid, encoding: Encoding, form: str, tool: str, command: str
) -> Iterator[str]:
    """Yield the pieces of the text of an export; `form` is cnf, wcnf or opb, else `KeyError`.

    `tool` and `command` say in the header what wrote it. In WCNF and OPB the optimum is the fewest
    steps.
    """
    write = {"cnf": _cnf, "wcnf": _wcnf, "opb": _opb}[form]
    equivalence = encoding.formula(first, second)
    optimum = FewestSteps(equivalence, encoding.orientation)
    formula = equivalence if form == "cnf" else optimum
    counts = counted(formula)
    lines = header(formula, Export(first, second, encoding), counts, tool, command)
    yield from write(optimum, lines, sum(counts.values()))


class Claim(NamedTuple):
    """What a formula without a model refutes.

    That the second Sudoku is a copy; that it is one by at most `steps` steps; or that `at_least`
    clues (with `blanks`: cells) can be made to agree.
    """

    steps: int | None = None
    at_least: int | None = None
    blanks: bool = False

    def formula(self, first: Grid, second: Grid) -> Formula:
        """Return the formula that is satisfiable if the claim is true, in the plain encoding."""
        if self.at_least is not None:
            return Nearest(first, second, self.blanks, self.at_least)
        formula = PLAIN.formula(first, second)
        return formula if self.steps is None else FewerSteps(formula, self.steps)

    @property
    def lines(self) -> dict[str, str]:
        """What the header says of it, key and value."""
        if self.at_least is not None:
            return {"at-least": str(self.at_least), "blanks": "yes" if self.blanks else "no"}
        return {} if self.steps is None else {"at-most-steps": str(self.steps)}

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        if self.at_least is not None:
            what = "cells" if self.blanks else "clues"
            return f"can {self.at_least} {what} be made to agree?"
        by = "" if self.steps is None else f" by at most {self.steps} steps"
        return f"is the second Sudoku a copy of the first{by}?"

    @classmethod
    def read(cls, lines: Iterable[str]) -> Self:
        """Return the claim of an exported file's header, as far as that says it."""
        values = dict[str, str]()
        for line in lines:
            if not line.startswith("c ") or line.startswith("c var "):
                break
            key, _, value = line[2:].strip().partition(" ")
            values[key] = value
        at_least = values.get("at-least", "")
        if not at_least.isdecimal():
            return cls()
        return cls(at_least=int(at_least), blanks=values.get("blanks") == "yes")


COPY = Claim()
"""The claim that the second is a copy of the first."""


def exported_claim(
    first: Grid, second: Grid, claim: Claim, tool: str, command: str
) -> Iterator[str]:
    """Yield the pieces of a CNF that is satisfiable if the claim is true."""
    formula = claim.formula(first, second)
    export = Export(first, second, PLAIN)
    yield from _commented("c", header(formula, export, counted(formula), tool, command, claim))
    yield from dimacs(formula)


def exported_completion(grid: Grid, tool: str, command: str) -> Iterator[str]:
    """Yield the pieces of a CNF that is satisfiable if a grid can be completed by the rules."""
    formula = Completion(grid)
    lines = [
        *_origin(tool, command),
        "question: can the Sudoku be completed by the rules? Satisfiable: yes.",
        f"box {grid.shape}",
        *(f"grid {' '.join(map(str, row))}" for row in grid),
        *_contents(formula, counted(formula)),
    ]
    yield from _commented("c", lines)
    yield from dimacs(formula)


def dimacs(formula: Formula) -> Iterator[str]:
    """Yield the pieces of a formula in DIMACS, without a header."""
    yield f"p cnf {formula.variables} {sum(counted(formula).values())}\n"
    yield from _clauses("", formula)


def _cnf(optimum: FewestSteps, lines: Iterable[str], count: int) -> Iterator[str]:
    formula = optimum.equivalence
    yield from _commented("c", lines)
    yield f"p cnf {formula.variables} {count}\n"
    yield from _clauses("", formula)


def _wcnf(optimum: FewestSteps, lines: Iterable[str], _: int) -> Iterator[str]:
    yield from _commented("c", lines)
    yield from _clauses("h ", optimum)
    yield from (f"1 -{step} 0\n" for step in optimum.steps)


def _opb(optimum: FewestSteps, lines: Iterable[str], count: int) -> Iterator[str]:
    yield f"* #variable= {optimum.variables} #constraint= {count}\n"
    yield from _commented("*", lines)
    yield "min: " + " ".join(f"+1 x{step}" for step in optimum.steps) + " ;\n"
    for clause in optimum.clauses():
        terms = " ".join(f"+1 x{v}" if v > 0 else f"-1 x{-v}" for v in clause)
        negative = sum(1 for v in clause if v < 0)
        yield f"{terms} >= {1 - negative} ;\n"


class Export(NamedTuple):
    """What the header of an export says."""

    first: Grid
    second: Grid
    encoding: Encoding

    @property
    def allows_all(self) -> bool:
        """Whether all transformations are allowed, so that no solution means no copy."""
        return self.encoding.orientation is None or 1 not in self.first.shape.rotations

    @property
    def formula(self) -> Equivalence:
        """The formula whose variables the export's solutions are about."""
        return self.encoding.formula(self.first, self.second)


def read_export(lines: Iterable[str], source: str) -> Export | Completion:
    """Read the header of an export back, in any of the formats that are text.

    It asks about a pair, or for the completion of one Sudoku. Raises `ExportError` where it is not
    one of ours.
    """
    values: dict[str, str] = {}
    rows: dict[str, list[list[int]]] = {"first": [], "second": [], "grid": []}
    try:
        for line in lines:
            if not line.startswith(("c ", "* ", "# ")):
                break
            key, _, value = line[2:].strip().partition(" ")
            if key in rows:
                rows[key].append([int(digit) for digit in value.split()])
            elif key == "var":
                break
            else:
                values[key] = value
        if values.keys() & _OTHER_CLAIMS:  # a no to these does not say that they are no copies
            raise KeyError("claim")  # noqa: TRY301
        box = BoxShape.parse(values["box"])
        if rows["grid"]:
            return Completion(Grid(rows["grid"], box))
        orientation = values["orientation"]
        encoding = Encoding(
            {"plain": False, "refined": True}[values["encoding"]],
            {form: form for form in CELL_FORMS}[values["cells"]],
            None if orientation == "any" else int(orientation),
        )
        return Export(Grid(rows["first"], box), Grid(rows["second"], box), encoding)
    except (KeyError, ValueError):
        message = Message("{file}: expected a file written by sudokopie export", file=source)
        raise ExportError(message) from None


_OTHER_CLAIMS = {"at-most-steps", "at-least"}


def counted(formula: Formula) -> dict[str, int]:
    """Return how many clauses each family has."""
    counts: dict[str, int] = {}
    for name, clauses in formula.families():
        counts[name] = counts.get(name, 0) + sum(1 for _ in clauses)
    return counts


def header(
    formula: Formula,
    export: Export,
    counts: dict[str, int],
    tool: str,
    command: str,
    claim: Claim = COPY,
) -> Iterator[str]:
    """Yield the lines of the header, without the sign of a comment, each short."""
    yield from _origin(tool, command)
    only = "" if export.allows_all else f" with {export.encoding.orientation} quarter turns"
    question = claim.question if export.allows_all else f"{claim.question[:-1]}{only}?"
    yield f"question: {question} Satisfiable: yes."
    yield from (f"{key} {value}" for key, value in claim.lines.items())
    yield f"box {export.first.shape}"
    yield from (f"first {' '.join(map(str, row))}" for row in export.first)
    yield from (f"second {' '.join(map(str, row))}" for row in export.second)
    encoding = export.encoding
    yield f"encoding {'refined' if encoding.refined else 'plain'}"
    yield f"cells {encoding.cells}"
    yield f"orientation {'any' if encoding.orientation is None else encoding.orientation}"
    yield from _contents(formula, counts)


def _origin(tool: str, command: str) -> Iterator[str]:
    yield tool
    ascii_command = "".join(
        char if " " <= char <= "~" else char.encode("unicode_escape").decode() for char in command
    )
    yield from (f"command {ascii_command[i : i + 70]}" for i in range(0, len(ascii_command), 70))


def _contents(formula: Formula, counts: dict[str, int]) -> Iterator[str]:
    for name, count in counts.items():
        yield f"clauses {name} {count}"
    for variable, meaning in formula.legend():
        yield f"var {variable} = {meaning}"


def _commented(sign: str, lines: Iterable[str]) -> Iterator[str]:
    return (f"{sign} {line}\n" for line in lines)


def _clauses(prefix: str, formula: Formula) -> Iterator[str]:
    """Yield the lines of the clauses, many at a time, because a line alone is a small piece."""
    lines: list[str] = []
    for _, clauses in formula.families():
        for clause in clauses:
            lines.append(f"{prefix}{' '.join(map(str, clause))} 0\n")
            if len(lines) == _LINES_A_PIECE:
                yield "".join(lines)
                lines.clear()
    yield "".join(lines)


_LINES_A_PIECE = 4096
