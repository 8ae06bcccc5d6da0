"""Spreadsheets: .xlsx, .ods and .xls, each row with something in it as a line of CSV.

A small one may stand for more than a memory holds, and a broken one may take for ever: so it is
read by a process of its own, which may have so much memory and time.
"""

import datetime
import io
import os
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.limits import ARRAY
from .fields import csv_line
from .form import NumberedLine, Reading, Unwrapped, too_much
from .lines import Lines

if TYPE_CHECKING:
    from ..system.guardian import Returned

_SECONDS, _MEMORY = 60, 2**30
"""How long it may take to read a spreadsheet, and how many bytes of memory."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of all sheets; under 0 stands the name of a sheet, as a comment.

    Raises `PairFileError` for what can be no spreadsheet.
    """
    return Unwrapped(_rows(lines), how, Message("a spreadsheet without Sudokus"))


def _rows(lines: Lines) -> Iterator[NumberedLine]:
    content = lines.ahead(ARRAY + 1)
    if len(lines.start) > ARRAY:
        raise too_much(lines.source, Message("a spreadsheet"))
    try:
        import_module("python_calamine")
        found = _read_elsewhere(content)
    except ValueError as problem:
        message = Message("expected a file that can be read, found: {reason}", reason=str(problem))
        raise PairFileError(lines.source, 1, 1, message) from None
    except ImportError:
        message = Message(
            "expected text, found a spreadsheet, which needs python-calamine (pip install "
            "python-calamine)"
        )
        raise PairFileError(lines.source, 1, 1, message) from None
    if sum(len(line) for _, line in found) > ARRAY:
        raise too_much(lines.source, Message("a spreadsheet"))
    yield from found


def _read_elsewhere(content: bytes) -> list[NumberedLine]:
    """Return what `rows_of` does, by another process; where there are none, by this one.

    Raises `ValueError` too where time or memory are not enough.
    """
    from ..system.guarded import CAN_START, guarded

    if not CAN_START:
        return rows_of(content, ARRAY)
    with guarded() as guardian:
        guardian.begin(limited_rows_of, content, ARRAY)
        ended = guardian.ended(_SECONDS)
    if ended is None:
        raise ValueError(f"more than {_SECONDS} seconds for a spreadsheet")
    if ended.result is None:
        raise ValueError(f"a spreadsheet that needs more than {_MEMORY // 2**20} MiB")
    if said := getattr(ended.result, "error", None):
        raise ValueError(said)
    return cast("list[NumberedLine]", cast("Returned", ended.result).value)


def limited_rows_of(content: bytes, limit: int) -> list[NumberedLine]:
    """Return what `rows_of` does, with as much memory as this process may have from now on.

    What the library may say about that goes nowhere.
    """
    import resource

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    return rows_of(content, limit)


def rows_of(content: bytes, limit: int) -> list[NumberedLine]:
    """Return the rows of all sheets as numbered lines, before each sheet its name under 0.

    They end where they have more than `limit` bytes. Raises `ValueError` for what is no
    spreadsheet, and `ImportError`.
    """
    calamine: Any = import_module("python_calamine")
    found, length = list[NumberedLine](), 0
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
        for name in book.sheet_names:
            found.append((0, b"# " + " ".join(name.split()).encode(errors="replace")))
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            for number, row in enumerate(rows, 1):
                while row and row[-1] == "":  # all rows come as long as the longest
                    row.pop()
                if row:
                    line = csv_line(map(_said, row))
                    found.append((number, line))
                    length += len(line)
                    if length > limit:
                        return found
    except (calamine.CalamineError, MemoryError) as problem:
        raise ValueError(*problem.args) from None
    return found


def _said(value: object) -> str:
    """Return the value of a cell; whole numbers without decimals, days without hours."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return str(value)
