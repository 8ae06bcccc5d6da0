"""Backend `search:assignments`: decide whether a Sudoku is a copy of another by placing the first
one's bands, stacks, rows and columns in turn, and comparing counts of digits after each choice.

The method is that of Enns's solution of *Sudokopie* (Bundeswettbewerb Informatik 41).

**How it works.** The first grid is rebuilt until it looks like the second one. First its bands are
put into a new order, then its stacks, then the rows of each band, at last the columns of each
stack. For each digit of the first grid the search keeps a set: the digits that it can still become.
At the beginning each set has all digits. After each choice the search compares a part of both
grids. A digit can only become a digit that is in the same part of the second grid equally often:

1. A band is placed: how often is each digit in this band?
2. A stack is placed: how often is each digit in each box of this stack?
3. A row is placed: how often is each digit in each box that this row crosses?
4. A column is placed: in which rows of this column is each digit?

If a set becomes empty, or if the blanks differ, the last choice was wrong and is taken back. When
the last column has been placed, every cell has been compared, and each set holds a single digit.

**Example.** If 7 occurs three times in a band, and no digit occurs three times in the first band of
the second grid, this band can't come first: a third of all orders is ruled out by one look.

**The faults of the published program.** It crosses digits out of the same sets for all orders of
columns that it tries. A digit that a wrong order has crossed out is still crossed out when the next
order is tried. So the program finds no copy of most complete grids, and ends with an error on
some. It reads 9×9 grids only.

**How it is made right here.** A choice makes new sets and leaves the old sets as they are: to take
a choice back means to forget its sets. Columns are compared by counts as all other parts are. A
digit that does not occur gets a name that no other digit has got. Boxes may have any shape. The
published program tries whole orders of three lines; here an order grows line by line, so that a
wrong first line ends all orders that begin with it. If several lines or blocks are equal in all
cells, only one of them is tried at a place.

**Cost.** Each choice takes the time to count the digits in one block or line. Puzzles need some
hundred choices at most. Complete grids need more, because all bands and boxes hold each digit
equally often: all orders of bands and stacks have to be tried, and only the rows tell them apart.
These are 6 · 6 orders for 9×9, 24 · 24 for 16×16 and 120 · 120 for 25×25.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..base.verdict import Verdict
from ..encoding.candidates import turn_grid
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .clock import Clock
from .depth_first import DepthFirst
from .protocol import Abilities, AskedPair, Outcome, single_backend

Images = dict[int, frozenset[int]]
"""For each digit of the first grid, the set of digits that it can still become."""

Lines = tuple[tuple[int, ...], ...]
"""The cells of some rows, or of some columns, one tuple for each of these rows or columns."""

Counts = dict[int, dict[int, int]]
"""Counts of digits: `counts[digit][group]` is how often the digit occurs in this group of cells;
digit 0 is the blank.
"""


class AssignmentsBackend:
    """The backend that rebuilds the first Sudoku as the second, depth first. For each digit of the
    first Sudoku it keeps the set of digits that can replace it, and gives up a choice when such a
    set becomes empty.
    """

    name = "search:assignments"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, clock: Clock) -> Outcome:
        """Return whether the second Sudoku is a copy of the first, by a search with the first
        Sudoku as it is and a search with it turned by a quarter, unless one of them is ruled out
        before. Raises `DeadlinePassedError` if the time runs out.
        """
        shape, nodes = question.first.shape, 0
        for orientation in question.candidates.orientations:
            cells = turn_grid(question.first, orientation.quarter)
            rebuilding = Rebuilding(cells, question.second.rows, shape)
            search = DepthFirst(rebuilding.choices, clock)
            built = next(search.goals(rebuilding.start, rebuilding.depth), None)
            nodes += search.nodes
            if built is not None:
                digits = complete_names(built.images, shape.size)
                witness = Transformation.from_lines(
                    shape, orientation.quarter, built.rows, built.columns, digits
                )
                return Outcome(Verdict.YES, witness, {"nodes": nodes})
        return Outcome(Verdict.NO, None, {"nodes": nodes})


names, create = single_backend(AssignmentsBackend)


class Built(NamedTuple):
    """A state of the search: the bands, stacks, rows and columns that have been placed so far, and,
    for each digit of the first grid, the digits that can still replace it.

    `bands[i]` is the band of the first grid that is moved to place i (from 0); `stacks`, `rows` and
    `columns` likewise.
    """

    bands: tuple[int, ...]
    stacks: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    images: Images


class Pieces(NamedTuple):
    """The pieces of a grid that the search places one by one: bands, stacks, rows and columns.
    `bands[b]` is a tuple of the rows in band b, `rows[r]` a tuple with the single row r; stacks and
    columns likewise.
    """

    bands: list[Lines]
    stacks: list[Lines]
    rows: list[Lines]
    columns: list[Lines]

    @classmethod
    def of(cls, rows: Cells, shape: BoxShape) -> "Pieces":
        """Return the bands, stacks, rows and columns of a grid; `rows` holds its cells."""
        columns = tuple(zip(*rows, strict=True))
        bands = [rows[start : start + shape.height] for start in range(0, len(rows), shape.height)]
        stacks = [
            columns[start : start + shape.width] for start in range(0, len(rows), shape.width)
        ]
        return cls(bands, stacks, [(row,) for row in rows], [(column,) for column in columns])


class Rebuilding:
    """The choices of a search that rebuilds the first grid until it equals the second except for
    the names of the digits: in each step, which band, stack, row or column comes next.

    `start` is the state in which nothing has been placed. After `depth` choices all parts are
    placed.
    """

    def __init__(self, first: Cells, second: Cells, shape: BoxShape) -> None:
        self.shape, self.parts = shape, Pieces.of(first, shape)
        self.depth = shape.bands + shape.stacks + 2 * shape.size
        digits = {digit for row in first for digit in row if digit}
        everything = frozenset(range(1, shape.size + 1))
        self.start = Built((), (), (), (), dict.fromkeys(digits, everything))
        target = Pieces.of(second, shape)
        band_of_row = find_block_places(range(shape.bands), shape.height)
        stack_of_column = find_block_places(range(shape.stacks), shape.width)
        self.wanted = {
            "bands": [count_digits(band, [0] * shape.size) for band in target.bands],
            "stacks": [count_digits(stack, band_of_row) for stack in target.stacks],
            "rows": [count_digits(row, stack_of_column) for row in target.rows],
            "columns": [count_digits(column, range(shape.size)) for column in target.columns],
        }
        """The counts of digits that the second grid has in each band, stack, row and column, in
        lists with these names. A piece of the first grid must have the same counts to be placed
        there.
        """

    def choices(self, built: Built) -> Iterator[Built]:
        """Yield the states that follow `built` if one more band, stack, row or column is placed. A
        choice is left out if its counts of digits differ from the second grid's, whatever the
        digits are replaced by.
        """
        shape, parts = self.shape, self.parts
        candidates: Iterable[int]
        if len(built.bands) < shape.bands:
            name, lines, candidates = "bands", parts.bands, range(shape.bands)
            groups = [0] * shape.size
        elif len(built.stacks) < shape.stacks:
            name, lines, candidates = "stacks", parts.stacks, range(shape.stacks)
            groups = find_block_places(built.bands, shape.height)
        elif len(built.rows) < shape.size:
            band = built.bands[len(built.rows) // shape.height]
            name, lines, candidates = "rows", parts.rows, list_lines(band, shape.height)
            groups = find_block_places(built.stacks, shape.width)
        else:
            stack = built.stacks[len(built.columns) // shape.width]
            name, lines, candidates = "columns", parts.columns, list_lines(stack, shape.width)
            groups = find_block_places(built.rows, 1)
        placed: tuple[int, ...] = getattr(built, name)
        wanted = self.wanted[name][len(placed)]
        tried = set()
        for candidate in candidates:
            if candidate not in placed and lines[candidate] not in tried:
                tried.add(lines[candidate])
                images = narrow_images(built.images, count_digits(lines[candidate], groups), wanted)
                if images is not None:
                    changes: dict[str, Any] = {name: (*placed, candidate), "images": images}
                    yield built._replace(**changes)


def count_digits(lines: Lines, groups: Sequence[int]) -> Counts:
    """Count how often each digit, and the blank 0, occurs in each group of cells. In the result,
    `counts[digit][group]` is this number.

    `groups[i]` is the group of the i-th cell in each line.

    >>> count_digits(((1, 0, 1, 2), (0, 0, 2, 2)), [7, 7, 8, 8])
    {1: {7: 1, 8: 1}, 0: {7: 3}, 2: {8: 3}}
    """
    found: Counts = {}
    for line in lines:
        for digit, group in zip(line, groups, strict=True):
            of_digit = found.setdefault(digit, {})
            of_digit[group] = of_digit.get(group, 0) + 1
    return found


def narrow_images(images: Images, own: Counts, wanted: Counts) -> Images | None:
    """Reduce, for each digit, the set of digits that can replace it, by comparing counts: `own`
    counts the digits in a piece of the first grid (such as a band), `wanted` those in the piece of
    the second grid in the same place. A digit can only be replaced by a digit that occurs equally
    often in each group of cells. Return the smaller sets, or None if a set becomes empty or the
    counts of blanks differ.

    >>> both = frozenset({1, 2})
    >>> narrow_images({1: both, 2: both}, {1: {0: 3}, 2: {0: 1}}, {1: {0: 1}, 2: {0: 3}})
    {1: frozenset({2}), 2: frozenset({1})}
    """
    if own.get(0) != wanted.get(0):
        return None
    left = {}
    for digit, candidates in images.items():
        number = own.get(digit)
        left[digit] = frozenset([d for d in candidates if wanted.get(d) == number])
        if not left[digit]:
            return None
    return left


def find_block_places(order: Sequence[int], length: int) -> list[int]:
    """Return for each row, by its old index, the index of the band to which it moves if the bands,
    of `length` rows each, are put in `order`. Columns and their stacks likewise.

    >>> find_block_places([2, 0, 1], 2)
    [1, 1, 2, 2, 0, 0]
    """
    found = [0] * (len(order) * length)
    for place, block in enumerate(order):
        for line in list_lines(block, length):
            found[line] = place
    return found


def list_lines(block: int, length: int) -> range:
    """Return the indices of the rows in a band, or of the columns in a stack: block number `block`,
    from 0, has `length` of them.
    """
    return range(block * length, (block + 1) * length)


def complete_names(images: Images, size: int) -> list[int]:
    """Return the digits that replace the digits 1 to `size`, in this order. Digits that are not in
    `images`, because they do not occur in the grid, get the unused digits in ascending order.

    >>> complete_names({2: frozenset({1})}, 3)
    [2, 1, 3]
    """
    names = {digit: image for digit, (image,) in images.items()}
    unused = iter(sorted({*range(1, size + 1)} - {*names.values()}))
    return [names[d] if d in names else next(unused) for d in range(1, size + 1)]
