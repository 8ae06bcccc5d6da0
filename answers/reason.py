"""What a reason for a no is: what differs between two Sudokus, and where a person sees it.

A thing of a grid (a digit, a row, a box, two rows of a band) has a trait that no transformation
changes. Copies have equally many things of each trait, so a trait of which two grids have different
numbers is a reason why they are not copies. A quarter turn makes columns of rows: a reason speaks
of both alike, or has one part for each way round.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import NamedTuple

from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape


class Kind(Enum):
    """What is compared, in the order in which reasons are looked for."""

    CLUES = "clues"
    DIGITS = "digits"
    LINES = "lines"
    BOXES = "boxes"
    BLOCKS = "bands and stacks"
    BLOCKS_BY_LINES = "lines of bands and stacks"
    BLOCKS_BY_BOXES = "boxes of bands and stacks"
    REPEATS_IN_LINES = "repeated digits in lines"
    REPEATS_IN_BOXES = "repeated digits in boxes"
    CLUES_BY_LINES = "row and column of a clue"
    CLUES_BY_DIGIT = "box and digit of a clue"
    DIGITS_BY_BOXES = "boxes of a digit"
    DIGITS_BY_LINES = "rows and columns of a digit"
    LINES_BY_DIGITS = "digits of a line"
    CLUES_BY_ALL = "row, column, box and digit of a clue"
    DIGIT_PAIRS = "boxes of two digits"
    LINE_PAIRS = "digits of two lines"
    NEAR_CYCLES = "cycles between lines of a band or stack"
    FAR_CYCLES = "cycles between lines of two bands or stacks"
    ROUNDS = "refinement"


class Scope(Enum):
    """Which transformations a difference rules out.

    ALL: every one, rows and columns being treated alike. UPRIGHT: those that take rows to rows; for
    boxes that are not square these are all that there are. TURNED: those that take rows to columns.
    """

    ALL = "all"
    UPRIGHT = "rows to rows"
    TURNED = "rows to columns"


class Sort(Enum):
    """The sorts of things, and the numbers that name one; all from 0, but digits from 1."""

    DIGIT = "digit"
    ROW = "row"
    COLUMN = "column"
    BOX = "box"  # band, stack
    BAND = "band"
    STACK = "stack"
    CLUE = "clue"  # row, column
    ROWS = "rows"  # two of them
    COLUMNS = "columns"
    DIGITS = "digits"


class Thing(NamedTuple):
    """A part of a grid."""

    sort: Sort
    numbers: tuple[int, ...]


Values = tuple[int, ...]


class Trait(NamedTuple):
    """What no transformation changes about a thing; a quarter turn exchanges rows and columns.

    Those of a row stand in `by_rows`, those of a column in `by_columns`. Of a clue, `by_rows` is
    about its row and `by_columns` about its column.
    """

    common: Values = ()
    by_rows: Values = ()
    by_columns: Values = ()

    def turned(self) -> "Trait":
        """Return the trait after a quarter turn."""
        return Trait(self.common, self.by_columns, self.by_rows)

    def seen(self, scope: Scope, is_first: bool) -> "Trait":
        """Return what is compared: of the first grid as it comes to lie, or of the second."""
        if scope is Scope.ALL:
            return max(self, self.turned())
        return self.turned() if scope is Scope.TURNED and is_first else self


class Difference(NamedTuple):
    """Things of one trait, of which two grids have different numbers.

    `trait` is that of the second grid's things, and of the first's once it is turned. `first` and
    `second` are all things with it. `rounds` is how often lines and digits were compared, for
    `Kind.ROUNDS` alone.
    """

    kind: Kind
    scope: Scope
    trait: Trait
    first: tuple[Thing, ...]
    second: tuple[Thing, ...]
    rounds: int = 0

    @property
    def are_pairs(self) -> bool:
        """Whether the things are pairs of lines or of digits."""
        sorts = (Sort.ROWS, Sort.COLUMNS, Sort.DIGITS)
        return all(thing.sort in sorts for thing in (*self.first, *self.second))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the second grid is no copy of the first, in one part or in one for each way round.

    `first_cells` and `second_cells` are those that a person should look at.
    """

    differences: tuple[Difference, ...]
    first_cells: CellSet
    second_cells: CellSet

    @property
    def marks_all(self) -> bool:
        """Whether all things are marked, and not the first of several pairs alone."""
        return not any(
            difference.are_pairs and max(len(difference.first), len(difference.second)) > 1
            for difference in self.differences
        )

    @property
    def kind(self) -> Kind:
        """What had to be compared: the later one in order where the parts are of two kinds."""
        return max((difference.kind for difference in self.differences), key=list(Kind).index)


Cells = tuple[CellSet, CellSet]
"""Cells of the first grid, and of the second."""


def scopes_to_rule_out(shape: BoxShape) -> tuple[Scope, ...]:
    """Return the ways round that grids of this shape have."""
    return (Scope.UPRIGHT, Scope.TURNED) if 1 in shape.rotations else (Scope.UPRIGHT,)


def cells_of(grid: Grid, thing: Thing) -> list[Cell]:
    """Return the cells that a thing consists of.

    >>> cells_of(Grid([[1, 2], [2, 0]]), Thing(Sort.DIGIT, (2,)))
    [(0, 1), (1, 0)]
    """
    sort, numbers = thing
    height, width = grid.shape
    every = range(grid.size)
    if sort in (Sort.DIGIT, Sort.DIGITS):
        return [cell for cell in grid.cells if grid[cell] in numbers]
    rows: Iterable[int] = every
    columns: Iterable[int] = every
    if sort in (Sort.ROW, Sort.ROWS):
        rows = numbers
    elif sort in (Sort.COLUMN, Sort.COLUMNS):
        columns = numbers
    elif sort is Sort.CLUE:
        rows, columns = numbers[:1], numbers[1:]
    if sort in (Sort.BAND, Sort.BOX):
        rows = every[numbers[0] * height :][:height]
    if sort in (Sort.STACK, Sort.BOX):
        columns = every[numbers[-1] * width :][:width]
    return list(product(rows, columns))


def cells_to_mark(first: Grid, second: Grid, differences: Iterable[Difference]) -> Cells:
    """Return the cells of each grid that a person should look at.

    They are the clues of the things, and all cells of a thing that has none. Of pairs only the
    first is marked: of several, nobody would see which go together. Where the numbers of all clues
    differ there is nothing to mark.
    """
    marked: tuple[set[Cell], set[Cell]] = (set(), set())
    for difference in differences:
        both = (difference.first, difference.second)
        for grid, things, cells in zip((first, second), both, marked, strict=True):
            if difference.kind is not Kind.CLUES:
                for thing in things[:1] if difference.are_pairs else things:
                    own = cells_of(grid, thing)
                    cells.update([cell for cell in own if grid[cell]] or own)
    return frozenset(marked[0]), frozenset(marked[1])
