"""The judgement of the answers in a comparison: which answers are right, which are wrong, and which
are only claimed.

The answer yes is verified: its model on the clauses, its transformation on the Sudokus. If another
program, such as BenchExec, measured the run, the answer yes cannot be verified; it then counts like
the answer no without a proof. The answer no counts if a checker accepted its proof. If no proofs
were asked for, it also counts if a table, the comments of the file or sudokopie's own checked
answer confirm it. Optima and numbers of models count only if a table, the comments or sudokopie's
own count confirm them. A better model refutes an optimum.

An answer is wrong if checked evidence refutes it: a model, or the answer that sudokopie found and
checked before the runs. A table or comments may be forged, so that an answer which differs from
them is not called wrong, but only contradicted.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from math import inf
from typing import NamedTuple

from ...base.messages import Message
from .instances import MANIFEST, OWN_ANSWER
from .record import NO_ENDINGS, YES_ENDINGS, RunEnding, RunRecord


class AnswerFaultKind(StrEnum):
    """The faults that an answer of a backend may have, the worst fault first.

    - WRONG: the answer was shown to be wrong by a verified witness of another backend or by the
      answer that sudokopie itself checked, or the witness that came with the answer is false.
    - CONFLICT: the answer contradicts a known answer that was not checked, or the proof or count of
      another backend; or a check confirmed both the answer and its opposite.
    - UNPROVED: the checker rejected the proof of the answer.
    """

    WRONG = "wrong"
    CONFLICT = "conflict"
    UNPROVED = "unproved"


class FaultyAnswer(NamedTuple):
    """An answer that is wrong, contradicts another answer, or has a rejected proof. `reason` is a
    sentence that explains the fault.
    """

    fault: AnswerFaultKind
    instance: str
    backend: str
    answer: str
    reason: Message


class AnswerJudgement:
    """The judgement of the answers in the records of a comparison: which are correct, wrong, or
    only claimed.

    `contradictions` has all answers with a fault of any kind, each answer of a backend once. The
    answers are sorted by the kind of fault, and faults of the same kind are in the order of the
    records. `wrong_answer_counts` maps each backend with a wrong answer to the number of instances
    on which an answer was wrong.
    """

    def __init__(self, records: Sequence[RunRecord]) -> None:
        own = filter(None, map(_make_record_of_own_answer, records))
        # reversed, so that the first record of each question overwrites the later records
        backward = [*own, *records[::-1]]
        falling = sorted(backward, key=lambda r: -r.model_cost_or_infinity)
        self._best = {_make_question_key(r): r for r in falling if r.model_cost_or_infinity < inf}
        self._proved = {_make_question_key(r): r for r in backward if r.is_proved_no}
        known = [record for record in records if record.expected is not None]
        known.sort(key=lambda record: record.known_by == OWN_ANSWER)
        self._known = {_make_question_key(record): record for record in known}
        self._counted: dict[tuple[str, str], dict[str, str]] = {}
        for record in backward:
            if record.ending is RunEnding.MODELS:
                counts = self._counted.setdefault(_make_question_key(record), {})
                counts[record.answer_text] = record.backend
        found: dict[tuple[str, str, str], FaultyAnswer] = {}
        for record in records:
            key = (record.instance, record.backend, record.answer_text)
            if (
                key not in found
                and (judged := self._find_answer_fault_and_reason(record)) is not None
            ):
                fault, reason = judged
                found[key] = FaultyAnswer(fault, *key, reason)
        self.contradictions = sorted(
            found.values(), key=lambda one: [*AnswerFaultKind].index(one.fault)
        )
        wrong = {
            (x.backend, x.instance) for x in found.values() if x.fault is AnswerFaultKind.WRONG
        }
        self.wrong_answer_counts = Counter(backend for backend, _ in wrong)

    def counts_as_solved(self, record: RunRecord) -> bool:
        """Return whether the answer in a record counts as a solution of its question: it was
        verified, proved or confirmed by a known answer, and is not refuted by another backend's
        answer.
        """
        question = _make_question_key(record)
        if record.is_verified_yes:
            return question not in self._proved
        refuting = self._best.get(question)
        if not record.has_answer or (
            refuting and record.claimed_lower_bound > refuting.model_cost_or_infinity
        ):
            return False
        known, is_unsatisfiable = self._known.get(question), record.ending in NO_ENDINGS
        return record.is_proved_no or (
            known is not None
            and record.answer_text == known.known_answer_text
            and not (is_unsatisfiable and record.settings.proofs)
        )

    def is_only_claimed(self, record: RunRecord) -> bool:
        """Return whether the answer in a record is only claimed, because nothing confirms or
        contradicts it.
        """
        is_open = record.has_answer and not self.counts_as_solved(record)
        return is_open and self._find_answer_fault_and_reason(record) is None

    def find_correct_ending(self, record: RunRecord) -> RunEnding | None:
        """Return the correct answer to the question of a record: an answer that was verified or
        proved, otherwise the known answer. Returns None if a verified model and a checked proof
        contradict each other, or if no answer is known.
        """
        question = _make_question_key(record)
        best, proved = self._best.get(question), self._proved.get(question)
        if best is not None and proved is not None:
            return None
        shown = best or proved
        if shown and shown.ending in (*YES_ENDINGS, *NO_ENDINGS):
            return shown.ending
        return known.expected if (known := self._known.get(question)) else None

    def _find_answer_fault_and_reason(
        self, record: RunRecord
    ) -> tuple[AnswerFaultKind, Message] | None:
        """Return the kind of fault of the answer in a record, and a sentence that explains it.
        Returns None if the answer has no fault.
        """
        question, answer = _make_question_key(record), record.answer_text
        known_record = self._known.get(question)
        known = None if known_record is None else known_record.known_answer_text
        best, proved = self._best.get(question), self._proved.get(question)
        others = [x for x in self._counted.get(question, {}).items() if x[0] != answer]
        found: tuple[AnswerFaultKind, Message] | None = None
        if record.ending is RunEnding.FALSE_WITNESS:
            message = Message("its statement is wrong: {reason}", reason=record.error)
            if record.form is None:
                message = Message("its steps do not lead from one Sudoku to the other")
            found = AnswerFaultKind.WRONG, message
        elif record.ending is RunEnding.REFUSED_PROOF and best is None:
            found = (
                AnswerFaultKind.UNPROVED,
                Message("its proof was refused: {reason}", reason=record.error),
            )
        elif best is not None and record.claimed_lower_bound > best.model_cost_or_infinity:
            found = (
                AnswerFaultKind.CONFLICT if record.is_proved_no else AnswerFaultKind.WRONG,
                _describe_better_model(best),
            )
        elif proved is not None and record.model_cost_or_infinity < inf:
            found = AnswerFaultKind.CONFLICT, _describe_checked_no(proved)
        elif proved is not None and record.ending in YES_ENDINGS:
            found = AnswerFaultKind.WRONG, _describe_checked_no(proved)
        elif not record.has_answer or known == answer:
            pass
        elif known is None and record.ending is RunEnding.MODELS and others:
            count, backend = others[0]
            found = (
                AnswerFaultKind.CONFLICT,
                Message("{backend} counts {count}", backend=backend, count=count),
            )
        elif known_record is not None and (
            known != RunEnding.SATISFIABLE or record.model_cost_or_infinity == inf
        ):
            is_refuted = record.ending is RunEnding.MODELS and known_record.known_by == OWN_ANSWER
            found = (
                AnswerFaultKind.WRONG if is_refuted else AnswerFaultKind.CONFLICT,
                _describe_conflict_with_known_answer(record, known_record),
            )
        return found


def _make_record_of_own_answer(record: RunRecord) -> RunRecord | None:
    """Return a record of the answer that sudokopie found and checked before the run of `record`, as
    if a backend had found it: a model, or the answer no with a checked proof. Return None if
    sudokopie checked no answer, or if the answer is a number of models.
    """
    if record.known_by != OWN_ANSWER or record.expected in (None, RunEnding.MODELS):
        return None
    return record._replace(
        backend=OWN_ANSWER,
        ending=record.expected,
        value=record.expected_value,
        proof_seconds=0 if record.expected in NO_ENDINGS else None,
    )


def _describe_better_model(better_record: RunRecord) -> Message:
    """Return a sentence about another backend's verified model, which shows that an answer is
    wrong. `better_record` is the record of the run that found the model.
    """
    if better_record.form is None:
        return Message(
            "{backend} found steps, and they were followed", backend=better_record.backend
        )
    if better_record.value is None:
        return Message("{backend} found a model, and it was checked", backend=better_record.backend)
    return Message(
        "{backend} found a model that costs {cost}, and it was checked",
        backend=better_record.backend,
        cost=better_record.value,
    )


def _describe_checked_no(proved_record: RunRecord) -> Message:
    """Return a sentence about the answer no of a backend or of sudokopie itself, for which a proof
    was checked. `proved_record` is the record of this answer.
    """
    if proved_record.backend == OWN_ANSWER:
        return Message(
            "sudokopie found the answer {expected}, and checked it", expected=proved_record.ending
        )
    return Message(
        "{backend} proved a no, and the proof was checked", backend=proved_record.backend
    )


def _describe_conflict_with_known_answer(record: RunRecord, known_record: RunRecord) -> Message:
    """Return a sentence about a known answer that contradicts the answer in `record`. The known
    answer is in `known_record`. The sentence names the source of the known answer. If the record's
    answer was verified, the sentence states that this source is wrong.
    """
    file, expected = known_record.known_by or MANIFEST, known_record.known_answer_text
    # A verified model shows that the known answer is wrong, unless the model costs more.
    least = inf if known_record.expected_value is None else known_record.expected_value
    if record.is_proved_no or record.model_cost_or_infinity < least:
        return Message("{file} is wrong: it records {expected}", file=file, expected=expected)
    return Message("{file} records {expected}", file=file, expected=expected)


def _make_question_key(record: RunRecord) -> tuple[str, str]:
    """Return the name of the instance of a record, and the digest of the instance. Records with the
    same two values are about the same question.
    """
    return record.instance, record.digest
