"""The meaning of the tokens of several Sudokus together: the values of the tokens, and the shape of
the boxes; and what the first Sudokus of a list show about all of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..base.errors import PairFileError, SudokopieError
from ..base.messages import Message, quote
from ..sudoku.shape import BoxShape
from .alphabet import Alphabet, blank_out, list_alphabets
from .cells import CellReadingRules
from .file_entry import BoxEvidence, Entry, ReadingOptions
from .rules import (
    breaks_rules,
    choose_box,
    count_solutions,
    decide_box,
    find_box_evidence,
    make_box_doubt_message,
)
from .square import Span, Square

Cells = tuple[int, ...]
_OTHER_BLANKS = frozenset("._*")
"""The signs that may mean blank in the same grid as 0."""
_COMPARED = 20
"""The most Sudokus whose solutions are counted to decide what 0 means."""


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


_NO_OPTIONS = ReadingOptions()


def list_meanings(
    size: int, squares: Sequence[Square], options: ReadingOptions = _NO_OPTIONS
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
    options: ReadingOptions = _NO_OPTIONS,
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


def find_zero_is_digit(
    source: str, line_number: int, size: int, squares: Sequence[Sequence[str]]
) -> bool | None:
    """Return whether 0 is a digit in all Sudokus of a list. `squares` are the texts of the cells of
    its first Sudokus, and `size` is the number of their rows. Return None if they do not show it.

    Raise `PairFileError` for the line `line_number` if both readings are possible.
    """
    if size > 9:
        rules = (CellReadingRules(size) for _ in squares)
        found = set[bool | None]()
        for one, square in zip(rules, squares, strict=True):
            one.map_cell_texts_to_digits(square)
            found.add(one.zero_is_digit)
        return True if True in found else None
    if any(str(size) in square for square in squares):
        return False
    doubtful = [one for one in squares if "0" in one and _OTHER_BLANKS.intersection(one)]
    if not doubtful:
        return None
    try:
        meaning = choose_meaning(
            size,
            [Square(size, tuple(square), (Span(0, 0, 0),)) for square in doubtful[:_COMPARED]],
        )
    except RefusedTextError as refusal:
        raise PairFileError(source, line_number, 1, refusal.message) from None
    return meaning["0"] == 1


class ShownBoxes(NamedTuple):
    """The shape of the boxes of all Sudokus of a list, and what shows it."""

    shape: BoxShape
    evidence: dict[BoxShape, BoxEvidence]


def find_boxes(
    source: str,
    line_number: int,
    size: int,
    squares: Sequence[Sequence[str]],
    rules: CellReadingRules,
) -> ShownBoxes:
    """Return the shape of the boxes of all Sudokus of a list. `squares` are the texts of the cells
    of its first Sudokus, which have `size` rows, and `rules` give them digits.

    Raise `PairFileError` for the line `line_number` if the shape is not known.
    """
    grids = list[tuple[int, ...]]()
    for square in squares:
        digits = rules.map_cell_texts_to_digits(square)
        if digits.keys() >= {*square}:
            grids.append(tuple([digits[text] for text in square]))
    shape = decide_box(grids, size)
    if shape is None:
        raise PairFileError(source, line_number, 1, make_box_doubt_message(size))
    return ShownBoxes(shape, find_box_evidence((shape, grid) for grid in grids))


class BoxCheck:
    """A check of each Sudoku of a list against the shape of boxes that the first Sudokus have
    shown. A Sudoku that breaks a rule with these boxes, but no rule with boxes of the other shape,
    becomes an error.
    """

    def __init__(self, source: str, shape: BoxShape, other: BoxShape) -> None:
        self._source, self._shape, self._other = source, shape, other
        size = shape.size
        boxes = [
            row // shape.height * shape.stacks + column // shape.width
            for row in range(size)
            for column in range(size)
        ]
        # The number of the box is added to each cell in the upper four bits of its byte.
        self._box_numbers = int.from_bytes([16 * box for box in boxes]) if size < 16 else None
        self._blanks = frozenset(16 * box for box in boxes)

    def __call__(self, entry: Entry) -> Entry:
        """Return an entry unchanged, or an entry with an error instead of its Sudoku. Sudokus of
        other sizes are returned unchanged.
        """
        if entry.error is not None or entry.shape != self._shape:
            return entry
        cells = entry.cell_bytes
        if not self._has_digit_twice_in_a_box(cells) or not breaks_rules(cells, self._shape):
            return entry
        if breaks_rules(cells, self._other):
            return entry
        message = Message(
            "a digit is twice in a box of {box}, the shape of all boxes of this file; boxes of "
            "{other} fit this Sudoku: --box {other} reads all with them",
            box=self._shape,
            other=self._other,
        )
        problem = PairFileError(self._source, entry.line, 1, message)
        return Entry(entry.line, entry.shape, problem, entry.raw)

    def _has_digit_twice_in_a_box(self, cells: bytes) -> bool:
        """Return whether a digit occurs twice in a box; True if this is not known for large
        Sudokus. This test is faster than `breaks_rules`.
        """
        if self._box_numbers is None:
            return True
        count = len(cells)
        found = {*(int.from_bytes(cells) + self._box_numbers).to_bytes(count)}
        return len(found - self._blanks) < count - cells.count(0)
