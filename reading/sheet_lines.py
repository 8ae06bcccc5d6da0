"""Convert sheets to lines of text, for the readers of files in which each Sudoku is on one line. A
sheet is a table whose cells have addresses, as in a spreadsheet.
"""

from collections.abc import Iterable, Iterator

from .fields import make_csv_line_keeping_formulas
from .file_entry import NumberedLine, NumberedText
from .sheet import Sheet


def format_row(sheet: Sheet, row: int) -> str:
    """Return a row of a sheet as a line of text. `row` counts from 0. The line is the line of the
    file if the sheet comes from a text file, otherwise a line of CSV.
    """
    return (
        sheet.texts[row]
        if row in sheet.texts
        else make_csv_line_keeping_formulas(sheet.list_fields(row))
    )


def yield_numbered_lines_of_nonempty_rows(sheet: Sheet) -> Iterator[NumberedText]:
    """Yield each row of a sheet that is not empty, as a line of text with the number of this line
    in the file.
    """
    for row in sorted(sheet.rows):
        yield sheet.find_line_number(row), format_row(sheet, row)


def format_sheet_comment(name: str, is_hidden: bool) -> bytes:
    """Return the comment line with which the lines of a sheet begin: the name of the sheet after a
    #. If the sheet is hidden, a tab is between the # and the name, otherwise a space.
    """
    return (b"#\t" if is_hidden else b"# ") + " ".join(name.split()).encode(errors="replace")


def yield_sheets_as_csv_lines(sheets: Iterable[Sheet]) -> Iterator[NumberedLine]:
    """Yield the rows of sheets as numbered lines of CSV. Each sheet begins with line 0, a comment
    that contains its name.
    """
    for sheet in sheets:
        yield 0, format_sheet_comment(sheet.name, sheet.is_hidden)
        for number, text in yield_numbered_lines_of_nonempty_rows(sheet):
            yield number, text.encode(errors="replace")
