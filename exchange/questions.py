"""What exports ask: each question as a problem for solvers, and in the words of a header."""

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from math import factorial
from typing import NamedTuple, Protocol

from ..base.errors import ExportError
from ..base.language import Message
from ..encoding.better_image import BetterImage
from ..encoding.candidates import all_candidates
from ..encoding.completion import Completion
from ..encoding.equivalence import Equivalence
from ..encoding.fewest_steps import FewestSteps
from ..encoding.formula import Formula
from ..encoding.hitting_sets import HittingSet, MeetingSets
from ..encoding.nearest import GivingUp, Nearest
from ..encoding.part import Part
from ..encoding.question import Encoding
from ..encoding.transformations import Transformations
from ..sudoku.grid import Cell, CellSet, Grid

YES_OR_NO = "satisfiable means yes; unsatisfiable means no"


class Problem(NamedTuple):
    """What a solver gets: the clauses of `formula`, and what else is asked of a model.

    As few as possible of the `costs`, variables of the formula, are to be true; where `at_most` is
    a number, at most as many; `goal` says so in words. Without costs any model will do. Variables 1
    to `shown` say the answer; the others follow from them, or help.
    """

    formula: Formula
    shown: int
    costs: Sequence[int] | None = None
    at_most: int | None = None
    goal: str = ""


class Asked(Protocol):
    """A question that is exported."""

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        ...

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        ...

    @property
    def models(self) -> list[str]:
        """What a CNF's models count, on the variables shown, in lines."""
        ...

    def lines(self) -> Iterator[str]:
        """Yield what the header says of it, from which `read_export` reads it back."""
        ...

    def problem(self, form: str) -> Problem:
        """Return the problem as a format takes it; raise `ExportError` where it takes none."""
        ...


class Export(NamedTuple):
    """Is the second Sudoku a copy of the first? With an optimum: by how few steps?

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

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        return "is the second Sudoku a copy of the first?"

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        return "satisfiable means yes, a copy; unsatisfiable means no"

    @property
    def models(self) -> list[str]:
        """What a CNF's models count: all ways, or the refined formula's."""
        unused = self.first.size - len(self.first.digits)
        if not self.encoding.refined:
            return ["one for each way from the first to the second", *_COUNTED_ONCE]
        alone = "digits that do not occur are renamed in one way only"
        many = f"the ways are {unused}! = {factorial(unused)} times as many"
        return ["one for each way, but", f"{alone}: {many}", _TURNS]

    def lines(self) -> Iterator[str]:
        """Yield box, grids, and how the question is written down."""
        yield from _pair(self.first, self.second)
        yield f"encoding {'refined' if self.encoding.refined else 'plain'}"
        yield f"cells {self.encoding.cells}"

    def problem(self, form: str) -> Problem:
        """Return the formula, in all formats but CNF with the steps as costs."""
        return _by_few_steps(self.formula, form)


class PartExport(NamedTuple):
    """Is one of two Sudokus a copy of the other with clues left out? An optimum: by how few steps?

    The one with fewer clues is the part; of equally many, the first.
    """

    first: Grid
    second: Grid
    optimises: bool = False

    @property
    def part(self) -> int:
        """Which is the part: 1 or 2."""
        return 2 if self.first.clues > self.second.clues else 1

    @property
    def formula(self) -> Part:
        """The formula of the transformations that bring the part's clues onto equal ones."""
        part, whole = (self.first, self.second) if self.part == 1 else (self.second, self.first)
        return Part(part, whole, all_candidates(part.shape))

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        names = ["first", "second"] if self.part == 1 else ["second", "first"]
        return "is the {} Sudoku a copy of the {} with clues left out?".format(*names)

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        return YES_OR_NO

    @property
    def models(self) -> list[str]:
        """What a CNF's models count."""
        return ["one for each transformation that brings its clues onto equal ones", *_COUNTED_ONCE]

    def lines(self) -> Iterator[str]:
        """Yield box and grids."""
        yield "asks within"
        yield from _pair(self.first, self.second)

    def problem(self, form: str) -> Problem:
        """Return the formula, in all formats but CNF with the steps as costs."""
        return _by_few_steps(self.formula, form)


class NearestExport(NamedTuple):
    """How many clues of the first can land on equal ones of the second? Or: can `at_least`?

    With `blanks`, blank cells on blank cells count too.
    """

    first: Grid
    second: Grid
    blanks: bool = False
    at_least: int | None = None

    @property
    def formula(self) -> GivingUp:
        """The formula whose cells given up are counted."""
        return GivingUp(self.first, self.second, self.blanks)

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        if self.at_least is None:
            return f"how many {self._what} can be made to agree?"
        return f"can {self.at_least} {self._what} be made to agree?"

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        if self.at_least is None:
            return "all transformations are models; the best ones are the answer"
        return YES_OR_NO

    @property
    def models(self) -> list[str]:
        """What a CNF's models count."""
        what = f"at least {self.at_least} {self._what} agree"
        return [f"one for each transformation after which {what}", *_COUNTED_ONCE]

    def lines(self) -> Iterator[str]:
        """Yield what counts and how much of it is asked for, box and grids."""
        yield "asks nearest"
        if self.at_least is not None:
            yield f"at-least {self.at_least}"
        yield f"blanks {'yes' if self.blanks else 'no'}"
        yield from _pair(self.first, self.second)

    def problem(self, form: str) -> Problem:
        """Return the formula with the cells given up as costs, or counted by more clauses.

        Counted for a yes or no in formats that have but clauses.
        """
        formula, at_most = self.formula, None
        if self.at_least is None and form == "cnf":
            raise ExportError(
                Message("a .cnf asks for a yes or no: the nearest copy needs --at-least there")
            )
        goal = f"optimum: the fewest {self._what} given up, so that the most agree"
        if self.at_least is not None:
            at_most = formula.total - self.at_least
            goal = f"limit: at most {at_most} {self._what} given up"
            if form in ("cnf", "wcnf") or at_most < 0:  # which a contradiction says best
                counted = Nearest(self.first, self.second, self.blanks, self.at_least)
                return Problem(counted, formula.unknowns.count)
        costs = list(formula.given_up.values())
        return Problem(formula, formula.unknowns.count, costs, at_most, goal)

    @property
    def _what(self) -> str:
        return "cells" if self.blanks else "clues"


class CanonicalExport(NamedTuple):
    """Is there an image of the grid that is less, or `greatest`: greater? A no is a canonical form.

    Images are compared as they are read, row after row, a blank before 1.
    """

    grid: Grid
    greatest: bool = False

    @property
    def formula(self) -> BetterImage:
        """The formula of the transformations that lead to such an image."""
        return BetterImage(self.grid, self.greatest)

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        return f"is there a copy of the Sudoku that is {self._better} as it is read?"

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        return "satisfiable means yes; unsatisfiable means no, it is its own canonical form"

    @property
    def models(self) -> list[str]:
        """What a CNF's models count."""
        return [f"one for each transformation to a copy that is {self._better}", *_COUNTED_ONCE]

    def lines(self) -> Iterator[str]:
        """Yield which form is asked for, box and grid."""
        yield "asks canonical"
        yield f"form {'max' if self.greatest else 'min'}"
        yield from _single(self.grid)

    def problem(self, form: str) -> Problem:  # noqa: ARG002
        """Return the formula, the same in all formats."""
        formula = self.formula
        return Problem(formula, formula.unknowns.count)

    @property
    def _better(self) -> str:
        return "greater" if self.greatest else "less"


class CluesExport(NamedTuple):
    """How few cells meet all sets? Or: do `at_most`? The sets are unavoidable ones of the grid.

    A puzzle of the grid with one solution has a clue in each of these, so that a no is a bound.
    """

    grid: Grid
    sets: Sequence[CellSet]
    at_most: int | None = None

    @property
    def formula(self) -> MeetingSets:
        """The formula of the cells that meet all sets, however many."""
        return MeetingSets(self.sets)

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        if self.at_most is None:
            return f"how few cells meet all {len(self.sets)} sets?"
        return f"can {self.at_most} cells meet all {len(self.sets)} sets?"

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        if self.at_most is None:
            return "all cells together are a model; the fewest are the answer"
        return YES_OR_NO

    @property
    def models(self) -> list[str]:
        """What a CNF's models count."""
        return [f"one for each choice of at most {self.at_most} cells that meet all sets"]

    def lines(self) -> Iterator[str]:
        """Yield how many cells are asked for, box, grid, and rows and columns of the sets."""
        yield "asks clues"
        if self.at_most is not None:
            yield f"at-most {self.at_most}"
        yield from _single(self.grid)
        for one in self.sets:
            for word, cells in zip(chain(["set"], repeat("and")), _dozens(one), strict=False):
                yield f"{word} {'  '.join(f'{r + 1} {c + 1}' for r, c in cells)}"

    def problem(self, form: str) -> Problem:
        """Return the formula with the cells as costs, or counted by more clauses.

        Counted for a yes or no in formats that have but clauses.
        """
        formula, at_most = self.formula, self.at_most
        if at_most is None and form == "cnf":
            raise ExportError(
                Message("a .cnf asks for a yes or no: the fewest clues need --at-most there")
            )
        goal = "optimum: the fewest cells"
        if at_most is not None:
            goal = f"limit: at most {at_most} cells"
            if form in ("cnf", "wcnf"):
                return Problem(HittingSet(self.sets, at_most), formula.variables)
        return Problem(formula, formula.variables, list(formula.cell.values()), at_most, goal)


class CompletionExport(NamedTuple):
    """Can the Sudoku be completed by the rules?"""

    grid: Grid

    @property
    def formula(self) -> Completion:
        """The formula of its completions."""
        return Completion(self.grid)

    @property
    def question(self) -> str:
        """The question, as the header has it."""
        return "can the Sudoku be completed by the rules?"

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        return YES_OR_NO

    @property
    def models(self) -> list[str]:
        """What a CNF's models count."""
        return ["one for each solution"]

    def lines(self) -> Iterator[str]:
        """Yield box and grid."""
        yield from _single(self.grid)

    def problem(self, form: str) -> Problem:
        """Return the formula; raise `ExportError` for any format but CNF."""
        if form != "cnf":
            raise ExportError(
                Message("a completion is exported as .cnf, not as .{form}", form=form)
            )
        formula = self.formula
        return Problem(formula, formula.variables)


_TURNS = "half turns are reorderings, so that each is turned by a quarter or not at all"
_COUNTED_ONCE = ("renamings of digits that do not occur make ways of their own", _TURNS)


def _by_few_steps(formula: Transformations, form: str) -> Problem:
    shown = formula.unknowns.count
    if form == "cnf":
        return Problem(formula, shown)
    counted = FewestSteps(formula)
    return Problem(counted, shown, counted.steps, goal="optimum: the fewest steps")


def _pair(first: Grid, second: Grid) -> Iterator[str]:
    yield f"box {first.shape}"
    yield from rows("first", first)
    yield from rows("second", second)


def _single(grid: Grid) -> Iterator[str]:
    yield f"box {grid.shape}"
    yield from rows("grid", grid)


def _dozens(cells: CellSet) -> Iterator[list[Cell]]:
    """Yield cells by the dozen, so that lines stay short."""
    ordered = sorted(cells)
    return (ordered[k : k + 12] for k in range(0, len(ordered), 12))


def rows(name: str, grid: Grid) -> Iterator[str]:
    """Yield the rows of a grid as headers have them, each after the grid's name."""
    return (f"{name} {' '.join(map(str, row))}" for row in grid)
