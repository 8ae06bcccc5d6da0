"""How it is said whether one Sudoku is part of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..answers.part import PartAnswer
from ..base.language import Message
from ..base.verdict import Verdict
from .manner import paragraphs
from .said import Said
from .said_decision import SaidDecision, decision_record

if TYPE_CHECKING:
    from .entries import PageEntry


class SaidPart(Said):
    """Whether one is part of the other, and the steps that bring its clues onto equal clues."""

    title = Message("Is one of these Sudokus part of the other?")
    found: PartAnswer

    def text(self) -> str:
        """Return the grids drawn, the verdict, and the steps."""
        answer, manner = self.found.answer, self.manner
        grids = [answer.first, answer.second]
        title = Message("Steps that bring the clues of 1 onto those of 2:")
        if self.found.part == 2:
            grids.reverse()
            title = Message("Steps that bring the clues of 2 onto those of 1:")
        verdict, *number_of_steps = self.sentences()
        parts = [manner.grids(*grids), verdict]
        if answer.transformation is not None:
            parts.append(manner.steps(title, answer.transformation.forward(), answer.first))
        return paragraphs(parts + number_of_steps)

    def sentences(self) -> list[str]:
        """Return the verdict, and for a yes the number of steps."""
        if self.found.transformation is None:
            return [self.verdict()]
        decision = SaidDecision(self.found.answer, self.manner, self.evidence)
        return [self.verdict(), self.manner.say(decision.number_of_steps())]

    def sentence(self) -> Message:
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
        said = {"status": self.status, "part": self.found.part if is_part else None}
        return {**said, **decision_record(self.found.answer, self.manner), **said}

    def entry(self, name: str) -> PageEntry:
        """Return the entry of a page: the part, the other, and the part after the steps."""
        from .entries import first_picture, second_picture, towards

        answer = self.found.answer
        pictures = [first_picture(answer.first), second_picture(answer.second)]
        if self.found.part == 2:
            pictures = [second_picture(answer.first), first_picture(answer.second)]
        return self.entry_with(name, *towards(pictures, answer.transformation))
