"""What the first Sudokus of a list show about all of them: whether 0 is a digit, and the shape of
the boxes.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..base.errors import PairFileError
from ..base.messages import Message
from ..recognition.cells import CellReadingRules
from ..recognition.meaning import RefusedTextError, choose_meaning
from ..recognition.rules import (
    breaks_rules,
    decide_box,
    find_box_evidence,
    make_box_doubt_message,
)
from ..recognition.square import Span, Square
from ..sudoku.shape import BoxEvidence, BoxShape
from .file_entry import Entry

_OTHER_BLANKS = frozenset("._*")
"""The signs that may mean blank in the same grid as 0."""
_COMPARED = 20
"""The most Sudokus whose solutions are counted to decide what 0 means."""


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
