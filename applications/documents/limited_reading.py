"""Reading of documents, such as spreadsheets and mails, in a process with limited memory and
processor time, because a small harmful document could exhaust both.
"""

import io
import os
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from typing import IO, Any, cast

from ...base.errors import LimitError, PairFileError, SudokopieError
from ...base.limits import ARRAY
from ...base.messages import Message
from ...base.registry import PACKAGE
from ...reading.file_entry import (
    MailHeader,
    NoSudokuError,
    ReadingOptions,
    make_file_too_large_error,
    make_unreadable_error,
)
from ...reading.gridfile import GridFile, OpenedStream, open_stream_as_grid_file
from ...reading.lines import ByteStreamOfPieces, NumberedLines, explain_read_errors
from ...system.limited_call import CallLimits, can_start, yield_records_of_limited_call
from ...system.limited_process import describe_error
from .recorded_files import RECORD_TYPES, Record, open_recorded_file, yield_records_of_file

_MEBIBYTE = 2**20
_MEMORY = 512 * _MEBIBYTE
"""The most bytes of memory of the process that reads documents."""
_SECONDS_FOR_MEBIBYTE, _MOST_SECONDS = 10, 3600
"""The processor time for reading a file, with all files inside it and with the recognition of their
Sudokus: the seconds for each started MiB of the file, and the most seconds.
"""
_MOST_SECONDS_FOR_BATCH = 60


def open_apart_or_none(
    opened: OpenedStream,
    reading_options: ReadingOptions,
    *,
    is_pair: bool,
    is_streamed: bool = False,
) -> GridFile | None:
    """Open a document as a file of Sudokus that a process with limits reads. The process parses the
    document and recognises the Sudokus; only Sudokus, errors and rows of tables come back. Return
    None if no such process can be started, so that this process must read the document.

    `is_pair` is whether the document should contain two Sudokus. `is_streamed` is whether one part
    of the document is read after another, so that it may have any size even if it comes from a
    pipe. Raises `PairFileError` if the document cannot be read or has no Sudoku.
    """
    if not can_start():
        return None
    lines = opened.lines
    byte_count = _measure_bytes(lines)
    if is_streamed and not lines.can_seek:
        pieces = lines.yield_decompressed_pieces()
        file = cast("IO[bytes]", io.BufferedReader(ByteStreamOfPieces(pieces)))
    else:
        file = make_seekable_file(lines)
    records = _yield_records_of_call(
        "applications.documents.limited_reading:open_and_yield_records",
        file,
        lines.source,
        (lines.source, opened.names_around, opened.mail_header, reading_options, is_pair),
        CallLimits(_MEMORY, _compute_seconds(byte_count)),
        RECORD_TYPES,
    )
    return open_recorded_file(opened, records)


def open_and_yield_records(
    file: IO[bytes],
    source: str,
    names_around: tuple[str, ...],
    mail_header: MailHeader | None,
    reading_options: ReadingOptions,
    is_pair: bool,
) -> Iterator[Record | None]:
    """Open a document, and yield its content as records. The parameters are those of
    `open_stream_as_grid_file`. This function runs in the process with limits.
    """
    with open_stream_as_grid_file(
        file,
        source,
        reading_options,
        is_pair=is_pair,
        mail_header=mail_header,
        names_around=names_around,
    ) as grid_file:
        yield from yield_records_of_file(grid_file)


def _compute_seconds(byte_count: int) -> int:
    """Return the processor time, in seconds, for reading a file of `byte_count` bytes."""
    mebibytes = max(1, -(-byte_count // _MEBIBYTE))
    return min(_SECONDS_FOR_MEBIBYTE * mebibytes, _MOST_SECONDS)


def _measure_bytes(lines: NumberedLines) -> int:
    """Return the number of bytes of a document. If the document comes from a pipe and has more than
    1 MiB, return the most bytes that a document from a pipe may have.
    """
    if lines.can_seek:
        place = lines.stream.tell()
        byte_count = lines.stream.seek(0, os.SEEK_END)
        lines.stream.seek(place)
        return byte_count
    byte_count = len(lines.peek_first_bytes(_MEBIBYTE + 1))
    return byte_count if byte_count <= _MEBIBYTE else ARRAY


def make_seekable_file(lines: NumberedLines) -> IO[bytes]:
    """Return a file as a stream of which any part can be read. Raises `PairFileError` if the file
    comes from a pipe and is too large to be in memory.
    """
    if lines.can_seek:
        return lines.stream
    whole = lines.peek_first_bytes(ARRAY + 1)
    if len(whole) > ARRAY:
        message = Message("a file that cannot be read piece by piece")
        raise make_file_too_large_error(lines.source, message)
    return io.BytesIO(whole)


def check_library(library: str, source: str, missing_library_message: Message) -> None:
    """Raise `PairFileError` with the message `missing_library_message` if a library is not
    installed. `library` is the name of its module, such as pyarrow, and `source` is the name of the
    file that only this library can read.
    """
    if find_spec(library) is None:
        raise PairFileError(source, 1, 1, missing_library_message)


@contextmanager
def explain_document_errors(source: str) -> Iterator[None]:
    """A context manager that converts errors in its block: if a library fails to read the document
    `source`, it raises a `PairFileError` with the reason.
    """
    with explain_read_errors(source):
        try:
            yield
        except (SudokopieError, MemoryError, GeneratorExit, KeyboardInterrupt):
            raise
        except BaseException as error:  # some libraries raise errors that are no `Exception`
            raise ValueError(describe_error(error)) from None


def yield_rows_of_table(
    function: str, file: IO[bytes], source: str, arguments: tuple[object, ...]
) -> Generator[Any, None, None]:
    """Yield the records, such as lines of text, that a function yields for a table of any length.
    If the system allows it, the function runs in a process with limits, and each batch of records
    has a limit of processor time.

    `function` is the location of the function, such as `reading.parquet:count_rows`. It is called
    with `file`, of which any part can be read, and with `arguments`. `source` is the name of the
    table in errors. Raises `PairFileError` if the table is broken or exceeds the limits.
    """
    seconds = min(_compute_seconds(file.seek(0, os.SEEK_END)), _MOST_SECONDS_FOR_BATCH)
    limits = CallLimits(_MEMORY, seconds, is_for_each_batch=True)
    yield from _yield_records_of_call(function, file, source, arguments, limits)


def _yield_records_of_call(
    function: str,
    file: IO[bytes],
    source: str,
    arguments: tuple[object, ...],
    limits: CallLimits,
    record_types: tuple[type, ...] = (),
) -> Generator[Any, None, None]:
    """Yield the records of a limited call that reads the document `source`. Raises `PairFileError`
    if the document is broken or exceeds the limits.
    """
    types = (*record_types, PairFileError, NoSudokuError)
    records = yield_records_of_limited_call(f"{PACKAGE}.{function}", file, arguments, limits, types)
    explain = explain_read_errors if can_start() else explain_document_errors
    try:
        with explain(source), closing(records):
            yield from records
    except LimitError as error:
        raise make_unreadable_error(source, error.message) from None
