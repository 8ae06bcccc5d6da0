"""How the nearest copy is said."""

from collections.abc import Mapping

from ..answers.nearest import NearestCopy
from ..base.language import Message
from ..base.verdict import Verdict
from ..questions.nearest import SoManyAgree, so_many_agree
from .manner import only_record, paragraphs
from .said import FIRST, SECOND, OnPage, Picture, Said, nearly


class SaidNearest(Said):
    """How near two Sudokus are."""

    title = Message("How near are these Sudokus?")
    found: NearestCopy

    @property
    def says_certified(self) -> bool:
        return self.found.verdict is Verdict.NO

    def text(self) -> str:
        """Return the image and the second Sudoku drawn, what differs marked, verdict and steps."""
        found, manner = self.found, self.manner
        if found.verdict is Verdict.NO:
            return paragraphs([manner.grids(found.first, found.second), self.verdict()])
        forward = found.transformation.forward()
        image = forward.follow(found.first)
        differing = frozenset(
            cell
            for cell in image.cells
            if image[cell] != found.second[cell] and (image[cell] or found.blanks)
        )
        heading = Message("The first Sudoku after the steps, and the second; ! marks what differs:")
        drawn = manner.grids(image, found.second, marked=[differing] * 2)
        steps = manner.steps(Message("Steps from 1 towards 2:"), forward, found.first)
        return paragraphs([manner.say(heading), drawn, self.verdict(), steps])

    def sentence(self) -> Message:
        found = self.found
        if found.verdict is Verdict.NO:
            no = SoManyAgree(found.first, found.second, found.blanks, found.at_least).no
            said = Message("{no} This is certified: a proof of it was checked.", no=no)
            return said if self.evidence.certified else no
        said = Message("{sentence}; the time was not enough to tell whether up to {at_most} can.")
        if found.is_exact and self.evidence.by_solver and found.agreeing < found.total:
            said = Message(
                "{sentence}; that no transformation does better is what the solver says."
            )
        elif found.is_exact:
            said = Message("{sentence}, and no transformation does better.")
        elif found.verdict is Verdict.YES:
            said = Message("{sentence}; more was not asked for.")
        sentence = so_many_agree(found.agreeing, found.total, found.blanks)
        return said.filled(sentence=sentence, at_most=found.at_most)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; `reached` only where a number was asked for, null if not known."""
        found = self.found
        reached = {Verdict.YES: True, Verdict.NO: False}.get(found.verdict)
        return {
            "status": self.status,
            **only_record(found.only),
            "agreeing": found.agreeing,
            "at_most": found.at_most,
            "total": found.total,
            "exact": found.is_exact,
            **({} if found.at_least is None else {"reached": reached}),
            **self.manner.way(found.transformation, found.first, found.second),
            "backend": found.backend,
            "seconds": round(found.seconds, 6),
        }

    def on_page(self) -> OnPage:
        found = self.found
        first, second = Picture(FIRST, found.first), Picture(SECOND, found.second)
        if found.verdict is Verdict.NO:
            return (first, second), ()
        return nearly(first, second, found.transformation)
