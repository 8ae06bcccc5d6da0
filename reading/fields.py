"""Lines of tables: what divides them into fields, and the fields that go over several lines."""

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from .form import NumberedLine, is_comment, text_of

_LINES_OF_A_RECORD, _BYTES_OF_A_RECORD = 100, 2**20
"""The most lines and bytes over which a quoted field goes."""
_OPENS = re.compile(rb'(?:^|[,;\t|])[ ]*"')
_CLOSES = re.compile(rb'"[ ]*(?:[,;\t|]|$)')
_FORMULA = re.compile(r"'*[=+\-@\t]")

_ENDS = str.maketrans("\r\n", "  ")


def fields(line: str, delimiter: str | None) -> list[str]:
    """Return the fields of a line, between white space if there is no delimiter.

    >>> fields('7,"a, b",c', ",")
    ['7', 'a, b', 'c']
    """
    if delimiter is None:
        return line.split()
    import csv

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def csv_line(row: Iterable[object], delimiter: str = ",") -> str:
    """Return values as a line of CSV; ends of lines in them become spaces."""
    import csv

    text = io.StringIO()
    flat = (value.translate(_ENDS) if isinstance(value, str) else value for value in row)
    csv.writer(text, delimiter=delimiter, lineterminator="").writerow(flat)
    return text.getvalue()


def without_formula(field: object) -> object:
    """Return a field that is no formula for a spreadsheet, which might carry it out.

    A text that begins as one gets an apostrophe; `with_formula` takes it away again.

    >>> [without_formula(field) for field in ("=1+1", "'-a", "'a", -1)]
    ["'=1+1", "''-a", "'a", -1]
    """
    return f"'{field}" if isinstance(field, str) and _FORMULA.match(field) else field


def with_formula(field: str) -> str:
    """Return a field as it was before `without_formula`."""
    return field[1:] if field.startswith("'") and _FORMULA.match(field) else field


def records(
    before: list[NumberedLine], lines: Iterator[NumberedLine], delimiter: str
) -> Iterator[NumberedLine]:
    """Yield the records of a table, as one line those over which a quoted field goes.

    `before` ends with the first line of the table, which has as many fields as each record.
    """
    count, ahead = 0, deque[NumberedLine](before)
    while True:
        while ahead:
            number, line = ahead.popleft()
            if b'"' in line and line.count(b'"') % 2 and _OPENS.search(line):
                whole = _record(line, ahead, lines)
                joined = b" ".join(whole)
                found = len(fields(text_of(joined), delimiter))
                if len(whole) > 1 and found == (count or max(found, 2)):
                    line = joined
                    for _ in whole[1:]:
                        ahead.popleft()
            if not count and line.strip() and not is_comment(line):
                count = len(fields(text_of(line), delimiter))
            yield number, line
        for numbered in lines:
            if b'"' in numbered[1]:
                ahead.append(numbered)
                break
            yield numbered
        else:
            return


def _record(line: bytes, ahead: deque[NumberedLine], lines: Iterator[NumberedLine]) -> list[bytes]:
    """Return a line whose last field is open, and those that close it, if any; put into `ahead`."""
    whole, length = [line], len(line)
    for place in range(_LINES_OF_A_RECORD):
        if place == len(ahead):
            ahead.extend(islice(lines, 1))
        if place == len(ahead):
            break
        whole.append(ahead[place][1])
        length += len(whole[-1])
        if length > _BYTES_OF_A_RECORD:
            break
        if whole[-1].count(b'"') % 2:
            return whole if _CLOSES.search(whole[-1]) else [line]
    return [line]
