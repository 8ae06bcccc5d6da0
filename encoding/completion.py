"""The rules of Sudoku as formulas: which digits complete a grid? All, in normal form, or others?

Only digits that a blank cell's row, column and box do not hold yet have a variable there, so that
the formula of a puzzle is small.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, pairwise
from math import factorial

from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape
from .formula import Clause, Formula, at_most_one, check_clauses, exactly_one


class Completion(Formula):
    """The formula that is true exactly of the completions of a grid by the rules of Sudoku.

    `cell[r, c][d]` is the variable that says that the blank cell (r, c) gets digit d. A grid that
    breaks the rules already has no completion.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        # Here a variable takes as much memory as ten clauses in a solver.
        check_clauses(10 * (grid.size**2 - grid.clues) * grid.size)
        self.cell: dict[Cell, dict[int, int]] = {}
        self.variables = 0
        for place, digits in grid.candidates().items():
            self.cell[place] = {d: self._new() for d in digits}
        check_clauses(sum(2 * len(digits) ** 2 for digits in self.cell.values()))

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        if not self.grid.is_consistent() or not all(self.cell.values()):
            yield "contradiction", iter([[]])
            return
        yield "cells", self._each_cell_gets_one_digit()
        yield "units", self._each_unit_gets_each_digit_once()

    def legend(self) -> Iterator[tuple[int, str]]:
        for (r, c), digits in self.cell.items():
            for digit, variable in digits.items():
                yield variable, f"row {r + 1}, column {c + 1} is {digit}"

    def decode_grid(self, true: Iterable[int]) -> Grid:
        """Return the grid that a model's true variables complete; blank where they say nothing."""
        chosen = frozenset(true)
        rows = [list(row) for row in self.grid]
        for (r, c), digits in self.cell.items():
            rows[r][c] = next((digit for digit, v in digits.items() if v in chosen), 0)
        return Grid(rows, self.grid.shape)

    def exclude_model(self, true: Collection[int]) -> Clause:
        """Return the clause that rules out what a model's true variables complete."""
        return [-variable for variable in true if variable <= self.variables]

    def _each_cell_gets_one_digit(self) -> Iterator[Clause]:
        """A blank cell gets exactly one of its candidates."""
        for digits in self.cell.values():
            yield from exactly_one(list(digits.values()))

    def _each_unit_gets_each_digit_once(self) -> Iterator[Clause]:
        """A row, column or box that lacks a digit gets it exactly once.

        What a cell with one candidate, a shared line or another unit says is not said again.
        """
        said = {tuple(digits.values()) for digits in self.cell.values() if len(digits) == 1}
        places = self._list_places()
        for (kind, _, _), cells in places.items():
            variables = list(cells)
            if tuple(variables) not in said:
                said.add(tuple(variables))
                yield variables
            yield from _not_both_in_a_box(cells) if kind == "box" else at_most_one(variables)
        if len(places) < 3 * len(self.cell):  # a unit lacks a digit that no cell can take
            yield []

    def _list_places(self) -> dict[tuple[str, int, int], dict[int, Cell]]:
        """Return for each unit and digit which cells can take it there, by their variables."""
        height, width = self.grid.shape
        places: dict[tuple[str, int, int], dict[int, Cell]] = {}
        for (r, c), digits in self.cell.items():
            box = r // height * self.grid.size + c // width
            for digit, variable in digits.items():
                for unit in (("row", r, digit), ("column", c, digit), ("box", box, digit)):
                    places.setdefault(unit, {})[variable] = r, c
        return places


def _not_both_in_a_box(cells: dict[int, Cell]) -> Iterator[Clause]:
    """Two cells of a box that share no line do not both get the digit."""
    for (one, (r, c)), (other, (r2, c2)) in combinations(cells.items(), 2):
        if r != r2 and c != c2:
            yield [-one, -other]


class OtherSolution(Completion):
    """The formula that is true of the solutions of a puzzle that differ from `solution`.

    `same[r, c]` says that the blank cell (r, c) gets the digit of `solution`.
    """

    def __init__(self, puzzle: Grid, solution: Grid) -> None:
        super().__init__(puzzle)
        self.same = {cell: digits[solution[cell]] for cell, digits in self.cell.items()}

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "other", self._some_cell_differs()

    def decode_differing_cells(self, true: Collection[int]) -> CellSet:
        """Return the cells where a model's solution differs from the known one."""
        return frozenset(cell for cell, same in self.same.items() if same not in true)

    def demand_known_digit(self, cells: Iterable[Cell]) -> Clause:
        """Return the clause that one of these cells gets the digit of the known solution."""
        return [self.same[cell] for cell in cells]

    def exclude_model(self, true: Collection[int]) -> Clause:
        """Return the clause that rules out a model, and all that differ in the same cells too."""
        return self.demand_known_digit(self.decode_differing_cells(true))

    def _some_cell_differs(self) -> Iterator[Clause]:
        """Some blank cell does not get the digit of the solution: 1 clause."""
        yield [-same for same in self.same.values()]


class NormalGrids(Completion):
    """The formula of the complete grids in normal form.

    Their first row is 1 2 3 …; below it the rows of each band, and the bands, stand in the order of
    their first digits. Just one renaming of digits, and one reordering of what is below the first
    row, makes a complete grid normal, so that there are `weight` of them for each normal one.
    """

    def __init__(self, shape: BoxShape) -> None:
        blank = [[0] * shape.size for _ in range(shape.size - 1)]
        super().__init__(Grid([range(1, shape.size + 1), *blank], shape))

    @property
    def weight(self) -> int:
        """How many complete grids there are for each normal one."""
        shape = self.grid.shape
        below = shape.bands - 1
        rows: int = factorial(shape.height - 1) * factorial(shape.height) ** below
        return factorial(shape.size) * rows * factorial(below)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().families()
        yield "order", self._first_column_ascends()

    def _first_column_ascends(self) -> Iterator[Clause]:
        """Rows of a band below the first row, and first rows of bands below the first band."""
        height, size = self.grid.shape.height, self.grid.size
        bands = [list(range(start, start + height)) for start in range(0, size, height)]
        chains = [bands[0][1:], *bands[1:], [rows[0] for rows in bands[1:]]]
        for rows in chains:
            for upper, lower in pairwise(rows):
                for digit, above in self.cell[upper, 0].items():
                    for other, below in self.cell[lower, 0].items():
                        if digit > other:
                            yield [-above, -below]
