"""The claim of a certificate that a Sudoku has no solution, exactly one, or at least two."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import ProofError
from ..base.messages import Message
from ..sudoku.grid import Grid
from .claim import Statement
from .completion import Completable, HasOtherSolution
from .question import NO_FACT as GIVEN
from .question import Question


@dataclass(frozen=True)
class CertifiedSolutions(Statement):
    """The claim of a certificate that a Sudoku has no solution, exactly one solution, or at least
    two. `solutions` is accordingly empty, or contains the only solution, or two different
    solutions.
    """

    grid: Grid = field(metadata=GIVEN)
    solutions: tuple[Grid, ...]

    CERTIFIES = "solutions"
    ABOUT = "The solutions in certificate.json are different solutions of the Sudoku."

    @property
    def facts(self) -> Mapping[str, Any]:
        return {"solutions": self.solutions}

    @property
    def sentence(self) -> Message:
        return Message("Certified. {sentence}")

    def questions(self) -> tuple[Question, ...]:
        """Check the claimed solutions on the grid, and return the question, if any, to which the
        answer must still be proved to be no.

        If `solutions` is empty, the question is whether there is a solution; if it has one element,
        whether there is another solution. Two different solutions need no further proof. Raises
        `ProofError` if there are more than two, if they are equal, or if one does not solve the
        Sudoku.
        """
        question, shown = Completable(self.grid), self.solutions
        if not all(map(question.holds, shown)) or len(set(shown)) < len(shown) or len(shown) > 2:
            raise ProofError("not all solutions are different ones of this Sudoku")
        if not shown:
            return (question,)
        return (HasOtherSolution(self.grid, *shown),) if len(shown) == 1 else ()
