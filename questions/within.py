"""The question whether one of two Sudokus is part of the other: whether a transformation moves each
of its clues onto an equal clue of the other Sudoku.
"""

from dataclasses import dataclass
from functools import cached_property

from ..base.messages import Message
from ..encoding.clue_comparison import ClueInclusionFormula
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .copy import make_one_step_fewer_question
from .question import COUNTED_ONCE, PairQuestion, Question


@dataclass(frozen=True)
class IsCopyWithCluesLeftOut(PairQuestion):
    """The question whether one of two Sudokus is a copy of the other with clues left out: whether a
    transformation brings each clue of the Sudoku with fewer clues onto an equal clue of the other.

    If both have equally many clues, the clues of the first are moved.
    """

    NAME = "within"
    TITLE = Message("Is one of these Sudokus part of the other?")
    model_count_comments = (
        "one for each transformation that brings its clues onto equal ones",
        *COUNTED_ONCE,
    )
    no_sentence = Message("Neither Sudoku is a copy of the other with clues left out.")

    @property
    def smaller_sudoku_number(self) -> int:
        """The number, 1 or 2, of the Sudoku with fewer clues, which may be a copy of the other
        Sudoku with clues left out. It is 1 if both have equally many clues.
        """
        return 2 if self.first.clues > self.second.clues else 1

    @property
    def sudoku_to_transform_and_target(self) -> tuple[Grid, Grid]:
        """The two Sudokus in the order that the transformation needs: first the Sudoku with fewer
        clues, which is transformed, then the other Sudoku. If both have equally many clues, they
        are in the order of the question.
        """
        return (
            (self.first, self.second)
            if self.smaller_sudoku_number == 1
            else (self.second, self.first)
        )

    @cached_property
    def formula(self) -> ClueInclusionFormula:
        return ClueInclusionFormula(*self.sudoku_to_transform_and_target, self.candidates)

    @property
    def question_text(self) -> str:
        names = ["first", "second"] if self.smaller_sudoku_number == 1 else ["second", "first"]
        return "is the {} Sudoku a copy of the {} with clues left out?".format(*names)

    @property
    def yes_sentence(self) -> Message:
        if self.smaller_sudoku_number == 2:
            return Message("The second Sudoku is a copy of the first with clues left out.")
        return Message("The first Sudoku is a copy of the second with clues left out.")

    def make_better_witness_question(self, witness: Transformation) -> Question | None:
        """Return the question whether a transformation with fewer steps than `witness` also moves
        each clue of the smaller Sudoku onto an equal clue of the other. Return None if `witness`
        has no steps.
        """
        return make_one_step_fewer_question(self, witness, with_clues_left_out=True)

    def find_witness_error(self, witness: Transformation) -> Message | None:
        part, whole = self.sudoku_to_transform_and_target
        image = witness.make_instructions().follow(part)
        kept = image.agreeing(whole)
        if image == kept and witness.make_undo_instructions().follow(kept) == part:
            return None
        return Message("its steps do not bring every clue onto an equal clue")
