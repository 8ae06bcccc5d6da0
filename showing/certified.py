"""How it is said what a certificate proves, and that an answer was certified."""

from collections.abc import Mapping, Sequence

from ..base.language import Message
from ..base.verdict import Verdict, word_for
from ..exchange.header import Claim
from ..proofs import canonical_certificate, clues_certificate, ways_certificate
from ..proofs.canonical_certificate import CertifiedForm
from ..proofs.certificate import Certified
from ..proofs.check import AnyCertified
from ..proofs.clues_certificate import CertifiedClues
from ..proofs.origin import Origin
from ..proofs.ways_certificate import CertifiedWays
from .grids import on_one_line
from .manner import Manner, Said, paragraphs


class SaidCertified(Said):
    """What a certificate proves."""

    def __init__(self, found: AnyCertified, manner: Manner) -> None:
        self.found, self.manner = found, manner

    def text(self) -> str:
        """Return the verdict."""
        return self.verdict()

    def verdict(self) -> str:
        """Return what is certified, in one sentence."""
        return self.manner.say(self._sentence())

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        return {"status": "certified", **self._facts(), "sentence": self.verdict()}

    def _facts(self) -> dict[str, object]:
        match self.found:
            case CertifiedForm(_, form, greatest):
                extreme = "max" if greatest else "min"
                return {
                    "certifies": canonical_certificate.KIND,
                    "form": form.rows,
                    "extreme": extreme,
                }
            case CertifiedWays(_, _, number):
                return {"certifies": ways_certificate.KIND, "ways": number}
            case CertifiedClues(_, puzzle, at_least) as clues:
                return {
                    "certifies": clues_certificate.KIND,
                    "at_least": at_least,
                    "at_most": clues.at_most,
                    "puzzle": puzzle.rows,
                }
            case Certified(None, Claim(at_least=int(number), blanks=blanks)):
                facts = {"at_least": number, "count_blanks": blanks}
                return {"certifies": word_for("near", Verdict.NO), **facts}
            case Certified(None, _):
                return {"certifies": word_for("copy", Verdict.NO)}
        return {
            "certifies": word_for("copy", Verdict.YES),
            "fewest": self.found.refuted is not None,
        }

    def _sentence(self) -> Message:
        match self.found:
            case CertifiedForm(_, form, True):
                return Message(
                    "Certified: the greatest copy of this Sudoku is {form}", form=on_one_line(form)
                )
            case CertifiedForm(_, form, _):
                return Message(
                    "Certified: the least copy of this Sudoku is {form}", form=on_one_line(form)
                )
            case CertifiedWays(_, _, number):
                return Message(
                    "Certified: the number of ways from 1 to 2 is {number}.",
                    number=number,
                )
            case CertifiedClues():
                return _clues(self.found)
        return _pair(self.found)


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


def _pair(found: Certified) -> Message:
    claim = found.refuted
    if found.witness is not None and claim is not None:
        return Message(
            "Certified: the second Sudoku is a copy of the first, and no fewer steps are enough."
        )
    if found.witness is not None:
        return Message("Certified: the second Sudoku is a copy of the first.")
    if claim is None or claim.at_least is None:
        return Message("Certified: the second Sudoku is not a copy of the first.")
    if claim.blanks:
        return Message(
            "Certified: no transformation makes {number} cells agree.", number=claim.at_least
        )
    return Message(
        "Certified: no transformation makes {number} clues agree.", number=claim.at_least
    )
