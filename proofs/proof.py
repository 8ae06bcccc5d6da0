"""Proofs that a formula has no model: a solver's proof, with hints, and checked.

Nothing that wrote a proof takes part in checking it. Lines of LRAT proofs are `NUMBER LITERALS 0
HINTS 0`, and `NUMBER d NUMBERS 0` for deletions. Our short checker follows them, or an installed
one: `cake_lpr` is formally verified (Tan, Heule, Myreen 2021); `lrat-check` comes with `drat-trim`
(Wetzler, Heule, Hunt 2014). What they print is compared by whole lines: `s NOT VERIFIED` has
VERIFIED in it too, and some exit with 0 whatever they found.
"""

import os
import shutil
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, cast

from ..base.errors import BackendError, DeadlinePassedError, ProofError, RefutedError
from ..base.language import Message
from ..encoding.formula import Formula, dimacs, split_lines
from ..solvers.clock import Clock, Timeout
from ..solvers.dimacs import program_with_hints
from ..solvers.installed import ScratchFolder, lines, scratch_folder
from ..solvers.protocol import Hinted, SatBackend, no_proofs
from ..solvers.registry import find_backend
from .drup_to_lrat import lrat
from .lrat_check import check as check_lrat

PROVER = "pysat:cadical195"
"""The backend that proves a no where none was named, or CP-SAT, whose proofs are experimental;
unless a program is installed that writes hints: on a full 16×16 grid that takes a fifth."""


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
    """A checked proof that a formula has no model: `lrat` are the lines that were checked.

    `origin` says whose they are. `drat` are the solver's lines, without hints if it gave any.
    """

    drat: list[str]
    lrat: list[str]
    origin: Origin


def prover_for(backend_name: str | None = None) -> SatBackend:
    """Return who proves a no: the backend itself, if one was named and it is not CP-SAT.

    Else a program that writes hints, or `PROVER`. Raises `BackendError` if proofs are not trusted.
    """
    if backend_name is None or backend_name.startswith("cp-sat"):
        return program_with_hints() or cast("SatBackend", find_backend(PROVER))
    chosen = find_backend(backend_name)
    if not chosen.abilities.proofs:
        raise no_proofs(chosen.name)
    return cast("SatBackend", chosen)


@contextmanager
def in_time() -> Iterator[None]:
    """Raise `ProofError` where the time is up."""
    try:
        yield
    except DeadlinePassedError:
        raise ProofError("no proof: the time was not enough") from None


@in_time()
def prove(
    formula: Formula,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Proof:
    """Return a checked proof that a formula has no model.

    `prover_for` says who proves it; `checker_name` is one of `CHECKERS`, by default our short one.
    Raises `BackendError`, also where the checker gives no verdict, `RefutedError` where there is a
    model or the proof fails, `ProofError` where the time was not enough.
    """
    prover, checker, clock = prover_for(backend_name), find_checker(checker_name), Clock.of(timeout)
    try:
        model, _, proof = prover.solved(formula, clock, with_proof=True)
        if model is not None:
            raise RefutedError(
                "{name} says yes, but the answer found before was no", name=prover.name
            )
        hints, steps = with_hints(formula, proof, prover.name, clock)
        checker.check(split_lines(dimacs(formula)), steps, clock)
    except ProofError as error:
        raise RefutedError(error.message) from None
    drat = without_hints(steps) if isinstance(proof, Hinted) else list(proof)
    if drat[-1:] != ["0"]:
        drat.append("0")
    return Proof(drat, steps, Origin(prover.name, hints, checker.name, len(steps)))


def with_hints(
    formula: Formula, proof: Sequence[str], solver: str, clock: Clock
) -> tuple[str, list[str]]:
    """Return who gave a proof its hints, the solver or sudokopie, and the LRAT lines needed."""
    if isinstance(proof, Hinted) and proof:  # none where a clause is empty to begin with
        return solver, needed_steps(proof, clock)
    return "sudokopie", lrat(formula.clauses(), proof, clock)


def needed_steps(proof: Sequence[str], clock: Clock) -> list[str]:
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


def without_hints(steps: Sequence[str]) -> list[str]:
    """Return the clauses that steps add, as lines of DRAT."""
    clauses = (step.partition(" 0 ")[0].split()[1:] for step in steps)
    return [" ".join([*literals, "0"]) for literals in clauses]


# Checkers

OURS = "lrat_check.py"  # the name of the checker that needs no program

CHECKERS = {"cake_lpr": "s VERIFIED UNSAT", "lrat-check": "c VERIFIED"}
"""The checkers of others that can be chosen, and what they print where they accept a proof."""


class Checker(NamedTuple):
    """What follows an LRAT proof: ours, of 66 lines, in this process; or a program of others."""

    name: str = OURS
    path: str | None = None

    def check(self, question: Iterable[str], proof: Iterable[str], clock: Clock) -> None:
        """Raise `ProofError` unless a proof refutes the formula, `BackendError` for no verdict."""
        if self.path is None:
            try:
                check_lrat(clock.watch(question), clock.watch(proof, every=64))
            except ValueError as error:
                raise ProofError("the proof fails: {reason}", reason=error) from None
            return
        with scratch_folder() as scratch:
            files = [os.path.join(scratch.path, name) for name in ("cnf", "lrat")]
            for file, lines in zip(files, (question, proof), strict=True):
                _write(file, clock.watch(lines))
            _follow(self.name, [self.path, *files], scratch, clock)


def find_checker(name: str | None = None) -> Checker:
    """Return the checker of a name, by default ours; raise `BackendError` if it is not there."""
    if name is None or name == OURS:
        return Checker()
    path = shutil.which(name)
    if path is None or name not in CHECKERS:
        raise BackendError("the checker {name} is not installed", name=name)
    return Checker(name, path)


def _follow(name: str, command: list[str], scratch: ScratchFolder, clock: Clock) -> None:
    """Run a program on a proof; raise `ProofError` where it says no, `BackendError` if nothing.

    A program that crashed or ran out of memory has found nothing wrong with the proof. `cake_lpr`
    says what is in a comment on standard error, the others that it is not verified.
    """
    ended = scratch.run(command, clock, name)
    verdicts, last = list[str](), deque[str](maxlen=1)
    for line in lines(ended.printed, clock):
        last.append(line)
        if "VERIFIED" in line and len(verdicts) < 2:
            verdicts.append(line)
    if ended.status == 0 and verdicts == [CHECKERS[name]]:
        return
    is_no = ended.complaint.startswith("c ") or any("NOT VERIFIED" in line for line in verdicts)
    said = ended.complaint or " ".join(verdicts) or "".join(last)
    told = {"name": name, "status": ended.status, "said": said}
    if is_no and ended.status >= 0:
        raise ProofError("{name} does not accept the proof (exit status {status}): {said}", **told)
    raise BackendError("{name} did not check the proof (exit status {status}): {said}", **told)


def _write(path: str, lines: Iterable[str]) -> None:
    with open(path, "w", encoding="ascii", errors="replace", newline="") as file:
        file.writelines(line if line.endswith("\n") else f"{line}\n" for line in lines)
