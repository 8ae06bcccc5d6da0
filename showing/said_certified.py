"""How it is said what a certificate proves."""

from collections.abc import Iterable, Mapping

from ..base.language import Message
from ..proofs.statements import (
    CertifiedClues,
    CertifiedForm,
    CertifiedNo,
    CertifiedSolutions,
    CertifiedSymmetries,
    CertifiedWays,
    CertifiedYes,
)
from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from .manner import on_one_line, only_record
from .said import Said
from .said_completion import solutions_message

_FACTS: dict[type, tuple[str, ...]] = {
    CertifiedForm: ("form", "extreme"),
    CertifiedWays: ("ways",),
    CertifiedSymmetries: ("number",),
    CertifiedClues: ("at_least", "at_most", "puzzle"),
}
"""What JSON says of a statement; of a yes or no it is what its question says."""


class SaidCertified(Said):
    """What a certificate proves."""

    found: (
        CertifiedNo
        | CertifiedYes
        | CertifiedForm
        | CertifiedWays
        | CertifiedSymmetries
        | CertifiedSolutions
        | CertifiedClues
    )

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        return {"status": "certified", **self._facts(), "sentence": self.verdict()}

    def _facts(self) -> Mapping[str, object]:
        only = only_record(self._only())
        match self.found:
            case CertifiedYes(question, witness, best):
                return question.facts_of_yes(witness, best) | only
            case CertifiedNo(question):
                return question.certified_facts | only
            case CertifiedSolutions(completed=found):
                return {"certifies": self.found.CERTIFIES, "solutions": found.word}
        values = {name: getattr(self.found, name) for name in _FACTS[type(self.found)]}
        rows = {name: one.rows for name, one in values.items() if isinstance(one, Grid)}
        return {"certifies": self.found.CERTIFIES, **values, **rows, **only}

    def _only(self) -> Parts:
        stated = self.found.question if isinstance(self.found, CertifiedNo) else self.found
        return getattr(stated, "parts", EVERYTHING)

    def messages(self) -> Iterable[Message]:
        return self.sentence(), *self.manner.alone(self._only())

    def sentence(self) -> Message:
        match self.found:
            case CertifiedYes(question, witness, best):
                return question.certified_yes(witness, best)
            case CertifiedNo(question):
                return question.certified
            case CertifiedSolutions(completed=found):
                said = Message("Certified. {sentence}", sentence=solutions_message(found))
            case CertifiedForm(form=form, greatest=greatest):
                said = Message("Certified: the least copy of this Sudoku is {form}")
                if greatest:
                    said = Message("Certified: the greatest copy of this Sudoku is {form}")
                said = said.filled(form=on_one_line(form))
            case CertifiedWays(ways=number):
                said = Message("Certified: the number of ways from 1 to 2 is {number}.")
                said = said.filled(number=number)
            case CertifiedSymmetries(number=number):
                said = Message("Certified: the number of symmetries is {number}.", number=number)
            case CertifiedClues(at_least=at_least, at_most=at_most):
                said = Message("Certified: the fewest clues for one solution are {number}.")
                if at_least != at_most:
                    said = Message(
                        "Certified: the fewest clues for one solution are from {at_least} to "
                        "{at_most}."
                    )
                said = said.filled(number=at_least, at_least=at_least, at_most=at_most)
        return said
