"""Spreadsheets: .xlsx, .ods and .xls, each row with something in it as a line of CSV."""

import datetime
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import IO, Any

from ..base.errors import PairFileError
from ..base.language import Message, shown
from . import runs
from .elsewhere import lines_elsewhere
from .fields import fields, join_fields
from .form import NumberedLine, Reading, Unwrapped, not_too_much, text_of
from .lines import Lines
from .rounded import KEPT_DIGITS

_LONGEST_IDENTIFIER = 20
"""The most digits of a number that identifies an article or a record, and is no Sudoku."""
_ROUNDED = re.compile(rb"-?\d\.\d{16}E\+(\d+)")
"""How a number is marked that lost digits which a Sudoku would need."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of all sheets; under 0 stands the name of a sheet, as a comment."""
    missing = Message(
        "expected text, found a spreadsheet, which needs python-calamine (pip install "
        "python-calamine)"
    )
    rows = lines_elsewhere(rows_of, lines, "python_calamine", missing)
    rows = not_too_much(lines.source, rows, Message("a spreadsheet"))
    rows = _not_rounded(lines.source, rows)
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
                    is_alone = row.count("") == len(row) - 1
                    values = [_written(value, is_alone) for value in row]
                    yield number, join_fields(values).encode(errors="replace")
    except calamine.CalamineError as problem:
        raise ValueError(*problem.args) from None


def _written(value: object, is_alone: bool) -> str:
    """Return the value of a cell as it is written into a line; `is_alone` is it in its row.

    Whole numbers are written without decimals, days without hours. A number of more than 15 digits,
    which a spreadsheet has rounded, is written in the form of `_ROUNDED` if it may have been a
    Sudoku or a row of a Sudoku. A number of up to 20 digits beside other cells is an identifier.
    """
    if isinstance(value, float) and value.is_integer():
        text = str(int(value))
        if abs(value) >= 10**KEPT_DIGITS and (
            is_alone or len(text) > _LONGEST_IDENTIFIER or runs.find(text.encode())
        ):
            return f"{value:.16E}"
        return text
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return str(value)


def _not_rounded(source: str, rows: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
    """Yield the rows of all sheets; raise `PairFileError` at a number that `_written` marked."""
    sheets = list[str]()
    for number, line in rows:
        if number == 0:
            sheets.append(text_of(line).removeprefix("# "))
        elif _ROUNDED.search(line):
            row = fields(text_of(line), ",")
            for place, field in enumerate(row):
                if mark := _ROUNDED.fullmatch(field.encode()):
                    cell = f"{column_letters(place)}{number}"
                    raise PairFileError(
                        source,
                        number,
                        len(join_fields(row[:place])) + 1 + (place > 0),
                        Message(
                            "cell {cell} is a number of {count} digits, of which spreadsheets keep "
                            "{kept}; format the column as text, and enter the Sudokus again",
                            cell=cell if len(sheets) < 2 else f"{shown(sheets[-1])}!{cell}",
                            count=int(mark[1]) + 1,
                            kept=KEPT_DIGITS,
                        ),
                    )
        yield number, line


def column_letters(place: int) -> str:
    """Return how spreadsheets name a column, whose `place` counts from 0.

    >>> [column_letters(place) for place in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while place >= 0:
        place, letter = divmod(place, 26)
        letters = chr(ord("A") + letter) + letters
        place -= 1
    return letters
