"""Convert tables in text, such as CSV or Markdown, to sheets: tables whose cells have addresses."""

from collections.abc import Iterable, Iterator, Sequence

from ..base.errors import make_unexpected_error
from ..base.limits import BLOCK_FIELDS
from ..base.messages import Message
from ..recognition.cells import is_drawn_line, replace_unusual_characters_by_ascii
from ..recognition.sheet import Sheet
from ..sudoku.grid import SMALLEST_AS_TEXT
from .file_entry import NumberedLine, is_comment, split_fields, yield_lines_with_limited_total_bytes
from .lines import SheetStart, decode_numbered_line

EMPTY_CELLS = Message(
    "found digits in a table, but not which cells are the Sudoku, because some cells are empty: "
    "name them with --range, such as --range A1:I9, or write a sign such as 0 in the blank cells"
)
"""The problem of a table with empty cells that do not show where its Sudokus are."""

_FIELDS_OF_A_SUDOKU = 81
_USUAL_WIDTHS = frozenset((4, 6, 8, 9, 12, 16, 25))


def find_table_delimiter(lines: Sequence[NumberedLine]) -> str | None:
    """Return the character that separates the fields of a table in which Sudokus may be drawn with
    one cell in each field. Return None if the lines are no such table.

    A character separates fields if at least four of the lines have it three times or more, or if
    one line has it 80 times or more, as between the 81 cells of a Sudoku.
    """
    delimiters = (
        sign
        for sign in "\t;|,"
        if sum(line.count(sign.encode()) >= 3 for _, line in lines) >= SMALLEST_AS_TEXT
        or any(line.count(sign.encode()) >= _FIELDS_OF_A_SUDOKU - 1 for _, line in lines)
    )
    return next(delimiters, None)


def list_table_lines(
    source: str, lines: Iterable[NumberedLine], delimiter: str
) -> list[NumberedLine]:
    """Read and return all lines of a table in which Sudokus may be drawn with one cell in each
    field. Raises `PairFileError`, which names the file `source`, if the lines have more fields or
    bytes than fit into memory.
    """
    some = _yield_lines_with_limited_fields(source, lines, delimiter.encode())
    return list(
        yield_lines_with_limited_total_bytes(source, some, Message("a table with blocks of cells"))
    )


def _yield_lines_with_limited_fields(
    source: str, lines: Iterable[NumberedLine], delimiter: bytes
) -> Iterator[NumberedLine]:
    """Yield the lines of a table unchanged. Raise `PairFileError` when they have more fields
    together than fit into memory.
    """
    count = 0
    for number, line in lines:
        count += line.count(delimiter) + 1
        if count > BLOCK_FIELDS:
            expected = Message(
                "at most {count} fields in a table with blocks of cells", count=BLOCK_FIELDS
            )
            raise make_unexpected_error(source, number, 1, expected, Message("more of them"))
        yield number, line


def make_sheets(source: str, lines: Iterable[NumberedLine], delimiter: str) -> list[Sheet]:
    """Convert lines of text that are rows of tables to sheets. A new sheet begins at each line
    whose number is not greater than the number of the line before. `delimiter` separates the
    fields, and `source` is the name of the file in errors.

    A blank line is an empty row. Comments, and lines of dashes in tables with bars, are left out.
    """
    sheets = [Sheet()]
    last = row = 0
    is_markdown = False
    for number, line in lines:
        sheet = sheets[-1]
        if number <= last:
            sheet = Sheet()
            sheets.append(sheet)
            last = row = 0
        text = decode_numbered_line(source, number, line)
        if isinstance(line, SheetStart):
            sheet.name, sheet.is_hidden = line.name, line.is_hidden
            continue
        row += number - last
        last = number
        same = replace_unusual_characters_by_ascii(text)
        if is_comment(same.encode()) or (delimiter == "|" and is_drawn_line(same)):
            row -= 1
            is_markdown |= same.startswith("|") and same.endswith("|")
        elif same:
            cells = [cell.strip() for cell in split_fields(same, delimiter)]
            sheet.store_row(row - 1, cells)
            sheet.texts[row - 1], sheet.lengths[row - 1] = text, len(cells)
            sheet.line_numbers[row - 1] = number
    if delimiter == "|":
        for sheet in sheets:
            _remove_outer_bars(sheet, is_certain=is_markdown)
    return [sheet for sheet in sheets if sheet.rows or sheet.name] or sheets[:1]


def _remove_outer_bars(sheet: Sheet, *, is_certain: bool) -> None:
    """Remove the empty fields before the first bar and after the last bar of each line, if these
    bars are the edges of the table. They are the edges if all lines begin and end with a bar, and
    if the table then has a usual number of columns. If `is_certain`, because the table is in
    Markdown, the number of columns does not matter.

    If the bars are not edges, the outer fields stay, because they may be blank cells.
    """
    lines = [text.strip() for row, text in sheet.texts.items() if sheet.lengths[row] > 1]
    widths = {length - 2 for length in sheet.lengths.values() if length > 1}
    if not all(line.startswith("|") and line.endswith("|") for line in lines):
        return
    if not is_certain and not (len(widths) == 1 and widths <= _USUAL_WIDTHS):
        return
    rows = sheet.rows
    sheet.rows, sheet.width = {}, max(sheet.width - 2, 0)
    for row, cells in rows.items():
        is_table = sheet.lengths[row] > 1
        sheet.lengths[row] -= 2 if is_table else 0
        sheet.rows[row] = {column - is_table: text for column, text in cells.items()}
