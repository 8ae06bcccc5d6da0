"""Division of large files into ranges of lines that several processes read at the same time.

A file is divided only if it has one Sudoku on each line (of text) or in each row (of Parquet). To
read a range of such a file, a process needs to know only the format and the number of lines before
the range.
"""

import os
from contextlib import closing
from functools import partial
from typing import IO, NamedTuple, cast

from ..base.registry import load_object
from ..system.endings import find_format_and_compression_endings
from ..system.open_file import is_url, open_and_decompress_by_ending, open_file_system
from ..system.ordered_map import Jobs, map_in_order
from .file_entry import FileRange, ReadingOptions
from .gridfile import GridFile, open_stream_as_grid_file
from .lines import NumberedLines, explain_read_errors
from .registry import find_formats

_BYTES = 2**22
"""The approximate number of bytes of each range, unless the caller chooses another number."""
_LEAST = 2**18
"""If a file has fewer bytes than this, it is not divided among workers on other machines, because
it is faster to send it to them as a whole.
"""
_FEW_JOBS = 4
"""With at most this number of processes, a table of which only the cells are needed is not divided,
because reading it takes a quarter of the time for comparing its Sudokus, and each process that
reads a part of a Parquet file needs a process with limits.
"""
_AHEAD = 2**16
_LONGEST = 2**24
"""If a file has lines of more bytes than this, it is not divided. No Sudoku is so long."""

_Bytes = tuple[int, int]
"""The index of the first byte of a part of a file, and the index after its last byte."""


class PartOfFile(NamedTuple):
    """A range of lines of the file at `path` that one process reads. `reading_options` has the
    options of reading, and `name` is the name of the file in errors. `share` is for a progress bar:
    the fraction of the file, from 0 to 1, that is read when this range and all before it are read.
    """

    name: str
    path: str
    reading_options: ReadingOptions
    share: float

    def open_part_as_grid_file(self) -> GridFile:
        """Open this part of the file, and return its Sudokus as a `GridFile`, which the caller must
        close.

        Raises `PairFileError` if the file cannot be read.
        """
        file_range = self.reading_options.file_range
        with explain_read_errors(self.name):
            stream = open_and_decompress_by_ending(self.path)
            if file_range is not None and file_range.head_bytes:
                stream = cast("IO[bytes]", _HeadAndRangeStream(stream, file_range))
        return open_stream_as_grid_file(stream, self.name, self.reading_options, closes_stream=True)


def measure_byte_count_or_none(path: str) -> int | None:
    """Return the number of bytes of a file or URL. Returns None if it cannot be found out, so that
    the file must be read as a whole.
    """
    try:
        if is_url(path):
            with open_file_system(path) as (files, there):
                return cast("int", files.size(there))
        return os.stat(path).st_size if os.path.isfile(path) else None
    except OSError:
        return None


def split_file(
    grid_file: GridFile,
    name: str,
    reading_options: ReadingOptions,
    jobs: Jobs,
    min_bytes: int | None = None,
    bytes_in_part: int | None = None,
) -> list[PartOfFile] | None:
    """Divide a file into ranges of lines that several processes can read at the same time. Return
    these ranges, or None if the file should not be divided. `grid_file` is the opened file, and
    `name` is its name or URL.

    `jobs` is the number of processes, or an object for the workers on other machines. These
    processes also count the lines of a text file. Each range has about `bytes_in_part` bytes, by
    default 4 MiB. A file is not divided if it has fewer than `min_bytes` bytes, is compressed, has
    a form that must not be divided, or cannot be opened by all workers. Raises `PairFileError` if
    the file cannot be read.
    """
    bytes_in_part = bytes_in_part or _BYTES
    path = name if is_url(name) else os.path.abspath(name)
    length = measure_byte_count_or_none(path) or 0
    if min_bytes is None:
        min_bytes = 2 * bytes_in_part if isinstance(jobs, int) else _LEAST
    if (
        length < min_bytes
        or not grid_file.may_be_divided
        or find_format_and_compression_endings(path)[1]
    ):
        return None
    if reading_options.sheet is not None or reading_options.ranges:
        return None
    is_quick = reading_options.needs_only_cells and not grid_file.is_plain
    if is_quick and isinstance(jobs, int) and jobs <= _FEW_JOBS:
        return None
    if not isinstance(jobs, int) and not jobs.every_worker_returns(
        measure_byte_count_or_none, path, length
    ):
        return None
    with explain_read_errors(name):
        if grid_file.is_plain:
            parts = _split_text_file_into_ranges(
                path, grid_file.recognition_line_count, length, bytes_in_part, jobs
            )
        else:
            parts = _list_row_ranges(
                path, name, grid_file.recognition_line_count, bytes_in_part / length
            )
    return [
        PartOfFile(name, path, reading_options._replace(file_range=file_range), number / len(parts))
        for number, file_range in enumerate(parts, 1)
    ] or None


def _split_text_file_into_ranges(
    path: str, recognition_line_count: int, byte_count: int, bytes_in_part: int, jobs: Jobs
) -> list[FileRange]:
    """Divide a text file of `byte_count` bytes into ranges of lines, and return them. Return an
    empty list if its lines cannot be counted, so that it must be read as a whole. The format is
    recognised from the first `recognition_line_count` lines, and the processes `jobs` count the
    lines.
    """
    with closing(open_and_decompress_by_ending(path)) as file:
        beginning = file.read(_LONGEST)
    head = 0
    for _ in range(recognition_line_count):
        head = beginning.find(b"\n", head) + 1 or len(beginning)
    beginning = beginning[:head]
    lines = _count_lines_or_none(beginning)
    if lines is not None and head == byte_count:
        return [FileRange(head, recognition_line_count, head, head, recognition_line_count)]
    if lines != recognition_line_count or not beginning.endswith(b"\n"):
        return []
    parts, before = list[FileRange](), recognition_line_count
    asked = (
        (start, min(start + bytes_in_part, byte_count))
        for start in range(head, byte_count, bytes_in_part)
    )
    for counted in map_in_order(partial(_find_whole_line_range_and_count, path), asked, jobs):
        if counted is None:
            return []
        (start, end), number = counted
        if number:
            parts.append(FileRange(head, recognition_line_count, start, end, before))
        before += number
    return parts


def _find_whole_line_range_and_count(path: str, byte_range: _Bytes) -> tuple[_Bytes, int] | None:
    """Return the range of bytes of all lines that begin in the byte range `byte_range` of a file,
    and the number of these lines. Return None if the lines cannot be counted without reading the
    whole file.
    """
    first, last = byte_range
    with closing(open_and_decompress_by_ending(path)) as file:
        file.seek(first - 1)
        text = file.read(last - first + 1)
        while text.find(b"\n", last - first) < 0 and (more := file.read(_AHEAD)):
            text += more
            if len(text) > last - first + _LONGEST:
                return None
    start = text.find(b"\n") + 1 or len(text)
    end = text.find(b"\n", last - first) + 1 or len(text)
    lines = _count_lines_or_none(text[start:end])
    return None if lines is None else ((first - 1 + start, first - 1 + end), lines)


def _count_lines_or_none(text_bytes: bytes) -> int | None:
    """Return the number of lines in `text_bytes`, the bytes of a range of a file. Returns None if
    the file cannot be divided at lines, because the bytes are not UTF-8 or because a quoted field
    of a table may continue on the next line.
    """
    if not text_bytes.isascii():
        try:
            text_bytes.decode()
        except UnicodeDecodeError:
            return None
    if b'"' in text_bytes and any(line.count(b'"') % 2 for line in text_bytes.split(b"\n")):
        return None
    ends = text_bytes.count(b"\n") + text_bytes.count(b"\r") - text_bytes.count(b"\r\n")
    return ends if text_bytes.endswith((b"\n", b"\r")) or not text_bytes else ends + 1


def _list_row_ranges(
    path: str, name: str, recognition_line_count: int, range_fraction: float
) -> list[FileRange]:
    """Divide a file whose format has a function for it, such as Parquet, into ranges of rows, and
    return them; an empty list for another file. `range_fraction` is the size of a range as a
    fraction of the whole file.
    """
    with closing(open_and_decompress_by_ending(path)) as file:
        start = NumberedLines(file, name, _AHEAD).start
        for file_format in find_formats(start):
            if file_format.list_ranges:
                ranges: list[FileRange] = load_object(file_format.list_ranges)(
                    file, name, recognition_line_count, range_fraction
                )
                return ranges
    return []


class _HeadAndRangeStream:
    """A file-like object from which only two parts of a file are read: first the beginning, from
    which the format is recognised, and then one range of lines.
    """

    def __init__(self, stream: IO[bytes], file_range: FileRange) -> None:
        self._stream = stream
        self._ranges: list[_Bytes] = [
            (file_range.start, file_range.end),
            (0, file_range.head_bytes),
        ]
        self._left = 0

    def read(self, size: int) -> bytes:
        """Return at most `size` further bytes: first those of the beginning of the file, then those
        of the range of lines. Return no bytes at the end of the range. Raises `ValueError` if the
        file ends before.
        """
        if not self._left and self._ranges:
            start, end = self._ranges.pop()
            self._stream.seek(start)
            self._left = end - start
        piece = self._stream.read(min(size, self._left))
        if self._left and not piece:
            raise ValueError("the file has become shorter")
        self._left -= len(piece)
        return piece

    def close(self) -> None:
        """Close the file to which the part belongs."""
        self._stream.close()
