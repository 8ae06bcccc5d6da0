"""Spreadsheets: .xlsx, .ods and .xls, each row with something in it as a line of CSV."""

import datetime
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any

from ..base.language import Message
from .elsewhere import lines_elsewhere
from .fields import join_fields
from .form import NumberedLine, Reading, Unwrapped, not_too_much
from .lines import Lines


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of all sheets; under 0 stands the name of a sheet, as a comment."""
    missing = Message(
        "expected text, found a spreadsheet, which needs python-calamine (pip install "
        "python-calamine)"
    )
    rows = lines_elsewhere(rows_of, lines, "python_calamine", missing)
    rows = not_too_much(lines.source, rows, Message("a spreadsheet"))
    return Unwrapped(rows, how, Message("a spreadsheet without Sudokus"))


def rows_of(file: IO[bytes]) -> Iterator[NumberedLine]:
    """Yield the rows of all sheets as numbered lines, before each sheet its name under 0.

    Raises `ValueError` for what is no spreadsheet.
    """
    calamine: Any = import_module("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(file)
        for name in book.sheet_names:
            yield 0, b"# " + " ".join(name.split()).encode(errors="replace")
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            for number, row in enumerate(rows, 1):
                while row and row[-1] == "":  # all rows come as long as the longest
                    row.pop()
                if row:
                    yield number, join_fields(map(_said, row)).encode(errors="replace")
    except calamine.CalamineError as problem:
        raise ValueError(*problem.args) from None


def _said(value: object) -> str:
    """Return the value of a cell; whole numbers without decimals, days without hours."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return str(value)
