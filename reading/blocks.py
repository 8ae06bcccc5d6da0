"""Reading of Sudokus that are drawn in a table or spreadsheet, with each cell of the Sudoku in a
cell of the table. Such a block may be anywhere in the table, and there may be several.
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
from .block_choice import (
    BlockSearch,
    ChosenBlocks,
    UncertainPlaces,
    choose_between_readings,
    has_one_solution,
)
from .candidate_blocks import Address, CandidateBlock, SheetCells, drop_zero_decimals
from .cell_rows import CellRows, RowsWithUncertainStart, find_cell_rows, read_cell_row
from .cells import CellReadingRules, Row, has_word, strip_mail_quotes
from .head import Head
from .several_lines import SeveralLines
from .sheet import Area, Sheet, name_area, name_column
from .sheet_lines import format_row
from .stacked_rows import RowStack, find_stacks
from .text_tables import find_table_delimiter, make_sheets, read_table_lines

_MARKDOWN_RULE = re.compile(rb"\|(?:[ ]*:?-+:?[ ]*\|)+")
"""The pattern of the line between the first row and the other rows of a table in Markdown, such as
`| --- | --- |`.
"""
_TITLE_ABOVE = 3
"""The number of lines above a block that are searched for its title."""
_MOST_SHOWN = 3
"""The largest number of possible places of a Sudoku that an error names."""


class _SudokusOfSheet(NamedTuple):
    """The Sudokus of a sheet. `blocks` have one cell of the Sudoku in each cell of the sheet,
    `stacks` have a whole row of the Sudoku in each cell, and `cell_rows` have a whole Sudoku in
    each row of the sheet.
    """

    sheet: Sheet
    blocks: list[CandidateBlock]
    headings: frozenset[Address]
    stacks: list[RowStack]
    cell_rows: CellRows | None = None


def recognise(head: Head) -> SeveralLines | None:
    """Return a reader of the Sudokus that are drawn in a table with one cell in each field,
    anywhere among other fields.

    Returns None if the file is not a table with such blocks, or if each line is simply a row of a
    Sudoku, without empty fields and other fields beside it; another reader reads such files. No
    line may contain a whole Sudoku. Raises `PairFileError` if a Sudoku may be in several places.
    """
    delimiter, sheets = ",", head.sheets
    if sheets is None:
        found = find_table_delimiter(head.content)
        if found is None:
            return None
        delimiter = found
        lines = read_table_lines(head.source, head.rest, delimiter)
        head.rest = chain(lines)
        sheets = make_sheets(head.source, lines, delimiter)
    if all(map(_has_only_full_rows, sheets)):
        return None
    sudokus_of_sheets = list[_SudokusOfSheet]()
    for sheet in sheets:
        one = _find_blocks(head, sheet)
        if isinstance(one, UncertainPlaces):
            from .uncertain_places import make_uncertain_place_error  # few files need this module

            search = partial(_search_blocks, head)
            raise make_uncertain_place_error(head.source, sheets, sheet, one, search)
        sudokus_of_sheets.append(one)
    are_wanted = any(
        any(_has_other_fields(one.sheet, block) for block in one.blocks)
        or any(_has_other_cells(one.sheet, stack) for stack in one.stacks)
        or one.cell_rows is not None
        for one in sudokus_of_sheets
    )
    if not are_wanted:
        if delimiter == "|" and _is_markdown(head) and any(map(_has_only_cells, sheets)):
            message = Message(
                "found digits in a table, but not which cells are the Sudoku, because most cells "
                "are empty: name them with --range, such as --range A1:I9, or write a sign such as "
                "0 in the blank cells"
            )
            raise PairFileError(head.source, head.content[0][0], 1, message)
        return None
    for one in sudokus_of_sheets:
        if one.sheet.is_hidden and (one.blocks or one.stacks or one.cell_rows):
            head.hidden_sheets[one.sheet.name] = None
    return SeveralLines(head, _read_rows(head, sudokus_of_sheets, delimiter), fields_are_cells=True)


def _is_markdown(head: Head) -> bool:
    """Return whether the lines of a file are a table in Markdown: a line of dashes and bars is
    below the first line. If there are such lines between other lines too, the file is a drawing,
    and the result is False.
    """
    rules = [_MARKDOWN_RULE.fullmatch(line.strip()) is not None for _, line in head.content[:5]]
    return rules[1:2] == [True] and rules.count(True) == 1


def _has_only_cells(sheet: Sheet) -> bool:
    """Return whether a sheet has only empty cells and cells with one digit, and at least one cell
    is empty. Rows with words, which are titles, are not examined.
    """
    rows = [[text for text in row.values() if text] for row in sheet.rows.values()]
    rows = [texts for texts in rows if not any(map(has_word, texts))]
    texts = [text for row in rows for text in row]
    is_full = len(texts) == len(rows) * sheet.width
    return bool(texts) and not is_full and all(len(one) == 1 and one.isdigit() for one in texts)


def _has_only_full_rows(sheet: Sheet) -> bool:
    """Return whether no line of a text has an empty field, and all lines with more than one field
    have the same number of fields. Such lines are rows of a Sudoku or whole Sudokus.
    """
    widths = {length for length in sheet.lengths.values() if length > 1}
    is_full = all(len(sheet.rows.get(row, ())) == length for row, length in sheet.lengths.items())
    return bool(sheet.texts) and is_full and len(widths) < 2


def _has_other_fields(sheet: Sheet, block: CandidateBlock) -> bool:
    """Return whether a block has an empty cell, or other cells beside it in its rows."""
    rows = (sheet.rows.get(block.top + row, {}) for row in block.layout.rows)
    size = len(block.layout.rows)
    return any(len(row) != size or max(row) >= size or "" in row.values() for row in rows)


def _has_other_cells(sheet: Sheet, stack: RowStack) -> bool:
    """Return whether the rows of a stack have lost zeros at their beginning, or other cells are
    beside them. A stack is a column of cells, each of which has a whole row of a Sudoku.
    """
    top, _ = stack.start
    return bool(stack.restored or stack.start[1]) or any(
        len(sheet.rows[top + i]) > 1 for i in range(len(stack.rows))
    )


def _find_blocks(head: Head, sheet: Sheet) -> _SudokusOfSheet | UncertainPlaces:
    """Return the Sudokus of a sheet, or the possible places if the right places cannot be decided.
    Raises `PairFileError` if rows of the sheet contain a whole Sudoku each, and it is not certain
    in which column these Sudokus begin.
    """
    taken = _search_blocks(head, sheet)
    if isinstance(taken, UncertainPlaces):
        return taken
    if taken is None:
        stacks = _find_stacks(head, sheet)
        return _SudokusOfSheet(
            sheet, [], frozenset(), stacks, None if stacks else _find_rows(head, sheet)
        )
    return _SudokusOfSheet(sheet, taken.blocks, taken.headings, [])


def _search_blocks(head: Head, sheet: Sheet) -> ChosenBlocks | UncertainPlaces | None:
    """Return the blocks of a sheet that are Sudokus, or the possible places if the right places
    cannot be decided. Returns None if the sheet has no block.
    """
    cells = SheetCells(sheet)
    sizes = range(SMALLEST_AS_TEXT, head.reading_options.max_size + 1)
    usual = [BoxShape.for_size(size) for size in sizes]
    likely = [one for one in usual if one.height > 1 and cells.may_have_size(one.size)]
    if head.box is not None:
        likely = [head.box] if head.box.size > 1 else []  # a single cell is not a block
    # Searches without a result are not kept, because their masks take much memory.
    searches = (BlockSearch(cells, shape) for shape in likely)
    found = [(search, one) for search in searches for one in search.choose()]
    return choose_between_readings(found, is_shape_given=head.box is not None)


def _find_stacks(head: Head, sheet: Sheet) -> list[RowStack]:
    """Return the stacks of a sheet: columns of cells, each of which has a whole row of a Sudoku.
    Raises `PairFileError` if rows may have lost zeros that cannot be restored.
    """
    size = head.box.size if head.box else None
    stacks = [one for one in find_stacks(sheet) if size in (None, len(one.rows))]
    good = [one for one in stacks if _is_sudoku(one, head.box, _has_other_cells(sheet, one))]
    if not good:
        for stack in stacks:
            if stack.restored and len({*"".join(stack.rows)} - {"0"}) >= len(stack.rows) - 1:
                row, column = stack.restored[0]
                message = Message(
                    "cell {cell} may be a row of a Sudoku that has lost its first zeros: format "
                    "the cells as text, and enter the Sudokus again",
                    cell=f"{name_column(column)}{row + 1}",
                )
                raise _make_error(head, sheet, (row, column), message)
    return good


def _find_rows(head: Head, sheet: Sheet) -> CellRows | None:
    """Return the rows of a sheet that contain a whole Sudoku each, one cell of the Sudoku in each
    cell. Returns None if there are no such rows. Raises `PairFileError` if it is not certain in
    which column the Sudokus begin.
    """
    shape = head.box or BoxShape.for_size(9)
    found = find_cell_rows(sheet, shape)
    if not isinstance(found, RowsWithUncertainStart):
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
    raise _make_error(head, sheet, (row, found.starts[0]), message)


def _is_sudoku(stack: RowStack, box: BoxShape | None, has_others: bool) -> bool:
    """Return whether the rows of a stack (a column of cells, each of which has a whole row) are a
    Sudoku. If zeros were restored, or if other cells are beside the rows (`has_others`), no row,
    column or box may repeat a digit. If zeros were restored in rows of fewer than nine cells, the
    Sudoku must also have exactly one solution.
    """
    size = len(stack.rows)
    texts = list("".join(stack.rows))
    known = CellReadingRules(size).find_meanings(texts)
    if not known.keys() >= {*texts}:
        return False
    values = [known[text] for text in texts]
    rows = [values[i : i + size] for i in range(0, size * size, size)]
    grid = Grid(rows, box or BoxShape.for_size(size))
    if not has_others:
        return True
    is_certain = size >= 9 or not stack.restored
    return grid.is_consistent() and (is_certain or has_one_solution(grid))


def _make_error(head: Head, sheet: Sheet, address: Address, message: Message) -> PairFileError:
    """Return an error about a cell of a sheet."""
    error = PairFileError(head.source, sheet.find_line(address[0]), 1, message)
    error.cell = sheet.name_cell(*address)
    return error


def _read_rows(
    head: Head, sudokus_of_sheets: Sequence[_SudokusOfSheet], delimiter: str
) -> Iterator[Row]:
    """Yield the rows of cells of all Sudokus in a table, one Sudoku after another.

    Other lines are titles of Sudokus, or are counted as lines without a Sudoku.
    """
    for sheet, blocks, headings, stacks, cell_rows in sudokus_of_sheets:
        used_rows, lines, top = set[int](), dict[int, _TableLine](), -1
        titles = _find_titles(sheet, blocks, headings, delimiter)
        for block, (title, above) in zip(blocks, titles, strict=True):
            if block.top != top:  # blocks beside each other share their lines
                top = block.top
                lines.clear()
            inside = range(top, top + block.layout.height)
            used_rows |= {above, *inside}
            for row in (top + one for one in block.layout.rows):
                if row not in lines:
                    lines[row] = _read_line(sheet, row, delimiter)
                found = _make_row(sheet, row, block, lines[row], delimiter)
                yield found._replace(title=title) if row == top else found
        for stack in stacks:
            yield from _read_stack(head, sheet, stack, used_rows)
        if cell_rows is not None:
            for row in cell_rows.rows:
                used_rows.add(row)
                yield from _read_cell_row(sheet, row, cell_rows.start, head.size or 9)
        used_rows |= {row for row, _ in headings}
        for row in sorted(sheet.rows.keys() - used_rows):
            head.count_other_text(sheet.find_line(row), format_row(sheet, row))


def _list_column_spans(blocks: Sequence[CandidateBlock]) -> dict[int, list[tuple[int, int]]]:
    """Return, for each row of the sheet, the first and the last column of each Sudoku that has
    cells in this row. The result is a dictionary from the number of the row to a list of such
    pairs.
    """
    spans = defaultdict[int, list[tuple[int, int]]](list)
    for area in (block.area for block in blocks):
        for row in range(area.top, area.bottom + 1):
            spans[row].append((area.left, area.right))
    return spans


def _find_titles(
    sheet: Sheet, blocks: Sequence[CandidateBlock], headings: frozenset[Address], delimiter: str
) -> list[tuple[str, int]]:
    """Return for each Sudoku of a sheet its title and the row of the title. A Sudoku without text
    above it has the name of the sheet as its title or, if there are several such Sudokus, the range
    of its cells; the row is then -1.
    """
    spans = _list_column_spans(blocks)
    found = [_find_title(sheet, block, spans, headings, delimiter) for block in blocks]
    if not sheet.name or [row for _, row in found].count(-1) < 2:
        return found
    return [
        (name_area(block.area), -1) if row == -1 else (title, row)
        for block, (title, row) in zip(blocks, found, strict=True)
    ]


def _find_title(
    sheet: Sheet,
    block: CandidateBlock,
    spans: dict[int, list[tuple[int, int]]],
    headings: frozenset[Address],
    delimiter: str,
) -> tuple[str, int]:
    """Return the title of a Sudoku in a table, and the row of the title. The title is the text
    above the Sudoku. If there is no such text, it is the name of the sheet, and the row is -1.

    Cells of other Sudokus do not belong to a title; `spans` has, for each row, the first and last
    columns of the Sudokus.
    """
    area, above = block.area, 0
    for row in range(block.top - 1, -1, -1):
        if any(left <= area.right and area.left <= right for left, right in spans.get(row, ())):
            break
        if (row, block.left) in headings:
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


def _read_stack(head: Head, sheet: Sheet, stack: RowStack, used_rows: set[int]) -> Iterator[Row]:
    """Yield the rows of a Sudoku from a stack: a column of cells, each of which has a whole row.
    The rows of the sheet that belong to the Sudoku, or have its title, are added to `used_rows`.
    """
    top, column = stack.start
    cells = sheet.rows.get(top - 1, {})
    is_title = column in cells and top - 1 not in used_rows
    title = cells[column] if is_title else sheet.name
    inside = range(top, top + len(stack.rows))
    used_rows |= {*inside, top - 1} if is_title else {*inside}
    for row, text in zip(inside, stack.rows, strict=True):
        if (row, column) in stack.restored:
            name = sheet.name_cell(row, column).lstrip("[").replace("]!", "!")
            head.restored.append(name or f"{name_column(column)}{row + 1}")
        chars = list(enumerate(text, 1))
        found = Row(sheet.find_line(row), chars, False, [], len(text) + 1, text, title=title)
        yield found._replace(addresses=_name_cells(sheet, row, [column] * len(text)))
        title = ""


def _read_cell_row(sheet: Sheet, row: int, start: int, size: int) -> Iterator[Row]:
    """Yield the rows of a Sudoku that has all its cells in one row of a sheet. The other texts in
    this row are the name of the Sudoku.
    """
    cells = sheet.rows[row]
    texts = read_cell_row(sheet, row, start, size * size)
    inside = range(start, start + size * size)
    title = " ".join(cells[column] for column in sorted(cells) if column not in inside)
    for i in range(0, size * size, size):
        some = [
            (start + i + place + 1, drop_zero_decimals(text))
            for place, text in enumerate(texts[i : i + size])
        ]
        text = ",".join(text for _, text in some)
        found = Row(sheet.find_line(row), some, True, [], len(text) + 1, text, title=title)
        yield found._replace(addresses=_name_cells(sheet, row, range(start + i, start + i + size)))
        title = ""


class _TableLine(NamedTuple):
    """A line of a table. `starts` has the position, from 1, of the first character of each field,
    and of a further field that would follow at the end.
    """

    text: str
    starts: list[int]


def _read_line(sheet: Sheet, row: int, delimiter: str) -> _TableLine:
    text = format_row(sheet, row)
    lengths = (len(part) + len(delimiter) for part in text.split(delimiter))
    return _TableLine(text, [*accumulate(lengths, initial=1)])


def _make_row(
    sheet: Sheet, row: int, block: CandidateBlock, line: _TableLine, delimiter: str
) -> Row:
    columns = [block.left + column for column in block.layout.columns]
    filled = sheet.rows.get(row, {})
    texts = [drop_zero_decimals(filled.get(column, "")) for column in columns]
    last = len(line.starts) - 1
    cells = [
        (line.starts[min(column, last)], text) for column, text in zip(columns, texts, strict=True)
    ]
    width = sheet.lengths.get(row) or max(filled, default=-1) + 1
    is_whole = len(texts) == width
    text = line.text if is_whole and columns[0] == 0 else delimiter.join(texts)
    found = Row(sheet.find_line(row), cells, True, [], len(text) + 1, text)
    return found._replace(addresses=_name_cells(sheet, row, columns))


def _name_cells(sheet: Sheet, row: int, columns: Sequence[int]) -> tuple[str, ...]:
    """Return the addresses of cells in a row, such as `[June]!B2`. The result is empty if the table
    is not in a spreadsheet.
    """
    return tuple(sheet.name_cell(row, column) for column in columns if sheet.is_in_workbook)
