"""Questions as the backends get them: two grids, and the candidates that remain."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ..base.errors import EncodingError
from ..base.language import Message
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .candidates import Candidates, all_candidates
from .equivalence import CELL_FORMS, CELLS, Equivalence
from .part import Part
from .refinement import refined
from .transformations import Transformations


class Question:
    """Which transformation among the candidates takes `first` to `second`, if any?

    Both grids have the same shape. At least one orientation is left, else the answer is no. `form`
    is that of the formula's clauses about cells, one of `CELL_FORMS`.
    """

    def __init__(
        self, first: Grid, second: Grid, candidates: Candidates, form: str = CELLS
    ) -> None:
        self.first, self.second, self.candidates, self.form = first, second, candidates, form

    def split(self) -> Iterator["Question"]:
        """Yield a question for each orientation; the answer is yes if it is yes for one of them.

        Their formulas together are no larger than the whole one, and often the first will do.
        """
        orientations, digits = self.candidates
        for orientation in orientations:
            yield self.among(Candidates((orientation,), digits))

    def among(self, candidates: Candidates) -> "Question":
        """Return the same question about other candidates."""
        return Question(self.first, self.second, candidates, self.form)

    @cached_property
    def formula(self) -> Transformations:
        """The formula that is true of just these transformations."""
        return Equivalence(self.first, self.second, self.candidates, self.form)

    def holds(self, transformation: Transformation) -> bool:
        """Follow the instructions both ways, and return whether they do what is asked for."""
        return transformation.leads(self.first, self.second)


class PartQuestion(Question):
    """Which transformation brings all clues of `first` onto equal clues of `second`, if any?"""

    def among(self, candidates: Candidates) -> "PartQuestion":
        """Return the same question about other candidates."""
        return PartQuestion(self.first, self.second, candidates)

    @cached_property
    def formula(self) -> Transformations:
        """The formula that is true of just these transformations."""
        return Part(self.first, self.second, self.candidates)

    def holds(self, transformation: Transformation) -> bool:
        """Follow the instructions both ways, the way back with the clues that agree."""
        image = transformation.forward().follow(self.first)
        kept = image.agreeing(self.second)
        return image == kept and transformation.backward().follow(kept) == self.first


class Encoding(NamedTuple):
    """How a question is written down; every choice gives the same answers.

    `refined`: only candidates that refinement leaves; `cells`: the form of the clauses about cells,
    `rows-columns`, `rows-digits` or `both`.
    """

    refined: bool = False
    cells: str = CELLS

    def question(self, first: Grid, second: Grid) -> Question:
        """Return the question as the backends get it; raises `EncodingError` for other `cells`."""
        candidates = refined(first, second) if self.refined else all_candidates(first.shape)
        return Question(first, second, candidates, self._form())

    def formula(self, first: Grid, second: Grid) -> Equivalence:
        """Return the formula of the question; raises `EncodingError` as `question` does."""
        candidates = refined(first, second) if self.refined else all_candidates(first.shape)
        return Equivalence(first, second, candidates, self._form())

    def _form(self) -> str:
        if self.cells in CELL_FORMS:
            return self.cells
        raise EncodingError(
            Message(
                "expected cells as {forms}, found '{found}'",
                forms=", ".join(CELL_FORMS),
                found=self.cells,
            )
        )


PLAIN = Encoding()
"""Nothing is ruled out: every clause can be read off the question."""

REFINED = Encoding(refined=True)
"""Only what refinement leaves."""
