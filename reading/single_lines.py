"""Sudokus that stand on a line each, read as they come: a file of them may have any length.

The cells are a run, a list of clues, or separated and fill the line. Other lines are put aside.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..base.errors import PairFileError
from ..base.messages import Message, quote
from ..sudoku.grid import DIGITS
from ..sudoku.shape import BoxShape
from . import cell_runs
from .cells import Row, Signs, is_rule, normalise_line, parse_row, wrong_length_of_line
from .fields import split_fields
from .file_entry import Entry, NumberedText, SizeSeen, is_comment, make_unexpected_error, only_one
from .head import Head, byte_column
from .lines import decode_numbered_line
from .rounded_numbers import make_rounded_error

_VALUES = bytes(int(chr(code)) if 0x30 <= code <= 0x39 else 0 for code in range(256))
"""For each byte its value in grids of up to nine cells a side: 0, blank, unless it is a digit."""

_CELLS = re.compile(rb"[0-9._*]")
_DATE = re.compile(r"[ \t]*\d{1,4}([./-])[ ]?\d{1,2}\1[ ]?\d{1,4}[ \t]*")

FieldOf = Callable[[str], str | None]


class TableColumn(NamedTuple):
    """Which field of a table holds the Sudokus, from 0, and what divides fields.

    Where its name says so (`is_named`), no other field is looked at. Else it is where the first
    Sudoku stood: it counts where fields before it are quoted, which may hold runs of cells too.
    """

    number: int
    delimiter: str
    is_named: bool = False

    def __call__(self, line: str) -> str | None:
        """Return the field; None for a line on which a Sudoku may stand anywhere."""
        marks = line.count('"')
        if marks % 2 or self.delimiter not in line or not (marks or self.is_named):
            return None
        row = split_fields(line, self.delimiter)
        field = row[self.number].strip() if self.number < len(row) else ""
        return field if self.is_named or cell_runs.find_run(field.encode()) else None

    def before(self) -> re.Pattern[bytes]:
        """Return what stands before the field, if the fields there are simple ones."""
        sign = re.escape(self.delimiter.encode())
        simple = b'(?:"[^"%b]*"|[^"%b]*)%b' % (sign, sign, sign)
        return re.compile(b'(?:%b){%d}"?' % (simple, self.number))


class SingleLines:
    """The Sudokus of a file that stand on a line each."""

    is_one_a_line = True

    def __init__(
        self,
        head: Head,
        seen: SizeSeen,
        header: NumberedText | None = None,
        delimiter: str | None = None,
        field_of: FieldOf | TableColumn | None = None,
    ) -> None:
        """Read them from all lines; `field_of` tells the field of a line on which a Sudoku stands.

        Without it, or where a `TableColumn` tells none, a Sudoku may stand anywhere on a line.
        """
        self._head, self.seen, self.header, self.delimiter = head, seen, header, delimiter
        self._field_of, self._size, self._signs = field_of, seen.size, Signs(seen.size)
        self._place = field_of if isinstance(field_of, TableColumn) else None
        self._is_anywhere = field_of is None or self._place is not None

    def entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield the Sudokus; a line takes two microseconds where a search finds its cells."""
        place = self._place
        search = (
            cell_runs.make_run_pattern(9).search if self._size == 9 and self._is_anywhere else None
        )
        sign, wanted = (place.delimiter.encode(), place.number) if place else (b"", 0)
        before = place.before().fullmatch if place else None
        head = self._head
        for number, line in self._head.rest:
            is_likely = len(line) < cell_runs.LONG or cell_runs.may_hold_run(line)
            match = search(line) if search is not None and is_likely else None
            if match and before:
                # Mostly a look at the signs is enough, which takes half as long as the pattern.
                start = match.start()
                is_there = line.count(sign, 0, start) == wanted and line.find(b'"', 0, start) < 0
                match = match if is_there or before(line, 0, start) else None
            if match and (
                len(line) == 81 or cell_runs.find_larger_run(line, *match.span()) is None
            ):
                if not (line[0] in b"# \t" and is_comment(line)):
                    values = match[0].translate(_VALUES, b"+")
                    yield Entry(number, shape, values, line, match.span())
                    head.gap = 0
                else:
                    head.pass_over(number)
            elif entry := self._read_entry(number, line, shape):
                yield entry
                head.gap = 0
            else:
                head.pass_over(number)

    def _read_entry(self, number: int, line: bytes, shape: BoxShape) -> Entry | None:
        """Return what a line holds: a Sudoku, something broken, or nothing like a Sudoku."""
        if not line.strip(b" \t") or is_comment(line):
            return None
        try:
            text = decode_numbered_line(self._head.source, number, line)
        except PairFileError as error:
            return Entry(number, shape, error, line)
        if self.header is not None and text == self.header[1]:
            if number != self.header[0]:  # several tables, one after another
                self._head.put_aside(number, text)
            return None
        if lost := make_rounded_error(self._head.source, number, text, self._size):
            return Entry(number, shape, lost, line)
        field = self._field_of(text) if self._field_of else None
        entry = None
        if field:
            entry = self._read_in_field(number, line, field, shape)
        elif field is None and self._is_anywhere:
            entry = self._read_on_line(number, line, text, shape)
        if entry is None:
            self._head.put_aside(number, text)
        return entry

    def _read_on_line(self, number: int, line: bytes, text: str, shape: BoxShape) -> Entry | None:
        entry = self._read_as_it_is(number, line, text, shape)
        if (entry and not entry.error) or (same := normalise_line(text)) == text:
            return entry
        other = self._read_as_it_is(number, same.encode(), same, shape)
        return other.standing_on(line, text) if other and (entry or not other.error) else None

    def _read_as_it_is(self, number: int, line: bytes, text: str, shape: BoxShape) -> Entry | None:
        if run := cell_runs.find_run(line, self._size):
            return self._read_run(number, line, run, shape)
        if self._size == 9 and (clues := cell_runs.read_clue_list(line)):
            return Entry(number, shape, clues, line, (0, len(line)))
        is_short = len(line) < self._size and not _CELLS.search(line)  # and so neither
        if is_short or is_rule(text):
            return None
        row = parse_row(number, text)
        if len(row.cells) == self._size**2 and not row.bars:
            values = self._values(row)
            is_good = not isinstance(values, PairFileError)
            span = (0, len(text[: row.end - 1].encode())) if is_good else None
            return Entry(number, shape, values, line, span)
        return (
            Entry(number, shape, self._make_misread_error(row), line)
            if self._is_broken_sudoku(text)
            else None
        )

    def _read_run(self, number: int, line: bytes, run: cell_runs.Run, shape: BoxShape) -> Entry:
        start, end, _ = run
        if self._size < 10:
            digits = line[start:end].translate(_VALUES, b"+")
            return Entry(number, shape, digits, line, (start, end))
        cells = [
            (column, char)
            for column, char in enumerate(line[start:end].decode(), byte_column(line, start))
            if char != "+"
        ]
        values = self._values(Row(number, cells, False, [], 0, ""))
        return Entry(number, shape, values, line, (start, end))

    def _read_in_field(self, number: int, line: bytes, field: str, shape: BoxShape) -> Entry:
        raw = field.encode()
        start = max(line.find(raw), 0)
        column = byte_column(line, start)
        read = self._read_on_line(number, raw, field, shape)
        if read is None:
            expected = self._cells_on_a_line()
            problem = make_unexpected_error(
                self._head.source, number, column, expected, quote(field)
            )
            return Entry(number, shape, problem, line)
        if found := read.error:
            place = found.line, found.column + column - 1
            return Entry(number, shape, PairFileError(found.source, *place, found.message), line)
        return Entry(number, shape, read.cells, line, (start, start + len(raw)))

    def _values(self, row: Row) -> tuple[int, ...] | PairFileError:
        try:
            return self._signs.read_values(
                self._head.source, [(row.line, *cell) for cell in row.cells]
            )
        except PairFileError as problem:
            return problem

    def _is_broken_sudoku(self, text: str) -> bool:
        """Return whether so many characters are cells that the line must be a Sudoku gone wrong."""
        if _DATE.fullmatch(text):
            return False
        chars = "".join(text.split())
        count = sum(map(chars.count, "0._*" + DIGITS[1 : min(self._size, 9) + 1]))
        # A line with few cells may be one too, if it holds neither words nor fields.
        is_long = count >= self._size or not re.search(r"[^\W\d_]{2}|[,;|\t]", text)
        return is_long and 2 * count >= len(chars) > 0

    def _make_misread_error(self, row: Row) -> PairFileError:
        """Return what is wrong with a line that has too many cells, too few, or bars."""
        count, source = self._size**2, self._head.source
        if row.bars:
            column = row.bars[0][0]
            return make_unexpected_error(
                source, row.line, column, self._cells_on_a_line(), quote("|")
            )
        # Of several pieces the longest was meant, if it is longer than two rows.
        pieces = [(match.start(), match[0]) for match in re.finditer(r"[^\s,;:|]+", row.text)]
        start, piece = max(pieces, key=lambda piece: len(piece[1]))
        if len(piece) > 2 * self._size and row.separated:
            cells = [(start + i, char) for i, char in enumerate(piece, 1)]
            row = row._replace(cells=cells, separated=False, end=start + len(piece) + 1)
        values = self._values(row._replace(cells=row.cells[:count]))
        if isinstance(values, PairFileError):
            return values
        if len(row.cells) == count:  # something else stands before them or after them
            before, after = row.text[:start].strip(), row.text[start + count :].lstrip()
            column = 1 if before else len(row.text) - len(after) + 1
            expected = Message("{cells} cells on a line, and nothing else", cells=count)
            return make_unexpected_error(source, row.line, column, expected, quote(before or after))
        return wrong_length_of_line(source, row, self._size)

    def _cells_on_a_line(self) -> Message:
        return Message("{cells} cells on a line", cells=self._size**2)

    def third(self, entry: Entry) -> PairFileError:
        """Return the error of a pair file that goes on after two Sudokus."""
        message = Message("a third Sudoku begins here, but a pair file has two")
        return PairFileError(self._head.source, entry.line, 1, message)

    def missing(self, only: Entry) -> PairFileError:
        """Return the error of a pair file that ends after one Sudoku."""
        return only_one(self._head.source, only.line, len(only.text.rstrip()) + 1)
