"""Sudokus in sheets that have a whole row in a cell, such as 530070000, or all cells in one row of
the sheet.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import isqrt
from typing import NamedTuple

from ..sudoku.shape import BoxShape
from .alphabet import BLANK_SIGNS, list_alphabets
from .options import RecognitionOptions
from .rules import breaks_rules, has_one_solution
from .sheet import Sheet
from .sheet_cells import Address, drop_zero_decimals

_ROW = re.compile(r"[0-9._*xX-]{1,16}")
_SIZES_OF_STACKS = (4, 6, 8, 9, 12, 16)
_SHORTEST = 3
"""The fewest digits of a row in a cell, because shorter numbers may be cells."""
_SIZES_OF_ROWS = (9, 16, 6, 4)
_NAMES_WITHIN = 20
"""The number of rows at the beginning of a sheet that may have the names of cells."""
_FIRST = re.compile(r"(\D*?)0*[01]|[rR][01][cC][01]|[aA][01]")
_MOST_FAULTS = 2
"""The most texts that are no cells in a row that has a fault."""
_EXAMINED, _MOST_STARTS = 20, 27
"""How many rows, and how many first columns, are examined for Sudokus with one solution."""


class Stack(NamedTuple):
    """A Sudoku with a row in each of successive cells of a column: the address of the first cell,
    the rows, and the addresses of numbers whose first zeros were lost, which `rows` has again.
    `is_certain` is whether its rows can be a Sudoku.
    """

    first: Address
    rows: list[str]
    restored: list[Address]
    is_certain: bool


class WholeRows(NamedTuple):
    """Rows of a sheet that have all cells of a Sudoku with `size` rows each, from one of the
    columns `starts` on.
    """

    size: int
    rows: list[int]
    starts: list[int]


def list_stacks(sheet: Sheet, options: RecognitionOptions) -> list[Stack]:
    """Return the Sudokus of a sheet that have a whole row in each cell, column by column. If none
    of these Sudokus is certain, return all that may be Sudokus. Return an empty list if some are
    certain, and others have signs for blank but are no Sudokus: then the cells are no rows. Cells
    without any digit are no rows either, because they may be pieces of longer rows.
    """
    columns = dict[int, list[int]]()
    for row in sorted(sheet.rows):
        for column, text in sheet.rows[row].items():
            if _ROW.fullmatch(text):
                columns.setdefault(column, []).append(row)
    found = list[Stack]()
    for column, rows in sorted(columns.items()):
        start = 0
        for end in range(1, len(rows) + 1):
            if end == len(rows) or rows[end] != rows[end - 1] + 1:
                found += _split_column(sheet, column, rows[start:end], options)
                start = end
    if not any(sign.isdigit() for stack in found for row in stack.rows for sign in row):
        return []
    certain = [stack for stack in found if stack.is_certain]
    has_fault = any(map(_has_sign, (stack for stack in found if not stack.is_certain)))
    return [] if certain and has_fault else certain or found


def _has_sign(stack: Stack) -> bool:
    """Return whether a Sudoku has a sign for blank that is no digit."""
    return not "".join(stack.rows).isdigit()


def _split_column(
    sheet: Sheet, column: int, rows: Sequence[int], options: RecognitionOptions
) -> Iterator[Stack]:
    """Yield the Sudokus whose rows are in successive cells of a column. A spreadsheet that stores a
    row as a number drops its first zeros; the longest number, or how many rows there are, shows the
    length of a row.
    """
    texts = [sheet.rows[row][column] for row in rows]
    longest = max(map(len, texts))
    fitting = [size for size in _SIZES_OF_STACKS if size >= longest and len(rows) % size == 0]
    size = longest if longest in fitting else fitting[0] if len(fitting) == 1 else 0
    if not size or longest < _SHORTEST or (options.box is not None and options.box.size != size):
        return
    short = {row for row, text in zip(rows, texts, strict=True) if len(text) < size}
    are_numbers = bool(sheet.texts) or all((row, column) in sheet.numbers for row in rows)
    if short and not (are_numbers and all(text.isdigit() for text in texts)):
        return
    for i in range(0, len(rows), size):
        some = rows[i : i + size]
        whole = [text.zfill(size) for text in texts[i : i + size]]
        restored = [(row, column) for row in some if row in short]
        grids = _list_readings("".join(whole), size, options)
        is_alone = column == 0 and all(len(sheet.rows[row]) == 1 for row in some)
        if not is_alone or restored:
            is_proof_needed = bool(restored) and (size < 9 or longest < size)
            grids = [one for one in grids if _keeps_rules(one, options, is_proof_needed)]
        yield Stack((some[0], column), whole, restored, bool(grids))


def list_whole_rows(sheet: Sheet, options: RecognitionOptions) -> WholeRows | None:
    """Return the rows of a sheet that have all cells of a Sudoku each. The names of the columns,
    such as p1 to p81, show the first column, or the number of solutions shows it. Return None if
    there are no such rows.
    """
    sizes = _SIZES_OF_ROWS if options.box is None else (options.box.size,)
    for size in sizes:
        if (named := _find_named_rows(sheet, size)) is not None:
            return named if named.rows else None
    return _find_rows_by_cells(sheet, options, sizes[0])


def _find_named_rows(sheet: Sheet, size: int) -> WholeRows | None:
    """Return the rows below the names of cells, such as p1 to p81, r1c1 to r9c9, A1 to I9 or 0 to
    80. If one of these rows has a fault, the result has no rows.
    """
    count = size * size
    for row in sorted(sheet.rows)[:_NAMES_WITHIN]:
        names = sheet.rows[row]
        for column, name in names.items() if len(names) >= count else ():
            first = _FIRST.fullmatch(name)
            last = names.get(column + count - 1, "").casefold()
            if first is None or last not in _list_last_names(name.casefold(), first[1], size):
                continue
            below = [one for one in sorted(sheet.rows) if one > row]
            cells = range(column, column + count)
            likely = [
                one for one in below if len(sheet.rows[one].keys() & {*cells}) >= min(size, 4)
            ]
            found = [one for one in likely if _are_cells(sheet.rows[one], cells, size)]
            others = [one for one in likely if one not in found]
            lengths = {sheet.lengths.get(one, 0) for one in found}
            if any(_has_cells(sheet.rows[one], size) for one in others) or len(lengths) > 1:
                return WholeRows(size, [], [])
            if found:
                return WholeRows(size, found, [column])
    return None


def _list_last_names(first: str, prefix: str | None, size: int) -> list[str]:
    """Return the names that the last cell may have if `first` is the name of the first cell, and
    `prefix` its letters.
    """
    start = int(first[-1])
    letter = chr(ord("a") + size - 1)
    last = size - 1 + start
    names = [f"r{last}c{last}"] if first.startswith("r") else []
    names += [f"{letter}{last}"] if first in ("a0", "a1") else []
    return [*names, f"{(prefix or '').casefold()}{size * size - 1 + start}"]


def _find_rows_by_cells(sheet: Sheet, options: RecognitionOptions, size: int) -> WholeRows | None:
    """Return the rows that have nearly as many cells as a Sudoku with `size` rows. If each of these
    rows has all cells of a smaller Sudoku, and no other cell, its size is that of the result.
    """
    count, least = size * size, 2 * size - 1
    ends = dict[int, tuple[int, int]]()
    lengths, others = set[int](), list[int]()
    for row in sorted(sheet.rows):
        columns = sorted(column for column, text in sheet.rows[row].items() if _is_cell(text, size))
        if len(columns) >= least and size * least // 4 < columns[-1] - columns[0] < count:
            ends[row] = columns[0], columns[-1]
            lengths.add(_count_cells_if_full(sheet, row, columns))
        elif _has_cells(sheet.rows[row], size):
            others.append(row)
    if not ends or others or _lacks_last_fields(sheet, [*ends], count):
        return None
    lowest = max(0, *(last - count + 1 for _, last in ends.values()))
    highest = min(first for first, _ in ends.values())
    length = max(lengths) if sheet.area is None and len(lengths) == 1 else 0
    if length not in (0, count) and isqrt(length) ** 2 == length:
        smaller = isqrt(length)
        has_boxes = BoxShape.for_size(smaller).height > 1
        if has_boxes and (options.box is None or options.box.size == smaller):
            return WholeRows(smaller, [*ends], [highest])
    starts = [
        start
        for start in range(lowest, highest + 1)
        if all(_are_cells(sheet.rows[row], range(start, start + count), size) for row in ends)
    ]
    if sheet.area is not None and sheet.area.right - sheet.area.left + 1 == count:
        starts = [start for start in starts if start == sheet.area.left]
    elif max(last for _, last in ends.values()) - highest + 1 < count:
        starts = starts[:_MOST_STARTS]
        some = [*islice(ends, _EXAMINED)]
        proper = [one for one in starts if _have_one_solution(sheet, some, one, size, options)]
        if not proper and len(starts) == 1:
            return None  # nothing but the empty cells around shows the size
        starts = proper or starts
    return WholeRows(size, [*ends], starts) if starts else None


def _lacks_last_fields(sheet: Sheet, rows: Sequence[int], count: int) -> bool:
    """Return whether lines of text have too few fields for `count` cells, although no field in
    `rows` is empty, so that empty fields are no blank cells.
    """
    lengths = [sheet.lengths.get(row, count) for row in rows]
    is_full = all(len(sheet.rows[row]) >= sheet.lengths.get(row, 0) - 1 for row in rows)
    return is_full and min(lengths) < count <= max(lengths)


def _count_cells_if_full(sheet: Sheet, row: int, columns: Sequence[int]) -> int:
    """Return the number of cells in `columns`, the columns of a row that have cells of a Sudoku; 0
    if the row has another cell, or an empty one that the file mentions.
    """
    end = columns[-1] + 1
    is_full = len(columns) == end - columns[0] == len(sheet.rows[row])
    return len(columns) if is_full and sheet.lengths.get(row, end) == end else 0


def list_row_texts(sheet: Sheet, row: int, start: int, size: int) -> list[str]:
    """Return the texts of the size² cells of a row from column `start` on."""
    cells = range(start, start + size * size)
    return [drop_zero_decimals(sheet.get_text(row, column)) for column in cells]


def _have_one_solution(
    sheet: Sheet, rows: Sequence[int], start: int, size: int, options: RecognitionOptions
) -> bool:
    """Return whether the Sudokus in `rows` have exactly one solution each if they begin in column
    `start`.
    """
    return all(
        any(
            _keeps_rules(values, options, True)
            for values in _list_readings(list_row_texts(sheet, row, start, size), size, options)
        )
        for row in rows
    )


def _has_cells(cells: Mapping[int, str], size: int) -> bool:
    """Return whether a row has about as many cells as a Sudoku with `size` rows, and little else,
    so that it may be a Sudoku with a fault.
    """
    count = sum(_is_cell(text, size) for text in cells.values())
    return 2 * size - 1 <= count < 3 * size**2 // 2 and len(cells) - count <= _MOST_FAULTS


def _are_cells(cells: Mapping[int, str], columns: range, size: int) -> bool:
    """Return whether each text of a row in `columns` may be a cell."""
    return all(_is_cell(text, size) for column, text in cells.items() if column in columns)


def _is_cell(text: str, size: int) -> bool:
    """Return whether a text is a number up to `size` or a sign for blank."""
    text = drop_zero_decimals(text)
    return text in BLANK_SIGNS or (text.isascii() and text.isdigit() and int(text[:4]) <= size)


def _list_readings(
    tokens: Sequence[str], size: int, options: RecognitionOptions
) -> list[tuple[int, ...]]:
    """Return the values that the cells of a Sudoku may have."""
    alphabets = list_alphabets(size, {*tokens}, blank=options.blank, offset=options.offset)
    return [tuple(alphabet[token] for token in tokens) for alphabet in alphabets]


def _keeps_rules(values: Sequence[int], options: RecognitionOptions, is_proof_needed: bool) -> bool:
    """Return whether values keep the rules and, if `is_proof_needed`, have exactly one solution."""
    usual = BoxShape.for_size(isqrt(len(values)))
    shapes = [usual, BoxShape(usual.width, usual.height)] if options.box is None else [options.box]
    return any(
        not breaks_rules(values, shape) and (not is_proof_needed or has_one_solution(values, shape))
        for shape in shapes
    )
