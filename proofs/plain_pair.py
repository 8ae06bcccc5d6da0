"""The two Sudokus of a plain formula as text for a program that makes this formula from them, such
as `verified/not-copies`. The text has a row of numbers on each line and an empty line between the
grids; 0 is a blank.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ..encoding.candidates import CELLS, make_unrefined_candidates
from ..encoding.clue_comparison import ClueInclusion
from ..encoding.equivalence import Equivalence
from ..encoding.formula import Formula
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape


class PlainPair(NamedTuple):
    """Two Sudokus of which the plain formula asks a question: whether the second is a copy of the
    first or, if `is_part` is true, whether the first is a copy of the second with clues left out.
    """

    first: Grid
    second: Grid
    is_part: bool = False

    @property
    def accepting_line(self) -> str:
        """The line that `not-copies` prints if it accepts the proof that the answer is no."""
        return "s VERIFIED NOT A PART" if self.is_part else "s VERIFIED NOT COPIES"

    @property
    def arguments(self) -> list[str]:
        """The arguments of `not-copies` for the question and the shape of the boxes."""
        return [*["--part"] * self.is_part, "--box", str(self.first.shape)]

    @property
    def shortest_arguments(self) -> list[str]:
        """The arguments of `not-copies`, without the shape of the boxes if it is the usual shape
        for the size of the grid.
        """
        shape = self.first.shape
        return self.arguments[: -2 if shape == BoxShape.for_size(shape.size) else None]


def find_pair_of_plain_formula(formula: Formula) -> PlainPair | None:
    """Return two Sudokus if `formula` is the plain formula of one of two questions, by any moves:
    whether the second is a copy of the first, or the first a copy of the second with clues left
    out. Return None if it is another formula.
    """
    is_part = type(formula) is ClueInclusion
    if not is_part and (type(formula) is not Equivalence or formula.form != CELLS):
        return None
    assert isinstance(formula, ClueInclusion | Equivalence)
    if formula.candidates != make_unrefined_candidates(formula.first.shape):
        return None
    return PlainPair(formula.first, formula.second, is_part)


def yield_pair_text(pair: PlainPair) -> Iterator[str]:
    """Yield the lines of the file with two Sudokus, each with its line end."""
    for row in (*pair.first.rows, (), *pair.second.rows):
        yield " ".join(map(str, row)) + "\n"
