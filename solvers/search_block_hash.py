"""Backend `search:block-hash`: decide whether a Sudoku is a copy of another. It first compares a
hash of each box, and then the cells, but only for orders of the boxes in which all hashes agree.

The method is that of Masche's solution of *Sudokopie* (Bundeswettbewerb Informatik 41).
A box is a *Block* there, and its number the block's hash.

**How it works.** The hash of a box is computed from the number of clues in each of its rows and in
each of its columns: add 1 to each of these numbers, multiply those of the rows, multiply those of
the columns, and add both products. Wherever the box goes, its hash stays the same. A new order of
its rows or columns gives a new order of factors, a quarter turn exchanges the two products, and new
names of digits do not matter, because only the places of clues are counted. So there are two steps:

1. **Boxes.** Which orders of bands and stacks put on each box of the second grid a box of the first
   grid with the same hash? Different hashes prove that two boxes differ, so that no other order has
   to be looked at. For a puzzle with an irregular pattern of clues often a single order is left.
2. **Lines.** Equal hashes prove nothing: two boxes may have the same numbers of clues, but other
   digits, or clues in other cells. So the cells are compared for each remaining order of the boxes:
   rows and columns are put into an order, and a table of new names grows on the way. A clue whose
   digit is not in the table adds it. A clue whose digit is in the table has to become the digit in
   the table.

**Example.** A box with clues in cells 1, 2 and 5, counted row by row, has 2, 1 and 0 clues in its
rows and 1, 2 and 0 in its columns: 3·2·1 + 2·3·1 = 12. A box with clues in one row has
4·1·1 + 2·2·2 = 12, too: the hashes are equal, the boxes are not, and step 2 sees it.

**The faults of the published program.** It exchanges bands and stacks when it compares hashes, and
so misses most copies, one of the contest's own examples (sudoku4) among them. Its table lets two
digits become the same digit, so that it takes a grid in which digits have been merged for a copy. A
digit that does not occur has no new name in its answer. It tries all 46,656 orders of lines even if
the first row can't be right, which takes minutes for complete grids. It reads 9×9 grids only.

**How it is made right here.** The table begins with “blank becomes blank”, and no two entries may
have the same new name. Digits that do not occur get the names left over. Boxes may have any shape.
Orders of lines grow line by line, and a line that does not fit ends all orders that begin with it.
The rows of the band with the most clues are placed first; only their numbers of clues can be
compared. Then all columns are placed, which have to agree with these rows in each cell, then all
other rows. If several lines or blocks are equal in all cells, only one of them is tried at a place.

**Cost.** All boxes are hashed by one look at each cell. A puzzle is decided after some hundred
lines at most. The hash is useless for complete grids: all boxes have the same hash, so that all
orders of bands and stacks are looked at closer, each with all orders of the rows and columns of a
box: 36 · 36 for 9×9, and 576 · 576 for 16×16.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import NamedTuple, TypeVar

from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.candidates import turn_cells
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .deadline import Deadline
from .depth_first import DepthFirstSearch
from .protocol import Abilities, AskedPair, Outcome, make_names_and_create

DigitRenaming = dict[int, int]
"""For each digit of the first grid that has already been matched, the digit that replaces it; 0
(blank) becomes 0.
"""


class BlockHashBackend:
    """The backend that compares the boxes of two Sudokus by hashes, and then their cells. First it
    finds the orders of bands and stacks in which each box of the first Sudoku has the same hash as
    the box of the second at the same position. For each of these orders it then compares the cells.
    """

    name = "search:block-hash"
    description = Message(
        "Masche's method: compares boxes by a number that no step changes, then lines"
    )
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, deadline: Deadline) -> Outcome:
        """Return whether the second Sudoku is a copy of the first, without or with a quarter turn.
        First the hashes of the boxes are compared, then the cells. Raises `DeadlinePassedError` if
        the time runs out.
        """
        shape, second = question.first.shape, question.second.rows
        orders = nodes = 0
        for orientation in question.candidates.orientations:
            first = turn_cells(question.first, orientation.quarter)
            for bands, stacks in yield_band_and_stack_orders(first, second, shape, deadline):
                orders += 1
                line_search = LineSearch(first, second, shape, bands, stacks)
                search = DepthFirstSearch(line_search.yield_states_with_next_line, deadline)
                placed = next(search.yield_goal_states(line_search.start, 2 * shape.size), None)
                nodes += search.nodes
                if placed is not None:
                    witness = line_search.make_transformation(placed, orientation.quarter)
                    return Outcome(Verdict.YES, witness, {"orders": orders, "nodes": nodes})
        return Outcome(Verdict.NO, None, {"orders": orders, "nodes": nodes})


names, create = make_names_and_create(BlockHashBackend)


# Step 1: boxes

T = TypeVar("T")

Order = tuple[int, ...]
"""A new order of bands, stacks, rows or columns of a grid. The entry at index i is the old index,
from 0, of the band, stack, row or column that is moved to position i.
"""

Lines = tuple[tuple[int, ...], ...]
"""The cells of some rows, or of some columns, one tuple for each of these rows or columns."""


def hash_clue_counts_in_box(box: Sequence[Sequence[int]]) -> int:
    """Return a hash of a box, computed from the numbers of clues in its rows and columns. No
    transformation of the Sudoku changes it. `box` is the list of the box's rows.

    >>> hash_clue_counts_in_box([[5, 7, 0], [0, 2, 0], [0, 0, 0]])
    12
    >>> hash_clue_counts_in_box([[1, 2, 3], [0] * 3, [0] * 3])
    12
    """
    columns = zip(*box, strict=True)
    return prod(1 + count_clues(row) for row in box) + prod(
        1 + count_clues(column) for column in columns
    )


def count_clues(line: Iterable[int]) -> int:
    """Return the number of clues in a row or column: its cells that are not blank (0)."""
    return sum(1 for digit in line if digit)


def list_box_hashes_of_bands(cells: Cells, shape: BoxShape) -> list[list[int]]:
    """Return the hashes of all boxes of a grid, one list for each band, from left to right."""
    height, width = shape
    return [
        [
            hash_clue_counts_in_box([row[left : left + width] for row in cells[top : top + height]])
            for left in range(0, shape.size, width)
        ]
        for top in range(0, shape.size, height)
    ]


def yield_band_and_stack_orders(
    first: Cells, second: Cells, shape: BoxShape, deadline: Deadline
) -> Iterator[tuple[Order, Order]]:
    """Yield all orders of the first grid's bands and stacks that move every box to a place where
    the second grid has a box with the same hash. Each result is a pair: the order of the bands, and
    the order of the stacks. Raises `DeadlinePassedError` if `deadline` passes.

    >>> first, second = ((1, 0), (0, 0)), ((0, 0), (0, 2))
    >>> list(yield_band_and_stack_orders(first, second, BoxShape(1, 2), Deadline()))
    [((1, 0), (0,))]
    """
    own, wanted = list_box_hashes_of_bands(first, shape), list_box_hashes_of_bands(second, shape)
    bands, stacks = (
        split_into_blocks(first, shape.height),
        split_into_blocks(transpose_rows(first), shape.width),
    )
    for band_order in yield_block_orders(
        [*map(sorted, own)], [*map(sorted, wanted)], bands, deadline
    ):
        in_order = transpose_rows([own[band] for band in band_order])
        for stack_order in yield_block_orders(in_order, transpose_rows(wanted), stacks, deadline):
            yield band_order, stack_order


def yield_block_orders(
    first_hashes: Sequence[T],
    second_hashes: Sequence[T],
    first_blocks: Sequence[object],
    deadline: Deadline,
) -> Iterator[Order]:
    """Yield all orders of a grid's bands that move every band to a place where the second grid has
    a band with the same hashes. Raises `DeadlinePassedError` if `deadline` passes. For
    stacks the function works in the same way.

    `first_hashes` and `second_hashes` have the hashes of each band in the two grids. `first_blocks`
    has the cells of each band in the first grid. If several bands have equal cells, only the first
    of them is tried at a place.

    >>> found = list(yield_block_orders("aba", "aab", [7, 8, 9], Deadline()))
    >>> found, list(yield_block_orders("aa", "aa", [7, 7], Deadline()))
    ([(0, 2, 1), (2, 0, 1)], [(0, 1)])
    """

    def yield_orders_with_next_block(order: Order) -> Iterator[Order]:
        """Yield the orders that extend `order`, the bands or stacks placed so far, by one more band
        or stack. The hashes of this band or stack must be equal to those of the second grid's band
        or stack at the same place.
        """
        tried = []
        for i, block in enumerate(first_blocks):
            if (
                i not in order
                and first_hashes[i] == second_hashes[len(order)]
                and block not in tried
            ):
                tried.append(block)
                yield (*order, i)

    return DepthFirstSearch(yield_orders_with_next_block, deadline).yield_goal_states(
        (), len(second_hashes)
    )


def transpose_rows(rows: Sequence[Sequence[int]]) -> Lines:
    """Return the columns of some rows of a grid, from left to right, each as a tuple of cells."""
    return tuple(zip(*rows, strict=True))


def split_into_blocks(lines: Lines, block_length: int) -> list[Lines]:
    """Split a grid's rows into bands of `block_length` rows, or its columns into stacks of
    `block_length` columns, and return them in order.
    """
    return [lines[start : start + block_length] for start in range(0, len(lines), block_length)]


# Step 2: lines


class PlacedLines(NamedTuple):
    """A state of the second step of the search: the rows and columns of the first grid that have
    been placed so far, and the digits that replace the digits in them. `columns[i]` is the column
    of the first grid that is moved to position i. The rows are placed in another order: `rows[i]`
    is the row that is moved to position `row_places[i]` of the `LineSearch`.
    """

    rows: Order
    columns: Order
    names: DigitRenaming


class LineSearch:
    """The second step of the search, in which the orders of the bands and stacks are already
    chosen. It chooses the order of the rows in each band, the order of the columns in each stack,
    and the new names of digits. Band `bands[i]` of the first grid is moved to position i, and so is
    stack `stacks[i]`.
    """

    start = PlacedLines((), (), {0: 0})

    def __init__(
        self, first: Cells, second: Cells, shape: BoxShape, bands: Order, stacks: Order
    ) -> None:
        self.shape, self.first, self.second = shape, first, second
        self.bands, self.stacks = bands, stacks
        self.first_columns, self.second_columns = transpose_rows(first), transpose_rows(second)
        height, in_order = shape.height, range(shape.bands)
        most = max(
            in_order, key=lambda b: sum(map(count_clues, second[b * height : (b + 1) * height]))
        )
        self.row_places = [
            band * height + i
            for band in sorted(in_order, key=lambda b: b != most)
            for i in range(height)
        ]
        """The indices of the second grid's rows in the order in which they are matched: first the
        rows of the band with the most clues, because they rule out most choices.
        """

    def yield_states_with_next_line(self, placed: PlacedLines) -> Iterator[PlacedLines]:
        """Yield the states of the search that follow the state `placed`. In a state, some rows and
        columns of the first grid have places in the second grid; in the next state, one more line
        has a place. First the rows of one band get places, then all columns, then the other rows.
        """
        if len(placed.rows) >= self.shape.height and len(placed.columns) < self.shape.size:
            yield from self._yield_states_with_next_column(placed)
        else:
            yield from self._yield_states_with_next_row(placed)

    def _yield_states_with_next_row(self, placed: PlacedLines) -> Iterator[PlacedLines]:
        """Yield the states that follow `placed` if one more row is placed, at the next free
        position. A row fits if it has as many clues in each box as the second grid's row at this
        position, and if some renaming of digits makes both rows equal in all columns that have been
        placed.
        """
        height, width = self.shape
        place = self.row_places[len(placed.rows)]
        target = self.second[place]
        wanted = _list_clue_counts_in_boxes(target, range(self.shape.stacks), width)
        for row in _yield_distinct_unplaced_indices(
            self.first, self.bands[place // height], height, placed.rows
        ):
            line = self.first[row]
            if _list_clue_counts_in_boxes(line, self.stacks, width) == wanted:
                pairs = zip((line[column] for column in placed.columns), target, strict=False)
                if (names := try_extend_renaming(placed.names, pairs)) is not None:
                    yield PlacedLines((*placed.rows, row), placed.columns, names)

    def _yield_states_with_next_column(self, placed: PlacedLines) -> Iterator[PlacedLines]:
        """Yield the states that follow `placed` if one more column is placed, at the next free
        position. A column fits if it has as many clues in each box as the second grid's column at
        this position, and if some renaming of digits makes both columns equal in all rows that have
        been placed.
        """
        height, width = self.shape
        place = len(placed.columns)
        target = self.second_columns[place]
        wanted = _list_clue_counts_in_boxes(target, range(self.shape.bands), height)
        for column in _yield_distinct_unplaced_indices(
            self.first_columns, self.stacks[place // width], width, placed.columns
        ):
            line = self.first_columns[column]
            if _list_clue_counts_in_boxes(line, self.bands, height) == wanted:
                placed_rows = zip(placed.rows, self.row_places, strict=False)
                pairs = ((line[row], target[row_place]) for row, row_place in placed_rows)
                if (names := try_extend_renaming(placed.names, pairs)) is not None:
                    yield PlacedLines(placed.rows, (*placed.columns, column), names)

    def make_transformation(self, placed: PlacedLines, quarter_turns: int) -> Transformation:
        """Return the transformation that leads from the first grid to the second: `quarter_turns`
        quarter turns, then the order of rows and columns in `placed`, then its renaming of digits.
        All rows and columns must have been placed.
        """
        rows = [row for _, row in sorted(zip(self.row_places, placed.rows, strict=True))]
        size = self.shape.size
        unused = iter(sorted({*range(1, size + 1)} - {*placed.names.values()}))
        digits = [
            placed.names[d] if d in placed.names else next(unused) for d in range(1, size + 1)
        ]
        return Transformation.from_lines(self.shape, quarter_turns, rows, placed.columns, digits)


def try_extend_renaming(
    renaming: DigitRenaming, pairs: Iterable[tuple[int, int]]
) -> DigitRenaming | None:
    """Return a copy of `renaming`, which maps digits to new digits, with the pairs (digit, new
    digit) added. Return None if one digit would get two new digits, or if two digits would get the
    same new digit.

    >>> try_extend_renaming({0: 0, 1: 5}, [(1, 5), (2, 3), (0, 0)])
    {0: 0, 1: 5, 2: 3}
    >>> names = {0: 0, 1: 5}
    >>> try_extend_renaming(names, [(2, 5)]), try_extend_renaming(names, [(1, 4)])
    (None, None)
    >>> try_extend_renaming({0: 0}, [(7, 0)]) is None
    True
    """
    renaming = dict(renaming)
    for digit, new in pairs:
        if renaming.setdefault(digit, new) != new:
            return None
    return renaming if len({*renaming.values()}) == len(renaming) else None


def _list_clue_counts_in_boxes(
    line: Sequence[int], box_order: Iterable[int], box_length: int
) -> list[int]:
    """Return the number of clues that a row or column has in each box that it crosses. `box_order`
    lists the indices of these boxes; each box has `box_length` cells of the row or column.
    """
    return [count_clues(line[box * box_length : (box + 1) * box_length]) for box in box_order]


def _yield_distinct_unplaced_indices(
    lines: Sequence[tuple[int, ...]], block: int, block_length: int, placed: Order
) -> Iterator[int]:
    """Yield the indices of the rows of a band that have not been placed yet, that is, are not in
    `placed`. If several rows have equal cells, only the first is yielded, so that no choice is
    tried twice. For the columns of a stack the function works in the same way.
    """
    tried = set()
    for line in range(block * block_length, (block + 1) * block_length):
        if line not in placed and lines[line] not in tried:
            tried.add(lines[line])
            yield line
