"""Reading of files in which each Sudoku is on one line. The lines are read one after another, so
that a file may have any length.

The cells on a line are written with nothing between them, or as a list of clues, or as separated
cells that fill the line. Other lines are counted as lines without a Sudoku.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, islice, repeat
from operator import itemgetter
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message, quote
from ..recognition.cells import (
    CellReadingRules,
    ParsedRow,
    has_word,
    is_drawn_line,
    make_one_line_sudoku_length_error,
    may_be_cell,
    parse_row,
    replace_unusual_characters_by_ascii,
)
from ..sudoku.grid import DIGITS, SMALLEST_AS_TEXT
from ..sudoku.shape import BoxEvidence, BoxShape
from . import cell_runs
from .file_entry import (
    Entry,
    FoundSize,
    NumberedText,
    decode_line_leniently,
    is_comment,
    make_second_sudoku_missing_error,
    split_fields,
)
from .file_head import RECORDS, FileHead, find_character_column, is_prose
from .lines import decode_numbered_line
from .rounded_numbers import make_rounded_error_or_none

if TYPE_CHECKING:
    from .list_meaning import BoxCheck

_VALUES = bytes(int(chr(code)) if 0x30 <= code <= 0x39 else 0 for code in range(256))
"""The value of each byte as a cell of grids with up to nine rows.

A digit has its own value. All other bytes have the value 0, which means blank.
"""

_PLAIN = b"0123456789."
"""The signs of the cells in most lists. A line or field of 81 of them is a Sudoku."""
_MARKS_OF_OTHER_LINES = frozenset([b"#", b" ", b"\t"])
"""The first bytes of comments and of indented lines."""
_CELLS = re.compile(rb"[0-9._*]")
_PLACED = re.compile(rb"\+[0-9]")
"""A digit that a player has placed, as HoDoKu writes it."""
_SIGNS = re.compile(r"[0-9A-Za-z._*?-]+")
_MOST_MISSING = 2
"""A word may have this number of signs more or fewer than a Sudoku with letters has cells."""
_LONGEST_TITLE = 60
"""The most characters of the title of a solution."""
_WORD_WITHOUT_X = re.compile(r"[^\W\d_xX]{2}")
_DATE = re.compile(r"[ \t]*\d{1,4}([./-])[ ]?\d{1,2}\1[ ]?\d{1,4}[ \t]*")

FieldOf = Callable[[str], str | None]


def list_cell_texts(text: str, size: int) -> list[str] | None:
    """Return the texts of the cells of the Sudoku with `size` rows in a field or a line; None if it
    contains none.
    """
    text = replace_unusual_characters_by_ascii(text)
    line = text.encode()
    if run := cell_runs.find_first_gapless_sudoku_span(line, size):
        return [*line[run.start : run.end].decode().replace("+", "")]
    cells = [cell for _, cell in parse_row(1, text).cells]
    return cells if len(cells) == size**2 else None


class TableColumn(NamedTuple):
    """The column of a table that contains the Sudokus: its number, from 0, and the delimiter
    between the fields of a line. If `is_certain`, a column name such as "puzzle" or the other
    columns with Sudokus have determined this column, and the Sudoku on a line must be in its field.
    Otherwise it is the only column with Sudokus in the first records.

    If the column is not certain, a Sudoku is usually searched for anywhere on a line. On a line
    with quoted fields this column is searched first, because another field of such a line may look
    like a Sudoku.
    """

    number: int
    delimiter: str
    is_certain: bool = False

    def __call__(self, line: str) -> str | None:
        """Return the text of this column's field on `line`; None if the whole line must be searched
        for the Sudoku.
        """
        marks = line.count('"')
        if marks % 2 or self.delimiter not in line or not (marks or self.is_certain):
            return None
        row = split_fields(line, self.delimiter)
        field = row[self.number].strip() if self.number < len(row) else ""
        return (
            field
            if self.is_certain or cell_runs.find_first_gapless_sudoku_span(field.encode())
            else None
        )

    def find_in_plain_rows(self, lines: list[bytes]) -> list[bytes]:
        """Return the text of each line up to the end of the Sudoku, if each line has a 9×9 Sudoku
        of digits and points as the field of this column, and no quotation mark; otherwise an empty
        list. This takes two thirds of the time of one search with a regular expression.
        """
        sign, number, count = self.delimiter.encode(), self.number, len(lines)
        texts = [sign.join(line.split(sign, number + 1)[: number + 1]) for line in lines]
        signs_before = b"".join([text[-82:-81] for text in texts])
        if (
            not _are_plain_cells([text[-81:] for text in texts])
            or signs_before != (sign if number else b"") * count
            or b"".join(texts).count(sign) != number * count
            or not _MARKS_OF_OTHER_LINES.isdisjoint([line[:1] for line in lines])
        ):
            return []
        return texts

    def make_check_of_start(self) -> Callable[[bytes, int], bool]:
        """Return a function that takes a line and an index, and returns whether this column's field
        begins at the index. The fields before it must be simple: without quotation marks inside,
        and without a delimiter between quotation marks.
        """
        delimiter, number = self.delimiter.encode(), self.number
        sign = re.escape(delimiter)
        simple = b'(?:"[^"%b]*"|[^"%b]*)%b' % (sign, sign, sign)
        before = re.compile(b'(?:%b){%d}"?' % (simple, number)).fullmatch

        def begins_at(line: bytes, start: int) -> bool:
            # Counting the delimiters is usually enough, and twice as fast as the pattern.
            is_plain = line.count(delimiter, 0, start) == number and line.find(b'"', 0, start) < 0
            return start == number == 0 or is_plain or before(line, 0, start) is not None

        return begins_at


class SolutionColumn(NamedTuple):
    """The column with the solutions of the Sudokus: a function that takes a line and returns the
    text of the solution. The function is None if there is no such column, or if it is not certain
    which column it is; then `possible_columns` are the names of the columns that may be it.
    """

    find_text: FieldOf | None
    possible_columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GridOnLine:
    """The place of the puzzles on lines with several Sudokus of `size` rows, such as a puzzle and
    its solution with other text between them: the index of the puzzle, from 0, and the number of
    Sudokus on each line, `grid_count`.
    """

    number: int
    grid_count: int
    size: int

    def make_finder(self) -> Callable[[bytes], re.Match[bytes] | None]:
        """Return a function that finds the puzzle on a line. The function returns None if the line
        has fewer than `grid_count` Sudokus.
        """
        search = cell_runs.make_gapless_sudoku_pattern(self.size).search
        number, last, cell_count = self.number, self.grid_count - 1, self.size**2

        def find(line: bytes) -> re.Match[bytes] | None:
            found = match = search(line)
            for index in range(1, last + 1):
                if match is None:
                    return None
                # A complete Sudoku at the end of the line is recognised faster than by a search.
                first, start = len(line) - cell_count, match.end()
                if index == last > number and start < first and line[first:].isdigit():
                    return found if not line[first - 1 : first].isalnum() else None
                match = search(line, start)
                found = match if index == number else found
            return found if match else None

        return find

    def __call__(self, line: str) -> str | None:
        """Return the text of the puzzle on `line`. If the line has fewer than `grid_count` Sudokus,
        return the longest other text on the line, which may be a broken Sudoku. Return None if the
        line has no Sudoku.
        """
        raw = line.encode()
        if match := self.make_finder()(raw):
            return match[0].decode()
        pattern = cell_runs.make_gapless_sudoku_pattern(self.size)
        if not pattern.search(raw):
            return None
        others = re.split(r"[\s,;:|]+", pattern.sub(b" ", raw).decode())
        return max(others, key=len)


def _make_plain_entries(
    number: int, taken: tuple[int, bytes, list[bytes]], start: int, shape: BoxShape
) -> Iterator[Entry]:
    """Return an iterator over the entries of lines that are 9×9 Sudokus without other text. `taken`
    are the lines as `take_equal_lines` returns them, and `number` is the number of the first. The
    cells begin at the index `start` of each line. The cells of all lines are translated at once,
    which takes less time than a search on each line.
    """
    _, text, lines = taken
    values = text.translate(_VALUES)
    cells = [values[first : first + 81] for first in range(0, len(text), 82)]
    return map(Entry, count(number), repeat(shape), cells, lines, repeat((start, start + 81)))


def _are_plain_cells(texts: list[bytes]) -> bool:
    """Return whether each text has 81 digits and points, given that none has more."""
    cells = b"".join(texts)
    return len(cells) == 81 * len(texts) and not cells.translate(None, _PLAIN)


def _find_cells_at_start(lines: list[bytes]) -> list[bytes]:
    """Return the first 81 bytes of lines, if each line begins with a 9×9 Sudoku of digits and
    points, and has nothing or a delimiter after it; otherwise an empty list.
    """
    cells = [line[:81] for line in lines]
    signs_after = b"".join([line[81:82] for line in lines])
    is_alike = _are_plain_cells(cells) and not signs_after.translate(None, b" \t,;|")
    return cells if is_alike else []


def _translate_cells(beginnings: list[bytes]) -> list[bytes]:
    """Return the values of the cells of 9×9 Sudokus, which are at the ends of texts."""
    values = b"".join([text[-81:] for text in beginnings]).translate(_VALUES)
    return [values[start : start + 81] for start in range(0, len(values), 81)]


def _make_row_entries(
    number: int, lines: list[bytes], ends: list[int], cells: list[bytes], shape: BoxShape
) -> Iterator[Entry]:
    """Return an iterator over the entries of rows of a table with 9×9 Sudokus. `lines` are the
    rows, of which the first has the number `number`. Each row has its `cells` up to one of `ends`.
    """
    # Few spans, instead of one for each line, give Python's garbage collector less to do.
    spans = {end: (end - 81, end) for end in {*ends}}
    return map(Entry, count(number), repeat(shape), cells, lines, map(spans.get, ends))


def _take_until_digit(squares: Iterator[list[str]], digit: str) -> Iterator[list[str]]:
    """Yield squares up to the first one that has a cell with the text `digit`, at most
    `RECORDS`.
    """
    for square in islice(squares, RECORDS):
        yield square
        if digit in square:
            return


def _is_title_of_solution(text: str) -> bool:
    """Return whether a text is short and names a solution."""
    if len(text) > _LONGEST_TITLE:
        return False
    from ..recognition.columns import names_solution

    return names_solution(text)


class SingleLineReader:
    """A reader of files in which each Sudoku is on a line of its own."""

    is_one_a_line = True
    has_other_sizes = False
    """Whether Sudokus of several sizes were read so far."""

    def __init__(
        self,
        file_head: FileHead,
        found_size: FoundSize,
        header: NumberedText | None = None,
        delimiter: str | None = None,
        find_field: FieldOf | TableColumn | GridOnLine | None = None,
        solutions: SolutionColumn | None = None,
    ) -> None:
        """Create a reader of the lines of the file that begins with `file_head`. `found_size` is
        the size of its Sudokus. `find_field` returns the field of a line that contains the Sudoku;
        without it, or if a `TableColumn` returns None, the Sudoku may be anywhere on the line.

        `header` is the line of column names of a table, and `delimiter` separates its fields.
        `solutions` is the column with the solutions; None if the file has no columns.
        """
        self.solutions = solutions or SolutionColumn(None, ())
        self.has_columns = solutions is not None
        """Whether the columns of the file, or their content, decide which Sudokus are read."""
        self._file_head, self.found_size, self.header, self.delimiter = (
            file_head,
            found_size,
            header,
            delimiter,
        )
        self._field_of, self._size, self._signs = (
            find_field,
            found_size.size,
            CellReadingRules(found_size.size),
        )
        self._other_shape: BoxShape | None = None
        self.box_evidence = dict[BoxShape, BoxEvidence]()
        """The shape of the boxes, unless it is square, and what shows it. `learn_from_head` decides
        it.
        """
        self._readers_of_sizes: dict[int, _ReaderOfSize | PairFileError] = {}
        self._place = find_field if isinstance(find_field, TableColumn) else None
        self._grid_on_line = find_field if isinstance(find_field, GridOnLine) else None
        self._is_anywhere = find_field is None or self._place is not None
        self._above: Entry | None = None
        """The Sudoku on the line above, perhaps with blank lines or a title between."""
        self._title_above = ""
        """The title of a solution between `_above` and the next line."""
        self.has_solutions_in_head = False
        """Whether `read_head` has found a solution on the line below its Sudoku."""

    @property
    def needed_column_number(self) -> int | None:
        """The number, from 0, of the only column from which the 9×9 Sudokus of a table of CSV are
        read, so that the other fields may be left empty where this column has a whole Sudoku. None
        if other columns may matter. It is known after `learn_from_head`.
        """
        place = self._place
        is_alone = place is not None and place.is_certain and place.delimiter == ","
        is_plain = self._is_fast and not self.has_several_sizes_in_head
        return place.number if place is not None and is_alone and is_plain else None

    def read_head(self, shape: BoxShape, *, is_shape_chosen: bool) -> list[Entry]:
        """Return the entries on the first lines of the file, which stay to be read. The parameters
        are those of `learn_from_head`.
        """
        trial = copy(self)
        trial._file_head = copy(self._file_head)
        trial._file_head.rest, trial._file_head.kept_lines = iter(self._file_head.lines), None
        trial._file_head.numbered_lines, trial._readers_of_sizes = None, {}
        # A gap that is too long ends the reading later, after the Sudokus before it.
        options = self._file_head.reading_options._replace(max_gap=len(self._file_head.lines))
        trial._file_head.reading_options = options
        shape = trial.learn_from_head(shape, is_shape_chosen=is_shape_chosen)
        entries = [*trial.yield_entries(shape)]
        self.has_solutions_in_head = any(entry.titled_solution for entry in entries)
        return entries

    def learn_from_head(self, shape: BoxShape, *, is_shape_chosen: bool) -> BoxShape:
        """Decide from the first Sudokus whether 0 is a digit in all Sudokus of the file, and return
        the shape of their boxes. `shape` is the usual shape, or the shape that the user or the
        file has chosen. Raise `PairFileError` if 0 may be blank or a digit.
        """
        if self._file_head.reading_options.has_only_grids and self._size < 10:
            self._signs = CellReadingRules(self._size, zero_is_digit=False)
            return shape
        may_be_turned = not is_shape_chosen and shape.height != shape.width
        if is_shape_chosen and shape.height != shape.width:
            self.box_evidence[shape] = BoxEvidence.CERTAIN
        cells = self._yield_first_cells()
        if self._size == 9 and not may_be_turned:
            # Usually the first Sudoku decides, and no other file is needed.
            first = next(cells, [])
            if "9" in first:
                self._signs = CellReadingRules(9, zero_is_digit=False)
                return shape
            cells = chain([first], cells)
        if self._size > 9 or may_be_turned:
            squares = [*islice(cells, RECORDS)]
        else:
            squares = [*_take_until_digit(cells, str(self._size))]
        solutions = self._yield_first_solutions() if may_be_turned else None
        return self._learn_from_squares(self.found_size.line, squares, shape, solutions)

    def _learn_from_squares(
        self,
        line: int,
        squares: Sequence[list[str]],
        shape: BoxShape,
        solutions: Iterable[list[str]] | None,
    ) -> BoxShape:
        """Decide from `squares`, the cells of the first Sudokus, whether 0 is a digit. Return the
        shape of the boxes, which `squares` and `solutions` show; it is `shape` if `solutions` is
        None. Raise `PairFileError` for the line `line` if the Sudokus do not decide it.
        """
        from .list_meaning import find_boxes, find_zero_is_digit

        source = self._file_head.source
        zero_is_digit = find_zero_is_digit(source, line, self._size, squares)
        self._signs = CellReadingRules(self._size, zero_is_digit=zero_is_digit)
        if solutions is not None:
            shown = [*squares, *solutions]
            shape, self.box_evidence = find_boxes(source, line, self._size, shown, self._signs)
            self._other_shape = BoxShape(shape.width, shape.height)
        return shape

    def _make_check_or_none(self, shape: BoxShape) -> "BoxCheck | None":
        """Return the check of the boxes of each Sudoku, which have the shape `shape`; None if no
        other shape is possible.
        """
        if self._other_shape is None:
            return None
        from .list_meaning import BoxCheck

        return BoxCheck(self._file_head.source, shape, self._other_shape)

    def _yield_first_cells(self) -> Iterator[list[str]]:
        """Yield the texts of the cells of each Sudoku in the first lines from the first Sudoku on,
        and read on as long as more are asked for, up to `RECORDS` lines.
        """
        content, first = self._file_head.content, self.found_size.line
        start = done = bisect_left(content, first, key=itemgetter(0))
        while done < min(len(content), start + RECORDS):
            text = decode_line_leniently(content[done][1])
            done += 1
            field = self._field_of(text) if self._field_of else None
            if field is None and self._is_anywhere:
                field = text
            if field and (cells := list_cell_texts(field, self._size)):
                yield cells
            if done == len(content):
                self._file_head.read_on(done + 1)

    def _yield_first_solutions(self) -> Iterator[list[str]]:
        """Yield the texts of the cells of each solution in the first lines of the file."""
        find_text = self.solutions.find_text
        for _, line in self._file_head.list_records(self.found_size.line):
            if find_text is not None:
                text = find_text(decode_line_leniently(line)) or ""
                if cells := list_cell_texts(text, self._size):
                    yield cells

    def yield_entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield an `Entry` for each Sudoku of the file, and for each line that should be a Sudoku
        but is wrong. `shape` is the shape of the boxes, as `learn_from_head` returned it.
        """
        entries, check = self._yield_entries(shape), self._make_check_or_none(shape)
        return entries if check is None else map(check, entries)

    def _yield_entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield an `Entry` for each Sudoku of the file, and for each line that should be a Sudoku
        but is wrong. `shape` is the shape of the boxes.

        Most 9×9 Sudokus are found by one search with a regular expression, which takes about two
        microseconds for each line. All other lines take longer.
        """
        place, search = self._place, self._make_search_or_none()
        is_at_field = place.make_check_of_start() if place else None
        file_head, asks_after = self._file_head, 0
        take_lines_ahead = self._make_line_taker()
        for number, line in self._file_head.rest:
            is_likely = len(line) < cell_runs.LONG_LINE or cell_runs.may_hold_gapless_sudoku(line)
            match = search(line) if search is not None and is_likely else None
            if match and is_at_field and not is_at_field(line, match.start()):
                match = None
            if match and (
                len(line) == 81
                or cell_runs.find_larger_sudoku_span_around(line, *match.span()) is None
            ):
                if not (line[0] in b"# \t" and is_comment(line)):
                    cells = match[0]
                    if len(cells) != 81:
                        cells = self._blank_placed_digits(cells)
                    values = cells.translate(_VALUES, b"+")
                    found = Entry(number, shape, values, line, match.span())
                    if 0 in values:  # most Sudokus in lists have blank cells
                        self._above, self._title_above = found, ""
                        yield found
                    else:
                        yield from self._separate(found)
                    file_head.gap = 0
                    if number > asks_after:
                        asks_after, entries = take_lines_ahead(number, line, shape)
                        yield from entries
                else:
                    file_head.store_line_without_sudoku_if_wanted(number, line)
                    file_head.record_line_without_sudoku(number)
            elif entry := self._read_entry(number, line, shape):
                yield from self._separate(entry)
                file_head.gap = 0
            else:
                if self.header is None or number != self.header[0]:
                    file_head.store_line_without_sudoku_if_wanted(number, line)
                file_head.record_line_without_sudoku(number)

    def _separate(self, entry: Entry) -> tuple[Entry, ...]:
        """Return a tuple with `entry`. If its title names a solution, return an empty tuple, and
        make it the titled solution of the Sudoku above it; if it does not complete this Sudoku,
        return an error in its place.
        """
        puzzle, title = self._above, self._title_above
        self._above, self._title_above = entry, ""
        if puzzle is None or self.has_columns or entry.error is not None or 0 in entry.cells:
            return (entry,)
        # Otherwise another process reads the Sudoku above, at the end of its part of the file.
        last = self._last_line_of_other_part
        is_known = not puzzle.line <= last < entry.line
        if is_known and (puzzle.error is not None or 0 not in puzzle.cells):
            return (entry,)
        from .titled_solutions import is_solution_of, make_wrong_solution_entry

        title = title or entry.sudoku_name
        if title == puzzle.sudoku_name or not _is_title_of_solution(title):
            return (entry,)
        self._above = None
        if not is_known:
            return ()
        if not is_solution_of(entry, puzzle):
            return (make_wrong_solution_entry(self._file_head.source, entry, puzzle, title),)
        puzzle.titled_solution = entry
        return ()

    @property
    def _last_line_of_other_part(self) -> int:
        """The number of the last line that this object reads only to recognise the format."""
        file_range = self._file_head.reading_options.file_range
        return 0 if file_range is None else file_range.last_recognition_line_number

    def _yield_and_keep_last(self, entries: Iterator[Entry], count: int) -> Iterator[Entry]:
        """Yield the `count` entries of successive lines, and keep the last as that of the line
        above. A list of all of them would make Python's garbage collector look at them repeatedly.
        """
        yield from islice(entries, max(count - 1, 0))
        for last in entries:
            self._above = last
            yield last

    def _make_line_taker(self) -> Callable[[int, bytes, BoxShape], tuple[int, Iterable[Entry]]]:
        """Return a function that takes lines ahead of a line with a Sudoku, if all lines that were
        read in one piece with it are alike. Its arguments are the number of the line, its bytes,
        and the shape of the boxes. It returns the number of the line after which it is called again
        and the entries of the lines that it took.
        """
        lines, place = self._file_head.numbered_lines, self._place
        find = place.find_in_plain_rows if place else _find_cells_at_start
        # If only one column is needed, the fields before it may be empty.
        before = place.number * place.delimiter.encode() if place else b""

        def take(number: int, line: bytes, shape: BoxShape) -> tuple[int, Iterable[Entry]]:
            if lines is None or not self._is_anywhere:
                return maxsize, ()
            # With a column further right, a line of cells alone is no Sudoku.
            if len(line) == len(before) + 81 and line.startswith(before):
                taken = lines.take_equal_lines(number, 81, _PLAIN, before)
                plain = _make_plain_entries(number + 1, taken, len(before), shape)
                return taken[0], self._yield_and_keep_last(plain, len(taken[2]))
            # Another Sudoku before this one would be found first.
            last, rows, beginnings = lines.take_matching_lines(number, find, 161)
            cells, ends = _translate_cells(beginnings), [*map(len, beginnings)]
            entries = _make_row_entries(number + 1, rows, ends, cells, shape)
            if self.has_columns:
                return last, entries
            if False in [0 in one for one in cells]:  # a Sudoku is complete
                return last, chain.from_iterable(map(self._separate, entries))
            return last, self._yield_and_keep_last(entries, len(rows))

        return take

    def _make_search_or_none(self) -> Callable[[bytes], re.Match[bytes] | None] | None:
        """Return a function that finds the Sudoku on most lines by one search; None if it takes
        more than a search.
        """
        if not self._is_fast:
            return None
        if self._grid_on_line is not None:
            return self._grid_on_line.make_finder()
        return cell_runs.make_gapless_sudoku_pattern(9).search if self._is_anywhere else None

    def _read_entry(self, line_number: int, line: bytes, shape: BoxShape) -> Entry | None:
        """Return the Sudoku on line `line_number`, or the error of this line, as an entry. Return
        None if the line contains no Sudoku.
        """
        if not line.strip(b" \t") or is_comment(line):
            return None
        try:
            text = decode_numbered_line(self._file_head.source, line_number, line)
        except PairFileError as error:
            return Entry(line_number, shape, error, line)
        if self.header is not None and self._is_header(text, self.header[1]):
            if line_number != self.header[0]:  # several tables, one after another
                self._file_head.record_other_text(line_number, text)
            return None
        if lost := make_rounded_error_or_none(
            self._file_head.source, line_number, text, self._size
        ):
            return Entry(line_number, shape, lost, line)
        field = self._field_of(text) if self._field_of else None
        entry = None
        if field:
            entry = self._read_entry_in_field(line_number, line, field, shape)
        elif field is None and self._is_anywhere:
            entry = self._read_entry_normalising_if_needed(line_number, line, text, shape)
        if (entry is None or entry.error is not None) and len(text) >= SMALLEST_AS_TEXT**2:
            entry = self._read_entry_of_other_size(line_number, line, text, field) or entry
        if entry is None:
            self._record_other_text(line_number, text)
        return entry

    def _record_other_text(self, line_number: int, text: str) -> None:
        """Count a line that has text but no Sudoku, for the warning about such lines. If the text
        is the title of a solution, remember it for the grid on the next line.
        """
        self._file_head.record_other_text(line_number, text)
        if self._above is not None and _is_title_of_solution(text):
            self._title_above = text.strip()
        else:
            self._above = None

    def _is_header(self, text: str, header: str) -> bool:
        """Return whether a line is the line `header` of names of columns, and has no field that is
        nearly a Sudoku.
        """
        if text != header:
            return False
        fields = split_fields(text, self.delimiter) if self.delimiter else [text]
        return not any(
            len(field) > 2 * self._size and self._is_broken_sudoku(field) for field in fields
        )

    def _read_entry_of_other_size(
        self, line_number: int, line: bytes, text: str, field: str | None
    ) -> Entry | None:
        """Return the Sudoku of another size on a line as an entry; None if the line has none. The
        whole line `text` must be the Sudoku, or the field `field` if it is not None.
        """
        if self._grid_on_line is not None or (field is None and not self._is_anywhere):
            return None
        entry = self._read_whole_text_of_other_size(
            line_number, line, self._find_whole_text(text) if field is None else field
        )
        if entry is None and field is None:
            return self._make_damaged_entry_or_none(line_number, line, text)
        if entry is not None and entry.error is None:
            self.has_other_sizes = True
        return entry

    def _read_whole_text_of_other_size(
        self, line_number: int, line: bytes, text: str
    ) -> Entry | None:
        """Return the Sudoku of another size that `text` is, a line or a field of it, as an entry.
        Return None unless the whole text is a Sudoku that has a digit and keeps the rules, because
        a line may also be a part of a Sudoku of the first size.
        """
        from .other_sizes import find_size_of_whole_line  # few lists need it

        size = find_size_of_whole_line(text)
        if size is None or not self._may_have_size(size):
            return None
        try:
            reader, shape = self._find_reader_of_size(size, (line_number, text))
        except PairFileError as problem:
            error = PairFileError(problem.source, line_number, 1, problem.message)
            return Entry(line_number, BoxShape.for_size(size), error, line)
        if text.encode() == line:
            entry = reader._read_entry_normalising_if_needed(line_number, line, text, shape)
        else:
            entry = reader._read_entry_in_field(line_number, line, text, shape)
        if entry is None or entry.error is not None:
            return None
        check = reader._make_check_or_none(shape)
        entry = check(entry) if check is not None else entry
        if entry.error is None:
            from ..recognition.rules import breaks_rules

            cells = entry.cell_bytes
            if not any(cells) or breaks_rules(cells, shape):
                return None
        return entry

    def _make_damaged_entry_or_none(self, line_number: int, line: bytes, text: str) -> Entry | None:
        """Return an entry with an error for a line that is nearly a Sudoku of another size; None
        for another line.
        """
        from .other_sizes import find_damaged_size

        size = find_damaged_size(text, self._sizes_in_head)
        if size is None:
            return None
        error = make_one_line_sudoku_length_error(
            self._file_head.source, parse_row(line_number, text), size
        )
        return Entry(line_number, BoxShape.for_size(size), error, line)

    def _find_whole_text(self, text: str) -> str:
        """Return the field of a line that must be a Sudoku of another size, or the whole line."""
        if self._place is None or self._place.delimiter not in text:
            return text
        row = split_fields(text, self._place.delimiter)
        return row[self._place.number] if self._place.number < len(row) else ""

    @cached_property
    def _first_texts(self) -> list[NumberedText]:
        """The numbers and texts of the first lines of the file: of the fields in the column of the
        Sudokus, if there is one.
        """
        lines = list[NumberedText]()
        for number, line in self._file_head.list_records(self.found_size.line):
            text = decode_line_leniently(line)
            field = self._field_of(text) if self._field_of else None
            if field or (field is None and self._is_anywhere):
                lines.append((number, field or self._find_whole_text(text)))
        return lines

    @cached_property
    def _sizes_in_head(self) -> frozenset[int]:
        """The other sizes of the Sudokus in the first lines of the file."""
        from .other_sizes import find_size_of_whole_line  # few lists need it

        sizes = {find_size_of_whole_line(text) for _, text in self._first_texts}
        return frozenset(size for size in sizes if size and self._may_have_size(size))

    @property
    def has_several_sizes_in_head(self) -> bool:
        """Whether the first lines of the file have Sudokus of several sizes."""
        return bool(self._sizes_in_head)

    def _may_have_size(self, size: int) -> bool:
        """Return whether Sudokus with `size` rows, another size than the first, may be read."""
        head = self._file_head
        is_allowed = head.size is None and size <= head.reading_options.max_size
        return size != self._size and is_allowed and BoxShape.for_size(size).height > 1

    def _find_reader_of_size(self, size: int, first: NumberedText | None = None) -> "_ReaderOfSize":
        """Return the reader of the Sudokus with `size` rows. The first lines of the file decide its
        rules, or `first`, the number and text of the first line with this size, if it is later. If
        the file is read in parts by several processes, such a size has the usual boxes, so that
        all processes read it alike.

        Raise `PairFileError` if the lines do not show what 0 means, or which shape the boxes have.
        """
        if size not in self._readers_of_sizes:
            is_part = self._file_head.reading_options.file_range is not None
            later = [first] if first is not None and not is_part else []
            lines = self._first_texts if size in self._sizes_in_head else later
            try:
                self._readers_of_sizes[size] = self._make_reader_of_size(size, lines)
            except PairFileError as problem:
                self._readers_of_sizes[size] = problem
        found = self._readers_of_sizes[size]
        if isinstance(found, PairFileError):
            raise found
        return found

    def _make_reader_of_size(self, size: int, lines: Sequence[NumberedText]) -> "_ReaderOfSize":
        """Return the reader of the Sudokus with `size` rows, for which `lines`, given as numbers
        and texts, decide.
        """
        found = [(number, list_cell_texts(text, size)) for number, text in lines]
        squares = [(number, cells) for number, cells in found if cells and len(cells) == size**2]
        reader, shape = copy(self), BoxShape.for_size(size)
        reader._size, reader._other_shape, reader.box_evidence = size, None, {}
        shape = reader._learn_from_squares(
            squares[0][0] if squares else 0,
            [cells for _, cells in squares],
            shape,
            () if shape.height != shape.width else None,
        )
        self.box_evidence |= reader.box_evidence
        return _ReaderOfSize(reader, shape)

    def _read_entry_normalising_if_needed(
        self, line_number: int, line: bytes, text: str, shape: BoxShape
    ) -> Entry | None:
        """Return the Sudoku on a line as an entry; None if it contains none. If the line cannot be
        read as it is, it is normalised first: unusual characters are replaced by ASCII characters.
        `text` is the line, decoded.
        """
        entry = self._read_entry_without_normalising(line_number, line, text, shape)
        if (entry and not entry.error) or (
            same := replace_unusual_characters_by_ascii(text)
        ) == text:
            return entry
        other = self._read_entry_without_normalising(line_number, same.encode(), same, shape)
        return (
            other.with_original_line(line, text) if other and (entry or not other.error) else None
        )

    def _read_entry_without_normalising(
        self, line_number: int, line: bytes, text: str, shape: BoxShape
    ) -> Entry | None:
        """Return the Sudoku on a line as an entry, without replacing unusual characters. Return an
        entry with an error if the line is almost a Sudoku, and None if it contains none. `text` is
        the line, decoded.
        """
        if run := cell_runs.find_first_gapless_sudoku_span(line, self._size):
            return self._read_gapless_entry(line_number, line, run, shape)
        if self._size == 9 and (clues := cell_runs.parse_clue_list_as_cell_bytes_or_none(line)):
            return Entry(line_number, shape, clues, line, (0, len(line)))
        # A short line without cells is neither a Sudoku nor a broken Sudoku.
        is_short = len(line) < self._size and not _CELLS.search(line)
        if self._is_count_line(line_number, text) or is_short or is_drawn_line(text):
            return None
        row = parse_row(line_number, text)
        if self._is_line_of_headings(row) or self._is_line_of_words(text, row):
            return None
        if len(row.cells) == self._size**2 and not row.bars:
            values = self._read_values_or_error(row)
            is_good = not isinstance(values, PairFileError)
            span = (0, len(text[: row.end - 1].encode())) if is_good else None
            return Entry(line_number, shape, values, line, span)
        return (
            Entry(line_number, shape, self._make_almost_a_sudoku_error(row), line)
            if self._is_broken_sudoku(text)
            else None
        )

    def _is_line_of_headings(self, row: ParsedRow) -> bool:
        """Return whether a line has the headings of all cells, such as A1 to I9: as many different
        texts as a Sudoku has cells.
        """
        return len({cell for _, cell in row.cells}) == len(row.cells) == self._size**2

    def _is_line_of_words(self, text: str, row: ParsedRow) -> bool:
        """Return whether a line has as many words as a Sudoku has cells, such as a sentence of 16
        words: few of them are cells.
        """
        if len(row.cells) != self._size**2 or not has_word(text):
            return False
        return 2 * sum(may_be_cell(cell, self._size) for _, cell in row.cells) < len(row.cells)

    @property
    def _is_fast(self) -> bool:
        """Whether one search finds most Sudokus, because they are 9×9 and 0 is never a digit."""
        return self._size == 9 and self._signs.zero_is_digit is False

    def _is_count_line(self, line_number: int, text: str) -> bool:
        """Return whether a line is the number of Sudokus that follow: the first line of the file,
        before any Sudoku, with fewer digits than a row of a Sudoku has cells.
        """
        number = text.strip()
        return (
            len(number) < self._size
            and number.isdigit()
            and line_number == self._file_head.content[0][0] < self.found_size.line
        )

    def _read_gapless_entry(
        self, line_number: int, line: bytes, span: cell_runs.GaplessSudokuSpan, shape: BoxShape
    ) -> Entry:
        """Return the Sudoku at the position `span` of a line as an entry, which has an error if a
        cell has no meaning. `line_number` is the number of the line, and `shape` is the shape of
        the boxes.
        """
        start, end, _ = span
        run = self._blank_placed_digits(line[start:end])
        if self._size < 10 and self._signs.zero_is_digit is False:
            digits = run.translate(_VALUES, b"+")
            return Entry(line_number, shape, digits, line, (start, end))
        cells = [
            (column, char)
            for column, char in enumerate(run.decode(), find_character_column(line, start))
            if char != "+"
        ]
        values = self._read_values_or_error(ParsedRow(line_number, cells, False, [], 0, ""))
        return Entry(line_number, shape, values, line, (start, end))

    def _blank_placed_digits(self, cells: bytes) -> bytes:
        """Return cells with a blank cell for each digit that a player has placed, such as `+.` for
        `+5`, unless the user wants to read these digits.
        """
        if self._file_head.reading_options.placed:
            return cells
        return _PLACED.sub(b"+.", cells)

    def _read_entry_in_field(
        self, line_number: int, line: bytes, field: str, shape: BoxShape
    ) -> Entry | None:
        """Return the Sudoku in the field `field` of a line as an entry, which has an error if the
        field is not a Sudoku. Return None if the line only draws a border.
        """
        raw = field.encode()
        index = line.find(raw)  # -1 for a text of JSON, whose line ends are written as \n
        start = max(index, 0)
        if self._is_fast and len(raw) == 81 and not raw.translate(None, _PLAIN):
            values = raw.translate(_VALUES)  # most fields, which no search has to find
            return Entry(line_number, shape, values, line, (start, start + 81))
        column = find_character_column(line, start)
        read = self._read_entry_normalising_if_needed(line_number, raw, field, shape)
        if read is None and (
            is_drawn_line(line.decode()) or self._is_prose_beside_table(line_number, line)
        ):
            return None
        if read is None:
            expected = self._describe_expected_line()
            problem = make_unexpected_error(
                self._file_head.source, line_number, column, expected, quote(field)
            )
            return Entry(line_number, shape, problem, line)
        if found := read.error:
            place = found.line, found.column + column - 1
            return Entry(
                line_number, shape, PairFileError(found.source, *place, found.message), line
            )
        span = (start, start + len(raw)) if index >= 0 else (0, 0)
        return Entry(line_number, shape, read.cell_bytes, line, span)

    def _is_prose_beside_table(self, line_number: int, line: bytes) -> bool:
        """Return whether a line is prose above or below a table, and no record: it is above the
        line of headings, or has another number of fields.
        """
        if self.header is None or self.delimiter is None:
            return False
        text, sign = decode_line_leniently(line), self.delimiter
        is_below = line_number > self.header[0]
        is_record = is_below and len(split_fields(text, sign)) == len(
            split_fields(self.header[1], sign)
        )
        return not is_record and is_prose(text)

    def read_stated_solution(self, entry: Entry) -> Entry | None:
        """Return the solution of the Sudoku `entry` in another column, as an entry that has an
        error if it cannot be read. Return None if there is none.
        """
        if entry.shape.size != self._size and entry.error is None:
            return self._find_reader_of_size(entry.shape.size).reader.read_stated_solution(entry)
        text = entry.file_lines_as_text
        find_text = self.solutions.find_text
        field = find_text(text) if find_text else None
        if not field or not (field := field.strip()):
            return None
        raw = field.encode(errors="replace")
        found = self._read_entry_normalising_if_needed(entry.line, raw, field, entry.shape)
        if found is None:
            expected = self._describe_expected_line()
            problem = make_unexpected_error(
                self._file_head.source, entry.line, 1, expected, quote(field)
            )
            return Entry(entry.line, entry.shape, problem, raw)
        return found

    def _read_values_or_error(self, row: ParsedRow) -> tuple[int, ...] | PairFileError:
        """Return the values of the cells in a row, or the error of the first cell whose text has no
        meaning.
        """
        try:
            return self._signs.read_values(
                self._file_head.source, [(row.line, *cell) for cell in row.cells]
            )
        except PairFileError as problem:
            return problem

    def _is_broken_sudoku(self, text: str) -> bool:
        """Return whether a line that could not be read was meant to be a Sudoku: at least half of
        its characters are cells, and there are enough of them, or one of its words has as many
        signs as a Sudoku with letters, or nearly as many.
        """
        if _DATE.fullmatch(text):
            return False
        if self._size > 9 and any(
            abs(len(word) - self._size**2) <= _MOST_MISSING and _SIGNS.fullmatch(word)
            for word in re.split(r"[\s,;|\"]+", text)
        ):
            return True
        chars = "".join(text.split())
        signs = "0._" + DIGITS[1 : min(self._size, 9) + 1]
        if any(map(str.isdigit, text)):  # otherwise stars are those of a comment in a program
            signs += "*" if _WORD_WITHOUT_X.search(text) else "*-xX?"
        count = sum(map(chars.count, signs))
        # A line with few cells may be a wrong Sudoku, too, if it has no words and no fields.
        is_long = count >= self._size or not re.search(r"[^\W\d_]{2}|[,;|\t]", text)
        return is_long and 2 * count >= len(chars) > 0

    def _make_almost_a_sudoku_error(self, row: ParsedRow) -> PairFileError:
        """Return the error for a line that is almost a Sudoku: it has too many cells, or too few
        (perhaps a single row), or bars or other text between them.
        """
        count, source = self._size**2, self._file_head.source
        if row.bars:
            expected = self._describe_expected_line(len(row.cells))
            return make_unexpected_error(source, row.line, row.bars[0][0], expected, quote("|"))
        # If the longest piece of the line is longer than two rows, it was meant to be the Sudoku.
        pieces = [(match.start(), match[0]) for match in re.finditer(r"[^\s,;:|]+", row.text)]
        start, piece = max(pieces, key=lambda piece: len(piece[1]))
        if len(piece) > 2 * self._size and row.separated:
            cells = [(start + i, char) for i, char in enumerate(piece, 1)]
            row = row._replace(cells=cells, separated=False, end=start + len(piece) + 1)
        values = self._read_values_or_error(row._replace(cells=row.cells[:count]))
        if isinstance(values, PairFileError):
            return values
        if len(row.cells) == self._size:
            expected = self._describe_expected_line(self._size)
            found = Message("{count} cells", count=self._size)
            return make_unexpected_error(source, row.line, 1, expected, found)
        if len(row.cells) == count:  # there is other text before or after the cells
            before, after = row.text[:start].strip(), row.text[start + count :].lstrip()
            column = 1 if before else len(row.text) - len(after) + 1
            expected = Message("{cells} cells on a line, and nothing else", cells=count)
            return make_unexpected_error(source, row.line, column, expected, quote(before or after))
        return make_one_line_sudoku_length_error(source, row, self._size)

    def _describe_expected_line(self, found_cell_count: int | None = None) -> Message:
        """Return the noun phrase for a line as this reader expects it. If a line with
        `found_cell_count` cells may be a row of a Sudoku of several lines, the phrase also names
        the line that decided the form of the file.
        """
        if found_cell_count != self._size:
            return Message("{cells} cells on a line", cells=self._size**2)
        return Message(
            "{cells} cells on a line, as on line {line} (all Sudokus of a text have one form)",
            cells=self._size**2,
            line=self.found_size.line,
        )

    def make_missing_sudoku_error(self, first_entry: Entry) -> PairFileError:
        """Return the error for a file that should contain two Sudokus but has only
        `first_entry`.
        """
        return make_second_sudoku_missing_error(
            self._file_head.source,
            first_entry.line,
            len(first_entry.file_lines_as_text.rstrip()) + 1,
        )


class _ReaderOfSize(NamedTuple):
    """A reader of the Sudokus of another size than the first, and the shape of their boxes."""

    reader: SingleLineReader
    shape: BoxShape
