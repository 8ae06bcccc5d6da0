"""Sudokus that take several lines each, a line for each row.

The rows have frames, bars and rules between them or none. Where blanks are spaces, cells are known
by their places on the line.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ..sudoku.text import SMALLEST_AS_TEXT
from .cells import (
    BRACKETS,
    WHITE,
    Cells,
    Row,
    is_rule,
    is_title,
    row_of,
)
from .fields import text_of
from .form import MAX_SIZE
from .head import Head
from .lines import decoded
from .several_lines import SeveralLines

_CellsOf = Callable[[str], Cells | None]
"""Takes a line apart by the places of its cells; None if it is no row."""

_OTHER_SECTIONS = ("state", "pencil", "candidate", "solution")
"""How the names of sections begin that hold no new puzzle, but what was made of the one before."""


def recognised(head: Head) -> SeveralLines:
    """Return the Sudokus; raise `PairFileError` where no row of one is on any line."""
    lines = ((number, decoded(head.source, number, line)) for number, line in head.rest)
    cells_of = _by_place([text_of(line) for _, line in head.lines])
    if cells_of is not None:
        return SeveralLines(head, Rows(head, _without_blank_end(lines), cells_of))
    return SeveralLines(head, Rows(head, lines, dashes=_dashes(head)))


def _dashes(head: Head) -> int:
    """Return how many dashes make a row of blanks if - stands for blank here, else 0."""
    for _, line in head.content:
        text = text_of(line)
        chars = set(text) - {*"| \t"}
        if "-" in chars and "".join(chars - {"-"}).isalnum():
            row = row_of(1, text)
            return 0 if is_title(text, row, None) else len(row.cells)
    return 0


class Rows:
    """The rows among numbered lines, one after another; lines of words are put aside."""

    def __init__(
        self,
        head: Head,
        lines: Iterable[tuple[int, str]],
        cells_of: _CellsOf = lambda _: None,
        dashes: int = 0,
    ) -> None:
        """Read the rows of numbered `lines`.

        `cells_of` takes lines apart whose blanks are spaces. A line of just `dashes` dashes is a
        row of blanks and no rule; with 0 there is no such line.
        """
        self._head, self._lines = head, lines
        self._cells_of, self._dashes = cells_of, dashes
        self.size: int | None = None
        """How many cells a row has, once that is known."""
        self.is_inside = False
        """Whether the rows so far end within a grid, where no line of words can stand."""
        self._gap = self._rule = 0
        self._section, self._title = "", (0, "")

    def all(self) -> Iterator[Row]:
        """Yield the rows."""
        for number, line in self._lines:
            if row := self._row(number, line):
                yield row._replace(gap=self._gap, rule=self._rule, title=self._title[1])
                self._gap = self._rule = 0
                self._title = 0, ""
        self._put_title_aside()

    def _row(self, number: int, line: str) -> Row | None:
        """Return the row on a line; None for another line, after what it says is noted."""
        stripped = line.strip(WHITE)
        row: Row | None
        if (cells := self._cells_of(line)) is not None:
            row = _row_by_place(number, line, cells)
        elif not stripped:
            self._gap = number
            return None
        elif stripped.startswith("#"):
            return None
        elif is_rule(line) and not self._is_row_of_dashes(stripped):
            self._rule = number
            return None
        else:
            row = row_of(number, line, self._head.box)
            if not row.cells and set(stripped) & BRACKETS.keys():
                return None
            if not self.is_inside and is_title(line, row, self.size):
                self._note_words(number, stripped)
                row = None
        if not self.is_inside and self._is_other_section:
            self._head.put_aside(number, line)
            return None
        return row

    def _note_words(self, number: int, words: str) -> None:
        if words.startswith("[") and words.endswith("]"):
            self._section = words[1:].lower()
        elif not self._is_other_section:
            self._put_title_aside()
            self._title = number, words

    @property
    def _is_other_section(self) -> bool:
        return self._section.startswith(_OTHER_SECTIONS)

    def _put_title_aside(self) -> None:
        if self._title[0]:
            self._head.put_aside(*self._title)

    def _is_row_of_dashes(self, stripped: str) -> bool:
        return (
            self._dashes > 0 and stripped.count("-") == self._dashes and set(stripped) <= {*"-| "}
        )


def _row_by_place(number: int, line: str, cells: Cells) -> Row:
    bars = [
        (place, sum(1 for column, _ in cells if column < place))
        for place, char in enumerate(line, 1)
        if char == "|"
    ]
    return Row(number, cells, False, bars, len(line) + 1, line)


# Cells known by their places


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


def _by_place(lines: Sequence[str]) -> _CellsOf | None:
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


def _open(lines: Sequence[str]) -> _CellsOf | None:
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
            places = range(0, size * step, step)
            # An empty line is a row of blanks where there is just one grid.
            return lambda line: _at(line, places) if line or is_one else None
    return None


def _barred(lines: Sequence[str]) -> _CellsOf | None:
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
