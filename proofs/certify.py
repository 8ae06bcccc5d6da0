"""What a certificate of an answer states, whatever was asked, and how it is made."""

from typing import Any

from ..answers.completion import Completed
from ..answers.decide import Answer
from ..answers.nearest import NearestCopy
from ..answers.part import PartAnswer
from ..answers.seen_best import Survey
from ..answers.symmetries import Symmetries
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
from .statements import (
    CertifiedNo,
    CertifiedSolutions,
    CertifiedSymmetries,
    CertifiedWays,
    CertifiedYes,
)

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

    `backend` finds symmetries. Raises `ProofError` where the time is not enough.
    """
    stated: Statement | None
    match answer:
        case Ways(number=None) | Survey(symmetries=None):
            stated = None
        case Ways(number=0):
            stated = statement_of(answer.answer)
        case Ways():
            stated = CertifiedWays.of(answer, backend, timeout=timeout)
        case Survey(symmetries=Symmetries(grid, order)):
            stated = CertifiedSymmetries.of(grid, order, backend, timeout=timeout)
        case Completed():
            stated = CertifiedSolutions.of(answer, timeout=timeout)
        case _:
            question, witness, best = _asked(answer)
            stated = None if witness is None else CertifiedYes(question, witness, best)
            if answer.verdict is Verdict.NO:
                stated = CertifiedNo(question)
    return stated


def _asked(answer: Any) -> tuple[Question, Any, bool]:
    """Return a question, what is known of a yes, and whether nothing is better."""
    if isinstance(answer, Reply):
        return answer.question.plain, answer.witness, answer.is_optimum
    if isinstance(answer, NearestCopy):
        pair, witness = (answer.first, answer.second), answer.transformation
        nearest = SoManyAgree(*pair, answer.blanks, answer.at_least, answer.only)
        best = answer.at_least is None and answer.is_exact
        return nearest, witness if nearest.holds(witness) else None, best
    question: Question
    if isinstance(answer, PartAnswer):
        part, whole = answer.answer.first, answer.answer.second
        question = within = Within(*((part, whole) if answer.part == 1 else (whole, part)))
        if within.from_and_to != (part, whole):  # `part_of` says no to a part with more clues
            raise ProofError("there is nothing to certify: the part has more clues than the whole")
        answer = answer.answer
    else:
        question = Copy(answer.first, answer.second, parts=answer.only)
    return question, answer.transformation, answer.is_fewest or not answer.steps
