"""Has a Sudoku a symmetry: does a transformation that moves something lead back to it?"""

from dataclasses import dataclass
from functools import cached_property

from ..base.language import Message
from ..encoding.other_symmetries import OtherSymmetries
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation, unmoved
from .question import COUNTED_ONCE, TransformationQuestion


@dataclass(frozen=True)
class Symmetry(TransformationQuestion):
    """Which transformation moves rows or columns and leads from the Sudoku to itself, if any?

    Renaming digits that do not occur is none.
    """

    grid: Grid

    NAME = "symmetry"
    TITLE = Message("Has this Sudoku a symmetry?")
    text = "does a transformation that moves rows or columns lead back to the Sudoku?"
    models = ("one for each such transformation", *COUNTED_ONCE)
    yes = Message("This Sudoku has a symmetry: the steps lead back to it.")
    no = Message("This Sudoku has no symmetry.")

    @cached_property
    def formula(self) -> OtherSymmetries:
        """The formula of all symmetries beyond that which leaves every line in place."""
        own_places = [[line] for line in range(2 * self.grid.size)]
        return OtherSymmetries(self.grid, own_places, turns=False)

    def wrong(self, witness: Transformation) -> Message | None:
        """Follow the instructions both ways, and look whether a line moves."""
        if not witness.leads(self.grid, self.grid):
            return Message("its steps lead elsewhere")
        if witness.line_images() != unmoved(2 * self.grid.size):
            return None
        return Message("its steps move no row or column")
