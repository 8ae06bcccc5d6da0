"""Proofs that a formula has no model: a solver's proof, with hints, and checked.

Nothing that wrote a proof takes part in checking it.
"""

from typing import NamedTuple, cast

from ..base.errors import BackendError, DeadlinePassedError, ProofError
from ..base.language import Message
from ..encoding.formula import Formula
from ..solvers.clock import Clock, Timeout
from ..solvers.cnf import dimacs
from ..solvers.protocol import Hinted, Prover, no_proofs
from ..solvers.registry import find_backend
from .checkers import DRAT_TRIM, by_drat_trim, find_checker
from .drup_to_lrat import lrat
from .lrat import needed_steps, split_lines, without_hints
from .origin import Origin

PROVER = "pysat:cadical195"
"""The backend that proves a no where none was named, or CP-SAT: its proofs are experimental."""


class Proof(NamedTuple):
    """A checked proof that a formula has no model: `lrat` are the lines that were checked.

    `origin` says whose they are. `drat` are the solver's lines, or those of `lrat` without hints
    where it gave them.
    """

    drat: list[str]
    lrat: list[str]
    origin: Origin


def prover_for(backend_name: str | None = None) -> Prover:
    """Return who proves a no of a backend: itself, or `PROVER` for CP-SAT or if none was named.

    Raises `BackendError` with the reason where its proofs cannot be trusted.
    """
    named = backend_name is not None and not backend_name.startswith("cp-sat")
    chosen = find_backend(backend_name if named and backend_name else PROVER)
    if not chosen.abilities.proofs:
        raise no_proofs(chosen.name)
    return cast("Prover", chosen)


def prove(
    formula: Formula,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Proof:
    """Return a checked proof that a formula has no model.

    `backend_name` is the backend that found the no; it also proves it if its proofs can be trusted,
    is refused with the reason if not, and for CP-SAT `PROVER` proves the same clauses.
    `checker_name` is one of `CHECKERS`, by default our short one. Raises `BackendError`, or
    `ProofError` where the proof fails or the time was not enough.
    """
    prover, checker, clock = prover_for(backend_name), find_checker(checker_name), Clock.of(timeout)
    try:
        proof = prover.refute(formula, clock)
        if proof is None:
            raise BackendError(
                Message("{name} says yes, but the answer found before was no", name=prover.name)
            )
        hints, steps = with_hints(formula, proof, prover.name, clock)
        checker.check(split_lines(dimacs(formula)), steps, clock)
    except DeadlinePassedError:
        raise ProofError(Message("no proof: the time was not enough")) from None
    if isinstance(proof, Hinted):
        drat = list(without_hints(steps))
    else:
        drat = proof if proof[-1:] == ["0"] else [*proof, "0"]
    return Proof(drat, steps, Origin(prover.name, hints, checker.name, len(steps)))


def with_hints(
    formula: Formula, proof: list[str], solver: str, clock: Clock
) -> tuple[str, list[str]]:
    """Return who gave a proof its hints, and the lines of the LRAT proof that are needed.

    That is the solver itself, else drat-trim if it is installed and accepts the proof, else
    sudokopie.
    """
    if isinstance(proof, Hinted):
        return solver, needed_steps(proof, clock)
    made = by_drat_trim(split_lines(dimacs(formula)), proof, clock)
    if made:
        return DRAT_TRIM, needed_steps(made, clock)
    return "sudokopie", lrat(formula.clauses(), proof, clock)
