"""Tables: each field of a line between delimiters is a cell of the Sudoku, an empty field a blank
cell.
"""

import csv
from collections.abc import Iterator, Sequence

from ..options import RecognitionOptions
from ..sheet import Sheet
from ..sheet_places import CertainPlaces, find_places, make_square_at_place
from ..square import TOKEN, Candidate, Span, Square, find_gaps
from ..text_lines import TextLine

_LEAST_FIELDS, _LONGEST = 4, 2000
_LEAST_BREAKS = 3
"""The fewest drawn lines of a table between boxes; fewer are below its headings, or around it."""


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
    """Yield the Sudokus in the table that the lines from `first` to `last` are. Those with a row in
    common are one candidate.
    """
    sheet, numbers, breaks, bars = _make_sheet(lines, first, last, sign)
    choice = find_places(sheet, RecognitionOptions())
    if not isinstance(choice, CertainPlaces):
        return
    if any(place.rows[-1] >= len(numbers) for place in choice.places):
        return  # rows below the table would be blank
    if any(len({bars.get(row) for row in place.rows}) > 1 for place in choice.places):
        return  # a bar is missing
    drawn = frozenset(breaks) if len(breaks) >= _LEAST_BREAKS else frozenset[int]()
    group, bottom = list[Square](), -1
    for place in choice.places:
        if group and place.top > bottom:
            yield _make_candidate(group)
            group = []
        square = make_square_at_place(sheet, place, choice.rank)
        spans = tuple(Span(numbers[row], place.left, place.columns[-1] + 1) for row in place.rows)
        gaps = find_gaps(place.rows, drawn)
        group.append(square._replace(spans=spans, row_gaps=gaps))
        bottom = max(bottom, place.area.bottom)
    yield _make_candidate(group)


def _make_sheet(
    lines: Sequence[TextLine], first: int, last: int, sign: str
) -> tuple[Sheet, list[int], set[int], dict[int, int]]:
    """Return the table in the lines from `first` to `last` as a sheet, the line of each of its
    rows, the rows before which a line is drawn, and the number of bars of each row.
    """
    sheet, numbers, breaks = Sheet(), list[int](), set[int]()
    bars, longest = dict[int, int](), dict[int, int]()
    for number in range(first, last + 1):
        row = len(numbers)
        if lines[number].is_rule:
            breaks |= {row} if sign == "|" else set()
            continue
        fields = split(lines[number].text, sign)
        sheet.store_row(row, fields)
        sheet.lengths[row] = len(fields)
        if sign == "|":
            bars[row] = count = lines[number].text.count("|")
            longest[count] = max(longest.get(count, 0), len(fields))
        numbers.append(number)
    # The last bar may be before an empty field, or close the row.
    sheet.lengths.update({row: longest[count] for row, count in bars.items()})
    return sheet, numbers, breaks, bars


def _make_candidate(squares: Sequence[Square]) -> Candidate:
    last = max(square.last_line for square in squares)
    return Candidate(squares[0].first_line, last, tuple(squares), "table")
