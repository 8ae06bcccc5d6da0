"""How it is said what another solver replied to a question."""

from collections.abc import Mapping

from ..answers.completion import Completed
from ..answers.decide import Answer
from ..answers.nearest import NearestCopy
from ..answers.part import PartAnswer
from ..answers.replies import answer_of
from ..base.language import Message
from ..questions.question import Reply, TransformationQuestion
from ..sudoku.transformation import Transformation
from .completion import SaidCompletion
from .decision import SaidDecision
from .manner import Manner, Said, paragraphs
from .nearest import SaidNearest
from .part import SaidPart


class SaidReply(Said):
    """A solver's reply, as its question puts it into words."""

    def __init__(self, reply: Reply, manner: Manner) -> None:
        self.reply, self.manner = reply, manner
        self.pictures = reply.question.pictures(reply)

    @property
    def way(self) -> Transformation | None:
        """The steps that are the answer, if they are steps."""
        witness = self.reply.witness
        return witness if isinstance(witness, Transformation) else None

    def text(self) -> str:
        """Return what is drawn, the verdict, and the steps in both directions, if there are any."""
        drawn = [grid for _, grid in self.pictures]
        parts = [self.manner.grids(*drawn), self.verdict()]
        if (way := self.way) is not None:
            there, back = Message("Steps from 1 to 2:"), Message("Steps from 2 to 1:")
            parts.append(self.manner.steps(there, way.forward(), drawn[0]))
            parts.append(self.manner.steps(back, way.backward(), drawn[1]))
        return paragraphs(parts)

    def verdict(self) -> str:
        """Return the sentence that answers the question."""
        return self.manner.say(self.reply.question.sentence(self.reply))

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; where the answer would be steps and there is none, null."""
        question, way = self.reply.question, self.way
        said = {"status": self.reply.word, **question.record(self.reply)}
        if isinstance(question, TransformationQuestion):
            said["steps"] = way and way.steps
            said["forward"] = way and self.manner.directions(way.forward(), self.pictures[0][1])
            said["backward"] = way and self.manner.directions(way.backward(), self.pictures[1][1])
        return {**said, "backend": self.reply.solver}


def said_reply(reply: Reply, manner: Manner) -> Said:
    """Return how a reply is said: as the answer to the same question is, where there is one."""
    answer = answer_of(reply)
    if isinstance(answer, Completed):
        return SaidCompletion(answer, manner)
    if isinstance(answer, Answer):
        return SaidDecision(answer, manner, by_solver=True)
    if isinstance(answer, PartAnswer):
        return SaidPart(answer, manner, by_solver=True)
    if isinstance(answer, NearestCopy):
        return SaidNearest(answer, manner, by_solver=True)
    return SaidReply(reply, manner)
