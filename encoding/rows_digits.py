"""Another way to write the clauses by which the cells of two grids agree: the new row and the new
digit of a cell imply its new column. These clauses are used alone, or together with the usual
clauses, in which the new row and the new column imply the new digit.
"""

from collections.abc import Iterable, Iterator

from .equivalence import EquivalenceFormula, yield_cell_agreement_clauses
from .formula import Clause


def yield_row_and_digit_imply_column_clauses(formula: EquivalenceFormula) -> Iterator[Clause]:
    """Yield the clauses by which each cell of the first grid is moved to a column of the second
    grid that contains the cell's new digit in the cell's new row. These are up to 2·N⁴ clauses.

    There is a clause for each cell of the first grid, each row r2 of the second grid and each digit
    d2. If the row of the cell becomes r2 and the digit of the cell becomes d2, the column of the
    cell must become one of the columns in which r2 contains d2. For a blank cell, these are the
    columns in which r2 is blank. If r2 does not contain d2, one clause excludes r2 and d2 for all
    cells of the row with the same digit.
    """
    places = [_map_columns_by_digit(row) for row in formula.second.rows]
    for _, _, cells, r2, line, columns, guard in formula.yield_row_placements():
        nowhere: set[int] = set()
        for d, images in zip(cells, columns, strict=True):
            column_lines = dict(images)
            for d2, digit in formula.unknowns.digit[d].items() if d else ((0, 0),):
                where = places[r2].get(d2, ())
                lines = [column_lines[c2] for c2 in where if c2 in column_lines]
                if not lines:
                    if digit in nowhere:
                        continue
                    nowhere.add(digit)
                condition = [-line, -digit] if d else [-line]
                yield [*condition, *lines, *guard]


def yield_cell_agreement_clauses_by_column_and_digit(
    formula: EquivalenceFormula,
) -> Iterator[Clause]:
    """Yield the clauses by which the cells of two grids agree twice, in both forms: the new row and
    the new column of a cell imply its new digit, and the new row and the new digit imply the new
    column. These are up to 4·N⁴ clauses.
    """
    yield from yield_cell_agreement_clauses(formula)
    yield from yield_row_and_digit_imply_column_clauses(formula)


def _map_columns_by_digit(row: Iterable[int]) -> dict[int, list[int]]:
    """Return a dictionary that maps each digit of a row, and 0 for blank, to the numbers of the
    columns in which the row contains this value.
    """
    places: dict[int, list[int]] = {}
    for column, digit in enumerate(row):
        places.setdefault(digit, []).append(column)
    return places
