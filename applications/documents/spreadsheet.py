"""Reading of spreadsheets (.xlsx, .ods, .xls, .xlsb): their sheets, and their rows as lines of CSV,
except empty rows.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import tee
from typing import overload

from ...base.csv_line import make_csv_line_keeping_formulas
from ...base.errors import PairFileError
from ...base.messages import Message, shorten_and_escape
from ...reading.file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    decode_line_leniently,
    split_fields,
    yield_lines_with_limited_total_bytes,
)
from ...reading.lines import NumberedLines, SheetStart
from ...reading.rounded_numbers import KEPT_DIGITS
from ...reading.sheet_lines import yield_sheets_as_csv_lines
from ...reading.text_tables import make_sheets
from ...recognition.sheet import Sheet, name_column
from .limited_reading import check_library, explain_document_errors, make_seekable_file
from .workbook_lines import Workbook, make_parts_or_none, yield_csv_lines_with_calamine

_ROUNDED = re.compile(rb"-?\d\.\d{16}E\+(\d+)")
"""The form in which a number is written if it has lost digits that a Sudoku would need."""


def convert_to_lines(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines | None:
    """Return the sheets of a spreadsheet, and their rows as lines of CSV. Returns None if the file
    is not a spreadsheet. `input_lines` is the opened file, and `reading_options` are the options
    with which the lines are read.

    The lines of each sheet begin with a `SheetStart`.
    """
    source, file = input_lines.source, make_seekable_file(input_lines)
    parts = None
    if input_lines.start.startswith(b"PK"):
        with explain_document_errors(source):
            parts = make_parts_or_none(file)
    if parts is not None:
        workbook = Workbook(file, source, parts)
        rows = workbook.yield_lines()
        sheets = _LazySheets(partial(_read_sheets, workbook, source))
    else:
        missing = Message(
            "to read a spreadsheet, install python-calamine: pip install python-calamine"
        )
        check_library("python_calamine", source, missing)
        file.seek(0)
        rows, rows_of_sheets = tee(_yield_explained(source, yield_csv_lines_with_calamine(file)))
        sheets = _LazySheets(partial(_make_sheets_of_rows, rows_of_sheets, source))
    return ConvertedLines(
        _yield_checked_lines(source, rows),
        reading_options,
        Message("a spreadsheet without Sudokus"),
        sheets,
        is_workbook=True,
    )


def _yield_checked_lines(source: str, lines: Iterator[NumberedLine]) -> Iterator[NumberedLine]:
    """Yield the lines of a spreadsheet unchanged. Raise `PairFileError` if they have too many bytes
    together, if a number has lost digits, or if the spreadsheet is broken. `source` is the name of
    the file in the error.
    """
    rows = _yield_explained(source, lines)
    rows = yield_lines_with_limited_total_bytes(source, rows, Message("a spreadsheet"))
    return _yield_lines_unless_rounded(source, rows)


def _yield_explained(source: str, lines: Iterator[NumberedLine]) -> Iterator[NumberedLine]:
    with explain_document_errors(source):
        yield from lines


class _LazySheets(Sequence[Sheet]):
    """The sheets of a workbook, as a sequence. The function `read_sheets` is called when a sheet is
    requested for the first time. If a column of the workbook has whole Sudokus, no sheet is ever
    requested, because the reader of this column takes the rows one after another.
    """

    def __init__(self, read_sheets: Callable[[], list[Sheet]]) -> None:
        self._read, self._sheets = read_sheets, list[Sheet]()
        self._is_read = False

    def _list_sheets(self) -> list[Sheet]:
        if not self._is_read:
            self._sheets, self._is_read = self._read(), True
            for sheet in self._sheets:
                sheet.is_in_workbook = True
        return self._sheets

    def __len__(self) -> int:
        return len(self._list_sheets())

    @overload
    def __getitem__(self, index: int) -> Sheet: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sheet]: ...
    def __getitem__(self, index: int | slice) -> Sheet | Sequence[Sheet]:
        return self._list_sheets()[index]


def _read_sheets(workbook: Workbook, source: str) -> list[Sheet]:
    """Return the sheets of an .xlsx or .ods workbook. Raises `PairFileError` if a number has lost
    digits. `source` is the name of the workbook in errors.
    """
    with explain_document_errors(source):
        sheets = workbook.list_sheets()
    for _ in _yield_lines_unless_rounded(source, yield_sheets_as_csv_lines(sheets)):
        pass
    return sheets


def _make_sheets_of_rows(rows: Iterator[NumberedLine], source: str) -> list[Sheet]:
    """Return the sheets of a workbook in a format that only a library can read, such as .xls.
    `rows` are all its rows as lines of CSV, and `source` is the name of the workbook in errors.
    """
    sheets = make_sheets(source, _yield_checked_lines(source, rows), ",")
    for sheet in sheets:
        sheet.texts.clear()  # the rows are not lines of a text file
        # The library returns numbers as texts, so each text of digits counts as a number.
        cells = ((row, *cell) for row, texts in sheet.rows.items() for cell in texts.items())
        sheet.numbers = {(row, column) for row, column, text in cells if text.isdigit()}
    return sheets


def _yield_lines_unless_rounded(
    source: str, lines: Iterable[NumberedLine]
) -> Iterator[NumberedLine]:
    """Yield the lines of a spreadsheet unchanged. Raise `PairFileError` at a number that may have
    been a Sudoku before the spreadsheet rounded it. `source` is the name of the file in this error.
    """
    sheets = list[str]()
    for number, line in lines:
        if isinstance(line, SheetStart):
            sheets.append(line.name)
        elif _ROUNDED.search(line):
            row = split_fields(decode_line_leniently(line), ",")
            for place, field in enumerate(row):
                if mark := _ROUNDED.fullmatch(field.encode()):
                    cell = f"{name_column(place)}{number}"
                    raise PairFileError(
                        source,
                        number,
                        len(make_csv_line_keeping_formulas(row[:place])) + 1 + (place > 0),
                        Message(
                            "cell {cell} is a number of {count} digits, of which spreadsheets keep "
                            "{kept}; format the column as text, and enter the Sudokus again",
                            cell=cell
                            if len(sheets) < 2
                            else f"{shorten_and_escape(sheets[-1])}!{cell}",
                            count=int(mark[1]) + 1,
                            kept=KEPT_DIGITS,
                        ),
                    )
        yield number, line
