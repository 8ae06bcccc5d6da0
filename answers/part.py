"""Is one Sudoku part of another: a copy of it with clues left out?"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..base.errors import ProofError
from ..base.registry import as_html
from ..base.verdict import Verdict, WithVerdict
from ..questions.within import Within
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import Outcome
from ..solvers.registry import DEFAULT, find_incremental
from ..sudoku.grid import Grid, check_grids
from ..sudoku.transformation import Transformation
from .decide import Answer, make_answer
from .witness import find_least_witness

if TYPE_CHECKING:
    from ..questions.claim import Statement


@dataclass(frozen=True, slots=True)
class PartAnswer(WithVerdict):
    """The answer to: is one of two Sudokus part of the other?

    `part` is 1 if it is the first whose clues are looked for in the second, 2 the other way round.
    `answer` has the steps that bring them onto equal clues, the fewest; `answer.first` is the part.
    """

    part: int
    answer: Answer

    _question = "part"

    @property
    def verdict(self) -> Verdict:
        """Whether it is part of the other. Undecided is not no."""
        return self.answer.verdict

    @property
    def transformation(self) -> Transformation | None:
        """The verified steps that bring the clues of the part onto equal clues of the other."""
        return self.answer.transformation

    @property
    def steps(self) -> int | None:
        """The number of steps of the transformation; None where there is none."""
        return self.answer.steps

    def claim(self, **_: object) -> "Statement | None":
        """Return what a certificate of the answer states; None if it is undecided.

        Raises `ProofError` if the part has more clues than the whole: no question asks that.
        """
        from ..questions.yes_no_claims import make_claim

        part, whole, answer = self.answer.first, self.answer.second, self.answer
        question = Within(*((part, whole) if self.part == 1 else (whole, part)))
        if question.from_and_to != (part, whole):  # `part_of` says no to a part with more clues
            raise ProofError("there is nothing to certify: the part has more clues than the whole")
        best = answer.is_fewest or not answer.steps
        return make_claim(question, answer.verdict, answer.transformation, best)

    _repr_html_ = as_html


def within(
    first: Grid, second: Grid, backend: str = DEFAULT, *, timeout: Timeout = None
) -> PartAnswer:
    """Return whether the grid with fewer clues is part of the other; of equally many, the first.

    Raises as `part_of` does.

    >>> found = within(Grid([[0, 1], [2, 1]]), Grid([[1, 0], [0, 0]]))
    >>> found.word, found.part, found.steps
    ('part', 2, 1)
    """
    check_grids(first, second)
    question = Within(first, second)
    found = part_of(*question.from_and_to, backend, timeout=timeout)
    return replace(found, part=question.part)


def part_of(
    part: Grid, whole: Grid, backend: str = DEFAULT, *, timeout: Timeout = None
) -> PartAnswer:
    """Return whether `part` is a copy of `whole` with clues left out, and by which steps.

    Each clue of the part then comes to lie on an equal clue of the whole. The steps are the
    fewest, as `decide` has them. Raises `GridError` for grids of two shapes, and `BackendError`.

    >>> found = part_of(Grid([[1, 0], [0, 0]]), Grid([[0, 1], [2, 1]]))
    >>> found.word, found.steps
    ('part', 1)
    """
    check_grids(part, whole)
    clock = Clock.started(timeout)
    chosen = find_incremental(backend, clock)
    if part.clues > whole.clues:
        outcome = Outcome(Verdict.NO)
    else:
        outcome = find_least_witness(chosen, list(Within(part, whole).split()), clock)
    return PartAnswer(1, make_answer(part, whole, chosen.name, outcome, clock))
