"""Files of Sudokus: one, a pair or a collection, read by one reader in all forms that people have.

Either each line holds a whole grid, or each grid takes as many lines as it has rows. A file with a
grid a line is streamed: however long it is, it is never in memory as a whole.
"""

import io
import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import IO, BinaryIO, NamedTuple, Self

from ..base.errors import GridError, PairFileError
from ..base.language import Message
from ..base.limits import BATCH
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.signs import DIGITS, MOST_LETTERS
from ..system.output import opened
from . import tables
from .cells import MAX_SIZE, Blocks, Row, Rows, error
from .kind import HEAD_BYTES, HEAD_LINES, Head, Kind, Reading, decides
from .lines import Limit, Lines, readable
from .oneline import VALUES, Entry, OneLine, larger_around
from .spaces import by_place

_COUNTED_AT_ONCE = 100
"""How many lines are read before their lengths are looked at."""


def longest_pair(max_size: int) -> int:
    """Return how many bytes a file of two grids, or a line, can reasonably have."""
    return 2**16 + 64 * max_size**2


class LeftAside(NamedTuple):
    """How many lines were passed over that hold no Sudoku, and the first of them."""

    total: int = 0
    line: int = 0
    text: str = ""


class GridFile:
    r"""The Sudokus of a binary stream: an iterator that reads them one after another, once.

    Where each Sudoku has a line of its own, a bad line becomes an entry that holds the error, and
    reading goes on. Where a Sudoku takes several lines, the first error is the last entry. A stream
    without any Sudoku raises `PairFileError` at once.

    `shape` is that of all grids. `is_one_a_line` says whether each Sudoku has a line of its own. Of
    a table, `header` is the line that names the columns, if there is one, and `delimiter` is what
    stands between fields. `left_aside` counts the lines read so far that hold no Sudoku.
    `broken_off` is the number of the line whose error ended the reading, if one did.

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
        """Look at the beginning of the stream; `source` names it in errors.

        `how` says how it is read. With `is_pair` a file larger than two grids can be is refused.
        With `closes` the stream is closed at its end, and by `close`.
        """
        self._stream, self._source, self._closes = stream, source, closes
        self._how = how or Reading()
        self._is_pair = is_pair
        self.header: str | None = None
        self.delimiter: str | None = None
        self.left_aside = LeftAside()
        self.broken_off: int | None = None
        self._ahead: deque[Entry] = deque()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        size = self._how.max_size
        longest = longest_pair(size)
        too_large = Message(
            "expected a file of at most {limit} bytes for grids of up to {size} cells a side, "
            "found a larger one",
            limit=longest,
            size=size,
        )
        limit = Limit(longest, longest, too_large) if self._is_pair else Limit(longest)
        self._lines = Lines(self._stream, self._source, limit)
        numbered = self._numbered()
        self._head = Head(self._first(numbered), self._source, self._how, self._is_pair)
        self._rest = chain(self._head.lines, numbered)
        kind = self._head.kind(self._is_xml)
        self.is_one_a_line = kind is not None
        self._entries = self._one_a_line(kind) if kind else self._several_lines()

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
        r"""Yield the entries in lists of `count`; shorter ones of long lines, and at the end.

        >>> [len(batch) for batch in grids_in("1234000000000001\n" * 5).batches(2)]
        [2, 2, 1]
        """
        # Not by `next`, which would take as long again as the reading of a line.
        entries = chain(self._all_ahead(), self._entries)
        batch, length = list[Entry](), 0
        while more := list(islice(entries, min(count - len(batch), _COUNTED_AT_ONCE))):
            batch += more
            length += sum([len(entry.raw) for entry in more])
            if len(batch) == count or length > BATCH:
                yield batch
                batch, length = [], 0
        if batch:
            yield batch

    def _all_ahead(self) -> Iterator[Entry]:
        while self._ahead:
            yield self._ahead.popleft()

    @property
    def share(self) -> float | None:
        """How much of the file has been read, from 0 to 1; None where its size is not known."""
        try:
            whole = os.fstat(self._stream.fileno()).st_size
        except (OSError, ValueError, AttributeError):  # a closed gzip stream has the last
            return None
        # The size of a compressed file is in compressed bytes, so what is read counts in these too.
        raw = getattr(self._stream, "fileobj", None) or getattr(self._stream, "_fp", None)
        done = raw.tell() if raw is not None else self._lines.length
        return min(done / whole, 1.0) if whole else None

    @property
    def is_single(self) -> bool:
        """Whether there is at most one Sudoku, good or bad; what is read to find out is kept."""
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

    @property
    def _is_xml(self) -> bool:
        return self._lines.start.lstrip().startswith(b"<")

    def _numbered(self) -> Iterator[tuple[int, bytes]]:
        """Return the numbered lines; of Parquet, XML and arrays of JSON, each item as a line."""
        if self._lines.start.startswith(b"PAR1"):
            return self._lines.not_too_long(tables.parquet_lines(self._lines))
        if self._is_xml:
            return self._lines.not_too_long(tables.xml_lines(self._lines, self._how.column))
        if (items := tables.json_items(self._lines)) is not None:
            return self._lines.not_too_long(enumerate(items, 1))
        return iter(self._lines)

    def _first(self, numbered: Iterator[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
        """Return the first lines, up to one that shows by itself what kind of file it is."""
        head, length = list[tuple[int, bytes]](), 0
        for number, line in numbered:
            head.append((number, line))
            length += len(line)
            if decides(line, self._how) or len(head) == HEAD_LINES or length > HEAD_BYTES:
                break
        return head

    def _shape(self, size: int, line: int, column: int, beyond: int | None = None) -> BoxShape:
        """Return the shape of grids of `size` cells a side; raise `PairFileError` for a wrong size.

        `line` and `column` are where that size was seen, `beyond` is where the first cell stands
        that is too many.
        """
        found = Message("{count} cells", count=size)
        if size > self._how.max_size:
            expected = Message(
                "at most {size} cells a side (--max-size allows more)", size=self._how.max_size
            )
            raise error(self._source, line, beyond or column, expected, found)
        box = self._head.box
        if box is not None and box.size != size:
            expected = Message("rows of {size} cells for boxes of {box}", size=box.size, box=box)
            raise error(self._source, line, column, expected, found)
        return box or BoxShape.for_size(size)

    def _one_a_line(self, kind: Kind) -> Iterator[Entry]:
        """Note shape, header and delimiter of a file with a Sudoku a line; return its entries."""
        self.shape = self._shape(kind.size, kind.line, kind.column)
        self.header = kind.header.text if kind.header else None
        self.delimiter = kind.delimiter
        return self._entries_of(kind)

    def _entries_of(self, kind: Kind) -> Iterator[Entry]:
        """Yield the entries; a line takes two microseconds where a search finds its cells."""
        shape, grammar = self.shape, OneLine(self.shape, self._source)
        search = grammar.search if kind.table is None and shape.size < 10 else None
        try:
            for number, line in self._rest:
                match = search(line) if search is not None else None
                if match and larger_around(line, *match.span()) is None:
                    if not (line[0] in b"# \t" and line.lstrip(b" \t").startswith(b"#")):
                        cells = match[0].translate(VALUES, b"+")
                        yield Entry(number, shape, cells, line, *match.span())
                elif entry := self._entry(kind, grammar, number, line):
                    yield entry
        except PairFileError as problem:
            yield self._end_with(problem)
        self.close()

    def _end_with(self, problem: PairFileError) -> Entry:
        self.broken_off = problem.line
        return Entry(problem.line, self.shape, problem, b"")

    def _entry(self, kind: Kind, grammar: OneLine, number: int, line: bytes) -> Entry | None:
        stripped = line.strip(b" \t")
        if not stripped or stripped.startswith(b"#"):
            return None
        try:
            text = self._lines.decoded(number, line)
        except PairFileError as problem:
            return Entry(number, self.shape, problem, line)
        if kind.header is not None and number == kind.header.line:
            return None
        if kind.table is None:
            entry = grammar.entry(number, line, text)
        else:
            field = kind.table.field(text)
            entry = grammar.of_field(number, line, field) if field else None
        if entry is None:
            self._put_aside(number, text)
        return entry

    def _put_aside(self, number: int, text: str) -> None:
        total, line, first = self.left_aside
        self.left_aside = LeftAside(total + 1, line or number, first or text)

    def _several_lines(self) -> Iterator[Entry]:
        """Look at the first row, and return the grids that take several lines each."""
        cells = by_place([line.decode(errors="replace") for _, line in self._head.lines])
        decoded: Iterator[tuple[int, str]] = (
            (number, self._lines.decoded(number, line)) for number, line in self._rest
        )
        if cells is not None:
            decoded = _without_blank_end(decoded)
        dashes = self._head.dashes()
        rows = Rows(decoded, self._head.box, self._put_aside, cells or (lambda _: None), dashes)
        first = next(iter(rows), None)
        if first is None or not first.cells:
            raise self._nothing(first)
        size = len(first.cells)
        names = self.left_aside.text or first.title
        if self._head.names_of(names):
            raise self._nothing(first)
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
            yield self._end_with(problem)
        self.close()

    def _nothing(self, first: Row | None) -> PairFileError:
        """Return the error of a file without a Sudoku."""
        expected = Message("two Sudokus") if self._is_pair else Message("a Sudoku")
        line = first.line if first else 1
        if self._lines.is_empty:
            found = Message("an empty file")
        elif self._is_xml:
            found = Message("XML without Sudokus")
        elif self.left_aside.total:
            line, found = self.left_aside.line, self._head.what_is(self.left_aside.text)
        elif first and first.title:
            line, found = self._head.first_line, self._head.what_is(first.title)
        else:
            found = Message("no cells")
        return error(self._source, line, 1, expected, found)


def _without_blank_end(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield lines but the blank ones at the end, where a blank line may be a row of blanks.

    >>> list(_without_blank_end([(1, "12"), (2, ""), (3, "1 "), (4, " "), (5, "")]))
    [(1, '12'), (2, ''), (3, '1 ')]
    """
    blank: list[tuple[int, str]] = []
    for numbered in lines:
        if numbered[1].strip():
            yield from blank
            yield numbered
            blank.clear()
        elif len(blank) < MAX_SIZE**2:  # more are no rows of anything
            blank.append(numbered)


def read_grids(stream: BinaryIO, source: str = "<file>", how: Reading | None = None) -> GridFile:
    """Read grids from a binary stream that is open for reading; `source` names it in errors."""
    return GridFile(stream, source, how)


def read_grid_file(path: str, how: Reading | None = None, *, is_pair: bool = False) -> GridFile:
    """Open a file by its name or URL, decompressed where that ends in .gz or .xz, and read it.

    It is closed at its end, or by `close`. Raises `PairFileError` for all that can be wrong.
    """
    with readable(path):
        stream = opened(path)
    return GridFile(stream, path, how, is_pair=is_pair, closes=True)


def grids_in(text: str, source: str = "<text>", how: Reading | None = None) -> GridFile:
    """Read grids from text."""
    return GridFile(io.BytesIO(text.encode(errors="surrogatepass")), source, how)


def parse_grid(
    text: str,
    source: str = "<text>",
    box: BoxShape | tuple[int, int] | None = None,
    max_size: int = MAX_SIZE,
) -> Grid:
    r"""Read one grid from text, in any of the forms that files have; raise `PairFileError`.

    >>> parse_grid("12\n..", box=BoxShape(1, 2))
    Grid([[1, 2], [0, 0]])
    """
    shape = None if box is None else BoxShape.of(box)
    return grids_in(text, source, Reading(shape, max_size)).single()


def format_line(grid: Grid) -> str:
    """Return a grid on one line: no separators and `.` for blank, as collections have them.

    Raises `GridError` above 35 cells a side, where there are no letters left.

    >>> format_line(Grid([[1, 2], [0, 1]]))
    '12.1'
    """
    if grid.size > MOST_LETTERS:
        raise GridError(Message("expected at most {count} cells a side", count=MOST_LETTERS))
    return "".join(DIGITS[value] if value else "." for value in chain.from_iterable(grid))


def format_rows(grid: Grid) -> str:
    """Return a grid in plain form: a line for each row, digits with single spaces, 0 for blank."""
    return "\n".join(" ".join(map(str, row)) for row in grid)
