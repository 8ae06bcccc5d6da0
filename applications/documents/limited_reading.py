"""Reading of documents, such as spreadsheets and mails, in a process with limited memory and
processor time, because a small harmful document could exhaust both.
"""

import io
import os
from collections.abc import Generator, Iterator
from contextlib import closing
from importlib.util import find_spec
from typing import IO, Any

from ...base.errors import LimitError, PairFileError
from ...base.limits import ARRAY
from ...base.messages import Message
from ...base.registry import PACKAGE, load_object
from ...reading.file_entry import (
    NoSudokuError,
    NumberedLine,
    ReadingOptions,
    make_file_too_large_error,
)
from ...reading.lines import NumberedLines, explain_read_errors
from ...system.limited_call import CallLimits, ProcessorTime, yield_records_of_limited_call

_MEBIBYTE = 2**20
_MEMORY = 512 * _MEBIBYTE
"""The most bytes of memory of the process that reads documents."""
_KEPT_BYTES = 128 * _MEBIBYTE
"""The most bytes of a document's content if the content is kept in memory as a whole."""
_SECONDS_FOR_MEBIBYTE, _MOST_SECONDS = 10, 3600
"""The processor time for reading a file, with all files inside it: the seconds for each started MiB
of the file, and the most seconds.
"""
_MOST_SECONDS_FOR_BATCH = 60

STREAMED = CallLimits(_MEMORY)
"""The limits for documents whose content is not kept in memory as a whole."""
KEPT = CallLimits(_MEMORY, _KEPT_BYTES)
"""The limits for documents whose content is kept in memory as a whole."""


def share_processor_time(lines: NumberedLines, reading_options: ReadingOptions) -> ReadingOptions:
    """Return options of reading with a limit on processor time for a document and all files inside
    it together. The options are returned unchanged if they have a limit already, because the
    document is inside another one. `lines` is the document.
    """
    if reading_options.processor_time is not None:
        return reading_options
    processor_time = ProcessorTime(_compute_seconds(_measure_bytes(lines)))
    return reading_options._replace(processor_time=processor_time)


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


def yield_document_records(
    function: str,
    file: IO[bytes],
    source: str,
    arguments: tuple[object, ...],
    processor_time: ProcessorTime | None,
    limits: CallLimits = STREAMED,
    record_types: tuple[type, ...] = (),
) -> Generator[Any, None, None]:
    """Yield the records, such as lines of text, that a function yields for a document. If the
    system allows it, the function runs in a process with limits.

    `function` is the location of the function, such as `reading.pdf_pages:yield_lines`. It is
    called with `file`, of which any part can be read, and with `arguments`. `source` is the name of
    the document in errors. If `processor_time` is None, each batch of records has a limit of its
    own, so that a table may have any length. `record_types` are the types of which records consist,
    except types of Python itself. Raises `PairFileError` if the document is broken or exceeds the
    limits.
    """
    if processor_time is None:
        seconds = _compute_seconds(file.seek(0, os.SEEK_END))
        processor_time = ProcessorTime(min(seconds, _MOST_SECONDS_FOR_BATCH))
        limits = limits._replace(is_for_each_batch=True)
    types = (*record_types, PairFileError, NoSudokuError)
    records = yield_records_of_limited_call(
        f"{PACKAGE}.{function}", file, arguments, limits, processor_time, types
    )
    try:
        with explain_read_errors(source), closing(records):
            yield from records
    except LimitError as error:
        message = Message("cannot be read: {reason}", reason=error.message)
        raise PairFileError(source, 1, 1, message) from None


def yield_lines_of_text_document(
    function: str, lines: NumberedLines, reading_options: ReadingOptions, *arguments: object
) -> Iterator[NumberedLine]:
    """Yield the numbered lines that a function makes from a document of text, such as an HTML page.
    If the system allows it, the function runs in a process with limits.

    `function` is the location of the function, such as `reading.html_page:yield_lines`. It is
    called with the document as a `NumberedLines` and with `arguments`. `lines` is the document in
    this process. Raises `PairFileError` if the document is broken or exceeds the limits.
    """
    yield from yield_document_records(
        "applications.documents.limited_reading:open_text_and_yield_lines",
        make_seekable_file(lines),
        lines.source,
        (function, lines.source, lines.max_line_bytes, lines.encoding, lines.max_gap, arguments),
        share_processor_time(lines, reading_options).processor_time,
    )


def open_text_and_yield_lines(
    file: IO[bytes],
    function: str,
    source: str,
    max_line_bytes: int,
    encoding: str | None,
    max_gap: int,
    arguments: tuple[object, ...],
) -> Iterator[NumberedLine]:
    """Open a file as a `NumberedLines`, and yield the numbered lines that the function at the
    location `function` yields for it and for `arguments`. `encoding` is None if it must be
    recognised. This function runs in the process with limits.
    """
    reading_options = ReadingOptions(encoding=encoding, max_gap=max_gap)
    lines = NumberedLines(file, source, max_line_bytes, reading_options)
    yield from load_object(function)(lines, *arguments)
