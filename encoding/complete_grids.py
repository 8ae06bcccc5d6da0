"""Complete grids as formulas: those of a shape in normal form, and all others than a given one."""

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import factorial

from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape
from .completion import Completion
from .formula import Clause, Formula


class NormalGrids(Formula):
    """The formula of the complete grids in normal form.

    Their first row is 1 2 3 …; below it the rows of each band, and the bands, stand in the order of
    their first digits. Any complete grid becomes normal when its digits are renamed and the rows
    and bands below its first row are reordered, and just one way to do so makes it normal. So there
    are `weight` complete grids for each normal one.
    """

    def __init__(self, shape: BoxShape) -> None:
        blank = [[0] * shape.size for _ in range(shape.size - 1)]
        self._completion = Completion(Grid([range(1, shape.size + 1), *blank], shape))
        self.shape, self.variables = shape, self._completion.variables

    @property
    def weight(self) -> int:
        """How many complete grids there are for each normal one."""
        shape, below = self.shape, self.shape.bands - 1
        rows: int = factorial(shape.height - 1) * factorial(shape.height) ** below
        return factorial(shape.size) * rows * factorial(below)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from self._completion.families()
        yield "order", self._first_column_ascends()

    def completed(self, true: Collection[int]) -> Grid:
        """Return the grid that a model's true variables describe."""
        return self._completion.completed(true)

    def _first_column_ascends(self) -> Iterator[Clause]:
        """Rows of a band below the first row, and first rows of bands below the first band."""
        height, size = self.shape.height, self.shape.size
        bands = [list(range(start, start + height)) for start in range(0, size, height)]
        chains = [bands[0][1:], *bands[1:], [rows[0] for rows in bands[1:]]]
        cell = self._completion.cell
        for rows in chains:
            for upper, lower in pairwise(rows):
                for digit, above in cell[upper, 0].items():
                    for other, below in cell[lower, 0].items():
                        if digit > other:
                            yield [-above, -below]


class OtherGrids(Formula):
    """The formula of the complete grids that differ from a given one.

    `same[r, c]` says that the cell has the digit of the given grid.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._completion = Completion(Grid([[0] * grid.size] * grid.size, grid.shape))
        self.variables = self._completion.variables
        self.same: dict[Cell, int] = {
            (r, c): digits[grid[r, c]] for (r, c), digits in self._completion.cell.items()
        }

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from self._completion.families()
        yield "other", iter([[-same for same in self.same.values()]])

    def differing(self, true: Collection[int]) -> CellSet:
        """Return the cells where a model's grid differs from the given one."""
        return frozenset(cell for cell, same in self.same.items() if same not in true)
