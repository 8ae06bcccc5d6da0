"""A Sudoku in several lines whose blanks are spaces: cells known by their place on the line."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..sudoku.text import SMALLEST_AS_TEXT
from .cells import WHITE, Cells, is_rule
from .form import MAX_SIZE
from .head import Head, text_of
from .lines import decoded
from .several_lines import CellsOf, Rows, SeveralLines


def recognised(head: Head) -> SeveralLines | None:
    """Return the Sudokus if the first lines hold cells in fixed places, else None."""
    cells_of = _by_place([text_of(line) for _, line in head.lines])
    if cells_of is None:
        return None
    lines = ((number, decoded(head.source, number, line)) for number, line in head.rest)
    return SeveralLines(head, Rows(head, _without_blank_end(lines), cells_of))


def _without_blank_end(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield lines but the blank ones at the end, where a blank line may be a row of blanks.

    >>> list(_without_blank_end([(1, "12"), (2, ""), (3, "1 "), (4, " "), (5, "")]))
    [(1, '12'), (2, ''), (3, '1 ')]
    """
    blank: list[tuple[int, str]] = []
    for numbered in lines:
        if numbered[1].strip():
            yield from blank
            yield numbered
            blank.clear()
        elif len(blank) < MAX_SIZE**2:  # more are no rows of anything
            blank.append(numbered)


def _by_place(lines: Sequence[str]) -> CellsOf | None:
    """Return what takes these lines apart if their blanks are spaces, else None.

    Blanks are spaces if the lines hold no other sign for blank, and if the digits stand where one
    of the usual drawings has cells: in each place or in every second, with bars or without.
    >>> cells = _by_place(["1 |  ", "  | 2", "--+--", " 3|  ", "  |4 "])
    >>> [text for _, text in cells("  | 2")]
    ['.', '.', '.', '2']
    """
    # Whole lines of white space are rows only between others.
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    drawn = [line for line in lines if _may_be_row(line)]
    content = [line for line in drawn if line.strip()]
    if not content or not all(set(line) <= {*"123456789|", " "} for line in content):
        return None
    if not any(" " in line.strip(" |") or "  " in line for line in content):
        return None
    return _barred(content) if "|" in content[0] else _open(drawn)


def _open(lines: Sequence[str]) -> CellsOf | None:
    """Rows without bars: empty lines are separators between grids, or rows of blanks."""
    while lines and not lines[0].strip():
        lines = lines[1:]
    width = max(len(line.rstrip()) for line in lines)
    for step in (1, 2):
        size, rest = divmod(width + step - 1, step)
        between = (line[i] for line in lines for i in range(1, len(line), 2)) if step == 2 else ""
        if size < SMALLEST_AS_TEXT or rest or any(char != " " for char in between):
            continue
        is_one, filled = len(lines) == size, sum(1 for line in lines if line)
        if is_one or filled % size == 0:
            return partial(_open_cells, places=range(0, size * step, step), is_one=is_one)
    return None


def _open_cells(line: str, places: range, is_one: bool) -> Cells | None:
    """Return the cells of a line; an empty one is a row of blanks where there is just one grid."""
    return _at(line, places) if line or is_one else None


def _barred(lines: Sequence[str]) -> CellsOf | None:
    """Rows with bars: the same number of characters stands between any two bars."""
    parts = [_between_bars(line) for line in lines]
    count = len(parts[0])
    width = max(len(text) for _, text in parts[0])
    if any(len(row) != count for row in parts):
        return None
    # A character for each cell, alone or with a space before or after it.
    for places in (range(width), range(1, width, 2), range(0, width, 2)):
        size = count * len(places)
        between = set(range(width)) - set(places)
        texts = [_padded(part, width, i) for row in parts for i, part in enumerate(row)]
        is_clear = all(text[i] == " " for _, text in texts for i in between)
        if size >= SMALLEST_AS_TEXT and len(lines) % size == 0 and is_clear:
            return partial(_barred_cells, places=places, width=width)
    return None


def _barred_cells(line: str, places: range, width: int) -> Cells | None:
    if "|" not in line or not _may_be_row(line):
        return None
    parts = [_padded(part, width, i) for i, part in enumerate(_between_bars(line))]
    return [(start + at, char) for start, text in parts for at, char in _at(text, places)]


def _between_bars(line: str) -> Cells:
    """Return what stands between the bars and where; the outermost need not be drawn."""
    parts, start = Cells(), 0
    for text in line.split("|"):
        parts.append((start, text))
        start += len(text) + 1
    inner = parts[1:-1]
    width = max((len(text) for _, text in inner), default=0)
    for edge in (0, -1):
        text = parts[edge][1]
        if len(parts) > 2 and not text.strip() and (not text or len(text) < width - 1):
            del parts[edge]
    return parts


def _padded(part: tuple[int, str], width: int, number: int) -> tuple[int, str]:
    """Return a part filled up with spaces to `width`; the first one may lack a space in front."""
    start, text = part
    if number == 0 and len(text) == width - 1:
        return start - 1, f" {text}"
    return start, text.ljust(width)


def _at(line: str, places: Iterable[int]) -> Cells:
    """Return the characters at these places, a point for each space, and those after the last."""
    extra = line.rstrip()[max(places, default=0) + 1 :]
    found = [(i + 1, line[i] if i < len(line) and line[i] != " " else ".") for i in places]
    return found + [(len(line), char) for char in extra if char != " "]


def _may_be_row(line: str) -> bool:
    return not line.lstrip(WHITE).startswith("#") and not is_rule(line)
