"""Find the canonical form of a grid, the least of all its copies, with a SAT solver.

Copies are compared cell by cell, row after row, and a blank counts as 0. For one cell after
another, the solver is asked whether the cell can have a smaller value while all cells before it
keep theirs. The result is the least copy by definition, for every grid.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from ..base.errors import ArgumentError, DeadlinePassedError
from ..base.registry import render_as_text
from ..encoding.image import ImageWithRequiredValuesFormula
from ..solvers.deadline import Deadline, Timeout
from ..solvers.registry import make_oracle
from ..sudoku.grid import Grid, GridLike, convert_to_grid
from ..sudoku.transformation import Transformation
from .decide import decide
from .symmetries import symmetries

if TYPE_CHECKING:
    from ..questions.canonical_claim import CanonicalFormClaim

FORMS = ("min", "max")
"""The names of the two canonical forms of a grid: "min" is the least of all its copies, "max" the
greatest.
"""


class CanonicalCommandOptions(NamedTuple):
    """The options of the command `canonical`, which finds the canonical form of each grid in a
    file: the least or the greatest of its copies.

    - `form`: "min" for the least copy, "max" for the greatest copy.
    - `time_limit`: the limit for each grid in seconds; None means no limit.
    - `by`: if it is "solution", each puzzle with a single solution gets the canonical form of this
      solution, and the puzzle's clues are moved along. None means the form of the grid itself.
    - `only`: if it is "digits", digits are renamed and no line is moved. None means that all moves
      are allowed.
    - `symmetries`: whether to count the symmetries, too.
    - `check`: whether to compare each form with the form that a solver finds.
    - `bands`: whether to find the class numbers of the form's bands and stacks.
    - `keys`: whether to make a key, a short text that is the same for all copies, of each form.
    """

    form: str = "min"
    time_limit: float | None = None
    by: str | None = None
    only: str | None = None
    symmetries: bool = False
    check: bool = False
    bands: bool = False
    keys: bool = False

    @property
    def is_only_form_wanted(self) -> bool:
        """Whether only the canonical form is wanted: none of the options `by`, `only`,
        `symmetries`, `check`, `bands` and `keys` was used. For a single Sudoku, the steps to its
        form are then shown, too.
        """
        return not any(self[2:])


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """The canonical form of a grid, that is, the least or the greatest of its copies.
    `transformation` leads from the grid to this form in the fewest steps. Two grids of the same
    shape are copies of each other if and only if their forms are equal.
    """

    grid: Grid
    form: Grid
    transformation: Transformation

    __str__ = render_as_text

    def claim(self, form: str = "min") -> CanonicalFormClaim:
        """Return the statement that a certificate of this answer proves: `self.form` is the least
        copy of the grid, or the greatest copy if the argument `form` is "max".
        """
        from ..questions.canonical_claim import CanonicalFormClaim

        extreme = cast("Literal['min', 'max']", form)
        return CanonicalFormClaim(self.grid, extreme, self.form, self.transformation)


def canonical_form(grid: GridLike, form: str = "min", *, timeout: Timeout = None) -> CanonicalForm:
    """Return the least of all copies of a grid, or the greatest if `form` is "max", with the steps
    that lead to it. A copy is the same Sudoku up to symmetry: the grid after exchanges of lines,
    renamings of digits and similar steps. Copies are compared cell by cell, row after row, and a
    blank counts as 0.

    Raises `ArgumentError` if `form` is neither "min" nor "max", and `DeadlinePassedError` when the
    time is up.

    >>> canonical_form(Grid("..3..4.....3....")).form
    Grid('.......1..1..2..')
    """
    grid = convert_to_grid(grid)
    deadline = Deadline.from_timeout(timeout)
    found = _find_extreme_copy(grid, deadline, form)
    answer = decide(grid, found, timeout=deadline)
    if answer.transformation is None or not answer.is_fewest:
        raise DeadlinePassedError
    return CanonicalForm(grid, found, answer.transformation)


def _find_extreme_copy(grid: Grid, deadline: Deadline, min_or_max: str) -> Grid:
    """Return the least of all copies of a grid if `min_or_max` is "min", or the greatest if
    `min_or_max` is "max". A SAT solver finds the digits of this copy, cell by cell.
    """
    if min_or_max not in FORMS:
        raise ArgumentError(
            "expected a form of {forms}, found '{form}'", forms=", ".join(FORMS), form=min_or_max
        )
    formula, image = ImageWithRequiredValuesFormula(grid), grid
    selector = formula.variables
    with make_oracle(formula, deadline) as oracle:
        if grid.clues == grid.size**2:
            oracle.add(
                *formula.yield_first_row_source_clauses(
                    *_find_row_and_column_orbit_representatives(grid, deadline)
                )
            )
        for r, row in enumerate(formula.cell):
            for c, cell in enumerate(row):
                while (
                    better := cell[: image[r, c]]
                    if min_or_max == "min"
                    else cell[image[r, c] + 1 :]
                ):
                    selector += 1
                    oracle.add([-selector, *better])
                    model = oracle.find_model([selector])
                    oracle.add([-selector])
                    if model is None:
                        break
                    image = formula.transformation(model).apply(grid)
                oracle.add([cell[image[r, c]]])
    return image


def _find_row_and_column_orbit_representatives(
    grid: Grid, deadline: Deadline
) -> tuple[set[int], set[int]]:
    """Choose one row or column from each orbit (a set of lines that the grid's symmetries move onto
    each other). The first row of the least copy, and of the greatest, can come from one of the
    chosen lines. Return two sets of indices from 0: the chosen rows, and the chosen columns.

    A copy whose first row comes from another line also arises from the chosen line of the same
    orbit, because a symmetry moves one line to the other. On the most symmetric grid, the search
    then takes a twentieth of the time. The function is not meant for grids with few clues: the
    solver is quick on such grids, and finding the symmetries would take longer.
    """
    size = grid.size
    # `orbit[line]` is the least line that is known to be in the orbit of this line. Lines are
    # numbered from 0, first the rows and then the columns.
    orbit = list(range(2 * size))
    for symmetry in symmetries(grid, timeout=deadline).generators:
        for old, new in enumerate(symmetry.line_images()):
            low, high = sorted((orbit[new], orbit[old]))
            orbit = [low if one == high else one for one in orbit]
    firsts = set(orbit)
    return {i for i in firsts if i < size}, {i - size for i in firsts if i >= size}
