"""Files as commands read them, and standard input for `-`."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from ..sudoku.grid import Grid
    from ..sudoku.gridfile import GridFile
    from ..sudoku.pairfile import Pair
    from ..sudoku.shape import BoxShape


class Reading(NamedTuple):
    """How files are read: as `--box` and `--max-size` say."""

    shape: BoxShape | None = None
    max_size: int | None = None

    @property
    def most(self) -> int:
        """Cells a side that are read at most."""
        from ..sudoku.cells import MAX_SIZE

        return self.max_size or MAX_SIZE

    def pair(self, file: str) -> Pair:
        """Read a pair file; raise `PairFileError` for all that is wrong."""
        from ..sudoku.cells import readable
        from ..sudoku.pairfile import read_pair, read_pair_file

        if file == "-":
            with readable(file):
                return read_pair(standard_input(), file, self.shape, self.most)
        return read_pair_file(file, self.shape, self.most)

    def grids(self, file: str) -> GridFile:
        """Read a file of Sudokus; raise `PairFileError`."""
        from ..sudoku.cells import readable
        from ..sudoku.gridfile import read_grid_file, read_grids

        if file == "-":
            with readable(file):
                return read_grids(standard_input(), file, self.shape, self.most)
        return read_grid_file(file, self.shape, self.most)

    def solved(self, file: str) -> tuple[Grid, Grid]:
        """Read a complete Sudoku, or a puzzle with one solution; return it and its solution.

        Raises `GridError` where it is neither, and `PairFileError`.
        """
        from ..answers.completion import Solutions, completed
        from ..sudoku.errors import GridError
        from ..sudoku.language import Message

        grid = self.grids(file).single()
        found = completed(grid)
        if found.status is not Solutions.ONE:
            raise GridError(
                Message(
                    "{file}: expected a complete Sudoku, or one with exactly one solution",
                    file=file,
                )
            )
        return grid, found.solutions[0]

    def checked(self, shape: BoxShape) -> BoxShape:
        """Return a shape; raise `GridError` for one larger than is read."""
        from ..sudoku.errors import GridError
        from ..sudoku.language import Message

        if shape.size > self.most:
            raise GridError(
                Message(
                    "expected at most {most} cells a side, found boxes of {shape}",
                    most=self.most,
                    shape=shape,
                )
            )
        return shape


def standard_input() -> BinaryIO:
    """Return standard input; raise `OSError` where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "-")
    return sys.stdin.buffer
