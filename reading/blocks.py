"""Reading of Sudokus that are drawn in a table or spreadsheet, with one cell of the Sudoku in each
cell of the table. Such a block may be anywhere in the table, and there may be several.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from ..base.errors import PairFileError
from ..base.messages import Message
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from .block_choice import BlockSearch, Doubt, settle
from .block_windows import Address, SheetCells, Window, clean_cell
from .cells import Row, strip_mail_quotes
from .head import Head
from .several_lines import SeveralLines
from .sheet import Sheet, name_area
from .sheet_lines import format_row
from .text_tables import find_table_delimiter, make_sheets, read_table_lines

_TITLE_ABOVE = 3
"""The number of lines above a block that are searched for its title."""
_MOST_SHOWN = 3
"""The most windows that an error names."""


class _Found(NamedTuple):
    """The Sudokus of a sheet."""

    sheet: Sheet
    windows: list[Window]
    headings: frozenset[Address]


def recognise(head: Head) -> SeveralLines | None:
    """Return a reader of the Sudokus that are drawn in a table with one cell in each field,
    anywhere among other fields.

    Returns None if the file is not a table with such blocks, or if each line is simply a row of a
    Sudoku: no block has an empty field or other fields beside it. Another reader takes such files.
    Raises `PairFileError` if a Sudoku may be in several places.
    """
    if head.decisive is not None:
        return None
    delimiter, sheets = ",", head.sheets
    if sheets is None:
        found = find_table_delimiter(head.content)
        if found is None:
            return None
        delimiter = found
        lines = read_table_lines(head.source, head.rest, delimiter)
        head.rest = chain(lines)
        sheets = make_sheets(head.source, lines, delimiter)
    if all(map(_has_only_full_rows, sheets)):
        return None
    blocks = [_find_blocks(head, sheet) for sheet in sheets]
    windows = [(one.sheet, window) for one in blocks for window in one.windows]
    if not windows or not any(_has_other_fields(*one) for one in windows):
        return None
    return SeveralLines(head, _read_rows(head, blocks, delimiter), of_fields=True)


def _has_only_full_rows(sheet: Sheet) -> bool:
    """Return whether no line of a text has an empty field, and all have equally many fields or one.
    Such lines are rows or whole Sudokus.
    """
    widths = {length for length in sheet.lengths.values() if length > 1}
    is_full = all(len(sheet.rows.get(row, ())) == length for row, length in sheet.lengths.items())
    return bool(sheet.texts) and is_full and len(widths) < 2


def _has_other_fields(sheet: Sheet, window: Window) -> bool:
    """Return whether a block has an empty cell, or its lines have other cells beside it."""
    rows = (sheet.rows.get(window.top + row, {}) for row in window.layout.rows)
    size = len(window.layout.rows)
    return any(len(row) != size or max(row) >= size or "" in row.values() for row in rows)


def _find_blocks(head: Head, sheet: Sheet) -> _Found:
    """Return the Sudokus of a sheet. Raises `PairFileError` if their places are not certain."""
    cells = SheetCells(sheet)
    sizes = range(SMALLEST_AS_TEXT, head.how.max_size + 1)
    usual = [BoxShape.for_size(size) for size in sizes]
    likely = [one for one in usual if one.height > 1 and cells.may_have_size(one.size)]
    shapes = [head.box] if head.box else likely
    searches = [BlockSearch(cells, shape) for shape in shapes]
    found = [(search, one) for search in searches for one in search.choose()]
    taken = settle(found, is_given=head.box is not None)
    if isinstance(taken, Doubt):
        raise _make_doubt_error(head, sheet, taken)
    if taken is None:
        return _Found(sheet, [], frozenset())
    return _Found(sheet, taken.windows, taken.headings)


def _make_doubt_error(head: Head, sheet: Sheet, doubt: Doubt) -> PairFileError:
    """Return the error for a Sudoku that may be in several places of a sheet."""
    windows = sorted({*doubt.windows}, key=lambda one: (len(one.layout.rows), one.area))
    areas = [name_area(window.area) for window in windows]
    named = [
        f"{area} ({len(window.layout.rows)}×{len(window.layout.rows)})"
        for area, window in zip(areas, windows, strict=True)
    ]
    line = sheet.find_line(windows[0].top)
    if len(named) == 1:
        message = Message(
            "the Sudoku may be in the cells {area}, but an outer row or column is empty, and it "
            "does not have exactly one solution there: name the cells with --range {area}, or "
            "write a sign such as 0 in the blank cells",
            area=areas[0],
        )
    else:
        message = Message(
            "the Sudoku may be in the cells {areas}, because outer rows or columns are empty: name "
            "the cells with --range {area}, or write a sign such as 0 in the blank cells",
            areas=", ".join(named[:_MOST_SHOWN]) + (", …" if len(named) > _MOST_SHOWN else ""),
            area=areas[0],
        )
    return PairFileError(head.source, line, 1, message)


def _read_rows(head: Head, blocks: Sequence[_Found], delimiter: str) -> Iterator[Row]:
    """Yield the rows of cells of all Sudokus in a table, one Sudoku after another.

    Other lines are titles of Sudokus, or are counted as lines without a Sudoku.
    """
    for sheet, windows, headings in blocks:
        used, lines, top = set[int](), dict[int, _Line](), -1
        for window in windows:
            if window.top != top:  # blocks beside each other share their lines
                top = window.top
                lines.clear()
            title, above = _find_title(sheet, window, headings, delimiter, used)
            inside = range(top, top + window.layout.height)
            used |= {above, *inside}
            for row in (top + one for one in window.layout.rows):
                if row not in lines:
                    lines[row] = _read_line(sheet, row, delimiter)
                yield _make_row(sheet, row, window, lines[row], delimiter)._replace(title=title)
                title = ""
        used |= {row for row, _ in headings}
        for row in sorted(sheet.rows.keys() - used):
            head.count_other_text(sheet.find_line(row), format_row(sheet, row))


def _find_title(
    sheet: Sheet, window: Window, headings: frozenset[Address], delimiter: str, used: set[int]
) -> tuple[str, int]:
    """Return the title of a Sudoku in a table, and the row of the title. The title is the text
    above the Sudoku, or otherwise the name of the sheet, with the row -1.
    """
    area, above = window.area, 0
    for row in range(window.top - 1, -1, -1):
        if (row, window.left) in headings:
            continue
        above += 1
        cells = sheet.rows.get(row, {})
        found = [cells[column] for column in sorted(cells) if area.left <= column <= area.right]
        if found:
            is_all = len(found) == len(cells)
            line = strip_mail_quotes(format_row(sheet, row)).strip(f' "{delimiter}')
            return line if is_all else " ".join(found), row
        if row in used or above == _TITLE_ABOVE:
            break
    return sheet.name, -1


class _Line(NamedTuple):
    """A line of a table, and the position, from 1, of the first character of each of its fields.

    The last position is that at which a further field would begin.
    """

    text: str
    starts: list[int]


def _read_line(sheet: Sheet, row: int, delimiter: str) -> _Line:
    text = format_row(sheet, row)
    lengths = (len(part) + len(delimiter) for part in text.split(delimiter))
    return _Line(text, [*accumulate(lengths, initial=1)])


def _make_row(sheet: Sheet, row: int, window: Window, line: _Line, delimiter: str) -> Row:
    columns = [window.left + column for column in window.layout.columns]
    texts = [clean_cell(sheet.get(row, column)) for column in columns]
    last = len(line.starts) - 1
    cells = [
        (line.starts[min(column, last)], text) for column, text in zip(columns, texts, strict=True)
    ]
    is_whole = len(texts) == sheet.lengths.get(row, len(sheet.list_fields(row)))
    text = line.text if is_whole and columns[0] == 0 else delimiter.join(texts)
    return Row(sheet.find_line(row), cells, True, [], len(text) + 1, text)
