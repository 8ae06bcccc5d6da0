"""Certificates of canonical forms: the steps to the form, and the proof that no image is less."""

from dataclasses import dataclass, field
from typing import Literal, cast

from ..answers.canonical import CanonicalForm
from ..base.errors import ProofError
from ..questions.canonical import BetterCopy
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .certificate import GIVEN, Statement

Extreme = Literal["min", "max"]


@dataclass(frozen=True)
class CertifiedForm(Statement):
    """`form` is the least copy of a grid (`min`), or the greatest (`max`).

    The transformation leads from the grid to the form. Copies of the grid are those of its form: so
    no copy of the form needs to be better.
    """

    grid: Grid = field(metadata=GIVEN)
    extreme: Extreme
    form: Grid
    transformation: Transformation

    CERTIFIES = "canonical form"
    ABOUT = "The form in certificate.json is a copy of the Sudoku, by the transformation there."

    @classmethod
    def of(cls, found: CanonicalForm, form: str = "min") -> "CertifiedForm":
        """Return the statement of a canonical form, `min` or `max`.

        >>> from ..answers.canonical import canonical_form
        >>> from .certificate import certified
        >>> statement = CertifiedForm.of(canonical_form(Grid([[1, 2], [0, 0]])))
        >>> len(certified(statement).refutation.proof.lrat) > 0
        True
        """
        return cls(found.grid, cast("Extreme", form), found.form, found.transformation)

    @property
    def greatest(self) -> bool:
        """Whether the form is the greatest copy."""
        return self.extreme == "max"

    def questions(self) -> tuple[BetterCopy]:
        """Follow the steps; return whether a copy of the form is better."""
        if not self.transformation.leads(self.grid, self.form):
            raise ProofError("the steps do not lead from the Sudoku to its form")
        return (BetterCopy(self.form, self.greatest),)
