"""How the ways from one Sudoku to another are said: their number, and each of them."""

from collections.abc import Iterable, Mapping

from ..answers.symmetries import Symmetries
from ..answers.ways import Ways
from ..base.language import Message
from ..base.verdict import Verdict, word_for
from ..sudoku.grid import Grid
from ..sudoku.parts import Parts
from ..sudoku.transformation import Transformation
from .manner import Manner, only_record, paragraphs
from .said import OnPage, Said
from .said_decision import SaidDecision
from .said_symmetries import generators_in_words, numbered_lines


class SaidWays(Said):
    """In how many ways, and which symmetries make them."""

    title = Message("In how many ways are these Sudokus copies?")
    found: Ways

    def text(self) -> str:
        said, found = self._decision, self.found.symmetries
        parts = [said.drawn(), f"{said.verdict()}\n{self._number}", *said.why()]
        if found is not None and found.generators:
            parts.append("\n".join(self._symmetries(found)))
        return paragraphs(parts)

    def verdict(self) -> str:
        return f"{self._decision.verdict()} {self._number}"

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; `ways` is null where the number is not known."""
        answer, found = self.found.answer, self.found.symmetries
        return {
            "status": answer.word,
            **only_record(answer.only),
            "ways": self.found.number,
            "symmetries": [
                self.manner.sentences(one.forward(), answer.first)
                for one in (found.generators if found else ())
            ],
            "backend": answer.backend,
            "reason": self._decision.reason_record(),
        }

    def sentences(self) -> list[str]:
        verdict, *others = self._decision.sentences()
        return [verdict, self._number, *others]

    @property
    def status(self) -> str:
        return self._decision.status

    def on_page(self) -> OnPage:
        return self._decision.on_page()

    @property
    def _decision(self) -> SaidDecision:
        return SaidDecision(self.found.answer, self.manner)

    @property
    def _number(self) -> str:
        said = Message("Number of ways: {ways}")
        if self.found.number is None:
            said = Message("Number of ways: not known, the time was not enough")
        return self.manner.say(said.filled(ways=self.found.number))

    def _symmetries(self, found: Symmetries) -> list[str]:
        grid, manner = found.grid, self.manner
        heading = Message(
            "The first Sudoku has {count} symmetries; these, combined, give all of them"
        )
        said = manner.say(heading.filled(count=found.order))
        lines = [f"{said}:", *numbered_lines(generators_in_words(found, manner))]
        unused = grid.size - len(grid.digits)
        if unused and found.renamings > 1:
            note = Message("({count} digits that do not occur can be renamed too)", count=unused)
            lines.append(manner.say(note))
        return lines


class SaidWay(Said):
    """One way of many, numbered from 1."""

    found: Transformation

    def __init__(
        self, number: int, way: Transformation, first: Grid, second: Grid, manner: Manner
    ) -> None:
        super().__init__(way, manner)
        self.number, self.first, self.second = number, first, second

    def text(self) -> str:
        return self.manner.steps(self.sentence(), self.found.forward(), self.first)

    def sentence(self) -> Message:
        return Message("Way {number}, steps: {steps}", number=self.number, steps=self.found.steps)

    def record(self) -> Mapping[str, object]:
        return {
            "status": word_for("copy", Verdict.YES),
            "number": self.number,
            **self.manner.way(self.found, self.first, self.second),
        }


class SaidNoWay(Said):
    """The answer that no way leads from one Sudoku to the other by these parts."""

    found: Parts

    def messages(self) -> Iterable[Message]:
        no = Message("No way leads from the first Sudoku to the second.")
        return no, *self.manner.alone(self.found)

    def record(self) -> Mapping[str, object]:
        return {"status": word_for("copy", Verdict.NO), "number": 0, **only_record(self.found)}
