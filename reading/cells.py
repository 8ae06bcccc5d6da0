"""Lines of text taken apart into cells and bars, however they are drawn."""

import re
from typing import NamedTuple

from ..base.errors import PairFileError
from ..base.language import Message
from ..sudoku.shape import BoxShape
from ..sudoku.text import SMALLEST_AS_TEXT
from .problems import unexpected

WHITE = " \t"
_EDGE = "|+*.:'`,"
"""What a rule may begin and end with, and what may cross it."""
_RULE = re.compile(rf"[ \t]*[{_EDGE}]?[-=]+([{_EDGE}]+[-=]+)*[{_EDGE}]?[ \t]*")
_SPACED_RULE = re.compile(r"[ \t]*-{2,}([ \t]+[|+][ \t]+-{2,})+[ \t]*")
_SEPARATED_CELL = re.compile(r"[^ \t,;/]+|(?<=[,;])(?=[ \t]*[,;])")
"""A text between white space, commas, ; and /. Between two commas it is empty: refused later."""
_CELLS = frozenset("0123456789._*xX-")
_WORD = re.compile(r"[^\W\d_]{2}")
BRACKETS = dict.fromkeys("[](){}\"'", " ")
_BRACKETS_AS_SPACES = str.maketrans(BRACKETS)
_DRAWN = str.maketrans(
    {chr(code): "-" for code in range(0x2500, 0x2580)}
    | dict.fromkeys("│┃║╎╏┆┇┊┋", "|")
    | dict.fromkeys("┼╋╬╪╫┿╂", "+")
)

Cells = list[tuple[int, str]]
"""The columns, from 1, and the texts of the cells on a line."""


class Row(NamedTuple):
    """A line that holds cells: its number, their texts and columns, and where bars stand."""

    line: int
    cells: Cells
    separated: bool
    bars: list[tuple[int, int]]
    """For each `|` inside the row: (its column, the number of cells before it)."""
    end: int
    """The column after the last character that is not white space."""
    text: str
    """The line itself."""
    gap: int = 0
    """The line number of the last blank line since the row before, 0 if there is none."""
    rule: int = 0
    """The line number of the last rule since the row before, 0 if there is none."""
    title: str = ""
    """The last line of words since the row before, empty if there is none."""


def is_rule(line: str) -> bool:
    """Return whether a line is a rule drawn between rows of cells, in any mixture of characters.

    >>> [is_rule(line) for line in ("---+---", "*-----*", "|---+---|", ".--.--.", "-1-", "..")]
    [True, True, True, True, False, False]
    """
    drawn = line if line.isascii() else line.translate(_DRAWN)
    return bool(_RULE.fullmatch(drawn) or _SPACED_RULE.fullmatch(drawn))


def row_of(number: int, line: str, box: BoxShape | None = None) -> Row:
    """Take a line apart into cells and bars.

    Cells are separated if the line holds a comma, a ; or a /, if white space stands between two
    cells without a bar, or if boxes have one column, so that bars stand between all cells.
    Otherwise every character is a cell; so it is in a whole grid on one line with spaces between
    its rows, too. Brackets and quotes are ignored, and so is a comment: a # after white space, and
    what follows it.
    """
    shown = (line if line.isascii() else line.translate(_DRAWN)).translate(_BRACKETS_AS_SPACES)
    shown = re.split(r"(?<=[ \t])#", shown, maxsplit=1)[0].rstrip(WHITE)
    # Lists in code have a comma after each row.
    shown = shown[:-1].rstrip(WHITE) if shown.endswith((",", ";")) else shown
    cells = Cells()
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
            cells += [(column + i, char) for i, char in enumerate(text, 1) if char not in WHITE]
        column += len(text)
    if separated and _is_grid_of_words(cells):
        cells = [(start + i, char) for start, text in cells for i, char in enumerate(text)]
        separated = False
    return Row(number, cells, separated, bars, len(shown) + 1, line)


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


def wrong_length(source: str, row: Row, count: int) -> PairFileError:
    """Return the error of a row that does not have `count` cells."""
    expected = Message("{size} cells in the row", size=count)
    found = Message("{count} cells", count=len(row.cells))
    column = row.cells[count][0] if len(row.cells) > count else row.end
    return unexpected(source, row.line, column, expected, found)


def _is_grid_of_words(cells: Cells) -> bool:
    """Return whether there are as many words as each has characters: then each word is a row.

    >>> _is_grid_of_words(list(enumerate("1234 3412 2143 4321".split())))
    True
    """
    size = len(cells)
    return size >= SMALLEST_AS_TEXT and all(len(text) == size for _, text in cells)
