"""What a catalogue has to know of Sudokus before it looks at them one by one."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..collection.arrays import Cells, grids_of, packed, unpacked
from ..collection.colours import Hashes, used_digits
from ..collection.images import Images
from ..collection.sorted_forms import sorted_forms
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation


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
    """N Sudokus of one shape: `signatures` and `exact`, (N,); the rest packed, (N, bytes)."""

    shape: BoxShape
    signatures: Hashes
    exact: NDArray[np.bool_]
    cells: Cells
    forms: Cells
    ways: Cells
    clues: NDArray[np.intp]
    digits: NDArray[np.intp]

    def rows(self) -> Iterator[SeenSudoku]:
        """Yield them one by one."""
        return map(
            SeenSudoku,
            self.signatures.view(np.int64).tolist(),
            self.exact.tolist(),
            *(map(bytes, part) for part in (self.cells, self.forms, self.ways)),
            self.clues.tolist(),
            self.digits.tolist(),
        )


def seen(task: tuple[Cells, BoxShape]) -> Seen:
    """Look at Sudokus, (N, size, size), of a shape: the work that several processes can share."""
    cells, shape = task
    found = sorted_forms(cells, shape)
    return Seen(
        shape,
        found.signatures,
        found.exact,
        packed(cells),
        packed(found.forms),
        found.images.packed(),
        np.count_nonzero(cells, (1, 2)),
        used_digits(cells).sum(1),
    )


def grid_of(cells: bytes, shape: BoxShape) -> Grid:
    """Return the grid whose cells are packed; raise `ValueError` where they are not one grid."""
    (grid,) = grids_of(unpacked(np.frombuffer(cells, np.uint8)[None], shape.size), shape)
    return grid


def way_of(steps: Transformation) -> bytes:
    """Return a transformation packed."""
    images = Images.identity(steps.shape, 1)
    images.put(0, steps)
    return images.packed().tobytes()


def steps_of(way: bytes, shape: BoxShape) -> Transformation:
    """Return the transformation that is packed; raise `TransformationError` where it is none."""
    return Images.unpacked(shape, np.frombuffer(way, np.uint8)[None]).transformation(0)
