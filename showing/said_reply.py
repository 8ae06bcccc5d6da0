"""How it is said what a solver of another project replied to a question."""

from collections.abc import Mapping

from ..base.language import Message
from ..questions.question import Reply, TransformationQuestion
from ..sudoku.transformation import Transformation
from .manner import Manner, paragraphs
from .said import OnPage, Picture, Said, there_and_back


class SaidReply(Said):
    """A solver's reply, as its question puts it into words."""

    found: Reply

    def __init__(self, found: Reply, manner: Manner) -> None:
        super().__init__(found, manner)
        self.title = found.question.TITLE
        self._pictures = found.question.pictures(found)
        self._grids = [grid for _, grid in self._pictures]
        self._way = found.witness if isinstance(found.witness, Transformation) else None

    def text(self) -> str:
        steps = [] if self._way is None else self.manner.there_and_back(self._way, *self._grids)
        return paragraphs([self.drawn(), self.verdict(), *steps])

    def sentence(self) -> Message:
        return self.found.question.sentence(self.found)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; where the answer would be steps and there is none, null."""
        question = self.found.question
        said = {"status": self.status, **question.record(self.found)}
        if isinstance(question, TransformationQuestion):
            said |= self.manner.way(self._way, self._grids[0], self._grids[-1])
        return {**said, "backend": self.found.solver}

    def on_page(self) -> OnPage:
        pictures = [Picture(title, grid) for title, grid in self._pictures]
        return pictures, () if self._way is None else there_and_back(self._way)
