"""Is one Sudoku part of another: a copy of it with clues left out?"""

from enum import StrEnum
from typing import NamedTuple

from ..encoding.candidates import all_candidates
from ..encoding.question import PartQuestion
from ..solvers.clock import Clock
from ..solvers.protocol import Outcome, Status
from ..solvers.registry import DEFAULT
from ..sudoku.grid import Grid
from .decide import Answer, answered
from .fewest import least
from .symmetries import incremental
from .verify import check_same_shape


class PartStatus(StrEnum):
    """Whether one of two Sudokus is part of the other. Undecided is not no."""

    PART = "part"
    NO_PART = "no part"
    UNDECIDED = "undecided"


class PartAnswer(NamedTuple):
    """The answer to: is one of two Sudokus part of the other?

    `part` is 1 if it is the first whose clues are looked for in the second, 2 the other way round.
    `answer` has the steps that bring them onto equal clues, the fewest; `answer.first` is the part.
    """

    part: int
    answer: Answer

    @property
    def status(self) -> PartStatus:
        """The answer in a word."""
        return {
            Status.COPIES: PartStatus.PART,
            Status.DIFFERENT: PartStatus.NO_PART,
            Status.UNDECIDED: PartStatus.UNDECIDED,
        }[self.answer.status]


def within(
    first: Grid, second: Grid, backend: str = DEFAULT, *, clock: Clock | None = None
) -> PartAnswer:
    """Return whether the grid with fewer clues is part of the other; of equally many, the first.

    Raises as `part_of` does.

    >>> found = within(Grid([[0, 1], [2, 1]]), Grid([[1, 0], [0, 0]]))
    >>> found.status.value, found.part, found.answer.steps
    ('part', 2, 1)
    """
    if first.clues > second.clues:
        return PartAnswer(2, part_of(second, first, backend, clock=clock))
    return PartAnswer(1, part_of(first, second, backend, clock=clock))


def part_of(
    first: Grid, second: Grid, backend: str = DEFAULT, *, clock: Clock | None = None
) -> Answer:
    """Return whether `first` is a copy of `second` with clues left out, and by which steps.

    Each clue of the first then comes to lie on an equal clue of the second. The steps are the
    fewest, as `decide` has them. Raises `GridError` for grids of two shapes, and `BackendError`.

    >>> part_of(Grid([[1, 0], [0, 0]]), Grid([[0, 1], [2, 1]])).steps
    1
    """
    check_same_shape(first.shape, second.shape)
    clock = (clock or Clock()).anew()
    chosen = incremental(backend, clock)
    if first.clues > second.clues:
        outcome = Outcome(Status.DIFFERENT)
    else:
        question = PartQuestion(first, second, all_candidates(first.shape))
        outcome = least(chosen, list(question.split()), clock)
    return answered(first, second, chosen, outcome, clock)
