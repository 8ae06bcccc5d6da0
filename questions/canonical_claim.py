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
from .canonical import BetterCopy
from .claim import Statement
from .question import NO_FACT as GIVEN


@dataclass(frozen=True)
class CertifiedForm(Statement):
    """The claim that the grid `form` is the least of all copies of `grid`, or, if `extreme` is
    "max", the greatest.

    `transformation` leads from `grid` to `form`, so both grids have the same copies. It is
    therefore enough to prove that no copy of `form` is smaller (or greater) than `form`.
    """

    grid: Grid = field(metadata=GIVEN)
    extreme: Literal["min", "max"]
    form: Grid
    transformation: Transformation

    CERTIFIES = "canonical form"
    ABOUT = "The form in certificate.json is a copy of the Sudoku, by the transformation there."

    @property
    def greatest(self) -> bool:
        """Whether `form` is claimed to be the greatest copy instead of the least."""
        return self.extreme == "max"

    @property
    def facts(self) -> Mapping[str, Any]:
        return {"form": self.form.rows, "extreme": self.extreme}

    @property
    def sentence(self) -> Message:
        if self.greatest:
            return Message("Certified: the greatest copy of this Sudoku is {form}")
        return Message("Certified: the least copy of this Sudoku is {form}")

    def questions(self) -> tuple[BetterCopy]:
        """Check that the transformation leads from the grid to its canonical form, and return the
        question to which the answer must still be proved to be no.

        The question is whether a copy of the form is smaller, or greater if `extreme` is "max".
        Raises `ProofError` if the steps do not lead from the grid to the form.
        """
        if not self.transformation.leads(self.grid, self.form):
            raise ProofError("the steps do not lead from the Sudoku to its form")
        return (BetterCopy(self.form, self.greatest),)
