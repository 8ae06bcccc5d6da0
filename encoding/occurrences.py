"""Where a pattern occurs in a grid: onto which cells transformations bring its clues."""

from collections.abc import Collection, Iterator

from ..sudoku.grid import Grid
from .candidates import all_candidates, turned
from .completion import Cell
from .equivalence import PART, Clause, Equivalence, unless


class Occurrences:
    """The formula of the transformations that bring the clues of a pattern onto equal clues.

    `covered[r2, c2]` is true at least where a clue comes to lie.
    """

    def __init__(self, pattern: Grid, grid: Grid) -> None:
        self.pattern, self.grid = pattern, grid
        self._structure = Equivalence(pattern, grid, all_candidates(grid.shape), PART)
        start = self._structure.variables + 1
        cells = [(r, c) for r in range(grid.size) for c in range(grid.size)]
        self.covered = {cell: start + k for k, cell in enumerate(cells)}

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self._structure.variables + len(self.covered)

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses."""
        yield from self._structure.clauses()
        yield from self._clues_cover_cells()

    def place(self, true: Collection[int]) -> frozenset[Cell]:
        """Return the cells onto which a model brings the clues."""
        image = self._structure.transformation(true).apply(self.pattern)
        return frozenset(cell for cell in self.covered if image[cell])

    def elsewhere(self, place: frozenset[Cell]) -> Clause:
        """Return the clause that rules out just these cells."""
        return [-self.covered[cell] for cell in place]

    def _clues_cover_cells(self) -> Iterator[Clause]:
        """A clue covers the cell that it comes to lie on: 2·N² clauses a clue."""
        unknowns, orientations = self._structure.unknowns, self._structure.candidates.orientations
        for orientation in orientations:
            guard = unless(orientation, unknowns, orientations)
            for cells, rows in zip(
                turned(self.pattern, orientation.quarter), unknowns.row_line, strict=True
            ):
                for digit, columns in zip(cells, unknowns.column_line, strict=True):
                    for r2, row_line in rows.items() if digit else ():
                        for c2, column_line in columns.items():
                            yield [-row_line, -column_line, self.covered[r2, c2], *guard]
