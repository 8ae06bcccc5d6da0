"""How it is said whether two Sudokus are copies of each other.

What finds and says the reason for a no is imported only where it is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..answers.decide import Answer
from ..base.language import Message
from ..base.verdict import Verdict
from .manner import Manner, numbered, only_record, paragraphs
from .said import FIRST, SECOND, OnPage, Picture, Said, there_and_back

if TYPE_CHECKING:
    from ..answers.reason import Reason


class SaidDecision(Said):
    """The answer of `decide`, or of a solver of another project.

    Of such an answer a yes was followed; a no without a reason, and that no fewer steps will do, is
    what the solver says.
    """

    found: Answer

    @cached_property
    def reason(self) -> Reason | None:
        """The reason for a no; None where none was found, and without a no."""
        if self.found.verdict is not Verdict.NO:
            return None
        from ..answers.reasons import why_not

        return why_not(self.found.first, self.found.second)

    @property
    def says_certified(self) -> bool:
        """The verdict does, or the number of steps."""
        return True

    def text(self) -> str:
        """Return the grids drawn, the verdict, and the steps of a yes or the reason for a no."""
        answer, manner = self.found, self.manner
        parts = [self.drawn(), self.verdict(), *self.why()]
        if answer.transformation is not None and answer.steps:
            parts += manner.there_and_back(answer.transformation, answer.first, answer.second)
            parts.append(manner.say(self.number_of_steps()))
        return paragraphs(parts)

    def why(self) -> list[str]:
        """Return a paragraph that says why it is a no; nothing where it is none."""
        if not (messages := self._why()):
            return []
        if self.reason is not None and (self.reason.first_cells or self.reason.second_cells):
            messages.append(
                Message("In the drawing, ! marks what this is about.")
                if self.reason.marks_all
                else Message("In the drawing, ! marks the first of these pairs.")
            )
        return [self.manner.paragraph(*messages)]

    def _why(self) -> list[Message]:
        if self.found.verdict is not Verdict.NO:
            return []
        if self.reason is None:
            return self._without_reason()
        from .reason_sentences import reason_in_words

        return reason_in_words(self.reason, self.found.first, self.found.second)

    def _without_reason(self) -> list[Message]:
        """Return what is said instead of a reason: what it takes, how long that is, and how to.

        Where parts alone may differ, they are the reason mostly, and nothing is said.
        """
        if not self.found.only.are_all:
            return []
        command = "sudokopie solve --certificate DIR FILE"
        if self.evidence.by_solver:
            return [
                Message(
                    "Nothing here shows whether that is right. {command} finds out, and proves it.",
                    command=command,
                )
            ]
        said = [
            Message(
                "There is no single difference to point at: the two look alike in all that was "
                "counted and compared. That they are not copies takes a proof."
            )
        ]
        if self.evidence.origins:  # which says how long the proof is
            return said
        if conflicts := self.found.statistics.get("conflicts"):
            searched = Message(
                "{backend} came to {conflicts} dead ends (conflicts) before nothing was left.",
                backend=self.manner.file(self.found.backend),
                conflicts=self.manner.number(conflicts),
            )
            said.append(searched)
        how = Message(
            "{command} writes a proof that other programs can check, and says how long it is.",
            command=command,
        )
        return [*said, how]

    def verdict(self) -> str:
        """Return the sentence that answers the question, and another one if a no is certified."""
        messages = [self._verdict(), *self.manner.alone(self.found.only)]
        if self.evidence.certified and self.found.verdict is Verdict.NO:
            messages.append(Message("This is certified: a proof of it was checked."))
        return self.manner.say(*messages)

    def sentences(self) -> list[str]:
        """Return the verdict, then the number of steps or the reason for a no, then whose proof."""
        said = self._why()
        if self.found.steps:
            said.append(self.number_of_steps())
        said += [
            origin._replace(solver=self.manner.file(origin.solver)).sentence
            for origin in self.evidence.origins
        ]
        return [self.verdict(), *map(self.manner.say, said)]

    def number_of_steps(self) -> Message:
        """Return how many steps the transformation takes, and who says that fewer would not do."""
        steps = self.found.steps
        if self.evidence.certified:
            return Message(
                "Number of steps: {steps} (a proof that fewer are not enough was checked)",
                steps=steps,
            )
        if self.found.is_fewest and self.evidence.by_solver:
            return Message(
                "Number of steps: {steps} (that fewer are not enough is what the solver says)",
                steps=steps,
            )
        if self.found.is_fewest:
            return Message("Number of steps: {steps}", steps=steps)
        return Message("Number of steps: {steps} (maybe fewer would do)", steps=steps)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; without a yes, steps and directions are null.

        `reason` is null but for a no that has one.
        """
        reason = {"reason": self.reason_record()}
        return decision_record(self.found, self.manner) | reason

    def reason_record(self) -> dict[str, object] | None:
        """Return what JSON says of the reason for a no; cells are [row, column] from 1."""
        if self.reason is None:
            return None
        return {
            "kind": self.reason.kind.value,
            "sentence": self.manner.say(*self._why()),
            "first_cells": numbered(self.reason.first_cells),
            "second_cells": numbered(self.reason.second_cells),
        }

    def on_page(self) -> OnPage:
        """Return both grids, and the way from one to the other and back."""
        answer = self.found
        pictures = [Picture(FIRST, answer.first), Picture(SECOND, answer.second)]
        if self.reason is not None:
            from .reason_sentences import pointed_out

            pictures = pointed_out(self.reason, pictures)
        way = answer.transformation if answer.steps else None
        return pictures, there_and_back(way) if way else ()

    def _verdict(self) -> Message:
        answer = self.found
        if answer.verdict is Verdict.YES and answer.first == answer.second:
            return Message("These Sudokus are the same, no steps needed.")
        if answer.verdict is Verdict.YES:
            return Message("These Sudokus are copies of each other.")
        if answer.verdict is Verdict.NO and self.evidence.by_solver and self.reason is None:
            return Message(
                "{name} says that these Sudokus are not copies of each other.",
                name=self.manner.file(answer.backend),
            )
        if answer.verdict is Verdict.NO:
            return Message("These Sudokus are not copies of each other.")
        return Message("Undecided: it is not known whether these Sudokus are copies of each other.")


def decision_record(answer: Answer, manner: Manner) -> dict[str, object]:
    """Return what JSON says of every answer about a transformation."""
    witness = answer.transformation
    return {
        "status": answer.word,
        **only_record(answer.only),
        "steps": answer.steps,  # comes first, and is the same in what follows
        "fewest": answer.is_fewest if witness else None,
        **manner.way(witness, answer.first, answer.second),
        "backend": answer.backend,
        "seconds": round(answer.seconds, 6),
        "statistics": dict(answer.statistics),
    }
