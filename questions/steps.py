"""Is the second Sudoku a copy of the first, or the first a part of it, by so few steps?"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..base.errors import ArgumentError
from ..base.language import Message
from ..encoding.candidates import all_candidates
from ..encoding.equivalence import Equivalence
from ..encoding.fewest_steps import FewestSteps
from ..encoding.part import Part
from ..encoding.totalizer import Counted
from ..encoding.transformations import Transformations
from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.transformation import Transformation
from .question import COUNTED_ONCE, PairQuestion, TransformationQuestion


@dataclass(frozen=True)
class CopyByFewSteps(TransformationQuestion):
    """Does a transformation of at most `at_most_steps` steps take the first to the second?

    With `part`, only its clues onto equal ones. `at_most_steps` is at least 0.
    """

    first: Grid
    second: Grid
    at_most_steps: int
    part: bool = False
    parts: Parts = EVERYTHING

    NAME = "steps"
    TITLE = Message("Is the second Sudoku a copy of the first by so few steps?")

    def __post_init__(self) -> None:
        if self.at_most_steps < 0:
            raise ArgumentError(f"expected at least 0 steps, found {self.at_most_steps}")

    @cached_property
    def moves(self) -> Transformations:
        kind = Part if self.part else Equivalence
        return kind(self.first, self.second, all_candidates(self.first.shape, self.parts))

    @cached_property
    def formula(self) -> Counted:
        return Counted(FewestSteps(self.moves), self.at_most_steps)

    @property
    def text(self) -> str:
        asked = "is the second Sudoku a copy of the first"
        if self.part:
            asked = "is the first Sudoku a copy of the second with clues left out"
        return f"{asked} by at most {self.at_most_steps} steps{self.alone}?"

    @property
    def models(self) -> Sequence[str]:
        return [f"one for each way of at most {self.at_most_steps} steps", *COUNTED_ONCE]

    def wrong(self, witness: Transformation) -> Message | None:
        agree = witness.agreeing(self.first, self.second, False) == self.first.clues
        if not (agree if self.part else witness.leads(self.first, self.second)):
            return Message("its steps lead elsewhere")
        if (steps := witness.steps) > self.at_most_steps:
            return Message("it takes {steps} steps", steps=steps)
        return self.strays(witness)

    @property
    def yes(self) -> Message:
        return Message("At most {number} steps are enough.", number=self.at_most_steps)

    @property
    def no(self) -> Message:
        return Message("{number} steps are not enough.", number=self.at_most_steps)


def one_step_fewer(
    question: PairQuestion, witness: Transformation, part: bool = False
) -> CopyByFewSteps | None:
    """Return whether one step fewer than a witness takes is enough; None where it takes none."""
    first, second = question.from_and_to
    steps = witness.simplest(first).steps
    return CopyByFewSteps(first, second, steps - 1, part, question.parts) if steps else None
