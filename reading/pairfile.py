"""Pair files: files of just two Sudokus."""

import os
from collections.abc import Sequence
from typing import BinaryIO

from ..base.errors import ArgumentError, PairFileError
from ..sudoku.grid import Grid, format_rows
from ..sudoku.shape import BoxShape
from .form import MAX_SIZE, Reading
from .gridfile import GridFile, Pair, read_grid_file, stream_of


def read_pair(
    file: str | os.PathLike[str] | BinaryIO,
    source: str | None = None,
    box: BoxShape | tuple[int, int] | None = None,
    max_size: int = MAX_SIZE,
    column: str | int | None = None,
) -> Pair:
    """Read a pair from a file, given by its name or URL, or open for reading in binary mode.

    `source` names it in errors, by default the name does. `box` is the shape of the boxes if not
    the default, `column` the field of a table that holds the Sudokus. No more is read than a file
    of two grids of `max_size` cells a side can reasonably hold.

    Raises `PairFileError` for all that can be wrong with it, and `ArgumentError` for a file that is
    open as text.
    """
    how = Reading(None if box is None else BoxShape.of(box), max_size, column)
    if isinstance(file, str | os.PathLike):
        try:
            return read_grid_file(os.fspath(file), how, is_pair=True).pair()
        except PairFileError as problem:
            problem.source = source or problem.source
            raise
    if hasattr(file, "encoding"):
        raise ArgumentError('expected a file that is open in binary mode, as open(name, "rb") does')
    return GridFile(file, source or "<file>", how, is_pair=True).pair()


def parse_pair(
    text: str,
    source: str = "<text>",
    box: BoxShape | tuple[int, int] | None = None,
    max_size: int = MAX_SIZE,
) -> Pair:
    r"""Read a pair from text; `source` names it in errors, `box` is the shape if not the default.

    Raises `PairFileError`.
    >>> first, second = parse_pair("12|34\n..|..\n" * 4)
    >>> first
    Grid('1234....1234....')
    """
    return read_pair(stream_of(text), source, box, max_size)


def format_pair(pair: Pair | Sequence[Grid]) -> str:
    r"""Return the plain form: digits with single spaces, a blank line between, a final newline.

    A comment above says the shape of the boxes, where it is not the default.

    >>> format_pair((Grid("12" + 34 * ".", box=(3, 2)),) * 2).partition("\n")[0]
    '# box 3x2'
    """
    first, *_ = pair
    return box_comment(first.shape) + "\n\n".join(map(format_rows, pair)) + "\n"


def box_comment(shape: BoxShape) -> str:
    r"""Return the line that says the shape of the boxes, where it is not the default; else nothing.

    >>> box_comment(BoxShape(3, 2)), box_comment(BoxShape(2, 3))
    ('# box 3x2\n', '')
    """
    return "" if shape == BoxShape.for_size(shape.size) else f"# box {shape}\n"
