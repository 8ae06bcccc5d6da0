"""Certificates: a no with a proof that others can check, a yes with its witness.

The certificate of a no is about the plain encoding, whose every clause can be read off the
question: the formula, a solver's proof (DRAT), and the same proof with hints (LRAT), which a short
checker follows. Nothing that found the no takes part in checking it. Beside the witness of a yes
that needs at least one step stand the same files about the formula "one step fewer is enough".
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import IO, NamedTuple, cast

from ..answers.decide import Answer
from ..answers.nearest import NearestCopy, NearestStatus
from ..encoding.formula import Formula
from ..solvers.clock import Clock
from ..solvers.cnf import dimacs
from ..solvers.protocol import Hinted, Prover, Status, no_proofs
from ..solvers.registry import find_backend
from ..sudoku.errors import BackendError, DeadlinePassedError, ProofError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.output import cleaned_up_when_terminated
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .checkers import DRAT_TRIM, by_drat_trim, find_checker
from .drup_to_lrat import lrat
from .export import exported_claim
from .header import COPY, Claim, Provenance
from .lrat import needed_steps, without_hints
from .origin import Origin

PROVER = "pysat:cadical195"
"""The backend that proves a no where none was named, or CP-SAT: its proofs are experimental."""

QUESTION, DRAT, LRAT, WITNESS, README = (
    "question.cnf",
    "proof.drat",
    "proof.lrat",
    "witness.json",
    "README",
)


class Refutation(NamedTuple):
    """A proof that a claim is false: `lrat` are the lines that were checked.

    `origin` says whose they are. `drat` are the solver's lines, or those of `lrat` without hints
    where it gave them.
    """

    claim: Claim
    drat: list[str]
    lrat: list[str]
    origin: Origin


class Certificate(NamedTuple):
    """What proves an answer about two grids.

    `witness` is that of a yes. `refutation` proves a no, or that a yes needs that many steps.
    """

    first: Grid
    second: Grid
    witness: Transformation | None
    refutation: Refutation | None


def certify(
    answer: Answer | NearestCopy,
    backend_name: str | None = None,
    *,
    clock: Clock | None = None,
    checker_name: str | None = None,
) -> Certificate:
    """Return the checked certificate of an answer: of a no, of a yes and its number of steps.

    For a nearest copy it proves the no to "can at least K clues agree?". `backend_name` is the
    backend that proves it, `checker_name` who checks that, as `refute` takes them. Raises as
    `refute` does, and `ProofError` where there is nothing to certify.

    >>> from ..answers.decide import decide
    >>> answer = decide(Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]))
    >>> len(certify(answer).refutation.lrat) > 0
    True
    """
    witness, claim = witness_of(answer), refutable(answer)
    if claim is None and witness is None:
        raise ProofError(Message("there is nothing to certify: the answer is neither yes nor no"))
    refutation = None
    if claim is not None:
        refutation = refute(
            answer.first,
            answer.second,
            backend_name,
            clock=clock,
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
        if answer.status is NearestStatus.NOT_REACHED:
            return Claim(at_least=answer.at_least, blanks=answer.blanks)
        return None
    if answer.status is Status.DIFFERENT:
        return COPY
    if answer.is_fewest and answer.steps:
        return Claim(steps=answer.steps - 1)
    return None


def prover_for(backend_name: str | None = None) -> Prover:
    """Return who proves a no of a backend: itself, or `PROVER` for CP-SAT or if none was named.

    Raises `BackendError` with the reason where its proofs cannot be trusted.
    """
    named = backend_name is not None and not backend_name.startswith("cp-sat")
    chosen = find_backend(backend_name if named and backend_name else PROVER)
    if not chosen.abilities.proofs:
        raise no_proofs(chosen.name)
    return cast("Prover", chosen)


def refute(
    first: Grid,
    second: Grid,
    backend_name: str | None = None,
    *,
    clock: Clock | None = None,
    claim: Claim = COPY,
    checker_name: str | None = None,
) -> Refutation:
    """Return a checked proof that a claim is false: by default that `second` is a copy of `first`.

    `backend_name` is the backend that found the no; it also proves it if its proofs can be trusted,
    is refused with the reason if not, and for CP-SAT `PROVER` proves the same clauses.
    `checker_name` is one of `CHECKERS`, by default our short one. Raises `BackendError`, or
    `ProofError` where the proof fails or the time was not enough.
    """
    prover, checker, clock = prover_for(backend_name), find_checker(checker_name), clock or Clock()
    formula = claim.formula(first, second)
    try:
        proof = prover.refute(formula, clock)
        if proof is None:
            raise BackendError(
                Message("{name} says yes, but the answer found before was no", name=prover.name)
            )
        hints, steps = with_hints(formula, proof, prover.name, clock)
        checker.check(_lines(dimacs(formula)), steps, clock)
    except DeadlinePassedError:
        raise ProofError(Message("no proof: the time was not enough")) from None
    if isinstance(proof, Hinted):
        drat = list(without_hints(steps))
    else:
        drat = proof if proof[-1:] == ["0"] else [*proof, "0"]
    return Refutation(claim, drat, steps, Origin(prover.name, hints, checker.name, len(steps)))


def with_hints(
    formula: Formula, proof: list[str], solver: str, clock: Clock
) -> tuple[str, list[str]]:
    """Return who gave a proof its hints, and the lines of the LRAT proof that are needed.

    That is the solver itself, else drat-trim if it is installed and accepts the proof, else
    sudokopie.
    """
    if isinstance(proof, Hinted):
        return solver, needed_steps(proof, clock)
    made = by_drat_trim(_lines(dimacs(formula)), proof, clock)
    if made:
        return DRAT_TRIM, needed_steps(made, clock)
    return "sudokopie", lrat(formula.clauses(), proof, clock)


def write_certificate(folder: str, certificate: Certificate, provenance: Provenance) -> None:
    """Write the files of a certificate; raises `OSError`.

    Those of an earlier certificate in the same folder are replaced, others are left alone.
    """
    first, second, witness, refutation = certificate
    os.makedirs(folder, exist_ok=True)
    files: dict[str, Iterable[str]] = {}
    readme = ""
    if witness is not None:
        import json

        parts = witness._asdict() | {"shape": str(first.shape)}
        files[WITNESS] = [json.dumps(parts, indent=1), "\n"]
        readme += _README_YES
    if refutation is not None:
        files[QUESTION] = exported_claim(first, second, refutation.claim, provenance)
        files[DRAT] = (f"{line}\n" for line in refutation.drat)
        files[LRAT] = (f"{line}\n" for line in refutation.lrat)
        readme += _README_NO.format(
            question=refutation.claim.question, origin=refutation.origin.sentence
        )
    files[README] = [readme]
    # Write all files to a folder of their own, then move them: the old certificate stays until the
    # new one is complete.
    with cleaned_up_when_terminated(), tempfile.TemporaryDirectory(dir=folder) as beside:
        for name, pieces in files.items():
            with open(os.path.join(beside, name), "w", encoding="ascii") as file:
                file.writelines(pieces)
        for name in (QUESTION, DRAT, LRAT, WITNESS, README):
            if name in files:
                os.replace(os.path.join(beside, name), os.path.join(folder, name))
            elif os.path.exists(os.path.join(folder, name)):
                os.unlink(os.path.join(folder, name))


class Certified(NamedTuple):
    """What a certificate proves: a witness, a false claim, or, by both, that no fewer steps do."""

    witness: Transformation | None
    refuted: Claim | None


def check_certificate(
    folder: str, first: Grid, second: Grid, *, checker_name: str | None = None
) -> Certified:
    """Return what a certificate proves of these two grids.

    It follows the witness, if there is one. If there is a formula, or no witness, it compares the
    formula with that of the question and has the LRAT proof checked, by one of `CHECKERS` or by
    ours. Raises `ProofError` where anything does not hold, `OSError` where files cannot be read and
    `BackendError` where the checker is not installed.
    """
    witness, claim, checker = None, None, find_checker(checker_name)
    if os.path.exists(os.path.join(folder, WITNESS)):
        with open(os.path.join(folder, WITNESS), encoding="ascii", errors="replace") as file:
            witness = _read_witness(file.read())
        if witness.shape != first.shape or not witness.leads(first, second):
            raise ProofError(Message("the witness does not lead from the first to the second"))
        steps = witness.simplest(first).steps
        claim = Claim(steps=steps - 1)
        if not steps:  # there are no fewer
            return Certified(witness, claim)
        if not os.path.exists(os.path.join(folder, QUESTION)):
            return Certified(witness, None)
    with (
        _opened(folder, QUESTION) as question,
        _opened(folder, LRAT) as proof,
    ):
        claim = claim or Claim.read(question)
        question.seek(0)
        _compare(question, claim.formula(first, second))
        question.seek(0)
        checker.check(question, proof, Clock())
    return Certified(witness, claim)


def _opened(folder: str, name: str) -> IO[str]:
    # Only \n ends a line, here and for every other program.
    return open(os.path.join(folder, name), encoding="ascii", errors="replace", newline="\n")


def _compare(question: Iterable[str], formula: Formula) -> None:
    """Compare a file, but for its comments, with the formula as it is written here."""
    lines = (line.rstrip("\n") for line in question if not line.startswith("c "))
    expected = _lines(dimacs(formula))
    if not all(one == other for one, other in zip_longest(lines, expected)):
        raise ProofError(Message("{file} is not the formula of these Sudokus", file=QUESTION))


def _read_witness(text: str) -> Transformation:
    import json

    try:
        parts = json.loads(text)
        parts["shape"] = BoxShape.parse(parts["shape"])
        numbers = [parts["rotation"], *parts["bands"], *parts["stacks"], *parts["digits"]]
        numbers += [i for name in ("rows", "columns") for one in parts[name] for i in one]
        if any(type(number) is not int for number in numbers):
            raise TypeError("expected whole numbers")  # noqa: TRY301
        return Transformation(**parts)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        message = Message("{file} is no transformation: {reason}", file=WITNESS, reason=error)
        raise ProofError(message) from None


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    for piece in pieces:
        yield from piece.splitlines()


_README_NO = """\
The answer is no to: {question} question.cnf, true of what would do, has no model.
{origin}
With our checker, which also compares the formula with the pair: sudokopie check . PAIR
With a formally verified one, no part of which is ours:          cake_lpr question.cnf proof.lrat
With the one that SAT competitions use:                          drat-trim question.cnf proof.drat
"""

_README_YES = """\
The second Sudoku is a copy of the first, by the transformation in witness.json.
To follow it: sudokopie check . PAIR
"""
