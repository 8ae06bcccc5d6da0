"""Move a Sudoku so that people can easily see one of its symmetries.

People recognise some kinds of symmetries more easily than others: a reflection in the diagonal more
easily than a quarter turn, for example. `SymmetryKind` lists the kinds in this order, and a
symmetry of the first possible kind is chosen. If there are several such symmetries, the choice is
the symmetry that keeps the most cells in place; among these, the symmetry that renames the fewest
digits; and then the symmetry that needs the fewest steps to become visible.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ..base.errors import DeadlinePassedError, WitnessError
from ..base.registry import render_as_html, render_as_text
from ..base.verdict import AnswerWithVerdict, Verdict
from ..solvers.deadline import Deadline, Timeout
from ..solvers.registry import DEFAULT
from ..sudoku.grid import CellSet, Grid
from ..sudoku.symmetry_kinds import (
    SymmetryKind,
    classify_symmetry,
    find_fixed_cells,
    find_most_recognisable_kind,
    find_transformation_and_recognisable_symmetry,
    yield_recognisable_symmetries,
)
from ..sudoku.transformation import Transformation
from .symmetries import (
    Symmetries,
    find_symmetry_with_lines,
    make_symmetry_count_claim,
    symmetries,
)

if TYPE_CHECKING:
    from ..questions.claim import Claim

# If a Sudoku has more symmetries than `MAX_EXAMINED_SYMMETRIES`, only some of them are examined:
# `_PRODUCTS` random products of generators, and the first `_POWERS` powers of each product.
MAX_EXAMINED_SYMMETRIES = 2000
_PRODUCTS, _POWERS = 500, 12


@dataclass(frozen=True, slots=True)
class VisibleSymmetry:
    """A symmetry of a Sudoku, and a copy of the Sudoku on which this symmetry is easy to see.

    - `symmetries`: all symmetries of the original Sudoku.
    - `way`: the transformation from the original to the copy; it moves cells but renames no digits.
    - `moved`: the copy.
    - `symmetry`: the symmetry that can be seen in `moved`. It moves at least one cell of the grid.
    - `kind`: the kind of this symmetry, such as a half turn.
    - `is_best`: whether the Sudoku is known to have no symmetry of a kind that people recognise
      more easily.
    """

    symmetries: Symmetries
    kind: SymmetryKind
    way: Transformation
    moved: Grid
    symmetry: Transformation
    is_best: bool

    @property
    def fixed_cells(self) -> CellSet:
        """The cells of the grid `moved` that the symmetry leaves in place, as pairs (row, column)
        from 0.
        """
        return find_fixed_cells(self.symmetry)


@dataclass(frozen=True, slots=True)
class SymmetrySurvey(AnswerWithVerdict):
    """The answer to the question which symmetries a grid has: their number, generators (symmetries
    that, combined, give all others), and the grid moved so that a symmetry is easy to see.

    `symmetries` is None if the time was not enough to find them. `is_complete` is whether the time
    was enough for everything. `seen`, the moved grid, is None if `is_complete` is false, or if no
    symmetry moves a cell.
    """

    grid: Grid
    symmetries: Symmetries | None
    seen: VisibleSymmetry | None
    is_complete: bool

    _question = "found"
    __str__ = render_as_text
    _repr_html_ = render_as_html

    @property
    def verdict(self) -> Verdict:
        """Yes if the time was enough to find the number of symmetries, the generators (which,
        combined, give all symmetries) and the moved grid; otherwise undecided.
        """
        return Verdict.YES if self.is_complete else Verdict.UNDECIDED

    def claim(
        self, *, backend: str = DEFAULT, timeout: Timeout = None, **_other_options: object
    ) -> Claim | None:
        """Return the statement that a certificate of this answer proves: the grid has exactly this
        number of symmetries. Return None if the number is not known.

        `backend` finds the symmetries that the certificate shows. Raises `VerificationError` if the
        number is wrong, and `ProofError` if the time is not enough.
        """
        if self.symmetries is None:
            return None
        return make_symmetry_count_claim(self.grid, self.symmetries.order, backend, timeout=timeout)


def survey(grid: Grid, backend: str = DEFAULT, *, timeout: Timeout = None) -> SymmetrySurvey:
    """Find the number of symmetries of a grid, generators (symmetries that, combined, give all
    others), and the grid moved so that a symmetry is easy to see. If the time runs out, the result
    contains everything that was found in time.

    Raises `GridError` if `grid` is not a grid, `BackendError` if the backend takes no assumptions
    or cannot be stopped, and `WitnessError` if a symmetry that was found does not map the grid to
    itself.
    """
    deadline, found = Deadline.from_timeout(timeout), None
    try:
        found = symmetries(grid, backend, timeout=deadline)
        return SymmetrySurvey(
            grid, found, make_symmetry_visible(found, timeout=deadline), is_complete=True
        )
    except DeadlinePassedError:
        return SymmetrySurvey(grid, found, None, is_complete=False)


def make_symmetry_visible(
    symmetries: Symmetries, *, timeout: Timeout = None
) -> VisibleSymmetry | None:
    """Move a Sudoku so that one of its symmetries is easy to see, and return the moved Sudoku with
    this symmetry. If there are several, the symmetry that people recognise most easily is chosen.
    Return None if no symmetry moves a cell.

    If the Sudoku has more than `MAX_EXAMINED_SYMMETRIES` symmetries, only some are examined. The
    result is verified on the grids. Raises `WitnessError` if this fails, and `DeadlinePassedError`
    when the time is up.

    >>> from sudokopie.answers.symmetries import symmetries
    >>> grid = Grid([[0, 1, 3, 0], [0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 1, 4]])
    >>> seen = make_symmetry_visible(symmetries(grid))
    >>> seen.kind.value, seen.way.steps, seen.is_best
    ('diagonal', 1, True)
    """
    deadline, grid = Deadline.from_timeout(timeout), symmetries.grid
    is_small = symmetries.order // symmetries.renamings <= MAX_EXAMINED_SYMMETRIES
    looked_at = symmetries.elements() if is_small else _yield_sampled_symmetries(symmetries)
    soonest = _filter_most_recognisable(
        deadline.iterate_until_deadline(looked_at, items_per_check=16), grid
    )
    if not soonest:
        return None
    ways = [
        find_transformation_and_recognisable_symmetry(symmetry)
        for symmetry in deadline.iterate_until_deadline(soonest, items_per_check=16)
    ]
    way, symmetry = min(ways, key=lambda one: (one[0].steps, one))
    moved = way.apply(grid)
    kind, symmetry = classify_symmetry(symmetry), symmetry.simplest(moved)
    if not (way.leads(grid, moved) and symmetry.leads(moved, moved)):
        raise WitnessError("the Sudoku does not have the symmetry that was to be shown")
    return VisibleSymmetry(
        symmetries,
        kind,
        way,
        moved,
        symmetry,
        is_small or kind is find_most_recognisable_kind(grid.shape),
    )


def _filter_most_recognisable(
    symmetries: Iterable[Transformation], grid: Grid
) -> set[Transformation]:
    """Return the set of those `symmetries` that people recognise most easily in a suitably moved
    grid. All returned symmetries are of the same kind (such as a half turn), keep the same number
    of cells in place, and rename the same number of digits. The set is empty if no symmetry moves a
    cell.
    """
    kinds = list(SymmetryKind)
    ranked: dict[tuple[int, int, int], set[Transformation]] = {}
    for symmetry in symmetries:
        fixed = len(find_fixed_cells(symmetry))
        if fixed == grid.size**2:
            continue
        renamed = sum(1 for d in grid.digits if symmetry.digits[d - 1] != d)
        key = kinds.index(classify_symmetry(symmetry)), -fixed, renamed
        ranked.setdefault(key, set()).add(symmetry)
    return ranked[min(ranked)] if ranked else set()


def _yield_sampled_symmetries(symmetries: Symmetries) -> Iterator[Transformation]:
    """Yield some symmetries of a grid that has very many. First come the symmetries that can be
    seen without moving the grid. Then come random products of generators (symmetries that,
    combined, give all others), and powers of these products.

    Powers are included because large groups have elements with long cycles, while the symmetries
    that are easy to see have short cycles.
    """
    grid, rng = symmetries.grid, Random(0)
    forms = (
        find_symmetry_with_lines(grid, rows, columns, transposed)
        for transposed, rows, columns in yield_recognisable_symmetries(grid.shape)
    )
    as_it_is = [one for one in forms if one is not None]
    yield from as_it_is
    if any(classify_symmetry(one) is find_most_recognisable_kind(grid.shape) for one in as_it_is):
        return  # no symmetry is easier to recognise, and the grid need not be moved
    one = Transformation.identity(grid.shape)
    for number in range(_PRODUCTS):
        generator = symmetries.generators[number % len(symmetries.generators)]
        one = one.then(generator if rng.random() < 0.5 else generator.inverse()).simplest(grid)
        power = one
        for _ in range(_POWERS):
            yield power
            power = power.then(one).simplest(grid)
