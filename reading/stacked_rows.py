"""Search for Sudokus in a sheet that have a whole row in each cell, such as 530070000, the cells
one below the other.

A spreadsheet that stores such a row as a number loses the zeros at its beginning. They are restored
if the number of rows, or the longest number, shows the length of a row.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .candidate_places import Address
from .sheet import Sheet

_ROW = re.compile(r"[0-9._*xX-]{1,16}")
_SIZES = (4, 6, 8, 9, 12, 16)
_SHORTEST = 3
"""The smallest number of digits of a row. A column of shorter numbers has one cell of a Sudoku in
each cell, not a row.
"""


class StackedSudoku(NamedTuple):
    """A Sudoku whose rows are each in one cell of a sheet, below one another. `start` is the
    address of the first cell, and `rows` are the texts of the rows.

    A spreadsheet that stores a row as a number drops the zeros at its beginning. These zeros are
    restored in `rows`, and `restored` has the addresses of the cells in question.
    """

    start: Address
    rows: list[str]
    restored: list[Address]


def yield_sudokus_with_a_row_per_cell(sheet: Sheet) -> Iterator[StackedSudoku]:
    """Yield each Sudoku of a sheet that has a whole row in each cell, such as nine cells below one
    another for 9×9. The columns of the sheet are searched from left to right.
    """
    columns = dict[int, list[int]]()
    for row in sorted(sheet.rows):
        for column, text in sheet.rows[row].items():
            if _ROW.fullmatch(text):
                columns.setdefault(column, []).append(row)
    for column, rows in sorted(columns.items()):
        start = 0
        for place in range(1, len(rows) + 1):
            if place == len(rows) or rows[place] != rows[place - 1] + 1:
                yield from _yield_stacked_sudokus_of_column(sheet, column, rows[start:place])
                start = place


def _yield_stacked_sudokus_of_column(
    sheet: Sheet, column: int, rows: list[int]
) -> Iterator[StackedSudoku]:
    """Yield the Sudokus whose rows are in successive cells of a column."""
    texts = [sheet.get_text(row, column) for row in rows]
    longest = max(map(len, texts))
    size = longest if longest in _SIZES and not len(rows) % longest else 0
    if not size:
        sizes = [size for size in _SIZES if size > longest and not len(rows) % size]
        size = sizes[0] if len(sizes) == 1 else 0
    if not size or longest < _SHORTEST:
        return
    are_numbers = bool(sheet.texts) or all((row, column) in sheet.numbers for row in rows)
    short = [row for row, text in zip(rows, texts, strict=True) if len(text) < size]
    if short and not (are_numbers and all(text.isdigit() for text in texts)):
        return
    for i in range(0, len(rows), size):
        some = rows[i : i + size]
        whole = [text.zfill(size) for text in texts[i : i + size]]
        yield StackedSudoku(
            (some[0], column), whole, [(row, column) for row in some if row in {*short}]
        )
