"""How it is said what a certificate proves."""

from collections.abc import Iterable, Mapping

from ..base.language import Message
from ..proofs import statements
from ..proofs.certificate import Statement
from ..sudoku.parts import EVERYTHING, Parts
from .manner import on_one_line, only_record
from .said import Said
from .said_completion import solutions_message


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
        """Return the facts, and the sentence; of a yes or no they are what its question says."""
        facts: dict[str, object]
        match self.found:
            case statements.CertifiedYes(question, witness) as yes:
                facts = question.facts_of_yes(witness, yes.is_best)
                said = question.certified_yes(witness, yes.is_best)
            case statements.CertifiedNo(question):
                facts, said = question.certified_facts, question.certified
            case statements.CertifiedSolutions(completed=found):
                facts = {"solutions": found.word}
                said = Message("Certified. {sentence}", sentence=solutions_message(found))
            case statements.CertifiedForm(form=form, extreme=extreme):
                facts = {"form": form.rows, "extreme": extreme}
                said = Message("Certified: the least copy of this Sudoku is {form}")
                if extreme == "max":
                    said = Message("Certified: the greatest copy of this Sudoku is {form}")
                said = said.filled(form=on_one_line(form))
            case statements.CertifiedWays(ways=number):
                facts = {"ways": number}
                said = Message("Certified: the number of ways from 1 to 2 is {number}.")
                said = said.filled(number=number)
            case statements.CertifiedSymmetries(number=number):
                facts = {"number": number}
                said = Message("Certified: the number of symmetries is {number}.", number=number)
            case statements.CertifiedClues(at_least=at_least, at_most=at_most, puzzle=puzzle):
                facts = {"at_least": at_least, "at_most": at_most, "puzzle": puzzle.rows}
                said = Message("Certified: the fewest clues for one solution are {number}.")
                if at_least != at_most:
                    said = Message(
                        "Certified: the fewest clues for one solution are from {at_least} to "
                        "{at_most}."
                    )
                said = said.filled(number=at_least, at_least=at_least, at_most=at_most)
        return {"certifies": self.found.CERTIFIES, **facts}, said

    def _only(self) -> Parts:
        found = self.found
        stated = found.question if isinstance(found, statements.CertifiedNo) else found
        return getattr(stated, "parts", EVERYTHING)
