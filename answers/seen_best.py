"""A Sudoku moved to where one of its symmetries is seen best.

That is the one which people recognise soonest: a mirror in the diagonal before a turn, and so on
(`SymmetryKind`); of one kind the one that keeps the most cells in place, then the one that renames
the fewest digits, then the one with the fewest steps to where it is seen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ..base.errors import DeadlinePassedError, WitnessError
from ..base.registry import as_html
from ..base.verdict import Verdict, WithVerdict
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import DEFAULT
from ..sudoku.grid import CellSet, Grid
from ..sudoku.symmetry_kinds import (
    SymmetryKind,
    classify_symmetry,
    find_best_kind,
    find_fixed_cells,
    list_recognisable_forms,
    recognise_symmetry,
)
from ..sudoku.transformation import Permutation, Transformation
from .symmetries import Symmetries, make_number_claim, symmetries

if TYPE_CHECKING:
    from ..questions.claim import Statement

# Of groups with more elements not all are looked at, but so many random products, and so many
# powers of each.
ELEMENTS_LOOKED_AT = 2000
_PRODUCTS, _POWERS = 500, 12


@dataclass(frozen=True, slots=True)
class SeenBest:
    """A Sudoku moved to where one of its symmetries is seen best.

    `symmetries` are those of the Sudoku. `way` leads from it to `moved`, and renames no digits.
    `symmetry` is one of `moved`, in a form of its `kind`; it moves at least one cell. `is_best`: it
    is known that no symmetry is of a kind that is seen better.
    """

    symmetries: Symmetries
    kind: SymmetryKind
    way: Transformation
    moved: Grid
    symmetry: Transformation
    is_best: bool

    @property
    def fixed(self) -> CellSet:
        """The cells (row, column) of `moved`, from 0, that the symmetry leaves in place."""
        return find_fixed_cells(self.symmetry)


@dataclass(frozen=True, slots=True)
class Survey(WithVerdict):
    """What is known of the symmetries of a grid: how many, which, and where one is seen best.

    `symmetries` is None where the time was not enough for them; `seen` where it was not enough, or
    where no symmetry moves a cell. `is_complete`: the time was enough.
    """

    grid: Grid
    symmetries: Symmetries | None
    seen: SeenBest | None
    is_complete: bool

    _question = "found"
    _repr_html_ = as_html

    @property
    def verdict(self) -> Verdict:
        """Yes: all of it is known; else undecided."""
        return Verdict.YES if self.is_complete else Verdict.UNDECIDED

    def claim(self, *, backend: str = DEFAULT, timeout: Timeout = None) -> "Statement | None":
        """Return what a certificate of the number of symmetries states; None if it is not known.

        `backend` finds symmetries. Raises as `make_number_claim` does.
        """
        if self.symmetries is None:
            return None
        return make_number_claim(self.grid, self.symmetries.order, backend, timeout=timeout)


def survey(grid: Grid, backend: str = DEFAULT, *, timeout: Timeout = None) -> Survey:
    """Return what can be known of the symmetries of a grid until the time is up.

    Raises `BackendError` as `symmetries` does, and `WitnessError`.
    """
    clock, found = Clock.of(timeout), None
    try:
        found = symmetries(grid, backend, timeout=clock)
        return Survey(grid, found, find_best_view(found, timeout=clock), is_complete=True)
    except DeadlinePassedError:
        return Survey(grid, found, None, is_complete=False)


def find_best_view(found: Symmetries, *, timeout: Timeout = None) -> SeenBest | None:
    """Return the Sudoku moved to where a symmetry is seen best, None where none moves a cell.

    Of a group with more than `ELEMENTS_LOOKED_AT` elements only some are looked at. What is found
    is followed on the grids. Raises `WitnessError` where that leads elsewhere, and
    `DeadlinePassedError`.

    >>> from sudokopie.answers.symmetries import symmetries
    >>> grid = Grid([[0, 1, 3, 0], [0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 1, 4]])
    >>> seen = find_best_view(symmetries(grid))
    >>> seen.kind.value, seen.way.steps, seen.is_best
    ('diagonal', 1, True)
    """
    clock, grid = Clock.of(timeout), found.grid
    is_small = found.order // found.renamings <= ELEMENTS_LOOKED_AT
    looked_at = found.elements() if is_small else _draw_symmetries(found)
    soonest = _choose_recognised_soonest(clock.watch(looked_at, every=16), grid)
    if not soonest:
        return None
    ways = [recognise_symmetry(symmetry) for symmetry in clock.watch(soonest, every=16)]
    way, symmetry = min(ways, key=lambda one: (one[0].steps, one))
    moved = way.apply(grid)
    kind, symmetry = classify_symmetry(symmetry), symmetry.simplest(moved)
    if not (way.leads(grid, moved) and symmetry.leads(moved, moved)):
        raise WitnessError("the Sudoku does not have the symmetry that was to be shown")
    return SeenBest(
        found, kind, way, moved, symmetry, is_small or kind is find_best_kind(grid.shape)
    )


def _choose_recognised_soonest(
    looked_at: Iterable[Transformation], grid: Grid
) -> set[Transformation]:
    """Return those that move a cell and are recognised soonest, wherever they are seen."""
    kinds = list(SymmetryKind)
    ranked: dict[tuple[int, int, int], set[Transformation]] = {}
    for symmetry in looked_at:
        fixed = len(find_fixed_cells(symmetry))
        if fixed == grid.size**2:
            continue
        renamed = sum(1 for d in grid.digits if symmetry.digits[d - 1] != d)
        key = kinds.index(classify_symmetry(symmetry)), -fixed, renamed
        ranked.setdefault(key, set()).add(symmetry)
    return ranked[min(ranked)] if ranked else set()


def _draw_symmetries(found: Symmetries) -> Iterator[Transformation]:
    """Yield symmetries of a large group: those seen in the grid as it is, and random products.

    Of each product its powers too: large groups have long cycles, and what is seen best short ones.
    """
    grid, rng = found.grid, Random(0)
    forms = (_find_renaming(grid, *form) for form in list_recognisable_forms(grid.shape))
    as_it_is = [one for one in forms if one is not None]
    yield from as_it_is
    if any(classify_symmetry(one) is find_best_kind(grid.shape) for one in as_it_is):
        return  # nothing is seen better, and it takes no steps
    one = Transformation.identity(grid.shape)
    for number in range(_PRODUCTS):
        generator = found.generators[number % len(found.generators)]
        one = one.then(generator if rng.random() < 0.5 else generator.inverse()).simplest(grid)
        power = one
        for _ in range(_POWERS):
            yield power
            power = power.then(one).simplest(grid)


def _find_renaming(
    grid: Grid, transposed: bool, rows: Permutation, columns: Permutation
) -> Transformation | None:
    """Return the symmetry that moves cells in this way, None where no renaming makes it one."""
    names: dict[int, int] = {}
    for r, c in grid.cells:
        old = grid[columns[c], rows[r]] if transposed else grid[rows[r], columns[c]]
        if names.setdefault(old, grid[r, c]) != grid[r, c]:
            return None
    if names.pop(0, 0) or len(set(names.values())) < len(names):
        return None
    digits = [names.get(d, d) for d in range(1, grid.size + 1)]
    return Transformation.from_places(grid.shape, transposed, rows, columns, digits)
