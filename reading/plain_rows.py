"""Reading of the plainest form of Sudokus: each line is a row of cells, and nothing else.

Other lines are blank, drawn, comments, or titles between two grids. A text that has nothing but
such grids is read without the recogniser, at every size. If the recogniser refuses another text,
this reader names the first fault in its rows.
"""

from collections.abc import Iterable, Iterator

from ..base.errors import PairFileError
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from .cells import (
    WHITE,
    ParsedRow,
    is_drawn_line,
    is_title,
    parse_row,
    replace_unusual_characters_by_ascii,
)
from .file_entry import Entry, FoundSize, NumberedText
from .file_head import FileHead
from .rules import breaks_rules, is_region_map
from .several_lines import MultiLineReader

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
        self.row_numbers = list[int]()
        self.entries = list[Entry]()
        self.error: PairFileError | None = None
        self.found_size: FoundSize | None = None
        try:
            self.reader = MultiLineReader(file_head, self._yield_rows(), fields_are_cells=False)
            self.found_size = self.reader.found_size
            size = self.found_size.size
            if self.is_size_allowed:
                shape = file_head.box or BoxShape.for_size(size)
                self.entries.extend(self.reader.yield_entries(shape))
        except PairFileError as error:
            self.error = error

    @property
    def has_titles(self) -> bool:
        """Whether lines of the text have words."""
        return bool(self._titles)

    @property
    def is_size_allowed(self) -> bool:
        """Whether the options of reading allow the size of the Sudokus."""
        if self.found_size is None:
            return False
        size, head = self.found_size.size, self._file_head
        return size <= head.reading_options.max_size and head.size in (None, size)

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
            is_few = len(self.entries) <= _MOST_SMALL and self._file_head.sheets is None
            return self._file_head.box is not None or is_few
        is_asked = self._file_head.reading_options.box is not None
        if (
            size == 27
            and self._is_glued
            and not is_asked
            and set.union(*self._signs) <= {*"0123456789."}
        ):
            return False  # perhaps candidates of cells
        if any("0" in signs and signs & {*"._*-xX"} for signs in self._signs):
            return False  # 0 may be a digit
        return not self._is_table_of_bits() and not any(
            is_region_map(entry.cell_bytes, size) for entry in self.entries
        )

    def _is_table_of_bits(self) -> bool:
        """Return whether the text is one table of zeros and ones, which is no Sudoku."""
        cells = tuple(self.entries[0].cell_bytes)
        is_alone = len(self.entries) == 1
        return is_alone and {*cells} <= {0, 1} and breaks_rules(cells, self.entries[0].shape)

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
            else:
                row = parse_row(number, line, self._file_head.box)
                if (size is None or count % size == 0) and is_title(line, row, size):
                    title = text.strip(WHITE)
                    self._titles.append((number, text))
                    continue
                size = size or max(len(row.cells), 1)
                if count % size == 0:
                    self._signs.append(set())
                self._signs[-1].update(cell for _, cell in row.cells)
                self._is_glued |= not row.separated
                self.row_numbers.append(number)
                yield row._replace(gap=gap, rule=rule, title=title, text=text)
                gap = rule = 0
                title = ""
                count += 1
