"""Convert sheets to lines of text, for the readers of files in which each Sudoku is on one line,
and find the cells that the lines have. A sheet is a table whose cells have addresses, as in a
spreadsheet.
"""

from collections.abc import Iterable, Iterator, Sequence

from ..recognition.sheet import Sheet, format_row
from .file_entry import NumberedLine, split_fields
from .lines import SheetStart


def yield_sheets_as_csv_lines(sheets: Iterable[Sheet]) -> Iterator[NumberedLine]:
    """Yield the rows of sheets that are not empty as numbered lines of CSV, each with the number of
    this line in the file. Each sheet begins with a `SheetStart`.
    """
    for sheet in sheets:
        yield 0, SheetStart(sheet.name, sheet.is_hidden)
        for row in sorted(sheet.rows):
            yield sheet.find_line_number(row), format_row(sheet, row).encode(errors="replace")


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


def find_column_of_cell(line: str, column: int) -> int:
    """Return the index of the field of a line of CSV that has the position `column` (in characters,
    from 1). If the field is empty, it is the index of the first field that is not, or 0.
    """
    fields = split_fields(line, ",")
    index = max(0, len(split_fields(line[: column - 1], ",")) - 1)
    if index < len(fields) and fields[index]:
        return index
    return next((place for place, field in enumerate(fields) if field), 0)
