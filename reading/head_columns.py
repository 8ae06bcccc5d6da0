"""The columns of the first records of a table or of lines of JSON: which has the puzzles, and which
their solutions.
"""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from ..base.errors import PairFileError
from ..recognition.alphabet import blank_out
from ..recognition.cells import CellReadingRules, parse_row, replace_unusual_characters_by_ascii
from ..recognition.columns import (
    Cells,
    Role,
    are_solutions,
    choose_puzzle_column,
    choose_solution_column,
    find_role,
    make_only_solutions_message,
    make_several_columns_message,
)
from ..recognition.row_labels import COLUMNS_OR_BOXES, names_other_lines
from ..sudoku.grid import SMALLEST_AS_TEXT
from . import cell_runs
from .file_head import FileHead, make_no_such_column_error, parse_column_number_as_index_or_none
from .single_lines import FieldOf, SolutionColumn, list_cell_texts

MOST_COLUMNS = 8
"""The most columns with Sudokus that are compared with each other."""


class HeadColumn(NamedTuple):
    """A column of the first records of a file.

    - `name`: the name or number by which the user chooses it.
    - `heading`: its heading or path of keys; an empty text if it has none.
    - `find_text`: a function that takes a line and returns the text of this column.
    - `texts`: its text in each of the first records; an empty text if a record lacks it.
    """

    name: str
    heading: str
    find_text: FieldOf
    texts: Sequence[str]


class ColumnChoice(NamedTuple):
    """The column of the puzzles, the column of their solutions, and the number of columns that have
    Sudokus.
    """

    puzzle: HeadColumn
    solutions: SolutionColumn
    grid_count: int


def choose_columns(
    file_head: FileHead,
    line_number: int,
    columns: Sequence[HeadColumn],
    size: int,
    chosen: HeadColumn | None = None,
) -> ColumnChoice | None:
    """Return the columns with the puzzles of `size` rows and with their solutions; None if no
    column has Sudokus. `chosen` is the column of the puzzles if the caller knows it.

    Raise `PairFileError`, for the line `line_number`, if only columns of solutions have Sudokus, or
    if the columns leave several choices.
    """
    grids = [[_parse_cells(text, size, file_head) for text in one.texts] for one in columns]
    indices = [i for i, column in enumerate(grids) if any(column)]
    if chosen is not None:
        puzzle = columns.index(chosen)
    elif not indices:
        return None
    else:
        puzzle = _choose_puzzle(file_head, line_number, [(columns[i], grids[i]) for i in indices])
        puzzle = indices[puzzle]
    wanted = file_head.reading_options.solution_column
    if wanted is not None:
        solution = find_column(file_head, line_number, columns, wanted)
        return ColumnChoice(columns[puzzle], SolutionColumn(solution.find_text, ()), len(indices))
    solutions = SolutionColumn(None, ())
    if len(indices) <= MOST_COLUMNS:
        solutions = _find_solutions(columns, grids, puzzle, size)
    return ColumnChoice(columns[puzzle], solutions, len(indices))


def _find_solutions(
    columns: Sequence[HeadColumn],
    grids: Sequence[Sequence[Cells | None]],
    puzzle: int,
    size: int,
) -> SolutionColumn:
    """Return the column with the solutions of the column with the index `puzzle`, by the headings
    and by the `grids` of all columns.
    """
    headings = [one.heading for one in columns]
    found, possible = choose_solution_column(puzzle, headings, grids)
    names = [columns[i].name for i in possible]
    if found is None and not possible:
        names = [
            one.name
            for i, one in enumerate(columns)
            if i != puzzle and find_role(one.heading) is Role.SOLUTION
            if any(_has_many_digits(text, size) for text in one.texts)
        ]
    solution = None if found is None else columns[found].find_text
    if solution is None and not names:
        # A column may be empty in all of the first records.
        empty = [
            one for one in columns if find_role(one.heading) is Role.SOLUTION and not any(one.texts)
        ]
        solution = empty[0].find_text if len(empty) == 1 else None
    return SolutionColumn(solution, tuple(names))


def _choose_puzzle(
    file_head: FileHead,
    line_number: int,
    columns: Sequence[tuple[HeadColumn, Sequence[Cells | None]]],
) -> int:
    """Return the index of the column with the puzzles, among those that have Sudokus."""
    headings = [column.heading for column, _ in columns]
    if len(columns) > MOST_COLUMNS:
        message = make_several_columns_message([column.name for column, _ in columns])
    elif are_solutions(headings):
        message = make_only_solutions_message([column.name for column, _ in columns])
    else:
        rows = [i for i, heading in enumerate(headings) if not names_other_lines(heading)]
        if not rows:
            raise PairFileError(file_head.source, line_number, 1, COLUMNS_OR_BOXES)
        left = choose_puzzle_column([headings[i] for i in rows], [columns[i][1] for i in rows])
        left = [rows[i] for i in left]
        if len(left) == 1:
            return left[0]
        message = make_several_columns_message([columns[i][0].name for i in left])
    file_head.check_not_rounded()
    raise PairFileError(file_head.source, line_number, 1, message)


def find_column(
    file_head: FileHead, line_number: int, columns: Sequence[HeadColumn], wanted: str | int
) -> HeadColumn:
    """Return the column that the user chose: by its name, by the last keys of its path, or by its
    number from 1. Raise `PairFileError` if there is no such column.
    """
    for column in columns:
        if wanted in (column.name, column.heading):
            return column
    ends = [one for one in columns if one.heading.endswith(f".{wanted}")]
    if len({one.name for one in ends}) == 1:
        return ends[0]
    index = parse_column_number_as_index_or_none(wanted)
    if index is not None and index < len(columns):
        return columns[index]
    names = [column.name for column in columns]
    raise make_no_such_column_error(file_head.source, line_number, wanted, names)


def find_size_in_field(field: str, wanted_size: int | None) -> int | None:
    """Return the number of rows of the Sudoku in a field of a table; None if the field contains no
    Sudoku. If an option or a comment has given the size of the Sudokus, it is `wanted_size`; then
    cells that are written without separators are accepted only if they are a Sudoku of this size.
    """
    text = replace_unusual_characters_by_ascii(field)
    size = find_size_by_number_of_cells(text, wanted_size)
    if size is None or cell_runs.find_first_gapless_sudoku_span(text.encode(), wanted_size):
        return size
    texts = [cell for _, cell in parse_row(1, text).cells]
    # A field with texts that are not digits or blanks contains words, not a Sudoku.
    rules = CellReadingRules(size, zero_is_digit=None if size > 9 else False)
    return size if rules.map_cell_texts_to_digits(texts).keys() >= {*texts} else None


def find_size_by_number_of_cells(field: str, wanted_size: int | None) -> int | None:
    """Return the number of rows of the Sudoku in a field of a table, judged only by the number of
    cells. Return None if the number of cells is not that of a Sudoku.

    If `wanted_size` is given, cells with nothing between them must be a Sudoku with `wanted_size`
    rows. The number of separated cells is not compared with `wanted_size`.
    """
    if found := cell_runs.find_first_gapless_sudoku_span(field.encode(), wanted_size):
        return found.size
    size = isqrt(cells := len(parse_row(1, field).cells))
    return size if size**2 == cells and size >= SMALLEST_AS_TEXT else None


def _parse_cells(field: str, size: int, file_head: FileHead) -> Cells | None:
    """Return the cells of a field as numbers that can be compared, 0 for blank; None if the field
    contains no Sudoku of `size` rows.
    """
    if not field or find_size_in_field(field, file_head.size) != size:
        return None
    texts = list_cell_texts(field, size)
    if texts is None:
        return None
    texts = [*blank_out(size, texts)]
    counts = {text: texts.count(text) for text in {*texts}}
    has_other_blank = "." in counts and str(size) not in counts
    is_complete = len(counts) == size and {*counts.values()} == {size}
    blanks = {".", ""} if has_other_blank or is_complete else {".", "", "0", "00"}
    return [0 if text in blanks else _number(text) for text in texts]


def _number(text: str) -> int:
    """Return a positive number for the text of a cell."""
    return int(text) + 1 if text.isascii() and text.isdigit() else 1000 + ord(text[0])


def _has_many_digits(text: str, size: int) -> bool:
    """Return whether a field has enough digits for a Sudoku, although it is none."""
    return 2 * sum(sign.isdigit() for sign in text) >= size**2
