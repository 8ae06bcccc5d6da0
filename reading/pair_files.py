"""Reading of a pair of Sudokus or of a single Sudoku, and writing of a pair as text."""

import os
import re
from collections.abc import Sequence
from math import isqrt
from typing import BinaryIO

from ..base.errors import ArgumentError, GridError, PairFileError
from ..sudoku.grid import SMALLEST_AS_TEXT, Grid, Pair, format_rows
from ..sudoku.shape import MAX_SIZE, BoxLike, BoxShape
from .file_entry import ReadingOptions
from .gridfile import (
    make_byte_stream,
    open_path_as_grid_file,
    open_stream_as_grid_file,
    open_text_as_grid_file,
)

_RUN = re.compile(r"[0-9A-Za-z._*-]+")


def read_pair(
    file: str | os.PathLike[str] | BinaryIO,
    source: str | None = None,
    box: BoxLike = None,
    max_size: int = MAX_SIZE,
    column: str | int | None = None,
    *,
    blank: str | None = None,
    offset: int = 0,
) -> Pair:
    """Read the two Sudokus of a file and return them as a pair.

    `file` is a name, a URL, or a file that is open for reading in binary mode. `source` is its name
    in errors, by default the name that was given. `box` is the shape of the boxes, needed only if
    it is not the default for the size. `column` is the name or number (from 1) of the table column
    that contains the Sudokus. `blank` is the sign or number of a blank cell, None if it is
    recognised. `offset` is subtracted from the number in each cell. At most as many bytes are read
    as two grids of `max_size` cells a side can take. Raises `PairFileError` if the file cannot be
    read or does not contain exactly two Sudokus, and `ArgumentError` if the file is open as text.
    """
    shape = None if box is None else BoxShape.of(box)
    reading_options = ReadingOptions(shape, max_size, column, blank=blank, offset=offset)
    if isinstance(file, str | os.PathLike):
        try:
            return open_path_as_grid_file(
                os.fspath(file), reading_options, is_pair=True
            ).read_pair_and_close()
        except PairFileError as problem:
            problem.source = source or problem.source
            raise
    if hasattr(file, "encoding"):
        raise ArgumentError('expected a file that is open in binary mode, as open(name, "rb") does')
    return open_stream_as_grid_file(
        file, source or "<file>", reading_options, is_pair=True
    ).read_pair_and_close()


def parse_pair(
    text: str, source: str = "<text>", box: BoxLike = None, max_size: int = MAX_SIZE
) -> Pair:
    r"""Read the two Sudokus in a text and return them as a pair.

    `source` is the name of the text in errors. `box` is the shape of the boxes, needed only if it
    is not the default for the size, and `max_size` the most cells a side. Raises `PairFileError`
    if the text does not contain exactly two Sudokus.

    >>> parse_pair("12|34\n..|..\n" * 4).first
    Grid('1234....1234....')
    """
    return read_pair(make_byte_stream(text), source, box, max_size)


def format_pair(pair: Pair | Sequence[Grid]) -> str:
    r"""Return two grids as text for a file, which `read_pair` can read.

    Cells are separated by single spaces, the two grids by a blank line, and the text ends with a
    newline. A blank cell is 0, or `.` in a grid of ten or more cells a side in which 0 could be
    taken for a digit. A comment on the first line gives the shape of the boxes if it is not the
    default.

    >>> format_pair((Grid("12" + 34 * ".", box=(3, 2)),) * 2).partition("\n")[0]
    '# box 3x2'
    """
    first, *_ = pair
    return make_box_comment(first.shape) + "\n\n".join(map(format_rows, pair)) + "\n"


def make_box_comment(shape: BoxShape) -> str:
    r"""Return the comment line that states the shape of the boxes in a file, such as `# box 3x2`.
    It is empty if the shape is the usual shape for the size.

    >>> make_box_comment(BoxShape(3, 2)), make_box_comment(BoxShape(2, 3))
    ('# box 3x2\n', '')
    """
    return "" if shape == BoxShape.for_size(shape.size) else f"# box {shape}\n"


def parse_grid(text: str, box: BoxLike = None, *, offset: int = 0) -> Grid:
    """Return the Sudoku that a text contains. `Grid.parse` calls this function.

    A text without white space is read as a grid on one line and must have a character for each
    cell. `box` is the shape of the boxes, needed only if it is not the default. `offset` is
    subtracted from the number of each cell. Raises `GridError` with the line and column at which
    the text cannot be read.
    """
    shape = None if box is None else BoxShape.of(box)
    run = text.strip()
    size = isqrt(len(run))
    if _RUN.fullmatch(run):
        if size**2 != len(run):
            raise GridError(
                "a Sudoku on one line needs N·N characters, such as 81 for 9×9, but this text "
                "has {count}",
                count=len(run),
            )
        if shape is None and size >= SMALLEST_AS_TEXT:
            shape = BoxShape.for_size(size)
    try:
        return open_text_as_grid_file(
            text,
            reading_options=ReadingOptions(
                shape, max_size=len(text), has_only_grids=True, offset=offset
            ),
        ).read_single_grid_and_close()
    except PairFileError as problem:
        raise GridError(
            "line {line}, column {column}: {problem}",
            line=problem.line,
            column=problem.column,
            problem=problem.message,
        ) from None
