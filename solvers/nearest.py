"""The nearest copy: the most clues of one Sudoku that can land on equal clues of another.

And the question that asks for all of them: is one Sudoku part of another?
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple, cast

from ..encoding.candidates import all_candidates
from ..encoding.equivalence import PART
from ..encoding.nearest import Nearest
from ..encoding.question import Question
from ..sudoku.errors import WitnessError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation
from .decide import Answer, answered, check_same_shape, least
from .oracle import Bounds
from .protocol import Clock, DeadlinePassedError, Optimiser, Outcome, Status
from .registry import DEFAULT, NEAREST, find_backend
from .ways import incremental


class NearestCopy(NamedTuple):
    """How near two Sudokus are up to symmetry.

    `transformation` brings `agreeing` of the `total` cells that count (the clues of the first, or
    with blanks all cells) onto equal ones, which was counted on the grids; none brings more than
    `at_most`. Where the two are equal that is exact, else the time was not enough, or so many were
    not asked for. `blanks` says whether blank cells count.
    """

    first: Grid
    second: Grid
    blanks: bool
    transformation: Transformation
    agreeing: int
    at_most: int
    total: int
    backend: str
    seconds: float

    @property
    def is_exact(self) -> bool:
        """Whether no transformation makes more cells agree."""
        return self.agreeing == self.at_most

    def reaches(self, number: int) -> bool | None:
        """Return whether so many cells can be made to agree; None if that is not known."""
        if self.agreeing >= number:
            return True
        return False if self.at_most < number else None


def nearest(
    first: Grid,
    second: Grid,
    backend: str = NEAREST,
    *,
    blanks: bool = False,
    at_least: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[int, int], None] = lambda _, __: None,
) -> NearestCopy:
    """Return the transformation that brings the most clues of the first onto equal ones.

    With `blanks`, blank cells on blank cells count too. With `at_least`, it is only found out
    whether so many can agree, which `reaches` then says. `progress` is told both bounds as they
    change: how many agree, and how many can at most. `backend` takes assumptions, or is
    `maxsat:rc2`. Raises `GridError` for grids of two shapes and `BackendError`.

    >>> found = nearest(Grid([[1, 2], [2, 0]]), Grid([[0, 1], [2, 1]]))
    >>> found.agreeing, found.at_most, found.total
    (2, 2, 3)
    """
    check_same_shape(first, second)
    clock, formula = Clock(time_limit), Nearest(first, second, blanks)
    best = Transformation.identity(first.shape)
    agreeing, at_most = agreeing_cells(best, first, second, blanks), formula.total
    with suppress(DeadlinePassedError):
        for bounds in _bounds(backend, formula, at_least, clock):
            at_most = formula.total - bounds.at_least
            if bounds.model is not None:
                found = formula.transformation(bounds.model)
                number = agreeing_cells(found, first, second, blanks)
                if number < formula.total - bounds.number:
                    raise WitnessError(
                        Message("{backend} claims that more cells agree than do", backend=backend)
                    )
                if number > agreeing:
                    best, agreeing = found, number
            progress(agreeing, at_most)
    return NearestCopy(
        first, second, blanks, best, agreeing, at_most, formula.total, backend, clock.passed
    )


def agreeing_cells(
    transformation: Transformation, first: Grid, second: Grid, blanks: bool = False
) -> int:
    """Return how many clues (with blanks: cells) of the first grid's image the second one has."""
    image = transformation.forward().follow(first)
    return sum(
        1
        for row, others in zip(image, second, strict=True)
        for digit, other in zip(row, others, strict=True)
        if digit == other and (digit or blanks)
    )


def _bounds(backend: str, formula: Nearest, at_least: int | None, clock: Clock) -> Iterator[Bounds]:
    """Yield closer and closer bounds of how many cells have to be given up."""
    chosen = find_backend(backend)
    if chosen.abilities.optimum and at_least is None:
        literals = list(formula.given_up.values())
        model = cast("Optimiser", chosen).optimum(formula, literals, clock)
        assert model is not None  # giving up everything is one
        number = formula.counter.count(model)
        yield Bounds(model, number, number)
        return
    with incremental(backend, clock).oracle(formula, clock) as oracle:
        if at_least is None:
            model = oracle.model()
            assert model is not None
            yield from oracle.narrowed(formula.counter, model)
            return
        bound = formula.total - at_least
        model = oracle.model(formula.counter.at_most(bound)) if bound >= 0 else None
        if model is None:
            yield Bounds(None, bound + 1, bound + 1)
        else:
            yield Bounds(model, formula.counter.count(model), 0)


def part_of(
    first: Grid, second: Grid, backend: str = DEFAULT, time_limit: float | None = None
) -> Answer:
    """Return whether `first` is a copy of `second` with clues left out, and by which steps.

    Each clue of the first then comes to lie on an equal clue of the second. The steps are the
    fewest, as `decide` has them. Raises `GridError` and `BackendError`.

    >>> part_of(Grid([[1, 0], [0, 0]]), Grid([[0, 1], [2, 1]])).steps
    1
    """
    check_same_shape(first, second)
    clock = Clock(time_limit)
    chosen = incremental(backend, clock)
    if first.clues > second.clues:
        outcome = Outcome(Status.DIFFERENT)
    else:
        question = Question(first, second, all_candidates(first.shape), PART)
        outcome = least(chosen, list(question.split()), clock)
    return answered(first, second, chosen, outcome, clock)
