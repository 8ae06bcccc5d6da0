"""A file that is one array of JSON: its texts and objects, each as a line."""

import json
from typing import Any

from ..base.language import Message
from ..base.limits import ARRAY
from . import runs
from .form import Reading, Unwrapped, cells_in, parsed_json, too_much
from .lines import Lines

_FIRST = 2**18
"""How many bytes are read to see where the first line ends."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the items of an array, which may also be the only one in an object.

    Returns None for other JSON, objects on a line each for example.
    """
    if not lines.start.lstrip().startswith((b"[", b"{")):
        return None
    first, _, following = lines.ahead(_FIRST).partition(b"\n")
    if following.strip() and parsed_json(first) is not None:
        return None
    text = lines.ahead(ARRAY + 1)
    if len(text) > ARRAY:
        raise too_much(lines.source, Message("an array of JSON"))
    items = _items_of(parsed_json(text))
    if not items or not all(isinstance(item, str | dict) or _is_grid(item) for item in items):
        return None
    return Unwrapped(enumerate(map(_line_of, items), 1), how)


def _line_of(item: Any) -> bytes:
    text = json.dumps(item, ensure_ascii=False) if isinstance(item, dict) else cells_in(item) or ""
    return " ".join(text.split()).encode(errors="replace")


def _items_of(document: Any) -> list[Any] | None:
    """Return the items of the array that a document is, or of the only one in an object.

    An object that has a Sudoku is an item itself, as is an array of rows of numbers.
    """
    if isinstance(document, dict):
        values = list(document.values())
        arrays = [value for value in values if isinstance(value, list)]
        others = [value for value in values if isinstance(value, str)]
        if any(map(_is_grid, arrays)):
            return [document]
        is_sudoku = any(runs.find(text.encode(errors="replace")) for text in others)
        document = arrays[0] if len(arrays) == 1 and not is_sudoku else None
    return [document] if _is_grid(document) else document if isinstance(document, list) else None


def _is_grid(value: object) -> bool:
    """Return whether this is a Sudoku as lists of numbers."""
    is_list = isinstance(value, list) and not all(isinstance(one, str) for one in value)
    return is_list and cells_in(value) is not None
