"""Reading of Sudokus that are drawn in a table or spreadsheet, with each cell of the Sudoku in a
cell of the table. There may be several, anywhere in the table.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, chain
from typing import NamedTuple

from ..base.errors import PairFileError
from ..base.messages import Message
from ..sudoku.grid import SMALLEST_AS_TEXT, Grid
from ..sudoku.shape import BoxShape
from .candidate_places import Address, CandidatePlace, SheetCellsByKind, drop_zero_decimals
from .cells import CellReadingRules, ParsedRow, has_word, strip_mail_quotes
from .file_head import FileHead
from .place_choice import (
    ChosenPlaces,
    PlaceSearch,
    UncertainPlaces,
    choose_or_list_places_of_searches,
    has_one_solution_proved_in_time,
)
from .several_lines import MultiLineReader
from .sheet import Area, Sheet, name_area, name_column
from .sheet_lines import format_row
from .stacked_rows import StackedSudoku, yield_sudokus_with_a_row_per_cell
from .sudokus_in_rows import (
    SudokusInRows,
    SudokusWithUncertainStart,
    find_sudokus_in_rows,
    list_texts_in_row,
)
from .text_tables import find_table_delimiter, list_table_lines, make_sheets

_MARKDOWN_RULE = re.compile(rb"\|(?:[ ]*:?-+:?[ ]*\|)+")
"""The pattern of the line between the first row and the other rows of a table in Markdown, such as
`| --- | --- |`.
"""
_TITLE_ABOVE = 3
"""The number of lines above a Sudoku that are searched for its title."""
_MOST_SHOWN = 3
"""The largest number of possible places of a Sudoku that an error names."""


class _SudokusOfSheet(NamedTuple):
    """The Sudokus of a sheet, which are all in one of three forms. The attributes for the other two
    forms are empty, or None.

    - `places`: the places of the Sudokus that have one cell of the Sudoku in each cell of the
      sheet.
    - `headings`: the addresses of the cells that number the rows and columns of `places`.
    - `stacked_sudokus`: the Sudokus that have a whole row in each cell.
    - `sudokus_in_rows`: the rows of the sheet that have a whole Sudoku each.
    """

    sheet: Sheet
    places: list[CandidatePlace]
    headings: frozenset[Address]
    stacked_sudokus: list[StackedSudoku]
    sudokus_in_rows: SudokusInRows | None = None


def find_reader(file_head: FileHead) -> MultiLineReader | None:
    """Return a reader of the Sudokus that are drawn in a table or spreadsheet, with one cell of the
    Sudoku in each cell of the table, anywhere among other cells. Return None if the file has no
    such Sudokus. Return None also if each line is a row of a Sudoku, without empty fields and other
    fields; such a file needs no search for places, so another reader reads it.

    The caller has checked that no line contains a whole Sudoku. Raises `PairFileError` if a Sudoku
    may be in several places.
    """
    delimiter, sheets = ",", file_head.sheets
    if sheets is None:
        found = find_table_delimiter(file_head.content)
        if found is None:
            return None
        delimiter = found
        lines = list_table_lines(file_head.source, file_head.rest, delimiter)
        file_head.rest = chain(lines)
        sheets = make_sheets(file_head.source, lines, delimiter)
    if all(map(_has_only_full_rows, sheets)):
        return None
    sudokus_of_sheets = list[_SudokusOfSheet]()
    for sheet in sheets:
        one = _find_sudokus_or_uncertain_places(file_head, sheet)
        if isinstance(one, UncertainPlaces):
            from .uncertain_places import make_uncertain_place_error  # few files need this module

            search = partial(_choose_or_list_places, file_head)
            raise make_uncertain_place_error(file_head.source, sheets, sheet, one, search)
        sudokus_of_sheets.append(one)
    is_proof_wanted = any(
        any(_has_neighbours_or_empty_cells(one.sheet, place) for place in one.places)
        or any(
            _has_lost_zeros_or_neighbours(one.sheet, stacked_rows)
            for stacked_rows in one.stacked_sudokus
        )
        or one.sudokus_in_rows is not None
        for one in sudokus_of_sheets
    )
    if not is_proof_wanted:
        if (
            delimiter == "|"
            and _is_markdown(file_head)
            and any(map(_has_only_digits_and_empty_cells, sheets))
        ):
            message = Message(
                "found digits in a table, but not which cells are the Sudoku, because most cells "
                "are empty: name them with --range, such as --range A1:I9, or write a sign such as "
                "0 in the blank cells"
            )
            raise PairFileError(file_head.source, file_head.content[0][0], 1, message)
        return None
    for one in sudokus_of_sheets:
        if one.sheet.is_hidden and (one.places or one.stacked_sudokus or one.sudokus_in_rows):
            file_head.hidden_sheets[one.sheet.name] = None
    return MultiLineReader(
        file_head,
        _yield_cell_rows_of_all_sudokus(file_head, sudokus_of_sheets, delimiter),
        fields_are_cells=True,
    )


def _is_markdown(file_head: FileHead) -> bool:
    """Return whether the first lines of a file are a table in Markdown: the second line consists of
    dashes and bars, and no other of the first five lines does. If several lines consist of dashes
    and bars, they draw the boxes of a Sudoku. `file_head` has the first lines of the file.
    """
    rules = [
        _MARKDOWN_RULE.fullmatch(line.strip()) is not None for _, line in file_head.content[:5]
    ]
    return rules[1:2] == [True] and rules.count(True) == 1


def _has_only_digits_and_empty_cells(sheet: Sheet) -> bool:
    """Return whether a sheet has only cells with one digit and empty cells, at least one of each.
    Rows with words, which are titles, are not examined.
    """
    rows = [[text for text in row.values() if text] for row in sheet.rows.values()]
    rows = [texts for texts in rows if not any(map(has_word, texts))]
    texts = [text for row in rows for text in row]
    is_full = len(texts) == len(rows) * sheet.width
    return bool(texts) and not is_full and all(len(one) == 1 and one.isdigit() for one in texts)


def _has_only_full_rows(sheet: Sheet) -> bool:
    """Return whether each line of a sheet may be a row of a Sudoku, or a whole Sudoku: no line has
    an empty field, and all lines have the same number of fields, apart from lines with a single
    field, such as titles.
    """
    widths = {length for length in sheet.lengths.values() if length > 1}
    is_full = all(len(sheet.rows.get(row, ())) == length for row, length in sheet.lengths.items())
    return bool(sheet.texts) and is_full and len(widths) < 2


def _has_neighbours_or_empty_cells(sheet: Sheet, place: CandidatePlace) -> bool:
    """Return whether the Sudoku at `place` has an empty cell, or other cells are beside it in its
    rows.
    """
    rows = (sheet.rows.get(place.top + row, {}) for row in place.layout.rows)
    size = len(place.layout.rows)
    return any(len(row) != size or max(row) >= size or "" in row.values() for row in rows)


def _has_lost_zeros_or_neighbours(sheet: Sheet, stacked_rows: StackedSudoku) -> bool:
    """Return whether stacked rows (rows of a Sudoku, each in one cell, below one another) have lost
    zeros at their beginning, are not in the first column, or have other cells beside them.
    """
    top, _ = stacked_rows.start
    return bool(stacked_rows.restored or stacked_rows.start[1]) or any(
        len(sheet.rows[top + i]) > 1 for i in range(len(stacked_rows.rows))
    )


def _find_sudokus_or_uncertain_places(
    file_head: FileHead, sheet: Sheet
) -> _SudokusOfSheet | UncertainPlaces:
    """Return the Sudokus of a sheet, or their possible places if it cannot be decided which are
    right. Raises `PairFileError` if each row of the sheet contains a whole Sudoku, and it is not
    certain in which column these Sudokus begin.
    """
    taken = _choose_or_list_places(file_head, sheet)
    if isinstance(taken, UncertainPlaces):
        return taken
    if taken is None:
        stacked_sudokus = _find_stacked_sudokus(file_head, sheet)
        return _SudokusOfSheet(
            sheet,
            [],
            frozenset(),
            stacked_sudokus,
            None if stacked_sudokus else _find_sudokus_in_rows(file_head, sheet),
        )
    return _SudokusOfSheet(sheet, taken.places, taken.headings, [])


def _choose_or_list_places(
    file_head: FileHead, sheet: Sheet
) -> ChosenPlaces | UncertainPlaces | None:
    """Find the places in a sheet where Sudokus are drawn with one cell of the Sudoku in each cell
    of the sheet. Return them as `ChosenPlaces` or, if it cannot be decided which of the possible
    places are right, return all possible places as `UncertainPlaces`. Return None if the sheet has
    no such places.
    """
    cells = SheetCellsByKind(sheet)
    sizes = range(SMALLEST_AS_TEXT, file_head.reading_options.max_size + 1)
    usual = [BoxShape.for_size(size) for size in sizes]
    likely = [one for one in usual if one.height > 1 and cells.may_contain_sudoku_of_size(one.size)]
    if file_head.box is not None:
        likely = [file_head.box] if file_head.box.size > 1 else []  # a single cell is not a Sudoku
    # Searches without a result are not kept, because their masks take much memory.
    searches = (PlaceSearch(cells, shape) for shape in likely)
    found = [
        (search, one)
        for search in searches
        for one in search.yield_chosen_or_uncertain_places_per_layout()
    ]
    return choose_or_list_places_of_searches(found, is_shape_given=file_head.box is not None)


def _find_stacked_sudokus(file_head: FileHead, sheet: Sheet) -> list[StackedSudoku]:
    """Return the Sudokus of a sheet that have a whole row in each cell, the cells below one
    another. Raises `PairFileError` if rows may have lost zeros that cannot be restored.
    """
    size = file_head.box.size if file_head.box else None
    stacked_sudokus = [
        one for one in yield_sudokus_with_a_row_per_cell(sheet) if size in (None, len(one.rows))
    ]
    good = [
        one
        for one in stacked_sudokus
        if _is_sudoku(one, file_head.box, _has_lost_zeros_or_neighbours(sheet, one))
    ]
    if not good:
        for stacked_rows in stacked_sudokus:
            if (
                stacked_rows.restored
                and len({*"".join(stacked_rows.rows)} - {"0"}) >= len(stacked_rows.rows) - 1
            ):
                row, column = stacked_rows.restored[0]
                message = Message(
                    "cell {cell} may be a row of a Sudoku that has lost its first zeros: format "
                    "the cells as text, and enter the Sudokus again",
                    cell=f"{name_column(column)}{row + 1}",
                )
                raise _make_cell_error(file_head, sheet, (row, column), message)
    return good


def _find_sudokus_in_rows(file_head: FileHead, sheet: Sheet) -> SudokusInRows | None:
    """Return the rows of a sheet that contain a whole Sudoku each, one cell of the Sudoku in each
    cell. Return None if there are no such rows. Raises `PairFileError` if it is not certain in
    which column the Sudokus begin.
    """
    shape = file_head.box or BoxShape.for_size(9)
    found = find_sudokus_in_rows(sheet, shape)
    if not isinstance(found, SudokusWithUncertainStart):
        return found
    last = shape.size**2 - 1
    row, end = found.rows[0], found.rows[-1]
    areas = [name_area(Area(row, start, end, start + last)) for start in found.starts]
    message = Message(
        "the Sudokus may be in the cells {areas}, because the first or last columns are empty: "
        "name the cells with --range {area}, or write a sign such as 0 in the blank cells",
        areas=", ".join(areas[:_MOST_SHOWN]) + (", …" if len(areas) > _MOST_SHOWN else ""),
        area=areas[0],
    )
    raise _make_cell_error(file_head, sheet, (row, found.starts[0]), message)


def _is_sudoku(stacked_rows: StackedSudoku, box: BoxShape | None, has_neighbours: bool) -> bool:
    """Return whether stacked rows (rows of a Sudoku, each in one cell, below one another) are a
    Sudoku: each character is a digit or a sign for blank. If `has_neighbours`, no row, column or
    box may repeat a digit. If zeros were restored in a Sudoku of fewer than nine rows, the Sudoku
    must also have exactly one solution.

    `has_neighbours` is whether other cells are beside the rows, the rows are not in the first
    column, or zeros were restored.
    """
    size = len(stacked_rows.rows)
    texts = list("".join(stacked_rows.rows))
    known = CellReadingRules(size).map_cell_texts_to_digits(texts)
    if not known.keys() >= {*texts}:
        return False
    values = [known[text] for text in texts]
    rows = [values[i : i + size] for i in range(0, size * size, size)]
    grid = Grid(rows, box or BoxShape.for_size(size))
    if not has_neighbours:
        return True
    is_certain = size >= 9 or not stacked_rows.restored
    return grid.is_consistent() and (is_certain or has_one_solution_proved_in_time(grid))


def _make_cell_error(
    file_head: FileHead, sheet: Sheet, address: Address, message: Message
) -> PairFileError:
    """Return an error about the cell of a sheet at `address`. In a spreadsheet the error names the
    cell, otherwise the line.
    """
    error = PairFileError(file_head.source, sheet.find_line_number(address[0]), 1, message)
    error.cell = sheet.make_address_with_sheet(*address)
    return error


def _yield_cell_rows_of_all_sudokus(
    file_head: FileHead, sudokus_of_sheets: Sequence[_SudokusOfSheet], delimiter: str
) -> Iterator[ParsedRow]:
    """Yield the rows of cells of all Sudokus in a table, one Sudoku after another. Other lines
    become titles of Sudokus, or are counted as lines without a Sudoku.
    """
    for sheet, places, headings, stacked_sudokus, sudokus_in_rows in sudokus_of_sheets:
        used_rows, lines, top = set[int](), dict[int, _TableLine](), -1
        titles = _list_titles_with_their_rows(sheet, places, headings, delimiter)
        for place, (title, above) in zip(places, titles, strict=True):
            if place.top != top:  # Sudokus beside each other share their lines
                top = place.top
                lines.clear()
            inside = range(top, top + place.layout.height)
            used_rows |= {above, *inside}
            for row in (top + one for one in place.layout.rows):
                if row not in lines:
                    lines[row] = _read_table_line(sheet, row, delimiter)
                found = _make_sudoku_row(sheet, row, place, lines[row], delimiter)
                yield found._replace(title=title) if row == top else found
        for stacked_rows in stacked_sudokus:
            yield from _yield_rows_of_sudoku_with_row_per_cell(
                file_head, sheet, stacked_rows, used_rows
            )
        if sudokus_in_rows is not None:
            for row in sudokus_in_rows.rows:
                used_rows.add(row)
                yield from _yield_rows_of_sudoku_in_row(
                    sheet, row, sudokus_in_rows.start, file_head.size or 9
                )
        used_rows |= {row for row, _ in headings}
        for row in sorted(sheet.rows.keys() - used_rows):
            text = format_row(sheet, row)
            file_head.record_other_text(sheet.find_line_number(row), text, sheet.name)


def _map_rows_to_column_spans(places: Sequence[CandidatePlace]) -> dict[int, list[tuple[int, int]]]:
    """Return which columns the Sudokus take in each row of the sheet. The result maps the number of
    a row to a list of pairs: the first and the last column of each Sudoku that has cells in this
    row.
    """
    column_spans = defaultdict[int, list[tuple[int, int]]](list)
    for area in (place.area for place in places):
        for row in range(area.top, area.bottom + 1):
            column_spans[row].append((area.left, area.right))
    return column_spans


def _list_titles_with_their_rows(
    sheet: Sheet, places: Sequence[CandidatePlace], headings: frozenset[Address], delimiter: str
) -> list[tuple[str, int]]:
    """Return a pair for each Sudoku of a sheet: its title, and the row of the title in the sheet.
    If a Sudoku has no text above it, the row is -1, and the title is the name of the sheet. If
    several Sudokus of a named sheet have no text above them, the title of each is the range of its
    cells, such as A1:I9.
    """
    column_spans = _map_rows_to_column_spans(places)
    found = [
        _find_title_with_its_row(sheet, place, column_spans, headings, delimiter)
        for place in places
    ]
    if not sheet.name or [row for _, row in found].count(-1) < 2:
        return found
    return [
        (name_area(place.area), -1) if row == -1 else (title, row)
        for place, (title, row) in zip(places, found, strict=True)
    ]


def _find_title_with_its_row(
    sheet: Sheet,
    place: CandidatePlace,
    column_spans: dict[int, list[tuple[int, int]]],
    headings: frozenset[Address],
    delimiter: str,
) -> tuple[str, int]:
    """Return the title of a Sudoku in a table, and the row of the title. The title is the text
    above the Sudoku. If there is no such text, the title is the name of the sheet, and the row is
    -1.

    `column_spans` has, for each row, the first and last column of each Sudoku in this row; cells of
    other Sudokus do not belong to a title. `headings` are the cells that number the rows and
    columns of Sudokus, which do not belong to a title either. `delimiter` separates the fields of a
    line.
    """
    area, above = place.area, 0
    for row in range(place.top - 1, -1, -1):
        if any(
            left <= area.right and area.left <= right for left, right in column_spans.get(row, ())
        ):
            break
        if (row, place.left) in headings:
            continue
        above += 1
        cells = sheet.rows.get(row, {})
        found = [cells[column] for column in sorted(cells) if area.left <= column <= area.right]
        if found:
            is_all = len(found) == len(cells)
            line = strip_mail_quotes(format_row(sheet, row)).strip(f' "{delimiter}')
            return line if is_all else " ".join(found), row
        if above == _TITLE_ABOVE:
            break
    return sheet.name, -1


def _yield_rows_of_sudoku_with_row_per_cell(
    file_head: FileHead, sheet: Sheet, stacked_sudoku: StackedSudoku, used_rows: set[int]
) -> Iterator[ParsedRow]:
    """Yield the rows of a Sudoku that has a whole row in each cell. The rows of the sheet that
    belong to the Sudoku, or have its title, are added to `used_rows`.
    """
    top, column = stacked_sudoku.start
    cells = sheet.rows.get(top - 1, {})
    is_title = column in cells and top - 1 not in used_rows
    title = cells[column] if is_title else sheet.name
    inside = range(top, top + len(stacked_sudoku.rows))
    used_rows |= {*inside, top - 1} if is_title else {*inside}
    for row, text in zip(inside, stacked_sudoku.rows, strict=True):
        if (row, column) in stacked_sudoku.restored:
            name = sheet.make_address_with_sheet(row, column).lstrip("[").replace("]!", "!")
            file_head.restored.append(name or f"{name_column(column)}{row + 1}")
        chars = list(enumerate(text, 1))
        found = ParsedRow(
            sheet.find_line_number(row), chars, False, [], len(text) + 1, text, title=title
        )
        yield found._replace(addresses=_make_addresses_with_sheet(sheet, row, [column] * len(text)))
        title = ""


def _yield_rows_of_sudoku_in_row(
    sheet: Sheet, row: int, first_column: int, size: int
) -> Iterator[ParsedRow]:
    """Yield the rows of a Sudoku that has all its cells in row `row` of a sheet, from column
    `first_column` on. The other texts in this row are the name of the Sudoku.
    """
    cells = sheet.rows[row]
    texts = list_texts_in_row(sheet, row, first_column, size * size)
    inside = range(first_column, first_column + size * size)
    title = " ".join(cells[column] for column in sorted(cells) if column not in inside)
    for i in range(0, size * size, size):
        some = [
            (first_column + i + place + 1, drop_zero_decimals(text))
            for place, text in enumerate(texts[i : i + size])
        ]
        text = ",".join(text for _, text in some)
        found = ParsedRow(
            sheet.find_line_number(row), some, True, [], len(text) + 1, text, title=title
        )
        yield found._replace(
            addresses=_make_addresses_with_sheet(
                sheet, row, range(first_column + i, first_column + i + size)
            )
        )
        title = ""


class _TableLine(NamedTuple):
    """A line of a table, and the positions of its fields. `starts` has the position on the line,
    from 1, at which each field begins. Its last element is the position at which one more field
    would begin.
    """

    text: str
    starts: list[int]


def _read_table_line(sheet: Sheet, row: int, delimiter: str) -> _TableLine:
    """Return row `row` of a sheet as a line of text, with the positions of its fields."""
    text = format_row(sheet, row)
    lengths = (len(part) + len(delimiter) for part in text.split(delimiter))
    return _TableLine(text, [*accumulate(lengths, initial=1)])


def _make_sudoku_row(
    sheet: Sheet, row: int, place: CandidatePlace, line: _TableLine, delimiter: str
) -> ParsedRow:
    """Return row `row` of the sheet as a row of the Sudoku at `place`. `line` is the same row as a
    line of text, with the positions of its fields.
    """
    columns = [place.left + column for column in place.layout.columns]
    filled = sheet.rows.get(row, {})
    texts = [drop_zero_decimals(filled.get(column, "")) for column in columns]
    last = len(line.starts) - 1
    cells = [
        (line.starts[min(column, last)], text) for column, text in zip(columns, texts, strict=True)
    ]
    width = sheet.lengths.get(row) or max(filled, default=-1) + 1
    is_whole = len(texts) == width
    text = line.text if is_whole and columns[0] == 0 else delimiter.join(texts)
    found = ParsedRow(sheet.find_line_number(row), cells, True, [], len(text) + 1, text)
    return found._replace(addresses=_make_addresses_with_sheet(sheet, row, columns))


def _make_addresses_with_sheet(sheet: Sheet, row: int, columns: Sequence[int]) -> tuple[str, ...]:
    """Return the addresses of the cells in a row at the given columns, such as `[June]!B2`. The
    result is empty if the table is not in a spreadsheet.
    """
    return tuple(
        sheet.make_address_with_sheet(row, column) for column in columns if sheet.is_in_workbook
    )
