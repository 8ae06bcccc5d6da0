"""The meaning of the tokens of several Sudokus together: the values of the tokens, and the shape of
the boxes.
"""

from collections.abc import Sequence

from ..base.errors import SudokopieError
from ..base.messages import Message, quote
from ..sudoku.shape import BoxShape
from .alphabet import Alphabet, blank_out, list_alphabets
from .options import NO_OPTIONS, RecognitionOptions
from .rules import (
    breaks_rules,
    choose_box,
    count_solutions,
)
from .square import Square

Cells = tuple[int, ...]


class RefusedTextError(SudokopieError):
    """The error for a text that holds no Sudoku, or leaves several readings. `line` is the number
    of the line that decides it, from 1; 0 if it is the whole text. `sizes` are the numbers of rows
    of the Sudokus that were found nevertheless. `is_without_sudoku` is whether there is no reading
    at all. `is_final` is whether the signs show that the text has no Sudoku of the usual rules, or
    has two readings. `is_about_columns` is whether it is not certain which Sudokus are the puzzles,
    and `is_rival` whether several Sudokus may begin at a line. `unexplained` are the numbers of all
    lines that look like cells but belong to no Sudoku, of which `line` is the first.
    """

    sizes: frozenset[int] = frozenset()
    is_without_sudoku = False
    is_about_columns = False
    is_rival = False
    unexplained: Sequence[int] = ()

    def __init__(self, message: Message, line: int = 0, *, is_final: bool = False) -> None:
        super().__init__(message)
        self.line, self.is_final = line, is_final


def list_meanings(
    size: int, squares: Sequence[Square], options: RecognitionOptions = NO_OPTIONS
) -> list[Alphabet]:
    """Return the meanings that the tokens of squares with `size` rows can have together."""
    blank = options.blank
    tokens = {
        token
        for square in squares
        for token in (blank_out(size, square.tokens) if blank is None else square.tokens)
    }
    return list_alphabets(
        size, tokens, blank=blank, offset=options.offset, with_placed=options.placed
    )


def read_cells(square: Square, alphabet: Alphabet) -> Cells:
    """Return the values of the tokens of a square."""
    tokens: Sequence[str] = square.tokens
    if not all(token in alphabet for token in tokens):
        tokens = blank_out(square.size, tokens)
    return tuple(alphabet[token] for token in tokens)


def find_box(squares: Sequence[Square], grids: Sequence[Cells], size: int) -> BoxShape:
    """Return the shape of the boxes of all squares with `size` rows: the drawn one, or the one that
    the rules choose. `grids` has the values of squares.
    """
    drawn = find_drawn_box(squares, size)
    return drawn or choose_box([cells for cells in grids if len(cells) == size * size], size)


def find_drawn_box(squares: Sequence[Square], size: int) -> BoxShape | None:
    """Return the shape of the boxes that gaps or lines show in squares with `size` rows; None if
    they show none, or different ones.
    """
    drawn = {square.drawn_box for square in squares if square.size == size}
    shapes = [shape for shape in drawn if shape is not None and min(shape) > 1]
    return shapes[0] if len(shapes) == 1 else None


def choose_meaning(
    size: int,
    squares: Sequence[Square],
    options: RecognitionOptions = NO_OPTIONS,
) -> Alphabet:
    """Return the meaning of the tokens of all squares with `size` rows. Raise `RefusedTextError` if
    the tokens have no meaning, or two: 0 may be blank or a digit.
    """
    same = [square for square in squares if square.size == size]
    alphabets = list_meanings(size, same, options)
    if not alphabets:
        raise RefusedTextError(Message("the signs of the Sudokus have no common meaning"))
    if len(alphabets) == 1:
        return alphabets[0]
    readings = [(one, [read_cells(square, one) for square in same]) for one in alphabets]
    likely = list[tuple[Alphabet, list[Cells]]]()
    for alphabet, grids in readings:
        shape = options.box or find_box(same, grids, size)
        if not any(breaks_rules(cells, shape) for cells in grids):
            likely.append((alphabet, grids))
    if len(likely) > 1:
        complete = [one for one in likely if all(0 not in cells for cells in one[1])]
        unique = complete or [
            (alphabet, grids)
            for alphabet, grids in likely
            if all(
                count_solutions(cells, options.box or find_box(same, grids, size)) == 1
                for cells in grids[:9]
            )
        ]
        if len(unique) != 1:
            # In one grid, 0 and another sign for blank have different meanings.
            unique = [one for one in unique or likely if one[0]["0"] == 1 and (unique or size > 9)]
        likely = unique
    if len(likely) != 1:
        expected = Message("one sign for blank, because 0 may be a digit here")
        message = Message("expected {expected}, found {found}", expected=expected, found=quote("0"))
        raise RefusedTextError(message, is_final=True)
    return likely[0][0]
