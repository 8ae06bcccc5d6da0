"""Reading of the rows of .ods workbooks, with the borders of cells."""

import datetime
from collections.abc import Iterator

from .workbook_rows import (
    MOST_COLUMNS,
    MOST_ROWS,
    SheetNameAndVisibility,
    WorkbookCell,
    WorkbookPart,
    WorkbookRow,
)
from .zipped_xml import Attributes, ZippedXml

_CONTENT = "content.xml"
_MOST_EMPTY = 64
"""If a style is repeated for more empty cells than this, it is not a part of a frame around a
Sudoku.
"""


def find_ods_content_name_or_none(archive: ZippedXml) -> str | None:
    """Return the name of the file with the cells of an .ods workbook, among the files in an
    archive. Return None if the archive is not an .ods workbook.
    """
    return _CONTENT if _CONTENT in archive.names else None


def yield_ods_sheets_and_rows(archive: ZippedXml, name: str) -> Iterator[WorkbookPart]:
    """Yield the sheets of an .ods workbook and their rows. `name` is the file that has the cells.
    Raises `ValueError` if the workbook is broken.
    """
    reader = _OdsElementHandlers()
    for _ in archive.parse_in_steps(
        name, reader.start_element, reader.end_element, reader.add_text
    ):
        yield from reader.yield_newly_finished_sheets_and_rows()


def _read_repetition_count(attributes: Attributes, key: str, largest: int) -> int:
    """Return how often a cell or row is repeated, from the XML attribute `key`: a number from 1 to
    `largest`, 1 if there is no such attribute.
    """
    text = attributes.get(key, "1")
    count = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1
    return max(1, min(count, largest))


class _OdsElementHandlers:
    """The functions that the XML parser calls for the elements of an .ods workbook. They collect
    its sheets and rows.
    """

    def __init__(self) -> None:
        self._found = list[tuple[WorkbookPart, int]]()
        """The sheets and rows that were read completely, each with its number of repetitions."""
        self._bordered, self._hidden = set[str](), set[str]()
        self._style, self._is_spreadsheet = "", False
        self._row = self._column = self._rows_repeated = self._columns_repeated = 0
        self._cells = list[tuple[WorkbookCell, int]]()
        self._value: object = None
        self._column_styles = list[tuple[int, str]]()
        self._text, self._paragraphs = list[str](), 0
        self._is_in_cell = self._is_bordered = False
        self._depth_of_note = self._tables = 0

    def yield_newly_finished_sheets_and_rows(self) -> Iterator[WorkbookPart]:
        """Yield the sheets and rows that have been read completely since the last call. A repeated
        row is yielded once for each repetition, with its own number.
        """
        found, self._found = self._found, []
        for part, count in found:
            yield part
            if isinstance(part, WorkbookRow):
                for i in range(1, count):
                    yield part._replace(number=part.number + i)

    def start_element(self, tag: str, attributes: Attributes) -> None:
        """Handle the beginning of an element: a style, or an element within a sheet. `tag` is its
        name without a prefix. The content of notes is skipped.
        """
        attributes = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if self._depth_of_note or tag == "annotation":
            self._depth_of_note += 1
        elif tag == "style":
            self._style = attributes.get("name", "")
        elif tag == "table-cell-properties":
            borders = (value for key, value in attributes.items() if key.startswith("border"))
            has_fill = attributes.get("background-color", "transparent") != "transparent"
            if has_fill or any(value not in ("none", "") for value in borders):
                self._bordered.add(self._style)
        elif tag == "table-properties":
            if attributes.get("display") == "false":
                self._hidden.add(self._style)
        elif tag == "spreadsheet":
            self._is_spreadsheet = True
        elif self._is_spreadsheet:
            self._start_in_sheet(tag, attributes)

    def _start_in_sheet(self, tag: str, attributes: Attributes) -> None:
        """Handle the beginning of a sheet, or of a column, a row, a cell or a text in it."""
        if tag == "table":
            self._tables += 1
            if self._tables == 1:
                is_hidden = attributes.get("style-name") in self._hidden
                self._found.append(
                    (SheetNameAndVisibility(attributes.get("name", ""), is_hidden), 1)
                )
                self._row, self._column_styles = 0, []
        elif self._tables != 1:
            return  # a table inside a cell
        elif tag == "table-column":
            count = _read_repetition_count(attributes, "number-columns-repeated", MOST_COLUMNS)
            self._column_styles.append((count, attributes.get("default-cell-style-name", "")))
        elif tag == "table-row":
            self._cells, self._column = [], 0
            self._rows_repeated = _read_repetition_count(
                attributes, "number-rows-repeated", MOST_ROWS
            )
        elif tag in ("table-cell", "covered-table-cell"):
            self._start_cell(attributes)
        elif self._is_in_cell:
            self._add_character_of_element(tag, attributes)

    def _start_cell(self, attributes: Attributes) -> None:
        """Record the value and the style of a cell that begins."""
        self._columns_repeated = _read_repetition_count(
            attributes, "number-columns-repeated", MOST_COLUMNS
        )
        style = attributes.get("style-name") or self._find_column_style_name(self._column)
        self._is_in_cell, self._is_bordered = True, style in self._bordered
        self._text, self._paragraphs = [], 0
        self._value = _find_typed_value_in_attributes(attributes)

    def _find_column_style_name(self, column: int) -> str:
        """Return the name of the style of a column's cells; an empty text if it has none."""
        for count, style in self._column_styles:
            if column < count:
                return style
            column -= count
        return ""

    def _add_character_of_element(self, tag: str, attributes: Attributes) -> None:
        """Add the character that an element within a cell represents, such as a line end, to the
        cell's text.
        """
        if tag == "p":
            if self._paragraphs:
                self._text.append("\n")
            self._paragraphs += 1
        elif tag == "s":
            self._text.append(" " * _read_repetition_count(attributes, "c", 1000))
        elif tag in ("tab", "line-break"):
            self._text.append("\t" if tag == "tab" else "\n")

    def add_text(self, text: str) -> None:
        if self._is_in_cell and self._paragraphs and not self._depth_of_note:
            self._text.append(text)

    def end_element(self, tag: str) -> None:
        """Handle the end of an element: store the cell or row that it completes."""
        if self._depth_of_note:
            self._depth_of_note -= 1
        elif tag == "spreadsheet":
            self._is_spreadsheet = False
        elif not self._is_spreadsheet:
            return
        elif tag == "table":
            self._tables -= 1
        elif self._tables == 1 and tag in ("table-cell", "covered-table-cell"):
            self._end_cell()
        elif self._tables == 1 and tag == "table-row":
            self._end_row()

    def _end_cell(self) -> None:
        """Add a cell to its row if it has a value or a border."""
        value = "".join(self._text) if self._value is None else self._value
        count, self._is_in_cell = self._columns_repeated, False
        if value not in (None, "") or (self._is_bordered and count <= _MOST_EMPTY):
            cell = WorkbookCell(self._column, value, self._is_bordered)
            self._cells.append((cell, count))
        self._column += count

    def _end_row(self) -> None:
        """Store a row with its number of repetitions, unless it is empty. Raise `ValueError` if the
        row or one of its cells is beyond the last row or column that a sheet can have.
        """
        count = self._rows_repeated
        is_empty = all(cell.value in (None, "") for cell, _ in self._cells)
        if self._cells and (not is_empty or count <= _MOST_EMPTY):
            cells = [
                cell._replace(column=cell.column + i)
                for cell, times in self._cells
                for i in range(times)
            ]
            if cells[-1].column >= MOST_COLUMNS or self._row + count > MOST_ROWS:
                raise ValueError("a cell outside of the sheet")
            self._found.append((WorkbookRow(self._row, cells), count))
        self._row += count


def _find_typed_value_in_attributes(attributes: Attributes) -> object:
    """Return the value of a cell that its XML attributes give: a number as float, a date, a
    Boolean, or a text. Return None if the attributes give no value. The value is then the text
    inside the cell's element.
    """
    kind = attributes.get("value-type", "string")
    if kind in ("float", "percentage", "currency") and "value" in attributes:
        return float(attributes["value"])
    if kind == "date" and "date-value" in attributes:
        return datetime.datetime.fromisoformat(attributes["date-value"])
    if kind == "boolean":
        return attributes.get("boolean-value") == "true"
    if kind == "time":
        return attributes.get("time-value")
    return attributes.get("string-value")
