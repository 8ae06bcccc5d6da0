"""What a certificate of an answer states, whatever was asked, and how it is made."""

from collections.abc import Callable
from typing import Any

from ..answers.completion import Completed
from ..answers.decide import Answer
from ..answers.nearest import NearestCopy
from ..answers.part import PartAnswer
from ..answers.seen_best import Survey
from ..answers.ways import Ways
from ..base.errors import ArgumentError, ProofError
from ..base.verdict import Verdict
from ..questions.copy import Copy
from ..questions.nearest import SoManyAgree
from ..questions.question import Question, Reply
from ..questions.within import Within
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import DEFAULT
from .certificate import Certificate, Statement, certified
from .question_certificate import CertifiedNo, CertifiedYes
from .solutions_certificate import CertifiedSolutions
from .ways_certificate import CertifiedSymmetries, CertifiedWays

Certifiable = Answer | NearestCopy | PartAnswer | Completed | Ways | Survey | Reply


def certify(
    answer: Certifiable,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Certificate:
    """Return the checked certificate of an answer: of a no, or of a yes and that none is better.

    `backend_name` is the backend that proves it, `checker_name` who checks that, as `prove` takes
    them. Raises as `prove` does, `ProofError` where there is nothing to certify, and
    `ArgumentError` for what is no answer of `decide`, `nearest`, `within`, `completed`, `ways` or
    `survey`, and no solver's reply.

    >>> from ..answers.decide import decide
    >>> from ..sudoku.grid import Grid
    >>> answer = decide(Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]))
    >>> len(certify(answer).refutation.proof.lrat) > 0
    True
    """
    if not isinstance(answer, Certifiable):
        raise ArgumentError(f"expected an answer, found {type(answer).__name__}")
    clock = Clock.of(timeout)
    statement = statement_of(answer, timeout=clock)
    if statement is None:
        raise ProofError("there is nothing to certify: the answer is neither yes nor no")
    return certified(statement, backend_name, timeout=clock, checker_name=checker_name)


def statement_of(
    answer: Certifiable, backend: str = DEFAULT, *, timeout: Timeout = None
) -> Statement | None:
    """Return what a certificate of an answer states; None where that is nothing.

    `backend` finds symmetries for it. Raises `ProofError` where the time is not enough.
    """
    if isinstance(answer, Ways):
        return _of_ways(answer, backend, timeout)
    if isinstance(answer, Survey):
        found = answer.symmetries
        if found is None:
            return None
        return CertifiedSymmetries.of(found.grid, found.order, backend, timeout=timeout)
    if isinstance(answer, Completed):
        return CertifiedSolutions.of(answer, timeout=timeout)
    question, verdict, witness, best = _ANSWERED[type(answer)](answer)
    if verdict is Verdict.NO:
        return CertifiedNo(question)
    return None if witness is None else CertifiedYes(question, witness, best)


def _of_ways(answer: Ways, backend: str, timeout: Timeout) -> Statement | None:
    if answer.number:
        return CertifiedWays.of(answer, backend, timeout=timeout)
    return None if answer.number is None else statement_of(answer.answer)


_Answered = tuple[Question, Verdict, Any, bool]
"""A question, the answer, what is known of a yes, and whether nothing is better."""


def _decided(answer: Answer) -> _Answered:
    return _by_steps(Copy(answer.first, answer.second, parts=answer.only), answer)


def _part(answer: PartAnswer) -> _Answered:
    part, whole = answer.answer.first, answer.answer.second
    question = Within(part, whole) if answer.part == 1 else Within(whole, part)
    if question.from_and_to != (part, whole):  # `part_of` says no to a part with more clues
        raise ProofError("there is nothing to certify: the part has more clues than the whole")
    return _by_steps(question, answer.answer)


def _by_steps(question: Question, answer: Answer) -> _Answered:
    fewest = answer.is_fewest or not answer.steps  # none are the fewest
    return question, answer.verdict, answer.transformation, fewest


def _nearest(answer: NearestCopy) -> _Answered:
    pair = answer.first, answer.second
    question = SoManyAgree(*pair, answer.blanks, answer.at_least, answer.only)
    witness = answer.transformation
    best = answer.at_least is None and answer.is_exact
    return question, answer.verdict, witness if question.holds(witness) else None, best


def _replied(reply: Reply) -> _Answered:
    return reply.question.plain, reply.verdict, reply.witness, reply.is_optimum


_ANSWERED: dict[type, Callable[[Any], _Answered]] = {
    Answer: _decided,
    PartAnswer: _part,
    NearestCopy: _nearest,
    Reply: _replied,
}
