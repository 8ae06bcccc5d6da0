"""The cells of a sheet by their kinds, and the cells at which a Sudoku may begin.

The columns of a row with cells of one kind are the bits of an integer, so that all Sudokus that may
begin in a row are examined together.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import chain, product
from operator import and_, or_
from string import ascii_uppercase
from typing import NamedTuple

from ..sudoku.grid import DIGITS
from ..sudoku.shape import BoxShape
from .alphabet import BLANK_SIGNS
from .sheet import Area, Sheet

Address = tuple[int, int]
"""The row and the column of a cell, each from 0."""
Masks = Mapping[int, int]
"""The cells of one kind in each row of a sheet: bit i is 1 if the cell in column i is of the
kind.
"""

_BLANK, _MARK, _TEXT, _LETTER = 0, -1, -2, 10
"""The kinds of cells that are no numbers from 1 to 99: a sign for blank, a part of a drawn line,
another text, and a letter, which may be a digit in Sudokus of at least ten rows.
"""
_MARKS = re.compile(r"[-=+|_]+")
_CELL_AT_BRACKET = re.compile(r"[\[({ ]*[0-9]{1,2}[\])}; ]*")
"""A number at the beginning or the end of a row in a program. It is a cell, and no label."""
_DECIMALS = re.compile(r"([0-9]{1,2})[.,]0")


class Layout(NamedTuple):
    """The rows and columns of a Sudoku's cells, counted from its first cell, from 0. A free row or
    column between two boxes is left out, as in 0, 1, 2, 4, 5, 6, 8, 9, 10. `shapes` are the shapes
    that its boxes may have, the usual shape first.
    """

    shapes: tuple[BoxShape, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of rows of the Sudoku."""
        return len(self.rows)

    @property
    def height(self) -> int:
        """The number of the sheet's rows from the first to the last row of the Sudoku."""
        return self.rows[-1] + 1

    @property
    def width(self) -> int:
        """The number of the sheet's columns from the first to the last column of the Sudoku."""
        return self.columns[-1] + 1


class SheetPlace(NamedTuple):
    """A place where a Sudoku may be: the row and column of its first cell, and its layout."""

    top: int
    left: int
    layout: Layout

    @property
    def area(self) -> Area:
        """The area from the first to the last cell, with the free rows and columns between."""
        last = self.top + self.layout.height - 1, self.left + self.layout.width - 1
        return Area(self.top, self.left, *last)

    @property
    def rows(self) -> list[int]:
        """The sheet's rows with cells of the Sudoku."""
        return [self.top + row for row in self.layout.rows]

    @property
    def columns(self) -> list[int]:
        """The sheet's columns with cells of the Sudoku."""
        return [self.left + column for column in self.layout.columns]

    def list_addresses(self) -> list[Address]:
        """Return the addresses of the cells, row after row."""
        return [*product(self.rows, self.columns)]


def drop_zero_decimals(text: str) -> str:
    """Return the text of a cell without the decimals of a whole number: 5.0 becomes 5. Any other
    text is returned unchanged.

    >>> [drop_zero_decimals(text) for text in ("5", "5.0", "5,0", "5.5")]
    ['5', '5', '5', '5.5']
    """
    found = _DECIMALS.fullmatch(text) if len(text) > 2 else None
    return found[1] if found else text


def _find_kind(text: str) -> int:
    """Return the kind of a cell with a text. The kind of a number from 1 to 99 is the number, and
    the other kinds have the names above.
    """
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return int(text) or _BLANK
    if text in BLANK_SIGNS:
        return _BLANK
    if len(text) == 1 and text.upper() in DIGITS:
        return _LETTER
    return _MARK if _MARKS.fullmatch(text) else _TEXT


def _is_at_bracket(text: str) -> bool:
    return len(text) < 8 and _CELL_AT_BRACKET.fullmatch(text) is not None


class SheetCells:
    """The cells of a sheet by their kinds.

    - `texts`: the cells with other texts than cells of Sudokus have.
    - `labels`: those of `texts` that may be labels, such as `row` in `row,5`.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._kinds = defaultdict[int, dict[int, int]](dict)
        self._firsts = list[Address]()  # the cells in which numbers of rows or columns may begin
        kinds = dict[str, int]()
        for row, cells in sheet.rows.items():
            columns = defaultdict[int, list[int]](list)
            for column, text in cells.items():
                if text not in kinds:
                    kinds[text] = _find_kind(drop_zero_decimals(text))
                columns[kinds[text]].append(column)
                if drop_zero_decimals(text) in "1Aa":
                    self._firsts.append((row, column))
            for kind, found in columns.items():
                self._kinds[kind][row] = _make_mask(found)
        self._texts = [*kinds]
        self.texts: Masks = self._kinds[_TEXT]
        self.labels: Masks = {
            row: mask & ~_make_mask(i for i, one in sheet.rows[row].items() if _is_at_bracket(one))
            for row, mask in self.texts.items()
        }
        columns_by_row = defaultdict[int, list[int]](list)
        for row, column in sheet.bordered:
            columns_by_row[row].append(column)
        self.borders = {row: _make_mask(found) for row, found in columns_by_row.items()}

    def unite(self, lowest: int, highest: int) -> defaultdict[int, int]:
        """Return the cells of all kinds from `lowest` to `highest`."""
        found = defaultdict[int, int](int)
        for kind, masks in self._kinds.items():
            if lowest <= kind <= highest:
                for row, mask in masks.items():
                    found[row] |= mask
        return found

    def may_have_size(self, size: int) -> bool:
        """Return whether the sheet may have Sudokus with `size` rows. Those of ten rows or more
        have their largest digit, or the second largest, as a number or as a letter.
        """
        if size < 10:
            return True
        letters = [
            DIGITS.index(text.upper())
            for text in self._texts
            if text.isalpha() and len(text) == 1 and text.upper() in DIGITS
        ]
        numbers = {*self._kinds} if not letters else {*self._kinds} - {_LETTER}
        found = numbers.union(letters, (value - 9 for value in letters))
        return bool(found & {max(size - 1, 10), size})

    def list_headings(self, layout: Layout) -> tuple[set[Address], set[Address]]:
        """Return the cells in which numbers of columns begin, and the cells in which numbers of
        rows begin. Such numbers are 1, 2, 3, … or A, B, C, … at the distances of a layout.
        """
        return (
            {
                (r, c)
                for r, c in self._firsts
                if self._are_numbers((r, c + i) for i in layout.columns)
            },
            {(r, c) for r, c in self._firsts if self._are_numbers((r + i, c) for i in layout.rows)},
        )

    def _are_numbers(self, addresses: Iterable[Address]) -> bool:
        """Return whether cells have the texts 1, 2, 3, … or A, B, C, … in this order."""
        first = ""
        for number, address in enumerate(addresses):
            text = drop_zero_decimals(self.sheet.get_text(*address)).upper()
            first = first or text
            wanted = str(number + 1) if first == "1" else ascii_uppercase[number : number + 1]
            if text != wanted:
                return False
        return True


class CellsOfSize:
    """The cells of a sheet by their meanings in Sudokus with `size` rows.

    - `digits`, `filled`: the digits, and the cells with a digit or a sign for blank.
    - `wanted`: the digits that must be in a Sudoku. A digit beside a text may be
      outside of all Sudokus.
    """

    def __init__(self, cells: SheetCells, size: int) -> None:
        self.cells, self.size = cells, size
        self.digits, self.filled = cells.unite(1, size), cells.unite(_BLANK, size)
        self._blocked, self._marks = cells.unite(size + 1, 99), cells.unite(_MARK, _MARK)
        for row, mask in cells.texts.items():
            self._blocked[row] |= mask
        self.wanted, self._near = cells.unite(1, max(9, size)), cells.unite(_BLANK, max(9, size))
        for masks in (self.wanted, self._near):
            for row in masks.keys() & cells.labels.keys():
                masks[row] &= ~(cells.labels[row] << 1 | cells.labels[row] >> 1)

    def has_too_large_digits(self) -> bool:
        """Return whether a digit that must be in a Sudoku is too large for one of this size."""
        return any(mask & ~self.digits[row] for row, mask in self.wanted.items())

    def list_starts(self, layout: Layout, covered: defaultdict[int, int]) -> dict[int, int]:
        """Return the cells at which a Sudoku with this layout may begin: all its cells may be
        cells, nothing is between its boxes, and at each border fewer than a third of its rows or
        columns are empty. Return nothing if a digit is outside of all these Sudokus and is not in
        `covered`.
        """
        slack, width = (self.size - 1) // 3, layout.width
        gaps = {*range(layout.height)} - {*layout.rows}, {*range(width)} - {*layout.columns}
        rows = [row for row, mask in self.filled.items() if mask]
        tops = {row - before for row in rows for before in range(slack + 1) if row >= before}
        waiting, found = sorted(self.wanted, reverse=True), dict[int, int]()
        for top in chain(sorted(tops), [max(rows, default=0) + 1]):
            while waiting and waiting[-1] < top:
                row = waiting.pop()
                if self.wanted[row] & ~covered[row]:
                    return {}
            filled = [self.filled.get(top + row, 0) for row in layout.rows]
            starts = _find_hits(_unite(filled[: slack + 1]), width)
            starts &= _find_hits(_unite(filled[-slack - 1 :]), width)
            if not starts:
                continue
            every = _unite(filled)
            starts &= _unite(every >> column for column in layout.columns[: slack + 1])
            starts &= _unite(every >> column for column in layout.columns[-slack - 1 :])
            if not starts:
                continue
            inside = range(top, top + layout.height)
            bad = _unite(self._blocked.get(row, 0) for row in inside)
            bad |= _unite(self.filled.get(top + row, 0) for row in gaps[0])
            marks = _unite(self._marks.get(top + row, 0) for row in layout.rows)
            starts &= ~_find_hits(bad, width)
            starts &= ~_unite(marks >> column for column in layout.columns)
            starts &= ~_unite(every >> column for column in gaps[1])
            if starts:
                found[top] = starts
                cells = _unite(starts << column for column in layout.columns)
                for row in layout.rows:
                    covered[top + row] |= cells
        return found

    def yield_places(
        self,
        layout: Layout,
        starts: Masks,
        headings: tuple[set[Address], set[Address]],
        *,
        above: bool,
        beside: bool,
    ) -> Iterator[SheetPlace]:
        """Yield the places of Sudokus among `starts` that have at least as many digits as rows, and
        no digit or sign for blank directly around them. If `above`, a Sudoku may be directly below
        another, and if `beside`, directly at its right. `headings` may be anywhere.
        """
        near, width = self._near.copy(), layout.width
        for row, column in headings[0]:
            near[row] &= ~_unite(1 << column + i for i in layout.columns)
        for row, column in headings[1]:
            for i in layout.rows:
                near[row + i] &= ~(1 << column)
        found = dict[int, int]()
        for top, mask in starts.items():
            around = _unite(near.get(top + row, 0) for row in layout.rows)
            before, after = around << 1, around >> width
            over, under = (
                _find_hits(row, width) | (0 if beside else row << 1 | row >> width)
                for row in (near.get(top - 1, 0), near.get(top + layout.height, 0))
            )
            over = over & ~found.get(top - layout.height, 0) if above else over | under
            lefts = mask & ~(over if beside else over | before | after)
            waiting = lefts & ~before
            while waiting:
                place = SheetPlace(top, (waiting & -waiting).bit_length() - 1, layout)
                waiting &= waiting - 1
                if sum(map(int.bit_count, self.cut(self.digits, place))) >= self.size:
                    found[top] = found.get(top, 0) | 1 << place.left
                    yield place
                    if beside:
                        waiting |= lefts & 1 << place.left + width

    def cut(self, masks: Masks, place: SheetPlace) -> list[int]:
        """Return the bits of `masks` that belong to a place, row after row. Bit i is column i of
        the place; the bits of free columns between boxes are 0.
        """
        columns = _unite(1 << column for column in place.layout.columns)
        return [masks.get(row, 0) >> place.left & columns for row in place.rows]


def list_framed_places(cells: SheetCells, layout: Layout) -> list[SheetPlace]:
    """Return the places with this layout that are framed: all their outer cells have borders, and
    each row and column next to them has a cell without a border.
    """
    found = list[SheetPlace]()
    borders, height, width = cells.borders, layout.height, layout.width
    whole = {
        row: mask
        for row in borders
        if (mask := reduce(and_, (borders[row] >> column for column in layout.columns)))
    }
    for top, mask in whole.items():
        lefts = mask & whole.get(top + height - 1, 0)
        lefts &= ~(whole.get(top - 1, 0) | whole.get(top + height, 0))
        if lefts:
            sides = reduce(and_, (borders.get(top + row, 0) for row in layout.rows))
            lefts &= sides & sides >> width - 1 & ~(sides << 1 | sides >> width)
        found += [SheetPlace(top, left, layout) for left in list_bits(lefts)]
    return found


def list_bits(mask: int) -> list[int]:
    """Return the numbers of the bits of an integer that are 1."""
    found = list[int]()
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def _make_mask(columns: Iterable[int]) -> int:
    """Return the integer whose bits are `columns`. The bits of an array of bytes are set, because
    powers of two would take too long in a wide row.
    """
    columns = [*columns]
    data = bytearray(max(columns, default=0) // 8 + 1)
    for column in columns:
        data[column // 8] |= 1 << column % 8
    return int.from_bytes(data, "little")


def _unite(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _find_hits(mask: int, width: int) -> int:
    """Return the columns from which on `width` columns have a bit of `mask`."""
    done = 1
    while done < width:
        step = min(done, width - done)
        mask |= mask >> step
        done += step
    return mask
