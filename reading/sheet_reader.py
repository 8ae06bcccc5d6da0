"""Reading of the Sudokus in the sheets of a spreadsheet, or in a table of text, whose cells are not
whole Sudokus.
"""

import re
from collections.abc import Iterator
from itertools import chain

from ..base.errors import PairFileError
from ..base.messages import Message
from ..recognition.cells import has_word
from ..recognition.options import RecognitionOptions
from ..recognition.recognise_sheets import (
    RefusedSheetError,
    SheetReading,
    SheetSudoku,
    has_whole_sudoku,
    read_sheets,
)
from ..recognition.sheet import Sheet, format_row, name_column
from ..sudoku.shape import BoxShape
from .file_entry import (
    Entry,
    FoundSize,
    SheetEntry,
    make_second_sudoku_missing_error,
)
from .file_head import FileHead
from .text_tables import EMPTY_CELLS, find_table_delimiter, list_table_lines, make_sheets
from .titled_solutions import separate_titled_solutions

_MARKDOWN_RULE = re.compile(rb"\|(?:[ ]*:?-+:?[ ]*\|)+")


class SheetReader:
    """The Sudokus of a file's sheets, as the reader of the file."""

    is_one_a_line = False
    header = None
    delimiter = None

    def __init__(self, file_head: FileHead, reading: SheetReading) -> None:
        self._file_head = file_head
        entries = [*map(_make_entry, reading.sudokus)]
        self._entries = separate_titled_solutions(file_head.source, entries)
        self.box_evidence = reading.box_evidence
        first = reading.sudokus[0]
        file_head.box = first.box
        line = first.sheet.find_line_number(first.first[0])
        self.found_size = FoundSize(first.box.size, line)
        for sheet, row in reading.others:
            number = sheet.find_line_number(row)
            file_head.record_other_text(number, format_row(sheet, row), sheet.name)
        for sheet, (row, column) in reading.restored:
            name = sheet.make_address_with_sheet(row, column).lstrip("[").replace("]!", "!")
            file_head.restored.append(name or f"{name_column(column)}{row + 1}")
        for sudoku in reading.sudokus:
            if sudoku.sheet.is_hidden:
                file_head.hidden_sheets[sudoku.sheet.name] = None

    def yield_entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield an entry for each Sudoku. `shape` is the shape of the boxes of the first."""
        del shape
        yield from self._entries

    def make_missing_sudoku_error(self, entry: Entry) -> PairFileError:
        """Return the error for a file of one pair that has only one Sudoku."""
        return make_second_sudoku_missing_error(self._file_head.source, entry.line, 1)


def _make_entry(sudoku: SheetSudoku) -> Entry:
    box, cells, name, sheet, (row, column), rows = sudoku
    raw = "\n".join(rows).encode()
    entry = Entry(sheet.find_line_number(row), box, cells, raw, title=name)
    cell = sheet.make_address_with_sheet(row, column)
    return SheetEntry(entry, cell) if cell else entry


def find_reader(file_head: FileHead) -> SheetReader | None:
    """Return a reader of the Sudokus in the sheets of a spreadsheet or in a table of text. Return
    None if there are no such Sudokus, or if each line of a text is a row of a Sudoku without empty
    fields. Raise `PairFileError` if it is not certain which cells are a Sudoku.
    """
    delimiter, sheets = ",", file_head.sheets
    if sheets is None:
        found = find_table_delimiter(file_head.content)
        if found is None:
            return None
        delimiter = found
        lines = list_table_lines(file_head.source, file_head.rest, delimiter)
        file_head.rest = chain(lines)
        sheets = make_sheets(file_head.source, lines, delimiter)
    if all(map(_has_only_full_rows, sheets)) or any(map(has_whole_sudoku, sheets)):
        return None
    given = file_head.reading_options
    try:
        reading = read_sheets(sheets, RecognitionOptions(file_head.box, given.max_size))
    except RefusedSheetError as refusal:
        raise _make_error(file_head, refusal.message, refusal.sheet, *refusal.first) from None
    if reading.sudokus:
        return SheetReader(file_head, reading)
    if delimiter == "|" and _is_markdown(file_head) and any(map(_has_only_digits, sheets)):
        raise PairFileError(file_head.source, file_head.content[0][0], 1, EMPTY_CELLS)
    return None


def _make_error(
    file_head: FileHead, message: Message, sheet: Sheet, row: int, column: int
) -> PairFileError:
    """Return the error about a cell. It names the cell in a spreadsheet, otherwise the line."""
    error = PairFileError(file_head.source, sheet.find_line_number(row), 1, message)
    error.cell = sheet.make_address_with_sheet(row, column)
    return error


def _is_markdown(file_head: FileHead) -> bool:
    """Return whether the file is a table in Markdown: among its first lines, only the second line
    consists of dashes and bars.
    """
    rules = [_MARKDOWN_RULE.fullmatch(line.strip()) for _, line in file_head.content[:5]]
    return [rule is not None for rule in rules].count(True) == 1 and rules[1] is not None


def _has_only_digits(sheet: Sheet) -> bool:
    """Return whether a sheet has nothing but digits and empty cells, apart from rows with words."""
    rows = [[text for text in row.values() if text] for row in sheet.rows.values()]
    rows = [texts for texts in rows if not any(map(has_word, texts))]
    texts = [text for row in rows for text in row]
    is_full = len(texts) == len(rows) * sheet.width
    return bool(texts) and not is_full and all(len(one) == 1 and one.isdigit() for one in texts)


def _has_only_full_rows(sheet: Sheet) -> bool:
    """Return whether each line of a sheet may be a row of a Sudoku, or a whole Sudoku: no line has
    an empty field, and all lines have the same number of fields, apart from lines with one field.
    """
    widths = {length for length in sheet.lengths.values() if length > 1}
    is_full = all(len(sheet.rows.get(row, ())) == length for row, length in sheet.lengths.items())
    return bool(sheet.texts) and is_full and len(widths) < 2
