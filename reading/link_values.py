"""The Sudokus in the JSON of links to f-puzzles and SudokuPad."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..base.messages import Message, shorten_and_escape
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape

_F_PUZZLES_KEYS = frozenset(
    (
        *("size", "title", "author", "ruleset", "grid", "solution", "disabledlogic"),
        *("truecandidatesoptions", "successMessage", "msgcorrect"),
    )
)
"""The keys of f-puzzles that are no rules of a variant."""
_SUDOKUPAD_KEYS = frozenset(
    (
        *("id", "title", "author", "rules", "solution", "cellSize", "cells", "regions"),
        *("metadata", "settings", "videos", "duration"),
    )
)
"""The keys of SudokuPad that are no rules of a variant."""
_RULES_IN_WORDS = ("antiknight", "antiking", "nonconsecutive", "cages")
"""The rules of a variant that may be among the words of SudokuPad, and `cages` for real cages."""
_WORDS = re.compile(r"([a-z]+):\s*(.*)", re.DOTALL)
_SHORT_KEYS = {"ce": "cells", "ca": "cages", "re": "regions", "v": "value", "t": "title"} | {
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "l": "lines",
    "cs": "cellSize",
    "vd": "videos",
    "d": "duration",
}
"""The long keys of SudokuPad's short keys, as far as they matter here."""
_LEXEME = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<sign>[\[\]{},:])|(?P<word>[^\s\[\]{},:"']+)"""
)


class LinkError(Exception):
    """The error for a link whose Sudoku cannot be read. `found` describes the link."""

    def __init__(self, found: Message) -> None:
        super().__init__(found)
        self.found = found


class LinkedSudoku(NamedTuple):
    """A Sudoku of a link: the number of its rows, its cells with 0 for blank, and its title."""

    size: int
    cells: tuple[int, ...]
    title: str


BROKEN = Message("a link whose Sudoku cannot be unpacked; is it cut off?")


def read_f_puzzles(text: str, box: BoxShape | None, *, with_placed: bool) -> LinkedSudoku:
    """Return the Sudoku in a text of JSON of f-puzzles. `box` is the shape of the boxes, None for
    the usual shape. Digits that a player has placed are read if `with_placed`.

    Raises `LinkError` if the text is broken, or if it has the rules of a variant.
    """
    value = _parse_object(text)
    _refuse_variants(name for name, rule in value.items() if rule and name not in _F_PUZZLES_KEYS)
    rows = _list_rows(value.get("grid"))
    cells, regions = list[int](), dict[object, set[tuple[int, int]]]()
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            is_read = with_placed or cell.get("given")
            cells.append(_read_digit(cell.get("value"), len(rows)) if is_read else 0)
            if "region" in cell:
                regions.setdefault(cell["region"], set()).add((r, c))
    if regions:
        _check_regions([*regions.values()], len(rows), box)
    return LinkedSudoku(len(rows), tuple(cells), str(value.get("title") or ""))


def read_sudokupad(text: str, box: BoxShape | None) -> LinkedSudoku:
    """Return the Sudoku in a text of JSON of SudokuPad, also with its short keys. `box` is the
    shape of the boxes, None for the usual shape.

    Raises `LinkError` if the text is broken, or if it has the rules of a variant.
    """
    value = _lengthen_keys(_parse_object(text))
    metadata = value.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    words = _read_cages(value.pop("cages", []))
    title = metadata.get("title") or value.get("title") or words.get("title", "")
    names = {name for name, rule in value.items() if rule and name not in _SUDOKUPAD_KEYS}
    names |= {name for name in _RULES_IN_WORDS if metadata.get(name) or name in words}
    _refuse_variants(names)
    rows = _list_rows(value.get("cells"))
    regions = value.get("regions")
    places = [
        {tuple(place) for place in region if isinstance(place, list)}
        for region in (regions if isinstance(regions, list) else ())
        if isinstance(region, list)
    ]
    _check_regions(places, len(rows), box)
    cells = [_read_digit(cell.get("value"), len(rows)) for row in rows for cell in row]
    return LinkedSudoku(len(rows), tuple(cells), str(title))


def _read_cages(cages: Any) -> dict[str, str]:
    """Return the words of SudokuPad's cages without cells by their keys, such as the title. If
    there are cages with cells, `cages` is a key.
    """
    words = dict[str, str]()
    for cage in cages if isinstance(cages, list) else [cages]:
        is_real = not isinstance(cage, dict) or cage.get("cells")
        match = None if is_real else _WORDS.fullmatch(str(cage.get("value")))
        words.setdefault(*((match[1], match[2]) if match else ("cages", "")))
    return words


def _parse_object(text: str) -> dict[str, Any]:
    """Return an object of JSON, also in SudokuPad's short notation: words without quotation marks,
    single quotation marks, and nothing for an empty object. Raise `LinkError` for another text.
    """
    for one in (text, None):
        try:
            value = json.loads(_lengthen_notation(text) if one is None else one)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    raise LinkError(BROKEN)


def _lengthen_notation(text: str) -> str:
    """Return a text in SudokuPad's short notation as JSON."""
    pieces, before = list[str](), ""
    for match in _LEXEME.finditer(text):
        piece = match[0]
        if piece in (",", "]") and before in ("[", ",") and (piece, before) != ("]", "["):
            pieces.append("{}")
        if match["text"]:
            content = piece[1:-1].replace("\\'", "'") if piece[0] == "'" else json.loads(piece)
            pieces.append(json.dumps(content))
        elif match["word"] and not re.fullmatch(r"-?\d+(?:\.\d+)?|true|false|null", piece):
            known = {"t": "true", "f": "false"} if before == ":" else {}
            pieces.append(known.get(piece, json.dumps(piece)))
        else:
            pieces.append(piece)
        before = piece
    return "".join(pieces)


def _lengthen_keys(value: Any) -> Any:
    """Return a value of JSON in which the short keys of SudokuPad are replaced by the long keys."""
    if isinstance(value, dict):
        return {_SHORT_KEYS.get(key, key): _lengthen_keys(one) for key, one in value.items()}
    return [*map(_lengthen_keys, value)] if isinstance(value, list) else value


def _refuse_variants(names: Iterable[str]) -> None:
    """Raise `LinkError` if there are names of a variant's rules."""
    if shown := ", ".join(shorten_and_escape(name) for name in sorted(names)):
        raise LinkError(Message("a variant with {names}", names=shown))


def _list_rows(rows: object) -> Sequence[Sequence[dict[str, Any]]]:
    """Return the rows of cells. Raise `LinkError` if they are no square of cells."""
    if (
        not isinstance(rows, list)
        or len(rows) < SMALLEST_AS_TEXT
        or not all(isinstance(row, list) and len(row) == len(rows) for row in rows)
        or not all(isinstance(cell, dict) for row in rows for cell in row)
    ):
        raise LinkError(Message("a link to a puzzle that is no square of cells"))
    return rows


def _read_digit(value: object, size: int) -> int:
    """Return the digit of a cell, 0 for a blank cell. Raise `LinkError` for another value."""
    text = str(value or "0")
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > size:
        raise LinkError(Message("a link to a puzzle with the cell '{text}'", text=text[:20]))
    return int(text)


def _check_regions(regions: Sequence[set[Any]], size: int, box: BoxShape | None) -> None:
    """Raise `LinkError` if the regions are not the boxes of the shape `box`, or of the usual shape
    if `box` is None.
    """
    usual = box or BoxShape.for_size(size)
    found = {*map(frozenset, regions)}
    for shape in (usual, BoxShape(usual.width, usual.height)):
        if found == _list_boxes(shape):
            if shape == usual:
                return
            text = f"{shape.height}x{shape.width}"
            raise LinkError(Message("a link to a Sudoku with other boxes: --box {box}", box=text))
    raise LinkError(Message("a variant with regions of another shape"))


def _list_boxes(shape: BoxShape) -> set[frozenset[tuple[int, int]]]:
    """Return the places of the cells of each box."""
    boxes = dict[tuple[int, int], set[tuple[int, int]]]()
    for r in range(shape.size):
        for c in range(shape.size):
            boxes.setdefault((r // shape.height, c // shape.width), set()).add((r, c))
    return {*map(frozenset, boxes.values())}
