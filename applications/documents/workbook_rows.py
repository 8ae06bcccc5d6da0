"""The rows of workbooks, which the readers of spreadsheets yield, and the texts of their values."""

import datetime
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...reading import cell_runs
from ...reading.rounded_numbers import KEPT_DIGITS
from ...recognition.sheet import Sheet

MOST_ROWS, MOST_COLUMNS = 2**20, 2**14
"""The largest numbers of rows and columns of a sheet of Excel."""
_MOST_CELLS = 2**20
"""The largest number of cells of a workbook that are in memory at a time."""
_CELLS_OF_SHEET = 20
"""The number of cells that take about as much memory as an empty sheet."""
_LONGEST_IDENTIFIER = 20
"""The largest number of digits of a number that may be the number of an article or record."""


class SheetNameAndVisibility(NamedTuple):
    """The beginning of a sheet: its name, and whether the spreadsheet hides it."""

    name: str
    is_hidden: bool = False


class WorkbookCell(NamedTuple):
    """A cell of a workbook: its column, from 0, its value, and whether it has a border or a
    coloured background. The value of an empty cell is None.
    """

    column: int
    value: object
    is_bordered: bool = False


class WorkbookRow(NamedTuple):
    """A row of a workbook, with the cells that the file mentions. `number` is the row's number,
    from 0.
    """

    number: int
    cells: list[WorkbookCell]


WorkbookPart = SheetNameAndVisibility | WorkbookRow
"""A part of a workbook: the beginning of a sheet, or a row of it."""


def map_columns_to_texts(cells: Iterable[WorkbookCell]) -> dict[int, str]:
    """Return the texts of a row's cells, by their columns from 0. Empty cells are left out."""
    filled = [cell for cell in cells if cell.value not in (None, "")]
    is_alone = len(filled) == 1
    return {cell.column: _format_value(cell.value, is_alone) for cell in filled}


def yield_workbook_sheets(workbook_parts: Iterable[WorkbookPart]) -> Iterator[Sheet]:
    """Yield the sheets of a workbook. `workbook_parts` are its parts in order: starts of sheets
    and rows. Raises `ValueError` if they have too many cells.
    """
    sheet, count = None, 0
    for part in workbook_parts:
        if count > _MOST_CELLS:
            raise ValueError(f"more than {_MOST_CELLS} cells, and no column of Sudokus")
        if isinstance(part, SheetNameAndVisibility):
            count += _CELLS_OF_SHEET
            if sheet is not None:
                yield sheet
            sheet = Sheet(part.name, is_hidden=part.is_hidden)
        elif sheet is None:
            continue
        else:
            texts = map_columns_to_texts(part.cells)
            count += len(part.cells)
            for column, value, is_bordered in part.cells:
                is_number = isinstance(value, float)
                if column in texts or is_bordered:
                    sheet.store_cell(
                        part.number,
                        column,
                        texts.get(column, ""),
                        is_number=is_number,
                        is_bordered=is_bordered,
                    )
    if sheet is not None:
        yield sheet


def _format_value(value: object, is_alone_in_row: bool) -> str:
    """Return the value of a spreadsheet cell as text for a field of CSV. Whole numbers are written
    without decimals, and dates without a time. `is_alone_in_row` is whether all other cells of its
    row are empty.

    A spreadsheet has rounded each number of more than 15 digits. If such a number may have been a
    Sudoku or a row of a Sudoku, it is written with an exponent, so that the loss is noticed. Other
    such numbers, for example the number of an article, are written as whole numbers: they have at
    most 20 digits, are beside other values, and are not a Sudoku.
    """
    if isinstance(value, float) and value.is_integer():
        text = str(int(value))
        if abs(value) >= 10**KEPT_DIGITS and (
            is_alone_in_row
            or len(text) > _LONGEST_IDENTIFIER
            or cell_runs.find_first_gapless_sudoku_span(text.encode())
        ):
            return f"{value:.16E}"
        return text
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return str(value)
