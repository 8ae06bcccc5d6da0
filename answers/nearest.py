"""The nearest copy: the most clues of one Sudoku that can land on equal clues of another."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ..base.errors import DeadlinePassedError, WitnessError
from ..base.registry import as_html
from ..base.verdict import Verdict, WithVerdict, choose_word
from ..encoding.formula import Counted
from ..encoding.part import GivingUp
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import Bounds, Optimiser
from ..solvers.registry import NEAREST, find_backend, make_oracle
from ..sudoku.allowed_moves import EVERYTHING, PARTS, AllowedMoves
from ..sudoku.grid import Grid, check_grids
from ..sudoku.transformation import Transformation

if TYPE_CHECKING:
    from ..questions.claim import Statement


@dataclass(frozen=True, slots=True)
class NearestCopy(WithVerdict):
    """How near two Sudokus are up to symmetry.

    `transformation` brings `agreeing` of the `total` cells that count (the clues of the first, or
    with `blanks` all cells) onto equal ones, which was counted on the grids; none brings more than
    `at_most`. Where the two differ the time was not enough, or the question was only whether
    `at_least` cells can agree.
    """

    first: Grid
    second: Grid
    blanks: bool
    at_least: int | None
    transformation: Transformation
    agreeing: int
    at_most: int
    total: int
    backend: str
    seconds: float
    only: AllowedMoves = EVERYTHING

    @property
    def is_exact(self) -> bool:
        """Whether no transformation makes more cells agree."""
        return self.agreeing == self.at_most

    @property
    def verdict(self) -> Verdict:
        """Yes: no transformation does better, or as many cells agree as was asked for.

        No: they cannot. Undecided: the time was not enough.
        """
        if self.at_least is None:
            return Verdict.YES if self.is_exact else Verdict.UNDECIDED
        if self.agreeing >= self.at_least:
            return Verdict.YES
        return Verdict.NO if self.at_most < self.at_least else Verdict.UNDECIDED

    @property
    def word(self) -> str:
        """The verdict in the word that programs and JSON see, such as `exact` or `reached`."""
        return choose_word("nearest" if self.at_least is None else "near", self.verdict)

    def claim(self, **_: object) -> "Statement | None":
        """Return what a certificate of the answer states; None if it is undecided."""
        from ..questions.nearest import SoManyAgree
        from ..questions.yes_no_claims import make_claim

        question = SoManyAgree(self.first, self.second, self.blanks, self.at_least, self.only)
        witness = self.transformation if question.holds(self.transformation) else None
        best = self.at_least is None and self.is_exact
        return make_claim(question, self.verdict, witness, best)

    _repr_html_ = as_html


def nearest(  # noqa: PLR0913 - a question with all its options
    first: Grid,
    second: Grid,
    backend: str = NEAREST,
    *,
    blanks: bool = False,
    at_least: int | None = None,
    timeout: Timeout = None,
    progress: Callable[[int, int], None] = lambda _, __: None,
    only: Iterable[str] = PARTS,
) -> NearestCopy:
    """Return the transformation that brings the most clues of the first onto equal ones.

    With `blanks`, blank cells on blank cells count too. With `at_least`, the only question is
    whether that many can agree. `progress` is told both bounds as they change: how many agree, and
    how many can at most. `backend` takes assumptions, or is `maxsat:rc2`. When the time is up, the
    result says what is known then. `only` is as for `decide`. Raises `GridError` for grids of two
    shapes, `ArgumentError` for parts that are none, and `BackendError`.

    >>> found = nearest(Grid([[1, 2], [2, 0]]), Grid([[0, 1], [2, 1]]))
    >>> found.agreeing, found.at_most, found.total
    (2, 2, 3)
    """
    check_grids(first, second)
    clock, parts = Clock.started(timeout), AllowedMoves(only)
    formula = GivingUp(first, second, blanks, parts)
    best = Transformation.identity(first.shape)
    agreeing, at_most = best.agreeing(first, second, blanks), formula.total
    with suppress(DeadlinePassedError):
        for bounds in _tighten_bounds(backend, formula, at_least, clock):
            at_most = formula.total - bounds.at_least
            if bounds.model is not None:
                found = formula.transformation(bounds.model).simplest(first)
                number = found.agreeing(first, second, blanks)
                if number < formula.total - bounds.number or not parts.contains(found):
                    raise WitnessError(
                        "{backend} claims that more cells agree than do", backend=backend
                    )
                if number > agreeing:
                    best, agreeing = found, number
            progress(agreeing, at_most)
    counted = best, agreeing, at_most, formula.total
    return NearestCopy(first, second, blanks, at_least, *counted, backend, clock.passed, parts)


def _tighten_bounds(
    backend: str, formula: GivingUp, at_least: int | None, clock: Clock
) -> Iterator[Bounds]:
    """Yield closer and closer bounds of how many cells have to be given up."""
    chosen = find_backend(backend)
    if chosen.abilities.optimum and at_least is None:
        model = cast("Optimiser", chosen).optimum(formula, formula.costs, clock)
        assert model is not None  # giving up everything is one
        number = len(model.intersection(formula.costs))
        yield Bounds(model, number, number)
        return
    bound = None if at_least is None else formula.total - at_least
    counted = Counted(formula, bound)
    counter = counted.counter
    with make_oracle(counted, clock, backend) as oracle:
        model = oracle.find_model()
        if bound is None:
            assert model is not None
            yield from oracle.minimise(counter, model)
            return
        if model is None:
            yield Bounds(None, bound + 1, bound + 1)
        else:
            yield Bounds(model, counter.count(model), 0)
