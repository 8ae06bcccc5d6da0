"""The claim that a grid is the least of all copies of a Sudoku, or the greatest."""

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
    """`form` is the least copy of a grid (`min`), or the greatest (`max`).

    The transformation leads to it. Copies of the grid are its copies: so none needs to be better.
    """

    grid: Grid = field(metadata=GIVEN)
    extreme: Literal["min", "max"]
    form: Grid
    transformation: Transformation

    CERTIFIES = "canonical form"
    ABOUT = "The form in certificate.json is a copy of the Sudoku, by the transformation there."

    @property
    def greatest(self) -> bool:
        """Whether the form is the greatest copy."""
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
        """Follow the steps; return whether a copy of the form is better."""
        if not self.transformation.leads(self.grid, self.form):
            raise ProofError("the steps do not lead from the Sudoku to its form")
        return (BetterCopy(self.form, self.greatest),)
