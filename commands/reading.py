"""Files as commands read them, and standard input for `-`."""

from __future__ import annotations

import errno
import io
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, BinaryIO

import click

if TYPE_CHECKING:
    from ..reading.form import Reading
    from ..reading.gridfile import GridFile
    from ..reading.pairfile import Pair
    from ..showing.manner import Manner
    from ..sudoku.grid import Grid
    from ..sudoku.shape import BoxShape

STANDARD_INPUT = "-"


def read_pair(file: str, how: Reading, manner: Manner) -> Pair:
    """Read a pair file, and say what was left aside; raise `PairFileError` for what is wrong."""
    from ..reading.gridfile import GridFile, read_grid_file
    from ..reading.pairfile import Pair

    if file == STANDARD_INPUT:
        grids = GridFile(io.BytesIO(_beginning(how.max_size)), file, how, is_pair=True)
    else:
        grids = read_grid_file(file, how, is_pair=True)
    pair = Pair(*grids.pair())
    say_left_aside(file, grids, manner)
    return pair


def read_one_of_each(files: tuple[str, ...], how: Reading) -> Pair | None:
    """Return the pair that two files with one Sudoku each make, None where they hold others."""
    from ..base.errors import SudokopieError
    from ..reading import gridfile
    from ..reading.pairfile import Pair

    if len(files) != 2:
        return None
    grids = []
    for file in files:
        try:
            if file == STANDARD_INPUT:
                one = gridfile.GridFile(io.BytesIO(_beginning(how.max_size)), file, how)
            else:
                one = gridfile.read_grid_file(file, how)
            with one:
                if not one.is_single:
                    return None
                grids.append(one.single())
        except SudokopieError:
            return None  # whoever reads the file on its own says what is wrong
    return Pair(*grids)


@cache
def _beginning(max_size: int) -> bytes:
    """Return standard input, which can be read once, as far as a pair can reach and a byte more."""
    from ..reading.gridfile import longest_pair
    from ..reading.lines import readable

    with readable(STANDARD_INPUT):
        return standard_input().read(longest_pair(max_size) + 1)


def read_grids(file: str, how: Reading) -> GridFile:
    """Open a file of Sudokus, to be closed by the caller; raise `PairFileError`."""
    from ..reading import gridfile
    from ..reading.lines import readable

    if file == STANDARD_INPUT:
        with readable(file):
            return gridfile.GridFile(standard_input(), file, how)
    return gridfile.read_grid_file(file, how)


def read_grid(file: str, how: Reading) -> Grid:
    """Read a file of one Sudoku; raise `PairFileError`."""
    return read_grids(file, how).single()


def read_solved(file: str, how: Reading) -> tuple[Grid, Grid]:
    """Read a complete Sudoku, or a puzzle with one solution; return it and its solution.

    Raises `GridError` where it is neither, and `PairFileError`.
    """
    from ..answers.completion import completed
    from ..base.errors import GridError
    from ..base.language import Message

    grid = read_grid(file, how)
    found = completed(grid)
    if found.word != "one":
        raise GridError(
            Message(
                "{file}: expected a complete Sudoku, or one with exactly one solution", file=file
            )
        )
    return grid, found.solutions[0]


def say_left_aside(file: str, grids: GridFile, manner: Manner) -> None:
    """Say on standard error which lines were passed over, because they hold no Sudoku or broken."""
    from ..base.language import Message
    from ..base.quoting import shown
    from ..showing.printer import on_one_line

    total, line, text = grids.left_aside
    if total:
        said = Message(
            "{file}: lines left aside, because they hold no Sudoku: {total}; the first is line "
            "{line}, '{text}'",
            file=file,
            total=total,
            line=line,
            text=shown(text),
        )
        click.echo(on_one_line(manner.say(said)), err=True)
    if grids.broken_off is not None:
        said = Message(
            "{file}: nothing after line {line} was read", file=file, line=grids.broken_off
        )
        click.echo(on_one_line(manner.say(said)), err=True)


def checked(shape: BoxShape, most: int) -> BoxShape:
    """Return the shape; raise `GridError` where it has more than `most` cells a side."""
    from ..base.errors import GridError
    from ..base.language import Message

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
