"""How a certificate of an answer is made, whatever was asked: the answer returns what it claims."""

from typing import Protocol, runtime_checkable

from ..base.errors import ArgumentError, ProofError
from ..questions.claim import Statement
from ..questions.question import Reply
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import DEFAULT
from .certificate import Certificate, make_certificate


@runtime_checkable
class Certifiable(Protocol):
    """An answer that a certificate can be made of, such as that of `decide` or `nearest`."""

    @property
    def word(self) -> str:
        """The answer in a word."""
        ...

    def claim(self, *, backend: str, timeout: Timeout) -> Statement | None:
        """Return what a certificate of the answer states; None if the answer is not known.

        `backend` finds what the statement needs besides the answer, in the time that is left.
        """
        ...


def certify(
    answer: Certifiable | Reply,
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
    if not isinstance(answer, Certifiable | Reply):
        raise ArgumentError(f"expected an answer, found {type(answer).__name__}")
    clock = Clock.of(timeout)
    statement = make_statement(answer, timeout=clock)
    if statement is None:
        raise ProofError("there is nothing to certify: the answer is neither yes nor no")
    return make_certificate(statement, backend_name, timeout=clock, checker_name=checker_name)


def make_statement(
    answer: Certifiable | Reply, backend: str = DEFAULT, *, timeout: Timeout = None
) -> Statement | None:
    """Return what a certificate of an answer states; None where that is nothing.

    `backend` finds symmetries. Raises `ProofError` where the time is not enough.
    """
    if isinstance(answer, Reply):
        from ..questions.yes_no_claims import make_claim

        witness, verdict = answer.witness, answer.verdict
        return make_claim(answer.question.plain, verdict, witness, answer.is_optimum)
    return answer.claim(backend=backend, timeout=timeout)
