"""Has a grid symmetries beyond those that are known? As a formula.

Lines are numbered: the rows from 0, then the columns. The orbit of a line is where symmetries
without a turn bring it that leave all lines before it in place. Where no symmetry leaves the known
orbits, and none turns the grid unless one is known that does, all orbits are complete.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import count

from ..sudoku.grid import Grid
from .candidates import all_candidates
from .equivalence import Equivalence
from .formula import Clause


class OtherSymmetries(Equivalence):
    """The formula that is true of symmetries of a grid that leave the known orbits, or turn it.

    `orbits[p]` are lines where line p is known to go, itself included; `turns`: some symmetry is
    known to turn the grid by a quarter. `leaves[p]` is true only where all lines before p stay, and
    p goes to where none is known to bring it.
    """

    def __init__(self, grid: Grid, orbits: Sequence[Collection[int]], turns: bool) -> None:
        super().__init__(grid, grid, all_candidates(grid.shape))
        self.turns = turns
        self._images = self.unknowns.lines()
        self._beyond = [
            [variable for image, variable in images.items() if image not in orbit]
            for images, orbit in zip(self._images, orbits, strict=True)
        ]
        numbers = count(self.variables + 1)
        self.leaves = {p: next(numbers) for p, beyond in enumerate(self._beyond) if beyond}
        self.variables = next(numbers) - 1

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "others", self._it_turns_or_leaves_an_orbit()

    def legend(self) -> Iterator[tuple[int, str]]:
        yield from super().legend()
        for p, variable in self.leaves.items():
            yield variable, f"{self._name(p)} is the first that moves, and leaves its orbit"

    def _it_turns_or_leaves_an_orbit(self) -> Iterator[Clause]:
        """A turn, or a first line that leaves its orbit: at most 2·N² + 3·N + 1 clauses."""
        quarter = self.unknowns.quarter
        yield [*([] if self.turns else [quarter]), *self.leaves.values()]
        for p, variable in self.leaves.items():
            yield [-variable, -quarter]
            yield from ([-variable, self._images[before][before]] for before in range(p))
            yield [-variable, *self._beyond[p]]

    def _name(self, p: int) -> str:
        size = self.first.size
        return f"row {p + 1}" if p < size else f"column {p - size + 1}"
