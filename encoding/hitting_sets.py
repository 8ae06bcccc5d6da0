"""Can a few cells meet all of some sets? As a formula."""

from collections.abc import Collection, Iterator, Sequence

from ..sudoku.grid import Cell, CellSet
from .formula import Clause, Formula
from .totalizer import Totalizer


class MeetingSets(Formula):
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

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield "sets", ([self.cell[cell] for cell in sorted(one)] for one in self.sets)

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield what each variable says, numbered from 1 as people read it."""
        for (r, c), variable in self.cell.items():
            yield variable, f"row {r + 1}, column {c + 1} is chosen"

    def chosen(self, model: Collection[int]) -> CellSet:
        """Return the cells that a model chooses."""
        return frozenset(cell for cell, variable in self.cell.items() if variable in model)


class HittingSet(MeetingSets):
    """The formula that is true of at most `number` cells that meet all sets."""

    def __init__(self, sets: Sequence[CellSet], number: int) -> None:
        super().__init__(sets)
        self.number = number
        self._counter = Totalizer(list(self.cell.values()), len(self.cell) + 1)
        self.variables = self._counter.variables

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        yield from super().families()
        yield "count", self._counter.clauses()
        # At most `number` cells are chosen: 1 clause, or none where there are no more cells.
        few = [[]] if self.number < 0 else [[v] for v in self._counter.at_most(self.number)]
        yield "limit", iter(few)
