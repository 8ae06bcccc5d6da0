"""The question whether a Sudoku has a smaller copy, or a greater copy. Grids are compared cell by
cell, row after row. If no copy is smaller, the Sudoku is its own canonical form.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.image import BetterImageFormula
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .question import COUNTED_ONCE, SolverReply, TransformationQuestion


@dataclass(frozen=True)
class HasBetterCopy(TransformationQuestion):
    """The question whether a Sudoku has a smaller copy, or, if `greatest` is true, a greater copy.

    Grids are compared cell by cell, row after row; a blank cell is smaller than a 1. The answer no
    means that the Sudoku is its own canonical form.
    """

    grid: Grid
    greatest: bool = field(default=False, metadata={"key": "form", "words": ("min", "max")})

    NAME = "canonical"
    TITLE = Message("Is this Sudoku its own canonical form?")
    meaning_of_satisfiable = (
        "satisfiable means yes; unsatisfiable means no, it is its own canonical form"
    )
    no_sentence = Message("This Sudoku is its own canonical form.")
    undecided_sentence = Message(
        "Undecided: it is not known whether this Sudoku is its own canonical form."
    )

    @cached_property
    def formula(self) -> BetterImageFormula:
        return BetterImageFormula(self.grid, self.greatest)

    @property
    def _comparison_word(self) -> str:
        """The word for the comparison that the question makes: "greater" or "less"."""
        return "greater" if self.greatest else "less"

    @property
    def question_text(self) -> str:
        return f"is there a copy of the Sudoku that is {self._comparison_word} as it is read?"

    @property
    def model_count_comments(self) -> Sequence[str]:
        return [
            f"one for each transformation to a copy that is {self._comparison_word}",
            *COUNTED_ONCE,
        ]

    def find_witness_error(self, witness: Transformation) -> Message | None:
        image, own = witness.apply(self.grid).rows, self.grid.rows
        if image > own if self.greatest else image < own:
            return None
        return Message("the copy to which its steps lead is no better")

    @property
    def yes_sentence(self) -> Message:
        if self.greatest:
            return Message("This Sudoku is not its own canonical form: a copy of it is greater.")
        return Message("This Sudoku is not its own canonical form: a copy of it is less.")

    def make_json_entries(self, reply: SolverReply) -> dict[str, object]:
        canonical = {Verdict.NO: True, Verdict.YES: False}
        return {
            "canonical": canonical.get(reply.verdict),
            "grid": self.grid.rows,
            "copy": reply.witness and reply.witness.apply(self.grid).rows,
        }
