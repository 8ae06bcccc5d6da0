"""Completing Sudokus by the kernel and by SAT: one solution, all, how many, whether just one.

Of many puzzles of a shape one solver is asked, which keeps the rules and what it learns.
"""

import atexit
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from ..base.errors import ArgumentError, DeadlinePassedError, VerificationError
from ..base.verdict import VERDICTS, Verdict, WithVerdict
from ..kernel import chosen
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import list_models
from ..solvers.registry import make_oracle
from ..sudoku.grid import Cell, Grid, check_grids
from ..sudoku.shape import BoxShape

if TYPE_CHECKING:
    from ..questions.claim import Statement


@dataclass(frozen=True, slots=True)
class Completed(WithVerdict):
    """Completions of a grid; `more`: are there others, if known? The verdict: is there just one?"""

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

    def claim(self, *, timeout: Timeout = None, **_: object) -> "Statement | None":
        """Return what a certificate of the solutions states; None if their number is not known.

        Looks for a second solution if need be. Raises `ProofError` if the time is not enough.
        """
        from ..questions.claim import raise_proof_error_at_deadline
        from ..questions.completion_claim import CertifiedSolutions

        if self.word in ("some", "undecided"):
            return None
        shown = list(self.solutions[:2])
        if self.more and len(shown) < 2:
            with raise_proof_error_at_deadline():
                every = completions(self.grid, timeout=timeout)
                shown += [next(one for one in every if one not in shown)]
        return CertifiedSolutions(self.grid, tuple(shown))


def search_completions(
    grid: Grid, limit: int | None = 1, *, timeout: Timeout = None, found: list[Grid] | None = None
) -> Completed:
    """Return the completions of a grid, at most `limit` of them, and whether there are more.

    When the time is up, it returns those found so far. They are put into `found` as they come, so
    that they are not lost where Ctrl-C ends the search.

    >>> search_completions(Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 0, 0]])).word
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


def complete_by_kernel(grids: Sequence[Grid], timeout: Timeout = None) -> list[Completed | None]:
    """Return what `search_completions` returns for grids of one shape; None where a solver is to
    be asked.

    It is asked about grids with several completions, because it chooses among these, and where the
    kernel finds it too hard. None is told when the time is up.
    """
    if not grids or Clock.of(timeout).remaining == 0:
        return [None] * len(grids)
    told: list[Completed | None] = []
    found = chosen.completions([grid.rows for grid in grids], grids[0].shape, 2)
    for grid, (number, cells) in zip(grids, found, strict=True):
        solutions = (
            (verify_completion(grid, Grid.of_bytes(cells, grid.shape)),) if number == 1 else ()
        )
        told.append(Completed(grid, solutions, False) if 0 <= number < 2 else None)
    return told


def verify_completion(grid: Grid, solution: Grid) -> Grid:
    """Return a solution of a grid; raise `VerificationError` where it is none."""
    if not solution.is_solved() or grid.agreeing(solution) != grid:
        raise VerificationError(f"a solution is claimed that is none: {solution!r}")
    return solution


def completions(grid: Grid, *, timeout: Timeout = None) -> Iterator[Grid]:
    """Yield all completions of a grid, each once, in no particular order.

    Raises `GridError` for what is no grid, and `DeadlinePassedError` when the time is up.

    >>> len(list(completions(Grid([[0] * 4] * 4))))
    288
    """
    check_grids(grid)
    clock = Clock.of(timeout)
    (told,) = complete_by_kernel([grid], clock)
    if told is not None:
        yield from told.solutions
        return
    from ..encoding.completion import Completion  # which the kernel mostly spares

    formula = Completion(grid)
    with make_oracle(formula, clock) as oracle:
        for model in list_models(oracle, formula.exclude_model):
            yield verify_completion(grid, formula.decode_grid(model))


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


# One solver for many puzzles

_LARGEST_KEPT = 16  # above this size loading the rules takes longer than completing most puzzles
_PUZZLES_A_SOLVER = 5000


class Completer:
    """Completes puzzles of a shape by one solver. The clues are assumptions about the blank grid.

    What it returns does not depend on the puzzles before: several solutions, which come in no
    order, are found by a solver of their own.
    """

    def __init__(self, shape: BoxShape) -> None:
        from ..encoding.completion import Completion

        self._formula = Completion(Grid([[0] * shape.size] * shape.size, shape))
        self._oracle = make_oracle(self._formula, Clock())
        self._last = self._formula.variables

    @property
    def is_used_up(self) -> bool:
        """Whether a new one would be quicker: each puzzle leaves a variable and a clause behind."""
        return self._last >= self._formula.variables + _PUZZLES_A_SOLVER

    def search_completions(self, grid: Grid, limit: int | None = 1) -> Completed:
        """Return what `search_completions` does, without a time limit; `limit` is at least 1, or
        None.
        """
        clues = self._list_clue_variables(grid)
        model = self._oracle.find_model(clues)
        if model is None:
            return Completed(grid, (), False)
        solution = self._formula.decode_grid(model)
        differs = self._exclude_solution(solution)
        other = self._oracle.find_model([*clues, differs])
        self._oracle.add([-differs])
        if other is not None:
            return search_completions(grid, limit)
        return Completed(grid, (verify_completion(grid, solution),), False)

    def make_uniqueness_test(self, solution: Grid) -> Callable[[Collection[Cell]], bool]:
        """Return a test of cells: have their digits, as clues, `solution` as the only solution?"""
        differs = self._exclude_solution(solution)

        def is_unique(cells: Collection[Cell]) -> bool:
            puzzle = solution.keeping(cells)
            ((number, _),) = chosen.completions([puzzle.rows], solution.shape, 2)
            if number == chosen.TOO_HARD:
                return (
                    self._oracle.find_model([differs, *self._list_clue_variables(puzzle)]) is None
                )
            return number == 1

        return is_unique

    def _list_clue_variables(self, grid: Grid) -> list[int]:
        """Return for each clue the variable that says it: those of a cell are in order."""
        digits = chain.from_iterable(grid.rows)
        return [grid.size * cell + digit for cell, digit in enumerate(digits) if digit]

    def _exclude_solution(self, solution: Grid) -> int:
        """Return a new variable; while it is true, the solution is ruled out."""
        self._last += 1
        self._oracle.add(
            [-self._last, *(-variable for variable in self._list_clue_variables(solution))]
        )
        return self._last


_solvers = threading.local()
"""The completers of each thread, by their shape: what they learn is not shared."""

# Those of the main thread are freed before PySAT's modules, which Python would free first.
atexit.register(lambda: vars(_solvers).clear())


def get_completer(shape: BoxShape) -> Completer:
    """Return the completer of a shape, in each thread the same one each time."""
    own: dict[str, Completer] = vars(_solvers)
    name = str(shape)
    if name not in own or own[name].is_used_up:
        own[name] = Completer(shape)
    return own[name]


def search_completions_quickly(
    grid: Grid, limit: int | None = 1, *, timeout: Timeout = None
) -> Completed:
    """Return what `search_completions` does; of many puzzles in a row far quicker, without a time
    limit.
    """
    clock = Clock.of(timeout)
    (told,) = complete_by_kernel([grid], clock)
    return _complete_by_solver(grid, limit, clock) if told is None else told


def _complete_by_solver(grid: Grid, limit: int | None, clock: Clock) -> Completed:
    if grid.size > _LARGEST_KEPT or clock.remaining is not None:
        return search_completions(grid, limit, timeout=clock)
    return get_completer(grid.shape).search_completions(grid, limit)


def complete_each(
    task: tuple[bytes, tuple[int, int]], limit: int | None = 1, seconds: float | None = None
) -> list[Completed]:
    """Return what `search_completions` returns for each grid of a task, with a limit of `seconds`
    for each.

    The task is the cells of grids of one shape, one after another; `limit` is not 0.

    >>> [one.word for one in complete_each((bytes([1, 2, 0, 0, 1, 1, 0, 0]), (1, 2)))]
    ['one', 'none']
    """
    data, box = task
    shape = BoxShape(*box)
    area = shape.size**2
    grids = [Grid.of_bytes(data[i : i + area], shape) for i in range(0, len(data), area)]
    told = complete_by_kernel(grids, seconds)
    return [
        _complete_by_solver(grid, limit, Clock(seconds)) if one is None else one
        for grid, one in zip(grids, told, strict=True)
    ]
