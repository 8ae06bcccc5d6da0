"""Has a puzzle another solution than the one that is known? As a formula."""

from collections.abc import Iterator

from ..sudoku.grid import Grid
from .completion import Completion
from .formula import Clause


class OtherSolution(Completion):
    """The formula that is true of the solutions of a puzzle that differ from `solution`."""

    def __init__(self, puzzle: Grid, solution: Grid) -> None:
        super().__init__(puzzle)
        self.solution = solution

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from super().families()
        yield "other", self._some_cell_differs()

    def _some_cell_differs(self) -> Iterator[Clause]:
        """Some blank cell does not get the digit of the solution: 1 clause."""
        yield [-digits[self.solution[place]] for place, digits in self.cell.items()]
