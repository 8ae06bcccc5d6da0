"""Read the title, date and magazine issue of Sudokus from the columns of the table that contains
the Sudokus.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...reading import cell_runs
from ...reading.fields import restore_formula
from ...reading.file_entry import Entry, split_fields
from ...reading.file_head import make_no_such_column_error, parse_column_number_as_index_or_none
from ...reading.gridfile import GridFile
from ...recognition.json_values import parse_json_or_none
from .known_sudokus import Source, SourceWithOlderRest, convert_date_to_iso

_USUAL_NAMES = {
    "name": ("title", "titel", "name"),
    "date": ("date", "datum"),
    "issue": ("issue", "heft", "ausgabe"),
}
"""The usual names, in small letters, of the table columns with the title, the date and the issue.
If a table has several of these names, the first in this list is used.
"""

EXPORTED_COLUMNS = ("id", "class", *Source._fields, "sudoku")
"""The columns of the tables that `catalogue export` writes. If such a table is added to a
catalogue, each Sudoku keeps the source (file, line, title, date, issue) that the table has for it.
"""


def make_source_reading_function(
    grid_file: GridFile,
    first_entry: Entry,
    file: str,
    stored_name: str,
    column_names: Sequence[str | None],
) -> Callable[[Entry], Source]:
    """Return a function that makes the `Source` of a Sudoku (file, line, title, date, issue) from
    its entry in a file. The title, date and issue are read from the columns of a table, or from the
    keys of JSON objects. If the file has no line with column names, and no columns are given, the
    text beside the cells is the title, unless it consists of several columns.

    - `grid_file`: the opened file.
    - `first_entry`: the entry of any Sudoku of the file; it shows whether the file has JSON.
    - `file`: the name of the file in error messages.
    - `stored_name`: the name of the file in each `Source`.
    - `column_names`: the names or numbers (from 1) of the columns with the title, the date and the
      issue; None means the usual names.

    Raises `PairFileError` if the file has no column with a given name.
    """
    chosen = dict(zip(_USUAL_NAMES, column_names, strict=True))
    possible_names = {
        field: _USUAL_NAMES[field] if column is None else (column.casefold(),)
        for field, column in chosen.items()
    }
    if first_entry.raw.lstrip().startswith(b"{"):
        return partial(
            _read_source_from_json, stored_name=stored_name, possible_names=possible_names
        )
    header = [
        restore_formula(name.strip())
        for name in split_fields(grid_file.header or "", grid_file.delimiter)
    ]
    if tuple(header) == EXPORTED_COLUMNS:
        return partial(_read_exported_source_or_file_line, stored_name=stored_name)
    if not header and not any(column_names):
        return lambda entry: Source(
            stored_name,
            entry.line,
            _read_title_beside_cells(entry, grid_file),
            rest=entry.sudoku_name,
        )
    lowered = [name.casefold() for name in header]
    places = dict[str, int]()
    for field, column in chosen.items():
        place = next(
            (lowered.index(name) for name in possible_names[field] if name in lowered), None
        )
        if (
            place is None
            and column is not None
            and (place := parse_column_number_as_index_or_none(column)) is None
        ):
            raise make_no_such_column_error(file, 1, column, header)
        if place is not None:
            places[field] = place

    def make_source(entry: Entry) -> Source:
        values = dict(enumerate(split_fields(entry.file_lines_as_text, grid_file.delimiter)))
        field_values = {
            field: restore_formula(values.get(place, "")) for field, place in places.items()
        }
        return _make_source(entry, stored_name, field_values)

    return make_source


def _read_source_from_json(
    entry: Entry, stored_name: str, possible_names: Mapping[str, tuple[str, ...]]
) -> Source:
    """Return the source of a Sudoku whose line is a JSON object. `possible_names` maps each field
    of a source, such as `date`, to the JSON keys, in small letters, under which its value may be.
    """
    record = parse_json_or_none(entry.raw)
    values = record if isinstance(record, dict) else {}
    lowered = {key.casefold(): value for key, value in reversed(values.items())}
    field_values = dict[str, str]()
    for field, names in possible_names.items():
        found = next((lowered[name] for name in names if name in lowered), None)
        field_values[field] = "" if found is None else str(found)
    return _make_source(entry, stored_name, field_values)


def _read_exported_source_or_file_line(entry: Entry, stored_name: str) -> Source:
    """Return the source of a Sudoku from a row of a table that `catalogue export` wrote: the file,
    line, title, date and issue in this row. If the row does not have the columns of such a table,
    return the row's own file, which is `stored_name`, and its line, without a title.
    """
    values = split_fields(entry.file_lines_as_text, ",")
    if len(values) != len(EXPORTED_COLUMNS) or not values[3].isdecimal() or len(values[3]) > 18:
        return Source(stored_name, entry.line)
    _, _, file, line, *field_values, _ = map(restore_formula, values)
    return Source(file, int(line), *field_values)


def _make_source(entry: Entry, stored_name: str, values: Mapping[str, str]) -> Source:
    """Return the source of a Sudoku: its line in the file, with the title, date and issue in
    `values`. Spaces are tidied, and a date is converted to ISO form.
    """
    stripped = {field: " ".join(value.split()) for field, value in values.items()}
    if date := convert_date_to_iso(stripped.get("date", "")):
        stripped["date"] = date
    if b'"' not in entry.raw:
        return Source(stored_name, entry.line, **stripped, rest=entry.sudoku_name)
    source = SourceWithOlderRest(stored_name, entry.line, **stripped, rest=entry.sudoku_name)
    source.older_rest = entry.older_name
    return source


def _read_title_beside_cells(entry: Entry, grid_file: GridFile) -> str:
    """Return the text beside the cells of a Sudoku; the catalogue uses it as the Sudoku's title.
    Returns an empty text if there are several columns beside the cells, because it is not known
    which of them is the title. `grid_file` is the opened file that has the Sudoku.
    """
    if not grid_file.is_one_a_line:
        return entry.sudoku_name
    values = [
        value.strip()
        for value in split_fields(entry.file_lines_as_text, grid_file.delimiter or ",")
    ]
    for cells, other in (values, values[::-1]) if len(values) == 2 else ():
        found = cell_runs.find_first_gapless_sudoku_span(cells.encode(), entry.shape.size)
        if found is not None and found[:2] == (0, len(cells)):
            return restore_formula(other)
    return entry.sudoku_name if grid_file.delimiter is None else ""
