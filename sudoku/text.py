"""A grid as text: on one line as collections have it, a line for each row, or drawn in boxes."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from ..base.errors import GridError
from .shape import BoxShape

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789" + LETTERS
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
        raise GridError("expected at most {count} cells a side", count=MOST_LETTERS)
    return "".join(DIGITS[value] if value else "." for value in chain.from_iterable(rows))


def format_rows(grid: Iterable[Iterable[int]]) -> str:
    """Return a grid in plain form: a line for each row, digits with single spaces, 0 for blank."""
    return "\n".join(" ".join(map(str, row)) for row in grid)


MARK = "!"
"""Stands before a cell that is marked."""

Marked = Callable[[int, int], bool]
"""Tells from a cell's row and column, both from 0, whether the cell is marked."""


def cells_drawn(
    cells: Sequence[Sequence[str | int]], shape: BoxShape, marked: Marked = lambda _, __: False
) -> list[str]:
    """Return the lines of a drawing of cells that hold these texts, or 0 for blank.

    All lines have one width.
    """
    texts = [[str(cell or ".") for cell in row] for row in cells]
    width = max(len(str(shape.size)), *(len(text) for row in texts for text in row))
    per_stack, per_band = shape.width, shape.height
    drawn_cells = [
        [(MARK if marked(r, c) else " ") + text.rjust(width) for c, text in enumerate(row)]
        for r, row in enumerate(texts)
    ]
    starts = range(0, shape.size, per_stack)
    lines = [
        " |".join("".join(row[start : start + per_stack]) for start in starts)
        for row in drawn_cells
    ]
    rule = "-+-".join("-" * (per_stack * (width + 1) - 1) for _ in starts)
    drawn: list[str] = []
    for r, line in enumerate(lines):
        if r and r % per_band == 0:
            drawn.append(f"-{rule}-")
        drawn.append(line)
    full = len(rule) + 2
    return [line.ljust(full) for line in drawn]
