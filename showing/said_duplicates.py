"""How it is said which Sudokus are copies of which."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..answers.among import Near, Place
from ..base.language import Message
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .manner import Manner
from .printer import harmless
from .said import OnPage, Picture, Said, nearly, there_and_back


class Account(NamedTuple):
    """How many Sudokus, classes, groups of copies, and members of the largest group there are.

    `is_all`: nothing was interrupted.
    """

    sudokus: int
    classes: int
    groups: int
    largest: int
    is_all: bool = True

    def said(self, manner: Manner) -> str:
        """Return it in one line."""
        messages = self.sums(manner)
        if not self.groups and self.is_all and self.sudokus:
            messages.append(Message("No two are copies of each other."))
        return manner.say(*messages)

    def sums(self, manner: Manner) -> list[Message]:
        """Return a sentence for each number; for groups only if there are any."""
        count = manner.number(self.sudokus)
        messages = [
            Message("Sudokus: {count}.", count=count)
            if self.is_all
            else Message("Interrupted. Sudokus so far: {count}.", count=count),
            Message("Classes: {number}.", number=manner.number(self.classes)),
        ]
        if self.groups:
            groups = Message(
                "Groups of copies: {groups}, the largest of {largest}.",
                groups=manner.number(self.groups),
                largest=manner.number(self.largest),
            )
            messages.append(groups)
        return messages


class GroupMember(NamedTuple):
    """A member of a group, and the steps that lead to it from the first; None if not asked for."""

    place: Place
    start: Grid | None = None
    steps: Transformation | None = None

    def sentences(self, manner: Manner) -> list[str]:
        """Return the steps in words."""
        if self.steps is None or self.start is None:
            return []
        return manner.sentences(self.steps.forward(), self.start)

    def below(self, line: str, manner: Manner) -> str:
        """Return a line with the steps below it."""
        return "\n".join([line, *(f"    {one}" for one in self.sentences(manner))])

    def record(self, manner: Manner) -> dict[str, object]:
        """Return for JSON the steps, if they were asked for."""
        return {"steps": self.sentences(manner)} if self.steps else {}


def group_in_words(first: Place, others: Sequence[GroupMember], manner: Manner) -> str:
    """Return a group: the Sudoku that the others copy, then these, with their steps."""
    below = [one.below(harmless(f"  {one.place}"), manner) for one in others]
    return "\n".join([harmless(str(first)), *below])


def group_as_object(
    first: Place, others: Sequence[GroupMember], manner: Manner
) -> Mapping[str, object]:
    """Return what JSON says of a group."""
    members = [{**_place(one.place), **one.record(manner)} for one in others]
    return {"members": [_place(first), *members]}


def match_in_words(new: GroupMember, known: Place, manner: Manner) -> str:
    """Return a Sudoku that is known, and where it stands already."""
    said = Message(
        "{new} is a copy of {known}", new=harmless(str(new.place)), known=harmless(str(known))
    )
    return new.below(manner.say(said), manner)


def match_as_object(new: GroupMember, known: Place, manner: Manner) -> Mapping[str, object]:
    """Return what JSON says of it; `steps` lead from the known one to the new."""
    return {**_place(new.place), "known": _place(known), **new.record(manner)}


def near_in_words(near: Near, start: Grid, manner: Manner) -> str:
    """Return two Sudokus that are nearly copies, and the steps from the first if they are there."""
    said = Message(
        "{agreeing} of {total} clues agree: {first}, {second}",
        agreeing=near.agreeing,
        total=near.total,
        first=harmless(str(near.first)),
        second=harmless(str(near.second)),
    )
    return GroupMember(near.second, start, near.steps).below(manner.say(said), manner)


def near_as_object(near: Near, start: Grid, manner: Manner) -> Mapping[str, object]:
    """Return what JSON says of it."""
    return {
        "near": [_place(near.first), _place(near.second)],
        "agreeing": near.agreeing,
        "total": near.total,
        **GroupMember(near.second, start, near.steps).record(manner),
    }


class SaidCopies(Said):
    """Two Sudokus of a collection that are copies, or nearly, as a page shows them."""

    title = Message("Which of these Sudokus are copies?")

    def __init__(
        self,
        places: tuple[Place, Place],
        grids: tuple[Grid, Grid],
        steps: Transformation | None,
        near: Near | None,
        manner: Manner,
    ) -> None:
        super().__init__(near, manner)
        self.places, self.grids, self.steps = places, grids, steps

    status = "copies"

    def verdict(self) -> str:
        first, second = map(harmless, map(str, self.places))
        if self.found is None:
            return self.manner.say(Message("{new} is a copy of {known}", new=second, known=first))
        return near_in_words(replace(self.found, steps=None), self.grids[0], self.manner)

    def record(self) -> Mapping[str, object]:
        return {"members": [_place(place) for place in self.places]}

    def on_page(self) -> OnPage:
        """Return both; of near copies the first after the steps too, and what differs marked."""
        titles = [Message("{place}", place=harmless(str(place))) for place in self.places]
        first, second = map(Picture, titles, self.grids)
        if self.steps is None:
            return (first, second), ()
        if self.found is None:
            return (first, second), there_and_back(self.steps)
        return nearly(first, second, self.steps)


def _place(place: Place) -> dict[str, object]:
    return {"file": place.file, "line": place.line, "name": place.name}
