"""One transformation for each of many grids, as arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .arrays import Cells


class Images(NamedTuple):
    """For each of N grids where the cells of an image of it come from, as `from_places` says it.

    `transposed`, (N,) bool; `rows` and `columns`, (N, size) uint8: the new cell (i, j) holds the
    old cell (rows[i], columns[j]) or, if transposed, (columns[j], rows[i]); `digits`,
    (N, size + 1) uint8: digit d becomes `digits[d]`, blank stays 0.
    """

    shape: BoxShape
    transposed: NDArray[np.bool_]
    rows: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    digits: NDArray[np.uint8]

    @classmethod
    def identity(cls, shape: BoxShape, number: int) -> "Images":
        """Return the images of `number` grids each of which is its own image."""
        lines = np.tile(np.arange(shape.size, dtype=np.uint8), (number, 1))
        digits = np.tile(np.arange(shape.size + 1, dtype=np.uint8), (number, 1))
        return cls(shape, np.zeros(number, bool), lines, lines.copy(), digits)

    def apply(self, cells: Cells) -> Cells:
        """Return the image of each grid, (N, size, size)."""
        number, size = len(cells), self.shape.size
        rows, columns = self.rows.astype(np.intp), self.columns.astype(np.intp)
        turned = self.transposed[:, None]
        across = np.where(turned, rows, size * rows)
        along = np.where(turned, size * columns, columns)
        across += (size * size * np.arange(number))[:, None]
        moved = cells.reshape(-1).take(across[:, :, None] + along[:, None, :])
        names = (size + 1) * np.arange(number)
        return self.digits.reshape(-1).take(moved + names[:, None, None])

    def transformation(self, i: int) -> Transformation:
        """Return the i-th transformation."""
        return Transformation.from_places(
            self.shape,
            bool(self.transposed[i]),
            self.rows[i].tolist(),
            self.columns[i].tolist(),
            self.digits[i, 1:].tolist(),
        )

    def those(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "Images":
        """Return the images of these grids."""
        return Images(
            self.shape,
            self.transposed[which],
            self.rows[which],
            self.columns[which],
            self.digits[which],
        )

    def put(self, i: int, transformation: Transformation) -> None:
        """Replace the i-th transformation."""
        self.transposed[i], self.rows[i], self.columns[i] = transformation.places()
        self.digits[i, 1:] = transformation.digits

    def replace(self, which: NDArray[np.bool_] | NDArray[np.intp], others: "Images") -> None:
        """Replace those at these places."""
        for mine, theirs in zip(self[1:], others[1:], strict=True):
            mine[which] = theirs


def complete_names(names: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give digits without a name (0) those that are left, upwards, in place: (N, size + 1)."""
    size = names.shape[1] - 1
    missing = names[:, 1:] == 0
    if missing.any():
        grids = np.flatnonzero(missing.any(1))
        taken = np.zeros((len(grids), size + 1), bool)
        np.put_along_axis(taken, names[grids].astype(np.intp), True, 1)
        # Both are read grid after grid, and a grid has as many free names as digits without one.
        _, free = np.nonzero(~taken[:, 1:])
        names[:, 1:][missing] = free + 1
    return names
