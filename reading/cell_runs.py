"""Runs of cells: where in a line a grid stands whose cells have nothing between them.

It is the first run of exactly N·N characters, digits and one sign for blank, that is bordered by
something else, and no part of the cells of a larger grid; the rest of the line may be anything. For
sizes other than 9, 16 and 25 it has to be a whole line or field. Or the line is a list of clues.
"""

import re
from functools import cache
from math import isqrt
from typing import NamedTuple

from ..sudoku.grid import DIGITS, LETTERS, SMALLEST_AS_TEXT

_FREE_SIZES = (9, 16, 25)
"""Sizes, in cells a side, whose runs are too long to be anything but a grid, wherever it stands."""

LONG = 1000
"""How many bytes a line has for which it pays to look first whether it can hold a run."""
_ENOUGH = rb"[0-9A-Za-z._*+-]{81}"
_FIELD = rb"[^,;\t\"]{%d,}" % SMALLEST_AS_TEXT**2
"""A field that is long enough for a grid; both are compiled when they are needed."""

_CELLS = frozenset(f"{DIGITS}{LETTERS.lower()}._*-".encode())
_CLUES = rb"[1-9],[1-9],[1-9](;[ ]?[1-9],[1-9],[1-9])*;?[ \t]*"
"""Compiled when it is needed, which is seldom: that takes as long as reading a pair file."""


class Run(NamedTuple):
    """Where in a line the cells stand, from `start` to before `end`, and the cells a side."""

    start: int
    end: int
    size: int


def find_run(line: bytes, size: int | None = None) -> Run | None:
    """Return where the first grid stands on a line, one of `size` if given; None if there is none.

    >>> find_run(b"id,1234...1...2...3,easy")
    Run(start=3, end=19, size=4)
    """
    for known in _FREE_SIZES if may_hold_run(line) else ():
        if size not in (None, known) or len(line) < known**2:
            continue
        for match in make_run_pattern(known).finditer(line):
            if (larger := find_larger_run(line, *match.span())) is None:
                return Run(*match.span(), known)
            if size is None:
                return larger
    return None if size in _FREE_SIZES else _find_whole_field(line, size)


def may_hold_run(line: bytes) -> bool:
    """Return whether a line may hold a run of a free size: a quick look at lines that are long."""
    return len(line) < LONG or re.search(_ENOUGH, line) is not None


def _find_whole_field(line: bytes, size: int | None) -> Run | None:
    """Return the first field of a line that is a grid of a size other than the free ones."""
    for match in re.finditer(_FIELD, line):
        field = match[0].strip(b" ")
        one = isqrt(len(field))
        if one >= SMALLEST_AS_TEXT and one**2 == len(field) and size in (None, one):
            start = match.start() + match[0].index(field)
            if (
                one not in _FREE_SIZES
                and one < len(DIGITS)
                and make_run_pattern(one).fullmatch(field)
            ):
                return Run(start, start + len(field), one)
    return None


def find_larger_run(line: bytes, start: int, end: int) -> Run | None:
    """Return the larger grid that a run of cells is a part of; None where it is one by itself.

    Letters are digits of large grids, so 81 blanks between two of them need not be a grid.
    """
    first, last = start, end
    # No further than the cells of the largest grid: a line may be one run of a million signs.
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
    return Run(first, last, size) if make_run_pattern(size).fullmatch(line, first, last) else None


@cache
def make_run_pattern(size: int) -> re.Pattern[bytes]:
    """Return the pattern of N·N cells in one run, in which 0 may stand for blank beside a sign.

    At each place of a line the search looks at no more characters than the grid has cells.
    """
    digits = DIGITS[1 : min(size, 9) + 1]
    # 0 is a digit of large grids; x and X stand for blank only where there is no 0.
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
    # HoDoKu writes + before a digit that is no clue.
    cells = rf"[0{digits}.]"
    plus = rf"(?<![0{digits}.+])(?:\+?{cells}){{{size**2}}}(?!{cells})"
    return re.compile(f"{before}(?:{'|'.join(choices)}|{plus})".encode())


@cache
def make_field_pattern(size: int) -> re.Pattern[bytes]:
    """Return the pattern of a run with the delimiter before it, and with quotation marks.

    It fits nothing where a grid is not written as a run, since a short number may look like one.
    """
    is_written = SMALLEST_AS_TEXT <= size < len(DIGITS)
    run = make_run_pattern(size).pattern if is_written else b"(?!)"
    return re.compile(rb"[,;\t|]?\"?(?:%b)\"?" % run)


def read_clue_list(line: bytes) -> bytes | None:
    r"""Return the 81 cells of a line that lists clues as ROW,COLUMN,DIGIT; None for other lines.

    >>> read_clue_list(b"1,5,7;1,6,9;2,1,6;3,9,1;4,1,2;4,2,3;5,5,1;6,6,6;")[:9]
    b'\x00\x00\x00\x00\x07\t\x00\x00\x00'
    """
    if line.count(b";") < 7 or not re.fullmatch(_CLUES, line):
        return None
    cells = bytearray(81)
    triples = [clue.split(b",") for clue in line.strip(b" \t;").split(b";")]
    for row, column, digit in triples:
        place = 9 * (int(row) - 1) + int(column) - 1
        if cells[place]:  # then it lists something else
            return None
        cells[place] = int(digit)
    return bytes(cells)
