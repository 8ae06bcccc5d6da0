"""How it is said whether two Sudokus are copies of each other."""

from collections.abc import Mapping

from ..answers.decide import Answer
from ..solvers.protocol import Status
from ..sudoku.language import Message
from .manner import Manner, Said, paragraphs


class SaidDecision(Said):
    """The answer of `decide`; `certified` is None where nobody asked for a proof."""

    def __init__(self, answer: Answer, manner: Manner, certified: bool | None = None) -> None:
        self.answer, self.manner, self.certified = answer, manner, certified

    def text(self) -> str:
        """Return the grids drawn, the verdict and, for a yes, the steps in both directions."""
        answer, manner = self.answer, self.manner
        parts = [manner.grids(answer.first, answer.second), self.verdict()]
        if answer.transformation is not None and answer.steps:
            forward, backward = answer.transformation.forward(), answer.transformation.backward()
            parts += [
                manner.steps(Message("Steps from 1 to 2:"), forward, answer.first),
                manner.steps(Message("Steps from 2 to 1:"), backward, answer.second),
                manner.say(self._number_of_steps()),
            ]
        return paragraphs(parts)

    def verdict(self) -> str:
        """Return the sentence that answers the question, and another one if a no is certified."""
        messages = [self._verdict()]
        if self.certified and self.answer.status is Status.DIFFERENT:
            messages.append(Message("This is certified: a proof of it was checked."))
        return self.manner.say(*messages)

    def sentences(self) -> list[str]:
        """Return the verdict, and for a yes the number of steps."""
        said = [self.verdict()]
        return [*said, self.manner.say(self._number_of_steps())] if self.answer.steps else said

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; without a yes, steps and directions are null.

        `certified` is there only where somebody asked.
        """
        answer, manner, witness = self.answer, self.manner, self.answer.transformation
        asked = {} if self.certified is None else {"certified": self.certified}
        return {
            "status": answer.status.value,
            "steps": answer.steps,
            "fewest": answer.is_fewest if witness else None,
            "forward": witness and manner.directions(witness.forward(), answer.first),
            "backward": witness and manner.directions(witness.backward(), answer.second),
            "backend": answer.backend,
            "seconds": round(answer.seconds, 6),
            "statistics": dict(answer.statistics),
            **asked,
        }

    def _verdict(self) -> Message:
        answer = self.answer
        if answer.status is Status.COPIES and answer.first == answer.second:
            return Message("These Sudokus are the same, no steps needed.")
        if answer.status is Status.COPIES:
            return Message("These Sudokus are copies of each other.")
        if answer.status is Status.DIFFERENT:
            return Message("These Sudokus are not copies of each other.")
        return Message("Undecided: it is not known whether these Sudokus are copies of each other.")

    def _number_of_steps(self) -> Message:
        steps = self.answer.steps
        if self.certified:
            return Message(
                "Number of steps: {steps} (a proof that fewer are not enough was checked)",
                steps=steps,
            )
        if self.answer.is_fewest:
            return Message("Number of steps: {steps}", steps=steps)
        return Message("Number of steps: {steps} (maybe fewer would do)", steps=steps)
