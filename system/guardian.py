"""A guardian: a process that carries out what it is asked for, and ends all that came of it.

It is a Python of its own, not a fork of the process that asks, so that threads there do no harm.
Those of libraries that it has imported do none either: nothing calls them here, so they wait.
Each call is carried out by a fork. When that ends, or is to end, or as soon as the process that
asked has ended, in whatever way, the guardian kills every process that came of the call.

Requests come through a socket, its standard input. A call brings a socket along, by which its
process and the process that asked talk: the first has `say` and `hear` for that. What the guardian
itself answers in the end is the exit status and the seconds of processor time.
"""

import os
import pickle
import select
import shutil
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

FOLDER, MODULES, CALL, END = b"f", b"m", b"c", b"e"
"""What is asked for: that a folder is removed in the end, modules are imported, a call, its end."""

_LENGTH = struct.Struct("!Q")

QUIETLY = getattr(socket, "MSG_NOSIGNAL", 0)
"""Lets sending to a closed socket raise an error, and no signal."""

_MOMENT = 1.0
"""Seconds that what a call has left behind has to end by itself."""


class Surroundings(NamedTuple):
    """What a process has around it, and its calls find; the folder is None if it is gone."""

    folder: str | None
    environment: dict[str, str]
    path: list[str]


class Told(NamedTuple):
    """What the process of a call said before its end."""

    value: Any


class Returned(NamedTuple):
    """What a function returned, and the modules that were imported for it."""

    value: Any
    imported: list[str]


class Raised(NamedTuple):
    """What a function raised, as text: not every exception survives pickling."""

    error: str


def die_with_parent() -> None:
    """Let this process be killed when the thread that forked it ends; only on Linux."""
    _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


def send(connection: socket.socket, message: bytes) -> None:
    """Send a message; raises `OSError` where the other side is closed."""
    connection.sendall(_LENGTH.pack(len(message)), QUIETLY)
    connection.sendall(message, QUIETLY)


def receive(connection: socket.socket) -> bytearray:
    """Wait for a message; raises `EOFError` or `OSError` where none will come."""
    (length,) = _LENGTH.unpack(_receive_bytes(connection, _LENGTH.size))
    return _receive_bytes(connection, length)


def _receive_bytes(connection: socket.socket, length: int) -> bytearray:
    content, there = bytearray(length), 0
    while there < length:
        some = connection.recv_into(memoryview(content)[there:])
        if not some:
            raise EOFError
        there += some
    return content


def _receive_request(connection: socket.socket) -> tuple[bytes, bytearray, list[int]]:
    """Wait for a request: its kind, its content, and files."""
    kind, files, _, _ = socket.recv_fds(connection, 1, 1)
    if not kind:
        raise EOFError
    for file in files:
        os.set_inheritable(file, False)
    return kind, receive(connection), files


def say(value: object) -> None:
    """Send something to the process that asked, from that of a call; raises as `send` does."""
    send(_asking[0], pickle.dumps(Told(value)))


def hear() -> Any:
    """Wait for something from the process that asked, in that of a call; raises as `receive`."""
    return pickle.loads(receive(_asking[0]))


_asking = list[socket.socket]()
"""In the process of a call: the connection to the process that asked."""


def main() -> NoReturn:
    """Do what is asked for until the process that asks has ended."""
    connection = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    awakened = _open_signal_pipe()
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER: who loses its parent becomes a child of this one
    folder = b""
    with suppress(EOFError, OSError):
        while True:
            kind, content, files = _receive_request(connection)
            if kind == FOLDER:
                folder = bytes(content)
            elif kind == MODULES:
                for module in content.decode().split():
                    with suppress(Exception):
                        import_module(module)
            elif kind == CALL:  # else the end of one that has ended by itself
                before = _measure_children()
                status = _run_call(content, files[0], connection, awakened)
                send(connection, pickle.dumps((status, _measure_children() - before)))
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _open_signal_pipe() -> int:
    """Return a pipe's end that is readable after a signal, which does nothing else."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    for number in _list_signals():
        signal.signal(number, lambda *_: None)
    return read


def _list_signals() -> tuple[signal.Signals, ...]:
    return signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT


def _run_call(content: bytearray, theirs: int, connection: socket.socket, awakened: int) -> int:
    """Return the exit status of a call; nothing that it started is left.

    Raises `EOFError` if the process that asked has ended.
    """
    child = os.fork()
    if child == 0:
        _carry_out(content, theirs, connection)
    os.close(theirs)
    awaited = select.poll()
    awaited.register(connection, select.POLLIN)
    awaited.register(awakened, select.POLLIN)
    try:
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            if connection.fileno() in dict(awaited.poll()):
                _receive_request(connection)  # nothing is asked for now but the end
                return -signal.SIGKILL
            _empty(awakened)
    finally:
        _end_all(child, awakened)


def _empty(awakened: int) -> None:
    with suppress(BlockingIOError):
        os.read(awakened, 1024)


def _carry_out(content: bytearray, theirs: int, connection: socket.socket) -> NoReturn:
    """Carry out a call, in a process of its own, and send what came of it."""
    status = 1
    try:
        os.setsid()
        die_with_parent()
        connection.close()
        signal.set_wakeup_fd(-1)
        for number in _list_signals():
            signal.signal(number, signal.SIG_DFL)
        _asking.append(socket.socket(fileno=theirs))
        send(_asking[0], _call_and_pickle(*pickle.loads(content)))
        status = 0
    finally:
        os._exit(status)


def _call_and_pickle(surroundings: Surroundings, call: bytes) -> bytes:
    """Return what came of a call, pickled, as it was."""
    before = set(sys.modules)
    folder, environment, path = surroundings
    try:
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:] = path
        if folder is not None:
            os.chdir(folder)
        function, args, kwargs = pickle.loads(call)
        value = function(*args, **kwargs)
        return pickle.dumps(Returned(value, [name for name in sys.modules if name not in before]))
    except Exception as error:
        return pickle.dumps(Raised(repr(error)))


def become_program(command: list[str], printed: str, complaints: str, largest: int) -> str:
    """Become a program that prints to two files, for a call; return why that cannot be.

    No file that it writes gets larger than so many bytes. Pipes would stay open until the last of
    its children ends.
    """
    import resource

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, path in ((1, printed), (2, complaints)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = largest if most == resource.RLIM_INFINITY else min(largest, most)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python, and so by what it becomes
        signal.signal(ignored, signal.SIG_DFL)
    try:
        os.execv(command[0], command)
    except OSError as error:
        return error.strerror or str(error)


def _measure_children() -> float:
    import resource

    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _end_all(group: int, awakened: int) -> None:
    """Kill a group of processes, and the children of this one until there are none.

    Killed processes leave their children to this one. Guardians may be among them, which see that
    the process that asked them has ended, and have a moment to remove its folder.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    latest = time.monotonic() + _MOMENT
    with suppress(ChildProcessError):
        while True:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            left = latest - time.monotonic()
            for pid in _list_children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGTERM if left > 0 else signal.SIGKILL)
            if left > 0:
                select.select([awakened], [], [], left)
                _empty(awakened)
            else:
                os.wait()


def _list_children() -> Iterator[int]:
    """Yield the children of this process, on systems that list processes as files."""
    with suppress(FileNotFoundError):
        for name in os.listdir("/proc"):
            with suppress(ValueError, OSError), open(f"/proc/{int(name)}/stat", "rb") as file:
                # After the name, which may hold anything, come a state and the parent.
                if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    yield int(name)
