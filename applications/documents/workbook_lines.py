"""The rows of spreadsheets as lines of CSV, and the sheets of workbooks."""

from collections import deque
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from typing import IO, Any

from ...base.csv_line import make_csv_line_keeping_formulas
from ...base.limits import ARRAY
from ...base.messages import Message
from ...reading.file_entry import NumberedLine, make_file_too_large_error
from ...reading.file_head import HEAD_LINES
from ...reading.lines import SheetStart
from ...recognition.sheet import Sheet
from .workbook_rows import (
    SheetNameAndVisibility,
    WorkbookCell,
    WorkbookPart,
    WorkbookRow,
    map_columns_to_texts,
    yield_workbook_sheets,
)

_MOST_KEPT = 2 * HEAD_LINES
"""The most rows that are kept after they were read as lines. The format of a file, and so whether
its sheets are needed, is recognised from fewer.
"""


class Workbook:
    """An .xlsx or .ods workbook, which is parsed once, for its lines and for its sheets. `file` is
    the workbook, and `source` is its name in errors.

    If many rows have been read as lines, they are no longer kept for the sheets, because a column
    of Sudokus may have any length. If the sheets are needed then, the workbook is parsed again.
    """

    def __init__(self, file: IO[bytes], source: str, parts: Iterator[WorkbookPart]) -> None:
        self._file, self._source = file, source
        self._parts = _yield_parts_with_limited_texts(parts, source)
        self._parts_of_lines: list[WorkbookPart] | None = []
        """The parts that were read for the lines; None if there are too many to be kept."""
        self._lines_ahead = deque[NumberedLine]()
        """The lines of the parts that were read for the sheets."""

    def yield_lines(self) -> Iterator[NumberedLine]:
        """Yield the rows as numbered lines of CSV. Before each sheet, the name of the sheet is
        yielded as a comment with the line number 0.
        """
        while True:
            while self._lines_ahead:
                yield self._lines_ahead.popleft()
            part = next(self._parts, None)
            if part is None:
                return
            if self._parts_of_lines is not None:
                self._parts_of_lines.append(part)
                if len(self._parts_of_lines) > _MOST_KEPT:
                    self._parts_of_lines = None
            line = _make_line_or_none(part)
            if line is not None:
                yield line

    def list_sheets(self) -> list[Sheet]:
        """Return the sheets. Raises `ValueError` or `PairFileError` if they have too many cells or
        cannot be read.
        """
        if self._parts_of_lines is None:
            parts = make_parts_or_none(self._file) or iter(())
            return [*yield_workbook_sheets(_yield_parts_with_limited_texts(parts, self._source))]
        kept, self._parts_of_lines = self._parts_of_lines, None
        return [*yield_workbook_sheets(chain(kept, self._yield_parts_keeping_lines()))]

    def _yield_parts_keeping_lines(self) -> Iterator[WorkbookPart]:
        """Yield the parts that were not read yet, and keep their lines for `yield_lines`."""
        for part in self._parts:
            line = _make_line_or_none(part)
            if line is not None:
                self._lines_ahead.append(line)
            yield part


def _make_line_or_none(part: WorkbookPart) -> NumberedLine | None:
    """Return a part of a workbook, a row or the beginning of a sheet, as a numbered line of CSV;
    None for an empty row.
    """
    if isinstance(part, SheetNameAndVisibility):
        return 0, SheetStart(part.name, part.is_hidden)
    if isinstance(part, WorkbookRow) and (texts := map_columns_to_texts(part.cells)):
        row = [texts.get(column, "") for column in range(max(texts) + 1)]
        return part.number + 1, make_csv_line_keeping_formulas(row).encode(errors="replace")
    return None


def make_parts_or_none(file: IO[bytes]) -> Iterator[WorkbookPart] | None:
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


def yield_csv_lines_with_calamine(file: IO[bytes]) -> Iterator[NumberedLine]:
    """Yield the rows of all sheets of a spreadsheet as numbered lines of CSV, with the help of
    calamine.

    Each sheet begins with a `SheetStart`. Raises `ValueError` if the file is not a spreadsheet.
    """
    calamine: Any = import_module("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(file)
        shown = calamine.SheetVisibleEnum.Visible
        hidden = {sheet.name for sheet in book.sheets_metadata if sheet.visible != shown}
        for name in book.sheet_names:
            yield 0, SheetStart(name, name in hidden)
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            for number, row in enumerate(rows, 1):
                texts = map_columns_to_texts(WorkbookCell(*cell) for cell in enumerate(row))
                if texts:
                    fields = [texts.get(column, "") for column in range(max(texts) + 1)]
                    yield number, make_csv_line_keeping_formulas(fields).encode(errors="replace")
    except calamine.CalamineError as problem:
        raise ValueError(*problem.args) from None
