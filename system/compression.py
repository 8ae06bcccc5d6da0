"""What gzip, bzip2, xz and zstd have compressed, read piece by piece with a limit for the memory.

The standard library's `LZMAFile` takes none, so that a file of 100 kB can ask for four gigabytes.
"""

import io
import sys
from importlib import import_module
from typing import IO, Any, cast

from ..base.limits import XZ

_PIECE = io.DEFAULT_BUFFER_SIZE


def decompressed(fileobj: IO[bytes], name: str) -> IO[bytes]:
    """Return the content of a compressed stream, which is closed together with it.

    `name` says what compressed it: gzip, bzip2, xz or zstd. Reading raises what the decompressor
    raises for what it has not written, and for what takes more than `XZ` bytes of memory;
    `EOFError` where the end is missing. Raises `ImportError` for zstd where nothing here reads it.
    """
    if name == "gzip":
        import gzip

        stream: Any = gzip.GzipFile(fileobj=fileobj)
        stream.myfileobj = fileobj  # which it closes with itself
        return cast("IO[bytes]", stream)
    return io.BufferedReader(_Content(fileobj, name))


def _decompressor(name: str) -> Any:
    """Return a decompressor of the standard library; those of all three are used alike."""
    if name == "bzip2":
        import bz2

        return bz2.BZ2Decompressor()
    if name == "xz":
        import lzma

        return lzma.LZMADecompressor(memlimit=XZ)
    in_library = sys.version_info >= (3, 14)
    zstd: Any = import_module("compression.zstd" if in_library else "backports.zstd")
    options = {zstd.DecompressionParameter.window_log_max: XZ.bit_length() - 1}
    return zstd.ZstdDecompressor(options=options)


class _Content(io.RawIOBase):
    def __init__(self, fileobj: IO[bytes], name: str) -> None:
        self.fileobj, self._name = fileobj, name
        self._stream, self._input, self._ended = _decompressor(name), b"", False

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.fileobj.fileno()

    def readinto(self, buffer: Any) -> int:
        content = b""
        while not content and not self._ended:
            if self._stream.eof:
                self._next_stream()
                continue
            piece = b""
            if self._stream.needs_input:
                piece, self._input = self._input or self.fileobj.read(_PIECE), b""
                if not piece:
                    raise EOFError("the end of the compressed file is missing")
            content = self._stream.decompress(piece, len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def _next_stream(self) -> None:
        """Begin with the next stream, if one follows; there may be zeros between them."""
        rest = self._stream.unused_data.lstrip(b"\0")
        while not rest and (piece := self.fileobj.read(_PIECE)):
            rest = piece.lstrip(b"\0")
        self._ended = not rest
        if rest:
            self._stream = _decompressor(self._name)
            self._input = rest

    def close(self) -> None:
        super().close()
        self.fileobj.close()


class Again:
    """A stream of whose bytes the first, `start`, have been read already."""

    def __init__(self, start: bytes, stream: IO[bytes]) -> None:
        self._start, self._stream = start, stream
        self._read = getattr(stream, "read1", stream.read)

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes."""
        piece, self._start = self._start[:size], self._start[size:]
        return piece or self._read(size)

    def close(self) -> None:
        """Leave the stream open: what opened it closes it."""
