"""Convert sheets to lines of text, for the readers of files in which each Sudoku is on one line. A
sheet is a table whose cells have addresses, as in a spreadsheet.
"""

from collections.abc import Iterable, Iterator

from .fields import join_fields
from .file_entry import NumberedLine, NumberedText
from .sheet import Sheet


def format_row(sheet: Sheet, row: int) -> str:
    """Return a row of a sheet, counted from 0, as a line of text. If the sheet comes from a text
    file, it is the line of this file, otherwise a line of CSV.
    """
    return sheet.texts[row] if row in sheet.texts else join_fields(sheet.list_fields(row))


def list_lines(sheet: Sheet) -> Iterator[NumberedText]:
    """Yield the number and the text of each row of a sheet that has a text."""
    for row in sorted(sheet.rows):
        yield sheet.find_line(row), format_row(sheet, row)


def format_sheet_start(name: str, is_hidden: bool) -> bytes:
    """Return the comment with which the lines of a sheet begin, as `parse_sheet_start` reads it."""
    return (b"#\t" if is_hidden else b"# ") + " ".join(name.split()).encode(errors="replace")


def format_sheets(sheets: Iterable[Sheet]) -> Iterator[NumberedLine]:
    """Yield the rows of sheets as numbered lines of CSV. Each sheet begins with line 0, a comment
    that contains its name.
    """
    for sheet in sheets:
        yield 0, format_sheet_start(sheet.name, sheet.is_hidden)
        for number, text in list_lines(sheet):
            yield number, text.encode(errors="replace")
