"""The claim of a certificate that a Sudoku has no solution, exactly one, or at least two."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import ProofError
from ..base.messages import Message
from ..sudoku.grid import Grid
from .claim import Claim
from .completion import HasOtherSolution, HasSolution
from .question import NOT_SERIALIZED as GIVEN
from .question import Question


@dataclass(frozen=True)
class SolutionCountClaim(Claim):
    """The claim of a certificate that a Sudoku has no solution, exactly one solution, or at least
    two. `solutions` is accordingly empty, or contains the only solution, or two different
    solutions.
    """

    grid: Grid = field(metadata=GIVEN)
    solutions: tuple[Grid, ...]

    CERTIFIES = "solutions"
    ABOUT = "The solutions in certificate.json are different solutions of the Sudoku."

    @property
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        return {"solutions": self.solutions}

    @property
    def sentence_if_proved(self) -> Message:
        return Message("Certified. {sentence}")

    def check_and_list_questions_to_refute(self) -> tuple[Question, ...]:
        """Check the claimed solutions on the grid, and return the question that remains to be
        proved, or no question. The claim holds if the answer is no.

        If the claim contains no solution, the question is whether the Sudoku has a solution; if it
        contains one solution, whether the Sudoku has another. Two different solutions need no
        further proof. Raises `ProofError` if the claim contains more than two solutions, if two are
        equal, or if one of them does not solve the Sudoku.
        """
        question, shown = HasSolution(self.grid), self.solutions
        if (
            not all(map(question.is_yes_proved_by, shown))
            or len(set(shown)) < len(shown)
            or len(shown) > 2
        ):
            raise ProofError("not all solutions are different ones of this Sudoku")
        if not shown:
            return (question,)
        return (HasOtherSolution(self.grid, *shown),) if len(shown) == 1 else ()
