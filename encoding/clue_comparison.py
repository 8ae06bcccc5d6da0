"""Formulas for comparing the clues of two grids. They express that every clue of the first grid
lies on an equal clue of the second grid, which cells the clues cover there, or how many clues
agree.
"""

from collections.abc import Collection, Iterator, Sequence

from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import CellSet, Grid
from ..sudoku.transformation import Permutation
from .candidates import TransformationCandidates, make_unrefined_candidates
from .formula import Clause, FormulaWithCostCounter, FormulaWithCosts, GroupedTotalizer
from .symmetry_breaking import yield_clauses_that_images_are_least
from .transformations import TransformationFormula, yield_allowed_line_clauses


class ClueInclusionFormula(TransformationFormula):
    """The formula whose models are the transformations that move every clue of `first` onto an
    equal clue of `second`. Blank cells of `first` may be moved onto any cell.
    """

    def __init__(self, first: Grid, second: Grid, candidates: TransformationCandidates) -> None:
        super().__init__(first, candidates)
        self.second = second

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "cells", self._yield_clauses_that_clues_agree()

    def _yield_clauses_that_clues_agree(self) -> Iterator[Clause]:
        """Yield the clauses by which each clue of `first`, after the renaming of digits, equals the
        cell of `second` onto which it is moved. These are 2·N² clauses for each clue.
        """
        digit, second = self.unknowns.digit, self.second.rows
        for _, _, cells, r2, row_line, columns, guard in self.yield_row_placements():
            for value, images in zip(cells, columns, strict=True):
                for c2, column_line in images if value else ():
                    expected = second[r2][c2]
                    brought = [digit[value][expected]] if expected else []
                    yield [-row_line, -column_line, *brought, *guard]


class PatternOccurrencesFormula(ClueInclusionFormula):
    """The formula whose models are the occurrences of a pattern in a grid: the transformations that
    move every clue of `pattern` onto an equal clue of `grid`. The attribute `covered` maps each
    cell (r2, c2) of `grid`, from 0, to a variable that is true if a clue of `pattern` is moved onto
    this cell. If no clue is moved onto the cell, the variable may be true or false.
    """

    def __init__(self, pattern: Grid, grid: Grid) -> None:
        super().__init__(pattern, grid, make_unrefined_candidates(grid.shape))
        self.covered = {cell: self._add_variable() for cell in grid.cells}

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "covered", self._yield_clue_covers_cell_clauses()

    def decode_covered_cells(self, true_variables: Collection[int]) -> CellSet:
        """Return the cells of `grid` that are covered by the clues of `pattern` in a model.
        `true_variables` contains the true variables of this model.
        """
        return self.transformation(true_variables).apply(self.first).clue_cells

    def make_clause_excluding_covered_cells(self, true_variables: Collection[int]) -> Clause:
        """Return a clause that excludes all further occurrences of the pattern on the same cells of
        `grid`. `true_variables` are the true variables of a model, which describes an occurrence
        that has been found.
        """
        return [-self.covered[cell] for cell in self.decode_covered_cells(true_variables)]

    def _yield_clue_covers_cell_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which the variable `covered[cell]` is true if a clue of `pattern` is
        moved onto this cell: 2·N² clauses for each clue.
        """
        for _, _, cells, r2, row_line, columns, guard in self.yield_row_placements():
            for value, images in zip(cells, columns, strict=True):
                for c2, column_line in images if value else ():
                    yield [-row_line, -column_line, self.covered[r2, c2], *guard]


class MostAgreeingCellsFormula(TransformationFormula, FormulaWithCosts):
    """The formula for finding the transformation that moves the most clues of `first` onto equal
    clues of `second`. The models of the formula are all transformations; the number of clues that
    do not agree is minimised.

    - `allowed_moves`: the allowed kinds of moves, such as exchanging rows.
    - `blanks`: if true, blank cells are compared as well; a blank cell agrees with a blank cell.
    - `line_symmetries`: symmetries of `second`; entry p of each is the line that line p becomes. If
      some are given, the formula has fewer models: only the transformations with least images, as
      encoding/symmetry_breaking.py describes them. For every other transformation, one of these
      makes as many clues agree.
    - `given_up`: for each compared cell of `first`, a variable. If it is true, the cell need not
      agree with the cell onto which it is moved.
    - `costs`: the variables in `given_up`, of which a solver makes as few true as possible.
    """

    def __init__(
        self,
        first: Grid,
        second: Grid,
        blanks: bool = False,
        allowed_moves: AllowedMoves = EVERYTHING,
        line_symmetries: Sequence[Permutation] = (),
    ) -> None:
        super().__init__(first, make_unrefined_candidates(first.shape, allowed_moves))
        self.second, self.blanks, self.line_symmetries = second, blanks, line_symmetries
        self.given_up = {
            cell: self._add_variable() for cell in first.cells if blanks or first[cell]
        }
        self.costs = list(self.given_up.values())

    @property
    def compared_cell_count(self) -> int:
        """The number of cells of `first` that are compared with `second`: the cells with clues or,
        if blank cells are compared too, all cells.
        """
        return len(self.costs)

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "cells", self._yield_agree_or_give_up_clauses()
        if self.line_symmetries:
            clauses = yield_clauses_that_images_are_least(
                self.unknowns, self.first.size, self.line_symmetries
            )
            yield "symmetries", clauses

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        yield from super().yield_variable_descriptions()
        for (r, c), variable in self.given_up.items():
            yield variable, f"row {r + 1}, column {c + 1} is given up"

    def make_contradiction_clauses(self) -> list[Clause]:
        quarter = self.unknowns.quarter
        existing = list(yield_allowed_line_clauses(self.unknowns, self.candidates))
        return [clause for clause in ([quarter], [-quarter]) if clause not in existing]

    def list_given_up_by_row(self) -> list[list[int]]:
        """Return for each row of `first` the variables in `given_up` of its compared cells."""
        size = self.first.size
        rows = ([self.given_up.get((r, c)) for c in range(size)] for r in range(size))
        return [[variable for variable in row if variable is not None] for row in rows]

    def _yield_agree_or_give_up_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which each compared cell of `first` equals, after the renaming of
        digits, the cell of `second` onto which it is moved, unless its variable `given_up` is true.
        These are 2·N² clauses for each compared cell.
        """
        digit, second = self.unknowns.digit, self.second.rows
        for placement in self.yield_row_placements():
            _, _, cells, r2, row_line, columns, guard = placement
            row = second[r2]
            for value, cell, images in zip(
                cells, placement.list_source_cells_before_turn(), columns, strict=True
            ):
                given_up = self.given_up.get(cell)
                if given_up is None:
                    continue
                for c2, column_line in images:
                    expected = row[c2]
                    if value or expected:
                        brought = [digit[value][expected]] if expected in digit[value] else []
                        yield [-row_line, -column_line, *brought, given_up, *guard]


class FormulaWithCostCountersByRow(FormulaWithCostCounter):
    """The clauses of `formula`, and further clauses that count how many of its costs are true, row
    by row. If `limit` is given, at most `limit` costs may be true; if it is None, their number is
    counted but not bounded.

    Its models are those of `FormulaWithCostCounter`, but a solver finds a bound sooner: as soon as
    it is decided which row a row becomes, the numbers of their clues show how many clues of the row
    cannot agree. This holds without a quarter turn, which makes columns of the rows.
    """

    def __init__(self, formula: MostAgreeingCellsFormula, limit: int | None = None) -> None:
        super().__init__(formula, limit)
        self._question = formula
        self._rows = formula.list_given_up_by_row()
        most = None if limit is None else max(limit, 0)
        self.counter: GroupedTotalizer = GroupedTotalizer(self._rows, formula.variables + 1, most)
        self.variables = self.counter.variables

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield "rows", self._yield_least_cost_of_row_clauses()

    def _yield_least_cost_of_row_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which a row of the first grid with k clues that becomes a row with m
        clues gives up at least k - m clues; if blank cells are compared, too, also at least m - k
        blank cells. These are at most N² clauses.
        """
        question = self._question
        clues, clues_2 = (
            [sum(map(bool, row)) for row in grid.rows] for grid in (question.first, question.second)
        )
        unknowns = question.unknowns
        for r, outputs in enumerate(self.counter.group_outputs):
            for r2, row_line in unknowns.row_line[r].items():
                least = clues[r] - clues_2[r2]
                if question.blanks:
                    least = abs(least)
                if least > 0 and outputs:
                    # A counter that stops at its limit has no output for a higher number.
                    beyond = outputs[min(least, len(outputs)) - 1]
                    yield [-row_line, beyond, unknowns.quarter]
