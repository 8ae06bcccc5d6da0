"""How it is said what a certificate proves."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from ..base.language import Message
from ..questions.claim import Statement
from ..sudoku.parts import Parts
from .manner import on_one_line, only_record
from .said import Said

if TYPE_CHECKING:
    from ..questions.canonical_claim import CertifiedForm
    from ..questions.completion_claim import CertifiedSolutions


class SaidCertified(Said):
    """What a certificate proves."""

    found: Statement

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        facts, _ = self._stated()
        only = only_record(self._only())
        return {"status": "certified", **facts, **only, "sentence": self.verdict()}

    def sentence(self) -> Message:
        return self._stated()[1]

    def messages(self) -> Iterable[Message]:
        return self.sentence(), *self.manner.alone(self._only())

    def _stated(self) -> tuple[Mapping[str, object], Message]:
        """Return the facts, and the sentence: what the statement has, or what this file shows."""
        facts, said = self.found.facts, self.found.sentence
        match self.found.CERTIFIES:
            case "solutions":
                from ..answers.completion import Completed
                from .said_completion import solutions_message

                solutions, claim = facts["solutions"], cast("CertifiedSolutions", self.found)
                found = Completed(claim.grid, solutions[:1], len(solutions) > 1)
                facts = {"solutions": found.word}
                said = said.filled(sentence=solutions_message(found))
            case "canonical form":
                said = said.filled(form=on_one_line(cast("CertifiedForm", self.found).form))
        return {"certifies": self.found.CERTIFIES, **facts}, said

    def _only(self) -> Parts:
        return self.found.parts
