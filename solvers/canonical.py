"""Canonical forms: the least of all images of a grid, by SAT; and the backend that compares them.

Images are compared as they are read, row after row from left to right, a blank before 1. The solver
is asked of one cell after another whether it can be less while all before it stay as they are: the
lexicographically least model. So it is the least image by definition, of any grid.
"""

from typing import NamedTuple

from ..encoding.image import Image
from ..encoding.question import Question
from ..sudoku.errors import GridError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation
from .decide import decide, leads
from .protocol import Abilities, Clock, DeadlinePassedError, Outcome, Status
from .pysat_solvers import QUICKEST, PySatOracle
from .registry import DEFAULT
from .ways import found_symmetries, incremental

FORMS = ("min", "max")
"""The least image, or the greatest."""


class CanonicalForm(NamedTuple):
    """The canonical form of a grid, and the steps that lead to it, the fewest.

    Two grids of one shape are copies if and only if their forms are equal.
    """

    grid: Grid
    form: Grid
    transformation: Transformation


def canonical_form(grid: Grid, form: str = "min", time_limit: float | None = None) -> CanonicalForm:
    """Return the least copy of a grid, or with the form `max` the greatest.

    The copies are compared as read, row after row, a blank before 1. Raises `GridError` for another
    form, and `DeadlinePassedError` when the `time_limit` in seconds is up.

    >>> print(canonical_form(Grid([[0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 3], [0, 0, 0, 0]])).form)
    0 0 0 0
    0 0 0 1
    0 0 1 0
    0 2 0 0
    """
    clock = Clock(time_limit)
    found = extreme_image(grid, clock, form).transformation.apply(grid)
    clock.check()
    answer = decide(grid, found, time_limit=clock.remaining or None)
    if answer.transformation is None or not answer.is_fewest:
        raise DeadlinePassedError
    return CanonicalForm(grid, found, answer.transformation)


class Extreme(NamedTuple):
    """A transformation to an extreme image, and what the solver tells of the search."""

    transformation: Transformation
    statistics: dict[str, int]


def extreme_image(grid: Grid, clock: Clock, form: str = "min", upright: bool = False) -> Extreme:
    """Return a transformation to the least image of a grid, or the greatest; it is verified.

    With `upright`, of the images without a quarter turn.
    """
    if form not in FORMS:
        raise GridError(
            Message("expected a form of {forms}, found '{form}'", forms=", ".join(FORMS), form=form)
        )
    formula = Image(grid, upright)
    best = Transformation.identity(grid.shape)
    image = grid
    selector = formula.variables
    with PySatOracle(QUICKEST, formula.clauses(), clock) as oracle:
        if grid.clues == grid.size**2:
            oracle.add(formula.first_row_from(*_one_of_each_orbit(grid, clock, upright)))
        for r, row in enumerate(formula.cell):
            for c, cell in enumerate(row):
                while better := cell[: image[r, c]] if form == "min" else cell[image[r, c] + 1 :]:
                    selector += 1
                    oracle.add([[-selector, *better]])
                    model = oracle.model([selector])
                    oracle.add([[-selector]])
                    if model is None:
                        break
                    best = formula.transformation(model)
                    image = best.apply(grid)
                oracle.add([[cell[image[r, c]]]])
        statistics = {"variables": selector, **oracle.statistics}
    if not leads(best, grid, image):
        raise AssertionError(f"{best} does not lead to {image!r}")
    return Extreme(best, statistics)


def _one_of_each_orbit(grid: Grid, clock: Clock, upright: bool) -> tuple[set[int], set[int]]:
    """Return rows and columns, one of those that the grid's symmetries exchange.

    An image that begins with another of them is also one that begins with this. What takes the
    solver longest is to refute one after another; on the most symmetric grid a twentieth is left.
    With few clues nothing takes it long, and to find the symmetries would.
    """
    size = grid.size
    found = found_symmetries(grid, incremental(DEFAULT, clock), clock)
    orbit = list(range(2 * size))  # rows, then columns; each line's least companion so far
    for symmetry in found.generators:
        transposed, rows, columns = symmetry.places()
        if transposed and upright:
            continue
        turn = size if transposed else 0
        moves = [(i, (old + turn) % (2 * size)) for i, old in enumerate(rows)]
        moves += [(size + j, (size + old + turn) % (2 * size)) for j, old in enumerate(columns)]
        for new, old in moves:
            low, high = sorted((orbit[new], orbit[old]))
            orbit = [low if one == high else one for one in orbit]
    firsts = set(orbit)
    return {i for i in firsts if i < size}, {i - size for i in firsts if i >= size}


# The backend


def names() -> tuple[str, ...]:
    """Return the one name."""
    return ("canonical",)


def create(name: str) -> "CanonicalBackend":
    """Return the backend."""
    if name not in names():
        raise KeyError(name)
    return CanonicalBackend()


class CanonicalBackend:
    """Compares the least images of both grids."""

    name = "canonical"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: Question, clock: Clock) -> Outcome:
        """Answer for all orientations at once, or for the only one that is left."""
        shape, orientations = question.first.shape, question.candidates.orientations
        turn = Transformation.identity(shape)
        upright = 1 in shape.rotations and len(orientations) == 1
        if upright:
            turn = turn.replaced(rotation=orientations[0].quarter)
        turned = turn.apply(question.first)
        first, second = (
            extreme_image(grid, clock, upright=upright) for grid in (turned, question.second)
        )
        statistics = {
            name: count + second.statistics.get(name, 0) for name, count in first.statistics.items()
        }
        there, back = first.transformation, second.transformation
        if there.apply(turned) != back.apply(question.second):
            return Outcome(Status.DIFFERENT, None, statistics)
        return Outcome(Status.COPIES, turn.then(there).then(back.inverse()), statistics)
