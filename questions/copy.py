"""Is the second Sudoku a copy of the first? This is also the question that backends answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial
from typing import TYPE_CHECKING, Self

from ..base.errors import CheckError
from ..base.language import Message
from ..encoding.candidates import PLAIN, Candidates, Encoding
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.transformation import Transformation
from .question import COUNTED_ONCE, PairQuestion, Question

if TYPE_CHECKING:
    from ..encoding.equivalence import Equivalence


@dataclass(frozen=True)
class Copy(PairQuestion):
    """Which transformation takes the first Sudoku to the second, if any? By how few steps?

    Both have the same shape. Raises `EncodingError` for an encoding that does not exist.
    """

    encoding: Encoding = PLAIN
    parts: Parts = EVERYTHING

    NAME = "copy"
    TITLE = Message("Are these Sudokus copies of each other?")
    meaning = "satisfiable means yes, a copy; unsatisfiable means no"
    no = Message("The second Sudoku is not a copy of the first.")

    @property
    def text(self) -> str:
        return f"is the second Sudoku a copy of the first{self.alone}?"

    def __post_init__(self) -> None:
        self.encoding.check()

    @cached_property
    def candidates(self) -> Candidates:
        """Which lines and digits may become which."""
        if self.only is not None:
            return self.only
        return self.encoding.candidates(self.first, self.second, self.parts)

    @property
    def plain(self) -> Self:
        """The same question about all candidates, in the plain encoding, whatever a file asks."""
        return replace(super().plain, encoding=PLAIN)

    @cached_property
    def formula(self) -> "Equivalence":
        from ..encoding.equivalence import Equivalence  # where refinement leaves a choice

        return Equivalence(self.first, self.second, self.candidates, self.encoding.cells)

    @property
    def models(self) -> Sequence[str]:
        if not self.encoding.refined:
            return ["one for each way from the first to the second", *COUNTED_ONCE]
        unused = self.first.size - len(self.first.digits)
        alone = "digits that do not occur are renamed in one way only"
        many = f"the ways are {unused}! = {factorial(unused)} times as many"
        return ["one for each way, but", f"{alone}: {many}", COUNTED_ONCE[1]]

    def wrong(self, witness: Transformation) -> Message | None:
        if witness.leads(self.first, self.second):
            return self.strays(witness)
        return Message("its steps lead elsewhere")

    def read(self, true: frozenset[int]) -> Transformation:
        """Return the transformation that a model says; `CheckError` names the first wrong cell."""
        if disagreement := self.formula.disagreement(true):
            raise CheckError(disagreement)
        return super().read(true)

    def better(self, witness: Transformation) -> Question | None:
        from .steps import one_step_fewer  # for certificates

        return one_step_fewer(self, witness)

    def certified_yes(self, witness: Transformation, best: bool) -> Message:  # noqa: ARG002
        if best:
            return Message(
                "Certified: the second Sudoku is a copy of the first, and no fewer steps are "
                "enough."
            )
        return Message("Certified: the second Sudoku is a copy of the first.")

    def facts_of_yes(self, witness: Transformation, best: bool) -> dict[str, object]:  # noqa: ARG002
        return {"certifies": "copies", "fewest": best}

    @property
    def certified(self) -> Message:
        return Message("Certified: the second Sudoku is not a copy of the first.")

    @property
    def certified_facts(self) -> dict[str, object]:
        return {"certifies": "different"}
