"""Define the reasons why a Sudoku is not a copy of another: differences between the two Sudokus,
and the cells in which a person can see these differences.

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
    """The transformations that a difference between two grids rules out: all transformations, only
    those that map rows to rows, or only those that map rows to columns.
    """

    ALL = "all"  # the difference treats rows and columns alike
    UPRIGHT = "rows to rows"  # all transformations, unless boxes are square
    TURNED = "rows to columns"


class PartKind(Enum):
    """The kinds of parts of a grid that are compared, such as digits, rows, boxes, or pairs of
    rows. A part is identified by its number among all parts of its kind, or by the numbers that the
    comment beside the kind names. Numbers count from 0, except that digits count from 1.
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
    """A part of a grid, such as a row, a box or a pair of digits. `kind` is its kind, and `numbers`
    identify it among all parts of this kind.
    """

    kind: PartKind
    numbers: tuple[int, ...]

    @property
    def is_along_rows(self) -> bool:
        """Whether the part is a row, a band (a row of boxes), or a pair of rows."""
        return self.kind in (PartKind.ROW, PartKind.BAND, PartKind.ROWS)

    @property
    def is_along_columns(self) -> bool:
        """Whether the part is a column, a stack (a column of boxes), or a pair of columns."""
        return self.kind in (PartKind.COLUMN, PartKind.STACK, PartKind.COLUMNS)


Values = tuple[int, ...]


class Trait(NamedTuple):
    """A property of a part of a grid: some counts, such as its number of clues. No transformation
    changes them, except that a quarter turn exchanges the counts that concern rows with those that
    concern columns.

    `by_rows` holds the values of a row (or band, or pair of rows), and the values of a clue or
    digit that concern its rows; `by_columns` holds the same for columns. `common` holds the values
    that a quarter turn leaves alone.
    """

    common: Values = ()
    by_rows: Values = ()
    by_columns: Values = ()

    @classmethod
    def from_values(cls, part: GridPart, values: Values) -> "Trait":
        """Return the trait of a part of a grid that consists of the counts `values`. They are
        counts of rows if `part` is a row, a band or two rows, and counts of columns if it is a
        column, a stack or two columns. Otherwise they are counts that a quarter turn does not
        change.
        """
        if part.is_along_rows:
            return cls(by_rows=values)
        return cls(by_columns=values) if part.is_along_columns else cls(values)

    def exchange_rows_and_columns(self) -> "Trait":
        """Return the counts that this part of the grid has after a quarter turn: the counts by rows
        become counts by columns, and the other way round.
        """
        return Trait(self.common, self.by_columns, self.by_rows)

    def adapt_to_scope(self, scope: Scope, is_of_first_grid: bool) -> "Trait":
        """Return the counts in the order in which they are compared for the transformations of
        `scope`. `is_of_first_grid` is whether the part belongs to the first of the two grids.

        A quarter turn exchanges rows and columns. Under `Scope.TURNED` the counts of the first grid
        are therefore exchanged; under `Scope.ALL`, which allows both, the greater of the two orders
        is used for both grids; under `Scope.UPRIGHT` nothing changes.
        """
        if scope is Scope.ALL:
            return max(self, self.exchange_rows_and_columns())
        return (
            self.exchange_rows_and_columns() if scope is Scope.TURNED and is_of_first_grid else self
        )


class Measure(Enum):
    """The ways to count in a part of a grid, such as counting its clues. The counts form the trait
    by which parts are compared. Each value of this enumeration names the method that counts, and
    gives its further arguments.

    The classes `reasons._TableCounter` and `reason_check._CellCounter` have these methods.
    """

    CLUES = ("count_clues",)  # the number of clues
    # the clues in each row of a band, or in each column of a stack
    CLUES_OF_LINES = ("count_clues_of_lines",)
    CLUES_OF_BOXES = ("count_clues_of_boxes",)  # the clues in each box of a band or stack
    REPEATS = ("count_repeats",)  # how often each repeated digit occurs; 1 if no digit is repeated
    ROWS_MET = "count_clues_met", PartKind.ROW  # for each clue, the number of clues in its row
    COLUMNS_MET = "count_clues_met", PartKind.COLUMN
    BOXES_MET = "count_clues_met", PartKind.BOX
    DIGITS_MET = (
        "count_clues_met",
        PartKind.DIGIT,
    )  # for each clue, how often its digit occurs in the grid
    SHARED_BOXES = ("count_shared_boxes",)  # the number of boxes that contain both of two digits
    SHARED_DIGITS = ("count_shared_digits",)  # the number of digits that two lines have in common
    CYCLES = ("measure_cycles",)  # the length of each cycle between two lines


Table = list[tuple[GridPart, Trait]]
"""A list of grid parts (rows, boxes, digits, ...), each with its trait: the counts by which it is
compared.
"""


class GridComparison(NamedTuple):
    """A way to compare two grids. The parts of each grid that are of one of the `part_kinds` and
    fulfil all `conditions` are compared by the counts in `measures`. If `compares_lines` is True,
    they are also compared by the numbers of clues in the rows and in the columns of their cells.
    """

    part_kinds: tuple[PartKind, ...]
    measures: tuple[Measure, ...] = ()
    compares_lines: bool = False
    conditions: tuple[Callable[[Grid, GridPart], bool], ...] = ()

    def list_parts_with_traits(self, grid: Grid, counter: object) -> Table:
        """Return each part of `grid` that this rule compares, such as each of its boxes, with its
        trait, the counts by which it is compared. `counter` counts in this grid; its methods have
        the names that `Measure` lists.
        """
        return [
            (part, self._find_trait(part, counter))
            for sort in self.part_kinds
            for part in list_parts(grid, sort)
            if all(holds(grid, part) for holds in self.conditions)
        ]

    def _find_trait(self, part: GridPart, counter: object) -> Trait:
        def count(measure: Measure) -> Values:
            name, *sorts = measure.value
            return tuple(sorted(getattr(counter, name)(part, *sorts)))

        values = tuple(number for measure in self.measures for number in count(measure))
        if self.compares_lines:
            return Trait(values, count(Measure.ROWS_MET), count(Measure.COLUMNS_MET))
        return Trait.from_values(part, values)


def _has_clues(grid: Grid, part: GridPart) -> bool:
    return any(grid[cell] for cell in list_cells(grid, part))


def _are_in_one_block(grid: Grid, part: GridPart) -> bool:
    length = grid.shape.height if part.is_along_rows else grid.shape.width
    one, other = part.numbers
    return one // length == other // length


def _are_in_two_blocks(grid: Grid, part: GridPart) -> bool:
    return not _are_in_one_block(grid, part)


def _are_complete(grid: Grid, part: GridPart) -> bool:
    return all(sorted(line) == [*range(1, grid.size + 1)] for line in list_lines(grid, part))


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
_HELD, _NEAR = (_has_clues,), (_are_in_one_block,)


class ReasonKind(Enum):
    """The kinds of reasons why a grid is not a copy of another, in the order in which they are
    tried. The value of a kind is its name, and its attribute `compared` describes how the two grids
    are compared.
    """

    CLUES = "clues", GridComparison(_CLUE)
    DIGITS = "digits", GridComparison(_DIGIT, (Measure.CLUES,))
    LINES = "lines", GridComparison(_LINE, (Measure.CLUES,))
    BOXES = "boxes", GridComparison(_BOX, (Measure.CLUES,))
    BLOCKS = "bands and stacks", GridComparison(_BLOCK, (Measure.CLUES,))
    BLOCKS_BY_LINES = "lines of bands and stacks", GridComparison(_BLOCK, (Measure.CLUES_OF_LINES,))
    BLOCKS_BY_BOXES = "boxes of bands and stacks", GridComparison(_BLOCK, (Measure.CLUES_OF_BOXES,))
    REPEATS_IN_LINES = (
        "repeated digits in lines",
        GridComparison(_LINE, (Measure.REPEATS,), conditions=_HELD),
    )
    REPEATS_IN_BOXES = "repeated digits in boxes", GridComparison(_BOX, (Measure.REPEATS,))
    CLUES_BY_LINES = "row and column of a clue", GridComparison(_CLUE, compares_lines=True)
    CLUES_BY_DIGIT = "box and digit of a clue", GridComparison(_CLUE, _BOX_AND_DIGIT)
    DIGITS_BY_BOXES = "boxes of a digit", GridComparison(_DIGIT, (Measure.BOXES_MET,))
    DIGITS_BY_LINES = "rows and columns of a digit", GridComparison(_DIGIT, compares_lines=True)
    LINES_BY_DIGITS = (
        "digits of a line",
        GridComparison(_LINE, (Measure.DIGITS_MET,), conditions=_HELD),
    )
    CLUES_BY_ALL = (
        "row, column, box and digit of a clue",
        GridComparison(_CLUE, _BOX_AND_DIGIT, compares_lines=True),
    )
    DIGIT_PAIRS = "boxes of two digits", GridComparison(_DIGITS, (Measure.SHARED_BOXES,))
    LINE_PAIRS = (
        "digits of two lines",
        GridComparison(_LINES, (Measure.SHARED_DIGITS,), conditions=_NEAR),
    )
    NEAR_CYCLES = (
        "cycles between lines of a band or stack",
        GridComparison(_LINES, (Measure.CYCLES,), conditions=(_are_in_one_block, _are_complete)),
    )
    FAR_CYCLES = (
        "cycles between lines of two bands or stacks",
        GridComparison(_LINES, (Measure.CYCLES,), conditions=(_are_in_two_blocks, _are_complete)),
    )
    # compares the kinds that `refine_kinds` returns after some rounds
    ROUNDS = "refinement", GridComparison(())

    def __new__(cls, name: str, compared: GridComparison) -> "ReasonKind":
        """Create a kind of reason. `name` becomes its value, and `compared` describes how two grids
        are compared.
        """
        kind = object.__new__(cls)
        kind._value_, kind.compared = name, compared
        return kind

    compared: GridComparison


class Difference(NamedTuple):
    """A difference that shows that two grids are not copies. A certain trait (a property such as
    "three clues") occurs in the two grids for different numbers of parts (such as rows, boxes or
    digits).

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
        """Whether the parts that are compared are pairs of rows, pairs of columns or pairs of
        digits.
        """
        sorts = (PartKind.ROWS, PartKind.COLUMNS, PartKind.DIGITS)
        return all(part.kind in sorts for part in (*self.first, *self.second))

    @property
    def marked_parts(self) -> tuple[tuple[GridPart, ...], tuple[GridPart, ...]]:
        """The parts (such as rows, boxes or digits) to highlight in the drawings of both grids. If
        they are pairs, only the first pair is highlighted, so that it is clear which two belong
        together. Nothing is highlighted if the grids differ in their total number of clues.
        """
        most = 0 if self.kind is ReasonKind.CLUES else 1 if self.are_pairs else None
        return self.first[:most], self.second[:most]


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why the second grid is not a copy of the first. It consists of a single
    difference, or of one difference for the grid as it is and another for the grid with a quarter
    turn.

    `first_cells` and `second_cells` are the cells of each grid that a person should look at.
    """

    differences: tuple[Difference, ...]
    first_cells: CellSet
    second_cells: CellSet

    @property
    def marks_all(self) -> bool:
        """Whether the drawings highlight all rows, boxes, digits or pairs in which the two grids
        differ. False if only the first of several pairs is highlighted.
        """
        pairs = [difference for difference in self.differences if difference.are_pairs]
        return all(max(len(one.first), len(one.second)) <= 1 for one in pairs)

    @property
    def kind(self) -> ReasonKind:
        """The kind of the reason. If the reason has two differences of different kinds, it is the
        kind that comes later in `ReasonKind`.
        """
        return max((difference.kind for difference in self.differences), key=list(ReasonKind).index)


# Grid parts and their cells


def list_scopes(shape: BoxShape) -> tuple[Scope, ...]:
    """Return the sets of transformations that must all be ruled out for grids of this shape. These
    are the transformations that map rows to rows and, if boxes are square, also those that map rows
    to columns.
    """
    return (Scope.UPRIGHT, Scope.TURNED) if 1 in shape.rotations else (Scope.UPRIGHT,)


def list_parts(grid: Grid, kind: PartKind) -> list[GridPart]:
    """Return all parts of a grid that are of the kind `kind`, such as all boxes or all pairs of
    rows. Clues and digits are listed only if they occur in the grid.

    >>> [part.numbers for part in list_parts(Grid([[1, 2], [2, 0]]), PartKind.CLUE)]
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
    return [GridPart(kind, name) for name in names[kind]]


def list_lines(grid: Grid, part: GridPart) -> list[tuple[int, ...]]:
    """Return the values of a row or column as a list with one tuple, in which 0 is a blank. If
    `part` is a pair of rows or columns, the list has two tuples.
    """
    line = grid.column if part.is_along_columns else grid.row
    return [tuple(line(number)) for number in part.numbers]


def list_cells(grid: Grid, part: GridPart) -> list[Cell]:
    """Return the cells of a part of a grid, such as a row or a box, as pairs (row, column) from 0.
    The cells of a digit are all cells that contain it.

    >>> list_cells(Grid([[1, 2], [2, 0]]), GridPart(PartKind.DIGIT, (2,)))
    [(0, 1), (1, 0)]
    """
    (sort, numbers), every = part, range(grid.size)
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
    """Choose the cells to highlight in the drawings of two grids, so that a person sees the
    `differences`. They are the clues of each highlighted part, such as a row or a box, or all its
    cells if it has no clues.
    """

    def choose_cells(grid: Grid, grid_index: int) -> CellSet:
        parts = [part for one in differences for part in one.marked_parts[grid_index]]
        owns = [list_cells(grid, part) for part in parts]
        return frozenset().union(*([cell for cell in own if grid[cell]] or own for own in owns))

    return choose_cells(first, 0), choose_cells(second, 1)
