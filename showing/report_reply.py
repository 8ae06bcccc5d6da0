"""Reports the reply of another project's solver to an exported question."""

from collections.abc import Mapping

from ..base.messages import Message
from ..questions.question import Reply, TransformationQuestion
from ..sudoku.transformation import Transformation
from .answer_report import AnswerReport, OnPage, Picture, make_tracks
from .display_options import DisplayOptions, join_paragraphs


class ReplyReport(AnswerReport):
    """The report on the reply of another project's solver, written in the words of the question
    that was exported for this solver.
    """

    found: Reply

    def __init__(self, found: Reply, display: DisplayOptions) -> None:
        super().__init__(found, display)
        self.title = found.question.TITLE
        self._pictures = found.question.list_titled_grids(found)
        self._grids = [grid for _, grid in self._pictures]
        self._way = found.witness if isinstance(found.witness, Transformation) else None

    def text(self) -> str:
        steps = (
            [] if self._way is None else self.display.write_both_directions(self._way, *self._grids)
        )
        return join_paragraphs([self.draw_grids(), self.verdict(), *steps])

    def sentence(self) -> Message:
        return self.found.question.choose_sentence(self.found)

    def record(self) -> Mapping[str, object]:
        """Return the object for JSON. If a yes would be a transformation and the reply has none,
        the steps are null.
        """
        question = self.found.question
        said = {"status": self.status, **question.list_json_entries(self.found)}
        if isinstance(question, TransformationQuestion):
            said |= self.display.make_way_record(self._way, self._grids[0], self._grids[-1])
        return {**said, "backend": self.found.solver}

    def on_page(self) -> OnPage:
        pictures = [Picture(title, grid) for title, grid in self._pictures]
        return pictures, () if self._way is None else make_tracks(self._way)
