"""The main question as a formula: which transformations take the first grid to the second?"""

from collections.abc import Collection, Iterator, Sequence

from ..base.registry import load_object
from ..sudoku.grid import Grid
from .candidates import CELL_FORMS, CELLS, Candidates, make_unrefined_candidates
from .formula import Clause
from .transformations import Transformations


class Equivalence(Transformations):
    """The formula whose models are the transformations that take the grid `first` to the grid
    `second`. `candidates` are the lines and digits that each line and digit may become. `form` is a
    key of `CELL_FORMS`, the way to write the clauses that the cells agree.
    """

    def __init__(
        self, first: Grid, second: Grid, candidates: Candidates, form: str = CELLS
    ) -> None:
        super().__init__(first, candidates)
        self.second, self.form = second, form

    def list_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().list_clause_families()
        clauses: Iterator[Clause] = load_object(CELL_FORMS[self.form].place)(self)
        yield "cells", clauses


class UnknownSymmetries(Equivalence):
    """The formula for finding a symmetry of a grid that does not follow from the known symmetries.
    Its models are the new symmetries: those that move the first line that they move to a line
    outside its known orbit, `orbits`. If `turns` is false, no symmetry with a quarter turn is
    known, and all symmetries with a quarter turn are models, too.

    Lines are numbered from 0, first the rows, then the columns. The orbit of line p has the lines
    to which p is moved by symmetries without a quarter turn that leave all lines before p in place;
    `orbits[p]` is the known part of it and contains p. The variable `leaves[p]` implies that all
    lines before p stay in place and that p is moved to a line outside `orbits[p]`.
    """

    def __init__(self, grid: Grid, orbits: Sequence[Collection[int]], turns: bool) -> None:
        super().__init__(grid, grid, make_unrefined_candidates(grid.shape))
        self.turns = turns
        self._images = self.unknowns.concatenate_line_matrices()
        self._beyond = [
            [variable for image, variable in images.items() if image not in orbit]
            for images, orbit in zip(self._images, orbits, strict=True)
        ]
        self.leaves = {p: self._add_variable() for p, beyond in enumerate(self._beyond) if beyond}

    def list_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().list_clause_families()
        yield "others", self._it_turns_or_leaves_an_orbit()

    def describe_variables(self) -> Iterator[tuple[int, str]]:
        yield from super().describe_variables()
        lines = [f"{name} {i}" for name in ("row", "column") for i in range(1, self.first.size + 1)]
        for p, variable in self.leaves.items():
            yield variable, f"{lines[p]} is the first that moves, and leaves its orbit"

    def _it_turns_or_leaves_an_orbit(self) -> Iterator[Clause]:
        """Yield the clauses by which the symmetry is new: it turns the grid by a quarter, or it
        moves the first line that it moves to a line outside the known orbit. These are at most 2·N²
        + 3·N + 1 clauses.
        """
        quarter = self.unknowns.quarter
        yield [*([] if self.turns else [quarter]), *self.leaves.values()]
        for p, variable in self.leaves.items():
            yield [-variable, -quarter]
            yield from ([-variable, self._images[before][before]] for before in range(p))
            yield [-variable, *self._beyond[p]]


def cells_agree(formula: Equivalence) -> Iterator[Clause]:
    """Yield the clauses by which each cell of the first grid, renamed, is equal to the cell of the
    second grid on which it comes to lie: up to 2·N⁴ clauses.

    A clause states for a cell of the first grid and a cell of the second: if the row and the column
    of the one become those of the other, its digit becomes the digit of the other. If exactly one
    of the two cells is blank, the clause states that the one does not become the other. No clause
    is needed if both cells are blank, or if the digit can become only the digit there.
    """
    # For each digit and each digit that it may become: the variable that two cells need in order to
    # agree, or 0 if they agree anyway.
    needed = [
        {image: variable if len(images) > 1 else 0 for image, variable in images.items()}
        for images in formula.unknowns.digit
    ]
    needed[0] = {0: 0}
    second = formula.second.rows
    for _, _, cells, r2, row_line, columns, guard in formula.list_row_placements():
        row = second[r2]
        for value, images in zip(cells, columns, strict=True):
            wanted = needed[value]
            for c2, column_line in images:
                digit = wanted.get(row[c2])
                if digit is None:
                    yield [-row_line, -column_line, *guard]
                elif digit:
                    yield [-row_line, -column_line, digit, *guard]
