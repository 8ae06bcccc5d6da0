"""Find the unavoidable sets of a complete grid, and the sets of cells in which a grid has a copy of
a pattern.

A set of cells is unavoidable if the cells can be filled with other digits so that the grid is again
a complete Sudoku. So every puzzle whose only solution is the grid has a clue in each unavoidable
set. A set is minimal if no smaller part of it is unavoidable; then its cells are exactly the cells
in which some other complete grid differs. The blueprint of a set is the pattern of its digits,
which is the same for all copies of this pattern.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...answers.among import find_first_copies
from ...answers.canonical import canonical_form
from ...answers.completion import has_one_completion
from ...base.errors import DeadlinePassedError, GridError, VerificationError
from ...base.verdict import StoppableSearch, Verdict
from ...encoding.candidates import compute_fingerprint
from ...encoding.clue_comparison import PatternOccurrencesFormula
from ...encoding.completion import OtherSolutionFormula
from ...encoding.formula import Totalizer
from ...solvers.cp_sat import make_empty_cp_sat_model, solve_model
from ...solvers.deadline import Deadline, Timeout
from ...solvers.protocol import yield_models
from ...solvers.registry import make_oracle
from ...sudoku.grid import Cell, CellSet, Grid, check_grids

_CP_SAT_PARAMETERS: dict[str, int | bool] = {"num_workers": 8, "interleave_search": True}
"""The settings of the solver CP-SAT. It runs 8 search methods (workers); with fewer methods, some
problems take seconds instead of hundredths of a second. The methods take turns instead of running
at the same time, so that the result is the same each time.
"""

DEFAULT_SIZE = 12
"""The largest number of cells of the unavoidable sets that are searched for by default. McGuire,
Tugemann and Civario needed all sets of up to 12 cells. For a 9×9 grid, finding these takes seconds.
"""


def check_complete(grid: Grid) -> None:
    """Raise `GridError` if a grid has blank cells or breaks the rules of Sudoku."""
    check_grids(grid)
    if not grid.is_solved():
        raise GridError("expected a complete Sudoku that obeys the rules, found another one")


class UnavoidableStudy(StoppableSearch):
    """The search for all minimal unavoidable sets of a complete grid, smallest sets first.

    A set of cells is unavoidable if every puzzle whose only solution is the grid has a clue in it,
    and minimal if no smaller part of it is unavoidable. `sets` are the sets found so far. All sets
    with at most `complete_up_to` cells are among them. Both are kept if the search is interrupted.
    Raises `GridError` if the grid is not complete.

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
        """The answer to the question whether all minimal unavoidable sets (cells in which every
        puzzle of the grid has a clue) up to the requested number of cells have been found: yes or
        undecided.
        """
        return Verdict.of(self.complete_up_to >= self.asked_for or None)

    def run(
        self,
        size: int,
        timeout: Timeout = None,
        progress: Callable[["UnavoidableStudy"], None] = lambda _: None,
    ) -> None:
        """Find all minimal unavoidable sets of up to `size` cells (sets in which every puzzle of
        the grid has a clue), and add them to `sets`. `progress` is called with this study after
        each set, and after all sets of a size. `timeout` is a number of seconds or a `Deadline`;
        None means no limit.

        Raises `DeadlinePassedError` if the time is not enough; the sets found are kept.
        """
        self.asked_for = size = min(size, self.grid.size**2)
        formula = OtherSolutionFormula(self.grid.keeping(()), self.grid)
        counter = Totalizer([-same for same in formula.same.values()], formula.variables + 1)
        with make_oracle(formula, Deadline.from_timeout(timeout)) as oracle:
            oracle.add(*counter.clauses(), *map(formula.make_some_known_digit_clause, self.sets))
            for bound in range(self.complete_up_to + 1, size + 1):
                # The sets found so far, and all sets that contain them, are ruled out. So a set of
                # `bound` cells that is found now is minimal.
                for model in yield_models(
                    oracle, formula.make_excluding_clause, counter.make_at_most_assumptions(bound)
                ):
                    self.sets.append(formula.decode_differing_cells(model))
                    progress(self)
                self.complete_up_to = bound
                progress(self)


class Blueprint(NamedTuple):
    """A pattern of digits that occurs in a grid. `pattern` is in canonical form, which is the same
    for all copies of the pattern. `places` are the sets of cells of the grid whose digits are a
    copy of the pattern.
    """

    pattern: Grid
    places: tuple[CellSet, ...]


def find_blueprints(grid: Grid, sets: Iterable[CellSet]) -> list[Blueprint]:
    """Group sets of cells of a grid by their digits: two sets are in one group if the patterns of
    their digits are copies of each other. Returns for each group the pattern of digits, and the
    sets. Groups whose sets have fewer cells come first.
    """
    sets = list(sets)
    patterns, places = [grid.keeping(one) for one in sets], dict[int, list[CellSet]]()
    for first, one in zip(find_first_copies(patterns), sets, strict=True):
        places.setdefault(first, []).append(one)
    found = (
        Blueprint(canonical_form(patterns[first]).form, tuple(cells))
        for first, cells in places.items()
    )
    return sorted(found, key=lambda one: (one.pattern.clues, one.pattern.rows))


class PatternPlaces(StoppableSearch):
    """The sets of cells of a complete grid whose digits are a copy of a given pattern. The verdict
    is yes if all such sets are known, otherwise undecided.

    The attribute `is_unavoidable` is whether the cells of each of these sets are an unavoidable
    set, in which every puzzle whose only solution is the grid has a clue. If no such set was found,
    `is_unavoidable` is None.
    """

    verdict: Verdict

    def __init__(self, grid: Grid, places: list[CellSet], is_all: bool) -> None:
        self.grid, self.places, self.verdict = grid, places, Verdict.of(is_all or None)
        self.is_unavoidable = is_unavoidable(grid, places[0]) if places else None


def yield_occurrences(pattern: Grid, grid: Grid, *, timeout: Timeout = None) -> Iterator[CellSet]:
    """Yield each set of cells of a grid whose digits are a copy of a pattern: a transformation
    moves the clues of the pattern onto equal digits in exactly these cells. Raises `GridError` if
    the box shapes of pattern and grid differ, and `DeadlinePassedError` if the time is not enough.

    >>> grid = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    >>> pattern = Grid([[1, 0, 2, 0], [2, 0, 1, 0], [0] * 4, [0] * 4])
    >>> len(list(yield_occurrences(pattern, grid)))
    8
    """
    check_grids(pattern, grid)
    formula = PatternOccurrencesFormula(pattern, grid)
    with make_oracle(formula, Deadline.from_timeout(timeout)) as oracle:
        for model in yield_models(oracle, formula.make_clause_excluding_covered_cells):
            place = formula.decode_covered_cells(model)
            if compute_fingerprint(grid.keeping(place)) != compute_fingerprint(pattern):
                raise VerificationError(f"the pattern is not where it was found: {sorted(place)}")
            yield place


def is_unavoidable(grid: Grid, cells: Collection[Cell]) -> bool:
    """Return whether some cells of a complete grid are an unavoidable set: whether the grid has a
    second solution if the digits in these cells are removed.
    """
    return not has_one_completion(grid.keeping(set(grid.cells) - set(cells)))


def find_most_disjoint_sets(
    sets: Sequence[CellSet], deadline: Deadline | None = None
) -> list[CellSet]:
    """Choose as many of the sets of cells as possible, so that no two chosen sets share a cell. The
    result is in the order of `sets`. The solver CP-SAT chooses them. If the time is not enough (2 s
    if `deadline` is None), the result may have fewer sets than possible.

    >>> one, other, third = frozenset({(0, 0), (0, 1)}), frozenset({(0, 1)}), frozenset({(1, 1)})
    >>> find_most_disjoint_sets([one, other, third]) == [one, third]
    True
    """
    some = choose_disjoint_sets(sets)
    if not sets:
        return some
    model = make_empty_cp_sat_model()
    chosen = [model.new_bool_var("") for _ in sets]
    for cell in sorted(CellSet().union(*sets)):
        model.add_at_most_one(
            literal for literal, one in zip(chosen, sets, strict=True) if cell in one
        )
    model.maximize(sum(chosen))
    try:
        solver, is_solved = solve_model(model, deadline or Deadline(2), _CP_SAT_PARAMETERS)
    except DeadlinePassedError:  # CP-SAT found no solution at all, which happens on a busy machine.
        return some
    assert is_solved  # Choosing no set is always a solution.
    most = [one for one, literal in zip(sets, chosen, strict=True) if solver.boolean_value(literal)]
    return most if len(most) > len(some) else some


def choose_disjoint_sets(sets: Sequence[CellSet]) -> list[CellSet]:
    """Go through sets of cells once, and choose each set that shares no cell with the sets chosen
    before it. This is quick, but does not always choose as many sets as possible.
    """
    found: list[CellSet] = []
    taken: set[Cell] = set()
    for one in sets:
        if taken.isdisjoint(one):
            found.append(one)
            taken |= one
    return found
