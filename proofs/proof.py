"""Make proofs that a formula has no model. A solver writes the proof; hints (the numbers of the
clauses from which each clause follows) are added to its lines; and a checker checks the result.
"""

import shutil
from collections.abc import Sequence
from typing import NamedTuple, cast

from ..base.errors import FailedProofCheckError, ProofError
from ..base.messages import Message
from ..encoding.formula import Formula
from ..questions.claim import convert_passed_deadline_to_proof_error
from ..solvers.deadline import Deadline, Timeout
from ..solvers.protocol import LratProof, SatBackend, make_no_proofs_error
from ..solvers.registry import find_backend
from .checkers import find_checker
from .drup_to_lrat import convert_drup_to_lrat

PROVER = "pysat:cadical195"
"""The backend that proves the answer no if the caller named no backend, or named CP-SAT, whose
proofs are not trusted. If a program is installed that writes proofs with hints, this program is
used instead; it takes a fifth of the time on a full 16×16 grid.
"""


WITH_HINTS = "cadical"
"""The installed program that is preferred for proofs, because no other known program writes hints.
"""


class ProofOrigin(NamedTuple):
    """The programs that made and checked a proof, and the number of lines of the proof.

    - `solver`: the program that wrote the proof.
    - `hints`: the program that added the hints (the numbers of the clauses from which each clause
      follows): the solver itself, or sudokopie.
    - `checker`: the program that accepted the proof with hints. If it is not verified, the checker
      of sudokopie accepted the proof before.
    - `lines`: the number of lines of the proof with hints, in LRAT format.
    """

    solver: str
    hints: str
    checker: str
    lines: int

    @property
    def proof_programs_sentence(self) -> Message:
        """A sentence for people that names the programs that took part in the proof."""
        return Message(
            "Proof of {lines} lines by {solver}, hints by {hints}, checked by {checker}.",
            **self._asdict(),
        )


class Proof(NamedTuple):
    """A checked proof that a formula has no model, in two formats. `drat` holds its lines in DRAT
    format. `lrat` holds its lines in LRAT format, in which each clause also has hints, the numbers
    of the clauses from which it follows; these lines were checked. `origin` names the programs that
    made and checked the proof.
    """

    drat: list[str]
    lrat: list[str]
    origin: ProofOrigin


def find_proving_backend(backend_name: str | None = None) -> SatBackend:
    """Return the backend that writes the proof of the answer no: the backend `backend_name`, if it
    is one that writes proofs. If `backend_name` is None or CP-SAT, an installed program that writes
    LRAT proofs is chosen, or `PROVER` if no such program is installed.

    Raises `BackendError` if the proofs of the named backend are not trusted.
    """
    if backend_name is None or backend_name.startswith("cp-sat"):
        return _find_lrat_backend() or cast("SatBackend", find_backend(PROVER))
    chosen = find_backend(backend_name)
    if not chosen.abilities.proofs:
        raise make_no_proofs_error(chosen.name)
    return cast("SatBackend", chosen)


def _find_lrat_backend() -> SatBackend | None:
    """Return the backend of an installed program that writes proofs in LRAT format, or None if no
    such program is installed.
    """
    if shutil.which(WITH_HINTS) is None:
        return None
    # imported only here, because it loads all modules for installed programs
    from ..solvers.dimacs import find_lrat_backend

    return find_lrat_backend()


@convert_passed_deadline_to_proof_error()
def prove_unsatisfiable(
    formula: Formula,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Proof:
    """Return a checked proof that a formula has no model. The backend `backend_name` writes the
    proof; if it is None or CP-SAT, another backend is used, whose proofs are reliable.
    `checker_name` is one of `checkers.CHECKERS`, or None for the short checker of sudokopie.

    Raises `BackendError` if the backend or the checker cannot be used or the checker gives no
    verdict, `FailedProofCheckError` if the formula has a model or the proof fails the check, and
    `ProofError` if the time runs out.
    """
    prover, checker, deadline = (
        find_proving_backend(backend_name),
        find_checker(checker_name),
        Deadline.from_timeout(timeout),
    )
    try:
        model, _, proof = prover.solve_formula(formula, deadline, with_proof=True)
        if model is not None:
            raise FailedProofCheckError(
                "{name} says yes, but the answer found before was no", name=prover.name
            )
        hints, steps = find_hint_program_and_lrat_lines(formula, proof, prover.name, deadline)
        checker.check(formula, steps, deadline)
    except ProofError as error:
        raise FailedProofCheckError(error.message) from None
    drat = convert_lrat_to_drat_lines(steps) if isinstance(proof, LratProof) else list(proof)
    if drat[-1:] != ["0"]:
        drat.append("0")
    return Proof(drat, steps, ProofOrigin(prover.name, hints, checker.name, len(steps)))


def find_hint_program_and_lrat_lines(
    formula: Formula, proof: Sequence[str], solver_name: str, deadline: Deadline
) -> tuple[str, list[str]]:
    """Add hints to a solver's proof: the numbers of the clauses from which each clause follows, so
    that the proof can be checked quickly. Return the name of the program that provided the hints,
    and the lines of the LRAT proof. The program is the solver itself, `solver_name`, if it wrote
    hints, and otherwise sudokopie.
    """
    # the proof is empty if the formula itself contains an empty clause
    if isinstance(proof, LratProof) and proof:
        return solver_name, list_needed_lrat_lines(proof, deadline)
    return "sudokopie", convert_drup_to_lrat(formula.clauses(), proof, deadline)


def list_needed_lrat_lines(lrat_lines: Sequence[str], deadline: Deadline) -> list[str]:
    """Return only those steps of an LRAT proof on which its final empty clause depends. Deletions
    are left out, too. Raises `ProofError` if the proof has no empty clause. The steps themselves
    are not checked here.
    """
    needed: set[str] = set()
    steps: list[str] = []
    for line in deadline.iterate_until_deadline(reversed(lrat_lines)):
        step, _, hints = line.partition(" 0 ")  # a deletion has no such separator
        number, _, clause = step.partition(" ")
        if hints and (number in needed if steps else not clause):
            steps.append(line)
            needed.update(hints.split())
    if not steps:
        raise ProofError("the proof ends without the empty clause")
    return steps[::-1]


def convert_lrat_to_drat_lines(lrat_lines: Sequence[str]) -> list[str]:
    """Convert an LRAT proof to the DRAT format, by leaving out the hints, and return its lines.
    Each line is a clause.
    """
    clauses = (step.partition(" 0 ")[0].split()[1:] for step in lrat_lines)
    return [" ".join([*literals, "0"]) for literals in clauses]
