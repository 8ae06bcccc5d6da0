"""Splitting the bytes of a file into numbered lines, after decompression and conversion to UTF-8.

The stream is read in pieces, so that a file of any length can be read with little memory.
"""

import codecs
import io
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from operator import length_hint
from typing import IO, Any, cast

from ..base.errors import (
    PairFileError,
    SudokopieError,
    make_os_error_message,
    make_unexpected_error,
)
from ..base.limits import FIELDS
from ..base.messages import Message
from ..base.registry import load_object
from ..system.open_file import RewoundStream, is_url, open_decompressed_stream
from .file_entry import DELIMITERS, NumberedLine, ReadingOptions

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
"""Bytes that show that a text is not in Windows-1252.

The last two bytes are letters in Windows-1252, but also the byte order mark of UTF-16.
"""


def _detect_bom_and_encoding(first_bytes: bytes) -> tuple[bytes, str | None]:
    """Return the byte order mark at the beginning of a text, and the encoding that the beginning
    shows, such as "utf-16-le". The byte order mark is empty if there is none, and the encoding is
    None if the beginning does not show it.
    """
    for mark, encoding in _BOMS:
        if first_bytes.startswith(mark):
            return mark, encoding
    zeros = [byte == 0 for byte in first_bytes[:4]]
    encodings = {"utf-16-le": [False, True] * 2, "utf-16-be": [True, False] * 2}
    return b"", next((name for name, where in encodings.items() if where == zeros), None)


def _is_probably_windows_1252(text_bytes: bytes) -> bool:
    """Return whether a piece of text is probably encoded in Windows-1252, the usual Western
    encoding before UTF-8. It probably is if its first byte that is not ASCII is invalid as UTF-8,
    and if it has no bytes that hardly occur in Windows-1252.
    """
    try:
        codecs.utf_8_decode(text_bytes)
    except UnicodeDecodeError as error:
        return text_bytes[: error.start].isascii() and not _NO_WESTERN.search(text_bytes)
    return False


def _decode_as_latin(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that have no meaning in Windows-1252 as Latin-1, so that a text with such bytes
    can be read. Return the decoded characters, and the index of the byte at which the decoding
    continues. `error` is Python's error about these bytes.

    There are five such bytes. This function is registered as the error handler "sudokopie.latin".
    """
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("sudokopie.latin", _decode_as_latin)


@contextmanager
def explain_read_errors(source: str) -> Iterator[None]:
    """A context manager that converts errors in its block: if reading or decompressing the file
    `source` fails, it raises a `PairFileError` with the reason.
    """
    try:
        yield
    except Exception as error:
        # The errors of decompressors are recognised by their names, because decompressors are only
        # loaded if they are needed. Each file system behind URLs has errors of its own.
        is_usual = isinstance(error, OSError | ValueError | EOFError)
        is_known = type(error).__name__ in ("error", "LZMAError", "ZstdError") or is_url(source)
        if not is_usual and (not is_known or isinstance(error, SudokopieError)):
            raise
        said = make_os_error_message(error) if isinstance(error, OSError) else str(error)
        message = Message("cannot be read: {reason}", reason=said)
        # Errors of the operating system concern the whole file, so the error names no line.
        place = (0, 0) if isinstance(error, OSError) and error.errno is not None else (1, 1)
        raise PairFileError(source, *place, message) from None


class SheetStart(bytes):
    """The line, with the number 0, with which the lines of a sheet begin. Readers of text take it
    for a comment.

    - `name`: the name of the sheet, with single spaces between words.
    - `is_hidden`: whether the spreadsheet hides the sheet.

    >>> SheetStart("June", is_hidden=False), SheetStart("June", is_hidden=False).name
    (b'# June', 'June')
    """

    name: str
    is_hidden: bool

    def __new__(cls, name: str, is_hidden: bool) -> "SheetStart":
        """Create the line for the sheet `name`."""
        words = " ".join(name.split()).encode(errors="replace")
        line = super().__new__(cls, b"# " + words)
        line.name, line.is_hidden = words.decode(), is_hidden
        return line

    def __reduce__(self) -> tuple[type["SheetStart"], tuple[str, bool]]:
        return SheetStart, (self.name, self.is_hidden)


class LinesInPieces:
    """Numbered lines that come in pieces of several lines. Those of a piece can be taken at
    once.
    """

    are_records_joined = False
    """Whether each record of a table is one line, even if its fields have line ends in the file."""

    def __init__(self) -> None:
        self._lines, self._last_number = list[bytes](), 0
        """The lines of the last piece, and the number of its last line."""
        self._left = iter(self._lines)
        """The lines of the last piece that were not yielded yet."""

    def take_matching_lines(
        self, after: int, find: Callable[[list[bytes]], list[bytes]], max_length: int
    ) -> tuple[int, list[bytes], list[bytes]]:
        """Return three values for the lines that were read in one piece with line `after`, from the
        next line on: the number of the last of them, the lines, and what `find` returns for the
        lines. The lists are empty unless it returns a text of at most `max_length` bytes for each
        line. Iterating over this object then continues after these lines.

        Line `after` must be the last line that was yielded; otherwise the result is `after` and
        empty lists. No line may have a quotation mark.
        """
        count = length_hint(self._left)
        if count == 0 or self._last_number - count != after:
            return after, [], []
        lines = self._lines[-count:]
        found = [] if True in [b'"' in line for line in lines] else find(lines)
        longest = max(map(len, found), default=0)
        if len(found) != count or longest > max_length or max(map(len, lines)) >= FIELDS:
            return self._last_number, [], []
        return self._last_number, [*self._left], found

    def take_equal_lines(
        self, after: int, length: int, signs: bytes, start: bytes = b""
    ) -> tuple[int, bytes, list[bytes]]:
        """Return three values for the lines that were read in one piece with line `after`, from the
        next line on: the number of the last of them, their bytes with line feeds, and the lines.
        The bytes and the list are empty unless each of these lines consists of `start` and of
        `length` bytes that are all among `signs`. `start` has none of `signs`, and the returned
        bytes are without it.
        Iterating over this object then continues after these lines.

        Line `after` must be the last line that was yielded; otherwise the result is `after` and
        empty values.
        """
        count = length_hint(self._left)
        if count == 0 or self._last_number - count != after:
            return after, b"", []
        text, feeds = b"\n".join([*self._lines[-count:], b""]), count * b"\n"
        is_alike = len(text) == count * (len(start) + length + 1)
        if start:
            text = (b"\n" + text).replace(b"\n" + start, b"\n")[1:]
        is_alike = is_alike and text[length :: length + 1] == feeds
        if not is_alike or text.translate(None, signs) != feeds:
            return self._last_number, b"", []
        return self._last_number, text, [*self._left]


class NeededColumn:
    """The only column of a table whose fields are still needed (`number`, from 0), or None if all
    columns are needed. The reader of a table sets it after it has recognised the format; from then
    on, the maker of the lines may leave the other fields empty.
    """

    number: int | None = None


class MadeLines(LinesInPieces):
    r"""Lines that were made from a file in another format. `pieces` yields the number of the first
    line of each piece, and its lines with line feeds between them; a `SheetStart` is a piece.
    `needed_column` is shared with the maker of the pieces; None if it always makes all columns.

    >>> [*MadeLines([(1, b"a,b"), (2, b"1,2\n3,4")])]
    [(1, b'a,b'), (2, b'1,2'), (3, b'3,4')]
    """

    def __init__(
        self, pieces: Iterable[NumberedLine], needed_column: NeededColumn | None = None
    ) -> None:
        super().__init__()
        self._pieces, self.needed_column = pieces, needed_column
        self.check_line: Callable[[int, bytes], object] = lambda *_: None
        """A function that is called with the number and the bytes of each long line."""

    def __iter__(self) -> Iterator[NumberedLine]:
        try:
            for first, text in self._pieces:
                self._lines = [text] if isinstance(text, SheetStart) else text.split(b"\n")
                self._left, self._last_number = iter(self._lines), first + len(self._lines) - 1
                for line in self._left:
                    number = self._last_number - length_hint(self._left)
                    if len(line) >= FIELDS:
                        self.check_line(number, line)
                    yield number, line
        finally:
            if isinstance(self._pieces, Generator):
                self._pieces.close()  # ends the call in another process


class NumberedLines(LinesInPieces):
    r"""The lines of a file or of another binary stream, numbered from 1, as UTF-8 bytes without
    their line endings. A compressed stream is decompressed. `start` are the first bytes of the
    stream, decompressed and without a byte order mark.

    The caller may give the encoding of the text. Otherwise it is recognised. A text that begins
    like UTF-16 is UTF-16. If the first character outside ASCII is invalid as UTF-8, the text is
    Windows-1252. Every other text is read as UTF-8 without a check, so later bytes that are invalid
    as UTF-8 raise an error only in `decode_numbered_line`.

    >>> import io
    >>> list(NumberedLines(io.BytesIO(b"1 2\r\n3 4"), "<text>", 100))
    [(1, b'1 2'), (2, b'3 4')]
    """

    def __init__(
        self,
        stream: IO[bytes],
        source: str,
        max_line_bytes: int,
        reading_options: ReadingOptions | None = None,
        *,
        is_pair: bool = False,
    ) -> None:
        """Read the first bytes of the stream to find out whether it is compressed and how it is
        encoded. `source` is the name of the stream in errors, and `reading_options` has the options
        of reading.

        A line may have at most `max_line_bytes` bytes. If `is_pair`, the whole file may have at
        most `max_line_bytes` bytes.
        """
        super().__init__()
        self.source, self.max_line_bytes, self._is_pair = source, max_line_bytes, is_pair
        self._reading_options = reading_options or ReadingOptions()
        self.max_gap = self._reading_options.max_gap
        self.start, self._file_range, encoding = (
            b"",
            self._reading_options.file_range,
            self._reading_options.encoding,
        )
        self._start_reading(stream)
        is_compressed = type(stream).__name__ == "GzipFile" or _COMPRESSED.match(self.start)
        self.can_seek = not is_compressed and getattr(stream, "seekable", bool)()
        """Whether `stream` can be read again from any place, without decompressing it again."""
        if found := _COMPRESSED.match(self.start):
            again = cast("IO[bytes]", RewoundStream(self.start, stream))
            try:
                self._start_reading(open_decompressed_stream(again, str(found.lastgroup)))
            except ImportError:
                message = Message(
                    "to read zstd files, install backports.zstd: pip install backports.zstd"
                )
                raise PairFileError(source, 1, 1, message) from None
        mark, recognised = _detect_bom_and_encoding(self.start)
        self.start, self._mark = self.start[len(mark) :], len(mark)
        is_marked = mark and (encoding or "utf-16").lower().replace("_", "-").startswith("utf")
        self.encoding = recognised if is_marked or not encoding else encoding
        """The encoding, or None if neither the caller nor the start of the file determines it."""

    def _start_reading(self, stream: IO[bytes]) -> None:
        """Read from the beginning of `stream` from now on, and store its first bytes as `start`."""
        self.stream, self._is_probably_windows_1252 = stream, False
        # `read` would wait for the full number of bytes, which a slow pipe delivers late.
        self._read = getattr(stream, "read1", stream.read)
        self.length = 0
        """The number of bytes read so far."""
        self.start = b""
        self.peek_first_bytes(10)

    def __iter__(self) -> Iterator[NumberedLine]:
        number, tail, max_line_bytes = self._reading_options.lines_before, b"", self.max_line_bytes
        for piece in self.yield_utf8_pieces_with_line_feeds():
            if self._file_range is not None and number == self._file_range.recognition_line_count:
                number = self._file_range.lines_before
            self._lines = lines = (tail + piece).split(b"\n")
            tail = lines.pop()
            self._left, self._last_number = iter(lines), number + len(lines)
            for line in self._left:
                number += 1
                if len(line) >= FIELDS:
                    self._check_byte_and_field_count_of_line(number, line)
                yield number, line
            number = self._last_number
            if len(tail) > max_line_bytes:
                raise self.make_line_too_long_error(number + 1)
        self._check_byte_and_field_count_of_line(number + 1, tail)
        if tail or self._file_range is None:  # a part of a file has no empty line at its end
            yield number + 1, tail

    def peek_first_bytes(self, min_bytes: int) -> bytes:
        """Return the beginning of the file: at least `min_bytes` bytes, or the whole file if it is
        shorter. The same bytes are returned again when the file is read.
        """
        pieces, length = [self.start], len(self.start)
        while length < min_bytes and (piece := self._read_piece()):
            pieces.append(piece)
            length += len(piece)
        self.start = b"".join(pieces)
        return self.start

    def yield_decompressed_pieces(self) -> Iterator[bytes]:
        """Return an iterator over the bytes of the file from its beginning, in pieces, decompressed
        if necessary. Formats that do not consist of lines are read with it.
        """
        # In a range of a file, a piece ends after the lines from which the format is recognised,
        # because the line numbers continue with another number there.
        end = (
            self._file_range.head_bytes - self._mark
            if self._file_range is not None
            else len(self.start)
        )
        return chain(
            filter(None, (self.start[:end], self.start[end:])), iter(self._read_piece, b"")
        )

    def _read_piece(self) -> bytes:
        """Return the next piece of the stream; empty at the end of the stream. If the file should
        contain a pair of Sudokus, raise `PairFileError` as soon as more bytes were read than a pair
        can have.
        """
        with explain_read_errors(self.source):
            piece: bytes = self._read(_PIECE)
        self.length += len(piece)
        if self._is_pair and self.length > self.max_line_bytes:
            # A formula for solvers is often larger than a pair, and the error below would not
            # explain why it cannot be read.
            load_object("reading.textless_files").refuse_unreadable_kind(
                self.source, self.start or piece
            )
            message = Message(
                "expected a file of at most {limit} bytes for grids of up to {size} cells a side, "
                "found a larger one",
                limit=self.max_line_bytes,
                size=self._reading_options.max_size,
            )
            raise PairFileError(self.source, 1, 1, message)
        return piece

    def yield_utf8_pieces_with_line_feeds(self) -> Iterator[bytes]:
        """Yield the text of the file in pieces, converted to UTF-8. Each line ends with a line
        feed, whatever its ending in the file.
        """
        held = b""
        for piece in self._yield_utf8_pieces_with_original_line_ends():
            piece = held + piece  # noqa: PLW2901
            # If a piece ends in the middle of \r\n, the \r is kept for the next piece.
            held = b"\r" if piece.endswith(b"\r") else b""
            if b"\r" in piece:
                whole = piece[: len(piece) - len(held)]
                piece = whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n")  # noqa: PLW2901
            yield piece
        if held:
            yield b"\n"

    def _yield_utf8_pieces_with_original_line_ends(self) -> Iterator[bytes]:
        """Yield the text of the file in pieces, converted to UTF-8. The line endings stay as they
        are in the file. If the text is recognised as UTF-8, its bytes are yielded without a check.
        """
        pieces, encoding = self.yield_decompressed_pieces(), self.encoding
        if encoding not in (None, "utf-8"):
            yield from self._yield_pieces_converted_to_utf8(pieces, encoding)
            return
        for piece in pieces:
            if not piece.isascii():
                pieces = chain((piece,), pieces)
                if encoding is None and _is_probably_windows_1252(piece):
                    self._is_probably_windows_1252 = True
                    pieces = self._yield_pieces_converted_to_utf8(
                        pieces, "cp1252", "sudokopie.latin"
                    )
                yield from pieces
                return
            yield piece

    def _yield_pieces_converted_to_utf8(
        self, pieces: Iterator[bytes], encoding: str, error_handler_name: str = "strict"
    ) -> Iterator[bytes]:
        """Yield pieces of a text in another encoding, converted to UTF-8. `error_handler_name` is
        the name of Python's error handler. Raise `PairFileError`, which names the line and column,
        for a byte that has no meaning in the encoding.
        """
        decoder = codecs.getincrementaldecoder(encoding)(error_handler_name)
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

    def find_encoding(self) -> str:
        """Return the encoding of the text that was read so far; `utf-8-sig` for UTF-8 with a byte
        order mark.
        """
        if self.encoding is None:
            return "cp1252" if self._is_probably_windows_1252 else "utf-8"
        return "utf-8-sig" if self.encoding == "utf-8" and self._mark else self.encoding

    def limit_line_lengths(self, lines: Iterable[NumberedLine]) -> Iterable[NumberedLine]:
        """Return an iterator over `lines`. It raises `PairFileError` at the first line that has
        more than `max_line_bytes` bytes, or more fields than a line may have.

        `lines` were made from another format, such as a spreadsheet. The lines that iterating over
        this object yields are checked already.
        """
        if isinstance(lines, MadeLines):
            lines.check_line = self._check_byte_and_field_count_of_line
            return lines
        return self._yield_checked_lines(lines)

    def _yield_checked_lines(self, lines: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
        for number, line in lines:
            if len(line) >= FIELDS:
                self._check_byte_and_field_count_of_line(number, line)
            yield number, line

    def _check_byte_and_field_count_of_line(self, line_number: int, line: bytes) -> None:
        """Raise `PairFileError` if line `line_number` has more bytes or fields than a line may
        have.

        A line may contain a whole Sudoku with a field for each cell, so more fields are allowed if
        the user allows larger grids by the option `max_size`.
        """
        if len(line) > self.max_line_bytes:
            raise self.make_line_too_long_error(line_number)
        most = max(FIELDS, self._reading_options.max_size**2)
        count = 1 + max(line.count(sign.encode()) for sign in DELIMITERS)
        if count > most:
            expected = Message("a line of at most {count} fields", count=most)
            found = Message("{count} fields", count=count)
            raise make_unexpected_error(self.source, line_number, 1, expected, found)

    def make_line_too_long_error(self, line_number: int) -> PairFileError:
        """Return the error for line `line_number`, which has more bytes than a line may have."""
        found = Message("more than {count} characters", count=self.max_line_bytes)
        return make_unexpected_error(self.source, line_number, 1, Message("a line of cells"), found)


class ByteStreamOfPieces(io.RawIOBase):
    """A stream of the bytes in `pieces`, which are the successive parts of a file. `taken` is the
    number of bytes read so far.
    """

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""
        self.taken = 0

    def readable(self) -> bool:
        """Return True, because this stream is open for reading."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read bytes into a buffer, and return the number of bytes read."""
        some = self._rest or next(self._pieces, b"")
        count = min(len(some), len(buffer))
        buffer[:count], self._rest = some[:count], some[count:]
        self.taken += count
        return count

    def close(self) -> None:
        """Close the stream. A call that decompresses the file in another process is ended."""
        if isinstance(self._pieces, Generator):
            self._pieces.close()
        super().close()


def decode_numbered_line(source: str, line_number: int, line: bytes) -> str:
    """Return line `line_number` of the file `source` as text, decoded from UTF-8.

    Raises `PairFileError` if it is not valid UTF-8.
    """
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        raise _make_text_error(source, line_number, column, "utf-8", error) from None


def _make_text_error(
    source: str, line: int, column: int, encoding: str, error: UnicodeDecodeError
) -> PairFileError:
    """Return the error for a byte that has no meaning in the encoding of a text. `source` is the
    name of the text. `line` and `column` are the position of this byte, both from 1, the column in
    characters. `error` is Python's error about this byte.
    """
    message = Message(
        "expected text in {encoding}, found the byte 0x{byte}",
        encoding=encoding.upper(),
        byte=f"{error.object[error.start]:02x}",
    )
    return PairFileError(source, line, column, message)
