"""Installed programs: how they are run, and what the backends that are such have in common.

`KIND:PROGRAM` names a backend: PROGRAM is the name of a program on the PATH, or its path, with
arguments if need be: `dimacs:cadical --sat`. No shell runs. Each kind has a table of how known
programs are called; any other gets the file as its last argument, unless one names it: `{cnf}`.
"""

import os
import re
import shlex
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import IO, ClassVar, NamedTuple, Self

from ..base.errors import BackendError, DeadlinePassedError
from ..base.limits import LARGEST_FILE, SOLVER_PROOF, read_limited_lines
from ..base.messages import Message
from ..system.guardian import become_program
from ..system.guardian_client import Guardian, start_guardian
from ..system.signals import unwind_on_signals
from ..system.temporary_files import make_temporary_folder
from .clock import Clock
from .killable import wait_for_call
from .solver_output import SolverOutput, parse_solver_output, parse_statistics

BEGINNING = 2**14  # how many characters are read where a few lines are expected
SECONDS_FOR_A_VERSION = 2.0
_LONGEST_COMPLAINT = 200
_LONGEST_VERSION = 100
_PIECE = 2**16
_WRITTEN = ("result", "proof")  # the files that programs write


class ProgramEnd(NamedTuple):
    """How a program ended; `status` is negative where a signal killed it.

    `printed` is the path of what it printed, `complaint` its last line on standard error.
    """

    status: int
    printed: str
    complaint: str


class ScratchFolder:
    """A folder, by its `path`, in which programs are run."""

    def __init__(self, path: str, guardian: Guardian) -> None:
        self.path, self._guardian = path, guardian

    def run(self, command: Sequence[str], clock: Clock, name: str) -> ProgramEnd:
        """Run a program to its end, or kill it at the deadline; nothing that it started is left.

        What it prints goes to files in the folder. Raises `DeadlinePassedError`, and
        `BackendError`, which begins with `name`, where it cannot be started or writes too much.
        """
        printed, complaints = (os.path.join(self.path, file) for file in ("out", "err"))
        ours = set(os.listdir(self.path))
        self._guardian.begin(become_program, [*command], printed, complaints, LARGEST_FILE)
        ended = wait_for_call(self._guardian, name, clock)
        if ended.result is not None:  # it did not become the program
            raise BackendError(f"{name}: {ended.result[0]}")
        with os.scandir(self.path) as files:
            theirs = [file for file in files if file.name not in ours]
        if any(file.stat(follow_symlinks=False).st_size >= LARGEST_FILE for file in theirs):
            raise BackendError(
                "{name} wrote more than {limit} MiB to a file, which is the limit",
                name=name,
                limit=LARGEST_FILE // 2**20,
            )
        return ProgramEnd(ended.status, printed, _read_last_line(complaints))


@contextmanager
def make_scratch_folder() -> Iterator[ScratchFolder]:
    """Make a folder that is gone afterwards, also when this process is killed."""
    with (
        unwind_on_signals(SystemExit),
        make_temporary_folder() as path,
        start_guardian() as guardian,
    ):
        guardian.set_folder_to_remove(path)
        try:
            yield ScratchFolder(path, guardian)
        finally:
            guardian.set_folder_to_remove(None)


def open_text(path: str) -> IO[str]:
    """Open a text that a program wrote; it is empty if there is no file."""
    return open(path if os.path.isfile(path) else os.devnull, encoding="ascii", errors="replace")


def read_text_lines(path: str, clock: Clock) -> Iterator[str]:
    """Yield the lines of a text that a program wrote, too long ones in pieces."""
    with open_text(path) as file:
        for line in clock.watch(iter(lambda: file.readline(_PIECE), ""), every=64):
            yield line.rstrip("\n")


def read_proof(path: str, name: str, clock: Clock) -> list[str]:
    """Return the lines of a proof that a program wrote, but no deletions of LRAT.

    Raises `DeadlinePassedError`, and `LimitError`, which begins with `name`.
    """
    with open_text(path) as file:
        steps = clock.watch(read_limited_lines(file, name, SOLVER_PROOF), every=64)
        return [line.rstrip("\n") for line in steps if line.split(maxsplit=2)[1:2] != ["d"]]


def _read_last_line(path: str) -> str:
    with open_text(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _PIECE))
        told = [line.strip() for line in file.read(_PIECE).splitlines() if line.strip()]
    return told[-1][:_LONGEST_COMPLAINT] if told else ""


# The backends


class Program(NamedTuple):
    """How a program is called; `{cnf}`, `{result}` and `{proof}` stand for files.

    No call has `-q`, which not every build of CaDiCaL and kissat knows. `version`: the argument
    that asks for it, if there is one. `proves`: the call that also writes a DRAT proof as text.
    `hints`: those that write an LRAT proof instead, the best first, which not every version knows.
    """

    call: tuple[str, ...]
    proves: tuple[str, ...] | None = None
    hints: tuple[tuple[str, ...], ...] = ()
    version: str | None = "--version"


class ExternalProgram:
    """A program of a kind, in a process that is killed at the deadline with its children.

    `KIND` begins its name, `KNOWN` says how known ones are called, `FILES` which files a call may
    name; the first is what others get.
    """

    name = ""
    KIND: ClassVar[str]
    KNOWN: ClassVar[Mapping[str, Program]]
    FILES: ClassVar[tuple[str, ...]]

    def __init__(self, name: str, path: str, arguments: Sequence[str] = ()) -> None:
        self.name, self._command = name, [path, *arguments]
        any_other = Program((f"{{{self.FILES[0]}}}",))
        self._program = self.KNOWN.get(os.path.basename(path), any_other)
        # A known program is asked for its version without the arguments that were given: some want
        # the question to be the only one. Of any other these may name it, as in `nice cadical`.
        self._versioned = [path] if self._program is not any_other else self._command
        if any(f"{{{file}}}" in word for file in self.FILES for word in arguments):
            proves = any("{proof}" in word for word in arguments)
            self._command, call = [path], tuple(arguments)
            self._program = Program(call, call if proves else None)
            self._versioned = self._command

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the known programs that are installed."""
        return tuple(f"{cls.KIND}:{program}" for program in cls.KNOWN if shutil.which(program))

    @classmethod
    def create(cls, name: str) -> Self | None:
        """Return the backend of a program with its arguments; None for a name without a program."""
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
        return cls(name, path, words[1:])

    def build_call(self, with_proof: bool = False) -> str:
        """Return how it is called to answer; `{cnf}`, `{result}` and `{proof}` stand for files."""
        proving = with_proof and (self.call_with_hints or self._program.proves)
        return " ".join([*map(shlex.quote, self._command), *(proving or self._program.call)])

    @cached_property
    def call_with_hints(self) -> tuple[str, ...]:
        """The call that writes an LRAT proof: the first that refutes two clauses; or none."""
        clock = Clock(SECONDS_FOR_A_VERSION)
        for call in self._program.hints:
            with (
                suppress(BackendError, DeadlinePassedError),
                self._run(call, lambda _: ["p cnf 1 2\n1 0\n-1 0\n"], clock) as (files, ended),
                open_text(files["proof"]) as proof,
            ):
                if ended.status == 20 and proof.read(BEGINNING).strip():
                    return call
        return ()

    def read_version(self) -> str | None:
        """Return the first line with a digit that the program says of its version, if it does."""
        argument = self._program.version
        if argument is None:
            return None
        try:
            with make_scratch_folder() as scratch:
                clock = Clock(SECONDS_FOR_A_VERSION)
                ended = scratch.run([*self._versioned, argument], clock, self.name)
                with open_text(ended.printed) as said:
                    lines = said.read(BEGINNING).splitlines()
        except (BackendError, DeadlinePassedError):
            return None
        line = next((line for line in lines if re.search("[0-9]", line)), None)
        if ended.status != 0 or line is None:
            return None
        words = " ".join(line.removeprefix("c ").split())
        return "".join(filter(str.isprintable, words))[:_LONGEST_VERSION]

    def run_on_text(
        self,
        text: Callable[[str], Iterable[str]],
        variables: int,
        clock: Clock,
        call: Sequence[str] = (),
    ) -> tuple[SolverOutput, dict[str, int], list[str]]:
        """Return what the program says and counts, and the lines of the proof if it wrote one.

        `text` makes a problem of so many variables, for the name of the file that the call has.
        """
        with self._run(call or self._program.call, text, clock) as (files, ended):
            with open_text(ended.printed) as printed:
                counts = parse_statistics(printed, clock)
            said = self._check_output(files["result"], ended, variables, clock)
            return said, counts, read_proof(files["proof"], self.name, clock)

    @contextmanager
    def _run(
        self, call: Sequence[str], text: Callable[[str], Iterable[str]], clock: Clock
    ) -> "Generator[tuple[dict[str, str], ProgramEnd]]":
        """Run the program on a text; yield the paths of the files by name, and how it ended."""
        with make_scratch_folder() as scratch:
            files = {file: os.path.join(scratch.path, file) for file in (*self.FILES, *_WRITTEN)}
            name = next(one for one in self.FILES if any(f"{{{one}}}" in word for word in call))
            # Whatever a file of others holds is handed on as it is.
            with open(files[name], "w", encoding="ascii", errors="surrogateescape") as file:
                for pieces in clock.encoded(text(name), at_once=1):
                    file.writelines(pieces)
            clock.lap("load")
            words = call
            for name, path in files.items():
                words = [word.replace(f"{{{name}}}", path) for word in words]
            ended = scratch.run([*self._command, *words], clock, self.name)
            if ended.status < 0:
                message = Message(
                    "{name} was killed by signal {signal}", name=self.name, signal=-ended.status
                )
                raise _make_error(message, ended.complaint)
            yield files, ended

    def _check_output(
        self, result: str, ended: ProgramEnd, variables: int, clock: Clock
    ) -> SolverOutput:
        """Return what the program printed or wrote, unless its exit status says otherwise."""
        status, printed, complaint = ended
        try:
            is_written = os.path.isfile(result) and os.path.getsize(result) > 0
            with open_text(result if is_written else printed) as said:
                output = parse_solver_output(said, self.name, variables, clock)
        except BackendError as error:
            if status in (0, 10, 20, 30):
                raise
            message = Message("{said}; it ended with status {status}", said=error, status=status)
            raise _make_error(message, complaint) from None
        # 10 and 20 are what SAT competitions ask for, 30 those of optima; it is clasp's, too.
        if output.satisfiable is None:
            raise _make_error(Message("{name} gave up", name=self.name), complaint)
        if status not in (0, 10 if output.satisfiable else 20, 30):
            message = Message(
                "{name} ended with status {status}, which contradicts its output",
                name=self.name,
                status=status,
            )
            raise _make_error(message, complaint)
        return output


def _make_error(message: Message, complaint: str) -> BackendError:
    """Return an error that holds the last line that a program wrote to standard error."""
    if not complaint:
        return BackendError(message)
    return BackendError("{message}; its message: {complaint}", message=message, complaint=complaint)
