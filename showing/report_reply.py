"""Report the reply that a solver of another project gave to an exported question."""

from collections.abc import Mapping

from ..base.messages import Message
from ..questions.question import SolverReply, TransformationQuestion
from ..sudoku.transformation import Transformation
from .answer_formatter import AnswerFormatter, join_paragraphs
from .answer_report import AnswerReport, Picture, PicturesAndTracks, make_tracks_there_and_back


class SolverReplyReport(AnswerReport):
    """The report on the reply that a solver of another project gave to an exported question. The
    question itself provides the sentences and pictures.
    """

    found: SolverReply

    def __init__(self, found: SolverReply, display: AnswerFormatter) -> None:
        super().__init__(found, display)
        self.title = found.question.TITLE
        self._pictures = found.question.list_titled_grids(found)
        self._grids = [grid for _, grid in self._pictures]
        self._way = found.witness if isinstance(found.witness, Transformation) else None

    def format_text(self) -> str:
        steps = (
            []
            if self._way is None
            else self.display.list_step_texts_there_and_back(self._way, *self._grids)
        )
        return join_paragraphs([self.draw_grids(), self.format_result(), *steps])

    def make_answer_message(self) -> Message:
        return self.add_claimant_to_no_sentence(self.found.question.choose_sentence(self.found))

    def make_json_record(self) -> Mapping[str, object]:
        """Return the reply as a dictionary for JSON. If the question asks for a transformation,
        there are keys for its steps; their values are None if the reply has no transformation.
        """
        question = self.found.question
        said = {"status": self.status_word, **question.make_json_entries(self.found)}
        if isinstance(question, TransformationQuestion):
            said |= self.display.make_transformation_record(
                self._way, self._grids[0], self._grids[-1]
            )
        return {**said, "backend": self.found.solver}

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        pictures = [Picture(title, grid) for title, grid in self._pictures]
        return pictures, () if self._way is None else make_tracks_there_and_back(self._way)
