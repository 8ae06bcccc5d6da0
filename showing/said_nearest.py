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
        """Whether the verdict says that a proof was checked."""
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
        return paragraphs(
            [
                manner.say(heading),
                manner.grids(image, found.second, marked=[differing] * 2),
                self.verdict(),
                manner.steps(Message("Steps from 1 towards 2:"), forward, found.first),
            ]
        )

    def verdict(self) -> str:
        """Return that sentence, and what alone may differ."""
        return self.manner.say(self.sentence(), *self.manner.alone(self.found.only))

    def sentence(self) -> Message:
        """Return the sentence that says how near the two are, or whether as near as was asked."""
        found = self.found
        if found.verdict is Verdict.NO:
            return self._not_reached()
        sentence = so_many_agree(found.agreeing, found.total, found.blanks)
        if found.is_exact and self.evidence.by_solver and found.agreeing < found.total:
            return Message(
                "{sentence}; that no transformation does better is what the solver says.",
                sentence=sentence,
            )
        if found.is_exact:
            return Message("{sentence}, and no transformation does better.", sentence=sentence)
        if found.verdict is Verdict.YES:
            return Message("{sentence}; more was not asked for.", sentence=sentence)
        return Message(
            "{sentence}; the time was not enough to tell whether up to {at_most} can.",
            sentence=sentence,
            at_most=found.at_most,
        )

    def _not_reached(self) -> Message:
        found = self.found
        no = SoManyAgree(found.first, found.second, found.blanks, found.at_least).no
        if self.evidence.certified:
            return Message("{no} This is certified: a proof of it was checked.", no=no)
        return no

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; `reached` only where a number was asked for, null if not known."""
        found, asked = self.found, dict[str, object]()
        if found.at_least is not None:
            reached = {Verdict.YES: True, Verdict.NO: False}
            asked["reached"] = reached.get(found.verdict)
        return {
            "status": self.status,
            **only_record(found.only),
            "agreeing": found.agreeing,
            "at_most": found.at_most,
            "total": found.total,
            "exact": found.is_exact,
            **asked,
            **self.manner.way(found.transformation, found.first, found.second),
            "backend": found.backend,
            "seconds": round(found.seconds, 6),
        }

    def on_page(self) -> OnPage:
        """Return both grids, and the first after the steps."""
        found = self.found
        first, second = Picture(FIRST, found.first), Picture(SECOND, found.second)
        if found.verdict is Verdict.NO:
            return (first, second), ()
        return nearly(first, second, found.transformation)
