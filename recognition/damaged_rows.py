"""The lines of a refused text as rows of cells, also if a row has a fault: too many cells or too
few, or a sign that is no cell.

The forms of the recogniser accept only rows without a fault. Here a row is the part of a line that
has most signs of cells, and the rows near it show how many cells it should have.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from ..sudoku.grid import DIGITS, LETTERS, SMALLEST_AS_TEXT
from .alphabet import BLANK_SIGNS
from .square import TOKEN
from .text_lines import make_text_lines, without_axes

MOST_LINES, LONGEST_LINE = 120, 1000
"""The most lines of a refused text in which a fault or an option is searched for, and the most
characters of each of them.
"""
_LEAST_CELLS = 3
_NEAR = 4
"""The number of rows above and below a row that show how many cells it should have."""
_RUN = re.compile(
    r"null|None|nil|NaN|nan|NULL|(?<!\w)(?=[a-z]*[0-9])[0-9A-Za-z._*?-]{10,}(?!\w)"
    r"|(?<![a-z])\+?[0-9A-Zx._*?#-]+(?![a-z])"
    r"|(?<![A-Za-z])[a-z](?![A-Za-z])"
)
"""Cells without anything between them."""
_BETWEEN = re.compile(r"[ \t,;|/&\"'+]*")
_WITH_FOREIGN = re.compile(r"[ \t,;|]{0,3}[^\w\s\[\](){}:=][ \t,;|]{0,3}")
"""The separators between two cells, and the same with a sign that is no cell."""
_WORD = re.compile(r"[^\s,;|/&\"']+")
_SIGN = re.compile(r"\+?[^\s,;|/&\"'+]")
_LABEL = re.compile(r"(\s*)([0-9]{1,2}|[A-HJ-Z])([^\w]*)")
_PROSE = re.compile(r"[^\W\d_]{2,}\b[^=\[({]*\b[^\W\d_]{2,}")
_LEAST_IN_PROSE = 16
"""A line with several words is a row only if it has at least this number of cells."""
_OPENING = re.compile(r"[\w=\[({:\"']")
_CLOSING = re.compile(r"[\])};\"']")
_LEAST_LETTERS = 3
"""A text with fewer different letters in its cells has no letters as digits."""
_SHARE_OF_WORDS = 0.9


class DamagedRow(NamedTuple):
    """A line that may be a row of a Sudoku, or a whole one: its index, the text before the cells,
    the text with the cells, the text after them, and for each cell its index on the line and its
    text.
    """

    line: int
    prefix: str
    core: str
    suffix: str
    cells: Sequence[tuple[int, str]]

    def write_core(self, sign: str, first: str = "") -> str:
        """Return the text with the cells, with `sign` as each cell, and `first`, if it is not
        empty, as the first.
        """
        text, start, pieces = self.prefix + self.core, len(self.prefix), list[str]()
        for at, token in self.cells:
            pieces += text[start:at], (first if first and not pieces else sign).rjust(len(token))
            start = at + len(token)
        return "".join([*pieces, text[start:]])

    @property
    def end(self) -> int:
        """The index after the last cell."""
        return len(self.prefix) + len(self.core)


class DamagedRows:
    """The rows of a text.

    - `texts`: the lines of the text.
    - `rows`: the lines that may be rows.
    - `blank`: the most frequent sign for a blank cell; 0 or a full stop if the text has none.
    - `has_words`: whether each word is a cell; otherwise each sign is a cell.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        """Find the rows in the lines of a text."""
        lines = make_text_lines(texts)
        self.texts, self._shown = texts, [line.text for line in lines]
        plain = without_axes(lines) or lines
        cores = dict[int, tuple[int, int]]()
        for number, line in enumerate(plain):
            if not (line.is_blank or line.is_rule) and (core := _find_core(line.text)):
                cores[number] = core
        self.has_words = _are_words_cells([plain[i].text[a:b] for i, (a, b) in cores.items()])
        rows = [self._make_row(number, *core) for number, core in cores.items()]
        self.rows = [row for row in rows if _is_row(row)]
        self._counts = [len(row.cells) for row in self.rows]
        self._tokens = tokens = Counter(token for row in self.rows for _, token in row.cells)
        signs = BLANK_SIGNS | {"0"}
        # In a grid without blank cells, 0 is blank unless letters are digits.
        usual = "0" if all(map(str.isdigit, tokens)) else "."
        known = [usual, *(token for token in tokens if token in signs)]
        self.blank = max(known, key=lambda sign: tokens[sign])
        letters = {token for token in tokens if token.isalpha() and token not in signs}
        self._has_letters = len(letters) >= _LEAST_LETTERS

    def _make_row(self, line: int, start: int, end: int) -> DamagedRow:
        text, pattern = self._shown[line], _WORD if self.has_words else _SIGN
        cells = [(match.start(), match[0]) for match in pattern.finditer(text, start, end)]
        return DamagedRow(line, text[:start], text[start:end], text[end:], cells)

    def find_expected_count(self, number: int) -> int | None:
        """Return how many cells the row with the index `number` should have, as most of the rows
        near it; None if there are too few.
        """
        votes, weights = Counter[int](), Counter[int]()
        for distance in range(1, _NEAR + 1):
            for other in (number - distance, number + distance):
                if 0 <= other < len(self._counts):
                    votes[self._counts[other]] += 1
                    weights[self._counts[other]] += _NEAR // distance
        count = max(weights, key=lambda one: weights[one], default=0)
        return count if votes[count] > 1 and count >= SMALLEST_AS_TEXT else None

    def find_size(self, count: int) -> int:
        """Return the number of rows of a Sudoku of which a row, or the whole Sudoku, has `count`
        cells.
        """
        side = isqrt(count)
        is_whole = side**2 == count and side >= SMALLEST_AS_TEXT
        return side if is_whole and self._counts.count(count) < count else count

    def find_foreign_cell(self, row: DamagedRow, size: int) -> tuple[int, str] | None:
        """Return the index on the line, and the text, of the first cell of a row that has no
        meaning in a Sudoku with `size` rows; None if there is none.
        """
        for start, token in row.cells:
            if not TOKEN.fullmatch(token):
                return start, token
            if token.isdigit() and int(token) > size:
                return start, token
            is_rare = self._tokens[token] < _LEAST_LETTERS
            if token in BLANK_SIGNS and token != self.blank and is_rare:
                return start, token
            if len(token) == 1 and token.isalpha() and token not in BLANK_SIGNS:
                value = (DIGITS if size > 9 else LETTERS).find(token.upper())
                is_digit = self._has_letters and value < size + (size > 9)
                if not is_digit and is_rare:
                    return start, token
        return None

    def make_blank_line(self, number: int, count: int, *, is_next: bool = False) -> str | None:
        """Return a line with `count` blank cells that is written like a row near the row with the
        index `number`; None if there is no such row. It keeps the label and the signs of a program
        that are before and after the cells of the row itself. If `is_next`, it has the next label.
        """
        row = self.rows[number]
        near = [
            self.rows[j]
            for i in range(1, _NEAR + 1)
            for j in (number + i, number - i)
            if 0 <= j < len(self.rows) and self._counts[j] == count
        ]
        near.sort(key=lambda one: one.prefix != row.prefix)
        if not near:
            return None
        model = next((one for one in near if self.find_foreign_cell(one, count) is None), near[0])
        prefix, suffix = model.prefix, model.suffix
        if _OPENING.search(row.prefix):
            prefix = _increase_label(row.prefix) if is_next else row.prefix
        if _CLOSING.search(row.suffix + model.suffix):
            suffix = row.suffix
        blank_core = model.write_core(self.blank)
        if make_text_lines([prefix + blank_core + suffix])[0].is_rule:
            blank_core = model.write_core(self.blank, first="1")  # dashes would be a drawn line
        return prefix + blank_core + suffix

    def repair_whole_sudoku(self, row: DamagedRow, size: int) -> str:
        """Return the line of a row that has all cells of a Sudoku with `size` rows, or a cell too
        few or too many, without its fault.
        """
        foreign = self.find_foreign_cell(row, size)
        cells = [
            self.blank if foreign is not None and start == foreign[0] else token
            for start, token in row.cells
        ]
        if len(cells) > size**2:
            twice = next((i for i in range(1, len(cells)) if cells[i] == cells[i - 1]), -1)
            del cells[twice]
        elif len(cells) < size**2:
            cells.append(self.blank)
        between = _find_separator(row) if self.has_words else ""
        return row.prefix + between.join(cells) + row.suffix


def _is_row(row: DamagedRow) -> bool:
    """Return whether a line may be a row of a Sudoku, and is not a sentence with some numbers."""
    is_prose = _PROSE.search(f"{row.prefix} {row.suffix}") is not None
    return len(row.cells) >= (_LEAST_IN_PROSE if is_prose else _LEAST_CELLS)


def _increase_label(prefix: str) -> str:
    """Return the text before the cells of a row with the label of the next row, such as 6 for 5."""
    label = _LABEL.fullmatch(prefix)
    if label is None:
        return prefix
    name = str(int(label[2]) + 1) if label[2].isdigit() else chr(ord(label[2]) + 1)
    return label[1] + name + label[3]


def _find_core(text: str) -> tuple[int, int] | None:
    """Return the start and the end of the part of a line that has cells; None if there is none."""
    parts = list[tuple[int, int, int]]()  # start, end, and number of signs
    for match in _RUN.finditer(text):
        start, end = match.span()
        first, last, count = parts[-1] if parts else (0, 0, 0)
        is_near = parts and _BETWEEN.fullmatch(text, last, start)
        if is_near or (count > 1 and _WITH_FOREIGN.fullmatch(text, last, start)):
            parts[-1] = first, end, count + end - start
        else:
            parts.append((start, end, end - start))
    start, end, count = max(parts, key=lambda part: part[2], default=(0, 0, 0))
    is_end_of_sentence = text[end - 1 :].strip() in ("?", ".") and re.search("[a-z]{3}", text)
    if is_end_of_sentence and text.count(text[end - 1], start, end) == 1:
        end -= 1
    return (start, end) if count >= _LEAST_CELLS else None


def _are_words_cells(cores: Sequence[str]) -> bool:
    """Return whether each word is a cell in a text with these parts of lines; otherwise each sign
    is a cell.
    """
    words = [_WORD.findall(core) for core in cores]
    counts = Counter(len(some) for some in words if len(some) >= SMALLEST_AS_TEXT)
    if not counts:
        return False
    most = counts.most_common(1)[0][0]
    every = [word for some in words if abs(len(some) - most) < 2 for word in some]
    good = sum(
        TOKEN.fullmatch(word) is not None
        and (len(word) < 2 or not word.isdigit() or int(word) <= most)
        for word in every
    )
    return good >= _SHARE_OF_WORDS * len(every)


def _find_separator(row: DamagedRow) -> str:
    """Return the text between most cells of a row."""
    text = row.prefix + row.core
    found = Counter(
        text[start + len(token) : after] for (start, token), (after, _) in pairwise(row.cells)
    )
    return found.most_common(1)[0][0]
