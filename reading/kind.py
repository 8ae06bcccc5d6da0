"""The kind of a file, told by its first lines: a table, a Sudoku a line, or several lines each."""

from math import isqrt
from typing import NamedTuple

from ..base.errors import GridError
from ..base.language import Message
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from ..sudoku.signs import is_above, shown
from . import oneline, tables
from .cells import (
    MAX_SIZE,
    Row,
    error,
    is_comment,
    is_rule,
    is_title,
    row_of,
)

HEAD_LINES, HEAD_BYTES = 4096, 2**20
"""The most lines, and about the most bytes, that are looked at to tell the kind of a file."""


class Reading(NamedTuple):
    """How a file is read.

    `box` is the shape of the boxes if not the default, `max_size` how many cells a side are read at
    most. `column` chooses the field of a table that holds the Sudokus, by its name in the first
    line or by its number from 1; without it the first that fits is taken.
    """

    box: BoxShape | None = None
    max_size: int = MAX_SIZE
    column: str | int | None = None


class Header(NamedTuple):
    """The line of a table that names its columns."""

    line: int
    text: str


class Kind(NamedTuple):
    """A file whose Sudokus stand on a line each: how large they are, and where the first stands.

    `size` is in cells a side; `line` and `column`, from 1, are where the first Sudoku begins.
    `table` divides lines into fields, where a column was chosen.
    """

    size: int
    line: int
    column: int = 1
    header: Header | None = None
    delimiter: str | None = None
    table: tables.Table | None = None


class Head:
    """The first lines of a file, and what they say about it."""

    def __init__(
        self, lines: list[tuple[int, bytes]], source: str, how: Reading, is_pair: bool
    ) -> None:
        self.lines, self._source, self._is_pair = lines, source, is_pair
        self._how = how
        self.box = how.box or _said_box(lines)
        self._wanted = self.box.size if self.box else None
        content = [(n, line) for n, line in lines if not _is_comment(line)]
        self._content = [(number, line) for number, line in content if line.strip(b" \t")]

    @property
    def first_line(self) -> int:
        """The number of the first line that is neither empty nor a comment, else 1."""
        return self._content[0][0] if self._content else 1

    def kind(self, is_xml: bool) -> Kind | None:
        """Return the kind of a file with one Sudoku a line; None if each takes several lines.

        Raises `PairFileError` where the file may be either, or where the chosen column is missing.
        """
        if self._how.column is not None and not is_xml:  # in XML it has been chosen already
            return self._with_column(self._how.column) if self._content else None
        for number, line in self._content:
            if (found := _decisive(line, self._wanted)) is not None:
                return self._kind(number, line, found)
        for number, line in self._content:
            if self._wanted in (None, 9) and oneline.listed_clues(line):
                return Kind(9, number)
        return self._of_whole_lines()

    def _kind(self, number: int, line: bytes, found: oneline.Found) -> Kind:
        """Return the kind of a file whose first cells were found on a line.

        What stands beside the cells divides fields; a line above may name the columns.
        """
        column = len(line[: found.start].decode(errors="replace")) + 1
        kind = Kind(found.size, number, column)
        beside = line[found.end :].lstrip(b'"')[:1] or line[: found.start].rstrip(b'"')[-1:]
        if line.lstrip().startswith(b"{"):
            # Where one line has its cells, the others have theirs, and not what else looks so.
            text = _text(line)
            key = tables.key_of(text, _text(line[found.start : found.end]))
            return kind if key is None else kind._replace(table=tables.Table(text, key))
        if beside not in (b",", b";", b"\t", b"|"):
            return kind
        delimiter = beside.decode()
        count = len(tables.fields(_text(line), delimiter))
        first, names = self._content[0]
        header = None
        if first < number and len(tables.fields(_text(names), delimiter)) == count:
            header = Header(first, _text(names))
        return kind._replace(header=header, delimiter=delimiter)

    def _with_column(self, column: str | int) -> Kind:
        """Return the kind of a file whose Sudokus stand in the given column."""
        (first, names), *rest = ((number, _text(line)) for number, line in self._content)
        table = tables.Table(names, column)
        header = None
        if not table.is_json and oneline.find(names.encode()) is None:
            header = Header(first, names)
        table.choose(header.text if header else None, self._source, first)
        lines = rest if header else [(first, names), *rest]
        for number, text in lines:
            field = table.field(text) or ""
            found = oneline.find(field.encode(), self._wanted)
            cells = len(row_of(number, field).cells)
            if found or cells == isqrt(cells) ** 2 >= SMALLEST_AS_TEXT**2:
                size = found.size if found else isqrt(cells)
                return Kind(size, number, 1, header, table.delimiter, table)
        number, text = (lines or [(first, names)])[0]
        expected = Message("Sudokus in the column '{column}'", column=column)
        field = shown(table.field(text) or "")
        raise error(self._source, number, 1, expected, Message("'{text}'", text=field))

    def _of_whole_lines(self) -> Kind | None:
        """Return the kind if each row holds a whole grid, else None.

        A row of N² cells is a grid of N×N cells, or one row of a larger one: the number of rows and
        the digits mostly say which.
        """
        rows = self._rows()
        for row in rows:
            length = len(row.cells)
            size = isqrt(length)
            if length != size**2 or size < SMALLEST_AS_TEXT:
                continue
            kind = Kind(size, row.line, row.cells[0][0])
            if self._wanted in (size, length):
                return kind if self._wanted == size else None
            if self._is_pair or row is not rows[0]:
                # One line of that length is enough to tell; the others are too short or too long.
                if len(rows) < length:
                    return kind
            else:
                return kind if self._are_whole_grids(rows, size) else None
        return None

    def _rows(self) -> list[Row]:
        """Return the rows of cells; lines of words are left out."""
        gap = rule = 0
        rows = list[Row]()
        for number, line in self.lines:
            text = _text(line)
            if not text.strip(" \t"):
                gap = number
            elif is_rule(text):
                rule = number
            elif not is_comment(text):
                row = row_of(number, text, self.box)
                if not is_title(text, row, None):
                    rows.append(row._replace(gap=gap, rule=rule))
                    gap = rule = 0
        return rows

    def _are_whole_grids(self, rows: list[Row], size: int) -> bool:
        first, length = rows[0], size**2
        if length > self._how.max_size:
            return True
        large = sum(1 for row in rows if any(is_above(cell, size) for _, cell in row.cells))
        if 2 * large > len(rows):
            return False
        # Large grids take a multiple of `length` rows, and of many such rows most would hold a
        # digit above `size`.
        if len(rows) % length or len(rows) > HEAD_LINES // 2:
            return True
        if large or any(row.bars or row.rule or row.gap for row in rows[1:length]):
            return False
        either = Message(
            "--box, because these may be grids of {size} or of {length} cells a side",
            size=size,
            length=length,
        )
        found = Message("{rows} rows of {length}", rows=len(rows), length=length)
        raise error(self._source, first.line, 1, either, found)

    def dashes(self) -> int:
        """Return how many dashes make a row of blanks if - stands for blank here, else 0."""
        for _, line in self._content:
            text = _text(line)
            chars = set(text) - {*"| \t"}
            if "-" in chars and "".join(chars - {"-"}).isalnum():
                row = row_of(1, text)
                return 0 if is_title(text, row, None) else len(row.cells)
        return 0

    def what_is(self, text: str) -> Message:
        """Return in words what a file without Sudokus holds; `text` is its first line."""
        if names := self.names_of(text):
            return Message(
                "a table without a column of Sudokus: {names}", names=tables.shown_list(names)
            )
        return Message("text that is no Sudoku: '{text}'", text=shown(text.strip()))

    def names_of(self, text: str) -> list[str]:
        """Return the fields of a line if the first two lines are those of a table."""
        delimiter = tables.delimiter_of(text)
        if delimiter is None or delimiter == "|":
            return []
        counts = {len(tables.fields(_text(line), delimiter)) for _, line in self._content[:2]}
        return tables.fields(text, delimiter) if len(counts) == 1 else []


def decides(line: bytes, how: Reading) -> bool:
    """Return whether a line shows by itself what kind of file it is: then no more are needed."""
    return _decisive(line, how.box.size if how.box else None) is not None


def _decisive(line: bytes, size: int | None) -> oneline.Found | None:
    """Return the cells on a line that is no row of a larger grid: something stands beside them."""
    found = None if _is_comment(line) else oneline.find(line, size)
    if found is None or found.size == 9:
        return found
    rest = line[: found.start] + line[found.end :]
    return found if rest.strip(b" \t\"',;[](){}") else None


def _is_comment(line: bytes) -> bool:
    return line.lstrip(b" \t").startswith(b"#")


def _text(line: bytes) -> str:
    return line.decode(errors="replace")


def _said_box(head: list[tuple[int, bytes]]) -> BoxShape | None:
    """Return the shape that a comment before the first row names: `# box 3x2`."""
    for _, line in head:
        words = line.replace(b"#", b" # ", 1).split()
        if words and words[0] != b"#":
            break
        if len(words) == 3 and words[1] == b"box":
            try:
                return BoxShape.parse(words[2].decode())
            except (GridError, UnicodeDecodeError):
                continue
    return None
