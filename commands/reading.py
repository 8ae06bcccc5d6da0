"""Files as commands read them, and standard input for `-`."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from ..sudoku.grid import Grid
    from ..sudoku.gridfile import GridFile
    from ..sudoku.kind import Reading
    from ..sudoku.pairfile import Pair
    from ..sudoku.shape import BoxShape

STANDARD_INPUT = "-"


def read_pair(file: str, how: Reading) -> Pair:
    """Read a pair file; raise `PairFileError` for all that is wrong."""
    from ..sudoku import pairfile
    from ..sudoku.lines import readable

    if file == STANDARD_INPUT:
        with readable(file):
            return pairfile.read_pair(standard_input(), file, *how)
    return pairfile.read_pair_file(file, *how)


def read_grids(file: str, how: Reading) -> GridFile:
    """Open a file of Sudokus, to be closed by the caller; raise `PairFileError`."""
    from ..sudoku import gridfile
    from ..sudoku.lines import readable

    if file == STANDARD_INPUT:
        with readable(file):
            return gridfile.read_grids(standard_input(), file, how)
    return gridfile.read_grid_file(file, how)


def read_grid(file: str, how: Reading) -> Grid:
    """Read a file of one Sudoku; raise `PairFileError`."""
    return read_grids(file, how).single()


def read_solved(file: str, how: Reading) -> tuple[Grid, Grid]:
    """Read a complete Sudoku, or a puzzle with one solution; return it and its solution.

    Raises `GridError` where it is neither, and `PairFileError`.
    """
    from ..answers.completion import Solutions, completed
    from ..sudoku.errors import GridError
    from ..sudoku.language import Message

    grid = read_grid(file, how)
    found = completed(grid)
    if found.status is not Solutions.ONE:
        raise GridError(
            Message(
                "{file}: expected a complete Sudoku, or one with exactly one solution", file=file
            )
        )
    return grid, found.solutions[0]


def checked(shape: BoxShape, most: int) -> BoxShape:
    """Return a shape; raise `GridError` for more than so many cells a side."""
    from ..sudoku.errors import GridError
    from ..sudoku.language import Message

    if shape.size > most:
        raise GridError(
            Message(
                "expected at most {most} cells a side, found boxes of {shape}",
                most=most,
                shape=shape,
            )
        )
    return shape


def standard_input() -> BinaryIO:
    """Return standard input; raise `OSError` where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), STANDARD_INPUT)
    return sys.stdin.buffer
