"""The content of files of Sudokus as records, which the process with limits sends, and files of
Sudokus that are made from records.

The records of a text or a table whose Sudokus the process has recognised are its Sudokus. The
records of a table with a Sudoku in each row are its rows, because commands write them again. The
records of a file that contains other files are the records of these files. All begin with a record
of their own, and end with `FileEnd`.
"""

import io
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from ...base.errors import PairFileError
from ...base.messages import Message
from ...base.registry import load_object
from ...reading.container import Container, InnerFile
from ...reading.container_file import ContainerFile
from ...reading.file_entry import (
    ConvertedLines,
    Entry,
    FaultError,
    MailEntry,
    MailHeader,
    NoSudokuError,
    NumberedLine,
    ReadingOptions,
    SheetEntry,
    ThirdSudokuError,
    decode_line_leniently,
    make_second_sudoku_missing_error,
    make_unreadable_error,
)
from ...reading.file_head import (
    OtherTextSummary,
    VariantSummary,
)
from ...reading.gridfile import (
    ENTRIES_AT_ONCE,
    GridFile,
    OpenedStream,
    SingleFile,
    TextFile,
    TextSummary,
)
from ...reading.lines import MadeLines, NumberedLines, SheetStart
from ...reading.sheet_lines import find_column_of_cell
from ...recognition.sheet import Area, CellRange, name_column
from ...sudoku.shape import BoxEvidence, BoxShape
from ...system.limited_process import make_memory_error

if TYPE_CHECKING:
    from ...reading.gridfile import Reader

_MOST_BYTES = 2**27
"""The most bytes of the Sudokus and errors of a document."""
_BYTES_OF_RECORD = 200
"""The number of bytes that each Sudoku or error counts in addition to its texts."""
_BYTES_OF_ROWS = 2**15
"""As soon as some rows of a table have more bytes than this, they become a record."""
_READERS_OF_ROWS = ("table", "line_lists")


class RecognisedStart(NamedTuple):
    """The beginning of a text or a table whose Sudokus follow. The fields are those of
    `GridFile`.
    """

    source: str
    shape: BoxShape
    encoding: str
    is_made: bool
    is_plain: bool
    mail_header: MailHeader | None
    summary: TextSummary


class RecognisedSudokus(NamedTuple):
    """Sudokus and errors of a text or a table, and the facts from which its warnings are made.

    `missing_sudoku_error` is the error for a file that should contain two Sudokus but has only
    this one; None if there are several.
    """

    entries: list[Entry]
    summary: TextSummary
    missing_sudoku_error: PairFileError | None


class RowsStart(NamedTuple):
    """The beginning of a table with a Sudoku in each row, or of lines with a Sudoku on each. Its
    rows follow: the number of the first row, and the rows with line feeds between them.

    - `reader`: the name of the file with the reader of the rows.
    - `no_sudoku_description`: describes the file in the error for a file without Sudokus.
    - `is_table`: whether the lines are rows of tables.
    - `is_pair`: whether the file should contain two Sudokus.
    - `shared_boxes`: the shapes of boxes that other parts of the document have shown.

    The other fields are those of `OpenedStream`, `ConvertedLines` and `GridFile`.
    """

    source: str
    reader: str
    reading_options: ReadingOptions
    no_sudoku_description: Message | None
    is_table: bool
    is_workbook: bool
    is_pair: bool
    encoding: str
    is_made: bool
    is_plain: bool
    mail_header: MailHeader | None
    names_around: tuple[str, ...]
    shared_boxes: list[tuple[BoxShape, BoxEvidence]]


class ContainerStart(NamedTuple):
    """The beginning of a file that contains others. Their records follow, and errors for those that
    cannot be read.
    """

    source: str
    mail_header: MailHeader | None


class ContainerNotes(NamedTuple):
    """The errors of further files inside a container that have no Sudoku, and the number of mails
    without a Sudoku so far.
    """

    errors: list[PairFileError]
    mails_without: int


class FileEnd(NamedTuple):
    """The end of a file or of a file inside another one."""


Start = RecognisedStart | RowsStart | ContainerStart
Record = Start | RecognisedSudokus | NumberedLine | ContainerNotes | FileEnd | PairFileError

RECORD_TYPES = (
    *(RecognisedStart, RecognisedSudokus, RowsStart, ContainerStart, ContainerNotes, FileEnd),
    *(TextSummary, OtherTextSummary, VariantSummary, BoxEvidence, BoxShape, MailHeader),
    *(Entry, SheetEntry, MailEntry, SheetStart, ReadingOptions, CellRange, Area),
    *(PairFileError, NoSudokuError, FaultError, ThirdSudokuError),
)
"""The types of which records consist, except types of Python itself."""


def yield_records_of_file(file: GridFile) -> Iterator[Record | None]:
    """Yield the content of an opened file as records. None means that the records before it are
    sent at once. This function runs in the process with limits.
    """
    try:
        if isinstance(file, ContainerFile):
            yield from _yield_records_of_container(file)
        elif isinstance(file, TextFile):
            yield from (_yield_rows if file.is_one_a_line else _yield_sudokus)(file)
    except MemoryError:
        yield make_unreadable_error(file.source, make_memory_error().message)
    yield FileEnd()


def _yield_records_of_container(file: ContainerFile) -> Iterator[Record | None]:
    yield ContainerStart(file.source, file.mail_header)
    sent = 0, 0
    for item in chain(file.yield_items(), [None]):
        if sent != (len(file.notes), file.mails_without):
            yield ContainerNotes(file.notes[sent[0] :], file.mails_without)
            sent = len(file.notes), file.mails_without
        if isinstance(item, PairFileError):
            yield item
        elif item is not None:
            with item:
                yield from yield_records_of_file(item)
            yield None  # so that these Sudokus are not lost if the next file ends this process


def _yield_sudokus(file: TextFile) -> Iterator[Record]:
    fields = file.source, file.shape, file.encoding, file.is_made, file.is_plain, file.mail_header
    yield RecognisedStart(*fields, file.summary)
    count = 0
    for entries in file.yield_entry_batches(ENTRIES_AT_ONCE):
        count += len(entries)
        missing = None
        if count == 1 and not entries[0].error:
            missing = file.make_missing_sudoku_error(entries[0])
        yield RecognisedSudokus(entries, file.summary, missing)


def _yield_rows(file: TextFile) -> Iterator[Record]:
    head, joined, length = file.file_head, list[bytes](), 0
    yield RowsStart(
        file.source,
        head.reader_of_rows,
        head.reading_options,
        head.no_sudoku_description,
        head.sheets is not None,
        file.is_workbook,
        head.is_pair,
        file.encoding,
        file.is_made,
        file.is_plain,
        file.mail_header,
        file.names_around,
        file.shared_boxes,
    )
    first, problem = 0, None
    try:
        for number, line in head.rest:
            is_next = number == first + len(joined) and not isinstance(line, SheetStart)
            if joined and (not is_next or length > _BYTES_OF_ROWS):
                yield first, b"\n".join(joined)
                joined, length = [], 0
            if isinstance(line, SheetStart):
                yield number, line
                continue
            first = number - len(joined)
            joined.append(line)
            length += len(line)
    except PairFileError as error:
        file.add_cell_address_to_error(error)
        problem = error
    if joined:
        yield first, b"\n".join(joined)
    if problem is not None:
        yield problem


class _Records(Iterator[Record]):
    """The records of the file `source`, without its first record, and without `FileEnd`. `records`
    are the records of the file that contains it, or of a call; they may end early. `call` is the
    call, which ends with these records; None if the file is inside another one.
    """

    def __init__(
        self,
        source: str,
        records: Iterator[Record],
        call: Generator[Record, None, None] | None = None,
    ) -> None:
        self._source, self._records, self._call = source, records, call
        self._depth, self._bytes = 1, 0

    def __next__(self) -> Record:
        if self._depth == 0:
            raise StopIteration
        record = next(self._records)
        self._depth += isinstance(record, Start) - isinstance(record, FileEnd)
        if self._depth == 0:
            self.close()
            raise StopIteration
        self._bytes += _estimate_bytes(record)
        if self._bytes > _MOST_BYTES:
            self._depth = 0
            self.close()
            reason = Message("its content takes more than {limit} MiB", limit=_MOST_BYTES // 2**20)
            raise make_unreadable_error(self._source, reason)
        return record

    def close(self) -> None:
        """End the call, unless the file is inside another one."""
        if self._call is not None:
            self._call.close()


def _estimate_bytes(record: Record) -> int:
    """Return the approximate number of bytes of the Sudokus, errors and names in a record; 0 for
    rows, which may have any number of bytes together, as in a text.
    """
    if isinstance(record, RecognisedSudokus):
        solutions = (entry.titled_solution for entry in record.entries)
        entries = [*record.entries, *filter(None, solutions)]
        errors = sum(len(str(entry.error)) for entry in entries if entry.error is not None)
        lines = sum(len(entry.raw) + len(entry.cell) for entry in entries)
        return len(entries) * _BYTES_OF_RECORD + lines + errors
    if isinstance(record, ContainerNotes):
        return sum(map(_estimate_bytes, record.errors))
    if isinstance(record, PairFileError):
        return _BYTES_OF_RECORD + len(str(record))
    return 0 if _are_rows(record) else _BYTES_OF_RECORD


def _are_rows(record: Record) -> TypeGuard[NumberedLine]:
    """Return whether a record is the number of a row, and this row with further rows."""
    return type(record) is tuple


def open_recorded_file(opened: OpenedStream, call: Generator[Record, None, None]) -> GridFile:
    """Return the file of Sudokus whose records a call yields. `opened` is the document that the
    call reads. Raises `PairFileError` if the document cannot be read or has no Sudoku.
    """
    start = next(call)
    return _open_file(opened, start, _Records(opened.lines.source, call, call))


def _open_file(opened: OpenedStream, start: Record, records: _Records) -> GridFile:
    if isinstance(start, RowsStart):
        return _RecordedRows(opened, start, records)
    if isinstance(start, RecognisedStart):
        return _RecordedText(opened, start, records)
    assert isinstance(start, ContainerStart)
    return _RecordedContainer(opened, records)


class _RecordedText(SingleFile):
    """A text or a table whose Sudokus another process has recognised."""

    def __init__(self, opened: OpenedStream, start: RecognisedStart, records: _Records) -> None:
        super().__init__(opened)
        self.shape, self.is_made, self.is_plain = start.shape, start.is_made, start.is_plain
        self._encoding, self._summary, self._records = start.encoding, start.summary, records
        self._missing_sudoku_error: PairFileError | None = None
        self._entries = self._yield_entries_and_close()

    def _yield_entries_and_close(self) -> Iterator[Entry]:
        """Yield the entries, each a Sudoku or an error, then close the file. If an error ends the
        reading, the last entry has this error.
        """
        try:
            for record in self._records:
                if isinstance(record, PairFileError):
                    raise record
                if isinstance(record, RecognisedSudokus):
                    self._summary, self.broken_off = record.summary, record.summary.broken_off
                    self._missing_sudoku_error = record.missing_sudoku_error
                    yield from record.entries
        except PairFileError as problem:
            self.broken_off = problem.line
            self._summary = self._summary._replace(broken_off=problem.line)
            last = Entry(problem.line, self.shape, problem, b"")
            yield last if self.mail_header is None else MailEntry(last, self.mail_header)
        self.close()

    @property
    def summary(self) -> TextSummary:
        """See `SingleFile.summary`."""
        return self._summary

    @property
    def encoding(self) -> str:
        """See `GridFile.encoding`."""
        return self._encoding

    def close(self) -> None:
        """See `GridFile.close`."""
        self._records.close()
        super().close()

    def check_rest_is_utf8_and_close(self) -> None:
        """Close the file: the text of recognised Sudokus has been decoded."""
        self.close()

    def make_no_sudoku_error(self) -> PairFileError:
        """See `GridFile.make_no_sudoku_error`."""
        expected, found = Message("a Sudoku"), Message("no cells")
        message = Message("expected {expected}, found {found}", expected=expected, found=found)
        return NoSudokuError(self.source, 1, 1, message)

    def make_missing_sudoku_error(self, first_entry: Entry) -> PairFileError:
        """See `GridFile.make_missing_sudoku_error`."""
        if self._missing_sudoku_error is not None:
            return self._missing_sudoku_error
        return make_second_sudoku_missing_error(self.source, first_entry.line, 1)


class _RecordedRows(TextFile):
    """A table with a Sudoku in each row. Another process has read the file, and sends its rows as
    records.
    """

    def __init__(self, opened: OpenedStream, start: RowsStart, records: _Records) -> None:
        self._start, self._records = start, records
        self._runs = list[tuple[str, int, int]]()
        """For each record with rows: their sheet, and the numbers of the first and the last row."""
        self._rows = 0, list[bytes]()
        """The number of the first row of the last record, and its rows."""
        super().__init__(opened, start.reading_options, is_pair=start.is_pair)
        self.is_made, self.is_plain = start.is_made, start.is_plain
        for box, evidence in start.shared_boxes:
            self.share_box(box, evidence)

    def _convert_to_lines(self) -> ConvertedLines:
        start, lines = self._start, MadeLines(self._yield_pieces_and_close())
        lines.are_records_joined = True
        return ConvertedLines(
            lines,
            start.reading_options,
            start.no_sudoku_description,
            () if start.is_table else None,
            start.is_workbook,
        )

    def _yield_pieces_and_close(self) -> Iterator[NumberedLine]:
        """Yield the number of the first row of each record, and its rows with line feeds between
        them. Raise `PairFileError` if the process could not make further rows.
        """
        try:
            for record in self._records:
                if isinstance(record, PairFileError):
                    raise record
                if _are_rows(record):
                    self._record_run(record)
                    yield record
        finally:
            self._records.close()

    def _record_run(self, rows: NumberedLine) -> None:
        """Record the numbers of some rows, and the rows, for the address of a cell in an error."""
        first, lines = rows[0], rows[1].split(b"\n")
        if isinstance(rows[1], SheetStart):
            sheet = rows[1].name
        else:
            sheet = self._runs[-1][0] if self._runs else ""
        self._runs.append((sheet, first, first + len(lines) - 1))
        self._rows = first, lines

    def _find_reader(self) -> "Reader":
        if self._start.reader not in _READERS_OF_ROWS:
            raise ValueError(self._start.reader)
        reader: Reader = load_object(f"reading.{self._start.reader}").find_reader(self.file_head)
        return reader

    @property
    def encoding(self) -> str:
        """See `GridFile.encoding`."""
        return self._start.encoding

    def add_cell_address_to_error(self, error: PairFileError) -> None:
        """See `TextFile.add_cell_address_to_error`."""
        if not self.is_workbook or error.cell or not error.line:
            return
        rows = self._rows  # the error is about one of them, or about one of the first lines
        with suppress(PairFileError):
            for record in self._records:  # another sheet may have a row with this number, too
                if _are_rows(record):
                    self._record_run(record)
        sheets = [name for name, start, end in self._runs if start <= error.line <= end]
        lines = chain(self.file_head.lines, enumerate(rows[1], rows[0]))
        line = next((line for number, line in lines if number == error.line), None)
        if len(sheets) == 1 and line is not None:
            column = find_column_of_cell(decode_line_leniently(line), error.column)
            error.cell = f"[{sheets[0]}]!{name_column(column)}{error.line}"


class _RecordedContainer(ContainerFile):
    """A file that contains others, which another process has opened."""

    def __init__(self, opened: OpenedStream, records: _Records) -> None:
        self._records = records
        super().__init__(opened, Container(iter(()), Message("a document without Sudokus")))

    def _yield_open_files_or_errors(
        self, inner_files: Iterator[InnerFile | PairFileError]
    ) -> Generator[GridFile | PairFileError, None, None]:
        """Yield the files that the process has opened. See
        `ContainerFile._yield_open_files_or_errors`.
        """
        del inner_files
        try:
            for record in self._records:
                if isinstance(record, ContainerNotes):
                    self.notes += record.errors
                    self.mails_without = record.mails_without
                elif isinstance(record, PairFileError):
                    yield record
                elif isinstance(record, Start):
                    part = _Records(record.source, self._records)
                    yield _open_file(self._make_opened(record), record, part)
                    for _ in part:
                        pass  # the rows that the caller has not read
        except PairFileError as error:
            yield error

    def _make_opened(self, start: Start) -> OpenedStream:
        """Return the stream of a file inside this file: an empty one, because the process reads the
        file.
        """
        names = start.names_around if isinstance(start, RowsStart) else ()
        lines = NumberedLines(io.BytesIO(), start.source, 0)
        return OpenedStream(lines.stream, lines, False, start.mail_header, names)

    def close(self) -> None:
        """See `GridFile.close`."""
        super().close()
        self._records.close()
