"""The question as a formula: which transformations take the first grid to the second?"""

from collections.abc import Collection, Iterator, Sequence

from ..base.registry import load
from ..sudoku.grid import Grid
from .candidates import CELL_FORMS, CELLS, Candidates, allow_all_candidates
from .formula import Clause
from .transformations import Transformations


class Equivalence(Transformations):
    """The formula that is true exactly of the transformations taking `first` to `second`.

    Those that candidates rule out are left out. `form`, of `CELL_FORMS`, is that of cell clauses.
    """

    def __init__(
        self, first: Grid, second: Grid, candidates: Candidates, form: str = CELLS
    ) -> None:
        super().__init__(first, candidates)
        self.second, self.form = second, form

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        clauses: Iterator[Clause] = load(CELL_FORMS[self.form].place)(self)
        yield "cells", clauses


class OtherSymmetries(Equivalence):
    """The formula that is true of symmetries of a grid that leave the known orbits, or turn it.

    Lines are the rows from 0, then the columns. The orbit of a line is where symmetries without a
    turn bring it that leave all lines before it in place: `orbits[p]` is what is known of it, p
    included. `turns`: some symmetry is known to turn the grid by a quarter. `leaves[p]` is true
    only where all lines before p stay, and p goes to where none is known to bring it.
    """

    def __init__(self, grid: Grid, orbits: Sequence[Collection[int]], turns: bool) -> None:
        super().__init__(grid, grid, allow_all_candidates(grid.shape))
        self.turns = turns
        self._images = self.unknowns.lines()
        self._beyond = [
            [variable for image, variable in images.items() if image not in orbit]
            for images, orbit in zip(self._images, orbits, strict=True)
        ]
        self.leaves = {p: self._new() for p, beyond in enumerate(self._beyond) if beyond}

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "others", self._it_turns_or_leaves_an_orbit()

    def legend(self) -> Iterator[tuple[int, str]]:
        yield from super().legend()
        lines = [f"{name} {i}" for name in ("row", "column") for i in range(1, self.first.size + 1)]
        for p, variable in self.leaves.items():
            yield variable, f"{lines[p]} is the first that moves, and leaves its orbit"

    def _it_turns_or_leaves_an_orbit(self) -> Iterator[Clause]:
        """A turn, or a first line that leaves its orbit: at most 2·N² + 3·N + 1 clauses."""
        quarter = self.unknowns.quarter
        yield [*([] if self.turns else [quarter]), *self.leaves.values()]
        for p, variable in self.leaves.items():
            yield [-variable, -quarter]
            yield from ([-variable, self._images[before][before]] for before in range(p))
            yield [-variable, *self._beyond[p]]


def cells_agree(formula: Equivalence) -> Iterator[Clause]:
    """A cell that comes to lie on another one brings its digit: up to 2·N⁴ clauses.

    Row line ∧ column line → digit; → false where just one of the two cells is blank; no clause
    where both are, or where the digit has no other image.
    """
    # What a digit must become for two cells to agree: a variable, or 0 where they do anyway.
    needed = [
        {image: variable if len(images) > 1 else 0 for image, variable in images.items()}
        for images in formula.unknowns.digit
    ]
    needed[0] = {0: 0}
    second = formula.second.rows
    for _, _, cells, r2, row_line, columns, guard in formula.placements():
        row = second[r2]
        for value, images in zip(cells, columns, strict=True):
            wanted = needed[value]
            for c2, column_line in images:
                digit = wanted.get(row[c2])
                if digit is None:
                    yield [-row_line, -column_line, *guard]
                elif digit:
                    yield [-row_line, -column_line, digit, *guard]
