"""Backends `dimacs:PROGRAM`: installed SAT solvers, run on the question's formula as a file.

A program is one of the table, found on the PATH, or any other by its path.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from ..encoding.equivalence import Equivalence
from ..encoding.export import dimacs
from ..encoding.question import Question
from ..sudoku.errors import BackendError
from ..sudoku.language import Message
from .protocol import Abilities, Deadline, DeadlinePassedError, Outcome, Status, no_proofs
from .solver_output import SolverOutput, parse_solver_output


class _Program(NamedTuple):
    """How a program is called; `{cnf}`, `{result}` and `{proof}` stand for files.

    `proves`: the call that also writes a DRAT proof as text, if there is one. A status that the
    program prints counts before its exit status, which for clasp may have other bits set.
    """

    call: tuple[str, ...]
    proves: tuple[str, ...] | None = None


_PROGRAMS = {
    "cadical": _Program(("-q", "{cnf}"), ("-q", "--no-binary", "{cnf}", "{proof}")),
    # Without factoring, which introduces variables and with them steps that are not RUP.
    "kissat": _Program(("-q", "{cnf}"), ("-q", "--no-factor", "--no-binary", "{cnf}", "{proof}")),
    "minisat": _Program(("-verb=0", "{cnf}", "{result}")),
    "cryptominisat5": _Program(("--verb", "0", "{cnf}")),
    "picosat": _Program(("{cnf}",)),
    "clasp": _Program(("--verbose=0", "{cnf}")),
    "glucose": _Program(
        ("-verb=0", "-model", "{cnf}"),
        ("-verb=0", "-model", "-certified", "-certified-output={proof}", "{cnf}"),
    ),
}
_ANY_OTHER = _Program(("{cnf}",))


def names() -> tuple[str, ...]:
    """Return the names of those programs of the table that are installed."""
    return tuple(f"dimacs:{program}" for program in _PROGRAMS if shutil.which(program))


def create(name: str) -> "DimacsBackend":
    """Return the backend of a program of the table, or of one by its path."""
    program = name.partition(":")[2]
    path = shutil.which(program)
    if path is None or (program not in _PROGRAMS and os.sep not in program):
        raise KeyError(name)
    return DimacsBackend(program, path)


class DimacsBackend:
    """An installed solver, in a process that is killed at the deadline with its children."""

    def __init__(self, program: str, path: str) -> None:
        self.path = path
        self.name = f"dimacs:{program}"
        self._program = _PROGRAMS.get(os.path.basename(program), _ANY_OTHER)

    @property
    def abilities(self) -> Abilities:
        """Proofs where the program is known to write them as text."""
        proofs = self._program.proves is not None
        return Abilities(proofs=proofs, interrupt=True, assumptions=False)

    def answer(self, question: Question, deadline: Deadline) -> Outcome:
        """Answer by running the program."""
        formula = question.formula
        output, _ = self._run(formula, self._program.call, deadline)
        statistics = {"variables": formula.variables}
        if output.satisfiable:
            return Outcome(Status.COPIES, formula.transformation(output.model), statistics)
        return Outcome(Status.DIFFERENT, None, statistics)

    def refute(self, formula: Equivalence, deadline: Deadline) -> list[str] | None:
        """Return the lines of a DRAT proof that the formula is contradictory; None if it isn't."""
        if self._program.proves is None:
            raise no_proofs(self.name)
        output, proof = self._run(formula, self._program.proves, deadline)
        return None if output.satisfiable else proof

    def _run(
        self, formula: Equivalence, call: Iterable[str], deadline: Deadline
    ) -> tuple[SolverOutput, list[str]]:
        """Return what the program said, and the lines of the proof if it wrote one."""
        with tempfile.TemporaryDirectory(prefix="sudokopie-") as folder:
            files = {name: os.path.join(folder, name) for name in ("cnf", "result", "proof")}
            with open(files["cnf"], "w", encoding="ascii") as file:
                file.writelines(deadline.watch(dimacs(formula)))
            command = [self.path, *(argument.format(**files) for argument in call)]
            printed, status = _killable(command, deadline, self.name)
            if os.path.exists(files["result"]):
                with open(files["result"], encoding="ascii", errors="replace") as file:
                    printed = file.read() or printed
            proof: list[str] = []
            if os.path.exists(files["proof"]):
                with open(files["proof"], encoding="ascii", errors="replace") as file:
                    proof = file.read().splitlines()
        try:
            output = parse_solver_output(printed, self.name)
        except BackendError as error:
            if status in (0, 10, 20):
                raise
            ended = f"ended with status {status}" if status > 0 else f"was killed by {-status}"
            raise BackendError(f"{self.name} {ended}: {error}") from None
        if output.satisfiable is None:
            raise BackendError(Message("{name} gave up", name=self.name))
        return output, proof


def _killable(command: list[str], deadline: Deadline, name: str) -> tuple[str, int]:
    """Return what a program prints and its exit status; end it and its children at the deadline."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="ascii",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise BackendError(f"{name}: {error.strerror}") from None
    try:
        printed, _ = process.communicate(timeout=deadline.remaining)
    except subprocess.TimeoutExpired:
        raise DeadlinePassedError from None
    finally:
        # Its own session is its process group, so that what it started ends with it.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout:
            process.stdout.close()
    return printed, process.returncode
