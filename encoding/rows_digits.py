"""Clauses about cells in which a row and a digit imply a column, alone or together with the clauses
in which a row and a column imply a digit.
"""

from collections.abc import Iterable, Iterator

from .equivalence import Equivalence, cells_agree
from .formula import Clause


def rows_and_digits_lead_to_columns(formula: Equivalence) -> Iterator[Clause]:
    """Yield the clauses by which a cell's column comes to lie where the row's image contains the
    image of the cell's digit: up to 2·N⁴ clauses.

    If a row line and a digit variable are true, their clause implies a column line; if the row of
    the second grid repeats the digit, it implies one of several column lines. For a blank cell, the
    row line alone implies one of the columns in which the second grid's row is blank. If there is
    no such column, one clause rules the pair out for all cells of the row with the same digit.
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


def both(formula: Equivalence) -> Iterator[Clause]:
    """Yield the clauses of both forms, up to 4·N⁴: row line ∧ column line → digit, and row line ∧
    digit → column line.
    """
    yield from cells_agree(formula)
    yield from rows_and_digits_lead_to_columns(formula)


def _list_columns_by_digit(row: Iterable[int]) -> dict[int, list[int]]:
    """Return for each digit of a row, and for blank, the columns that contain it."""
    places: dict[int, list[int]] = {}
    for column, digit in enumerate(row):
        places.setdefault(digit, []).append(column)
    return places
