"""Writing and reading of the facts of questions and claims: the dataclass fields, such as a bound
or the allowed moves, that describe a question completely.

A table for the headers of exported files and a table for JSON list how each type of field is
written and read. A header has lines of the form `key value`, with whole numbers and choices before
the grids and all other facts after them. JSON has each fact under the name of its field. Cells and
lines are numbered from 1 in headers; cells are numbered from 1 in JSON, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, fields
from types import GenericAlias, UnionType
from typing import Any, NamedTuple, get_args, get_origin

from ..base.decoding import convert_fields
from ..base.errors import GridError
from ..encoding.candidates import CELL_FORMS, Encoding
from ..sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation

Lines = Mapping[str, Sequence[str]]
"""The content of a header: for each key its values, in the order of their lines."""

LineOrbits = tuple[tuple[int, ...], ...]
"""For each line of a grid (the rows, then the columns) the lines to which it can be moved."""


def list_facts(kind: Any) -> list[Field[Any]]:
    """Return the fields of the dataclass `kind` that are facts: fields that exported files and JSON
    contain, because they are not marked as `NO_FACT`.
    """
    return [one for one in fields(kind) if one.metadata.get("fact", True)]


# Headers


class _InHeader(NamedTuple):
    """The two functions that write facts of one type, such as grids, into the comment lines at the
    top of an exported formula, and read them again.

    `lines` returns the lines of a fact; `read` returns the fact from all lines of a header.
    """

    lines: Callable[[Field[Any], Any], Iterable[str]]
    read: Callable[[Field[Any], Lines, BoxShape], Any]


def write_header_lines(question: Any, shape: BoxShape) -> Iterator[str]:
    """Yield the lines that describe a question completely, for the comments at the top of an
    exported formula.

    A line with the shape of the boxes comes before the grids.
    """
    for kind, form in _IN_HEADER.items():
        if kind is Grid:
            yield f"box {shape}"
        for one in list_facts(question):
            if one.type == kind:
                yield from form.lines(one, getattr(question, one.name))


def read_header_lines(kind: Any, lines: Lines) -> dict[str, Any]:
    """Return the fields of the question class `kind` by name, read from the comment lines at the
    top of an exported formula. `lines` has the values of each key.

    Raises `KeyError` if a fact is missing, and `ValueError` if a fact cannot be read.
    """
    shape = BoxShape.parse(lines["box"][-1])
    return {one.name: _IN_HEADER[one.type].read(one, lines, shape) for one in list_facts(kind)}


def _make_key(one: Field[Any]) -> str:
    return str(one.metadata.get("key", one.name.replace("_", "-")))


def _write_number(one: Field[Any], number: int | None) -> list[str]:
    return [] if number is None else [f"{_make_key(one)} {number}"]


def _read_number(one: Field[Any], lines: Lines, _: BoxShape) -> int | None:
    key = _make_key(one)
    return None if one.type is not int and key not in lines else int(lines[key][-1])


def _split_words(one: Field[Any]) -> tuple[str, str]:
    """Return the two words that mean false and true for a Boolean field in the comments of an
    exported formula; by default "no" and "yes".
    """
    words: tuple[str, str] = one.metadata.get("words", ("no", "yes"))
    return words


def _read_numbers(lines: Lines, key: str) -> list[list[int]]:
    return [[int(number) for number in line.split()] for line in lines.get(key, ())]


def _write_sets(_: Field[Any], sets: Sequence[CellSet]) -> Iterator[str]:
    """Yield comment lines that list the cells of each set by row and column, at most twelve cells
    on a line.
    """
    for one in sets:
        cells = [f"{r + 1} {c + 1}" for r, c in sorted(one)]
        for k in range(0, len(cells), 12):
            yield f"{'and' if k else 'set'} {'  '.join(cells[k : k + 12])}"


def _read_sets(_: Field[Any], lines: Lines, shape: BoxShape) -> tuple[CellSet, ...]:
    numbers = _read_numbers(lines, "set")
    return tuple([_make_cell_set(list(zip(n[::2], n[1::2], strict=True)), shape) for n in numbers])


def _make_cell_set(numbers: Sequence[Cell], shape: BoxShape) -> CellSet:
    """Return the set of cells with the rows and columns in `numbers`, which are counted from 1.
    Raise `GridError` if the set is empty or a cell is outside the grid.
    """
    cells = frozenset((r - 1, c - 1) for r, c in numbers)
    if not cells or not all(0 <= place < shape.size for cell in cells for place in cell):
        raise GridError("expected a set of cells of the grid")
    return cells


def _read_encoding(_: Field[Any], lines: Lines, __: BoxShape) -> Encoding:
    refined, cells = ("plain", "refined").index(lines["encoding"][-1]), lines["cells"][-1]
    if cells not in CELL_FORMS:
        raise ValueError(cells)
    return Encoding(bool(refined), cells)


_IN_HEADER: dict[object, _InHeader] = {
    int: _InHeader(_write_number, _read_number),
    int | None: _InHeader(_write_number, _read_number),
    bool: _InHeader(
        lambda one, chosen: [f"{_make_key(one)} {_split_words(one)[chosen]}"],
        lambda one, lines, _: bool(_split_words(one).index(lines[_make_key(one)][-1])),
    ),
    Grid: _InHeader(
        lambda one, grid: [f"{one.name} {' '.join(map(str, row))}" for row in grid],
        lambda one, lines, shape: Grid(_read_numbers(lines, one.name), shape),
    ),
    tuple[CellSet, ...]: _InHeader(_write_sets, _read_sets),
    LineOrbits: _InHeader(
        lambda _, orbits: [f"orbit {' '.join(str(p + 1) for p in orbit)}" for orbit in orbits],
        lambda _, lines, __: tuple(
            tuple(p - 1 for p in one) for one in _read_numbers(lines, "orbit")
        ),
    ),
    Encoding: _InHeader(
        lambda _, one: [f"encoding {'refined' if one.refined else 'plain'}", f"cells {one.cells}"],
        _read_encoding,
    ),
    AllowedMoves: _InHeader(
        lambda _, parts: [] if parts.allow_everything else [f"only {' '.join(parts.names)}"],
        lambda _, lines, __: AllowedMoves(
            lines["only"][-1].split() if "only" in lines else MOVE_KINDS
        ),
    ),
}
"""The representation of each type of fact in a header, in the order of the header's lines."""


# JSON


class AllowedMovesInJson(NamedTuple):
    """The JSON form of a transformation: its rotation, and the images of its bands, stacks, rows,
    columns and digits.
    """

    rotation: int
    bands: tuple[int, ...]
    stacks: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    digits: tuple[int, ...]

    def of(self, shape: BoxShape) -> Transformation:
        """Return the transformation that this JSON form describes, for grids with boxes of `shape`.

        Raises `TransformationError` if the parts do not fit the shape.
        """
        return Transformation(shape, *self)


_Reader = Callable[[Any, BoxShape], Any]
"""A function that makes a fact from a decoded JSON value, for Sudokus of a given shape."""


class _InJson(NamedTuple):
    """The two functions that convert facts of one type, such as grids, to JSON values and back, and
    the type of these values.

    `written` returns the JSON value of a fact, `schema` is the type of this value, and `read`
    returns the fact again.
    """

    written: Callable[[Any], object]
    schema: Any
    read: _Reader


_IN_JSON: dict[object, _InJson] = {
    Grid: _InJson(lambda grid: grid.rows, list[list[int]], Grid),
    Transformation: _InJson(
        lambda one: AllowedMovesInJson(*one[1:])._asdict(),
        AllowedMovesInJson,
        AllowedMovesInJson.of,
    ),
    Encoding: _InJson(Encoding._asdict, Encoding, lambda encoding, _: encoding),
    AllowedMoves: _InJson(
        lambda parts: parts.names, list[str], lambda names, _: AllowedMoves(names)
    ),
    frozenset: _InJson(  # of cells
        lambda cells: [[r + 1, c + 1] for r, c in sorted(cells)],
        list[tuple[int, int]],
        _make_cell_set,
    ),
}
"""The representation of each type of fact in JSON.

Facts of other types are numbers, texts, None, or tuples of facts.
"""


def convert_facts_to_json(stated: Any, but: Sequence[str] = ()) -> dict[str, object]:
    """Return the facts of a question or claim (the fields that describe it) by name, as values for
    JSON. Fields named in `but` are skipped.

    A set of allowed moves is not included if it allows all moves.
    """
    names = [one.name for one in list_facts(stated) if one.name not in but]
    values = {name: getattr(stated, name) for name in names}
    return {name: convert_to_json(value) for name, value in values.items() if value != EVERYTHING}


def convert_to_json(fact: Any) -> object:
    """Return the value of a field, such as a grid or a tuple of grids, as a value that can be
    written as JSON.
    """
    if form := _IN_JSON.get(type(fact)):
        return form.written(fact)
    return tuple(map(convert_to_json, fact)) if isinstance(fact, tuple) else fact


def read_facts(
    values: object, kind: Any, shape: BoxShape, but: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the fields of a question or claim of the class `kind` by name, read from decoded JSON.
    Fields named in `but` are skipped.

    `values` is decoded JSON, `shape` the shape of the boxes. Raises `DecodingError`,
    `ArgumentError`, `GridError` or `TransformationError` if a fact is missing or not as expected.
    """
    types = {one.name: one.type for one in list_facts(kind) if one.name not in but}
    return read_values(values, types, shape)


def read_values(values: object, types: Mapping[str, Any], shape: BoxShape) -> dict[str, Any]:
    """Return values by name, such as grids or numbers, read from decoded JSON; `types` has the
    expected type of each value.

    If `values` has no "parts", the result has no fact of the type `AllowedMoves`, so that all
    moves are allowed. Raises `DecodingError`, `ArgumentError`, `GridError` or
    `TransformationError` if a fact is missing or not as expected.
    """
    if isinstance(values, dict) and "parts" not in values:
        types = {name: one for name, one in types.items() if one is not AllowedMoves}
    forms = {name: _schema_and_reader(one) for name, one in types.items()}
    decoded = convert_fields(values, {name: schema for name, (schema, _) in forms.items()})
    return {name: read(decoded[name], shape) for name, (_, read) in forms.items()}


def _schema_and_reader(kind: Any) -> tuple[Any, _Reader]:
    """Return, for the type `kind` of a field, the type of its JSON value and the function that
    makes the field's value from the JSON value.
    """
    if form := _IN_JSON.get(get_origin(kind) or kind):
        return form.schema, form.read
    if get_origin(kind) is tuple:  # tuple[X, ...]
        schema, read = _schema_and_reader(get_args(kind)[0])
        many = GenericAlias(list, (schema,))
        return many, lambda values, shape: tuple([read(value, shape) for value in values])
    if isinstance(kind, UnionType):  # X | None
        schema, read = _schema_and_reader(get_args(kind)[0])
        return schema | None, lambda value, shape: None if value is None else read(value, shape)
    return kind, lambda value, _: value
