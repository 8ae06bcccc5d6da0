"""A guardian: a process that carries out what it is asked for, and ends all that came of it.

It is a Python of its own, not a fork of the process that asks, so that threads there do no harm.
Each call is carried out by a fork. When that ends, or as soon as nobody waits for it any more,
however the process that asked has ended, the guardian kills every process that came of it.

What one call has imported, the next ones have. Libraries may start threads when they are imported,
for linear algebra; but nothing calls them here, so they wait, hold nothing, and forks do no harm.

Requests come through a socket, its standard input: a folder that is to be removed should nobody ask
any more, or a pickled `Call`. The answer to a call is a pickled `Ended`.
"""

import ctypes
import os
import pickle
import resource
import select
import shutil
import signal
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import NamedTuple, NoReturn

FOLDER, CALL = b"f", b"c"
"""With which byte the kinds of requests begin."""

_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36
"""PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER of Linux's prctl."""

_LENGTH = struct.Struct("!Q")

_SIGNALS = (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class Call(NamedTuple):
    """A pickled function with its arguments, and what the process that asks has around it.

    `folder`: the current one, None if it is gone; `environment`: its variables; `path`: where it
    looks for modules.
    """

    folder: str | None
    environment: dict[str, str]
    path: list[str]
    function: bytes


class Ended(NamedTuple):
    """How a call ended: the exit status of its process, negative where a signal killed it.

    `result`: what the function returned, pickled as (True, result), or what it raised as (False,
    text); empty where the process ended before. `cpu`: seconds of processor time, with those of all
    that came of it.
    """

    status: int
    result: bytes
    cpu: float


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """Let this process get a signal when the thread that forked it ends; only on Linux."""
    _prctl(_SET_PARENT_DEATH_SIGNAL, number)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value)


def send(connection: socket.socket, message: bytes) -> None:
    """Send a message; raises `OSError` where nobody is there, and never a signal."""
    quietly = getattr(socket, "MSG_NOSIGNAL", 0)
    connection.sendall(_LENGTH.pack(len(message)), quietly)
    connection.sendall(message, quietly)


def receive(connection: socket.socket) -> bytearray:
    """Wait for a message; raises `EOFError` or `OSError` where none will come."""
    (length,) = _LENGTH.unpack(_received(connection, _LENGTH.size))
    return _received(connection, length)


def _received(connection: socket.socket, length: int) -> bytearray:
    content, there = bytearray(length), 0
    with memoryview(content) as view:
        while there < length:
            some = connection.recv_into(view[there:])
            if not some:
                raise EOFError
            there += some
    return content


def main() -> NoReturn:
    """Do what is asked for until nobody asks any more."""
    connection = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    awakened = _signals_only_awake()
    _prctl(_SET_CHILD_SUBREAPER, 1)  # those that lose their parent become children of this one
    folder = b""
    with suppress(EOFError, OSError):
        while True:
            request = receive(connection)
            if request.startswith(FOLDER):
                folder = bytes(request[1:])
                continue
            ended, imported = _carried_out(request, connection, awakened)
            del request
            send(connection, pickle.dumps(ended))
            del ended
            for module in imported:
                with suppress(Exception):
                    import_module(module)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _signals_only_awake() -> int:
    """Return a pipe's end that is readable after a signal, which does nothing else."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    for number in _SIGNALS:
        signal.signal(number, lambda *_: None)
    return read


def _carried_out(
    request: bytearray, connection: socket.socket, awakened: int
) -> tuple[Ended, list[str]]:
    """Return how a call ended, and what it imported; nothing that it started is left.

    Raises `EOFError` if nobody waits for it any more.
    """
    before = _seconds_of_children()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _carry_out(request, write)
    os.close(write)
    try:
        status, said = _waited_for(child, read, connection, awakened)
    finally:
        os.close(read)
        _end_all(child)
    imported, _, result = said.partition(b"\n")
    ended = Ended(status, result, _seconds_of_children() - before)
    return ended, imported.decode("utf-8", "replace").split()


def _waited_for(
    child: int, read: int, connection: socket.socket, awakened: int
) -> tuple[int, bytes]:
    """Return the exit status of a process at its end, and what it wrote."""
    os.set_blocking(read, False)
    awaited = select.poll()
    for one in (connection.fileno(), read, awakened):
        awaited.register(one, select.POLLIN)
    pieces: list[bytes] = []
    while True:
        ready = {number for number, _ in awaited.poll()}
        if connection.fileno() in ready:  # nobody sends anything now, but the end
            raise EOFError
        with suppress(BlockingIOError):
            os.read(awakened, 1024)
        ended, status = os.waitpid(child, os.WNOHANG)
        # All that it wrote is there when it has ended, whoever else may still hold the other end.
        with suppress(BlockingIOError):
            while piece := os.read(read, 2**20):
                pieces.append(piece)
            with suppress(KeyError):
                awaited.unregister(read)
        if ended:
            return os.waitstatus_to_exitcode(status), b"".join(pieces)


def _carry_out(request: bytearray, answers: int) -> NoReturn:
    """Carry out a call, in a process of its own; write what it imported, and its result."""
    status = 1
    try:
        os.setsid()
        die_with_parent()
        signal.set_wakeup_fd(-1)
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        before = set(sys.modules)
        result = _result(request)
        imported = " ".join(name for name in sys.modules if name not in before)
        with open(answers, "wb") as file:
            file.write(imported.encode("utf-8", "replace") + b"\n")
            file.write(result)
        status = 0
    finally:
        os._exit(status)


def _result(request: bytearray) -> bytes:
    """Return what a function returned or raised, pickled; as text what was raised.

    Not every exception survives pickling.
    """
    call: Call = pickle.loads(memoryview(request)[1:])
    try:
        os.environ.clear()
        os.environ.update(call.environment)
        sys.path[:] = call.path
        if call.folder is not None:
            os.chdir(call.folder)
        function, args, kwargs = pickle.loads(call.function)
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as error:
        return pickle.dumps((False, repr(error)))


def become(command: list[str], printed: str, complaints: str, largest: int) -> str:
    """Become a program that prints to two files, for a call; return why that cannot be.

    No file that it writes gets larger than so many bytes: a signal ends it, or it is told. Pipes
    would stay open until the last of its children ends.
    """
    for number, (path, flags) in enumerate(
        ((os.devnull, os.O_RDONLY), (printed, _TO_WRITE), (complaints, _TO_WRITE))
    ):
        os.dup2(os.open(path, flags, 0o600), number)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = largest if most == resource.RLIM_INFINITY else min(largest, most)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python, and so by what it becomes
        signal.signal(ignored, signal.SIG_DFL)
    try:
        os.execv(command[0], command)
    except OSError as error:
        return error.strerror or str(error)


_TO_WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def _seconds_of_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


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
