"""Backend `search:block-hash`: compare a hash of each box, then cells where hashes agree.

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
other rows. If several
lines or blocks are equal in all cells, only one of them is tried at a place.

**Cost.** All boxes are hashed by one look at each cell. A puzzle is decided after some hundred
lines at most. The hash is useless for complete grids: all boxes have the same hash, so that all
orders of bands and stacks are looked at closer, each with all orders of the rows and columns of a
box: 36 · 36 for 9×9, and 576 · 576 for 16×16.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import NamedTuple, TypeVar

from ..base.verdict import Verdict
from ..encoding.candidates import turn_grid
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .clock import Clock
from .depth_first import DepthFirst
from .protocol import Abilities, AskedPair, Outcome, single_backend

Names = dict[int, int]
"""For each digit of the first grid that has already been matched, the digit that replaces it; 0
(blank) becomes 0.
"""


class BlockHashBackend:
    """The backend that compares Sudokus in two steps: find the orders of bands and stacks that move
    each box to a box with an equal hash, and then compare the cells for each of these orders.
    """

    name = "search:block-hash"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, clock: Clock) -> Outcome:
        """Return whether the second Sudoku is a copy of the first, as it is or turned by a quarter:
        first compare the hashes of the boxes, then the cells. Raises `DeadlinePassedError` if the
        time runs out.
        """
        shape, second = question.first.shape, question.second.rows
        looks = nodes = 0
        for orientation in question.candidates.orientations:
            first = turn_grid(question.first, orientation.quarter)
            for bands, stacks in list_box_orders(first, second, shape, clock):
                looks += 1
                closer_look = CloserLook(first, second, shape, bands, stacks)
                search = DepthFirst(closer_look.choices, clock)
                laid = next(search.goals(closer_look.start, 2 * shape.size), None)
                nodes += search.nodes
                if laid is not None:
                    witness = closer_look.transformation(laid, orientation.quarter)
                    return Outcome(Verdict.YES, witness, {"orders": looks, "nodes": nodes})
        return Outcome(Verdict.NO, None, {"orders": looks, "nodes": nodes})


names, create = single_backend(BlockHashBackend)


# Step 1: boxes

T = TypeVar("T")

Order = tuple[int, ...]
"""A new order of bands, stacks, rows or columns as a list of indices: at index i is the old index
of the one that moves to place i.
"""

Lines = tuple[tuple[int, ...], ...]
"""The cells of some rows, or of some columns, one tuple for each of these rows or columns."""


def hash_block(box: Sequence[Sequence[int]]) -> int:
    """Return a hash of a box that no transformation changes, computed from the numbers of clues in
    its rows and columns. `box` is the list of the box's rows.

    >>> hash_block([[5, 7, 0], [0, 2, 0], [0, 0, 0]]), hash_block([[1, 2, 3], [0] * 3, [0] * 3])
    (12, 12)
    """
    columns = zip(*box, strict=True)
    return prod(1 + count_clues(row) for row in box) + prod(
        1 + count_clues(column) for column in columns
    )


def count_clues(line: Iterable[int]) -> int:
    """Return the number of clues in a row or column: its cells that are not blank (0)."""
    return sum(1 for digit in line if digit)


def hash_boxes(cells: Cells, shape: BoxShape) -> list[list[int]]:
    """Return the hashes of all boxes of a grid, one list for each band, from left to right."""
    height, width = shape
    return [
        [
            hash_block([row[left : left + width] for row in cells[top : top + height]])
            for left in range(0, shape.size, width)
        ]
        for top in range(0, shape.size, height)
    ]


def list_box_orders(
    first: Cells, second: Cells, shape: BoxShape, clock: Clock
) -> Iterator[tuple[Order, Order]]:
    """Yield all ways to reorder the bands and the stacks of the first grid so that every box comes
    to a place where the second grid has a box with the same hash. Each result is a pair: the order
    of the bands and the order of the stacks.

    >>> first, second = ((1, 0), (0, 0)), ((0, 0), (0, 2))
    >>> list(list_box_orders(first, second, BoxShape(1, 2), Clock()))
    [((1, 0), (0,))]
    """
    own, wanted = hash_boxes(first, shape), hash_boxes(second, shape)
    bands, stacks = (
        split_into_blocks(first, shape.height),
        split_into_blocks(transpose_rows(first), shape.width),
    )
    for band_order in list_block_orders([*map(sorted, own)], [*map(sorted, wanted)], bands, clock):
        in_order = transpose_rows([own[band] for band in band_order])
        for stack_order in list_block_orders(in_order, transpose_rows(wanted), stacks, clock):
            yield band_order, stack_order


def list_block_orders(
    own: Sequence[T], wanted: Sequence[T], blocks: Sequence[object], clock: Clock
) -> Iterator[Order]:
    """Yield the orders of bands (or of stacks) in which every band comes to a place with equal
    hashes. `own` holds the hashes of each band in the first grid, `wanted` those of each band in
    the second grid, and `blocks` the cells of each band in the first grid.

    If several bands have equal cells, only the first of them is tried at a place.

    >>> found = list(list_block_orders("aba", "aab", [7, 8, 9], Clock()))
    >>> found, list(list_block_orders("aa", "aa", [7, 7], Clock()))
    ([(0, 2, 1), (2, 0, 1)], [(0, 1)])
    """

    def choices(order: Order) -> Iterator[Order]:
        tried = []
        for i, block in enumerate(blocks):
            if i not in order and own[i] == wanted[len(order)] and block not in tried:
                tried.append(block)
                yield (*order, i)

    return DepthFirst(choices, clock).goals((), len(wanted))


def transpose_rows(rows: Sequence[Sequence[int]]) -> Lines:
    """Return the columns of a grid or of some of its rows, each as a tuple of cells, from left to
    right.
    """
    return tuple(zip(*rows, strict=True))


def split_into_blocks(lines: Lines, length: int) -> list[Lines]:
    """Split a grid's rows into bands of `length` rows each, or its columns into stacks of `length`
    columns each.
    """
    return [lines[start : start + length] for start in range(0, len(lines), length)]


# Step 2: lines


class Laid(NamedTuple):
    """A state of the search in the second step: the rows and columns of the first grid that have
    been placed so far, and the digits that replace the digits in them.

    `rows[i]` is the row of the first grid that comes to place `CloserLook.row_places[i]`;
    `columns[i]` is the column that comes to place i.
    """

    rows: Order
    columns: Order
    names: Names


class CloserLook:
    """The second step of the search, after the orders of the bands and stacks have been chosen:
    choose the order of the rows in each band and of the columns in each stack, and the digits that
    replace the first grid's digits.

    Band `bands[i]` of the first grid comes to place i, and so does stack `stacks[i]`.
    """

    start = Laid((), (), {0: 0})

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

    def choices(self, laid: Laid) -> Iterator[Laid]:
        """Yield the states that follow `laid` if one more row or column of the first grid is
        placed, one state for each row or column that fits at the next place.
        """
        if len(laid.rows) >= self.shape.height and len(laid.columns) < self.shape.size:
            yield from self._columns(laid)
        else:
            yield from self._rows(laid)

    def _rows(self, laid: Laid) -> Iterator[Laid]:
        """Yield the states that follow `laid` if one more row is placed. A row fits if it can equal
        the second grid's row in the columns that have already been placed, and has equally many
        clues in each box.
        """
        height, width = self.shape
        place = self.row_places[len(laid.rows)]
        target = self.second[place]
        wanted = _count_clues_by_box(target, range(self.shape.stacks), width)
        for row in _list_different_lines(
            self.first, self.bands[place // height], height, laid.rows
        ):
            line = self.first[row]
            if _count_clues_by_box(line, self.stacks, width) == wanted:
                pairs = zip((line[column] for column in laid.columns), target, strict=False)
                if (names := add_names(laid.names, pairs)) is not None:
                    yield Laid((*laid.rows, row), laid.columns, names)

    def _columns(self, laid: Laid) -> Iterator[Laid]:
        """Yield the states that follow `laid` if one more column is placed. A column fits if it can
        equal the second grid's column in the rows that have already been placed, and has equally
        many clues in each box.
        """
        height, width = self.shape
        place = len(laid.columns)
        target = self.second_columns[place]
        wanted = _count_clues_by_box(target, range(self.shape.bands), height)
        for column in _list_different_lines(
            self.first_columns, self.stacks[place // width], width, laid.columns
        ):
            line = self.first_columns[column]
            if _count_clues_by_box(line, self.bands, height) == wanted:
                laid_rows = zip(laid.rows, self.row_places, strict=False)
                pairs = ((line[row], target[row_place]) for row, row_place in laid_rows)
                if (names := add_names(laid.names, pairs)) is not None:
                    yield Laid(laid.rows, (*laid.columns, column), names)

    def transformation(self, laid: Laid, quarter: int) -> Transformation:
        """Return the transformation that a state with all rows and columns placed describes. The
        grid is first turned by `quarter` quarter turns.
        """
        rows = [row for _, row in sorted(zip(self.row_places, laid.rows, strict=True))]
        size = self.shape.size
        unused = iter(sorted({*range(1, size + 1)} - {*laid.names.values()}))
        digits = [laid.names[d] if d in laid.names else next(unused) for d in range(1, size + 1)]
        return Transformation.from_lines(self.shape, quarter, rows, laid.columns, digits)


def add_names(names: Names, pairs: Iterable[tuple[int, int]]) -> Names | None:
    """Return `names`, which maps digits to the digits that replace them, with the pairs (digit, new
    digit) added. Return None if a digit would get two new digits, or two digits the same new digit.

    Each digit has one new name, and no two digits have the same new name.

    >>> add_names({0: 0, 1: 5}, [(1, 5), (2, 3), (0, 0)])
    {0: 0, 1: 5, 2: 3}
    >>> names = {0: 0, 1: 5}
    >>> add_names(names, [(2, 5)]), add_names(names, [(1, 4)]), add_names({0: 0}, [(7, 0)])
    (None, None, None)
    """
    names = dict(names)
    for digit, new in pairs:
        if names.setdefault(digit, new) != new:
            return None
    return names if len({*names.values()}) == len(names) else None


def _count_clues_by_box(line: Sequence[int], order: Iterable[int], length: int) -> list[int]:
    """Return the number of clues that a row or column has in each box that it crosses. `order`
    lists the boxes' indices, `length` is the number of cells in one box.
    """
    return [count_clues(line[box * length : (box + 1) * length]) for box in order]


def _list_different_lines(
    lines: Sequence[tuple[int, ...]], block: int, length: int, laid: Order
) -> Iterator[int]:
    """Yield the indices of the rows of a band (or columns of a stack) that are not in `laid`, the
    indices placed so far. Of rows with equal cells only the first is yielded, so that no choice is
    tried twice.
    """
    tried = set()
    for line in range(block * length, (block + 1) * length):
        if line not in laid and lines[line] not in tried:
            tried.add(lines[line])
            yield line
