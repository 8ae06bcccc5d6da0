"""Reading of spreadsheets (.xlsx, .ods, .xls, .xlsb): their sheets, and their rows as lines of CSV,
except empty rows.
"""

import datetime
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from time import process_time
from typing import Any, overload

from ...base.errors import PairFileError
from ...base.messages import Message, shorten_and_escape
from ...reading.fields import make_csv_line_keeping_formulas
from ...reading.file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    decode_line_leniently,
    split_fields,
    yield_lines_with_limited_total_bytes,
)
from ...reading.file_head import parse_sheet_name_and_is_hidden
from ...reading.lines import NumberedLines, explain_read_errors
from ...reading.rounded_numbers import KEPT_DIGITS
from ...reading.sheet import Sheet, name_column
from ...reading.sheet_lines import yield_sheets_as_csv_lines
from ...reading.text_tables import make_sheets
from ...system.limited_call import CallLimits
from .limited_reading import (
    KEPT,
    STREAMED,
    check_library,
    make_seekable_file,
    share_processor_time,
    yield_document_records,
)
from .workbook_rows import (
    SheetNameAndVisibility,
    WorkbookCell,
    WorkbookRow,
    yield_workbook_sheets,
)

_ROUNDED = re.compile(rb"-?\d\.\d{16}E\+(\d+)")
"""The form in which a number is written if it has lost digits that a Sudoku would need."""


def convert_to_lines(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines | None:
    """Return the sheets of a spreadsheet, and their rows as lines of CSV. Returns None if the file
    is not a spreadsheet. `input_lines` is the opened file, and `reading_options` are the options
    with which the lines are read.

    The lines of each sheet begin with line 0, a comment with the name of the sheet.
    """
    spreadsheet = _Spreadsheet(input_lines, reading_options)
    lines_of_workbook = spreadsheet.yield_records("yield_kind_and_csv_lines_of_workbook")
    rows: Iterable[NumberedLine]
    # The first record is whether the file is an .xlsx or .ods workbook.
    if input_lines.start.startswith(b"PK") and next(lines_of_workbook):
        rows, sheets = lines_of_workbook, _LazySheets(partial(_read_sheets, spreadsheet))
    else:
        lines_of_workbook.close()
        rows, sheets = (
            spreadsheet.yield_lines_by_calamine(),
            _LazySheets(partial(_read_sheets_by_calamine, spreadsheet)),
        )
    source = input_lines.source
    rows = yield_lines_with_limited_total_bytes(source, rows, Message("a spreadsheet"))
    return ConvertedLines(
        _yield_lines_unless_rounded(source, rows),
        reading_options,
        Message("a spreadsheet without Sudokus"),
        sheets,
        is_workbook=True,
    )


class _Spreadsheet:
    """A spreadsheet, which is read in a process with limits, each time from its beginning. `source`
    is its name in errors.
    """

    def __init__(self, lines: NumberedLines, reading_options: ReadingOptions) -> None:
        self.source = lines.source
        processor_time = share_processor_time(lines, reading_options).processor_time
        assert processor_time is not None
        self.processor_time = processor_time
        self._file = make_seekable_file(lines)

    def yield_records(
        self, function_name: str, *types: type, limits: CallLimits = STREAMED
    ) -> Generator[Any, None, None]:
        """Yield the records that the function `function_name` of `workbook_lines` yields for the
        spreadsheet. `types` are the types of which the records consist, except types of Python.
        """
        return yield_document_records(
            f"applications.documents.workbook_lines:{function_name}",
            self._file,
            self.source,
            (self.source,),
            self.processor_time,
            limits,
            types,
        )

    def yield_lines_by_calamine(self) -> Iterator[NumberedLine]:
        """Yield the rows of the spreadsheet as numbered lines of CSV, with the help of the library
        calamine. Raises `PairFileError` if the library is not installed.
        """
        missing = Message(
            "to read a spreadsheet, install python-calamine: pip install python-calamine"
        )
        check_library("python_calamine", self.source, missing)
        yield from self.yield_records("yield_csv_lines_with_calamine")


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


_PART_TYPES = (
    *(SheetNameAndVisibility, WorkbookRow, WorkbookCell),
    *(datetime.datetime, datetime.time),
)
"""The types of which the parts of a workbook consist."""


def _read_sheets(spreadsheet: _Spreadsheet) -> list[Sheet]:
    """Return the sheets of an .xlsx or .ods workbook. Raises `PairFileError` if a number has lost
    digits.
    """
    parts = spreadsheet.yield_records("yield_workbook_parts", *_PART_TYPES, limits=KEPT)
    sheets, start = list[Sheet](), process_time()
    with explain_read_errors(spreadsheet.source):
        for sheet in yield_workbook_sheets(parts):
            sheets.append(sheet)
            now = process_time()  # making sheets takes half as long as reading them
            spreadsheet.processor_time.left -= now - start
            start = now
    for _ in _yield_lines_unless_rounded(spreadsheet.source, yield_sheets_as_csv_lines(sheets)):
        pass
    return sheets


def _read_sheets_by_calamine(spreadsheet: _Spreadsheet) -> list[Sheet]:
    """Return the sheets of a workbook in a format that only a library can read, such as .xls."""
    source = spreadsheet.source
    rows = yield_lines_with_limited_total_bytes(
        source, spreadsheet.yield_lines_by_calamine(), Message("a spreadsheet")
    )
    sheets = make_sheets(source, _yield_lines_unless_rounded(source, rows), ",")
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
        if number == 0:
            sheets.append(parse_sheet_name_and_is_hidden(line)[0])
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
