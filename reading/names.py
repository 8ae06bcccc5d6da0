"""Names: the words above or beside the cells of a Sudoku."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .columns import is_name_heading
from .cover import Aside
from .square import Candidate, Square
from .text_lines import TextLine, is_axis

_FENCE = re.compile(r"\s*(?:```|~~~)")
_TRIMMED = " \t,;:|'\"#=*-_`\\[](){}<>/!"
_KEY = re.compile(r"[\"']?([^\W\d][\w .-]*?)[\"']?\s*(?::|=>?)\s*[\"'\[({`]*\s*$")
_NAME_KEY = re.compile(r"[\s{,-]*[\"']?(?:name|title)[\"']?\s*[:=]\s*(.*)", re.IGNORECASE)
_SQL = re.compile(r"\(([^()]*)\)\s*VALUES\s*\(", re.IGNORECASE)
_NAME_IN_LINE = re.compile(
    r"[\"']?(?:name|title|label)[\"']?\s*[:=]\s*(\"(?:[^\"\\]|\\.)*\"|'[^']*')"
)
_MOST_ABOVE = 4


class FoundName(NamedTuple):
    """The name of a Sudoku, and the index of the line above the Sudoku that is the name; None if
    the name is on a line of the Sudoku, or if there is no name.
    """

    text: str
    line: int | None = None


def find_title(
    lines: Sequence[TextLine], aside: Sequence[Aside], after: int, first: int
) -> FoundName:
    """Return the words above a Sudoku that begins on line `first`, but not above line `after`: the
    value of a key such as `name` in the four nearest lines of text, or else the nearest line.
    Return an empty text if there are none.
    """
    above = [
        number
        for number in range(first - 1, after - 1, -1)
        if aside[number] is Aside.TEXT
        and not _FENCE.match(lines[number].text)
        and not is_axis(lines[number].text)
    ][:_MOST_ABOVE]
    for number in above:
        if named := _NAME_KEY.match(lines[number].text):
            return FoundName(_clean(named[1].rstrip(" ,")), number)
    title = _clean(lines[above[0]].text) if above else ""
    return FoundName(title, above[0]) if re.search(r"\w", title) else FoundName("")


def _clean(text: str) -> str:
    """Return words without the signs around them."""
    return text.strip().strip("#*=-_~`:|<>\"' \t").strip()


def find_label(
    lines: Sequence[TextLine],
    aside: Sequence[Aside],
    candidate: Candidate,
    square: Square,
) -> str:
    """Return the key before a Sudoku, such as `puzzle` in `{"puzzle": "53…"}`, or the heading of
    its column; an empty text if it has neither.
    """
    span = square.spans[0]
    text = lines[span.line].text
    if key := _KEY.search(text, 0, span.start):
        return key[1]
    if candidate.first != candidate.last:
        return ""
    if values := _SQL.search(text, 0, span.start):
        index = text.count(",", values.end(), span.start)
        headings = values[1].split(",")
        return headings[index].strip(' `"[]') if index < len(headings) else ""
    fields = _find_fields(lines, aside, candidate.first)
    if fields is None:
        return ""
    headings, sign = fields
    index = len(_split(text[: span.start], sign)) - 1
    return headings[index] if index < len(headings) else ""


def _find_fields(
    lines: Sequence[TextLine], aside: Sequence[Aside], number: int
) -> tuple[list[str], str] | None:
    """Return the headings of the table to which a line belongs, and its delimiter; None without
    headings.
    """
    text = lines[number].text
    for above in range(number - 1, max(-1, number - 20_000), -1):
        if aside[above] is Aside.TEXT:
            heading = lines[above].text
            for sign in "|\t;,":
                if sign in heading and heading.count(sign) <= text.count(sign):
                    return _split(heading, sign), sign
            return None
        if lines[above].is_blank:
            return None
    return None


def _split(text: str, sign: str) -> list[str]:
    """Return the fields of a line without quotation marks; a delimiter between marks is text."""
    fields, inside, field = [], False, ""
    for char in text:
        if char == '"':
            inside = not inside
        elif char == sign and not inside:
            fields.append(field.strip())
            field = ""
        else:
            field += char
    return [*fields, field.strip()]


def find_name(
    lines: Sequence[TextLine],
    aside: Sequence[Aside],
    after: int,
    candidate: Candidate,
    label: str,
) -> FoundName:
    """Return the name of the Sudokus of a candidate: the words on their line, or the words above
    them. `label` is the key before them, which is no name. In a table with a column of names, its
    field is the name. The lines before line `after` belong to other Sudokus.
    """
    if candidate.first != candidate.last:
        return find_title(lines, aside, after, candidate.first)
    text = lines[candidate.first].text
    found = _find_fields(lines, aside, candidate.first)
    if found is not None:
        headings, sign = found
        pairs = zip(headings, _split(text, sign), strict=False)
        if names := [field for heading, field in pairs if is_name_heading(heading)]:
            return FoundName(" ".join(names))
    if name := _NAME_IN_LINE.search(text):
        return FoundName(name[1][1:-1])
    beside = _join_text_beside(text, candidate)
    if beside in ("", label) and found is None:
        return find_title(lines, aside, after, candidate.first)
    return FoundName(beside)


def _join_text_beside(text: str, candidate: Candidate) -> str:
    """Return the words on a line without the Sudokus on it."""
    rest, end = "", 0
    for span in sorted(span for square in candidate.squares for span in square.spans):
        rest += text[end : span.start] + " "
        end = span.end
    return " ".join((rest + text[end:]).split()).strip(_TRIMMED)
