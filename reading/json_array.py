"""A file that is one array of JSON: its texts and objects, each as a line."""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from ..base.language import Message, quoted
from . import runs
from .form import NumberedLine, Reading, Unwrapped, cells_in, parsed_json, unexpected
from .lines import Lines

_FIRST = 2**18
"""How many bytes are read to see where the first line ends, and at most as a whole."""
_WHITE = re.compile(r"[ \t\r\n]*")
_TOGETHER = 2**14
"""How many characters of items are decoded at once, which takes a fraction of the time."""
_ENDINGS = {"{": "},", "[": "],", '"': '",'}
_decoded = json.JSONDecoder().raw_decode
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the items of an array, which may also be the only one in an object.

    Returns None for other JSON, objects on a line each for example.
    """
    most = max(_FIRST, lines.longest)
    start = lines.ahead(most + 1)
    first, _, following = start.partition(b"\n")
    if following.strip() and parsed_json(first) is not None:
        return None
    if len(start) > most:
        return Unwrapped(_streamed(lines), how) if _is_streamed(lines) else None
    items = _items_of(parsed_json(start))
    if not items or not all(map(_is_item, items)):
        return None
    return Unwrapped(enumerate(map(_line_of, items), 1), how)


def _is_item(item: object) -> bool:
    return isinstance(item, str | dict) or _is_grid(item)


def _line_of(item: Any) -> bytes:
    text = None if isinstance(item, dict) else cells_in(item)
    text = _encoded(item) if text is None else text
    return " ".join(text.split()).encode(errors="replace")


def _is_streamed(lines: Lines) -> bool:
    """Return whether the beginning of a file is that of an array of Sudokus."""
    try:
        document = _Document([next(lines.unified())], lines.longest)
        return any(map(_is_item, document.items()))
    except ValueError:
        return False


def _streamed(lines: Lines) -> Iterator[NumberedLine]:
    """Yield the items of an array that is too long to be in memory as a whole."""
    document, number = _Document(lines.unified(), lines.longest), 0
    try:
        for number, item in enumerate(document.items(), 1):
            yield number, _line_of(item)
    except _TooLongError:
        raise lines.too_long(number + 1) from None
    except ValueError as problem:
        expected, found = Message("one array of JSON"), quoted(str(problem))
        raise unexpected(lines.source, number + 1, 1, expected, found) from None


class _TooLongError(ValueError):
    """An item that is longer than a line may be."""


class _Document:
    """An array of JSON, or an object that has one, read item by item.

    Raises `ValueError` with what it has found instead of JSON.
    """

    def __init__(self, pieces: Iterable[bytes], longest: int) -> None:
        self._pieces = codecs.iterdecode(pieces, "utf-8", "replace")
        self._longest, self._text, self._place = longest, "", 0
        self._are_together = True

    def items(self) -> Iterator[Any]:
        """Yield the items of the array; beside it stands neither another one nor a Sudoku."""
        yield from self._array() if self._sign() == "[" else self._members()
        if self._sign():
            raise self._unexpected()

    def _array(self) -> Iterator[Any]:
        self._take("[")
        while self._sign() != "]":
            yield from self._several() or [self._value()]
            if self._sign() != "]":
                self._take(",")
        self._take("]")

    def _several(self) -> list[Any]:
        """Return the next items, to where a comma surely stands between two; maybe none."""
        ending = _ENDINGS.get(self._text[self._place], ",")
        end = self._text.rfind(ending, self._place, self._place + _TOGETHER) + len(ending) - 1
        if end <= self._place or not self._are_together:
            return []
        try:  # what is cut elsewhere, within an item or a text, is no JSON
            items: list[Any] = json.loads(f"[{self._text[self._place : end]}]")
        except (ValueError, RecursionError):
            self._are_together = False
            return []
        self._place = end
        return items

    def _members(self) -> Iterator[Any]:
        has_array = False
        self._take("{")
        while self._sign() != "}":
            self._value()
            self._take(":")
            if self._sign() == "[" and not has_array:
                has_array = True
                yield from self._array()
            elif _stands_alone(self._value()):
                raise self._unexpected()
            if self._sign() != "}":
                self._take(",")
        self._take("}")

    def _sign(self) -> str:
        """Return the next character that is not white space; an empty text at the end."""
        while True:
            white = _WHITE.match(self._text, self._place)
            self._place = white.end() if white else self._place
            if self._place < len(self._text) or not self._has_more():
                return self._text[self._place : self._place + 1]

    def _take(self, sign: str) -> None:
        if self._sign() != sign:
            raise self._unexpected()
        self._place += 1

    def _value(self) -> Any:
        self._sign()
        while True:
            with suppress(ValueError, RecursionError):
                value, end = _decoded(self._text, self._place)
                if end < len(self._text):  # else there may be more of it
                    self._place = end
                    return value
            if len(self._text) - self._place > self._longest:
                raise _TooLongError
            if not self._has_more():
                raise self._unexpected()

    def _has_more(self) -> bool:
        """Read on, and return whether there was something."""
        piece = next(self._pieces, "")
        self._text, self._place = self._text[self._place :] + piece, 0
        return bool(piece)

    def _unexpected(self) -> ValueError:
        return ValueError(self._text[self._place : self._place + 10])


def _items_of(document: Any) -> list[Any] | None:
    """Return the items of the array that a document is, or of the only one in an object.

    An object that has a Sudoku is an item itself, as is an array of rows of numbers.
    """
    if isinstance(document, dict):
        if any(map(_is_grid, document.values())):
            return [document]
        alone = list(filter(_stands_alone, document.values()))
        document = alone[0] if len(alone) == 1 else None
    return [document] if _is_grid(document) else document if isinstance(document, list) else None


def _stands_alone(value: object) -> bool:
    """Return whether no other such value stands in an object: an array, or a text with a Sudoku."""
    if isinstance(value, str):
        return runs.find(value.encode(errors="replace")) is not None
    return isinstance(value, list)


def _is_grid(value: object) -> bool:
    """Return whether this is a Sudoku as lists of numbers."""
    is_list = isinstance(value, list) and not all(isinstance(one, str) for one in value)
    return is_list and cells_in(value) is not None
