"""Is the second Sudoku a copy of the first by at most so many steps?"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..base.errors import ArgumentError
from ..base.language import Message
from ..encoding.candidates import all_candidates
from ..encoding.equivalence import Equivalence
from ..encoding.fewest_steps import FewestSteps
from ..encoding.totalizer import Counted
from ..encoding.transformations import Transformations
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .question import COUNTED_ONCE, TransformationQuestion


@dataclass(frozen=True)
class CopyByFewSteps(TransformationQuestion):
    """Does a transformation of at most `at_most_steps` steps take the first to the second?

    `at_most_steps` is at least 0.
    """

    first: Grid
    second: Grid
    at_most_steps: int

    NAME = "steps"
    TITLE = Message("Is the second Sudoku a copy of the first by so few steps?")

    def __post_init__(self) -> None:
        if self.at_most_steps < 0:
            raise ArgumentError(f"expected at least 0 steps, found {self.at_most_steps}")

    @cached_property
    def moves(self) -> Transformations:
        """The part of the formula that says the transformation."""
        return Equivalence(self.first, self.second, all_candidates(self.first.shape))

    @cached_property
    def formula(self) -> Counted:
        """The formula of these transformations, with their steps counted."""
        return Counted(FewestSteps(self.moves), self.at_most_steps)

    @property
    def text(self) -> str:
        return f"is the second Sudoku a copy of the first by at most {self.at_most_steps} steps?"

    @property
    def models(self) -> Sequence[str]:
        return [f"one for each way of at most {self.at_most_steps} steps", *COUNTED_ONCE]

    def wrong(self, witness: Transformation) -> Message | None:
        """Follow the instructions on the grids; return what is wrong with where they lead."""
        if not witness.leads(self.first, self.second):
            return Message("its steps lead elsewhere")
        steps = witness.steps
        return (
            Message("it takes {steps} steps", steps=steps) if steps > self.at_most_steps else None
        )

    @property
    def yes(self) -> Message:
        return Message(
            "The second Sudoku is a copy of the first by at most {number} steps.",
            number=self.at_most_steps,
        )

    @property
    def no(self) -> Message:
        return Message(
            "The second Sudoku is not a copy of the first by at most {number} steps.",
            number=self.at_most_steps,
        )
