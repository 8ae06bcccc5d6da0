"""How it is said what a certificate proves, and that an answer was certified."""

from collections.abc import Mapping, Sequence

from ..base.language import Message
from ..base.verdict import Verdict, word_for
from ..proofs import canonical_certificate, clues_certificate, ways_certificate
from ..proofs.canonical_certificate import CertifiedForm
from ..proofs.certificate import Certified
from ..proofs.clues_certificate import CertifiedClues
from ..proofs.origin import Origin
from ..proofs.ways_certificate import CertifiedWays
from .grids import on_one_line
from .manner import paragraphs
from .said import Said


class _SaidCertified(Said):
    """What a certificate proves."""

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: `certifies` is what, and the sentence says it in words."""
        return {"status": "certified", **self.facts(), "sentence": self.verdict()}

    def facts(self) -> dict[str, object]:
        """Return for JSON what is certified."""
        raise NotImplementedError


class SaidCertified(_SaidCertified):
    """What is certified of a pair."""

    found: Certified

    def facts(self) -> dict[str, object]:
        """Return for JSON what is certified."""
        claim = self.found.refuted
        if self.found.witness is not None:
            return {"certifies": word_for("copy", Verdict.YES), "fewest": claim is not None}
        if claim is None or claim.at_least is None:
            return {"certifies": word_for("copy", Verdict.NO)}
        facts = {"at_least": claim.at_least, "count_blanks": claim.blanks}
        return {"certifies": word_for("near", Verdict.NO), **facts}

    def sentence(self) -> Message:
        claim = self.found.refuted
        if self.found.witness is not None and claim is not None:
            return Message(
                "Certified: the second Sudoku is a copy of the first, and no fewer steps are "
                "enough."
            )
        if self.found.witness is not None:
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


class SaidCertifiedForm(_SaidCertified):
    """A canonical form that is certified."""

    found: CertifiedForm

    def facts(self) -> dict[str, object]:
        """Return for JSON the form, and whether it is the least or the greatest copy."""
        extreme = "max" if self.found.greatest else "min"
        form = self.found.form.rows
        return {"certifies": canonical_certificate.KIND, "form": form, "extreme": extreme}

    def sentence(self) -> Message:
        form = on_one_line(self.found.form)
        if self.found.greatest:
            return Message("Certified: the greatest copy of this Sudoku is {form}", form=form)
        return Message("Certified: the least copy of this Sudoku is {form}", form=form)


class SaidCertifiedWays(_SaidCertified):
    """A number of ways that is certified."""

    found: CertifiedWays

    def facts(self) -> dict[str, object]:
        """Return for JSON the number."""
        return {"certifies": ways_certificate.KIND, "ways": self.found.number}

    def sentence(self) -> Message:
        number = self.found.number
        return Message("Certified: the number of ways from 1 to 2 is {number}.", number=number)


class SaidCertifiedClues(_SaidCertified):
    """The fewest clues of a Sudoku, certified, or bounds for their number."""

    found: CertifiedClues

    def facts(self) -> dict[str, object]:
        """Return for JSON the bounds, and the puzzle with the fewest clues that is known."""
        return {
            "certifies": clues_certificate.KIND,
            "at_least": self.found.at_least,
            "at_most": self.found.at_most,
            "puzzle": self.found.puzzle.rows,
        }

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
        self.origins = origins

    def text(self) -> str:
        """Return the answer, that it is certified, and where the proofs are from."""
        if not self.origins:
            return self.found.text()
        proved = Message("This is certified: a proof of it was checked.")
        messages = [proved, *(origin.sentence for origin in self.origins)]
        return paragraphs([self.found.text(), "\n".join(map(self.manner.say, messages))])

    def verdict(self) -> str:
        return self.found.verdict()

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; each of the `proofs` is what `proof` is elsewhere."""
        proofs = [origin._asdict() for origin in self.origins]
        return {**self.found.record(), "certified": bool(self.origins), "proofs": proofs}
