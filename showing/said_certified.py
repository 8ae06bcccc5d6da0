"""How it is said what a certificate proves, and that an answer was certified."""

from collections.abc import Mapping, Sequence

from ..base.language import Message
from ..proofs.canonical_certificate import CertifiedForm
from ..proofs.certificate import CertifiedCopy, CertifiedNo
from ..proofs.clues_certificate import CertifiedClues
from ..proofs.proof import Origin
from ..proofs.ways_certificate import CertifiedWays
from ..sudoku.grid import Grid
from .manner import on_one_line, paragraphs
from .said import PageEntry, Said

_FACTS: dict[type, tuple[str, ...]] = {
    CertifiedCopy: ("fewest",),
    CertifiedForm: ("form", "extreme"),
    CertifiedWays: ("ways",),
    CertifiedClues: ("at_least", "at_most", "puzzle"),
}
"""What JSON says of a statement; of a no it is what its question says."""


class SaidCertified(Said):
    """What a certificate proves."""

    found: CertifiedNo | CertifiedCopy | CertifiedForm | CertifiedWays | CertifiedClues

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        return {"status": "certified", **self._facts(), "sentence": self.verdict()}

    def _facts(self) -> Mapping[str, object]:
        if isinstance(self.found, CertifiedNo):
            return self.found.question.certified_facts
        values = {name: getattr(self.found, name) for name in _FACTS[type(self.found)]}
        rows = {name: one.rows for name, one in values.items() if isinstance(one, Grid)}
        return {"certifies": self.found.CERTIFIES, **values, **rows}

    def sentence(self) -> Message:
        found, values = self.found, dict[str, object]()
        match found:
            case CertifiedNo():
                return found.question.certified
            case CertifiedCopy():
                said = Message("Certified: the second Sudoku is a copy of the first.")
                if found.fewest:
                    said = Message(
                        "Certified: the second Sudoku is a copy of the first, and no fewer steps "
                        "are enough."
                    )
            case CertifiedForm():
                values = {"form": on_one_line(found.form)}
                said = Message("Certified: the least copy of this Sudoku is {form}")
                if found.greatest:
                    said = Message("Certified: the greatest copy of this Sudoku is {form}")
            case CertifiedWays():
                values = {"number": found.ways}
                said = Message("Certified: the number of ways from 1 to 2 is {number}.")
            case _:
                at_least, at_most = found.at_least, found.at_most
                values = {"number": at_least, "at_least": at_least, "at_most": at_most}
                said = Message("Certified: the fewest clues for one solution are {number}.")
                if at_least != at_most:
                    said = Message(
                        "Certified: the fewest clues for one solution are from {at_least} to "
                        "{at_most}."
                    )
        return said.filled(**values)


class SaidProved(Said):
    """An answer for which a certificate was asked; `origins` say where the proofs are from.

    Without any, it could not be certified.
    """

    found: Said

    def __init__(self, said: Said, origins: Sequence[Origin]) -> None:
        super().__init__(said, said.manner)
        self.origins, self.title = origins, said.title

    def text(self) -> str:
        """Return the answer, that it is certified, and where the proofs are from."""
        if not self.origins:
            return self.found.text()
        proved = Message("This is certified: a proof of it was checked.")
        messages = [proved, *(origin.sentence for origin in self.origins)]
        return paragraphs([self.found.text(), "\n".join(map(self.manner.say, messages))])

    def verdict(self) -> str:
        return self.found.verdict()

    def entry(self, name: str) -> PageEntry:
        """Return the entry of a page: that of the answer."""
        return self.found.entry(name)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; each of the `proofs` is what `proof` is elsewhere."""
        proofs = [origin._asdict() for origin in self.origins]
        return {**self.found.record(), "certified": bool(self.origins), "proofs": proofs}
