"""How canonical forms are said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..answers.canonical import BetterCopy, CanonicalForm
from ..base.language import Message
from ..base.verdict import Verdict
from .grids import on_one_line
from .manner import paragraphs
from .said import Said

if TYPE_CHECKING:
    from .entries import PageEntry

_OWN = Message("This Sudoku is its own canonical form.")


class SaidForm(Said):
    """A canonical form, and the steps to it and back."""

    found: CanonicalForm

    def text(self) -> str:
        """Return the grid and its form drawn, and the steps in both directions."""
        found, manner = self.found, self.manner
        grid, form, way = found.grid, found.form, found.transformation
        drawn = manner.grids(grid, form)
        if not way.steps:
            return paragraphs([drawn, manner.say(_OWN)])
        there = manner.steps(Message("Steps to the form:"), way.forward(), grid)
        back = manner.steps(Message("Steps back:"), way.backward(), form)
        return paragraphs([drawn, there, back])

    def verdict(self) -> str:
        """Return the form alone, on one line."""
        return on_one_line(self.found.form)

    def record(self) -> Mapping[str, object]:
        grid, form, way = self.found.grid, self.found.form, self.found.transformation
        return {"grid": grid.rows, "form": form.rows, **self.manner.way(way, grid, form)}


class SaidBetter(Said):
    """Whether a Sudoku has a better copy than itself, and the steps to it and back."""

    title = Message("Is this Sudoku its own canonical form?")
    found: BetterCopy

    def text(self) -> str:
        """Return the grid, the better copy and the steps in both directions, if there is one."""
        grid, way, image = self.found.grid, self.found.transformation, self.found.image
        if way is None or image is None:
            return paragraphs([self.manner.grids(grid), self.verdict()])
        steps = self.manner.there_and_back(way, grid, image)
        return paragraphs([self.manner.grids(grid, image), self.verdict(), *steps])

    def sentence(self) -> Message:
        if self.found.verdict is Verdict.NO:
            return _OWN
        if self.found.verdict is Verdict.UNDECIDED:
            return Message(
                "Undecided: it is not known whether this Sudoku is its own canonical form."
            )
        if self.found.greatest:
            return Message("This Sudoku is not its own canonical form: a copy of it is greater.")
        return Message("This Sudoku is not its own canonical form: a copy of it is less.")

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; without a better copy, it and the steps are null."""
        found, image = self.found, self.found.image
        canonical = {Verdict.NO: True, Verdict.YES: False}
        return {
            "status": self.status,
            "canonical": canonical.get(found.verdict),
            "grid": found.grid.rows,
            "copy": image and image.rows,
            **self.manner.way(found.transformation, found.grid, image),
            "backend": found.backend,
        }

    def entry(self, name: str) -> PageEntry:
        """Return the entry of a page: the grid, and the way to its better copy and back."""
        from .entries import first_picture, second_picture, tracks_there_and_back

        way, image = self.found.transformation, self.found.image
        pictures = [first_picture(self.found.grid)]
        if way is None or image is None:
            return self.entry_with(name, pictures)
        pictures.append(second_picture(image))
        return self.entry_with(name, pictures, tracks_there_and_back(way))
