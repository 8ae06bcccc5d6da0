"""Decides for many pairs of Sudokus whether one is part of the other: a copy of it in which some
clues are missing.
"""

import numpy as np
from numpy.typing import NDArray

from ...kernel import chosen
from ...sudoku.arrays import Cells
from ...sudoku.shape import BoxShape

NO_PART, TOO_HARD = 0, chosen.TOO_HARD


def count_images(parts: Cells, wholes: Cells, shape: BoxShape) -> NDArray[np.int64]:
    """Return for each pair of a Sudoku of `parts` and the Sudoku of `wholes` at the same index, in
    how many places of the second there is a copy of the first: 0, 1, or 2 for two or more.

    Both arrays have shape (N, size, size). A number is `TOO_HARD` if the kernel cannot answer; then
    `answers.part` can.
    """
    numbers = np.zeros(len(parts), np.int64)
    pairs = np.ascontiguousarray(np.stack([parts, wholes], 1))
    chosen.write_images(pairs, shape, numbers, np.zeros(wholes.shape, np.uint8))
    return numbers
