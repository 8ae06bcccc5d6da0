"""Find the fewest clues of a puzzle with a given solution, by the method of implicit hitting sets.

A puzzle has one solution if and only if it has a clue in every unavoidable set of the solution. So
if some unavoidable sets are known, the smallest number of cells that include a cell of each of
these sets is a lower bound. If a puzzle with clues in these cells has another solution, there is an
unavoidable set without a clue. The search adds this set and repeats, until the clues have only one
solution. The method is from Moreno-Centeno, Karp 2013. McGuire, Tugemann, Civario 2014 used it for
Sudoku, and needed all sets of up to 12 cells for puzzles with 17 clues.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random

from ...answers.completion import has_one_completion
from ...base.errors import ArgumentError, DeadlinePassedError, VerificationError
from ...base.verdict import StoppableSearch, Verdict
from ...encoding.completion import OtherSolutionFormula
from ...encoding.formula import Totalizer
from ...solvers.deadline import Deadline, Timeout
from ...solvers.protocol import Oracle
from ...solvers.registry import make_oracle
from ...sudoku.grid import Cell, CellSet, Grid
from ...sudoku.random_grids import random_complete_grid
from ...sudoku.shape import BoxShape
from .classes import ClassStudy
from .unavoidable import (
    UnavoidableStudy,
    check_complete,
    choose_disjoint_sets,
    find_most_disjoint_sets,
)

# The number of clues that are removed from the best puzzle to look for a better puzzle.
_CLUES_LEFT_OUT = 2
_SECONDS_FOR_A_GRID = 10  # time limit for each random grid, if a shape has too many classes


class FewestCluesStudy(StoppableSearch):
    """The search for the fewest clues of a puzzle whose only solution is a given complete grid.
    `known` is a puzzle of the grid from which the search starts; None means the whole grid. If the
    search is interrupted, it keeps its results.

    `at_least` is the lower bound. At the beginning it is the number of digits minus 1, because two
    digits that are not among the clues could be exchanged. `puzzle` is the puzzle with the fewest
    clues found so far. The keys of `sets` are the unavoidable sets (sets of cells in which each of
    these puzzles has a clue) in the order in which they were found. Raises `GridError` if the grid
    is not complete.

    >>> study = FewestCluesStudy(Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]))
    >>> study.run()
    >>> study.at_least, study.puzzle.clues, study.is_exact
    (4, 4, True)
    """

    def __init__(self, grid: Grid, known: Grid | None = None) -> None:
        check_complete(grid)
        self.grid = grid
        self.at_least = grid.size - 1
        self.puzzle = known or grid
        self.sets: dict[CellSet, None] = {}

    @property
    def at_most(self) -> int:
        """The upper bound on the fewest clues: the number of clues of the best puzzle so far."""
        return self.puzzle.clues

    @property
    def is_exact(self) -> bool:
        """Whether `puzzle` certainly has the fewest clues, because both bounds are equal."""
        return self.at_least == self.at_most

    @property
    def verdict(self) -> Verdict:
        """The answer to the question whether the fewest clues are known: yes or undecided."""
        return Verdict.of(self.is_exact or None)

    def run(
        self,
        timeout: Timeout = None,
        progress: Callable[["FewestCluesStudy"], None] = lambda _: None,
    ) -> None:
        """Continue the search until the lower and the upper bound on the fewest clues are equal.
        `progress` is called with this study after each change. `timeout` is a number of seconds or
        a `Deadline`; None means no limit.

        Raises `DeadlinePassedError` if the time is not enough; the bounds found are kept.
        """
        deadline, rng = Deadline.from_timeout(timeout), Random(0)
        with _open_set_finders(self.grid, self.sets, deadline) as (missed, hitting):

            def add_missed_sets(cells: Collection[Cell]) -> None:
                """Make a puzzle that has clues in `cells`, and add the unavoidable sets (cells in
                which every puzzle must have a clue) that are found during this to the study.
                """
                for one in self._improve_puzzle_and_yield_missed_sets(missed, set(cells), rng):
                    if one not in self.sets:
                        self.sets[one] = None
                        hitting.add_set(one)
                progress(self)

            add_missed_sets(())
            while not self.is_exact:
                begin = time.monotonic()
                cells = hitting.find_hitting_set(self.at_least)
                if cells is None:
                    self.at_least += 1
                    progress(self)
                else:
                    add_missed_sets(cells)
                # Spend as much time on better puzzles as the last lower bound took.
                end = 2 * time.monotonic() - begin
                while not self.is_exact and time.monotonic() < end:
                    best = sorted(self.puzzle.clue_cells)
                    add_missed_sets(rng.sample(best, max(0, len(best) - _CLUES_LEFT_OUT)))
                    deadline.check_deadline()

    def fewest(self, *, timeout: Timeout = None) -> Iterator[Grid]:
        """Yield all puzzles with the fewest clues whose only solution is the grid. Raises
        `ArgumentError` if the fewest clues are not known yet, and `DeadlinePassedError` if the time
        is not enough.
        """
        if not self.is_exact:
            raise ArgumentError(f"expected equal bounds, found {self.at_least} and {self.at_most}")
        deadline = Deadline.from_timeout(timeout)
        with _open_set_finders(self.grid, self.sets, deadline) as (missed, hitting):
            while (cells := hitting.find_hitting_set(self.at_least)) is not None:
                found = missed.find_missed_set(cells)
                if found is None:
                    yield self.grid.keeping(cells)
                    hitting.exclude_hitting_set(cells)
                else:
                    self.sets[found] = None
                    hitting.add_set(found)

    def _improve_puzzle_and_yield_missed_sets(
        self, missed_set_finder: "_MissedSetFinder", cells: set[Cell], rng: Random
    ) -> Iterator[CellSet]:
        """Make a puzzle that needs all its clues, from clues in `cells`. Clues are added until the
        puzzle has one solution, then clues that are not needed are removed. If the new puzzle has
        at most as many clues as `self.puzzle`, the best puzzle so far, `self.puzzle` becomes the
        new puzzle.

        Yields the unavoidable sets that are found during this work, which are sets of cells in
        which every puzzle of the grid has a clue. `missed_set_finder` finds these sets, `rng`
        chooses clues at random, and `cells` is changed.
        """
        while (found := missed_set_finder.find_missed_set(cells)) is not None:
            yield found
            cells.add(rng.choice(sorted(found)))
        for cell in rng.sample(sorted(cells), len(cells)):
            found = missed_set_finder.find_missed_set(cells - {cell})
            if found is None:
                cells.remove(cell)
            else:
                yield found
        if len(cells) <= self.at_most:
            puzzle = self.grid.keeping(cells)
            if not has_one_completion(puzzle):
                raise VerificationError(f"a puzzle with one solution has others: {puzzle!r}")
            self.puzzle = puzzle


@dataclass(frozen=True, slots=True)
class LowerBoundReason:
    """The reason why every puzzle whose only solution is a given grid needs at least `at_least`
    clues. The reason is unavoidable sets: an unavoidable set is a set of cells in which every such
    puzzle has a clue.

    - `disjoint`: unavoidable sets that share no cell, so each of them needs a clue of its own.
    - `together`: if `disjoint` has fewer than `at_least` sets, this list has unavoidable sets that
      need `at_least` clues together, because no `at_least` - 1 cells include a cell of each of
      them. Each of these sets is needed: without it, `at_least` - 1 cells would be enough.
      Otherwise the list is empty.
    """

    at_least: int
    disjoint: list[CellSet]
    together: list[CellSet]


def find_lower_bound_reason(
    study: FewestCluesStudy, *, timeout: Timeout = None
) -> LowerBoundReason:
    """Return unavoidable sets that explain why every puzzle of a grid needs at least
    `study.at_least` clues. `study` is the search for the fewest clues of this grid. An unavoidable
    set is a set of cells in which every puzzle of the grid has a clue.

    Raises `DeadlinePassedError` if the time is not enough.
    """
    deadline, grid = Deadline.from_timeout(timeout), study.grid
    small = UnavoidableStudy(grid)
    small.run(2 * grid.size, deadline)
    sets = list(dict.fromkeys([*small.sets, *study.sets]))
    disjoint = find_most_disjoint_sets(sets, deadline)
    if len(disjoint) >= study.at_least:
        return LowerBoundReason(study.at_least, disjoint[: study.at_least], [])
    # The study may have too few sets: its first lower bound follows from the number of digits.
    _append_unavoidable_sets_for_lower_bound(grid, sets, study.at_least, deadline)
    with _open_set_finders(grid, (), deadline) as (_, hitting):
        together = hitting.find_sets_needing_more_cells(sets, study.at_least - 1)
    return LowerBoundReason(study.at_least, disjoint, together)


def find_unavoidable_sets_for_proof(
    study: FewestCluesStudy, *, timeout: Timeout = None
) -> list[CellSet]:
    """Return unavoidable sets for a proof that every puzzle of a grid needs at least
    `study.at_least` clues. An unavoidable set is a set of cells in which every puzzle of the grid
    has a clue. No `study.at_least` - 1 cells include a cell of each returned set.

    A study knows without any set that a puzzle needs at least as many clues as there are digits,
    minus 1. If `study.at_least` is not greater than this number, the sets of the study may be too
    few for a proof, so more sets are searched for. Small sets that share no cell come first, which
    makes a proof shorter. `timeout` is a number of seconds or a `Deadline`; None means no limit.
    Raises `DeadlinePassedError` if the time is not enough.
    """
    sets = list(study.sets)
    if 0 < study.at_least < study.grid.size:
        _append_unavoidable_sets_for_lower_bound(
            study.grid, sets, study.at_least, Deadline.from_timeout(timeout)
        )
    sets.sort(key=len)
    return list(dict.fromkeys([*choose_disjoint_sets(sets), *sets]))


def _append_unavoidable_sets_for_lower_bound(
    grid: Grid, sets: list[CellSet], at_least: int, deadline: Deadline
) -> None:
    """Append unavoidable sets of `grid` to the list `sets`, until they prove that every puzzle with
    this solution needs at least `at_least` clues: no choice of fewer cells then has a cell in each
    set. An unavoidable set is a set of cells in which every puzzle whose only solution is the grid
    has a clue.
    """
    with _open_set_finders(grid, sets, deadline) as (missed, hitting):
        while (cells := hitting.find_hitting_set(at_least - 1)) is not None:
            found = missed.find_missed_set(cells)
            assert found is not None  # Fewer clues than needed leave several solutions.
            sets.append(found)
            hitting.add_set(found)


class ShapeStudy(StoppableSearch):
    """The search for the fewest clues of a puzzle with one solution, among all puzzles with boxes
    of a given shape. It studies one complete grid of each class; a class is a grid and all its
    copies. If a shape has too many classes, random complete grids are studied instead.

    `classes` is the search for the classes. `studies` maps each grid that is studied to the search
    for its fewest clues. If the search is interrupted, it keeps its results.
    """

    def __init__(self, shape: BoxShape | tuple[int, int]) -> None:
        self.shape = BoxShape.of(shape)
        self.classes = ClassStudy(self.shape)
        self.studies: dict[Grid, FewestCluesStudy] = {}

    @property
    def at_least(self) -> int:
        """The lower bound on the number of clues of all puzzles with this box shape. Until all
        classes have been studied, it is the number of digits minus 1. Afterwards it is the smallest
        of the lower bounds of all classes.
        """
        if not self.classes.is_complete or len(self.studies) < self.classes.number:
            return self.shape.size - 1
        return min(study.at_least for study in self.studies.values())

    @property
    def best(self) -> FewestCluesStudy | None:
        """The study of the grid whose best puzzle has the fewest clues of all puzzles found so far.
        None if no grid has been studied yet.
        """
        return min(self.studies.values(), key=lambda study: study.at_most, default=None)

    @property
    def is_exact(self) -> bool:
        """Whether it is certain that no puzzle with this box shape has fewer clues than the best
        puzzle found.
        """
        return self.best is not None and self.best.at_most == self.at_least

    @property
    def verdict(self) -> Verdict:
        """The answer to the question whether the fewest clues are known: yes or undecided."""
        return Verdict.of(self.is_exact or None)

    def run(
        self, timeout: Timeout = None, progress: Callable[["ShapeStudy"], None] = lambda _: None
    ) -> None:
        """Continue the search, one class of complete grids after another. `progress` is called with
        this study after each change. `timeout` is a number of seconds or a `Deadline`; None means
        no limit.

        If the shape has too many classes, random grids are studied until the time limit; if there
        is no limit, the search does not end. Raises `DeadlinePassedError` at the time limit; the
        results are kept.
        """
        deadline, rng = Deadline.from_timeout(timeout), Random(0)
        while not self.classes.is_feasible:
            deadline.check_deadline()
            grid = random_complete_grid(self.shape, rng)
            with suppress(DeadlinePassedError):
                self._run_grid_study(grid, deadline.copy_and_restart(_SECONDS_FOR_A_GRID), progress)
        if not self.classes.is_complete:
            self.classes.run(deadline, lambda _: progress(self))
        for one in self.classes.classes():
            self._run_grid_study(one.representative, deadline, progress)

    def _run_grid_study(
        self, grid: Grid, deadline: Deadline, progress: Callable[["ShapeStudy"], None]
    ) -> None:
        """Search for the fewest clues of a puzzle whose only solution is `grid`, or continue an
        earlier search. Call `progress` whenever the bounds found so far have changed.
        """
        study = self.studies.setdefault(grid, FewestCluesStudy(grid))
        study.run(deadline, lambda _: progress(self))


@contextmanager
def _open_set_finders(
    grid: Grid, sets: Iterable[CellSet], deadline: Deadline
) -> Iterator[tuple["_MissedSetFinder", "_HittingSetFinder"]]:
    """A context manager that yields two solvers, and closes them at the end of its block. The first
    solver finds unavoidable sets of `grid` (cells in which every puzzle with this solution must
    have a clue) in which a given puzzle has no clue. The second solver finds few cells that include
    at least one cell of each of the `sets`.
    """
    others = OtherSolutionFormula(grid.keeping(()), grid)
    cells = {cell: k for k, cell in enumerate(grid.cells, 1)}
    counter = Totalizer(list(cells.values()), grid.size**2 + 1)
    with make_oracle(others, deadline) as one, make_oracle(counter, deadline) as other:
        hitting = _HittingSetFinder(cells, counter, other)
        for each in sets:
            hitting.add_set(each)
        yield _MissedSetFinder(others, one), hitting


class _MissedSetFinder:
    """The solver that finds minimal unavoidable sets in which a puzzle has no clue: sets of cells
    whose digits can be replaced by other digits. If there is such a set, the puzzle has several
    solutions.
    """

    def __init__(self, formula: OtherSolutionFormula, oracle: Oracle) -> None:
        self._formula, self._oracle = formula, oracle
        self._last = formula.variables

    def find_missed_set(self, clues: Collection[Cell]) -> CellSet | None:
        """Return a minimal unavoidable set in which the puzzle has no clue: a set of cells whose
        digits can be replaced by other digits. `clues` are the cells of the puzzle's clues. Returns
        None if there is no such set, because the puzzle has only one solution.
        """
        same = self._formula.same
        model, found = self._oracle.find_model([same[cell] for cell in clues]), None
        while model is not None:
            found = self._formula.decode_differing_cells(model)
            self._last += 1
            self._oracle.add([-self._last, *self._formula.make_some_known_digit_clause(found)])
            outside = [literal for cell, literal in same.items() if cell not in found]
            model = self._oracle.find_model([self._last, *outside])
            self._oracle.add([-self._last])
        return found


class _HittingSetFinder:
    """The solver that finds few cells that include at least one cell of each set added to it.
    `variables` maps each cell to its variable, which is true if the cell is chosen; `counter`
    counts the chosen cells.
    """

    def __init__(self, variables: dict[Cell, int], counter: Totalizer, oracle: Oracle) -> None:
        self._variables, self._counter, self._oracle = variables, counter, oracle

    def add_set(self, cells_to_meet: CellSet) -> None:
        """Add a set of cells: all results from now on include at least one of these cells."""
        self._oracle.add([self._variables[cell] for cell in cells_to_meet])

    def find_sets_needing_more_cells(
        self, sets: Sequence[CellSet], cell_count: int
    ) -> list[CellSet]:
        """Return some of the `sets` for which `cell_count` cells are too few to include a cell of
        each returned set. If any one of the returned sets is left out, `cell_count` cells are
        enough for the others. The caller must know that `cell_count` cells are too few for all
        `sets`.
        """
        last = self._counter.variables
        selectors = {last + k: one for k, one in enumerate(sets, 1)}
        for selector, one in selectors.items():
            self._oracle.add([-selector, *(self._variables[cell] for cell in one)])
        few = self._counter.make_at_most_assumptions(cell_count)

        def find_core_of(selectors_tried: Iterable[int]) -> list[int] | None:
            """Return the selectors (variables that switch sets on) that the solver needs to show
            that `cell_count` cells are too few. Return None if `cell_count` cells are enough. Only
            the sets whose selectors are in `selectors_tried` are switched on.
            """
            if self._oracle.find_model([*selectors_tried, *few]) is not None:
                return None
            return [literal for literal in self._oracle.find_core() if literal in selectors]

        core = find_core_of(selectors)
        assert core is not None
        for selector in list(core):
            if selector in core:
                core = find_core_of(one for one in core if one != selector) or core
        return [one for selector, one in selectors.items() if selector in core]

    def exclude_hitting_set(self, cells: Collection[Cell]) -> None:
        """Rule out a result of `find_hitting_set`: no later result includes all these cells."""
        self._oracle.add([-self._variables[cell] for cell in cells])

    def find_hitting_set(self, max_cells: int) -> set[Cell] | None:
        """Return at most `max_cells` cells that include at least one cell of each added set.
        Returns None if there are no such cells.
        """
        model = self._oracle.find_model(self._counter.make_at_most_assumptions(max_cells))
        if model is None:
            return None
        return {cell for cell, variable in self._variables.items() if variable in model}
