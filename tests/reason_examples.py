"""Pairs of Sudokus that are no copies, one for each kind of reason."""

from sudokopie import Grid
from sudokopie.answers.reason import ReasonKind

Box = tuple[int, int]


def grid(text: str, box: Box = (2, 2)) -> Grid:
    """Read a grid from rows of digits and points with spaces between them."""
    return Grid([[0 if cell == "." else int(cell) for cell in row] for row in text.split()], box)


EXAMPLES: dict[ReasonKind, tuple[str, str, Box, str]] = {
    ReasonKind.CLUES: (
        "1... .... .... ....",
        "1... .2.. .... ....",
        (2, 2),
        "The first Sudoku has 1 clue, the second has 2 clues.",
    ),
    ReasonKind.DIGITS: (
        "12.. .... .... ....",
        "11.. .... .... ....",
        (2, 2),
        "Digits that occur 2 times: the first Sudoku has none, the second has 1 (digit 1).",
    ),
    ReasonKind.LINES: (
        "...3 ..2. .... ....",
        ".... ..23 .... ....",
        (2, 2),
        "Rows and columns with 2 clues: the first Sudoku has none, the second has 1 (row 2).",
    ),
    ReasonKind.BOXES: (
        ".... .... ..1. ...1",
        ".1.. .... ..1. ....",
        (2, 2),
        "Boxes with 2 clues: the first Sudoku has 1 (rows 3-4 × columns 3-4), the second has none.",
    ),
    ReasonKind.BLOCKS: (
        "...2 .2.. .... ....",
        ".... .2.. .... ...2",
        (2, 2),
        "Bands and stacks with 2 clues: the first Sudoku has 1 (band 1), the second has none.",
    ),
    ReasonKind.BLOCKS_BY_LINES: (
        ".1...5 .5..4. ...... .3.44. ...... ......",
        ".1...5 .5..4. ...... .34.4. ...... ......",
        (2, 3),
        "Stacks with 2, 1 and 1 clues in the columns: the first Sudoku has 1 (stack 2), the second "
        "has none.",
    ),
    ReasonKind.BLOCKS_BY_BOXES: (
        "...1.. ...... ..1... 1....1 ....1. ......",
        "..1... ...... ...1.. 1....1 ....1. ......",
        (2, 3),
        "Stacks with 1, 1 and 1 clues in the boxes: the first Sudoku has 1 (stack 2), the second "
        "has none.",
    ),
    ReasonKind.REPEATS_IN_LINES: (
        ".... .... .4.. 22..",
        ".... .... 2... 42..",
        (2, 2),
        "Rows and columns in which one digit occurs 2 times and no other digit is repeated: the "
        "first Sudoku has 1 (row 4), the second has none.",
    ),
    ReasonKind.REPEATS_IN_BOXES: (
        "4... .... 3... .4..",
        "4... .4.. 3... ....",
        (2, 2),
        "Boxes in which one digit occurs 2 times and no other digit is repeated: the first "
        "Sudoku has none, the second has 1 (rows 1-2 × columns 1-2).",
    ),
    ReasonKind.CLUES_BY_LINES: (
        ".12. ...3 ...2 ....",
        ".12. ..3. ...2 ....",
        (2, 2),
        "Clues in a row with 2 clues and a column with 2 clues: the first Sudoku has none, the "
        "second has 1 (row 1, column 3).",
    ),
    ReasonKind.CLUES_BY_DIGIT: (
        ".... 4.13 .... .4..",
        ".... 1.43 .... .4..",
        (2, 2),
        "Clues in a box with 2 clues, of a digit that occurs 2 times: the first Sudoku has none, "
        "the second has 1 (row 2, column 3).",
    ),
    ReasonKind.DIGITS_BY_BOXES: (
        "24.. .12. ..13 13..",
        "34.. .12. ..12 13..",
        (2, 2),
        "Digits that occur in boxes with 3 and 2 clues: the first Sudoku has none, the second has "
        "1 (digit 3).",
    ),
    ReasonKind.DIGITS_BY_LINES: (
        ".... 3... 1..2 ..3.",
        ".... 3.1. ...2 ..3.",
        (2, 2),
        "Digits that occur in rows with 2 clues and columns with 1, or the other way round: the "
        "first Sudoku has 1 (digit 2), the second has none.",
    ),
    ReasonKind.LINES_BY_DIGITS: (
        ".4.. 3.2. .2.1 1...",
        ".1.. 3.2. .2.1 4...",
        (2, 2),
        "Rows and columns whose digits occur 1 and 1 times in the Sudoku: the first Sudoku has "
        "none, the second has 1 (column 1).",
    ),
    ReasonKind.CLUES_BY_ALL: (
        ".2.. .... 2... 1...",
        ".2.. .... 2... .1..",
        (2, 2),
        "Clues in a row with 2 clues and a column with 1 clue, or the other way round, in a box "
        "with 2 clues, of a digit that occurs 2 times: the first Sudoku has 1 (row 3, column 1), "
        "the second has none.",
    ),
    ReasonKind.DIGIT_PAIRS: (
        ".4.. 1..2 3.24 .1..",
        ".4.. 2..1 3.24 .1..",
        (2, 2),
        "Pairs of digits that meet in 2 boxes: the first Sudoku has none, the second has 1 (2 with "
        "4).",
    ),
    ReasonKind.LINE_PAIRS: (
        ".2.. .... ..2. .3..",
        ".2.. ...2 .... .3..",
        (2, 2),
        "Pairs of rows in one band, or of columns in one stack, with one digit in common: the "
        "first Sudoku has none, the second has 1 (row 1 with row 2).",
    ),
    ReasonKind.NEAR_CYCLES: (
        "2431 1342 3124 4213",
        "2143 4321 3214 1432",
        (2, 2),
        "Pairs of rows in one band, or of columns in one stack, with a single cycle, of length 4: "
        "the first Sudoku has none, the second has 2 (column 1 with column 2 and column 3 with "
        "column 4). The cycles of two lines: from a digit",
    ),
    ReasonKind.FAR_CYCLES: (
        "321 123 112",
        "121 123 312",
        (1, 3),
        "Pairs of rows in two bands with a single cycle, of length 3: the first Sudoku has none, "
        "the second has 1 (row 2 with row 3). The cycles of two lines: from a digit",
    ),
    ReasonKind.ROUNDS: (
        "1..3 4.3. ...1 ...2",
        "4..3 1.3. ...1 ...2",
        (2, 2),
        "Rows, columns and digits were sorted into kinds, in several rounds. In each round, two of "
        "them stay in one kind if their clues have the same kinds of rows, columns and digits; "
        "rows and columns also need the same kinds in their band or stack. "
        "After round 2 there are, of one kind, 1 (row 1) in the first Sudoku and none in the "
        "second.",
    ),
}
"""For each kind a pair for which it is the first reason, and how that begins to be said."""

TWO_WAYS = grid("..23 .... 1... 2..."), grid("..2. ..3. 1... 2...")
"""Rows and columns together have the same clues in both, but neither way round do they fit."""
