"""How it is said whether one Sudoku is part of another."""

from collections.abc import Mapping

from ..answers.part import PartAnswer
from ..base.language import Message
from ..base.verdict import Verdict
from .decision import SaidDecision, decision_record
from .manner import Manner, Said, paragraphs


class SaidPart(Said):
    """Whether one is part of the other, and the steps that bring its clues onto equal clues.

    `by_solver`: it is another solver that says that no fewer steps will do.
    """

    def __init__(self, found: PartAnswer, manner: Manner, *, by_solver: bool = False) -> None:
        self.found, self.manner = found, manner
        self._decision = SaidDecision(found.answer, manner, by_solver=by_solver)

    def text(self) -> str:
        """Return the grids drawn, the verdict, and the steps."""
        answer, manner = self.found.answer, self.manner
        grids = [answer.first, answer.second]
        if self.found.part == 2:
            grids.reverse()
        parts = [manner.grids(*grids), self.verdict()]
        if answer.transformation is not None:
            title = Message("Steps that bring the clues of 1 onto those of 2:")
            if self.found.part == 2:
                title = Message("Steps that bring the clues of 2 onto those of 1:")
            parts.append(manner.steps(title, answer.transformation.forward(), answer.first))
            parts.append(manner.say(self._decision.number_of_steps()))
        return paragraphs(parts)

    def verdict(self) -> str:
        """Return the sentence that answers the question."""
        return self.manner.say(self._verdict())

    def sentences(self) -> list[str]:
        """Return the verdict, and for a yes the number of steps."""
        if self.found.answer.transformation is None:
            return [self.verdict()]
        return [self.verdict(), self.manner.say(self._decision.number_of_steps())]

    def _verdict(self) -> Message:
        verdict = self.found.verdict
        if verdict is Verdict.UNDECIDED:
            return Message("Undecided: it is not known whether one Sudoku is part of the other.")
        if verdict is Verdict.NO:
            return Message("Neither Sudoku is a copy of the other with clues left out.")
        if self.found.part == 2:
            return Message("The second Sudoku is a copy of the first with clues left out.")
        return Message("The first Sudoku is a copy of the second with clues left out.")

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `part` is 1 or 2, or null without a yes."""
        is_part = self.found.verdict is Verdict.YES
        said = {"status": self.found.word, "part": self.found.part if is_part else None}
        return {**said, **decision_record(self.found.answer, self.manner), **said}
