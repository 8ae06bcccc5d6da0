"""Reading of the rows of .xlsx workbooks, with the borders of cells and with merged cells."""

import datetime
import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from .sheet import Area, parse_area
from .workbook_rows import (
    MOST_COLUMNS,
    MOST_ROWS,
    SheetStart,
    WorkbookCell,
    WorkbookPart,
    WorkbookRow,
)
from .zipped_xml import Attributes, ZippedXml

_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The numbers of the built-in formats for dates and times."""
_NO_DATE_SIGNS = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]')
"""Parts of a format for numbers that are not signs of dates: texts, colours, conditions."""
_DATE_SIGNS = re.compile(r"[dmyhs]", re.IGNORECASE)
_MOST_SERIAL = 2_958_466
"""The number of the day after 31 December 9999."""
_SIDES = frozenset(("left", "right", "top", "bottom", "start", "end"))


class _Style(NamedTuple):
    is_date: bool
    is_bordered: bool


class _Workbook(NamedTuple):
    """The sheets of a workbook: for each sheet its start and the name of its file."""

    sheets: list[tuple[SheetStart, str]]
    strings: str | None
    styles: str | None
    is_1904: bool


def find_workbook(archive: ZippedXml) -> str | None:
    """Return the name of the file in an archive that lists the sheets of an .xlsx workbook; None if
    the archive is not an .xlsx workbook.
    """
    links = _read_links(archive, "") if "_rels/.rels" in archive.names else {}
    for kind, target in links.values():
        if kind == "officeDocument" and target in archive.names and target.endswith(".xml"):
            return target if target.startswith("xl/") else None
    return "xl/workbook.xml" if "xl/workbook.xml" in archive.names else None


def read_xlsx(archive: ZippedXml, name: str) -> Iterator[WorkbookPart]:
    """Yield the sheets of an .xlsx workbook and their rows. `name` is the file that lists the
    sheets. Raises `ValueError` if the workbook is broken.
    """
    book = _read_workbook(archive, name)
    strings = _read_strings(archive, book.strings) if book.strings else []
    styles = _read_styles(archive, book.styles) if book.styles else []
    for start, file in book.sheets:
        yield start
        yield from _SheetXml(strings, styles, book.is_1904).read(archive, file)


def _run_to_end(parsing: Iterator[None]) -> None:
    for _ in parsing:
        pass


def _read_links(archive: ZippedXml, name: str) -> dict[str, tuple[str, str]]:
    """Return the links from a file of the archive to other files: a dictionary from the identifier
    of each link to the kind of link and the name of the file.
    """
    folder, file = posixpath.split(name)
    links = dict[str, tuple[str, str]]()

    def start(tag: str, given: Attributes) -> None:
        if tag == "Relationship" and given.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, given.get("Target", "")))
            kind = given.get("Type", "").rpartition("/")[2]
            links[given.get("Id", "")] = kind, target.lstrip("/")

    path = posixpath.join(folder, "_rels", f"{file}.rels")
    if path in archive.names:
        _run_to_end(archive.parse(path, start))
    return links


def _read_workbook(archive: ZippedXml, name: str) -> _Workbook:
    links = _read_links(archive, name)
    sheets, is_1904 = list[tuple[SheetStart, str]](), False

    def start(tag: str, given: Attributes) -> None:
        nonlocal is_1904
        if tag == "workbookPr":
            is_1904 = given.get("date1904") in ("1", "true")
        if tag == "sheet":
            ids = [value for key, value in given.items() if key.rpartition(":")[2] == "id"]
            kind, target = links.get(ids[0] if ids else "", ("", ""))
            if kind == "worksheet" and target in archive.names:
                is_hidden = given.get("state", "visible") != "visible"
                sheets.append((SheetStart(given.get("name", ""), is_hidden), target))

    _run_to_end(archive.parse(name, start))
    files = {kind: target for kind, target in links.values() if target in archive.names}
    return _Workbook(sheets, files.get("sharedStrings"), files.get("styles"), is_1904)


def _read_strings(archive: ZippedXml, name: str) -> list[str]:
    found, parts = list[str](), list[str]()
    is_text, phonetic = False, 0

    def start(tag: str, _: Attributes) -> None:
        nonlocal is_text, phonetic
        if tag == "si":
            parts.clear()
        phonetic += tag == "rPh"
        is_text = tag == "t" and not phonetic

    def end(tag: str) -> None:
        nonlocal is_text, phonetic
        is_text = False
        phonetic -= tag == "rPh"
        if tag == "si":
            found.append("".join(parts))

    def text(data: str) -> None:
        if is_text:
            parts.append(data)

    _run_to_end(archive.parse(name, start, end, text))
    return found


def _read_styles(archive: ZippedXml, name: str) -> list[_Style]:
    """Return the styles of cells, in the order of their numbers."""
    found, formats = list[_Style](), dict[int, str]()
    borders, fills = list[bool](), list[bool]()
    section = list[str]()

    def start(tag: str, given: Attributes) -> None:
        within = section[-1] if section else ""
        section.append(tag)
        if tag == "numFmt":
            formats[_read_number(given, "numFmtId")] = given.get("formatCode", "")
        elif tag == "border":
            borders.append(False)
        elif tag in _SIDES and within == "border" and borders:
            borders[-1] |= given.get("style", "none") != "none"
        elif tag == "fill":
            fills.append(False)
        elif tag == "patternFill" and within == "fill" and fills:
            fills[-1] |= given.get("patternType", "none") not in ("none", "gray125")
        elif tag == "xf" and within == "cellXfs":
            number = _read_number(given, "numFmtId")
            border, fill = _read_number(given, "borderId"), _read_number(given, "fillId")
            is_marked = any(borders[border : border + 1]) or any(fills[fill : fill + 1])
            found.append(_Style(_is_date_format(number, formats.get(number)), is_marked))

    def end(_: str) -> None:
        section.pop()

    _run_to_end(archive.parse(name, start, end))
    return found


def _read_number(given: Attributes, key: str) -> int:
    text = given.get(key, "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _is_date_format(number: int, code: str | None) -> bool:
    if code is None:
        return number in _DATE_FORMATS
    return _DATE_SIGNS.search(_NO_DATE_SIGNS.sub("", code.split(";")[0])) is not None


class _SheetXml:
    """The reader of the XML file of one sheet in an .xlsx workbook."""

    def __init__(self, strings: list[str], styles: list[_Style], is_1904: bool) -> None:
        self._strings, self._styles, self._is_1904 = strings, styles, is_1904
        self._found = list[WorkbookRow | Area]()
        self._row, self._column = -1, -1
        self._cells = list[WorkbookCell]()
        self._kind, self._style = "n", _Style(is_date=False, is_bordered=False)
        self._text, self._is_value, self._phonetic = list[str](), False, 0

    def read(self, archive: ZippedXml, name: str) -> Iterator[WorkbookRow | Area]:
        """Yield the rows of the sheet, and the areas of its merged cells."""
        for _ in archive.parse(name, self._start, self._end, self._take_text):
            yield from self._found
            self._found.clear()

    def _start(self, tag: str, given: Attributes) -> None:
        if tag == "c":
            self._start_cell(given)
        elif tag == "row":
            self._row = _read_number(given, "r") - 1 if "r" in given else self._row + 1
            self._cells, self._column = [], -1
        elif tag == "mergeCell" and (area := _read_area(given.get("ref", ""))):
            self._found.append(area)
        self._phonetic += tag == "rPh"
        self._is_value = tag in ("v", "t") and not self._phonetic

    def _start_cell(self, given: Attributes) -> None:
        self._column += 1
        if place := _ADDRESS.fullmatch(given.get("r", "")):
            column = 0
            for letter in place[1]:
                column = 26 * column + ord(letter) - ord("A") + 1
            self._column = column - 1
        if self._column >= MOST_COLUMNS or not 0 <= self._row < MOST_ROWS:
            raise ValueError("a cell outside of the sheet")
        self._kind = given.get("t", "n")
        number = _read_number(given, "s")
        self._style = self._styles[number] if number < len(self._styles) else _Style(False, False)
        self._text.clear()

    def _take_text(self, text: str) -> None:
        if self._is_value:
            self._text.append(text)

    def _end(self, tag: str) -> None:
        self._is_value = False
        self._phonetic -= tag == "rPh"
        if tag == "c":
            value = self._find_value("".join(self._text))
            self._cells.append(WorkbookCell(self._column, value, self._style.is_bordered))
        elif tag == "row" and self._cells:
            self._found.append(WorkbookRow(self._row, self._cells))

    def _find_value(self, text: str) -> object:
        """Return the value of a cell: a text, a number as float, a date, a Boolean, or None."""
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
            return _find_date(amount, self._is_1904)
        return amount


def _find_date(number: float, is_1904: bool) -> datetime.datetime | datetime.time:
    """Convert a number of days, as Excel stores dates, to a date with a time, or to a time alone if
    the number is below 1. `is_1904` is whether the days are counted from 1904 and not from 1900.
    """
    moment = datetime.timedelta(seconds=round(number * 86400))
    if number < 1:
        return (datetime.datetime.min + moment).time()
    # Excel counts 29 February 1900, a day that did not exist.
    first = datetime.datetime(1904, 1, 1) if is_1904 else datetime.datetime(1899, 12, 30)
    return first + moment + datetime.timedelta(days=not is_1904 and number < 61)


def _read_area(text: str) -> Area | None:
    try:
        return parse_area(text)
    except ValueError:
        return None
