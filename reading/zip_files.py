"""Opening of .zip files, which archives, documents and spreadsheets are, within limits."""

import io
import zipfile
import zlib
from typing import IO, Any

from ..base.limits import ARRAY, DIRECTORY
from ..base.messages import Message
from .file_entry import make_file_too_large_error
from .lines import NumberedLines

_END = b"PK\x05\x06"
_LONGEST_END = 2**16 + 22
"""The largest number of bytes of the record at the end of a .zip file together with the comment
after it.
"""
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, OSError),
    *(EOFError, OverflowError),
)
"""The errors that the library raises for broken .zip files."""


def open_zip_or_none(lines: NumberedLines) -> zipfile.ZipFile | None:
    """Open a file as a .zip file. Return None if it is not a .zip file or is broken. Raises
    `PairFileError` if its directory is too large, or if the file is too large and cannot be read
    piece by piece.
    """
    stream = lines.stream
    if lines.can_seek:
        place = stream.tell()
        try:
            return _open_zip_of_stream_or_none(lines, stream)
        finally:
            stream.seek(place)
    whole = lines.peek_first_bytes(ARRAY + 1)
    if len(whole) > ARRAY:
        message = Message("a .zip file that cannot be read piece by piece")
        raise make_file_too_large_error(lines.source, message)
    return _open_zip_of_stream_or_none(lines, io.BytesIO(whole))


def _open_zip_of_stream_or_none(lines: NumberedLines, stream: IO[bytes]) -> zipfile.ZipFile | None:
    """Open a stream as a .zip file. Return None if it is not a .zip file or is broken. Raise
    `PairFileError` if its directory is too large to be in memory.
    """
    try:
        end = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, end - _LONGEST_END))
        tail = stream.read(_LONGEST_END)
        place = tail.rfind(_END)
        size = int.from_bytes(tail[place + 12 : place + 16], "little")
        if place >= 0 and size > DIRECTORY:  # the library would read it into memory
            message = Message("the directory of a .zip file")
            raise make_file_too_large_error(lines.source, message, DIRECTORY)
        return zipfile.ZipFile(stream)
    except _BROKEN:
        return None


def read_first_bytes(archive: zipfile.ZipFile, name: str, max_bytes: int) -> bytes:
    """Return the first `max_bytes` bytes of the file `name` in a .zip file. Return empty bytes if
    there is no such file or it is broken.
    """
    try:
        with archive.open(name) as stream:
            return stream.read(max_bytes)
    except (*_BROKEN, KeyError):
        return b""


class StreamInZip(io.RawIOBase):
    """The decompressed bytes of a file in a .zip file. `taken` is the number of bytes read so far.

    Opening and reading the stream raises `ValueError` if the file in the .zip file is broken.
    """

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        self.taken = 0
        try:
            self._stream = archive.open(info)
        except _BROKEN as problem:
            super().close()  # otherwise Python calls `close` later, which needs the stream
            raise _make_zip_error(problem) from None

    def readable(self) -> bool:
        """Return True, because this stream is open for reading."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read bytes into a buffer, and return the number of bytes read."""
        try:
            some = self._stream.read(len(buffer))
        except _BROKEN as problem:
            raise _make_zip_error(problem) from None
        buffer[: len(some)] = some
        self.taken += len(some)
        return len(some)

    def close(self) -> None:
        """Close the file in the .zip file."""
        self._stream.close()
        super().close()


def _make_zip_error(problem: Exception) -> ValueError:
    """Return a `ValueError` with the text of `problem`, an error that the library raised for a
    broken .zip file. If `problem` has no text, return the name of its type.
    """
    return ValueError(" ".join(str(problem).split()) or type(problem).__name__)
