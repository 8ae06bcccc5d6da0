"""How many symmetries each of many Sudokus has."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from math import factorial, prod

import numpy as np

from ...sudoku.arrays import Cells, Grids, convert_to_array, grids_of
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from ..seen_best import Survey
from ..symmetries import Symmetries, symmetries
from .parallel_map import map_pieces
from .sorted_forms import are_rigid, count_free, sorted_forms

_COUNTED_IN_A_TASK = 2000


def symmetry_counts(grids: Grids, box: BoxLike = None, *, jobs: Jobs = 1) -> list[int]:
    """Return the number of symmetries of each grid, the identity and all renamings included.

    Where the sorted form is exact no symmetry moves a line with clues or a digit that occurs,
    unless it exchanges the orientations, and what is `count_free` changes places. Of other grids a
    solver counts the symmetries, one by one. Raises `GridError` for what are not grids of one
    shape,
    `BackendError` where processes die.

    >>> from sudokopie import Grid
    >>> symmetry_counts([Grid([[0] * 4] * 4), Grid([[1, 0, 2, 0], [0, 0, 3, 0], *[[0] * 4] * 2])])
    [3072, 2]
    """
    cells, shape = convert_to_array(grids, box)
    counts = map_pieces(partial(_count_symmetries, shape=shape), cells, jobs, _COUNTED_IN_A_TASK)
    return list(chain.from_iterable(counts))


def survey_symmetries(
    cells: Cells, shape: BoxShape, surveyed: Callable[[Grid], Survey]
) -> Iterator[Survey]:
    """Yield what is known of the symmetries of grids; of most without asking `surveyed`."""
    rigid = are_rigid(sorted_forms(cells, shape), cells, shape).tolist()
    for grid, is_rigid in zip(grids_of(cells, shape), rigid, strict=True):
        unused = factorial(grid.size - len(grid.digits))
        alone = Survey(grid, Symmetries(grid, unused, ()), None, is_complete=True)
        yield alone if is_rigid and grid.size > 1 else surveyed(grid)


def _count_symmetries(cells: Cells, shape: BoxShape) -> list[int]:
    found = sorted_forms(cells, shape)
    # Of a single cell both orientations are one.
    sides = found.sides.clip(max=len(shape.rotations) // 2).tolist()
    counts = [
        prod(map(factorial, numbers)) * side
        for numbers, side in zip(count_free(cells, shape).tolist(), sides, strict=True)
    ]
    left = np.flatnonzero(~found.exact)
    for i, grid in zip(left.tolist(), grids_of(cells[left], shape), strict=True):
        counts[i] = symmetries(grid).order
    return counts
