"""Open files for reading, also compressed files, and files at URLs that fsspec supports."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import IO, Any, cast

from ..base.errors import PairFileError, SudokopieError
from ..base.limits import XZ
from ..base.messages import Message
from .endings import find_format_and_compression_endings

STANDARD_INPUT = "-"
"""The name under which the command line reads standard input."""


def is_url(path: str) -> bool:
    """Return whether a path is a URL instead of the name of a local file."""
    return "://" in path


@contextmanager
def open_file_system(path: str) -> Iterator[tuple[Any, str]]:
    """A context manager that yields two objects: the file system that contains the URL or local
    path `path`, as an object of the library fsspec, and the path within this file system. If the
    file system raises an error in the block, the context manager raises an `OSError` with a message
    of one line instead. Raises `PairFileError` if fsspec is not installed.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        message = Message("to read a URL, install fsspec: pip install 'sudokopie[remote]'")
        raise PairFileError(path, 1, 1, message) from None
    try:
        yield url_to_fs(path)
    except SudokopieError:
        raise
    except Exception as error:
        reason = getattr(error, "strerror", None) if isinstance(error, OSError) else None
        if isinstance(error, FileNotFoundError):  # some contain only the file's name
            reason = reason or os.strerror(errno.ENOENT)
        reason = reason or " ".join(str(error).split()) or type(error).__name__
        raise OSError(errno.EIO, reason, path) from None


def expand_url_pattern(path: str) -> list[str]:
    """Return the URLs that match a URL with a `*`, in sorted order. If the path has no `*`, is not
    a URL, or cannot be expanded, the result contains only the path itself.
    """
    found = list[str]()
    if is_url(path) and "*" in path:
        # If the pattern cannot be read, opening it later raises an error with the reason.
        with suppress(SudokopieError, OSError), open_file_system(path) as (files, there):
            found = [files.unstrip_protocol(one) for one in sorted(files.glob(there))]
    return found or [path]


def is_folder(path: str) -> bool:
    """Return whether a path leads to an existing local folder. A URL never does."""
    return not is_url(path) and os.path.isdir(path)


def list_files_recursively(folder: str) -> list[str]:
    """Return the paths of all files in a folder and in its subfolders, in order of their names.
    Hidden files are left out. A subfolder that cannot be read is in the list like a file, so that
    opening it raises the error.
    """
    found = list[str]()

    def append_unreadable_folder(error: OSError) -> None:
        """Add the path of a folder that cannot be read to the result. `os.walk` calls this function
        with the error.
        """
        found.append(error.filename)

    for path, folders, files in os.walk(folder, onerror=append_unreadable_folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found.extend(os.path.join(path, name) for name in files if not name.startswith("."))
    return sorted(found, key=lambda path: path.split(os.sep))


def open_and_decompress_by_ending(path: str) -> IO[bytes]:
    """Open a file or a URL for reading bytes. The content is decompressed if the name ends in .gz
    or .xz.
    """
    if is_url(path):
        with open_file_system(path) as (files, there):
            raw = cast("IO[bytes]", files.open(there, "rb"))
    else:
        raw = open(path, "rb")  # noqa: SIM115 - the caller closes it
    if compression := find_format_and_compression_endings(path)[1]:
        return open_decompressed_stream(raw, "gzip" if compression == ".gz" else "xz")
    return raw


_PIECE = io.DEFAULT_BUFFER_SIZE


def open_decompressed_stream(compressed: IO[bytes], compression: str) -> IO[bytes]:
    """Return a stream of the decompressed content of the stream `compressed`. `compression` is
    gzip, bzip2, xz or zstd. Closing the new stream also closes `compressed`.

    The compressed stream is read piece by piece. Reading raises the error of the decompressor if
    the data is invalid or needs more than `XZ` bytes of memory, and `EOFError` if the end is
    missing. Raises `ImportError` for zstd if no module for it is installed.
    """
    if compression == "gzip":
        import gzip

        stream: Any = gzip.GzipFile(fileobj=compressed)
        stream.myfileobj = compressed  # closing `stream` also closes `myfileobj`
        return cast("IO[bytes]", stream)
    return io.BufferedReader(_DecompressedStream(compressed, compression))


def _make_decompressor(compression: str) -> Any:
    """Return a decompressor for bzip2, xz or zstd, whichever `compression` names. All three
    decompressors have the same methods.

    `lzma.LZMAFile` is not used, because it cannot limit the memory, and a file of 100 kB can demand
    four gigabytes.
    """
    if compression == "bzip2":
        import bz2

        return bz2.BZ2Decompressor()
    if compression == "xz":
        import lzma

        return lzma.LZMADecompressor(memlimit=XZ)
    in_library = sys.version_info >= (3, 14)
    zstd: Any = import_module("compression.zstd" if in_library else "backports.zstd")
    options = {zstd.DecompressionParameter.window_log_max: XZ.bit_length() - 1}
    return zstd.ZstdDecompressor(options=options)


class _DecompressedStream(io.RawIOBase):
    """The decompressed content of a bzip2, xz or zstd stream. Compressed streams that follow one
    another are read as one.
    """

    def __init__(self, fileobj: IO[bytes], name: str) -> None:
        self.fileobj, self._name = fileobj, name
        self._stream = _make_decompressor(name)

    def readable(self) -> bool:
        """Return True, because this stream is open for reading."""
        return True

    def fileno(self) -> int:
        """Return the descriptor of the file with the compressed content."""
        return self.fileobj.fileno()

    def readinto(self, buffer: Any) -> int:
        """Write the next decompressed bytes into `buffer`, as many as `buffer` can hold or fewer,
        and return the number of bytes; 0 at the end of the stream. Raise `EOFError` if the end of
        the compressed file is missing, and the decompressor's error if the data is invalid.
        """
        content = piece = b""
        while not content:
            if self._stream.eof:  # another compressed stream may follow, perhaps after zero bytes
                piece = self._stream.unused_data.lstrip(b"\0")
                while not piece and (more := self.fileobj.read(_PIECE)):
                    piece = more.lstrip(b"\0")
                if not piece:
                    return 0
                self._stream = _make_decompressor(self._name)
            elif self._stream.needs_input:
                piece = self.fileobj.read(_PIECE)
                if not piece:
                    raise EOFError("the end of the compressed file is missing")
            content, piece = self._stream.decompress(piece, len(buffer)), b""
        buffer[: len(content)] = content
        return len(content)

    def close(self) -> None:
        """Close this stream and the file with the compressed content."""
        super().close()
        self.fileobj.close()


class RewoundStream:
    """A stream that is read again from its beginning although its first bytes were already taken:
    it returns the bytes `start`, which were taken from `stream`, and then the following bytes of
    `stream`.
    """

    def __init__(self, start: bytes, stream: IO[bytes]) -> None:
        self._start, self._stream = start, stream
        self._read = getattr(stream, "read1", stream.read)

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes: first the bytes that were already taken from the stream,
        then further bytes. The result is empty only at the end of the stream.
        """
        piece, self._start = self._start[:size], self._start[size:]
        return piece or self._read(size)

    def close(self) -> None:
        """Do nothing, because the caller that opened the underlying stream closes it."""
