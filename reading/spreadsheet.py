"""Spreadsheets: .xlsx, .ods and .xls, each row with something in it as a line of CSV.

The first two are archives of XML, read here row by row, because a small one may stand for more than
a memory holds. For .xls there is python-calamine.
"""

import io
import os
import re
import zlib
from collections.abc import Iterator
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, cast
from zipfile import BadZipFile, ZipFile

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.limits import ARRAY
from .fields import csv_line
from .form import NumberedLine, Reading, Unwrapped, too_much
from .lines import Lines
from .xml_events import XmlEvent, xml_events

if TYPE_CHECKING:
    from ..system.guardian import Returned

_XLS = b"\xd0\xcf\x11\xe0"
_SECONDS, _MEMORY = 20, 2**30
"""How long it may take to read .xls, and how many bytes of memory."""
_WIDEST = 2**14
"""How many columns a sheet has at most."""

_BROKEN = (zlib.error, EOFError, NotImplementedError)
"""What an archive raises whose members are broken, or compressed as few are."""

_Row = tuple[int, list[str]]


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of all sheets; under 0 stands the name of a sheet, as a comment.

    Raises `PairFileError` for an archive that is none.
    """
    read = _xls if lines.start.startswith(_XLS) else _archive
    return Unwrapped(_rows(lines, read), how, Message("a spreadsheet without Sudokus"))


def _rows(lines: Lines, read: Any) -> Iterator[NumberedLine]:
    stream = io.BytesIO(lines.ahead(ARRAY + 1))
    if len(lines.start) > ARRAY:
        raise too_much(lines.source, Message("a spreadsheet"))
    length = 0
    try:
        for name, rows in read(stream):
            yield 0, b"# " + " ".join(name.split()).encode(errors="replace")
            for number, row in rows:
                if any(row):
                    line = csv_line(row)
                    length += len(line)
                    if length > ARRAY:
                        raise too_much(lines.source, Message("a spreadsheet"))
                    yield number, line
    except (
        BadZipFile,
        zlib.error,
        ValueError,
        LookupError,
        EOFError,
        NotImplementedError,
    ) as problem:
        message = Message("expected a file that can be read, found: {reason}", reason=str(problem))
        raise PairFileError(lines.source, 1, 1, message) from None
    except ImportError:
        message = Message(
            "expected text, found .xls, which needs python-calamine (pip install python-calamine)"
        )
        raise PairFileError(lines.source, 1, 1, message) from None


def _xls(stream: IO[bytes]) -> Iterator[tuple[str, list[_Row]]]:
    """Yield the sheets of .xls, read in a process of its own, because a broken one takes for ever.

    Where there are no such processes, it is read here.
    """
    from ..system.guarded import CAN_START, guarded

    import_module("python_calamine")  # or there is no need to begin
    if not CAN_START:
        yield from sheets_of_xls(stream.read())
        return
    with guarded() as guardian:
        guardian.begin(limited_sheets_of_xls, stream.read())
        ended = guardian.ended(_SECONDS)
    if ended is None:
        raise ValueError(f"more than {_SECONDS} seconds for .xls")
    if said := ".xls" if ended.result is None else getattr(ended.result, "error", None):
        raise ValueError(said)
    yield from cast("Returned", ended.result).value


def limited_sheets_of_xls(content: bytes) -> list[tuple[str, list[_Row]]]:
    """Return the sheets, read with as much memory as this process may have from now on.

    What it may say about that goes nowhere.
    """
    import resource

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    return sheets_of_xls(content)


def sheets_of_xls(content: bytes) -> list[tuple[str, list[_Row]]]:
    """Return the sheets by their names, each as rows with their numbers.

    Raises `ValueError` for what is no .xls, and `ImportError`.
    """
    calamine: Any = import_module("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
        found = []
        for name in book.sheet_names:
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            texts = ([_said(value) for value in row] for row in rows)
            found.append((name, [(i, row) for i, row in enumerate(texts, 1) if any(row)]))
    except (calamine.CalamineError, MemoryError) as problem:
        raise ValueError(*problem.args) from None
    return found


def _said(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _archive(stream: IO[bytes]) -> Iterator[tuple[str, Iterator[_Row]]]:
    archive = ZipFile(stream)
    names = set(archive.namelist())
    if "content.xml" in names:
        yield from _ods(_events(archive, "content.xml"))
        return
    strings = "xl/sharedStrings.xml"
    texts = list(_texts(_events(archive, strings))) if strings in names else []
    targets = {
        given["Id"]: given["Target"].removeprefix("/xl/")
        for kind, name, given, _ in _events(archive, "xl/_rels/workbook.xml.rels")
        if (kind, name) == ("<", "Relationship")
    }
    for kind, name, given, _ in _events(archive, "xl/workbook.xml"):
        if (kind, name) == ("<", "sheet"):
            yield given["name"], _xlsx(_events(archive, f"xl/{targets[given['id']]}"), texts)


def _events(archive: ZipFile, member: str) -> Iterator[XmlEvent]:
    """Yield what stands in a member of XML, names without what stands before a colon."""
    try:
        for event in xml_events(_unpacked(archive, member)):
            if event.kind == "t":
                yield event
            else:
                given = {_local(key): value for key, value in event.attributes.items()}
                yield event._replace(text=_local(event.text), attributes=given)
    except RuntimeError as problem:  # it is encrypted
        raise ValueError(*problem.args) from None


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _unpacked(archive: ZipFile, member: str) -> Iterator[bytes]:
    length = 0
    with archive.open(member) as file:
        while piece := file.read(2**16):
            length += len(piece)
            if length > ARRAY:
                raise ValueError(f"more than {ARRAY // 2**20} MiB in {member}")
            yield piece


def _texts(events: Iterator[XmlEvent]) -> Iterator[str]:
    """Yield the texts that the cells of .xlsx refer to by numbers."""
    text, is_text = "", False
    for kind, name, *_ in events:
        if kind == "t" and is_text:
            text += name
        elif name == "t":
            is_text = kind == "<"
        elif name == "si" and kind == "/":
            yield text
            text = ""


def _xlsx(events: Iterator[XmlEvent], texts: list[str]) -> Iterator[_Row]:
    number, row = 0, list[str]()
    text, kind_of_cell, is_text = "", "", False
    for kind, name, given, _ in events:
        if kind == "t" and is_text:
            text += name
        elif name == "row" and kind == "<":
            number, row = int(given.get("r", number + 1)), []
        elif name == "row":
            yield number, row
        elif name == "c" and kind == "<":
            place = _column(given["r"]) if "r" in given else len(row) + 1
            row += [""] * (min(place, _WIDEST) - len(row) - 1)
            text, kind_of_cell = "", given.get("t", "n")
        elif name == "c":
            row.append(texts[int(text)] if kind_of_cell == "s" and text else _number(text))
        elif name in ("v", "t"):
            is_text = kind == "<"


def _column(place: str) -> int:
    """Return the number of a column, from 1, in the name of a cell.

    >>> _column("A1"), _column("AB12")
    (1, 28)
    """
    number = 0
    for letter in place.rstrip("0123456789")[:4]:
        number = 26 * number + ord(letter) - 64
    return number


def _number(text: str) -> str:
    """Return a text without the decimals of a whole number."""
    return text.partition(".")[0] if re.fullmatch(r"\d+\.0+", text) else text


def _ods(events: Iterator[XmlEvent]) -> Iterator[tuple[str, Iterator[_Row]]]:
    for kind, name, given, _ in events:
        if (kind, name) == ("<", "table"):
            yield given.get("name", ""), _ods_rows(events)


def _ods_rows(events: Iterator[XmlEvent]) -> Iterator[_Row]:
    number = 0
    for kind, name, given, _ in events:
        if (kind, name) == ("/", "table"):
            return
        if (kind, name) == ("<", "table-row"):
            times, row = int(given.get("number-rows-repeated", 1)), _ods_row(events)
            for more in range(1, times + 1 if row else 1):
                yield number + more, row
            number += times


def _ods_row(events: Iterator[XmlEvent]) -> list[str]:
    """Return the cells of a row, without empty ones at its end."""
    empty, row, text = 0, list[str](), list[str]()
    given: dict[str, str] = {}
    for kind, name, attributes, _ in events:
        if (kind, name) == ("/", "table-row"):
            break
        if name in ("table-cell", "covered-table-cell") and kind == "<":
            given, text = attributes, []
        elif name in ("table-cell", "covered-table-cell") and kind == "/":
            said = _number(given.get("value") or " ".join("".join(text).split()))
            count = min(int(given.get("number-columns-repeated", 1)), _WIDEST)
            if said and len(row) + empty < _WIDEST:
                row += [""] * empty + [said] * count
                empty = -count
            empty += count
        else:
            text.append(name if kind == "t" else " ")
    return row
