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
    ParsedRow,
    has_word,
    is_drawn_line,
    is_greeting,
    is_title,
    parse_row,
    replace_box_drawing,
    replace_unusual_characters_by_ascii,
    strip_mail_quotes,
)
from .file_entry import MAX_SIZE, decode_line_leniently
from .file_head import FileHead
from .lines import decode_numbered_line
from .several_lines import MultiLineReader

_Line = tuple[int, str]
_CellsOf = Callable[[_Line], Cells | None]
"""A function that returns the cells of a line by their columns; None if the line is not a row."""

_OTHER_SECTIONS = ("state", "pencil", "candidate", "solution")
"""The beginnings of the names of sections that repeat the puzzle above them in another form, such
as its solution.
"""


def find_reader(file_head: FileHead) -> MultiLineReader:
    """Return a reader of Sudokus that are written with one row on each line of text.

    Raises `PairFileError` if no line is a row of cells.
    """
    found = MultiLineReader(
        file_head, _DrawnRowReader(file_head).read_rows(), fields_are_cells=False
    )
    is_chosen = file_head.box is not None or bool(file_head.reading_options.ranges)
    is_in_workbook = any(sheet.is_in_workbook for sheet in file_head.sheets or ())
    if found.found_size.size == 1 and is_in_workbook and not is_chosen:
        raise file_head.make_no_sudoku_error()  # a single number in a sheet is not a Sudoku
    return found


def _find_line_numbers_of_non_rows(numbered_lines: Sequence[_Line]) -> frozenset[int]:
    """Return the numbers of the lines that have no words but are not rows of a Sudoku, such as a
    date. A line without words is not a row if the lines directly above and below it are blank or
    have words. The result is empty if the file has fewer than `SMALLEST_AS_TEXT` other lines
    without words.
    """
    numbers = [number for number, line in numbered_lines if line.strip() and not has_word(line)]
    together = frozenset(numbers)
    alone = {number for number in numbers if not together & {number - 1, number + 1}}
    return frozenset(alone if len(together) - len(alone) >= SMALLEST_AS_TEXT else ())


def _count_dashes_of_blank_row_or_zero(file_head: FileHead) -> int:
    """Return how many dashes a row of blank cells has, if the file uses - for blank cells; 0 if it
    does not. A dash means blank if it occurs on a line that otherwise has only digits or letters.
    """
    for _, line in file_head.content:
        text = decode_line_leniently(line)
        chars = set(text) - {*"| \t"}
        if "-" in chars and "".join(chars - {"-"}).isalnum():
            row = parse_row(1, text)
            return 0 if is_title(text, row, None) else len(row.cells)
    return 0


class _DrawnRowReader:
    """A reader of the rows of all Sudokus in a file that has one row on each line. The last line of
    words before a Sudoku is the title of the Sudoku. All other lines of words are counted as lines
    without a Sudoku.
    """

    def __init__(self, file_head: FileHead) -> None:
        shown = [
            (
                number,
                replace_box_drawing(
                    replace_unusual_characters_by_ascii(decode_line_leniently(line))
                ),
            )
            for number, line in file_head.lines
        ]
        self._no_rows = _find_line_numbers_of_non_rows(shown)
        self._cells_of = _make_positional_cell_finder_or_none(
            [
                line
                for line in shown
                if line[0] not in self._no_rows or _has_only_digits_bars_and_spaces(line[1])
            ]
        )
        lines = (
            (number, decode_numbered_line(file_head.source, number, line))
            for number, line in file_head.rest
        )
        self._lines = (
            _yield_without_blank_lines_at_end(lines, file_head) if self._cells_of else lines
        )
        self._dashes = 0 if self._cells_of else _count_dashes_of_blank_row_or_zero(file_head)
        self._file_head = file_head
        self._gap = self._rule = 0
        self._is_other_section, self._title = False, (0, "")
        self._size: int | None = None  # known after the first row
        self._is_inside = False  # whether the next row belongs to a grid that has begun

    def read_rows(self) -> Iterator[ParsedRow]:
        """Yield the rows of all Sudokus of the file, each with the title, the last blank line and
        the last drawn line before it.
        """
        count = 0
        for number, line in self._lines:
            if row := self._read_row_or_record_title(number, line):
                yield row._replace(gap=self._gap, rule=self._rule, title=self._title[1])
                self._gap = self._rule = 0
                self._title = 0, ""
                self._size = self._size or len(row.cells)
                count += 1
                self._is_inside = count % self._size > 0
                self._file_head.gap = 0
            else:
                self._file_head.record_line_without_sudoku(number)
        self._record_title_as_other_text()

    def _read_row_or_record_title(self, line_number: int, text: str) -> ParsedRow | None:
        """Return the cells of a line as a row of a Sudoku. Return None if the line is blank, a
        comment, a drawn line or a title; the reader then remembers the number of the line, or the
        title, for the next row.
        """
        line = replace_unusual_characters_by_ascii(text)
        stripped = line.strip(WHITE)
        are_blanks = stripped.count("-") == self._dashes > 0 and set(stripped) <= {*"-| "}
        row: ParsedRow | None
        if (cells := self._find_cells_by_position(line_number, line)) is not None:
            places = [i for i, char in enumerate(replace_box_drawing(line), 1) if char == "|"]
            bars = [(place, sum(column < place for column, _ in cells)) for place in places]
            row = ParsedRow(line_number, cells, False, bars, len(text) + 1, text)
        elif not stripped:
            self._gap = line_number
            return None
        elif stripped.startswith("#"):
            return None
        elif is_drawn_line(line) and not are_blanks:
            self._rule = line_number
            return None
        else:
            row = parse_row(line_number, line, self._file_head.box)
            if not row.cells and set(stripped) & BRACKETS.keys():
                return None
            if not self._is_inside and self._is_title_or_date(strip_mail_quotes(text), line, row):
                self._record_title(line_number, strip_mail_quotes(text).strip(WHITE))
                row = None
        if not self._is_inside and self._is_other_section:
            self._file_head.record_other_text(line_number, text)
            return None
        return row and row._replace(text=text)

    def _find_cells_by_position(self, line_number: int, line: str) -> Cells | None:
        """Return the cells of a line, found by their position. Return None if blank cells are not
        written as spaces in this file, or if the line is not a row.
        """
        if self._cells_of and (
            line_number not in self._no_rows or _has_only_digits_bars_and_spaces(line)
        ):
            return self._cells_of((line_number, replace_box_drawing(line)))
        return None

    def _is_title_or_date(self, unquoted_line: str, normalised_line: str, row: ParsedRow) -> bool:
        """Return whether a line between two Sudokus is a title, a number or a date and not the
        first row of the next Sudoku. `unquoted_line` is the line without the marks that a mail puts
        before quoted lines, `normalised_line` is the line with ASCII characters instead of unusual
        characters, and `row` has the cells of `normalised_line`.
        """
        is_short = self._size is not None and self._size >= 9 and 2 * len(row.cells) < self._size
        if row.line in self._no_rows or is_short or is_title(normalised_line, row, self._size):
            return True
        return unquoted_line.lstrip() != normalised_line.lstrip() and is_title(
            unquoted_line, parse_row(row.line, unquoted_line), self._size
        )

    def _record_title(self, line_number: int, title: str) -> None:
        """Remember the words of a line between two Sudokus as the title of the next Sudoku. If
        another title was remembered before, that title is counted as text without a Sudoku. A
        greeting, such as `Hello Ann,`, is never a title and is counted, too.

        A line in brackets, such as `[Puzzle]`, is the name of a section of the file. Sections that
        repeat the puzzle, such as its solution, are skipped.
        """
        if title.startswith("[") and title.endswith("]"):
            self._is_other_section = title[1:].lower().startswith(_OTHER_SECTIONS)
        elif not self._is_other_section:
            self._record_title_as_other_text()
            self._title = line_number, title
            if is_greeting(title):
                self._record_title_as_other_text()
                self._title = 0, ""

    def _record_title_as_other_text(self) -> None:
        """Count the line of the remembered title, if there is one, as a line with text but no
        Sudoku.
        """
        if self._title[0]:
            self._file_head.record_other_text(*self._title)


def _yield_without_blank_lines_at_end(
    numbered_lines: Iterable[_Line], file_head: FileHead
) -> Iterator[_Line]:
    """Yield the lines of a file except the blank lines at its end. Blank lines between other lines
    are kept, because they may be rows of blank cells. After very many successive blank lines, each
    further one is counted in `file_head` as a line without a Sudoku.
    """
    blank = list[_Line]()
    for numbered in numbered_lines:
        if numbered[1].strip():
            yield from blank
            yield numbered
            blank.clear()
        elif len(blank) < MAX_SIZE**2:  # more blank lines than this cannot be rows
            blank.append(numbered)
        else:
            file_head.record_line_without_sudoku(numbered[0])


def _make_positional_cell_finder_or_none(numbered_lines: Sequence[_Line]) -> _CellsOf | None:
    """Return a function that finds the cells of a line by their position, for files in which blank
    cells are written as spaces. The function takes a numbered line, and returns the column (from 1)
    and the text of each cell, or None if the line is not a row. Return None for other files.

    Blank cells are written as spaces if two conditions hold. The lines contain no other sign for
    blank. The digits are at regular positions: at each character or at every second character, with
    or without bars.
    """
    drawn = [line for line in numbered_lines if _may_be_row(line[1])]
    # A line of white space is a row only if another row follows it.
    while drawn and not drawn[-1][1].strip():
        drawn.pop()
    content = [line for _, line in drawn if line.strip()]
    if not content or not all(map(_has_only_digits_bars_and_spaces, content)):
        return None
    if not any(" " in line.strip(" |") or "  " in line for line in content):
        return None
    return (
        _make_cell_finder_with_bars_or_none(content)
        if "|" in content[0]
        else _make_cell_finder_without_bars_or_none(drawn)
    )


def _has_only_digits_bars_and_spaces(line: str) -> bool:
    """Return whether a line contains only digits from 1 to 9, bars and spaces, so that it may be a
    row whose blank cells are spaces.
    """
    return set(line) <= {*"123456789|", " "}


def _make_cell_finder_without_bars_or_none(numbered_lines: Sequence[_Line]) -> _CellsOf | None:
    """Return a function that finds the cells of a line by their positions, for drawings without
    bars in which blank cells are written as spaces. Return None if the characters of the lines are
    not at regular positions.

    If the file has as many lines as a Sudoku has rows, the function reads an empty line as a row of
    blank cells. Otherwise it reads an empty line as a separator between Sudokus.
    """
    while not numbered_lines[0][1].strip():
        numbered_lines = numbered_lines[1:]
    lines = [line for _, line in numbered_lines]
    width = max(len(line.rstrip()) for line in lines)
    indent = min(_measure_indent(line) for line in lines if line.strip())
    numbers = range(numbered_lines[0][0], numbered_lines[-1][0] + 1)
    for before, step in product(range(min(indent, MAX_SIZE) + 1), (1, 2)):
        size, rest = divmod(width - before + step - 1, step)
        between = (line[before + 1 :: step] for line in lines) if step == 2 else ()
        if size < SMALLEST_AS_TEXT or rest or any(text.strip() for text in between):
            continue
        is_one, filled = len(lines) == size, sum(1 for line in lines if line)
        if is_one or filled % size == 0:
            positions = range(before, before + size * step, step)
            # If there is only one grid, an empty line is a row of blanks.
            blank = numbers if is_one else range(0)
            return lambda line: (
                _read_cells_with_columns(line[1], positions)
                if _may_be_row(line[1]) and (line[1] or line[0] in blank)
                else None
            )
    return None


def _measure_indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _make_cell_finder_with_bars_or_none(lines: Sequence[str]) -> _CellsOf | None:
    """Return a function that finds the cells of a row by their position between vertical bars, for
    files in which blank cells are written as spaces.

    All texts between two bars must have the same number of characters. Returns None if they do not,
    or if the characters of the lines are not at regular positions.
    """
    indent = (
        min(map(_measure_indent, lines)) if all(line.lstrip()[0] == "|" for line in lines) else 0
    )
    parts = [_split_at_bars_with_starts(line[indent:]) for line in lines]
    count = len(parts[0])
    width = max(len(text) for _, text in parts[0])
    if any(len(row) != count for row in parts):
        return None
    # Each cell is one character, alone or with a space before or after it.
    for positions in (range(width), range(1, width, 2), range(0, width, 2)):
        size = count * len(positions)
        between = set(range(width)) - set(positions)
        texts = [
            _pad_text_and_move_start(part, width, i) for row in parts for i, part in enumerate(row)
        ]
        is_clear = all(text[i] == " " for _, text in texts for i in between)
        if size >= SMALLEST_AS_TEXT and len(lines) % size == 0 and is_clear:
            return partial(
                _read_cells_between_bars_or_none,
                cell_offsets=positions,
                field_width=width,
                indent=indent,
            )
    return None


def _read_cells_between_bars_or_none(
    numbered_line: _Line, cell_offsets: range, field_width: int, indent: int
) -> Cells | None:
    """Return the cells of a line that has vertical bars; None if the line is not a row. Each text
    between two bars has `field_width` characters, and the cells are at the indices `cell_offsets`
    of this text. `indent` is the number of spaces before the first bar.
    """
    text = numbered_line[1][indent:]
    if "|" not in text or not _may_be_row(text):
        return None
    parts = [
        _pad_text_and_move_start(part, field_width, i)
        for i, part in enumerate(_split_at_bars_with_starts(text))
    ]
    return [
        (indent + start + at, char)
        for start, part in parts
        for at, char in _read_cells_with_columns(part, cell_offsets)
    ]


def _split_at_bars_with_starts(line: str) -> Cells:
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


def _pad_text_and_move_start(
    start_and_text: tuple[int, str], width: int, field_index: int
) -> tuple[int, str]:
    """Fill up the text between two bars of a line with spaces to `width` characters. Return a pair:
    the index in the line at which the filled text begins, and the filled text. `start_and_text` is
    the same pair for the text before it is filled, and `field_index` is the number of the text on
    the line, from 0.

    If the first text lacks one character, the space is added before it, otherwise after it.
    """
    start, text = start_and_text
    if field_index == 0 and len(text) == width - 1:
        return start - 1, f" {text}"
    return start, text.ljust(width)


def _read_cells_with_columns(line: str, positions: Iterable[int]) -> Cells:
    """Return the cells at the indices `positions` of a line, each with its column, from 1. A space
    becomes ".", because it means a blank cell. Each character after the last position becomes a
    further cell, so that a row with too many cells is noticed.
    """
    extra = line.rstrip()[max(positions, default=0) + 1 :]
    found = [(i + 1, line[i] if i < len(line) and line[i] != " " else ".") for i in positions]
    return found + [(len(line), char) for char in extra if char != " "]


def _may_be_row(line: str) -> bool:
    """Return whether a line may be a row of a Sudoku: it is not a comment, not a drawn line, and
    has no word.
    """
    return not line.lstrip(WHITE).startswith("#") and not is_drawn_line(line) and not has_word(line)
