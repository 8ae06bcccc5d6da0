"""Reading of Sudokus that are written with one row on each line of text, perhaps with lines drawn
around the boxes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from ..sudoku.grid import SMALLEST_AS_TEXT
from .cells import (
    BRACKETS,
    WHITE,
    Cells,
    Row,
    has_word,
    is_drawn_line,
    is_greeting,
    is_title,
    normalise_line,
    parse_row,
    replace_box_drawing,
    strip_mail_quotes,
)
from .file_entry import MAX_SIZE, decode_line
from .head import Head
from .lines import decode_numbered_line
from .several_lines import SeveralLines

_Line = tuple[int, str]
_CellsOf = Callable[[_Line], Cells | None]
"""A function that returns the cells of a line by their columns; None if the line is not a row."""

_OTHER_SECTIONS = ("state", "pencil", "candidate", "solution")
"""The beginnings of the names of sections that repeat the puzzle above them in another form, such
as its solution.
"""


def recognise(head: Head) -> SeveralLines:
    """Return a reader of Sudokus that are written with one row on each line of text.

    Raises `PairFileError` if no line is a row of cells.
    """
    found = SeveralLines(head, _DrawnRowReader(head).read_all(), fields_are_cells=False)
    is_chosen = head.box is not None or bool(head.reading_options.ranges)
    is_in_workbook = any(sheet.is_in_workbook for sheet in head.sheets or ())
    if found.found_size.size == 1 and is_in_workbook and not is_chosen:
        raise head.make_no_sudoku_error()  # a single number in a sheet is not a Sudoku
    return found


def _find_lone_lines(lines: Sequence[_Line]) -> frozenset[int]:
    """Return the numbers of lines that are not rows of a Sudoku, such as lines with a date: they
    have no words, and each line directly above or below is blank or has words.

    The result is empty if the file has too few other lines without words.
    """
    numbers = [number for number, line in lines if line.strip() and not has_word(line)]
    together = frozenset(numbers)
    alone = {number for number in numbers if not together & {number - 1, number + 1}}
    return frozenset(alone if len(together) - len(alone) >= SMALLEST_AS_TEXT else ())


def _count_dashes_of_blank_row(head: Head) -> int:
    """Return how many dashes a row of blank cells has, if the file uses - for blank cells; 0 if it
    does not. A dash means blank if it occurs on a line that otherwise has only digits or letters.
    """
    for _, line in head.content:
        text = decode_line(line)
        chars = set(text) - {*"| \t"}
        if "-" in chars and "".join(chars - {"-"}).isalnum():
            row = parse_row(1, text)
            return 0 if is_title(text, row, None) else len(row.cells)
    return 0


class _DrawnRowReader:
    """A reader of the rows of all Sudokus in a file that has one row on each line. Lines of words
    between two grids are titles, or are counted as lines without a Sudoku.
    """

    def __init__(self, head: Head) -> None:
        shown = [
            (number, replace_box_drawing(normalise_line(decode_line(line))))
            for number, line in head.lines
        ]
        self._no_rows = _find_lone_lines(shown)
        self._cells_of = _make_row_splitter(
            [
                line
                for line in shown
                if line[0] not in self._no_rows or _has_only_digits_and_spaces(line[1])
            ]
        )
        lines = (
            (number, decode_numbered_line(head.source, number, line)) for number, line in head.rest
        )
        self._lines = _drop_blank_end(lines, head) if self._cells_of else lines
        self._dashes = 0 if self._cells_of else _count_dashes_of_blank_row(head)
        self._head = head
        self._gap = self._rule = 0
        self._is_other_section, self._title = False, (0, "")
        self._size: int | None = None  # known after the first row
        self._is_inside = False  # whether the next row belongs to a grid that has begun

    def read_all(self) -> Iterator[Row]:
        count = 0
        for number, line in self._lines:
            if row := self._read_row(number, line):
                yield row._replace(gap=self._gap, rule=self._rule, title=self._title[1])
                self._gap = self._rule = 0
                self._title = 0, ""
                self._size = self._size or len(row.cells)
                count += 1
                self._is_inside = count % self._size > 0
                self._head.gap = 0
            else:
                self._head.count_line_without_sudoku(number)
        self._count_title_as_other_text()

    def _read_row(self, number: int, text: str) -> Row | None:
        """Return the cells of a line as a row of a Sudoku. Returns None if the line is blank, a
        drawn line or a title; the reader then remembers its number or the title.
        """
        line = normalise_line(text)
        stripped = line.strip(WHITE)
        are_blanks = stripped.count("-") == self._dashes > 0 and set(stripped) <= {*"-| "}
        row: Row | None
        if (cells := self._find_cells_by_position(number, line)) is not None:
            places = [i for i, char in enumerate(replace_box_drawing(line), 1) if char == "|"]
            bars = [(place, sum(column < place for column, _ in cells)) for place in places]
            row = Row(number, cells, False, bars, len(text) + 1, text)
        elif not stripped:
            self._gap = number
            return None
        elif stripped.startswith("#"):
            return None
        elif is_drawn_line(line) and not are_blanks:
            self._rule = number
            return None
        else:
            row = parse_row(number, line, self._head.box)
            if not row.cells and set(stripped) & BRACKETS.keys():
                return None
            if not self._is_inside and self._is_title_or_date(strip_mail_quotes(text), line, row):
                self._record_title(number, strip_mail_quotes(text).strip(WHITE))
                row = None
        if not self._is_inside and self._is_other_section:
            self._head.count_other_text(number, text)
            return None
        return row and row._replace(text=text)

    def _find_cells_by_position(self, number: int, line: str) -> Cells | None:
        if self._cells_of and (number not in self._no_rows or _has_only_digits_and_spaces(line)):
            return self._cells_of((number, replace_box_drawing(line)))
        return None

    def _is_title_or_date(self, text: str, line: str, row: Row) -> bool:
        """Return whether a line between two Sudokus is a title, a number or a date and not the
        first row of the next Sudoku.

        `text` is the line without the marks of a quoting mail, and `line` its normalised form.
        """
        is_short = self._size is not None and self._size >= 9 and 2 * len(row.cells) < self._size
        if row.line in self._no_rows or is_short or is_title(line, row, self._size):
            return True
        return text.lstrip() != line.lstrip() and is_title(
            text, parse_row(row.line, text), self._size
        )

    def _record_title(self, number: int, words: str) -> None:
        if words.startswith("[") and words.endswith("]"):
            self._is_other_section = words[1:].lower().startswith(_OTHER_SECTIONS)
        elif not self._is_other_section:
            self._count_title_as_other_text()
            self._title = number, words
            if is_greeting(words):
                self._count_title_as_other_text()
                self._title = 0, ""

    def _count_title_as_other_text(self) -> None:
        if self._title[0]:
            self._head.count_other_text(*self._title)


def _drop_blank_end(lines: Iterable[_Line], head: Head) -> Iterator[_Line]:
    """Yield the lines of a file except the blank lines at its end. Blank lines between other lines
    are kept, because they may be rows of blank cells.
    """
    blank = list[_Line]()
    for numbered in lines:
        if numbered[1].strip():
            yield from blank
            yield numbered
            blank.clear()
        elif len(blank) < MAX_SIZE**2:  # more blank lines than this cannot be rows
            blank.append(numbered)
        else:
            head.count_line_without_sudoku(numbered[0])


def _make_row_splitter(lines: Sequence[_Line]) -> _CellsOf | None:
    """Return a function that finds the cells of a line by their position, for files in which blank
    cells are written as spaces; None for other files.

    Blank cells are written as spaces if the lines contain no other sign for blank, and if the
    digits are at regular positions: at each character or at every second character, with or without
    bars.
    """
    drawn = [line for line in lines if _may_be_row(line[1])]
    # A line of white space is a row only if another row follows it.
    while drawn and not drawn[-1][1].strip():
        drawn.pop()
    content = [line for _, line in drawn if line.strip()]
    if not content or not all(map(_has_only_digits_and_spaces, content)):
        return None
    if not any(" " in line.strip(" |") or "  " in line for line in content):
        return None
    return (
        _make_splitter_with_bars(content)
        if "|" in content[0]
        else _make_splitter_without_bars(drawn)
    )


def _has_only_digits_and_spaces(line: str) -> bool:
    """Return whether a line contains only digits from 1 to 9, bars and spaces, so that it may be a
    row whose blank cells are spaces.
    """
    return set(line) <= {*"123456789|", " "}


def _make_splitter_without_bars(drawn: Sequence[_Line]) -> _CellsOf | None:
    """Return a function that splits a line of a drawing without bars into cells, if blank cells are
    written as spaces. It finds the cells by their positions. Returns None if the characters of the
    lines are not at regular positions.

    Empty lines are either separators between grids or rows of blanks.
    """
    while not drawn[0][1].strip():
        drawn = drawn[1:]
    lines = [line for _, line in drawn]
    width = max(len(line.rstrip()) for line in lines)
    indent = min(_measure_indent(line) for line in lines if line.strip())
    numbers = range(drawn[0][0], drawn[-1][0] + 1)
    for before, step in product(range(min(indent, MAX_SIZE) + 1), (1, 2)):
        size, rest = divmod(width - before + step - 1, step)
        between = (line[before + 1 :: step] for line in lines) if step == 2 else ()
        if size < SMALLEST_AS_TEXT or rest or any(text.strip() for text in between):
            continue
        is_one, filled = len(lines) == size, sum(1 for line in lines if line)
        if is_one or filled % size == 0:
            places = range(before, before + size * step, step)
            # If there is only one grid, an empty line is a row of blanks.
            blank = numbers if is_one else range(0)
            return lambda line: (
                _read_cells_at(line[1], places)
                if _may_be_row(line[1]) and (line[1] or line[0] in blank)
                else None
            )
    return None


def _measure_indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _make_splitter_with_bars(lines: Sequence[str]) -> _CellsOf | None:
    """Return a function that finds the cells of a row by their position between vertical bars, for
    files in which blank cells are written as spaces.

    All texts between two bars must have the same number of characters. Returns None if they do not,
    or if the characters of the lines are not at regular positions.
    """
    indent = (
        min(map(_measure_indent, lines)) if all(line.lstrip()[0] == "|" for line in lines) else 0
    )
    parts = [_split_at_bars(line[indent:]) for line in lines]
    count = len(parts[0])
    width = max(len(text) for _, text in parts[0])
    if any(len(row) != count for row in parts):
        return None
    # Each cell is one character, alone or with a space before or after it.
    for places in (range(width), range(1, width, 2), range(0, width, 2)):
        size = count * len(places)
        between = set(range(width)) - set(places)
        texts = [
            _pad_text_between_bars(part, width, i) for row in parts for i, part in enumerate(row)
        ]
        is_clear = all(text[i] == " " for _, text in texts for i in between)
        if size >= SMALLEST_AS_TEXT and len(lines) % size == 0 and is_clear:
            return partial(_read_barred_cells, places=places, width=width, indent=indent)
    return None


def _read_barred_cells(line: _Line, places: range, width: int, indent: int) -> Cells | None:
    text = line[1][indent:]
    if "|" not in text or not _may_be_row(text):
        return None
    parts = [_pad_text_between_bars(part, width, i) for i, part in enumerate(_split_at_bars(text))]
    return [
        (indent + start + at, char)
        for start, part in parts
        for at, char in _read_cells_at(part, places)
    ]


def _split_at_bars(line: str) -> Cells:
    """Return the texts between the vertical bars of a line, each with the index in the line at
    which it begins.

    The bars at the two ends of the line may be missing.
    """
    parts, start = Cells(), 0
    for text in line.split("|"):
        parts.append((start, text))
        start += len(text) + 1
    inner = parts[1:-1]
    width = max((len(text) for _, text in inner), default=0)
    for edge in (0, -1):
        text = parts[edge][1]
        if len(parts) > 2 and not text.strip() and (not text or len(text) < width - 1):
            del parts[edge]
    return parts


def _pad_text_between_bars(part: tuple[int, str], width: int, number: int) -> tuple[int, str]:
    """Fill up the text between two bars of a line with spaces to `width` characters. Returns the
    index in the line at which the text begins, and the text. `number` is the number of the text on
    the line, from 0.

    If the first text lacks one character, the space is added before it, otherwise after it.
    """
    start, text = part
    if number == 0 and len(text) == width - 1:
        return start - 1, f" {text}"
    return start, text.ljust(width)


def _read_cells_at(line: str, places: Iterable[int]) -> Cells:
    """Return the cells at the indices `places` of a line. A space becomes ".", because it means a
    blank cell.

    Characters after the last place are added, so that a row with too many cells is noticed.
    """
    extra = line.rstrip()[max(places, default=0) + 1 :]
    found = [(i + 1, line[i] if i < len(line) and line[i] != " " else ".") for i in places]
    return found + [(len(line), char) for char in extra if char != " "]


def _may_be_row(line: str) -> bool:
    return not line.lstrip(WHITE).startswith("#") and not is_drawn_line(line) and not has_word(line)
