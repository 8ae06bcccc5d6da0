"""Count the symmetries of each of many Sudokus."""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from math import factorial, prod

from ...sudoku.arrays import (
    Cells,
    Grids,
    convert_present_sudokus_to_array_and_shape,
    yield_grids_of_array,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from ..symmetries import Symmetries, symmetries
from ..visible_symmetry import SymmetrySurvey
from .parallel_map import list_piece_results
from .sorted_forms import (
    SortedForms,
    are_surely_rigid,
    compute_unused_digit_and_blank_line_counts,
    sorted_forms,
)

_COUNTED_IN_A_TASK = 2000


def symmetry_counts(
    grids: Grids,
    box: BoxLike = None,
    *,
    jobs: Jobs = 1,
    column: str | int | None = None,
    offset: int = 0,
    missing: str | None = None,
) -> list[int]:
    """Return the number of symmetries of each grid. The identity and all renamings of digits that
    do not occur are counted too. `jobs` is the number of processes. `column` is the column of a
    table, or the key of the dicts, that has the grids. `offset` is subtracted from each cell; with
    1, the number 1 is a blank and 2 the digit 1. If `missing` is `"skip"`, missing values of a list
    or column, such as None or NaN, have the number -1; otherwise a missing value is an error.

    For most grids, the sorted form (a copy in which lines and digits are sorted) shows the number.
    It shows that only exchanges of blank lines, renamings of unused digits, and perhaps an exchange
    of rows with columns can be symmetries. The symmetries of all other grids are counted by a
    solver. Raises `GridError` if `grids` are not grids of one shape, `ArgumentError` if `missing`
    is another text, and `BackendError` if a process dies.

    >>> from sudokopie import Grid
    >>> symmetry_counts([Grid([[0] * 4] * 4), Grid([[1, 0, 2, 0], [0, 0, 3, 0], *[[0] * 4] * 2])])
    [3072, 2]
    """
    cells, shape, present_mask = convert_present_sudokus_to_array_and_shape(
        grids, box, column, offset, missing
    )
    counts = list_piece_results(
        partial(_count_symmetries, shape=shape), cells, jobs, _COUNTED_IN_A_TASK
    )
    found = chain.from_iterable(counts)
    return (
        [*found] if present_mask is None else [next(found) if here else -1 for here in present_mask]
    )


def yield_symmetry_surveys(
    cells: Cells, shape: BoxShape, survey_symmetries_of_grid: Callable[[Grid], SymmetrySurvey]
) -> Iterator[SymmetrySurvey]:
    """Yield the symmetries of each grid as far as they are known: their number, generators
    (symmetries that, combined, give all others), and the grid moved so that a symmetry is easy to
    see. For most grids, the sorted form (a copy in which lines and digits are sorted) proves that
    no symmetry moves a clue. The slow function `survey_symmetries_of_grid`, which answers for a
    single grid, is called only for the other grids.
    """
    rigid = are_surely_rigid(sorted_forms(cells, shape), cells, shape).tolist()
    for grid, is_rigid in zip(yield_grids_of_array(cells, shape), rigid, strict=True):
        unused = factorial(grid.size - len(grid.digits))
        alone = SymmetrySurvey(grid, Symmetries(grid, unused, ()), None, is_complete=True)
        yield alone if is_rigid and grid.size > 1 else survey_symmetries_of_grid(grid)


def _count_symmetries(cells: Cells, shape: BoxShape) -> list[int]:
    """Return the number of symmetries of each grid. They are counted without a solver if the grid's
    sorted form (a copy in which lines and digits are sorted) is the same for all copies, and
    otherwise by a solver.
    """
    counts = count_symmetries_if_form_is_exact(sorted_forms(cells, shape), cells, shape)
    left = [i for i, count in enumerate(counts) if count is None]
    by_solver = (symmetries(grid).order for grid in yield_grids_of_array(cells[left], shape))
    return [next(by_solver) if count is None else count for count in counts]


def count_symmetries_if_form_is_exact(
    forms: SortedForms, cells: Cells, shape: BoxShape
) -> list[int | None]:
    """Count the symmetries of each grid whose sorted form (a copy in which lines and digits are
    sorted) is exact, that is, the same for all copies of the grid. The list has None for every
    other grid, whose symmetries only a solver can count.

    `forms` are the sorted forms of the N grids of `cells`, (N, size, size). The identity and all
    renamings of digits that do not occur are counted too.
    """
    # A grid of a single cell is the same in both orientations.
    sides = forms.sides.clip(max=len(shape.rotations) // 2).tolist()
    interchangeable = compute_unused_digit_and_blank_line_counts(cells, shape).tolist()
    return [
        prod(map(factorial, numbers)) * side if is_exact else None
        for is_exact, numbers, side in zip(
            forms.exact.tolist(), interchangeable, sides, strict=True
        )
    ]
