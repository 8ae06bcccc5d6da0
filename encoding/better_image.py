"""Is there a lesser image of a grid, or a greater one? If not, the grid is its own canonical form.

Images are compared as they are read, row after row from left to right, a blank before 1: an image
is less if the first cell that differs from the grid's is less.
"""

from collections.abc import Iterator
from itertools import count

from ..sudoku.grid import Cell, Grid
from .formula import Clause
from .image import Image


class BetterImage(Image):
    """The formula that is true of the transformations whose image is less than the grid.

    With `greatest`, of those whose image is greater. `is_better` is true, `begins[cell]` only where
    that cell is better and all before it are the grid's own, `same[cell]` only where it and all
    before it are.
    """

    def __init__(self, grid: Grid, greatest: bool = False) -> None:
        super().__init__(grid)
        self.greatest = greatest
        numbers = count(self.variables + 1)
        self.is_better = next(numbers)
        self.begins = {cell: next(numbers) for cell in grid.cells if self._better(cell)}
        self.same = {cell: next(numbers) for cell in grid.cells}
        self.variables = next(numbers) - 1

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from super().families()
        yield "order", self._some_cell_is_better_and_all_before_it_are_the_same()

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield what each variable says, numbered from 1 as people read it."""
        better = "greater" if self.greatest else "less"
        yield from super().legend()
        yield self.is_better, f"the image is {better}"
        for (r, c), variable in self.begins.items():
            yield variable, f"row {r + 1}, column {c + 1} is the first that differs, and {better}"
        for (r, c), variable in self.same.items():
            yield variable, f"row {r + 1}, column {c + 1} and all before it are the same"

    def _better(self, cell: Cell) -> list[int]:
        """Return the demands that a cell is less than it is in the grid, or greater."""
        (r, c), value = cell, self.first[cell]
        return self.cell[r][c][value + 1 :] if self.greatest else self.cell[r][c][:value]

    def _some_cell_is_better_and_all_before_it_are_the_same(self) -> Iterator[Clause]:
        """The image is better, from one of its cells on: at most 4·N² + 1 clauses."""
        yield [self.is_better]
        yield [-self.is_better, *self.begins.values()]
        before: Clause = []  # what says that the cells read so far are the same
        for cell in self.first.cells:
            r, c = cell
            if cell in self.begins:
                yield [-self.begins[cell], *self._better(cell)]
                yield from ([-self.begins[cell], same] for same in before)
            yield [-self.same[cell], self.cell[r][c][self.first[cell]]]
            yield from ([-self.same[cell], same] for same in before)
            before = [self.same[cell]]
