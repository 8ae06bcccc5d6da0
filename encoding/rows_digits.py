"""Clauses about cells in which a row and a digit lead to a column; and these with the others."""

from collections.abc import Iterable, Iterator

from .equivalence import Equivalence, cells_agree
from .formula import Clause


def rows_and_digits_lead_to_columns(formula: Equivalence) -> Iterator[Clause]:
    """A digit in a row goes to where that row's image holds its image: up to 2·N⁴ clauses.

    Row line ∧ digit → column line, or one of several where the second grid's row repeats the
    digit; row line → one of the blank columns for a blank cell. Where there is no such column, one
    clause says so for all cells of the row that hold the digit.
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
    """Row line ∧ column line → digit, and row line ∧ digit → column line: up to 4·N⁴ clauses."""
    yield from cells_agree(formula)
    yield from rows_and_digits_lead_to_columns(formula)


def _list_columns_by_digit(row: Iterable[int]) -> dict[int, list[int]]:
    """Return for each digit, and for blank, the columns that hold it."""
    places: dict[int, list[int]] = {}
    for column, digit in enumerate(row):
        places.setdefault(digit, []).append(column)
    return places
