"""A formula about the image of a grid, that is, the grid after a transformation. Its models are the
transformations after which some cells have required values.

For each cell of the image, the variable `cell[r2][c2][v]` requires the value v in row r2 and column
c2; the value 0 is a blank cell. The caller makes some of these variables true by assumptions or by
further clauses. Other cells may have any value, so that implications in one direction are enough.
"""

from collections.abc import Iterator

from ..sudoku.grid import Cell, Grid
from .candidates import make_unrefined_candidates
from .formula import Clause, check_clause_count, yield_at_most_one_clauses
from .transformations import TransformationFormula, yield_orientations_with_guards


class ImageWithRequiredValuesFormula(TransformationFormula):
    """The formula whose models are the transformations after which some cells of a grid have
    required values. The value v is required in row r2 and column c2 of the transformed grid if the
    variable `cell[r2][c2][v]` is true; the caller makes such variables true.
    """

    def __init__(self, grid: Grid) -> None:
        check_clause_count(4 * grid.size**4)
        super().__init__(grid, make_unrefined_candidates(grid.shape))
        lines, values = range(grid.size), range(grid.size + 1)
        # brought[r2][c][v] requires the value v in row r2, in the cell that comes from column c.
        self._brought = [[[self._add_variable() for _ in values] for _ in lines] for _ in lines]
        self.cell = [[[self._add_variable() for _ in values] for _ in lines] for _ in lines]

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "rows", self._yield_required_value_clauses()
        yield "columns", self._yield_required_value_source_column_clauses()
        yield "repeats", self._yield_no_repeat_in_image_row_clauses()

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        yield from super().yield_variable_descriptions()
        for variables, sentence in (
            (self._brought, "what column {1} brings into row {0} of the image has to be {2}"),
            (self.cell, "row {0}, column {1} of the image has to be {2}"),
        ):
            for r2, row in enumerate(variables, 1):
                for c, demands in enumerate(row, 1):
                    for value, variable in enumerate(demands):
                        yield variable, sentence.format(r2, c, value or "blank")

    def yield_first_row_source_clauses(
        self, row_numbers: set[int], column_numbers: set[int]
    ) -> Iterator[Clause]:
        """Yield the clauses by which the first row of the transformed grid comes from certain lines
        of the grid. If the transformation has no quarter turn, this line is one of the rows
        `row_numbers`; otherwise it is one of the columns `column_numbers`. Rows and columns are
        numbered from 0 in the grid before the transformation.
        """
        for orientation, guard in yield_orientations_with_guards(self.unknowns, self.candidates):
            # A quarter turn clockwise makes column i of the grid row i.
            allowed = column_numbers if orientation.quarter else row_numbers
            for line, images in enumerate(self.unknowns.row_line):
                if line not in allowed:
                    yield [-images[0], *guard]

    def _yield_required_value_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which the rows of the image (the transformed grid) have the required
        values: up to 2·N³·(N+1) clauses.

        Each clause is about a row of the grid that becomes a certain row of the image. If a value
        is required in the new cell of a digit, the digit must be renamed to this value. If a digit
        is required in the new cell of a blank cell, or a blank in the new cell of a digit, the
        clause excludes that this row becomes that row.
        """
        for _, _, cells, r2, line, _, guard in self.yield_row_placements():
            for digit, demanded in zip(cells, self._brought[r2], strict=True):
                if digit:
                    yield [-line, -demanded[0], *guard]
                    for value, renamed in self.unknowns.digit[digit].items():
                        yield [-line, -demanded[value], renamed, *guard]
                else:
                    yield from ([-line, -value, *guard] for value in demanded[1:])

    def _yield_required_value_source_column_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which each required value of the image (the transformed grid) comes
        from the right column of the grid: N³·(N+1) clauses. Let column c of the grid become column
        c2 of the image, and let a value be required in row r2 and column c2 of the image. Then row
        r2 of the image must get this value from column c of the grid.
        """
        for c, images in enumerate(self.unknowns.column_line):
            for c2, line in images.items():
                for cells, brought in zip(self.cell, self._brought, strict=True):
                    for demand, passed_on in zip(cells[c2], brought[c], strict=True):
                        yield [-line, -demand, passed_on]

    def _yield_no_repeat_in_image_row_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which no row of the image repeats a digit, provided that no line of
        the grid repeats a digit: N³·(N-1)/2 clauses. They follow from the other clauses, but with
        them, finding the least image of a full grid takes a third of the time.
        """
        lines = (*self.first, *zip(*self.first, strict=True))
        clues = [[digit for digit in line if digit] for line in lines]
        if all(len(digits) == len(set(digits)) for digits in clues):
            for row in self.cell:
                for value in range(1, self.first.size + 1):
                    yield from yield_at_most_one_clauses([demands[value] for demands in row])


class BetterImageFormula(ImageWithRequiredValuesFormula):
    """The formula whose models are the transformations that take a grid to a smaller grid or, if
    `greatest` is true, to a greater grid. A grid is smaller than another if it has the smaller
    value in the first cell in which they differ, row after row; a blank counts as 0.

    - `is_better`: a variable that the formula makes true. It has the meaning that the transformed
      grid is smaller (or greater).
    - `begins`: for each cell, a variable. If it is true, all cells before this cell are equal in
      both grids, and the value in this cell is smaller (or greater) after the transformation.
    - `same`: for each cell, a variable. If it is true, this cell and all cells before it are equal
      in both grids.
    """

    def __init__(self, grid: Grid, greatest: bool = False) -> None:
        super().__init__(grid)
        self.greatest = greatest
        self.is_better = self._add_variable()
        self.begins = {
            cell: self._add_variable()
            for cell in grid.cells
            if self._list_better_value_variables(cell)
        }
        self.same = {cell: self._add_variable() for cell in grid.cells}

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "order", self._yield_better_image_clauses()

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        better = "greater" if self.greatest else "less"
        yield from super().yield_variable_descriptions()
        yield self.is_better, f"the image is {better}"
        for (r, c), variable in self.begins.items():
            yield variable, f"row {r + 1}, column {c + 1} is the first that differs, and {better}"
        for (r, c), variable in self.same.items():
            yield variable, f"row {r + 1}, column {c + 1} and all before it are the same"

    def _list_better_value_variables(self, cell: Cell) -> list[int]:
        """Return the variables that require a better value in the cell `cell` of the transformed
        grid than the grid has there: a smaller value or, if `greatest` is true, a greater value.
        """
        (r, c), value = cell, self.first[cell]
        return self.cell[r][c][value + 1 :] if self.greatest else self.cell[r][c][:value]

    def _yield_better_image_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which the first cell that differs between the grid and its image has
        a smaller value in the image or, if `greatest` is true, a greater value. These are at most
        4·N² + 1 clauses.
        """
        yield [self.is_better]
        yield [-self.is_better, *self.begins.values()]
        before: Clause = []  # the variable that is true if all cells before this cell are the same
        for cell in self.first.cells:
            r, c = cell
            if cell in self.begins:
                yield [-self.begins[cell], *self._list_better_value_variables(cell)]
                yield from ([-self.begins[cell], same] for same in before)
            yield [-self.same[cell], self.cell[r][c][self.first[cell]]]
            yield from ([-self.same[cell], same] for same in before)
            before = [self.same[cell]]
