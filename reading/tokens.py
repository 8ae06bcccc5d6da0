"""Tokens: the texts that can be cells of a Sudoku, as the forms look for them."""

import re
from collections.abc import Sequence
from math import isqrt

from ..sudoku.grid import SMALLEST_AS_TEXT

SIGN = re.compile(r"\+?[0-9]|[A-Za-z._*?#-]")
"""A cell that is written without anything between it and the next: a digit, a letter or a blank
sign. A digit after + was placed by a player.
"""

TOKEN = re.compile(r"\+?[0-9]{1,3}|-1|[A-Za-z._*?#-]|null|None|nil|NaN|nan|NULL|np\.nan")
"""A cell that is separated from the next: it may also be a number, or a word for nothing."""


def find_size(cell_count: int) -> int | None:
    """Return N if `cell_count` is N·N, and N at least 4; otherwise None."""
    size = isqrt(cell_count)
    return size if size >= SMALLEST_AS_TEXT and size**2 == cell_count else None


def are_cells(words: Sequence[str]) -> bool:
    """Return whether words are N·N cells. An empty word is a cell without a sign."""
    return find_size(len(words)) is not None and all(
        not word or TOKEN.fullmatch(word) for word in words
    )
