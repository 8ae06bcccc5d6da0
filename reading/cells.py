"""Grids that take several lines: lines of text taken apart into rows of cells, however drawn.

docs/formats.md shows what is read. Whatever cannot be read raises `PairFileError` with the place,
what was expected and what was found.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple, NoReturn

from ..base.errors import PairFileError
from ..base.language import Message
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from ..sudoku.signs import Signs

MAX_SIZE = 36
"""The most cells a side that are read, unless the caller allows more."""

_WHITE = " \t"
_EDGE = "|+*.:'`,"
"""What a rule may begin and end with, and what may cross it."""
_RULE = re.compile(rf"[ \t]*[{_EDGE}]?[-=]+([{_EDGE}]+[-=]+)*[{_EDGE}]?[ \t]*")
_SPACED_RULE = re.compile(r"[ \t]*-{2,}([ \t]+[|+][ \t]+-{2,})+[ \t]*")
_SEPARATED_CELL = re.compile(r"[^ \t,;/]+|(?<=[,;])(?=[ \t]*[,;])")
"""A text between white space, commas, ; and /. Between two commas it is empty: refused later."""
_CELLS = frozenset("0123456789._*xX-")
_WORD = re.compile(r"[^\W\d_]{2}")
_BRACKETS = dict.fromkeys("[](){}\"'", " ")
_BRACKETS_AS_SPACES = str.maketrans(_BRACKETS)
_DRAWN = str.maketrans(
    {chr(code): "-" for code in range(0x2500, 0x2580)}
    | dict.fromkeys("│┃║╎╏┆┇┊┋", "|")
    | dict.fromkeys("┼╋╬╪╫┿╂", "+")
)
_OTHER_SECTIONS = ("state", "pencil", "candidate", "solution")
"""How the names of sections begin that hold no new puzzle, but what was made of the one before."""


class Row(NamedTuple):
    """A line that holds cells: its number, their texts and columns, and where bars stand."""

    line: int
    cells: list[tuple[int, str]]
    separated: bool
    bars: list[tuple[int, int]]
    """For each `|` inside the row: (its column, the number of cells before it)."""
    gap: int
    """The line number of the last blank line since the row before, 0 if there is none."""
    rule: int
    """The line number of the last rule since the row before, 0 if there is none."""
    end: int
    """The column after the last character that is not white space."""
    text: str
    """The line itself."""
    title: str
    """The last line of words since the row before, empty if there is none."""


def error(source: str, line: int, column: int, expected: Message, found: Message) -> PairFileError:
    """Return the error that says what was expected at a place, and what was found there."""
    message = Message("expected {expected}, found {found}", expected=expected, found=found)
    return PairFileError(source, line, column, message)


def is_rule(line: str) -> bool:
    """Return whether a line is a rule drawn between rows of cells, in any mixture of characters.

    >>> [is_rule(line) for line in ("---+---", "*-----*", "|---+---|", ".--.--.", "-1-", "..")]
    [True, True, True, True, False, False]
    """
    drawn = line if line.isascii() else line.translate(_DRAWN)
    return bool(_RULE.fullmatch(drawn) or _SPACED_RULE.fullmatch(drawn))


def is_comment(line: str) -> bool:
    """Return whether a line begins with #."""
    return line.lstrip(_WHITE).startswith("#")


def row_of(number: int, line: str, box: BoxShape | None = None) -> Row:
    """Take a line apart into cells and bars.

    Cells are separated if the line holds a comma, a ; or a /, if white space stands between two
    cells without a bar, or if boxes have one column, so that bars stand between all cells.
    Otherwise every character is a cell; so it is in a whole grid on one line with spaces between
    its rows, too. Brackets and quotes are ignored, and so is a comment: a # after white space, and
    what follows it.
    """
    shown = (line if line.isascii() else line.translate(_DRAWN)).translate(_BRACKETS_AS_SPACES)
    shown = re.split(r"(?<=[ \t])#", shown, maxsplit=1)[0].rstrip(_WHITE)
    # Lists in code have a comma after each row.
    shown = shown[:-1].rstrip(_WHITE) if shown.endswith((",", ";")) else shown
    cells: list[tuple[int, str]] = []
    bars: list[tuple[int, int]] = []
    separated = (
        any(len(_SEPARATED_CELL.findall(part)) > 1 for part in shown.split("|"))
        or any(sign in shown for sign in ",;/")
        or (box is not None and box.width == 1 and "|" in shown)
    )
    column = 0
    for text in re.split(r"(\|)", shown):
        if text == "|":
            bars.append((column + 1, len(cells)))
        elif separated:
            found = _SEPARATED_CELL.finditer(text)
            cells += [(column + cell.start() + 1, cell[0]) for cell in found]
        else:
            cells += [(column + i, char) for i, char in enumerate(text, 1) if char not in _WHITE]
        column += len(text)
    if separated and _is_grid_of_words(cells):
        cells = [(start + i, char) for start, text in cells for i, char in enumerate(text)]
        separated = False
    return Row(number, cells, separated, bars, 0, 0, len(shown) + 1, line, "")


def is_title(line: str, row: Row, size: int | None) -> bool:
    """Return whether a line is words, as in `Grid 01` or `[Puzzle]`, and not a row of cells."""
    if not _WORD.search(line) or not line.isprintable():
        return False
    plain = sum(1 for _, text in row.cells if set(text) <= _CELLS)
    if plain == len(row.cells) or (len(row.cells) == size and (plain or size > 9)):
        return False
    if size is None and not row.separated and len(row.cells) > 9:
        # Letters are digits of large grids, all of them large or all of them small.
        chars = {char for _, char in row.cells} - {"x", "X"}
        are_cells = all(char.isascii() and (char.isalnum() or char in _CELLS) for char in chars)
        return not are_cells or (any(map(str.islower, chars)) and any(map(str.isupper, chars)))
    return True


class Rows:
    """The rows among numbered lines, one after another; lines of words are put aside."""

    def __init__(
        self,
        lines: Iterable[tuple[int, str]],
        box: BoxShape | None,
        aside: Callable[[int, str], None],
        cells: Callable[[str], list[tuple[int, str]] | None] = lambda _: None,
        dashes: int = 0,
    ) -> None:
        """Read the rows of numbered `lines`; `box` is the shape of the boxes, if it is known.

        `aside` is called with the number and the text of each line of words. `cells` takes a line
        apart whose blanks are spaces, and returns None for any other line. A line of just `dashes`
        dashes is a row of blanks and no rule; with 0 there is no such line.
        """
        self._lines, self._box, self._aside = lines, box, aside
        self._cells, self._dashes = cells, dashes
        self.size: int | None = None
        """How many cells a row has, once that is known."""
        self.is_inside = False
        """Whether the rows so far end within a grid, where no line of words can stand."""
        self._found = self._all()

    def __iter__(self) -> Iterator[Row]:
        return self._found

    def _all(self) -> Iterator[Row]:
        gap = rule = 0
        section, title = "", (0, "")
        for number, line in self._lines:
            stripped = line.strip(_WHITE)
            if (cells := self._cells(line)) is not None:
                bars = [
                    (place, sum(1 for column, _ in cells if column < place))
                    for place, char in enumerate(line, 1)
                    if char == "|"
                ]
                row = Row(number, cells, False, bars, 0, 0, len(line) + 1, line, "")
            elif not stripped:
                gap = number
                continue
            elif is_comment(line):
                continue
            elif is_rule(line) and not self._is_row_of_dashes(stripped):
                rule = number
                continue
            else:
                row = row_of(number, line, self._box)
                if not row.cells and set(stripped) & _BRACKETS.keys():
                    continue
                if not self.is_inside and is_title(line, row, self.size):
                    if stripped.startswith("[") and stripped.endswith("]"):
                        section = stripped[1:].lower()
                    elif not section.startswith(_OTHER_SECTIONS):
                        if title[0]:
                            self._aside(*title)
                        title = number, stripped
                        continue
                    if not section.startswith(_OTHER_SECTIONS):
                        continue
            if not self.is_inside and section.startswith(_OTHER_SECTIONS):
                self._aside(number, line)
                continue
            yield row._replace(gap=gap, rule=rule, title=title[1])
            gap = rule = 0
            title = 0, ""
        if title[0]:
            self._aside(*title)

    def _is_row_of_dashes(self, stripped: str) -> bool:
        return (
            self._dashes > 0 and stripped.count("-") == self._dashes and set(stripped) <= {*"-| "}
        )


class Block(NamedTuple):
    """A grid of several lines: its first line, its N·N values, its text and the words above it."""

    line: int
    values: tuple[int, ...]
    text: str
    title: str


class Blocks:
    """The grids of a file in which each grid takes several lines, read one after another."""

    def __init__(self, first: Row, rows: Rows, shape: BoxShape, source: str) -> None:
        """Read the row `first`, then those of `rows`; `source` names the file in errors."""
        self._first, self._rows, self._shape, self._source = first, rows, shape, source
        self._last = first
        self._signs = Signs(shape.size)
        self._has_gaps = False
        self.number = 0
        """How many rows have been read."""

    def __iter__(self) -> Iterator[Block]:
        size = self._shape.size
        block: list[Row] = []
        self._rows.size, self._rows.is_inside = size, size > 1
        for row in chain((self._first,), self._rows):
            self._last = row
            block.append(row)
            self._check(block)
            self.number += 1
            self._rows.is_inside = len(block) < size
            if len(block) == size:
                text = "\n".join(row.text for row in block)
                yield Block(block[0].line, self._values(block), text, block[0].title)
                block = []
        if block:
            self._fail(block, self.missing())

    def _check(self, block: list[Row]) -> None:
        """Raise `PairFileError` where the last row of a block cannot stand where it does."""
        row, shape = block[-1], self._shape
        expected = row_number(self.number, shape.size)
        r = len(block) - 1
        if row.gap and r:
            # The first grid says whether blank lines stand between bands.
            if r == shape.height > 1 and self.number < shape.size:
                self._has_gaps = True
            if not self._has_gaps or r % shape.height:
                found = Message("a blank line")
                self._fail(block[:-1], error(self._source, row.gap, 1, expected, found))
        # Where bars stand between all cells, rules may stand between all rows.
        has_all_bars = len(row.bars) >= shape.size - 1 > 0
        if row.rule and r % shape.height and not has_all_bars:
            found = Message("a rule that is no border of boxes of {box} (see --box)", box=shape)
            self._fail(block[:-1], error(self._source, row.rule, 1, expected, found))
        for column, before in row.bars:
            if before % shape.width and not has_all_bars:
                found = Message("'|' after cell {count}", count=before)
                border = Message("'|' only at borders of boxes of {box} (see --box)", box=shape)
                self._fail(block[:-1], error(self._source, row.line, column, border, found))
        if len(row.cells) != shape.size:
            self._fail(block, wrong_length(self._source, row, shape.size))

    def _fail(self, block: list[Row], problem: PairFileError) -> NoReturn:
        """Raise `problem`, or the error of a cell of the block where one is wrong already."""
        self._values(block)
        raise problem

    def _values(self, block: list[Row]) -> tuple[int, ...]:
        size = self._shape.size
        cells = [(row.line, *cell) for row in block for cell in row.cells[:size]]
        return self._signs.values(self._source, cells)

    def missing(self) -> PairFileError:
        """Return the error of a file that ends before the next row."""
        expected, last = row_number(self.number, self._shape.size), self._last
        return error(self._source, last.line, last.end, expected, Message("the end of the file"))


def wrong_length(source: str, row: Row, count: int) -> PairFileError:
    """Return the error of a row that does not have `count` cells."""
    expected = Message("{size} cells in the row", size=count)
    found = Message("{count} cells", count=len(row.cells))
    column = row.cells[count][0] if len(row.cells) > count else row.end
    return error(source, row.line, column, expected, found)


def row_number(number: int, size: int) -> Message:
    """Return the name of a row whose `number` counts from 0 through all grids of a file."""
    return Message(
        "row {row} of {size} of Sudoku {number}",
        row=number % size + 1,
        size=size,
        number=number // size + 1,
    )


def _is_grid_of_words(cells: list[tuple[int, str]]) -> bool:
    """Return whether there are as many words as each has characters: then each word is a row.

    >>> _is_grid_of_words(list(enumerate("1234 3412 2143 4321".split())))
    True
    """
    size = len(cells)
    return size >= SMALLEST_AS_TEXT and all(len(text) == size for _, text in cells)
