"""Codes in which each cell, or each run of blank cells, is written as one or two characters: those
of SudokuWiki, such as `S9B03epep…`, and those of SudokuPad, such as `scfK5…`.
"""

import re
from string import ascii_lowercase, ascii_uppercase, digits

from ..base.messages import Message
from .link_values import LinkedSudoku, LinkError

_WIDTHS = {"S": 2, "X": 2, "W": 2, "T": 3, "J": 3, "L": 4, "M": 5}
"""The number of characters for each cell of a code of SudokuWiki, by the code's first letter."""
_VARIANTS = {
    "X": "X-Sudoku",
    "W": "Windoku",
    "T": "Str8ts",
    "J": "Jigsaw",
    "L": "Killer",
    "M": "Killer Jigsaw",
    "w": "Windoku",
    "x": "X-Sudoku",
}
SUDOKUWIKI = "|".join(f"{letter}9B[0-9a-z]{{{81 * width}}}" for letter, width in _WIDTHS.items())
"""The regular expression of a code of SudokuWiki for 9×9 cells."""
_MOST = 18 + 511
"""The largest number of a cell: 18 and a bit for each candidate."""

_RUNS = digits + ascii_uppercase + ascii_lowercase[:24]
SUDOKUPAD = rf"scf[{_RUNS}]{{17,90}}"
"""The regular expression of a code of SudokuPad for 9×9 cells."""


def read_sudokuwiki(code: str, *, with_placed: bool) -> LinkedSudoku:
    """Return the Sudoku of a code of SudokuWiki. Each cell is a number in base 36: 0 if it is
    blank, 1 to 9 for a clue, 10 to 18 for a digit that a player has placed, and above for
    candidates. Digits that a player has placed are read if `with_placed`.

    Raises `LinkError` if a number is too large, or for the code of a variant.
    """
    if code[0] != "S":
        raise LinkError(Message("a variant with {names}", names=_VARIANTS[code[0]]))
    numbers = [int(code[i : i + 2], 36) for i in range(3, len(code), 2)]
    if max(numbers) > _MOST:
        raise LinkError(Message("a code of SudokuWiki with a cell that has no meaning"))
    highest = 18 if with_placed else 9
    return LinkedSudoku(9, tuple((n - 1) % 9 + 1 if 0 < n <= highest else 0 for n in numbers), "")


def read_sudokupad_or_none(code: str) -> LinkedSudoku | None:
    """Return the Sudoku of a code of SudokuPad, or None for another word. Each character is a cell
    and up to five blank cells after it.

    Raises `LinkError` for the code of a variant, which has its letter after the cells.
    """
    cells = list[int]()
    signs = iter(code[3:])
    while len(cells) < 81 and (sign := next(signs, "")):
        blanks, digit = divmod(_RUNS.index(sign), 10)
        cells += [digit, *[0] * blanks]
    if len(cells) != 81:
        return None
    if rules := "".join(signs):
        if not re.fullmatch("[wx]+", rules):
            return None
        names = ", ".join(_VARIANTS[rule] for rule in rules)
        raise LinkError(Message("a variant with {names}", names=names))
    return LinkedSudoku(9, tuple(cells), "")
