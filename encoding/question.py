"""A question as the backends get it: two grids, and the candidates that remain."""

from functools import cached_property

from ..sudoku.grid import Grid
from .candidates import Candidates, all_candidates
from .equivalence import Equivalence
from .refinement import refined


class Question:
    """Is `second` a copy of `first`? Both have the same shape.

    `refine`: whether colours may rule candidates out before a formula is written.
    """

    def __init__(self, first: Grid, second: Grid, refine: bool = True) -> None:
        self.first, self.second, self.refine = first, second, refine

    @cached_property
    def candidates(self) -> Candidates:
        """What may go where; no orientation at all means no."""
        if self.refine:
            return refined(self.first, self.second)
        return all_candidates(self.first.shape)

    @cached_property
    def formula(self) -> Equivalence:
        """The formula of the transformations; only where an orientation remains."""
        return Equivalence(self.first, self.second, self.candidates)
