"""Rows: each line of the text is a row of the Sudoku, its cells side by side or separated."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...sudoku.grid import SMALLEST_AS_TEXT
from ..square import SIGN, TOKEN, Candidate, Span, Square
from ..text_lines import TextLine

_MOST_BLANK, _MOST_FIELDS = 3, 9
_FOREIGN = re.compile(r"[\"()\[\]{}<>=:/\\!]")
_GLUED_WORD = re.compile(f"(?:{SIGN.pattern})+")
_WORD = re.compile(r"[^\s|,;]+")
_LIMITS = re.compile(r"[#/%\"'`:=(\[{\\\])};,+\t-]")
"""The signs of which a line has one if a part of it may be a row of cells."""
_QUOTES = "\"'`"
_AROUND = " \t|" + _QUOTES
_MARK = re.compile(f"[{_QUOTES}]")
_COMMENT = re.compile(r"(?<!\s)\s+(?:#|//|--|/\*|%)(?:\s.*)?$")


class Row(NamedTuple):
    """One way to read a line as a row of cells.

    `style` is the way in which the cells are separated; rows of a Sudoku have the same. `gaps` are
    the cells before which there is a gap, and `bars` those before which there is a bar. `start` and
    `end` limit the cells on the line.
    """

    tokens: tuple[str, ...]
    gaps: frozenset[int]
    style: str
    start: int
    end: int
    bars: frozenset[int] = frozenset()


def find_candidates(lines: Sequence[TextLine], largest: int) -> Iterator[Candidate]:
    """Yield the Sudokus whose rows are lines of the text. A Sudoku may begin at any line, and has
    at most `largest` rows.
    """
    ways = (True, False) if any(line.is_rule for line in lines) else (True,)
    rows = [[] if line.is_blank else list(list_row_readings(line.text)) for line in lines]
    for first, readings in enumerate(rows):
        for row in readings:
            for size, beside in _list_sizes(row):
                if size > largest:
                    continue
                for skips_rules in ways:
                    found = _collect(lines, rows, first, row, size, skips_rules)
                    if found is None:
                        continue
                    candidate = _make_candidate(lines, found, size, beside)
                    if candidate is not None:
                        yield candidate
                    if not any(line.is_rule for line in lines[first : found[-1][0]]):
                        break  # both ways are the same


def _list_sizes(row: Row) -> Iterator[tuple[int, int]]:
    """Yield the sizes that the Sudokus may have of which a line is a row, and the number of Sudokus
    side by side.
    """
    count = len(row.tokens)
    for beside in range(1, 9):
        size, rest = divmod(count, beside)
        if size < SMALLEST_AS_TEXT:
            return
        if not rest and all(size * i in row.gaps for i in range(1, beside)):
            yield size, beside


_Found = list[tuple[int, Row]]


def _collect(
    lines: Sequence[TextLine],
    rows: Sequence[Sequence[Row]],
    first: int,
    row: Row,
    size: int,
    skips_rules: bool,
) -> _Found | None:
    """Return `size` rows of the style of `row` from line `first` on, with the indices of their
    lines. Return None if there are too few.
    """
    if lines[first].is_rule and skips_rules:
        return None
    found, number, blank = [(first, row)], first + 1, 0
    while len(found) < size:
        if number >= len(lines) or blank > _MOST_BLANK:
            return None
        line = lines[number]
        same = None
        if not (line.is_blank or (line.is_rule and skips_rules)):
            same = next(
                (
                    one
                    for one in rows[number]
                    if one.style == row.style and len(one.tokens) == len(row.tokens)
                ),
                None,
            )
        if same is not None:
            found.append((number, same))
            blank = 0
        elif line.is_blank or line.is_rule:
            blank += 1
        else:
            return None
        number += 1
    return found


def _make_candidate(
    lines: Sequence[TextLine], found: _Found, size: int, beside: int
) -> Candidate | None:
    """Return the Sudokus that successive rows make, side by side; None if the gaps between the rows
    do not fit boxes.
    """
    row_gaps = frozenset(i for i in range(1, size) if found[i][0] - found[i - 1][0] > 1)
    if len(row_gaps) == size - 1:
        steps = [found[i][0] - found[i - 1][0] for i in range(1, size)]
        row_gaps = frozenset(i for i in range(1, size) if steps[i - 1] > min(steps))
    step = min(row_gaps, default=size)
    if step == 1 or size % step or any(gap % step for gap in row_gaps):
        return None
    if len({row.bars for _, row in found}) > 1:
        return None
    squares = []
    for i in range(beside):
        tokens = tuple(token for _, row in found for token in row.tokens[i * size : (i + 1) * size])
        gaps = frozenset.intersection(*(row.gaps for _, row in found))
        column_gaps = frozenset(gap - i * size for gap in gaps if 0 < gap - i * size < size)
        if beside == 1 and not row_gaps and not column_gaps:
            row_gaps, column_gaps = _find_heavy_gaps(lines, found)
        spans = tuple(Span(line, row.start, row.end) for line, row in found)
        squares.append(Square(size, tokens, spans, row_gaps, column_gaps))
    return Candidate(found[0][0], found[-1][0], tuple(squares), "rows")


def _find_heavy_gaps(
    lines: Sequence[TextLine], found: _Found
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the rows before which a double or thick line is drawn, and the columns before which
    each row has such a bar, in a drawing with lines between all cells.
    """
    row_gaps = frozenset(
        i
        for i, ((above, _), (below, _)) in enumerate(pairwise(found), 1)
        if any(line.heavy for line in lines[above + 1 : below])
    )
    heavy = list[set[int]]()
    for number, row in found:
        bars = [place for place in range(row.start, row.end) if lines[number].text[place] == "|"]
        if len(bars) == len(row.bars):
            heavy.append({i for i, bar in enumerate(bars, 1) if bar in lines[number].heavy})
    return row_gaps, frozenset(set.intersection(*heavy) if len(heavy) == len(found) else ())


def list_row_readings(text: str) -> Iterator[Row]:
    """Yield the ways to read a line of text as a row of cells."""
    seen = set()
    for start, end, field in _list_cores(text):
        for found in _read_core(text, start, end):
            row = found._replace(style=found.style + field)
            key = row.style, row.tokens
            if key not in seen:
                seen.add(key)
                yield row


def _list_cores(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of a line, as start and end, that may be a row of cells: the whole line, the
    text between quotation marks or behind a sign such as a colon, and each field of a table, with
    its number as text.
    """
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    yield start, end, ""
    if not _LIMITS.search(text):
        return
    if comment := _COMMENT.search(text, start, end):
        yield start, comment.start(), ""
        end = comment.start()
    marks = [match.start() for match in _MARK.finditer(text, 0, end)]
    if len(marks) > 1:
        yield marks[0] + 1, marks[-1], ""
    if marks:
        yield marks[-1] + 1, end, ""
        yield start, marks[0], ""
    # Behind each of these signs but the last there is another, which is in no row.
    last = max(text.rfind(sign, 0, end) for sign in ":=([{") + 1
    if last:
        yield end - len(text[last:end].lstrip()), end, ""
    tail = len(text[:end].rstrip("\\])};,+" + _QUOTES))
    if start < tail < end:
        yield start, tail, ""
    yield from _list_fields(text)


def _list_fields(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the fields of a line of a table, as start, end, and the number of the field as text."""
    for sign in ",;\t":
        if 0 < text.count(sign) < _MOST_FIELDS:
            index = 0
            for number, field in enumerate(text.split(sign)):
                if len(field) >= SMALLEST_AS_TEXT and not field.isspace():
                    yield index, index + len(field), f" in field {number} of {sign}"
                index += len(field) + 1


def _read_core(text: str, start: int, end: int) -> Iterator[Row]:
    """Yield the ways to read the part of a line from index `start` to index `end` as cells."""
    while start < end and text[start] in _AROUND:
        start += 1
    while end > start and text[end - 1] in _AROUND:
        end -= 1
    core = text[start:end]
    if len(core) < SMALLEST_AS_TEXT:
        return
    if _FOREIGN.search(core):
        return
    words = [(match.start() + start, match[0]) for match in _WORD.finditer(core)]
    if not words:
        return
    if all(TOKEN.fullmatch(word) for _, word in words):
        yield from _make_separated(text, words, start, end)
    if all(_GLUED_WORD.fullmatch(word) for _, word in words):
        yield from _make_glued(text, words, start, end)


def _make_separated(
    text: str, words: Sequence[tuple[int, str]], start: int, end: int
) -> Iterator[Row]:
    """Yield the row whose cells are the words of a line."""
    if len(words) < SMALLEST_AS_TEXT:
        return
    bars, widths, steps = set(), set[int](), []
    for i in range(1, len(words)):
        before, (begin, word) = words[i - 1], words[i]
        between = text[before[0] + len(before[1]) : begin]
        width = len(between) + between.count("\t")
        widths.add(width)
        steps.append(width + len(word))  # numbers are usually aligned to the right
        if "|" in between:
            bars.add(i)
    gaps = set[int]()
    if bars:
        gaps = bars if len(bars) < len(words) - 1 else gaps
    elif len(widths) > 1:  # otherwise words of different lengths, such as -1 and 4, are not aligned
        least = min(steps)
        gaps = {i for i, step in enumerate(steps, 1) if step > least}
    tokens = tuple(word for _, word in words)
    yield Row(tokens, frozenset(gaps), "separated", start, end, frozenset(bars))


def _make_glued(text: str, words: Sequence[tuple[int, str]], start: int, end: int) -> Iterator[Row]:
    """Yield the row whose cells are all signs of a line, if its words are of equal lengths."""
    pieces = list[list[str]]()
    for _, word in words:
        pieces.append(SIGN.findall(word))
        if len(pieces[-1]) < 2 or len(pieces[-1]) != len(pieces[0]):
            return
    if "," in text[start:end] or ";" in text[start:end]:
        return
    tokens, gaps = list[str](), set[int]()
    for piece in pieces:
        gaps.add(len(tokens))
        tokens += piece
    if len(tokens) >= SMALLEST_AS_TEXT:
        yield Row(tuple(tokens), frozenset(gaps - {0}), "glued", start, end)
