"""Has a puzzle another solution than the one that is known? As a formula."""

from collections.abc import Collection, Iterable, Iterator

from ..sudoku.grid import Cell, CellSet, Grid
from .completion import Completion
from .formula import Clause


class OtherSolution(Completion):
    """The formula that is true of the solutions of a puzzle that differ from `solution`.

    `same[r, c]` says that the blank cell (r, c) gets the digit of `solution`.
    """

    def __init__(self, puzzle: Grid, solution: Grid) -> None:
        super().__init__(puzzle)
        self.same = {cell: digits[solution[cell]] for cell, digits in self.cell.items()}

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from super().families()
        yield "other", self._some_cell_differs()

    def differing(self, true: Collection[int]) -> CellSet:
        """Return the cells where a model's solution differs from the known one."""
        return frozenset(cell for cell, same in self.same.items() if same not in true)

    def meeting(self, cells: Iterable[Cell]) -> Clause:
        """Return the clause that one of these cells gets the digit of the known solution."""
        return [self.same[cell] for cell in cells]

    def unlike(self, true: Collection[int]) -> Clause:
        """Return the clause that rules out a model, and all that differ in the same cells too."""
        return self.meeting(self.differing(true))

    def _some_cell_differs(self) -> Iterator[Clause]:
        """Some blank cell does not get the digit of the solution: 1 clause."""
        yield [-same for same in self.same.values()]
