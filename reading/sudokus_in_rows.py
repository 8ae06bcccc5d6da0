"""Search for Sudokus in a table that has all cells of a Sudoku in one row, such as 81 columns,
where blank cells may be empty.
"""

import re
from itertools import islice
from typing import NamedTuple

from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .candidate_places import parse_cell_value_or_minus_one
from .place_choice import has_one_solution_proved_in_time
from .sheet import Sheet

_CHECKED = 20
"""The number of Sudokus on which each possible first column is tried: proper Sudokus, with exactly
one solution, show that the column is right.
"""
_MOST_STARTS = 27
_NAMES_WITHIN, _LEAST = 20, 4
"""Two numbers: how many rows at the beginning of a table are searched for the names of the columns,
and how many digits a Sudoku must have at least.
"""
_FIRST = re.compile(r"(\D*)0*1|r1c1|a1", re.IGNORECASE)


class SudokusInRows(NamedTuple):
    """The Sudokus of a sheet that have all their cells in one row each. `rows` are the numbers of
    these rows, and `start` is the column of the first cell, from 0, which is the same in all of
    them.
    """

    rows: list[int]
    start: int


class SudokusWithUncertainStart(NamedTuple):
    """The Sudokus of a sheet that have all their cells in one row each, if it is not certain in
    which column they begin. `rows` are the numbers of these rows, and `starts` are the possible
    columns, from 0.
    """

    rows: list[int]
    starts: list[int]


def find_sudokus_in_rows(
    sheet: Sheet, shape: BoxShape
) -> SudokusInRows | SudokusWithUncertainStart | None:
    """Return the rows of a sheet that contain a whole Sudoku each, one cell of the Sudoku in each
    cell. If it is not certain in which column the Sudokus begin, the result has the possible
    columns. Return None if no row may contain a whole Sudoku.
    """
    count = shape.size**2
    if (named := _find_sudokus_below_cell_names(sheet, count)) is not None:
        return named
    places = dict[int, tuple[int, int]]()
    for row in sorted(sheet.rows):
        columns = _list_digit_or_blank_columns(sheet, row, shape.size)
        least = 2 * shape.size - 1
        if len(columns) >= least and shape.size * least // 4 < columns[-1] - columns[0] < count:
            places[row] = columns[0], columns[-1]
    if not places:
        return None
    first = max(0, *(last - count + 1 for _, last in places.values()))
    last = min(start for start, _ in places.values())
    rows = list(places)
    starts = [
        start for start in range(first, last + 1) if _may_all_be_cells(sheet, rows, start, count)
    ]
    if sheet.area is not None and sheet.area.right - sheet.area.left + 1 == count:
        starts = [start for start in starts if start == sheet.area.left]
    elif len(starts) > 1:
        starts = starts[:_MOST_STARTS]
        proper = [
            one for one in starts if _have_first_rows_one_solution_each(sheet, rows, one, shape)
        ]
        if len(proper) != 1:
            return SudokusWithUncertainStart(rows, proper or starts)
        starts = proper
    return SudokusInRows(rows, starts[0]) if starts else None


def list_texts_in_row(sheet: Sheet, row: int, first_column: int, cell_count: int) -> list[str]:
    """Return the texts of `cell_count` cells of a row, from column `first_column` on. The text of
    an empty cell is empty.
    """
    cells = sheet.rows[row]
    return [cells.get(column, "") for column in range(first_column, first_column + cell_count)]


def _list_digit_or_blank_columns(sheet: Sheet, row: int, size: int) -> list[int]:
    """Return the columns of a row that have a digit up to `size` or a sign for blank, in ascending
    order.
    """
    cells = sheet.rows[row]
    return sorted(
        column for column, text in cells.items() if 0 <= parse_cell_value_or_minus_one(text) <= size
    )


def _may_all_be_cells(sheet: Sheet, rows: list[int], first_column: int, cell_count: int) -> bool:
    """Return whether, in each of the given rows, the `cell_count` cells from column `first_column`
    on may be cells of a Sudoku: each is empty, a sign for blank or a number.
    """
    for row in rows:
        cells = sheet.rows[row]
        inside = (
            cells[column] for column in cells if first_column <= column < first_column + cell_count
        )
        if any(parse_cell_value_or_minus_one(text) < 0 for text in inside):
            return False
    return True


def _find_sudokus_below_cell_names(sheet: Sheet, cell_count: int) -> SudokusInRows | None:
    """Find a row of a sheet in which the columns have the names of cells, such as p1 to p81, and
    return the rows below it in which the cells of a whole Sudoku are in these columns. Return None
    if there are no such rows. `cell_count` is the number of cells of a Sudoku.
    """
    for row in sorted(sheet.rows)[:_NAMES_WITHIN]:
        names = sheet.rows[row]
        for column, name in names.items() if len(names) >= cell_count else ():
            first, last = _FIRST.fullmatch(name), names.get(column + cell_count - 1, "")
            if first is None or last.casefold() not in (
                f"{(first[1] or '').casefold()}{cell_count}",
                "r9c9",
                "i9",
            ):
                continue
            below = (one for one in sorted(sheet.rows) if one > row)
            rows = [one for one in below if _may_all_be_cells(sheet, [one], column, cell_count)]
            some = {column + i for i in range(cell_count)}
            found = [one for one in rows if len(some & sheet.rows[one].keys()) >= _LEAST]
            if found:
                return SudokusInRows(found, column)
    return None


def _have_first_rows_one_solution_each(
    sheet: Sheet, rows: list[int], first_column: int, shape: BoxShape
) -> bool:
    """Return whether the Sudokus in `rows` have exactly one solution each, on the assumption that
    they begin in column `first_column`. Only the first 20 rows are examined.
    """
    size = shape.size
    for row in islice(rows, _CHECKED):
        values = [
            max(0, parse_cell_value_or_minus_one(text))
            for text in list_texts_in_row(sheet, row, first_column, size**2)
        ]
        grid = Grid([values[i : i + size] for i in range(0, size * size, size)], shape)
        if not grid.is_consistent() or not has_one_solution_proved_in_time(grid):
            return False
    return True
