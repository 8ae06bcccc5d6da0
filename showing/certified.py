"""How it is said what a certificate proves, and that an answer was certified."""

from collections.abc import Mapping, Sequence

from ..base.language import Message
from ..proofs.canonical_certificate import CertifiedForm
from ..proofs.certificate import CertifiedCopy, CertifiedNo
from ..proofs.clues_certificate import CertifiedClues
from ..proofs.origin import Origin
from ..proofs.statement import Statement
from ..proofs.ways_certificate import CertifiedWays
from .grids import on_one_line
from .manner import Manner, Said, paragraphs


class SaidCertified(Said):
    """What a certificate proves."""

    def __init__(self, found: Statement, manner: Manner) -> None:
        self.found, self.manner = found, manner

    def text(self) -> str:
        """Return the verdict."""
        return self.verdict()

    def verdict(self) -> str:
        """Return what is certified, in one sentence."""
        return self.manner.say(self._said()[0])

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        facts = {"certifies": self.found.CERTIFIES, **self._said()[1]}
        return {"status": "certified", **facts, "sentence": self.verdict()}

    def _said(self) -> tuple[Message, dict[str, object]]:
        """Return the sentence, and what JSON says besides."""
        match self.found:
            case CertifiedNo():
                return self.found.question.certified, self.found.question.certified_facts
            case CertifiedForm():
                facts: dict[str, object] = {
                    "form": self.found.form.rows,
                    "extreme": self.found.extreme,
                }
                return _form(self.found), facts
            case CertifiedWays():
                number = self.found.ways
                sentence = Message(
                    "Certified: the number of ways from 1 to 2 is {number}.", number=number
                )
                return sentence, {"ways": number}
            case CertifiedClues():
                clues = self.found
                bounds: dict[str, object] = {"at_least": clues.at_least, "at_most": clues.at_most}
                return _clues(clues), {**bounds, "puzzle": clues.puzzle.rows}
            case CertifiedCopy():
                return _copy(self.found), {"fewest": self.found.fewest}
        raise TypeError(self.found)


class SaidProved(Said):
    """An answer for which a certificate was asked; `origins` say where the proofs are from.

    Without any, it could not be certified.
    """

    def __init__(self, said: Said, origins: Sequence[Origin]) -> None:
        self.said, self.manner, self.origins = said, said.manner, origins

    def text(self) -> str:
        """Return the answer, that it is certified, and where the proofs are from."""
        if not self.origins:
            return self.said.text()
        proved = Message("This is certified: a proof of it was checked.")
        messages = [proved, *(origin.sentence for origin in self.origins)]
        return paragraphs([self.said.text(), "\n".join(map(self.manner.say, messages))])

    def verdict(self) -> str:
        """Return the answer in one line."""
        return self.said.verdict()

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; each of the `proofs` is what `proof` is elsewhere."""
        proofs = [origin._asdict() for origin in self.origins]
        return {**self.said.record(), "certified": bool(self.origins), "proofs": proofs}


def _form(found: CertifiedForm) -> Message:
    form = on_one_line(found.form)
    if found.greatest:
        return Message("Certified: the greatest copy of this Sudoku is {form}", form=form)
    return Message("Certified: the least copy of this Sudoku is {form}", form=form)


def _clues(found: CertifiedClues) -> Message:
    if found.at_least == found.at_most:
        return Message(
            "Certified: the fewest clues for one solution are {number}.", number=found.at_least
        )
    return Message(
        "Certified: the fewest clues for one solution are from {at_least} to {at_most}.",
        at_least=found.at_least,
        at_most=found.at_most,
    )


def _copy(found: CertifiedCopy) -> Message:
    if found.fewest:
        return Message(
            "Certified: the second Sudoku is a copy of the first, and no fewer steps are enough."
        )
    return Message("Certified: the second Sudoku is a copy of the first.")
