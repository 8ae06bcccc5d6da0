"""Conversion of the pages of a PDF to lines of text and to tables, by the positions of the
characters and of the drawn lines on each page.

A Sudoku on a page is a frame of drawn lines with a digit in some of its cells, or digits at equal
distances. Both become tables in which the blank cells are empty.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from importlib import import_module
from itertools import chain, groupby, pairwise
from statistics import median
from typing import IO, Any, NamedTuple

from ...base.csv_line import make_csv_line_keeping_formulas
from ...sudoku.shape import BoxShape
from .text_and_tables import TEXT, DocumentPart, PartLine


class PdfFault(Enum):
    """A fault that a PDF has in place of lines.

    - `ENCRYPTED`: the PDF is encrypted.
    - `UNCERTAIN`: it is not certain to which cells digits without a frame belong.
    - `CUT`: a page break cuts a Sudoku in two.
    """

    ENCRYPTED = 0
    UNCERTAIN = 1
    CUT = 2


class PdfFaultOnPage(NamedTuple):
    """A fault, and the number of its page, from 1; 0 if the fault concerns the whole PDF."""

    fault: PdfFault
    page: int = 0


_SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)
_BOX_LINES = 4
"""The number of lines in each direction of a 9×9 frame in which only the boxes are drawn."""
_MOST_SEGMENTS = 3000
"""The largest number of drawn lines on a page on which frames are searched for."""
_NEAR = 1.5
"""The distance, in points, within which lines touch each other."""
_UNEVEN = 0.15
"""The largest difference between two distances that count as equal, as a share of the distance."""
_PAGE_NUMBER = re.compile(r"\W*\d{1,4}\W*")
_DIGITS = frozenset("123456789")
_SIGNS = frozenset("0123456789._*xX-·")
_LEAST_ROWS = 4
_LEAST_OPEN = 6
"""The smallest number of rows, and of columns, that digits without a frame must take to be read as
a 9×9 Sudoku whose outer rows or columns are blank.
"""
_MOST_STEPS = 4
"""The largest distance between two successive digits, as a number of rows or columns; there are
blank cells between them.
"""
_UNFRAMED = (4, 6, 9, 16)
"""The numbers of rows of Sudokus that are read without a frame. Tables of other sizes may be a
larger Sudoku whose first or last row and column are blank, such as 8×8 cells of a 9×9 Sudoku.
"""


class _Character(NamedTuple):
    """A character on a page, with the position of its centre and of its left and right side."""

    x: float  # the centre of the character
    y: float
    left: float
    right: float
    size: float
    text: str


class _Frame(NamedTuple):
    """The positions of the lines of a frame on a page: `xs` from left to right, and `ys` from top
    to bottom.
    """

    xs: list[float]
    ys: list[float]


class _Word(NamedTuple):
    """A word on a page, with the horizontal position of its centre and the size of its
    characters.
    """

    x: float
    size: float
    text: str


class _TextLine(NamedTuple):
    """A line of text on a page, at the height `y`. `words` are the words of the line. `chars` are
    the same characters, except spaces, as words of one character each.
    """

    y: float
    words: list[_Word]
    chars: list[_Word]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


class _Table(NamedTuple):
    """A table on a page, with the position of its first row and of its left and right side. If it
    `is_open`, there may be further blank rows and columns around it.
    """

    y: float
    left: float
    right: float
    rows: list[list[str]]
    is_open: bool = False


def yield_lines_or_faults(
    pdf_stream: IO[bytes],
) -> Iterator[tuple[DocumentPart | PdfFaultOnPage, bytes]]:
    """Yield the lines of text and the rows of tables of a PDF, as CSV, each with its kind. A fault
    is yielded in place of the lines that it concerns, with an empty line. Raises `ValueError` if
    the file is broken.
    """
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    errors: Any = import_module("pdfminer.pdfdocument")
    tables = 0
    try:
        for number, page in enumerate(_yield_parts_of_pages(pdf_stream), 1):
            lines_and_tables = [part for part in page if not isinstance(part, _Cut)]
            for part in lines_and_tables:
                if isinstance(part, _Table) and not part.rows:
                    yield PdfFaultOnPage(PdfFault.UNCERTAIN, number), b""
                elif isinstance(part, _Table):
                    tables += 1
                    title = _find_title(part, lines_and_tables).encode(errors="replace")
                    yield DocumentPart(tables, is_title=True), title
                    yield from _yield_rows(part, tables)
                else:
                    yield TEXT, part.text.encode(errors="replace")
            yield TEXT, b""
            if len(lines_and_tables) < len(page):
                yield PdfFaultOnPage(PdfFault.CUT, number), b""
    except errors.PDFPasswordIncorrect:
        yield PdfFaultOnPage(PdfFault.ENCRYPTED), b""
    except MemoryError:
        raise
    except Exception as problem:
        raise ValueError(" ".join(str(problem).split()) or "a broken PDF") from None


def _yield_rows(table: _Table, number: int) -> Iterator[PartLine]:
    """Yield the rows of a table as lines of CSV, each with its kind. `number` is the number of the
    table.
    """
    kind = DocumentPart(number, is_open=table.is_open)
    if table.is_open:  # row 1 and column A are empty, the digits begin at B2
        yield kind, b""
    for row in table.rows:
        fields = ["", *row] if table.is_open else row
        yield kind, make_csv_line_keeping_formulas(fields).encode(errors="replace")


def _yield_pdfminer_pages(file: IO[bytes]) -> Iterator[Any]:
    """Yield the pages of a PDF as pdfminer describes them: a tree of characters and lines."""
    pages: Any = import_module("pdfminer.pdfpage")
    interpreter: Any = import_module("pdfminer.pdfinterp")
    converter: Any = import_module("pdfminer.converter")
    manager = interpreter.PDFResourceManager()
    device = converter.PDFPageAggregator(manager, laparams=None)
    reader = interpreter.PDFPageInterpreter(manager, device)
    for page in pages.PDFPage.get_pages(file):
        reader.process_page(page)
        yield device.get_result()


class _Cut:
    """The end of a page at which a Sudoku is cut in two."""


class _PageParts(NamedTuple):
    """The tables in the frames of a page, the other lines of text, and whether a frame at the end
    of the page is cut in two.
    """

    tables: list[_Table]
    lines: list[_TextLine]
    is_cut: bool


def _yield_parts_of_pages(file: IO[bytes]) -> Iterator[Sequence[_TextLine | _Table | _Cut]]:
    """Yield the lines of text and the tables of each page, from top to bottom. A Sudoku that a page
    break cuts in two is left out, and a `_Cut` is the last part of the page on which it begins.
    """
    for page, after in pairwise(chain(_yield_parts_without_cut_frames(file), [None])):
        assert page is not None
        tables, lines, is_cut = page
        count = _count_cut_rows(page, after) if after is not None else 0
        if count:
            assert after is not None
            size = _count_cells(lines[-1])
            del lines[-count:], after.lines[: size - count]
        found = [*tables, *_yield_text_lines_and_tables(lines)]
        found.sort(key=lambda part: (-part.y, part.left if isinstance(part, _Table) else 0))
        yield [*found, *[_Cut()] * (is_cut or count > 0)]


def _yield_parts_without_cut_frames(file: IO[bytes]) -> Iterator[_PageParts]:
    """Yield the parts of each page. A frame that a page break cuts in two is left out."""
    pages = map(_list_chars_and_vertical_horizontal_lines, _yield_pdfminer_pages(file))
    left_out = list[_Frame]()
    for page, after in pairwise(chain(pages, [None])):
        assert page is not None
        chars, upright, level = page
        cut = None if after is None else _find_cut_frame(page[1:], after[1:])
        left_out += cut[:1] if cut else []
        for frame in left_out:
            chars = [char for char in chars if not _is_inside(char, frame)]
        tables = list[_Table]()
        for frame in _yield_frames(upright, level):
            table, chars = _read_table_and_outer_characters(frame, chars)
            tables += [table] if table is not None else []
        yield _PageParts(tables, _drop_page_number([*_yield_text_lines(chars)]), cut is not None)
        left_out = [*cut[1:]] if cut else []


_Lines = tuple[list["_Segment"], list["_Segment"]]
"""The drawn vertical and horizontal lines of a page."""


def _find_cut_frame(page: _Lines, after: _Lines) -> tuple[_Frame, _Frame] | None:
    """Return the two parts of the frame that begins at the end of a page and ends at the beginning
    of the page after it; None if there is no such frame.
    """
    lowest = min(_yield_parts_of_frames(*page), key=lambda one: one.ys[-1], default=None)
    highest = max(_yield_parts_of_frames(*after), key=lambda one: one.ys[0], default=None)
    if lowest is None or highest is None or len(lowest.xs) != len(highest.xs):
        return None
    row_count = len(lowest.ys) + len(highest.ys) - 2
    return (lowest, highest) if row_count == len(lowest.xs) - 1 else None


def _yield_parts_of_frames(
    vertical_lines: "list[_Segment]", horizontal_lines: "list[_Segment]"
) -> Iterator[_Frame]:
    """Yield the frames on a page that have as many columns as a Sudoku, and fewer rows."""
    if len(vertical_lines) + len(horizontal_lines) > _MOST_SEGMENTS:
        return
    for xs, ys in _group_touching_line_positions(vertical_lines, horizontal_lines):
        frame = _Frame(_merge_near_positions(xs), _merge_near_positions(ys)[::-1])
        if len(frame.xs) - 1 in _SIZES and 1 < len(frame.ys) < len(frame.xs):
            is_even = _are_evenly_spaced(frame.xs) and _are_evenly_spaced(frame.ys)
            width, height = frame.xs[1] - frame.xs[0], frame.ys[0] - frame.ys[1]
            if is_even and width < 2 * height < 4 * width:
                yield frame


def _is_inside(char: _Character, frame: _Frame) -> bool:
    """Return whether a character is inside a frame."""
    return frame.xs[0] < char.x < frame.xs[-1] and frame.ys[-1] < char.y < frame.ys[0]


def _count_cells(line: _TextLine) -> int:
    """Return the number of cells in a line of text that may be a row of a Sudoku; 0 for another
    line.
    """
    if not {*line.text} <= _SIGNS | {" "}:
        return 0
    count = len(line.text.replace(" ", ""))
    return count if count in _SIZES else 0


def _count_cut_rows(page: _PageParts, after: _PageParts) -> int:
    """Return the number of rows at the end of a page that are the upper part of a Sudoku, whose
    other rows begin the page after it. Return 0 if there are none, or if the page break is below
    the first row of boxes, and each row is a word: such rows may have a gap there.
    """
    lines, rest = page.lines, after.lines
    if not lines or not (size := _count_cells(lines[-1])):
        return 0
    is_last = all(lines[-1].y < table.y for table in page.tables)
    is_first = all(rest[0].y > table.y for table in after.tables) if rest else False
    above = next(
        (i for i, line in enumerate(lines[::-1]) if _count_cells(line) != size), len(lines)
    )
    below = next((i for i, line in enumerate(rest) if _count_cells(line) != size), len(rest))
    is_below_boxes = above == BoxShape.for_size(size).height
    may_be_read = is_below_boxes and len(lines[-1].words) == 1
    return above if is_last and is_first and above + below == size and not may_be_read else 0


def _find_title(table: _Table, lines_and_tables: Sequence[_TextLine | _Table]) -> str:
    """Return the text directly above a table; an empty text if there is none. If the page has
    several tables, only words above this table's columns belong to the text.
    """
    step = (table.right - table.left) / max(1, len(table.rows[0]))
    is_alone = sum(isinstance(part, _Table) for part in lines_and_tables) == 1
    for part in reversed(lines_and_tables):
        if isinstance(part, _TextLine) and table.y < part.y < table.y + 4 * step:
            left, right = table.left - step, table.right + step
            inside = (word.text for word in part.words if is_alone or left < word.x < right)
            if text := " ".join(inside).strip():
                return text
    return ""


_Segment = tuple[float, float, float]
"""A drawn line on a page, horizontal or vertical: its position across its direction, and the
positions of its two ends along its direction.
"""


def _list_chars_and_vertical_horizontal_lines(
    page: Any,
) -> tuple[list[_Character], list[_Segment], list[_Segment]]:
    """Return three lists: the characters of a page of a PDF, its drawn vertical lines, and its
    drawn horizontal lines.
    """
    chars, upright, level, waiting = list[_Character](), list[_Segment](), list[_Segment](), [page]
    while waiting:
        item = waiting.pop()
        kind = type(item).__name__
        if kind == "LTChar":
            if item.get_text().isprintable() and item.upright:
                x, y = (item.x0 + item.x1) / 2, (item.y0 + item.y1) / 2
                size = max(item.size, 1)
                chars.append(_Character(x, y, item.x0, item.x1, size, item.get_text()))
        elif kind in ("LTLine", "LTRect", "LTCurve"):
            wide, high = item.x1 - item.x0 > 2, item.y1 - item.y0 > 2
            if wide and high and kind == "LTRect":
                upright += [(x, item.y0, item.y1) for x in (item.x0, item.x1)]
                level += [(y, item.x0, item.x1) for y in (item.y0, item.y1)]
            elif high and not wide:
                upright.append(((item.x0 + item.x1) / 2, item.y0, item.y1))
            elif wide and not high:
                level.append(((item.y0 + item.y1) / 2, item.x0, item.x1))
        elif hasattr(item, "__iter__"):
            waiting.extend(item)
    return chars, upright, level


def _yield_frames(
    vertical_lines: list[_Segment], horizontal_lines: list[_Segment]
) -> Iterator[_Frame]:
    """Yield the frames of Sudokus on a page: groups of drawn lines that touch each other. A frame
    has as many vertical as horizontal lines, at equal distances.
    """
    if len(vertical_lines) + len(horizontal_lines) > _MOST_SEGMENTS:
        return
    for xs, ys in _group_touching_line_positions(vertical_lines, horizontal_lines):
        frame = _Frame(_merge_near_positions(xs), _merge_near_positions(ys)[::-1])
        if (
            len(frame.xs) == len(frame.ys)
            and _are_evenly_spaced(frame.xs)
            and _are_evenly_spaced(frame.ys)
        ):
            if len(frame.xs) == _BOX_LINES:
                frame = _Frame(_split_gaps_in_three(frame.xs), _split_gaps_in_three(frame.ys))
            if len(frame.xs) - 1 in _SIZES:
                yield frame


def _group_touching_line_positions(
    vertical_lines: list[_Segment], horizontal_lines: list[_Segment]
) -> Iterable[tuple[list[float], list[float]]]:
    """Return, for each group of drawn lines that touch each other, directly or through other lines,
    two lists: the positions of its vertical lines and of its horizontal lines.
    """
    first = list(range(len(vertical_lines) + len(horizontal_lines)))

    def find_first_of_group(i: int) -> int:
        """Return the index of the line that represents the group of the line with index `i`. The
        indices count the vertical lines first, and then the horizontal lines.
        """
        while first[i] != i:
            first[i] = first[first[i]]
            i = first[i]
        return i

    for i, (x, low, high) in enumerate(vertical_lines):
        for k, (y, left, right) in enumerate(horizontal_lines, len(vertical_lines)):
            if left - _NEAR <= x <= right + _NEAR and low - _NEAR <= y <= high + _NEAR:
                first[find_first_of_group(i)] = find_first_of_group(k)
    groups = defaultdict[int, tuple[list[float], list[float]]](lambda: ([], []))
    for i, (position, _, _) in enumerate([*vertical_lines, *horizontal_lines]):
        groups[find_first_of_group(i)][i >= len(vertical_lines)].append(position)
    return groups.values()


def _merge_near_positions(positions: Iterable[float]) -> list[float]:
    """Return positions in ascending order, in which positions near each other are replaced by
    one.
    """
    found = list[list[float]]()
    for position in sorted(positions):
        if found and position - found[-1][-1] <= 2 * _NEAR:
            found[-1].append(position)
        else:
            found.append([position])
    return [sum(group) / len(group) for group in found]


def _are_evenly_spaced(positions: Sequence[float]) -> bool:
    """Return whether successive positions have equal distances: each differs from the median
    distance by at most 15 %. Return False for fewer than two positions.
    """
    gaps = [abs(b - a) for a, b in pairwise(positions)]
    usual = median(gaps) if gaps else 0
    return bool(gaps) and all(abs(gap - usual) <= _UNEVEN * usual for gap in gaps)


def _split_gaps_in_three(positions: list[float]) -> list[float]:
    """Return the positions of the lines between all cells of a 9×9 frame, from the positions of the
    lines around its boxes.
    """
    parts = (a + (b - a) * i / 3 for a, b in pairwise(positions) for i in range(3))
    return [*parts, positions[-1]]


def _read_table_and_outer_characters(
    frame: _Frame, chars: list[_Character]
) -> tuple[_Table | None, list[_Character]]:
    """Return the table of the digits in a frame, and the characters outside the frame. If the frame
    is empty, return None and all characters.
    """
    xs, ys = frame
    size = len(xs) - 1
    rows: list[list[list[_Character]]] = [[[] for _ in range(size)] for _ in range(size)]
    outside = list[_Character]()
    for char in chars:
        if xs[0] < char.x < xs[-1] and ys[-1] < char.y < ys[0]:
            column = sum(x <= char.x for x in xs) - 1
            row = sum(y >= char.y for y in ys) - 1
            rows[row][column].append(char)
        else:
            outside.append(char)
    texts = [
        [
            "".join(char.text for char in sorted(cell, key=_make_reading_order_key)).strip()
            for cell in row
        ]
        for row in rows
    ]
    if not any(map(any, texts)):
        return None, chars
    return _Table(ys[0], xs[0], xs[-1], texts), _drop_row_and_column_numbers(frame, outside)


def _drop_row_and_column_numbers(frame: _Frame, chars: list[_Character]) -> list[_Character]:
    """Return `chars` without the characters of headings. A heading has the numbers 1, 2, 3 and so
    on, directly to the left of all rows or directly above all columns of a frame.
    """
    xs, ys = frame
    pitch = xs[1] - xs[0]
    left = [c for c in chars if xs[0] - 1.5 * pitch < c.x < xs[0] and ys[-1] < c.y < ys[0]]
    above = [c for c in chars if ys[0] < c.y < ys[0] + 1.5 * pitch and xs[0] < c.x < xs[-1]]
    numbers = [str(number) for number in range(1, len(xs))]
    dropped = set[_Character]()
    if [c.text for c in sorted(left, key=lambda c: -c.y)] == numbers:
        dropped.update(left)
    if [c.text for c in sorted(above, key=lambda c: c.x)] == numbers:
        dropped.update(above)
    return [c for c in chars if c not in dropped]


def _make_reading_order_key(char: _Character) -> tuple[float, float]:
    """Return a key that sorts characters line by line from top to bottom, and from left to right
    within a line.
    """
    return -round(char.y / char.size), char.x


def _yield_text_lines(chars: list[_Character]) -> Iterator[_TextLine]:
    """Yield the lines of text that characters form, from top to bottom. Characters that are apart
    form several words.
    """
    group = list[_Character]()
    for char in sorted(chars, key=lambda char: -char.y):
        if group and group[0].y - char.y > 0.4 * max(group[0].size, char.size):
            yield _make_text_line(group)
            group = []
        group.append(char)
    if group:
        yield _make_text_line(group)


def _drop_page_number(lines: list[_TextLine]) -> list[_TextLine]:
    """Return the lines of a page without the page number: the first or last line, if it is only a
    number and far from its neighbour.
    """
    for index, neighbour in ((0, 1), (-1, -2)):
        if len(lines) > 1 and _PAGE_NUMBER.fullmatch(lines[index].text):
            far = abs(lines[index].y - lines[neighbour].y)
            if far > 2 * lines[index].words[0].size:
                del lines[index]
    return lines


def _make_text_line(chars: list[_Character]) -> _TextLine:
    """Return the line of text that characters at the same height form, split into words at wide
    gaps.
    """
    words, word = list[_Word](), list[_Character]()

    def end_word() -> None:
        text = "".join(char.text for char in word)
        if text.strip():
            left, right = word[0].left, word[-1].right
            words.append(_Word((left + right) / 2, word[0].size, text.strip("\xa0")))
        word.clear()

    for char in sorted(chars, key=lambda char: char.left):
        # Characters of a word that are drawn one by one may be a little apart.
        if word and char.left - word[-1].right > 0.3 * char.size:
            end_word()
        word.append(char)
    end_word()
    single = [_Word(char.x, char.size, char.text) for char in chars if char.text.strip()]
    return _TextLine(chars[0].y, words, single)


def _yield_text_lines_and_tables(lines: list[_TextLine]) -> Iterator[_TextLine | _Table]:
    """Yield the lines of text of a page; successive lines that consist of single digits at equal
    distances are combined to tables.
    """
    for is_signs, group in groupby(lines, _has_only_cells):
        if not is_signs:
            yield from group
            continue
        for run in _split_into_evenly_spaced_groups([*group]):
            yield from (_make_tables(run) if len(run) >= _LEAST_ROWS else []) or run


def _has_only_cells(line: _TextLine) -> bool:
    """Return whether a line may be a row of a Sudoku. This is so if each of its words is a digit or
    a sign for a blank cell, or if all its characters are digits from 1 to 9; spaces between the
    digits may then stand for blank cells.
    """
    is_single = all(word.text in _SIGNS for word in line.words)
    return is_single or all(char.text in _DIGITS for char in line.chars)


def _split_into_evenly_spaced_groups(lines: list[_TextLine]) -> list[list[_TextLine]]:
    """Split the lines of text of a page into groups of successive lines at even distances. The
    smallest distance of two successive lines is the unit: within a group, the distance between two
    successive lines is a small multiple of this unit.
    """
    least = min((a.y - b.y for a, b in pairwise(lines)), default=1)
    runs = [lines[:1]]
    for before, line in pairwise(lines):
        if _count_whole_steps_or_zero(before.y - line.y, least) in range(1, _MOST_STEPS + 1):
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _count_whole_steps_or_zero(length: float, step: float) -> int:
    """Return how many steps of the length `step` the distance `length` has. Return 0 if it is not a
    multiple of `step`.
    """
    count = round(length / step)
    return count if abs(length / step - count) <= _UNEVEN else 0


def _make_tables(lines: list[_TextLine]) -> list[_Table]:
    """Return the tables that lines of single digits form: one table, or several beside each other.
    Return an empty list if no table is needed, because the lines have the same number of digits and
    so can be read as rows of text, or if they are too short for a Sudoku. If it is not certain to
    which cells the digits belong, return one table without rows.
    """
    columns = _merge_near_positions(char.x for line in lines for char in line.chars)
    gaps = [b - a for a, b in pairwise(columns)]
    if not gaps:
        return []
    pitch = median(sorted(gaps)[: max(1, len(gaps) * 3 // 4)])
    groups = [[columns[0]]]
    for column, gap in zip(columns[1:], gaps, strict=True):
        if _count_whole_steps_or_zero(gap, pitch) in range(1, _MOST_STEPS + 1):
            groups[-1].append(column)
        else:
            groups.append([column])
    found = [_make_table_of_columns(lines, group, pitch) for group in groups]
    if all(len(table.rows) == len(table.rows[0]) in _UNFRAMED for table in found):
        return found
    if all(
        max(_LEAST_OPEN - one, one - 9) <= 0
        for table in found
        for one in _count_rows_and_columns(table)
    ):
        return [table._replace(is_open=True) for table in found]
    are_rows = len({len(line.chars) for line in lines}) == 1
    is_narrow = len(columns) < _LEAST_ROWS
    return [] if are_rows or is_narrow else [_Table(lines[0].y, columns[0], columns[-1], [])]


def _count_rows_and_columns(table: _Table) -> tuple[int, int]:
    """Return the numbers of rows and columns of a table."""
    return len(table.rows), len(table.rows[0])


def _make_table_of_columns(lines: list[_TextLine], columns: list[float], pitch: float) -> _Table:
    """Return the table of the digits in successive columns of a page. `columns` are the positions
    of the columns with digits, and `pitch` is the distance of two neighbouring columns.
    """
    left, right = columns[0] - pitch / 2, columns[-1] + pitch / 2
    high = min(a.y - b.y for a, b in pairwise(lines))
    rows: list[list[str]] = []
    for i, line in enumerate(lines):
        rows += [[]] * (_count_whole_steps_or_zero(lines[i - 1].y - line.y, high) - 1 if i else 0)
        inside = (char for char in line.chars if left < char.x < right)
        cells = {round((char.x - columns[0]) / pitch): char.text for char in inside}
        rows.append([cells.get(k, "") for k in range(round((right - left) / pitch))])
    return _Table(lines[0].y, left, right, rows)
