"""How canonical forms are said."""

from collections.abc import Mapping

from ..answers.canonical import CanonicalForm
from ..base.language import Message
from .grids import on_one_line
from .manner import Manner, Said, paragraphs


class SaidForm(Said):
    """A canonical form, and the steps to it and back."""

    def __init__(self, found: CanonicalForm, manner: Manner) -> None:
        self.found, self.manner = found, manner

    def text(self) -> str:
        """Return the grid and its form drawn, and the steps in both directions."""
        found, manner = self.found, self.manner
        grid, form, way = found.grid, found.form, found.transformation
        drawn = manner.grids(grid, form)
        if not way.steps:
            own = Message("This Sudoku is its own canonical form.")
            return paragraphs([drawn, manner.say(own)])
        there = manner.steps(Message("Steps to the form:"), way.forward(), grid)
        back = manner.steps(Message("Steps back:"), way.backward(), form)
        return paragraphs([drawn, there, back])

    def verdict(self) -> str:
        """Return the form alone, on one line."""
        return on_one_line(self.found.form)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says."""
        grid, form, way = self.found.grid, self.found.form, self.found.transformation
        return {
            "grid": grid.rows,
            "form": form.rows,
            "steps": way.steps,
            "forward": self.manner.directions(way.forward(), grid),
            "backward": self.manner.directions(way.backward(), form),
        }
