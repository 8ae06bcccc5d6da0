"""Recognition of Sudokus in a column of a table (CSV with any delimiter), or under a key of JSON
objects, one object on each line.

A table may begin with a line of column names. If the user chooses a column, the fields may also be
separated by white space.
"""

import re
from functools import partial
from math import isqrt

from ..base.messages import Message, quote, shorten_and_escape
from ..sudoku.grid import SMALLEST_AS_TEXT
from . import cell_runs
from .cells import CellReadingRules, parse_row, replace_unusual_characters_by_ascii
from .file_entry import (
    FoundSize,
    NumberedLine,
    NumberedText,
    decode_line_leniently,
    find_most_frequent_delimiter_or_none,
    format_sudoku_value_as_line_or_none,
    make_unexpected_error,
    parse_json_or_none,
    split_fields,
)
from .file_head import (
    FileHead,
    FormatRevealingLine,
    make_no_such_column_error,
    parse_column_number_as_index_or_none,
)
from .rounded_numbers import is_rounded_number, make_lost_digits_error, make_rounded_error_or_none
from .single_lines import FieldOf, SingleLineReader, TableColumn

_NAMES = re.compile(
    r"sudokus?|puzzles?|grids?|quiz(zes)?|questions?|problems?|boards?|clues|givens"
    r"|r(ä|ae)tsel|aufgaben?|gitter|vorgaben"
)
"""Words in the name of a column that show that the column contains Sudokus."""
_NAMES_WITHIN = 20
"""The number of lines at the beginning of a table that are searched for the names of the
columns.
"""
_OTHER_NAMES = re.compile(r"solutions?|solved|answers?|l(ö|oe)sung(en)?")


def find_reader(file_head: FileHead) -> SingleLineReader | None:
    """Return a reader of the Sudokus in one column of a table, or under one key of the JSON objects
    on the lines of a file. Return None if the file has no such column. `file_head` has the first
    lines of the file.

    The user may have chosen the column; `PairFileError` is raised if this column does not exist or
    contains no Sudoku. Otherwise the reader takes the first column with Sudokus whose name is a
    word such as "puzzle". If no column has such a name, the reader takes the column of the first
    Sudoku that is on a line with several fields.
    """
    if not file_head.content:
        return None
    beginnings = [
        file_head.content[0][1],
        *([file_head.format_revealing_line.line] if file_head.format_revealing_line else []),
    ]
    is_json = any(line.lstrip().startswith(b"{") for line in beginnings)
    if (column := file_head.reading_options.column) is not None:
        if file_head.content[0][1].lstrip().startswith(b"{"):
            return _make_reader_of_column(
                file_head, partial(_read_json_value_as_text_or_none, key_or_number=column)
            )
        return _make_reader_of_chosen_column(file_head, column)
    if is_json:
        return _find_reader_by_key(file_head)
    found = _find_reader_by_column_name(file_head)
    return (
        _find_reader_of_first_sudoku_column(file_head, file_head.format_revealing_line)
        if file_head.format_revealing_line and not found
        else found
    )


def _find_reader_by_key(file_head: FileHead) -> SingleLineReader | None:
    """Return a reader of a file with a JSON object on each line, whose Sudokus are values of the
    same key. Return None if no object contains a Sudoku.

    The first line with a Sudoku determines the key; a key such as "puzzle" is preferred.
    """
    for number, line in file_head.content:
        record = parse_json_or_none(decode_line_leniently(line))
        if isinstance(record, dict):
            pairs = [(key, _format_json_value_or_none(record, key)) for key in record]
            found = [
                (key, size)
                for key, text in pairs
                if text and (size := _find_sudoku_size_in_field(text, file_head))
            ]
            key, size = next(
                (one for one in found if _is_puzzle_column_name(one[0])), (found or [("", 0)])[0]
            )
            if size:
                return SingleLineReader(
                    file_head,
                    FoundSize(size, number),
                    find_field=partial(_read_json_value_as_text_or_none, key_or_number=key),
                )
    return None


def _find_reader_by_column_name(file_head: FileHead) -> SingleLineReader | None:
    """Return a reader of the first table column that has a name such as "puzzle" and contains a
    Sudoku; None if there is no such column.
    """
    (number, line), *others = file_head.content
    text = decode_line_leniently(line)
    delimiter = find_most_frequent_delimiter_or_none(text)
    if delimiter is None or delimiter == "|" or cell_runs.find_first_gapless_sudoku_span(line):
        return None
    names = split_fields(text, delimiter)
    named = [index for index, name in enumerate(names) if _is_puzzle_column_name(name)]
    for other, row_line in others if named else ():
        row = split_fields(decode_line_leniently(row_line), delimiter)
        for index in named:
            field = row[index] if index < len(row) else ""
            if size := _find_sudoku_size_in_field(field, file_head):
                place = TableColumn(index, delimiter, is_named=True)
                return SingleLineReader(
                    file_head, FoundSize(size, other), (number, text), delimiter, place
                )
            if is_rounded_number(field):
                column = decode_line_leniently(row_line).find(field) + 1
                raise make_lost_digits_error(file_head.source, other, column, field.strip())
    return None


def _is_puzzle_column_name(name: str) -> bool:
    """Return whether the name of a table column, such as `sudoku_9x9`, shows that the column
    contains puzzles and not solutions.
    """
    return _has_word(name, _NAMES) and not _has_word(name, _OTHER_NAMES)


def _has_word(name: str, word: re.Pattern[str]) -> bool:
    return any(map(word.fullmatch, re.findall(r"[^\W\d_]+", name.casefold())))


def _find_sudoku_size_in_field(field: str, file_head: FileHead) -> int | None:
    """Return the number of rows of the Sudoku in a field of a table; None if the field contains no
    Sudoku. If an option or a comment has given the size of the Sudokus, `file_head` has it; then
    cells that are written without separators are accepted only if they are a Sudoku of this size.
    """
    text = replace_unusual_characters_by_ascii(field)
    size = _find_size_by_number_of_cells(text, file_head.size)
    if size is None or cell_runs.find_first_gapless_sudoku_span(text.encode(), file_head.size):
        return size
    texts = [cell for _, cell in parse_row(1, text).cells]
    # A field with texts that are not digits or blanks contains words, not a Sudoku.
    return (
        size if CellReadingRules(size).map_cell_texts_to_digits(texts).keys() >= {*texts} else None
    )


def _find_reader_of_first_sudoku_column(
    file_head: FileHead, revealing_line: FormatRevealingLine
) -> SingleLineReader | None:
    """Return a reader of the table column in which the first Sudoku is. `revealing_line` is a line
    with a Sudoku and other text beside it. Return None if no delimiter separates the Sudoku from
    this text.
    """
    line, run, found_size = revealing_line
    beside = line[run.end :].lstrip(b'"')[:1] or line[: run.start].rstrip(b'"')[-1:]
    if line.lstrip().startswith(b"{") or beside not in (b",", b";", b"\t", b"|"):
        return None
    if problem := make_rounded_error_or_none(
        file_head.source, found_size.line, decode_line_leniently(line), run.size
    ):
        raise problem
    delimiter = beside.decode()
    row = split_fields(decode_line_leniently(line), delimiter)
    first, names = file_head.content[0]
    has_names = first < found_size.line and len(
        split_fields(decode_line_leniently(names), delimiter)
    ) == len(row)
    header = (
        (first, decode_line_leniently(names))
        if has_names
        else _find_header_line_above(file_head, revealing_line, row)
    )
    alone = (
        TableColumn(index, delimiter)
        for index, field in enumerate(text.strip().encode() for text in row)
        if cell_runs.find_first_gapless_sudoku_span(field, run.size) == (0, len(field), run.size)
    )
    return SingleLineReader(file_head, found_size, header, delimiter, next(alone, None))


def _find_header_line_above(
    file_head: FileHead, revealing_line: FormatRevealingLine, first_row: list[str]
) -> NumberedText | None:
    """Return the line directly above the first Sudoku of a table if this line has the names of the
    columns, otherwise None. A line has the names if two conditions hold: it has as many fields as
    the line of the Sudoku, and its field above the Sudoku is a name such as "puzzle". `first_row`
    are the fields of the line with the Sudoku.
    """
    above = [
        (number, line)
        for number, line in file_head.content
        if number < revealing_line.found_size.line
    ]
    if not above:
        return None
    number, line = above[-1]
    text = decode_line_leniently(line)
    delimiter = find_most_frequent_delimiter_or_none(text)
    names = split_fields(text, delimiter) if delimiter else []
    cells = revealing_line.line[revealing_line.run.start : revealing_line.run.end].decode()
    columns = [place for place, field in enumerate(first_row) if field.strip() == cells]
    is_named = len(names) == len(first_row) and any(
        _is_puzzle_column_name(names[place]) for place in columns
    )
    return (number, text) if is_named else None


def _make_reader_of_chosen_column(file_head: FileHead, column: str | int) -> SingleLineReader:
    """Return a reader of the Sudokus in the table column that the user has chosen by its name or
    its number from 1. Raise `PairFileError` if there is no such column.
    """
    number, line = _find_header_line(file_head, column) or file_head.content[0]
    text = decode_line_leniently(line)
    delimiter = find_most_frequent_delimiter_or_none(text)
    header = None if cell_runs.find_first_gapless_sudoku_span(text.encode()) else (number, text)
    names = [name.strip() for name in split_fields(text, delimiter)] if header else []
    index = names.index(column) if column in names else parse_column_number_as_index_or_none(column)
    if index is None:
        raise make_no_such_column_error(file_head.source, number, column, names)
    return _make_reader_of_column(
        file_head, partial(_read_field, index=index, delimiter=delimiter), header, delimiter
    )


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


def make_solution_text_finder_or_none(
    header: str | None, delimiter: str | None, lines: list[str]
) -> FieldOf | None:
    """Return a function that takes a line and returns the solution of the Sudoku on this line as
    text. Return None if there are no solutions.

    The solutions are in a column of a table, or under a key of JSON objects, whose name contains a
    word such as "solution". At least one of `lines` must have a grid there. `header` is the line
    with the names of the columns, and `delimiter` separates the fields; if `header` is None, each
    line is a JSON object.
    """
    told: dict[str, FieldOf] = {}
    if header is not None:
        for number, name in enumerate(split_fields(header, delimiter)):
            told.setdefault(name, partial(_read_field, index=number, delimiter=delimiter))
    elif lines and isinstance(record := parse_json_or_none(lines[0]), dict):
        told = {key: partial(_read_json_value_as_text_or_none, key_or_number=key) for key in record}
    for name, tell in told.items():
        if _has_word(name, _OTHER_NAMES) and any(
            _find_size_by_number_of_cells(tell(line) or "", None) for line in lines
        ):
            return tell
    return None


def _read_json_value_as_text_or_none(line: str, key_or_number: str | int) -> str | None:
    """Return the Sudoku in a JSON object as text. `line` is the text of the object. `key_or_number`
    is the key of the Sudoku, or its position among the values, from 1. Return None if the line is
    not a JSON object, or if the object has no such value.
    """
    record = parse_json_or_none(line)
    if not isinstance(record, dict):
        return None
    if isinstance(key_or_number, int):
        keys = list(record)[key_or_number - 1 : key_or_number]
        return _format_json_value_or_none(record, keys[0]) if keys else None
    return _format_json_value_or_none(record, key_or_number)


def _format_json_value_or_none(record: dict[str, object], key: str) -> str | None:
    """Return the Sudoku that is the value of a key in a JSON object, as one line of text. Return
    None if the object has no such value.

    In an object that `--json` has written, the number 0 in a list of cells is always blank. Such an
    object is recognised by its last key, "format".
    """
    is_own = next(reversed(record), "") == "format"
    return format_sudoku_value_as_line_or_none(record.get(key), is_zero_blank=is_own)


def _make_reader_of_column(
    file_head: FileHead,
    find_field: FieldOf,
    header: NumberedText | None = None,
    delimiter: str | None = None,
) -> SingleLineReader:
    """Return a reader of the Sudokus in one column of a table. `find_field` takes a line and
    returns the text of the field in this column, or None if the line has no such field. `header` is
    the line with the names of the columns; None if there is no such line. `delimiter` separates the
    fields.

    Raises `PairFileError` if none of the first lines has a Sudoku in this column.
    """
    start = header[0] if header else 0
    content = [(number, line) for number, line in file_head.content if number > start]
    for number, line in content:
        if size := _find_size_by_number_of_cells(
            find_field(decode_line_leniently(line)) or "", file_head.size
        ):
            return SingleLineReader(
                file_head, FoundSize(size, number), header, delimiter, find_field
            )
    number, line = (content or file_head.content)[0]
    column = shorten_and_escape(str(file_head.reading_options.column))
    expected = Message("Sudokus in the column '{column}'", column=column)
    raise make_unexpected_error(
        file_head.source, number, 1, expected, quote(find_field(decode_line_leniently(line)) or "")
    )


def _find_size_by_number_of_cells(field: str, wanted_size: int | None) -> int | None:
    """Return the number of rows of the Sudoku in a field of a table, judged only by the number of
    cells. Return None if the number of cells is not that of a Sudoku.

    If `wanted_size` is given, cells with nothing between them must be a Sudoku with `wanted_size`
    rows. The number of separated cells is not compared with `wanted_size`.
    """
    if found := cell_runs.find_first_gapless_sudoku_span(field.encode(), wanted_size):
        return found.size
    size = isqrt(cells := len(parse_row(1, field).cells))
    return size if size**2 == cells and size >= SMALLEST_AS_TEXT else None
