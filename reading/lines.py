"""Bytes as numbered lines, read piece by piece, so that a file of any length fits into memory."""

import codecs
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from ..base.errors import PairFileError, SudokopieError, reason
from ..base.language import Message
from ..system.remote import is_url
from .form import NumberedLine
from .problems import unexpected

_PIECE = 2**18
_NEWLINE = re.compile(r"\r\n|\r|\n")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@contextmanager
def readable(source: str) -> Iterator[None]:
    """Raise `PairFileError` where a source of this name cannot be read or decompressed."""
    try:
        yield
    except (OSError, ValueError, EOFError) as error:
        said = reason(error) if isinstance(error, OSError) else str(error)
        raise _unreadable(source, said) from None
    except Exception as error:
        # What the decompressors raise, which are loaded only where they are needed; and what the
        # file systems behind URLs raise, of which each has errors of its own.
        is_known = type(error).__name__ in ("error", "LZMAError") or is_url(source)
        if not is_known or isinstance(error, SudokopieError):
            raise
        raise _unreadable(source, str(error)) from None


def _unreadable(source: str, said: Message | str) -> PairFileError:
    message = Message("expected a file that can be read, found: {reason}", reason=said)
    return PairFileError(source, 1, 1, message)


class Lines:
    r"""The lines of a binary stream as UTF-8 without their ends, numbered from 1.

    `start` is how the stream begins, without its byte order mark, by which UTF-16 is recognised.
    Bytes that are no UTF-8 are not refused here: `decoded` refuses them where a line is wanted as
    text.

    >>> import io
    >>> list(Lines(io.BytesIO(b"1 2\r\n3 4"), "<text>", 100))
    [(1, b'1 2'), (2, b'3 4')]
    """

    def __init__(
        self, stream: IO[bytes], source: str, longest: int, too_large: Message | None = None
    ) -> None:
        """Read lines of at most `longest` bytes; `too_large` refuses a file that has more."""
        self.source, self.stream = source, stream
        self._longest, self._too_large = longest, too_large
        # Not `read`, which waits for as much as was asked for: a pipe may be slow.
        self._read = getattr(stream, "read1", stream.read)
        self.length = 0
        """Bytes read so far."""
        self.start, self._encoding = b"", "utf-8"
        self.ahead(4)
        for mark, encoding in _BOMS:
            if self.start.startswith(mark):
                self.start, self._encoding = self.start[len(mark) :], encoding

    def __iter__(self) -> Iterator[NumberedLine]:
        number, tail, longest = 0, b"", self._longest
        for piece in self._unified():
            lines = (tail + piece).split(b"\n")
            tail = lines.pop()
            if any(len(line) > longest for line in (max(lines, key=len, default=b""), tail)):
                number += next((i for i, line in enumerate(lines) if len(line) > longest), 0)
                raise self._too_long(number + 1)
            for line in lines:
                number += 1
                yield number, line
        yield number + 1, tail

    def ahead(self, most: int) -> bytes:
        """Read on, to about `most` bytes from the start; return these, which stay to be read."""
        pieces, length = [self.start], len(self.start)
        while length < most and (piece := self._piece()):
            pieces.append(piece)
            length += len(piece)
        self.start = b"".join(pieces)
        return self.start

    def pieces(self) -> Iterator[bytes]:
        """Yield the bytes unchanged, for formats that are not made of lines."""
        if self.start:
            yield self.start
        while piece := self._piece():
            yield piece

    def _piece(self) -> bytes:
        with readable(self.source):
            piece: bytes = self._read(_PIECE)
        self.length += len(piece)
        if self._too_large is not None and self.length > self._longest:
            raise PairFileError(self.source, 1, 1, self._too_large)
        return piece

    def _unified(self) -> Iterator[bytes]:
        """Yield the text as UTF-8, all lines ending in a line feed."""
        held = b""
        for piece in self.pieces() if self._encoding == "utf-8" else self._recoded():
            piece = held + piece  # noqa: PLW2901
            # A piece may end in the middle of \r\n: the other half comes with the next one.
            held = b"\r" if piece.endswith(b"\r") else b""
            if b"\r" in piece:
                whole = piece[: len(piece) - len(held)]
                piece = whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n")  # noqa: PLW2901
            yield piece
        if held:
            yield b"\n"

    def _recoded(self) -> Iterator[bytes]:
        decoder = codecs.getincrementaldecoder(self._encoding)()
        line, column = 1, 1
        pieces = self.pieces()
        while True:
            piece = next(pieces, b"")
            broken = None
            try:
                text = decoder.decode(piece, not piece)
            except UnicodeDecodeError as error:
                broken, text = error, error.object[: error.start].decode(self._encoding)
            lines = _NEWLINE.split(text)
            line, column = line + len(lines) - 1, len(lines[-1]) + (column if len(lines) < 2 else 1)
            yield text.encode()
            if broken:
                raise _no_text(self.source, line, column, self._encoding, broken)
            if not piece:
                return

    def not_too_long(self, lines: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
        """Yield lines that were made elsewhere; raise `PairFileError` at one that is too long."""
        for number, line in lines:
            if len(line) > self._longest:
                raise self._too_long(number)
            yield number, line

    def _too_long(self, number: int) -> PairFileError:
        found = Message("more than {count} characters", count=self._longest)
        return unexpected(self.source, number, 1, Message("a line of cells"), found)


def decoded(source: str, number: int, line: bytes) -> str:
    """Return a line as text; raise `PairFileError` where it is not UTF-8."""
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        raise _no_text(source, number, column, "utf-8", error) from None


def _no_text(
    source: str, line: int, column: int, encoding: str, error: UnicodeDecodeError
) -> PairFileError:
    message = Message(
        "expected text in {encoding}, found the byte 0x{byte}",
        encoding=encoding.upper(),
        byte=f"{error.object[error.start]:02x}",
    )
    return PairFileError(source, line, column, message)
