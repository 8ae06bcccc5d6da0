"""Unavoidable sets of a complete grid: every puzzle with this solution has a clue in each.

A set of cells is unavoidable when the rest of the grid has another completion, and minimal when no
smaller part of it is; then it is where another complete grid differs. A blueprint is the pattern of
such a set up to transformation.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...answers.among import find_first_copies
from ...answers.canonical import canonical_form
from ...answers.completion import has_one_completion
from ...base.errors import DeadlinePassedError, GridError, VerificationError
from ...base.verdict import Study, Verdict
from ...encoding.candidates import compute_fingerprint
from ...encoding.completion import OtherSolution
from ...encoding.formula import Totalizer
from ...encoding.part import Occurrences
from ...solvers.clock import Clock, Timeout
from ...solvers.cp_sat import make_empty_model, solve
from ...solvers.protocol import list_models
from ...solvers.registry import make_oracle
from ...sudoku.grid import Cell, CellSet, Grid, check_grids

_PARAMETERS: dict[str, int | bool] = {"num_workers": 8, "interleave_search": True}
"""With fewer workers CP-SAT takes seconds for some disjoint sets instead of hundredths. Interleaved
workers find the same sets each time."""

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
        return Verdict.of(self.complete_up_to >= self.asked_for or None)

    def run(
        self,
        size: int,
        timeout: Timeout = None,
        progress: Callable[["UnavoidableStudy"], None] = lambda _: None,
    ) -> None:
        """Find all sets of up to `size` cells, telling `progress`; raise `DeadlinePassedError`."""
        self.asked_for = size = min(size, self.grid.size**2)
        formula = OtherSolution(self.grid.keeping(()), self.grid)
        counter = Totalizer([-same for same in formula.same.values()], formula.variables + 1)
        with make_oracle(formula, Clock.of(timeout)) as oracle:
            oracle.add(*counter.clauses(), *map(formula.demand_known_digit, self.sets))
            for bound in range(self.complete_up_to + 1, size + 1):
                # All smaller ones are ruled out, with all that contains them: what is left is
                # minimal.
                for model in list_models(oracle, formula.exclude_model, counter.at_most(bound)):
                    self.sets.append(formula.decode_differing_cells(model))
                    progress(self)
                self.complete_up_to = bound
                progress(self)


class Blueprint(NamedTuple):
    """A pattern, in canonical form, and the cells of a grid where it occurs."""

    pattern: Grid
    places: tuple[CellSet, ...]


def find_blueprints(grid: Grid, sets: Iterable[CellSet]) -> list[Blueprint]:
    """Return the patterns that sets of cells have, the smallest first, each with its places."""
    sets = list(sets)
    patterns, places = [grid.keeping(one) for one in sets], dict[int, list[CellSet]]()
    for first, one in zip(find_first_copies(patterns), sets, strict=True):
        places.setdefault(first, []).append(one)
    found = (
        Blueprint(canonical_form(patterns[first]).form, tuple(cells))
        for first, cells in places.items()
    )
    return sorted(found, key=lambda one: (one.pattern.clues, one.pattern.rows))


class PatternPlaces(Study):
    """The places where a pattern occurs in a grid; the verdict is yes if these are all.

    `is_unavoidable`: whether the cells of each are an unavoidable set; None without any place.
    """

    verdict: Verdict

    def __init__(self, grid: Grid, places: list[CellSet], is_all: bool) -> None:
        self.grid, self.places, self.verdict = grid, places, Verdict.of(is_all or None)
        self.is_unavoidable = is_unavoidable(grid, places[0]) if places else None


def find_occurrences(pattern: Grid, grid: Grid, *, timeout: Timeout = None) -> Iterator[CellSet]:
    """Yield the sets of cells onto whose digits a transformation brings the clues of a pattern.

    Raises `GridError` for grids of two shapes, and `DeadlinePassedError`.

    >>> grid = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    >>> pattern = Grid([[1, 0, 2, 0], [2, 0, 1, 0], [0] * 4, [0] * 4])
    >>> len(list(find_occurrences(pattern, grid)))
    8
    """
    check_grids(pattern, grid)
    formula = Occurrences(pattern, grid)
    with make_oracle(formula, Clock.of(timeout)) as oracle:
        for model in list_models(oracle, formula.exclude_cells):
            place = formula.decode_place(model)
            if compute_fingerprint(grid.keeping(place)) != compute_fingerprint(pattern):
                raise VerificationError(f"the pattern is not where it was found: {sorted(place)}")
            yield place


def is_unavoidable(grid: Grid, cells: Collection[Cell]) -> bool:
    """Return whether the rest of a complete grid has another completion."""
    return not has_one_completion(grid.keeping(set(grid.cells) - set(cells)))


def find_most_disjoint(sets: Sequence[CellSet], clock: Clock | None = None) -> list[CellSet]:
    """Return as many of the sets as possible that share no cell, in the order given: by CP-SAT.

    Those of `choose_disjoint` if there are no more, or the time is short: 2 s without a clock.

    >>> one, other, third = frozenset({(0, 0), (0, 1)}), frozenset({(0, 1)}), frozenset({(1, 1)})
    >>> find_most_disjoint([one, other, third]) == [one, third]
    True
    """
    some = choose_disjoint(sets)
    if not sets:
        return some
    model = make_empty_model()
    chosen = [model.new_bool_var("") for _ in sets]
    for cell in sorted(CellSet().union(*sets)):
        model.add_at_most_one(
            literal for literal, one in zip(chosen, sets, strict=True) if cell in one
        )
    model.maximize(sum(chosen))
    try:
        solver, is_solved = solve(model, clock or Clock(2), _PARAMETERS)
    except DeadlinePassedError:  # before any solution was found, as on a busy machine
        return some
    assert is_solved  # to choose no set is a solution
    most = [one for one, literal in zip(sets, chosen, strict=True) if solver.boolean_value(literal)]
    return most if len(most) > len(some) else some


def choose_disjoint(sets: Sequence[CellSet]) -> list[CellSet]:
    """Return sets that share no cell, each the first that shares none with those before it."""
    found: list[CellSet] = []
    taken: set[Cell] = set()
    for one in sets:
        if taken.isdisjoint(one):
            found.append(one)
            taken |= one
    return found
