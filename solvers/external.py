"""Installed programs: how they are run, and the common base of the backends that run them.

A backend's name is `KIND:PROGRAM`, with the name or path of a program, followed by arguments if
necessary: `dimacs:cadical --sat`. The program is started without a shell. For each kind, a table
holds the calls of known programs. An unknown program gets the problem's file as its last argument,
unless one of the arguments contains the file's placeholder, for example `{cnf}`.
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
from ..system.guardian_client import Guardian, borrow_guardian
from ..system.signals import unwind_on_signals
from ..system.temporary_files import make_temporary_folder
from .clock import Clock
from .killable import wait_for_call
from .solver_output import SolverOutput, parse_solver_output, parse_statistics

BEGINNING = 2**14  # characters to read from an output of which only a few lines matter
SECONDS_FOR_A_VERSION = 2.0
_LONGEST_COMPLAINT = 200
_LONGEST_VERSION = 100
_PIECE = 2**16
_WRITTEN = ("result", "proof")  # the files that programs write themselves


class ProgramEnd(NamedTuple):
    """How a program ended. `status` is its exit status, or negative if a signal killed it;
    `printed` is the path of the file that holds its output; `complaint` is its last line on
    standard error.
    """

    status: int
    printed: str
    complaint: str


class ScratchFolder:
    """A temporary folder at `path`, in which external programs are run and in which they write
    their files.
    """

    def __init__(self, path: str, guardian: Guardian) -> None:
        self.path, self._guardian = path, guardian

    def run(self, command: Sequence[str], clock: Clock, name: str) -> ProgramEnd:
        """Run the program `command` in the folder until it ends, and return its exit status and
        output. At the deadline of `clock`, the program and its child processes are killed and
        `DeadlinePassedError` is raised. Raises `BackendError`, beginning with `name`, if the
        program cannot be started or writes too much to a file.

        The program's output and its errors are written to files in the folder.
        """
        printed, complaints = (os.path.join(self.path, file) for file in ("out", "err"))
        ours = set(os.listdir(self.path))
        self._guardian.begin_call(become_program, [*command], printed, complaints, LARGEST_FILE)
        ended = wait_for_call(self._guardian, name, clock)
        if ended.result is not None:  # the program could not be started
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
    """Make a temporary folder for programs. It is removed afterwards, even if this process is
    killed.
    """
    with (
        unwind_on_signals(SystemExit),
        make_temporary_folder() as path,
        borrow_guardian() as guardian,
    ):
        guardian.set_folder_to_remove(path)
        try:
            yield ScratchFolder(path, guardian)
        finally:
            guardian.set_folder_to_remove(None)


def open_text(path: str) -> IO[str]:
    """Open a text file that an external program was expected to write. If the program has not
    written it, return an open empty file.
    """
    return open(path if os.path.isfile(path) else os.devnull, encoding="ascii", errors="replace")


def read_text_lines(path: str, clock: Clock) -> Iterator[str]:
    """Yield the lines of a text file that a program has written; a very long line is yielded in
    pieces. Raises `DeadlinePassedError` when the time of `clock` is up.
    """
    with open_text(path) as file:
        for line in clock.watch(iter(lambda: file.readline(_PIECE), ""), every=64):
            yield line.rstrip("\n")


def read_proof(path: str, name: str, clock: Clock) -> list[str]:
    """Return the lines of a proof that a program has written, without the lines in which an LRAT
    proof deletes clauses. Raises `DeadlinePassedError` when the time is up, and `LimitError`,
    beginning with `name`, if the proof is too long.
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
    """The arguments with which an external program is called, for each purpose. The words `{cnf}`,
    `{result}` and `{proof}` in them are placeholders for the paths of files.

    `call` solves a problem; `proves` also writes a DRAT proof as text. `hints` lists calls that
    write an LRAT proof instead, in order of preference, because not every version of the program
    accepts each of them. `version` is the argument that prints the version, or None if there is no
    such argument. No call uses `-q`, which some builds of CaDiCaL and kissat do not accept.
    """

    call: tuple[str, ...]
    proves: tuple[str, ...] | None = None
    hints: tuple[tuple[str, ...], ...] = ()
    version: str | None = "--version"


class ExternalProgram:
    """A backend that runs an installed program in a separate process. At the deadline the process
    and its children are killed.

    `KIND` is the first part of the backend's name. `KNOWN` maps known programs to their calls.
    `FILES` lists the formats of problems that a call may name; an unknown program gets the first of
    them.
    """

    name = ""
    KIND: ClassVar[str]
    KNOWN: ClassVar[Mapping[str, Program]]
    FILES: ClassVar[tuple[str, ...]]

    def __init__(self, name: str, path: str, arguments: Sequence[str] = ()) -> None:
        self.name, self._command = name, [path, *arguments]
        any_other = Program((f"{{{self.FILES[0]}}}",))
        self._program = self.KNOWN.get(os.path.basename(path), any_other)
        # A known program is asked for its version without the user's arguments, because some
        # programs accept no other argument then. The arguments of an unknown program are kept,
        # because they may contain the real program, as in `nice cadical`.
        self._versioned = [path] if self._program is not any_other else self._command
        if any(f"{{{file}}}" in word for file in self.FILES for word in arguments):
            proves = any("{proof}" in word for word in arguments)
            self._command, call = [path], tuple(arguments)
            self._program = Program(call, call if proves else None)
            self._versioned = self._command

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the full names of the backends, such as `dimacs:kissat`, for those programs in
        `KNOWN` that are installed.
        """
        return tuple(f"{cls.KIND}:{program}" for program in cls.KNOWN if shutil.which(program))

    @classmethod
    def create(cls, name: str) -> Self | None:
        """Return the backend for a full name such as `dimacs:kissat --sat`: a kind, a program, and
        perhaps arguments. Return None if no program follows the colon. Raises `BackendError` if the
        program is not installed or the quotes in the name do not match.
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
        return cls(name, path, words[1:])

    def build_call(self, with_proof: bool = False) -> str:
        """Return the command line with which the program is called, as text for messages and
        records; if `with_proof` is True, the one that also writes a proof. `{cnf}`, `{result}` and
        `{proof}` in it are placeholders for the paths of files.
        """
        proving = with_proof and (self.call_with_hints or self._program.proves)
        return " ".join([*map(shlex.quote, self._command), *(proving or self._program.call)])

    @cached_property
    def call_with_hints(self) -> tuple[str, ...]:
        """The arguments with which the installed program writes an LRAT proof, or an empty tuple if
        it cannot. They are found by a trial: the first call in `hints` that refutes a formula of
        two clauses.
        """
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
        """Return the first line with a digit that the program prints when it is asked for its
        version, or None if it prints no such line or fails.
        """
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
        """Run the program on the text of a problem. Return its verdict and model, its counts by
        name (such as conflicts), and the lines of its proof; the proof is empty if the program
        wrote none.

        `text(file)` yields the problem's text in the format that the call names, one of `FILES`;
        `variables` is the number of its variables. `call` are the arguments, by default the
        program's usual call.
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
        """Run the program on a problem's text. Yield the paths of its files by placeholder, such as
        "result" or "proof", and its exit status and output; afterwards the files are removed.
        """
        with make_scratch_folder() as scratch:
            files = {file: os.path.join(scratch.path, file) for file in (*self.FILES, *_WRITTEN)}
            name = next(one for one in self.FILES if any(f"{{{one}}}" in word for word in call))
            # A file of the user may hold any bytes; they are passed on unchanged.
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
        """Return the verdict and model from the file `result` or, if the program did not write that
        file, from its printed output. Raises `BackendError` if there is no verdict or if the
        program's exit status contradicts it.
        """
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
        # The SAT competitions require the exit statuses 10 and 20; 30 means an optimum. Clasp also
        # uses 30.
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
    """Return a `BackendError` with `message`, followed by `complaint`, the last line that the
    program wrote to standard error, if that is not empty.
    """
    if not complaint:
        return BackendError(message)
    return BackendError("{message}; its message: {complaint}", message=message, complaint=complaint)
