"""Pair files: files of just two Sudokus."""

import io
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from .cells import MAX_SIZE
from .grid import Grid
from .gridfile import GridFile, read_grid_file
from .kind import Reading
from .shape import BoxShape


class Pair(NamedTuple):
    """The two grids of a pair file."""

    first: Grid
    second: Grid


def read_pair(
    file: BinaryIO,
    source: str = "<file>",
    box: BoxShape | None = None,
    max_size: int = MAX_SIZE,
    column: str | int | None = None,
) -> Pair:
    """Read a pair from a binary file that is open for reading; `source` names it in errors.

    No more is read than a file of two grids of `max_size` cells a side can reasonably hold. Raises
    `PairFileError`.
    """
    how = Reading(box, max_size, column)
    return Pair(*GridFile(file, source, how, is_pair=True).pair())


def read_pair_file(
    path: str,
    box: BoxShape | None = None,
    max_size: int = MAX_SIZE,
    column: str | int | None = None,
) -> Pair:
    """Read a pair from a file by its name; raise `PairFileError` for all that can be wrong."""
    return Pair(*read_grid_file(path, Reading(box, max_size, column), is_pair=True).pair())


def parse_pair(
    text: str, source: str = "<text>", box: BoxShape | None = None, max_size: int = MAX_SIZE
) -> Pair:
    r"""Read a pair from text; `source` names it in errors, `box` is the shape if not the default.

    Raises `PairFileError`.
    >>> first, second = parse_pair("12|34\n..|..\n" * 4)
    >>> print(first)
    1 2 3 4
    0 0 0 0
    1 2 3 4
    0 0 0 0
    """
    stream = io.BytesIO(text.encode(errors="surrogatepass"))
    return read_pair(stream, source, box, max_size)


def format_pair(pair: Pair | Sequence[Grid]) -> str:
    """Return the plain form: digits with single spaces, a blank line between, a final newline."""
    return "\n\n".join(str(grid) for grid in pair) + "\n"


def box_comment(shape: BoxShape) -> str:
    r"""Return the line that says the shape of the boxes, where it is not the default; else nothing.

    >>> box_comment(BoxShape(3, 2)), box_comment(BoxShape(2, 3))
    ('# box 3x2\n', '')
    """
    return "" if shape == BoxShape.for_size(shape.size) else f"# box {shape}\n"
