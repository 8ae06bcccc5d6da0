"""Certificates of solutions: the only one, two different ones, or that there is none."""

from dataclasses import dataclass, field

from ..answers.completion import Completed, completions
from ..base.errors import DeadlinePassedError, ProofError
from ..questions.completion import Completable, HasOtherSolution
from ..questions.question import Question
from ..solvers.clock import Timeout
from ..sudoku.grid import Grid
from .certificate import GIVEN, Statement


@dataclass(frozen=True)
class CertifiedSolutions(Statement):
    """A Sudoku has no solution, just this one, or these two and perhaps others."""

    grid: Grid = field(metadata=GIVEN)
    solutions: tuple[Grid, ...]

    CERTIFIES = "solutions"
    ABOUT = "The solutions in certificate.json are different ones of the Sudoku."

    @classmethod
    def of(cls, found: Completed, *, timeout: Timeout = None) -> "CertifiedSolutions | None":
        """Return the statement of an answer: None where it is not known how many there are.

        Looks for a second solution where it is not in the answer; raises `ProofError` where the
        time is not enough for that.

        >>> from ..answers.completion import completed
        >>> len(CertifiedSolutions.of(completed(Grid([[0, 0], [0, 0]], (1, 2)))).solutions)
        2
        """
        if found.word in ("some", "undecided"):
            return None
        shown = list(found.solutions[:2])
        if found.more and len(shown) < 2:
            try:
                all_ = completions(found.grid, timeout=timeout)
                shown += [next(one for one in all_ if one not in shown)]
            except DeadlinePassedError:
                raise ProofError("no proof: the time was not enough") from None
        return cls(found.grid, tuple(shown))

    @property
    def completed(self) -> Completed:
        """The same as an answer."""
        return Completed(self.grid, self.solutions[:1], len(self.solutions) > 1)

    def questions(self) -> tuple[Question, ...]:
        """Compare the solutions with the rules; return whether there is any, or another."""
        question, shown = Completable(self.grid), self.solutions
        if not all(map(question.holds, shown)) or len(set(shown)) < len(shown) or len(shown) > 2:
            raise ProofError("not all solutions are different ones of this Sudoku")
        if not shown:
            return (question,)
        return (HasOtherSolution(self.grid, *shown),) if len(shown) == 1 else ()
