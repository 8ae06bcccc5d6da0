"""The claim of a certificate that the second Sudoku is not a copy of the first, proved with the
help of symmetries of the second Sudoku.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import ProofError
from ..base.messages import Message
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .broken_symmetry import IsCopyByLeastImages
from .claim import Claim
from .question import NOT_SERIALIZED as GIVEN


@dataclass(frozen=True)
class NotCopyClaim(Claim):
    """The claim of a certificate that `second` is not a copy of `first`, and that `symmetries` and
    `turn` are symmetries of `second` that shorten the proof.

    `symmetries` have no quarter turn. `turn` has a quarter turn; it is None if no such symmetry is
    used. Fewer symmetries make the proof longer, but the claim remains the same.
    """

    first: Grid = field(metadata=GIVEN)
    second: Grid = field(metadata=GIVEN)
    symmetries: tuple[Transformation, ...]
    turn: Transformation | None

    CERTIFIES = "not copies"
    FORMAT = 3  # version 1.2.0, which cannot check this claim, knows the formats 1 and 2
    ABOUT = """\
The second Sudoku is not a copy of the first. certificate.json has symmetries of the second Sudoku.
If there were transformations from the first to the second, one of them would have the least images
of row 1, column 1 and row 2: a symmetry after it would lead to the second Sudoku, too. So it is
enough to prove that no transformation with least images exists."""

    @property
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        return {"certifies": "different"}

    @property
    def sentence_if_proved(self) -> Message:
        return Message("Certified: the second Sudoku is not a copy of the first.")

    def check_and_list_questions_to_refute(self) -> tuple[IsCopyByLeastImages]:
        """Check all symmetries on the second Sudoku, and return the question that remains to be
        proved: whether a transformation with least images leads from the first Sudoku to the
        second. The claim holds if the answer is no.

        Raises `ProofError` if a transformation in `symmetries` is not a symmetry of the second
        Sudoku or has a quarter turn, or if `turn` is not a symmetry with a quarter turn.
        """
        symmetries = [(one, False) for one in self.symmetries]
        if self.turn is not None:
            symmetries.append((self.turn, True))
        for symmetry, has_quarter_turn in symmetries:
            self._check_symmetry(symmetry, has_quarter_turn=has_quarter_turn)
        lines = tuple([symmetry.line_images() for symmetry, _ in symmetries])
        return (IsCopyByLeastImages(self.first, self.second, lines),)

    def _check_symmetry(self, symmetry: Transformation, *, has_quarter_turn: bool) -> None:
        """Raise `ProofError` unless `symmetry` leads from the second Sudoku to itself, and has a
        quarter turn exactly if `has_quarter_turn` is true.
        """
        is_turned = symmetry.find_source_lines()[0]
        if is_turned != has_quarter_turn or not symmetry.leads(self.second, self.second):
            raise ProofError("what should be a symmetry of the second Sudoku is none")
