"""Backends `dimacs:PROGRAM`: installed SAT solvers, run on the question's formula as a file.

PROGRAM is the name of a program on the PATH, or its path, with arguments if need be:
`dimacs:cadical --sat`. The words are split as a shell would split them, but no shell runs. The
table below says how known programs are called; any other gets the file's name as its last argument.
Arguments that name `{cnf}` say themselves how the program is called: `dimacs:mine {cnf} {proof}` is
one that writes a DRAT proof as text. Questions are asked so that a program prints its statistics.
"""

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import NamedTuple

from ..base.errors import BackendError, DeadlinePassedError
from ..base.language import Message
from ..encoding.formula import Formula, dimacs
from ..questions.copy import Copy
from .clock import Clock
from .programs import ProgramEnd, opened, proof_in, scratch_folder
from .protocol import Abilities, Hinted, Outcome, Solved, no_proofs
from .solver_output import SolverOutput, parse_solver_output, parse_statistics


class _Program(NamedTuple):
    """How a program is called; `{cnf}`, `{result}` and `{proof}` stand for files.

    No call has `-q`, which not every build of CaDiCaL and kissat knows.

    `version`: the argument with which it says its version, None if there is none. `proves`: the
    call that also writes a DRAT proof as text, if there is one. `hints`: those that write an LRAT
    proof instead, the best first, which not every version knows. The status that the program prints
    counts for more than its exit status: that of clasp may have other bits set.
    """

    call: tuple[str, ...]
    proves: tuple[str, ...] | None = None
    hints: tuple[tuple[str, ...], ...] = ()
    version: str | None = "--version"


_PROGRAMS = {
    "cadical": _Program(
        ("{cnf}",),
        ("--no-binary", "{cnf}", "{proof}"),
        # Version 2.1 factors by itself, which introduces variables and with them steps that are
        # not RUP; 2.0 has no such option.
        (
            ("--lrat", "--no-factor", "--no-binary", "{cnf}", "{proof}"),
            ("--lrat", "--no-binary", "{cnf}", "{proof}"),
        ),
    ),
    # Without factoring, which introduces variables and with them steps that are not RUP.
    "kissat": _Program(("{cnf}",), ("--no-factor", "--no-binary", "{cnf}", "{proof}")),
    "minisat": _Program(("{cnf}", "{result}"), version=None),
    "cryptominisat5": _Program(("{cnf}",)),
    "picosat": _Program(("-v", "{cnf}")),
    "clasp": _Program(("--verbose=0", "--stats", "{cnf}")),
    "glucose": _Program(
        ("-model", "{cnf}"),
        ("-verb=0", "-model", "-certified", "-certified-output={proof}", "{cnf}"),
        version="--help",  # above the help
    ),
}
_ANY_OTHER = _Program(("{cnf}",))


def names() -> tuple[str, ...]:
    """Return the names of the known programs that are installed."""
    return tuple(f"dimacs:{program}" for program in _PROGRAMS if shutil.which(program))


def create(name: str) -> "DimacsBackend | None":
    """Return the backend of a program with its arguments; raise `BackendError` if it is not there.

    None for a name without a program.
    """
    try:
        words = shlex.split(name.partition(":")[2])
    except ValueError as error:
        raise BackendError("{name}: {reason}", name=name, reason=error) from None
    if not words:
        return None
    path = shutil.which(words[0])
    if path is None:
        raise BackendError(
            "{name}: no program '{program}' is installed", name=name, program=words[0]
        )
    return _installed(name, path, *words[1:])


def program_with_hints() -> "DimacsBackend | None":
    """Return the first known program that is installed in a version that writes LRAT proofs."""
    found = (program_of(f"dimacs:{name}") for name, known in _PROGRAMS.items() if known.hints)
    return next((one for one in found if one is not None and one.call_with_hints), None)


@cache
def _installed(name: str, path: str, *arguments: str) -> "DimacsBackend":
    """Return the backend of a program; each is tried once, whether it writes hints."""
    return DimacsBackend(name, path, arguments)


def program_of(name: str) -> "DimacsBackend | None":
    """Return the backend of a program; None for what is no program, or not installed."""
    with suppress(BackendError):
        return create(name) if name.startswith("dimacs:") else None
    return None


def _files(folder: str) -> dict[str, str]:
    """Return the paths of the files that calls name."""
    return {name: os.path.join(folder, name) for name in ("cnf", "result", "proof")}


class DimacsBackend:
    """An installed solver, in a process that is killed at the deadline with its children."""

    def __init__(self, name: str, path: str, arguments: Sequence[str] = ()) -> None:
        self.name, self._command = name, [path, *arguments]
        self._program = _PROGRAMS.get(os.path.basename(path), _ANY_OTHER)
        if any("{cnf}" in word for word in arguments):
            proves = any("{proof}" in word for word in arguments)
            self._command, call = [path], tuple(arguments)
            self._program = _Program(call, call if proves else None)

    @property
    def abilities(self) -> Abilities:
        """Proofs where the program is known to write them as text."""
        proofs = self._program.proves is not None
        return Abilities(proofs=proofs, interrupt=True, assumptions=False)

    def call(self, with_proof: bool = False) -> str:
        """Return how it is called to answer; `{cnf}`, `{result}` and `{proof}` stand for files."""
        call = self._program.call
        if with_proof and self._program.proves is not None:
            call = self.call_with_hints or self._program.proves
        return " ".join([*map(shlex.quote, self._command), *call])

    def asked_for_its_version(self) -> str | None:
        """Return what the program says of its version, one line; None if that is nothing.

        A known program is asked without the arguments that were given: some want the question to be
        the only one. Of any other these may name the solver, as in `nice cadical`.
        """
        argument = self._program.version
        if argument is None:
            return None
        command = self._command if self._program is _ANY_OTHER else self._command[:1]
        try:
            with scratch_folder() as scratch:
                clock = Clock(_SECONDS_FOR_A_VERSION)
                ended = scratch.run([*command, argument], clock, self.name)
                with opened(ended.printed) as said:
                    lines = said.read(_BEGINNING).splitlines()
                return _version(lines) if ended.status == 0 else None
        except (BackendError, DeadlinePassedError):
            return None

    def answer(self, question: Copy, clock: Clock) -> Outcome:
        """Answer by running the program."""
        return self.solved(question.formula, clock).outcome(question)

    def solved(self, formula: Formula, clock: Clock, *, with_proof: bool = False) -> Solved:
        """Return a model of a formula, or that there is none, `with_proof` also a proof of that.

        A version that writes hints is asked for them.
        """
        if not with_proof:
            return self._run(formula, self._program.call, clock)
        if self._program.proves is None:
            raise no_proofs(self.name)
        hinting = self.call_with_hints
        found = self._run(formula, hinting or self._program.proves, clock)
        return found._replace(proof=Hinted(found.proof)) if hinting else found

    @cached_property
    def call_with_hints(self) -> tuple[str, ...]:
        """The call that writes an LRAT proof: the first that refutes two clauses; or none."""
        clock = Clock(_SECONDS_FOR_A_VERSION)
        for call in self._program.hints:
            with suppress(BackendError, DeadlinePassedError), scratch_folder() as scratch:
                files = _files(scratch.path)
                with open(files["cnf"], "w", encoding="ascii") as file:
                    file.write("p cnf 1 2\n1 0\n-1 0\n")
                ended = scratch.run(self._words(call, files), clock, self.name)
                with opened(files["proof"]) as proof:
                    if ended.status == 20 and proof.read(_BEGINNING).strip():
                        return call
        return ()

    def _run(self, formula: Formula, call: Iterable[str], clock: Clock) -> Solved:
        """Return what the program said and counted, and the lines of the proof if it wrote one."""
        with scratch_folder() as scratch:
            files = _files(scratch.path)
            with open(files["cnf"], "w", encoding="ascii") as file:
                for pieces in clock.encoded(dimacs(formula), at_once=1):
                    file.writelines(pieces)
            clock.lap("load")
            ended = scratch.run(self._words(call, files), clock, self.name)
            with opened(ended.printed) as printed:
                counts = parse_statistics(printed, clock)
            output = self._checked(files["result"], ended, formula.variables, clock)
            proof = proof_in(files["proof"], self.name, clock)
        model = frozenset(v for v in output.model if v > 0) if output.satisfiable else None
        return Solved(model, counts, proof)

    def _words(self, call: Iterable[str], files: Mapping[str, str]) -> list[str]:
        words = list(call)
        for name, path in files.items():
            words = [word.replace(f"{{{name}}}", path) for word in words]
        return [*self._command, *words]

    def _checked(
        self, result: str, ended: ProgramEnd, variables: int, clock: Clock
    ) -> SolverOutput:
        """Return what the program printed or wrote, unless its exit status says otherwise.

        Where it failed, the error holds the last line that it wrote to standard error.
        """
        status, printed, complaint = ended
        if status < 0:
            message = Message(
                "{name} was killed by signal {signal}", name=self.name, signal=-status
            )
            raise _failure(message, complaint)
        try:
            is_written = os.path.isfile(result) and os.path.getsize(result) > 0
            with opened(result if is_written else printed) as said:
                output = parse_solver_output(said, self.name, variables, clock)
        except BackendError as error:
            if status in (0, 10, 20, 30):
                raise
            message = Message("{said}; it ended with status {status}", said=error, status=status)
            raise _failure(message, complaint) from None
        # 10 and 20 are what SAT competitions ask for; 30 is clasp's, both bits set.
        if output.satisfiable is None:
            raise _failure(Message("{name} gave up", name=self.name), complaint)
        if status not in (0, 10 if output.satisfiable else 20, 30):
            message = Message(
                "{name} ended with status {status}, which does not go with what it said",
                name=self.name,
                status=status,
            )
            raise _failure(message, complaint)
        return output


_SECONDS_FOR_A_VERSION = 2.0

_LONGEST_VERSION = 100

_BEGINNING = 2**14
"""How many characters are read where a few lines are expected."""


def _version(said: Iterable[str]) -> str | None:
    """Return the first line with a digit in it, printable and cut to a length; None without any."""
    for line in said:
        if re.search("[0-9]", line):
            words = line.removeprefix("c ").split()
            said = "".join(filter(str.isprintable, " ".join(words)))
            return said[:_LONGEST_VERSION]
    return None


def _failure(message: Message, complaint: str) -> BackendError:
    if not complaint:
        return BackendError(message)
    return BackendError("{message}; it said: {complaint}", message=message, complaint=complaint)
