"""The tokens, which are the texts of cells; the square of tokens, to which every form of a Sudoku
leads; and the candidates for a cover of a text by Sudokus.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product
from math import isqrt
from typing import NamedTuple

from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape

SIGN = re.compile(r"\+?[0-9]|[A-Za-z._*?#-]")
"""A cell that is written without anything between it and the next: a digit, a letter or a blank
sign. A digit after + was placed by a player.
"""

TOKEN = re.compile(r"\+?[0-9]{1,3}|-1|[A-Za-z._*?#-]|null|None|nil|NaN|nan|NULL|np\.nan")
"""A cell that is separated from the next: it may also be a number, or a word for nothing."""


def find_size(cell_count: int) -> int | None:
    """Return N if `cell_count` is N·N, and N at least 4; otherwise None."""
    size = isqrt(cell_count)
    return size if size >= SMALLEST_AS_TEXT and size**2 == cell_count else None


def are_cells(words: Sequence[str]) -> bool:
    """Return whether words are N·N cells. An empty word is a cell without a sign."""
    return find_size(len(words)) is not None and all(
        not word or TOKEN.fullmatch(word) for word in words
    )


class Span(NamedTuple):
    """A piece of a line of text: the index of the line, from 0, and the piece's first index on the
    line, and the index after its last character.
    """

    line: int
    start: int
    end: int


class Square(NamedTuple):
    """N·N tokens that may be the cells of a Sudoku, row after row.

    - `size`: N.
    - `tokens`: the text of each cell; an empty text is a place without a sign.
    - `spans`: the pieces of text from which the tokens were read, from above to below.
    - `row_gaps`, `column_gaps`: the rows and columns, from 1 to N - 1, before which the text has a
      gap, a bar or a line.
    - `weakness`: how little shows that the cells are at these places, from 0, for cells that each
      have a sign, or are in a frame.
    """

    size: int
    tokens: tuple[str, ...]
    spans: tuple[Span, ...]
    row_gaps: frozenset[int] = frozenset()
    column_gaps: frozenset[int] = frozenset()
    weakness: int = 0

    @property
    def first_line(self) -> int:
        """The index of the line on which the cells begin."""
        return self.spans[0].line

    @property
    def last_line(self) -> int:
        """The index of the line on which the cells end."""
        return self.spans[-1].line

    @property
    def drawn_box(self) -> BoxShape | None:
        """The shape of the boxes that the gaps between cells show; None if they show none."""
        height = find_step(self.row_gaps, self.size)
        width = find_step(self.column_gaps, self.size)
        if height is None and width is None:
            return None
        if height is not None and width is not None:
            # A gap in one direction only may separate single boxes, or be missing.
            return BoxShape(height, width) if height * width == self.size else None
        if height is not None:
            return BoxShape(height, self.size // height)
        assert width is not None
        return BoxShape(self.size // width, width)


def find_step(gaps: Iterable[int], size: int) -> int | None:
    """Return the distance between the gaps if they are exactly the multiples of it, up to `size`.
    Return None if there are no gaps, or if they are not at equal distances.

    >>> find_step({3, 6}, 9), find_step({3}, 9), find_step({4, 8}, 10), find_step((), 9)
    (3, None, None, None)
    """
    found = frozenset(gaps)
    step = min(found, default=0)
    is_even = step > 1 and size % step == 0 and found == frozenset(range(step, size, step))
    return step if is_even else None


def find_gaps(lines: Sequence[int], drawn: Iterable[int] = ()) -> frozenset[int]:
    """Return the rows or columns of a Sudoku, from 1, that a larger gap than others, or a drawn
    line, separates from the row or column before. `lines` are the rows or columns in the text, and
    `drawn` the rows or columns of the text before which a line is drawn. Lines between all rows are
    no gaps.

    >>> [sorted(find_gaps(*lines)) for lines in (((2, 3, 5, 6),), ((2, 3, 4, 5), {4}), ((0, 1),))]
    [[2], [2], []]
    """
    steps = [after - before for before, after in pairwise(lines)]
    if max(steps) > min(steps):
        return frozenset(i for i, step in enumerate(steps, 1) if step > min(steps))
    inside = (line for line in drawn if lines[0] < line <= lines[-1])
    found = {next(i for i, one in enumerate(lines) if one >= line) for line in inside}
    return frozenset(found) if len(found) < len(steps) else frozenset()


def has_only_empty_lines(size: int, tokens: Sequence[str]) -> bool:
    """Return whether some of size² cells have no sign, and all of these are in rows and columns
    without any sign. Such a Sudoku is rather complete, and lacks a row, or has another size.

    >>> has_only_empty_lines(2, ["1", "2", "", ""]), has_only_empty_lines(2, ["1", "2", "", "1"])
    (True, False)
    """
    rows = [[bool(token) for token in tokens[i : i + size]] for i in range(0, size * size, size)]
    filled = [row for row in rows if any(row)]
    return not all(tokens) and len({*map(tuple, filled)}) == 1


def lacks_end_of_line(size: int, tokens: Sequence[str]) -> bool:
    """Return whether some of size² cells have no sign, and these are at the end of one row, are a
    whole row, or are in the last column: in a complete Sudoku a sign is missing, or a whole row.

    >>> lacks_end_of_line(2, ["1", "2", "2", ""]), lacks_end_of_line(2, ["", "2", "2", "1"])
    (True, False)
    """
    empty = [number for number, token in enumerate(tokens) if not token]
    rows, columns = {number // size for number in empty}, {number % size for number in empty}
    is_at_end = columns == {size - 1} or (len(rows) == 1 and size - 1 in columns)
    return bool(empty) and is_at_end


_SIZES_OF_PLACED = (4, 6, 9, 12, 16, 25)
"""The sizes of Sudokus whose cells name their rows and columns; the smallest that fits is meant."""


def make_placed_square(
    cells: Mapping[tuple[int, int], str], spans: tuple[Span, ...], largest: int = 0
) -> Square | None:
    """Return the square of cells that name their rows and columns, counted from 1, or from 0 if a
    row or column is 0. Cells that are not named are blank. `largest` is the largest digit. Return
    None if a number is too large: a Sudoku of a larger size would have several empty rows and
    columns in a band and a stack. Return None, too, if only one cell is outside a Sudoku of the
    next smaller size, or has the row or column 0 and needs a larger size: its number is rather
    wrong.
    """
    least = 0 if any(0 in place for place in cells) else 1
    needed = 1 - least + max(max(place) for place in cells)
    size = next((one for one in _SIZES_OF_PLACED if one >= needed), None)
    if size is None or largest > size:
        return None
    smaller = max((one for one in _SIZES_OF_PLACED if one < size), default=0)
    if smaller and sum(max(place) >= smaller + least for place in cells) == 1:
        return None
    if needed == smaller + 1 and sum(0 in place for place in cells) == 1:
        return None
    numbers = range(least, size + least)
    places = product(numbers, numbers)
    return Square(size, tuple(cells.get(place) or "." for place in places), spans)


class Candidate(NamedTuple):
    """A reading of successive lines of a text: the squares in the lines from `first` to `last`
    (indices from 0). `form` names the form in messages and tables.
    """

    first: int
    last: int
    squares: tuple[Square, ...]
    form: str
