"""Unavoidable sets of a complete grid: every puzzle with this solution has a clue in each.

A set of cells is unavoidable when the rest of the grid has another completion, and minimal when no
smaller part of it is; then it is where another complete grid differs. A blueprint is the pattern of
such a set up to transformation.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ..answers.canonical import canonical_form
from ..answers.completion import has_one_completion
from ..answers.decide import decide
from ..base.errors import CheckError, GridError
from ..base.verdict import Verdict
from ..encoding.candidates import fingerprint
from ..encoding.completion import OtherGrids
from ..encoding.formula import Totalizer
from ..encoding.part import Occurrences
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import models
from ..solvers.registry import oracle_for
from ..sudoku.grid import Cell, CellSet, Grid, check_grids
from .disjoint import most_disjoint
from .study import Study, ended

_SECONDS_FOR_DISJOINT = 2

SIZE = 12
"""How large sets are looked for by default. McGuire, Tugemann and Civario needed all sets of up to
12 cells. On 9×9 this takes seconds."""


def check_complete(grid: Grid) -> None:
    """Raise `GridError` for a grid that is not complete, or breaks the rules."""
    check_grids(grid)
    if not grid.is_solved():
        raise GridError("expected a complete Sudoku that obeys the rules, found another one")


class UnavoidableStudy(Study):
    """The search for all minimal unavoidable sets of a complete grid, the smallest ones first.

    `sets` are those found so far, `complete_up_to` the size up to which these are all. Both are
    kept when the search is interrupted. Raises `GridError` for a grid that is not complete.

    >>> study = UnavoidableStudy(Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]))
    >>> study.run(16)
    >>> [sum(1 for one in study.sets if len(one) == size) for size in (4, 8, 12)], len(study.sets)
    ([8, 2, 4], 14)
    """

    def __init__(self, grid: Grid) -> None:
        check_complete(grid)
        self.grid = grid
        self.sets: list[CellSet] = []
        self.complete_up_to = self.asked_for = 0

    @property
    def verdict(self) -> Verdict:
        """Yes once all sets of the size that was asked for are known."""
        return ended(self.complete_up_to >= self.asked_for)

    def run(
        self,
        size: int,
        timeout: Timeout = None,
        progress: Callable[["UnavoidableStudy"], None] = lambda _: None,
    ) -> None:
        """Find all sets of at most `size` cells; `progress` is told after each and each size.

        Raises `DeadlinePassedError` when the time is up.
        """
        self.asked_for = size = min(size, self.grid.size**2)
        formula = OtherGrids(self.grid)
        counter = Totalizer([-same for same in formula.same.values()], formula.variables + 1)
        with oracle_for(formula, Clock.of(timeout)) as oracle:
            oracle.add(*counter.clauses(), *map(formula.meeting, self.sets))
            for bound in range(self.complete_up_to + 1, size + 1):
                # All smaller ones are ruled out, with all that contains them: what is left is
                # minimal.
                for model in models(oracle, formula.unlike, counter.at_most(bound)):
                    self.sets.append(formula.differing(model))
                    progress(self)
                self.complete_up_to = bound
                progress(self)


def two_line_sets(grid: Grid) -> list[CellSet]:
    """Return the minimal unavoidable sets in two rows of a band, columns of a stack or digits.

    Small ones first. The rows can be exchanged in some columns if these hold the same digits in
    both; columns likewise, and digits in cells that no unit links to others of them.

    >>> grid = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    >>> [len(one) for one in two_line_sets(grid)]
    [4, 4, 4, 4, 4, 4, 4, 4, 8, 8]
    """
    size, (height, width) = grid.size, grid.shape
    found = set[CellSet]()
    for one, other in combinations(range(size), 2):
        if one // height == other // height:
            cells = [(r, c) for r in (one, other) for c in range(size)]
            found.update(_linked((cell, (f"c{cell[1]}", f"d{grid[cell]}")) for cell in cells))
        if one // width == other // width:
            cells = [(r, c) for r in range(size) for c in (one, other)]
            found.update(_linked((cell, (f"r{cell[0]}", f"d{grid[cell]}")) for cell in cells))
        digits = ((r, c) for r, c in grid.cells if grid[r, c] - 1 in (one, other))
        found.update(
            _linked(((r, c), (f"r{r}", f"c{c}", f"b{r // height} {c // width}")) for r, c in digits)
        )
    return sorted(found, key=lambda one: (len(one), sorted(one)))


def _linked(cells: Iterable[tuple[Cell, tuple[str, ...]]]) -> list[CellSet]:
    """Return the cells in parts that share no unit; each cell comes with the units it is in."""
    parts: list[tuple[set[str], set[Cell]]] = []
    for cell, units in cells:
        touched = [part for part in parts if not part[0].isdisjoint(units)]
        parts = [part for part in parts if part not in touched]
        parts.append(
            (
                set(units).union(*(units for units, _ in touched)),
                {cell}.union(*(cells for _, cells in touched)),
            )
        )
    return [frozenset(cells) for _, cells in parts]


class Blueprint(NamedTuple):
    """A pattern, in canonical form, and the cells of a grid where it occurs."""

    pattern: Grid
    places: tuple[CellSet, ...]

    @property
    def clues(self) -> int:
        """The number of cells of the pattern."""
        return self.pattern.clues


def blueprints(grid: Grid, sets: Iterable[CellSet]) -> list[Blueprint]:
    """Return the patterns that sets of cells have, the smallest first, each with its places."""
    by_fingerprint: dict[int, list[tuple[Grid, list[CellSet]]]] = {}
    for one in sets:
        pattern = grid.keeping(one)
        alike = by_fingerprint.setdefault(fingerprint(pattern), [])
        for other, places in alike:
            if decide(other, pattern, fewest=False).verdict is Verdict.YES:
                places.append(one)
                break
        else:
            alike.append((pattern, [one]))
    found = (
        Blueprint(canonical_form(pattern).form, tuple(places))
        for alike in by_fingerprint.values()
        for pattern, places in alike
    )
    return sorted(found, key=lambda one: (one.clues, one.pattern.rows))


@dataclass(frozen=True, slots=True)
class UnavoidableSets(Study):
    """Minimal unavoidable sets of a grid, by their blueprints.

    All of up to `complete_up_to` cells, and perhaps some larger ones; `disjoint` of them share no
    cell, as many as a short search found.
    """

    grid: Grid
    verdict: Verdict
    complete_up_to: int
    sets: tuple[CellSet, ...]
    blueprints: tuple[Blueprint, ...]
    disjoint: tuple[CellSet, ...]


def unavoidable_sets(study: UnavoidableStudy) -> UnavoidableSets:
    """Return what a study has found, in order. With thousands of sets that takes seconds."""
    return UnavoidableSets(
        study.grid,
        study.verdict,
        study.complete_up_to,
        tuple(study.sets),
        tuple(blueprints(study.grid, study.sets)),
        tuple(most_disjoint(study.sets, Clock(_SECONDS_FOR_DISJOINT))),
    )


@dataclass(frozen=True, slots=True)
class PatternPlaces(Study):
    """The places where a pattern occurs in a grid; `disjoint` of them share no cell.

    `is_unavoidable`: whether the cells of each are an unavoidable set; None without any place.
    """

    grid: Grid
    verdict: Verdict
    places: tuple[CellSet, ...]
    disjoint: tuple[CellSet, ...]
    is_unavoidable: bool | None


def pattern_places(grid: Grid, places: Collection[CellSet], is_all: bool) -> PatternPlaces:
    """Return the answer about the places that were found; `is_all` says whether these are all."""
    return PatternPlaces(
        grid,
        ended(is_all),
        tuple(places),
        tuple(most_disjoint(list(places), Clock(_SECONDS_FOR_DISJOINT))),
        next((is_unavoidable(grid, place) for place in places), None),
    )


def occurrences(pattern: Grid, grid: Grid, *, timeout: Timeout = None) -> Iterator[CellSet]:
    """Yield where a pattern occurs: the cells onto whose digits a transformation brings its clues.

    Each set of cells comes once. Raises `GridError` for grids of two shapes, and
    `DeadlinePassedError`.

    >>> grid = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    >>> pattern = Grid([[1, 0, 2, 0], [2, 0, 1, 0], [0] * 4, [0] * 4])
    >>> len(list(occurrences(pattern, grid)))
    8
    """
    check_grids(pattern, grid)
    formula = Occurrences(pattern, grid)
    with oracle_for(formula, Clock.of(timeout)) as oracle:
        for model in models(oracle, formula.unlike):
            place = formula.place(model)
            if fingerprint(grid.keeping(place)) != fingerprint(pattern):
                raise CheckError(f"the pattern is not where it was found: {sorted(place)}")
            yield place


def is_unavoidable(grid: Grid, cells: Collection[Cell]) -> bool:
    """Return whether the rest of a complete grid has another completion."""
    return not has_one_completion(grid.keeping(set(grid.cells) - set(cells)))
