"""Recognition of files in which each Sudoku is on a line of its own, perhaps with other text beside
it, and the check of a reader of such a file: it is used only if the recogniser reads the first
lines of the file in the same way.
"""

import re
from collections.abc import Collection, Sequence
from math import isqrt
from typing import TYPE_CHECKING

from ..base.errors import make_unexpected_error
from ..base.messages import Message
from ..recognition.cells import (
    ParsedRow,
    is_digit_above,
    is_drawn_line,
    is_title,
    parse_row,
    replace_unusual_characters_by_ascii,
)
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from . import cell_runs
from .file_entry import (
    Entry,
    FaultError,
    FoundSize,
    NumberedLine,
    decode_line_leniently,
    is_comment,
)
from .file_head import HEAD_LINES, RECORDS, FileHead

if TYPE_CHECKING:
    from ..recognition.meaning import RefusedTextError
    from ..recognition.recognise import FoundSudoku
    from .single_lines import SingleLineReader

_CHECKED = 60
"""The lines of a file, neither empty nor comments, that the recogniser reads for the check."""
_LARGEST = 27
"""The most rows of Sudokus that the recogniser reads for the check."""
_SIGN = re.compile(rb"[0-9._*]")
_RUN = re.compile(rb"[0-9._*](?:[ ,;|\t]?[0-9._*])*")
"""Signs of cells with at most one separator between them, unlike the signs of a date and time."""
_FEW_SIGNS = 15
"""A line with at most this number of signs of cells has no Sudoku, and may be left out."""
_WORD = re.compile(rb"[^\W\d_]{2}|[\x80-\xff]{2}")
_GLUED = re.compile(rb"[0-9._*]*")
_CERTAIN = re.compile(rb"(?![01]*$)(?:[1-9.]{81}|[1-9.]{16}|[0-9]{81})")
"""A line, not of zeros and ones, whose signs have only one meaning, unless 0 is a digit."""
_SEVERAL = 2
"""A digit that is too large on this number of lines is no typing error."""
_MOST_MISSING = 2
"""A line that has more cells too few or too many than this number is no line with a whole Sudoku
that has a fault.
"""


def find_reader(file_head: FileHead) -> "SingleLineReader | None":
    """Return a reader of the Sudokus of a file if each Sudoku is on a line of its own, otherwise
    None. `file_head` has the first lines of the file. Raises `PairFileError` if a line may be a
    whole grid as well as a row of a larger grid.
    """
    clues = (
        FoundSize(9, number)
        for number, line in file_head.content
        if cell_runs.parse_clue_list_as_cell_bytes_or_none(line)
    )
    found_size = (
        file_head.format_revealing_line.found_size if file_head.format_revealing_line else None
    )
    if found_size is None and file_head.size in (None, 9):
        found_size = next(clues, None)
    found_size = found_size or _find_whole_grid_size(file_head)
    if found_size is None:
        return None
    from .single_lines import SingleLineReader  # not needed for files with a line for each row

    return SingleLineReader(file_head, found_size)


def _find_whole_grid_size(file_head: FileHead) -> FoundSize | None:
    """Return the size of the Sudokus in a file if each line with cells is a whole Sudoku. Return
    None if the lines are rows of larger Sudokus. `file_head` has the first lines of the file.

    A line of N·N cells may be either: a Sudoku with N rows, or one row of a Sudoku with N·N rows.
    """
    rows = _parse_first_rows(file_head)
    for row in rows:
        length = len(row.cells)
        size = isqrt(length)
        if length != size**2 or size < SMALLEST_AS_TEXT:
            continue
        same = [one for one in rows if len(one.cells) == length]
        _check_no_table(file_head, same, size)
        if file_head.size in (size, length):
            is_whole = file_head.size == size
        elif _may_be_rows(file_head, same, size):
            is_whole = False
        elif file_head.is_pair or row is not rows[0]:
            # One line of N·N cells is enough; the other lines are wrong Sudokus, too short or too
            # long.
            others = [one for one in rows if abs(len(one.cells) - length) > _MOST_MISSING]
            if len(same) >= length or len(others) > max(len(same), _SEVERAL):
                continue
            is_whole = True
        else:
            is_whole = _are_whole_grids(file_head, same, size)
        return FoundSize(size, row.line, row.cells[0][0]) if is_whole else None
    return None


def _check_no_table(file_head: FileHead, rows: list[ParsedRow], size: int) -> None:
    """Raise `PairFileError` if lines of separated cells, `rows`, which have as many cells as a
    Sudoku with `size` rows, are a table of numbers, and the caller has not named the boxes.
    """
    lines = [[text for _, text in row.cells] for row in rows if row.separated]
    if lines and file_head.size is None and len(rows) < size**2:
        from ..recognition.rules import are_numbers_of_tables, make_numbers_of_tables_message

        if are_numbers_of_tables(lines, size):
            raise FaultError(
                file_head.source, rows[0].line, 1, make_numbers_of_tables_message(size)
            )


def _may_be_rows(file_head: FileHead, rows: list[ParsedRow], size: int) -> bool:
    """Return whether several of some lines, which have as many cells as a Sudoku with `size` rows,
    have a digit above `size`, so that the lines are probably rows of a larger Sudoku.
    """
    if size**2 > file_head.reading_options.max_size:
        return False
    large = (row for row in rows if any(is_digit_above(cell, size) for _, cell in row.cells))
    return sum(1 for _ in large) >= _SEVERAL


def _parse_first_rows(file_head: FileHead) -> list[ParsedRow]:
    """Return the cells of each of the first lines of a file. Blank lines, comments, drawn lines and
    titles are skipped.
    """
    gap, rule, rows = 0, 0, list[ParsedRow]()
    for number, line in file_head.lines:
        text = replace_unusual_characters_by_ascii(decode_line_leniently(line))
        if not text.strip(" \t"):
            gap = number
        elif is_drawn_line(text):
            rule = number
        elif not is_comment(line):
            row = parse_row(number, text, file_head.box)
            if not is_title(text, row, None):
                rows.append(row._replace(gap=gap, rule=rule))
                gap = rule = 0
    return rows


def _are_whole_grids(file_head: FileHead, rows: list[ParsedRow], size: int) -> bool:
    """Return whether each line of a file is a whole Sudoku; return False if each line is a row of a
    larger Sudoku. `rows` are the first lines, which have N·N cells each, where N is `size`: the
    cells of an N×N Sudoku, or one row of an N²×N² Sudoku. Raise `PairFileError` if the lines may be
    both.
    """
    first, length = rows[0], size**2
    if length > file_head.reading_options.max_size:
        return True
    large = sum(1 for row in rows if any(is_digit_above(cell, size) for _, cell in row.cells))
    # Grids of `length` cells a side have a multiple of `length` rows, and if there are many rows,
    # most would contain a digit above `size`.
    if len(rows) % length or len(rows) > HEAD_LINES // 2:
        return True
    if large or any(row.bars or row.rule or row.gap for row in rows[1:length]):
        return False
    either = Message(
        "--box, because these lines may be Sudokus of {size}×{size} or rows of a Sudoku of "
        "{length}×{length}",
        size=size,
        length=length,
    )
    found = Message("{rows} rows of {length}", rows=len(rows), length=length)
    raise make_unexpected_error(file_head.source, first.line, 1, either, found)


def can_read(reader: "SingleLineReader", file_head: FileHead, *, has_doubt: bool = False) -> bool:
    """Return whether `reader` reads the first lines of a file, those of `file_head`, as the
    recogniser does, apart from lines that the reader refuses, or counts as lines without a Sudoku.
    `has_doubt` is whether the lines may be a table with a cell in each field. Raises
    `PairFileError` if the recogniser refuses the other lines.
    """
    size = reader.found_size.size
    if file_head.reading_options.has_only_grids or _are_certain(file_head):
        return True
    file_head.read_on(RECORDS)  # as the reader does
    last = file_head.content[:_CHECKED][-1][0]
    shape = file_head.box or BoxShape.for_size(size)
    head = reader.read_head(shape, is_shape_chosen=file_head.box is not None)
    if next((entry.line for entry in head if entry.error is None), 0) > last:
        last = file_head.content[-1][0]  # the first Sudoku is far below a text
    entries = [entry for entry in head if entry.line <= last]
    good = [entry for entry in entries if entry.error is None]
    refused = {entry.line for entry in entries if entry.error is not None}
    if not reader.has_columns and _begins_json(file_head):
        return False
    _check_no_patterns(file_head, good)
    if reader.header is None and _are_no_sudokus(file_head, good, size):
        return False
    texts = [line for number, line in file_head.lines if number in refused]
    if _does_recogniser_read_more(reader, file_head, shape, good, texts):
        return False
    if refused:
        is_list = bool(good) and (reader.has_columns or 2 * len(good) >= len(refused))
        # One row of larger Sudokus may have as many cells as a whole Sudoku, because of a fault.
        has_rows = not is_list and file_head.is_whole and _has_rows(file_head)
        if not good or has_rows:
            # The errors of the reader name the faults, unless its lines are rows.
            return not has_doubt and not has_rows
    return size > _LARGEST or _Check(reader, file_head, shape, good).is_passed(refused, last)


def _begins_json(file_head: FileHead) -> bool:
    """Return whether a file begins like JSON whose values are on lines of their own."""
    first, *others = (line.strip() for _, line in file_head.content)
    return first in (b"{", b"[") and bool(others) and others[0][:1] in (b"{", b"[", b'"')


def _check_no_patterns(file_head: FileHead, good: Sequence[Entry]) -> None:
    """Raise `PairFileError` if the Sudokus that were read, `good`, are patterns of cells."""
    if good and all(map(_is_pattern, good)):
        message = Message("expected a Sudoku, found a pattern of cells, of two signs")
        raise FaultError(file_head.source, good[0].line, 1, message)


def _is_pattern(entry: Entry) -> bool:
    """Return whether a grid has no other signs than 0 and 1, and most rows have the digit 1 twice,
    or whether it has two signs that both mean blank. Faulty Sudokus that a command has written have
    `.` for blank.
    """
    from ..recognition.rules import do_most_rows_repeat  # not needed for certain lists

    cells = entry.cells
    signs = {*entry.raw[slice(*entry.span)]} if entry.span else set[int]()
    if not any(cells):
        return len(signs) == 2
    return signs == {*b"01"} and do_most_rows_repeat(cells, entry.shape.size)


def _are_no_sudokus(file_head: FileHead, good: Sequence[Entry], size: int) -> bool:
    """Return whether the Sudokus that were read in a text with words, `good`, are none: all cells
    of all of them are blank, as in lines of equal signs that divide a text, or one is a code of
    other data.
    """
    from ..recognition.rules import repeats_digits_in_most_rows  # not needed for certain lists

    if not good or (
        any(any(entry.cell_bytes) for entry in good)
        and not any(repeats_digits_in_most_rows(entry.cell_bytes, size) for entry in good)
    ):
        return False
    lines = {entry.line for entry in good}
    return any(_WORD.search(line) for number, line in file_head.content if number not in lines)


def _does_recogniser_read_more(
    reader: "SingleLineReader",
    file_head: FileHead,
    shape: BoxShape,
    good: Sequence[Entry],
    refused: Sequence[bytes],
) -> bool:
    """Return whether the recogniser reads more than `reader` in a file that is its head. `good` are
    the Sudokus that the reader has read, and `refused` are the lines that it refuses. The
    recogniser reads more in three cases.

    - Both read the same Sudokus, of several sizes, and only the recogniser finds names, such as
      titles on lines of their own.
    - The refused lines have words, and the recogniser reads at least as many Sudokus as the reader.
      If the file is JSON, whose lines are records, the recogniser must read more Sudokus.
    - Both read the same Sudokus in the other lines, and in the refused lines, the recogniser reads
      Sudokus of other sizes.
    """
    size, sizes = reader.found_size.size, {entry.shape.size for entry in good}
    may_have_names = len(sizes) > 1 and not any(entry.sudoku_name for entry in good)
    is_checked = bool(refused) and size <= _LARGEST
    if not file_head.is_whole or not (may_have_names or is_checked):
        return False
    sudokus, grids = _read_or_nothing(file_head), [tuple(entry.cell_bytes) for entry in good]
    has_names = may_have_names and any(one.name for one in sudokus)
    if has_names and [one.cells for one in sudokus] == grids:
        return True
    if not is_checked:
        return False
    # A line without words is a broken Sudoku, and each line of a table is a record.
    has_prose = not good or (reader.header is None and all(map(_WORD.search, refused)))
    if has_prose and (not good or shape.height == shape.width):  # it has checked other boxes
        is_json = file_head.content[0][1].lstrip().startswith(b"{")
        if len(sudokus) >= max(1, len(good) + is_json):
            return True
    if [one.cells for one in sudokus if one.box.size in sizes | {size}] != grids:
        return False
    return len(sudokus) > len(grids)


def _has_rows(file_head: FileHead) -> bool:
    """Return whether a file that is its head has Sudokus of several lines, also if one of its lines
    has a fault.
    """
    from ..recognition.meaning import RefusedTextError
    from ..recognition.nearest_reading import find_nearest_reading
    from ..recognition.recognise import read_lines
    from .recognised_text import make_choices

    texts = [decode_line_leniently(line) for _, line in file_head.lines]
    choices = make_choices(file_head)
    try:
        squares = [sudoku.square for sudoku in read_lines(texts, choices).sudokus]
    except RefusedTextError as refusal:
        nearest = find_nearest_reading(texts, choices, refusal)
        return nearest is not None and nearest.first < nearest.last
    return any(square.first_line < square.last_line for square in squares)


class _Check:
    """The comparison of the Sudokus that the reader has read, `good`, with the recogniser's."""

    def __init__(
        self,
        reader: "SingleLineReader",
        file_head: FileHead,
        shape: BoxShape,
        good: Sequence[Entry],
    ) -> None:
        self._reader, self._file_head, self._shape, self._good = reader, file_head, shape, good
        self._lines = list[NumberedLine]()

    def is_passed(self, refused: Collection[int], last: int) -> bool:
        """Return whether both read the same Sudokus. `refused` are the numbers of the lines that
        the reader refuses, and `last` is the number of the last line that is compared.
        """
        from ..recognition.meaning import RefusedTextError

        lines = self._file_head.lines
        self._lines = [line for line in lines if line[0] <= last and line[0] not in refused]
        while True:
            try:
                sudokus = _read(self._file_head, self._lines)
            except RefusedTextError as refusal:
                if (decision := self._decide(refusal)) is not None:
                    return decision
            else:
                grids = [tuple(entry.cell_bytes) for entry in self._good]
                if self._reader.has_columns and _is_part(sudokus, grids):
                    return True  # a field may have words beside the cells
                return self._are_names_known(sudokus) and _are_same(sudokus, grids)

    def _decide(self, refusal: "RefusedTextError") -> bool | None:
        """Return whether the reader is right although the recogniser refuses the lines. Return None
        if this function has removed lines without a Sudoku; the caller then reads the other lines
        again. Raises `PairFileError`, the refusal, if it is not certain which of the two is right.
        """
        from ..recognition.variant_data import CAGES, CANDIDATES, REGIONS
        from .recognised_text import make_error

        has_columns = self._reader.has_columns
        if any(refusal.message is one for one in (CAGES, CANDIDATES, REGIONS)):
            raise make_error(self._file_head, self._lines, refusal)
        if refusal.is_without_sudoku:
            # The recogniser does not look for such boxes, nor for grids that break the rules in
            # tables, whose columns may have names.
            return self._shape.height == 1 or has_columns
        if refusal.is_about_columns and has_columns:
            return True
        if refusal.is_rival and all(_GLUED.fullmatch(line) for _, line in self._lines):
            return True  # the reader has decided that the lines are no rows of larger Sudokus
        first = self._lines[refusal.line - 1] if refusal.line else None
        if first is not None and self._is_good(first) and has_columns:
            return True  # its columns show that it is a Sudoku
        if first is None or not self._may_be_left_out(first):
            raise make_error(self._file_head, self._lines, refusal)
        others = [self._lines[number - 1] for number in refusal.unexplained]
        left_out = [first, *filter(self._may_be_left_out, others)]
        self._lines = [line for line in self._lines if line not in left_out]
        return None

    def _is_good(self, line: NumberedLine) -> bool:
        """Return whether the reader has read a Sudoku on a line."""
        return any(entry.line == line[0] for entry in self._good)

    def _may_be_left_out(self, line: NumberedLine) -> bool:
        """Return whether a line has too few signs for a Sudoku, and the reader reads none there."""
        parts = _RUN.findall(line[1]) if self._reader.has_columns else [line[1]]
        most = max((len(_SIGN.findall(part)) for part in parts), default=0)
        return not self._is_good(line) and most <= _FEW_SIGNS

    def _are_names_known(self, sudokus: "Sequence[FoundSudoku]") -> bool:
        """Return whether the reader finds the names of the Sudokus on their lines. It does not if
        it takes a key for the name, which is on another line.
        """
        if not self._file_head.is_whole or self._reader.has_columns:
            return True
        names = [entry.sudoku_name for entry in self._good]
        if self._file_head.content[0][1].strip() in (b"{", b"["):
            # The keys of JSON that has many lines are no names.
            pairs = zip(sudokus, names, strict=False)
            return all(sudoku.name in ("", name) for sudoku, name in pairs)
        return not any(
            name.isalnum() and len(sudoku.name.split()) > 1 and name not in sudoku.name
            for sudoku, name in zip(sudokus, names, strict=False)
        )


def _read(file_head: FileHead, lines: Sequence[NumberedLine]) -> "list[FoundSudoku]":
    """Return the Sudokus that the recogniser reads in lines of a file."""
    from ..recognition.recognise import read_lines
    from .recognised_text import make_choices

    texts = [decode_line_leniently(line) for _, line in lines]
    return read_lines(texts, make_choices(file_head)).sudokus


def _read_or_nothing(file_head: FileHead) -> "list[FoundSudoku]":
    """Return the Sudokus that the recogniser reads in a file that is its head; none if it refuses
    the file.
    """
    from ..recognition.meaning import RefusedTextError

    try:
        return _read(file_head, file_head.lines)
    except RefusedTextError:
        return []


def _is_part(sudokus: "Sequence[FoundSudoku]", grids: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the Sudokus that the recogniser has read are some of `grids`, in order."""
    rest = iter(grids)
    return all(sudoku.cells in rest for sudoku in sudokus)


def _are_same(sudokus: "Sequence[FoundSudoku]", grids: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the Sudokus that the recogniser has read are `grids`, apart from solutions of
    these grids.
    """
    found = [sudoku.cells for sudoku in sudokus]
    if len(found) > len(grids):
        from ..recognition.columns import completes

        found = [one for one in found if 0 in one or not any(completes([g], [one]) for g in grids)]
    return found == grids


def _are_certain(file_head: FileHead) -> bool:
    """Return whether each of the first lines is a Sudoku and nothing else, and their signs have
    only one meaning.
    """
    lines = [line for _, line in file_head.content]
    if file_head.size not in (None, 9) or not all(map(_CERTAIN.fullmatch, lines)):
        return False
    if len({len(line) for line in lines}) > 1:
        return False
    has_zeros = any(b"0" in line for line in lines)
    return not has_zeros or all(b"." not in line and line.count(b"0") != 9 for line in lines)
