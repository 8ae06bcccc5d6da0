"""Sudokus in a column of a table, CSV with any delimiter, or under a key of JSON lines.

A table has a line of names or none; where its column is chosen, white space may divide its fields.
"""

from collections.abc import Callable
from math import isqrt

from ..base.language import Message, quoted
from ..sudoku.text import SMALLEST_AS_TEXT
from . import runs
from .cells import row_of
from .form import NumberedText, SizeSeen, parsed_json, unexpected
from .head import Decisive, Head, delimiter_of, fields, shown_list, text_of
from .single_lines import SingleLines

_FieldOf = Callable[[str], str | None]
"""Tells the field of a line on which a Sudoku stands."""


def recognised(head: Head) -> SingleLines | None:
    """Return the Sudokus of the column or key that is chosen, or that a field stands beside.

    Raises `PairFileError` where there is no such column.
    """
    if not head.content:
        return None
    if (column := head.how.column) is not None:
        if text_of(head.content[0][1]).lstrip().startswith("{"):
            return _in_column(head, lambda line: _value(line, column))
        return _with_column(head, column)
    if head.decisive is None:
        return None
    _, line, run = head.decisive
    # Where one line of JSON has its cells, the others have theirs, and not what else looks so.
    key = _key_of(text_of(line), text_of(line[run.start : run.end]))
    if key is not None:
        return SingleLines(head, head.decisive.seen, field_of=lambda line: _value(line, key))
    return _beside_a_delimiter(head, head.decisive)


def _beside_a_delimiter(head: Head, decisive: Decisive) -> SingleLines | None:
    number, line, run = decisive
    beside = line[run.end :].lstrip(b'"')[:1] or line[: run.start].rstrip(b'"')[-1:]
    if line.lstrip().startswith(b"{") or beside not in (b",", b";", b"\t", b"|"):
        return None
    delimiter = beside.decode()
    count = len(fields(text_of(line), delimiter))
    first, names = head.content[0]
    has_names = first < number and len(fields(text_of(names), delimiter)) == count
    header = (first, text_of(names)) if has_names else None
    return SingleLines(head, decisive.seen, header, delimiter)


def _with_column(head: Head, column: str | int) -> SingleLines:
    number, line = head.content[0]
    text = text_of(line)
    delimiter = delimiter_of(text)
    header = None if runs.find(text.encode()) else (number, text)
    names = [name.strip() for name in fields(text, delimiter)] if header else []
    index = _index(column, names)
    if index is None:
        found = Message("no line of names")
        if names:
            found = Message("the columns {names}", names=shown_list(names))
        expected = Message("a column '{column}'", column=column)
        raise unexpected(head.source, number, 1, expected, found)

    def field_of(line: str) -> str | None:
        found = fields(line, delimiter)
        return found[index].strip() if index < len(found) else None

    return _in_column(head, field_of, header, delimiter)


def _index(column: str | int, names: list[str]) -> int | None:
    """Return where a column stands among the fields, from 0; None if it is not there."""
    if isinstance(column, str):
        if column in names:
            return names.index(column)
        column = int(column) if column.isascii() and column.isdigit() else 0
    return column - 1 if column > 0 else None


def _value(line: str, key: str | int) -> str | None:
    """Return the text under a key, or at a place from 1, of an object; None without one."""
    record = parsed_json(line)
    if not isinstance(record, dict):
        return None
    at_place = list(record.values())[key - 1 : key] if isinstance(key, int) else [record.get(key)]
    value = at_place[0] if at_place else None
    return value if isinstance(value, str) else None


def _key_of(line: str, cells: str) -> str | None:
    """Return the key of an object of JSON under which these cells stand in a string.

    >>> _key_of('{"id": 7, "puzzle": "12..............", "solution": "1234..."}', "12" + 14 * ".")
    'puzzle'
    """
    record = parsed_json(line) if line.lstrip().startswith("{") else None
    pairs = record.items() if isinstance(record, dict) else ()
    return next((key for key, text in pairs if isinstance(text, str) and cells in text), None)


def _in_column(
    head: Head,
    field_of: _FieldOf,
    header: NumberedText | None = None,
    delimiter: str | None = None,
) -> SingleLines:
    """Return the Sudokus in the chosen column, of whose fields `field_of` tells that of a line.

    Raises `PairFileError` where none of the first lines has one there.
    """
    content = head.content[1:] if header else head.content
    for number, line in content:
        if size := _size_of(field_of(text_of(line)) or "", head.size):
            return SingleLines(head, SizeSeen(size, number), header, delimiter, field_of)
    number, line = (content or head.content)[0]
    expected = Message("Sudokus in the column '{column}'", column=head.how.column)
    raise unexpected(head.source, number, 1, expected, quoted(field_of(text_of(line)) or ""))


def _size_of(field: str, wanted: int | None) -> int | None:
    """Return how many cells a side a field's Sudoku has; None where it is none."""
    if found := runs.find(field.encode(), wanted):
        return found.size
    size = isqrt(cells := len(row_of(1, field).cells))
    return size if size**2 == cells and size >= SMALLEST_AS_TEXT else None
