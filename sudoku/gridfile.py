"""Files of single Sudokus and collections: any number of grids of one size as text.

Either each line holds a whole grid, or each grid takes as many lines as it has rows.
"""

from collections.abc import Iterator
from itertools import chain, islice
from math import isqrt
from typing import BinaryIO, NamedTuple

from .cells import MAX_SIZE, SMALLEST_ONE_LINE_SIZE, CellText, Row, is_above, readable, text_of
from .errors import GridError, PairFileError
from .grid import Grid
from .language import Message
from .shape import BoxShape

_LARGEST = 2**29
"""Bytes that are read at most."""

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MOST_LETTERS = len(_DIGITS) - 1
"""Cells a side up to which each digit has a character."""


class Numbered(NamedTuple):
    """A grid and the line of the file where it begins, or what is wrong there."""

    line: int
    grid: Grid | PairFileError


class GridFile:
    r"""The grids of a text, read one after another as they are asked for.

    `lines` is how many lines of it hold something. Where each grid has a line of its own, a bad
    line is one `PairFileError` in its place; otherwise the first error ends the reading. A text
    without a grid is an error at once.

    >>> [grid.clues for _, grid in GridFile("1234000000000001\n" + "." * 16) ]
    [5, 0]
    """

    def __init__(
        self,
        text: str,
        source: str = "<text>",
        box: BoxShape | None = None,
        max_size: int = MAX_SIZE,
    ) -> None:
        self._text = CellText(source, text, box, max_size)
        first = next(self._text.rows(), None)
        if first is None or not first.cells:
            found = Message("an empty file") if self._text.lines == [""] else Message("no cells")
            raise self._text.error(first.line if first else 1, 1, Message("a Sudoku"), found)
        self.is_one_a_line = self._is_one_a_line(first)
        size = isqrt(len(first.cells)) if self.is_one_a_line else len(first.cells)
        self.shape = self._text.shape(size, first)

    @property
    def lines(self) -> int:
        """How many lines the text has that hold something."""
        return sum(1 for line in self._text.lines if line.strip() and line.lstrip()[0] != "#")

    def __iter__(self) -> Iterator[Numbered]:
        return self._one_a_line() if self.is_one_a_line else self._one_in_several_lines()

    @property
    def is_single(self) -> bool:
        """Whether there is just one grid, which may be bad."""
        return len(list(islice(self, 2))) == 1

    def single(self) -> Grid:
        """Return the only grid; raise `PairFileError` where there are more, or it is bad."""
        grids = iter(self)
        _, grid = next(grids)
        if isinstance(grid, PairFileError):
            raise grid
        another = next(grids, None)
        if another is not None:
            raise self._text.error(
                another.line, 1, Message("the end after one Sudoku"), Message("another one")
            )
        return grid

    def _one_a_line(self) -> Iterator[Numbered]:
        for row in self._text.rows():
            try:
                yield Numbered(row.line, self._text.one_line_grid(row, self.shape))
            except PairFileError as error:
                yield Numbered(row.line, error)

    def _one_in_several_lines(self) -> Iterator[Numbered]:
        text, size = self._text, self.shape.size
        cells: list[tuple[int, ...]] = []
        start, number, end = 1, 0, (1, 1)
        try:
            for number, row in enumerate(text.rows(), 1):
                end = row.line, row.end
                if not cells:
                    start = row.line
                cells.append(text.grid_row(number - 1, row, self.shape))
                if len(cells) == size:
                    yield Numbered(start, Grid(cells, self.shape))
                    cells = []
            if cells:
                raise text.missing(number, size, end)
        except PairFileError as error:
            yield Numbered(error.line, error)

    def _is_one_a_line(self, first: Row) -> bool:
        """Return whether each row holds a whole grid.

        A row of N² cells is a grid of N×N cells, or one row of a larger one: the number of rows and
        the digits mostly say which.
        """
        length = len(first.cells)
        size = isqrt(length)
        if length != size**2 or size < SMALLEST_ONE_LINE_SIZE:
            return False
        text, box = self._text, self._text.box
        if box is not None and box.size in (size, length):
            return box.size == size
        if length > text.max_size:
            return True
        rows = list(text.rows())
        large = sum(1 for row in rows if any(is_above(cell, size) for _, cell in row.cells))
        if 2 * large > len(rows):
            return False
        if len(rows) % length:
            return True
        if large or any(row.bars or row.rule or row.gap for row in rows[1:length]):
            return False
        either = Message(
            "--box, because these may be grids of {size} or of {length} cells a side",
            size=size,
            length=length,
        )
        raise text.error(
            first.line, 1, either, Message("{rows} rows of {length}", rows=len(rows), length=length)
        )


def read_grids(
    file: BinaryIO, source: str = "<file>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> GridFile:
    """Read grids from a binary file that is open for reading; `source` names it in errors."""
    too_large = Message(
        "expected a file of at most {limit} bytes, found a larger one", limit=_LARGEST
    )
    return GridFile(text_of(file, source, _LARGEST, too_large), source, box, max_size)


def read_grid_file(path: str, box: BoxShape | None = None, max_size: int = MAX_SIZE) -> GridFile:
    """Read grids from a file by its name; raise `PairFileError` for all that can be wrong."""
    with readable(path), open(path, "rb") as stream:
        return read_grids(stream, path, box, max_size)


def parse_grid(
    text: str, source: str = "<text>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> Grid:
    r"""Read one grid from text, in any of the forms that pair files have.

    >>> print(parse_grid("12\n..", box=BoxShape(1, 2)))
    1 2
    0 0
    """
    return GridFile(text, source, box, max_size).single()


def format_line(grid: Grid) -> str:
    """Return a grid on one line: no separators and `.` for blank, as collections have them.

    Raises `GridError` above 35 cells a side, where there are no letters left.

    >>> format_line(Grid([[1, 2], [0, 1]]))
    '12.1'
    """
    if grid.size > MOST_LETTERS:
        raise GridError(Message("expected at most {count} cells a side", count=MOST_LETTERS))
    return "".join(_DIGITS[value] if value else "." for value in chain.from_iterable(grid))
