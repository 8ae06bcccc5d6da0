"""Complete Sudokus with the compiled functions (kernel) and a SAT solver: find a solution or all
solutions, count them, and decide whether there is exactly one.

Many puzzles of the same shape share a solver, which keeps the clauses of the rules and the clauses
that it has learnt.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

import atexit
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress, islice
from typing import TYPE_CHECKING

from ..base.errors import ArgumentError, DeadlinePassedError, VerificationError
from ..base.registry import render_as_text
from ..base.verdict import VERDICTS, AnswerWithVerdict, Verdict
from ..kernel import kernel_functions
from ..solvers.deadline import Deadline, Timeout
from ..solvers.protocol import yield_models
from ..solvers.registry import make_oracle
from ..sudoku.grid import Cell, Grid, GridLike, convert_to_grid
from ..sudoku.shape import BoxShape, check_same_shape

if TYPE_CHECKING:
    from ..questions.claim import Claim


@dataclass(frozen=True, slots=True)
class CompletionAnswer(AnswerWithVerdict):
    """The completions (solutions) that were found for a grid. `more` is whether the grid has
    further completions; None means that this is not known. The verdict answers the question whether
    there is exactly one completion.
    """

    grid: Grid
    solutions: tuple[Grid, ...]
    more: bool | None

    __str__ = render_as_text

    @property
    def word(self) -> str:
        """The number of completions in a word: "none", "one", "more" (than one), "some" (at least
        one, perhaps more), or "undecided".
        """
        if len(self.solutions) > 1 or self.more:
            return "more"
        if self.more is None:
            return "some" if self.solutions else "undecided"
        return "one" if self.solutions else "none"

    @property
    def verdict(self) -> Verdict:
        """Yes if the grid has exactly one completion, no if it has none or several, and undecided
        if this is not known.
        """
        return VERDICTS[self.word]

    def claim(self, *, timeout: Timeout = None, **_other_options: object) -> Claim | None:
        """Return the statement that a certificate of this answer proves: the grid has no solution,
        exactly one, or more than one. Return None if the number is not known.

        If the grid has more than one solution but the answer holds only one of them, a second
        solution is searched for. Raises `ProofError` if the time is not enough for this search.
        """
        from ..questions.claim import convert_passed_deadline_to_proof_error
        from ..questions.completion_claim import SolutionCountClaim

        if self.word in ("some", "undecided"):
            return None
        shown = list(self.solutions[:2])
        if self.more and len(shown) < 2:
            with convert_passed_deadline_to_proof_error():
                every = completions(self.grid, timeout=timeout)
                shown += [next(one for one in every if one not in shown)]
        return SolutionCountClaim(self.grid, tuple(shown))


def search_completions(
    grid: Grid,
    limit: int | None = 1,
    *,
    timeout: Timeout = None,
    found_so_far: list[Grid] | None = None,
) -> CompletionAnswer:
    """Return the completions (solutions) of a grid, at most `limit` of them, and whether the grid
    has more. If `limit` is None, all completions are returned.

    When the time is up, the completions found so far are returned, and it is not known whether the
    grid has more: the field `more` of the result is None. Each completion is appended to the list
    `found_so_far` as soon as it is known, so that the caller still has it if Ctrl-C ends the
    search. Raises `GridError` if `grid` is not a grid.

    >>> search_completions(Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 0, 0]])).word
    'one'
    """
    found_so_far = [] if found_so_far is None else found_so_far
    try:
        for solution in completions(grid, timeout=timeout):
            if len(found_so_far) == limit:
                return CompletionAnswer(grid, tuple(found_so_far), True)
            found_so_far.append(solution)
    except DeadlinePassedError:
        return CompletionAnswer(grid, tuple(found_so_far), None)
    return CompletionAnswer(grid, tuple(found_so_far), False)


def list_completion_answers_or_none_by_kernel(
    grids: Sequence[Grid], timeout: Timeout = None
) -> list[CompletionAnswer | None]:
    """Complete grids of one shape with the compiled functions (kernel). Return a list with an entry
    for each grid: an answer with its only completion, an answer that it has no completion, or None
    if the grid needs a solver, for example because it has several completions.
    """
    # Reading a clock takes as long as a puzzle, so no deadline is made if there is no limit.
    if not grids or (timeout is not None and Deadline.from_timeout(timeout).remaining_seconds == 0):
        return [None] * len(grids)
    told: list[CompletionAnswer | None] = []
    found = kernel_functions.completions([grid.rows for grid in grids], grids[0].shape, 2)
    for grid, (number, cells) in zip(grids, found, strict=True):
        solutions = (
            (verify_and_return_solution(grid, Grid.of_bytes(cells, grid.shape)),)
            if number == 1
            else ()
        )
        told.append(CompletionAnswer(grid, solutions, False) if 0 <= number < 2 else None)
    return told


def verify_and_return_solution(grid: Grid, solution: Grid) -> Grid:
    """Check that `solution` is complete, obeys the rules and contains the clues of `grid`, and
    return it; otherwise raise `VerificationError`.
    """
    check_same_shape(grid.shape, solution.shape)
    clues, digits = (list(chain.from_iterable(one.rows)) for one in (grid, solution))
    if not solution.is_solved() or [*filter(None, clues)] != [*compress(digits, clues)]:
        raise make_false_solution_error(solution)
    return solution


def make_false_solution_error(solution: Grid) -> VerificationError:
    """Return the error which reports that the grid `solution`, which a solver returned, is not a
    solution.
    """
    return VerificationError(f"a solution is claimed that is none: {solution!r}")


def completions(grid: GridLike, *, timeout: Timeout = None) -> Iterator[Grid]:
    """Yield all completions of a grid, each once, in no particular order.

    Raises `GridError` if `grid` is not a grid, and `DeadlinePassedError` when the time is up.

    >>> len(list(completions(Grid([[0] * 4] * 4))))
    288
    """
    grid = convert_to_grid(grid)
    limit = None if timeout is None else Deadline.from_timeout(timeout)
    (told,) = list_completion_answers_or_none_by_kernel([grid], limit)
    if told is not None:
        yield from told.solutions
        return
    deadline = Deadline.from_timeout(limit)
    # The solver is imported here, because the kernel decides most grids without it.
    from ..encoding.completion import CompletionFormula

    formula = CompletionFormula(grid)
    with make_oracle(formula, deadline) as oracle:
        for model in yield_models(oracle, formula.make_excluding_clause):
            yield verify_and_return_solution(grid, formula.decode_grid(model))


def complete(grid: GridLike, *, timeout: Timeout = None) -> Grid | None:
    """Return a completion of a grid: a complete grid that has the same clues and obeys the rules of
    Sudoku. If the grid has several completions, any of them is returned. None if the grid has no
    completion.

    Raises `GridError` if `grid` is not a grid, and `DeadlinePassedError` when the time is up.
    """
    return next(completions(grid, timeout=timeout), None)


def count_completions(grid: GridLike, limit: int | None = None, *, timeout: Timeout = None) -> int:
    """Return the number of completions of a grid. If `limit` is given, counting stops there, so the
    result is at most `limit`.

    Raises `GridError` if `grid` is not a grid, `ArgumentError` if `limit` is below 0, and
    `DeadlinePassedError` when the time is up.
    """
    if limit is not None and limit < 0:
        raise ArgumentError(f"expected a limit of at least 0, found {limit}")
    grid = convert_to_grid(grid)
    number = 0 if limit == 0 else kernel_functions.completions([grid.rows], grid.shape, limit)[0][0]
    if number != kernel_functions.TOO_HARD:
        return number
    return sum(1 for _ in islice(completions(grid, timeout=timeout), limit))


def has_one_completion(grid: GridLike, *, timeout: Timeout = None) -> bool:
    """Return whether a grid has exactly one completion, that is, exactly one solution.

    Raises `GridError` if `grid` is not a grid, and `DeadlinePassedError` when the time is up.
    """
    return count_completions(grid, 2, timeout=timeout) == 1


# One solver for many puzzles

# For larger grids, loading the rules takes longer than completing most puzzles.
_LARGEST_KEPT = 16
_PUZZLES_A_SOLVER = 5000


class Completer:
    """A solver that completes many puzzles of a single shape. The rules of Sudoku are loaded only
    once; the clues of each puzzle are assumptions of the solver.

    The result for a puzzle does not depend on the puzzles that were completed before. If a puzzle
    has several solutions, a new solver finds them, because in this solver the order of the
    solutions would depend on the clauses that it has learnt from earlier puzzles.
    """

    def __init__(self, shape: BoxShape) -> None:
        from ..encoding.completion import CompletionFormula

        self._formula = CompletionFormula(Grid([[0] * shape.size] * shape.size, shape))
        self._oracle = make_oracle(self._formula, Deadline())
        self._last = self._formula.variables

    @property
    def is_slower_than_new_completer(self) -> bool:
        """Whether this completer is slower than a new completer would be. Each completed puzzle
        leaves a variable and a clause in the solver, which slow it down.
        """
        return self._last >= self._formula.variables + _PUZZLES_A_SOLVER

    def search_completions(self, grid: Grid, limit: int | None = 1) -> CompletionAnswer:
        """Return the completions of a grid, at most `limit` of them, and whether there are more.
        `limit` is at least 1, or None for all; there is no time limit.
        """
        clues = self._list_clue_variables(grid)
        model = self._oracle.find_model(clues)
        if model is None:
            return CompletionAnswer(grid, (), False)
        solution = self._formula.decode_grid(model)
        differs = self._add_exclusion_and_return_switch(solution)
        other = self._oracle.find_model([*clues, differs])
        self._oracle.add([-differs])
        if other is not None:
            return search_completions(grid, limit)
        return CompletionAnswer(grid, (verify_and_return_solution(grid, solution),), False)

    def make_uniqueness_tester(self, solution: Grid) -> Callable[[Collection[Cell]], bool]:
        """Return a function that takes some cells and tests a puzzle: all cells of `solution`
        except these are made blank. The function returns whether `solution` is the puzzle's only
        solution.
        """
        differs = self._add_exclusion_and_return_switch(solution)

        def is_unique(cells: Collection[Cell]) -> bool:
            """Return whether `solution` is the only solution of the puzzle that has its digits in
            `cells` and blanks in all other cells.
            """
            puzzle = solution.keeping(cells)
            ((number, _),) = kernel_functions.completions([puzzle.rows], solution.shape, 2)
            if number == kernel_functions.TOO_HARD:
                return (
                    self._oracle.find_model([differs, *self._list_clue_variables(puzzle)]) is None
                )
            return number == 1

        return is_unique

    def _list_clue_variables(self, grid: Grid) -> list[int]:
        """Return a list with a variable of the formula for each clue: the variable that is true if
        the cell has the clue's digit. The variables of a cell are numbered in the order of the
        digits.
        """
        digits = chain.from_iterable(grid.rows)
        return [grid.size * cell + digit for cell, digit in enumerate(digits) if digit]

    def _add_exclusion_and_return_switch(self, solution: Grid) -> int:
        """Add a clause to the solver that excludes the solution `solution`, but only while a new
        variable is assumed to be true. Return this variable.
        """
        self._last += 1
        self._oracle.add(
            [-self._last, *(-variable for variable in self._list_clue_variables(solution))]
        )
        return self._last


_solvers = threading.local()
"""A thread-local object, whose attributes each thread has for itself. Each attribute has the name
of a box shape, and is a completer: a solver that has loaded the rules of Sudoku for this shape. So
threads share neither solvers nor learnt clauses.
"""

# At exit, Python would free PySAT's modules before the solvers of the main thread; so the solvers
# are freed first.
atexit.register(lambda: vars(_solvers).clear())


def get_completer_of_thread(shape: BoxShape) -> Completer:
    """Return this thread's completer for grids of a shape: a solver that has loaded the rules and
    completes many puzzles. The completer is created at the first call. When it has completed enough
    puzzles to become slow, a new completer replaces it.
    """
    own: dict[str, Completer] = vars(_solvers)
    name = str(shape)
    if name not in own or own[name].is_slower_than_new_completer:
        own[name] = Completer(shape)
    return own[name]


def find_completion_answer_by_shared_solver(
    grid: Grid, limit: int | None = 1, *, timeout: Timeout = None
) -> CompletionAnswer:
    """Return the completions (solutions) of a grid, at most `limit` of them, and whether the grid
    has more. If `limit` is None, all completions are returned. For many puzzles in a row, this is
    much faster than `search_completions`, which makes a new solver for each grid.

    The compiled functions (kernel) answer if they can. Otherwise a solver answers: without a time
    limit, the solver that this thread keeps for all grids of this shape; with a time limit, or for
    a large grid, a new solver.
    """
    time_limit = None if timeout is None else Deadline.from_timeout(timeout)
    (told,) = list_completion_answers_or_none_by_kernel([grid], time_limit)
    return (
        _complete_by_solver(grid, limit, Deadline.from_timeout(time_limit))
        if told is None
        else told
    )


def _complete_by_solver(grid: Grid, limit: int | None, deadline: Deadline) -> CompletionAnswer:
    """Return the completions of a grid that a solver finds, at most `limit` of them, and whether
    there are more. The solver is this thread's completer for the shape, which keeps its clauses, or
    a new solver if there is a time limit or the grid is large.
    """
    if grid.size > _LARGEST_KEPT or deadline.remaining_seconds is not None:
        return search_completions(grid, limit, timeout=deadline)
    return get_completer_of_thread(grid.shape).search_completions(grid, limit)


def list_completion_answers(
    cells_and_shape: tuple[bytes, tuple[int, int]],
    limit: int | None = 1,
    seconds_per_grid: float | None = None,
) -> list[CompletionAnswer]:
    """Complete many grids, and return the list of their results: at most `limit` completions of
    each grid, and whether there are more. `cells_and_shape` are the cells of grids of one shape, as
    bytes, one grid after another, and the height and width of a box. `limit` is at least 1, or None
    for all; `seconds_per_grid` is the time limit for each grid.

    `cells_and_shape` is a plain tuple, so it can be sent to a process of a pool.

    >>> [one.word for one in list_completion_answers((bytes([1, 2, 0, 0, 1, 1, 0, 0]), (1, 2)))]
    ['one', 'none']
    """
    return list(yield_completion_answers(cells_and_shape, limit, seconds_per_grid))


def yield_completion_answers(
    cells_and_shape: tuple[bytes, tuple[int, int]],
    limit: int | None = 1,
    seconds_per_grid: float | None = None,
) -> Iterator[CompletionAnswer]:
    """Complete many grids, and yield the result for each grid as soon as it is known: at most
    `limit` completions, and whether there are more. `cells_and_shape` are the cells of grids of one
    shape, as bytes, one grid after another, and the height and width of a box. `limit` is at least
    1, or None for all; `seconds_per_grid` is the time limit for each grid.

    First the compiled functions (kernel) answer for all grids, and then a solver answers for each
    grid that needs it.
    """
    data, box = cells_and_shape
    shape = BoxShape(*box)
    area = shape.size**2
    grids = [Grid.of_bytes(data[i : i + area], shape) for i in range(0, len(data), area)]
    for grid, found in zip(
        grids, list_completion_answers_or_none_by_kernel(grids, seconds_per_grid), strict=True
    ):
        yield (
            _complete_by_solver(grid, limit, Deadline(seconds_per_grid)) if found is None else found
        )
