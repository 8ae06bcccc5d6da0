"""What a reason for a no is: what differs between two Sudokus, and where a person sees it.

A thing of a grid (a digit, a row, a box, two rows of a band) has a trait that no transformation
changes. Where two grids have different numbers of things of one trait, they are not copies. A
quarter turn makes columns of rows: a reason speaks of both alike, or has a part for each way round.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import NamedTuple

from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape


class Scope(Enum):
    """Which transformations a difference rules out."""

    ALL = "all"  # rows and columns are treated alike
    UPRIGHT = "rows to rows"  # which are all where boxes are not square
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

    @property
    def is_along_rows(self) -> bool:
        """Whether it is a row, a band, or two rows."""
        return self.sort in (Sort.ROW, Sort.BAND, Sort.ROWS)

    @property
    def is_along_columns(self) -> bool:
        """Whether it is a column, a stack, or two columns."""
        return self.sort in (Sort.COLUMN, Sort.STACK, Sort.COLUMNS)


Values = tuple[int, ...]


class Trait(NamedTuple):
    """What no transformation changes about a thing; a quarter turn exchanges rows and columns.

    `write_by_rows` is of a row, and of a clue about its row; so with `by_columns`.
    """

    common: Values = ()
    by_rows: Values = ()
    by_columns: Values = ()

    @classmethod
    def of(cls, thing: Thing, values: Values) -> "Trait":
        """Return the trait of a thing of which only these values matter."""
        if thing.is_along_rows:
            return cls(by_rows=values)
        return cls(by_columns=values) if thing.is_along_columns else cls(values)

    def turn(self) -> "Trait":
        """Return the trait after a quarter turn."""
        return Trait(self.common, self.by_columns, self.by_rows)

    def select_values(self, scope: Scope, is_first: bool) -> "Trait":
        """Return what is compared: of the first grid as it comes to lie, or of the second."""
        if scope is Scope.ALL:
            return max(self, self.turn())
        return self.turn() if scope is Scope.TURNED and is_first else self


class Measure(Enum):
    """What is counted of a thing; the value names the methods that count it, and their argument."""

    CLUES = ("clues",)  # how many there are
    CLUES_OF_LINES = ("clues_of_lines",)  # in each row of a band, or each column of a stack
    CLUES_OF_BOXES = ("clues_of_boxes",)  # in each box of a band or stack
    REPEATS = ("repeats",)  # how often each digit stands there that is repeated; 1 where none is
    ROWS_MET = "met", Sort.ROW  # for each clue the clues in its row
    COLUMNS_MET = "met", Sort.COLUMN
    BOXES_MET = "met", Sort.BOX
    DIGITS_MET = "met", Sort.DIGIT  # for each clue how often its digit occurs in the grid
    SHARED_BOXES = ("shared_boxes",)  # how many boxes hold both of two digits
    SHARED_DIGITS = ("shared_digits",)  # how many digits two lines have in common
    CYCLES = ("cycles",)  # how long each cycle between two lines is


Table = list[tuple[Thing, Trait]]
"""Things of a grid with their traits."""


class Compared(NamedTuple):
    """What a reason compares: things of some sorts, as far as all of `only` holds.

    `measures` make their traits. `by_lines`: what is counted of rows and of columns as well.
    """

    sorts: tuple[Sort, ...]
    measures: tuple[Measure, ...] = ()
    by_lines: bool = False
    only: tuple[Callable[[Grid, Thing], bool], ...] = ()

    def tabulate(self, grid: Grid, counting: object) -> Table:
        """Return the things of a grid with their traits, by the methods of `counting`."""
        return [
            (thing, self._find_trait(thing, counting))
            for sort in self.sorts
            for thing in list_things(grid, sort)
            if all(holds(grid, thing) for holds in self.only)
        ]

    def _find_trait(self, thing: Thing, counting: object) -> Trait:
        def counted(measure: Measure) -> Values:
            name, *sorts = measure.value
            return tuple(sorted(getattr(counting, name)(thing, *sorts)))

        values = tuple(number for measure in self.measures for number in counted(measure))
        if self.by_lines:
            return Trait(values, counted(Measure.ROWS_MET), counted(Measure.COLUMNS_MET))
        return Trait.of(thing, values)


def _has_clues(grid: Grid, thing: Thing) -> bool:
    return any(grid[cell] for cell in list_cells(grid, thing))


def _are_near(grid: Grid, thing: Thing) -> bool:
    length = grid.shape.height if thing.is_along_rows else grid.shape.width
    one, other = thing.numbers
    return one // length == other // length


def _are_far(grid: Grid, thing: Thing) -> bool:
    return not _are_near(grid, thing)


def _are_complete(grid: Grid, thing: Thing) -> bool:
    return all(sorted(line) == [*range(1, grid.size + 1)] for line in list_lines(grid, thing))


_CLUE, _DIGIT, _BOX, _DIGITS = (Sort.CLUE,), (Sort.DIGIT,), (Sort.BOX,), (Sort.DIGITS,)
_LINE, _BLOCK, _LINES = (Sort.ROW, Sort.COLUMN), (Sort.BAND, Sort.STACK), (Sort.ROWS, Sort.COLUMNS)
_BOX_AND_DIGIT = (Measure.BOXES_MET, Measure.DIGITS_MET)
_HELD, _NEAR = (_has_clues,), (_are_near,)


class ReasonKind(Enum):
    """The reasons in the order in which they are looked for, and what each of them compares."""

    CLUES = "clues", Compared(_CLUE)
    DIGITS = "digits", Compared(_DIGIT, (Measure.CLUES,))
    LINES = "lines", Compared(_LINE, (Measure.CLUES,))
    BOXES = "boxes", Compared(_BOX, (Measure.CLUES,))
    BLOCKS = "bands and stacks", Compared(_BLOCK, (Measure.CLUES,))
    BLOCKS_BY_LINES = "lines of bands and stacks", Compared(_BLOCK, (Measure.CLUES_OF_LINES,))
    BLOCKS_BY_BOXES = "boxes of bands and stacks", Compared(_BLOCK, (Measure.CLUES_OF_BOXES,))
    REPEATS_IN_LINES = "repeated digits in lines", Compared(_LINE, (Measure.REPEATS,), only=_HELD)
    REPEATS_IN_BOXES = "repeated digits in boxes", Compared(_BOX, (Measure.REPEATS,))
    CLUES_BY_LINES = "row and column of a clue", Compared(_CLUE, by_lines=True)
    CLUES_BY_DIGIT = "box and digit of a clue", Compared(_CLUE, _BOX_AND_DIGIT)
    DIGITS_BY_BOXES = "boxes of a digit", Compared(_DIGIT, (Measure.BOXES_MET,))
    DIGITS_BY_LINES = "rows and columns of a digit", Compared(_DIGIT, by_lines=True)
    LINES_BY_DIGITS = "digits of a line", Compared(_LINE, (Measure.DIGITS_MET,), only=_HELD)
    CLUES_BY_ALL = (
        "row, column, box and digit of a clue",
        Compared(_CLUE, _BOX_AND_DIGIT, by_lines=True),
    )
    DIGIT_PAIRS = "boxes of two digits", Compared(_DIGITS, (Measure.SHARED_BOXES,))
    LINE_PAIRS = "digits of two lines", Compared(_LINES, (Measure.SHARED_DIGITS,), only=_NEAR)
    NEAR_CYCLES = (
        "cycles between lines of a band or stack",
        Compared(_LINES, (Measure.CYCLES,), only=(_are_near, _are_complete)),
    )
    FAR_CYCLES = (
        "cycles between lines of two bands or stacks",
        Compared(_LINES, (Measure.CYCLES,), only=(_are_far, _are_complete)),
    )
    ROUNDS = "refinement", Compared(())  # after some rounds, which `refine_kinds` makes

    def __new__(cls, name: str, compared: Compared) -> "ReasonKind":
        """Make a reason whose value is its name."""
        kind = object.__new__(cls)
        kind._value_, kind.compared = name, compared
        return kind

    compared: Compared


class Difference(NamedTuple):
    """Things of one trait, of which two grids have different numbers.

    `trait` is that of the second grid's things, and of the first's once it is turned; `first` and
    `second` are all of them. `rounds`: how often `ReasonKind.ROUNDS` compared lines and digits.
    """

    kind: ReasonKind
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

    @property
    def marked(self) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
        """The things of each grid to look at: of pairs one, or it is not seen which go together."""
        most = 0 if self.kind is ReasonKind.CLUES else 1 if self.are_pairs else None
        return self.first[:most], self.second[:most]


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
        pairs = [difference for difference in self.differences if difference.are_pairs]
        return all(max(len(one.first), len(one.second)) <= 1 for one in pairs)

    @property
    def kind(self) -> ReasonKind:
        """What had to be compared: the later one in order where the parts are of two kinds."""
        return max((difference.kind for difference in self.differences), key=list(ReasonKind).index)


# Things and their cells


def list_scopes(shape: BoxShape) -> tuple[Scope, ...]:
    """Return the ways round that grids of this shape have."""
    return (Scope.UPRIGHT, Scope.TURNED) if 1 in shape.rotations else (Scope.UPRIGHT,)


def list_things(grid: Grid, sort: Sort) -> list[Thing]:
    """Return all things of a sort: of clues and digits those that occur.

    >>> [thing.numbers for thing in list_things(Grid([[1, 2], [2, 0]]), Sort.CLUE)]
    [(0, 0), (0, 1), (1, 0)]
    """
    shape, lines, digits = grid.shape, range(grid.size), sorted(grid.digits)
    names: dict[Sort, Iterable[tuple[int, ...]]] = {
        Sort.CLUE: sorted(grid.clue_cells),
        Sort.BOX: product(range(shape.bands), range(shape.stacks)),
        Sort.BAND: zip(range(shape.bands)),
        Sort.STACK: zip(range(shape.stacks)),
        Sort.ROW: zip(lines),
        Sort.COLUMN: zip(lines),
        Sort.DIGIT: zip(digits),
        Sort.ROWS: combinations(lines, 2),
        Sort.COLUMNS: combinations(lines, 2),
        Sort.DIGITS: combinations(digits, 2),
    }
    return [Thing(sort, name) for name in names[sort]]


def list_lines(grid: Grid, thing: Thing) -> list[tuple[int, ...]]:
    """Return the rows or columns that a thing consists of."""
    line = grid.column if thing.is_along_columns else grid.row
    return [tuple(line(number)) for number in thing.numbers]


def list_cells(grid: Grid, thing: Thing) -> list[Cell]:
    """Return the cells that a thing consists of.

    >>> list_cells(Grid([[1, 2], [2, 0]]), Thing(Sort.DIGIT, (2,)))
    [(0, 1), (1, 0)]
    """
    (sort, numbers), every = thing, range(grid.size)
    height, width = grid.shape
    rows: Iterable[int] = every
    columns: Iterable[int] = every
    match sort:
        case Sort.DIGIT | Sort.DIGITS:
            return [cell for cell in grid.cells if grid[cell] in numbers]
        case Sort.CLUE:
            rows, columns = numbers[:1], numbers[1:]
        case Sort.ROW | Sort.ROWS:
            rows = numbers
        case Sort.COLUMN | Sort.COLUMNS:
            columns = numbers
    if sort in (Sort.BAND, Sort.BOX):
        rows = every[numbers[0] * height :][:height]
    if sort in (Sort.STACK, Sort.BOX):
        columns = every[numbers[-1] * width :][:width]
    return list(product(rows, columns))


def choose_cells_to_mark(
    first: Grid, second: Grid, differences: Sequence[Difference]
) -> tuple[CellSet, CellSet]:
    """Return the clues of each grid's marked things, and all cells of one that has none."""

    def cells(grid: Grid, number: int) -> CellSet:
        things = [thing for one in differences for thing in one.marked[number]]
        owns = [list_cells(grid, thing) for thing in things]
        return frozenset().union(*([cell for cell in own if grid[cell]] or own for own in owns))

    return cells(first, 0), cells(second, 1)
