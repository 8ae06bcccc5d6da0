"""Report the canonical form of a Sudoku, which is the least or the greatest of its copies, and the
steps that lead to it.
"""

from collections.abc import Mapping

from ..answers.canonical import CanonicalForm
from ..base.messages import Message
from .answer_formatter import format_grid_on_one_line, join_paragraphs
from .answer_report import SUDOKU, AnswerReport, Picture, PicturesAndTracks, Track


class CanonicalFormReport(AnswerReport):
    """The report on the canonical form of a Sudoku. It shows the form, the steps that lead to it,
    and the steps back.
    """

    title = Message("The canonical form of a Sudoku")
    found: CanonicalForm

    def format_text(self) -> str:
        found, display = self.found, self.display
        grid, form, way = found.grid, found.form, found.transformation
        drawn = display.draw_grids(grid, form)
        if not way.steps:
            own = Message("This Sudoku is its own canonical form.")
            return join_paragraphs([drawn, display.translate(own)])
        there = display.format_steps(Message("Steps to the form:"), way.make_instructions(), grid)
        back = display.format_steps(Message("Steps back:"), way.make_undo_instructions(), form)
        return join_paragraphs([drawn, there, back])

    def format_result(self) -> str:
        """Return the canonical form as a single line of text, without the steps that lead to it."""
        return format_grid_on_one_line(self.found.form)

    def make_json_record(self) -> Mapping[str, object]:
        grid, form, way = self.found.grid, self.found.form, self.found.transformation
        return {
            "grid": grid.rows,
            "form": form.rows,
            **self.display.make_transformation_record(way, grid, form),
        }

    status_word = "found"

    def format_page_sentences(self) -> list[str]:
        return [
            self.display.translate(Message("Canonical form: {form}", form=self.format_result()))
        ]

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        found, way = self.found, self.found.transformation
        pictures = Picture(SUDOKU, found.grid), Picture(Message("Canonical form"), found.form)
        there = Track(Message("To the canonical form"), 0, 1, way.make_instructions())
        back = Track(Message("Back"), 1, 0, way.make_undo_instructions())
        return pictures, (there, back) if way.steps else ()
