"""Formulas whose models are the transformations that take one grid to another, or to itself."""

from collections.abc import Collection, Iterator, Sequence

from ..base.registry import load_object
from ..sudoku.grid import Grid
from ..sudoku.transformation import Permutation
from .candidates import (
    CELL_FORMS,
    CELLS,
    LINE_MAPS,
    TransformationCandidates,
    make_unrefined_candidates,
)
from .formula import Clause
from .transformations import TransformationFormula, yield_line_bijection_clauses


class EquivalenceFormula(TransformationFormula):
    """The formula whose models are the transformations that take the grid `first` to the grid
    `second`. `candidates` are the lines and digits that each line and digit may become. `form`
    names the way to write the clauses about cells; it is a key of `CELL_FORMS`. `line_maps` names
    the way to write the clauses about rows and columns; it is a key of `LINE_MAP_FORMS`.
    """

    def __init__(
        self,
        first: Grid,
        second: Grid,
        candidates: TransformationCandidates,
        form: str = CELLS,
        line_maps: str = LINE_MAPS,
    ) -> None:
        super().__init__(first, candidates)
        self.second, self.form, self.line_maps = second, form, line_maps

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        if self.line_maps != LINE_MAPS:
            yield "line maps", yield_line_bijection_clauses(self.unknowns)
        clauses: Iterator[Clause] = load_object(CELL_FORMS[self.form].location)(self)
        yield "cells", clauses


class UnknownSymmetriesFormula(EquivalenceFormula):
    """The formula whose models are the symmetries of a grid that do not follow from the symmetries
    that are already known. The known symmetries are given by `known_orbits[p]`, the set of lines to
    which they can move line p, and by `knows_turn`, whether one of them has a quarter turn.

    Lines are numbered from 0, first the rows, then the columns. `known_orbits[p]` counts only
    symmetries without a quarter turn that leave all lines before line p in place; it contains p. A
    symmetry is new in two cases. If it has no quarter turn, the first line p that it moves becomes
    a line outside `known_orbits[p]`. If `knows_turn` is false, every symmetry with a quarter turn
    is new.

    `line_symmetries` may list known symmetries from which the orbits follow; entry p of each is the
    line that line p becomes. The clauses do not depend on `line_symmetries`.

    The attribute `leaves` maps a line p to a variable. If the variable is true, all lines before p
    stay in place, and p becomes a line outside `known_orbits[p]`.
    """

    def __init__(
        self,
        grid: Grid,
        known_orbits: Sequence[Collection[int]],
        knows_turn: bool,
        line_symmetries: Sequence[Permutation] = (),
    ) -> None:
        super().__init__(grid, grid, make_unrefined_candidates(grid.shape))
        self.known_orbits, self.knows_turn = known_orbits, knows_turn
        self.line_symmetries = line_symmetries
        self._images = self.unknowns.join_row_and_column_matrices()
        self._beyond = [
            [variable for image, variable in images.items() if image not in orbit]
            for images, orbit in zip(self._images, known_orbits, strict=True)
        ]
        self.leaves = {p: self._add_variable() for p, beyond in enumerate(self._beyond) if beyond}

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "others", self._yield_clauses_that_symmetry_is_new()

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        yield from super().yield_variable_descriptions()
        lines = [f"{name} {i}" for name in ("row", "column") for i in range(1, self.first.size + 1)]
        for p, variable in self.leaves.items():
            yield variable, f"{lines[p]} is the first that moves, and leaves its orbit"

    def _yield_clauses_that_symmetry_is_new(self) -> Iterator[Clause]:
        """Yield the clauses by which the symmetry is new: at most 2·N² + 3·N + 1 clauses. Either
        the first line p that the symmetry moves becomes a line outside the known orbit of p, or the
        symmetry has a quarter turn and no symmetry with a quarter turn is known yet.
        """
        quarter = self.unknowns.quarter
        yield [*([] if self.knows_turn else [quarter]), *self.leaves.values()]
        for p, variable in self.leaves.items():
            yield [-variable, -quarter]
            yield from ([-variable, self._images[before][before]] for before in range(p))
            yield [-variable, *self._beyond[p]]


def yield_cell_agreement_clauses(formula: EquivalenceFormula) -> Iterator[Clause]:
    """Yield the clauses by which each cell of the first grid, after the renaming of digits, equals
    the cell of the second grid to which it is moved: up to 2·N⁴ clauses.

    There is a clause for each pair of a cell of the first grid and a cell of the second grid. It
    states: if the row and the column of the first cell become the row and the column of the second
    cell, the digit in the first cell becomes the digit in the second cell. If exactly one of the
    two cells is blank, the clause states that the first cell is not moved to the second cell. No
    clause is needed if both cells are blank, or if the digit in the first cell can become no other
    digit than the digit in the second cell.
    """
    # `needed[d][d2]` is the variable that must be true if a cell with digit d is moved onto a cell
    # with digit d2; it is 0 if d2 is the only candidate of d, so that no variable is needed.
    needed = [
        {image: variable if len(images) > 1 else 0 for image, variable in images.items()}
        for images in formula.unknowns.digit
    ]
    needed[0] = {0: 0}
    second = formula.second.rows
    for _, _, cells, r2, row_line, columns, guard in formula.yield_row_placements():
        row = second[r2]
        for value, images in zip(cells, columns, strict=True):
            wanted = needed[value]
            for c2, column_line in images:
                digit = wanted.get(row[c2])
                if digit is None:
                    yield [-row_line, -column_line, *guard]
                elif digit:
                    yield [-row_line, -column_line, digit, *guard]
