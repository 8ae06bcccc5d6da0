"""The sizes of Sudokus on lines of a list: of a whole line, and of a line that is nearly one."""

import re
from collections.abc import Collection
from math import isqrt

from ..recognition.cells import parse_row, replace_unusual_characters_by_ascii
from ..sudoku.grid import SMALLEST_AS_TEXT
from . import cell_runs

_LARGEST = 36
"""The most rows of a Sudoku of another size."""
_MOST_DAMAGED = 2
"""The most cells that a damaged line has too few or too many."""
_LARGEST_PLAIN = 9
"""The most rows of a Sudoku whose line has no letters except x; any word may be as long."""
_PLAIN = re.compile(r"[0-9xX._*-]+")
_GLUED = re.compile(r"[0-9A-Za-z._*-]+")
_SEPARATED = re.compile(
    r"(?:[0-9]{1,2}|[A-Za-z._*-])(?:[ \t]*[ \t,;][ \t]*(?:[0-9]{1,2}|[A-Za-z._*-]))+"
)


def find_damaged_size(text: str, sizes: Collection[int]) -> int | None:
    """Return the number of rows of the Sudoku that a line of glued cells is if one or two cells are
    missing, or are too many. `sizes` are the possible numbers of rows. Return None for other lines.
    """
    word = replace_unusual_characters_by_ascii(text).strip(" \t\"'")
    if not _GLUED.fullmatch(word):
        return None
    is_plain = _PLAIN.fullmatch(word) is not None and any(map(str.isdigit, word))
    possible = [size for size in sizes if is_plain or size > _LARGEST_PLAIN]
    return next((n for n in possible if 0 < abs(n * n - len(word)) <= _MOST_DAMAGED), None)


def find_size_of_whole_line(text: str) -> int | None:
    """Return the number of rows of the Sudoku that a whole line is; None if it is none.

    >>> [find_size_of_whole_line(one) for one in ("1...3........2..", "1...3........2.", "a 1 2")]
    [4, None, None]
    """
    text = replace_unusual_characters_by_ascii(text).strip(" \t\"'")
    if len(text) < SMALLEST_AS_TEXT**2:
        return None
    if _GLUED.fullmatch(text):
        span = cell_runs.find_first_gapless_sudoku_span(text.encode())
        is_whole = span is not None and (span.start, span.end) == (0, len(text))
        return span.size if span is not None and is_whole else None
    if not _SEPARATED.fullmatch(text):
        return None
    count = len(parse_row(1, text).cells)
    size = isqrt(count)
    return size if size**2 == count and SMALLEST_AS_TEXT <= size <= _LARGEST else None
