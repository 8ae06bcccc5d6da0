"""Installed programs: how they are run, and the common base of the backends that run them.

A backend's name is `KIND:PROGRAM`: the kind, such as `dimacs`, and the name or path of a program,
followed by arguments if necessary, as in `dimacs:cadical --sat`. The program is started without a
shell.

For each kind, a table lists the arguments with which known programs are called. An unknown program
gets the problem's file as its last argument, unless one of the arguments contains the file's
placeholder, for example `{cnf}`. The placeholder `{seed}` is replaced by a seed for the program's
random numbers.
"""

import os
import re
import shlex
import shutil
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from copy import copy
from functools import cached_property
from typing import IO, ClassVar, Literal, NamedTuple, Self

from ..base.errors import BackendError, DeadlinePassedError
from ..base.limits import LARGEST_FILE, SOLVER_PROOF, yield_limited_lines
from ..base.messages import Message
from ..system.guardian import become_program_or_get_failure_reason
from ..system.guardian_client import GuardianConnection, borrow_guardian
from ..system.signals import raise_error_on_signals
from ..system.temporary_files import open_temporary_folder
from .deadline import Deadline
from .killable import wait_for_call_outcome
from .solver_output import SolverOutput, parse_solver_output, parse_statistics

BEGINNING = 2**14  # characters to read from an output of which only a few lines matter
SECONDS_FOR_A_VERSION = 2.0
_LONGEST_COMPLAINT = 200
_LONGEST_VERSION = 100
_PIECE = 2**16
_WRITTEN = ("result", "proof")  # the files that programs write themselves
_SEED = "{seed}"


class ProgramEnd(NamedTuple):
    """How a run of a program ended. `status` is its exit status, or a negative number if a signal
    killed it. `output_path` is the path of the file with its output, and `last_error_line` is the
    last line that it wrote to standard error.
    """

    status: int
    output_path: str
    last_error_line: str


class ProgramUsage(NamedTuple):
    """What a run of a program used: the seconds of processor time of all its processes, and the
    peak of the memory in MiB of the process that had the most. The peak is at least that of the
    process from which the program was started, about 9 MiB.

    A `ProgramStarter` may know more: then the peak is that of all processes together,
    `exceeded_limit` is the limit at which the program was stopped (None if it ended by itself), and
    `measuring_seconds` are the seconds of wall-clock time that only the measurement took.
    """

    cpu_seconds: float
    peak: float
    exceeded_limit: Literal["time", "memory"] | None = None
    measuring_seconds: float = 0.0


class ProgramEndAndUsage(NamedTuple):
    """How a program ended that a `ProgramStarter` has run: its exit status (negative if a signal
    killed it), what it used, and the seconds of wall-clock time.
    """

    status: int
    usage: ProgramUsage
    wall_seconds: float


ProgramStarter = Callable[[list[str], str, str, Mapping[str, int]], ProgramEndAndUsage | str]
"""A function that runs a program until its end and measures it, or returns the reason why it cannot
run it. Its parameters are those of `become_program_or_get_failure_reason`, which runs a program
without measuring it.
"""


class _ProgramWatch(NamedTuple):
    """Limits for the programs that are run, by the names of `lower_resource_limits` (such as
    `RLIMIT_AS`), a list to which the usage of each program is added, and the function that runs the
    programs. The limit of the size of files is not included.
    """

    limits: Mapping[str, int]
    usages: list[ProgramUsage]
    start: ProgramStarter = become_program_or_get_failure_reason


_watch: ContextVar[_ProgramWatch | None] = ContextVar("_watch", default=None)
"""The limits and the list that the caller of `limit_and_watch_programs` has requested; None outside
of its `with` block.
"""


@contextmanager
def limit_and_watch_programs(
    limits: Mapping[str, int], start: ProgramStarter = become_program_or_get_failure_reason
) -> Iterator[list[ProgramUsage]]:
    """A context manager that limits the programs which this thread runs in the `with` block. It
    provides a list to which the usage of each program (its processor time and memory) is added.
    `limits` are limits for each process by their names in Python's module `resource`. `start` runs
    the programs, in a process that is killed at its end with all processes that it has started.
    """
    usages = list[ProgramUsage]()
    token = _watch.set(_ProgramWatch(limits, usages, start))
    try:
        yield usages
    finally:
        _watch.reset(token)


class ScratchFolder:
    """A temporary folder at `path`, in which external programs run and write their files."""

    def __init__(self, path: str, guardian: GuardianConnection) -> None:
        self.path, self._guardian = path, guardian

    def run_program(
        self, command: Sequence[str], deadline: Deadline, error_prefix: str
    ) -> ProgramEnd:
        """Run a program in the folder until it ends, and return its exit status and the path of its
        output. `command` lists the program and its arguments. Raises `DeadlinePassedError` at
        `deadline`, after the program and its child processes have been killed. Raises
        `BackendError` with a message that begins with `error_prefix` if the program cannot be
        started, exceeds a limit of `limit_and_watch_programs`, or writes too much to a file.

        The program's output and its errors are written to files in the folder.
        """
        printed, complaints = (os.path.join(self.path, file) for file in ("out", "err"))
        ours = set(os.listdir(self.path))
        watch = _watch.get() or _ProgramWatch({}, [])
        limits = {"RLIMIT_FSIZE": LARGEST_FILE, **watch.limits}
        begin = time.monotonic()
        self._guardian.begin_call(watch.start, [*command], printed, complaints, limits)
        ended = wait_for_call_outcome(self._guardian, error_prefix, deadline)
        measured = ended.result[0] if ended.result is not None else None
        if isinstance(measured, ProgramEndAndUsage):
            measuring_seconds = max(0.0, time.monotonic() - begin - measured.wall_seconds)
            usage = measured.usage._replace(measuring_seconds=measuring_seconds)
            deadline.add_cpu_seconds(usage.cpu_seconds - ended.cpu)
            deadline.leave_out_wall_seconds(measuring_seconds)
            status = measured.status
        elif measured is None:
            status, usage = ended.status, ProgramUsage(ended.cpu, ended.peak)
        else:  # the program could not be started
            raise BackendError(f"{error_prefix}: {measured}")
        watch.usages.append(usage)
        if usage.exceeded_limit is not None:
            raise BackendError(f"{error_prefix}: stopped at a limit of the comparison")
        with os.scandir(self.path) as files:
            theirs = [file for file in files if file.name not in ours]
        if any(file.stat(follow_symlinks=False).st_size >= LARGEST_FILE for file in theirs):
            raise BackendError(
                "{name} wrote more than {limit} MiB to a file, which is the limit",
                name=error_prefix,
                limit=LARGEST_FILE // 2**20,
            )
        return ProgramEnd(status, printed, _read_last_line(complaints))


@contextmanager
def open_scratch_folder() -> Iterator[ScratchFolder]:
    """Make a temporary folder in which programs run. It is removed at the end of the `with` block,
    even if this process is killed.
    """
    with (
        raise_error_on_signals(SystemExit),
        open_temporary_folder() as path,
        borrow_guardian() as guardian,
    ):
        guardian.set_folder_to_remove(path)
        try:
            yield ScratchFolder(path, guardian)
        finally:
            guardian.set_folder_to_remove(None)


def open_text_or_empty(path: str) -> IO[str]:
    """Open the text file at `path`, which an external program was expected to write. If there is no
    such file, return an open file without content.

    Only a line feed ends a line. A program may print comments of a formula, in which other
    characters could otherwise begin a line that looks like a verdict.
    """
    path = path if os.path.isfile(path) else os.devnull
    return open(path, encoding="ascii", errors="replace", newline="\n")


def yield_line_beginnings(path: str, deadline: Deadline) -> Iterator[str]:
    """Yield the lines of a text file that a program has written, without their line ends. A line of
    more than 64 KiB is cut, so that it does not fill the memory. Raises `DeadlinePassedError` if
    `deadline` passes.
    """
    with open_text_or_empty(path) as file:
        begins = True
        for piece in deadline.iterate_until_deadline(
            iter(lambda: file.readline(_PIECE), ""), items_per_check=64
        ):
            if begins:
                yield piece.rstrip("\n")
            begins = piece.endswith("\n")


def read_proof_lines_without_deletions(
    path: str, error_prefix: str, deadline: Deadline
) -> list[str]:
    """Return the lines of a proof that a program has written to the file `path`. Lines in which an
    LRAT proof deletes clauses are left out. Raises `DeadlinePassedError` if `deadline`
    passes, and `LimitError` with a message that begins with `error_prefix` if the proof is too
    long.
    """
    with open_text_or_empty(path) as file:
        steps = deadline.iterate_until_deadline(
            yield_limited_lines(file, error_prefix, SOLVER_PROOF), items_per_check=64
        )
        return [line.rstrip("\n") for line in steps if line.split(maxsplit=2)[1:2] != ["d"]]


def _read_last_line(path: str) -> str:
    """Return the last line of a text file that is not empty, shortened if it is long. Return an
    empty text if there is no such line or no such file.
    """
    with open_text_or_empty(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _PIECE))
        lines = [line.strip() for line in file.read(_PIECE).split("\n") if line.strip()]
    return lines[-1][:_LONGEST_COMPLAINT] if lines else ""


# The backends


class ProgramArguments(NamedTuple):
    """The arguments with which an external program is called. They may contain placeholders, such
    as `{cnf}`, `{result}` and `{proof}`, which are replaced by the paths of files.

    - `call`: to solve a problem.
    - `proves`: to solve a problem and write a proof as text in DRAT format; None if the program
      writes no such proof.
    - `hints`: lists of arguments to solve a problem and write a proof in LRAT format. Some versions
      of the program accept only some of these lists, so they are tried in this order.
    - `version`: the argument that prints the version; None if there is no such argument.
    - `seeds`: the arguments that give the program a seed, which replaces the placeholder `{seed}`;
      empty if the program has no seed, or none that changes its search.

    No call uses `-q`, which some builds of CaDiCaL and kissat do not accept.
    """

    call: tuple[str, ...]
    proves: tuple[str, ...] | None = None
    hints: tuple[tuple[str, ...], ...] = ()
    version: str | None = "--version"
    seeds: tuple[str, ...] = ()


class ExternalProgramBackend:
    """A backend that runs an installed program in a separate process. At the deadline, the process
    and its child processes are killed.

    `KIND` is the first part of the backend's name, and `description` describes all backends of this
    kind in one line. `KNOWN` maps known programs to the arguments
    with which they are called. `FILES` lists the file formats of problems; the arguments of a
    program contain the name of one of them as a placeholder, such as `{cnf}`. A program that is not
    in `KNOWN` gets the first format.
    """

    name = ""
    KIND: ClassVar[str]
    description: Message | str
    KNOWN: ClassVar[Mapping[str, ProgramArguments]]
    FILES: ClassVar[tuple[str, ...]]

    def __init__(self, name: str, path: str, arguments: Sequence[str] = ()) -> None:
        self.name, self._command, self._seed = name, [path, *arguments], 0
        any_other = ProgramArguments((f"{{{self.FILES[0]}}}",))
        self._program = self.KNOWN.get(os.path.basename(path), any_other)
        # A known program is asked for its version without the user's arguments, because some
        # programs accept no other argument then. The arguments of an unknown program are kept,
        # because they may contain the real program, as in `nice cadical`.
        self._versioned = [path] if self._program is not any_other else self._command
        if any(f"{{{file}}}" in word for file in self.FILES for word in arguments):
            proves = any("{proof}" in word for word in arguments)
            self._command, call = [path], tuple(arguments)
            self._program = ProgramArguments(call, call if proves else None)
            self._versioned = self._command

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the full names of the backends whose programs are installed, such as
        `dimacs:kissat`. Only programs in the table `KNOWN` are listed.
        """
        return tuple(f"{cls.KIND}:{program}" for program in cls.KNOWN if shutil.which(program))

    @classmethod
    def known_backends(cls) -> tuple[Self, ...]:
        """Return the backends of all programs in the table `KNOWN`, including programs that are not
        installed.
        """
        return tuple(cls(f"{cls.KIND}:{program}", program) for program in cls.KNOWN)

    @classmethod
    def create(cls, name: str) -> Self | None:
        """Return the backend for a full name such as `dimacs:kissat --sat`: a kind, a colon, a
        program, and arguments if necessary. Return None if no program follows the colon. Raises
        `BackendError` if the program is not installed or a quotation mark in the name is not
        closed.
        """
        try:
            words = shlex.split(name.partition(":")[2])
        except ValueError as error:
            raise BackendError("{name}: {reason}", name=name, reason=error) from None
        if not words:
            return None
        path = shutil.which(words[0])
        if path is None and os.path.isfile(words[0]):
            raise _make_uncallable_program_error(name, words[0])
        if path is None:
            raise BackendError(
                "{name}: no program '{program}' is installed", name=name, program=words[0]
            )
        return cls(name, path, words[1:])

    def copy_with_seed(self, seed: int) -> Self | None:
        """Return a copy of this backend whose program gets `seed` as the seed of its random
        numbers. Return None if the program is not known to have a seed and the user's arguments
        have no placeholder `{seed}`, or if these arguments already choose a seed.
        """
        seeds = self._program.seeds
        if any(_SEED in word for word in (*self._command, *self._program.call)):
            seeds = ()
        elif not seeds or {word.partition("=")[0] for word in seeds}.intersection(
            word.partition("=")[0] for word in self._command
        ):
            return None
        copied = copy(self)
        copied._command, copied._seed = [*self._command, *seeds], seed
        return copied

    def describe_command(self, with_proof: bool = False) -> str:
        """Return the command that runs the program, as text for messages and JSON records. If
        `with_proof` is True, it is the command that also writes a proof. The words `{cnf}`,
        `{result}` and `{proof}` in the text are placeholders for the paths of files, `{seed}` is a
        placeholder for the seed of the run.
        """
        proving = with_proof and (self.lrat_arguments or self._program.proves)
        quoted = [word if _SEED in word else shlex.quote(word) for word in self._command]
        return " ".join([*quoted, *(proving or self._program.call)])

    @cached_property
    def lrat_arguments(self) -> tuple[str, ...]:
        """The arguments with which the installed program writes a proof in LRAT format, or an empty
        tuple if it cannot. To find them, the program is run on a formula of two clauses with one
        list of arguments after another, until it writes a proof.
        """
        deadline = Deadline(SECONDS_FOR_A_VERSION)
        for call in self._program.hints:
            with (
                suppress(BackendError, DeadlinePassedError),
                self._run_and_provide_paths_and_end(
                    call, lambda _: ["p cnf 1 2\n1 0\n-1 0\n"], deadline
                ) as (
                    files,
                    ended,
                ),
                open_text_or_empty(files["proof"]) as proof,
            ):
                if ended.status == 20 and proof.read(BEGINNING).strip():
                    return call
        return ()

    def read_version(self) -> str | None:
        """Run the program to ask for its version, and return the first line of its output that
        contains a digit. Return None if there is no such line, if the program fails, or if it has
        no argument for its version.
        """
        argument = self._program.version
        if argument is None:
            return None
        try:
            with open_scratch_folder() as scratch:
                deadline = Deadline(SECONDS_FOR_A_VERSION)
                called = [word.replace(_SEED, str(self._seed)) for word in self._versioned]
                ended = scratch.run_program([*called, argument], deadline, self.name)
                with open_text_or_empty(ended.output_path) as said:
                    lines = said.read(BEGINNING).split("\n")
        except (BackendError, DeadlinePassedError):
            return None
        line = next((line for line in lines if re.search("[0-9]", line)), None)
        if ended.status != 0 or line is None:
            return None
        words = " ".join(line.removeprefix("c ").split())
        return "".join(filter(str.isprintable, words))[:_LONGEST_VERSION]

    def run_and_read_output_statistics_and_proof(
        self,
        format_problem: Callable[[str], Iterable[str]],
        variable_count: int,
        deadline: Deadline,
        arguments: Sequence[str] = (),
    ) -> tuple[SolverOutput, dict[str, int], list[str]]:
        """Run the program on a problem, such as a formula. Return three values: the program's
        verdict with its model, a dictionary of its counts (such as conflicts), and the lines of its
        proof. The list of lines is empty if the program wrote no proof.

        `arguments` are by default the program's usual arguments. One of them contains a placeholder
        such as `{cnf}`, which names one of the formats in `FILES`. `format_problem(file_format)`
        must yield the problem's text in this format. `variable_count` is the number of variables in
        the problem.
        """
        with self._run_and_provide_paths_and_end(
            arguments or self._program.call, format_problem, deadline
        ) as (
            files,
            ended,
        ):
            with open_text_or_empty(ended.output_path) as printed:
                counts = parse_statistics(printed, deadline)
            said = self._read_solver_output(files["result"], ended, variable_count, deadline)
            return (
                said,
                counts,
                read_proof_lines_without_deletions(files["proof"], self.name, deadline),
            )

    @contextmanager
    def _run_and_provide_paths_and_end(
        self,
        arguments: Sequence[str],
        format_problem: Callable[[str], Iterable[str]],
        deadline: Deadline,
    ) -> "Generator[tuple[dict[str, str], ProgramEnd]]":
        """A context manager that runs the program on a problem, whose text
        `format_problem(file_format)` yields. The `with` block gets two values: a dictionary from
        placeholders (such as "result" or "proof") to the paths of files, and how the program ended.
        The files are removed when the block ends.
        """
        with open_scratch_folder() as scratch:
            files = {file: os.path.join(scratch.path, file) for file in (*self.FILES, *_WRITTEN)}
            name = next(
                one for one in self.FILES if any(f"{{{one}}}" in word for word in arguments)
            )
            # A file of the user may hold any bytes; they are passed on unchanged.
            with open(files[name], "w", encoding="ascii", errors="surrogateescape") as file:
                for pieces in deadline.group_encoded_pieces(format_problem(name), group_size=1):
                    file.writelines(pieces)
            deadline.end_phase("load")
            words = arguments
            for name, path in files.items():
                words = [word.replace(f"{{{name}}}", path) for word in words]
            words = [word.replace(_SEED, str(self._seed)) for word in (*self._command, *words)]
            ended = scratch.run_program(words, deadline, self.name)
            if ended.status < 0:
                message = Message(
                    "{name} was killed by signal {signal}", name=self.name, signal=-ended.status
                )
                raise _make_program_error(message, ended.last_error_line)
            yield files, ended

    def _read_solver_output(
        self, result_path: str, program_end: ProgramEnd, variable_count: int, deadline: Deadline
    ) -> SolverOutput:
        """Return the program's verdict and model. They are read from the file `result_path` or, if
        the program did not write that file, from its printed output. Raises `BackendError` if there
        is no verdict, or if the program's exit status contradicts the verdict.
        """
        status, output_path, last_error_line = program_end
        try:
            is_written = os.path.isfile(result_path) and os.path.getsize(result_path) > 0
            with open_text_or_empty(result_path if is_written else output_path) as said:
                output = parse_solver_output(said, self.name, variable_count, deadline)
        except BackendError as error:
            if status in (0, 10, 20, 30):
                raise
            message = Message("{said}; it ended with status {status}", said=error, status=status)
            raise _make_program_error(message, last_error_line) from None
        # The SAT competitions require the exit statuses 10 and 20; 30 means an optimum. Clasp also
        # uses 30.
        if output.satisfiable is None:
            raise _make_program_error(Message("{name} gave up", name=self.name), last_error_line)
        if status not in (0, 10 if output.satisfiable else 20, 30):
            message = Message(
                "{name} ended with status {status}, which contradicts its output",
                name=self.name,
                status=status,
            )
            raise _make_program_error(message, last_error_line)
        return output


def _make_uncallable_program_error(name: str, file: str) -> BackendError:
    """Return the error for the backend `name`, whose program `file` exists but cannot be called as
    `name`: it is not executable, or it is in the current folder, in which the system does not look
    for programs. If `file` is an executable file in the current folder, the error explains how to
    name it. Otherwise the error explains how to make it executable.
    """
    if os.access(file, os.X_OK):
        return BackendError(
            "{name}: no program '{program}' is installed; a program in the current folder is "
            "{meant}",
            name=name,
            program=file,
            meant=name.replace(":", f":.{os.sep}", 1),
        )
    return BackendError(
        "{name}: the file {file} is not executable; chmod +x {file} makes it so",
        name=name,
        file=file,
    )


def _make_program_error(message: Message, last_error_line: str) -> BackendError:
    """Return a `BackendError` with the text `message`. If `last_error_line`, the last line that the
    program wrote to standard error, is not empty, it is added to the text.
    """
    if not last_error_line:
        return BackendError(message)
    return BackendError(
        "{message}; its message: {complaint}", message=message, complaint=last_error_line
    )
