"""The two Sudokus of a plain formula as text for a program that makes this formula from them, such
as `verified/not-copies`. The text has a row of numbers on each line and an empty line between the
grids; 0 is a blank.
"""

from collections.abc import Iterator

from ..encoding.candidates import CELLS, make_unrefined_candidates
from ..encoding.equivalence import Equivalence
from ..encoding.formula import Formula
from ..sudoku.grid import Pair
from ..sudoku.shape import BoxShape


def find_pair_of_plain_formula(formula: Formula) -> Pair | None:
    """Return two Sudokus if `formula` is the plain formula of the question whether the second is a
    copy of the first, by any moves. Return None if it is another formula.
    """
    if type(formula) is not Equivalence or formula.form != CELLS:
        return None
    if formula.candidates != make_unrefined_candidates(formula.first.shape):
        return None
    return Pair(formula.first, formula.second)


def yield_pair_text(pair: Pair) -> Iterator[str]:
    """Yield the lines of the file with two Sudokus, each with its line end."""
    for row in (*pair.first.rows, (), *pair.second.rows):
        yield " ".join(map(str, row)) + "\n"


def list_box_arguments(shape: BoxShape) -> list[str]:
    """Return the arguments of `not-copies` that give the shape of the boxes. The list is empty if
    the boxes have the usual shape for the size of the grid.
    """
    return [] if shape == BoxShape.for_size(shape.size) else ["--box", str(shape)]
