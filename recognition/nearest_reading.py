"""The nearest reading of a text that the recogniser has refused: the smallest change of one line
with which the recogniser reads the text. The change shows which line has a fault, and which fault.
If the text has no fault, an option may be missing with which the recogniser reads it.

A row that may be wrong is replaced by a blank copy of the row beside it. So it does not matter how
the rows are written, or what is wrong with the row.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..base.messages import Message, quote
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from .alphabet import BLANK_SIGNS
from .cells import make_cell_count_message
from .damaged_rows import LONGEST_LINE, MOST_LINES, DamagedRow, DamagedRows
from .meaning import RefusedTextError
from .options import RecognitionOptions
from .recognise import FoundSudoku, read_lines
from .rules import breaks_rules
from .square import TOKEN, Square

_MOST_UNEXPLAINED = 30
"""A text in which more lines look like cells of no Sudoku has more than one fault."""
_MOST_CHARACTERS = 20_000
"""The most characters that the recogniser reads again for one refused text."""
_MOST_PLACES = 8
"""The most places at which each kind of change without evidence is tried."""
_MOST_ODD = 4
_SHARE_OF_ODD = 0.25
"""The most rows that may be unlike the rows near them: a number, or a share of all rows."""
_MOST_BESIDE = 4
"""The most Sudokus side by side in a text in which changes without evidence are tried."""
_MOST_LOST = 2
"""The most cells that a line of two rows may have too few or too many."""
_WHOLE_SIZES = (4, 6, 8, 9, 12, 16, 25)
"""The sizes of Sudokus of which a line without others near it may be a whole one."""
_LEAST_BLANKS = 16
"""The least number of blank cells in a text; their sign is the most frequent one."""
_BLANK = re.compile(r"[\W_]|[^\W\d_]{1,10}|0|[1-9][0-9]{1,2}")
_SEPARATORS = ",;|"
_FIELD = re.compile(r"[^\s,;|/&\"'\[\](){}]+")


class NearestFault(NamedTuple):
    """The fault because of which a text is not read: without it, the text would be a Sudoku.

    - `line`, `column`: the index of its line, and its column, from 1.
    - `message`: what is wrong.
    - `first`, `last`: the indices of the first and the last line of the Sudoku that has the fault.
    - `size`: the number of rows of this Sudoku.
    - `has_wrong_row`: whether the line is a row of this Sudoku that has a fault.
    - `is_row_missing`: whether this Sudoku has a row too few.
    """

    line: int
    column: int
    message: Message
    first: int
    last: int
    size: int
    has_wrong_row: bool = False
    is_row_missing: bool = False


class _Change(NamedTuple):
    """A change of a text: the line with the index `line` is replaced by `lines`; if no `row` is
    given, these are inserted before it. `kind` is one of the names below.
    """

    kind: str
    line: int
    lines: tuple[str, ...]
    row: DamagedRow | None = None


_ODD, _UNLIKE, _JOINED = "odd", "unlike", "joined"
"""The kinds of changes that replace a row: one that is unlike the rows near it, any other row, and
one that may be two rows.
"""
_MISSING, _TWICE, _EXTRA = "missing", "twice", "extra"
"""The kinds of changes of the number of rows: one is missing, is written twice, is one too many."""


class _Trial(NamedTuple):
    """A change with which the text is read, the Sudoku of the changed line, the row of this line
    there, from 1, and how many Sudokus of the text break the rules.
    """

    change: _Change
    sudoku: FoundSudoku
    row_number: int
    broken: int


def find_nearest_reading(
    texts: Sequence[str], options: RecognitionOptions, refusal: RefusedTextError
) -> NearestFault | None:
    """Return the fault of a text that the recogniser has refused with `refusal`. `texts` are its
    lines. Return None if no small change makes it readable.
    """
    start = 0
    if len(texts) > MOST_LINES:
        start = max(0, min(refusal.line - MOST_LINES // 2, len(texts) - MOST_LINES))
        texts = texts[start : start + MOST_LINES]
    has_long_line = any(len(text) > LONGEST_LINE for text in texts)
    if has_long_line or len(refusal.unexplained) > _MOST_UNEXPLAINED:
        return None
    search = _Search(texts, options, refusal.line - 1 - start, is_final=refusal.is_final)
    best = search.find_best_trial()
    if best is None:
        return None
    found = search.describe(best)
    return found._replace(
        line=found.line + start, first=found.first + start, last=found.last + start
    )


def find_nearest_reading_of_table(
    texts: Sequence[str], options: RecognitionOptions
) -> NearestFault | None:
    """Return the fault of the rows of a table, as lines of CSV, if its empty fields are blank
    cells. Return None if no small change makes it readable.
    """
    rows = {i: text.split(",") for i, text in enumerate(texts) if text and text[0] != "#"}
    if not rows or any('"' in text for text in texts):
        return None
    left = min(next((i for i, field in enumerate(row) if field), len(row)) for row in rows.values())
    width = max(map(len, rows.values()))
    if not any("" in row[left:] or len(row) < width for row in rows.values()):
        return None
    filled = [*texts]
    for number, row in rows.items():
        fields = [*row, *(width - len(row)) * [""]]
        filled[number] = ",".join(field or "." for field in fields[left:])
    try:
        read_lines(filled, options)
    except RefusedTextError as refusal:
        found = find_nearest_reading(filled, options, refusal)
        if found is not None and found.has_wrong_row and found.line in rows:
            field = left + filled[found.line].count(",", 0, found.column - 1)
            before = rows[found.line][:field]
            return found._replace(column=sum(map(len, before)) + len(before) + 1)
    return None


class _Search:
    """The search for the change with which a text is read."""

    def __init__(
        self, texts: Sequence[str], options: RecognitionOptions, refused: int, *, is_final: bool
    ) -> None:
        """Find the rows of a text. `refused` is the index of the line that the recogniser has
        refused; -1 if it has refused the text as a whole. If its refusal `is_final`, only lines
        that show a fault are changed.
        """
        self._found = DamagedRows(texts)
        self._texts, self._rows = self._found.texts, self._found.rows
        self._options, self._refused, self._is_final = options, refused, is_final
        self._left = _MOST_CHARACTERS
        self._length = sum(map(len, texts)) + len(texts)

    def find_best_trial(self) -> _Trial | None:
        """Return the change with which the text is read, and with which the fewest Sudokus break
        the rules. Return None if there is no such change.
        """
        best: _Trial | None = None
        steps = [self._list_odd_rows(), self._list_counts(), self._list_others()]
        for changes in steps[:2] if self._is_final else steps:
            for change in changes:
                trial = self._try(change)
                if trial is not None and (best is None or trial.broken < best.broken):
                    best = trial
                    if not best.broken or change.kind in (_ODD, _JOINED, _TWICE):
                        return best
            if best is not None:
                return best
        return None

    def _try(self, change: _Change) -> _Trial | None:
        """Return the result of a change; None if the text is not read with it."""
        self._left -= self._length
        if self._left < 0:
            return None
        texts = [*self._texts]
        texts[change.line : change.line + (change.row is not None)] = change.lines
        try:
            sudokus = read_lines(texts, self._options).sudokus
        except RefusedTextError:
            return None
        last = change.line + max(len(change.lines) - 1, 0)
        for sudoku in sudokus:
            square = sudoku.square
            if square.first_line <= last and change.line <= square.last_line:
                lines = [span.line for span in square.spans]
                if not _is_likely(change, square):
                    return None
                row = next((i for i, line in enumerate(lines, 1) if line >= change.line), 1)
                broken = sum(breaks_rules(one.cells, one.box) for one in sudokus)
                return _Trial(change, sudoku, row, broken)
        return None

    def _list_odd_rows(self) -> Iterator[_Change]:
        """Yield a change for each row that is unlike the rows near it. A text in which most rows
        are has no Sudoku with one fault.
        """
        odd = list[tuple[int, DamagedRow, int | None]]()
        for number, row in enumerate(self._rows):
            expected = self._found.find_expected_count(number)
            if expected is None or self._has_fault(row, expected):
                odd.append((number, row, expected))
        if len(odd) > max(_MOST_ODD, _SHARE_OF_ODD * len(self._rows)):
            return
        for number, row, expected in odd:
            count = len(row.cells)
            if expected is None:
                size = next((n for n in _WHOLE_SIZES if abs(n * n - count) < 2), None)
                if size is not None and self._has_fault(row, size**2):
                    text = self._found.repair_whole_sudoku(row, size)
                    yield _Change(_ODD, row.line, (text,), row)
                continue
            blank = self._found.make_blank_line(number, expected)
            below = self._found.make_blank_line(number, expected, is_next=True)
            if blank is not None and below is not None:
                if abs(2 * expected - count) <= _MOST_LOST:
                    yield _Change(_JOINED, row.line, (blank, below), row)
                yield _Change(_ODD, row.line, (blank,), row)

    def _has_fault(self, row: DamagedRow, expected: int) -> bool:
        """Return whether the number of cells of a row is not `expected`, or a cell has a text that
        is neither a digit of such a Sudoku nor a sign for blank.
        """
        size = self._found.find_size(expected)
        has_foreign_cell = self._found.find_foreign_cell(row, size) is not None
        return len(row.cells) != expected or has_foreign_cell

    def _list_counts(self) -> Iterator[_Change]:
        """Yield changes of the number of rows: those that are the same as the row above, and those
        in blocks of lines that have a row too few or too many.
        """
        rows = self._rows
        same = [
            after
            for before, after in pairwise(rows)
            if before.core == after.core and any(map(str.isdigit, after.core))
        ]
        if len(same) <= 2:
            for row in same:
                yield _Change(_TWICE, row.line, (), row)
        blocks = self._list_blocks()
        sizes = Counter(map(len, blocks))
        usual = max(sizes, key=lambda size: sizes[size], default=0)
        for block in blocks:
            if len(block) == usual - 1:
                yield from self._list_missing(block[-1:])
            elif len(block) == usual + 1:
                yield from self._list_extra(block[-1:])

    def _list_blocks(self) -> list[list[int]]:
        """Return the indices of the rows in each part of the text without other lines than rows."""
        blocks = list[list[int]]()
        for number, row in enumerate(self._rows):
            if not number or row.line > self._rows[number - 1].line + 1:
                blocks.append([])
            blocks[-1].append(number)
        return blocks

    def _list_others(self) -> Iterator[_Change]:
        """Yield changes at the rows that are nearest to the refused line: a row is missing, one too
        many, or wrong.
        """
        rows, refused = self._rows, self._refused
        order = sorted(range(len(rows)), key=lambda i: (abs(rows[i].line - refused), i))
        nearest = [i for i in order[:_MOST_PLACES] if self._may_be_in_sudoku(i)]
        yield from self._list_missing(nearest)
        yield from self._list_extra(nearest)
        for number in nearest:
            if blank := self._make_blank_line(number):
                yield _Change(_UNLIKE, rows[number].line, (blank,), rows[number])

    def _may_be_in_sudoku(self, number: int) -> bool:
        """Return whether a row may belong to a Sudoku, or to several side by side: enough rows near
        it have as many cells.
        """
        count = self._found.find_expected_count(number) or 0
        sizes = (count // beside for beside in range(1, _MOST_BESIDE + 1) if count % beside == 0)
        usual = [n for n in sizes if n >= SMALLEST_AS_TEXT and BoxShape.for_size(n).height > 1]
        if not usual:
            return False
        near = self._rows[max(0, number - usual[0]) : number + usual[0]]
        return sum(abs(len(row.cells) - count) < _MOST_LOST for row in near) >= min(usual) - 2

    def _list_missing(self, numbers: Sequence[int]) -> Iterator[_Change]:
        """Yield for each of some rows the change that inserts a blank row after it."""
        for number in numbers:
            if blank := self._make_blank_line(number, is_next=True):
                yield _Change(_MISSING, self._rows[number].line + 1, (blank,))

    def _list_extra(self, numbers: Sequence[int]) -> Iterator[_Change]:
        """Yield for each of some rows the change that leaves it out."""
        for number in numbers:
            yield _Change(_EXTRA, self._rows[number].line, (), self._rows[number])

    def _make_blank_line(self, number: int, *, is_next: bool = False) -> str | None:
        """Return a line of blank cells that is written like a row, or like the next one if
        `is_next`. Return None if no row near it shows how many cells it should have.
        """
        expected = self._found.find_expected_count(number)
        if expected is None:
            return None
        return self._found.make_blank_line(number, expected, is_next=is_next)

    def describe(self, trial: _Trial) -> NearestFault:
        """Return the fault that a change has mended."""
        change, square = trial.change, trial.sudoku.square
        added = len(change.lines) - (change.row is not None)
        first, last, size = square.first_line, square.last_line - added, square.size
        if change.kind in (_MISSING, _EXTRA) or change.row is None:
            # A row that is inserted or left out above the first row is no line of the Sudoku.
            first = min(first, change.line) if change.kind == _EXTRA else first
            is_missing = change.kind == _MISSING
            first += is_missing and first == change.line
            message = _describe_row_count(size, is_missing=is_missing)
            return NearestFault(first, 1, message, first, last, size, is_row_missing=is_missing)
        column, message = self._describe_row(change, trial)
        is_wrong = change.kind in (_ODD, _UNLIKE)
        return NearestFault(change.line, column, message, first, last, size, is_wrong)

    def _count_expected_cells(self, row: DamagedRow, square: Square) -> int:
        """Return how many cells a row of a Sudoku, or of several side by side, should have."""
        size = square.size
        if len(square.spans) == 1:
            return size**2
        near = self._found.find_expected_count(self._rows.index(row)) or size
        return near if near % size == 0 else size

    def _describe_row(self, change: _Change, trial: _Trial) -> tuple[int, Message]:
        """Return the column of the fault of a row, from 1, and what is wrong with it."""
        row, square = change.row, trial.sudoku.square
        assert row is not None
        size, count = square.size, len(row.cells)
        is_whole = len(square.spans) == 1
        expected = self._count_expected_cells(row, square)
        if change.kind == _TWICE:
            message = Message(
                "this row is written twice: a {size}×{size} Sudoku has {size} rows", size=size
            )
            return 1, message
        if change.kind == _JOINED:
            message = Message(
                "found {count} cells: this line has two rows of a {size}×{size} Sudoku; is a line "
                "end missing?",
                count=count,
                size=size,
            )
            return row.cells[count // 2][0] + 1, message
        if count == expected:
            return self._describe_sign(row, size)
        column = row.end if count < expected else row.cells[expected][0]
        if is_whole:
            return column + 1, make_cell_count_message(count, size)
        return column + 1, _describe_cell_count(count, expected, trial.row_number, size)

    def _describe_sign(self, row: DamagedRow, size: int) -> tuple[int, Message]:
        """Return the column of the fault of a row that has the right number of cells, from 1, and
        what is wrong with it.
        """
        foreign = self._found.find_foreign_cell(row, size)
        if foreign is None:
            message = Message(
                "this line is not written like the other rows of a {size}×{size} Sudoku", size=size
            )
            return 1, message
        message = Message(
            "expected {expected}, found {found}",
            expected=Message("a digit 0-{size}", size=size),
            found=quote(foreign[1]),
        )
        return foreign[0] + 1, message


def _is_likely(change: _Change, square: Square) -> bool:
    """Return whether a change may be the fault of the Sudoku that a text has with it: if the
    Sudoku is on one line, this line has nearly as many cells.
    """
    if len(square.spans) == square.size:
        return True
    count = len(change.row.cells) if change.row else 0
    return change.kind == _ODD and abs(count - len(square.tokens)) <= _MOST_LOST


def _describe_row_count(size: int, *, is_missing: bool) -> Message:
    """Return the message about a Sudoku of `size` rows that has one too few or too many."""
    if is_missing:
        return Message(
            "found {count} rows of a {size}×{size} Sudoku from here on; is one missing?",
            count=size - 1,
            size=size,
        )
    return Message(
        "found {count} rows of a {size}×{size} Sudoku from here on; is one too many?",
        count=size + 1,
        size=size,
    )


def _describe_cell_count(count: int, expected: int, row_number: int, size: int) -> Message:
    """Return the message about a row of `count` cells that should have `expected` cells."""
    message = Message("found {count} cells: row {row} of this {size}×{size} Sudoku has {cells}")
    if count == expected - 1:
        message = Message(
            "found {count} cells: row {row} of this {size}×{size} Sudoku has {cells}; is one "
            "missing?"
        )
    elif count == expected + 1:
        message = Message(
            "found {count} cells: row {row} of this {size}×{size} Sudoku has {cells}; is one too "
            "many?"
        )
    return message.with_values(count=count, row=row_number, size=size, cells=expected)


def find_accepting_option(texts: Sequence[str], options: RecognitionOptions) -> str | None:
    """Return an option, such as `--offset 1`, with which the recogniser reads the refused lines of
    a text. Return None if there is none, or if the text is long.
    """
    if len(texts) > MOST_LINES or any(len(text) > LONGEST_LINE for text in texts):
        return None
    for option, lines, choices in _list_options(texts, options):
        try:
            sudokus = read_lines(lines, choices).sudokus
        except RefusedTextError:
            continue
        if any(any(sudoku.cells) for sudoku in sudokus):
            return option
    return None


def _list_options(
    texts: Sequence[str], options: RecognitionOptions
) -> Iterator[tuple[str, Sequence[str], RecognitionOptions]]:
    """Yield options, each with the lines and the choices that the recogniser gets with it."""
    signs = Counter(sign for text in texts for sign in _FIELD.findall(text))
    glued = Counter(sign for text in texts for sign in text if not sign.isspace())
    if options.offset:
        yield "--offset 0", texts, options._replace(offset=0)
    if not options.offset and signs["1"] > max(signs["2"], signs["0"]):
        yield "--offset 1", texts, options._replace(offset=1)
    if options.blank is None:
        for counts in (signs, glued):
            cells = [one for one in counts.most_common() if one[0] not in _SEPARATORS]
            sign, count = cells[0] if cells else ("", 0)
            if count >= _LEAST_BLANKS and _BLANK.fullmatch(sign):
                yield from _list_blank_options(texts, options, sign)
    if options.box is None:
        rows = Counter(len(row.cells) for row in DamagedRows(texts).rows)
        for size, count in rows.most_common(1):
            shape = BoxShape.for_size(size) if size <= options.max_size else None
            if shape is not None and shape.height == 1 and count >= size:
                yield f"--box {shape}", texts, options._replace(box=shape)


def _list_blank_options(
    texts: Sequence[str], options: RecognitionOptions, sign: str
) -> Iterator[tuple[str, Sequence[str], RecognitionOptions]]:
    """Yield the option that makes a sign, or a word, the sign for a blank cell."""
    option = f"--blank {shlex.quote(sign)}"
    if TOKEN.fullmatch(sign):
        if sign not in BLANK_SIGNS or "0" in "".join(texts):
            yield option, texts, options._replace(blank=sign)
        return
    pattern = re.escape(sign)
    pattern = rf"(?<![^\W_]){pattern}(?![^\W_])" if sign.isalnum() else pattern
    yield option, [re.sub(pattern, ".", text) for text in texts], options._replace(blank=".")
