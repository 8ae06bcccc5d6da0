"""How a question about copies is written down as a formula."""

from typing import NamedTuple

from ..base.errors import EncodingError
from ..base.language import Message
from ..encoding.candidates import Candidates, all_candidates
from ..encoding.equivalence import CELL_FORMS, CELLS, Equivalence
from ..encoding.refinement import refined
from ..sudoku.grid import Grid


class Encoding(NamedTuple):
    """How a question is written down; every choice gives the same answers.

    `refined`: only candidates that refinement leaves; `cells`: the form of the clauses about cells,
    `rows-columns`, `rows-digits` or `both`.
    """

    refined: bool = False
    cells: str = CELLS

    def check(self) -> None:
        """Raise `EncodingError` for other `cells`."""
        if self.cells not in CELL_FORMS:
            raise EncodingError(
                Message(
                    "expected cells as {forms}, found '{found}'",
                    forms=", ".join(CELL_FORMS),
                    found=self.cells,
                )
            )

    def candidates(self, first: Grid, second: Grid) -> Candidates:
        """Return which line or digit of the first grid may become which of the second."""
        return refined(first, second) if self.refined else all_candidates(first.shape)

    def formula(self, first: Grid, second: Grid) -> Equivalence:
        """Return the formula of the transformations from first to second; raise as `check` does."""
        self.check()
        return Equivalence(first, second, self.candidates(first, second), self.cells)


PLAIN = Encoding()
"""Nothing is ruled out: every clause can be read off the question."""

REFINED = Encoding(refined=True)
"""Only what refinement leaves."""
