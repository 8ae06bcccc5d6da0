"""Completing many puzzles of a shape by one solver, which keeps the rules and what it learns."""

from itertools import chain

from ..encoding.completion import Completion
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import oracle_for
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .completion import Completed, checked, completed, kept, told_by_kernel

_LARGEST_KEPT = 16
"""Above this size loading the rules takes longer than completing most puzzles."""

_PUZZLES_A_SOLVER = 5000
"""After so many puzzles a new solver begins: each one leaves a variable and a clause behind."""


class Completer:
    """Completes puzzles of a shape. The clues are assumptions about the blank grid.

    Of that grid digit d in the k-th cell, counted from 0, is the variable size · k + d.

    What it returns does not depend on the puzzles before: of a puzzle with several solutions, which
    come in no order, a solver of its own finds them.
    """

    def __init__(self, shape: BoxShape) -> None:
        self._formula = Completion(Grid([[0] * shape.size] * shape.size, shape))
        self._begin()

    def _begin(self) -> None:
        self._oracle = oracle_for(self._formula, Clock())
        self._last = self._formula.variables

    def completed(self, grid: Grid, limit: int | None = 1) -> Completed:
        """Return what `completed` does, without a time limit; `limit` is at least 1, or None."""
        if self._last == self._formula.variables + _PUZZLES_A_SOLVER:
            self._begin()
        size = grid.size
        clues = [size * k + d for k, d in enumerate(chain.from_iterable(grid.rows)) if d]
        model = self._oracle.model(clues)
        if model is None:
            return Completed(grid, (), False)
        self._last += 1
        # While this variable is true, the solution just found is ruled out.
        self._oracle.add([-self._last, *self._formula.unlike(model)])
        other = self._oracle.model([*clues, self._last])
        self._oracle.add([-self._last])
        if other is not None:
            return completed(grid, limit)
        chosen = sorted(variable for variable in model if variable <= self._formula.variables)
        digits = [(variable - 1) % size + 1 for variable in chosen]
        solution = Grid.of_bytes(bytes(digits), grid.shape)
        return Completed(grid, (checked(grid, solution),), False)


def completed_quickly(grid: Grid, limit: int | None = 1, *, timeout: Timeout = None) -> Completed:
    """Return what `completed` does; of many puzzles in a row far quicker, without a time limit."""
    clock = Clock.of(timeout)
    (told,) = told_by_kernel([grid], clock)
    return _by_solver(grid, limit, clock) if told is None else told


def _by_solver(grid: Grid, limit: int | None, clock: Clock) -> Completed:
    if grid.size > _LARGEST_KEPT or clock.remaining is not None:
        return completed(grid, limit, timeout=clock)
    return kept(Completer, grid.shape).completed(grid, limit)


def all_completed(
    task: tuple[bytes, tuple[int, int]], limit: int | None = 1, seconds: float | None = None
) -> list[Completed]:
    """Return what `completed` returns for each grid of a task, with a limit of `seconds` for each.

    The task is the cells of grids of one shape, one after another; `limit` is not 0.

    >>> [one.word for one in all_completed((bytes([1, 2, 0, 0, 1, 1, 0, 0]), (1, 2)))]
    ['one', 'none']
    """
    data, box = task
    shape = BoxShape(*box)
    area = shape.size**2
    grids = [Grid.of_bytes(data[i : i + area], shape) for i in range(0, len(data), area)]
    told = told_by_kernel(grids, seconds)
    return [
        _by_solver(grid, limit, Clock(seconds)) if one is None else one
        for grid, one in zip(grids, told, strict=True)
    ]
