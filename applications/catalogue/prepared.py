"""What a catalogue has to know of Sudokus before it looks at them one by one."""

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
    """Return how many bytes a packed transformation has."""
    return count_packed_bytes(size, 3 * size + 1)


class PreparedSudoku(NamedTuple):
    """A Sudoku, as it is stored: `signature` signed, `cells`, `form` and the `way` to it packed."""

    signature: int
    exact: bool
    cells: bytes
    form: bytes
    way: bytes
    clues: int
    digits: int


class PreparedSudokus(NamedTuple):
    """Sudokus of one shape."""

    shape: BoxShape
    rows: list[PreparedSudoku]


def prepare_sudokus(task: tuple[Cells, BoxShape]) -> PreparedSudokus:
    """Look at Sudokus, (N, size, size), of a shape: the work that several processes can share."""
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
    """Return packed Sudokus or steps as one array, (N, width); raise `ValueError` for others."""
    rows = [*parts]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), width)


def unpack_grid(cells: bytes, shape: BoxShape) -> Grid:
    """Return the grid whose cells are packed; raise `ValueError` where they are not one grid."""
    (grid,) = grids_of(
        unpack_grids(join_rows([cells], count_packed_bytes(shape.size)), shape.size), shape
    )
    return grid


def unpack_steps(way: bytes, shape: BoxShape) -> Transformation:
    """Return the transformation that is packed; raise `TransformationError` where it is none."""
    return Images.unpack(shape, np.frombuffer(way, np.uint8)[None]).transformation(0)
