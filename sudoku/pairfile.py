"""Pair files: two Sudokus as text, read in every form that people write them in, or refused.

What is read is described in the README. Whatever cannot be read as exactly two grids of one size
raises `PairFileError` with the place, what was expected and what was found.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isqrt
from typing import BinaryIO, NamedTuple

from .errors import PairFileError
from .grid import Grid
from .language import Message
from .shape import BoxShape

MAX_SIZE = 36
"""Cells a side that are read unless the caller allows more."""

_BLANKS = ".0_*"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SMALLEST_ONE_LINE_SIZE = 4
"""Nine characters are more likely a row of nine cells than a whole grid of 3×3 cells."""

_NEWLINE = re.compile(r"\r\n|\r|\n")
_RULE = re.compile(r"[ \t]*[|+]?-+([|+]+-+)*[|+]?[ \t]*")
_SEPARATED_CELL = re.compile(r"[^ \t,]+|(?<=,)(?=[ \t]*,)")
"""What stands between white space and commas; between two commas also nothing, to be refused."""
_WHITE = " \t"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Pair(NamedTuple):
    """The two grids of a pair file."""

    first: Grid
    second: Grid


class _Row(NamedTuple):
    """A line that holds cells: its number, their texts and columns, and where bars stand."""

    line: int
    cells: list[tuple[int, str]]
    separated: bool
    bars: list[tuple[int, int]]
    """For each `|` inside the row: (column, cells before it)."""
    gap: int
    """The line of the last blank line since the row before, 0 if there is none."""
    rule: int
    """The line of the last rule since the row before, 0 if there is none."""
    end: int
    """The column behind the last character that is not white space."""


def read_pair(
    file: BinaryIO, source: str = "<file>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> Pair:
    """Read a pair from a binary file that is open for reading; `source` names it in errors.

    No more is read than a file of two grids of `max_size` cells a side can reasonably hold.
    """
    limit = 2**16 + 64 * max_size**2
    data = b""
    # In pieces, because a read of the whole limit would ask for as much memory at once.
    while len(data) <= limit and (piece := file.read(2**20)):
        data += piece
    if len(data) > limit:
        message = Message(
            "expected a file of at most {limit} bytes for grids of up to {size} cells a side, "
            "found a larger one",
            limit=limit,
            size=max_size,
        )
        raise PairFileError(source, 1, 1, message)
    return parse_pair(_decoded(data, source), source, box, max_size)


def read_pair_file(path: str, box: BoxShape | None = None, max_size: int = MAX_SIZE) -> Pair:
    """Read a pair from a file by its name; raise `PairFileError` for all that can be wrong."""
    with readable(path), open(path, "rb") as stream:
        return read_pair(stream, path, box, max_size)


@contextmanager
def readable(source: str) -> Iterator[None]:
    """Raise `PairFileError` where a source of this name cannot be read."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = Message("expected a file that can be read, found: {reason}", reason=reason)
        raise PairFileError(source, 1, 1, message) from None


def parse_pair(
    text: str, source: str = "<text>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> Pair:
    r"""Read a pair from text; `source` names it in errors, `box` is the shape if not the default.

    >>> first, second = parse_pair("12|34\n..|..\n" * 4)
    >>> print(first)
    1 2 3 4
    0 0 0 0
    1 2 3 4
    0 0 0 0
    """
    return _Reader(source, text, box, max_size).pair()


def format_pair(pair: Pair | Sequence[Grid]) -> str:
    """Return the plain form: digits with single spaces, a blank line between, a final newline."""
    return "\n\n".join(str(grid) for grid in pair) + "\n"


def _decoded(data: bytes, source: str) -> str:
    encoding, start = "utf-8", 0
    for bom, name in _BOMS:
        if data.startswith(bom):
            encoding, start = name, len(bom)
    try:
        return data[start:].decode(encoding)
    except UnicodeDecodeError as error:
        lines = _NEWLINE.split(data[start : start + error.start].decode(encoding))
        message = Message(
            "expected text in {encoding}, found the byte 0x{byte}",
            encoding=encoding.upper(),
            byte=f"{error.object[error.start]:02x}",
        )
        raise PairFileError(source, len(lines), len(lines[-1]) + 1, message) from None


class _Reader:
    def __init__(self, source: str, text: str, box: BoxShape | None, max_size: int) -> None:
        self.source, self.box, self.max_size = source, box, max_size
        self.lines = _NEWLINE.split(text)
        self.rows = self._find_rows()

    def pair(self) -> Pair:
        rows, box = self.rows, self.box
        if not rows or not rows[0].cells:
            found = Message("an empty file") if self.lines == [""] else Message("no cells")
            raise self._error(rows[0].line if rows else 1, 1, Message("two Sudokus"), found)
        if size := self._one_line_size():
            return self._one_line_pair(size, box)
        size = len(rows[0].cells)
        self._check_size(size, rows[0])
        shape = self._shape(size, box)
        cells = []
        for number, row in enumerate(rows):
            self._check_place(number, row, shape)
            cells.append(self._values(row, size, size))
        if len(rows) < 2 * size:
            expected = Message(
                "row {row} of {size} of Sudoku {number}",
                row=len(rows) % size + 1,
                size=size,
                number=len(rows) // size + 1,
            )
            raise self._error(*self._end(), expected, Message("the end of the file"))
        return Pair(Grid(cells[:size], shape), Grid(cells[size:], shape))

    # Lines into rows

    def _find_rows(self) -> list[_Row]:
        rows: list[_Row] = []
        gap = rule = 0
        for number, line in enumerate(self.lines, 1):
            stripped = line.strip(_WHITE)
            if not stripped:
                gap = number
            elif _RULE.fullmatch(line):
                rule = number
            elif not stripped.startswith("#"):
                rows.append(self._row(number, line, gap, rule))
                gap = rule = 0
        return rows

    def _row(self, number: int, line: str, gap: int, rule: int) -> _Row:
        """Take a line apart into cells and bars.

        A row is separated if white space or a comma stands between two cells that no bar
        separates, or if boxes have one column, so that bars separate them all; otherwise every
        character is a cell.
        """
        cells: list[tuple[int, str]] = []
        bars: list[tuple[int, int]] = []
        separated = (
            any(len(_SEPARATED_CELL.findall(part)) > 1 for part in line.split("|"))
            or "," in line
            or (self.box is not None and self.box.width == 1)
        )
        column = 0
        for text in re.split(r"(\|)", line):
            if text == "|":
                bars.append((column + 1, len(cells)))
            elif separated:
                cells += [
                    (column + cell.start() + 1, cell[0]) for cell in _SEPARATED_CELL.finditer(text)
                ]
            else:
                cells += [
                    (column + i, char) for i, char in enumerate(text, 1) if char not in _WHITE
                ]
            column += len(text)
        return _Row(number, cells, separated, bars, gap, rule, len(line.rstrip(_WHITE)) + 1)

    def _end(self) -> tuple[int, int]:
        """Return the place behind the last row."""
        return self.rows[-1].line, self.rows[-1].end

    # One puzzle a line

    def _one_line_size(self) -> int:
        """Return N if the rows, fewer than their cells, hold a grid of N·N cells each, else 0.

        One row of that length is enough to tell; the others are then too short or too long.
        """
        for row in self.rows:
            size = isqrt(len(row.cells))
            if len(self.rows) < len(row.cells) == size**2 and size >= _SMALLEST_ONE_LINE_SIZE:
                return size
        return 0

    def _one_line_pair(self, size: int, box: BoxShape | None) -> Pair:
        rows = self.rows
        if len(rows) != 2:
            expected = Message("two Sudokus of {cells} cells on a line each", cells=size * size)
            line, column = (rows[2].line, 1) if len(rows) > 2 else self._end()
            found = Message("a third one") if len(rows) > 2 else Message("the end of the file")
            raise self._error(line, column, expected, found)
        self._check_size(size, rows[0])
        shape = self._shape(size, box)
        grids = []
        for row in rows:
            if row.bars or row.rule:
                found = Message("'{text}'", text="|" if row.bars else "-")
                expected = Message("{cells} cells on a line", cells=size * size)
                place = (row.line, row.bars[0][0]) if row.bars else (row.rule, 1)
                raise self._error(*place, expected, found)
            values = self._values(row, size * size, size)
            cells = [values[start : start + size] for start in range(0, size * size, size)]
            grids.append(Grid(cells, shape))
        return Pair(*grids)

    # Checks

    def _check_size(self, size: int, row: _Row) -> None:
        if size > self.max_size:
            expected = Message(
                "at most {size} cells a side (--max-size allows more)", size=self.max_size
            )
            column = row.cells[min(self.max_size, len(row.cells) - 1)][0]
            found = Message("{count} cells", count=size)
            raise self._error(row.line, column, expected, found)

    def _shape(self, size: int, box: BoxShape | None) -> BoxShape:
        if box is not None and box.size != size:
            row = self.rows[0]
            expected = Message("rows of {size} cells for boxes of {box}", size=box.size, box=box)
            found = Message("{count} cells", count=size)
            raise self._error(row.line, row.cells[0][0], expected, found)
        return box or BoxShape.for_size(size)

    def _values(self, row: _Row, count: int, size: int) -> tuple[int, ...]:
        """Return a row's `count` cells as numbers from 0 to `size`."""
        values = tuple([self._value(row, column, text, size) for column, text in row.cells[:count]])
        if len(row.cells) != count:
            expected = Message("{size} cells in the row", size=count)
            found = Message("{count} cells", count=len(row.cells))
            column = row.cells[count][0] if len(row.cells) > count else row.end
            raise self._error(row.line, column, expected, found)
        return values

    def _value(self, row: _Row, column: int, text: str, size: int) -> int:
        value = 0 if text in _BLANKS and len(text) == 1 else _number(text, row.separated, size)
        if 0 <= value <= size:
            return value
        if row.separated and size > 9:
            expected = Message("a number from 0 to {size}", size=size)
        elif size > 9:
            letter = _LETTERS[min(size, 35) - 10]
            expected = Message("a digit 0-9 or a letter A-{letter}", letter=letter)
        else:
            expected = Message("a digit 0-{size}", size=size)
        raise self._error(row.line, column, expected, Message("'{text}'", text=_shown(text)))

    def _check_place(self, number: int, row: _Row, shape: BoxShape) -> None:
        """Check that what surrounds row `number` (0-based in the file) is where it belongs."""
        grid, r = divmod(number, shape.size)
        expected = Message(
            "row {row} of {size} of Sudoku {number}", row=r + 1, size=shape.size, number=grid + 1
        )
        if grid == 2:
            found = Message("a row of a third one")
            raise self._error(row.line, 1, Message("the end after two Sudokus"), found)
        if row.gap and r:
            raise self._error(row.gap, 1, expected, Message("a blank line"))
        if row.rule and r % shape.height:
            found = Message("a rule that is no border of boxes of {box} (see --box)", box=shape)
            raise self._error(row.rule, 1, expected, found)
        for column, before in row.bars:
            if before % shape.width:
                found = Message("'|' behind cell {count}", count=before)
                border = Message("'|' only at borders of boxes of {box} (see --box)", box=shape)
                raise self._error(row.line, column, border, found)

    def _error(self, line: int, column: int, expected: Message, found: Message) -> PairFileError:
        message = Message("expected {expected}, found {found}", expected=expected, found=found)
        return PairFileError(self.source, line, column, message)


def _number(text: str, separated: bool, size: int) -> int:
    """Return the digit that a cell's text stands for, -1 if none; leading zeros may fill up."""
    if re.fullmatch(r"[0-9]+", text):
        return int(text) if len(text) <= len(str(size)) else -1
    if not separated and len(text) == 1 and text in _LETTERS:
        return 10 + _LETTERS.index(text)
    return -1


def _shown(text: str) -> str:
    """Return a cell's text so that a terminal shows it on one line."""
    shown = "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
    return shown if len(shown) <= 20 else shown[:19] + "…"
