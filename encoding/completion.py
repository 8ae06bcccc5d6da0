"""The rules of Sudoku as formulas. The models of such a formula are the complete grids that contain
a given grid: all of them, only grids in normal form, or only solutions that differ from a known
solution.

A blank cell has variables only for the digits that are not yet in its row, column or box, so that
the formula of a puzzle is small.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, pairwise
from math import factorial

from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape
from .formula import (
    Clause,
    Formula,
    check_clause_count,
    yield_at_most_one_clauses,
    yield_exactly_one_clauses,
)


class CompletionFormula(Formula):
    """The formula whose models are the completions of a grid: the complete grids with its clues
    that obey the rules of Sudoku.

    The variable `cell[r, c][d]` is true if the blank cell (r, c) gets digit d; r and c count from
    0. A grid that already breaks the rules has no completion, and its formula has no model.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        # In a solver, a variable of this formula takes as much memory as ten clauses.
        check_clause_count(10 * (grid.size**2 - grid.clues) * grid.size)
        self.cell: dict[Cell, dict[int, int]] = {}
        self.variables = 0
        for place, digits in grid.candidates().items():
            self.cell[place] = {d: self._add_variable() for d in digits}
        check_clause_count(sum(2 * len(digits) ** 2 for digits in self.cell.values()))

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        if not self.grid.is_consistent() or not all(self.cell.values()):
            yield "contradiction", iter([[]])
            return
        yield "cells", self._yield_one_digit_per_cell_clauses()
        yield "units", self._yield_each_digit_once_per_unit_clauses()

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        for (r, c), digits in self.cell.items():
            for digit, variable in digits.items():
                yield variable, f"row {r + 1}, column {c + 1} is {digit}"

    def decode_grid(self, true_variables: Iterable[int]) -> Grid:
        """Return the complete grid that a model describes. `true_variables` contains the model's
        true variables; a blank cell stays blank if none of its variables is true.
        """
        chosen = frozenset(true_variables)
        rows = [list(row) for row in self.grid]
        for (r, c), digits in self.cell.items():
            rows[r][c] = next((digit for digit, v in digits.items() if v in chosen), 0)
        return Grid(rows, self.grid.shape)

    def make_excluding_clause(self, true_variables: Collection[int]) -> Clause:
        """Return a clause that excludes the complete grid that a model describes, so that every
        further model describes another grid. `true_variables` are the true variables of the model.
        """
        return [-variable for variable in true_variables if variable <= self.variables]

    def _yield_one_digit_per_cell_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which each blank cell gets exactly one of the digits that are not
        yet in its row, column or box.
        """
        for digits in self.cell.values():
            yield from yield_exactly_one_clauses(list(digits.values()))

    def _yield_each_digit_once_per_unit_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which each row, column and box gets exactly once every digit that it
        lacks, in one of its blank cells. Clauses that follow from other clauses of this family are
        left out.
        """
        written = {tuple(digits.values()) for digits in self.cell.values() if len(digits) == 1}
        places = self._map_variables_to_cells_by_unit_and_digit()
        for (kind, _, _), cells in places.items():
            variables = list(cells)
            if tuple(variables) not in written:
                written.add(tuple(variables))
                yield variables
            yield from (
                _yield_at_most_one_clauses_of_box(cells)
                if kind == "box"
                else yield_at_most_one_clauses(variables)
            )
        if len(places) < 3 * len(self.cell):  # a unit lacks a digit that none of its cells can take
            yield []

    def _map_variables_to_cells_by_unit_and_digit(
        self,
    ) -> dict[tuple[str, int, int], dict[int, Cell]]:
        """Return for each row, column and box, and each digit, the blank cells in which this unit
        can get the digit. A key of the result is a tuple: the word `row`, `column` or `box`, the
        number of the unit from 0, and the digit. The value for a key is a dictionary from variables
        to cells; such a variable is true if its cell gets the digit.
        """
        height, width = self.grid.shape
        places: dict[tuple[str, int, int], dict[int, Cell]] = {}
        for (r, c), digits in self.cell.items():
            box = r // height * self.grid.size + c // width
            for digit, variable in digits.items():
                for unit in (("row", r, digit), ("column", c, digit), ("box", box, digit)):
                    places.setdefault(unit, {})[variable] = r, c
        return places


def _yield_at_most_one_clauses_of_box(cells_by_variable: dict[int, Cell]) -> Iterator[Clause]:
    """Yield the clauses by which no two of the given cells of a box get the same digit. Pairs of
    cells in the same row or column are left out, because the clauses of that row or column cover
    them.
    """
    for (one, (r, c)), (other, (r2, c2)) in combinations(cells_by_variable.items(), 2):
        if r != r2 and c != c2:
            yield [-one, -other]


class OtherSolutionFormula(CompletionFormula):
    """The formula whose models are the solutions of a puzzle that differ from a solution that is
    already known, `solution`.

    The variable `same[r, c]` is true if the blank cell (r, c) gets the same digit as in `solution`.
    """

    def __init__(self, puzzle: Grid, solution: Grid) -> None:
        super().__init__(puzzle)
        self.same = {cell: digits[solution[cell]] for cell, digits in self.cell.items()}

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "other", self._yield_some_cell_differs_clause()

    def decode_differing_cells(self, true_variables: Collection[int]) -> CellSet:
        """Return the cells in which the solution that a model describes differs from the known
        solution. `true_variables` contains the model's true variables.
        """
        return frozenset(cell for cell, same in self.same.items() if same not in true_variables)

    def make_some_known_digit_clause(self, cells: Iterable[Cell]) -> Clause:
        """Return a clause that is satisfied if at least one of the given blank cells gets the digit
        that this cell has in the known solution. The clause has one literal for each cell.
        """
        return [self.same[cell] for cell in cells]

    def make_excluding_clause(self, true_variables: Collection[int]) -> Clause:
        """Return a clause that excludes the solution that a model describes, for finding further
        solutions. Let D be the set of cells in which this solution differs from the known solution.
        The clause excludes every solution that differs from the known solution in all cells of D,
        perhaps also in further cells.

        `true_variables` are the true variables of the model.
        """
        return self.make_some_known_digit_clause(self.decode_differing_cells(true_variables))

    def _yield_some_cell_differs_clause(self) -> Iterator[Clause]:
        """Yield a single clause, by which some blank cell gets another digit than in the known
        solution.
        """
        yield [-same for same in self.same.values()]


class NormalFormGridsFormula(CompletionFormula):
    """The formula whose models are the complete grids in normal form: the first row is 1 2 3 …, the
    other rows of each band are sorted by their first digits, and the bands below the first band are
    sorted by the first digits of their first rows. Each of these grids represents
    `grid_count_per_form` complete grids, which have it as their normal form.

    Every complete grid gets its normal form by exactly one renaming of digits together with one
    reordering of the rows below the first.
    """

    def __init__(self, shape: BoxShape) -> None:
        blank = [[0] * shape.size for _ in range(shape.size - 1)]
        super().__init__(Grid([range(1, shape.size + 1), *blank], shape))

    @property
    def grid_count_per_form(self) -> int:
        """The number of complete grids that have the same normal form. It is the same number for
        every normal form.
        """
        shape = self.grid.shape
        below = shape.bands - 1
        rows: int = factorial(shape.height - 1) * factorial(shape.height) ** below
        return factorial(shape.size) * rows * factorial(below)

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "order", self._yield_ascending_first_column_clauses()

    def _yield_ascending_first_column_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which the digits of the first column ascend in three kinds of
        sequences: in the rows of the first band from the second row on, in all rows of every other
        band, and in the first rows of all bands from the second band on.
        """
        height, size = self.grid.shape.height, self.grid.size
        bands = [list(range(start, start + height)) for start in range(0, size, height)]
        chains = [bands[0][1:], *bands[1:], [rows[0] for rows in bands[1:]]]
        for rows in chains:
            for upper, lower in pairwise(rows):
                for digit, above in self.cell[upper, 0].items():
                    for other, below in self.cell[lower, 0].items():
                        if digit > other:
                            yield [-above, -below]
