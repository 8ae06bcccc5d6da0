"""The header of an exported formula: comments that say which question it is, and what it means.

Tool, command, both grids, the encoding, clauses counted by family, and what each variable says, so
that the file alone tells it all. `read_header` reads it back. Comments are short and in ASCII, and
stand before everything else: some proof checkers take neither long nor late ones.
"""

import shlex
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from ..encoding.completion import Completion
from ..encoding.equivalence import CELL_FORMS, Equivalence
from ..encoding.fewest_steps import FewerSteps
from ..encoding.formula import Formula, counted
from ..encoding.nearest import Nearest
from ..encoding.question import PLAIN, Encoding
from ..solvers.protocol import Status
from ..sudoku.errors import ExportError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.shape import BoxShape


class Provenance(NamedTuple):
    """What wrote a file: a tool with its version, and the words of the command."""

    tool: str
    command: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.tool}: {' '.join(map(_quoted, self.command))}"

    def lines(self) -> Iterator[str]:
        """Yield the tool, and the command in lines that a shell reads as one when pasted."""
        yield self.tool
        line = ""
        for word in map(_quoted, self.command):
            if line and len(line) + len(word) >= _LINE:
                yield f"command {line} \\"
                line = ""
            line += " " * bool(line) + word
        yield f"command {line}"


_LINE = 68


def _quoted(word: str) -> str:
    """Return a word as a shell takes it, in printable ASCII."""
    if word.isascii() and word.isprintable():
        return shlex.quote(word)
    escaped = [
        f"\\U{ord(char):08x}" if char in "'\\" or not " " <= char <= "~" else char for char in word
    ]
    return f"$'{''.join(escaped)}'"


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


class Export(NamedTuple):
    """What the header of an export about a pair says.

    `optimises`: the file asks for the fewest steps, so that an optimum of it takes as few.
    """

    first: Grid
    second: Grid
    encoding: Encoding
    optimises: bool = False

    @property
    def formula(self) -> Equivalence:
        """The formula whose variables the export's solutions are about."""
        return self.encoding.formula(self.first, self.second)


def header(
    formula: Formula,
    export: Export,
    provenance: Provenance,
    claim: Claim = COPY,
    known: Status | None = None,
) -> Iterator[str]:
    """Yield the lines of the header, without the sign of a comment, each short.

    `known` is the answer, where somebody knows it.
    """
    yield from provenance.lines()
    yield f"question: {claim.question}"
    yield _meaning("yes, a copy" if claim == COPY else "yes")
    if known in _SATISFIABLE:
        yield f"status: {_SATISFIABLE[known]}"
    yield from (f"{key} {value}" for key, value in claim.lines.items())
    yield f"box {export.first.shape}"
    yield from (f"first {' '.join(map(str, row))}" for row in export.first)
    yield from (f"second {' '.join(map(str, row))}" for row in export.second)
    yield f"encoding {'refined' if export.encoding.refined else 'plain'}"
    yield f"cells {export.encoding.cells}"
    yield from _contents(formula)


_SATISFIABLE: dict[Status | None, str] = {
    Status.COPIES: "satisfiable",
    Status.DIFFERENT: "unsatisfiable",
}


def satisfiability(known: Status | None) -> str:
    """Return in SAT people's words what is known: satisfiable, unsatisfiable or unknown."""
    return _SATISFIABLE.get(known, "unknown")


def completion_header(formula: Completion, provenance: Provenance) -> Iterator[str]:
    """Yield the lines of the header of the question whether a grid can be completed."""
    yield from provenance.lines()
    yield "question: can the Sudoku be completed by the rules?"
    yield _meaning("yes")
    yield f"box {formula.grid.shape}"
    yield from (f"grid {' '.join(map(str, row))}" for row in formula.grid)
    yield from _contents(formula)


def _meaning(yes: str) -> str:
    return f"satisfiable means {yes}; unsatisfiable means no"


def _contents(formula: Formula) -> Iterator[str]:
    for name, count in counted(formula).items():
        yield f"clauses {name} {count}"
    for variable, meaning in formula.legend():
        yield f"var {variable} = {meaning}"


def commented(sign: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield lines as comments."""
    return (f"{sign} {line}\n" for line in lines)


_SIGNS = ("c ", "* ", "# ")
"""What comments begin with in CNF and WCNF, in OPB, and in CP-SAT's model as text."""

_OTHER_CLAIMS = {"at-most-steps", "at-least"}


def read_export(lines: Iterable[str], source: str) -> Export | Completion:
    """Read the header of an export back, in any of the formats that are text.

    It asks about a pair, or for the completion of one Sudoku. Raises `ExportError` where it is not
    one of ours.
    """
    values: dict[str, str] = {}
    rows: dict[str, list[list[int]]] = {"first": [], "second": [], "grid": []}
    optimises = False
    try:
        for line in lines:
            if not line.startswith(_SIGNS):
                optimises = optimises or line.startswith("h ")  # a hard clause of WCNF
                break
            optimises = not line.startswith("c ")
            key, _, value = line[2:].strip().partition(" ")
            if key in rows:
                rows[key].append([int(digit) for digit in value.split()])
            elif key != "var":
                values[key] = value
        # A no to these does not say that they are no copies.
        if values.keys() & _OTHER_CLAIMS or values.get("orientation", "any") != "any":
            raise KeyError("claim")  # noqa: TRY301
        box = BoxShape.parse(values["box"])
        if rows["grid"]:
            return Completion(Grid(rows["grid"], box))
        encoding = Encoding(
            {"plain": False, "refined": True}[values["encoding"]],
            {form: form for form in CELL_FORMS}[values["cells"]],
        )
        return Export(Grid(rows["first"], box), Grid(rows["second"], box), encoding, optimises)
    except (KeyError, ValueError):
        message = Message("{file}: expected a file written by sudokopie export", file=source)
        raise ExportError(message) from None
