"""Write the fields of questions and claims (dataclasses) to files, and read them again. The fields,
such as the Sudokus, a bound or the allowed kinds of moves, describe a question completely.

Two tables list how each type of field is written and read: one for the headers of exported files
(the comment lines at their top), the other for JSON. A header has lines of the form `key value`,
with whole numbers and choices before the grids and all other fields after them. JSON has each field
under its name.

Headers number cells and lines from 1. JSON also numbers cells from 1.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, fields
from types import GenericAlias, UnionType
from typing import Any, NamedTuple, get_args, get_origin

from ..base.decoding import convert_selected_fields
from ..base.errors import GridError
from ..encoding.candidates import LINE_MAPS, Encoding
from ..sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation

Lines = Mapping[str, Sequence[str]]
"""The content of a header: for each key its values, in the order of their lines."""

LineLists = tuple[tuple[int, ...], ...]
"""Lists of lines of a grid, numbered from 0, first the rows, then the columns."""


def list_serialized_fields(dataclass_type: Any) -> list[Field[Any]]:
    """Return the fields of a dataclass that exported files and JSON contain: the fields that are
    not marked as `NOT_SERIALIZED`.
    """
    return [one for one in fields(dataclass_type) if one.metadata.get("fact", True)]


# Headers


class _HeaderConversion(NamedTuple):
    """Two functions for the fields of one type, such as grids. `write` returns the comment lines
    that state the value of a field at the top of an exported formula. `read` finds the value of a
    field in the comment lines of all fields.
    """

    write: Callable[[Field[Any], Any], Iterable[str]]
    read: Callable[[Field[Any], Lines, BoxShape], Any]


def yield_header_lines(question: Any, shape: BoxShape) -> Iterator[str]:
    """Yield the comment lines at the top of an exported formula that describe a question
    completely. A line with the shape of the boxes comes before the grids.
    """
    for kind, form in _HEADER_CONVERSIONS.items():
        if kind is Grid:
            yield f"box {shape}"
        for one in list_serialized_fields(question):
            if one.type == kind:
                yield from form.write(one, getattr(question, one.name))


def read_fields_from_header(question_class: Any, values_by_key: Lines) -> dict[str, Any]:
    """Read the fields of a question from the comment lines at the top of an exported formula, and
    return them by name. `question_class` is the class of the question. `values_by_key` has, for
    each word that begins a line, the values on its lines.

    Raises `KeyError` if a field is missing, and `ValueError` if a field cannot be read.
    """
    shape = BoxShape.parse(values_by_key["box"][-1])
    return {
        one.name: _HEADER_CONVERSIONS[one.type].read(one, values_by_key, shape)
        for one in list_serialized_fields(question_class)
    }


def _make_comment_line_keyword(serialized_field: Field[Any]) -> str:
    """Return the word that begins the comment line of a field: its own key if the field has one,
    otherwise its name with hyphens.
    """
    return str(serialized_field.metadata.get("key", serialized_field.name.replace("_", "-")))


def _list_number_comment_lines(serialized_field: Field[Any], number: int | None) -> list[str]:
    """Return the comment line for a field with a whole number, in a list; an empty list if `number`
    is None.
    """
    return [] if number is None else [f"{_make_comment_line_keyword(serialized_field)} {number}"]


def _read_number_or_none(
    serialized_field: Field[Any], values_by_key: Lines, _shape: BoxShape
) -> int | None:
    """Return the whole number of a field from the comment lines. If the field may be None and there
    is no such line, return None. `values_by_key` has, for each word that begins a line, the values
    on its lines.
    """
    key = _make_comment_line_keyword(serialized_field)
    return (
        None
        if serialized_field.type is not int and key not in values_by_key
        else int(values_by_key[key][-1])
    )


def _find_no_and_yes_words(serialized_field: Field[Any]) -> tuple[str, str]:
    """Return the two words that mean false and true for a Boolean field in the comments of an
    exported formula; by default "no" and "yes".
    """
    words: tuple[str, str] = serialized_field.metadata.get("words", ("no", "yes"))
    return words


def _read_number_lists(values_by_key: Lines, key: str) -> list[list[int]]:
    """Return the whole numbers on each comment line that begins with the word `key`, as a list for
    each line.
    """
    return [[int(number) for number in line.split()] for line in values_by_key.get(key, ())]


def _yield_cell_set_comment_lines(_field: Field[Any], sets: Sequence[CellSet]) -> Iterator[str]:
    """Yield comment lines that list the cells of each set by row and column, at most twelve cells
    on a line.
    """
    for one in sets:
        cells = [f"{r + 1} {c + 1}" for r, c in sorted(one)]
        for k in range(0, len(cells), 12):
            yield f"{'and' if k else 'set'} {'  '.join(cells[k : k + 12])}"


def _read_cell_sets(
    _field: Field[Any], values_by_key: Lines, shape: BoxShape
) -> tuple[CellSet, ...]:
    """Return the sets of cells that the comment lines with the word `set` list. `values_by_key`
    has, for each word that begins a line, the values on its lines. Raises `GridError` if a set is
    empty or a cell is outside the grid.
    """
    numbers = _read_number_lists(values_by_key, "set")
    return tuple([_make_cell_set(list(zip(n[::2], n[1::2], strict=True)), shape) for n in numbers])


def _make_cell_set(cells_counted_from_1: Sequence[Cell], shape: BoxShape) -> CellSet:
    """Return a set of cells as pairs (row, column) from 0. `cells_counted_from_1` has the same
    pairs, counted from 1. Raise `GridError` if the set is empty or a cell is outside the grid.
    """
    cells = frozenset((r - 1, c - 1) for r, c in cells_counted_from_1)
    if not cells or not all(0 <= place < shape.size for cell in cells for place in cell):
        raise GridError("expected a set of cells of the grid")
    return cells


def _read_encoding(_field: Field[Any], values_by_key: Lines, _shape: BoxShape) -> Encoding:
    """Return the encoding that the comment lines `encoding`, `cells` and `line-maps` describe; the
    line `line-maps` is missing if the clauses about lines are plain. `values_by_key` has, for each
    word that begins a line, the values on its lines. Raises `ValueError` or `ArgumentError` if a
    word is unknown.
    """
    refined = ("plain", "refined").index(values_by_key["encoding"][-1])
    line_maps = values_by_key.get("line-maps", [LINE_MAPS])[-1]
    encoding = Encoding(bool(refined), values_by_key["cells"][-1], line_maps)
    encoding.check()
    return encoding


def _list_encoding_comment_lines(_field: Field[Any], encoding: Encoding) -> list[str]:
    """Return the comment lines that describe an encoding."""
    refined, cells, line_maps = encoding
    lines = [f"encoding {'refined' if refined else 'plain'}", f"cells {cells}"]
    return lines if line_maps == LINE_MAPS else [*lines, f"line-maps {line_maps}"]


_HEADER_CONVERSIONS: dict[object, _HeaderConversion] = {
    int: _HeaderConversion(_list_number_comment_lines, _read_number_or_none),
    int | None: _HeaderConversion(_list_number_comment_lines, _read_number_or_none),
    bool: _HeaderConversion(
        lambda one, chosen: [
            f"{_make_comment_line_keyword(one)} {_find_no_and_yes_words(one)[chosen]}"
        ],
        lambda one, lines, _: bool(
            _find_no_and_yes_words(one).index(lines[_make_comment_line_keyword(one)][-1])
        ),
    ),
    Grid: _HeaderConversion(
        lambda one, grid: [f"{one.name} {' '.join(map(str, row))}" for row in grid],
        lambda one, lines, shape: Grid(_read_number_lists(lines, one.name), shape),
    ),
    tuple[CellSet, ...]: _HeaderConversion(_yield_cell_set_comment_lines, _read_cell_sets),
    LineLists: _HeaderConversion(
        lambda one, lists: [
            f"{_make_comment_line_keyword(one)} {' '.join(str(p + 1) for p in lines)}"
            for lines in lists
        ],
        lambda one, lines, _: tuple(
            tuple(p - 1 for p in numbers)
            for numbers in _read_number_lists(lines, _make_comment_line_keyword(one))
        ),
    ),
    Encoding: _HeaderConversion(
        _list_encoding_comment_lines,
        _read_encoding,
    ),
    AllowedMoves: _HeaderConversion(
        lambda _, parts: [] if parts.allows_everything else [f"only {' '.join(parts.names)}"],
        lambda _, lines, __: AllowedMoves(
            lines["only"][-1].split() if "only" in lines else MOVE_KINDS
        ),
    ),
}
"""How each type of field is written in the comment lines of an exported formula, in the order of
these lines.
"""


# JSON


class JsonTransformation(NamedTuple):
    """A transformation as JSON files contain it: its rotation (the number of quarter turns), and
    the index lists that reorder its bands, stacks, rows and columns (from 0), and rename its digits
    (from 1).
    """

    rotation: int
    bands: tuple[int, ...]
    stacks: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    digits: tuple[int, ...]

    def to_transformation(self, shape: BoxShape) -> Transformation:
        """Return the transformation that these numbers from a JSON file describe, for grids with
        boxes of `shape`. Raises `TransformationError` if the numbers do not fit the shape.
        """
        return Transformation(shape, *self)


_Reader = Callable[[Any, BoxShape], Any]
"""A function that makes the value of a field from a decoded JSON value, for Sudokus of a given
shape.
"""


class _JsonConversion(NamedTuple):
    """Two functions for the fields of one type, such as grids: `write` converts the value of a
    field to a JSON value of the type `schema`, and `read` converts it back.
    """

    write: Callable[[Any], object]
    schema: Any
    read: _Reader


_JSON_CONVERSIONS: dict[object, _JsonConversion] = {
    Grid: _JsonConversion(lambda grid: grid.rows, list[list[int]], Grid),
    Transformation: _JsonConversion(
        lambda one: JsonTransformation(*one[1:])._asdict(),
        JsonTransformation,
        JsonTransformation.to_transformation,
    ),
    Encoding: _JsonConversion(Encoding._asdict, Encoding, lambda encoding, _: encoding),
    AllowedMoves: _JsonConversion(
        lambda parts: parts.names, list[str], lambda names, _: AllowedMoves(names)
    ),
    frozenset: _JsonConversion(  # of cells
        lambda cells: [[r + 1, c + 1] for r, c in sorted(cells)],
        list[tuple[int, int]],
        _make_cell_set,
    ),
}
"""How each type of field is converted to JSON. Fields of other types are numbers, texts, None, or
tuples.
"""


def convert_fields_to_json(
    question_or_claim: Any, skipped_names: Sequence[str] = ()
) -> dict[str, object]:
    """Return the fields of a question or a claim, by name, as values for JSON. The fields in
    `skipped_names` are left out, and so are the allowed kinds of moves if all are allowed.
    """
    names = [
        one.name
        for one in list_serialized_fields(question_or_claim)
        if one.name not in skipped_names
    ]
    values = {name: getattr(question_or_claim, name) for name in names}
    return {name: convert_to_json(value) for name, value in values.items() if value != EVERYTHING}


def convert_to_json(value: Any) -> object:
    """Return the value of a field, such as a grid or a tuple of grids, as a value that can be
    written as JSON.
    """
    if form := _JSON_CONVERSIONS.get(type(value)):
        return form.write(value)
    return tuple(map(convert_to_json, value)) if isinstance(value, tuple) else value


def read_serialized_fields(
    values: object, dataclass_type: Any, shape: BoxShape, skipped_names: Sequence[str] = ()
) -> dict[str, Any]:
    """Read the fields of a question or claim of the class `dataclass_type` from `values`, a decoded
    JSON object, and return them by name. The fields in `skipped_names` are left out. `shape` is the
    shape of the boxes.

    Raises `DecodingError`, `ArgumentError`, `GridError` or `TransformationError` if a field is
    missing or not as expected.
    """
    types = {
        one.name: one.type
        for one in list_serialized_fields(dataclass_type)
        if one.name not in skipped_names
    }
    return read_typed_values(values, types, shape)


def read_typed_values(
    json_object: object, types_by_name: Mapping[str, Any], shape: BoxShape
) -> dict[str, Any]:
    """Read values, such as grids or numbers, from `json_object`, a decoded JSON object, and return
    them by name. `types_by_name` has the expected type of each value.

    Only "parts", the allowed kinds of moves, may be missing in the object. It is then missing in
    the result too, and the default of the caller allows all kinds of moves. Raises `DecodingError`,
    `ArgumentError`, `GridError` or `TransformationError` if another value is missing, or a value is
    not as expected.
    """
    if isinstance(json_object, dict) and "parts" not in json_object:
        types_by_name = {
            name: one for name, one in types_by_name.items() if one is not AllowedMoves
        }
    forms = {name: _find_schema_and_reader(one) for name, one in types_by_name.items()}
    decoded = convert_selected_fields(
        json_object, {name: schema for name, (schema, _) in forms.items()}
    )
    return {name: read(decoded[name], shape) for name, (_, read) in forms.items()}


def _find_schema_and_reader(field_type: Any) -> tuple[Any, _Reader]:
    """Return the type of the JSON value for a field of the type `field_type`, and the function that
    makes the field's value from this JSON value.
    """
    if form := _JSON_CONVERSIONS.get(get_origin(field_type) or field_type):
        return form.schema, form.read
    if get_origin(field_type) is tuple:  # tuple[X, ...]
        schema, read = _find_schema_and_reader(get_args(field_type)[0])
        many = GenericAlias(list, (schema,))
        return many, lambda values, shape: tuple([read(value, shape) for value in values])
    if isinstance(field_type, UnionType):  # X | None
        schema, read = _find_schema_and_reader(get_args(field_type)[0])
        return schema | None, lambda value, shape: None if value is None else read(value, shape)
    return field_type, lambda value, _: value
