"""How it is said whether a few clues meet all sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..answers.met_sets import MetSets
from ..base.language import Message
from ..base.verdict import Verdict
from .manner import paragraphs
from .said import Said

if TYPE_CHECKING:
    from .entries import PageEntry


class SaidMet(Said):
    """Whether a few clues meet all sets, and which ones; a solver of another project said it."""

    title = Message("How few clues meet all sets?")
    found: MetSets

    def text(self) -> str:
        """Return the grid and its clues drawn, and the verdict."""
        grid, puzzle = self.found.grid, self.found.puzzle
        drawn = self.manner.grids(grid, *([] if puzzle is None else [puzzle]))
        return paragraphs([drawn, self.verdict()])

    def sentence(self) -> Message:
        found, sets = self.found, len(self.found.sets)
        if found.cells is not None and found.is_least:
            return Message(
                "{clues} clues meet all {sets} sets; that fewer do not is what the solver says.",
                clues=len(found.cells),
                sets=sets,
            )
        if found.cells is not None:
            return Message("{clues} clues meet all {sets} sets.", clues=len(found.cells), sets=sets)
        if found.verdict is Verdict.NO:
            return Message(
                "{name}: the solver says that {clues} clues cannot meet all {sets} sets.",
                name=found.backend,
                clues=found.at_most,
                sets=sets,
            )
        return Message("Undecided: it is not known how few clues meet all {sets} sets.", sets=sets)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; without such clues, they and the puzzle are null."""
        found, puzzle = self.found, self.found.puzzle
        return {
            "status": self.status,
            "grid": found.grid.rows,
            "sets": len(found.sets),
            "at_most": found.at_most,
            "clues": puzzle and puzzle.clues,
            "puzzle": puzzle and puzzle.rows,
            "fewest": found.is_least,
            "backend": found.backend,
        }

    def entry(self, name: str) -> PageEntry:
        """Return the entry of a page: the grid, and the clues that meet all sets."""
        from .entries import Picture

        pictures = [Picture(Message("Sudoku"), self.found.grid)]
        if self.found.puzzle is not None:
            pictures.append(Picture(Message("These clues"), self.found.puzzle))
        return self.entry_with(name, pictures)
