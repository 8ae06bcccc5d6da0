"""Has a Sudoku symmetries beyond those that are known?"""

from dataclasses import dataclass
from functools import cached_property

from ..base.errors import GridError
from ..base.language import Message
from ..encoding.other_symmetries import OtherSymmetries
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .facts import LineOrbits
from .question import COUNTED_ONCE, TransformationQuestion


@dataclass(frozen=True)
class HasOtherSymmetries(TransformationQuestion):
    """Which symmetry of a Sudoku leaves the known orbits, or turns it by a quarter, if any?

    Lines are the rows, then the columns. `orbits[p]` are those to which symmetries that leave all
    lines before p in place are known to bring line p, itself included. `turns`: a symmetry by a
    quarter turn is known.
    """

    grid: Grid
    orbits: LineOrbits
    turns: bool

    NAME = "other-symmetries"
    TITLE = Message("Has this Sudoku other symmetries than those that are known?")
    text = "has this Sudoku a symmetry beyond those that are known?"
    models = ("one for each symmetry that leaves an orbit, or turns", *COUNTED_ONCE)
    yes = Message("This Sudoku has other symmetries than those that are known.")
    no = Message("This Sudoku has no other symmetries than those that are known.")

    def __post_init__(self) -> None:
        lines = range(2 * self.grid.size)
        if len(self.orbits) != len(lines) or any(p not in lines for o in self.orbits for p in o):
            raise GridError("expected an orbit for each of {count} lines", count=len(lines))

    @cached_property
    def formula(self) -> OtherSymmetries:
        """The formula of the other symmetries."""
        return OtherSymmetries(self.grid, self.orbits, self.turns)

    def wrong(self, witness: Transformation) -> Message | None:
        """Follow the instructions, and look where the first line that moves goes."""
        if not witness.leads(self.grid, self.grid):
            return Message("its steps lead elsewhere")
        images, transposed = witness.line_images(), witness.places()[0]
        moved = next((p for p, image in enumerate(images) if image != p), None)
        is_known = moved is None or images[moved] in self.orbits[moved]
        if self.turns if transposed else is_known:
            return Message("it is a symmetry that is known")
        return None
