"""Bytes as numbered lines, read piece by piece, so that a file of any length fits into memory."""

import codecs
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import IO, cast

from ..base.errors import PairFileError, SudokopieError, describe_os_error
from ..base.limits import FIELDS
from ..base.messages import Message
from ..system.open_file import RewoundStream, decompress, is_url
from .file_entry import DELIMITERS, NumberedLine, Reading, make_unexpected_error

_PIECE = 2**18
_NEWLINE = re.compile(r"\r\n|\r|\n")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_COMPRESSED = re.compile(
    rb"(?P<gzip>\x1f\x8b\x08)|(?P<bzip2>BZh[1-9]1AY&SY)|(?P<xz>\xfd7zXZ\0)|(?P<zstd>\x28\xb5\x2f\xfd)"
)
_NO_WESTERN = re.compile(rb"[\x00-\x08\x0e-\x1f\xfe\xff]")
"""Bytes that text in Windows-1252 does not have; the last two are half a mark of UTF-16."""


def _detect_encoding(start: bytes) -> tuple[bytes, str | None]:
    """Return the byte order mark of text that starts so, and its encoding; None if not known."""
    for mark, encoding in _BOMS:
        if start.startswith(mark):
            return mark, encoding
    zeros = [byte == 0 for byte in start[:4]]
    encodings = {"utf-16-le": [False, True] * 2, "utf-16-be": [True, False] * 2}
    return b"", next((name for name, where in encodings.items() if where == zeros), None)


def _is_western(piece: bytes) -> bool:
    """Return whether the first character of a piece of text that is not ASCII is no UTF-8."""
    try:
        codecs.utf_8_decode(piece)
    except UnicodeDecodeError as error:
        return piece[: error.start].isascii() and not _NO_WESTERN.search(piece)
    return False


def _decode_as_latin(error: UnicodeError) -> tuple[str, int]:
    """Decode the five bytes that Windows-1252 leaves open as Latin-1 does."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("sudokopie.latin", _decode_as_latin)


@contextmanager
def explain_read_errors(source: str) -> Iterator[None]:
    """Raise `PairFileError` where a source of this name cannot be read or decompressed."""
    try:
        yield
    except Exception as error:
        # What the decompressors raise, which are loaded only where they are needed; and what the
        # file systems behind URLs raise, of which each has errors of its own.
        is_usual = isinstance(error, OSError | ValueError | EOFError)
        is_known = type(error).__name__ in ("error", "LZMAError", "ZstdError") or is_url(source)
        if not is_usual and (not is_known or isinstance(error, SudokopieError)):
            raise
        said = describe_os_error(error) if isinstance(error, OSError) else str(error)
        message = Message("cannot be read: {reason}", reason=said)
        # The system's own errors are about the file, not about a place in it.
        place = (0, 0) if isinstance(error, OSError) and error.errno is not None else (1, 1)
        raise PairFileError(source, *place, message) from None


class Lines:
    r"""The lines of a binary stream as UTF-8 without their ends, numbered from 1.

    `start` is how the stream begins, decompressed, without its byte order mark. Text is in the
    encoding that the caller names, else UTF-16 where it starts so, else UTF-8; or in Windows-1252,
    where its first characters that are not ASCII are no UTF-8. `decode_numbered_line` refuses
    later bytes that are none.

    >>> import io
    >>> list(Lines(io.BytesIO(b"1 2\r\n3 4"), "<text>", 100))
    [(1, b'1 2'), (2, b'3 4')]
    """

    def __init__(
        self,
        stream: IO[bytes],
        source: str,
        longest: int,
        how: Reading | None = None,
        *,
        is_pair: bool = False,
    ) -> None:
        """Read lines of at most `longest` bytes; a file of a pair may not have more either."""
        self.source, self.longest, self._is_pair = source, longest, is_pair
        self._how = how or Reading()
        self.max_gap = self._how.max_gap
        self.start, self._part, encoding = b"", self._how.part, self._how.encoding
        self._open(stream)
        if found := _COMPRESSED.match(self.start):
            again = cast("IO[bytes]", RewoundStream(self.start, stream))
            try:
                self._open(decompress(again, str(found.lastgroup)))
            except ImportError:
                message = Message(
                    "to read zstd files, install backports.zstd: pip install backports.zstd"
                )
                raise PairFileError(source, 1, 1, message) from None
        mark, recognised = _detect_encoding(self.start)
        self.start, self._mark = self.start[len(mark) :], len(mark)
        is_marked = mark and (encoding or "utf-16").lower().replace("_", "-").startswith("utf")
        self.encoding = recognised if is_marked or not encoding else encoding
        """None where neither the caller nor the file says it."""

    def _open(self, stream: IO[bytes]) -> None:
        self.stream = stream
        # Not `read`, which waits for as much as was asked for: a pipe may be slow.
        self._read = getattr(stream, "read1", stream.read)
        self.length = 0
        """Bytes read so far."""
        self.start = b""
        self.peek(10)

    def __iter__(self) -> Iterator[NumberedLine]:
        number, tail, longest = 0, b"", self.longest
        for piece in self.read_as_utf8():
            if self._part is not None and number == self._part.head_lines:
                number = self._part.before
            lines = (tail + piece).split(b"\n")
            tail = lines.pop()
            for line in lines:
                number += 1
                if len(line) >= FIELDS:
                    self._check(number, line)
                yield number, line
            if len(tail) > longest:
                raise self.make_too_long_error(number + 1)
        self._check(number + 1, tail)
        if tail or self._part is None:  # a part of a file has no empty line at its end
            yield number + 1, tail

    def peek(self, most: int) -> bytes:
        """Read on, to about `most` bytes from the start; return these, which stay to be read."""
        pieces, length = [self.start], len(self.start)
        while length < most and (piece := self._read_piece()):
            pieces.append(piece)
            length += len(piece)
        self.start = b"".join(pieces)
        return self.start

    def read_pieces(self) -> Iterator[bytes]:
        """Return the bytes unchanged, for formats that are not made of lines."""
        # The lines of a part begin with a piece, for their numbers.
        end = self._part.head - self._mark if self._part is not None else len(self.start)
        return chain(
            filter(None, (self.start[:end], self.start[end:])), iter(self._read_piece, b"")
        )

    def _read_piece(self) -> bytes:
        with explain_read_errors(self.source):
            piece: bytes = self._read(_PIECE)
        self.length += len(piece)
        if self._is_pair and self.length > self.longest:
            message = Message(
                "expected a file of at most {limit} bytes for grids of up to {size} cells a side, "
                "found a larger one",
                limit=self.longest,
                size=self._how.max_size,
            )
            raise PairFileError(self.source, 1, 1, message)
        return piece

    def read_as_utf8(self) -> Iterator[bytes]:
        """Yield the text as UTF-8, in pieces, all lines ending in a line feed."""
        held = b""
        for piece in self._decode_as_utf8():
            piece = held + piece  # noqa: PLW2901
            # A piece may end in the middle of \r\n: the other half comes with the next one.
            held = b"\r" if piece.endswith(b"\r") else b""
            if b"\r" in piece:
                whole = piece[: len(piece) - len(held)]
                piece = whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n")  # noqa: PLW2901
            yield piece
        if held:
            yield b"\n"

    def _decode_as_utf8(self) -> Iterator[bytes]:
        pieces, encoding = self.read_pieces(), self.encoding
        if encoding not in (None, "utf-8"):
            yield from self._recode(pieces, encoding)
            return
        for piece in pieces:
            if not piece.isascii():
                pieces = chain((piece,), pieces)
                if encoding is None and _is_western(piece):
                    pieces = self._recode(pieces, "cp1252", "sudokopie.latin")
                yield from pieces
                return
            yield piece

    def _recode(
        self, pieces: Iterator[bytes], encoding: str, errors: str = "strict"
    ) -> Iterator[bytes]:
        decoder = codecs.getincrementaldecoder(encoding)(errors)
        line, column = 1, 1
        for piece in chain(pieces, (b"",)):
            broken = None
            try:
                text = decoder.decode(piece, not piece)
            except UnicodeDecodeError as error:
                broken, text = error, error.object[: error.start].decode(encoding)
            lines = _NEWLINE.split(text)
            line, column = line + len(lines) - 1, len(lines[-1]) + (column if len(lines) < 2 else 1)
            yield text.encode(errors="replace")
            if broken:
                raise _make_text_error(self.source, line, column, encoding, broken)

    def limit_line_lengths(self, lines: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
        """Yield lines that were made elsewhere; raise `PairFileError` at one that is too long."""
        for number, line in lines:
            if len(line) >= FIELDS:
                self._check(number, line)
            yield number, line

    def _check(self, number: int, line: bytes) -> None:
        """Raise `PairFileError` for a line of too many bytes or fields.

        A line may hold a whole Sudoku with a field for each cell, so `max_size` allows more fields.
        """
        if len(line) > self.longest:
            raise self.make_too_long_error(number)
        most = max(FIELDS, self._how.max_size**2)
        count = 1 + max(line.count(sign.encode()) for sign in DELIMITERS)
        if count > most:
            expected = Message("a line of at most {count} fields", count=most)
            found = Message("{count} fields", count=count)
            raise make_unexpected_error(self.source, number, 1, expected, found)

    def make_too_long_error(self, number: int) -> PairFileError:
        """Return the error of a line that is longer than a line may be."""
        found = Message("more than {count} characters", count=self.longest)
        return make_unexpected_error(self.source, number, 1, Message("a line of cells"), found)


def decode_numbered_line(source: str, number: int, line: bytes) -> str:
    """Return a line as text; raise `PairFileError` where it is not UTF-8."""
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        raise _make_text_error(source, number, column, "utf-8", error) from None


def _make_text_error(
    source: str, line: int, column: int, encoding: str, error: UnicodeDecodeError
) -> PairFileError:
    message = Message(
        "expected text in {encoding}, found the byte 0x{byte}",
        encoding=encoding.upper(),
        byte=f"{error.object[error.start]:02x}",
    )
    return PairFileError(source, line, column, message)
