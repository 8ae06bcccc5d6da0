"""Reading of the plainest form of Sudokus: each line is a row of cells, and nothing else.

Other lines are blank, drawn, comments, or titles between two grids. A text that has nothing but
such grids is read without the recogniser, at every size. If the recogniser refuses another text,
this reader names the first fault in its rows.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NoReturn

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message, shorten_and_escape
from ..recognition.cells import (
    HEAVY_BARS,
    HEAVY_DASHES,
    WHITE,
    CellReadingRules,
    ParsedRow,
    are_numbers_of_table,
    has_word,
    is_drawn_line,
    is_title,
    make_almost_a_sudoku_message_or_none,
    make_other_size_message,
    make_row_length_error,
    may_be_cell,
    parse_row,
    replace_unusual_characters_by_ascii,
)
from ..sudoku.grid import SMALLEST_AS_TEXT, Grid
from ..sudoku.shape import BoxShape
from .file_entry import Entry, FoundSize, NumberedText, make_second_sudoku_missing_error
from .file_head import FileHead

_FEW_ROWS = 2
"""If a file has at most this number of rows, each of them may be a whole Sudoku with a cell
missing, as in a file with a pair.
"""
_SECTION = re.compile(r"\s*\[puzzle\]\s*", re.IGNORECASE)
"""The line above the Sudoku in a file of SadMan Sudoku."""
_MOST_TITLES = 1000
"""A text with more lines of words before its first row is left to the recogniser, which takes less
time for words.
"""
_LARGEST_SMALL = 9
_BLANK_TEXTS = frozenset(("", "00", *"0._*-xX"))
_HEAVY = re.compile(f"[{HEAVY_DASHES}{HEAVY_BARS}]")
_GAP = re.compile(r"(?<=\S)\s+(?=\S)")
_LEAST_ROWS_OF_TABLE = 4
"""The fewest rows that show a table of numbers."""
_CELLS_OF_CLUE = 3
"""The row, the column and the digit of a clue."""
_MOST_SMALL = 2
"""The most Sudokus of fewer than `SMALLEST_AS_TEXT` rows in a text, unless the caller names their
boxes.
"""


class PlainRows:
    """The Sudokus of a text whose lines are rows of cells.

    - `entries`: the Sudokus before the first fault.
    - `error`: the first fault; None if there is none.
    - `found_size`: the number of rows of the Sudokus; None if no line is a row.
    - `row_numbers`: the numbers of the lines that are rows.
    - `is_certain`: whether the text has nothing else, and its signs have only one meaning.
    """

    def __init__(self, file_head: FileHead, lines: Iterable[NumberedText]) -> None:
        """Read a text. `file_head` has its first lines and the options, and `lines` are all its
        lines.
        """
        self._file_head, self._lines = file_head, lines
        self._titles = list[NumberedText]()
        self._signs, self._is_glued = list[set[str]](), False  # of each Sudoku
        self._rules = set[str]()  # the drawn lines
        self._repeating_count = 0  # of the rows that have a number twice
        self._has_joined_grids = False
        self._last_cells = list[str]()  # of the Sudoku that was read last
        self._gap_rows, self._bar_columns = set[int](), set[int]()
        """The numbers of rows before a blank or drawn line inside a Sudoku, and the numbers of
        cells before a bar, unless bars are between all cells.
        """
        self._has_gaps = False  # between the bands of the first Sudoku
        self._checked_count = 0  # of the rows that have been read without a fault
        self.row_numbers = list[int]()
        self.entries = list[Entry]()
        self.error: PairFileError | None = None
        self.found_size: FoundSize | None = None
        try:
            self._read(self._yield_rows())
        except PairFileError as error:
            self.error = error

    def _read(self, rows: Iterator[ParsedRow]) -> None:
        """Append the Sudokus of a text to `entries`. The number of cells in the first row is the
        number of rows and columns of every Sudoku. `rows` are the rows of all Sudokus, one Sudoku
        after another. Raises `PairFileError` at the first fault.
        """
        head, first = self._file_head, next(rows, None)
        if first is None:
            raise head.make_no_sudoku_error()
        names = head.other_text_summary.text or first.title
        if not first.cells or head.list_fields_if_table(names):
            raise head.make_no_sudoku_error(first.line, first.title)
        size = len(first.cells)
        beyond = first.cells[min(head.reading_options.max_size, size - 1)][0]
        self.found_size = FoundSize(size, first.line, first.cells[0][0], beyond)
        self._last, self._meaning = first, CellReadingRules(size)
        if self.is_size_allowed:
            self._read_grids(chain((first,), rows), head.box or BoxShape.for_size(size))

    def drop_entries_of_faulty_block(self) -> None:
        """Leave out the last Sudokus if nothing is between them and the fault, and the number of
        all rows without anything between them is no multiple of the size: it is not certain in
        which of them a row is missing, or one too many.
        """
        assert self.found_size is not None
        size, rows = self.found_size.size, self.row_numbers
        starts = range(0, len(rows), size)
        first = max(i for i in starts if not i or rows[i] > rows[i - 1] + 1)
        count = 0
        for number, text in self._lines:
            if number >= rows[first] and (not text.strip(WHITE) or is_drawn_line(text)):
                break
            count += number >= rows[first]
        if count % size:
            del self.entries[first // size :]

    @property
    def has_titles(self) -> bool:
        """Whether lines of the text have words."""
        return bool(self._titles)

    @property
    def has_drawn_boxes(self) -> bool:
        """Whether blank lines, drawn lines or bars are between all boxes of the usual shape."""
        gaps, bars, shape = self._gap_rows, self._bar_columns, self.entries[0].shape
        lines = {*range(shape.height, shape.size, shape.height)}
        columns = {*range(shape.width, shape.size, shape.width)}
        return bool(gaps or bars) and (gaps, bars) in (
            (lines, columns),
            (lines, set()),
            (set(), columns),
        )

    @property
    def is_size_allowed(self) -> bool:
        """Whether the options of reading allow the size of the Sudokus."""
        if self.found_size is None:
            return False
        size, head = self.found_size.size, self._file_head
        return size <= head.reading_options.max_size and head.size in (None, size)

    @property
    def has_too_many_small(self) -> bool:
        """Whether the text has more Sudokus of fewer than `SMALLEST_AS_TEXT` rows than a text may
        have whose boxes the user has not named. It is rather a table of numbers.
        """
        is_small = self.found_size is not None and self.found_size.size < SMALLEST_AS_TEXT
        return is_small and self._file_head.box is None and len(self.entries) > _MOST_SMALL

    @property
    def are_no_small_sudokus(self) -> bool:
        """Whether the rows have fewer than `SMALLEST_AS_TEXT` cells, but the text shows that they
        are no Sudokus: it has words or is a spreadsheet, there would be too many Sudokus, or a line
        has the cells of a larger row.
        """
        if self.found_size is None or self.found_size.size >= SMALLEST_AS_TEXT:
            return False
        is_other_text = self.has_titles or self._file_head.sheets is not None
        return is_other_text or self.has_too_many_small or self._has_longer_row()

    def _has_longer_row(self) -> bool:
        """Return whether the first fault is in a text of which a line has the cells of a larger
        row, so that the first line is not a row of a small Sudoku.
        """
        if self.error is None or self.found_size is None:
            return False
        lines = (replace_unusual_characters_by_ascii(text) for _, text in self._lines)
        long = (line for line in lines if len(line.strip(WHITE)) >= SMALLEST_AS_TEXT)
        return any(len(parse_row(1, line).cells) > self.found_size.size for line in long)

    @property
    def is_text_of_words(self) -> bool:
        """Whether the first fault is in a text of words, such as the source of a program: most
        cells of the first row have no meaning, or each large row has a sign twice.
        """
        if self.found_size is None or self.entries:
            return False
        size, first = self.found_size.size, self.found_size.line
        line = next((text for number, text in self._lines if number == first), "")
        cells = parse_row(first, replace_unusual_characters_by_ascii(line)).cells
        known = sum(may_be_cell(text, size) for _, text in cells)
        has_only_repeats = self._repeating_count == len(self.row_numbers)
        is_of_words = 2 * known < len(cells) or (has_only_repeats and self.has_titles)
        has_letters = any(map(str.isalnum, line))
        return (not known and has_letters) or (has_word(line) and is_of_words)

    @property
    def first_line_of_last_grid(self) -> int:
        """The number of the first line of the last Sudoku, which may be incomplete."""
        size = self.found_size.size if self.found_size is not None else 1
        return self.row_numbers[(len(self.row_numbers) - 1) // size * size]

    @property
    def ends_with_map_of_regions(self) -> bool:
        """Whether the first fault is in a map of regions, such as that of a Suguru, whose numbers
        are larger than those of a Sudoku.
        """
        if self.error is None or self.found_size is None:
            return False
        from ..recognition.rules import are_joined_regions  # needed for few files

        size = self.found_size.size
        return len(self._last_cells) == size**2 and are_joined_regions(self._last_cells, size)

    @property
    def has_empty_field(self) -> bool:
        """Whether a field between two separators is empty."""
        return any("" in signs for signs in self._signs)

    @property
    def is_table_of_numbers(self) -> bool:
        """Whether the rows are those of a table of numbers, not of Sudokus: most have a number
        twice, and nothing is between the rows of two grids, or the last large grid is incomplete.
        The numbers are not those of Sudokus, unless these would have few rows or no boxes. The
        caller has not named the boxes.
        """
        count = len(self.row_numbers)
        if 2 * self._repeating_count <= count or count < _LEAST_ROWS_OF_TABLE:
            return False
        if self.found_size is None or self._file_head.box is not None or self.has_empty_field:
            return False
        size = self.found_size.size
        if self.error is not None and size <= _LARGEST_SMALL:
            return False  # the error names the fault
        is_joined = self._has_joined_grids or self.error is not None
        has_large_boxes = size > _LARGEST_SMALL and BoxShape.for_size(size).height > 1
        signs = set.union(*self._signs)
        return is_joined and are_numbers_of_table(signs, size if has_large_boxes else None)

    @property
    def is_certain(self) -> bool:
        """Whether the text has nothing else, and its signs have only one meaning."""
        if self.error is not None or self._titles or not self.entries:
            return False
        if self._file_head.reading_options.has_only_grids:
            return True
        assert self.found_size is not None
        size = self.found_size.size
        if size < SMALLEST_AS_TEXT:
            is_text = self._file_head.sheets is None and not self.has_too_many_small
            return self._file_head.box is not None or (is_text and not self._are_clues())
        is_asked = self._file_head.reading_options.box is not None
        signs = set.union(*self._signs)
        may_be_candidates = size == 27 and self._is_glued and not is_asked
        may_have_blank_row = size * "-" in self._rules and "-" in signs
        is_table = self.is_table_of_numbers
        if is_table or (may_be_candidates and signs <= {*"0123456789."}) or may_have_blank_row:
            return False
        has_two_blanks = any("0" in signs and signs & {*"._*-xX"} for signs in self._signs)
        if has_two_blanks or all(map(self._is_complete_with_zero, self._signs, self.entries)):
            return False  # 0 may be a digit
        return not self._has_other_table() and not self._may_have_turned_boxes()

    def _are_clues(self) -> bool:
        """Return whether rows of three cells are rather a list of clues: they are sorted, and break
        the rules as Sudokus.
        """
        from ..recognition.rules import are_sorted_clues  # needed for few files

        grids = [*map(_get_grid, self.entries)]
        cells = [cell for entry in self.entries for cell in entry.cells]
        is_of_three = grids[0].size == _CELLS_OF_CLUE
        is_broken = not all(grid.is_consistent() for grid in grids)
        return is_of_three and is_broken and are_sorted_clues(cells)

    def _may_have_turned_boxes(self) -> bool:
        """Return whether lines or bars are between some boxes of the usual shape only, spaces of
        several widths are between cells, or double or thick lines are drawn, so that they may be
        borders of other boxes.
        """
        box = self.entries[0].shape
        if self._file_head.box is not None or box.height == box.width:
            return False
        rows = {*self.row_numbers}
        for number, text in self._lines:
            widths = {len(gap) for gap in _GAP.findall(text)} if number in rows else ()
            if len(widths) > 1 or _HEAVY.search(text):
                return True
        return bool(self._gap_rows or self._bar_columns) and not self.has_drawn_boxes

    def _is_complete_with_zero(self, signs: set[str], entry: Entry) -> bool:
        """Return whether a grid is complete and keeps the rules if 0 is its first digit, with boxes
        of its shape or with turned boxes.
        """
        size = entry.shape.size
        if size > 9 or signs != {*map(str, range(size))} or entry.error is not None:
            return False
        cells = entry.cell_bytes
        if cells.count(0) != size:
            return False
        from ..recognition.rules import breaks_rules  # needed for few files

        digits, box = [cell + 1 for cell in cells], entry.shape
        shapes = {box, BoxShape(box.width, box.height)}
        return not all(breaks_rules(digits, shape) for shape in shapes)

    def _has_other_table(self) -> bool:
        """Return whether one of the tables in the text is a map of regions instead of a Sudoku, or
        the only table in the text is a table of zeros and ones.
        """
        broken = [grid for grid in map(_get_grid, self.entries) if not grid.is_consistent()]
        if not broken:
            return False  # such tables break a rule
        from ..recognition.rules import is_region_map

        values = [[*chain(*grid)] for grid in broken]
        is_table_of_bits = len(self.entries) == 1 and {*values[0]} <= {0, 1}
        return is_table_of_bits or any(is_region_map(one, broken[0].size) for one in values)

    def _yield_rows(self) -> Iterator[ParsedRow]:
        """Yield the rows of all Sudokus, each with the title, and the numbers of the last blank
        line and the last drawn line, before it.
        """
        gap = rule = count = 0
        title, size = "", None
        for number, text in self._lines:
            line = replace_unusual_characters_by_ascii(text)
            if not line.strip(WHITE):
                gap = number
            elif line.lstrip(WHITE).startswith("#"):
                continue
            elif is_drawn_line(line):
                rule = number
                self._rules.add(line.strip(WHITE))
            else:
                row = parse_row(number, line, self._file_head.box)
                if (size is None or count % size == 0) and is_title(line, row, size):
                    title = "" if _SECTION.fullmatch(text) else text.strip(WHITE)
                    self._titles.append((number, text))
                    if count == 0 and len(self._titles) > _MOST_TITLES:
                        return
                    continue
                size = size or max(len(row.cells), 1)
                if count % size == 0:
                    self._signs.append(set())
                    self._has_joined_grids |= count > 0 and not (gap or rule or title)
                    self._last_cells.clear()
                self._last_cells += [cell for _, cell in row.cells]
                self._signs[-1].update(cell for _, cell in row.cells)
                self._is_glued |= not row.separated
                numbers = [cell for _, cell in row.cells if cell not in _BLANK_TEXTS]
                self._repeating_count += len({*numbers}) < len(numbers)
                self.row_numbers.append(number)
                yield row._replace(gap=gap, rule=rule, title=title, text=text)
                gap = rule = 0
                title = ""
                count += 1

    def _read_grids(self, rows: Iterator[ParsedRow], shape: BoxShape) -> None:
        """Append the Sudokus with the rows `rows` to `entries`. `shape` is the shape of the boxes
        of all Sudokus. Raises `PairFileError` at the first error.
        """
        rows_so_far: list[ParsedRow] = []
        for row in rows:
            self._last = row
            rows_so_far.append(row)
            self._check_last_row(rows_so_far, shape)
            self._checked_count += 1
            if len(rows_so_far) == shape.size:
                raw = "\n".join(row.text for row in rows_so_far).encode()
                values = self._read_values(rows_so_far)
                first = rows_so_far[0]
                self.entries.append(Entry(first.line, shape, values, raw, title=first.title))
                rows_so_far = []
        if rows_so_far:
            self._raise_first_error(rows_so_far, self.make_missing_sudoku_error())

    def _check_last_row(self, rows_so_far: list[ParsedRow], shape: BoxShape) -> None:
        """Raise `PairFileError` if the row that was read last does not fit into its Sudoku, the
        Sudoku with the rows `rows_so_far`. The row must have as many cells as the Sudoku has rows.
        A blank line or a drawn line before it must be between two bands, and each bar in it between
        two boxes.

        If there is a bar between any two cells, drawn lines and bars may be anywhere.
        """
        row, source, r = rows_so_far[-1], self._file_head.source, len(rows_so_far) - 1
        if row.gap and r:
            # The first grid determines whether there are blank lines between bands.
            if r == shape.height > 1 and self._checked_count < shape.size:
                self._has_gaps = True
            if not self._has_gaps or r % shape.height:
                found = Message("a blank line")
                self._raise_first_error(
                    rows_so_far[:-1],
                    make_unexpected_error(source, row.gap, 1, self._describe_next_row(), found),
                )
        # If there are bars between all cells, there may be rules between all rows.
        has_all_bars = len(row.bars) >= shape.size - 1 > 0
        if row.rule and r % shape.height and not has_all_bars:
            found = Message("a rule that is no border of boxes of {box} (see --box)", box=shape)
            self._raise_first_error(
                rows_so_far[:-1],
                make_unexpected_error(source, row.rule, 1, self._describe_next_row(), found),
            )
        for column, before in row.bars:
            if before % shape.width and not has_all_bars:
                found = Message("'|' after cell {count}", count=before)
                border = Message("'|' only at borders of boxes of {box} (see --box)", box=shape)
                self._raise_first_error(
                    rows_so_far[:-1], make_unexpected_error(source, row.line, column, border, found)
                )
        if not has_all_bars:
            self._gap_rows |= {r} if r and (row.gap or row.rule) else set()
            self._bar_columns |= {count for _, count in row.bars if 0 < count < shape.size}
        if len(row.cells) != shape.size:
            from .rounded_numbers import make_rounded_error_or_none

            problem = make_rounded_error_or_none(source, row.line, row.text)
            side = len(row.cells)
            if problem is None and r == 0 < self._checked_count and side >= SMALLEST_AS_TEXT:
                message = make_other_size_message(side, shape.size)
                raise PairFileError(source, row.line, row.end, message)
            self._raise_first_error(
                rows_so_far, problem or make_row_length_error(source, row, shape.size)
            )

    def _raise_first_error(
        self, rows_so_far: list[ParsedRow], last_error: PairFileError
    ) -> NoReturn:
        """Raise the error of the first wrong cell in `rows_so_far`, the rows of a Sudoku that were
        read so far. If no cell is wrong, raise `last_error`, the error that ended the reading of
        this Sudoku.
        """
        self._read_values(rows_so_far)
        raise last_error

    def _read_values(self, rows: list[ParsedRow]) -> tuple[int, ...]:
        """Return the values of the cells in `rows`, 0 for blank. Raise `PairFileError` at the first
        cell whose text has no meaning.
        """
        size = self._meaning.size
        cells = [(row.line, *cell) for row in rows for cell in row.cells[:size]]
        try:
            return self._meaning.read_values(self._file_head.source, cells)
        except PairFileError as problem:
            if self._file_head.box is None and size > 2 and BoxShape.for_size(size).height == 1:
                problem.message = Message(
                    "{problem}; line {line} was read as a row of {size} cells. If it is not, "
                    "check its length, or give --box",
                    problem=problem.message,
                    line=self.row_numbers[0],
                    size=size,
                )
            raise

    def _describe_next_row(self) -> Message:
        """Return the words for the row that is expected next, such as "row 3 of 9 of Sudoku 1"."""
        size = self._meaning.size
        sudoku, row = divmod(self._checked_count, size)
        return Message(
            "row {row} of {size} of Sudoku {number}", row=row + 1, size=size, number=sudoku + 1
        )

    def make_missing_sudoku_error(self) -> PairFileError:
        """Return the error for a file that ends within a Sudoku, or that should contain two Sudokus
        but has only one.
        """
        source, last, size = self._file_head.source, self._last, self._meaning.size
        if self._checked_count == size:
            if (aside := self._file_head.other_text_summary).line > last.line:
                message = Message(
                    "found one {size}×{size} Sudoku, but two are needed; line {line} is not a row "
                    "of {size} cells: '{text}'",
                    size=size,
                    line=aside.line,
                    text=shorten_and_escape(aside.text),
                )
                return PairFileError(source, aside.line, 1, message)
            return make_second_sudoku_missing_error(source, last.line, last.end)
        if self._checked_count <= _FEW_ROWS and self._file_head.box is None:
            almost = make_almost_a_sudoku_message_or_none(size)
            if almost is not None:  # each line is a whole Sudoku, not a row
                assert self.found_size is not None
                return PairFileError(source, *self.found_size[1:3], almost)
        message = Message("the file ends, but {row} is missing", row=self._describe_next_row())
        return PairFileError(source, last.line, last.end, message)


def _get_grid(entry: Entry) -> Grid:
    """Return the Sudoku of an entry without an error."""
    grid = entry.grid_or_error
    assert isinstance(grid, Grid)
    return grid
