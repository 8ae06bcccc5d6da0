"""Completing Sudokus by the kernel and by SAT: one solution, all, how many, whether just one."""

import atexit
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, TypeVar

from ..base.errors import ArgumentError, CheckError, DeadlinePassedError, GridError
from ..base.verdict import VERDICTS, Verdict, WithVerdict
from ..encoding.completion import Completion
from ..kernel import chosen
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import models
from ..solvers.registry import oracle_for
from ..sudoku.grid import Cell, Grid, check_grids
from ..sudoku.shape import BoxShape

Kept = TypeVar("Kept")

GUESSES = 100_000
"""How many guesses `random_completion` makes unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Completed(WithVerdict):
    """Completions of a grid; `more` is whether there are others, None where that is not known.

    The verdict is about: is there just one?
    """

    grid: Grid
    solutions: tuple[Grid, ...]
    more: bool | None

    @property
    def word(self) -> str:
        """How many there are: none, one, more, some (at least one), or undecided."""
        if len(self.solutions) > 1 or self.more:
            return "more"
        if self.more is None:
            return "some" if self.solutions else "undecided"
        return "one" if self.solutions else "none"

    @property
    def verdict(self) -> Verdict:
        """Whether there is just one."""
        return VERDICTS[self.word]


def completed(
    grid: Grid,
    limit: int | None = 1,
    *,
    timeout: Timeout = None,
    found: list[Grid] | None = None,
) -> Completed:
    """Return the completions of a grid, at most `limit` of them, and whether there are more.

    When the time is up, it returns those found so far. They are put into `found` as
    they come, so that they are not lost where Ctrl-C ends the search.

    >>> completed(Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 0, 0]])).word
    'one'
    """
    found = [] if found is None else found
    try:
        for solution in completions(grid, timeout=timeout):
            if len(found) == limit:
                return Completed(grid, tuple(found), True)
            found.append(solution)
    except DeadlinePassedError:
        return Completed(grid, tuple(found), None)
    return Completed(grid, tuple(found), False)


def told_by_kernel(grids: Sequence[Grid], timeout: Timeout = None) -> list[Completed | None]:
    """Return what `completed` returns for grids of one shape; None where a solver is to be asked.

    It is asked about grids with several completions, because it chooses those that are returned,
    and about those that are too hard for the kernel. None is told when the time is up.
    """
    if not grids or Clock.of(timeout).remaining == 0:
        return [None] * len(grids)
    told: list[Completed | None] = []
    found = chosen.completions([grid.rows for grid in grids], grids[0].shape, 2)
    for grid, (number, cells) in zip(grids, found, strict=True):
        solutions = (checked(grid, Grid.of_bytes(cells, grid.shape)),) if number == 1 else ()
        told.append(Completed(grid, solutions, False) if 0 <= number < 2 else None)
    return told


def checked(grid: Grid, solution: Grid) -> Grid:
    """Return a solution of a grid; raise `CheckError` where it is none."""
    if not solution.is_solved() or grid.agreeing(solution) != grid:
        raise CheckError(f"a solution is claimed that is none: {solution!r}")
    return solution


def completions(grid: Grid, *, timeout: Timeout = None) -> Iterator[Grid]:
    """Yield all completions of a grid, each once, in no particular order.

    Raises `GridError` for what is no grid, and `DeadlinePassedError` when the time is up.

    >>> len(list(completions(Grid([[0] * 4] * 4))))
    288
    """
    check_grids(grid)
    clock = Clock.of(timeout)
    (told,) = told_by_kernel([grid], clock)
    if told is not None:
        yield from told.solutions
        return
    formula = Completion(grid)
    with oracle_for(formula, clock) as oracle:
        for model in models(oracle, formula.unlike):
            yield checked(grid, formula.completed(model))


def complete(grid: Grid, *, timeout: Timeout = None) -> Grid | None:
    """Return a completion of a grid, or None where there is none; raise as `completions` does."""
    return next(completions(grid, timeout=timeout), None)


def count_completions(grid: Grid, limit: int | None = None, *, timeout: Timeout = None) -> int:
    """Return how many completions a grid has; counting ends at `limit`.

    Raises as `completions` does, and `ArgumentError` for a limit below 0.
    """
    if limit is not None and limit < 0:
        raise ArgumentError(f"expected a limit of at least 0, found {limit}")
    check_grids(grid)
    number = 0 if limit == 0 else chosen.completions([grid.rows], grid.shape, limit)[0][0]
    if number != chosen.TOO_HARD:
        return number
    return sum(1 for _ in islice(completions(grid, timeout=timeout), limit))


def has_one_completion(grid: Grid, *, timeout: Timeout = None) -> bool:
    """Return whether a grid has exactly one completion; raise as `completions` does."""
    return count_completions(grid, 2, timeout=timeout) == 1


def random_completion(grid: Grid, rng: Random, tries: int = GUESSES) -> Grid:
    """Return a completion by guessing every blank from its candidates, over and over: for teaching.

    Raises `GridError` where some blank has no candidate, or where no guess was right.
    """
    candidates = grid.candidates()
    if not all(candidates.values()):
        raise GridError("expected a candidate for each blank cell, found one without")
    for _ in range(tries):
        rows = [list(row) for row in grid]
        for (r, c), digits in candidates.items():
            rows[r][c] = rng.choice(digits)
        guess = Grid(rows, grid.shape)
        if guess.is_solved():
            return guess
    raise GridError("no guess was right in {tries} tries", tries=tries)


class Uniqueness:
    """Tells which cells of a complete grid have, as clues, that grid as their only solution.

    Of all grids of a shape one solver tells it where the kernel does not, and keeps what it learns.
    """

    def __init__(self, shape: BoxShape) -> None:
        formula = Completion(Grid([[0] * shape.size] * shape.size, shape))
        self._cell, self._last = formula.cell, formula.variables
        self._oracle = oracle_for(formula, Clock())

    def of(self, solution: Grid) -> Callable[[Collection[Cell]], bool]:
        """Return a test of cells: have their digits, as clues, `solution` as the only solution?"""
        self._last += 1
        differs = self._last
        same = {cell: digits[solution[cell]] for cell, digits in self._cell.items()}
        self._oracle.add([-differs, *(-literal for literal in same.values())])

        def is_unique(cells: Collection[Cell]) -> bool:
            rows = solution.keeping(cells).rows
            ((number, _),) = chosen.completions([rows], solution.shape, 2)
            if number == chosen.TOO_HARD:
                return self._oracle.model([differs, *(same[cell] for cell in cells)]) is None
            return number == 1

        return is_unique


class _Solvers(threading.local):
    """The solvers of a thread, by what they do and the shape: what they learn is not shared."""

    def __init__(self) -> None:
        self.of: dict[tuple[Callable[[BoxShape], Any], BoxShape], Any] = {}


_solvers = _Solvers()


@atexit.register
def _free() -> None:
    """Free the solvers of the main thread, which Python would do after it freed PySAT's modules."""
    _solvers.of.clear()


def kept(kind: Callable[[BoxShape], Kept], shape: BoxShape) -> Kept:
    """Return what a class makes of a shape, in each thread the same object each time."""
    if (kind, shape) not in _solvers.of:
        _solvers.of[kind, shape] = kind(shape)
    found: Kept = _solvers.of[kind, shape]
    return found


def uniqueness(shape: BoxShape) -> Uniqueness:
    """Return the solver of a shape, in each thread the same one each time."""
    return kept(Uniqueness, shape)
