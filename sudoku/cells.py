"""Cells as text: lines taken apart into rows of cells, read in every form that people write.

What is read is described in the README. Whatever cannot be read raises `PairFileError` with the
place, what was expected and what was found.
"""

import codecs
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from .errors import PairFileError
from .grid import Grid
from .language import Message
from .shape import BoxShape

MAX_SIZE = 36
"""Cells a side that are read unless the caller allows more."""

_BLANKS = ".0_*"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALLEST_ONE_LINE_SIZE = 4
"""Nine characters are more likely a row of nine cells than a whole grid of 3×3 cells."""

_NEWLINE = re.compile(r"\r\n|\r|\n")
_RULE = re.compile(r"[ \t]*[|+]?-+([|+]+-+)*[|+]?[ \t]*")
_SEPARATED_CELL = re.compile(r"[^ \t,]+|(?<=,)(?=[ \t]*,)")
"""What stands between white space and commas; between two commas also nothing, to be refused."""
_WHITE = " \t"
_BOX = re.compile(r"[ \t]*#[ \t]*box[ \t]+([1-9][0-9]{0,3}x[1-9][0-9]{0,3})[ \t]*")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Row(NamedTuple):
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


def text_of(file: BinaryIO, source: str, limit: int, too_large: Message) -> str:
    """Return the text of a binary file of at most so many bytes."""
    pieces, length = list[bytes](), 0
    # In pieces, because a read of the whole limit would ask for as much memory at once.
    while length <= limit and (piece := file.read(2**20)):
        pieces.append(piece)
        length += len(piece)
    if length > limit:
        raise PairFileError(source, 1, 1, too_large)
    return _decoded(b"".join(pieces), source)


@contextmanager
def readable(source: str) -> Iterator[None]:
    """Raise `PairFileError` where a source of this name cannot be read."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = Message("expected a file that can be read, found: {reason}", reason=reason)
        raise PairFileError(source, 1, 1, message) from None


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


class CellText:
    """A text of cells; `source` names it in errors, `box` is the shape if not the default."""

    def __init__(self, source: str, text: str, box: BoxShape | None, max_size: int) -> None:
        self.source, self.max_size = source, max_size
        self.lines = _NEWLINE.split(text)
        self.box = box or self._said_box()

    def _said_box(self) -> BoxShape | None:
        """Return the shape that a comment before the first row names: `# box 3x2`."""
        for line in self.lines:
            if line.strip(_WHITE) and not line.strip(_WHITE).startswith("#"):
                break
            if match := _BOX.fullmatch(line):
                return BoxShape.parse(match[1])
        return None

    def rows(self) -> Iterator[Row]:
        """Yield the lines that hold cells."""
        longest = 2**16 + 64 * self.max_size**2
        gap = rule = 0
        for number, line in enumerate(self.lines, 1):
            stripped = line.strip(_WHITE)
            if not stripped:
                gap = number
            elif _RULE.fullmatch(line):
                rule = number
            elif not stripped.startswith("#"):
                if len(line) > longest:
                    found = Message("{count} characters", count=len(line))
                    raise self.error(number, 1, Message("a line of cells"), found)
                yield self._row(number, line, gap, rule)
                gap = rule = 0

    def _row(self, number: int, line: str, gap: int, rule: int) -> Row:
        """Take a line apart into cells and bars.

        A row is separated if white space or a comma stands between two cells that no bar
        separates, or if boxes have one column, so that bars separate them all; otherwise every
        character is a cell; as it is in a whole grid on one line with spaces between its rows.
        """
        cells: list[tuple[int, str]] = []
        bars: list[tuple[int, int]] = []
        separated = (
            any(len(_SEPARATED_CELL.findall(part)) > 1 for part in line.split("|"))
            or "," in line
            or (self.box is not None and self.box.width == 1 and "|" in line)
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
        if separated and _is_grid_of_words(cells):
            cells = [(start + i, char) for start, text in cells for i, char in enumerate(text)]
            separated = False
        return Row(number, cells, separated, bars, gap, rule, len(line.rstrip(_WHITE)) + 1)

    def shape(self, size: int, row: Row) -> BoxShape:
        """Return the shape of grids of this size, first seen in a row; or raise the error."""
        if size > self.max_size:
            expected = Message(
                "at most {size} cells a side (--max-size allows more)", size=self.max_size
            )
            column = row.cells[min(self.max_size, len(row.cells) - 1)][0]
            raise self.error(row.line, column, expected, Message("{count} cells", count=size))
        box = self.box
        if box is not None and box.size != size:
            expected = Message("rows of {size} cells for boxes of {box}", size=box.size, box=box)
            found = Message("{count} cells", count=size)
            raise self.error(row.line, row.cells[0][0], expected, found)
        return box or BoxShape.for_size(size)

    def one_line_grid(self, row: Row, shape: BoxShape) -> Grid:
        """Return the grid whose cells all stand in one row."""
        size = shape.size
        if row.bars or row.rule:
            found = Message("'{text}'", text="|" if row.bars else "-")
            expected = Message("{cells} cells on a line", cells=size * size)
            place = (row.line, row.bars[0][0]) if row.bars else (row.rule, 1)
            raise self.error(*place, expected, found)
        values = self.values(row, size * size, size)
        return Grid([values[start : start + size] for start in range(0, size * size, size)], shape)

    def grid_row(self, number: int, row: Row, shape: BoxShape) -> tuple[int, ...]:
        """Return row `number` (0-based, of all grids) as numbers; check what surrounds it."""
        self._check_place(number, row, shape)
        return self.values(row, shape.size, shape.size)

    def missing(self, number: int, size: int, end: tuple[int, int]) -> PairFileError:
        """Return the error of a text that ends, at this line and column, before row `number`."""
        expected = _row_of(number, size)
        return self.error(*end, expected, Message("the end of the file"))

    def values(self, row: Row, count: int, size: int) -> tuple[int, ...]:
        """Return a row's `count` cells as numbers from 0 to `size`."""
        values = tuple([self._value(row, column, text, size) for column, text in row.cells[:count]])
        if len(row.cells) != count:
            expected = Message("{size} cells in the row", size=count)
            found = Message("{count} cells", count=len(row.cells))
            column = row.cells[count][0] if len(row.cells) > count else row.end
            raise self.error(row.line, column, expected, found)
        return values

    def _value(self, row: Row, column: int, text: str, size: int) -> int:
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
        raise self.error(row.line, column, expected, Message("'{text}'", text=_shown(text)))

    def _check_place(self, number: int, row: Row, shape: BoxShape) -> None:
        r, expected = number % shape.size, _row_of(number, shape.size)
        if row.gap and r:
            raise self.error(row.gap, 1, expected, Message("a blank line"))
        if row.rule and r % shape.height:
            found = Message("a rule that is no border of boxes of {box} (see --box)", box=shape)
            raise self.error(row.rule, 1, expected, found)
        for column, before in row.bars:
            if before % shape.width:
                found = Message("'|' behind cell {count}", count=before)
                border = Message("'|' only at borders of boxes of {box} (see --box)", box=shape)
                raise self.error(row.line, column, border, found)

    def error(self, line: int, column: int, expected: Message, found: Message) -> PairFileError:
        """Return the error of something found at a place where something else was expected."""
        message = Message("expected {expected}, found {found}", expected=expected, found=found)
        return PairFileError(self.source, line, column, message)


def _row_of(number: int, size: int) -> Message:
    return Message(
        "row {row} of {size} of Sudoku {number}",
        row=number % size + 1,
        size=size,
        number=number // size + 1,
    )


def _is_grid_of_words(cells: list[tuple[int, str]]) -> bool:
    """Return whether there are as many words as each of them has letters, so that none is a number.

    >>> _is_grid_of_words(list(enumerate("1234 3412 2143 4321".split())))
    True
    """
    size = len(cells)
    return size >= SMALLEST_ONE_LINE_SIZE and all(len(text) == size for _, text in cells)


def is_above(text: str, size: int) -> bool:
    """Return whether a cell's text is a digit of grids larger than this.

    >>> [is_above(text, 4) for text in (".", "4", "5", "16", "C", "x")]
    [False, False, True, True, True, False]
    """
    return _number(text, len(text) > 1, 10**9) > size


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
