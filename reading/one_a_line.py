"""Recognition of files in which each Sudoku is on a line of its own, perhaps with other text beside
it.
"""

from math import isqrt
from typing import TYPE_CHECKING

from ..base.messages import Message
from ..sudoku.grid import SMALLEST_AS_TEXT
from . import cell_runs
from .cells import (
    ParsedRow,
    is_digit_above,
    is_drawn_line,
    is_title,
    parse_row,
    replace_unusual_characters_by_ascii,
)
from .file_entry import FoundSize, decode_line_leniently, is_comment, make_unexpected_error
from .file_head import HEAD_LINES, FileHead

if TYPE_CHECKING:
    from .single_lines import SingleLineReader

_SEVERAL = 2
"""A digit that is too large on this number of lines is no typing error."""
_MOST_MISSING = 2
"""A line that has more cells too few or too many than this number is no line with a whole Sudoku
that has a fault.
"""


def find_reader(file_head: FileHead) -> "SingleLineReader | None":
    """Return a reader of the Sudokus of a file if each Sudoku is on a line of its own, otherwise
    None. `file_head` has the first lines of the file. Raises `PairFileError` if a line may be a
    whole grid as well as a row of a larger grid.
    """
    clues = (
        FoundSize(9, number)
        for number, line in file_head.content
        if cell_runs.parse_clue_list_as_cell_bytes_or_none(line)
    )
    found_size = (
        file_head.format_revealing_line.found_size if file_head.format_revealing_line else None
    )
    if found_size is None and file_head.size in (None, 9):
        found_size = next(clues, None)
    found_size = found_size or _find_whole_grid_size(file_head)
    if found_size is None:
        return None
    from .single_lines import SingleLineReader  # not needed for files with a line for each row

    return SingleLineReader(file_head, found_size)


def _find_whole_grid_size(file_head: FileHead) -> FoundSize | None:
    """Return the size of the Sudokus in a file if each line with cells is a whole Sudoku. Return
    None if the lines are rows of larger Sudokus. `file_head` has the first lines of the file.

    A line of N·N cells may be either: a Sudoku with N rows, or one row of a Sudoku with N·N rows.
    """
    rows = _parse_first_rows(file_head)
    for row in rows:
        length = len(row.cells)
        size = isqrt(length)
        if length != size**2 or size < SMALLEST_AS_TEXT:
            continue
        same = [one for one in rows if len(one.cells) == length]
        if file_head.size in (size, length):
            is_whole = file_head.size == size
        elif _may_be_rows(file_head, same, size):
            is_whole = False
        elif file_head.is_pair or row is not rows[0]:
            # One line of N·N cells is enough; the other lines are wrong Sudokus, too short or too
            # long.
            others = [one for one in rows if abs(len(one.cells) - length) > _MOST_MISSING]
            if len(same) >= length or len(others) > max(len(same), _SEVERAL):
                continue
            is_whole = True
        else:
            is_whole = _are_whole_grids(file_head, same, size)
        return FoundSize(size, row.line, row.cells[0][0]) if is_whole else None
    return None


def _may_be_rows(file_head: FileHead, rows: list[ParsedRow], size: int) -> bool:
    """Return whether several of some lines, which have as many cells as a Sudoku with `size` rows,
    have a digit above `size`, so that the lines are probably rows of a larger Sudoku.
    """
    if size**2 > file_head.reading_options.max_size:
        return False
    large = (row for row in rows if any(is_digit_above(cell, size) for _, cell in row.cells))
    return sum(1 for _ in large) >= _SEVERAL


def _parse_first_rows(file_head: FileHead) -> list[ParsedRow]:
    """Return the cells of each of the first lines of a file. Blank lines, comments, drawn lines and
    titles are skipped.
    """
    gap, rule, rows = 0, 0, list[ParsedRow]()
    for number, line in file_head.lines:
        text = replace_unusual_characters_by_ascii(decode_line_leniently(line))
        if not text.strip(" \t"):
            gap = number
        elif is_drawn_line(text):
            rule = number
        elif not is_comment(line):
            row = parse_row(number, text, file_head.box)
            if not is_title(text, row, None):
                rows.append(row._replace(gap=gap, rule=rule))
                gap = rule = 0
    return rows


def _are_whole_grids(file_head: FileHead, rows: list[ParsedRow], size: int) -> bool:
    """Return whether each line of a file is a whole Sudoku; return False if each line is a row of a
    larger Sudoku. `rows` are the first lines, which have N·N cells each, where N is `size`: the
    cells of an N×N Sudoku, or one row of an N²×N² Sudoku. Raise `PairFileError` if the lines may be
    both.
    """
    first, length = rows[0], size**2
    if length > file_head.reading_options.max_size:
        return True
    large = sum(1 for row in rows if any(is_digit_above(cell, size) for _, cell in row.cells))
    # Grids of `length` cells a side have a multiple of `length` rows, and if there are many rows,
    # most would contain a digit above `size`.
    if len(rows) % length or len(rows) > HEAD_LINES // 2:
        return True
    if large or any(row.bars or row.rule or row.gap for row in rows[1:length]):
        return False
    either = Message(
        "--box, because these lines may be Sudokus of {size}×{size} or rows of a Sudoku of "
        "{length}×{length}",
        size=size,
        length=length,
    )
    found = Message("{rows} rows of {length}", rows=len(rows), length=length)
    raise make_unexpected_error(file_head.source, first.line, 1, either, found)
