"""How it is said which Sudokus are copies of which."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...answers.among import Near, Place
from ...base.language import Message
from ...showing.manner import Manner
from ...showing.printer import Printer, harmless
from ...showing.said import OnPage, Picture, Said, nearly, there_and_back
from ...sudoku.grid import Grid
from ...sudoku.transformation import Transformation

if TYPE_CHECKING:
    from .gathering import Gathering


class Account(NamedTuple):
    """How many Sudokus, classes, groups of copies, and members of the largest group there are."""

    sudokus: int
    classes: int
    groups: int
    largest: int
    is_all: bool = True  # nothing was interrupted

    def said(self, manner: Manner) -> str:
        """Return it in one line."""
        messages = self.sums(manner)
        if not self.groups and self.is_all and self.sudokus:
            messages.append(Message("No two are copies of each other."))
        return manner.say(*messages)

    def sums(self, manner: Manner) -> list[Message]:
        """Return a sentence for each number; for groups only if there are any."""
        count, classes = manner.number(self.sudokus), manner.number(self.classes)
        messages = [
            Message("Sudokus: {count}.", count=count)
            if self.is_all
            else Message("Interrupted. Sudokus so far: {count}.", count=count),
            Message("Classes: {number}.", number=classes),
        ]
        if self.groups:
            groups = Message(
                "Groups of copies: {groups}, the largest of {largest}.",
                groups=manner.number(self.groups),
                largest=manner.number(self.largest),
            )
            messages.append(groups)
        return messages


@dataclass(eq=False)
class SaidCopies(Said):
    """Two Sudokus of a collection that are copies, or nearly.

    Grids and steps are None where nobody asked for them; steps `for_page` are shown there alone.
    """

    title = Message("Which of these Sudokus are copies?")
    status = "copies"
    found: tuple[Place, Place] | Near[Place]
    grids: tuple[Grid, Grid] | None = None
    steps: Transformation | None = None
    for_page: bool = False

    def __post_init__(self) -> None:
        found = self.found
        self.first, self.second = (found.first, found.second) if isinstance(found, Near) else found
        self.in_words: dict[str, list[str]] = {}
        if self.grids is not None and self.steps is not None and not self.for_page:
            self.in_words["steps"] = self.manner.sentences(self.steps.forward(), self.grids[0])

    def below(self, line: str) -> str:
        """Return a line with the steps below it."""
        return "\n".join([line, *(f"    {one}" for one in self.in_words.get("steps", ()))])

    def text(self) -> str:
        return self.below(self.verdict())

    def sentence(self) -> Message:
        first, second = self._places()
        if not isinstance(self.found, Near):
            return Message("{new} is a copy of {known}", new=second, known=first)
        agree = {"agreeing": self.found.agreeing, "total": self.found.total}
        said = Message("{agreeing} of {total} clues agree: {first}, {second}")
        return said.filled(first=first, second=second, **agree)

    def _places(self) -> list[str]:
        both = self.first, self.second
        return [harmless(str(one._replace(file=self.manner.file(one.file)))) for one in both]

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; `steps` lead from the first, or known one, to the second."""
        if isinstance(self.found, Near):
            agree = {"agreeing": self.found.agreeing, "total": self.found.total}
            return {"near": [self.first.record(), self.second.record()], **agree, **self.in_words}
        return {**self.second.record(), "known": self.first.record(), **self.in_words}

    def on_page(self) -> OnPage:
        assert self.grids is not None
        titles = [Message("{place}", place=place) for place in self._places()]
        first, second = map(Picture, titles, self.grids)
        if self.steps is None:
            return (first, second), ()
        if isinstance(self.found, Near):
            return nearly(first, second, self.steps)
        return (first, second), there_and_back(self.steps)


class SaidGroup(Said):
    """A group: the Sudoku that the others copy, then these, with their steps."""

    found: Sequence[SaidCopies]

    def text(self) -> str:
        below = [one.below(harmless(f"  {one.second}")) for one in self.found]
        return "\n".join(["", harmless(str(self.found[0].first)), *below])

    def record(self) -> Mapping[str, object]:
        others = ({**one.second.record(), **one.in_words} for one in self.found)
        return {"members": [self.found[0].first.record(), *others]}


def report_with_steps(
    gathering: "Gathering",
    found: tuple[Place, Place] | Near[Place],
    printer: Printer,
    *,
    for_page: bool = True,
) -> SaidCopies:
    """Return two copies, or near copies, in words with the steps, and show them on a page."""
    if isinstance(found, tuple):
        from ...answers.decide import decide  # not needed without steps

        grids = gathering.grid(found[0]), gathering.grid(found[1])
        steps = decide(*grids, only=gathering.only).transformation
    else:
        grids = gathering.puzzles.grid(found.first), gathering.puzzles.grid(found.second)
        steps = found.steps
    said = SaidCopies(found, printer.manner, grids, steps, for_page)
    if printer.listener is not None:
        printer.listener(str(said.second), said)
    return said
