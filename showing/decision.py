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
from .manner import Manner, Said, paragraphs

if TYPE_CHECKING:
    from ..answers.reason import Reason
    from ..proofs.origin import Origin


class SaidDecision(Said):
    """The answer of `decide`, or, `by_solver`, of a solver of somebody else's.

    `certified` is None where nobody asked for a proof; `origin` is that of the checked proof. Of
    another solver's answer a yes was followed; a no without a reason, and that no fewer steps will
    do, is what it says.
    """

    def __init__(
        self,
        answer: Answer,
        manner: Manner,
        certified: bool | None = None,
        origin: Origin | None = None,
        *,
        by_solver: bool = False,
    ) -> None:
        self.answer, self.manner, self.certified, self.origin = answer, manner, certified, origin
        self.by_solver = by_solver

    @cached_property
    def reason(self) -> Reason | None:
        """The reason for a no; None where none was found, and without a no."""
        if self.answer.verdict is not Verdict.NO:
            return None
        from ..answers.reasons import why_not

        return why_not(self.answer.first, self.answer.second)

    def text(self) -> str:
        """Return the grids drawn, the verdict, and the steps of a yes or the reason for a no.

        Where a proof is from comes last.
        """
        answer, manner = self.answer, self.manner
        parts = [self.drawn(), self.verdict(), *self.why()]
        if answer.transformation is not None and answer.steps:
            forward, backward = answer.transformation.forward(), answer.transformation.backward()
            parts += [
                manner.steps(Message("Steps from 1 to 2:"), forward, answer.first),
                manner.steps(Message("Steps from 2 to 1:"), backward, answer.second),
                manner.say(self.number_of_steps()),
            ]
        if self.origin is not None:
            parts.append(manner.say(self.origin.sentence))
        return paragraphs(parts)

    def drawn(self) -> str:
        """Return the grids; where there is a reason for a no, its cells are marked."""
        answer, reason = self.answer, self.reason
        if reason is None:
            return self.manner.grids(answer.first, answer.second)

        def is_first(r: int, c: int) -> bool:
            return (r, c) in reason.first_cells

        def is_second(r: int, c: int) -> bool:
            return (r, c) in reason.second_cells

        return self.manner.grids(answer.first, answer.second, marked=(is_first, is_second))

    def why(self) -> list[str]:
        """Return a paragraph that says why it is a no; nothing where it is none."""
        if not (messages := self._why()):
            return []
        if self.reason is not None and (self.reason.first_cells or self.reason.second_cells):
            messages.append(self._legend(self.reason))
        return [self.manner.paragraph(*messages)]

    def _legend(self, reason: Reason) -> Message:
        if reason.marks_all:
            return Message("In the drawing, ! marks what this is about.")
        return Message("In the drawing, ! marks the first of these pairs.")

    def _why(self) -> list[Message]:
        answer, reason = self.answer, self.reason
        if answer.verdict is not Verdict.NO:
            return []
        if reason is None:
            return self._without_reason()
        from .reasons import reason_in_words

        return reason_in_words(reason, answer.first, answer.second)

    def _without_reason(self) -> list[Message]:
        """Return what is said instead of a reason: what it takes, how long that is, and how to."""
        command = "sudokopie solve --certificate DIR FILE"
        if self.by_solver:
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
        if self.origin is not None:  # which says how long the proof is
            return said
        if conflicts := self.answer.statistics.get("conflicts"):
            searched = Message(
                "{backend} came to {conflicts} dead ends (conflicts) before nothing was left.",
                backend=self.answer.backend,
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
        messages = [self._verdict()]
        if self.certified and self.answer.verdict is Verdict.NO:
            messages.append(Message("This is certified: a proof of it was checked."))
        return self.manner.say(*messages)

    def sentences(self) -> list[str]:
        """Return the verdict, then the number of steps or the reason for a no, then whose proof."""
        said = [self.number_of_steps()] if self.answer.steps else self._why()
        said += [] if self.origin is None else [self.origin.sentence]
        return [self.verdict(), *map(self.manner.say, said)]

    def number_of_steps(self) -> Message:
        """Return how many steps the transformation takes, and who says that fewer would not do."""
        steps = self.answer.steps
        if self.certified:
            return Message(
                "Number of steps: {steps} (a proof that fewer are not enough was checked)",
                steps=steps,
            )
        if self.answer.is_fewest and self.by_solver:
            return Message(
                "Number of steps: {steps} (that fewer are not enough is what the solver says)",
                steps=steps,
            )
        if self.answer.is_fewest:
            return Message("Number of steps: {steps}", steps=steps)
        return Message("Number of steps: {steps} (maybe fewer would do)", steps=steps)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; without a yes, steps and directions are null.

        `reason` is null but for a no that has one. `certified` is there only where somebody asked
        for a proof, `proof` only where one was checked.
        """
        record = decision_record(self.answer, self.manner) | {"reason": self.reason_record()}
        if self.certified is not None:
            record["certified"] = self.certified
        if self.origin is not None:
            record["proof"] = self.origin._asdict()
        return record

    def reason_record(self) -> dict[str, object] | None:
        """Return what JSON says of the reason for a no; cells are [row, column] from 1."""
        answer, reason = self.answer, self.reason
        if reason is None:
            return None
        from .grids import numbered
        from .reasons import reason_in_words

        return {
            "kind": reason.kind.value,
            "sentence": self.manner.say(*reason_in_words(reason, answer.first, answer.second)),
            "first_cells": numbered(reason.first_cells),
            "second_cells": numbered(reason.second_cells),
        }

    def _verdict(self) -> Message:
        answer = self.answer
        if answer.verdict is Verdict.YES and answer.first == answer.second:
            return Message("These Sudokus are the same, no steps needed.")
        if answer.verdict is Verdict.YES:
            return Message("These Sudokus are copies of each other.")
        if answer.verdict is Verdict.NO and self.by_solver and self.reason is None:
            return Message(
                "{name} says that these Sudokus are not copies of each other.", name=answer.backend
            )
        if answer.verdict is Verdict.NO:
            return Message("These Sudokus are not copies of each other.")
        return Message("Undecided: it is not known whether these Sudokus are copies of each other.")


def decision_record(answer: Answer, manner: Manner) -> dict[str, object]:
    """Return what JSON says of every answer about a transformation."""
    witness = answer.transformation
    return {
        "status": answer.word,
        "steps": answer.steps,
        "fewest": answer.is_fewest if witness else None,
        "forward": witness and manner.directions(witness.forward(), answer.first),
        "backward": witness and manner.directions(witness.backward(), answer.second),
        "backend": answer.backend,
        "seconds": round(answer.seconds, 6),
        "statistics": dict(answer.statistics),
    }
