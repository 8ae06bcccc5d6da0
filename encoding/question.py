"""A question as the backends get it: two grids, and the candidates that remain."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ..sudoku.errors import ExportError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from .candidates import Candidates, all_candidates
from .equivalence import CELL_FORMS, CELLS, Equivalence
from .refinement import refined


class Question:
    """Which transformation among the candidates takes `first` to `second`, if any?

    Both grids have the same shape. At least one orientation is left, else the answer is no.
    `cells` is the form of the formula's clauses about cells, one of `CELL_FORMS`.
    """

    def __init__(
        self, first: Grid, second: Grid, candidates: Candidates, cells: str = CELLS
    ) -> None:
        self.first, self.second, self.candidates, self.cells = first, second, candidates, cells

    def split(self) -> Iterator["Question"]:
        """Yield a question for each orientation; the answer is yes if it is to one of them.

        Their formulas together are no larger than the whole one, and often the first will do.
        """
        orientations, digits = self.candidates
        for orientation in orientations:
            yield Question(self.first, self.second, Candidates((orientation,), digits), self.cells)

    @cached_property
    def formula(self) -> Equivalence:
        """The formula that is true of just these transformations."""
        return Equivalence(self.first, self.second, self.candidates, self.cells)


class Encoding(NamedTuple):
    """How a question is written down; every choice gives the same answers.

    `refined`: only candidates that refinement leaves; `cells`: one of `CELL_FORMS`;
    `orientation`: None, or the number of quarter turns that is allowed, 0..3, which leaves the
    other orientations open. Whether there is such a map depends on its parity alone, because a half
    turn more is only another way to write it.
    """

    refined: bool = False
    cells: str = CELLS
    orientation: int | None = None

    def question(self, first: Grid, second: Grid) -> Question:
        """Return the question as the backends get it.

        Raises `ExportError` for one that the shape has not.
        """
        if self.cells not in CELL_FORMS:
            raise ExportError(
                Message(
                    "expected cells as {forms}, found '{found}'",
                    forms=", ".join(CELL_FORMS),
                    found=self.cells,
                )
            )
        candidates = refined(first, second) if self.refined else all_candidates(first.shape)
        if self.orientation is not None:
            if self.orientation not in first.shape.rotations:
                raise ExportError(
                    Message(
                        "expected an orientation of {rotations} for boxes of {box}, found {found}",
                        rotations=", ".join(map(str, first.shape.rotations)),
                        box=first.shape,
                        found=self.orientation,
                    )
                )
            kept = [o for o in candidates.orientations if o.quarter == self.orientation % 2]
            candidates = Candidates(tuple(kept), candidates.digits)
        return Question(first, second, candidates, self.cells)

    def formula(self, first: Grid, second: Grid) -> Equivalence:
        """Return the formula of the question; raises `ExportError` as `question` does."""
        return self.question(first, second).formula


PLAIN = Encoding()
"""Nothing is ruled out: every clause can be read off the question."""

REFINED = Encoding(refined=True)
"""Only what refinement leaves."""
