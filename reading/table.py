"""Sudokus in a column of a table, CSV with any delimiter, or under a key of JSON lines.

A table has a line of names or none; where its column is chosen, white space may divide its fields.
"""

import re
from functools import partial
from math import isqrt

from ..base.language import Message, quoted, shown
from ..sudoku.grid import SMALLEST_AS_TEXT
from . import runs
from .cells import Signs, plain, row_of
from .fields import fields
from .form import NumberedText, SizeSeen, cells_in, delimiter_of, parsed_json, text_of, unexpected
from .head import Decisive, Head, column_of_number, no_column
from .rounded import is_rounded, numbers_as_text, rounded
from .single_lines import FieldOf, SingleLines, TableColumn

_NAMES = re.compile(
    r"sudokus?|puzzles?|grids?|quiz(zes)?|questions?|problems?|boards?|clues|givens"
    r"|r(ä|ae)tsel|aufgaben?|gitter|vorgaben"
)
"""Words of which one is in the name of a column that holds Sudokus."""
_OTHER_NAMES = re.compile(r"solutions?|solved|answers?|l(ö|oe)sung(en)?")


def recognised(head: Head) -> SingleLines | None:
    """Return the Sudokus of the column or key that is chosen; raise where there is none such.

    Without a choice it is the first that is named like a Sudoku and holds one, else that of the
    first Sudoku beside which a field stands.
    """
    if not head.content:
        return None
    beginnings = [head.content[0][1], *([head.decisive.line] if head.decisive else [])]
    is_json = any(line.lstrip().startswith(b"{") for line in beginnings)
    if (column := head.how.column) is not None:
        if head.content[0][1].lstrip().startswith(b"{"):
            return _in_column(head, partial(_value, key=column))
        return _with_column(head, column)
    if is_json:
        return _under_a_key(head)
    found = _under_a_name(head)
    return _beside_a_delimiter(head, head.decisive) if head.decisive and not found else found


def _under_a_key(head: Head) -> SingleLines | None:
    """Return the Sudokus of JSON lines: under the key by which the first line has its cells."""
    for number, line in head.content:
        record = parsed_json(text_of(line))
        if isinstance(record, dict):
            pairs = [(key, cells_in(value)) for key, value in record.items()]
            found = [(key, size) for key, text in pairs if text and (size := _size(text, head))]
            key, size = next((one for one in found if _is_name(one[0])), (found or [("", 0)])[0])
            if size:
                return SingleLines(head, SizeSeen(size, number), field_of=partial(_value, key=key))
    return None


def _under_a_name(head: Head) -> SingleLines | None:
    """Return the Sudokus of the first column that is named like one and holds one."""
    (number, line), *others = head.content
    text = text_of(line)
    delimiter = delimiter_of(text)
    if delimiter is None or delimiter == "|" or runs.find(line):
        return None
    names = fields(text, delimiter)
    named = [index for index, name in enumerate(names) if _is_name(name)]
    for other, row_line in others if named else ():
        row = fields(text_of(row_line), delimiter)
        for index in named:
            field = row[index] if index < len(row) else ""
            if size := _size(field, head):
                place = TableColumn(index, delimiter, is_named=True)
                return SingleLines(head, SizeSeen(size, other), (number, text), delimiter, place)
            if is_rounded(field):
                column = text_of(row_line).find(field) + 1
                raise numbers_as_text(head.source, other, column, field.strip())
    return None


def _is_name(name: str) -> bool:
    """Return whether a column of this name, such as `sudoku_9x9`, should hold Sudokus."""
    return _has(name, _NAMES) and not _has(name, _OTHER_NAMES)


def _has(name: str, word: re.Pattern[str]) -> bool:
    return any(map(word.fullmatch, re.findall(r"[^\W\d_]+", name.casefold())))


def _size(field: str, head: Head) -> int | None:
    """Return how many cells a side the Sudoku has that a field holds; None where it holds none."""
    text = plain(field)
    size = _size_of(text, head.size)
    if size is None or runs.find(text.encode(), head.size):
        return size
    texts = [cell for _, cell in row_of(1, text).cells]
    return size if Signs(size).meanings(texts).keys() >= {*texts} else None  # else words


def _beside_a_delimiter(head: Head, decisive: Decisive) -> SingleLines | None:
    line, run, seen = decisive
    beside = line[run.end :].lstrip(b'"')[:1] or line[: run.start].rstrip(b'"')[-1:]
    if line.lstrip().startswith(b"{") or beside not in (b",", b";", b"\t", b"|"):
        return None
    if problem := rounded(head.source, seen.line, text_of(line), run.size):
        raise problem
    delimiter = beside.decode()
    row = fields(text_of(line), delimiter)
    first, names = head.content[0]
    has_names = first < seen.line and len(fields(text_of(names), delimiter)) == len(row)
    header = (first, text_of(names)) if has_names else None
    alone = (
        TableColumn(index, delimiter)
        for index, field in enumerate(text.strip().encode() for text in row)
        if runs.find(field, run.size) == (0, len(field), run.size)
    )
    return SingleLines(head, seen, header, delimiter, next(alone, None))


def _with_column(head: Head, column: str | int) -> SingleLines:
    number, line = head.content[0]
    text = text_of(line)
    delimiter = delimiter_of(text)
    header = None if runs.find(text.encode()) else (number, text)
    names = [name.strip() for name in fields(text, delimiter)] if header else []
    index = names.index(column) if column in names else column_of_number(column)
    if index is None:
        raise no_column(head.source, number, column, names)
    return _in_column(head, partial(_field, number=index, delimiter=delimiter), header, delimiter)


def _field(line: str, number: int, delimiter: str | None) -> str | None:
    found = fields(line, delimiter)
    return found[number].strip() if number < len(found) else None


def solution_field(header: str | None, delimiter: str | None, lines: list[str]) -> FieldOf | None:
    """Return what tells the solution, where a column is named so and holds one on these lines."""
    told: dict[str, FieldOf] = {}
    if header is not None:
        for number, name in enumerate(fields(header, delimiter)):
            told.setdefault(name, partial(_field, number=number, delimiter=delimiter))
    elif lines and isinstance(record := parsed_json(lines[0]), dict):
        told = {key: partial(_value, key=key) for key in record}
    for name, tell in told.items():
        if _has(name, _OTHER_NAMES) and any(_size_of(tell(line) or "", None) for line in lines):
            return tell
    return None


def _value(line: str, key: str | int) -> str | None:
    """Return the text under a key, or at a place from 1, of an object; None without one."""
    record = parsed_json(line)
    if not isinstance(record, dict):
        return None
    at_place = list(record.values())[key - 1 : key] if isinstance(key, int) else [record.get(key)]
    return cells_in(at_place[0]) if at_place else None


def _in_column(
    head: Head, field_of: FieldOf, header: NumberedText | None = None, delimiter: str | None = None
) -> SingleLines:
    """Return the Sudokus in the chosen column; raise where no first line has one there."""
    content = head.content[1:] if header else head.content
    for number, line in content:
        if size := _size_of(field_of(text_of(line)) or "", head.size):
            return SingleLines(head, SizeSeen(size, number), header, delimiter, field_of)
    number, line = (content or head.content)[0]
    column = shown(str(head.how.column))
    expected = Message("Sudokus in the column '{column}'", column=column)
    raise unexpected(head.source, number, 1, expected, quoted(field_of(text_of(line)) or ""))


def _size_of(field: str, wanted: int | None) -> int | None:
    """Return how many cells a side a field's Sudoku has; None where it is none."""
    if found := runs.find(field.encode(), wanted):
        return found.size
    size = isqrt(cells := len(row_of(1, field).cells))
    return size if size**2 == cells and size >= SMALLEST_AS_TEXT else None
