"""Which answers hold: what was followed or proved, what is known, and what is only claimed.

A yes is followed on the Sudokus, so that it always holds. A no holds with a proof that a checker
has accepted; where no proofs were asked for, it also counts where a table or a header says so. What
is proved weighs more than these: a forged header makes nobody's answer wrong.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ..base.language import Message
from .instances import MANIFEST
from .record import Ending, Record


class Fault(StrEnum):
    """What is the matter with an answer, the worst first.

    Wrong: a witness that was followed refutes it, or its own leads elsewhere. Conflict: it
    contradicts what is known. Unproved: no checker accepts its proof.
    """

    WRONG = "wrong"
    CONFLICT = "conflict"
    UNPROVED = "unproved"


class Contradiction(NamedTuple):
    """An answer that something speaks against; `because` says what."""

    fault: Fault
    instance: str
    backend: str
    said: str
    because: Message


class Judgement:
    """What holds of some records.

    `contradictions` are in the order of their faults, then of the records, each answer of a backend
    once. `wrong` are the backends with a wrong answer.
    """

    def __init__(self, records: Sequence[Record]) -> None:
        backward = records[::-1]  # the first of each question comes last
        self._followed = {_question(r): r.backend for r in backward if r.ending is Ending.COPIES}
        self._proved = {_question(r): r.backend for r in backward if r.is_proved}
        self._known = {_question(r): r.expected for r in records if r.expected is not None}
        found: dict[tuple[str, str, str], Contradiction] = {}
        for record in records:
            said = (record.instance, record.backend, record.ending)
            if said not in found and (judged := self._because(record)) is not None:
                fault, because = judged
                found[said] = Contradiction(fault, *said, because)
        self.contradictions = sorted(found.values(), key=lambda one: [*Fault].index(one.fault))
        self.wrong = {one.backend for one in found.values() if one.fault is Fault.WRONG}

    def counts(self, record: Record) -> bool:
        """Return whether an answer is a solution, and not only claimed."""
        if record.ending is Ending.COPIES:
            return _question(record) not in self._proved
        if record.ending is not Ending.DIFFERENT or _question(record) in self._followed:
            return False
        is_known = record.expected is Ending.DIFFERENT and not record.settings.proofs
        return record.is_proved or is_known

    def is_claimed(self, record: Record) -> bool:
        """Return whether it is a no that nothing confirms, and nothing speaks against."""
        return (
            record.ending is Ending.DIFFERENT
            and not self.counts(record)
            and self._because(record) is None
        )

    def verdict(self, record: Record) -> Ending | None:
        """Return the answer to a record's question: what was shown, else what is known."""
        asked = _question(record)
        if (asked in self._followed) == (asked in self._proved):
            return None if asked in self._proved else self._known.get(asked)
        return Ending.COPIES if asked in self._followed else Ending.DIFFERENT

    def _because(self, record: Record) -> tuple[Fault, Message] | None:
        """Return what speaks against an answer; None for nothing."""
        finder = self._followed.get(_question(record))
        prover = self._proved.get(_question(record))
        if record.ending is Ending.FALSE_WITNESS:
            return Fault.WRONG, Message("its steps do not lead from one Sudoku to the other")
        if record.ending is Ending.REFUSED_PROOF and finder is None:
            return Fault.UNPROVED, Message("its proof was refused: {reason}", reason=record.error)
        if record.ending in (Ending.DIFFERENT, Ending.REFUSED_PROOF) and finder is not None:
            fault = Fault.CONFLICT if record.is_proved else Fault.WRONG
            return fault, Message("{backend} found steps, and they were followed", backend=finder)
        if record.ending is Ending.COPIES and prover is not None:
            return Fault.CONFLICT, Message(
                "{backend} proved that there are none, and that was checked", backend=prover
            )
        if record.is_solved and record.expected not in (None, record.ending):
            return Fault.CONFLICT, _otherwise(record)
        return None


def _otherwise(record: Record) -> Message:
    """Return who says otherwise than an answer."""
    file, expected = record.known_by or MANIFEST, record.expected
    if record.ending is Ending.COPIES or record.is_proved:
        return Message("{file}, wrongly, says {expected}", file=file, expected=expected)
    return Message("{file} says {expected}", file=file, expected=expected)


def _question(record: Record) -> tuple[str, str]:
    return record.instance, record.digest
