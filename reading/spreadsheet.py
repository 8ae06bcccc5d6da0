"""Reading of spreadsheets (.xlsx, .ods, .xls, .xlsb): their sheets, and their rows as lines of CSV,
except empty rows.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import IO, Any, overload

from ..base.errors import PairFileError
from ..base.limits import ARRAY
from ..base.messages import Message, shorten_and_escape
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
from .lines import NumberedLines, explain_read_errors
from .rounded_numbers import KEPT_DIGITS
from .separate_process import yield_lines_made_by_library
from .sheet import Sheet, name_column
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
    source, no_sudoku_description = input_lines.source, Message("a spreadsheet without Sudokus")
    rows: Iterable[NumberedLine]
    if (read := _make_workbook_reader_or_none(input_lines)) is not None:
        rows, sheets = (
            _yield_csv_lines_of_workbook(source, read),
            _LazySheets(lambda: _read_sheets(source, read)),
        )
    else:
        rows, sheets = (
            _yield_spreadsheet_lines_by_calamine(input_lines),
            _LazySheets(lambda: _read_sheets_by_library(input_lines)),
        )
    rows = yield_lines_with_limited_total_bytes(source, rows, Message("a spreadsheet"))
    return ConvertedLines(
        _yield_lines_unless_rounded(source, rows),
        reading_options,
        no_sudoku_description,
        sheets,
        is_workbook=True,
    )


_Reader = Callable[[], Iterator[WorkbookPart]]
"""A function that reads a workbook from its beginning."""


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


def _read_sheets(source: str, read_workbook: _Reader) -> list[Sheet]:
    """Return the sheets of the workbook that the function `read_workbook` reads. `source` is the
    name of the file. Raises `PairFileError` if a number has lost digits.
    """
    with explain_read_errors(source):
        sheets = list(yield_workbook_sheets(read_workbook()))
    for _ in _yield_lines_unless_rounded(source, yield_sheets_as_csv_lines(sheets)):
        pass
    return sheets


def _yield_spreadsheet_lines_by_calamine(lines: NumberedLines) -> Iterator[NumberedLine]:
    """Yield the rows of a spreadsheet as numbered lines of CSV, with the help of the library
    calamine. Raises `PairFileError` if the library is not installed, or if the file is broken.
    """
    missing = Message("to read a spreadsheet, install python-calamine: pip install python-calamine")
    return yield_lines_made_by_library(
        yield_csv_lines_with_calamine, lines, "python_calamine", missing
    )


def _read_sheets_by_library(lines: NumberedLines) -> list[Sheet]:
    """Return the sheets of a workbook in a format that only a library can read, such as .xls."""
    rows = yield_lines_with_limited_total_bytes(
        lines.source, _yield_spreadsheet_lines_by_calamine(lines), Message("a spreadsheet")
    )
    sheets = make_sheets(lines.source, _yield_lines_unless_rounded(lines.source, rows), ",")
    for sheet in sheets:
        sheet.texts.clear()  # the rows are not lines of a text file
        # The library returns numbers as texts, so each text of digits counts as a number.
        cells = ((row, *cell) for row, texts in sheet.rows.items() for cell in texts.items())
        sheet.numbers = {(row, column) for row, column, text in cells if text.isdigit()}
    return sheets


def _make_workbook_reader_or_none(lines: NumberedLines) -> _Reader | None:
    """Return a function that reads an .xlsx or .ods workbook from its beginning each time it is
    called. Return None if the file is not such a workbook. `lines.stream` is replaced by a stream
    of which any part can be read, if it is not one already.
    """
    file = _make_seekable_stream(lines)
    lines.stream, lines.can_seek = file, True
    if not lines.start.startswith(b"PK"):
        return None
    from .ods import find_ods_content_name_or_none, yield_ods_sheets_and_rows
    from .xlsx import find_xlsx_workbook_name, yield_xlsx_sheets_and_rows
    from .zipped_xml import ZippedXml

    with explain_read_errors(lines.source):
        archive = ZippedXml(file)
        if (name := find_xlsx_workbook_name(archive)) is not None:
            return lambda: yield_xlsx_sheets_and_rows(ZippedXml(file), name)
        if (content := find_ods_content_name_or_none(archive)) is not None:
            return lambda: yield_ods_sheets_and_rows(ZippedXml(file), content)
    return None


def _make_seekable_stream(lines: NumberedLines) -> IO[bytes]:
    """Return a file as a stream of which any part can be read."""
    if lines.can_seek:
        return lines.stream
    file = io.BytesIO()
    for piece in lines.yield_decompressed_pieces():
        file.write(piece)
        if file.tell() > ARRAY:
            message = Message("a file that cannot be read piece by piece")
            raise make_file_too_large_error(lines.source, message)
    return file


def _yield_csv_lines_of_workbook(source: str, read_workbook: _Reader) -> Iterator[NumberedLine]:
    """Yield the rows of a workbook as numbered lines of CSV. Before each sheet, the name of the
    sheet is yielded as a comment with the line number 0. The function `read_workbook` reads the
    workbook, and `source` is the name of the file in errors.
    """
    with explain_read_errors(source):
        for part in read_workbook():
            if isinstance(part, SheetNameAndVisibility):
                yield 0, format_sheet_comment(part.name, part.is_hidden)
            elif isinstance(part, WorkbookRow) and (texts := map_columns_to_texts(part.cells)):
                row = [texts.get(column, "") for column in range(max(texts) + 1)]
                yield part.number + 1, make_csv_line_keeping_formulas(row).encode(errors="replace")


def yield_csv_lines_with_calamine(file: IO[bytes]) -> Iterator[NumberedLine]:
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
