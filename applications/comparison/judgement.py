"""Which answers hold: what was followed or proved, what is known, and what is only claimed.

Models are checked, a yes on the Sudokus. A no holds with a proof that a checker accepted; where no
proofs were asked for, also where a table or a header says so. Only so do optima and numbers count.
A better model refutes an optimum. What is proved outweighs a table, and so a forged header.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import inf
from typing import NamedTuple

from ...base.messages import Message
from .instances import MANIFEST, OURS
from .record import NO, YES, Ending, Record


class Fault(StrEnum):
    """What is the matter with an answer, the worst first.

    Wrong: a witness that was followed refutes it, its own leads elsewhere, or we count otherwise.
    Conflict: it contradicts what is known. Unproved: no checker accepts its proof.
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
        falling = sorted(backward, key=lambda r: -r.cost)
        self._best = {_identify_question(r): r for r in falling if r.cost < inf}
        self._proved = {_identify_question(r): r for r in backward if r.is_proved}
        self._known = {_identify_question(r): r.expected for r in records if r.expected is not None}
        self._counted: dict[tuple[str, str], dict[str, str]] = {}
        for record in backward:
            if record.ending is Ending.MODELS:
                counts = self._counted.setdefault(_identify_question(record), {})
                counts[record.answer] = record.backend
        found: dict[tuple[str, str, str], Contradiction] = {}
        for record in records:
            said = (record.instance, record.backend, record.answer)
            if said not in found and (judged := self._because(record)) is not None:
                fault, because = judged
                found[said] = Contradiction(fault, *said, because)
        self.contradictions = sorted(found.values(), key=lambda one: [*Fault].index(one.fault))
        self.wrong = {one.backend for one in found.values() if one.fault is Fault.WRONG}

    def counts(self, record: Record) -> bool:
        """Return whether an answer is a solution, and not only claimed."""
        asked = _identify_question(record)
        if record.ending in YES:
            return asked not in self._proved
        refuting = self._best.get(asked)
        if not record.is_solved or (refuting and record.at_least > refuting.cost):
            return False
        is_no = record.ending in NO
        return record.is_proved or (
            record.answer == record.known and not (is_no and record.settings.proofs)
        )

    def is_claimed(self, record: Record) -> bool:
        """Return whether it is an answer that nothing confirms, and nothing speaks against."""
        is_open = record.is_solved and not self.counts(record)
        return is_open and self._because(record) is None

    def verdict(self, record: Record) -> Ending | None:
        """Return the answer to a record's question: what was shown, else what is known."""
        asked = _identify_question(record)
        best, proved = self._best.get(asked), self._proved.get(asked)
        if best is not None and proved is not None:
            return None
        shown = best or proved
        return shown.ending if shown and shown.ending in (*YES, *NO) else self._known.get(asked)

    def _because(self, record: Record) -> tuple[Fault, Message] | None:
        """Return what speaks against an answer; None for nothing."""
        asked, answer, known = _identify_question(record), record.answer, record.known
        best, proved = self._best.get(asked), self._proved.get(asked)
        others = [x for x in self._counted.get(asked, {}).items() if x[0] != answer]
        found: tuple[Fault, Message] | None = None
        if record.ending is Ending.FALSE_WITNESS:
            said = Message("its statement is wrong: {reason}", reason=record.error)
            if record.form is None:
                said = Message("its steps do not lead from one Sudoku to the other")
            found = Fault.WRONG, said
        elif record.ending is Ending.REFUSED_PROOF and best is None:
            found = Fault.UNPROVED, Message("its proof was refused: {reason}", reason=record.error)
        elif best is not None and record.at_least > best.cost:
            found = Fault.CONFLICT if record.is_proved else Fault.WRONG, _describe_found(best)
        elif proved is not None and record.cost < inf:
            said = Message(
                "{backend} proved a no, and the proof was checked", backend=proved.backend
            )
            found = Fault.CONFLICT, said
        elif not record.is_solved or known == answer:
            pass
        elif known is None and record.ending is Ending.MODELS and others:
            count, backend = others[0]
            found = (
                Fault.CONFLICT,
                Message("{backend} counts {count}", backend=backend, count=count),
            )
        elif known is not None and (known != Ending.SATISFIABLE or record.cost == inf):
            found = (
                Fault.WRONG if record.known_by == OURS else Fault.CONFLICT,
                _describe_otherwise(record),
            )
        return found


def _describe_found(best: Record) -> Message:
    if best.form is None:
        return Message("{backend} found steps, and they were followed", backend=best.backend)
    if best.value is None:
        return Message("{backend} found a model, and it was checked", backend=best.backend)
    return Message(
        "{backend} found a model that costs {cost}, and it was checked",
        backend=best.backend,
        cost=best.value,
    )


def _describe_otherwise(record: Record) -> Message:
    file, expected = record.known_by or MANIFEST, record.known
    # A model that was checked shows that what is known is wrong, unless it costs more.
    least = inf if record.expected_value is None else record.expected_value
    if record.is_proved or record.cost < least:
        return Message("{file} is wrong: it records {expected}", file=file, expected=expected)
    return Message("{file} records {expected}", file=file, expected=expected)


def _identify_question(record: Record) -> tuple[str, str]:
    return record.instance, record.digest
