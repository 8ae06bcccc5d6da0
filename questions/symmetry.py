"""The questions whether a Sudoku has a symmetry, and whether it has a symmetry that is not a
combination of the known symmetries.

A symmetry is a transformation from the Sudoku to itself that moves a row or column.
"""

from dataclasses import dataclass, field
from functools import cached_property

from ..base.errors import GridError
from ..base.messages import Message
from ..encoding.equivalence import UnknownSymmetriesFormula
from ..sudoku.grid import Grid
from ..sudoku.transformation import Permutation, Transformation, identity_permutation
from .question import (
    COUNTED_ONCE,
    NOT_SERIALIZED,
    TransformationQuestion,
    find_transformation_error,
)
from .serialization import LineLists


@dataclass(frozen=True)
class HasSymmetry(TransformationQuestion):
    """The question whether a Sudoku has a symmetry: a transformation that moves rows or columns and
    leads back to the same Sudoku.

    A renaming of digits that do not occur in the Sudoku is not counted as a symmetry.
    """

    grid: Grid

    NAME = "symmetry"
    TITLE = Message("Has this Sudoku a symmetry?")
    question_text = "does a transformation that moves rows or columns lead back to the Sudoku?"
    model_count_comments = ("one for each such transformation", *COUNTED_ONCE)
    yes_sentence = Message("This Sudoku has a symmetry: the steps lead back to it.")
    no_sentence = Message("This Sudoku has no symmetry.")

    @cached_property
    def formula(self) -> UnknownSymmetriesFormula:
        """The formula whose models are the symmetries that move at least one row or column."""
        own_places = [[line] for line in range(2 * self.grid.size)]
        return UnknownSymmetriesFormula(self.grid, own_places, knows_turn=False)

    def find_witness_error(self, witness: Transformation) -> Message | None:
        if wrong := find_transformation_error(witness, self.grid, self.grid):
            return wrong
        if witness.line_images() != identity_permutation(2 * self.grid.size):
            return None
        return Message("its steps move no row or column")


@dataclass(frozen=True)
class HasOtherSymmetries(TransformationQuestion):
    """The question whether a Sudoku has a symmetry that is not a combination of the known
    symmetries. A new symmetry moves a line out of its known orbit, or has a quarter turn although
    no known symmetry has one.

    `orbits` describes the known symmetries. Lines are the rows, then the columns, numbered from 0.
    `orbits[p]` has the lines to which line p is moved by those known symmetries that leave all
    lines before p in place; line p itself is among them.

    `turns` is whether a symmetry with a quarter turn is known. `known` may list symmetries from
    which `orbits` and `turns` follow; entry p of each is the line that line p becomes. The question
    does not depend on `known`. Raises `GridError` unless there is one orbit for each line.
    """

    grid: Grid
    orbits: LineLists = field(metadata={"key": "orbit"})
    turns: bool
    known: tuple[Permutation, ...] = field(default=(), compare=False, metadata=NOT_SERIALIZED)

    NAME = "other-symmetries"
    TITLE = Message("Has this Sudoku other symmetries than those that are known?")
    question_text = "has this Sudoku a symmetry beyond those that are known?"
    model_count_comments = (
        "one for each symmetry that leaves an orbit, or turns",
        *COUNTED_ONCE,
    )
    yes_sentence = Message("This Sudoku has other symmetries than those that are known.")
    no_sentence = Message("This Sudoku has no other symmetries than those that are known.")

    def __post_init__(self) -> None:
        lines = range(2 * self.grid.size)
        if len(self.orbits) != len(lines) or any(p not in lines for o in self.orbits for p in o):
            raise GridError("expected an orbit for each of {count} lines", count=len(lines))

    @cached_property
    def formula(self) -> UnknownSymmetriesFormula:
        return UnknownSymmetriesFormula(self.grid, self.orbits, self.turns, self.known)

    def find_witness_error(self, witness: Transformation) -> Message | None:
        if wrong := find_transformation_error(witness, self.grid, self.grid):
            return wrong
        images, transposed = witness.line_images(), witness.find_source_lines()[0]
        moved = next((p for p, image in enumerate(images) if image != p), None)
        is_known = moved is None or images[moved] in self.orbits[moved]
        if self.turns if transposed else is_known:
            return Message("it is a symmetry that is known")
        return None
