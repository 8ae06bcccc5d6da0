"""How canonical forms are said."""

from collections.abc import Mapping

from ..answers.canonical import BetterCopy, CanonicalForm
from ..base.language import Message
from ..base.verdict import Verdict
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


class SaidBetter(Said):
    """Whether a Sudoku has a better copy than itself, and the steps to it and back."""

    def __init__(self, found: BetterCopy, manner: Manner) -> None:
        self.found, self.manner = found, manner

    def text(self) -> str:
        """Return the grid, the better copy and the steps in both directions, if there is one."""
        found, manner = self.found, self.manner
        grid, way, image = found.grid, found.transformation, found.image
        if way is None or image is None:
            return paragraphs([manner.grids(grid), self.verdict()])
        there = manner.steps(Message("Steps from 1 to 2:"), way.forward(), grid)
        back = manner.steps(Message("Steps from 2 to 1:"), way.backward(), image)
        return paragraphs([manner.grids(grid, image), self.verdict(), there, back])

    def verdict(self) -> str:
        """Return the sentence that answers the question."""
        return self.manner.say(self._verdict())

    def _verdict(self) -> Message:
        if self.found.verdict is Verdict.NO:
            return Message("This Sudoku is its own canonical form.")
        if self.found.verdict is Verdict.UNDECIDED:
            return Message(
                "Undecided: it is not known whether this Sudoku is its own canonical form."
            )
        if self.found.greatest:
            return Message("This Sudoku is not its own canonical form: a copy of it is greater.")
        return Message("This Sudoku is not its own canonical form: a copy of it is less.")

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; without a better copy, it and the steps are null."""
        found, way, image = self.found, self.found.transformation, self.found.image
        canonical = {Verdict.NO: True, Verdict.YES: False}
        return {
            "status": found.word,
            "canonical": canonical.get(found.verdict),
            "grid": found.grid.rows,
            "copy": image and image.rows,
            "steps": way and way.steps,
            "forward": way and self.manner.directions(way.forward(), found.grid),
            "backward": way and image and self.manner.directions(way.backward(), image),
            "backend": found.backend,
        }
