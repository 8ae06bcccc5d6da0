"""Tables: each field of a line between delimiters is a cell of the Sudoku, an empty field a blank
cell.
"""

import csv
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from ..square import Candidate
from ..text_lines import TextLine
from ..tokens import TOKEN
from .places import PlacedCells, find_in_grid

_LEAST_FIELDS, _LONGEST = 4, 2000


def find_candidates(lines: Sequence[TextLine]) -> Iterator[Candidate]:
    """Yield the Sudokus in the tables of a text, which are lines with the same delimiter."""
    for sign in ",;\t|":
        if not any(line.text.count(sign) >= _LEAST_FIELDS - 1 for line in lines):
            continue
        first = 0
        while first < len(lines):
            if not _has_fields(lines[first], sign):
                first += 1
                continue
            last = first
            while last + 1 < len(lines) and (
                _has_fields(lines[last + 1], sign)
                or lines[last + 1].is_rule
                or lines[last + 1].is_blank
            ):
                last += 1
            while lines[last].is_blank and sign != "\t":
                last -= 1
            yield from _read_table(lines, first, last, sign)
            first = last + 1


def _has_fields(line: TextLine, sign: str) -> bool:
    """Return whether a line is a row of a table: it has at least four fields, or its fields are all
    cells.
    """
    count = line.text.count(sign)
    if line.heavy and sign == "|":
        return False  # a drawing, whose double lines are around boxes
    if count >= _LEAST_FIELDS - 1:
        return len(line.text) < _LONGEST
    fields = split(line.text, sign) if count or sign == "\t" else []
    return any(fields) and all(not field or TOKEN.fullmatch(field) for field in fields)


def split(text: str, sign: str) -> list[str]:
    """Return the fields of a line without spaces around them."""
    if sign == "|":
        inner = text.strip()
        inner = inner.removeprefix("|")
        inner = inner.removesuffix("|")
        return [field.strip(" \t`*") for field in inner.split("|")]
    try:
        return [field.strip() for field in next(csv.reader([text], delimiter=sign))]
    except (csv.Error, StopIteration):
        return [field.strip() for field in text.split(sign)]


def _read_table(lines: Sequence[TextLine], first: int, last: int, sign: str) -> Iterator[Candidate]:
    """Yield the Sudokus in the table that the lines from `first` to `last` are. Rows that have
    words but no cells, such as titles, divide the table; so do headings of columns, if the numbers
    or letters of rows are beside the Sudokus.
    """
    for has_headings in (False, True):
        rows = list[tuple[int, list[str]]]()
        breaks = set[int]()
        heads = 0
        for number in range(first, last + 1):
            if lines[number].is_rule:
                if sign == "|":
                    breaks.add(len(rows))
                continue
            fields = split(lines[number].text, sign)
            is_heading = _is_heading(fields) and (
                has_headings or all(field.isalpha() for field in fields)
            )
            heads += is_heading
            if is_heading or _is_title(fields):
                yield from _read_part(rows, breaks, has_headings)
                rows, breaks = [], set()
            else:
                rows.append((number, fields))
        if not has_headings or heads:
            yield from _read_part(rows, breaks, has_headings)


def _is_title(fields: Sequence[str]) -> bool:
    """Return whether a row has words, but no cells."""
    filled = [field for field in fields if field]
    return bool(filled) and not any(TOKEN.fullmatch(field) for field in filled)


def _read_part(
    rows: Sequence[tuple[int, list[str]]], breaks: set[int], has_headings: bool
) -> Iterator[Candidate]:
    """Yield the Sudokus in successive rows of a table. `breaks` are the rows before which a line is
    drawn. If the table has headings, its first column with cells must be numbers or letters of
    rows, and is left out.
    """
    if has_headings:
        side = min((_first_filled(fields) for _, fields in rows if any(fields)), default=0)
        labels = [fields[side] if side < len(fields) else "" for _, fields in rows]
        if not _is_heading(labels):
            return
        rows = [(number, fields[side + 1 :]) for number, fields in rows]
    cells, blocked = dict[tuple[int, int], str](), set[tuple[int, int]]()
    for r, (_, fields) in enumerate(rows):
        for c, field in enumerate(fields):
            if TOKEN.fullmatch(field):
                cells[r, c] = field
            elif field:
                blocked.add((r, c))
    if not cells:
        return
    grid = PlacedCells(
        cells,
        len(rows),
        [number for number, _ in rows],
        frozenset(breaks) if len(breaks) > 2 else frozenset(),
        steps=(1,),
        box_breaks=frozenset(breaks) if len(breaks) > 2 else frozenset(),
        blocked=frozenset(blocked),
        width=max(len(fields) for _, fields in rows),
        form="table",
    )
    yield from find_in_grid(grid)


def _first_filled(fields: Sequence[str]) -> int:
    """Return the index of the first field that is not empty."""
    return next(index for index, field in enumerate(fields) if field)


def _is_heading(fields: Sequence[str]) -> bool:
    """Return whether fields are the numbers 1, 2, 3, … or the letters A, B, C, …, apart from empty
    fields.
    """
    names = [field for field in fields if field]
    letters = "".join(names).upper()
    return len(names) > 3 and (
        names == [str(i) for i in range(1, len(names) + 1)]
        or letters == ascii_uppercase[: len(letters)]
    )
