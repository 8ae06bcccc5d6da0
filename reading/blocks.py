"""Reading of Sudokus that are drawn in a table or spreadsheet, with one cell of the Sudoku in each
field. Such a block of N×N fields may be anywhere in the table, and there may be several.

Clues alone may not show where a block begins, because its outer rows and columns may be empty. Its
position is then derived from the blocks above and beside it, or from the ends of the lines.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple

from ..base.limits import BLOCK_FIELDS
from ..base.messages import Message
from ..sudoku.grid import DIGITS, SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from .cells import Row, is_above, is_rule, normalise_line, strip_mail_quotes
from .file_entry import (
    NumberedLine,
    is_comment,
    limit_lines,
    make_unexpected_error,
    split_fields,
)
from .head import Head
from .lines import decode_numbered_line
from .several_lines import SeveralLines

_SIGNS = frozenset("._*xX-0")
_TITLE_ABOVE = 3
"""The number of lines above a block that are searched for its title."""


class _Line(NamedTuple):
    cells: list[str]
    text: str
    filled: int = 0
    """The number of cells that are not empty."""


_NOTHING = _Line([], "")


class _Sheet(dict[int, _Line]):
    """The lines of a spreadsheet's sheet, without empty lines: a dictionary from line numbers,
    counted from 1, to lines. Line 0 is the sheet's name.

    A sheet may have millions of fields, so facts about them that are needed for each possible size
    of the Sudokus are computed only once.
    """

    _kinds: set[int] | None = None
    _columns: defaultdict[int, list[list[int]]]

    @cached_property
    def places(self) -> dict[int, dict[int, list[int]]]:
        """For each text that may be a cell of a Sudoku, the numbers of the lines that contain it,
        grouped by the least size of such a Sudoku and then by the index of the field, from 0.
        """
        found = defaultdict[int, dict[int, list[int]]](lambda: defaultdict(list))
        least = dict[str, int | None]()
        for number, line in self.items():
            for column, text in enumerate(line.cells) if line.filled else ():
                if text:
                    if text not in least:
                        least[text] = _find_least_size(text)
                    if (size := least[text]) is not None:
                        found[size][column].append(number)
        return found

    @cached_property
    def texts(self) -> frozenset[str]:
        """All texts in the sheet's fields that consist of one character."""
        lines = (line.cells for line in self.values())
        return frozenset(text for cells in lines for text in set(cells) if len(text) == 1)

    @cached_property
    def widths(self) -> frozenset[int]:
        """The set of the numbers of fields that the sheet's lines have."""
        return frozenset(len(line.cells) for line in self.values())

    def columns(self, size: int) -> dict[int, list[list[int]]]:
        """Return, for each column of the sheet, the numbers of the lines that may have a Sudoku's
        cell in this column, if the Sudokus have `size` cells a side.

        Each column has several lists of line numbers.
        """
        kinds = {least for least in self.places if least <= size}
        if kinds != self._kinds:  # otherwise the result for the size before is still right
            self._kinds, self._columns = kinds, defaultdict(list)
            for least in kinds:
                for column, numbers in self.places[least].items():
                    self._columns[column].append(numbers)
        return self._columns


class _Block(NamedTuple):
    """The position of a Sudoku in a table: the number of its first line, and the index of its first
    field, from 0.
    """

    top: int
    left: int


def recognise(head: Head) -> SeveralLines | None:
    """Return a reader of the Sudokus that are drawn in a table with one cell in each field,
    anywhere among other fields.

    Returns None if the file is not a table with such blocks, or if each line is simply a row of a
    Sudoku: no block has an empty field or other fields beside it. Another reader takes such files.
    """
    delimiters = (
        sign
        for sign in "\t;|,"
        if sum(line.count(sign.encode()) >= 3 for _, line in head.content) >= SMALLEST_AS_TEXT
    )
    delimiter = next(delimiters, None)
    if delimiter is None or head.decisive is not None:
        return None
    rest = _limit_fields(head.source, head.rest, delimiter.encode())
    lines = list(limit_lines(head.source, rest, Message("a table with blocks of cells")))
    head.rest = chain(lines)
    sheets = list(_split_sheets(head, lines, delimiter))
    widest = max(len(line.cells) for sheet in sheets for line in sheet.values())
    sizes = range(SMALLEST_AS_TEXT, min(head.how.max_size, widest) + 1)
    usual = [size for size in sizes if BoxShape.for_size(size).height > 1]
    for size in [head.size] if head.size else usual:
        found = [_find_blocks(sheet, size, has_bars=delimiter == "|") for sheet in sheets]
        blocks = [one for one in found if one is not None]
        if any(blocks) and len(blocks) == len(found):
            places = list(zip(sheets, blocks, strict=True))
            are_wanted = any(
                "" in line.cells or len(line.cells) > size
                for sheet, tops_and_lefts in places
                for top, _ in tops_and_lefts
                for line in (sheet.get(number, _NOTHING) for number in range(top, top + size))
            )
            rows = _read_rows(head, places, size, delimiter)
            return SeveralLines(head, rows, of_fields=True) if are_wanted else None
    return None


def _limit_fields(
    source: str, lines: Iterable[NumberedLine], delimiter: bytes
) -> Iterator[NumberedLine]:
    """Yield the table's lines unchanged; raise `PairFileError` when they have more fields together
    than fit into memory.
    """
    count = 0
    for number, line in lines:
        count += line.count(delimiter) + 1
        if count > BLOCK_FIELDS:
            expected = Message(
                "at most {count} fields in a table with blocks of cells", count=BLOCK_FIELDS
            )
            raise make_unexpected_error(source, number, 1, expected, Message("more of them"))
        yield number, line


def _split_sheets(head: Head, lines: list[NumberedLine], delimiter: str) -> Iterator[_Sheet]:
    """Yield each sheet of a spreadsheet. The lines of all sheets are in one list, and a new sheet
    begins where the line number does not increase.
    """
    sheet, last = _Sheet(), -1
    for number, line in lines:
        if number <= last:
            yield sheet
            sheet = _Sheet()
        last = number
        text = decode_numbered_line(head.source, number, line)
        if number == 0:
            sheet[0] = _Line([], text.removeprefix("# "))
        elif cells := _split_cells(text, delimiter):
            sheet[number] = _Line(cells, text, len(cells) - cells.count(""))
    yield sheet


def _split_cells(text: str, delimiter: str) -> list[str]:
    """Return the fields of a line of a table; an empty list if the line is empty, a comment, or a
    horizontal line drawn with dashes.
    """
    same = normalise_line(text)
    if not same or is_comment(same.encode()):
        return []
    if delimiter == "|":
        return [] if is_rule(same) else [part.strip() for part in same.split("|")]
    return [part.strip() for part in split_fields(same, delimiter)]


def _find_least_size(text: str) -> int | None:
    """Return the smallest number of cells a side that a Sudoku with `text` in a cell can have, such
    as 7 for "7"; None if `text` cannot be in a cell.

    A sign for blank gives 0, because a Sudoku of any size can have it.
    """
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 2 else None
    if text in _SIGNS:
        return 0
    return 10 if len(text) == 1 and text.upper() in DIGITS else None


def _is_cell(text: str, size: int) -> bool:
    least = _find_least_size(text)
    return least is not None and least <= size


def _find_blocks(sheet: _Sheet, size: int, *, has_bars: bool) -> list[_Block] | None:
    """Return the positions of the Sudokus in a sheet of a table, on the assumption that each has
    `size` cells a side. Return None if the assumption does not fit.

    It does not fit if a cell belongs to no Sudoku, or if the position of a Sudoku is not certain.
    With `has_bars`, the fields are separated by bars.
    """
    if any(is_above(text, size) for text in sheet.texts if text.isdigit()):
        return None
    columns = sheet.columns(size)
    # There may be bars before the first field and after the last field, too.
    edges = {size: 0, size + 2: 1} if has_bars else {size: 0}
    widths = set(sheet.widths - {0, 1})
    edge = edges.get(widths.pop()) if len(widths) == 1 else None
    # If blanks have a sign, no line of a block is empty, and no line is missing.
    is_full = not sheet.texts.isdisjoint(_SIGNS)
    found, low = list[_Block](), 0
    for first, last in _find_spans(sorted(columns), size, 2):
        lefts = range(max(low, last - size + 1), first + 1)
        if edge is not None and edge <= first and last < edge + size:
            lefts = range(edge, edge + 1)
        elif 3 * (last - first + 1) < 2 * size:
            return None
        if len(lefts) != 1:
            return None
        low = lefts[0] + size
        inside = (columns.get(column, ()) for column in range(first, last + 1))
        numbers = sorted(set(chain.from_iterable(chain.from_iterable(inside))))
        tops = _find_block_tops(sheet, numbers, lefts[0], size)
        spans = _find_spans(numbers, size, 1)
        if tops is None or (is_full and any(end - begin + 1 != size for begin, end in spans)):
            return None
        found += [_Block(top, lefts[0]) for top in tops]
    return sorted(found)


def _find_spans(places: list[int], size: int, apart: int) -> Iterator[tuple[int, int]]:
    """Split the line or column numbers in `places`, which ascend, into groups that each may be one
    Sudoku; yield the first and last number of each group.

    A new group begins if a number is at least `size` above the first number of its group, and at
    least `apart` above the number before it. A group that is longer than `size` is ambiguous.
    """
    first = last = places[0] if places else 0
    for place in places[1:]:
        if place - first >= size and place - last >= apart:
            yield first, last
            first = place
        last = place
    if places:
        yield first, last


def _find_block_tops(sheet: _Sheet, numbers: list[int], left: int, size: int) -> list[int] | None:
    """Return, for each Sudoku whose first field is at index `left` of the lines, the number of its
    first line; None if these lines cannot be determined.

    `numbers` are the lines with cells in the columns of these Sudokus. The first lines cannot be
    determined if the Sudokus cannot contain all of these cells, if a Sudoku's position is not
    certain, or if a Sudoku contains other text.
    """
    tops, low = list[int](), 1
    for first, last in _find_spans(numbers, size, 1):
        begin, end = first, last
        while begin > low and end - begin < 2 * size and _is_blank(sheet, begin - 1):
            begin -= 1
        while end - begin < 3 * size and _is_blank(sheet, end + 1):
            end += 1
        if end - begin + 1 < size:  # the table may have left out empty lines
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
    """Return whether line `number` of a sheet has several fields and all of them are empty."""
    return number in sheet and len(sheet[number].cells) > 1 and not sheet[number].filled


def _read_rows(
    head: Head, places: list[tuple[_Sheet, list[_Block]]], size: int, delimiter: str
) -> Iterator[Row]:
    """Yield the rows of cells of all Sudokus in a table, one Sudoku after another.

    Other lines are titles of Sudokus, or are counted as lines without a Sudoku.
    """
    for sheet, blocks in places:
        used, starts, top = {0}, dict[int, list[int]](), 0
        for block in blocks:
            if block.top != top:  # blocks beside each other share their lines
                top = block.top
                starts.clear()
            title, above = _find_title(sheet, block, size, delimiter, used)
            inside = range(block.top, block.top + size)
            used |= {above, *inside}
            for number in inside:
                line = sheet.get(number, _NOTHING)
                if number not in starts:
                    starts[number] = _find_field_starts(line.text, delimiter)
                row = _make_row(line, block.left, size, delimiter, starts[number])
                yield row._replace(line=number, title=title)
                title = ""
        for number, line in sheet.items():
            if number not in used and line.filled:
                head.count_other_text(number, line.text)


def _find_title(
    sheet: _Sheet, block: _Block, size: int, delimiter: str, used: set[int]
) -> tuple[str, int]:
    """Return the title of a Sudoku in a table, and the number of the title's line. The title is the
    text above the Sudoku, or otherwise the name of the sheet, with the line number 0.
    """
    for number in range(block.top - 1, max(0, block.top - 1 - _TITLE_ABOVE), -1):
        line = sheet.get(number, _NOTHING)
        found = [text for text in line.cells[block.left : block.left + size] if text]
        if found:
            words, is_all = " ".join(found), len(found) == line.filled
            return strip_mail_quotes(sheet[number].text).strip(
                f' "{delimiter}'
            ) if is_all else words, number
        if number in used:
            break
    return sheet.get(0, _NOTHING).text, 0


def _find_field_starts(text: str, delimiter: str) -> list[int]:
    """Return, for each field of a line, the position of its first character in the line, counted
    from 1.

    The last number is the position at which a further field would begin.
    """
    lengths = (len(part) + len(delimiter) for part in text.split(delimiter))
    return [*accumulate(lengths, initial=1)]


def _make_row(line: _Line, left: int, size: int, delimiter: str, starts: list[int]) -> Row:
    window = line.cells[left : left + size]
    window += [""] * (size - len(window))
    cells = [(starts[min(place, len(starts) - 1)], text) for place, text in enumerate(window, left)]
    text = line.text if line.cells == window else delimiter.join(window)
    return Row(0, cells, True, [], len(text) + 1, text)
