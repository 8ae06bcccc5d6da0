"""Values of JSON: the Sudokus in a text of JSON, or in lines of JSON, with their paths."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..sudoku.grid import SMALLEST_AS_TEXT
from .columns import is_name_heading
from .square import SIGN, TOKEN, Span, Square, find_size, make_placed_square
from .text_lines import replace_unusual_signs

_MOST_DEPTH = 40
_LETTER_AND_NUMBER = re.compile(r"([A-Za-z])([1-9][0-9]?)")
_CELLS = re.compile(r"[0-9._*-]{9,}")
_WHOLE = re.compile(r"(?<![0-9._*])[0-9._*]{81}(?![0-9._*])")
"""A 9×9 Sudoku beside other signs."""
_MOST_FAULTS = 2
"""The most cells or rows that a Sudoku with a fault has too few or too many."""
_TWO_NUMBERS = re.compile(r"([^0-9]*)([0-9]{1,2})([^0-9]+)([0-9]{1,2})([^0-9]*)")
"""A key that names a cell, such as `1,1` or `r1c1`."""
IS_CLUE = ("given", "fixed", "clue", "locked", "readonly", "predefined")
"""The keys, or attributes of XML, that are not true if a digit is no clue of the puzzle."""
DIGITS = ("value", "digit", "val", "v", "number", "solution")
"""The keys, or attributes of XML, that have the digit of a cell."""


class JsonSudoku(NamedTuple):
    """A square of tokens in a value of JSON. `path` has the keys that lead to it, without the
    indices of arrays, such as `data.puzzle`. `name` is the value of a key such as `name` beside it.
    """

    square: Square
    path: str
    name: str


class JsonText(NamedTuple):
    """A text with several lines in a value of JSON, which is read like a file of its own. `line` is
    the index of the line on which the value begins.
    """

    lines: Sequence[str]
    path: str
    name: str
    line: int = 0


def parse_json(lines: Sequence[str]) -> list[Any] | None:
    """Return the values of a text that is one value of JSON, or one value on each line. Return None
    for another text. A text between quotation marks is JSON if it has an escaped line end.
    """
    text = "\n".join(lines).lstrip("\ufeff \t\n\r")
    if text[:1] not in ("{", "[") and (text[:1] != '"' or r"\n" not in text):
        return None
    whole = parse_json_or_none(text)
    if whole is not None:
        return [whole]
    values = list[Any]()
    for line in lines:
        if line.strip():
            value = parse_json_or_none(line)
            if value is None:
                return None
            values.append(value)
    are_values = all(
        isinstance(value, dict | list) or (isinstance(value, str) and "\n" in value)
        for value in values
    )
    return values if are_values else None


def list_sudokus(values: Sequence[Any]) -> list[JsonSudoku | JsonText]:
    """Return the Sudokus in values of JSON, in their order."""
    walk = _Walk()
    for value in values:
        walk.visit(value, (), "", 0)
    return walk.found


def locate_on_lines(
    found: Sequence[JsonSudoku | JsonText], lines: Sequence[str]
) -> list[JsonSudoku | JsonText]:
    """Return the Sudokus of a text with the numbers of their lines. A Sudoku whose cells are not
    all on one line, and each Sudoku after it, has the line of the Sudoku before it.
    """
    located, number, column, is_known = list[JsonSudoku | JsonText](), 0, 0, len(lines) > 1
    for one in found:
        if isinstance(one, JsonText):
            located.append(one._replace(line=number))
            continue
        cells = "".join(one.square.tokens)
        places = (
            (line, lines[line].find(cells, column if line == number else 0) + len(cells))
            for line in range(number, len(lines) if is_known else 0)
        )
        place = next((place for place in places if place[1] >= len(cells)), None)
        is_known = place is not None
        number, column = place or (number, column)
        located.append(one._replace(square=one.square._replace(spans=(Span(number, 0, 0),))))
    return located


class _Walk:
    """A walk through values of JSON that collects squares."""

    def __init__(self) -> None:
        self.found: list[JsonSudoku | JsonText] = []

    def visit(self, value: Any, path: tuple[str, ...], name: str, depth: int) -> None:
        """Collect the Sudokus in a value."""
        if depth > _MOST_DEPTH:
            return
        square = make_square(value)
        if square is not None:
            self.found.append(JsonSudoku(square, ".".join(path), name))
        elif (text := _join_lines(value)) is not None:
            self.found.append(JsonText(text.splitlines(), ".".join(path), name))
        elif isinstance(value, dict):
            names = [v for k, v in value.items() if is_name_heading(k) and make_square(v) is None]
            own = _make_name(names[0]) if names and "output_type" not in value else name
            # In an object that a command has written, other Sudokus are only at deeper places.
            is_own = next(reversed(value), "") == "format"
            for key, inner in value.items():
                if not is_own:
                    self.visit(inner, (*path, str(key)), own, depth + 1)
                elif (square := make_square(inner)) is not None:
                    square = _blank_zeros(square)
                    self.found.append(JsonSudoku(square, ".".join((*path, str(key))), own))
        elif isinstance(value, list):
            for inner in value:
                self.visit(inner, path, name, depth + 1)


def _join_lines(value: Any) -> str | None:
    """Return a text with several lines, which may be a list of its lines with their ends, as in the
    cells of a notebook, or a text with a 9×9 Sudoku on a line, or the text or the rows of a Sudoku
    with a fault. Return None for another value.
    """
    if isinstance(value, str):
        is_faulty = abs(len(value) - 81) <= _MOST_FAULTS and _CELLS.fullmatch(value)
        return value if "\n" in value or is_faulty or _WHOLE.search(value) else None
    if not isinstance(value, list) or len(value) < 2:
        return None
    texts = [line for line in value if isinstance(line, str)]
    if len(texts) < len(value):
        return None
    if all(map(_CELLS.fullmatch, texts)) and abs(len(texts[0]) - len(texts)) <= _MOST_FAULTS:
        return "\n".join(texts)
    end_count = sum(text.endswith("\n") for text in texts)
    return "".join(texts) if 2 * end_count >= len(texts) else None


def _make_name(value: object) -> str:
    """Return a value of JSON as a name. Lone surrogates become question marks."""
    return str(value).encode(errors="replace").decode()


def _blank_zeros(square: Square) -> Square:
    """Return a square in which 0 is blank, as commands write it."""
    return square._replace(tokens=tuple("." if cell == "0" else cell for cell in square.tokens))


def make_square(value: Any) -> Square | None:
    """Return the square of tokens that a value is: a text of N·N signs, a list of N·N cells, of N
    texts of N signs, or of N lists of N cells, or an object whose keys name cells. Return None for
    another value.
    """
    tokens = None
    if isinstance(value, dict):
        return _make_square_of_places(value)
    if isinstance(value, str):
        value = replace_unusual_signs(value)
        signs = SIGN.findall(value)
        if "".join(signs) == value:
            tokens = signs
        else:
            words = (
                value.split()
                if not any(sign in value for sign in ",;")
                else re.split(r"[,;]\s*", value)
            )
            tokens = words if all(TOKEN.fullmatch(word) for word in words) else None
            rows = re.split(r"[\s/|,;]+", value.strip())
            if len(rows) >= SMALLEST_AS_TEXT and all(len(row) == len(rows) for row in rows):
                tokens = [*"".join(rows)]
    elif isinstance(value, list) and len(value) >= SMALLEST_AS_TEXT:
        tokens = _list_tokens(_read_objects(value))
    if tokens is None:
        return None
    size = find_size(len(tokens))
    if size is None:
        return None
    return Square(size, tuple(tokens), (Span(0, 0, 0),))


def _make_square_of_places(cells_by_key: dict[str, Any]) -> Square | None:
    """Return the square of an object whose keys name the cells, such as `A1` or `1,1`, and are all
    written in the same way. Cells without a key are blank. Return None if a
    key is no place, or if the object has fewer than 2N - 1 digits, which hardly show N rows.
    """
    places = [*map(_find_place, cells_by_key)] if len(cells_by_key) >= SMALLEST_AS_TEXT else []
    tokens = _list_cells([*cells_by_key.values()]) if places and None not in places else None
    if tokens is None or len({place[0] for place in places if place is not None}) != 1:
        return None
    cells = {place[1]: one for place, one in zip(places, tokens, strict=True) if place is not None}
    digits = [int(token) for token in tokens if token.isdecimal()]
    square = make_placed_square(cells, (Span(0, 0, 0),), max(digits, default=0))
    is_known = square is not None and sum(map(bool, digits)) >= 2 * square.size - 1
    return square if is_known and len(cells) == len(cells_by_key) else None


def _find_place(key: str) -> tuple[tuple[str, ...], tuple[int, int]] | None:
    """Return the way in which a key names a cell, and the numbers of the row and the column; None
    for another key.
    """
    if found := _LETTER_AND_NUMBER.fullmatch(key):
        return ("A1",), (ord(found[1].upper()) - ord("A") + 1, int(found[2]))
    if found := _TWO_NUMBERS.fullmatch(key):
        return (found[1], found[3], found[5]), (int(found[2]), int(found[4]))
    return None


def _read_objects(value: list[Any]) -> list[Any]:
    """Return a list of cells, or of rows of cells, in which the cells are no objects: each object,
    such as `{"value": 5, "given": true}`, becomes its digit, or None for a blank cell. If objects
    tell which cells are clues, the other cells are blank.
    """
    cells = [cell for row in value for cell in (row if isinstance(row, list) else [row])]
    if find_size(len(cells)) is None:
        return value  # such as an array of many records
    objects = [cell for cell in cells if isinstance(cell, dict)]
    if not objects:
        return value
    tells_clues = any(cell.get(key) is True for cell in objects for key in IS_CLUE)

    def read(cell: Any) -> Any:
        if isinstance(cell, list):
            return [*map(read, cell)]
        if not isinstance(cell, dict) or not (known := [key for key in DIGITS if key in cell]):
            return None if cell == {} else cell
        is_clue = not tells_clues or any(cell.get(key) is True for key in IS_CLUE)
        return cell[known[0]] if is_clue else None

    return [*map(read, value)]


def _list_tokens(value: list[Any]) -> list[str] | None:
    """Return the cells of a list; None if it is not one Sudoku."""
    if all(isinstance(row, list) and len(row) == len(value) for row in value):
        rows = [_list_cells(row) for row in value]
        return None if None in rows else [cell for row in rows if row is not None for cell in row]
    if all(isinstance(row, str) and len(row) == len(value) for row in value):
        signs = [sign if sign != " " else "" for row in value for sign in row]
        return signs if all(not sign or SIGN.fullmatch(sign) for sign in signs) else None
    return _list_cells(value)


def _list_cells(row: list[Any]) -> list[str] | None:
    """Return the tokens of a list of cells; None if a value is no cell."""
    found = list[str]()
    for cell in row:
        if cell is None or cell != cell:  # NaN
            found.append("null")
        elif isinstance(cell, bool):
            return None
        elif isinstance(cell, int) or (isinstance(cell, float) and cell.is_integer()):
            found.append(str(int(cell)))
        elif isinstance(cell, str) and (TOKEN.fullmatch(cell) or not cell.strip()):
            found.append(cell.strip())
        else:
            return None
    return found


def parse_json_or_none(text: str | bytes) -> Any:
    """Return the Python value of a JSON text; None if the text is not valid JSON.

    Lone surrogates in the value become replacement characters.
    """
    import json

    try:
        value = json.loads(text)
        if "\\ud" in (text if isinstance(text, str) else text.decode(errors="replace")).lower():
            whole = json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")
            value = json.loads(whole.decode(errors="replace"))
    except (ValueError, RecursionError):
        return None
    return value
