"""Solve many puzzles, for example to compare puzzles by their solutions."""

from __future__ import annotations  # help() then shows the names of types, not their parts

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernel import kernel_functions
from ...sudoku.arrays import (
    Cells,
    Grids,
    add_offset,
    are_solved_grids,
    convert_present_sudokus_to_array_and_shape,
    insert_filling_for_missing_values,
    join_arrays,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from ..completion import list_completion_answers, make_false_solution_error
from .parallel_map import list_piece_results

_SOLVED_IN_A_TASK = 500


class Solutions(NamedTuple):
    """The solutions of N puzzles, and how many solutions each puzzle has, as two arrays.

    `grids`, (N, size, size) uint8, has a solution of each puzzle, or a blank grid if the puzzle has
    no solution. `numbers`, (N,) uint8, has the number of solutions: 0, 1, or 2 for two or more. If
    missing puzzles were skipped, `numbers` is int8 instead, and has -1 for each of them.
    """

    grids: Cells
    numbers: NDArray[np.uint8] | NDArray[np.int8]


def solutions(
    grids: Grids,
    box: BoxLike = None,
    *,
    jobs: Jobs = 1,
    column: str | int | None = None,
    offset: int = 0,
    missing: str | None = None,
) -> Solutions:
    """Return a solution of each puzzle and whether it has 0, 1, or at least 2 solutions. `jobs` is
    the number of processes. `column` is the column of a table, or the key of the dicts, that has
    the puzzles. `offset` is subtracted from each cell of the puzzles, and added to each cell of the
    solutions; with 1, the number 1 is a blank and 2 the digit 1.

    If `missing` is `"skip"`, missing values of a list or column, such as None or NaN, have a blank
    grid and the number -1, and the numbers are int8; otherwise a missing value is an error. Raises
    `GridError` if `grids` are not grids of one shape, `ArgumentError` if `missing` is another text,
    and `BackendError` if a process dies.

    >>> from sudokopie import Grid
    >>> solutions([Grid([[1, 0], [0, 0]]), Grid([[1, 1], [0, 0]])]).numbers.tolist()
    [1, 0]
    """
    cells, shape, present_mask = convert_present_sudokus_to_array_and_shape(
        grids, box, column, offset, missing
    )
    found: Solutions = join_arrays(
        list_piece_results(partial(_find_solutions, shape=shape), cells, jobs, _SOLVED_IN_A_TASK)
    )
    found = found._replace(grids=add_offset(found.grids, offset))
    if present_mask is None:
        return found
    return Solutions(
        insert_filling_for_missing_values(found.grids, present_mask, offset),
        insert_filling_for_missing_values(found.numbers.astype(np.int8), present_mask, -1),
    )


def _find_solutions(cells: Cells, shape: BoxShape) -> Solutions:
    """Solve each puzzle, and return a solution and the number of solutions: 0, 1, or 2 for two or
    more. The compiled functions (kernel) find most of the unique solutions, and a solver finds all
    other solutions. Raises `VerificationError` if a solution of the kernel is wrong.
    """
    found, numbers = np.zeros_like(cells), np.zeros(len(cells), np.int64)
    kernel_functions.fill_completions(cells, shape, numbers, found)
    has_one = numbers == 1
    is_solution = are_solved_grids(found, shape) & ((cells == found) | (cells == 0)).all((1, 2))
    if wrong := np.flatnonzero(has_one & ~is_solution).tolist():
        raise make_false_solution_error(Grid(found[wrong[0]], shape))
    found[~has_one] = 0
    # If a puzzle has several solutions, the solver finds the solution that is returned, so that the
    # result is the same without the kernel.
    others = np.flatnonzero((numbers < 0) | (numbers > 1))
    by_solver = list_completion_answers((cells[others].tobytes(), shape))
    for i, completed in zip(others.tolist(), by_solver, strict=True):
        numbers[i] = len(completed.solutions) + bool(completed.more)
        if completed.solutions:
            found[i] = completed.solutions[0].rows
    return Solutions(found, numbers.astype(np.uint8))
