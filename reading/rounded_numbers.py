"""Detection of Sudokus that a spreadsheet has turned into rounded numbers such as 5.3E+80.

A spreadsheet keeps only the first digits of a long number, so the Sudoku cannot be restored.
"""

import re

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message

KEPT_DIGITS = 15
"""The number of digits that a spreadsheet keeps of a number."""
_SIZES = (4, 6, 9, 16)
"""The sizes, in cells a side, of the grids that a rounded number may have been, if the size is not
known.
"""
_NUMBER = re.compile(r"(?<![\w.+-])\d(?:[.,]\d+)?[eE]\+?(\d{2,3})(?![\w.])")
_EXPONENT = re.compile(r"[eE]\+?\d\d")
_WHOLE_FIELD = re.compile(r"\d(?:[.,]\d+)?[eE]\+?(\d{2,3})")


def is_rounded_number(field: str) -> bool:
    """Return whether a field of a table is a number that a spreadsheet has rounded, such as
    5.3E+80: a number in scientific notation whose value has more digits than the 15 that a
    spreadsheet keeps.

    >>> [is_rounded_number(one) for one in ("5.30070000600195E+80", "5,3e80", "1.5e+03", "53007")]
    [True, True, False, False]
    """
    number = _WHOLE_FIELD.fullmatch(field.strip())
    return number is not None and int(number[1]) >= KEPT_DIGITS


def search_rounded_number(text: str, size: int | None = None) -> re.Match[str] | None:
    """Return the first number on a line that was probably a Sudoku until a spreadsheet rounded it,
    such as 5.3E+80. Return None if there is no such number.

    Such a number is in scientific notation. It has at most as many digits as a Sudoku of `size`
    cells a side has cells, and more than two thirds as many, because a spreadsheet loses the zeros
    at the beginning of a Sudoku. If `size` is None, the usual sizes are tried.

    >>> search_rounded_number("7,5.30070000600195E+80,easy").group()
    '5.30070000600195E+80'
    """
    if not _EXPONENT.search(text):  # this search is quicker than the next
        return None
    sizes = _SIZES if size is None else (size,)
    for number in _NUMBER.finditer(text):
        digits = int(number[1]) + 1
        if digits > KEPT_DIGITS and any(2 * one**2 < 3 * digits <= 3 * one**2 for one in sizes):
            return number
    return None


def make_rounded_error_or_none(
    source: str, line: int, text: str, size: int | None = None
) -> PairFileError | None:
    """Return the error for a line with a number, such as 5.3E+80, that was probably a Sudoku until
    a spreadsheet rounded it; None if the line has no such number.

    `size` is the number of cells a side of the Sudokus, None if it is not known.
    """
    number = search_rounded_number(text, size)
    return number and make_lost_digits_error(source, line, number.start() + 1, number[0])


def make_lost_digits_error(source: str, line: int, column: int, number: str) -> PairFileError:
    """Return the error for a Sudoku that was stored as a number and has lost digits. `number` is
    this number as the file has it, and `line` and `column` (both from 1, the column in characters)
    are the position of the number in the file `source`. The error recommends storing Sudokus as
    text.
    """
    found = Message("the number {number}", number=number)
    return make_unexpected_error(
        source, line, column, Message("Sudokus as text (in pandas dtype=str)"), found
    )
