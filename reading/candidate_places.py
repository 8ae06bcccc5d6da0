"""Search for the candidate places of a sheet: the places where a Sudoku with one cell in each cell
of the sheet may be.

Each row of a sheet is kept as integers whose bits are the columns, so that all places that begin in
the same row are examined at the same time.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ..sudoku.grid import DIGITS
from ..sudoku.shape import BoxShape
from .sheet import Area, Sheet

Address = tuple[int, int]
"""The row and the column of a cell, each from 0."""

_SIGNS = frozenset("._*xX-0")
"""Texts that mean a blank cell."""
_RULE = re.compile(r"[-=+|_]+")
"""The pattern of a text that draws a line between boxes, such as `---`."""
_DECIMALS = re.compile(r"([0-9]{1,2})[.,]0")
_FIRST, _SECOND = (
    {f"{digit}", f"{digit}.0", f"{digit},0", letter, letter.lower()}
    for digit, letter in ((1, "A"), (2, "B"))
)
LETTER = 10
"""The smallest number of rows of a Sudoku whose digits may be letters."""
_WIDE = 512
"""If a row has more columns than this, its bits are set in an array of bytes."""
_SIGN, _MARK, _FOREIGN = -1, -2, -3
"""The numbers of three kinds of cells without a digit: a sign for blank, a part of a drawn line
between boxes, and any other text.
"""


def drop_zero_decimals(text: str) -> str:
    """Return the text of a cell without the decimals of a whole number: 5.0 becomes 5. Any other
    text is returned unchanged.

    >>> [drop_zero_decimals(text) for text in ("5", "5.0", "5,0", "5.5")]
    ['5', '5', '5', '5.5']
    """
    found = _DECIMALS.fullmatch(text) if len(text) > 2 else None
    return found[1] if found else text


def _find_smallest_size_or_negative_kind(text: str) -> int:
    """If `text` is a digit, return the number of rows of the smallest Sudoku that can contain this
    digit: 7 for "7", and 10 for each letter. Otherwise return one of three negative numbers:
    `_SIGN` (-1) for a sign for blank, `_MARK` (-2) for a part of a drawn line, and `_FOREIGN` (-3)
    for any other text.
    """
    if text in _SIGNS:
        return _SIGN
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return int(text) or _SIGN
    if len(text) == 1 and text.upper() in DIGITS:
        return LETTER
    return _MARK if _RULE.fullmatch(text) else _FOREIGN


def parse_cell_value_or_minus_one(text: str) -> int:
    """Return the value of a cell as a number. It is 0 for an empty text or a sign for blank, and -1
    for any other text that is not a number, such as a letter.
    """
    kind = _find_smallest_size_or_negative_kind(drop_zero_decimals(text)) if text else _SIGN
    if kind == _SIGN:
        return 0
    return kind if kind > 0 and not text.isalpha() else -1


class SudokuLayout(NamedTuple):
    """The rows and columns that the cells of a Sudoku have in a sheet, both counted from 0, where
    row 0 and column 0 are those of the Sudoku's first cell. A free row or column between two boxes
    is left out, as in 0, 1, 2, 4, 5, 6, 8, 9, 10.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def height(self) -> int:
        """The number of the sheet's rows from the first to the last row of the Sudoku."""
        return self.rows[-1] + 1

    @property
    def width(self) -> int:
        """The number of the sheet's columns from the first to the last column of the Sudoku."""
        return self.columns[-1] + 1

    @property
    def has_gaps(self) -> bool:
        """Whether there are free rows or columns between boxes."""
        return self.height > len(self.rows) or self.width > len(self.columns)

    def find_area(self, top: int, left: int) -> Area:
        """Return the area of the sheet that a Sudoku with this layout takes if its first cell is in
        row `top` and column `left`.
        """
        return Area(top, left, top + self.height - 1, left + self.width - 1)


def list_layouts_with_and_without_gaps(shape: BoxShape) -> list[SudokuLayout]:
    """Return the four layouts of Sudokus with boxes of a shape: without free rows and columns
    between boxes, with free rows, with free columns, and with both.
    """
    size = shape.size
    plain = tuple(range(size))
    rows = tuple(i + i // shape.height for i in plain)
    columns = tuple(i + i // shape.width for i in plain)
    found = [SudokuLayout(plain, plain)]
    if shape.height > 1 and shape.width > 1:
        found += [
            SudokuLayout(rows, plain),
            SudokuLayout(plain, columns),
            SudokuLayout(rows, columns),
        ]
    return found


class CandidatePlace(NamedTuple):
    """A place in a sheet where a Sudoku may be: the row and the column of its first cell, and the
    layout of its cells.
    """

    top: int
    left: int
    layout: SudokuLayout

    @property
    def area(self) -> Area:
        """The area of the sheet from the first to the last cell of the Sudoku, including free rows
        and columns between boxes.
        """
        return self.layout.find_area(self.top, self.left)

    def yield_cell_addresses(self) -> Iterator[Address]:
        """Yield the addresses of all cells, row after row."""
        for row in self.layout.rows:
            for column in self.layout.columns:
                yield self.top + row, self.left + column


class SudokuTouchingRule(NamedTuple):
    """Whether two Sudokus in a sheet may touch. If `above`, a Sudoku may begin in the row directly
    below another Sudoku. If `beside`, a Sudoku may begin in the column directly to the right of
    another Sudoku.

    Each search for Sudokus in a sheet follows one of these rules.
    """

    above: bool
    beside: bool


TOUCHING_RULES = (
    SudokuTouchingRule(above=False, beside=False),
    SudokuTouchingRule(above=True, beside=False),
    SudokuTouchingRule(above=False, beside=True),
    SudokuTouchingRule(above=True, beside=True),
)
"""The assumptions about free rows and columns between Sudokus, in the order in which they are
tried.
"""


class CellMasksByKind:
    """The cells of a sheet, sorted by their meaning in Sudokus of one size. Each attribute is a
    dictionary from a row of the sheet to an integer in which bit i is 1 if the cell in column i has
    the meaning.

    - `digits`: a digit of Sudokus of this size.
    - `filled`: a digit, or a sign for blank.
    - `marks`: a part of a line drawn between boxes.
    - `foreign`: a text that is not a digit, a sign for blank or a part of a drawn line.
    """

    def __init__(self, cells: "SheetCellsByKind", size: int) -> None:
        self.cells, self.size = cells, size
        self.digits, self.filled = defaultdict[int, int](int), defaultdict[int, int](int)
        self.marks, self.foreign = defaultdict[int, int](int), defaultdict[int, int](int)
        self.above = defaultdict[int, int](int)
        """The columns, as bits, with numbers or letters that are too large for a Sudoku of this
        size.
        """
        self.around = defaultdict[int, int](int)
        """The columns, as bits, of cells that must not be beside a Sudoku: signs for blank, and
        digits up to 9 or up to the size.
        """
        for kind, rows in cells.kinds.items():
            if kind == _MARK:
                targets = [self.marks]
            elif kind == _SIGN:
                targets = [self.filled]
            elif kind == _FOREIGN or kind > size:
                targets = [self.foreign if kind < 0 else self.above]
            else:
                targets = [self.digits, self.filled]
            for row, mask in rows.items():
                for target in targets:
                    target[row] |= mask
                if kind == _SIGN or 0 < kind <= max(size, 9):
                    self.around[row] |= mask

    def yield_candidate_places(
        self, layout: SudokuLayout, touching_rule: SudokuTouchingRule
    ) -> Iterator[CandidatePlace]:
        """Yield the places in the sheet where a Sudoku with this layout may be. Each cell of such a
        place is a digit, a sign for blank, or empty. At least as many cells are digits as the
        Sudoku has rows, and at each of the four borders fewer than a third of the rows or columns
        are empty.

        The row or column directly next to a place has no digit there, unless it also has a text
        that cannot be a cell, or numbers the columns or rows of the Sudoku. If `touching_rule`
        allows it, that row or column may belong to another place.
        """
        max_blank_lines = (self.size - 1) // 3
        rows = [row for row, mask in self.filled.items() if mask]
        tops = sorted(
            {row - before for row in rows for before in range(max_blank_lines + 1) if row >= before}
        )
        found = dict[int, int]()  # for each top row the columns of found places, as bits
        columns = _make_column_mask_of_layout(layout)
        for top in tops:
            lefts, after_digits, before_digits = self._make_start_and_neighbour_digit_masks(
                top, layout, max_blank_lines
            )
            lefts &= ~(0 if touching_rule.beside else before_digits)
            if not lefts:
                continue
            following = found.get(top - layout.height, 0) if touching_rule.above else 0
            lefts &= following | ~self._make_mask_of_starts_blocked_by_row(
                top - 1, layout, touching_rule
            )
            if not touching_rule.above:
                lefts &= ~self._make_mask_of_starts_blocked_by_row(
                    top + layout.height, layout, touching_rule
                )
            waiting = lefts & ~after_digits
            digits = [mask for row in layout.rows if (mask := self.digits.get(top + row, 0))]
            while waiting:
                left = (waiting & -waiting).bit_length() - 1
                waiting &= waiting - 1
                if sum((mask >> left & columns).bit_count() for mask in digits) < self.size:
                    continue
                found[top] = found.get(top, 0) | 1 << left
                yield CandidatePlace(top, left, layout)
                if touching_rule.beside:
                    waiting |= lefts & 1 << left + layout.width

    def _make_start_and_neighbour_digit_masks(
        self, top: int, layout: SudokuLayout, max_blank_lines: int
    ) -> tuple[int, int, int]:
        """Return three integers whose bit i is about a Sudoku that begins in column i of the sheet,
        with the given layout and with `top` as its first row. The bit is 1 in the first integer if
        the cells allow such a Sudoku. It is 1 in the second integer if a digit is directly to the
        left of that Sudoku, and in the third integer if a digit is directly to the right.

        The cells above and below are not examined. At each border, a Sudoku may have at most
        `max_blank_lines` rows or columns without a digit or a sign for blank.
        """
        filled = [self.filled.get(top + row, 0) for row in layout.rows]
        every = _unite_masks(filled)
        if every.bit_length() - (every & -every).bit_length() < self.size - 2 * max_blank_lines - 1:
            return 0, 0, 0
        at_top, at_bottom = (
            _unite_masks(filled[: max_blank_lines + 1]),
            _unite_masks(filled[-max_blank_lines - 1 :]),
        )
        width, columns = layout.width, layout.columns
        good = (
            _make_mask_of_hit_window_starts(at_top, width)
            & _make_mask_of_hit_window_starts(at_bottom, width)
            if at_top and at_bottom
            else 0
        )
        if not good:
            return 0, 0, 0
        good &= _unite_masks(every >> column for column in columns[: max_blank_lines + 1])
        good &= _unite_masks(every >> column for column in columns[-max_blank_lines - 1 :])
        if not good:
            return 0, 0, 0
        inside = range(top, top + layout.height)
        foreign = _unite_masks(self.foreign.get(row, 0) for row in inside)
        bad = _make_mask_of_hit_window_starts(
            foreign | _unite_masks(self.above.get(row, 0) for row in inside), width
        )
        if layout.height > len(layout.rows):
            between = {*inside} - {top + row for row in layout.rows}
            bad |= _make_mask_of_hit_window_starts(
                _unite_masks(self.digits.get(row, 0) for row in between), width
            )
        marks = _unite_masks(self.marks.get(top + row, 0) for row in layout.rows)
        if width == len(columns):
            bad |= _make_mask_of_hit_window_starts(marks, width)
        else:
            bad |= _unite_masks(marks >> column for column in columns)
            digits = _unite_masks(self.digits.get(row, 0) for row in inside)
            bad |= _unite_masks(digits >> column for column in {*range(width)} - {*columns})
        around = _unite_masks(self.around.get(top + row, 0) for row in layout.rows)
        around &= ~foreign & ~self._make_mask_of_row_number_columns(top, layout)
        return good & ~bad, around << 1, around >> width

    def _make_mask_of_row_number_columns(self, top: int, layout: SudokuLayout) -> int:
        """Return an integer in which bit i is 1 if column i of the sheet numbers the rows of a
        Sudoku: beside the rows, from row `top` on, there are 1, 2, 3 … or A, B, C ….
        """
        first, second, *_ = layout.rows
        likely = self.cells.firsts.get(top + first, 0) & self.cells.seconds.get(top + second, 0)
        found = 0
        for _, column in yield_masked_addresses(0, likely):
            if self.cells.may_be_row_or_column_numbers(
                [(top + row, column) for row in layout.rows]
            ):
                found |= 1 << column
        return found

    def list_digit_addresses(self, place: CandidatePlace) -> list[Address]:
        """Return the addresses (row, column) of the digits in a candidate place."""
        found = list[Address]()
        for row in place.layout.rows:
            mask, number = self._cut_mask_to_place(self.digits, place, row), place.top + row
            found += [
                (number, place.left + column) for _, column in yield_masked_addresses(0, mask)
            ]
        return found

    def count_different_digits(self, place: CandidatePlace) -> int:
        """Return the number of different texts among the digits in a candidate place."""
        rows = self.cells.sheet.rows
        return len({rows[row][column] for row, column in self.list_digit_addresses(place)})

    def count_digits(self, place: CandidatePlace) -> int:
        """Return the number of digits in a candidate place."""
        rows = place.layout.rows
        return sum(self._cut_mask_to_place(self.digits, place, row).bit_count() for row in rows)

    def count_digits_and_blanks(self, place: CandidatePlace) -> int:
        """Return the number of cells in a candidate place that have a digit or a sign for blank.
        Empty cells are not counted.
        """
        rows = place.layout.rows
        return sum(self._cut_mask_to_place(self.filled, place, row).bit_count() for row in rows)

    def has_filled_cell_in_each_outer_line(self, place: CandidatePlace) -> bool:
        """Return whether the first and last row and the first and last column of a candidate place
        each have a digit or a sign for blank.
        """
        rows = [self._cut_mask_to_place(self.filled, place, row) for row in place.layout.rows]
        every, last = _unite_masks(rows), place.layout.width - 1
        return bool(rows[0] and rows[-1] and every & every >> last & 1)

    def compute_max_of_empty_row_and_column_counts(self, place: CandidatePlace) -> int:
        """Return the number of empty rows or the number of empty columns of a candidate place,
        whichever is larger.
        """
        rows = [self._cut_mask_to_place(self.filled, place, row) for row in place.layout.rows]
        columns = (
            _make_column_mask_of_layout(place.layout).bit_count() - _unite_masks(rows).bit_count()
        )
        return max(rows.count(0), columns)

    def _cut_mask_to_place(
        self, masks_by_row: dict[int, int], place: CandidatePlace, row_in_place: int
    ) -> int:
        """Return the part of a row's mask, an integer whose bits are columns, that is inside a
        candidate place. Bit i of the result is that of column i of the place, and is 0 for a free
        column between boxes.

        `masks_by_row` has a mask for each row of the sheet, in which bit i is that of column i of
        the sheet. `row_in_place` is the row, counted from the first row of the place, from 0.
        """
        return (
            masks_by_row.get(place.top + row_in_place, 0) >> place.left
        ) & _make_column_mask_of_layout(place.layout)

    def _make_mask_of_starts_blocked_by_row(
        self, row: int, layout: SudokuLayout, touching_rule: SudokuTouchingRule
    ) -> int:
        """Return an integer in which bit i is 1 if no Sudoku that begins in column i may be
        directly above or below row `row`, because this row has a digit there. If the row has a text
        there that cannot be a cell, or numbers the columns of that Sudoku, the bit is 0.
        """
        around, width = self.around.get(row, 0), layout.width
        if not around:
            return 0
        blocked = _make_mask_of_hit_window_starts(around, width)
        corners = 0 if touching_rule.beside else around << 1 | around >> width
        blocked = (blocked | corners) & ~_make_mask_of_hit_window_starts(
            self.foreign.get(row, 0), width
        )
        firsts, seconds = self.cells.firsts.get(row, 0), self.cells.seconds.get(row, 0)
        for _, left in yield_masked_addresses(0, blocked & firsts & seconds >> layout.columns[1]):
            ends = 0 if touching_rule.beside else (1 << left >> 1) | (1 << left + width)
            near = around & (((1 << width) - 1) << left | ends)
            heading = [(row, left + column) for column in layout.columns]
            if not near & ~(
                _make_column_mask_of_layout(layout) << left
            ) and self.cells.may_be_row_or_column_numbers(heading):
                blocked &= ~(1 << left)
        return blocked


class SheetCellsByKind:
    """The cells of a sheet, sorted by their texts: digits, signs for blank, parts of drawn lines,
    and other texts. It also finds headings: cells above or beside a Sudoku that number its columns
    or rows, as 1, 2, 3 or A, B, C.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.kinds = defaultdict[int, dict[int, int]](dict)
        """The columns, as bits, for each kind of cells and each row with such cells."""
        self.firsts, self.seconds = defaultdict[int, int](int), defaultdict[int, int](int)
        """For each row the columns, as bits, with the first and the second text of a heading."""
        known = dict[str, int]()
        for number, row in sheet.rows.items():
            columns = defaultdict[int, list[int]](list)
            for column, text in row.items():
                kind = known.get(text)
                if kind is None:
                    kind = known[text] = _find_smallest_size_or_negative_kind(
                        drop_zero_decimals(text)
                    )
                columns[kind].append(column)
            for kind, found in columns.items():
                self.kinds[kind][number] = _make_mask(found)
            for texts, masks in ((_FIRST, self.firsts), (_SECOND, self.seconds)):
                if found := [column for column, text in row.items() if text in texts]:
                    masks[number] = _make_mask(found)
        self._texts = known.keys()

    def may_contain_sudoku_of_size(self, size: int) -> bool:
        """Return whether the sheet may contain a Sudoku with `size` rows, judged by the digits in
        the sheet. If `size` is at most 9, the result is True. Otherwise it is True if the sheet
        contains the largest digit of such a Sudoku, or the second largest, as a number or as a
        letter.
        """
        if size <= 9:
            return True
        texts = [text.upper() for text in self._texts if len(text) == 1 and text.isalpha()]
        letters = [value for text in texts if (value := DIGITS.find(text)) > 0]
        numbers = {*self.kinds} if not letters else {*self.kinds} - {LETTER}
        found = numbers.union(letters, (value - 9 for value in letters))
        return bool(found & {max(size - 1, 10), size})

    def yield_digit_addresses(self, max_digit: int, above_digit: int = 0) -> Iterator[Address]:
        """Yield the address (row and column, from 0) of each cell that contains a digit from
        `above_digit` + 1 to `max_digit`.
        """
        for kind, rows in self.kinds.items():
            if above_digit < kind <= max_digit:
                for row, mask in rows.items():
                    yield from yield_masked_addresses(row, mask)

    def has_foreign_text_to_left_or_right(self, row: int, column: int) -> bool:
        """Return whether the cell to the left or to the right of a cell has a text that cannot be a
        cell of a Sudoku.
        """
        foreign = self.kinds[_FOREIGN].get(row, 0)
        return bool(foreign << 1 >> column & 1 or foreign >> column + 1 & 1)

    def may_be_row_or_column_numbers(self, addresses: list[Address]) -> bool:
        """Return whether cells contain 1, 2, 3 … or A, B, C … in this order, so that they may
        number the rows or columns of a Sudoku.
        """
        text = self.sheet.get_text(*addresses[0])
        if text not in _FIRST:
            return False
        first = drop_zero_decimals(text).upper()
        return all(
            drop_zero_decimals(self.sheet.get_text(*address)).upper()
            == (str(number + 1) if first == "1" else chr(ord("A") + number))
            for number, address in enumerate(addresses)
        )


@cache
def _make_column_mask_of_layout(layout: SudokuLayout) -> int:
    """Return an integer whose bits are the columns of a layout."""
    return _unite_masks(1 << column for column in layout.columns)


def _make_mask(columns: list[int]) -> int:
    """Return an integer in which bit i is 1 if i is in `columns`, and 0 otherwise.

    For a wide row the bits are set in an array of bytes, because adding powers of two would take
    too long.
    """
    if max(columns) < _WIDE:
        return sum(1 << column for column in columns)
    data = bytearray(max(columns) // 8 + 1)
    for column in columns:
        data[column // 8] |= 1 << column % 8
    return int.from_bytes(data, "little")


def yield_masked_addresses(row: int, mask: int) -> Iterator[Address]:
    """Yield the address (row, column) of each cell in row `row` whose column is set as a bit in
    `mask`.
    """
    while mask:
        yield row, (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _unite_masks(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _make_mask_of_hit_window_starts(mask: int, window_width: int) -> int:
    """Return an integer in which bit i is 1 if `mask` has a 1 at one or more of the bits i to i +
    `window_width` - 1.

    If `mask` marks the forbidden columns of a sheet, the result marks the columns in which a Sudoku
    of this width cannot begin.
    """
    done = 1
    while done < window_width:
        step = min(done, window_width - done)
        mask |= mask >> step
        done += step
    return mask
