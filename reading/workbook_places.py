"""The cells of a spreadsheet at which the lines of text begin that were made from its rows."""

from collections.abc import Sequence

from .file_entry import split_fields
from .sheet import Sheet
from .sheet_lines import format_row


def find_cell_address(sheets: Sequence[Sheet], line_number: int, column: int) -> str:
    """Return the address, such as `[June]!B2`, of the cell of a spreadsheet that has the position
    `column` (in characters, from 1) of the line `line_number`. If the cell is empty, it is the
    first cell of the row that is not. Return an empty text if no sheet has such a line, or if
    several sheets have.
    """
    found = [
        (sheet, row)
        for sheet in sheets
        for row in sheet.rows
        if sheet.find_line_number(row) == line_number
    ]
    if len(found) != 1:
        return ""
    ((sheet, row),) = found
    cells = sheet.rows[row]
    index = max(0, len(split_fields(format_row(sheet, row)[: column - 1], ",")) - 1)
    return sheet.make_address_with_sheet(row, index if index in cells else min(cells, default=0))
