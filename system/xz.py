"""Files that xz has compressed, read with a limit for the memory that they ask for.

The standard library's `LZMAFile` takes none, so that a file of 100 kB can ask for four gigabytes.
"""

import io
import lzma
from typing import IO, Any

from ..base.limits import XZ

_PIECE = io.DEFAULT_BUFFER_SIZE


class XzFile(io.BufferedReader):
    """The content of a compressed file, `fileobj`, which is closed together with this one.

    Reading raises `lzma.LZMAError` for what xz has not written, or what takes more than `XZ` bytes
    to read, and `EOFError` where the end is missing.
    """

    def __init__(self, fileobj: IO[bytes]) -> None:
        self.fileobj = fileobj
        super().__init__(_Content(fileobj))


class _Content(io.RawIOBase):
    def __init__(self, fileobj: IO[bytes]) -> None:
        self._file = fileobj
        self._stream = lzma.LZMADecompressor(memlimit=XZ)
        self._input, self._ended = b"", False

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def readinto(self, buffer: Any) -> int:
        content = b""
        while not content and not self._ended:
            if self._stream.eof:
                self._next_stream()
            else:
                content = self._stream.decompress(self._compressed(), len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def _compressed(self) -> bytes:
        """Return more to decompress, where that is needed."""
        if not self._stream.needs_input:
            return b""
        piece, self._input = self._input or self._file.read(_PIECE), b""
        if not piece:
            raise EOFError("the end of the compressed file is missing")
        return piece

    def _next_stream(self) -> None:
        """Begin with the next stream, if one follows; there may be zeros between them."""
        rest = self._stream.unused_data.lstrip(b"\0")
        while not rest and (piece := self._file.read(_PIECE)):
            rest = piece.lstrip(b"\0")
        self._ended = not rest
        if rest:
            self._stream = lzma.LZMADecompressor(memlimit=XZ)
            self._input = rest

    def close(self) -> None:
        super().close()
        self._file.close()
