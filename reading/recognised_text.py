"""Reading of a whole text: plain rows of cells, or whatever else the recogniser finds in it."""

from collections.abc import Iterator, Sequence
from itertools import product

from ..base.errors import PairFileError
from ..base.messages import Message
from ..sudoku.grid import DIGITS
from ..sudoku.shape import BoxShape
from .file_entry import (
    Entry,
    FoundSize,
    NumberedText,
    ThirdSudokuError,
    make_second_sudoku_missing_error,
    yield_lines_with_limited_total_bytes,
)
from .file_head import FileHead
from .lines import decode_numbered_line
from .plain_rows import PlainRows
from .rules import choose_box, is_region_map
from .tokens import SMALLEST

_MOST_SMALL = 2
"""The most Sudokus of fewer than `SMALLEST` rows in a text, unless the caller names their boxes."""


def find_reader(file_head: FileHead) -> "RecognisedText":
    """Return the reader of the Sudokus of a text. `file_head` has the first lines of the file.
    Raises `PairFileError` if the text holds no Sudoku, or if it is not certain which.
    """
    return RecognisedText(file_head)


class RecognisedText:
    """The Sudokus of a text that is in memory as a whole, such as grids drawn on several lines,
    lists of a program, or XML.
    """

    is_one_a_line = False
    header: NumberedText | None = None
    delimiter: str | None = None

    def __init__(self, file_head: FileHead) -> None:
        """Read all lines of a file and find its Sudokus. `file_head` has the first lines. Raises
        `PairFileError` if the text holds no Sudoku, or if it is not certain which.
        """
        self._file_head = file_head
        source = file_head.source
        lines = yield_lines_with_limited_total_bytes(source, file_head.rest, Message("a text"))
        self._lines = [
            (number, decode_numbered_line(source, number, line)) for number, line in lines
        ]
        plain = PlainRows(file_head, self._lines)
        if (found := plain.read_all()) is not None and _are_certain(found):
            self._use_plain_rows(found)
            return
        from .recognise import Options, RefusedTextError, read_lines  # not needed for most pairs

        choices = Options(
            file_head.box,
            file_head.reading_options.max_size,
            column=file_head.reading_options.column,
        )
        try:
            reading = read_lines([text for _, text in self._lines], choices)
        except RefusedTextError as refusal:
            if refusal.is_final:
                raise self._make_error(refusal.line, refusal.message) from None
            if found is not None:
                self._use_plain_rows(found)
                return
            plain.raise_first_error(refusal.sizes)
            if refusal.is_without_sudoku:
                raise file_head.make_no_sudoku_error() from None
            raise self._make_error(refusal.line, refusal.message) from None
        for index in reading.left:
            file_head.record_other_text(*self._lines[index])
        self._entries = [
            self._make_entry(
                one.square.first_line, one.square.last_line, one.box, one.cells, one.name
            )
            for one in reading.sudokus
        ]
        first = reading.sudokus[0]
        span = first.square.spans[0]
        self.found_size = FoundSize(first.box.size, self._lines[span.line][0], span.start + 1)
        self._last = reading.sudokus[-1].square.last_line
        file_head.box = first.box
