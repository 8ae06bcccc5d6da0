"""Reading of .zip files, which archives, documents and spreadsheets are, within limits. These
functions run in the process with limits.
"""

import bz2
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from typing import IO, cast

from ...base.limits import DIRECTORY
from ...base.messages import Message
from ...reading.file_entry import make_file_too_large_error

_END = b"PK\x05\x06"
_LONGEST_END = 2**16 + 22
"""The largest number of bytes of the record at the end of a .zip file together with the comment
after it.
"""
_PIECE = 2**16
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, OSError),
    *(EOFError, OverflowError, struct.error),
)
"""The errors that the library raises for broken .zip files."""


def open_zip_or_none(file: IO[bytes], source: str) -> zipfile.ZipFile | None:
    """Open a file as a .zip file. Return None if it is not a .zip file or is broken. Raise
    `PairFileError` if its directory is too large to be in memory. `source` is the name of the file
    in this error.
    """
    try:
        end = file.seek(0, io.SEEK_END)
        file.seek(max(0, end - _LONGEST_END))
        tail = file.read(_LONGEST_END)
        place = tail.rfind(_END)
        size = int.from_bytes(tail[place + 12 : place + 16], "little")
        if place >= 0 and size > DIRECTORY:  # the library would read it into memory
            message = Message("the directory of a .zip file")
            raise make_file_too_large_error(source, message, DIRECTORY)
        return zipfile.ZipFile(file)
    except _BROKEN:
        return None


def read_first_bytes(archive: zipfile.ZipFile, name: str, max_bytes: int) -> bytes:
    """Return the first `max_bytes` bytes of the file `name` in a .zip file. Return empty bytes if
    there is no such file or it is broken.
    """
    try:
        with open_member(archive.open, archive.getinfo(name)) as stream:
            return stream.read(max_bytes)
    except (*_BROKEN, KeyError):
        return b""


def open_member(
    open_by_library: Callable[[zipfile.ZipInfo], IO[bytes]], info: zipfile.ZipInfo
) -> IO[bytes]:
    """Open a file in a .zip file, and return its decompressed bytes as a stream. `open_by_library`
    is a function of the library that does the same, such as the method `open` of the .zip file.

    The library decompresses bzip2 without a limit, and 45 bytes can become 45 MB. So the library
    only reads the compressed bytes of such a file.
    """
    if info.compress_type != zipfile.ZIP_BZIP2:
        return open_by_library(info)
    packed = copy(info)
    packed.compress_type, packed.file_size = zipfile.ZIP_STORED, info.compress_size
    del packed.CRC  # the checksum of the decompressed bytes
    return cast("IO[bytes]", bz2.BZ2File(open_by_library(packed)))


def yield_pieces(archive: zipfile.ZipFile, member: str | zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the bytes of a file in a .zip file, in pieces. `member` is its name, or its entry in
    the directory. Raises `ValueError` if the file is broken.
    """
    try:
        info = archive.getinfo(member) if isinstance(member, str) else member
        with open_member(archive.open, info) as stream:
            while piece := stream.read(_PIECE):
                yield piece
    except _BROKEN as problem:
        raise _make_zip_error(problem) from None


def _make_zip_error(problem: Exception) -> ValueError:
    """Return a `ValueError` with the text of `problem`, an error that the library raised for a
    broken .zip file. If `problem` has no text, return the name of its type.
    """
    return ValueError(" ".join(str(problem).split()) or type(problem).__name__)
