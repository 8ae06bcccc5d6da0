"""Define the reasons why a Sudoku is not a copy of another: differences between the two Sudokus,
and the cells in which a person can see these differences.

Clues are counted in each part of a grid (`GridPart`): in each row, box and pair of rows in a band,
for each digit, and so on. The counts, such as the number of clues of a row, do not change if the
grid is transformed. If more parts of one grid than of the other have the same counts, the grids are
not copies. A quarter turn turns rows into columns; so a difference either treats rows and columns
alike, or holds for a single orientation. In the second case the reason has a difference for each
orientation.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import NamedTuple

from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape


class Orientations(Enum):
    """The orientations of the first grid in which a difference shows that the second grid is not a
    copy: all orientations, only those in which rows stay rows, or only those in which rows become
    columns.
    """

    ALL = "all"  # the difference treats rows and columns alike
    UPRIGHT = "rows to rows"  # all transformations, unless boxes are square
    TURNED = "rows to columns"


class PartKind(Enum):
    """The kinds of parts of a grid in which clues are counted, such as digits, rows, boxes, or
    pairs of rows. A part is identified by its kind and by one or more numbers: a box, for example,
    by the numbers of its band and its stack. Numbers count from 0, except that digits count from 1.
    """

    DIGIT = "digit"
    ROW = "row"
    COLUMN = "column"
    BOX = "box"  # the numbers of its band and stack
    BAND = "band"
    STACK = "stack"
    CLUE = "clue"  # the numbers of its row and column
    ROWS = "rows"  # the numbers of two rows; likewise for columns and digits
    COLUMNS = "columns"
    DIGITS = "digits"


class GridPart(NamedTuple):
    """A part of a grid, such as a row, a box or a pair of digits. `kind` is its kind, and `numbers`
    distinguish it from the other parts of this kind: the number of the row, for example, or the two
    digits.
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


class CountsInPart(NamedTuple):
    """The numbers that were counted in a part of a grid, such as the number of clues in a box. No
    transformation changes them, except that a quarter turn exchanges the counts about rows with the
    counts about columns.

    - `common`: the counts that a quarter turn does not change.
    - `by_rows`: the counts about rows, which a quarter turn makes into counts about columns. All
      counts of a row, a band or a pair of rows are here. If the part is a clue or a digit, the
      numbers of clues in the rows of its cells may be here.
    - `by_columns`: the counts about columns: those of a column, a stack or a pair of columns, and
      the numbers of clues in the columns of the cells of a clue or a digit.
    """

    common: Values = ()
    by_rows: Values = ()
    by_columns: Values = ()

    @classmethod
    def from_counted_numbers(cls, part: GridPart, numbers: Values) -> "CountsInPart":
        """Return the counts of a part of a grid. `numbers` are counts about rows if `part` is a
        row, a band or two rows, and counts about columns if it is a column, a stack or two columns.
        Otherwise they are counts that a quarter turn does not change.
        """
        if part.is_along_rows:
            return cls(by_rows=numbers)
        return cls(by_columns=numbers) if part.is_along_columns else cls(numbers)

    def exchange_row_and_column_counts(self) -> "CountsInPart":
        """Return the counts that this part of the grid has after a quarter turn: the counts by rows
        become counts by columns, and the other way round.
        """
        return CountsInPart(self.common, self.by_columns, self.by_rows)

    def convert_for_comparison(
        self, orientations: Orientations, is_of_first_grid: bool
    ) -> "CountsInPart":
        """Return the counts of a part of a grid so that they can be compared with the counts of
        parts of another grid: no transformation maps parts with different results onto each other.
        `orientations` are the orientations of the first grid in which the grids are compared.
        `is_of_first_grid` is whether the part belongs to the first grid.

        If rows become rows (`UPRIGHT`), the counts are returned unchanged. If rows become columns
        (`TURNED`), the counts by rows and by columns are exchanged for parts of the first grid. If
        all orientations are compared at once (`ALL`), they are exchanged, for parts of both grids,
        if the counts by columns are greater than the counts by rows.
        """
        if orientations is Orientations.ALL:
            return max(self, self.exchange_row_and_column_counts())
        return (
            self.exchange_row_and_column_counts()
            if orientations is Orientations.TURNED and is_of_first_grid
            else self
        )


class CountingMethod(Enum):
    """The ways to count in a part of a grid, such as counting its clues. Each value of this
    enumeration is a tuple: the name of the method that counts, followed by the arguments that this
    method gets after the part.

    The class `reason_search._ClueCounterByTables` has these methods.
    """

    CLUES = ("count_clues_as_list",)  # the number of clues
    # the clues in each row of a band, or in each column of a stack
    CLUES_OF_LINES = ("list_clue_counts_of_lines",)
    CLUES_OF_BOXES = ("list_clue_counts_of_boxes",)  # the clues in each box of a band or stack
    # how often each repeated digit occurs, or 1 if none does
    REPEATS = ("list_counts_of_repeated_digits",)
    # for each clue, the number of clues in its row
    ROWS_MET = "list_clue_counts_around_clues", PartKind.ROW
    COLUMNS_MET = "list_clue_counts_around_clues", PartKind.COLUMN
    BOXES_MET = "list_clue_counts_around_clues", PartKind.BOX
    # for each clue, how often its digit occurs in the grid
    DIGITS_MET = "list_clue_counts_around_clues", PartKind.DIGIT
    # the number of boxes that contain both of two digits
    SHARED_BOXES = ("list_count_of_boxes_shared_by_digits",)
    # the number of digits that two lines have in common
    SHARED_DIGITS = ("list_count_of_digits_shared_by_lines",)
    CYCLES = ("list_cycle_lengths",)  # the length of each cycle between two lines


CountTable = list[tuple[GridPart, CountsInPart]]
"""A list of parts of a grid (rows, boxes, digits, …), each with the numbers that were counted in
it.
"""


class GridComparisonMethod(NamedTuple):
    """A way to compare two grids: count something in each part of both grids, such as the clues in
    each row, and compare the counts. The parts are of one of the `part_kinds` and fulfil all
    `conditions`. Each of the `counting_methods` counts one thing in these parts.

    If `compares_lines` is true, the clues in the row and in the column of each cell of the part are
    also counted.
    """

    part_kinds: tuple[PartKind, ...]
    counting_methods: tuple[CountingMethod, ...] = ()
    compares_lines: bool = False
    conditions: tuple[Callable[[Grid, GridPart], bool], ...] = ()

    def make_count_table(self, grid: Grid, counter: object) -> CountTable:
        """Count in each part of `grid` that this comparison is about, such as in each of its boxes.
        Return the parts with their counts. `counter` is an object that counts in this grid; its
        methods have the names that `CountingMethod` lists.
        """
        return [
            (part, self._make_counts_in_part(part, counter))
            for sort in self.part_kinds
            for part in list_parts(grid, sort)
            if all(holds(grid, part) for holds in self.conditions)
        ]

    def _make_counts_in_part(self, part: GridPart, counter: object) -> CountsInPart:
        """Return the numbers that the counting methods of this comparison find in a part of a grid.
        `counter` is an object that counts in this grid.
        """

        def count(method: CountingMethod) -> Values:
            """Return the numbers that the counting method `method` counts in this part of the grid,
            in ascending order.
            """
            name, *sorts = method.value
            return tuple(sorted(getattr(counter, name)(part, *sorts)))

        values = tuple(number for method in self.counting_methods for number in count(method))
        if self.compares_lines:
            return CountsInPart(
                values, count(CountingMethod.ROWS_MET), count(CountingMethod.COLUMNS_MET)
            )
        return CountsInPart.from_counted_numbers(part, values)


def _has_clues(grid: Grid, part: GridPart) -> bool:
    """Return whether a part of the grid, such as a row, contains a clue."""
    return any(grid[cell] for cell in list_cells(grid, part))


def _are_lines_in_one_block(grid: Grid, part: GridPart) -> bool:
    """Return whether two rows are in one band, or two columns in one stack. `part` is the pair of
    rows or the pair of columns.
    """
    length = grid.shape.height if part.is_along_rows else grid.shape.width
    one, other = part.numbers
    return one // length == other // length


def _are_lines_in_different_blocks(grid: Grid, part: GridPart) -> bool:
    """Return whether two rows are in different bands, or two columns in different stacks. `part` is
    the pair of rows or the pair of columns.
    """
    return not _are_lines_in_one_block(grid, part)


def _are_lines_complete(grid: Grid, part: GridPart) -> bool:
    """Return whether each line of `part` contains every digit exactly once. `part` is a row, a
    column, a pair of rows or a pair of columns.
    """
    return all(
        sorted(line) == [*range(1, grid.size + 1)] for line in list_digits_of_lines(grid, part)
    )


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
_BOX_AND_DIGIT = (CountingMethod.BOXES_MET, CountingMethod.DIGITS_MET)
_HELD, _NEAR = (_has_clues,), (_are_lines_in_one_block,)


class ReasonKind(Enum):
    """The kinds of reasons why a grid is not a copy of another, in the order in which they are
    tried. The value of a kind is its name, and its attribute `compared` describes how two grids are
    compared to find such a reason.
    """

    CLUES = "clues", GridComparisonMethod(_CLUE)
    DIGITS = "digits", GridComparisonMethod(_DIGIT, (CountingMethod.CLUES,))
    LINES = "lines", GridComparisonMethod(_LINE, (CountingMethod.CLUES,))
    BOXES = "boxes", GridComparisonMethod(_BOX, (CountingMethod.CLUES,))
    BLOCKS = "bands and stacks", GridComparisonMethod(_BLOCK, (CountingMethod.CLUES,))
    BLOCKS_BY_LINES = (
        "lines of bands and stacks",
        GridComparisonMethod(_BLOCK, (CountingMethod.CLUES_OF_LINES,)),
    )
    BLOCKS_BY_BOXES = (
        "boxes of bands and stacks",
        GridComparisonMethod(_BLOCK, (CountingMethod.CLUES_OF_BOXES,)),
    )
    REPEATS_IN_LINES = (
        "repeated digits in lines",
        GridComparisonMethod(_LINE, (CountingMethod.REPEATS,), conditions=_HELD),
    )
    REPEATS_IN_BOXES = (
        "repeated digits in boxes",
        GridComparisonMethod(_BOX, (CountingMethod.REPEATS,)),
    )
    CLUES_BY_LINES = "row and column of a clue", GridComparisonMethod(_CLUE, compares_lines=True)
    CLUES_BY_DIGIT = "box and digit of a clue", GridComparisonMethod(_CLUE, _BOX_AND_DIGIT)
    DIGITS_BY_BOXES = "boxes of a digit", GridComparisonMethod(_DIGIT, (CountingMethod.BOXES_MET,))
    DIGITS_BY_LINES = (
        "rows and columns of a digit",
        GridComparisonMethod(_DIGIT, compares_lines=True),
    )
    LINES_BY_DIGITS = (
        "digits of a line",
        GridComparisonMethod(_LINE, (CountingMethod.DIGITS_MET,), conditions=_HELD),
    )
    CLUES_BY_ALL = (
        "row, column, box and digit of a clue",
        GridComparisonMethod(_CLUE, _BOX_AND_DIGIT, compares_lines=True),
    )
    DIGIT_PAIRS = (
        "boxes of two digits",
        GridComparisonMethod(_DIGITS, (CountingMethod.SHARED_BOXES,)),
    )
    LINE_PAIRS = (
        "digits of two lines",
        GridComparisonMethod(_LINES, (CountingMethod.SHARED_DIGITS,), conditions=_NEAR),
    )
    NEAR_CYCLES = (
        "cycles between lines of a band or stack",
        GridComparisonMethod(
            _LINES,
            (CountingMethod.CYCLES,),
            conditions=(_are_lines_in_one_block, _are_lines_complete),
        ),
    )
    FAR_CYCLES = (
        "cycles between lines of two bands or stacks",
        GridComparisonMethod(
            _LINES,
            (CountingMethod.CYCLES,),
            conditions=(_are_lines_in_different_blocks, _are_lines_complete),
        ),
    )
    # The comparison is about the colours that lines and digits have after some rounds of colour
    # refinement.
    ROUNDS = "refinement", GridComparisonMethod(())

    def __new__(cls, name: str, compared: GridComparisonMethod) -> "ReasonKind":
        """Create a kind of reason. `name` becomes its value, and `compared` describes how two grids
        are compared to find such a reason.
        """
        kind = object.__new__(cls)
        kind._value_, kind.compared = name, compared
        return kind

    compared: GridComparisonMethod


class Difference(NamedTuple):
    """A difference that shows that two grids are not copies: more parts of one grid (such as rows,
    boxes or digits) than of the other have certain counts (such as three clues).

    - `kind`: what was counted in which parts, such as the clues in each row.
    - `orientations`: the orientations of the first grid in which the grids were compared.
    - `counts`: the counts that more parts of one grid than of the other have; no counts if the kind
      is `ReasonKind.ROUNDS`. If `orientations` is `ALL`, their counts about rows and about columns
      may be exchanged (see `CountsInPart.convert_for_comparison`).
    - `first`: all parts of the first grid that have these counts or, if `orientations` is `TURNED`,
      would have them after a quarter turn of the grid.
    - `second`: all parts of the second grid that have these counts.
    - `rounds`: the number of refinement rounds if the kind is `ReasonKind.ROUNDS`, otherwise 0.
    """

    kind: ReasonKind
    orientations: Orientations
    counts: CountsInPart
    first: tuple[GridPart, ...]
    second: tuple[GridPart, ...]
    rounds: int = 0

    @property
    def is_about_line_or_digit_pairs(self) -> bool:
        """True if the clues were counted in pairs (two rows, two columns or two digits), False if
        they were counted in single lines, boxes or digits.
        """
        sorts = (PartKind.ROWS, PartKind.COLUMNS, PartKind.DIGITS)
        return all(part.kind in sorts for part in (*self.first, *self.second))

    @property
    def marked_parts_of_both_grids(self) -> tuple[tuple[GridPart, ...], tuple[GridPart, ...]]:
        """The parts (such as rows, boxes or digits) to highlight in the drawings of both grids. If
        pairs of parts were compared, such as pairs of rows, only the first pair is highlighted, so
        that it is clear which two parts belong together. Nothing is highlighted if the grids differ
        in their total number of clues.
        """
        most = (
            0 if self.kind is ReasonKind.CLUES else 1 if self.is_about_line_or_digit_pairs else None
        )
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
    def are_all_differing_parts_highlighted(self) -> bool:
        """Whether all differences are highlighted in the drawings of the grids: all rows, boxes or
        digits in which the grids differ. False if pairs of such parts were compared and several
        pairs differ, because then only the first pair is highlighted.
        """
        pairs = [
            difference for difference in self.differences if difference.is_about_line_or_digit_pairs
        ]
        return all(max(len(one.first), len(one.second)) <= 1 for one in pairs)

    @property
    def kind(self) -> ReasonKind:
        """The kind of the reason, such as a different number of clues in a row. If the reason has
        two differences of different kinds, it is the kind that comes later in `ReasonKind`.
        """
        return max((difference.kind for difference in self.differences), key=list(ReasonKind).index)


# Grid parts and their cells


def list_orientations_to_rule_out(shape: BoxShape) -> tuple[Orientations, ...]:
    """Return the orientations in which a copy of a grid of this shape can be: rows can become rows
    and, if boxes are square, rows can become columns. To show that a grid is not a copy, each of
    these orientations must be ruled out.
    """
    return (
        (Orientations.UPRIGHT, Orientations.TURNED)
        if 1 in shape.rotations
        else (Orientations.UPRIGHT,)
    )


def list_parts(grid: Grid, kind: PartKind) -> list[GridPart]:
    """Return all parts of one kind that a grid has: for example all boxes if `kind` is
    `PartKind.BOX`, all pairs of rows for `PartKind.ROWS`. If `kind` is `PartKind.CLUE`, the
    parts are the cells with clues; if it is `PartKind.DIGIT`, the digits that occur in the grid.

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


def list_digits_of_lines(grid: Grid, part: GridPart) -> list[tuple[int, ...]]:
    """Return the digits of a row or column as a list with one tuple, in which 0 is a blank. If
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
    `differences`. In each highlighted part, such as a row or a box, these are the cells with clues,
    or all cells of the part if it has no clues.
    """

    def choose_cells(grid: Grid, grid_index: int) -> CellSet:
        """Return the cells to highlight in one grid: the first if `grid_index` is 0, the second if
        it is 1.
        """
        parts = [part for one in differences for part in one.marked_parts_of_both_grids[grid_index]]
        owns = [list_cells(grid, part) for part in parts]
        return frozenset().union(*([cell for cell in own if grid[cell]] or own for own in owns))

    return choose_cells(first, 0), choose_cells(second, 1)
