"""How the ways from one Sudoku to another are said: their number, and each of them."""

from collections.abc import Mapping

from ..answers.symmetries import Symmetries
from ..answers.ways import Ways
from ..base.language import Message
from ..base.verdict import Verdict, word_for
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .decision import SaidDecision
from .manner import Manner, Said, paragraphs
from .symmetries import generators_in_words, numbered_lines


class SaidWays(Said):
    """In how many ways, and which symmetries make them."""

    def __init__(self, ways: Ways, manner: Manner) -> None:
        self.ways, self.manner = ways, manner

    def text(self) -> str:
        """Return the grids drawn, whether they are copies, the number and the symmetries."""
        answer = self.ways.answer
        said = SaidDecision(answer, self.manner)
        number = self.manner.say(self._number())
        parts = [said.drawn(), f"{said.verdict()}\n{number}", *said.why()]
        if self.ways.symmetries is not None and self.ways.symmetries.generators:
            parts.append("\n".join(self._symmetries(self.ways.symmetries)))
        return paragraphs(parts)

    def verdict(self) -> str:
        """Return whether they are copies, and in how many ways."""
        decided = SaidDecision(self.ways.answer, self.manner).verdict()
        return f"{decided} {self.manner.say(self._number())}"

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; `ways` is null where the number is not known."""
        answer, found = self.ways.answer, self.ways.symmetries
        return {
            "status": answer.word,
            "ways": self.ways.number,
            "symmetries": [
                self.manner.sentences(one.forward(), answer.first)
                for one in (found.generators if found else ())
            ],
            "backend": answer.backend,
            "reason": SaidDecision(answer, self.manner).reason_record(),
        }

    def _number(self) -> Message:
        if self.ways.number is None:
            return Message("Number of ways: not known, the time was not enough")
        return Message("Number of ways: {ways}", ways=self.ways.number)

    def _symmetries(self, found: Symmetries) -> list[str]:
        grid, manner = found.grid, self.manner
        heading = Message(
            "The first Sudoku has {count} symmetries; these, combined, give all of them",
            count=found.order,
        )
        lines = [manner.say(heading) + ":", *numbered_lines(generators_in_words(found, manner))]
        if unused := grid.size - len(grid.digits):
            note = Message("({count} digits that do not occur can be renamed too)", count=unused)
            lines.append(manner.say(note))
        return lines


class SaidWay(Said):
    """One way of many, numbered from 1."""

    def __init__(
        self, number: int, way: Transformation, first: Grid, second: Grid, manner: Manner
    ) -> None:
        self.number, self.way, self.manner = number, way, manner
        self.first, self.second = first, second

    def text(self) -> str:
        """Return the steps under their title."""
        return self.manner.steps(self._title(), self.way.forward(), self.first)

    def verdict(self) -> str:
        """Return the title."""
        return self.manner.say(self._title())

    def record(self) -> Mapping[str, object]:
        """Return what JSON says."""
        return {
            "status": word_for("copy", Verdict.YES),
            "number": self.number,
            "steps": self.way.steps,
            "forward": self.manner.directions(self.way.forward(), self.first),
            "backward": self.manner.directions(self.way.backward(), self.second),
        }

    def _title(self) -> Message:
        return Message("Way {number}, steps: {steps}", number=self.number, steps=self.way.steps)


class SaidNoWay(Said):
    """The answer that no way leads from one Sudoku to the other."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner

    def text(self) -> str:
        """Return the verdict."""
        return self.verdict()

    def verdict(self) -> str:
        """Return the sentence that says it."""
        return self.manner.say(Message("No way leads from the first Sudoku to the second."))

    def record(self) -> Mapping[str, object]:
        """Return what JSON says."""
        return {"status": word_for("copy", Verdict.NO), "number": 0}
