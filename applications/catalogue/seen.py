"""What a catalogue has to know of Sudokus before it looks at them one by one."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...answers.bulk.colours import used_digits
from ...answers.bulk.images import Images
from ...answers.bulk.sorted_forms import sorted_forms
from ...sudoku.arrays import Cells, grids_of, packed, unpacked, width
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation


def way_width(size: int) -> int:
    """Return how many bytes a packed transformation has."""
    return width(size, 3 * size + 1)


class SeenSudoku(NamedTuple):
    """A Sudoku, as it is stored: `signature` signed, `cells`, `form` and the `way` to it packed."""

    signature: int
    exact: bool
    cells: bytes
    form: bytes
    way: bytes
    clues: int
    digits: int


class Seen(NamedTuple):
    """Sudokus of one shape."""

    shape: BoxShape
    rows: list[SeenSudoku]


def seen(task: tuple[Cells, BoxShape]) -> Seen:
    """Look at Sudokus, (N, size, size), of a shape: the work that several processes can share."""
    cells, shape = task
    found = sorted_forms(cells, shape)
    rows = map(
        SeenSudoku,
        found.signatures.view(np.int64).tolist(),
        found.exact.tolist(),
        *(map(bytes, part) for part in (packed(cells), packed(found.forms), found.images.packed())),
        np.count_nonzero(cells, (1, 2)).tolist(),
        used_digits(cells).sum(1).tolist(),
    )
    return Seen(shape, list(rows))


def in_rows(parts: Iterable[bytes], width: int) -> Cells:
    """Return packed Sudokus or steps as one array, (N, width); raise `ValueError` for others."""
    rows = [*parts]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), width)


def grid_of(cells: bytes, shape: BoxShape) -> Grid:
    """Return the grid whose cells are packed; raise `ValueError` where they are not one grid."""
    (grid,) = grids_of(unpacked(in_rows([cells], width(shape.size)), shape.size), shape)
    return grid


def steps_of(way: bytes, shape: BoxShape) -> Transformation:
    """Return the transformation that is packed; raise `TransformationError` where it is none."""
    return Images.unpacked(shape, np.frombuffer(way, np.uint8)[None]).transformation(0)
