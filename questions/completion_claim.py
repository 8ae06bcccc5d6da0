"""The claim that a Sudoku has no solution, just one, or more than one."""

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
    """A Sudoku has no solution, just this one, or these two and perhaps others."""

    grid: Grid = field(metadata=GIVEN)
    solutions: tuple[Grid, ...]

    CERTIFIES = "solutions"
    ABOUT = "The solutions in certificate.json are different ones of the Sudoku."

    @property
    def facts(self) -> Mapping[str, Any]:
        return {"solutions": self.solutions}

    @property
    def sentence(self) -> Message:
        return Message("Certified. {sentence}")

    def questions(self) -> tuple[Question, ...]:
        """Compare the solutions with the rules; return whether there is any, or another."""
        question, shown = Completable(self.grid), self.solutions
        if not all(map(question.holds, shown)) or len(set(shown)) < len(shown) or len(shown) > 2:
            raise ProofError("not all solutions are different ones of this Sudoku")
        if not shown:
            return (question,)
        return (HasOtherSolution(self.grid, *shown),) if len(shown) == 1 else ()
