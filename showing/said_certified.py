"""How it is said what a certificate proves."""

from collections.abc import Iterable, Mapping

from ..base.language import Message
from ..proofs.certificate import Statement
from ..proofs.statements import (
    CertifiedClues,
    CertifiedForm,
    CertifiedNo,
    CertifiedSolutions,
    CertifiedSymmetries,
    CertifiedWays,
    CertifiedYes,
)
from ..sudoku.parts import EVERYTHING, Parts
from .manner import on_one_line, only_record
from .said import Said
from .said_completion import solutions_message


class SaidCertified(Said):
    """What a certificate proves."""

    found: Statement

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        return {"status": "certified", **self._facts(), "sentence": self.verdict()}

    def _facts(self) -> Mapping[str, object]:
        facts: dict[str, object] = {}
        match self.found:
            case CertifiedYes(question, witness, best):
                facts |= question.facts_of_yes(witness, best)
            case CertifiedNo(question):
                facts |= question.certified_facts
            case CertifiedSolutions(completed=found):
                facts["solutions"] = found.word
            case CertifiedForm(form=form, extreme=extreme):
                facts |= {"form": form.rows, "extreme": extreme}
            case CertifiedWays(ways=number):
                facts["ways"] = number
            case CertifiedSymmetries(number=number):
                facts["number"] = number
            case CertifiedClues(at_least=at_least, at_most=at_most, puzzle=puzzle):
                facts |= {"at_least": at_least, "at_most": at_most, "puzzle": puzzle.rows}
        return {"certifies": self.found.CERTIFIES, **facts, **only_record(self._only())}

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
