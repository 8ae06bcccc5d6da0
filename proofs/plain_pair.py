"""The two Sudokus of a certificate as text for a program that makes the plain formula from them,
such as `verified/not-copies`. The text has a row of numbers on each line and an empty line between
the grids; 0 is a blank.
"""

from collections.abc import Iterator

from ..questions.copy import IsCopy
from ..questions.question import Question
from ..sudoku.allowed_moves import EVERYTHING
from ..sudoku.shape import BoxShape

LARGEST = 99
"""The number of rows of the largest grid that `not-copies` reads."""


def find_plain_copy_question(question: Question) -> IsCopy | None:
    """Return `question` if it is whether the second of two Sudokus is a copy of the first, by any
    moves and with the plain formula. Return None if it is another question.
    """
    if not isinstance(question, IsCopy) or question.parts != EVERYTHING:
        return None
    return question if question == question.with_plain_formula else None


def yield_pair_text(question: IsCopy) -> Iterator[str]:
    """Yield the lines of the file with the two Sudokus of a question, each with its line end."""
    for row in (*question.first.rows, (), *question.second.rows):
        yield " ".join(map(str, row)) + "\n"


def list_box_arguments(shape: BoxShape) -> list[str]:
    """Return the arguments of `not-copies` that give the shape of the boxes. The list is empty if
    the boxes have the usual shape for the size of the grid.
    """
    return [] if shape == BoxShape.for_size(shape.size) else ["--box", str(shape)]
