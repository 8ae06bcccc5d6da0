"""Search for Sudokus on one line of text whose cells are written one after another with nothing
between them, such as the 81 characters of a 9×9 Sudoku. Such a sequence of characters is called a
cell run.

A cell run is the first sequence of exactly N·N characters, digits and one sign for blank, that has
other characters or nothing on both sides and is not a part of a larger grid. The line may contain
any other text if N is 9, 16 or 25; otherwise the cell run must be a whole line or field. This file
also reads lines that list the clues of a Sudoku.
"""

import re
from functools import cache
from math import isqrt
from typing import NamedTuple

from ..sudoku.grid import DIGITS, LETTERS, SMALLEST_AS_TEXT

_FREE_SIZES = (9, 16, 25)
"""The sizes, in cells a side, of grids that may be anywhere on a line, because a sequence of 81,
256 or 625 cells is hardly ever anything else.
"""

LONG_LINE = 1000
"""The length in bytes from which a line is first checked quickly for cells of a Sudoku."""
_ENOUGH_CELLS = rb"[0-9A-Za-z._*+-]{81}"
_FIELD = rb"[^,;\t\"]{%d,}" % SMALLEST_AS_TEXT**2
"""A field that is long enough for a grid. This and `_ENOUGH_CELLS` are compiled when they are
needed.
"""

_CELLS = frozenset(f"{DIGITS}{LETTERS.lower()}._*-".encode())
_CLUES = rb"[1-9],[1-9],[1-9](;[ ]?[1-9],[1-9],[1-9])*;?[ \t]*"
"""The pattern of a list of clues. It is compiled only if it is needed, because compiling it takes
as long as reading a pair of Sudokus.
"""


class GaplessSudokuSpan(NamedTuple):
    """The position on a line of text of a Sudoku whose cells are written with nothing between them.
    `start` is the index of its first byte, `end` the index after its last byte, and `size` the
    number of its rows.
    """

    start: int
    end: int
    size: int


def find_first_gapless_sudoku_span(
    line: bytes, size: int | None = None
) -> GaplessSudokuSpan | None:
    """Return the position of the first Sudoku on a line of text. Only Sudokus whose cells are
    written with nothing between them are found. Return None if the line has no such Sudoku, or if
    `size` is given and no such Sudoku has `size` rows.

    >>> find_first_gapless_sudoku_span(b"id,1234...1...2...3,easy")
    GaplessSudokuSpan(start=3, end=19, size=4)
    """
    for known in _FREE_SIZES if may_hold_gapless_sudoku(line) else ():
        if size not in (None, known) or len(line) < known**2:
            continue
        for match in make_gapless_sudoku_pattern(known).finditer(line):
            if (larger := find_larger_sudoku_span_around(line, *match.span())) is None:
                return GaplessSudokuSpan(*match.span(), known)
            if size is None:
                return larger
    return None if size in _FREE_SIZES else _find_first_unusual_size_sudoku_field_span(line, size)


def may_hold_gapless_sudoku(line: bytes) -> bool:
    """Return whether a line of text may contain a Sudoku of 9, 16 or 25 cells a side with nothing
    between its cells. If the line has fewer than 1000 bytes, the result is True. Otherwise it is
    True if the line contains 81 successive characters that can be cells.

    This quick test saves the slow search in most long lines.
    """
    return len(line) < LONG_LINE or re.search(_ENOUGH_CELLS, line) is not None


def _find_first_unusual_size_sudoku_field_span(
    line: bytes, size: int | None
) -> GaplessSudokuSpan | None:
    """Return the position of the first field of a line that is a whole Sudoku; None if no field is
    a Sudoku. A field is a text between commas, semicolons, tabs and quotation marks. If `size` is
    given, only Sudokus with `size` rows are found.

    Sudokus with 9, 16 or 25 rows are not found, because the caller has searched for them already.
    """
    for match in re.finditer(_FIELD, line):
        field = match[0].strip(b" ")
        one = isqrt(len(field))
        if one >= SMALLEST_AS_TEXT and one**2 == len(field) and size in (None, one):
            start = match.start() + match[0].index(field)
            if (
                one not in _FREE_SIZES
                and one < len(DIGITS)
                and make_gapless_sudoku_pattern(one).fullmatch(field)
            ):
                return GaplessSudokuSpan(start, start + len(field), one)
    return None


def find_larger_sudoku_span_around(line: bytes, start: int, end: int) -> GaplessSudokuSpan | None:
    """Return the position of the Sudoku that contains the bytes `start` to `end` - 1 of a line and
    further characters before or after them. Return None if there is no such larger Sudoku.

    A search for a small Sudoku can find a part of a larger Sudoku: 81 blanks between two letters
    look like a 9×9 Sudoku, but letters are digits in larger Sudokus.
    """
    first, last = start, end
    # The search ends after as many cells as the largest grid has, because a line may have a million
    # characters.
    most = len(DIGITS) ** 2
    while last < len(line) and line[last] in _CELLS and last - first < most:
        last += 1
    while first and line[first - 1] in _CELLS and last - first < most:
        first -= 1
    if (first, last) == (start, end):
        return None
    size = isqrt(last - first)
    if not 9 < size < len(DIGITS) or size**2 != last - first:
        return None
    return (
        GaplessSudokuSpan(first, last, size)
        if make_gapless_sudoku_pattern(size).fullmatch(line, first, last)
        else None
    )


@cache
def make_gapless_sudoku_pattern(size: int) -> re.Pattern[bytes]:
    """Return the regular expression of a Sudoku with `size` rows whose cells are written with
    nothing between them. If the Sudoku has at most nine rows, 0 means blank, and one of the signs
    `.`, `_` and `*` may mean blank in the same Sudoku.

    At each position in a line, a search with this expression reads at most about `size`²
    characters.
    """
    digits = DIGITS[1 : min(size, 9) + 1]
    # 0 is a digit in large grids; x and X mean blank only in grids without 0.
    if size < 10:
        kinds = [(f"0{digits}", sign) for sign in "._*"] + [(digits, sign) for sign in "xX-"]
    else:
        letters = ("A-Z", "a-z")
        kinds = [(f"0{digits}{cases}", sign) for cases in letters for sign in "._*-xX"]
    choices = [
        rf"(?<![{chars}{re.escape(sign)}])[{chars}{re.escape(sign)}]{{{size**2}}}"
        rf"(?![{chars}{re.escape(sign)}])"
        for chars, sign in kinds
    ]
    before = f"(?<![0{digits}])" if size < 10 else ""
    # HoDoKu writes + before a digit that is not a clue.
    cells = rf"[0{digits}.]"
    plus = rf"(?<![0{digits}.+])(?:\+?{cells}){{{size**2}}}(?!\+?{cells})"
    return re.compile(f"{before}(?:{'|'.join(choices)}|{plus})".encode())


@cache
def make_whole_sudoku_field_pattern(size: int) -> re.Pattern[bytes]:
    """Return the regular expression of a field of a table that is a whole Sudoku with `size` rows.
    If there is a delimiter before the field, or quotation marks around the field, they belong to
    the match.

    Very small and very large Sudokus are never written with nothing between their cells. For such a
    `size` the expression matches no text, so that a short number is not mistaken for a Sudoku.
    """
    is_written = SMALLEST_AS_TEXT <= size < len(DIGITS)
    run = make_gapless_sudoku_pattern(size).pattern if is_written else b"(?!)"
    return re.compile(rb"[,;\t|]?\"?(?:%b)\"?" % run)


def parse_clue_list_as_cell_bytes_or_none(line: bytes) -> bytes | None:
    r"""Return the 81 cells of a Sudoku from a line that lists its clues as ROW,COLUMN,DIGIT,
    separated by semicolons; None if the line is not such a list.

    Rows and columns are numbered from 1. The result has the values 0 (blank) to 9, row after row.

    >>> clues = b"1,5,7;1,6,9;2,1,6;3,9,1;4,1,2;4,2,3;5,5,1;6,6,6;"
    >>> parse_clue_list_as_cell_bytes_or_none(clues)[:9]
    b'\x00\x00\x00\x00\x07\t\x00\x00\x00'
    """
    if line.count(b";") < 7 or not re.fullmatch(_CLUES, line):
        return None
    cells = bytearray(81)
    triples = [clue.split(b",") for clue in line.strip(b" \t;").split(b";")]
    for row, column, digit in triples:
        place = 9 * (int(row) - 1) + int(column) - 1
        if cells[place]:  # a cell with two digits: the line is not a list of clues
            return None
        cells[place] = int(digit)
    return bytes(cells)
