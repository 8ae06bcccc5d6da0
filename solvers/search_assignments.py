"""Backend `search:assignments`: decide whether a Sudoku is a copy of another by assembling the
second Sudoku from the bands, stacks, rows and columns of the first. After each choice the counts of
digits are compared, which rules out most orders early.

The method is that of Enns's solution of *Sudokopie* (Bundeswettbewerb Informatik 41).

**How it works.** The first grid is rebuilt until it looks like the second one. First its bands are
put into a new order, then its stacks, then the rows of each band, at last the columns of each
stack. For each digit of the first grid the search keeps a set: the digits that it can still become.
At the beginning each set has all digits. After each choice the search compares a part of both
grids. A digit can only become a digit that is in the same part of the second grid equally often:

1. A band is placed: how often is each digit in this band? 2. A stack is placed: how often is each
digit in each box of this stack? 3. A row is placed: how often is each digit in each box that this
row crosses? 4. A column is placed: in which rows of this column is each digit?

If a set becomes empty, or if the blanks differ, the last choice was wrong and is taken back. When
the last column has been placed, every cell has been compared, and each set holds a single digit.

**Example.** If 7 occurs three times in a band, and no digit occurs three times in the first band of
the second grid, this band can't come first: a third of all orders is ruled out by one look.

**The faults of the published program.** It crosses digits out of the same sets for all orders of
columns that it tries. A digit that a wrong order has crossed out is still crossed out when the next
order is tried. So the program finds no copy of most complete grids, and ends with an error on some.
It reads 9×9 grids only.

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

from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.candidates import turn_cells
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .deadline import Deadline
from .depth_first import DepthFirstSearch
from .protocol import Abilities, AskedPair, Outcome, make_names_and_create

Replacements = dict[int, frozenset[int]]
"""For each digit of the first grid, the set of digits that it can still become."""

Lines = tuple[tuple[int, ...], ...]
"""The cells of some rows, or of some columns, one tuple for each of these rows or columns."""

Counts = dict[int, dict[int, int]]
"""Counts of digits: `counts[digit][group]` is how often the digit occurs in this group of cells;
digit 0 is the blank.
"""


class GridPieceSearchBackend:
    """The backend that tries to rebuild the second Sudoku from the pieces of the first: bands,
    stacks, rows and columns. For each digit of the first Sudoku it keeps the set of digits that can
    still replace it; if such a set becomes empty, the last choice is undone.
    """

    name = "search:assignments"
    description = Message(
        "Enns's method: assigns lines one after another, and keeps the digits that are possible"
    )
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, deadline: Deadline) -> Outcome:
        """Return whether the second Sudoku is a copy of the first. The first Sudoku is searched
        twice: as it is, and after a quarter turn. An orientation that the question already rules
        out is not searched. Raises `DeadlinePassedError` if the time runs out.
        """
        shape, nodes = question.first.shape, 0
        for orientation in question.candidates.orientations:
            cells = turn_cells(question.first, orientation.quarter)
            piece_search = PieceSearch(cells, question.second.rows, shape)
            search = DepthFirstSearch(piece_search.yield_states_with_next_piece, deadline)
            placed = next(search.yield_goal_states(piece_search.start, piece_search.depth), None)
            nodes += search.nodes
            if placed is not None:
                digits = list_completed_renaming(placed.replacements, shape.size)
                witness = Transformation.from_lines(
                    shape, orientation.quarter, placed.rows, placed.columns, digits
                )
                return Outcome(Verdict.YES, witness, {"nodes": nodes})
        return Outcome(Verdict.NO, None, {"nodes": nodes})


names, create = make_names_and_create(GridPieceSearchBackend)


class PlacedPieces(NamedTuple):
    """A state of the search: the bands, stacks, rows and columns of the first grid that have been
    placed so far, and, for each digit, the digits that can still replace it. `bands[i]` is the band
    of the first grid that is moved to position i (from 0); `stacks`, `rows` and `columns` likewise.
    """

    bands: tuple[int, ...]
    stacks: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    replacements: Replacements


class GridPieces(NamedTuple):
    """The pieces of a grid that the search places one by one: bands, stacks, rows and columns, each
    as a tuple of lines. `bands[b]` holds the rows of band b, and `rows[r]` holds only row r. Stacks
    and columns are stored in the same way.
    """

    bands: list[Lines]
    stacks: list[Lines]
    rows: list[Lines]
    columns: list[Lines]

    @classmethod
    def from_rows(cls, rows: Cells, shape: BoxShape) -> "GridPieces":
        """Return the bands, stacks, rows and columns of a grid, whose cells are given row by row in
        `rows`.
        """
        columns = tuple(zip(*rows, strict=True))
        bands = [rows[start : start + shape.height] for start in range(0, len(rows), shape.height)]
        stacks = [
            columns[start : start + shape.width] for start in range(0, len(rows), shape.width)
        ]
        return cls(bands, stacks, [(row,) for row in rows], [(column,) for column in columns])


class PieceSearch:
    """A search that puts the bands, stacks, rows and columns of the first grid, one by one, into
    the order in which the grid equals the second grid, apart from the names of digits. `start` is
    the state in which nothing has been placed. After `depth` choices all pieces are placed.
    """

    def __init__(self, first: Cells, second: Cells, shape: BoxShape) -> None:
        self.shape, self.pieces = shape, GridPieces.from_rows(first, shape)
        self.depth = shape.bands + shape.stacks + 2 * shape.size
        digits = {digit for row in first for digit in row if digit}
        everything = frozenset(range(1, shape.size + 1))
        self.start = PlacedPieces((), (), (), (), dict.fromkeys(digits, everything))
        target = GridPieces.from_rows(second, shape)
        band_of_row = list_new_block_by_line(range(shape.bands), shape.height)
        stack_of_column = list_new_block_by_line(range(shape.stacks), shape.width)
        self.second_counts = {
            "bands": [count_digits(band, [0] * shape.size) for band in target.bands],
            "stacks": [count_digits(stack, band_of_row) for stack in target.stacks],
            "rows": [count_digits(row, stack_of_column) for row in target.rows],
            "columns": [count_digits(column, range(shape.size)) for column in target.columns],
        }
        """The counts of digits that the second grid has in each band, stack, row and column, in
        lists with these names. A piece of the first grid must have the same counts to be placed
        there.
        """

    def yield_states_with_next_piece(self, state: PlacedPieces) -> Iterator[PlacedPieces]:
        """Yield the states that follow `state` if one more band, stack, row or column is placed. A
        choice is left out if no replacement of digits can make its counts of digits equal to those
        of the second grid.
        """
        shape, pieces = self.shape, self.pieces
        candidates: Iterable[int]
        if len(state.bands) < shape.bands:
            name, lines, candidates = "bands", pieces.bands, range(shape.bands)
            groups = [0] * shape.size
        elif len(state.stacks) < shape.stacks:
            name, lines, candidates = "stacks", pieces.stacks, range(shape.stacks)
            groups = list_new_block_by_line(state.bands, shape.height)
        elif len(state.rows) < shape.size:
            band = state.bands[len(state.rows) // shape.height]
            name, lines, candidates = (
                "rows",
                pieces.rows,
                list_line_indices_of_block(band, shape.height),
            )
            groups = list_new_block_by_line(state.stacks, shape.width)
        else:
            stack = state.stacks[len(state.columns) // shape.width]
            name, lines, candidates = (
                "columns",
                pieces.columns,
                list_line_indices_of_block(stack, shape.width),
            )
            groups = list_new_block_by_line(state.rows, 1)
        placed: tuple[int, ...] = getattr(state, name)
        second_counts = self.second_counts[name][len(placed)]
        tried = set()
        for candidate in candidates:
            if candidate not in placed and lines[candidate] not in tried:
                tried.add(lines[candidate])
                replacements = find_narrowed_replacements(
                    state.replacements, count_digits(lines[candidate], groups), second_counts
                )
                if replacements is not None:
                    changes: dict[str, Any] = {name: (*placed, candidate)}
                    yield state._replace(**changes, replacements=replacements)


def count_digits(lines: Lines, group_of_cell: Sequence[int]) -> Counts:
    """Count how often each digit occurs in each group of cells. `group_of_cell[i]` is the group of
    the i-th cell in each line; the blank counts as digit 0. The result maps each digit to a
    dictionary that maps each group to the number of this digit in it; counts of 0 are left out.

    >>> count_digits(((1, 0, 1, 2), (0, 0, 2, 2)), [7, 7, 8, 8])
    {1: {7: 1, 8: 1}, 0: {7: 3}, 2: {8: 3}}
    """
    found: Counts = {}
    for line in lines:
        for digit, group in zip(line, group_of_cell, strict=True):
            of_digit = found.setdefault(digit, {})
            of_digit[group] = of_digit.get(group, 0) + 1
    return found


def find_narrowed_replacements(
    replacements: Replacements, first_counts: Counts, second_counts: Counts
) -> Replacements | None:
    """Return for each digit of the first grid the digits of the second grid that can replace it:
    those of `replacements` that pass a further test. In one piece of the grids, such as a band, a
    digit must occur equally often in each group of cells as the digit that replaces it.

    Return None if a digit is left without a digit that can replace it, or if the pieces have
    different numbers of blanks. `first_counts` and `second_counts` count the digits in the piece of
    the first grid and in the piece of the second grid at the same place.

    >>> both = frozenset({1, 2})
    >>> first_counts, second_counts = {1: {0: 3}, 2: {0: 1}}, {1: {0: 1}, 2: {0: 3}}
    >>> find_narrowed_replacements({1: both, 2: both}, first_counts, second_counts)
    {1: frozenset({2}), 2: frozenset({1})}
    """
    if first_counts.get(0) != second_counts.get(0):
        return None
    left = {}
    for digit, candidates in replacements.items():
        number = first_counts.get(digit)
        left[digit] = frozenset([d for d in candidates if second_counts.get(d) == number])
        if not left[digit]:
            return None
    return left


def list_new_block_by_line(block_order: Sequence[int], block_length: int) -> list[int]:
    """Return for each row of a grid the new index of its band, if the bands are put in the order
    `block_order`. Each band has `block_length` rows, and the rows are listed by their old index.
    For columns and stacks the function works in the same way.

    >>> list_new_block_by_line([2, 0, 1], 2)
    [1, 1, 2, 2, 0, 0]
    """
    found = [0] * (len(block_order) * block_length)
    for place, block in enumerate(block_order):
        for line in list_line_indices_of_block(block, block_length):
            found[line] = place
    return found


def list_line_indices_of_block(block_index: int, block_length: int) -> range:
    """Return the indices of the rows in band number `block_index`, or of the columns in stack
    number `block_index`, counted from 0. Each band or stack has `block_length` of them.
    """
    return range(block_index * block_length, (block_index + 1) * block_length)


def list_completed_renaming(replacement_sets: Replacements, digit_count: int) -> list[int]:
    """Return a list of the digits that replace the digits 1 to `digit_count`, in this order.
    `replacement_sets` maps each digit of the grid to a set that contains only its replacement.
    Digits that do not occur in the grid get the unused digits in ascending order.

    >>> list_completed_renaming({2: frozenset({1})}, 3)
    [2, 1, 3]
    """
    names = {digit: image for digit, (image,) in replacement_sets.items()}
    unused = iter(sorted({*range(1, digit_count + 1)} - {*names.values()}))
    return [names[d] if d in names else next(unused) for d in range(1, digit_count + 1)]
