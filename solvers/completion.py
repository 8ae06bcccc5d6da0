"""Completing Sudokus by SAT: one solution, all of them, how many, whether there is just one."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from ..encoding.completion import Completion
from ..sudoku.errors import GridError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from .protocol import Clock, DeadlinePassedError
from .pysat_solvers import QUICKEST, PySatOracle

TRIES = 100_000
"""How many guesses `random_solve` makes unless it is told otherwise."""


class Completed(NamedTuple):
    """Completions of a grid; `more` is whether there are others, None where that is not known."""

    grid: Grid
    solutions: tuple[Grid, ...]
    more: bool | None


def completed(
    grid: Grid,
    limit: int | None = 1,
    time_limit: float | None = None,
    found: list[Grid] | None = None,
) -> Completed:
    """Return the completions of a grid, at most `limit` of them, and whether there are more.

    When the `time_limit` in seconds is up, those found so far. They are put into `found` as they
    come, so that they are not lost where Ctrl-C ends the search.
    """
    found = [] if found is None else found
    try:
        for solution in solutions(grid, time_limit):
            if len(found) == limit:
                return Completed(grid, tuple(found), True)
            found.append(solution)
    except DeadlinePassedError:
        return Completed(grid, tuple(found), None)
    return Completed(grid, tuple(found), False)


def solutions(grid: Grid, time_limit: float | None = None) -> Iterator[Grid]:
    """Yield all completions of a grid, each once, in no particular order.

    Raises `DeadlinePassedError` when the time in seconds is up.

    >>> len(list(solutions(Grid([[0] * 4] * 4))))
    288
    """
    formula = Completion(grid)
    with PySatOracle(QUICKEST, formula.clauses(), Clock(time_limit)) as oracle:
        while (model := oracle.model()) is not None:
            solution = formula.completed(model)
            if not solution.is_solved():
                raise AssertionError(f"no solution: {solution!r}")
            yield solution
            oracle.add([[-v for v in model if v <= formula.variables]])


def solve(grid: Grid) -> Grid | None:
    """Return a completion of a grid, or None where there is none."""
    return next(solutions(grid), None)


def count(grid: Grid, limit: int | None = None) -> int:
    """Return how many completions a grid has, but no more than the limit."""
    return sum(1 for _ in islice(solutions(grid), limit))


def is_unique(grid: Grid) -> bool:
    """Return whether a grid has exactly one completion."""
    return count(grid, 2) == 1


def random_solve(grid: Grid, rng: Random, tries: int = TRIES) -> Grid:
    """Return a completion by guessing every blank from its candidates, over and over: for teaching.

    Raises `GridError` where some blank has no candidate, or where no guess was right.
    """
    candidates = grid.candidates()
    if not all(candidates.values()):
        raise GridError(Message("expected a candidate for each blank cell, found one without"))
    for _ in range(tries):
        rows = [list(row) for row in grid]
        for (r, c), digits in candidates.items():
            rows[r][c] = rng.choice(digits)
        guess = Grid(rows, grid.shape)
        if guess.is_solved():
            return guess
    raise GridError(Message("no guess was right in {tries} tries", tries=tries))
