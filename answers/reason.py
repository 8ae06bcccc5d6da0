"""Defines the reason for a no: the differences between two Sudokus, and the cells in which a person
sees them.

A `GridPart` is a part of a grid: a digit, a row, a box, two rows of a band, and so on. A trait of
such a part is a property that no transformation changes, such as its number of clues. If a trait
occurs in two grids for different numbers of parts, the grids are not copies. A quarter turn turns
rows into columns; so a difference either treats rows and columns alike, or holds for a single
orientation. In the second case the reason has a difference for each orientation.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import NamedTuple

from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape


class Scope(Enum):
    """The transformations that a difference between two grids rules out: all transformations, those
    that map rows to rows, or those that map rows to columns.
    """

    ALL = "all"  # the difference treats rows and columns alike
    UPRIGHT = "rows to rows"  # all transformations, unless boxes are square
    TURNED = "rows to columns"


class PartKind(Enum):
    """The kinds of grid parts that are compared: digits, rows, boxes, pairs of rows, and so on. A
    grid part is identified by its number among all grid parts of its kind, or by the numbers that a
    comment names. All numbers count from 0, except that digits count from 1.
    """

    DIGIT = "digit"
    ROW = "row"
    COLUMN = "column"
    BOX = "box"  # band, stack
    BAND = "band"
    STACK = "stack"
    CLUE = "clue"  # row, column
    ROWS = "rows"  # two rows; likewise for columns and digits
    COLUMNS = "columns"
    DIGITS = "digits"


class GridPart(NamedTuple):
    """A part of a grid, such as a row, a box or a pair of digits: its kind (`sort`), and the
    numbers that identify it among the grid parts of this kind.
    """

    sort: PartKind
    numbers: tuple[int, ...]

    @property
    def is_along_rows(self) -> bool:
        """Whether the grid part is a row, a band, or two rows."""
        return self.sort in (PartKind.ROW, PartKind.BAND, PartKind.ROWS)

    @property
    def is_along_columns(self) -> bool:
        """Whether the grid part is a column, a stack, or two columns."""
        return self.sort in (PartKind.COLUMN, PartKind.STACK, PartKind.COLUMNS)


Values = tuple[int, ...]


class Trait(NamedTuple):
    """The counts of a grid part, such as its number of clues, that no transformation changes,
    except that a quarter turn exchanges rows and columns.

    `by_rows` holds the values of a row (or band, or pair of rows), and the values of a clue or
    digit that concern its rows; `by_columns` holds the same for columns. `common` holds the values
    that a quarter turn leaves alone.
    """

    common: Values = ()
    by_rows: Values = ()
    by_columns: Values = ()

    @classmethod
    def from_values(cls, thing: GridPart, values: Values) -> "Trait":
        """Return the trait of the grid part `thing` that consists only of the counts `values`: they
        are stored as counts of rows if `thing` is a row, a band or two rows, as counts of columns
        if it is a column, a stack or two columns, and otherwise as counts that a quarter turn
        leaves alone.
        """
        if thing.is_along_rows:
            return cls(by_rows=values)
        return cls(by_columns=values) if thing.is_along_columns else cls(values)

    def turn(self) -> "Trait":
        """Return the counts that a grid part has after a quarter turn of the grid: the counts of
        rows and the counts of columns are exchanged.
        """
        return Trait(self.common, self.by_columns, self.by_rows)

    def select_values(self, scope: Scope, is_first: bool) -> "Trait":
        """Return these counts of a grid part as they are compared for the transformations of
        `scope`, which may turn rows into columns. `is_first` is whether the grid part belongs to
        the first grid.

        If rows and columns are treated alike, this is the greater of the trait and the turned
        trait. If the scope is a quarter turn, a trait of the first grid is turned.
        """
        if scope is Scope.ALL:
            return max(self, self.turn())
        return self.turn() if scope is Scope.TURNED and is_first else self


class Measure(Enum):
    """The ways to count in a grid part, such as the number of its clues; the counts make up the
    trait by which grid parts are compared. Each value of the enumeration is the name of the method
    that counts, in `reasons._Tables` and `reason_check._Cells`, followed by its further arguments.
    """

    CLUES = ("clues",)  # the number of clues
    # the clues in each row of a band, or in each column of a stack
    CLUES_OF_LINES = ("clues_of_lines",)
    CLUES_OF_BOXES = ("clues_of_boxes",)  # the clues in each box of a band or stack
    REPEATS = ("repeats",)  # how often each repeated digit occurs; 1 if no digit is repeated
    ROWS_MET = "met", PartKind.ROW  # for each clue, the number of clues in its row
    COLUMNS_MET = "met", PartKind.COLUMN
    BOXES_MET = "met", PartKind.BOX
    DIGITS_MET = "met", PartKind.DIGIT  # for each clue, how often its digit occurs in the grid
    SHARED_BOXES = ("shared_boxes",)  # the number of boxes that contain both of two digits
    SHARED_DIGITS = ("shared_digits",)  # the number of digits that two lines have in common
    CYCLES = ("cycles",)  # the length of each cycle between two lines


Table = list[tuple[GridPart, Trait]]
"""A list of grid parts (rows, boxes, digits, ...), each with its trait: the counts by which it is
compared.
"""


class Contrast(NamedTuple):
    """The comparison of two grids that belongs to a kind of reason: the grid parts that are of one
    of the kinds `sorts` and fulfil all predicates in `only` are compared by the counts that
    `measures` lists. If `by_lines` is true, they are also compared by the numbers of clues in the
    rows and in the columns of their cells.
    """

    sorts: tuple[PartKind, ...]
    measures: tuple[Measure, ...] = ()
    by_lines: bool = False
    only: tuple[Callable[[Grid, GridPart], bool], ...] = ()

    def tabulate(self, grid: Grid, counting: object) -> Table:
        """Return the grid parts of `grid` that are compared, each with its trait (the counts by
        which it is compared). `counting` is the object that counts in this grid; it has the methods
        that `Measure` names.
        """
        return [
            (thing, self._find_trait(thing, counting))
            for sort in self.sorts
            for thing in list_parts(grid, sort)
            if all(holds(grid, thing) for holds in self.only)
        ]

    def _find_trait(self, thing: GridPart, counting: object) -> Trait:
        def counted(measure: Measure) -> Values:
            name, *sorts = measure.value
            return tuple(sorted(getattr(counting, name)(thing, *sorts)))

        values = tuple(number for measure in self.measures for number in counted(measure))
        if self.by_lines:
            return Trait(values, counted(Measure.ROWS_MET), counted(Measure.COLUMNS_MET))
        return Trait.from_values(thing, values)


def _has_clues(grid: Grid, thing: GridPart) -> bool:
    return any(grid[cell] for cell in list_cells(grid, thing))


def _are_near(grid: Grid, thing: GridPart) -> bool:
    length = grid.shape.height if thing.is_along_rows else grid.shape.width
    one, other = thing.numbers
    return one // length == other // length


def _are_far(grid: Grid, thing: GridPart) -> bool:
    return not _are_near(grid, thing)


def _are_complete(grid: Grid, thing: GridPart) -> bool:
    return all(sorted(line) == [*range(1, grid.size + 1)] for line in list_lines(grid, thing))


_CLUE, _DIGIT, _BOX, _DIGITS = (
    (PartKind.CLUE,),
    (PartKind.DIGIT,),
    (PartKind.BOX,),
    (PartKind.DIGITS,),
)
_LINE, _BLOCK, _LINES = (
    (PartKind.ROW, PartKind.COLUMN),
    (PartKind.BAND, PartKind.STACK),
    (PartKind.ROWS, PartKind.COLUMNS),
)
_BOX_AND_DIGIT = (Measure.BOXES_MET, Measure.DIGITS_MET)
_HELD, _NEAR = (_has_clues,), (_are_near,)


class ReasonKind(Enum):
    """The kinds of reasons why a grid is not a copy of another, in the order in which they are
    tried. The value of a kind is its name; its attribute `compared` is the comparison of the two
    grids that it makes.
    """

    CLUES = "clues", Contrast(_CLUE)
    DIGITS = "digits", Contrast(_DIGIT, (Measure.CLUES,))
    LINES = "lines", Contrast(_LINE, (Measure.CLUES,))
    BOXES = "boxes", Contrast(_BOX, (Measure.CLUES,))
    BLOCKS = "bands and stacks", Contrast(_BLOCK, (Measure.CLUES,))
    BLOCKS_BY_LINES = "lines of bands and stacks", Contrast(_BLOCK, (Measure.CLUES_OF_LINES,))
    BLOCKS_BY_BOXES = "boxes of bands and stacks", Contrast(_BLOCK, (Measure.CLUES_OF_BOXES,))
    REPEATS_IN_LINES = "repeated digits in lines", Contrast(_LINE, (Measure.REPEATS,), only=_HELD)
    REPEATS_IN_BOXES = "repeated digits in boxes", Contrast(_BOX, (Measure.REPEATS,))
    CLUES_BY_LINES = "row and column of a clue", Contrast(_CLUE, by_lines=True)
    CLUES_BY_DIGIT = "box and digit of a clue", Contrast(_CLUE, _BOX_AND_DIGIT)
    DIGITS_BY_BOXES = "boxes of a digit", Contrast(_DIGIT, (Measure.BOXES_MET,))
    DIGITS_BY_LINES = "rows and columns of a digit", Contrast(_DIGIT, by_lines=True)
    LINES_BY_DIGITS = "digits of a line", Contrast(_LINE, (Measure.DIGITS_MET,), only=_HELD)
    CLUES_BY_ALL = (
        "row, column, box and digit of a clue",
        Contrast(_CLUE, _BOX_AND_DIGIT, by_lines=True),
    )
    DIGIT_PAIRS = "boxes of two digits", Contrast(_DIGITS, (Measure.SHARED_BOXES,))
    LINE_PAIRS = "digits of two lines", Contrast(_LINES, (Measure.SHARED_DIGITS,), only=_NEAR)
    NEAR_CYCLES = (
        "cycles between lines of a band or stack",
        Contrast(_LINES, (Measure.CYCLES,), only=(_are_near, _are_complete)),
    )
    FAR_CYCLES = (
        "cycles between lines of two bands or stacks",
        Contrast(_LINES, (Measure.CYCLES,), only=(_are_far, _are_complete)),
    )
    # compares the kinds that `refine_kinds` returns after some rounds
    ROUNDS = "refinement", Contrast(())

    def __new__(cls, name: str, compared: Contrast) -> "ReasonKind":
        """Create a kind of reason from its name, which becomes its value, and the comparison of
        grids that it makes.
        """
        kind = object.__new__(cls)
        kind._value_, kind.compared = name, compared
        return kind

    compared: Contrast


class Difference(NamedTuple):
    """A difference that shows that two grids are not copies: a trait (counts, such as "three
    clues") that different numbers of grid parts (rows, boxes, digits, ...) have in the two grids.

    `first` and `second` are all parts of each grid that have the trait. `trait` is the trait of the
    second grid's parts; the first grid's parts have it too, after a quarter turn if `scope` is
    `TURNED`. `rounds` is the number of refinement rounds for `ReasonKind.ROUNDS`, otherwise 0.
    """

    kind: ReasonKind
    scope: Scope
    trait: Trait
    first: tuple[GridPart, ...]
    second: tuple[GridPart, ...]
    rounds: int = 0

    @property
    def are_pairs(self) -> bool:
        """Whether the grid parts are pairs of lines or pairs of digits."""
        sorts = (PartKind.ROWS, PartKind.COLUMNS, PartKind.DIGITS)
        return all(thing.sort in sorts for thing in (*self.first, *self.second))

    @property
    def marked(self) -> tuple[tuple[GridPart, ...], tuple[GridPart, ...]]:
        """The grid parts (rows, boxes, digits, ...) to highlight in the drawing of each grid. If
        they are pairs of lines or digits, only the first pair is highlighted, so that it is clear
        which belong together. If the grids differ in their total number of clues, none is
        highlighted.
        """
        most = 0 if self.kind is ReasonKind.CLUES else 1 if self.are_pairs else None
        return self.first[:most], self.second[:most]


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why the second grid is not a copy of the first: a single difference, or a
    difference for each orientation.

    `first_cells` and `second_cells` are the cells of each grid that a person should look at.
    """

    differences: tuple[Difference, ...]
    first_cells: CellSet
    second_cells: CellSet

    @property
    def marks_all(self) -> bool:
        """Whether the drawings highlight every row, box, digit or pair in which the two grids
        differ. False if only the first of several pairs is highlighted.
        """
        pairs = [difference for difference in self.differences if difference.are_pairs]
        return all(max(len(one.first), len(one.second)) <= 1 for one in pairs)

    @property
    def kind(self) -> ReasonKind:
        """The kind of the reason; if the differences are of two kinds, the later of them in the
        order of `ReasonKind`.
        """
        return max((difference.kind for difference in self.differences), key=list(ReasonKind).index)


# Grid parts and their cells


def list_scopes(shape: BoxShape) -> tuple[Scope, ...]:
    """Return the sets of transformations that must be ruled out for grids of this shape: those that
    map rows to rows and, if boxes are square, also those that map rows to columns.
    """
    return (Scope.UPRIGHT, Scope.TURNED) if 1 in shape.rotations else (Scope.UPRIGHT,)


def list_parts(grid: Grid, sort: PartKind) -> list[GridPart]:
    """Return all grid parts of the kind `sort`, such as all boxes or all pairs of rows. Only clues
    and digits that occur in the grid are included.

    >>> [thing.numbers for thing in list_parts(Grid([[1, 2], [2, 0]]), PartKind.CLUE)]
    [(0, 0), (0, 1), (1, 0)]
    """
    shape, lines, digits = grid.shape, range(grid.size), sorted(grid.digits)
    names: dict[PartKind, Iterable[tuple[int, ...]]] = {
        PartKind.CLUE: sorted(grid.clue_cells),
        PartKind.BOX: product(range(shape.bands), range(shape.stacks)),
        PartKind.BAND: zip(range(shape.bands)),
        PartKind.STACK: zip(range(shape.stacks)),
        PartKind.ROW: zip(lines),
        PartKind.COLUMN: zip(lines),
        PartKind.DIGIT: zip(digits),
        PartKind.ROWS: combinations(lines, 2),
        PartKind.COLUMNS: combinations(lines, 2),
        PartKind.DIGITS: combinations(digits, 2),
    }
    return [GridPart(sort, name) for name in names[sort]]


def list_lines(grid: Grid, thing: GridPart) -> list[tuple[int, ...]]:
    """Return the values in the row or column `thing`, 0 for a blank, as a list with a single tuple.
    If `thing` is a pair of rows or columns, the list has two tuples.
    """
    line = grid.column if thing.is_along_columns else grid.row
    return [tuple(line(number)) for number in thing.numbers]


def list_cells(grid: Grid, thing: GridPart) -> list[Cell]:
    """Return the cells of a grid part (a row, a box, a digit, ...) as (row, column) from 0. For
    digits, these are all cells that contain them.

    >>> list_cells(Grid([[1, 2], [2, 0]]), GridPart(PartKind.DIGIT, (2,)))
    [(0, 1), (1, 0)]
    """
    (sort, numbers), every = thing, range(grid.size)
    height, width = grid.shape
    rows: Iterable[int] = every
    columns: Iterable[int] = every
    match sort:
        case PartKind.DIGIT | PartKind.DIGITS:
            return [cell for cell in grid.cells if grid[cell] in numbers]
        case PartKind.CLUE:
            rows, columns = numbers[:1], numbers[1:]
        case PartKind.ROW | PartKind.ROWS:
            rows = numbers
        case PartKind.COLUMN | PartKind.COLUMNS:
            columns = numbers
    if sort in (PartKind.BAND, PartKind.BOX):
        rows = every[numbers[0] * height :][:height]
    if sort in (PartKind.STACK, PartKind.BOX):
        columns = every[numbers[-1] * width :][:width]
    return list(product(rows, columns))


def choose_cells_to_mark(
    first: Grid, second: Grid, differences: Sequence[Difference]
) -> tuple[CellSet, CellSet]:
    """Choose the cells to highlight in the drawing of each grid, so that a person sees the
    differences: the clues of each grid part to highlight (a row, a box, ...), or all its cells if
    it has no clues.
    """

    def cells(grid: Grid, number: int) -> CellSet:
        things = [thing for one in differences for thing in one.marked[number]]
        owns = [list_cells(grid, thing) for thing in things]
        return frozenset().union(*([cell for cell in own if grid[cell]] or own for own in owns))

    return cells(first, 0), cells(second, 1)
