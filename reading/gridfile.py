"""Opening and reading of files that contain one Sudoku, two Sudokus or many, in any supported
format.
"""

import io
import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import chain, groupby, islice, tee
from math import isqrt
from operator import attrgetter
from typing import IO, TYPE_CHECKING, NamedTuple, Self, cast

from ..base.errors import PairFileError, make_unexpected_error
from ..base.limits import BATCH
from ..base.messages import Message
from ..base.registry import load_object
from ..recognition.cells import make_almost_a_sudoku_message_or_none, make_cell_count_message
from ..sudoku.grid import SMALLEST_AS_TEXT, Grid, Pair
from ..sudoku.shape import BoxEvidence, BoxShape, check_same_shape
from ..system.open_file import open_and_decompress_by_ending
from .file_entry import (
    ConvertedLines,
    Entry,
    EntryPair,
    FoundSize,
    MailEntry,
    MailHeader,
    NumberedLine,
    NumberedText,
    ReadingOptions,
    SheetEntry,
    ThirdSudokuError,
    decode_line_leniently,
    make_too_many_lines_without_sudoku_error,
    split_fields,
)
from .file_head import (
    FileHead,
    LineCountsWithoutSudoku,
    OtherTextSummary,
    VariantSummary,
    join_column_names_for_message,
    make_other_text_warning,
    may_name_variant,
)
from .lines import (
    LinesInPieces,
    MadeLines,
    NumberedLines,
    SheetStart,
    decode_numbered_line,
    explain_read_errors,
)
from .registry import (
    convert_to_lines,
    find_formats,
    find_reader,
    make_container_or_none,
)

if TYPE_CHECKING:
    from .drawn_stream import DrawnStream
    from .recognised_text import RecognisedText
    from .sheet_reader import SheetReader
    from .single_lines import SingleLineReader

    Reader = SingleLineReader | RecognisedText | SheetReader | DrawnStream

_get_raw = attrgetter("raw")

ENTRIES_AT_ONCE = 100
"""The number of entries after which `TextFile.yield_entry_batches` checks how long their lines are.
"""


def compute_max_pair_bytes(max_size: int) -> int:
    """Return the largest number of bytes that a file with a pair of grids may have. The same limit
    holds for a single line of any file. `max_size` is the largest number of cells a side that a
    grid may have.
    """
    return 2**16 + 64 * max_size**2


_LINES_OF_A_LARGE_GRID = 200
"""If a file has fewer lines than this, the lines that are read to recognise its format are all its
lines, and contain all rows of its Sudokus.
"""


class OpenedStream(NamedTuple):
    """A stream of bytes that is opened as a file of Sudokus.

    - `stream`: the bytes.
    - `lines`: the same bytes as lines of text, decompressed.
    - `closes_stream`: whether the file of Sudokus closes the stream at its end, and when it is
      closed itself.
    - `mail_header`: the header of the mail to which the file is attached; None if it belongs to no
      mail.
    - `names_around`: the names in which a variant such as Killer may be named: of the file, and of
      the files that contain it.
    """

    stream: IO[bytes]
    lines: NumberedLines
    closes_stream: bool
    mail_header: MailHeader | None
    names_around: tuple[str, ...]


class TextSummary(NamedTuple):
    """The facts about a text or a table from which its warnings are made.

    - `other_text`: the lines that have text but no Sudoku.
    - `variants`: the Sudokus that are called variants, such as Killer.
    - `box_evidence`: for each shape of boxes that are not square, the evidence for it.
    - `hidden_sheets`: the names of hidden sheets of a spreadsheet that contain Sudokus.
    - `restored`: the number of cells in which zeros at the beginning of a number were restored, and
      the address of the first such cell.
    - `broken_off`: the number of the line whose error ended the reading; None if no error did.
    """

    other_text: OtherTextSummary
    variants: VariantSummary
    box_evidence: Mapping[BoxShape, BoxEvidence]
    hidden_sheets: tuple[str, ...]
    restored: tuple[int, str]
    broken_off: int | None

    def list_warnings(self, file_name: str) -> list[Message]:
        """Return the warnings about the file. `file_name` is its name in the warnings."""
        found = list[Message]()
        if self.other_text.total:
            found.append(make_other_text_warning(file_name, self.other_text))
        found += self.variants.list_warnings(file_name)
        found += self.list_box_warnings(file_name)
        if self.hidden_sheets:
            message = Message(
                "{file}: hidden sheets with Sudokus, which are read: {names}",
                file=file_name,
                names=join_column_names_for_message([*self.hidden_sheets]),
            )
            found.append(message)
        count, cell = self.restored
        if count:
            message = Message(
                "{file}: numbers whose first zeros were lost and are restored: {count}; the first "
                "is in cell {cell}",
                file=file_name,
                count=count,
                cell=cell,
            )
            found.append(message)
        if self.broken_off is not None:
            message = Message(
                "{file}: nothing after line {line} was read", file=file_name, line=self.broken_off
            )
            found.append(message)
        return found

    def list_box_warnings(self, file_name: str) -> list[Message]:
        """Return a warning for each size whose boxes have another shape than usual because the
        Sudokus show it. `file_name` is the name of the file in the warnings.
        """
        reasons = {
            BoxEvidence.DIGIT_TWICE: Message(
                "{file}: read with boxes of {box}, because a Sudoku has a digit twice in a box of "
                "{usual}; --box decides"
            ),
            BoxEvidence.NO_SOLUTION: Message(
                "{file}: read with boxes of {box}, because a Sudoku has no solution with boxes "
                "of {usual}; --box decides"
            ),
            BoxEvidence.ONE_SOLUTION: Message(
                "{file}: read with boxes of {box}, because only with them all Sudokus have exactly "
                "one solution, not with boxes of {usual}; --box decides"
            ),
        }
        return [
            reasons[evidence].with_values(
                file=file_name, box=box, usual=BoxShape.for_size(box.size)
            )
            for box, evidence in self.box_evidence.items()
            if evidence in reasons
        ]


class GridFile(AbstractContextManager["GridFile"], ABC):
    r"""The Sudokus of an open file, as an iterator that yields an `Entry` (a Sudoku or an error)
    for each of them. It can be used only once. If the file contains no Sudoku, `PairFileError` is
    raised when the file is opened.

    The functions of this module open a file. The class has what all files of Sudokus share.
    `TextFile` is a text or a table, and `container_file.ContainerFile` contains other files.

    If each Sudoku has a line of its own, a wrong line gives an entry with the error, and the next
    line is read. If a Sudoku takes several lines, the first entry with an error is the last entry.

    - `shape`: the shape of the boxes, the same for all grids.
    - `is_one_a_line`: whether each Sudoku has a line of its own.
    - `header`: the line with the names of the columns of a table; None if there is no such line.
    - `delimiter`: the character between the fields of a table; None if the file is not a table.
    - `is_plain`: whether the file is UTF-8 text, not compressed, whose lines are read unchanged.
    - `is_made`: whether the lines were made from a spreadsheet, Parquet or another format.
    - `broken_off`: the number of the line whose error ended the reading; None if no error did.
    - `titles`: two texts, the names of the two Sudokus that `read_pair_and_close` returned. If
      `read_single_grid_and_close` returned a Sudoku, the second text is empty.
    - `variant`: the name of a variant, such as `Killer`, that the first or otherwise the second of
      these Sudokus is called; an empty text if neither Sudoku is called a variant.
    - `mail_header`: the header of the mail to which the file belongs. After
      `read_single_grid_and_close` it is the header of the mail with the Sudoku. None without a
      mail.

    >>> grid_file = open_text_as_grid_file("1234000000000001\n" + "." * 16)
    >>> [entry.grid_or_error.clues for entry in grid_file]
    [5, 0]
    """

    is_container = False
    """Whether this file contains other files that have the Sudokus, such as a mail with
    attachments.
    """
    shape: BoxShape
    is_one_a_line = False
    is_plain = False
    is_made = True
    header_line = 0
    header: str | None = None
    delimiter: str | None = None
    _entries: Iterator[Entry]

    def __init__(self, opened: OpenedStream) -> None:
        """Create the part that all files of Sudokus share."""
        self._stream, self._lines, self._closes_stream = opened[:3]
        self.mail_header, self.names_around = opened.mail_header, opened.names_around
        self.source = opened.lines.source
        self.broken_off: int | None = None
        self.titles, self.variant = ("", ""), ""

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop reading, and close the stream if this object owns it. A call that reads the file in
        another process is ended.
        """
        if self._closes_stream:
            self._stream.close()

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        entry = next(self._entries)
        self._mark_variants([entry])
        return entry

    @abstractmethod
    def yield_entry_batches(self, batch_size: int) -> Iterator[list[Entry]]:
        r"""Yield the entries of the file, each a Sudoku or an error, in lists of `batch_size`
        entries, whose Sudokus have boxes of one shape. A list is shorter if its lines are very
        long, if the next Sudoku has other boxes, or if it is the last list of a file.

        >>> grid_file = open_text_as_grid_file("1234000000000001\n" * 5)
        >>> [len(batch) for batch in grid_file.yield_entry_batches(2)]
        [2, 2, 1]
        """

    def yield_open_inner_files(
        self, print_and_count_error: Callable[[str, PairFileError], object]
    ) -> Iterator["GridFile"]:
        """Yield each file with Sudokus that is inside this file, opened. Each file is closed when
        the next file is requested. A file that contains no other files yields itself.

        `print_and_count_error` is called with the name and the error of each file inside that
        cannot be read. Use either this function or the entries of this file.
        """
        del print_and_count_error
        yield self

    @property
    def possible_solution_columns(self) -> tuple[str, ...]:
        """The names of columns that may have the solutions of the Sudokus, if it is not certain
        which column has them.
        """
        return ()

    @property
    def recognition_line_count(self) -> int:
        """The number of lines at the beginning of the file that were read to recognise its format;
        0 if the file contains other files.
        """
        return 0

    @property
    def may_be_divided(self) -> bool:
        """Whether the file may be divided into parts that several processes read. It may if each
        Sudoku has a line of its own, unless the lines from which the format was recognised have
        Sudokus of several sizes, or solutions below their Sudokus.
        """
        return False

    def read_stated_solution(self, entry: Entry) -> Entry | None:
        """Return the solution that the file states for the Sudoku `entry`, under a title or in
        another column of a table, as an entry that has an error if the solution cannot be read.
        Return None if there is none. A solution on the line below the Sudoku is known when the
        batch of the Sudoku is yielded, or when the next Sudoku was read.
        """
        return entry.titled_solution

    def switch_to_pairs_with(self, other: "GridFile") -> Self:
        """Make this file yield pairs of Sudokus, and return this file. It then yields an
        `EntryPair` for each row of a table: a Sudoku from the column that this object reads, and a
        Sudoku from the column that `other` reads. `other` must read the same table.

        Raises `GridError` if the grids of the two columns differ in shape, and `PairFileError` for
        a file that contains other files.
        """
        del other
        found = Message("one that contains files")
        raise make_unexpected_error(self.source, 1, 1, Message("a table"), found)

    @property
    def fraction_read(self) -> float | None:
        """The fraction of the file, from 0 to 1, that has been read, for a progress display. None
        if the size of the file is not known.
        """
        try:
            whole = os.fstat(self._stream.fileno()).st_size
        except (OSError, ValueError, AttributeError):  # a closed gzip stream raises AttributeError
            return None
        # The size of a compressed file is in compressed bytes, so the progress is counted in
        # compressed bytes, too.
        raw = getattr(self._stream, "raw", self._stream)
        packed = getattr(raw, "fileobj", None) or getattr(raw, "_fp", None)
        done = packed.tell() if packed is not None else self._lines.length
        return min(done / whole, 1.0) if whole else None

    @property
    def queue_of_lines_without_sudoku(self) -> "deque[NumberedText]":
        """The numbers and texts of the lines without a Sudoku, in the part of the table that has
        been read. It is empty unless an option asks for these lines. The caller removes the lines
        that it has used.
        """
        return deque()

    @property
    def encoding(self) -> str:
        """The encoding of the file: `utf-8-sig` if it begins with a byte order mark; `utf-8` for
        files whose lines were made from another format.
        """
        return "utf-8" if self.is_made else self._lines.find_encoding()

    @property
    @abstractmethod
    def other_text_summary(self) -> OtherTextSummary:
        """The number of lines read so far that contain text but belong to no Sudoku, and the number
        and text of the first such line.
        """

    @property
    def line_counts_without_sudoku(self) -> LineCountsWithoutSudoku:
        """Counts of the lines without a Sudoku in the range of the file that this object has read,
        including the ranges that were added with `add_line_counts_of_next_range`.
        """
        return LineCountsWithoutSudoku(self.other_text_summary, None, 0)

    def add_line_counts_of_next_range(
        self, line_counts_without_sudoku: LineCountsWithoutSudoku, lines_before: int
    ) -> None:
        """Add counts of lines without a Sudoku to the counts of this object. The added counts,
        `line_counts_without_sudoku`, are those of the range of the file that follows the range that
        this object has read; another `GridFile` has read it. `lines_before` is the number of lines
        of the file before that following range.

        Raises `PairFileError` if the gap between the last Sudoku of one range and the first Sudoku
        of the next has more lines than the reading options allow.
        """
        raise NotImplementedError("only a text or a table is read in ranges")

    def _mark_variants(self, entries: list[Entry]) -> None:
        """Set the attribute `variant` of the entries that are called variants, such as Killer, and
        count them for a warning. Files inside a file mark their own.
        """

    def list_variant_warnings(self, file_name: str) -> list[Message]:
        """Return a warning if Sudokus are called variants, such as Killer, because sudokopie
        applies only the classical rules. `file_name` is the name of the file in the warning. The
        list is empty if no Sudoku that was read so far is called a variant.
        """
        del file_name
        return []

    def list_box_warnings(self, file_name: str) -> list[Message]:
        """Return a warning for each size whose boxes have another shape than usual because the
        Sudokus show it. `file_name` is the name of the file in the warning.
        """
        del file_name
        return []

    @abstractmethod
    def list_warnings(self, file_name: str) -> list[Message]:
        """Return the warnings about the file as it was read so far. `file_name` is the name of the
        file in the warnings.
        """

    def disarm_formulas_in_line(self, line: str) -> str:
        """Return a line of this table as it may be written to an output file, so that no field is
        executed as a formula by a spreadsheet.

        A line of a text file is returned unchanged. If the lines were made from a spreadsheet or a
        similar format, fields that a spreadsheet would read as formulas get an apostrophe.
        """
        delimiter = self.delimiter
        if not self.is_made or delimiter is None:
            return line
        from .fields import disarm_formula, make_formula_safe_csv_line  # imported only for tables

        row = split_fields(line, delimiter)
        return (
            line
            if [*map(disarm_formula, row)] == row
            else make_formula_safe_csv_line(row, delimiter)
        )

    @abstractmethod
    def check_rest_is_utf8_and_close(self) -> None:
        """Read the rest of the file without using it, to check that it is valid UTF-8, and close
        the file. Raise `PairFileError` at the first line that is not valid UTF-8.
        """

    @property
    def has_at_most_one_sudoku(self) -> bool:
        """Whether the file has at most one entry, a Sudoku or an error.

        Up to two entries are read to find this out; the iterator still yields them.
        """
        ahead = list(islice(self._entries, 2))
        self._entries = chain(ahead, self._entries)
        return len(ahead) < 2

    def read_single_grid_and_close(self) -> Grid:
        """Return the only Sudoku of the file as a grid, and close the file.

        Raises `PairFileError` if there are more Sudokus, or if the Sudoku is wrong.
        """
        with self:
            first, *others = self._read_first_entries(2)
            grid = _get_grid_or_raise(first)
            self.titles, self.mail_header = (first.sudoku_name, ""), first.mail_header
            self.variant = first.variant
            if others:
                expected, found = Message("the end after one Sudoku"), Message("another one")
                error = make_unexpected_error(self.source, others[0].line, 1, expected, found)
                error.cell = others[0].cell
                raise error
            return grid

    def read_pair_and_close(self) -> Pair:
        """Return the two Sudokus of the file as a pair of grids, and close the file.

        Raises `PairFileError` unless there are exactly two Sudokus, both without an error.
        """
        with self:
            first, *others = self._read_first_entries(3)
            if len(others) == 2 and not first.error and not others[0].error:
                raise self.make_third_sudoku_error(others[1])
            grid = _get_grid_or_raise(first)
            if not others:
                raise self.make_missing_sudoku_error(first)
            self.titles = first.sudoku_name, others[0].sudoku_name
            self.variant = first.variant or others[0].variant
            return Pair(grid, _get_grid_or_raise(others[0]))

    def _read_first_entries(self, count: int) -> list[Entry]:
        """Return the first `count` entries of the file, each a Sudoku or an error, or all entries
        if there are fewer.

        Raises `PairFileError` if there is no entry.
        """
        if entries := list(islice(self._entries, count)):
            self._mark_variants(entries)  # after the words below the Sudokus were read, too
            return entries
        raise self.make_no_sudoku_error()

    @abstractmethod
    def make_no_sudoku_error(self) -> PairFileError:
        """Return the error for a file without a Sudoku."""

    def make_third_sudoku_error(self, entry: Entry) -> PairFileError:
        """Return the error for a file that should have two Sudokus but has a third, `entry`."""
        return ThirdSudokuError(self.source, entry.line, entry.cell)

    @abstractmethod
    def make_missing_sudoku_error(self, first_entry: Entry) -> PairFileError:
        """Return the error for a file that should have two Sudokus but has only one,
        `first_entry`.
        """


class SingleFile(GridFile):
    """A file of Sudokus that contains no other files. Its warnings are made from its `summary`, the
    facts about the part that has been read.
    """

    @property
    @abstractmethod
    def summary(self) -> TextSummary:
        """The facts about the part of the file that has been read, for its warnings."""

    def yield_entry_batches(self, batch_size: int) -> Iterator[list[Entry]]:
        """See `GridFile.yield_entry_batches`."""
        # Calling `next` for each entry would double the time that a line takes. One entry more than
        # a batch is read, because the line below its last Sudoku may have the solution of this.
        entries = self._entries
        batch, length = list[Entry](), 0
        while more := list(islice(entries, min(batch_size + 1 - len(batch), ENTRIES_AT_ONCE))):
            batch += more
            length += sum(map(len, map(_get_raw, more)))
            if len(batch) > batch_size or length > BATCH:
                *batch, ahead = batch
                yield from self._finish_batch(batch)
                batch, length = [ahead], len(ahead.raw)
        yield from self._finish_batch(batch)

    def _finish_batch(self, batch: list[Entry]) -> Iterator[list[Entry]]:
        """Yield the entries of `batch`, marked, in lists whose Sudokus have boxes of one shape."""
        if batch:
            self._mark_variants(batch)
            yield from self._cut_into_batches_of_one_shape(batch)

    def _cut_into_batches_of_one_shape(self, batch: list[Entry]) -> Iterator[list[Entry]]:
        """Yield the entries of `batch` in order, in lists whose Sudokus have boxes of one shape."""
        yield from (list(some) for _, some in groupby(batch, attrgetter("shape")))

    @property
    def other_text_summary(self) -> OtherTextSummary:
        """See `GridFile.other_text_summary`."""
        return self.summary.other_text

    def list_variant_warnings(self, file_name: str) -> list[Message]:
        """See `GridFile.list_variant_warnings`."""
        return self.summary.variants.list_warnings(file_name)

    def list_box_warnings(self, file_name: str) -> list[Message]:
        """See `GridFile.list_box_warnings`."""
        return self.summary.list_box_warnings(file_name)

    def list_warnings(self, file_name: str) -> list[Message]:
        """Return the warnings about the file as it was read so far: lines without a Sudoku, names
        of variants such as Killer, hidden sheets with Sudokus, numbers whose lost zeros were
        restored, and an error that ended the reading early. `file_name` is the name of the file in
        the warnings.
        """
        return self.summary.list_warnings(file_name)


class TextFile(SingleFile):
    """A file of Sudokus that is a text or a table, or that was converted to one."""

    def __init__(
        self, opened: OpenedStream, reading_options: ReadingOptions, *, is_pair: bool
    ) -> None:
        """Read the beginning of a file and recognise its format. `reading_options` has the options
        of reading, and `is_pair` is whether the file should contain two Sudokus.
        """
        super().__init__(opened)
        self._reading_options = reading_options
        self._other: GridFile | None = None
        self._single_lines: SingleLineReader | None = None
        self._before: int | None = None
        self._variants = VariantSummary()
        self._gap = 0
        self._is_read_ahead = False
        self.shared_boxes = list[tuple[BoxShape, BoxEvidence]]()
        """The shapes of boxes that other parts of the document have shown."""
        self.is_workbook, self._sheet, self._is_sheet_hidden = False, "", False
        self._unwrapped: Iterator[NumberedLine] = iter(())
        try:
            lines, reading_options, no_sudoku_description, sheets, self.is_workbook = (
                self._convert_to_lines()
            )
            self.is_made = lines is not self._lines
            self.is_plain = (
                not self.is_made
                and self._lines.stream is self._stream
                and self._lines.encoding in (None, "utf-8")
            )
            self._unwrapped = iter(lines)
            self.file_head = FileHead(
                self._unwrapped,
                self.source,
                reading_options,
                no_sudoku_description,
                sheets,
                is_pair=is_pair,
                numbered_lines=lines if isinstance(lines, LinesInPieces) else None,
            )
            if self.is_workbook:
                self.file_head.rest = chain(
                    self._yield_lines_recording_sheet_names(self.file_head.rest)
                )
            self._sudokus = sudokus = self._find_reader()
            self.shape = self._find_shape(sudokus.found_size)
            if sudokus.is_one_a_line:
                self._single_lines = cast("SingleLineReader", sudokus)
                self.shape = self._single_lines.learn_from_head(
                    self.shape, is_shape_chosen=self.file_head.box is not None
                )
            if reading_options.needs_only_cells and isinstance(lines, MadeLines):
                self._leave_out_other_columns(lines)
        except BaseException as error:
            self._stop_reading()
            if isinstance(error, PairFileError) and hasattr(self, "file_head"):
                self.add_cell_address_to_error(error)
            raise
        self.is_one_a_line, self.delimiter = sudokus.is_one_a_line, sudokus.delimiter
        self.header_line = sudokus.header[0] if sudokus.header else 0
        self.header = sudokus.header[1] if sudokus.header else None
        if self.header is not None:
            self.file_head.record_variant(self.header_line, self.header)
        self._entries: Iterator[Entry] = self._yield_all_entries_and_close()

    def _leave_out_other_columns(self, lines: MadeLines) -> None:
        """Let the maker of the file's lines leave out all columns but the column of the Sudokus, if
        the format is known to need no other column.
        """
        reader = self._single_lines
        if lines.needed_column is not None and reader is not None:
            lines.needed_column.number = reader.needed_column_number

    def _convert_to_lines(self) -> ConvertedLines:
        """Return the lines of the file, converted if it has another format."""
        return convert_to_lines(self._lines, self._reading_options)

    def _find_reader(self) -> "Reader":
        """Return a reader of the file's Sudokus, which the form of its lines shows."""
        return find_reader(self.file_head)

    def close(self) -> None:
        """Stop reading, and close the stream if this object owns it. A call that reads the file in
        another process is ended.
        """
        self._close_without_other()
        if self._other is not None:
            self._other.close()

    def _close_without_other(self) -> None:
        """Close this file. If `switch_to_pairs_with` has combined it with another `GridFile`, which
        reads another column of the same table, the other `GridFile` stays open.
        """
        self._stop_reading()
        super().close()

    def _stop_reading(self) -> None:
        """End the call that reads the file in another process, if there is one."""
        if isinstance(self._unwrapped, Generator):
            self._unwrapped.close()

    @property
    def may_be_divided(self) -> bool:
        """See `GridFile.may_be_divided`."""
        lines = self._single_lines
        return lines is not None and not (
            lines.has_several_sizes_in_head or lines.has_solutions_in_head
        )

    def read_stated_solution(self, entry: Entry) -> Entry | None:
        """See `GridFile.read_stated_solution`."""
        if entry.titled_solution is None and self._single_lines is not None:
            return self._single_lines.read_stated_solution(entry)
        return entry.titled_solution

    @property
    def possible_solution_columns(self) -> tuple[str, ...]:
        """See `GridFile.possible_solution_columns`."""
        return self._single_lines.solutions.possible_columns if self._single_lines else ()

    def switch_to_pairs_with(self, other: "GridFile") -> Self:
        """Make this file yield pairs of Sudokus, and return this file. It then yields an
        `EntryPair` for each row of a table: a Sudoku from the column that this object reads, and a
        Sudoku from the column that `other` reads. `other` must read the same table.

        Raises `GridError` if the grids of the two columns differ in shape, and `PairFileError` for
        a file that contains other files.
        """
        check_same_shape(self.shape, other.shape)
        self._other = other
        self._entries = self._pair_entries(self._entries, other)
        return self

    def _pair_entries(self, entries: Iterator[Entry], other: "GridFile") -> Iterator[Entry]:
        """Yield an `EntryPair` for each line on which `entries` or `other` has a Sudoku. If only
        one of them has, the pair has an error.
        """
        line = attrgetter("line")
        from heapq import merge  # not needed for most files

        for number, group in groupby(merge(entries, other, key=line), line):
            found = [*group]
            if len(found) < 2:
                both = Message("a Sudoku in both columns"), Message("one Sudoku")
                problem = make_unexpected_error(self.source, number, 1, *both)
                found.append(Entry(number, self.shape, problem, found[0].raw))
            yield EntryPair(*found)

    def read_ahead(self) -> list[Entry]:
        """Return all entries that this file has not yielded yet, and still yield them. They are
        kept in memory, and so are the lines of a table or list, for a process that sends them.
        """
        if self._single_lines is not None and not self._is_read_ahead:
            self.file_head.rest, again = tee(self.file_head.rest)
        else:
            again = iter(())
        ahead = list(self._entries)
        self._entries = iter(ahead)
        if not self._is_read_ahead:
            error = ahead[-1].error if ahead and self.broken_off is not None else None
            self.file_head.rest = chain(again, _raise_error_if_any(error))
            self._is_read_ahead = True
        return ahead

    @property
    def box_evidence(self) -> Mapping[BoxShape, BoxEvidence]:
        """The shapes of the boxes of the Sudokus, except square boxes, and what shows them."""
        return self._sudokus.box_evidence

    def share_box(self, box: BoxShape, evidence: BoxEvidence) -> None:
        """Use boxes of the shape `box` for all Sudokus of this size that this file has not yielded
        yet, because other parts of the document have them, with the given evidence. A Sudoku that
        fits only the turned shape becomes an error. Do nothing if this file is certain about the
        shape.
        """
        own = {shape: one for shape, one in self.box_evidence.items() if shape.size == box.size}
        if not own or BoxEvidence.CERTAIN in own.values():
            return
        from .list_meaning import BoxCheck

        check = BoxCheck(self.source, box, BoxShape(box.width, box.height))
        self._entries = iter(
            [
                check(entry.with_shape(box)) if entry.shape in own else entry
                for entry in self.read_ahead()
            ]
        )
        self.shape = box if self.shape in own else self.shape
        others = {shape: one for shape, one in self.box_evidence.items() if shape not in own}
        self._sudokus.box_evidence = {**others, box: evidence}
        self.shared_boxes.append((box, evidence))

    def _cut_into_batches_of_one_shape(self, batch: list[Entry]) -> Iterator[list[Entry]]:
        """See `SingleFile._cut_into_batches_of_one_shape`."""
        if self._single_lines is not None and not self._single_lines.has_other_sizes:
            yield batch  # most lists have one shape
        else:
            yield from super()._cut_into_batches_of_one_shape(batch)

    @property
    def recognition_line_count(self) -> int:
        """See `GridFile.recognition_line_count`."""
        return self.file_head.lines[-1][0]

    @property
    def queue_of_lines_without_sudoku(self) -> "deque[NumberedText]":
        """The numbers and texts of the lines without a Sudoku, in the part of the table that has
        been read. It is empty unless an option asks for these lines. The caller removes the lines
        that it has used.
        """
        kept = self.file_head.kept_lines
        return deque() if kept is None else kept

    @property
    def summary(self) -> TextSummary:
        """See `SingleFile.summary`."""
        head = self.file_head
        return TextSummary(
            head.other_text_summary,
            self._variants,
            self._sudokus.box_evidence,
            (*head.hidden_sheets,),
            (len(head.restored), next(iter(head.restored), "")),
            self.broken_off,
        )

    @property
    def line_counts_without_sudoku(self) -> LineCountsWithoutSudoku:
        """See `GridFile.line_counts_without_sudoku`."""
        return LineCountsWithoutSudoku(
            self.file_head.other_text_summary, self._before, self.file_head.gap, self._variants
        )

    def add_line_counts_of_next_range(
        self, line_counts_without_sudoku: LineCountsWithoutSudoku, lines_before: int
    ) -> None:
        """See `GridFile.add_line_counts_of_next_range`."""
        total, line, text = self.file_head.other_text_summary
        aside, before, after, variants = line_counts_without_sudoku
        self._variants = self._variants.add(variants)
        first = (line, text) if total else aside[1:]
        self.file_head.other_text_summary = OtherTextSummary(total + aside.total, *first)
        most = self._reading_options.max_gap
        if self._gap + (after if before is None else before) > most:
            raise make_too_many_lines_without_sudoku_error(
                self.source, lines_before + most - self._gap + 1, most
            )
        self._gap = self._gap + after if before is None else after

    def _mark_variants(self, entries: list[Entry]) -> None:
        """See `GridFile._mark_variants`."""
        names = {name: Message("the name of the file") for name in self.names_around}
        names[self._reading_options.table_title] = Message("the title")
        if self.mail_header is not None:
            names[self.mail_header.subject] = Message("the subject of the mail")
        texts = [one.encode(errors="replace") for one in names]
        if not self.is_one_a_line or self.is_workbook:
            texts += [f"{one.sudoku_name}\n{one.cell}".encode(errors="replace") for one in entries]
        elif sum(map(len, map(_get_raw, entries))) > len(entries) * self.shape.size**2:
            texts += [one.raw for one in entries]  # quicker than the names
        words = self.file_head.variants_of_sheets
        if words or may_name_variant(texts):
            from .variants import mark_variants  # few files need this module

            self._variants = self._variants.add(mark_variants(entries, texts, words, names))

    def check_rest_is_utf8_and_close(self) -> None:
        """See `GridFile.check_rest_is_utf8_and_close`."""
        for number, line in self.file_head.rest:
            if not line.isascii():
                decode_numbered_line(self.source, number, line)
        self.close()

    def make_no_sudoku_error(self) -> PairFileError:
        """See `GridFile.make_no_sudoku_error`."""
        return self.file_head.make_no_sudoku_error()

    def make_missing_sudoku_error(self, first_entry: Entry) -> PairFileError:
        """See `GridFile.make_missing_sudoku_error`."""
        return self._sudokus.make_missing_sudoku_error(first_entry)

    def _find_shape(self, found_size: FoundSize) -> BoxShape:
        """Return the box shape of the file's Sudokus. `found_size` is the number of their rows, as
        the file shows it.

        Raises `PairFileError` if this number is above the limit, or does not fit the box shape that
        the user gave.
        """
        most, box = self._reading_options.max_size, self.file_head.box
        # A line whose number of cells is above the limit may also be a whole Sudoku.
        is_whole = found_size.size > most and isqrt(found_size.size) ** 2 == found_size.size
        if box is not None and (box.size != found_size.size or is_whole):
            message = _make_boxes_do_not_fit_message(box, found_size.size)
            raise PairFileError(self.source, found_size.line, found_size.column, message)
        if found_size.size > most:
            almost = make_almost_a_sudoku_message_or_none(found_size.size)
            # If the line were a row, the Sudoku would have as many lines as the row has cells.
            if almost is not None and len(self.file_head.content) < found_size.size:
                raise PairFileError(self.source, found_size.line, found_size.column, almost)
            if len(self.file_head.content) < min(found_size.size, _LINES_OF_A_LARGE_GRID):
                message = make_cell_count_message(found_size.size, 9)
                raise PairFileError(self.source, found_size.line, found_size.column, message)
            message = Message(
                "found a row of {count} cells, but Sudokus of at most {most}×{most} are read; "
                "--max-size {count} reads larger ones",
                count=found_size.size,
                most=most,
            )
            column = found_size.beyond or found_size.column
            raise PairFileError(self.source, found_size.line, column, message)
        return box or BoxShape.for_size(found_size.size)

    def _yield_lines_recording_sheet_names(
        self, lines: Iterator[NumberedLine]
    ) -> Iterator[NumberedLine]:
        """Yield the lines of a spreadsheet unchanged, and record the name of the sheet to which
        they belong.
        """
        for number, line in lines:
            if isinstance(line, SheetStart):
                self._sheet, self._is_sheet_hidden = line.name, line.is_hidden
                self.file_head.sheet = self._sheet
            yield number, line

    def _add_cell_address(self, entry: Entry) -> Entry:
        """Return a copy of an entry with the address of its cell, such as `[June]!B2`, if the file
        is a spreadsheet and the whole Sudoku is in one row. Other entries are returned unchanged.
        """
        from ..recognition.sheet import name_column  # needed only for spreadsheets

        problem = entry.error
        if entry.cell or (entry.span is None and problem is None):
            return entry
        before = entry.file_lines_as_text[: problem.column - 1] if problem else ""
        if entry.span is not None:
            before = decode_line_leniently(entry.raw[: entry.span[0]])
        column = max(0, len(split_fields(before, ",")) - 1)
        cell = f"[{self._sheet}]!{name_column(column)}{entry.line}"
        if self._is_sheet_hidden:
            self.file_head.hidden_sheets[self._sheet] = None
        if problem is not None and not problem.cell:
            problem.cell = cell
        return SheetEntry(entry, cell)

    def add_cell_address_to_error(self, error: PairFileError) -> None:
        """Let an error name a cell, such as `[June]!B2`, instead of a line if the file is a
        spreadsheet, and if only one of its sheets has this line.
        """
        sheets = self.file_head.sheets
        if self.is_workbook and sheets is not None and not error.cell and error.line:
            find = load_object("reading.sheet_lines:find_cell_address")
            error.cell = find(sheets, error.line, error.column)

    def _yield_all_entries_and_close(self) -> Iterator[Entry]:
        """Yield all entries of the file, each a Sudoku or an error, then close the file. If an
        error ends the reading, the last entry contains this error.
        """
        entries, file_range = (
            self._sudokus.yield_entries(self.shape),
            self._reading_options.file_range,
        )
        if file_range is not None:
            entries = self._yield_entries_after_recognition_lines(
                entries, file_range.last_recognition_line_number
            )
        if self.is_workbook:
            entries = map(self._add_cell_address, entries)
        mail_header, title = self.mail_header, self._reading_options.table_title
        if title:
            entries = (entry.with_title_if_unnamed(title) for entry in entries)
        try:
            if mail_header is not None:
                entries = (MailEntry(entry, mail_header) for entry in entries)
            yield from entries
        except PairFileError as problem:
            self.broken_off = problem.line
            self.add_cell_address_to_error(problem)
            last = Entry(problem.line, self.shape, problem, b"")
            yield last if mail_header is None else MailEntry(last, mail_header)
        self._close_without_other()

    def _yield_entries_after_recognition_lines(
        self, entries: Iterator[Entry], last_recognition_line_number: int
    ) -> Iterator[Entry]:
        """Yield the entries that begin after line `last_recognition_line_number`. Earlier lines
        belong to another range of the file, and were read only to recognise the file's format.

        At the first entry, the number of lines before it in this range is recorded for
        `line_counts_without_sudoku`.
        """
        for entry in entries:
            if entry.line > last_recognition_line_number:
                if self._before is None:
                    self._before = self.file_head.gap
                yield entry


def _raise_error_if_any(error: PairFileError | None) -> Iterator[NumberedLine]:
    """Raise an error if there is one; yield nothing."""
    if error is not None:
        raise error
    yield from ()


def _make_boxes_do_not_fit_message(box: BoxShape, size: int) -> Message:
    """Return the message for a file with a row of `size` cells if the caller chose boxes of the
    shape `box`, which do not fit this size.
    """
    # A line of cells may also be a whole Sudoku, as for 81 cells and boxes of 9x9.
    side = isqrt(size)
    side = side if side >= SMALLEST_AS_TEXT and side**2 == size else size
    return Message(
        "boxes of {box} make Sudokus of {wanted}×{wanted}, but this Sudoku is {size}×{size}: use "
        "--box {fitting}, or leave --box out",
        box=box,
        wanted=box.size,
        size=side,
        fitting=BoxShape.for_size(side),
    )


def _get_grid_or_raise(entry: Entry) -> Grid:
    """Return the Sudoku of an entry; raise its error if it has one."""
    grid = entry.grid_or_error
    if isinstance(grid, PairFileError):
        raise grid
    return grid


def _open_apart_or_none(
    opened: OpenedStream, reading_options: ReadingOptions, *, is_pair: bool
) -> GridFile | None:
    """Open a file of Sudokus that a process with limits reads. Return None if this process must
    read it: if it has another format, or if no such process can be started. `is_pair` is whether
    the file should contain two Sudokus.
    """
    for file_format in find_formats(opened.lines.start):
        if file_format.open_apart:
            found: GridFile | None = load_object(file_format.open_apart)(
                opened, reading_options, is_pair=is_pair
            )
            if found is not None:
                return found
    return None


def open_stream_as_grid_file(
    stream: IO[bytes],
    source: str = "<file>",
    reading_options: ReadingOptions | None = None,
    *,
    is_pair: bool = False,
    closes_stream: bool = False,
    mail_header: MailHeader | None = None,
    names_around: tuple[str, ...] | None = None,
) -> GridFile:
    """Open a stream of bytes as a file of Sudokus: read its beginning and recognise its format.

    `source` is the name of the stream in errors, and `reading_options` has the options of reading.
    If `is_pair`, a file that is too large for two grids is refused. If `closes_stream`, the stream
    is closed when its end is reached, by `close`, and if this function fails. `mail_header` is the
    mail to which the file is attached; None if it belongs to no mail. `names_around` are the names
    in which a variant such as Killer may be named: of the file, and of the files that contain it;
    None means the last part of `source`, without its ending. Raises `PairFileError` if the file
    cannot be read or has no Sudoku.
    """
    reading_options = reading_options or ReadingOptions()
    if names_around is None:
        names_around = (os.path.splitext(os.path.basename(source))[0],)
    try:
        longest = compute_max_pair_bytes(reading_options.max_size)
        lines = NumberedLines(stream, source, longest, reading_options, is_pair=is_pair)
        opened = OpenedStream(stream, lines, closes_stream, mail_header, names_around)
        found = _open_apart_or_none(opened, reading_options, is_pair=is_pair)
        if found is not None:
            return found
        container = make_container_or_none(lines, reading_options)
        if container is not None:
            make_file: Callable[..., GridFile]
            make_file = load_object("reading.container_file:ContainerFile")
            return make_file(opened, container)
        return TextFile(opened, reading_options, is_pair=is_pair)
    except BaseException:
        if closes_stream:
            stream.close()
        raise


def open_path_as_grid_file(
    path: str, reading_options: ReadingOptions | None = None, *, is_pair: bool = False
) -> GridFile:
    """Open a file by its name or URL, and return a `GridFile`, which is an iterator over its
    Sudokus.

    A file whose name ends in .gz or .xz is decompressed. The file is closed when its end is
    reached, or by `close`. Raises `PairFileError` if the file cannot be read or has no Sudoku.
    """
    with explain_read_errors(path):
        stream = open_and_decompress_by_ending(path)
    return open_stream_as_grid_file(
        stream, path, reading_options, is_pair=is_pair, closes_stream=True
    )


def open_text_as_grid_file(
    text: str, source: str = "<text>", reading_options: ReadingOptions | None = None
) -> GridFile:
    """Return a `GridFile`, an iterator over the Sudokus in a text. `source` is the name of the text
    in errors.
    """
    return open_stream_as_grid_file(make_byte_stream(text), source, reading_options)


def make_byte_stream(text: str) -> io.BytesIO:
    """Return a text as a binary file in memory, encoded in UTF-8. Lone surrogates become
    replacement characters (U+FFFD).
    """
    return io.BytesIO(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode())
