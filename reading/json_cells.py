"""Values of JSON, or of another format with lists, as lines of cells and as names of Sudokus."""

import re
from typing import Any

from ..recognition.json_values import make_square

_BLANKS = frozenset(("", "null", "-1"))
"""The tokens of values that are blank cells in every list."""


def format_sudoku_value_as_line_or_none(
    value: object, *, is_zero_blank: bool = False
) -> str | None:
    """Return a value that may be a Sudoku as one line of text. A text is returned unchanged. The
    cells of a list are joined by spaces. Return None if `value` is neither a text nor a list of the
    cells of a Sudoku.

    A list has either N rows, which are lists of N cells or texts of N characters, or N·N cells,
    where N is the number of rows of the Sudoku. A cell that is None, NaN, -1 or an empty text is
    blank; 0 is blank if `is_zero_blank`, and otherwise blank or a digit, as in other texts.

    >>> format_sudoku_value_as_line_or_none([[1, 2, 3, 4], 4 * [0], 4 * [None], [0, 0, 1, 2.0]])
    '1 2 3 4 0 0 0 0 . . . . 0 0 1 2'
    """
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    square = make_square(value)
    if square is None:
        return None
    blanks = _BLANKS | {"0"} if is_zero_blank else _BLANKS
    return " ".join("." if token in blanks else token for token in square.tokens)


def join_other_json_values(record: Any, cells: bytes, grid_pattern: re.Pattern[bytes]) -> str:
    """Return the values in a record of JSON as one text, without the cells of the Sudoku, and
    without other grids. `grid_pattern` is the pattern of a text that is a grid of the same size.
    """
    text = cells.decode(errors="replace")
    found = _list_values(record) if isinstance(record, dict | list) else ()
    others = (str(value) for value in found if value != text and _may_be_name(value))
    return " ".join(
        one for one in others if not grid_pattern.fullmatch(one.encode(errors="replace"))
    )


def _list_values(value: object) -> list[object]:
    """Return the values in a JSON object or list, also those in objects inside it."""
    if isinstance(value, dict):
        return [inner for one in value.values() for inner in _list_values(one)]
    if (
        isinstance(value, list)
        and any(isinstance(one, dict | str) for one in value)
        and make_square(value) is None
    ):
        return [inner for one in value for inner in _list_values(one)]
    return [value]


def _may_be_name(value: object) -> bool:
    """Return whether a JSON value may be a part of a name: a number, or a text on one line."""
    is_text = isinstance(value, str) and "\n" not in value
    return is_text or (isinstance(value, int | float) and not isinstance(value, bool))
