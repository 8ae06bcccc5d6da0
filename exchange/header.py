"""The header of an exported formula: comments that say which question it is, and what it means.

Tool, command, both grids, the encoding, clauses counted by family, and what each variable says, so
that the file alone tells it all. `read_header` reads it back. Comments are short and in ASCII, and
stand before everything else: some proof checkers take neither long nor late ones.
"""

import shlex
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from ..base.errors import ExportError, LimitError
from ..base.language import Message
from ..base.limits import DESCRIPTION
from ..base.verdict import Verdict
from ..base.version import VERSION
from ..encoding.equivalence import CELL_FORMS
from ..encoding.fewest_steps import FewerSteps
from ..encoding.formula import Formula, counted
from ..encoding.nearest import Nearest
from ..encoding.question import PLAIN, Encoding
from ..sudoku.grid import CellSet, Grid
from ..sudoku.shape import BoxShape
from .questions import (
    YES_OR_NO,
    Asked,
    CanonicalExport,
    CluesExport,
    CompletionExport,
    Export,
    NearestExport,
    PartExport,
)


class Provenance(NamedTuple):
    """What wrote a file: a tool with its version, and the words of the command, if there is one."""

    tool: str
    command: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.tool}: {' '.join(map(_quoted, self.command))}"

    def lines(self) -> Iterator[str]:
        """Yield the tool, and the command in lines that a shell reads as one when pasted."""
        yield self.tool
        if not self.command:
            return
        line = ""
        for word in map(_quoted, self.command):
            if line and len(line) + len(word) >= _LINE:
                yield f"command {line} \\"
                line = ""
            line += " " * bool(line) + word
        yield f"command {line}"


LIBRARY = Provenance(f"sudokopie {VERSION}")
"""This package, used by a program of somebody else."""

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
        if not at_least.isdecimal() or len(at_least) > _DIGITS:
            return cls()
        return cls(at_least=int(at_least), blanks=values.get("blanks") == "yes")


_DIGITS = 9
"""How many digits a number of cells has at most."""

COPY = Claim()
"""The claim that the second is a copy of the first."""

AnyExport = Export | PartExport | NearestExport | CanonicalExport | CluesExport | CompletionExport


def header(
    formula: Formula,
    asked: Asked,
    provenance: Provenance,
    claim: Claim = COPY,
    known: Verdict | None = None,
) -> Iterator[str]:
    """Yield the lines of the header, without the sign of a comment, each short.

    `known` is the answer, where somebody knows it.
    """
    is_claim = claim != COPY
    yield from provenance.lines()
    yield f"question: {claim.question if is_claim else asked.question}"
    yield YES_OR_NO if is_claim else asked.meaning
    if known in _SATISFIABLE:
        yield f"status: {_SATISFIABLE[known]}"
    yield from (f"{key} {value}" for key, value in claim.lines.items())
    yield from asked.lines()
    yield from contents(formula)


def contents(formula: Formula) -> Iterator[str]:
    """Yield what a header says of a formula: its clauses, by family, and its variables."""
    for family, count in counted(formula).items():
        yield f"clauses {family} {count}"
    for variable, meaning in formula.legend():
        yield f"var {variable} = {meaning}"


_SATISFIABLE: dict[Verdict | None, str] = {
    Verdict.YES: "satisfiable",
    Verdict.NO: "unsatisfiable",
}


def satisfiability(known: Verdict | None) -> str:
    """Return in SAT people's words what is known: satisfiable, unsatisfiable or unknown."""
    return _SATISFIABLE.get(known, "unknown")


def shown_to_counters(shown: int) -> Iterator[str]:
    """Yield, as comments' contents, which variables a projected model counter counts: 1 to `shown`.

    As the Model Counting Competition has it: `c p show 1 2 3 0`, in as many lines as it takes.
    """
    for start in range(1, shown + 1, _SHOWN_IN_A_LINE):
        numbers = range(start, min(start + _SHOWN_IN_A_LINE, shown + 1))
        yield f"p show {' '.join(map(str, numbers))} 0"


_SHOWN_IN_A_LINE = 15


def commented(sign: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield lines as comments."""
    return (f"{sign} {line}\n" for line in lines)


_SIGNS = ("c ", "* ", "# ")
"""What comments begin with in CNF and WCNF, in OPB, and in CP-SAT's model as text."""


def read_export(lines: Iterable[str], source: str) -> AnyExport:
    """Read the header of an export back, in any of the formats that are text.

    Raises `ExportError` where it is not one of ours, and `LimitError` where it says too much.
    """
    values: dict[str, str] = {}
    rows: dict[str, list[list[int]]] = {"first": [], "second": [], "grid": [], "set": []}
    optimises, length = False, 0
    try:
        for line in lines:
            if not line.startswith(_SIGNS):
                optimises = optimises or line.startswith(_WCNF)
                break
            optimises = not line.startswith("c ")
            key, _, value = line[2:].strip().partition(" ")
            length += len(line) if key != "var" else 0
            if length > DESCRIPTION:
                raise _too_long(source)
            if key == "and":
                rows["set"][-1] += [int(number) for number in value.split()]
            elif key in rows:
                rows[key].append([int(digit) for digit in value.split()])
            elif key != "var":
                values[key] = value
        return _read(values, rows, optimises)
    except (KeyError, ValueError, IndexError):
        message = Message("{file}: expected a file written by sudokopie export", file=source)
        raise ExportError(message) from None


def _too_long(source: str) -> LimitError:
    message = Message(
        "{file}: expected a header of at most {limit} MiB, found more",
        file=source,
        limit=DESCRIPTION // 2**20,
    )
    return LimitError(message)


_OTHER_CLAIMS = {"at-most-steps", "at-least"}

_WCNF = ("h ", "p wcnf ")
"""What a WCNF begins with after its comments: a hard clause, or the line that older ones have."""


def _read(values: dict[str, str], rows: dict[str, list[list[int]]], optimises: bool) -> AnyExport:
    box = BoxShape.parse(values["box"])
    asks = values.get("asks", "completion" if rows["grid"] else "copy")
    match asks:
        case "canonical":
            greatest = {"min": False, "max": True}[values["form"]]
            return CanonicalExport(Grid(rows["grid"], box), greatest)
        case "clues":
            at_most = int(values["at-most"]) if "at-most" in values else None
            grid = Grid(rows["grid"], box)
            return CluesExport(grid, [_cells(grid, numbers) for numbers in rows["set"]], at_most)
        case "completion":
            return CompletionExport(Grid(rows["grid"], box))
    first, second = Grid(rows["first"], box), Grid(rows["second"], box)
    match asks:
        case "within":
            return PartExport(first, second, optimises)
        case "nearest":
            blanks = {"no": False, "yes": True}[values["blanks"]]
            at_least = int(values["at-least"]) if "at-least" in values else None
            return NearestExport(first, second, blanks, at_least)
        case "copy":
            # A no to these does not say that they are no copies.
            if values.keys() & _OTHER_CLAIMS or values.get("orientation", "any") != "any":
                raise KeyError("claim")
            encoding = Encoding(
                {"plain": False, "refined": True}[values["encoding"]],
                {form: form for form in CELL_FORMS}[values["cells"]],
            )
            return Export(first, second, encoding, optimises)
    raise KeyError(asks)


def _cells(grid: Grid, numbers: list[int]) -> CellSet:
    """Return a set of cells from their rows and columns, numbered from 1."""
    cells = frozenset((r - 1, c - 1) for r, c in zip(numbers[::2], numbers[1::2], strict=True))
    if not cells or not cells <= set(grid.cells):
        raise ValueError("set")
    return cells
