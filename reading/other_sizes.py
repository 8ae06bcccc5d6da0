"""Lines of a list whose Sudokus have another size than the first. Each size has its own rules,
which the first lines of the file decide.
"""

import re
from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..base.errors import PairFileError
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from . import cell_runs
from .cells import parse_row, replace_unusual_characters_by_ascii
from .file_entry import Entry, NumberedText
from .rules import breaks_rules

if TYPE_CHECKING:
    from .meaning import BoxCheck


class LineReader(Protocol):
    """A reader of lists with one Sudoku on each line."""

    def is_size_allowed(self, size: int) -> bool:
        """Return whether Sudokus of another size than the first may be read."""

    def make_reader_of_other_size(self, size: int, lines: Sequence[NumberedText]) -> "ReaderOfSize":
        """Return a reader of the Sudokus of another size in the same list. `lines` are the first
        lines of the file. Raise `PairFileError` if they do not show the meaning of 0, or the shape
        of the boxes.
        """

    def read_whole_text(
        self, line_number: int, line: bytes, text: str, shape: BoxShape
    ) -> Entry | None:
        """Return the Sudoku that a whole line or a field, `text`, is; None if it is none."""

    def read_stated_solution(self, entry: Entry) -> Entry | None:
        """Return the solution that the list states for a Sudoku; None if it states none."""


class ReaderOfSize(NamedTuple):
    """The reader of the Sudokus of one size in a list, the shape of their boxes, and the check of
    this shape; None if the boxes are square.
    """

    reader: LineReader
    shape: BoxShape
    check: "BoxCheck | None"


_LARGEST = 36
"""The most rows of a Sudoku of another size."""
_MOST_DAMAGED = 2
"""The most cells that a damaged line has too few or too many."""
_LARGEST_PLAIN = 9
"""The most rows of a Sudoku whose line has no letters except x; any word may be as long."""
_PLAIN = re.compile(r"[0-9xX._*-]+")
_GLUED = re.compile(r"[0-9A-Za-z._*-]+")
_SEPARATED = re.compile(
    r"(?:[0-9]{1,2}|[A-Za-z._*-])(?:[ \t]*[ \t,;][ \t]*(?:[0-9]{1,2}|[A-Za-z._*-]))+"
)


class OtherSizes:
    """The readers of Sudokus of other sizes in a list, one for each size.

    `sizes_in_head` are these sizes in the first lines of the file. The first Sudoku decides for a
    size that is only in later lines. If the file is read in parts by several processes, such a size
    has the usual boxes, so that all processes read it alike.
    """

    def __init__(self, first: LineReader, lines: list[NumberedText], *, is_part: bool) -> None:
        """Create the readers for a list of which `first` reads the Sudokus of the first size.
        `lines` are the numbers and texts of the first lines of the file: of the fields in the
        column of the Sudokus, if there is one. `is_part` is whether only a part of the file is
        read.
        """
        self._first, self._lines, self._is_part = first, lines, is_part
        self._readers: dict[int, ReaderOfSize | PairFileError] = {}
        sizes = (find_size_of_whole_line(text) for _, text in lines)
        self.sizes_in_head = frozenset(
            size for size in sizes if size is not None and self._is_other(size)
        )

    def _is_other(self, size: int) -> bool:
        """Return whether Sudokus of a size may be read beside those of the first size."""
        return self._first.is_size_allowed(size) and BoxShape.for_size(size).height > 1

    def find_reader(self, size: int, first: NumberedText | None = None) -> ReaderOfSize:
        """Return the reader of a size. `first` is the number and text of the first line with this
        size. Raise `PairFileError` if the lines do not show what 0 means in the Sudokus of the
        size, or which shape their boxes have.
        """
        if size not in self._readers:
            later = [first] if first is not None and not self._is_part else []
            lines = self._lines if size in self.sizes_in_head else later
            try:
                self._readers[size] = self._first.make_reader_of_other_size(size, lines)
            except PairFileError as problem:
                self._readers[size] = problem
        found = self._readers[size]
        if isinstance(found, PairFileError):
            raise found
        return found

    def read_entry_or_none(self, line_number: int, line: bytes, text: str) -> Entry | None:
        """Return the Sudoku of another size on a line as an entry. `text` is the line, or the field
        of it that should be a Sudoku. Return None unless the whole text is a Sudoku that has a
        digit and keeps the rules, because a line may also be a part of a Sudoku of the first size.
        """
        size = find_size_of_whole_line(text)
        if size is None or not self._is_other(size):
            return None
        try:
            reader, shape, check = self.find_reader(size, (line_number, text))
        except PairFileError as problem:
            error = PairFileError(problem.source, line_number, 1, problem.message)
            return Entry(line_number, BoxShape.for_size(size), error, line)
        entry = reader.read_whole_text(line_number, line, text, shape)
        if entry is None or entry.error is not None:
            return None
        entry = check(entry) if check is not None else entry
        if entry.error is None:
            cells = entry.cell_bytes
            if not any(cells) or breaks_rules(cells, shape):
                return None
        return entry

    def find_damaged_size(self, text: str) -> int | None:
        """Return the number of rows of the Sudoku that a line of glued cells is if one or two cells
        are missing, or are too many. Return None for other lines. Only the sizes in the first lines
        of the file are compared.
        """
        word = replace_unusual_characters_by_ascii(text).strip(" \t\"'")
        if not _GLUED.fullmatch(word):
            return None
        is_plain = _PLAIN.fullmatch(word) is not None and any(map(str.isdigit, word))
        sizes = [size for size in self.sizes_in_head if is_plain or size > _LARGEST_PLAIN]
        return next((n for n in sizes if 0 < abs(n * n - len(word)) <= _MOST_DAMAGED), None)


def find_size_of_whole_line(text: str) -> int | None:
    """Return the number of rows of the Sudoku that a whole line is; None if it is none.

    >>> [find_size_of_whole_line(one) for one in ("1...3........2..", "1...3........2.", "a 1 2")]
    [4, None, None]
    """
    text = replace_unusual_characters_by_ascii(text).strip(" \t\"'")
    if len(text) < SMALLEST_AS_TEXT**2:
        return None
    if _GLUED.fullmatch(text):
        span = cell_runs.find_first_gapless_sudoku_span(text.encode())
        is_whole = span is not None and (span.start, span.end) == (0, len(text))
        return span.size if span is not None and is_whole else None
    if not _SEPARATED.fullmatch(text):
        return None
    count = len(parse_row(1, text).cells)
    size = isqrt(count)
    return size if size**2 == count and SMALLEST_AS_TEXT <= size <= _LARGEST else None
