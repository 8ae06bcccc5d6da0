r"""Grids on one line: where in a line the cells stand.

They are the first run of exactly N·N characters, digits and one sign for blank, that is bordered by
something else; so the rest of the line may be anything: a number, a rating, a solution. Where they
and what they border on are the cells of a larger grid, they are a part of that. For 9×9,
16×16 and 25×25 cells a run is found anywhere, for other sizes only where it is a whole line or
field. Cells with something between them are read where they fill the line.
"""

import re
from collections.abc import Sequence
from functools import cache
from math import isqrt
from string import ascii_lowercase
from typing import NamedTuple

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.limits import NAME
from ..sudoku.grid import SMALLEST_AS_TEXT, Grid
from ..sudoku.shape import BoxShape, check_fits_in_bytes
from ..sudoku.signs import DIGITS, Signs, shown
from .cells import Row, error, is_rule, row_of, wrong_length

_FREE_SIZES = (9, 16, 25)
"""Sizes, in cells a side, whose runs are too long to be anything but a grid, wherever it stands."""

VALUES = bytes(int(chr(code)) if 0x30 <= code <= 0x39 else 0 for code in range(256))
"""For each byte its value in grids of up to nine cells a side: 0, blank, unless it is a digit."""

_SIGNS = b"._*xX-"
_CELLS = frozenset(f"{DIGITS}{ascii_lowercase}._*-".encode())
"""The characters that are cells, with nothing between them."""
_CLUES = rb"[1-9],[1-9],[1-9](;[ ]?[1-9],[1-9],[1-9])*;?[ \t]*"
"""Compiled when it is needed, which is seldom: that takes as long as reading a pair file."""


class Entry:
    """A Sudoku of a file, or what is wrong at its place.

    `line` is where it begins, from 1. `raw` is that line as it stood, or the rows of cells of a
    Sudoku that takes several.
    """

    __slots__ = ("_end", "_start", "_title", "_values", "line", "raw", "shape")

    def __init__(
        self,
        line: int,
        shape: BoxShape,
        values: Sequence[int] | PairFileError,
        raw: bytes,
        start: int = 0,
        end: int | None = None,
        title: str = "",
    ) -> None:
        """The cells are those of `raw` from `start` to `end`."""
        self.line, self.shape = line, shape
        self._values, self.raw, self._start, self._end = values, raw, start, end
        self._title = title

    def __repr__(self) -> str:
        return f"Entry(line={self.line}, text={self.text!r})"

    @property
    def text(self) -> str:
        r"""The line as it stood, or the lines; bytes that are no UTF-8 are shown as `\xe9`."""
        return self.raw.decode(errors="backslashreplace")

    @property
    def name(self) -> str:
        """What else stands on the line, or in words on a line above a grid of several lines.

        Of a long one the first 1,000 characters.
        """
        name = self._name()
        return name if len(name) <= NAME else f"{name[: NAME - 1]}…"

    def _name(self) -> str:
        if self._end is None:
            return self._title
        if self.raw.lstrip().startswith(b"{"):
            return self._other_values()
        parts = self.raw[: self._start], self.raw[self._end :]
        texts = [part.decode(errors="backslashreplace").strip(" \t,;:|\"'#=") for part in parts]
        return " ".join(filter(None, texts))

    def _other_values(self) -> str:
        """Return what a JSON object holds beside the Sudoku."""
        import json

        try:
            record = json.loads(self.raw)
        except (ValueError, RecursionError):
            return ""
        cells = self.raw[self._start : self._end].decode(errors="replace")
        others = record.values() if isinstance(record, dict) else ()
        return " ".join(str(value) for value in others if value != cells)

    @property
    def error(self) -> PairFileError | None:
        """What is wrong here, if something is."""
        return self._values if isinstance(self._values, PairFileError) else None

    @property
    def cells(self) -> bytes:
        """The N·N digits, row after row, 0 for blank; raises the error where there is one.

        Raises `GridError` above 255 cells a side, whose digits are no bytes.
        """
        values = self._values
        if isinstance(values, bytes):
            return values
        if isinstance(values, PairFileError):
            raise values
        check_fits_in_bytes(self.shape)
        return bytes(values)

    @property
    def grid(self) -> Grid | PairFileError:
        """The grid, or what is wrong."""
        values, size = self._values, self.shape.size
        if isinstance(values, PairFileError):
            return values
        return Grid([values[i : i + size] for i in range(0, size * size, size)], self.shape)


class Found(NamedTuple):
    """Where in a line the cells stand, from `start` to before `end`, and the cells a side."""

    start: int
    end: int
    size: int


def find(line: bytes, size: int | None = None) -> Found | None:
    """Return where the first grid stands on a line, one of `size` if given; None if there is none.

    >>> find(b"id,1234...1...2...3,easy")
    Found(start=3, end=19, size=4)
    """
    for known in _FREE_SIZES:
        if size not in (None, known) or len(line) < known**2:
            continue
        for match in run(known).finditer(line):
            if (larger := larger_around(line, *match.span())) is None:
                return Found(*match.span(), known)
            if size is None:
                return larger
    if size in _FREE_SIZES:
        return None
    for match in re.finditer(rb"[^,;\t\"]+", line):
        field = match[0].strip(b" ")
        one = isqrt(len(field))
        if one >= SMALLEST_AS_TEXT and one**2 == len(field) and size in (None, one):
            start = match.start() + match[0].index(field)
            if one not in _FREE_SIZES and one < len(DIGITS) and run(one).fullmatch(field):
                return Found(start, start + len(field), one)
    return None


def larger_around(line: bytes, start: int, end: int) -> Found | None:
    """Return the larger grid that a run of cells is a part of; None where it is one by itself.

    Letters are digits of large grids, so 81 blanks between two of them need not be a grid.
    """
    first, last = start, end
    while last < len(line) and line[last] in _CELLS:
        last += 1
    while first and line[first - 1] in _CELLS:
        first -= 1
    if (first, last) == (start, end):
        return None
    size = isqrt(last - first)
    is_whole = 9 < size < len(DIGITS) and size**2 == last - first
    return Found(first, last, size) if is_whole and run(size).fullmatch(line, first, last) else None


@cache
def run(size: int) -> re.Pattern[bytes]:
    """Return the pattern of N·N cells in one run.

    One sign stands for blank; 0 may stand for it too, beside that sign.
    At each place of a line the search looks at no more characters than the grid has cells.
    """
    digits = DIGITS[1 : min(size, 9) + 1]
    # 0 is a digit of large grids; x and X stand for blank only where there is no 0.
    if size < 10:
        kinds = [(f"0{digits}", sign) for sign in "._*"] + [(digits, sign) for sign in "xX-"]
    else:
        letters = ("A-Z", "a-z")
        kinds = [(f"0{digits}{cases}", sign) for cases in letters for sign in "._*-xX"]
    choices = [
        rf"(?<![{chars}{re.escape(sign)}])[{chars}{re.escape(sign)}]{{{size**2}}}"
        rf"(?![{chars}{re.escape(sign)}])"
        for chars, sign in kinds
    ]
    border = f"0{digits}" if size < 10 else ""
    before = f"(?<![{border}])" if border else ""
    # HoDoKu writes + before a digit that is no clue.
    cells = rf"[0{digits}.]"
    plus = rf"(?<![0{digits}.+])(?:\+?{cells}){{{size**2}}}(?!{cells})"
    return re.compile(f"{before}(?:{'|'.join(choices)}|{plus})".encode())


class OneLine:
    """How the lines of a file are read whose Sudokus stand on one line each."""

    def __init__(self, shape: BoxShape, source: str) -> None:
        self.shape, self._source = shape, source
        self._signs = Signs(shape.size)
        self.search = run(shape.size).search if shape.size in _FREE_SIZES else None

    def entry(self, number: int, line: bytes, text: str) -> Entry | None:
        """Return what a line holds: a Sudoku, something broken, or nothing like a Sudoku."""
        if span := self._span(line):
            return self.of_run(number, line, *span)
        if self.shape.size == 9 and (clues := listed_clues(line)):
            return Entry(number, self.shape, clues, line, 0, len(line))
        if is_rule(text):
            return None
        row = row_of(number, text)
        if len(row.cells) == self.shape.size**2 and not row.bars:
            if problem := self._problem(row):
                return Entry(number, self.shape, problem, line)
            end = len(text[: row.end - 1].encode())
            return Entry(number, self.shape, self._values(row), line, 0, end)
        if self._is_like_a_grid(text):
            return Entry(number, self.shape, self._misread(row), line)
        return None

    def of_run(self, number: int, line: bytes, start: int, end: int) -> Entry:
        """Return the Sudoku whose cells are the bytes of a line from `start` to before `end`."""
        if self.shape.size < 10:
            values: Sequence[int] | PairFileError = line[start:end].translate(VALUES, b"+")
        else:
            before = len(line[:start].decode(errors="replace"))
            chars = line[start:end].decode()
            cells = [(number, before + i, char) for i, char in enumerate(chars, 1) if char != "+"]
            try:
                values = self._signs.values(self._source, cells)
            except PairFileError as problem:
                values = problem
        return Entry(number, self.shape, values, line, start, end)

    def of_field(self, number: int, line: bytes, field: str) -> Entry:
        """Return the Sudoku that is a field of a line, or what is wrong with it."""
        raw = field.encode()
        start = max(line.find(raw), 0)
        read = self.entry(number, raw, field)
        if read is None:
            expected = Message("{cells} cells on a line", cells=self.shape.size**2)
            found = Message("'{text}'", text=shown(field))
            column = len(line[:start].decode(errors="replace")) + 1
            return Entry(
                number, self.shape, error(self._source, number, column, expected, found), line
            )
        if problem := read.error:
            moved = problem.column + len(line[:start].decode(errors="replace"))
            problem = PairFileError(problem.source, problem.line, moved, problem.message)
            return Entry(number, self.shape, problem, line)
        return Entry(number, self.shape, read.cells, line, start, start + len(raw))

    def _span(self, line: bytes) -> tuple[int, int] | None:
        found = find(line, self.shape.size)
        return (found.start, found.end) if found else None

    def _problem(self, row: Row) -> PairFileError | None:
        try:
            self._values(row)
        except PairFileError as problem:
            return problem
        return None

    def _values(self, row: Row) -> tuple[int, ...]:
        return self._signs.values(self._source, [(row.line, *cell) for cell in row.cells])

    def _is_like_a_grid(self, text: str) -> bool:
        """Return whether so many characters are cells that the line must be a Sudoku gone wrong."""
        chars = "".join(text.split())
        allowed = set("0._*" + DIGITS[1 : min(self.shape.size, 9) + 1])
        count = sum(1 for char in chars if char in allowed)
        # A line with few cells may be one too, if it holds neither words nor fields.
        is_long = count >= self.shape.size or not re.search(r"[^\W\d_]{2}|[,;|\t]", text)
        return is_long and 2 * count >= len(chars) > 0

    def _misread(self, row: Row) -> PairFileError:
        """Return what is wrong with a line that has too many cells, too few, or bars."""
        count = self.shape.size**2
        if row.bars:
            expected = Message("{cells} cells on a line", cells=count)
            return error(
                self._source, row.line, row.bars[0][0], expected, Message("'{text}'", text="|")
            )
        # Of several pieces the longest was meant, if it is longer than two rows.
        pieces = [(match.start(), match[0]) for match in re.finditer(r"[^\s,;:|]+", row.text)]
        start, piece = max(pieces, key=lambda piece: len(piece[1]))
        if len(piece) > 2 * self.shape.size and row.separated:
            cells = [(start + i, char) for i, char in enumerate(piece, 1)]
            row = row._replace(cells=cells, separated=False, end=start + len(piece) + 1)
        try:
            self._values(row._replace(cells=row.cells[:count]))
        except PairFileError as problem:
            return problem
        if len(row.cells) == count:  # something else stands before them or after them
            before, after = row.text[:start].strip(), row.text[start + count :].lstrip()
            column = 1 if before else len(row.text) - len(after) + 1
            expected = Message("{cells} cells on a line, and nothing else", cells=count)
            found = Message("'{text}'", text=shown(before or after))
            return error(self._source, row.line, column, expected, found)
        return wrong_length(self._source, row, count)


def listed_clues(line: bytes) -> bytes | None:
    r"""Return the 81 cells of a line that lists clues as ROW,COLUMN,DIGIT; None for other lines.

    >>> listed_clues(b"1,5,7;1,6,9;2,1,6;3,9,1;4,1,2;4,2,3;5,5,1;6,6,6;")[:9]
    b'\x00\x00\x00\x00\x07\t\x00\x00\x00'
    """
    if line.count(b";") < 7 or not re.fullmatch(_CLUES, line):
        return None
    cells = bytearray(81)
    triples = [clue.split(b",") for clue in line.strip(b" \t;").split(b";")]
    for row, column, digit in triples:
        place = 9 * (int(row) - 1) + int(column) - 1
        if cells[place]:  # then it lists something else
            return None
        cells[place] = int(digit)
    return bytes(cells)
