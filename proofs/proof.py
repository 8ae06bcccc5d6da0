"""Proofs that a formula has no model: a solver's proof, with hints, and checked."""

import shutil
from collections.abc import Sequence
from typing import NamedTuple, cast

from ..base.errors import ProofError, RefutedError
from ..base.messages import Message
from ..encoding.formula import Formula, split_lines, write_dimacs
from ..questions.claim import raise_proof_error_at_deadline
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import Hinted, SatBackend, make_no_proofs_error
from ..solvers.registry import find_backend
from .checkers import find_checker
from .drup_to_lrat import convert_to_lrat

PROVER = "pysat:cadical195"
"""The backend that proves a no where none was named, or CP-SAT, whose proofs are experimental;
unless a program is installed that writes hints: on a full 16×16 grid that takes a fifth."""


WITH_HINTS = "cadical"
"""The only program known to write proofs with hints."""


class Origin(NamedTuple):
    """Where a proof of so many lines is from: the solver, who gave the hints, and who checked it.

    `hints` is the solver itself, or sudokopie; `checker` is one of `CHECKERS`, or ours.
    """

    solver: str
    hints: str
    checker: str
    lines: int

    @property
    def sentence(self) -> Message:
        """The same in words."""
        return Message(
            "Proof of {lines} lines by {solver}, hints by {hints}, checked by {checker}.",
            **self._asdict(),
        )


class Proof(NamedTuple):
    """A checked proof that a formula has no model: `convert_to_lrat` are the lines that were
    checked.

    `origin` says whose they are. `drat` are the solver's lines, without hints if it gave any.
    """

    drat: list[str]
    lrat: list[str]
    origin: Origin


def find_prover(backend_name: str | None = None) -> SatBackend:
    """Return who proves a no: the backend itself, if one was named and it is not CP-SAT.

    Else a program that writes hints, or `PROVER`. Raises `BackendError` if proofs are not trusted.
    """
    if backend_name is None or backend_name.startswith("cp-sat"):
        return _find_program_with_hints() or cast("SatBackend", find_backend(PROVER))
    chosen = find_backend(backend_name)
    if not chosen.abilities.proofs:
        raise make_no_proofs_error(chosen.name)
    return cast("SatBackend", chosen)


def _find_program_with_hints() -> SatBackend | None:
    """Return the program that writes proofs with hints; None if it is not installed."""
    if shutil.which(WITH_HINTS) is None:
        return None
    from ..solvers.dimacs import find_program_with_hints  # with all that programs need

    return find_program_with_hints()


@raise_proof_error_at_deadline()
def prove(
    formula: Formula,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Proof:
    """Return a checked proof that a formula has no model.

    `find_prover` says who proves it; `checker_name` is one of `CHECKERS`, by default our short one.
    Raises `BackendError`, also where the checker gives no verdict, `RefutedError` where there is a
    model or the proof fails, `ProofError` where the time was not enough.
    """
    prover, checker, clock = (
        find_prover(backend_name),
        find_checker(checker_name),
        Clock.of(timeout),
    )
    try:
        model, _, proof = prover.solve_formula(formula, clock, with_proof=True)
        if model is not None:
            raise RefutedError(
                "{name} says yes, but the answer found before was no", name=prover.name
            )
        hints, steps = add_hints(formula, proof, prover.name, clock)
        checker.check(split_lines(write_dimacs(formula)), steps, clock)
    except ProofError as error:
        raise RefutedError(error.message) from None
    drat = remove_hints(steps) if isinstance(proof, Hinted) else list(proof)
    if drat[-1:] != ["0"]:
        drat.append("0")
    return Proof(drat, steps, Origin(prover.name, hints, checker.name, len(steps)))


def add_hints(
    formula: Formula, proof: Sequence[str], solver: str, clock: Clock
) -> tuple[str, list[str]]:
    """Return who gave a proof its hints, the solver or sudokopie, and the LRAT lines needed."""
    if isinstance(proof, Hinted) and proof:  # none where a clause is empty to begin with
        return solver, list_needed_steps(proof, clock)
    return "sudokopie", convert_to_lrat(formula.clauses(), proof, clock)


def list_needed_steps(proof: Sequence[str], clock: Clock) -> list[str]:
    """Return the steps that lead to the empty clause, without deletions and all other steps.

    Of what solvers learnt a small part is needed. Raises `ProofError` without an empty clause; that
    the steps are right is for a checker to say.
    """
    needed: set[str] = set()
    steps: list[str] = []
    for line in clock.watch(reversed(proof)):
        step, _, hints = line.partition(" 0 ")  # which a deletion does not have
        number, _, clause = step.partition(" ")
        if hints and (number in needed if steps else not clause):
            steps.append(line)
            needed.update(hints.split())
    if not steps:
        raise ProofError("the proof ends without the empty clause")
    return steps[::-1]


def remove_hints(steps: Sequence[str]) -> list[str]:
    """Return the clauses that steps add, as lines of DRAT."""
    clauses = (step.partition(" 0 ")[0].split()[1:] for step in steps)
    return [" ".join([*literals, "0"]) for literals in clauses]
