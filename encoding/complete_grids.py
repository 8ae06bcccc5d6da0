"""Complete grids as formulas: those of a shape in normal form, and all others than a given one."""

from collections.abc import Iterator
from itertools import pairwise
from math import factorial

from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .completion import Completion
from .formula import Clause
from .other_solution import OtherSolution


class NormalGrids(Completion):
    """The formula of the complete grids in normal form.

    Their first row is 1 2 3 …; below it the rows of each band, and the bands, stand in the order of
    their first digits. Any complete grid becomes normal when its digits are renamed and the rows
    and bands below its first row are reordered, and just one way to do so makes it normal. So there
    are `weight` complete grids for each normal one.
    """

    def __init__(self, shape: BoxShape) -> None:
        blank = [[0] * shape.size for _ in range(shape.size - 1)]
        super().__init__(Grid([range(1, shape.size + 1), *blank], shape))

    @property
    def weight(self) -> int:
        """How many complete grids there are for each normal one."""
        shape = self.grid.shape
        below = shape.bands - 1
        rows: int = factorial(shape.height - 1) * factorial(shape.height) ** below
        return factorial(shape.size) * rows * factorial(below)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from super().families()
        yield "order", self._first_column_ascends()

    def _first_column_ascends(self) -> Iterator[Clause]:
        """Rows of a band below the first row, and first rows of bands below the first band."""
        height, size = self.grid.shape.height, self.grid.size
        bands = [list(range(start, start + height)) for start in range(0, size, height)]
        chains = [bands[0][1:], *bands[1:], [rows[0] for rows in bands[1:]]]
        for rows in chains:
            for upper, lower in pairwise(rows):
                for digit, above in self.cell[upper, 0].items():
                    for other, below in self.cell[lower, 0].items():
                        if digit > other:
                            yield [-above, -below]


class OtherGrids(OtherSolution):
    """The formula of the complete grids that differ from a given one."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(Grid([[0] * grid.size] * grid.size, grid.shape), grid)
