"""How it is said whether a few clues meet all sets."""

from collections.abc import Mapping

from ..answers.met_sets import MetSets
from ..base.language import Message
from ..base.verdict import Verdict
from .manner import paragraphs
from .said import SUDOKU, OnPage, Picture, Said


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

    def on_page(self) -> OnPage:
        """Return the grid, and the clues that meet all sets."""
        pictures = [Picture(SUDOKU, self.found.grid)]
        if self.found.puzzle is not None:
            pictures.append(Picture(Message("These clues"), self.found.puzzle))
        return pictures, ()
