"""Lists of clues: ROW,COLUMN,DIGIT with semicolons between."""

import re

_CLUES = rb"[1-9],[1-9],[1-9](;[ ]?[1-9],[1-9],[1-9])*;?[ \t]*"
"""Compiled when it is needed, which is seldom: that takes as long as reading a pair file."""


def listed_clues(line: bytes) -> bytes | None:
    r"""Return the 81 cells of a line that lists clues as ROW,COLUMN,DIGIT; None for other lines.

    >>> listed_clues(b"1,5,7;1,6,9;2,1,6;3,9,1;4,1,2;4,2,3;5,5,1;6,6,6;")[:9]
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
