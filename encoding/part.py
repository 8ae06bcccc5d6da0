"""Is one grid part of another, and where? Only its clues have to agree."""

from collections.abc import Collection, Iterator

from ..sudoku.grid import CellSet, Grid
from .candidates import Candidates, all_candidates
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


class Occurrences(Part):
    """The formula of the transformations that bring the clues of a pattern onto equal clues.

    `covered[r2, c2]` is true at least where a clue comes to lie.
    """

    def __init__(self, pattern: Grid, grid: Grid) -> None:
        super().__init__(pattern, grid, all_candidates(grid.shape))
        start = self.variables + 1
        self.covered = {cell: start + k for k, cell in enumerate(grid.cells)}
        self.variables += len(self.covered)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "covered", self._clues_cover_cells()

    def place(self, true: Collection[int]) -> CellSet:
        """Return the cells onto which a model brings the clues."""
        return self.transformation(true).apply(self.first).clue_cells

    def unlike(self, true: Collection[int]) -> Clause:
        """Return the clause that rules out just the cells of a model."""
        return [-self.covered[cell] for cell in self.place(true)]

    def _clues_cover_cells(self) -> Iterator[Clause]:
        """A clue covers the cell that it comes to lie on: 2·N² clauses a clue."""
        for _, _, cells, r2, row_line, columns, guard in self.placements():
            for value, images in zip(cells, columns, strict=True):
                for c2, column_line in images if value else ():
                    yield [-row_line, -column_line, self.covered[r2, c2], *guard]
