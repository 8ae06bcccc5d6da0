"""External programs that are run, limited and measured by runexec, a part of BenchExec.

runexec puts a program and all processes that it starts into a control group (cgroup) of Linux. So
no process escapes the limits, and the processor time and the peak of the memory of all processes
together are known exactly, also if the program was stopped.

Each program has a process of its own that calls runexec: under cgroups v2, BenchExec moves the
process that uses it into another control group.
"""

import json
import logging
import os
import shlex
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal, NamedTuple, NoReturn

from ...base.errors import BackendError
from ...base.messages import Message
from ...solvers.deadline import Deadline
from ...solvers.external import ProgramEndAndUsage, ProgramUsage
from ...solvers.killable import run_killable
from ...system.guardian import lower_resource_limits, request_signal_when_parent_ends
from ...system.temporary_files import open_temporary_folder

_FOLDERS = ("HOME", "TMPDIR", "TMP", "TEMPDIR", "TEMP")
"""The environment variables that runexec sets to folders of its own. A program gets those of the
user, as a program that runexec does not run.
"""

_SECONDS_FOR_A_TRIAL = 30.0


class RunexecLimits(NamedTuple):
    """The limits of a program that runexec runs: the moment at which the program must have ended,
    as `time.monotonic` counts, the seconds of processor time, and the bytes of memory (None means
    no limit) of all its processes together.
    """

    end: float
    cpu_seconds: float
    memory: int | None


def import_runexec() -> None:
    """Import runexec, so that later calls start faster."""
    import benchexec.runexecutor  # noqa: F401


class RunexecSearchResult(NamedTuple):
    """Whether runexec can be used: its name with the version of BenchExec, or None, and then the
    reason why it cannot be used.
    """

    name: str | None
    reason: Message | str = ""


@cache
def find_runexec() -> RunexecSearchResult:
    """Return whether runexec can run programs on this machine. It is asked to run and to limit a
    command that does nothing, which takes less than a second.
    """
    try:
        name = f"runexec {version('benchexec')}"
    except PackageNotFoundError:
        return RunexecSearchResult(
            None, Message("BenchExec is not installed: pip install benchexec")
        )
    try:
        reason = run_killable("runexec", Deadline(_SECONDS_FOR_A_TRIAL), _find_trial_failure)
    except Exception as error:
        reason = str(error)
    return RunexecSearchResult(None, reason) if reason else RunexecSearchResult(name)


def check_runexec() -> None:
    """Raise `BackendError`, with the reason, if runexec cannot be used."""
    found = find_runexec()
    if found.name is None:
        raise BackendError(
            "runexec cannot measure programs here, but --measure-by limits can, without it; the "
            "reason: {reason}",
            reason=found.reason,
        )


def _find_trial_failure() -> str | None:
    """Let runexec run a command that does nothing, with limits. Return the reason, as one line of
    text, if this fails or if a time or the memory is not measured.
    """
    limits = RunexecLimits(time.monotonic() + _SECONDS_FOR_A_TRIAL, _SECONDS_FOR_A_TRIAL, 2**27)
    with open_temporary_folder() as folder:
        output, errors = os.path.join(folder, "out"), os.path.join(folder, "err")
        command = ["/bin/sh", "-c", "exit 0"]
        ended = run_program_by_runexec(command, output, errors, {}, program_limits=limits)
    if isinstance(ended, str):
        return ended
    if ended.status != 0 or ended.usage.exceeded_limit is not None:
        return f"a first command ended with status {ended.status}"
    return None


def run_program_by_runexec(
    command: list[str],
    output_path: str,
    error_path: str,
    limits: Mapping[str, int],
    program_limits: RunexecLimits,
) -> ProgramEndAndUsage | str:
    """Let runexec run the command line `command` until the program has ended or has exceeded one of
    `program_limits`. Return the end of the program and the usage of its processes; if runexec
    failed, return the reason as text. The program's output and its errors are written to files, and
    `limits` are limits for each process, as in `become_program_or_get_failure_reason`.

    runexec runs in a child of this process with a session of its own. So it is not killed with this
    process, but gets a signal, at which it kills the program and removes the control group.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _run_and_exit(command, output_path, error_path, limits, program_limits, write)
    os.close(write)
    with open(read, "rb") as pipe:
        content = pipe.read()
    os.waitpid(child, 0)
    if not content:
        return "runexec was killed"
    found = json.loads(content)
    if isinstance(found, str):
        return found
    status, usage, wall_seconds = found
    return ProgramEndAndUsage(status, ProgramUsage(*usage), wall_seconds)


def _run_and_exit(
    command: list[str],
    output_path: str,
    error_path: str,
    limits: Mapping[str, int],
    program_limits: RunexecLimits,
    pipe: int,
) -> NoReturn:
    """Let runexec run a program in this process, a fork of the process that was asked. Write the
    result to `pipe` as JSON, and end this process.
    """
    found: ProgramEndAndUsage | str = "runexec failed"
    try:
        os.setsid()
        request_signal_when_parent_ends(signal.SIGTERM)
        lower_resource_limits(limits)
        found = _run(command, output_path, error_path, program_limits)
    # BenchExec ends the process by SystemExit, with a message, if it cannot use control groups.
    except (Exception, SystemExit) as error:
        found = " ".join(str(error).split()) or repr(error)
    finally:
        with open(pipe, "wb") as file:
            file.write(json.dumps(found).encode())
        os._exit(0)


def _run(
    command: list[str], output_path: str, error_path: str, limits: RunexecLimits
) -> ProgramEndAndUsage | str:
    """Let runexec run a program in this process, and return how the program ended, or why runexec
    failed.
    """
    logged = list[str]()
    _collect_log_messages(logged)
    tempfile.tempdir = os.path.dirname(output_path)
    from benchexec.runexecutor import RunExecutor

    executor = RunExecutor(use_namespaces=False)
    missing = [kind for kind in ("CPU", "MEMORY") if not _has_control_group(executor, kind)]
    if missing:
        return " ".join(" ".join(logged).split()) or f"no control group for {missing[0]}"
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: executor.stop())
    remaining = limits.end - time.monotonic()
    if remaining <= 0:
        return ProgramEndAndUsage(-signal.SIGKILL, ProgramUsage(0.0, 0.0, "time"), 0.0)
    # The shell writes the output to the files: runexec reads the output of a program that it writes
    # itself line by line if the program ends with another status than 0 or 1.
    script = [
        *_yield_folder_assignments(),
        f"exec {shlex.join(command)} >{shlex.quote(output_path)} 2>{shlex.quote(error_path)}",
    ]
    found = executor.execute_run(
        ["/bin/sh", "-c", "\n".join(script)],
        os.devnull,
        walltimelimit=remaining,
        hardtimelimit=limits.cpu_seconds,
        memlimit=limits.memory,
        write_header=False,
    )
    return _read_result(found, logged)


def _has_control_group(executor: Any, kind: str) -> bool:
    """Return whether runexec has a control group that measures `kind`, which is CPU or MEMORY."""
    groups = executor.cgroups
    return getattr(groups, kind, None) in groups


def _collect_log_messages(messages: list[str]) -> None:
    """Append the warnings and errors that BenchExec logs in this process to `messages`, instead of
    printing them.
    """

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            messages.append(record.getMessage())

    root = logging.getLogger()
    root.handlers[:] = [Collector(logging.WARNING)]


def _yield_folder_assignments() -> Iterator[str]:
    """Yield the lines of a shell script that give the variables in `_FOLDERS` the values that they
    have in this process.
    """
    for name in _FOLDERS:
        value = os.environ.get(name)
        yield f"unset {name}" if value is None else f"export {name}={shlex.quote(value)}"


def _read_result(
    runexec_result: Mapping[str, Any], log_messages: list[str]
) -> ProgramEndAndUsage | str:
    """Return how a program ended, from `runexec_result`, the result of runexec. If runexec failed,
    return the reason, from `log_messages`, the messages of BenchExec.
    """
    reason, ended = runexec_result.get("terminationreason"), runexec_result.get("exitcode")
    if reason in ("failed", "killed") or ended is None or "cputime" not in runexec_result:
        return " ".join(" ".join(log_messages).split()) or f"runexec ended with {reason}"
    limit: Literal["time", "memory"] | None = None
    if reason is not None:
        limit = "memory" if reason == "memory" else "time"
    status = -ended.signal if ended.signal else ended.value
    usage = ProgramUsage(float(runexec_result["cputime"]), runexec_result["memory"] / 2**20, limit)
    return ProgramEndAndUsage(status, usage, float(runexec_result["walltime"]))
