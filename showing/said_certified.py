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


class _SaidCertified(Said):
    """What a certificate proves; of `said_facts` JSON says the values."""

    said_facts: tuple[str, ...] = ()

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        return {"status": "certified", **self.facts(), "sentence": self.verdict()}

    def facts(self) -> dict[str, object]:
        """Return for JSON what is certified."""
        values = {name: getattr(self.found, name) for name in self.said_facts}
        rows = {name: one.rows for name, one in values.items() if isinstance(one, Grid)}
        return {"certifies": self.found.CERTIFIES, **values, **rows}


class SaidCertifiedNo(_SaidCertified):
    """That the answer to a question is no."""

    found: CertifiedNo

    def facts(self) -> dict[str, object]:
        """Return for JSON the question."""
        return self.found.question.certified_facts

    def sentence(self) -> Message:
        return self.found.question.certified


class SaidCertifiedCopy(_SaidCertified):
    """A copy, and maybe that no fewer steps are enough."""

    found: CertifiedCopy
    said_facts = ("fewest",)

    def sentence(self) -> Message:
        if self.found.fewest:
            return Message(
                "Certified: the second Sudoku is a copy of the first, and no fewer steps are "
                "enough."
            )
        return Message("Certified: the second Sudoku is a copy of the first.")


class SaidCertifiedForm(_SaidCertified):
    """A canonical form that is certified."""

    found: CertifiedForm
    said_facts = ("form", "extreme")

    def sentence(self) -> Message:
        form = on_one_line(self.found.form)
        if self.found.greatest:
            return Message("Certified: the greatest copy of this Sudoku is {form}", form=form)
        return Message("Certified: the least copy of this Sudoku is {form}", form=form)


class SaidCertifiedWays(_SaidCertified):
    """A number of ways that is certified."""

    found: CertifiedWays
    said_facts = ("ways",)

    def sentence(self) -> Message:
        number = self.found.ways
        return Message("Certified: the number of ways from 1 to 2 is {number}.", number=number)


class SaidCertifiedClues(_SaidCertified):
    """The fewest clues of a Sudoku, certified, or bounds for their number."""

    found: CertifiedClues
    said_facts = ("at_least", "at_most", "puzzle")

    def sentence(self) -> Message:
        at_least, at_most = self.found.at_least, self.found.at_most
        if at_least == at_most:
            return Message(
                "Certified: the fewest clues for one solution are {number}.", number=at_least
            )
        return Message(
            "Certified: the fewest clues for one solution are from {at_least} to {at_most}.",
            at_least=at_least,
            at_most=at_most,
        )


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
