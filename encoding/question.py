"""A question as the backends get it: two grids, and the candidates that remain."""

from collections.abc import Iterator
from functools import cached_property
from typing import Self

from ..sudoku.grid import Grid
from .candidates import Candidates, all_candidates
from .equivalence import Equivalence
from .refinement import refined


class Question:
    """Which transformation among the candidates takes `first` to `second`, if any?

    Both grids have the same shape. At least one orientation is left, else the answer is no.
    """

    def __init__(self, first: Grid, second: Grid, candidates: Candidates) -> None:
        self.first, self.second, self.candidates = first, second, candidates

    @classmethod
    def plain(cls, first: Grid, second: Grid) -> Self:
        """Return the question with nothing ruled out."""
        return cls(first, second, all_candidates(first.shape))

    @classmethod
    def refined(cls, first: Grid, second: Grid) -> Self:
        """Return the question with the candidates that colour refinement leaves, maybe none."""
        return cls(first, second, refined(first, second))

    def split(self) -> Iterator["Question"]:
        """Yield a question for each orientation; the answer is yes if it is to one of them.

        Their formulas together are no larger than the whole one, and often the first will do.
        """
        orientations, digits = self.candidates
        for orientation in orientations:
            yield Question(self.first, self.second, Candidates((orientation,), digits))

    @cached_property
    def formula(self) -> Equivalence:
        """The formula that is true of just these transformations."""
        return Equivalence(self.first, self.second, self.candidates)
