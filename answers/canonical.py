"""Canonical forms: the least of all images of a grid, by SAT.

Images are compared as they are read, row after row from left to right, a blank before 1. The solver
is asked of one cell after another whether it can be less while all before it stay as they are: the
lexicographically least model. So the result is the least image by definition, for any grid.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from ..base.errors import ArgumentError, DeadlinePassedError
from ..encoding.image import Image
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import make_oracle
from ..sudoku.grid import Grid, check_grids
from ..sudoku.transformation import Transformation
from .decide import decide
from .symmetries import symmetries

if TYPE_CHECKING:
    from ..questions.canonical_claim import CertifiedForm

FORMS = ("min", "max")
"""The least image, or the greatest."""


class FormOptions(NamedTuple):
    """What is asked of each of many grids.

    `form`: one of `FORMS`; `time_limit` for each. `by` solution: the form of its only one, and
    where its clues come to lie on it. `only` digits: these are renamed, nothing is moved.
    `symmetries`: their number too. `check`: each form is compared with the one that a solver finds.
    `bands`: numbers of bands and stacks.
    """

    form: str = "min"
    time_limit: float | None = None
    by: str | None = None
    only: str | None = None
    symmetries: bool = False
    check: bool = False
    bands: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is the form alone, so that one Sudoku is shown with the steps to it."""
        return not any(self[2:])


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """The canonical form of a grid, and the steps that lead to it, the fewest.

    Two grids of one shape are copies if and only if their forms are equal.
    """

    grid: Grid
    form: Grid
    transformation: Transformation

    def claim(self, form: str = "min") -> "CertifiedForm":
        """Return what a certificate states: the form is the least copy, with `max` the greatest."""
        from ..questions.canonical_claim import CertifiedForm

        extreme = cast("Literal['min', 'max']", form)
        return CertifiedForm(self.grid, extreme, self.form, self.transformation)


def canonical_form(grid: Grid, form: str = "min", *, timeout: Timeout = None) -> CanonicalForm:
    """Return the least copy of a grid, or with the form `max` the greatest.

    The copies are compared as read, row after row, a blank before 1. Raises `ArgumentError` for
    another form, and `DeadlinePassedError` when the time is up.

    >>> canonical_form(Grid("..3..4.....3....")).form
    Grid('.......1..1..2..')
    """
    check_grids(grid)
    clock = Clock.of(timeout)
    found = _find_extreme_image(grid, clock, form)
    answer = decide(grid, found, timeout=clock)
    if answer.transformation is None or not answer.is_fewest:
        raise DeadlinePassedError
    return CanonicalForm(grid, found, answer.transformation)


def _find_extreme_image(grid: Grid, clock: Clock, form: str) -> Grid:
    """Return the least image of a grid, or the greatest."""
    if form not in FORMS:
        raise ArgumentError(
            "expected a form of {forms}, found '{form}'", forms=", ".join(FORMS), form=form
        )
    formula, image = Image(grid), grid
    selector = formula.variables
    with make_oracle(formula, clock) as oracle:
        if grid.clues == grid.size**2:
            oracle.add(*formula.first_row_from(*_choose_one_per_orbit(grid, clock)))
        for r, row in enumerate(formula.cell):
            for c, cell in enumerate(row):
                while better := cell[: image[r, c]] if form == "min" else cell[image[r, c] + 1 :]:
                    selector += 1
                    oracle.add([-selector, *better])
                    model = oracle.find_model([selector])
                    oracle.add([-selector])
                    if model is None:
                        break
                    image = formula.transformation(model).apply(grid)
                oracle.add([cell[image[r, c]]])
    return image


def _choose_one_per_orbit(grid: Grid, clock: Clock) -> tuple[set[int], set[int]]:
    """Return rows and columns: of those that the grid's symmetries exchange, one each.

    An image that begins with another one of them is also an image that begins with this one. On the
    most symmetric grid this leaves a twentieth of the work. With few clues the solver is quick
    anyway, and finding the symmetries would take longer.
    """
    size = grid.size
    orbit = list(range(2 * size))  # rows, then columns; each line's least companion so far
    for symmetry in symmetries(grid, timeout=clock).generators:
        for old, new in enumerate(symmetry.line_images()):
            low, high = sorted((orbit[new], orbit[old]))
            orbit = [low if one == high else one for one in orbit]
    firsts = set(orbit)
    return {i for i in firsts if i < size}, {i - size for i in firsts if i >= size}
