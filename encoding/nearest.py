"""How many clues can agree: the question, and for each clue whether it is given up.

The clauses about cells are those of the question, each freed where its clue is given up. So every
transformation has models. In those with the fewest clues given up, these are the clues that come to
lie on something else. The least such number is a distance between Sudokus up to symmetry.
"""

from collections.abc import Iterator
from itertools import count

from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from .candidates import all_candidates
from .formula import Clause, Costed
from .transformations import Transformations, orientation_allows_lines


class GivingUp(Transformations, Costed):
    """The formula of all transformations, with the cells of `first` that are given up for each.

    Every clue that does not come to lie on an equal one of `second` is given up. With `blanks` all
    cells count, and blank cells on blank cells agree too.
    """

    def __init__(
        self, first: Grid, second: Grid, blanks: bool = False, parts: Parts = EVERYTHING
    ) -> None:
        super().__init__(first, all_candidates(first.shape, parts))
        self.second, self.blanks = second, blanks
        numbers = count(self.variables + 1)
        self.given_up = {cell: next(numbers) for cell in first.cells if blanks or first[cell]}
        self.variables = next(numbers) - 1

    @property
    def total(self) -> int:
        """How many cells could agree at most: the clues, with blanks all cells."""
        return len(self.given_up)

    @property
    def costs(self) -> list[int]:
        """The variables that say what is given up."""
        return list(self.given_up.values())

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "cells", self._cells_agree_or_are_given_up()

    def legend(self) -> Iterator[tuple[int, str]]:
        yield from super().legend()
        for (r, c), variable in self.given_up.items():
            yield variable, f"row {r + 1}, column {c + 1} is given up"

    def contradiction(self) -> list[Clause]:
        """Return clauses that leave no orientation."""
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
