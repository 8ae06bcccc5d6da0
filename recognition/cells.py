"""Reading of a line of text as a row of a Sudoku: splitting it into cells and vertical bars, and
finding the digit that each cell means.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message, quote, shorten_and_escape
from ..sudoku.grid import DIGITS, LETTERS, SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape

WHITE = " \t"
_EDGE = "|+*.:'`,"
"""The characters at the ends and crossings of a rule, a horizontal line drawn between rows."""
HEAVY_DASHES, HEAVY_BARS = "═━", "║┃"
"""The signs of double and thick lines, which are drawn around boxes."""
_RULE = re.compile(rf"[ \t]*[{_EDGE}]?[-=~]+([{_EDGE}]+[-=~]+)*[{_EDGE}]?[ \t]*")
_SPACED_RULE = re.compile(r"[ \t]*-{2,}([ \t]+[|+][ \t]+-{2,})+[ \t]*")
_SEPARATED_CELL = re.compile(r"[^ \t,;/]+|(?<=[,;])(?=[ \t]*[,;])")
"""A text between white space, commas, semicolons and slashes.

Between two commas the text is empty; it is refused later.
"""
_CELLS = frozenset("0123456789._*xX-")
_WORD = re.compile(r"[^\W\d_]{2}")
BRACKETS = dict.fromkeys("[](){}\"'", " ")
_BRACKETS_AS_SPACES = str.maketrans(BRACKETS)
_DRAWN = str.maketrans(
    {chr(code): "-" for code in range(0x2500, 0x2580)}
    | dict.fromkeys("│┃║╎╏┆┇┊┋", "|")
    | dict.fromkeys("┼╋╬╪╫┿╂", "+")
)

Cells = list[tuple[int, str]]
"""The cells on a line: for each cell its column, from 1, and its text."""

_OTHER_BLANKS = "·•∙⋅・･?□▢☐◻▫"
_OTHER_DASHES = "‐‑‒–—―−"  # noqa: RUF001 - that is what they are
_PLAIN = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
    | dict.fromkeys(_OTHER_BLANKS, ".")
    | dict.fromkeys(_OTHER_DASHES, "-")
    | {"\uff1f": "."}
)
_GREETING = (  # compiled when it is first needed, because this takes long
    r"(?:hallo|hello|hi|hey|moin|servus|gr(?:ü|ue)(?:ß|ss) gott"
    r"|guten (?:tag|morgen|abend)|good (?:morning|afternoon|evening))"
    r"(?:[ \t]*[,!.:;–—-]*|(?:,?[ \t]+[^\W\d][\w.'-]*){1,5}[ \t]*[,!:;–—-]+)"
    r"|(?:dear|liebe[rs]?|sehr geehrte[rs]?)(?:[ \t]+[^\W\d][\w.'&/-]*){1,8}[ \t]*[,!:]"
)
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)+")
"""The marks that a mail puts before each quoted line."""


def replace_unusual_characters_by_ascii(text: str) -> str:
    r"""Return a line of text in which unusual characters for digits, blank cells and dashes are
    replaced by ASCII characters, such as full-width digits. The marks `>` that a mail puts before a
    quoted line become spaces, so that the line keeps its length. A line that has only such marks
    and white space becomes an empty text.

    >>> replace_unusual_characters_by_ascii("> \uff15\xb7\u25a1 \u2014 ?")
    '  5.. - .'
    """
    if not text.isascii() or "?" in text:
        text = text.translate(_PLAIN)
    if ">" in text and (mark := _QUOTED.match(text)):
        rest = text[mark.end() :]
        return " " * mark.end() + rest if rest.strip() else ""
    return text


def strip_mail_quotes(text: str) -> str:
    """Return a line of text without the `>` that mails put before each quoted line."""
    return text[mark.end() :] if (mark := _QUOTED.match(text)) else text


class ParsedRow(NamedTuple):
    """A row of a Sudoku that was read from a line of text: the number of the line, the cells, and
    the vertical bars between them. `separated` is whether there is white space, a comma or a
    similar character between the cells.
    """

    line: int
    cells: Cells
    separated: bool
    bars: list[tuple[int, int]]
    """The position of each `|` in the row: its column, from 1, and the number of cells before
    it.
    """
    end: int
    """The column after the last character that is not white space, from 1."""
    text: str
    """The line itself."""
    gap: int = 0
    """The number of the last blank line after the previous row, 0 if there is none."""
    rule: int = 0
    """The number of the last line after the previous row that only draws a border, such as
    `---+---`; 0 if there is no such line."""
    title: str = ""
    """The last line of words after the previous row, empty if there is none."""


def replace_box_drawing(line: str) -> str:
    """Return a line of text in which box-drawing characters such as │ ─ ┼ are replaced by `|`, `-`
    and `+`.
    """
    return line if line.isascii() else line.translate(_DRAWN)


def is_drawn_line(line: str) -> bool:
    """Return whether a line of text is a horizontal line drawn between rows of cells.

    >>> [is_drawn_line(one) for one in ("---+---", "*-----*", "|---+---|", ".--.--.", "-1-", "..")]
    [True, True, True, True, False, False]
    """
    drawn = replace_box_drawing(line)
    return bool(_RULE.fullmatch(drawn) or _SPACED_RULE.fullmatch(drawn))


def parse_row(line_number: int, line: str, box: BoxShape | None = None) -> ParsedRow:
    """Split a line of a file into the cells of a row and the vertical bars between them. If the
    line has separators, each text between two separators is a cell; otherwise each character is a
    cell. `line_number` is the number of the line, and `box` is the shape of the boxes, None if the
    shape is not known.

    A comma, a semicolon and a slash are separators. White space is a separator if it is between two
    texts that no bar separates. If boxes are one column wide, a bar is a separator. If a line has
    as many texts as each text has characters, the line is a whole grid, and each character is a
    cell. Brackets, quotes, and a comment that begins with # after white space are ignored.
    """
    shown = replace_box_drawing(line).translate(_BRACKETS_AS_SPACES)
    shown = re.split(r"(?<=[ \t])#", shown, maxsplit=1)[0].rstrip(WHITE)
    # In a list in source code, each row ends with a comma.
    shown = shown[:-1].rstrip(WHITE) if shown.endswith((",", ";")) else shown
    cells, bars = Cells(), list[tuple[int, int]]()
    separated = (
        any(len(_SEPARATED_CELL.findall(part)) > 1 for part in shown.split("|"))
        or any(sign in shown for sign in ",;/")
        or (box is not None and box.width == 1 and "|" in shown)
    )
    column = 0
    for text in re.split(r"(\|)", shown):
        if text == "|":
            bars.append((column + 1, len(cells)))
        elif separated:
            found = _SEPARATED_CELL.finditer(text)
            cells += [(column + cell.start() + 1, cell[0]) for cell in found]
        else:
            cells += [(column + i, char) for i, char in enumerate(text, 1) if char not in WHITE]
        column += len(text)
    size = len(cells)
    if separated and size >= SMALLEST_AS_TEXT and all(len(text) == size for _, text in cells):
        cells = [(start + i, char) for start, text in cells for i, char in enumerate(text)]
        separated = False
    return ParsedRow(line_number, cells, separated, bars, len(shown) + 1, line)


def has_word(line: str) -> bool:
    """Return whether a line of text contains a word, that is, two letters next to each other."""
    return bool(_WORD.search(line))


def is_title(line: str, row: ParsedRow, size: int | None) -> bool:
    """Return whether a line of text is a title, such as `Grid 01` or `[Puzzle]`, and not a row of a
    Sudoku's cells.

    `row` has the parsed cells of the line. `size` is the number of cells in a row, None if it is
    not known yet.
    """
    if not has_word(line) or not line.isprintable():
        return False
    plain = sum(1 for _, text in row.cells if set(text) <= _CELLS)
    if plain == len(row.cells) or (len(row.cells) == size and (2 * plain >= size or size > 9)):
        return False
    if size is None and not row.separated and len(row.cells) > 9:
        # In large grids, letters are digits: all of them upper case or all of them lower case.
        chars = {char for _, char in row.cells} - {"x", "X"}
        are_cells = all(char.isascii() and (char.isalnum() or char in _CELLS) for char in chars)
        return not are_cells or (any(map(str.islower, chars)) and any(map(str.isupper, chars)))
    return True


def is_greeting(line: str) -> bool:
    """Return whether the text `line`, a line above a Sudoku, is the greeting of a letter, such as
    `Hello Ann,`, and not the Sudoku's title.

    >>> [is_greeting(words) for words in ("Hallo,", "Dear Ms Lee:", "Hello – 1", "Dear Prudence")]
    [True, True, False, False]
    """
    return re.fullmatch(_GREETING, line, re.IGNORECASE) is not None


def make_row_length_error(source: str, row: ParsedRow, expected_cell_count: int) -> PairFileError:
    """Return the error for a row of a Sudoku that has more or fewer than `expected_cell_count`
    cells. `source` is the name of the file in the error.
    """
    expected = Message("{size} cells in the row", size=expected_cell_count)
    found = Message("{count} cells", count=len(row.cells))
    return make_unexpected_error(
        source, row.line, _find_column_after_cells(row, expected_cell_count), expected, found
    )


def make_one_line_sudoku_length_error(source: str, row: ParsedRow, size: int) -> PairFileError:
    """Return the error for a line that should contain a whole Sudoku of `size` × `size` cells but
    has another number of cells. `row` has the cells of the line, and `source` is the name of the
    file in the error.
    """
    count = len(row.cells)
    side = isqrt(count)
    message = make_cell_count_message(count, size)
    if side >= SMALLEST_AS_TEXT and side**2 == count:
        message = make_other_size_message(side, size)
    return PairFileError(source, row.line, _find_column_after_cells(row, size**2), message)


def _find_column_after_cells(row: ParsedRow, cell_count: int) -> int:
    """Return the position on the line, in characters from 1, of the cell that follows the first
    `cell_count` cells of a row. If the row has no more cells, return the position after the last
    character of the row.
    """
    return row.cells[cell_count][0] if len(row.cells) > cell_count else row.end


_BLANKS = frozenset(".0_*")
"""Signs for blank of which one grid may use several."""
_LONE_BLANKS = frozenset("xX-")
"""Signs that mean blank only if the grid has no other sign for blank."""
_NUMBER = re.compile(r"[0-9]+")
_UPPER = frozenset(LETTERS)


class CellReadingRules:
    """The rules by which texts in cells are read as digits, such as A as 10 in a 16×16 Sudoku. All
    grids of a file have the same size and share these rules.

    Grids of ten or more rows are written with several alphabets: the numbers 1-16, or the
    characters 1-G, 0-F or A-P. In such a grid, 0 is blank, with two exceptions. If the grid also
    has another sign for blank, 0 is the first digit. If the grid is complete, 0 is the first digit,
    too; a grid is complete if it has as many different texts as rows, and each text occurs once for
    each row. 0 has the same meaning in all grids of a file.

    In grids of at most nine rows, the caller decides what 0 means. If the caller does not know it,
    0 is blank, except in a grid that also has another sign for blank and lacks the largest digit:
    there it may be a digit, and is an error.

    >>> rules = CellReadingRules(2)
    >>> rules.read_values("<text>", [(1, 1, "1"), (1, 2, "."), (2, 1, "x"), (2, 2, "2")])
    Traceback (most recent call last):
        ...
    sudokopie.base.errors.PairFileError: <text>:2:1: expected a digit 0-2, found 'x'
    """

    def __init__(self, size: int, *, zero_is_digit: bool | None = None) -> None:
        """Create the reading rules for grids of `size` rows. `zero_is_digit` is whether 0 is the
        first digit in all grids of the file; None if it is not known.
        """
        self.size = size
        self.zero_is_digit = zero_is_digit

    def read_values(self, source: str, cells: Sequence[tuple[int, int, str]]) -> tuple[int, ...]:
        """Return the cells of a grid as numbers: the digits 1 to N, and 0 for blank, where N is the
        number of rows.

        `cells` has the line, column and text of each cell, and `source` is the name of the file in
        errors. Raises `PairFileError` at the first cell whose text has no meaning.
        """
        texts = [text for _, _, text in cells]
        known = self.map_cell_texts_to_digits(texts)
        try:
            return tuple([known[text] for text in texts])
        except KeyError:
            wrong = next(cell for cell in cells if cell[2] not in known)
            raise self._make_meaningless_cell_error(source, wrong, set(texts)) from None

    def map_cell_texts_to_digits(self, texts: Sequence[str]) -> dict[str, int]:
        """Return a dictionary with the digit that each text in the cells of a grid means, 0 for
        blank.

        `texts` are the texts of all cells of the grid. A text without a meaning is left out.

        >>> CellReadingRules(4).map_cell_texts_to_digits("1x4x")
        {'1': 1, '4': 4, 'x': 0}
        """
        found = dict.fromkeys(texts)
        known = {
            text: value
            for text in found
            if (value := _parse_digit_or_minus_one(text, self.size)) > 0
        }
        if self.size > 9:
            self._add_digits_meant_by_letters(known, set(found))
        blanks = {
            text
            for text in found
            if text in _BLANKS or _parse_digit_or_minus_one(text, self.size) == 0
        }
        lone = found.keys() & _LONE_BLANKS - known.keys()
        may_be_digit = self.size > 9 or self.zero_is_digit
        if len(lone) == 1 and not blanks - ({"0", "00"} if may_be_digit else set()):
            blanks |= lone
        zeros = {text for text in blanks if text.startswith("0")}
        if self.size > 9 and zeros:
            blanks = self._settle_zeros_in_values_and_get_blanks(texts, known, blanks, zeros)
        elif self.zero_is_digit:
            known = {text: value + 1 for text, value in known.items() if value < self.size}
            known.update(dict.fromkeys(zeros, 1))
            blanks -= zeros
        elif (
            self.zero_is_digit is None and len(blanks) > len(zeros) and str(self.size) not in found
        ):
            blanks -= zeros
        return known | dict.fromkeys(blanks, 0)

    def _add_digits_meant_by_letters(self, values: dict[str, int], texts: set[str]) -> None:
        """Add the digits that letters mean to `values`: A is 10, or 1 if the grid is written with
        letters alone. `texts` are all texts in the grid's cells.
        """
        if any(len(text) > 1 for text in texts):  # numbers
            return
        lower = texts & set(LETTERS.lower()) - {"x"}
        letters = LETTERS.lower() if lower and not texts & _UPPER - {"X"} else LETTERS
        used = [letters.index(text) for text in texts if text in letters]
        without_digits = not texts & set("123456789")
        last = max((i for i in used if letters[i] not in "xX"), default=-1)
        from_a = without_digits and 10 + last > self.size
        for i in used:
            value = i + (1 if from_a else 10)
            if value <= self.size:
                values[letters[i]] = value

    def _settle_zeros_in_values_and_get_blanks(
        self, texts: Sequence[str], values: dict[str, int], blanks: set[str], zeros: set[str]
    ) -> set[str]:
        """Decide whether 0 is a digit in a grid of ten or more cells a side, and return the texts
        that mean blank. `texts` are the texts of all cells, `blanks` the texts that may mean blank,
        and `zeros` those of them that are written with zeros (0 and 00).

        If 0 is blank, the result is `blanks`; otherwise it is `blanks` without `zeros`. If 0 is a
        digit, `values` is changed: 0 gets the value 1, and all other values increase by 1. If it is
        not certain whether 0 is a digit or blank, 0 gets no value, and reading it gives an error.
        """
        is_digit = len(blanks) > len(zeros)
        if not is_digit and len(texts) == self.size**2:
            counts = Counter(texts)
            is_digit = len(counts) == self.size and set(counts.values()) == {self.size}
        if self.zero_is_digit is None:
            self.zero_is_digit = is_digit
        in_doubt = is_digit and self.size in values.values()
        if in_doubt or is_digit != self.zero_is_digit:
            return blanks - zeros
        if not is_digit:
            return blanks
        for text, value in list(values.items()):
            values[text] = value + 1
        values.update(dict.fromkeys(zeros, 1))
        return blanks - zeros

    def _make_meaningless_cell_error(
        self, source: str, cell: tuple[int, int, str], texts: set[str]
    ) -> PairFileError:
        """Return the error for a cell whose text has no meaning. `cell` is its line, column and
        text, `texts` are the texts of all cells of the grid, and `source` is the name of the file.
        """
        line, column, text = cell
        size, found = self.size, quote(text) if text else Message("an empty field")
        if self.zero_is_digit and size <= 9:
            expected = Message("a digit 0-{size}", size=size - 1)
        elif _parse_digit_or_minus_one(text, size) == 0:
            expected = Message("one sign for blank, because 0 may be a digit here")
        elif len(text) > 1 and text == "".join(sorted(set(text) & set(DIGITS[1 : size + 1]))):
            expected = Message("a Sudoku")
            found = Message("pencil marks '{text}'", text=shorten_and_escape(text))
        elif size > 9 and any(len(other) > 1 and _NUMBER.fullmatch(other) for other in texts):
            expected = Message("a number from 0 to {size}", size=size)
        elif size > 9:
            letter = DIGITS[min(size, 35)]
            expected = Message("a digit 0-9 or a letter A-{letter}", letter=letter)
        else:
            expected = Message("a digit 0-{size}", size=size)
        return make_unexpected_error(source, line, column, expected, found)


def _parse_digit_or_minus_one(text: str, size: int) -> int:
    """Return the value of a cell's text if it is a number from 0 to `size`, such as "4" or "04";
    otherwise -1.
    """
    if len(text) <= len(str(size)) and _NUMBER.fullmatch(text) and int(text) <= size:
        return int(text)
    return -1


def is_digit_above(text: str, size: int) -> bool:
    """Return whether a cell's text is a digit greater than `size`. Such a cell can only belong to a
    grid of more than `size` cells a side.

    >>> [is_digit_above(text, 4) for text in (".", "4", "5", "16", "C", "p", "x")]
    [False, False, True, True, True, True, False]
    """
    if _NUMBER.fullmatch(text):
        return len(text) <= 9 and int(text) > size
    is_letter = len(text) == 1 and text.upper() in DIGITS and text not in _LONE_BLANKS
    return is_letter and DIGITS.index(text.upper()) > size


def may_be_cell(text: str, size: int) -> bool:
    """Return whether a text may be a cell of a grid with `size` rows: a sign for blank, a number up
    to `size`, or a letter that may be a digit.

    >>> [may_be_cell(text, 9) for text in ("7", ".", "10", "for", "e")]
    [True, True, False, False, False]
    """
    if text in _BLANKS or text in _LONE_BLANKS or _parse_digit_or_minus_one(text, size) >= 0:
        return True
    return len(text) == 1 and text.upper() in DIGITS and DIGITS.index(text.upper()) <= size


def are_numbers_of_table(texts: Iterable[str], size: int | None) -> bool:
    """Return whether the texts in the cells of rows are numbers that a Sudoku with `size` rows
    would not have: neither letters nor, as the largest number, `size` or the number before it.
    Signs for blank do not count. If `size` is None, any numbers will do.

    >>> [are_numbers_of_table(texts, 16) for texts in ("12.9", "12.G", ["1", "15"], ["1", "99"])]
    [True, False, False, True]
    """
    numbers = {text.lstrip("0") for text in texts} - _BLANKS - _LONE_BLANKS - {""}
    if not all(map(_NUMBER.fullmatch, numbers)):
        return False
    largest = max(numbers, key=lambda number: (len(number), number), default="")
    return largest != "" and (size is None or largest not in (str(size - 1), str(size)))


def make_almost_a_sudoku_message_or_none(cell_count: int) -> Message | None:
    """Return the message for a line of `cell_count` cells if a whole Sudoku has one cell more or
    one cell less, such as 80 or 82 for a 9×9 Sudoku. Return None for other numbers of cells.

    Only Sudokus whose boxes have at least two rows are considered. So 24 and 26 cells give None,
    because the boxes of a 5×5 Sudoku are single rows.

    >>> print(make_almost_a_sudoku_message_or_none(80))
    found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?
    """
    for cells in (cell_count + 1, cell_count - 1):
        size = isqrt(cells)
        if size >= SMALLEST_AS_TEXT and size**2 == cells and BoxShape.for_size(size).height > 1:
            return make_cell_count_message(cell_count, size)
    return None


def make_cell_count_message(cell_count: int, size: int) -> Message:
    """Return the message for a line of `cell_count` cells that should be a whole Sudoku of `size` ×
    `size` cells. If one cell is missing, or is too many, the message asks whether it is.
    """
    message = Message("found {count} cells on a line: a {size}×{size} Sudoku has {cells}")
    if cell_count == size**2 - 1:
        message = Message(
            "found {count} cells on a line: a {size}×{size} Sudoku has {cells}; is one missing?"
        )
    elif cell_count == size**2 + 1:
        message = Message(
            "found {count} cells on a line: a {size}×{size} Sudoku has {cells}; is one too many?"
        )
    return message.with_values(count=cell_count, size=size, cells=size**2)


def make_other_size_message(size: int, other_size: int) -> Message:
    """Return the message for a Sudoku of `size` × `size` cells in a file whose other Sudokus have
    `other_size` × `other_size` cells.
    """
    return Message(
        "this Sudoku is {size}×{size}, others in this file are {other}×{other}: beside them it is "
        "read only if it keeps the rules, and without --box",
        size=size,
        other=other_size,
    )
