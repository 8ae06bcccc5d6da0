"""A grid as text: on one line as collections have it, or a line for each row."""

from collections.abc import Iterable
from itertools import chain
from string import ascii_uppercase

from ..base.errors import GridError
from ..base.language import Message

DIGITS = "0123456789" + ascii_uppercase
"""The characters for 0 to 35."""
MOST_LETTERS = len(DIGITS) - 1
"""The most cells a side for which each digit has a character."""
SMALLEST_AS_TEXT = 4
"""The fewest cells a side of a grid on one line: nine characters are more likely a row of nine."""


def format_line(grid: Iterable[Iterable[int]]) -> str:
    """Return a grid on one line: no separators and `.` for blank, as collections have them.

    Raises `GridError` above 35 cells a side, where there are no letters left.

    >>> format_line([[1, 2], [0, 1]])
    '12.1'
    """
    rows = list(grid)
    if len(rows) > MOST_LETTERS:
        raise GridError(Message("expected at most {count} cells a side", count=MOST_LETTERS))
    return "".join(DIGITS[value] if value else "." for value in chain.from_iterable(rows))


def format_rows(grid: Iterable[Iterable[int]]) -> str:
    """Return a grid in plain form: a line for each row, digits with single spaces, 0 for blank."""
    return "\n".join(" ".join(map(str, row)) for row in grid)
