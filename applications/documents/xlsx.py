"""Reading of the rows of .xlsx workbooks, with the borders of cells."""

import datetime
import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from .workbook_rows import (
    MOST_COLUMNS,
    MOST_ROWS,
    SheetNameAndVisibility,
    WorkbookCell,
    WorkbookPart,
    WorkbookRow,
)
from .zipped_xml import Attributes, ZippedXml

_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_SHOWS_NOTHING = ";;;"
"""The number format of cells whose values Excel does not show."""
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The numbers of the built-in formats for dates and times."""
_LONGEST_FORMAT = 255
"""The largest number of characters of a format for numbers in Excel."""
_NO_DATE_SIGNS = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]')
"""Parts of a format for numbers that are not signs of dates: texts, colours, conditions."""
_DATE_SIGNS = re.compile(r"[dmyhs]", re.IGNORECASE)
_MOST_SERIAL = 2_958_466
"""The number of the day after 31 December 9999."""
_SIDES = frozenset(("left", "right", "top", "bottom", "start", "end"))


class _Style(NamedTuple):
    """The properties of a cell's style that matter for reading: whether its numbers are dates,
    whether the cell has a border or a coloured background, and whether its value is not shown.
    """

    is_date: bool
    is_bordered: bool
    is_hidden: bool = False


class _WorkbookFileNames(NamedTuple):
    """The files of an .xlsx workbook. `sheets` has for each sheet its name, whether it is hidden
    (`SheetNameAndVisibility`), and the name of its file in the .zip. `strings` and `styles` are the
    names of the files with texts and with styles, None if there are none. `is_1904` is whether
    dates count from 1904 and not from 1900.
    """

    sheets: list[tuple[SheetNameAndVisibility, str]]
    strings: str | None
    styles: str | None
    is_1904: bool


def find_xlsx_workbook_name(archive: ZippedXml) -> str | None:
    """Return the name of the file that lists the sheets of an .xlsx workbook, among the files in an
    archive. Return None if the archive is not an .xlsx workbook.
    """
    links = (
        _read_link_kinds_and_targets_by_identifier(archive, "")
        if "_rels/.rels" in archive.names
        else {}
    )
    for kind, target in links.values():
        if kind == "officeDocument" and target in archive.names and target.endswith(".xml"):
            return target if target.startswith("xl/") else None
    return "xl/workbook.xml" if "xl/workbook.xml" in archive.names else None


def yield_xlsx_sheets_and_rows(archive: ZippedXml, name: str) -> Iterator[WorkbookPart]:
    """Yield the sheets of an .xlsx workbook and their rows. `name` is the file that lists the
    sheets. Raises `ValueError` if the workbook is broken.
    """
    book = _read_sheet_list_and_file_names(archive, name)
    strings = _read_strings(archive, book.strings) if book.strings else []
    styles = _read_styles(archive, book.styles) if book.styles else []
    for start, file in book.sheets:
        yield start
        yield from _SheetXmlReader(strings, styles, book.is_1904).yield_rows(archive, file)


def _run_all_parsing_steps(parsing_steps: Iterator[None]) -> None:
    """Parse an XML file to its end. `parsing_steps` is the iterator that `ZippedXml.parse_in_steps`
    returns; each of its steps parses a piece of the file.
    """
    for _ in parsing_steps:
        pass


def _read_link_kinds_and_targets_by_identifier(
    archive: ZippedXml, name: str
) -> dict[str, tuple[str, str]]:
    """Return the links from the file `name` of the archive to other files. The result maps the
    identifier of each link to a pair: the kind of the link, and the name of the file to which it
    leads.
    """
    folder, file = posixpath.split(name)
    links = dict[str, tuple[str, str]]()

    def add_link(tag: str, attributes: Attributes) -> None:
        """Store the link that an element describes in `links`, unless the link leads out of the
        archive. The XML parser calls this function.
        """
        if tag == "Relationship" and attributes.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, attributes.get("Target", "")))
            kind = attributes.get("Type", "").rpartition("/")[2]
            links[attributes.get("Id", "")] = kind, target.lstrip("/")

    path = posixpath.join(folder, "_rels", f"{file}.rels")
    if path in archive.names:
        _run_all_parsing_steps(archive.parse_in_steps(path, add_link))
    return links


def _read_sheet_list_and_file_names(archive: ZippedXml, name: str) -> _WorkbookFileNames:
    """Return the list of sheets and the names of other files from the file `name`, which describes
    the workbook.
    """
    links = _read_link_kinds_and_targets_by_identifier(archive, name)
    sheets, is_1904 = list[tuple[SheetNameAndVisibility, str]](), False

    def add_sheet(tag: str, attributes: Attributes) -> None:
        """Add the sheet that an element describes, or record from which year its workbook counts
        dates.
        """
        nonlocal is_1904
        if tag == "workbookPr":
            is_1904 = attributes.get("date1904") in ("1", "true")
        if tag == "sheet":
            ids = [value for key, value in attributes.items() if key.rpartition(":")[2] == "id"]
            kind, target = links.get(ids[0] if ids else "", ("", ""))
            if kind == "worksheet" and target in archive.names:
                is_hidden = attributes.get("state", "visible") != "visible"
                sheets.append(
                    (SheetNameAndVisibility(attributes.get("name", ""), is_hidden), target)
                )

    _run_all_parsing_steps(archive.parse_in_steps(name, add_sheet))
    files = {kind: target for kind, target in links.values() if target in archive.names}
    return _WorkbookFileNames(sheets, files.get("sharedStrings"), files.get("styles"), is_1904)


def _read_strings(archive: ZippedXml, name: str) -> list[str]:
    """Return the texts that the workbook stores in one place, in the order of their numbers.
    Phonetic readings of texts are left out.
    """
    found, parts = list[str](), list[str]()
    is_text, phonetic = False, 0

    def start_string_element(tag: str, _: Attributes) -> None:
        """Begin a new text at the tag `si`, and record whether the following characters belong to
        it.
        """
        nonlocal is_text, phonetic
        if tag == "si":
            parts.clear()
        phonetic += tag == "rPh"
        is_text = tag == "t" and not phonetic

    def end_string_element(tag: str) -> None:
        """Store the text that ends with the tag `si`."""
        nonlocal is_text, phonetic
        is_text = False
        phonetic -= tag == "rPh"
        if tag == "si":
            found.append("".join(parts))

    def add_text(data: str) -> None:
        if is_text:
            parts.append(data)

    _run_all_parsing_steps(
        archive.parse_in_steps(name, start_string_element, end_string_element, add_text)
    )
    return found


def _read_styles(archive: ZippedXml, name: str) -> list[_Style]:
    """Return the styles of cells, in the order of their numbers."""
    found, formats = list[_Style](), dict[int, str]()
    borders, fills = list[bool](), list[bool]()
    section = list[str]()

    def start_style_element(tag: str, attributes: Attributes) -> None:
        """Record the number format, the border or the background that an element describes. At the
        tag `xf`, add the style of cells that combines them.
        """
        within = section[-1] if section else ""
        section.append(tag)
        if tag == "numFmt":
            formats[_read_number_or_zero(attributes, "numFmtId")] = attributes.get("formatCode", "")
        elif tag == "border":
            borders.append(False)
        elif tag in _SIDES and within == "border" and borders:
            borders[-1] |= attributes.get("style", "none") != "none"
        elif tag == "fill":
            fills.append(False)
        elif tag == "patternFill" and within == "fill" and fills:
            fills[-1] |= attributes.get("patternType", "none") not in ("none", "gray125")
        elif tag == "xf" and within == "cellXfs":
            number = _read_number_or_zero(attributes, "numFmtId")
            border, fill = (
                _read_number_or_zero(attributes, "borderId"),
                _read_number_or_zero(attributes, "fillId"),
            )
            is_marked = any(borders[border : border + 1]) or any(fills[fill : fill + 1])
            code = formats.get(number)
            found.append(_Style(_is_date_format(number, code), is_marked, code == _SHOWS_NOTHING))

    def end_style_element(_: str) -> None:
        """Leave the element that has ended, so that the last item of `section` is the element
        around it. The XML parser calls this function.
        """
        section.pop()

    _run_all_parsing_steps(archive.parse_in_steps(name, start_style_element, end_style_element))
    return found


def _read_number_or_zero(attributes: Attributes, key: str) -> int:
    """Return the value of the XML attribute `key` as a number. Return 0 if there is no such
    attribute, or if its value is not a number of at most eight digits.
    """
    text = attributes.get(key, "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _is_date_format(number: int, code: str | None) -> bool:
    """Return whether a number format shows numbers as dates or times. `number` is the number of the
    format. `code` is its text, such as `yyyy-mm-dd`; None means a built-in format, of which only
    the number is known.
    """
    if code is None:
        return number in _DATE_FORMATS
    code = code[:_LONGEST_FORMAT]  # the time for the pattern grows with the square of the length
    return _DATE_SIGNS.search(_NO_DATE_SIGNS.sub("", code.split(";")[0])) is not None


class _SheetXmlReader:
    """The reader of the XML file of one sheet in an .xlsx workbook."""

    def __init__(self, strings: list[str], styles: list[_Style], is_1904: bool) -> None:
        self._strings, self._styles, self._is_1904 = strings, styles, is_1904
        self._found = list[WorkbookRow]()
        self._row, self._column = -1, -1
        self._cells = list[WorkbookCell]()
        self._kind, self._style = "n", _Style(is_date=False, is_bordered=False)
        self._text, self._phonetic = list[str](), 0
        self._formula: list[str] | None = None
        """The pieces of the formula of the current cell; None if it has none."""
        self._pieces: list[str] | None = None
        """The list of pieces, of the text or of the formula, to which a text is added."""

    def yield_rows(self, archive: ZippedXml, name: str) -> Iterator[WorkbookRow]:
        """Yield the rows of the sheet, in the order of the file. `name` is the name of the sheet's
        XML file in `archive`.
        """
        for _ in archive.parse_in_steps(
            name, self._start_element, self._end_element, self._add_text_to_cell_value
        ):
            yield from self._found
            self._found.clear()

    def _start_element(self, tag: str, attributes: Attributes) -> None:
        """Handle the beginning of a row, a cell or a text."""
        if tag == "c":
            self._start_cell(attributes)
        elif tag == "row":
            self._row = (
                _read_number_or_zero(attributes, "r") - 1 if "r" in attributes else self._row + 1
            )
            self._cells, self._column = [], -1
        self._phonetic += tag == "rPh"
        self._pieces = self._text if tag in ("v", "t") and not self._phonetic else None
        if tag == "f":
            self._pieces = self._formula = []

    def _start_cell(self, attributes: Attributes) -> None:
        """Record the column, the kind and the style of a cell that begins. Raise `ValueError` if it
        is outside of the sheet.
        """
        self._column += 1
        if place := _ADDRESS.fullmatch(attributes.get("r", "")):
            column = 0
            for letter in place[1]:
                column = 26 * column + ord(letter) - ord("A") + 1
            self._column = column - 1
        if self._column >= MOST_COLUMNS or not 0 <= self._row < MOST_ROWS:
            raise ValueError("a cell outside of the sheet")
        self._kind = attributes.get("t", "n")
        number = _read_number_or_zero(attributes, "s")
        self._style = self._styles[number] if number < len(self._styles) else _Style(False, False)
        self._text.clear()
        self._formula = None

    def _add_text_to_cell_value(self, text: str) -> None:
        """Add a piece of text to the text of the current cell, if it belongs to the cell's value or
        formula. The XML parser calls this function.
        """
        if self._pieces is not None:
            self._pieces.append(text)

    def _end_element(self, tag: str) -> None:
        """Handle the end of an element: store the cell or row that it completes."""
        self._pieces = None
        self._phonetic -= tag == "rPh"
        if tag == "c":
            value = self._convert_text_to_value("".join(self._text))
            if self._style.is_hidden:
                value = None
            elif value is None and self._kind == "n" and self._formula is not None:
                # A program has written the formula, and no spreadsheet program has computed it. Its
                # cell is not blank.
                value = f"={''.join(self._formula)}"
            self._cells.append(WorkbookCell(self._column, value, self._style.is_bordered))
        elif tag == "row" and self._cells:
            self._found.append(WorkbookRow(self._row, self._cells))

    def _convert_text_to_value(self, text: str) -> object:
        """Return the value of the current cell, whose text in the file is `text`: a text, a number
        as float, a date, a Boolean, or None.
        """
        if self._kind == "s":
            is_number = text.isascii() and text.isdigit() and len(text) < 10
            number = int(text) if is_number else len(self._strings)
            if number >= len(self._strings):
                raise ValueError("a text that the workbook does not have")
            return self._strings[number]
        if not text or self._kind in ("str", "inlineStr", "e", "d"):
            return text or None
        if self._kind == "b":
            return text in ("1", "true")
        amount = float(text)
        if self._style.is_date and 0 <= amount < _MOST_SERIAL:
            return _convert_to_datetime_or_time(amount, self._is_1904)
        return amount


def _convert_to_datetime_or_time(
    day_count: float, is_1904: bool
) -> datetime.datetime | datetime.time:
    """Convert a number of days, as Excel stores dates, to a date with a time, or to a time alone if
    the number is below 1. `is_1904` is whether the days are counted from 1904 and not from 1900.
    """
    moment = datetime.timedelta(seconds=round(day_count * 86400))
    if day_count < 1:
        return (datetime.datetime.min + moment).time()
    # Excel counts 29 February 1900, a day that did not exist.
    first = datetime.datetime(1904, 1, 1) if is_1904 else datetime.datetime(1899, 12, 30)
    return first + moment + datetime.timedelta(days=not is_1904 and day_count < 61)
