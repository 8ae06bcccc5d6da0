"""The claim of a certificate that a grid is the canonical form of a Sudoku: the least or the
greatest of all copies of this Sudoku.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..base.errors import ProofError
from ..base.messages import Message
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .canonical import HasBetterCopy
from .claim import Claim
from .question import NOT_SERIALIZED as GIVEN


@dataclass(frozen=True)
class CanonicalFormClaim(Claim):
    """The claim that the grid `form` is the least of all copies of `grid`, or, if `extreme` is
    "max", the greatest. `transformation` leads from `grid` to `form`, so both grids have the same
    copies; it remains to be proved that no copy of `form` is smaller (or greater) than `form`
    itself.
    """

    grid: Grid = field(metadata=GIVEN)
    extreme: Literal["min", "max"]
    form: Grid
    transformation: Transformation

    CERTIFIES = "canonical form"
    ABOUT = "The form in certificate.json is a copy of the Sudoku, by the transformation there."

    @property
    def is_greatest(self) -> bool:
        """Whether `form` is claimed to be the greatest copy instead of the least."""
        return self.extreme == "max"

    @property
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        return {"form": self.form.rows, "extreme": self.extreme}

    @property
    def sentence_if_proved(self) -> Message:
        if self.is_greatest:
            return Message("Certified: the greatest copy of this Sudoku is {form}")
        return Message("Certified: the least copy of this Sudoku is {form}")

    def check_and_list_questions_to_refute(self) -> tuple[HasBetterCopy]:
        """Check that `transformation` leads from `grid` to `form`. Return the question that remains
        to be proved: whether `form` has a copy that is smaller, or greater if `extreme` is "max".
        The claim holds if the answer is no.

        Raises `ProofError` if the steps do not lead from the grid to the form.
        """
        if not self.transformation.leads(self.grid, self.form):
            raise ProofError("the steps do not lead from the Sudoku to its form")
        return (HasBetterCopy(self.form, self.is_greatest),)
