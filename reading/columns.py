"""Sudokus that stand in a chosen column of a table."""

from collections.abc import Callable
from math import isqrt

from ..base.language import Message
from ..base.quoting import quoted
from ..sudoku.text import SMALLEST_AS_TEXT
from . import runs
from .cells import row_of
from .form import Header, SizeSeen
from .head import Head, text_of
from .problems import unexpected
from .single_lines import SingleLines


def in_column(
    head: Head,
    field_of: Callable[[str], str | None],
    header: Header | None = None,
    delimiter: str | None = None,
) -> SingleLines:
    """Return the Sudokus in the chosen column, of whose fields `field_of` tells that of a line.

    Raises `PairFileError` where none of the first lines has one there.
    """
    content = head.content[1:] if header else head.content
    for number, line in content:
        if size := _size_of(field_of(text_of(line)) or "", head.size):
            return SingleLines(head, SizeSeen(size, number), header, delimiter, field_of)
    number, line = (content or head.content)[0]
    expected = Message("Sudokus in the column '{column}'", column=head.how.column)
    raise unexpected(head.source, number, 1, expected, quoted(field_of(text_of(line)) or ""))


def _size_of(field: str, wanted: int | None) -> int | None:
    """Return how many cells a side a field's Sudoku has; None where it is none."""
    if found := runs.find(field.encode(), wanted):
        return found.size
    size = isqrt(cells := len(row_of(1, field).cells))
    return size if size**2 == cells and size >= SMALLEST_AS_TEXT else None
