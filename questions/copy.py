"""The questions whether one Sudoku is a copy of another, and whether at most `n` steps lead to the
copy. A Sudoku is a copy of another if exchanging bands, renaming digits and similar steps lead from
one to the other.

Each backend must be able to answer the first question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial
from typing import Self

from ..base.errors import ArgumentError
from ..base.messages import Message
from ..encoding.candidates import (
    PLAIN,
    Encoding,
    TransformationCandidates,
    make_unrefined_candidates,
)
from ..encoding.equivalence import EquivalenceFormula
from ..encoding.formula import FormulaWithCostCounter
from ..encoding.transformations import TransformationFormula
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .question import (
    COUNTED_ONCE,
    PairQuestion,
    Question,
    TransformationQuestion,
    find_transformation_error,
)


@dataclass(frozen=True)
class IsCopy(PairQuestion):
    """The question whether the second Sudoku is a copy of the first: whether a transformation (of
    bands, rows, columns, digits and so on) leads from the first to the second.

    The witness is a transformation from the first Sudoku to the second; a witness is better if it
    has fewer steps. Both Sudokus have the same shape. `encoding` chooses how the formula is
    written; `parts` are the allowed kinds of moves, such as exchanging bands or renaming digits.
    Raises `ArgumentError` for an unknown encoding.
    """

    encoding: Encoding = PLAIN
    parts: AllowedMoves = EVERYTHING

    NAME = "copy"
    TITLE = Message("Are these Sudokus copies of each other?")
    meaning_of_satisfiable = "satisfiable means yes, a copy; unsatisfiable means no"
    no_sentence = Message("The second Sudoku is not a copy of the first.")

    @property
    def question_text(self) -> str:
        return f"is the second Sudoku a copy of the first{self.allowed_moves_text}?"

    def __post_init__(self) -> None:
        self.encoding.check()

    @cached_property
    def candidates(self) -> TransformationCandidates:
        if self.only is not None:
            return self.only
        return self.encoding.candidates(self.first, self.second, self.parts)

    @property
    def with_plain_formula(self) -> Self:
        """The same question with the plain formula, in which each row, column and digit may become
        every other row, column or digit that `parts` allows. The usual formula leaves out the
        possibilities that a search before the solver has ruled out; a proof with the plain formula
        does not rely on that search.

        The returned question asks for any transformation, not for one with the fewest steps.
        """
        return replace(super().with_plain_formula, encoding=PLAIN)

    @cached_property
    def formula(self) -> EquivalenceFormula:
        _, cells, line_maps = self.encoding
        return EquivalenceFormula(self.first, self.second, self.candidates, cells, line_maps)

    @property
    def model_count_comments(self) -> Sequence[str]:
        if not self.encoding.refined:
            return ["one for each way from the first to the second", *COUNTED_ONCE]
        unused = self.first.size - len(self.first.digits)
        alone = "digits that do not occur are renamed in one way only"
        many = f"the ways are {unused}! = {factorial(unused)} times as many"
        return ["one for each way, but", f"{alone}: {many}", COUNTED_ONCE[1]]

    def find_witness_error(self, witness: Transformation) -> Message | None:
        return find_transformation_error(
            witness, self.first, self.second
        ) or self.find_forbidden_move_error(witness)

    def make_better_witness_question(self, witness: Transformation) -> Question | None:
        """Return the question whether a transformation with fewer steps than `witness` also leads
        from the first Sudoku to the second. Return None if `witness` has no steps.
        """
        return make_one_step_fewer_question(self, witness)

    def describe_certified_yes(self, witness: Transformation, is_best: bool) -> Message:  # noqa: ARG002
        if is_best:
            return Message(
                "Certified: the second Sudoku is a copy of the first, and no fewer steps are "
                "enough."
            )
        return Message("Certified: the second Sudoku is a copy of the first.")

    def make_json_entries_of_certified_yes(
        self,
        witness: Transformation,  # noqa: ARG002
        is_best: bool,
    ) -> dict[str, object]:
        return {"certifies": "copies", "fewest": is_best}

    @property
    def sentence_of_certified_no(self) -> Message:
        return Message("Certified: the second Sudoku is not a copy of the first.")

    @property
    def json_entries_of_certified_no(self) -> dict[str, object]:
        return {"certifies": "different"}


@dataclass(frozen=True)
class IsCopyByFewSteps(TransformationQuestion):
    """The question whether at most `at_most_steps` steps lead from the first Sudoku to the second.
    `part` is whether the second Sudoku may have more clues. If it is true, the steps need only move
    each clue of the first Sudoku onto an equal clue of the second.

    `parts` has another meaning than `part`: the kinds of moves that are allowed, such as exchanging
    rows.

    Raises `ArgumentError` if `at_most_steps` is below 0.
    """

    first: Grid
    second: Grid
    at_most_steps: int
    part: bool = False
    parts: AllowedMoves = EVERYTHING

    NAME = "steps"
    TITLE = Message("Is the second Sudoku a copy of the first within this number of steps?")

    def __post_init__(self) -> None:
        if self.at_most_steps < 0:
            raise ArgumentError(f"expected at least 0 steps, found {self.at_most_steps}")

    @cached_property
    def transformation_formula(self) -> TransformationFormula:
        candidates = make_unrefined_candidates(self.first.shape, self.parts)
        if not self.part:
            return EquivalenceFormula(self.first, self.second, candidates)
        from ..encoding.clue_comparison import ClueInclusionFormula  # not imported to decide a pair

        return ClueInclusionFormula(self.first, self.second, candidates)

    @cached_property
    def formula(self) -> FormulaWithCostCounter:
        from ..encoding.fewest_steps import FewestStepsFormula  # seldom imported to decide a pair

        return FormulaWithCostCounter(
            FewestStepsFormula(self.transformation_formula), self.at_most_steps
        )

    @property
    def question_text(self) -> str:
        asked = "is the second Sudoku a copy of the first"
        if self.part:
            asked = "is the first Sudoku a copy of the second with clues left out"
        return f"{asked} by at most {self.at_most_steps} steps{self.allowed_moves_text}?"

    @property
    def model_count_comments(self) -> Sequence[str]:
        return [f"one for each way of at most {self.at_most_steps} steps", *COUNTED_ONCE]

    def find_witness_error(self, witness: Transformation) -> Message | None:
        if not self.part:
            if wrong := find_transformation_error(witness, self.first, self.second):
                return wrong
        elif witness.count_agreeing_cells(self.first, self.second) < self.first.clues:
            return Message("its steps lead elsewhere")
        if (steps := witness.steps) > self.at_most_steps:
            return Message("it takes {steps} steps", steps=steps)
        return self.find_forbidden_move_error(witness)

    @property
    def yes_sentence(self) -> Message:
        return Message("At most {number} steps are enough.", number=self.at_most_steps)

    @property
    def no_sentence(self) -> Message:
        return Message("{number} steps are not enough.", number=self.at_most_steps)


def make_one_step_fewer_question(
    question: PairQuestion, witness: Transformation, with_clues_left_out: bool = False
) -> IsCopyByFewSteps | None:
    """Return the question whether some transformation with fewer steps than `witness` can also be a
    witness of `question`. Return None if `witness` has no steps. If `with_clues_left_out` is true,
    `question` asks for a copy with clues left out, and otherwise for a copy.
    """
    first, second = question.sudoku_to_transform_and_target
    steps = witness.steps
    return (
        IsCopyByFewSteps(first, second, steps - 1, with_clues_left_out, question.parts)
        if steps
        else None
    )
