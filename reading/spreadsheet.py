"""Reading of spreadsheets (.xlsx, .ods, .xls, .xlsb): their sheets, and their rows as lines of CSV,
except empty rows.
"""

import datetime
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import IO, Any, overload

from ..base.errors import PairFileError
from ..base.limits import ARRAY
from ..base.messages import Message, shorten_and_escape
from ..system.limited_call import CallLimits
from .fields import make_csv_line_keeping_formulas
from .file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    decode_line_leniently,
    make_file_too_large_error,
    split_fields,
    yield_lines_with_limited_total_bytes,
)
from .file_head import parse_sheet_name_and_is_hidden
from .limited_reading import (
    KEPT,
    STREAMED,
    check_library,
    make_seekable_file,
    share_processor_time,
    yield_document_records,
)
from .lines import NumberedLines, explain_read_errors
from .rounded_numbers import KEPT_DIGITS
from .sheet import Area, Sheet, name_column
from .sheet_lines import format_sheet_comment, yield_sheets_as_csv_lines
from .text_tables import make_sheets
from .workbook_rows import (
    SheetNameAndVisibility,
    WorkbookCell,
    WorkbookPart,
    WorkbookRow,
    map_columns_to_texts,
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
        self._processor_time = share_processor_time(lines, reading_options).processor_time
        self._file = make_seekable_file(lines)

    def yield_records(
        self, function_name: str, *types: type, limits: CallLimits = STREAMED
    ) -> Generator[Any, None, None]:
        """Yield the records that the function `function_name` of this module yields for the
        spreadsheet. `types` are the types of which the records consist, except types of Python.
        """
        return yield_document_records(
            f"reading.spreadsheet:{function_name}",
            self._file,
            self.source,
            (self.source,),
            self._processor_time,
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
    *(SheetNameAndVisibility, WorkbookRow, WorkbookCell, Area),
    *(datetime.datetime, datetime.time),
)
"""The types of which the parts of a workbook consist."""


def _read_sheets(spreadsheet: _Spreadsheet) -> list[Sheet]:
    """Return the sheets of an .xlsx or .ods workbook. Raises `PairFileError` if a number has lost
    digits.
    """
    parts = spreadsheet.yield_records("yield_workbook_parts", *_PART_TYPES, limits=KEPT)
    with explain_read_errors(spreadsheet.source):
        sheets = list(yield_workbook_sheets(parts))
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


def yield_kind_and_csv_lines_of_workbook(
    file: IO[bytes], source: str
) -> Iterator[bool | NumberedLine]:
    """Yield whether a file is an .xlsx or .ods workbook, and then its rows as numbered lines of
    CSV. Before each sheet, the name of the sheet is yielded as a comment with the line number 0.
    `source` is the name of the file in errors.
    """
    parts = _make_parts_or_none(file)
    yield parts is not None
    for part in _yield_parts_with_limited_texts(parts or (), source):
        if isinstance(part, SheetNameAndVisibility):
            yield 0, format_sheet_comment(part.name, part.is_hidden)
        elif isinstance(part, WorkbookRow) and (texts := map_columns_to_texts(part.cells)):
            row = [texts.get(column, "") for column in range(max(texts) + 1)]
            yield part.number + 1, make_csv_line_keeping_formulas(row).encode(errors="replace")


def yield_workbook_parts(file: IO[bytes], source: str) -> Iterator[WorkbookPart]:
    """Yield the parts of an .xlsx or .ods workbook: its sheets, rows and merged areas. `source` is
    the name of the file in errors.
    """
    return _yield_parts_with_limited_texts(_make_parts_or_none(file) or (), source)


def _make_parts_or_none(file: IO[bytes]) -> Iterator[WorkbookPart] | None:
    """Return an iterator over the parts of an .xlsx or .ods workbook; None if the file is not such
    a workbook.
    """
    from .ods import find_ods_content_name_or_none, yield_ods_sheets_and_rows
    from .xlsx import find_xlsx_workbook_name, yield_xlsx_sheets_and_rows
    from .zipped_xml import ZippedXml

    archive = ZippedXml(file)
    if (name := find_xlsx_workbook_name(archive)) is not None:
        return yield_xlsx_sheets_and_rows(ZippedXml(file), name)
    if (content := find_ods_content_name_or_none(archive)) is not None:
        return yield_ods_sheets_and_rows(ZippedXml(file), content)
    return None


def _yield_parts_with_limited_texts(
    parts: Iterable[WorkbookPart], source: str
) -> Iterator[WorkbookPart]:
    """Yield the parts of a workbook unchanged. Raise `PairFileError` before the rows have more text
    together than the lines of a spreadsheet may have: a workbook contains a text once, however many
    cells have it. `source` is the name of the file in this error.
    """
    length = 0
    for part in parts:
        if isinstance(part, WorkbookRow):
            length += sum(len(cell.value) for cell in part.cells if isinstance(cell.value, str))
            if length > ARRAY:
                raise make_file_too_large_error(source, Message("a spreadsheet"))
        yield part


def yield_csv_lines_with_calamine(file: IO[bytes], _source: str) -> Iterator[NumberedLine]:
    """Yield the rows of all sheets of a spreadsheet as numbered lines of CSV, with the help of
    calamine.

    Before each sheet, its name is yielded as a comment with the line number 0. Raises `ValueError`
    if the file is not a spreadsheet.
    """
    calamine: Any = import_module("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(file)
        shown = calamine.SheetVisibleEnum.Visible
        hidden = {sheet.name for sheet in book.sheets_metadata if sheet.visible != shown}
        for name in book.sheet_names:
            yield 0, format_sheet_comment(name, name in hidden)
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            for number, row in enumerate(rows, 1):
                texts = map_columns_to_texts(WorkbookCell(*cell) for cell in enumerate(row))
                if texts:
                    fields = [texts.get(column, "") for column in range(max(texts) + 1)]
                    yield number, make_csv_line_keeping_formulas(fields).encode(errors="replace")
    except calamine.CalamineError as problem:
        raise ValueError(*problem.args) from None


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
