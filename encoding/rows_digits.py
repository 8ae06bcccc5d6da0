"""Clauses about cells in which a row and a digit imply a column, alone or together with the clauses
in which a row and a column imply a digit.
"""

from collections.abc import Iterable, Iterator

from .equivalence import Equivalence, cells_agree
from .formula import Clause


def rows_and_digits_lead_to_columns(formula: Equivalence) -> Iterator[Clause]:
    """Yield the clauses by which each cell goes to a column in which the image of its row contains
    the image of its digit: up to 2·N⁴ clauses.

    A clause states for a cell, a row and a digit of the second grid: if the cell's row becomes this
    row, and its digit becomes this digit, then its column becomes a column that contains the digit
    there. There are several such columns if the row repeats the digit. A blank cell goes to a
    column that is blank there. If there is no such column, one clause rules this out for all cells
    of the row with the same digit.
    """
    places = [_list_columns_by_digit(row) for row in formula.second.rows]
    for _, _, cells, r2, line, columns, guard in formula.placements():
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


def both_forms(formula: Equivalence) -> Iterator[Clause]:
    """Yield the clauses of both forms, up to 4·N⁴: row and column imply the digit, and row and
    digit imply the column.
    """
    yield from cells_agree(formula)
    yield from rows_and_digits_lead_to_columns(formula)


def _list_columns_by_digit(row: Iterable[int]) -> dict[int, list[int]]:
    """Return for each digit of a row, and for blank, the columns that contain it."""
    places: dict[int, list[int]] = {}
    for column, digit in enumerate(row):
        places.setdefault(digit, []).append(column)
    return places
