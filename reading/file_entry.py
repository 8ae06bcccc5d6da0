"""What the forms of files have in common: how a file is asked to be read, and what they tell."""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import Any, NamedTuple

from ..base.errors import PairFileError
from ..base.limits import ARRAY, GAP, NAME
from ..base.messages import Message
from ..sudoku.grid import SMALLEST_AS_TEXT, Grid
from ..sudoku.shape import BoxShape, check_fits_in_bytes
from . import cell_runs

MAX_SIZE = 36
"""The most cells a side that are read, unless the caller allows more."""

DELIMITERS = ",;\t|"
"""What may divide a line into fields."""

NumberedLine = tuple[int, bytes]
"""A line without its end, and its number from 1."""
NumberedText = tuple[int, str]
"""The same, decoded."""


class FilePart(NamedTuple):
    """A part of a file, which is read, and numbered, as if all that stands before had been read.

    Its form is told by the first `head` bytes of the file, which are `head_lines` lines. What is
    read are the bytes from `start` to before `end`, whole lines, of which the first follows on
    `before` others. Of Parquet these are rows, which follow on a line of names; the head has no
    bytes of its own. The first part has the lines of the head too.
    """

    head: int
    head_lines: int
    start: int
    end: int
    before: int

    @property
    def known(self) -> int:
        """The number of the last line that is read for its form alone, 0 for none."""
        return self.head_lines if self.start > self.head else 0


class Reading(NamedTuple):
    """How a file is read.

    `box` is the shape of the boxes if not the default, `max_size` how many cells a side are read at
    most. `column` chooses the field of a table by its name in the first line or by its number from
    1, else the first that fits is taken. `encoding` is that of the text, else it is recognised.
    After more than `max_gap` lines or records in a row without a Sudoku reading ends with an error.
    Only a `part` is read, if there is one.
    """

    box: BoxShape | None = None
    max_size: int = MAX_SIZE
    column: str | int | None = None
    encoding: str | None = None
    max_gap: int = GAP
    part: FilePart | None = None


class Unwrapped(NamedTuple):
    """The lines that bytes stand for, how these are read, and what is found without a Sudoku."""

    lines: Iterable[NumberedLine]
    how: Reading
    nothing: Message | None = None


class SizeSeen(NamedTuple):
    """How many cells a side the Sudokus have, where that was seen, and the first cell too many."""

    size: int
    line: int
    column: int = 1
    beyond: int | None = None


class Entry:
    """A Sudoku of a file, or what is wrong at its place: the `line` where it begins, from 1.

    `raw` is that line as it stood, or the rows of cells of a Sudoku that takes several. `span` is
    where in it the cells stand, from the first byte to before the last; None if apart.
    """

    __slots__ = ("_title", "_values", "line", "raw", "shape", "span")

    def __init__(
        self,
        line: int,
        shape: BoxShape,
        values: Sequence[int] | PairFileError,
        raw: bytes,
        span: tuple[int, int] | None = None,
        title: str = "",
    ) -> None:
        """Take the cells, row after row, or what is wrong with them."""
        self.line, self.shape, self.raw, self.span = line, shape, raw, span
        self._values, self._title = values, title

    def __repr__(self) -> str:
        return f"Entry(line={self.line}, text={self.text!r})"

    @property
    def text(self) -> str:
        r"""The line as it stood, or the lines; bytes that are no UTF-8 are shown as `\xe9`."""
        return self.raw.decode(errors="backslashreplace")

    @property
    def name(self) -> str:
        """What else stands on the line, or above a grid of several; at most 1,000 characters.

        Other grids of this size, such as a solution in another column, are no part of it.
        """
        name = self._title if self.span is None else self._beside(*self.span)
        return name if len(name) <= NAME else f"{name[: NAME - 1]}…"

    def standing_on(self, line: bytes, text: str) -> "Entry":
        """Return this entry, read of a `text` as `plain` makes it, as one of the line itself."""

        def at(place: int) -> int:
            return len(text[: len(self.raw[:place].decode())].encode())

        span = self.span and (at(self.span[0]), at(self.span[1]))
        return Entry(self.line, self.shape, self._values, line, span)

    def _beside(self, start: int, end: int) -> str:
        if (start, end) == (0, len(self.raw)):
            return ""
        grids = cell_runs.make_field_pattern(self.shape.size)
        if self.raw.lstrip().startswith(b"{"):
            record = parse_json(self.raw)
            cells = self.raw[start:end].decode(errors="replace")
            found = record.values() if isinstance(record, dict) else ()
            others = (str(value) for value in found if value != cells and not _is_grid(value))
            return " ".join(
                one for one in others if not grids.fullmatch(one.encode(errors="replace"))
            )
        near = 4 * (NAME + self.shape.size**2)  # to look at all of a long line takes long
        before, after = self.raw[:start][:near], self.raw[end : end + near]
        parts = (grids.sub(b"", part) for part in (before, after))
        texts = [part.decode(errors="backslashreplace").strip(" \t,;:|\"'#=") for part in parts]
        return " ".join(filter(None, texts))

    @property
    def error(self) -> PairFileError | None:
        """What is wrong here, if something is."""
        return self._values if isinstance(self._values, PairFileError) else None

    @property
    def cells(self) -> bytes:
        """The N·N digits, row after row, 0 for blank; raises the error where there is one.

        Raises `GridError` above 255 cells a side, whose digits are no bytes.
        """
        values = self._values
        if isinstance(values, bytes):
            return values
        if isinstance(values, PairFileError):
            raise values
        check_fits_in_bytes(self.shape)
        return bytes(values)

    @property
    def grid(self) -> Grid | PairFileError:
        """The grid, or what is wrong."""
        values, size = self._values, self.shape.size
        if isinstance(values, PairFileError):
            return values
        return Grid([values[i : i + size] for i in range(0, size * size, size)], self.shape)


class EntryPair(Entry):
    """Two Sudokus on one line; what is wrong with one of them is wrong with the pair."""

    __slots__ = ("second",)

    def __init__(self, first: Entry, second: Entry) -> None:
        """Both are entries of the same line."""
        values = first.error or second.error or first._values
        names = [first.name]
        if second.span is not None:
            names = first.name.split(second.raw[slice(*second.span)].decode(errors="replace"))
        name = " ".join(filter(None, (one.strip(' \t,;|"') for one in names)))
        super().__init__(first.line, first.shape, values, first.raw, title=name)
        self.second = second


def make_unexpected_error(
    source: str, line: int, column: int, expected: Message, found: Message
) -> PairFileError:
    """Return the error that says what was expected at a place, and what was found there."""
    message = Message("expected {expected}, found {found}", expected=expected, found=found)
    return PairFileError(source, line, column, message)


def almost_a_sudoku(count: int) -> Message | None:
    """Return the message for a line of `count` cells with one cell too few or too many.

    None unless `count` differs by one from the number of cells of a Sudoku with boxes of at least
    two rows, such as 16, 36 or 81.

    >>> print(almost_a_sudoku(80))
    found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?
    """
    for cells in (count + 1, count - 1):
        size = isqrt(cells)
        if size >= SMALLEST_AS_TEXT and size**2 == cells and BoxShape.for_size(size).height > 1:
            if cells > count:
                return Message(
                    "found {count} cells on a line: a {size}×{size} Sudoku has {cells}; "
                    "is one missing?",
                    count=count,
                    size=size,
                    cells=cells,
                )
            return Message(
                "found {count} cells on a line: a {size}×{size} Sudoku has {cells}; "
                "is one too many?",
                count=count,
                size=size,
                cells=cells,
            )
    return None


def other_size(size: int, other: int) -> Message:
    """Return the message for a Sudoku of `size` × `size` cells in a file of Sudokus of another."""
    return Message(
        "this Sudoku is {size}×{size}, others in this file are {other}×{other}: all Sudokus of a "
        "file must have the same size",
        size=size,
        other=other,
    )


def only_one(source: str, line: int, column: int) -> PairFileError:
    """Return the error of a pair file that ends after one Sudoku, at this place."""
    message = Message(
        "found one Sudoku, but two are needed: add the other one to this file, or name the file "
        "that holds it too"
    )
    return PairFileError(source, line, column, message)


def make_gap_error(source: str, line: int, most: int) -> PairFileError:
    """Return the error of a file with more than `most` lines or records without a Sudoku."""
    found = Message(
        "more than {count} lines or records in a row without one (--max-gap allows more)",
        count=most,
    )
    return make_unexpected_error(source, line, 1, Message("a Sudoku"), found)


def make_too_much_error(source: str, what: Message) -> PairFileError:
    """Return the error of a file that has to be in memory as a whole, and is too large for that."""
    message = Message(
        "expected at most {limit} MiB of {what}, found more", limit=ARRAY // 2**20, what=what
    )
    return PairFileError(source, 1, 1, message)


def limit_lines(
    source: str, lines: Iterable[NumberedLine], what: Message
) -> Iterator[NumberedLine]:
    """Yield lines that are to be in memory as a whole; raise `PairFileError` for too many."""
    length = 0
    for number, line in lines:
        length += len(line) + 1
        if length > ARRAY:
            raise make_too_much_error(source, what)
        yield number, line


def is_comment(line: bytes) -> bool:
    """Return whether a line begins with #."""
    return line.lstrip(b" \t").startswith(b"#")


def decode_line(line: bytes) -> str:
    """Return a line as text, whatever its bytes are."""
    return line.decode(errors="replace")


def find_delimiter(line: str) -> str | None:
    """Return what divides a line into most fields, if anything does."""
    best = max(DELIMITERS, key=line.count)
    return best if best in line else None


def parse_json(text: str | bytes) -> Any:
    """Return the value of JSON, else None; halves of pairs of surrogates are replaced by signs."""
    import json

    try:
        value = json.loads(text)
        if "\\ud" in (text if isinstance(text, str) else decode_line(text)).lower():
            whole = json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")
            value = json.loads(whole.decode(errors="replace"))
    except (ValueError, RecursionError):
        return None
    return value


def find_cells(value: object) -> str | None:
    """Return the cells of a Sudoku given as a text, as N lists of N values, or as one of N·N.

    None for everything else. Null, NaN and an empty text are blank.

    >>> find_cells([[1, 2, 3, 4], 4 * [0], 4 * [None], [0, 0, 1, 2.0]])
    '1 2 3 4 0 0 0 0 . . . . 0 0 1 2'
    """
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    rows = [row for row in value if isinstance(row, list)]
    if rows and any(not isinstance(row, list) or len(row) != len(value) for row in value):
        return None
    cells = [cell for row in rows for cell in row] if rows else value
    size = isqrt(len(cells))
    if size < SMALLEST_AS_TEXT or size**2 != len(cells):
        return None
    texts = [text for cell in cells if (text := _read_cell(cell)) is not None]
    return " ".join(texts) if len(texts) == len(cells) else None


def _read_cell(value: object) -> str | None:
    if isinstance(value, float):
        return "." if value != value else str(int(value)) if value.is_integer() else None
    text = "." if value in (None, "") else str(value)
    return text if isinstance(value, int | str | None) and " " not in text else None


def _is_grid(value: object) -> bool:
    return isinstance(value, list) and (find_cells(value) is not None or any(map(_is_grid, value)))
