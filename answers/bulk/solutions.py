"""Solves many puzzles, so that the puzzles can be compared by their solutions."""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...sudoku.arrays import Cells, Grids, convert_to_array, join_arrays
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from ..completion import complete_each
from .parallel_map import map_pieces

_SOLVED_IN_A_TASK = 500


class Solutions(NamedTuple):
    """The solutions of N puzzles, and how many solutions each puzzle has, as two arrays.

    `grids`, (N, size, size) uint8, has a solution of each puzzle, or a blank grid if the puzzle has
    no solution. `numbers`, (N,) uint8, has the number of solutions: 0, 1, or 2 for two or more.
    """

    grids: Cells
    numbers: NDArray[np.uint8]


def solutions(grids: Grids, box: BoxLike = None, *, jobs: Jobs = 1) -> Solutions:
    """Return a solution of each puzzle and whether it has 0, 1, or at least 2 solutions. `jobs` is
    the number of processes.

    Raises `GridError` if `grids` are not grids of one shape, and `BackendError` if a process dies.

    >>> from sudokopie import Grid
    >>> solutions([Grid([[1, 0], [0, 0]]), Grid([[1, 1], [0, 0]])]).numbers.tolist()
    [1, 0]
    """
    cells, shape = convert_to_array(grids, box)
    return join_arrays(
        map_pieces(partial(_find_solutions, shape=shape), cells, jobs, _SOLVED_IN_A_TASK)
    )


def _find_solutions(cells: Cells, shape: BoxShape) -> Solutions:
    solved = np.zeros_like(cells)
    numbers = np.zeros(len(cells), np.uint8)
    for i, found in enumerate(complete_each((cells.tobytes(), shape))):
        numbers[i] = len(found.solutions) + bool(found.more)
        if found.solutions:
            solved[i] = found.solutions[0].rows
    return Solutions(solved, numbers)
