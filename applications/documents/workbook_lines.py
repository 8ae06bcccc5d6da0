"""The rows of spreadsheets as lines of CSV, and the parts of workbooks. These functions run in a
process with limits.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import IO, Any

from ...base.limits import ARRAY
from ...base.messages import Message
from ...reading.fields import make_csv_line_keeping_formulas
from ...reading.file_entry import NumberedLine, make_file_too_large_error
from ...reading.sheet_lines import format_sheet_comment
from .workbook_rows import (
    SheetNameAndVisibility,
    WorkbookCell,
    WorkbookPart,
    WorkbookRow,
    map_columns_to_texts,
)


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
    """Yield the parts of an .xlsx or .ods workbook: its sheets and rows. `source` is
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
