"""Is one grid part of another? Only its clues have to agree."""

from collections.abc import Iterator

from ..sudoku.grid import Grid
from .candidates import Candidates
from .formula import Clause
from .transformations import Transformations


class Part(Transformations):
    """The formula that is true of the transformations that bring clues onto equal clues.

    All clues of `first` come to lie on equal ones of `second`; what lies on the blanks of `first`
    does not matter.
    """

    def __init__(self, first: Grid, second: Grid, candidates: Candidates) -> None:
        super().__init__(first, candidates)
        self.second = second

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from super().families()
        yield "cells", self._clues_agree()

    def _clues_agree(self) -> Iterator[Clause]:
        """A clue that comes to lie on a cell finds its digit there: 2·N² clauses a clue."""
        digit, second = self.unknowns.digit, self.second.rows
        for _, _, cells, r2, row_line, columns, guard in self.placements():
            for value, images in zip(cells, columns, strict=True):
                for c2, column_line in images if value else ():
                    expected = second[r2][c2]
                    brought = [digit[value][expected]] if expected else []
                    yield [-row_line, -column_line, *brought, *guard]
