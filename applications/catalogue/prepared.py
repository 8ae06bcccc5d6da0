"""Computes the values that a catalogue stores for a Sudoku, for many Sudokus at once.

These are the signature, the sorted form, the steps to that form, and the numbers of clues and
digits. Grids and steps are packed into bytes.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...answers.bulk.colours import find_used_digits
from ...answers.bulk.images import Images
from ...answers.bulk.sorted_forms import sorted_forms
from ...sudoku.arrays import Cells, count_packed_bytes, grids_of, pack_grids, unpack_grids
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation


def count_way_bytes(size: int) -> int:
    """Return the number of bytes of a packed transformation of a grid with `size` rows."""
    return count_packed_bytes(size, 3 * size + 1)


class PreparedSudoku(NamedTuple):
    """The values that a catalogue stores for a Sudoku.

    `signature` is a signed 64-bit number that is equal for copies. `form` is a copy found by
    sorting; if `exact`, all copies have the same form. `way` holds the steps from `cells` to
    `form`. `cells`, `form` and `way` are packed. `digits` is the number of digits that occur.
    """

    signature: int
    exact: bool
    cells: bytes
    form: bytes
    way: bytes
    clues: int
    digits: int


class PreparedSudokus(NamedTuple):
    """The stored values of several Sudokus of one shape."""

    shape: BoxShape
    rows: list[PreparedSudoku]


def prepare_sudokus(task: tuple[Cells, BoxShape]) -> PreparedSudokus:
    """Compute the values that a catalogue stores for N Sudokus, an array (N, size, size).

    This is the slow part of adding and finding; several processes can share it.
    """
    cells, shape = task
    found = sorted_forms(cells, shape)
    rows = map(
        PreparedSudoku,
        found.signatures.view(np.int64).tolist(),
        found.exact.tolist(),
        *(
            map(bytes, part)
            for part in (pack_grids(cells), pack_grids(found.forms), found.images.pack())
        ),
        np.count_nonzero(cells, (1, 2)).tolist(),
        find_used_digits(cells).sum(1).tolist(),
    )
    return PreparedSudokus(shape, list(rows))


def join_rows(parts: Iterable[bytes], width: int) -> Cells:
    """Join N packed Sudokus or transformations into one array of shape (N, width).

    Raises `ValueError` if their lengths do not add up to N times `width`.
    """
    rows = [*parts]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), width)


def unpack_grid(cells: bytes, shape: BoxShape) -> Grid:
    """Unpack a grid; raise `ValueError` if the bytes are not one grid of this shape."""
    (grid,) = grids_of(
        unpack_grids(join_rows([cells], count_packed_bytes(shape.size)), shape.size), shape
    )
    return grid


def unpack_steps(way: bytes, shape: BoxShape) -> Transformation:
    """Unpack a transformation; raise `TransformationError` if the bytes are not valid."""
    return Images.unpack(shape, np.frombuffer(way, np.uint8)[None]).transformation(0)
