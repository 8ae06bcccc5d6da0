"""Sudokus whose cells are fields of a table: blocks of N×N of them anywhere in it, one or many.

A block is found by its edges: where its first or last row or column is empty, by those of other
blocks above and beside it, or by the ends of the lines.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from ..base.language import Message
from ..sudoku.grid import DIGITS, SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from .cells import Row, is_above, is_rule, plain, unquoted
from .fields import fields
from .form import NumberedLine, is_comment, not_too_much
from .head import Head
from .lines import decoded
from .several_lines import SeveralLines

_SIGNS = frozenset("._*xX-0")
_TITLE_ABOVE = 3
"""How many lines above a block may be its title."""


class _Line(NamedTuple):
    cells: list[str]
    text: str


_NOTHING = _Line([], "")

_Sheet = dict[int, _Line]
"""Lines that are not empty by their numbers, from 1; under 0 the name of the sheet."""


class _Block(NamedTuple):
    """Where a block begins: the number of its first line, and that of its first field, from 0."""

    top: int
    left: int


def recognised(head: Head) -> SeveralLines | None:
    """Return the Sudokus of blocks that have empty fields, or something beside them; else None."""
    delimiters = (
        sign
        for sign in "\t;|,"
        if sum(line.count(sign.encode()) >= 3 for _, line in head.content) >= SMALLEST_AS_TEXT
    )
    delimiter = next(delimiters, None)
    if delimiter is None or head.decisive is not None:
        return None
    lines = list(not_too_much(head.source, head.rest, Message("a table with blocks of cells")))
    head.rest = chain(lines)
    sheets = list(_sheets(head, lines, delimiter))
    widest = max(len(line.cells) for sheet in sheets for line in sheet.values())
    sizes = range(SMALLEST_AS_TEXT, min(head.how.max_size, widest) + 1)
    usual = [size for size in sizes if BoxShape.for_size(size).height > 1]
    for size in [head.size] if head.size else usual:
        found = [_blocks(sheet, size, has_bars=delimiter == "|") for sheet in sheets]
        blocks = [one for one in found if one is not None]
        if any(blocks) and len(blocks) == len(found):
            places = list(zip(sheets, blocks, strict=True))
            are_wanted = any(
                "" in line.cells or len(line.cells) > size
                for sheet, tops_and_lefts in places
                for top, _ in tops_and_lefts
                for line in (sheet.get(number, _NOTHING) for number in range(top, top + size))
            )
            rows = _rows(head, places, size, delimiter)
            return SeveralLines(head, rows, of_fields=True) if are_wanted else None
    return None


def _sheets(head: Head, lines: list[NumberedLine], delimiter: str) -> Iterator[_Sheet]:
    """Yield the lines of each sheet of a table; their numbers begin anew in each."""
    sheet, last = _Sheet(), -1
    for number, line in lines:
        if number <= last:
            yield sheet
            sheet = {}
        last = number
        text = decoded(head.source, number, line)
        if number == 0:
            sheet[0] = _Line([], text.removeprefix("# "))
        elif cells := _cells(text, delimiter):
            sheet[number] = _Line(cells, text)
    yield sheet


def _cells(text: str, delimiter: str) -> list[str]:
    """Return the fields of a line; none of a comment or a rule."""
    same = plain(text)
    if not same or is_comment(same.encode()):
        return []
    if delimiter == "|":
        return [] if is_rule(same) else [part.strip() for part in same.split("|")]
    return [part.strip() for part in fields(same, delimiter)]


def _is_cell(text: str, size: int) -> bool:
    if text.isascii() and text.isdigit():
        return len(text) <= 2 and int(text) <= size
    return text in _SIGNS or (size > 9 and len(text) == 1 and text.upper() in DIGITS)


def _blocks(sheet: _Sheet, size: int, *, has_bars: bool) -> list[_Block] | None:
    """Return the blocks of a sheet; None where cells stand in none, or a block is in doubt."""
    cells = [
        (number, column, text)
        for number, line in sheet.items()
        for column, text in enumerate(line.cells)
        if text
    ]
    if any(is_above(text, size) for _, _, text in cells if len(text) == 1 and text.isdigit()):
        return None
    places = [(number, column) for number, column, text in cells if _is_cell(text, size)]
    # Bars may stand before the first field and after the last one, too.
    edges = {size: 0, size + 2: 1} if has_bars else {size: 0}
    widths = {len(line.cells) for line in sheet.values()} - {0, 1}
    edge = edges.get(widths.pop()) if len(widths) == 1 else None
    # Beside other signs for blank no line of a block is empty, and none is missing.
    is_full = any(text in _SIGNS for _, _, text in cells)
    found, low = list[_Block](), 0
    for first, last in _spans(sorted({column for _, column in places}), size, 2):
        lefts = range(max(low, last - size + 1), first + 1)
        if edge is not None and edge <= first and last < edge + size:
            lefts = range(edge, edge + 1)
        elif 3 * (last - first + 1) < 2 * size:
            return None
        if len(lefts) != 1:
            return None
        low = lefts[0] + size
        numbers = sorted({number for number, column in places if first <= column <= last})
        tops = _tops(sheet, numbers, lefts[0], size)
        spans = _spans(numbers, size, 1)
        if tops is None or (is_full and any(end - begin + 1 != size for begin, end in spans)):
            return None
        found += [_Block(top, lefts[0]) for top in tops]
    return sorted(found)


def _spans(places: list[int], size: int, apart: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last of places within `size` of each other, or of more, if in doubt."""
    first = last = places[0] if places else 0
    for place in places[1:]:
        if place - first >= size and place - last >= apart:
            yield first, last
            first = place
        last = place
    if places:
        yield first, last


def _tops(sheet: _Sheet, numbers: list[int], left: int, size: int) -> list[int] | None:
    """Return the first lines of blocks that hold all that stands on these lines, else None."""
    tops, low = list[int](), 1
    for first, last in _spans(numbers, size, 1):
        begin, end = first, last
        while begin > low and end - begin < 2 * size and _is_blank(sheet, begin - 1):
            begin -= 1
        while end - begin < 3 * size and _is_blank(sheet, end + 1):
            end += 1
        if end - begin + 1 < size:  # lines that are empty may be missing
            begin, end = low, first + size - 1
        found = range(max(begin, last - size + 1), min(first, end - size + 1) + 1)
        is_exact = end - begin + 1 == size and all(number in sheet for number in found)
        if len(found) != 1 or (not is_exact and 3 * (last - first + 1) < 2 * size):
            return None
        inside = range(found[0], found[0] + size)
        windows = (sheet[number].cells[left : left + size] for number in inside if number in sheet)
        if any(text and not _is_cell(text, size) for window in windows for text in window):
            return None
        tops.append(found[0])
        low = found[0] + size
    return tops


def _is_blank(sheet: _Sheet, number: int) -> bool:
    """Return whether a line has fields, and nothing in any of them."""
    return number in sheet and len(sheet[number].cells) > 1 and not any(sheet[number].cells)


def _rows(
    head: Head, places: list[tuple[_Sheet, list[_Block]]], size: int, delimiter: str
) -> Iterator[Row]:
    """Yield the rows of all blocks, one after another; other lines are titles, or put aside."""
    for sheet, blocks in places:
        used = {0}
        for block in blocks:
            title, above = _title(sheet, block, size, delimiter, used)
            inside = range(block.top, block.top + size)
            used |= {above, *inside}
            for number in inside:
                line = sheet.get(number, _NOTHING)
                yield _row(line, block.left, size, delimiter)._replace(line=number, title=title)
                title = ""
        for number, line in sheet.items():
            if number not in used and any(line.cells):
                head.put_aside(number, line.text)


def _title(
    sheet: _Sheet, block: _Block, size: int, delimiter: str, used: set[int]
) -> tuple[str, int]:
    """Return what stands above a block, or the name of its sheet; and the line of it."""
    for number in range(block.top - 1, max(0, block.top - 1 - _TITLE_ABOVE), -1):
        cells = sheet.get(number, _NOTHING).cells
        right = block.left + size
        if words := " ".join(filter(None, cells[block.left : right])):
            is_all = not any(cells[: block.left] + cells[right:])
            return unquoted(sheet[number].text).strip(f' "{delimiter}') if is_all else words, number
        if number in used:
            break
    return sheet.get(0, _NOTHING).text, 0


def _row(line: _Line, left: int, size: int, delimiter: str) -> Row:
    window = line.cells[left : left + size]
    window += [""] * (size - len(window))
    parts = line.text.split(delimiter)
    cells = [
        (len(delimiter.join(parts[:place])) + 1 + (place > 0), text)
        for place, text in enumerate(window, left)
    ]
    text = line.text if line.cells == window else delimiter.join(window)
    return Row(0, cells, True, [], len(text) + 1, text)
