"""Do all clues of a grid come to lie on equal ones of another, and where? Or how many can?"""

from collections.abc import Collection, Iterator

from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import CellSet, Grid
from .candidates import Candidates, allow_all_candidates
from .formula import Clause, Costed
from .transformations import Transformations, orientation_allows_lines


class Part(Transformations):
    """The formula that is true of the transformations that bring clues onto equal clues.

    All clues of `first` come to lie on equal ones of `second`; its blanks do not matter.
    """

    def __init__(self, first: Grid, second: Grid, candidates: Candidates) -> None:
        super().__init__(first, candidates)
        self.second = second

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "cells", self._clues_agree()

    def _clues_agree(self) -> Iterator[Clause]:
        """A clue that comes to lie on a cell finds its digit there: 2·N² clauses a clue."""
        digit, second = self.unknowns.digit, self.second.rows
        for _, _, cells, r2, row_line, columns, guard in self.placements():
            for value, images in zip(cells, columns, strict=True):
                for c2, column_line in images if value else ():
                    expected = second[r2][c2]
                    brought = [digit[value][expected]] if expected else []
                    yield [-row_line, -column_line, *brought, *guard]


class Occurrences(Part):
    """The formula of the transformations that bring the clues of a pattern onto equal clues.

    `covered[r2, c2]` is true at least where a clue comes to lie.
    """

    def __init__(self, pattern: Grid, grid: Grid) -> None:
        super().__init__(pattern, grid, allow_all_candidates(grid.shape))
        self.covered = {cell: self._new() for cell in grid.cells}

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "covered", self._clues_cover_cells()

    def decode_place(self, true: Collection[int]) -> CellSet:
        """Return the cells onto which a model brings the clues."""
        return self.transformation(true).apply(self.first).clue_cells

    def exclude_cells(self, true: Collection[int]) -> Clause:
        """Return the clause that rules out just the cells of a model."""
        return [-self.covered[cell] for cell in self.decode_place(true)]

    def _clues_cover_cells(self) -> Iterator[Clause]:
        """A clue covers the cell that it comes to lie on: 2·N² clauses a clue."""
        for _, _, cells, r2, row_line, columns, guard in self.placements():
            for value, images in zip(cells, columns, strict=True):
                for c2, column_line in images if value else ():
                    yield [-row_line, -column_line, self.covered[r2, c2], *guard]


class GivingUp(Transformations, Costed):
    """The formula of all transformations, with the cells of `first` that are given up for each.

    Every clue that does not come to lie on an equal one of `second` is given up. The fewest that
    can be are a distance between Sudokus up to symmetry. With `blanks` all cells count, and blank
    cells on blank cells agree too.
    """

    def __init__(
        self, first: Grid, second: Grid, blanks: bool = False, parts: AllowedMoves = EVERYTHING
    ) -> None:
        super().__init__(first, allow_all_candidates(first.shape, parts))
        self.second, self.blanks = second, blanks
        self.given_up = {cell: self._new() for cell in first.cells if blanks or first[cell]}
        self.costs = list(self.given_up.values())

    @property
    def total(self) -> int:
        """How many cells could agree at most: the clues, with blanks all cells."""
        return len(self.costs)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "cells", self._cells_agree_or_are_given_up()

    def legend(self) -> Iterator[tuple[int, str]]:
        yield from super().legend()
        for (r, c), variable in self.given_up.items():
            yield variable, f"row {r + 1}, column {c + 1} is given up"

    def contradiction(self) -> list[Clause]:
        quarter = self.unknowns.quarter
        said = list(orientation_allows_lines(self.unknowns, self.candidates))
        return [clause for clause in ([quarter], [-quarter]) if clause not in said]

    def _cells_agree_or_are_given_up(self) -> Iterator[Clause]:
        """A cell that comes to lie on another one brings its digit, or is given up: 2·N²·clues."""
        digit, second = self.unknowns.digit, self.second.rows
        for placement in self.placements():
            _, _, cells, r2, row_line, columns, guard = placement
            row = second[r2]
            for value, cell, images in zip(cells, placement.origins(), columns, strict=True):
                given_up = self.given_up.get(cell)
                if given_up is None:
                    continue
                for c2, column_line in images:
                    expected = row[c2]
                    if value or expected:
                        brought = [digit[value][expected]] if expected in digit[value] else []
                        yield [-row_line, -column_line, *brought, given_up, *guard]
