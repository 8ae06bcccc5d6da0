"""Limits on the size of files that are read, so that no file can fill the memory; see
docs/limits.md.

A file that is read line by line has a limit for each line. A file that is in memory as a whole has
a limit for its whole size.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import RawIOBase
from typing import IO, TYPE_CHECKING, AnyStr

from .errors import LimitError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LINE = 2**24  # characters of a line of an export, a proof, a journal or a solver's output
DESCRIPTION = 2**24  # bytes of a witness, a manifest, the header of an export
SOLVER_OUTPUT = 2**26  # bytes of a solver's output that `decode` reads
ARRAY = 2**26  # bytes of an array of JSON, and of Parquet that cannot be read piece by piece
ARCHIVE = 2**32  # bytes of all files in a .zip file together, uncompressed
DIRECTORY = 2**22  # bytes of the directory of a .zip file
TAG = 2**24  # bytes of a tag of XML, approximately
FIELDS = 20_000  # fields of a line
BLOCK_FIELDS = 2**22  # fields of a table with blocks of cells, where a line also counts as a field
GAP = 10**6  # lines in a row without a Sudoku, unless the caller allows more
NAME = 1000  # characters of a name that is kept for a Sudoku
BATCH = 2**24  # bytes of lines that are in memory together, approximately
JOURNAL = 2**28  # bytes of a journal, or of a table about a suite
XZ = 2**27  # bytes of memory for decompressing an xz file; a file made by `xz -9` needs half
LARGEST_FILE = 2**30  # bytes that a program may write to a file: its output, a model, a proof
SOLVER_PROOF = 2**29  # characters of a proof that a program wrote
PROOF = 2**30  # bytes of a certificate's formula or proof


def yield_limited_lines(
    stream: IO[AnyStr], stream_name: str, max_characters_in_stream: int
) -> Iterator[AnyStr]:
    r"""Yield the lines of a stream, with their line ends. Raise `LimitError` as soon as the whole
    stream has more than `max_characters_in_stream` characters, or one line has more than `LINE` (16
    million) characters. In a binary stream, bytes are counted instead of characters, for both
    limits.

    `stream_name` is the stream's name in error messages.

    >>> import io
    >>> list(yield_limited_lines(io.StringIO("1 0\n2"), "<text>", 100))
    ['1 0\n', '2']
    """
    number, length = 0, 0
    while line := stream.readline(LINE + 1):
        number, length = number + 1, length + len(line)
        if len(line) > LINE:
            raise LimitError(
                "{file}:{line}: expected a line of at most {limit} MiB, found a longer one",
                file=stream_name,
                line=number,
                limit=LINE // 2**20,
            )
        if length > max_characters_in_stream:
            raise _make_too_large_error(stream_name, max_characters_in_stream)
        yield line


def read_whole_stream(stream: IO[AnyStr], name: str, max_characters: int) -> AnyStr:
    """Return the whole content of a stream. Raise `LimitError` if it has more than `max_characters`
    characters, or bytes in a binary stream. `name` is the stream's name in the error message.

    >>> import io
    >>> read_whole_stream(io.BytesIO(b"{}"), "<text>", 100)
    b'{}'
    """
    content = stream.read(max_characters + 1)
    if len(content) > max_characters:
        raise _make_too_large_error(name, max_characters)
    return content


class SizeLimitedStream(RawIOBase):
    """A stream that returns the bytes of another stream, such as a decompressed file. It raises
    `LimitError` if the other stream has more than `max_bytes` bytes. `name` is the stream's name in
    this error.
    """

    def __init__(self, stream: IO[bytes], name: str, max_bytes: int) -> None:
        self._stream, self._name, self._limit, self._left = stream, name, max_bytes, max_bytes

    def readable(self) -> bool:
        """Return True, because this stream is open for reading."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read bytes of the other stream into `buffer`, as many as `buffer` can hold or as are
        left, and return the number of bytes read; 0 at the end of the stream. Raise `LimitError` if
        all calls together have read more than the maximum size of the stream.
        """
        with memoryview(buffer).cast("B") as view:
            some = self._stream.read(len(view))
            view[: len(some)] = some
        self._left -= len(some)
        if self._left < 0:
            raise _make_too_large_error(self._name, self._limit)
        return len(some)

    def close(self) -> None:
        """Close this stream and the stream from which it reads."""
        self._stream.close()
        super().close()


def _make_too_large_error(name: str, max_bytes: int) -> LimitError:
    """Return the error that the stream `name` is larger than `max_bytes` bytes."""
    return LimitError(
        "{file}: expected at most {limit} MiB, found more", file=name, limit=max_bytes // 2**20
    )
