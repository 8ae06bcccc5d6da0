"""Make a certificate, a folder of proofs that others can check, for an answer of any kind. The
answer itself provides the statement that the certificate proves.
"""

from typing import Protocol, runtime_checkable

from ..base.errors import ArgumentError, ProofError
from ..questions.claim import Claim
from ..questions.question import SolverReply
from ..solvers.deadline import Deadline, Timeout
from ..solvers.registry import DEFAULT
from .certificate import Certificate, make_certificate


@runtime_checkable
class Certifiable(Protocol):
    """An answer for which a certificate can be made, such as an answer of `decide` or `nearest`."""

    @property
    def word(self) -> str:
        """The answer in one word, such as "copies"."""
        ...

    def claim(self, *, backend: str, timeout: Timeout, break_symmetry: bool) -> Claim | None:
        """Return the statement that a certificate of this answer proves. Return None if the answer
        is neither yes nor no. If the statement needs more data than the answer has, such as
        symmetries, `backend` finds them before `timeout`. `break_symmetry` is whether the statement
        may contain symmetries that only make the proof shorter.
        """
        ...


def certify(
    answer: Certifiable | SolverReply,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
    break_symmetry: bool = True,
) -> Certificate:
    """Return a certificate that proves an answer. The answer no is proved by a solver's proof,
    which is checked, and the answer yes by an object such as a transformation. If the object is
    known to be the best, for example to have the fewest steps, the certificate also proves that no
    better object exists.

    `backend_name` is the backend that writes the proof: by default a backend whose proofs are
    reliable. `checker_name` is the checker of the proofs, by default our own. Symmetries of the
    second Sudoku can make the proof of a no much shorter. If `break_symmetry` is false, the proof
    does not use them; rebuild_formula.py and some checkers can check only such proofs.

    Raises `BackendError` if the backend or the checker cannot be used, and `FailedProofCheckError`
    if a proof fails the check or contradicts the answer. Raises `ProofError` if the answer is
    neither yes nor no, or if the time runs out. Raises `ArgumentError` if `answer` is neither a
    solver's reply nor an answer of `decide`, `nearest`, `within`, `completed`, `ways` or `survey`.

    >>> from ..answers.decide import decide
    >>> from ..sudoku.grid import Grid
    >>> answer = decide(Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]))
    >>> len(certify(answer).refutation.proof.lrat) > 0
    True
    """
    if not isinstance(answer, Certifiable | SolverReply):
        raise ArgumentError(f"expected an answer, found {type(answer).__name__}")
    deadline = Deadline.from_timeout(timeout)
    statement = make_claim_for_answer(answer, timeout=deadline, break_symmetry=break_symmetry)
    if statement is None:
        raise ProofError("there is nothing to certify: the answer is neither yes nor no")
    return make_certificate(statement, backend_name, timeout=deadline, checker_name=checker_name)


def make_claim_for_answer(
    answer: Certifiable | SolverReply,
    backend: str = DEFAULT,
    *,
    timeout: Timeout = None,
    break_symmetry: bool = True,
) -> Claim | None:
    """Return the statement that a certificate of the answer must prove. Return None if the answer
    is neither yes nor no. `backend` finds symmetries, if the statement needs them. `break_symmetry`
    is whether the statement may contain symmetries that only make the proof shorter. Raises
    `ProofError` if the time is not enough to find the symmetries.
    """
    if isinstance(answer, SolverReply):
        from ..questions.yes_no_claims import make_claim

        witness, verdict = answer.witness, answer.verdict
        return make_claim(answer.question.with_plain_formula, verdict, witness, answer.is_optimum)
    return answer.claim(backend=backend, timeout=timeout, break_symmetry=break_symmetry)
