"""A guardian: a process that starts programs for us and ends all that they started.

It is forked before the first program. As soon as our process lets go of it or ends, however that
happens, it kills every process that came from those programs and removes their folder.
"""

import ctypes
import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait

_SET_CHILD_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of Linux's prctl."""


class Guardian:
    """A guardian of a folder: programs that it starts print to `out` and `err` there.

    What a program started in a session of its own is found only on Linux.
    """

    def __init__(self, folder: str) -> None:
        self.connection, its = Pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                _guard(its, folder)
            finally:
                os._exit(1)  # no more of what our process is about
        its.close()

    def close(self) -> None:
        """Let it end what it started, and itself."""
        if not self.connection.closed:
            self.connection.close()
            os.waitpid(self._pid, 0)


def _guard(connection: Connection, folder: str) -> None:
    """Start the programs that are asked for, and answer how they ended, until nobody asks."""
    gc.disable()  # else objects of our process might close what has the same number here
    os.setsid()
    awakened = _signals_only_awake()
    _hold_only(connection.fileno(), *awakened)
    if sys.platform == "linux":  # those that lose their parent become children of this process
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1)
    try:
        with suppress(EOFError, OSError):
            while True:
                connection.send(_run(connection.recv(), folder, connection, awakened[0]))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _signals_only_awake() -> tuple[int, int]:
    """Return a pipe whose first end is readable after a signal, which does nothing else."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    # Not ignored: programs would inherit that.
    for number in ("SIGCHLD", "SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        signal.signal(getattr(signal, number), lambda *_: None)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # which Popen undoes for programs
    return read, write


def _hold_only(*descriptors: int) -> None:
    """Close all files but these; standard input and output lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    for number in map(int, os.listdir("/dev/fd")):
        if number > 2 and number not in descriptors:
            with suppress(OSError):  # that of the list itself is closed already
                os.close(number)


def _run(
    command: Sequence[str], folder: str, connection: Connection, awakened: int
) -> int | str | None:
    """Return the status of a program at its end, or why it could not be started.

    None if nobody waits for it any more. Then nothing that it started is left.
    """
    printed, complaints = (os.path.join(folder, name) for name in ("out", "err"))
    try:
        with open(printed, "wb") as output, open(complaints, "wb") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
            )
    except OSError as error:
        return error.strerror or str(error)
    try:
        while process.poll() is None and connection not in wait([connection, awakened]):
            with suppress(BlockingIOError):
                os.read(awakened, 1024)
        return process.returncode
    finally:
        _end_all(process.pid)


def _end_all(group: int) -> None:
    """Kill a group of processes, and the children of this one until there are none.

    Whoever is killed leaves its children to this process, so that those of all are found.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            for pid in _children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            os.wait()


def _children() -> Iterator[int]:
    """Yield the children of this process, on systems that list processes as files."""
    with suppress(FileNotFoundError):
        for name in os.listdir("/proc"):
            with suppress(ValueError, OSError), open(f"/proc/{int(name)}/stat", "rb") as file:
                # After the name, which may hold anything, come a state and the parent.
                if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    yield int(name)
