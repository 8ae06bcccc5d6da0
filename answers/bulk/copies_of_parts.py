"""Decide for many pairs of Sudokus whether one is part of the other, that is, a copy of it in which
some clues are missing.
"""

import numpy as np
from numpy.typing import NDArray

from ...kernel import kernel_functions
from ...sudoku.arrays import Cells
from ...sudoku.shape import BoxShape

NO_PART, TOO_HARD = 0, kernel_functions.TOO_HARD


def count_part_copies_up_to_two(parts: Cells, wholes: Cells, shape: BoxShape) -> NDArray[np.int64]:
    """Return, for each pair of Sudokus, how many copies of the first Sudoku are contained in the
    second: 0, 1, or 2 for two or more. A copy is contained if each of its clues is also a clue of
    the second Sudoku, in the same cell. The i-th pair consists of the i-th Sudoku of `parts` and
    the i-th Sudoku of `wholes`; both arrays have shape (N, size, size).

    If a pair is too hard for the compiled functions (kernel), the number of this pair is the
    constant `TOO_HARD`; then `answers.part` can decide.
    """
    numbers = np.zeros(len(parts), np.int64)
    pairs = np.ascontiguousarray(np.stack([parts, wholes], 1))
    kernel_functions.fill_copies_of_parts(pairs, shape, numbers, np.zeros(wholes.shape, np.uint8))
    return numbers
