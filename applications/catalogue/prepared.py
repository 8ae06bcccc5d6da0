"""Compute the values that a catalogue stores in its database for each Sudoku.

These are the signature (a number that all copies share), the sorted form (a copy found by sorting),
the steps to that form, and the numbers of clues and digits. Grids and steps are packed into bytes.
Many Sudokus are handled at once.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...answers.bulk.colour_refinement import make_mask_of_used_digits
from ...answers.bulk.sorted_forms import sorted_forms
from ...answers.bulk.transformation_arrays import TransformationArrays
from ...sudoku.arrays import (
    Cells,
    count_packed_bytes,
    pack_grids,
    unpack_grids,
    yield_grids_of_array,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation


def count_bytes_of_packed_steps(size: int) -> int:
    """Return the number of bytes that the steps of one Sudoku take in the database. The steps are a
    transformation of a grid with `size` rows.
    """
    return count_packed_bytes(size, 3 * size + 1)


class PreparedSudoku(NamedTuple):
    """The values that a catalogue stores in its database for a Sudoku, except its source.

    - `cells`: the grid of the Sudoku, packed into bytes.
    - `form`: a copy of the Sudoku in which rows, columns and digits are sorted, packed into bytes.
    - `way`: the steps from `cells` to `form`, packed into bytes.
    - `signature`: a signed 64-bit number that all copies share.
    - `exact`: whether all copies have the same form.
    - `clues`, `digits`: the number of clues, and of different digits among them.
    """

    signature: int
    exact: bool
    cells: bytes
    form: bytes
    way: bytes
    clues: int
    digits: int


class PreparedSudokus(NamedTuple):
    """Several Sudokus of one box shape, each with the values that a catalogue stores for it."""

    shape: BoxShape
    rows: list[PreparedSudoku]


def prepare_sudokus(cells_and_shape: tuple[Cells, BoxShape]) -> PreparedSudokus:
    """Compute the values that a catalogue stores in its database for N Sudokus. `cells_and_shape`
    is a pair: an array of shape (N, rows, columns), and the box shape of the Sudokus.

    This is the slow step of adding Sudokus and looking them up, so several processes can share it.
    """
    cells, shape = cells_and_shape
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
        make_mask_of_used_digits(cells).sum(1).tolist(),
    )
    return PreparedSudokus(shape, list(rows))


def join_packed_rows_to_array(packed_rows: Iterable[bytes], row_byte_count: int) -> Cells:
    """Join N packed Sudokus or transformations, as the database has them, to one array of shape (N,
    `row_byte_count`). `row_byte_count` is the number of bytes of each.

    Raises `ValueError` if their lengths do not add up to N times `row_byte_count`.
    """
    rows = [*packed_rows]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), row_byte_count)


def unpack_grid(packed_cells: bytes, shape: BoxShape) -> Grid:
    """Make a `Grid` from the packed cells of a Sudoku in the database.

    Raises `ValueError` if the bytes are not one grid of this box shape.
    """
    (grid,) = yield_grids_of_array(
        unpack_grids(
            join_packed_rows_to_array([packed_cells], count_packed_bytes(shape.size)), shape.size
        ),
        shape,
    )
    return grid


def unpack_steps(packed_steps: bytes, shape: BoxShape) -> Transformation:
    """Make a `Transformation` from the packed steps of a Sudoku in the database.

    Raises `TransformationError` if the bytes are not a transformation of this box shape.
    """
    packed = np.frombuffer(packed_steps, np.uint8)[None]
    return TransformationArrays.unpack(shape, packed).transformation(0)
