"""Can a few cells meet all of some sets? As a formula."""

from collections.abc import Collection, Iterator, Sequence

from ..sudoku.grid import Cell, CellSet
from .formula import Clause, Costed


class MeetingSets(Costed):
    """The formula that is true of cells that meet all sets: one of each at least.

    `cell[r, c]` says that the cell is chosen. Cells are numbered set by set, so that a sum over
    disjoint sets is one of their sums, which makes proofs short.
    """

    def __init__(self, sets: Sequence[CellSet]) -> None:
        self.sets = sets
        self.cell: dict[Cell, int] = {}
        for one in sets:
            for cell in sorted(one):
                self.cell.setdefault(cell, len(self.cell) + 1)
        self.variables = len(self.cell)

    @property
    def costs(self) -> list[int]:
        """The variables that say what is chosen."""
        return list(self.cell.values())

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield "sets", ([self.cell[cell] for cell in sorted(one)] for one in self.sets)

    def legend(self) -> Iterator[tuple[int, str]]:
        for (r, c), variable in self.cell.items():
            yield variable, f"row {r + 1}, column {c + 1} is chosen"

    def chosen(self, model: Collection[int]) -> CellSet:
        """Return the cells that a model chooses."""
        return frozenset(cell for cell, variable in self.cell.items() if variable in model)
