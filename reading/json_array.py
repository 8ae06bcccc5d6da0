"""Reading of a file that consists of one JSON array. Each item of the array, such as a text, an
object or a Sudoku, becomes a line of text.
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message, quote
from ..recognition.json_values import make_square, parse_json_or_none
from . import cell_runs
from .file_entry import (
    ConvertedLines,
    ReadingOptions,
    make_too_many_lines_without_sudoku_error,
)
from .json_cells import format_sudoku_value_as_line_or_none
from .lines import NumberedLines

_FIRST = 2**18
"""The number of bytes that are read to find the end of the first line.

A file that is not longer than this is parsed as a whole.
"""
_WHITE = re.compile(r"[ \t\r\n]*")
_decoded = json.JSONDecoder().raw_decode
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def convert_to_lines(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines | None:
    """Return the lines that are made from a file of one JSON array, one line for each item of the
    array. Returns None if the file does not consist of one JSON array. `input_lines` is the opened
    file, and `reading_options` are the options with which the lines are read.

    The file may also be an object, if exactly one of its values is an array.
    """
    most = max(_FIRST, input_lines.max_line_bytes)
    start = input_lines.peek_first_bytes(most + 1)
    first, _, following = start.partition(b"\n")
    if following.strip() and parse_json_or_none(first) is not None:
        return None
    if len(start) > most:
        is_ours, items = (
            _begins_streamable_json_array(input_lines),
            _JsonArrayReader(
                input_lines, input_lines.yield_utf8_pieces_with_line_feeds()
            ).yield_array_items(),
        )
    else:
        items = iter(found := _list_sudoku_items_or_none(parse_json_or_none(start)) or [])
        is_ours = bool(found) and all(map(_may_be_or_contain_sudoku, found))
    return (
        ConvertedLines(enumerate(map(_format_item, items), 1), reading_options) if is_ours else None
    )


def _may_be_or_contain_sudoku(item: object) -> bool:
    """Return whether an item of a JSON array may be or contain a Sudoku: it is a text, an object, a
    Sudoku given as a list, or the list of a record's fields, one of which is a Sudoku.
    """
    if isinstance(item, dict):
        return "cell_type" not in item  # a cell of a notebook, which has lines of text
    return isinstance(item, str) or _is_sudoku_as_list(item) or _is_list_of_fields(item)


def _is_list_of_fields(item: object) -> bool:
    """Return whether an item of a JSON array is a list of texts, numbers and the like, one of which
    is the text of a Sudoku, so that the array is a table.
    """
    return (
        isinstance(item, list)
        and not any(isinstance(field, list | dict) for field in item)
        and any(isinstance(field, str) and _may_hold_sudokus(field) for field in item)
    )


def _format_item(item: Any) -> bytes:
    """Return an item of the array as a line of text: the cells of a Sudoku, a text, or an object as
    JSON.
    """
    text = None if isinstance(item, dict) else format_sudoku_value_as_line_or_none(item)
    text = _encoded(item) if text is None else text
    return " ".join(text.split()).encode(errors="replace")


def _begins_streamable_json_array(lines: NumberedLines) -> bool:
    """Return whether the first piece of a long file begins a JSON array of texts, objects or
    Sudokus, so that the file can be read piece by piece.
    """
    beginning = next(lines.yield_utf8_pieces_with_line_feeds())
    try:
        return any(
            map(_may_be_or_contain_sudoku, _JsonArrayReader(lines, [beginning]).yield_array_items())
        )
    except PairFileError:
        return False


class _JsonArrayReader:
    """A JSON array that is read piece by piece, so that a long file needs little memory. The array
    may be the value of a key of an object.
    """

    def __init__(self, lines: NumberedLines, pieces: Iterable[bytes]) -> None:
        self._lines, self._pieces = lines, codecs.iterdecode(pieces, "utf-8", "replace")
        self._text, self._place, self._number = "", 0, 1
        self._fields_read = 0

    def yield_array_items(self) -> Iterator[Any]:
        """Yield the items of the JSON array, each as a Python value.

        Raises `PairFileError` if the JSON is broken, or if the object that contains the array also
        contains another array or a Sudoku.
        """
        yield from (
            self._yield_items_of_array()
            if self._peek_after_white_space() == "["
            else self._yield_items_of_array_in_object()
        )
        if self._peek_after_white_space():
            raise self._make_unexpected_error()

    def _yield_items_of_array(self) -> Iterator[Any]:
        """Yield the items of the array that begins at the current position of the text."""
        self._skip_expected_character("[")
        while self._peek_after_white_space() != "]":
            yield self._read_value()
            self._number += 1
            if self._peek_after_white_space() != "]":
                self._skip_expected_character(",")
        self._skip_expected_character("]")

    def _yield_items_of_array_in_object(self) -> Iterator[Any]:
        """Yield the items of the only array among the fields of a JSON object, which begins at the
        current position of the text.
        """
        has_array = False
        self._skip_expected_character("{")
        while self._peek_after_white_space() != "}":
            self._fields_read += 1
            if self._fields_read > (most := self._lines.max_gap):
                raise make_too_many_lines_without_sudoku_error(
                    self._lines.source, self._number, most
                )
            self._read_value()
            self._skip_expected_character(":")
            if self._peek_after_white_space() == "[" and not has_array:
                has_array = True
                yield from self._yield_items_of_array()
            elif _may_hold_sudokus(self._read_value()):
                raise self._make_unexpected_error()
            if self._peek_after_white_space() != "}":
                self._skip_expected_character(",")
        self._skip_expected_character("}")

    def _peek_after_white_space(self) -> str:
        """Return the next character of the JSON text that is not white space, without consuming it;
        an empty text at the end of the file.
        """
        while True:
            white = _WHITE.match(self._text, self._place)
            self._place = white.end() if white else self._place
            if self._place < len(self._text) or not self._try_to_read_next_piece():
                return self._text[self._place : self._place + 1]

    def _skip_expected_character(self, sign: str) -> None:
        """Move behind the next character of the text. Raise `PairFileError` if it is not `sign`."""
        if self._peek_after_white_space() != sign:
            raise self._make_unexpected_error()
        self._place += 1

    def _read_value(self) -> Any:
        """Return the JSON value that begins at the current position of the text, and move behind
        it. Further pieces of the file are read until the value is complete.
        """
        self._peek_after_white_space()
        while True:
            with suppress(ValueError, RecursionError):
                value, end = _decoded(self._text, self._place)
                if end < len(self._text):  # otherwise the value may continue in the next piece
                    self._place = end
                    return value
            if len(self._text) - self._place > self._lines.max_line_bytes:
                raise self._lines.make_line_too_long_error(self._number)
            if not self._try_to_read_next_piece():
                raise self._make_unexpected_error()

    def _try_to_read_next_piece(self) -> bool:
        """Read the next piece of the file into memory; return False if the file has ended."""
        piece = next(self._pieces, "")
        self._text, self._place = self._text[self._place :] + piece, 0
        return bool(piece)

    def _make_unexpected_error(self) -> PairFileError:
        expected = Message("one array of JSON")
        found = quote(self._text[self._place : self._place + 10])
        return make_unexpected_error(self._lines.source, self._number, 1, expected, found)


def _list_sudoku_items_or_none(document: Any) -> list[Any] | None:
    """Return the items in a parsed JSON document that may be Sudokus; None if there are none. If
    the document is an array, the items are those of this array. If the document is an object, they
    are the items of the only array among its values.

    A Sudoku given as a list is not an array of items. If the document is such a list, or an object
    with such a list as a value, the document itself is the only item.
    """
    if isinstance(document, dict):
        if any(map(_is_sudoku_as_list, document.values())):
            return [document]
        alone = list(filter(_may_hold_sudokus, document.values()))
        document = alone[0] if len(alone) == 1 else None
    return (
        [document]
        if _is_sudoku_as_list(document)
        else document
        if isinstance(document, list)
        else None
    )


def _may_hold_sudokus(value: object) -> bool:
    """Return whether a JSON value may contain the Sudokus of the file: it is an array, or a text
    that contains a Sudoku.
    """
    if isinstance(value, str):
        return cell_runs.find_first_gapless_sudoku_span(value.encode(errors="replace")) is not None
    return isinstance(value, list)


def _is_sudoku_as_list(value: object) -> bool:
    """Return whether a JSON value is a Sudoku, given as a list of its rows or of its cells."""
    return isinstance(value, list) and make_square(value) is not None
