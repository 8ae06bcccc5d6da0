"""Reading of spreadsheets (.xlsx, .ods, .xls): each row that is not empty becomes a line of CSV."""

import datetime
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import IO, Any

from ..base.errors import PairFileError
from ..base.messages import Message, shorten_and_escape
from . import cell_runs
from .fields import join_fields
from .file_entry import (
    NumberedLine,
    Reading,
    Unwrapped,
    decode_line,
    limit_lines,
    split_fields,
)
from .lines import Lines
from .rounded_numbers import KEPT_DIGITS
from .separate_process import read_lines_elsewhere
from .sheet import name_column

_LONGEST_IDENTIFIER = 20
"""The most digits of a number that is taken for the number of an article or record."""
_ROUNDED = re.compile(rb"-?\d\.\d{16}E\+(\d+)")
"""The form in which a number is written if it has lost digits that a Sudoku would need."""


def unwrap(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of all sheets of a spreadsheet as lines of CSV. Each sheet begins with line
    0, a comment that contains its name.
    """
    missing = Message("to read a spreadsheet, install python-calamine: pip install python-calamine")
    rows = read_lines_elsewhere(read_rows, lines, "python_calamine", missing)
    rows = limit_lines(lines.source, rows, Message("a spreadsheet"))
    rows = _check_not_rounded(lines.source, rows)
    return Unwrapped(rows, how, Message("a spreadsheet without Sudokus"))


def read_rows(file: IO[bytes]) -> Iterator[NumberedLine]:
    """Yield the rows of all sheets of a spreadsheet as numbered lines of CSV.

    Before each sheet, its name is yielded as a comment with the line number 0. Raises `ValueError`
    if the file is not a spreadsheet.
    """
    calamine: Any = import_module("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(file)
        for name in book.sheet_names:
            yield 0, b"# " + " ".join(name.split()).encode(errors="replace")
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            for number, row in enumerate(rows, 1):
                while row and row[-1] == "":  # the library makes all rows equally long
                    row.pop()
                if row:
                    is_alone = row.count("") == len(row) - 1
                    values = [_write_value(value, is_alone) for value in row]
                    yield number, join_fields(values).encode(errors="replace")
    except calamine.CalamineError as problem:
        raise ValueError(*problem.args) from None


def _write_value(value: object, is_alone: bool) -> str:
    """Return the value of a spreadsheet cell as text for a field of CSV. `is_alone` is whether all
    other cells of its row are empty.

    Whole numbers are written without decimals, and dates without a time. A spreadsheet has rounded
    each number of more than 15 digits; if it may have been a Sudoku or a row of a Sudoku, it is
    written in the form of `_ROUNDED`. A number of up to 20 digits beside other values is taken for
    the number of an article or record.
    """
    if isinstance(value, float) and value.is_integer():
        text = str(int(value))
        if abs(value) >= 10**KEPT_DIGITS and (
            is_alone or len(text) > _LONGEST_IDENTIFIER or cell_runs.find_run(text.encode())
        ):
            return f"{value:.16E}"
        return text
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return str(value)


def _check_not_rounded(source: str, rows: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
    """Yield the lines of a spreadsheet unchanged; raise `PairFileError` at a number that may have
    been a Sudoku before the spreadsheet rounded it.
    """
    sheets = list[str]()
    for number, line in rows:
        if number == 0:
            sheets.append(decode_line(line).removeprefix("# "))
        elif _ROUNDED.search(line):
            row = split_fields(decode_line(line), ",")
            for place, field in enumerate(row):
                if mark := _ROUNDED.fullmatch(field.encode()):
                    cell = f"{name_column(place)}{number}"
                    raise PairFileError(
                        source,
                        number,
                        len(join_fields(row[:place])) + 1 + (place > 0),
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
