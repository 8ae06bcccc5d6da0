"""Certificates: a no with a proof that others can check, a yes with its witness.

The certificate of a no is about the plain encoding, whose every clause can be read off the
question: the formula, a solver's proof (DRAT), and the same proof with hints (LRAT), which a short
checker follows. Nothing that found the no takes part in checking it. Beside the witness of a yes
that needs at least one step stand the same files about the formula "one step fewer is enough".
"""

import os
from typing import NamedTuple

from ..answers.decide import Answer
from ..answers.nearest import NearestCopy
from ..base.errors import ArgumentError, ProofError
from ..base.language import Message
from ..base.limits import DESCRIPTION, lines_of
from ..base.verdict import Verdict
from ..exchange.export import exported_claim
from ..exchange.header import COPY, LIBRARY, Claim, Provenance
from ..solvers.clock import Timeout
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .checkers import OUR_CHECKER, Checker
from .folder import (
    CHECKERS,
    QUESTION,
    README,
    WITNESS,
    Files,
    check_refuted,
    opened,
    proof_files,
    read_witness,
    witness_as_json,
    write_files,
)
from .proof import Proof, prove


class Refutation(NamedTuple):
    """A claim, and the checked proof that it is false."""

    claim: Claim
    proof: Proof


class Certificate(NamedTuple):
    """What proves an answer about two grids.

    `witness` is that of a yes. `refutation` proves a no, or that a yes needs that many steps.
    """

    first: Grid
    second: Grid
    witness: Transformation | None
    refutation: Refutation | None

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proof, checked, if there is one."""
        return () if self.refutation is None else (self.refutation.proof,)

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the files into a folder; `provenance` says what wrote them.

        `force` as well as what is raised are those of `write_files`.
        """
        first, second, witness, refutation = self
        files: Files = {}
        readme = ""
        if witness is not None:
            files[WITNESS] = witness_as_json(witness)
            readme += _README_YES
        if refutation is not None:
            claim, proof = refutation
            pieces = exported_claim(first, second, claim, provenance)
            files |= proof_files(QUESTION, pieces, proof)
            readme += _README_NO.format(question=claim.question, origin=proof.origin.sentence)
        write_files(folder, files | {README: [readme]}, force=force)


def certify(
    answer: Answer | NearestCopy,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Certificate:
    """Return the checked certificate of an answer: of a no, of a yes and its number of steps.

    For a nearest copy it proves the no to "can at least K clues agree?". `backend_name` is the
    backend that proves it, `checker_name` who checks that, as `refute` takes them. Raises as
    `refute` does, `ProofError` where there is nothing to certify, and `ArgumentError` for what is
    no answer of `decide` or `nearest`.

    >>> from ..answers.decide import decide
    >>> answer = decide(Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]))
    >>> len(certify(answer).refutation.proof.lrat) > 0
    True
    """
    if not isinstance(answer, Answer | NearestCopy):
        raise ArgumentError(
            f"expected an answer of decide or nearest, found {type(answer).__name__}"
        )
    witness, claim = witness_of(answer), refutable(answer)
    if claim is None and witness is None:
        raise ProofError(Message("there is nothing to certify: the answer is neither yes nor no"))
    refutation = None
    if claim is not None:
        refutation = refute(
            answer.first,
            answer.second,
            backend_name,
            timeout=timeout,
            claim=claim,
            checker_name=checker_name,
        )
    return Certificate(answer.first, answer.second, witness, refutation)


def witness_of(answer: Answer | NearestCopy) -> Transformation | None:
    """Return the witness of a yes; the steps of a nearest copy lead to none."""
    return answer.transformation if isinstance(answer, Answer) else None


def refutable(answer: Answer | NearestCopy) -> Claim | None:
    """Return the claim that is false if the answer is right, None where there is none.

    Of a no, what was asked; of a yes, that fewer steps would do.
    """
    if isinstance(answer, NearestCopy):
        if answer.verdict is Verdict.NO:
            return Claim(at_least=answer.at_least, blanks=answer.blanks)
        return None
    if answer.verdict is Verdict.NO:
        return COPY
    if answer.is_fewest and answer.steps:
        return Claim(steps=answer.steps - 1)
    return None


def refute(
    first: Grid,
    second: Grid,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    claim: Claim = COPY,
    checker_name: str | None = None,
) -> Refutation:
    """Return a checked proof that a claim is false: by default that `second` is a copy of `first`.

    `backend_name`, `timeout` and `checker_name` are those of `prove`, which says what is raised.
    """
    formula = claim.formula(first, second)
    proof = prove(formula, backend_name, timeout=timeout, checker_name=checker_name)
    return Refutation(claim, proof)


class Certified(NamedTuple):
    """What a certificate proves: a witness, a false claim, or, by both, that no fewer steps do."""

    witness: Transformation | None
    refuted: Claim | None


def check_answer(
    folder: str, first: Grid, second: Grid, checker: Checker = OUR_CHECKER
) -> Certified:
    """Return what a certificate proves of these two grids.

    It follows the witness, if there is one. If there is a formula, or no witness, it compares the
    formula with that of the question and has the LRAT proof checked. Raises `ProofError` where
    anything does not hold, and `OSError` where files cannot be read.
    """
    claim = None
    if (witness := read_witness(folder)) is not None:
        if witness.shape != first.shape or not witness.leads(first, second):
            raise ProofError(Message("the witness does not lead from the first to the second"))
        steps = witness.simplest(first).steps
        claim = Claim(steps=steps - 1)
        if not steps:  # there are no fewer
            return Certified(witness, claim)
        if not os.path.exists(os.path.join(folder, QUESTION.question)):
            return Certified(witness, None)
    if claim is None:
        with opened(folder, QUESTION.question) as question:
            claim = Claim.read(lines_of(question, QUESTION.question, DESCRIPTION))
    check_refuted(folder, QUESTION, claim.formula(first, second), checker)
    return Certified(witness, claim)


_README_NO = (
    """\
The answer is no to: {question} question.cnf, true of what would do, has no model.
{origin}
With our checker, which also compares the formula with the pair: sudokopie check . PAIR
"""
    + CHECKERS
)

_README_YES = """\
The second Sudoku is a copy of the first, by the transformation in witness.json.
To follow it: sudokopie check . PAIR
"""
