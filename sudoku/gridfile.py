"""Files of Sudokus: one, a pair or a collection, read by one reader in all forms that people have.

Either each line holds a whole grid, or each grid takes as many lines as it has rows. A file with a
grid a line is streamed: however long it is, it is never in memory as a whole.
"""

import io
import os
from collections import deque
from collections.abc import Iterator
from itertools import chain, islice
from math import isqrt
from typing import IO, BinaryIO, NamedTuple, Self

from . import oneline, tables
from .cells import (
    MAX_SIZE,
    SMALLEST_ONE_LINE_SIZE,
    Blocks,
    Row,
    Rows,
    error,
    is_comment,
    is_rule,
    is_title,
    row_of,
)
from .errors import GridError, PairFileError
from .grid import Grid
from .language import Message
from .lines import Limit, Lines, readable
from .oneline import VALUES, Entry, OneLine
from .output import opened
from .shape import BoxShape
from .signs import DIGITS, is_above, shown
from .spaces import by_place

MOST_LETTERS = len(DIGITS) - 1
"""Cells a side up to which each digit has a character."""

_HEAD_LINES, _HEAD_BYTES = 4096, 2**22
"""How much is looked at, at most, to see what kind of file it is."""


class Reading(NamedTuple):
    """How a file is read.

    `box` is the shape of the boxes if not the default, `max_size` how many cells a side are read at
    most. `column` chooses the field of a table that holds the Sudokus, by its name in the first
    line or by its number from 1; without it the first that fits is taken.
    """

    box: BoxShape | None = None
    max_size: int = MAX_SIZE
    column: str | int | None = None


class LeftAside(NamedTuple):
    """How many lines were passed over that hold no Sudoku, and the first of them."""

    total: int = 0
    line: int = 0
    text: str = ""


class GridFile:
    r"""The Sudokus of a binary stream, read one after another as they are asked for, once.

    Where each has a line of its own, a bad line is an entry with an error in its place; otherwise
    the first error is the last entry. What holds no Sudoku raises `PairFileError` at once.

    `shape` is that of all grids, `is_one_a_line` says which kind of file it is. Of a table `header`
    is the line of names, if there is one, and `delimiter` what stands between fields. `left_aside`
    tells the lines that hold no Sudoku, as far as has been read.

    >>> [entry.grid.clues for entry in grids_in("1234000000000001\n" + "." * 16)]
    [5, 0]
    """

    def __init__(
        self,
        stream: IO[bytes],
        source: str = "<file>",
        how: Reading | None = None,
        *,
        is_pair: bool = False,
        closes: bool = False,
    ) -> None:
        """A pair has just two grids and is not large; `closes` says to close the stream."""
        self._stream, self._source, self._closes = stream, source, closes
        self._how = how or Reading()
        self._is_pair = is_pair
        self.header: str | None = None
        self.delimiter: str | None = None
        self.left_aside = LeftAside()
        self._ahead: deque[Entry] = deque()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        size = self._how.max_size
        longest = 2**16 + 64 * size**2
        too_large = Message(
            "expected a file of at most {limit} bytes for grids of up to {size} cells a side, "
            "found a larger one",
            limit=longest,
            size=size,
        )
        limit = Limit(longest, longest, too_large) if self._is_pair else Limit(longest)
        self._lines = Lines(self._stream, self._source, limit)
        numbered = self._numbered()
        head = self._head(numbered)
        self._box = self._how.box or _said_box(head)
        self._table: tables.Table | None = None
        self._rest = chain(head, numbered)
        found = self._one_line_size(head)
        if found is not None:
            self.is_one_a_line = True
            self.shape = self._shape(*found)
            self._entries = self._one_a_line()
        else:
            self.is_one_a_line = False
            self._entries = self._several_lines(head)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, if it was opened here."""
        if self._closes:
            self._stream.close()

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        return self._ahead.popleft() if self._ahead else next(self._entries)

    def batches(self, count: int) -> Iterator[list[Entry]]:
        r"""Yield the entries in lists of so many, the last one shorter.

        >>> [len(batch) for batch in grids_in("1234000000000001\n" * 5).batches(2)]
        [2, 2, 1]
        """
        entries = chain(self._all_ahead(), self._entries)
        while batch := list(islice(entries, count)):
            yield batch

    def _all_ahead(self) -> Iterator[Entry]:
        while self._ahead:
            yield self._ahead.popleft()

    @property
    def share(self) -> float | None:
        """How much of the file has been read, from 0 to 1; None where its size is not known."""
        try:
            whole = os.fstat(self._stream.fileno()).st_size
        except (OSError, ValueError):
            return None
        # Of a compressed file that is where the reading of what is compressed has come to.
        raw = getattr(self._stream, "fileobj", None) or getattr(self._stream, "_fp", None)
        done = raw.tell() if raw is not None else self._lines.length
        return min(done / whole, 1.0) if whole else None

    @property
    def is_single(self) -> bool:
        """Whether there is just one Sudoku, which may be bad; nothing is lost by asking."""
        self._ahead.extend(islice(self._entries, 2 - len(self._ahead)))
        return len(self._ahead) < 2

    def single(self) -> Grid:
        """Return the only grid; raise `PairFileError` where there are more, or it is bad."""
        with self:
            entries = list(islice(self, 2))
            grid = entries[0].grid
            if isinstance(grid, PairFileError):
                raise grid
            if len(entries) > 1:
                expected, found = Message("the end after one Sudoku"), Message("another one")
                raise error(self._source, entries[1].line, 1, expected, found)
            return grid

    def pair(self) -> tuple[Grid, Grid]:
        """Return the two grids; raise `PairFileError` where they are not two, or one is bad."""
        with self:
            entries = list(islice(self, 3))
            if len(entries) > 2 and not entries[0].error and not entries[1].error:
                raise self._third(entries[2].line)
            grids = list[Grid]()
            for entry in entries[:2]:
                grid = entry.grid
                if isinstance(grid, PairFileError):
                    raise grid
                grids.append(grid)
            if len(grids) < 2:
                raise self._missing(entries[0])
            return grids[0], grids[1]

    def _third(self, line: int) -> PairFileError:
        if self.is_one_a_line:
            return error(self._source, line, 1, self._two_on_a_line(), Message("a third one"))
        expected, found = Message("the end after two Sudokus"), Message("a row of a third one")
        return error(self._source, line, 1, expected, found)

    def _missing(self, only: Entry) -> PairFileError:
        if not self.is_one_a_line:
            return self._blocks.missing()
        end = len(only.text.rstrip()) + 1
        found = Message("the end of the file")
        return error(self._source, only.line, end, self._two_on_a_line(), found)

    def _two_on_a_line(self) -> Message:
        return Message("two Sudokus of {cells} cells on a line each", cells=self.shape.size**2)

    # What kind of file it is.

    def _numbered(self) -> Iterator[tuple[int, bytes]]:
        """Return the lines, also of what is not written in lines."""
        start = self._lines.start
        if start.startswith(b"PAR1"):
            return tables.parquet_lines(self._lines)
        if start.lstrip().startswith(b"<"):
            return tables.xml_lines(self._lines, self._how.column)
        return iter(self._lines)

    def _head(self, numbered: Iterator[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
        """Take lines until one says by itself what kind of file it is; all of a short file."""
        head, length = list[tuple[int, bytes]](), 0
        for number, line in numbered:
            head.append((number, line))
            length += len(line)
            if self._decides(line) or len(head) == _HEAD_LINES or length > _HEAD_BYTES:
                break
        return head

    def _decides(self, line: bytes) -> bool:
        if line.lstrip(b" \t").startswith(b"#"):
            return False
        size = self._how.box.size if self._how.box else None
        found = oneline.find(line, size)
        return found is not None and (found.size == 9 or oneline.is_field(line, found))

    def _one_line_size(self, head: list[tuple[int, bytes]]) -> tuple[int, int, int] | None:
        """Return the size of grids on one line each, and where the first stands; else None."""
        wanted = self._box.size if self._box else None
        runs = [
            (number, line, found)
            for number, line in head
            if not line.lstrip(b" \t").startswith(b"#")
            and (found := oneline.find(line, wanted)) is not None
        ]
        first = next((run for run in runs if self._decides(run[1])), None)
        if self._how.column is not None:
            return self._column_size(head)
        if first is not None:
            number, line, found = first
            self._see_table(head, number, line, found)
            return found.size, number, _column(line, found.start)
        for number, line in head:
            if wanted in (None, 9) and oneline.listed_clues(line):
                return 9, number, 1
        return self._whole_lines(self._rows_of(head))

    def _column_size(self, head: list[tuple[int, bytes]]) -> tuple[int, int, int] | None:
        """Return the size of the grids in the chosen column."""
        texts = [
            (number, self._lines.decoded(number, line))
            for number, line in head
            if line.strip() and not line.lstrip(b" \t").startswith(b"#")
        ]
        if not texts:
            return None
        if self._lines.start.lstrip().startswith(b"<"):  # the column was the attribute
            for number, text in texts:
                if (found := oneline.find(text.encode())) is not None:
                    return found.size, number, 1
            return None
        self._table = table = tables.Table(texts[0][1], self._how.column)
        self.delimiter = table.delimiter
        number, text = texts[0]
        if not table.is_json and oneline.find(text.encode()) is None:
            self.header = text
        table.choose(self.header, self._source, number)
        wanted = self._box.size if self._box else None
        for number, text in texts:
            if text != self.header and (field := table.field(text)):
                raw = field.encode()
                found = oneline.find(raw, wanted)
                size = found.size if found else isqrt(len(row_of(number, field).cells))
                if found or size**2 == len(row_of(number, field).cells) >= 16:
                    return size, number, 1
        expected = Message("Sudokus in the column '{column}'", column=self._how.column)
        number, text = texts[min(1, len(texts) - 1)]
        found_text = Message("'{text}'", text=shown(table.field(text) or ""))
        raise error(self._source, number, 1, expected, found_text)

    def _see_table(
        self,
        head: list[tuple[int, bytes]],
        number: int,
        line: bytes,
        found: oneline.Found,
    ) -> None:
        """See what divides fields, from what stands beside the cells, and the names above."""
        beside = line[found.end :].lstrip(b'"')[:1] or line[: found.start].rstrip(b'"')[-1:]
        if beside not in (b",", b";", b"\t", b"|") or line.lstrip().startswith(b"{"):
            return
        self.delimiter = beside.decode()
        before = [
            text.decode(errors="replace")
            for at, text in head
            if at < number and text.strip() and not text.lstrip(b" \t").startswith(b"#")
        ]
        count = len(tables.fields(line.decode(errors="replace"), self.delimiter))
        if before and len(tables.fields(before[0], self.delimiter)) == count:
            self.header = before[0]

    def _rows_of(self, head: list[tuple[int, bytes]]) -> list[Row]:
        """Return the rows of the first lines, as far as they are text, and no words."""
        gap = rule = 0
        rows = list[Row]()
        for number, line in head:
            text = line.decode(errors="replace")
            if not text.strip(" \t"):
                gap = number
            elif is_rule(text):
                rule = number
            elif not is_comment(text):
                row = row_of(number, text, self._box)
                if not is_title(text, row, None):
                    rows.append(row._replace(gap=gap, rule=rule))
                    gap = rule = 0
        return rows

    def _whole_lines(self, rows: list[Row]) -> tuple[int, int, int] | None:
        """Return the size if each row holds a whole grid, else None.

        A row of N² cells is a grid of N×N cells, or one row of a larger one: the number of rows and
        the digits mostly say which.
        """
        for row in rows:
            length = len(row.cells)
            size = isqrt(length)
            if length != size**2 or size < SMALLEST_ONE_LINE_SIZE:
                continue
            place = size, row.line, row.cells[0][0]
            if self._box is not None and self._box.size in (size, length):
                return place if self._box.size == size else None
            if len(rows) < length and (self._is_pair or row is not rows[0]):
                return place
            if row is rows[0] and not self._is_pair:
                return place if self._are_whole_grids(rows, size) else None
        return None

    def _are_whole_grids(self, rows: list[Row], size: int) -> bool:
        first, length = rows[0], size**2
        if length > self._how.max_size:
            return True
        large = sum(1 for row in rows if any(is_above(cell, size) for _, cell in row.cells))
        if 2 * large > len(rows):
            return False
        # Of a long file not all has been seen; then nothing in it is above N, and that is enough.
        if len(rows) % length or len(rows) > _HEAD_LINES // 2:
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

    def _shape(self, size: int, line: int, column: int, beyond: int | None = None) -> BoxShape:
        """Return the shape of grids of this size, first seen here; or raise the error."""
        found = Message("{count} cells", count=size)
        if size > self._how.max_size:
            expected = Message(
                "at most {size} cells a side (--max-size allows more)", size=self._how.max_size
            )
            raise error(self._source, line, beyond or column, expected, found)
        box = self._box
        if box is not None and box.size != size:
            expected = Message("rows of {size} cells for boxes of {box}", size=box.size, box=box)
            raise error(self._source, line, column, expected, found)
        return box or BoxShape.for_size(size)

    # Reading.

    def _one_a_line(self) -> Iterator[Entry]:
        """Yield the entries of a file with a Sudoku a line; a good line takes two microseconds."""
        grammar, table = OneLine(self.shape, self._source), self._table
        # Of the lines that look alike, a search finds the cells; all others go the long way.
        search = grammar.search if table is None else None
        shape = self.shape
        is_small = shape.size < 10
        try:
            for number, line in self._rest:
                if search is not None and is_small and (match := search(line)):
                    if not (line[0] in b"# \t" and line.lstrip(b" \t").startswith(b"#")):
                        cells = match[0].translate(VALUES, b"+")
                        yield Entry(number, shape, cells, line, *match.span())
                    continue
                if entry := self._entry(grammar, number, line):
                    yield entry
        except PairFileError as problem:
            yield Entry(problem.line, shape, problem, b"")
        self.close()

    def _entry(self, grammar: OneLine, number: int, line: bytes) -> Entry | None:
        stripped = line.strip(b" \t")
        if not stripped or stripped.startswith(b"#"):
            return None
        try:
            text = self._lines.decoded(number, line)
        except PairFileError as problem:
            return Entry(number, self.shape, problem, line)
        if text == self.header:
            return None
        if self._table is None:
            entry = grammar.entry(number, line, text)
        else:
            field = self._table.field(text)
            entry = grammar.of_field(number, line, field) if field else None
        if entry is None:
            self._put_aside(number, text)
        return entry

    def _put_aside(self, number: int, text: str) -> None:
        total, line, first = self.left_aside
        self.left_aside = LeftAside(total + 1, line or number, first or text)

    def _several_lines(self, head: list[tuple[int, bytes]]) -> Iterator[Entry]:
        """Look at the first row, and return the grids that take several lines each."""
        texts = [line.decode(errors="replace") for _, line in head]
        cells, dashes = by_place(texts), _row_of_dashes(texts)
        decoded = ((number, self._lines.decoded(number, line)) for number, line in self._rest)
        rows = Rows(decoded, self._box, self._put_aside, cells or (lambda _: None), dashes)
        first = next(iter(rows), None)
        if first is None or not first.cells:
            raise self._nothing(first, texts)
        size = len(first.cells)
        self._refuse_table(first, texts)
        beyond = first.cells[min(self._how.max_size, size - 1)][0]
        self.shape = self._shape(size, first.line, first.cells[0][0], beyond)
        self._blocks = Blocks(first, rows, self.shape, self._source)
        return self._grids(self._blocks)

    def _grids(self, blocks: Blocks) -> Iterator[Entry]:
        try:
            for block in blocks:
                raw = block.text.encode()
                yield Entry(block.line, self.shape, block.values, raw, title=block.title)
        except PairFileError as problem:
            yield Entry(problem.line, self.shape, problem, b"")
        self.close()

    def _nothing(self, first: Row | None, texts: list[str]) -> PairFileError:
        """Return the error of a file without a Sudoku."""
        expected = Message("two Sudokus") if self._is_pair else Message("a Sudoku")
        line, found = first.line if first else 1, Message("no cells")
        if self._lines.is_empty:
            found = Message("an empty file")
        elif self._lines.start.lstrip().startswith(b"<"):
            found = Message("XML without Sudokus")
        elif self.left_aside.total:
            line, found = self.left_aside.line, _what_is(self.left_aside.text, texts)
        return error(self._source, line, 1, expected, found)

    def _refuse_table(self, first: Row, texts: list[str]) -> None:
        """Raise an error for a table of something else."""
        names = self.left_aside.text or first.title
        if names and _names_of(names, texts):
            expected = Message("two Sudokus") if self._is_pair else Message("a Sudoku")
            line = self.left_aside.line or first.line
            raise error(self._source, line, 1, expected, _what_is(names, texts))


def _names_of(text: str, texts: list[str]) -> list[str]:
    """Return the fields of a line if it and the next one are lines of a table, else nothing."""
    delimiter = tables.delimiter_of(text)
    lines = [line for line in texts if line.strip() and not is_comment(line)][:2]
    counts = {len(tables.fields(line, delimiter)) for line in lines} if delimiter else set()
    return tables.fields(text, delimiter) if len(counts) == 1 and delimiter != "|" else []


def _what_is(text: str, texts: list[str]) -> Message:
    if names := _names_of(text, texts):
        shown_names = tables.shown_list(names)
        return Message("a table without a column of Sudokus: {names}", names=shown_names)
    return Message("text that is no Sudoku: '{text}'", text=shown(text.strip()))


def _column(line: bytes, start: int) -> int:
    return len(line[:start].decode(errors="replace")) + 1


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


def _row_of_dashes(texts: list[str]) -> int:
    """Return how many dashes are a row of blanks, where - stands for blank; else 0."""
    for text in texts:
        chars = set(text) - {*"| \t"}
        if "-" in chars and "".join(chars - {"-"}).isalnum():
            row = row_of(1, text)
            return 0 if is_title(text, row, None) else len(row.cells)
    return 0


def read_grids(stream: BinaryIO, source: str = "<file>", how: Reading | None = None) -> GridFile:
    """Read grids from a binary stream that is open for reading; `source` names it in errors."""
    return GridFile(stream, source, how)


def read_grid_file(path: str, how: Reading | None = None, *, is_pair: bool = False) -> GridFile:
    """Open a file by its name, decompressed where that ends in .gz or .xz, and read it.

    It is closed at its end, or by `close`. Raises `PairFileError` for all that can be wrong.
    """
    with readable(path):
        stream = opened(path)
    return GridFile(stream, path, how, is_pair=is_pair, closes=True)


def grids_in(text: str, source: str = "<text>", how: Reading | None = None) -> GridFile:
    """Read grids from text."""
    return GridFile(io.BytesIO(text.encode(errors="surrogatepass")), source, how)


def parse_grid(
    text: str, source: str = "<text>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> Grid:
    r"""Read one grid from text, in any of the forms that files have.

    >>> print(parse_grid("12\n..", box=BoxShape(1, 2)))
    1 2
    0 0
    """
    return grids_in(text, source, Reading(box, max_size)).single()


def format_line(grid: Grid) -> str:
    """Return a grid on one line: no separators and `.` for blank, as collections have them.

    Raises `GridError` above 35 cells a side, where there are no letters left.

    >>> format_line(Grid([[1, 2], [0, 1]]))
    '12.1'
    """
    if grid.size > MOST_LETTERS:
        raise GridError(Message("expected at most {count} cells a side", count=MOST_LETTERS))
    return "".join(DIGITS[value] if value else "." for value in chain.from_iterable(grid))
