"""Recognition of Sudokus in a column of a table (CSV with any delimiter), under a key of JSON
objects, one object on each line, or beside other Sudokus on a line, such as their solutions.

The first records decide which column has the puzzles, and which their solutions. A table may begin
with a line of column names. If the user chooses a column, the fields may also be separated by white
space.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..base.errors import make_unexpected_error
from ..base.messages import Message, quote, shorten_and_escape
from ..recognition.columns import Role, find_role
from ..recognition.json_values import make_square, parse_json_or_none
from . import cell_runs
from .file_entry import (
    DELIMITERS,
    FoundSize,
    NumberedLine,
    NumberedText,
    decode_line_leniently,
    find_most_frequent_delimiter_or_none,
    split_fields,
)
from .file_head import (
    FileHead,
    FormatRevealingLine,
    is_prose,
    make_no_such_column_error,
    parse_column_number_as_index_or_none,
)
from .head_columns import (
    MOST_COLUMNS,
    HeadColumn,
    choose_columns,
    find_column,
    find_size_by_number_of_cells,
    find_size_in_field,
)
from .json_cells import format_sudoku_value_as_line_or_none
from .rounded_numbers import is_rounded_number, make_lost_digits_error, make_rounded_error_or_none
from .single_lines import GridOnLine, SingleLineReader, TableColumn

_NAMES_WITHIN = 20
"""The number of lines at the beginning of a table that are searched for the names of the
columns.
"""
_MOST_DEPTH = 40
"""The deepest value of JSON, in keys and indices, that may be a Sudoku."""


def find_reader(file_head: FileHead) -> SingleLineReader | None:
    """Return a reader of the Sudokus in one column of a table, or under one key of the JSON objects
    on the lines of a file. Return None if the file has no such column. `file_head` has the first
    lines of the file.

    The user may have chosen the columns; `PairFileError` is raised if a chosen column does not
    exist or contains no Sudoku. Otherwise the headings and the first records decide, and
    `PairFileError` is raised if they leave several columns, or only a column of solutions.
    """
    if not file_head.content:
        return None
    revealing_line, options = file_head.format_revealing_line, file_head.reading_options
    beginnings = [file_head.content[0][1], *([revealing_line.line] if revealing_line else [])]
    found: SingleLineReader | None
    if any(line.lstrip().startswith(b"{") or _is_json_list(line) for line in beginnings):
        return _find_json_reader(file_head)
    if options.column is not None:
        return _make_reader_of_chosen_column(file_head, options.column)
    found = _find_reader_by_column_name(file_head)
    if found is None and revealing_line is not None:
        found = _find_reader_of_revealing_line(file_head, revealing_line)
    if found is None and options.solution_column is not None:
        line = file_head.content[0][0]
        raise make_no_such_column_error(file_head.source, line, options.solution_column, [])
    return found


def _is_json_list(line: bytes) -> bool:
    """Return whether a line is a list of JSON whose items are texts or lists."""
    text = line.strip()
    return text.startswith((b'["', b"[[")) and isinstance(parse_json_or_none(text), list)


@dataclass(frozen=True, slots=True)
class _JsonValue:
    """The place of a value in JSON: the keys and indices that lead to it."""

    steps: tuple[str | int, ...]

    def __call__(self, line: str) -> str | None:
        """Return the value on a line as one line of text; None if the line has no such value, or if
        the value cannot be a Sudoku.
        """
        value = record = parse_json_or_none(line)
        for step in self.steps:
            if isinstance(step, str):
                value = value.get(step) if isinstance(value, dict) else None
            else:
                value = value[step] if isinstance(value, list) and step < len(value) else None
        return _format_json_value_or_none(value, is_own=_is_own_record(record))

    @property
    def path(self) -> str:
        """The keys, separated by dots; indices are left out if there are keys."""
        keys = [step for step in self.steps if isinstance(step, str)]
        return ".".join(keys) or ".".join(str(int(step) + 1) for step in self.steps)


def _is_own_record(record: object) -> bool:
    """Return whether `--json` has written a JSON object, which its last key shows. The number 0 in
    a list of cells is always blank in such an object.
    """
    return isinstance(record, dict) and next(reversed(record), "") == "format"


def _format_json_value_or_none(value: object, *, is_own: bool) -> str | None:
    """Return a value of JSON as one line of text; None if it cannot be a Sudoku."""
    if isinstance(value, str) and "\n" in value:
        return _format_drawn_text(value)
    return format_sudoku_value_as_line_or_none(value, is_zero_blank=is_own)


def _format_drawn_text(text: str) -> str:
    """Return a text with line ends that draws one Sudoku as one line; the text with spaces instead
    of line ends if it is no Sudoku.
    """
    from ..recognition.meaning import RefusedTextError
    from ..recognition.recognise import read_lines  # slow to import, and rarely needed

    try:
        sudokus = read_lines(text.splitlines()).sudokus
    except RefusedTextError:
        sudokus = []
    if len(sudokus) != 1:
        return " ".join(text.split())
    return " ".join(token or "." for token in sudokus[0].square.tokens)


def _yield_json_values(value: Any, steps: tuple[str | int, ...]) -> Iterator[_JsonValue]:
    """Yield the places of all values in a value of JSON that can be written as one line of text. In
    an object that `--json` has written, Sudokus inside other values, such as copies, are left out.
    """
    if len(steps) > _MOST_DEPTH:
        return
    if _is_own_record(value):
        value = {key: one for key, one in value.items() if not _has_inner_values(one)}
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _yield_json_values(inner, (*steps, key))
    elif isinstance(value, list) and make_square(value) is None:
        for index, inner in enumerate(value):
            if isinstance(inner, dict | list | str):
                yield from _yield_json_values(inner, (*steps, index))
    elif isinstance(value, list | str):
        yield _JsonValue(steps)


def _has_inner_values(value: object) -> bool:
    """Return whether a value of JSON is an object, or a list that is not one Sudoku."""
    return isinstance(value, dict) or (isinstance(value, list) and make_square(value) is None)


def _find_json_reader(file_head: FileHead) -> SingleLineReader | None:
    """Return a reader of a file with a JSON object or list on each line, whose Sudokus are values
    at the same place. Return None if no line has a Sudoku, if a line has several Sudokus under the
    same keys, or if the only line is an object of objects with the same keys.
    """
    revealing_line = file_head.format_revealing_line
    first_line = revealing_line.found_size.line if revealing_line else 0
    lines = [
        (number, text, record)
        for number, line in file_head.read_records(first_line)
        if isinstance(
            record := parse_json_or_none(text := decode_line_leniently(line)), dict | list
        )
    ]
    places = dict.fromkeys(
        place for _, _, record in lines for place in _yield_json_values(record, ())
    )
    columns = [
        HeadColumn(place.path, place.path, place, [place(text) or "" for _, text, _ in lines])
        for place in places
        if place.steps
    ]
    sizes = [
        [find_size_in_field(text, file_head.size) if text else None for text in one.texts]
        for one in columns
    ]
    size = max((size for column in sizes for size in column if size), default=None)
    column = file_head.reading_options.column
    if size is None and column is None:
        return None
    chosen = None
    if column is not None:
        chosen = _find_json_column(file_head, lines[0] if lines else None, columns, column)
        size = next(filter(None, sizes[columns.index(chosen)]), None)
        if size is None:
            raise _make_no_sudoku_in_column_error(file_head, lines[0][0], chosen.texts[0])
    assert size is not None
    paths = [one.name for one, found in zip(columns, sizes, strict=True) if size in found]
    repeated = paths if chosen is None else [path for path in paths if path == chosen.name]
    if len(repeated) > len({*repeated}):
        return None  # a line has several Sudokus under the same keys
    if len(lines) == 1 and chosen is None and _is_object_of_records(lines[0][2]):
        return None
    choice = choose_columns(file_head, lines[0][0], columns, size, chosen)
    assert choice is not None
    first = sizes[columns.index(choice.puzzle)].index(size)
    return SingleLineReader(
        file_head,
        FoundSize(size, lines[first][0]),
        find_field=choice.puzzle.find_text,
        solutions=choice.solutions,
    )


def _is_object_of_records(value: object) -> bool:
    """Return whether a value of JSON is an object of several objects with the same keys, whose own
    keys, such as dates, name neither puzzles nor solutions.
    """
    if not isinstance(value, dict) or len(value) < 2:
        return False
    records = [one for one in value.values() if isinstance(one, dict) and one]
    are_alike = len(records) == len(value) and len({frozenset(one) for one in records}) == 1
    return are_alike and all(find_role(key) is Role.UNKNOWN for key in value)


def _find_json_column(
    file_head: FileHead,
    first: tuple[int, str, object] | None,
    columns: Sequence[HeadColumn],
    wanted: str | int,
) -> HeadColumn:
    """Return the values of JSON that the user chose by their path, or by their number among the
    values of each object.
    """
    if first is None:
        raise make_no_such_column_error(file_head.source, file_head.content[0][0], wanted, [])
    number, _, record = first
    index = parse_column_number_as_index_or_none(wanted)
    keys = [*record] if isinstance(record, dict) else []
    if index is not None and wanted not in keys and index < len(keys):
        wanted = keys[index]
    if isinstance(wanted, str) and not any(f".{one.name}".endswith(wanted) for one in columns):
        # The key of the list whose items are the records is in none of their paths.
        wanted = next((one.name for one in columns if wanted.endswith(f".{one.name}")), wanted)
    numbered = [one for one in columns if wanted not in keys or one.name.startswith(str(wanted))]
    return find_column(file_head, number, numbered, wanted)


def _find_reader_by_column_name(file_head: FileHead) -> SingleLineReader | None:
    """Return a reader of a table in which a column with the heading of a puzzle or of a solution
    contains a Sudoku; None if there is no such column.
    """
    (number, line), *others = file_head.content
    text = decode_line_leniently(line)
    delimiter = find_most_frequent_delimiter_or_none(text)
    if delimiter is None or delimiter == "|" or is_prose(text):
        return None
    if _is_statement(text, delimiter):
        return None
    if cell_runs.find_first_gapless_sudoku_span(line):
        return None
    roles = [find_role(name) for name in split_fields(text, delimiter)]
    named = [
        index
        for role in (Role.PUZZLE, Role.SOLUTION)
        for index, other in enumerate(roles)
        if other is role
    ]
    for other, row_line in others if named else ():
        row = split_fields(decode_line_leniently(row_line), delimiter)
        for index in named:
            field = row[index] if index < len(row) else ""
            if size := find_size_in_field(field, file_head.size):
                found_size = FoundSize(size, other)
                return _make_table_reader(file_head, (number, text), delimiter, found_size)
            if is_rounded_number(field):
                column = decode_line_leniently(row_line).find(field) + 1
                raise make_lost_digits_error(file_head.source, other, column, field.strip())
    return None


def _make_table_reader(
    file_head: FileHead, header: NumberedText | None, delimiter: str, found_size: FoundSize
) -> SingleLineReader | None:
    """Return a reader of the column of a table that has the puzzles; None if no field of the table
    is a Sudoku. `header` is the line with the names of the columns (None if there is none),
    `delimiter` is the character between fields, and `found_size` is the size and place of the first
    Sudoku.
    """
    columns = _make_columns(file_head, header, delimiter, found_size.line)
    number = header[0] if header else found_size.line
    choice = choose_columns(file_head, number, columns, found_size.size)
    if choice is None:
        return None
    place = TableColumn(
        columns.index(choice.puzzle),
        delimiter,
        is_certain=choice.grid_count > 1 or find_role(choice.puzzle.heading) is Role.PUZZLE,
    )
    shown = delimiter if delimiter in DELIMITERS else None
    header = header if shown else None
    return SingleLineReader(file_head, found_size, header, shown, place, choice.solutions)


def _make_columns(
    file_head: FileHead, header: NumberedText | None, delimiter: str | None, first_line: int
) -> list[HeadColumn]:
    """Return the columns of the first records of a table, whose first record is on line
    `first_line`. `delimiter` separates the fields; None means white space.
    """
    first_line = max(first_line, header[0] + 1) if header else first_line
    rows = [
        split_fields(decode_line_leniently(line), delimiter)
        for _, line in file_head.read_records(first_line)
    ]
    headings = [name.strip() for name in split_fields(header[1], delimiter)] if header else []
    columns = list[HeadColumn]()
    for index in range(max(map(len, [headings, *rows]))):
        heading = headings[index] if index < len(headings) else ""
        texts = [row[index].strip() if index < len(row) else "" for row in rows]
        find_text = partial(_read_field, index=index, delimiter=delimiter)
        columns.append(HeadColumn(heading or str(index + 1), heading, find_text, texts))
    return columns


def _find_reader_of_revealing_line(
    file_head: FileHead, revealing_line: FormatRevealingLine
) -> SingleLineReader | None:
    """Return a reader of a file whose first Sudoku, on the line `revealing_line`, has other text
    beside it: fields of a table, or other Sudokus. Return None if the file is no table, and has no
    other Sudokus beside the first.
    """
    line, run, found_size = revealing_line
    text = decode_line_leniently(line)
    if run.end - run.start == len(line) or line.lstrip().startswith(b"{"):
        return None
    pattern = cell_runs.make_gapless_sudoku_pattern(run.size)
    if 2 * (len(line) - run.end + run.start) > run.size**2:
        # The text beside it may be another Sudoku, which is broken.
        file_head.read_records(found_size.line)
    fullest = max(
        (line, *(other for number, other in file_head.content if number > found_size.line)),
        key=lambda other: len(pattern.findall(other)),
    )
    grid_count, fullest_text = len(pattern.findall(fullest)), decode_line_leniently(fullest)
    if grid_count > MOST_COLUMNS:
        return None
    # A table if the Sudokus are whole fields; the most frequent delimiter may be that of a text.
    counts = {
        sign: sum(
            _is_whole_sudoku(field, run.size)
            for field in (
                fullest_text.split(sign) if sign == ":" else split_fields(fullest_text, sign)
            )
        )
        for sign in (*DELIMITERS, ":")
        if sign in fullest_text
    }
    delimiter = max(counts, key=lambda sign: counts[sign], default="")
    if grid_count > 1 and counts.get(delimiter, 0) < grid_count:
        return _make_reader_of_grids_on_line(file_head, found_size, fullest_text, grid_count)
    if grid_count < 2:
        delimiter = _find_delimiter_beside(revealing_line)
    if not delimiter:
        return None
    if problem := make_rounded_error_or_none(file_head.source, found_size.line, text, run.size):
        raise problem
    header = _find_header(file_head, revealing_line, delimiter)
    reader = _make_table_reader(file_head, header, delimiter, found_size)
    if reader is None:
        return SingleLineReader(file_head, found_size, header, delimiter)
    return reader


def _find_delimiter_beside(revealing_line: FormatRevealingLine) -> str:
    """Return the delimiter beside the only Sudoku on a line; an empty text if the line is no row of
    a table.
    """
    line, run, _ = revealing_line
    beside = line[run.end :].lstrip(b'"')[:1] or line[: run.start].rstrip(b'"')[-1:]
    if beside not in (b",", b";", b"\t", b"|"):
        return ""
    text, sign = decode_line_leniently(line), beside.decode()
    is_alone = _is_whole_sudoku(text.rstrip()[:-1].strip('"'), run.size)
    return "" if _is_statement(text, sign) and not is_alone else sign


def _is_statement(text: str, delimiter: str) -> bool:
    """Return whether a line's only delimiter is at its end, as in `using Sudoku.Models;`, so that
    the line is a statement of a program or an item of a list, and no row of a table.
    """
    return text.rstrip().endswith(delimiter) and text.count(delimiter) == 1


def _is_whole_sudoku(field: str, size: int) -> bool:
    """Return whether a field is a Sudoku with `size` rows and nothing between its cells."""
    text = field.strip().encode()
    return cell_runs.find_first_gapless_sudoku_span(text, size) == (0, len(text), size)


def _make_reader_of_grids_on_line(
    file_head: FileHead, found_size: FoundSize, fullest_text: str, count: int
) -> SingleLineReader:
    """Return a reader of lines with `count` Sudokus each, of which one is the puzzle.
    `fullest_text` is such a line.
    """
    records = file_head.read_records(found_size.line)
    lines = [decode_line_leniently(line) for _, line in records]
    columns = list[HeadColumn]()
    words = fullest_text.split()
    whole = [i for i, word in enumerate(words, 1) if _is_whole_sudoku(word, found_size.size)]
    for index in range(count):
        place = GridOnLine(index, count, found_size.size)
        # --column counts words if no other delimiter separates fields.
        name = str(whole[index] if len(whole) == count else index + 1)
        columns.append(HeadColumn(name, "", place, [place(line) or "" for line in lines]))
    choice = choose_columns(file_head, found_size.line, columns, found_size.size)
    assert choice is not None
    return SingleLineReader(
        file_head,
        found_size,
        find_field=choice.puzzle.find_text,
        solutions=choice.solutions,
    )


def _find_header(
    file_head: FileHead, revealing_line: FormatRevealingLine, delimiter: str
) -> NumberedText | None:
    """Return the line with the names of a table's columns; None if there is none. It is the first
    line if it has as many fields as the line of the first Sudoku; otherwise the line directly above
    the first Sudoku, if its field above the Sudoku also has the heading of a puzzle.
    """
    row = split_fields(decode_line_leniently(revealing_line.line), delimiter)
    first_sudoku = revealing_line.found_size.line
    above = [(n, line) for n, line in file_head.content if n < first_sudoku]
    for number, line in (above[0], above[-1]) if above else ():
        text = decode_line_leniently(line)
        names = split_fields(text, delimiter)
        if len(names) == len(row) and (
            (number, line) == above[0]
            or any(
                find_role(name) is not Role.UNKNOWN
                for name, field in zip(names, row, strict=True)
                if _is_whole_sudoku(field, revealing_line.run.size)
            )
        ):
            return number, text
    return None


def _make_reader_of_chosen_column(file_head: FileHead, column: str | int) -> SingleLineReader:
    """Return a reader of the Sudokus in the table column that the user has chosen by its name or
    its number from 1. Raise `PairFileError` if there is no such column, or if none of the first
    lines has a Sudoku in it.
    """
    number, line = _find_header_line(file_head, column) or file_head.content[0]
    text = decode_line_leniently(line)
    delimiter = find_most_frequent_delimiter_or_none(text)
    if delimiter is None and ":" in text and len(text.split()) == 1:
        delimiter = ":"
    header = None if cell_runs.find_first_gapless_sudoku_span(text.encode()) else (number, text)
    names = [name.strip() for name in split_fields(text, delimiter)] if header else []
    index = names.index(column) if column in names else parse_column_number_as_index_or_none(column)
    if index is None:
        raise make_no_such_column_error(file_head.source, number, column, names)
    start = header[0] if header else 0
    columns = _make_columns(file_head, header, delimiter, start)
    find_field = partial(_read_field, index=index, delimiter=delimiter)
    content = [(number, line) for number, line in file_head.content if number > start]
    for number, line in content:
        field = find_field(decode_line_leniently(line)) or ""
        if size := find_size_by_number_of_cells(field, file_head.size):
            choice = None
            if index < len(columns):
                choice = choose_columns(file_head, number, columns, size, columns[index])
            shown = delimiter if delimiter != ":" else None
            solutions = choice and choice.solutions
            return SingleLineReader(
                file_head, FoundSize(size, number), header, shown, find_field, solutions
            )
    number, line = (content or file_head.content)[0]
    field = find_field(decode_line_leniently(line)) or ""
    raise _make_no_sudoku_in_column_error(file_head, number, field)


def _make_no_sudoku_in_column_error(file_head: FileHead, line: int, field: str) -> Exception:
    """Return the error that the column that the user chose contains no Sudoku. `line` is the number
    of the line with the text `field`, which was expected to be a Sudoku.
    """
    column = shorten_and_escape(str(file_head.reading_options.column))
    expected = Message("Sudokus in the column '{column}'", column=column)
    return make_unexpected_error(file_head.source, line, 1, expected, quote(field))


def _find_header_line(file_head: FileHead, column: str | int) -> NumberedLine | None:
    """Return the line with the names of the columns: the first of the first 20 lines that contains
    `column` as a name. Titles may be above this line. Return None if there is no such line.

    In a spreadsheet, `column` may also be the number of a column, from 2; then the first line with
    a column of this number is returned.
    """
    place = parse_column_number_as_index_or_none(column) if file_head.sheets is not None else None
    for number, line in file_head.content[:_NAMES_WITHIN]:
        text = decode_line_leniently(line)
        delimiter = find_most_frequent_delimiter_or_none(text)
        names = [name.strip() for name in split_fields(text, delimiter)] if delimiter else []
        if column in names or (place is not None and 0 < place < len(names)):
            return number, line
    return None


def _read_field(line: str, index: int, delimiter: str | None) -> str | None:
    """Return the text of the field with index `index`, from 0, on a line, without white space
    around it. Return None if the line has fewer fields. `delimiter` separates the fields; None
    means white space.
    """
    found = split_fields(line, delimiter)
    return found[index].strip() if index < len(found) else None
