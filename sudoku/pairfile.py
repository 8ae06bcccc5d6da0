"""Pair files: two Sudokus as text."""

from collections.abc import Sequence
from math import isqrt
from typing import BinaryIO, NamedTuple

from .cells import MAX_SIZE, SMALLEST_ONE_LINE_SIZE, CellText, Row, readable, text_of
from .grid import Grid
from .language import Message
from .shape import BoxShape


class Pair(NamedTuple):
    """The two grids of a pair file."""

    first: Grid
    second: Grid


def read_pair(
    file: BinaryIO, source: str = "<file>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> Pair:
    """Read a pair from a binary file that is open for reading; `source` names it in errors.

    No more is read than a file of two grids of `max_size` cells a side can reasonably hold.
    """
    limit = 2**16 + 64 * max_size**2
    too_large = Message(
        "expected a file of at most {limit} bytes for grids of up to {size} cells a side, "
        "found a larger one",
        limit=limit,
        size=max_size,
    )
    return parse_pair(text_of(file, source, limit, too_large), source, box, max_size)


def read_pair_file(path: str, box: BoxShape | None = None, max_size: int = MAX_SIZE) -> Pair:
    """Read a pair from a file by its name; raise `PairFileError` for all that can be wrong."""
    with readable(path), open(path, "rb") as stream:
        return read_pair(stream, path, box, max_size)


def parse_pair(
    text: str, source: str = "<text>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> Pair:
    r"""Read a pair from text; `source` names it in errors, `box` is the shape if not the default.

    >>> first, second = parse_pair("12|34\n..|..\n" * 4)
    >>> print(first)
    1 2 3 4
    0 0 0 0
    1 2 3 4
    0 0 0 0
    """
    return _pair(CellText(source, text, box, max_size))


def format_pair(pair: Pair | Sequence[Grid]) -> str:
    """Return the plain form: digits with single spaces, a blank line between, a final newline."""
    return "\n\n".join(str(grid) for grid in pair) + "\n"


def box_comment(shape: BoxShape) -> str:
    r"""Return the line that says the shape of the boxes, where it is not the default; else nothing.

    >>> box_comment(BoxShape(3, 2)), box_comment(BoxShape(2, 3))
    ('# box 3x2\n', '')
    """
    return "" if shape == BoxShape.for_size(shape.size) else f"# box {shape}\n"


def _pair(text: CellText) -> Pair:
    rows = list(text.rows())
    if not rows or not rows[0].cells:
        found = Message("an empty file") if text.lines == [""] else Message("no cells")
        raise text.error(rows[0].line if rows else 1, 1, Message("two Sudokus"), found)
    if size := _one_line_size(rows):
        return _one_line_pair(text, rows, size)
    shape = text.shape(len(rows[0].cells), rows[0])
    size = shape.size
    cells = []
    for number, row in enumerate(rows):
        if number == 2 * size:
            found = Message("a row of a third one")
            raise text.error(row.line, 1, Message("the end after two Sudokus"), found)
        cells.append(text.grid_row(number, row, shape))
    if len(rows) < 2 * size:
        raise text.missing(len(rows), size, (rows[-1].line, rows[-1].end))
    return Pair(Grid(cells[:size], shape), Grid(cells[size:], shape))


def _one_line_size(rows: Sequence[Row]) -> int:
    """Return N if the rows, fewer than their cells, hold a grid of N·N cells each, else 0.

    One row of that length is enough to tell; the others are then too short or too long.
    """
    for row in rows:
        size = isqrt(len(row.cells))
        if len(rows) < len(row.cells) == size**2 and size >= SMALLEST_ONE_LINE_SIZE:
            return size
    return 0


def _one_line_pair(text: CellText, rows: Sequence[Row], size: int) -> Pair:
    if len(rows) != 2:
        expected = Message("two Sudokus of {cells} cells on a line each", cells=size * size)
        place = (rows[2].line, 1) if len(rows) > 2 else (rows[-1].line, rows[-1].end)
        found = Message("a third one") if len(rows) > 2 else Message("the end of the file")
        raise text.error(*place, expected, found)
    shape = text.shape(size, rows[0])
    first, second = (text.one_line_grid(row, shape) for row in rows)
    return Pair(first, second)
