"""A file that is one array of JSON: its texts and objects, each as a line."""

import json
from typing import Any

from ..base.language import Message
from ..base.limits import ARRAY
from . import runs
from .fields import parsed_json
from .form import Reading, Unwrapped
from .lines import Lines
from .problems import too_much

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
    items = _array_in(parsed_json(text))
    if items is None or not all(isinstance(item, str | dict) for item in items):
        return None
    return Unwrapped(enumerate(map(_line_of, items), 1), how)


def _line_of(item: Any) -> bytes:
    text = item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)
    return " ".join(text.split()).encode(errors="replace")


def _array_in(document: Any) -> list[Any] | None:
    """Return the array that a document is, or the only one in an object that is no Sudoku."""
    if isinstance(document, dict):
        arrays = [value for value in document.values() if isinstance(value, list)]
        others = [value for value in document.values() if isinstance(value, str)]
        is_sudoku = any(runs.find(text.encode(errors="replace")) for text in others)
        document = arrays[0] if len(arrays) == 1 and not is_sudoku else None
    return document if isinstance(document, list) else None
