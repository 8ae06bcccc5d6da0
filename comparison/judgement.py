"""Answers held against the manifest and against each other."""

from collections.abc import Iterable
from typing import NamedTuple

from ..base.language import Message
from .record import Ending, Record


class Contradiction(NamedTuple):
    """An answer that contradicts another answer, or the manifest; `because` says why.

    The answer is the wrong one of the two, except where it is a yes: its witness was followed, so
    that the manifest is wrong.
    """

    instance: str
    backend: str
    said: str
    because: Message

    @property
    def is_wrong(self) -> bool:
        """Whether the answer is wrong, and not what it contradicts."""
        return self.said != Ending.COPIES


def contradictions(records: Iterable[Record]) -> list[Contradiction]:
    """Return the contradictions, in the order of the records, each answer of a backend once.

    A witness is followed before a yes counts as one, so that where backends disagree the no is
    wrong.
    """
    records = list(records)
    copies: dict[tuple[str, str], str] = {}
    for record in records:
        if record.ending is Ending.COPIES:
            copies.setdefault((record.instance, record.digest), record.backend)
    found: dict[tuple[str, str, str], Contradiction] = {}
    for record in records:
        because = _because(record, copies.get((record.instance, record.digest)))
        if because is not None:
            contradiction = Contradiction(record.instance, record.backend, record.ending, because)
            found.setdefault(contradiction[:3], contradiction)
    return list(found.values())


def _because(record: Record, finder: str | None) -> Message | None:
    if record.ending is Ending.FALSE_WITNESS:
        return Message("its steps do not lead from one Sudoku to the other")
    if record.ending is Ending.DIFFERENT and finder is not None:
        return Message("{backend} found steps, and they were followed", backend=finder)
    if record.is_solved and record.expected is not None and record.ending.value != record.expected:
        if record.ending is Ending.COPIES:
            return Message("the manifest, wrongly, says {expected}", expected=record.expected)
        return Message("the manifest says {expected}", expected=record.expected)
    return None
