"""The selection of cells by the options --sheet and --range, so that only these cells of a file are
read.
"""

from itertools import islice

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message, shorten_and_escape
from ..recognition.sheet import Sheet, yield_cropped_sheets
from .file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    decode_line_leniently,
    find_most_frequent_delimiter_or_none,
    is_comment,
)
from .sheet_lines import yield_sheets_as_csv_lines
from .text_tables import find_table_delimiter, list_table_lines, make_sheets

_SEARCHED = 1000
"""The number of lines at the beginning of a text in which the character between fields is searched
for.
"""
_MOST_SHOWN = 8


def crop_to_chosen_cells(
    source: str, converted_lines: ConvertedLines, reading_options: ReadingOptions
) -> ConvertedLines:
    """Return the lines of a file that are in the sheet and in the ranges of cells that the user has
    chosen. `source` is the name of the file in errors, `converted_lines` has all lines of the file,
    and `reading_options` has the chosen sheet and ranges. Raises `PairFileError` if the file is not
    a table, or has no such sheet.
    """
    sheets = converted_lines.sheets
    if sheets is None:
        if reading_options.sheet is not None:
            message = Message("--sheet needs a spreadsheet, and this file is none")
            raise PairFileError(source, 1, 1, message)
        sheets = _make_sheets_of_text(source, converted_lines)
    names = [sheet.name for sheet in sheets]
    for wanted in (reading_options.sheet, *(cells.sheet for cells in reading_options.ranges)):
        if wanted is not None and wanted not in names:
            raise _make_no_such_sheet_error(source, wanted, names)
    if reading_options.sheet is not None:
        sheets = [sheet for sheet in sheets if sheet.name == reading_options.sheet]
    if reading_options.ranges:
        sheets = [
            part for sheet in sheets for part in yield_cropped_sheets(sheet, reading_options.ranges)
        ]
    return converted_lines._replace(lines=yield_sheets_as_csv_lines(sheets), sheets=sheets)


def _make_sheets_of_text(source: str, converted_lines: ConvertedLines) -> list[Sheet]:
    """Return the lines of a text file as sheets. `source` is the name of the file in errors. Raises
    `PairFileError` if the lines have no fields.
    """
    lines = iter(converted_lines.lines)
    head = list[NumberedLine](islice(lines, _SEARCHED))
    content = [line for line in head if line[1].strip() and not is_comment(line[1])]
    first = (
        find_most_frequent_delimiter_or_none(decode_line_leniently(content[0][1]))
        if content
        else None
    )
    delimiter = find_table_delimiter(content) or first
    if delimiter is None:
        message = Message("--range needs a table, and the lines of this file have no fields")
        raise PairFileError(source, 1, 1, message)
    sheets = make_sheets(source, list_table_lines(source, head, delimiter), delimiter)
    if len(head) == _SEARCHED:
        whole = list_table_lines(source, [*head, *lines], delimiter)
        sheets = make_sheets(source, whole, delimiter)
    return sheets


def _make_no_such_sheet_error(
    source: str, wanted_name: str, sheet_names: list[str]
) -> PairFileError:
    """Return the error for a file that does not have the sheet `wanted_name`. `source` is the name
    of the file, and `sheet_names` are the names of its sheets.
    """
    expected = Message("a sheet '{name}'", name=shorten_and_escape(wanted_name))
    shown = ", ".join(shorten_and_escape(name) for name in sheet_names[:_MOST_SHOWN])
    found = Message("the sheets {names}", names=shown + ", …" * (len(sheet_names) > _MOST_SHOWN))
    return make_unexpected_error(source, 1, 1, expected, found)
