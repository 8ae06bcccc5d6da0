"""The guardian: a helper process that carries out function calls for another process, its client.
After each call, the guardian kills every process that the call has started.

The guardian is a new Python process, not a fork of the client, so that threads of the client do no
harm. Threads of libraries that the guardian has imported do no harm either, because no code in the
guardian calls these libraries. Each call is carried out by a fork of the guardian. When this fork
ends, when the client requests its end, or when the client itself has ended for any reason, the
guardian kills all processes that the call has started.

Requests come through a socket, the guardian's standard input. A request for a call contains a
second socket, by which the call's process and the client exchange messages: the call's process uses
`send_to_client` and `receive_from_client` for this. At the end of a call the guardian itself sends
the exit status, the seconds of processor time and the peak of the memory.
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
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

FOLDER, MODULES, CALL, END = b"f", b"m", b"c", b"e"
"""The kinds of requests to a guardian process: remove a folder when the guardian ends, import
modules, carry out a call of a function, end this call.
"""

_LENGTH = struct.Struct("!Q")

QUIETLY = getattr(socket, "MSG_NOSIGNAL", 0)
"""The flag with which sending to a closed socket raises an error instead of a signal."""

_MAXRSS_OF_A_MEBIBYTE = 2**20 if sys.platform == "darwin" else 2**10
"""The number of units in a MiB, in which the system counts the memory of an ended process."""

_MOMENT = 1.0
"""The number of seconds in which the remaining processes of a call may end by themselves before
they are killed.
"""


class ProcessEnvironment(NamedTuple):
    """The environment of a process: its current folder (None if the folder no longer exists), its
    environment variables and its import path. A function call is carried out in the environment of
    the process that requested it.
    """

    folder: str | None
    environment: dict[str, str]
    path: list[str]


class SentValue(NamedTuple):
    """A value that a function call has sent to the client before its end."""

    value: Any


class ReturnedValueAndModules(NamedTuple):
    """The result of a function call that succeeded: the value that the function returned, and the
    names of the modules that were imported during the call.
    """

    value: Any
    imported: list[str]


class FailedCallResult(NamedTuple):
    """The result of a function call that failed: the error as text, because some exceptions cannot
    be pickled.
    """

    error: str


def die_with_parent() -> None:
    """Request that the system kill this process when its parent process ends. The thread of the
    parent that has forked this process counts as the parent. This works only on Linux; elsewhere
    the function does nothing.
    """
    request_signal_when_parent_ends(signal.SIGKILL)


def request_signal_when_parent_ends(number: signal.Signals) -> None:
    """Request that the system send the signal `number` to this process when its parent process
    ends. Only Linux can do this; elsewhere the function does nothing.
    """
    _prctl(1, number)  # PR_SET_PDEATHSIG


def _prctl(option: int, value: int) -> None:
    """Change a property of this process by the system call `prctl`, which only Linux has. On other
    systems, do nothing.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


def send_message(connection: socket.socket, message: bytes) -> None:
    """Send a message through a socket. Raise `OSError` if the other side is closed."""
    connection.sendall(_LENGTH.pack(len(message)), QUIETLY)
    connection.sendall(message, QUIETLY)


def receive_message_bytes(connection: socket.socket) -> bytearray:
    """Wait for a message from a socket and return it. Raise `EOFError` or `OSError` if the other
    side is closed.
    """
    (length,) = _LENGTH.unpack(_receive_bytes(connection, _LENGTH.size))
    return _receive_bytes(connection, length)


def _receive_bytes(connection: socket.socket, length: int) -> bytearray:
    """Wait until `length` bytes have come from a socket, and return them. Raise `EOFError` or
    `OSError` if the other side is closed before.
    """
    content, there = bytearray(length), 0
    while there < length:
        some = connection.recv_into(memoryview(content)[there:])
        if not some:
            raise EOFError
        there += some
    return content


def _receive_request_with_descriptors(
    connection: socket.socket,
) -> tuple[bytes, bytearray, list[int]]:
    """Wait for a request from the client. Return the kind of the request (`FOLDER`, `MODULES`,
    `CALL` or `END`), the content as bytes, and the file descriptors that came with it: one for a
    call, otherwise none. Raise `EOFError` or `OSError` if the client has ended.
    """
    kind, files, _, _ = socket.recv_fds(connection, 1, 1)
    if not kind:
        raise EOFError
    for file in files:
        os.set_inheritable(file, False)
    return kind, receive_message_bytes(connection), files


def send_to_client(value: object) -> None:
    """Send a value from the process that carries out a call to the client. Raise `OSError` if the
    client has closed the connection.
    """
    send_message(_client_connections[0], pickle.dumps(SentValue(value)))


def receive_from_client() -> Any:
    """Wait for the next value that the client sends, and return it. This function is called in the
    process that carries out a call. Raise `EOFError` or `OSError` if the client has closed the
    connection.
    """
    return pickle.loads(receive_message_bytes(_client_connections[0]))


_client_connections = list[socket.socket]()
"""The connection to the client, in the process that carries out a call; empty in the guardian."""


def serve_client() -> NoReturn:
    """Carry out the client's requests until the client has ended."""
    connection = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    awakened = _open_signal_reader()
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER: orphans become children of this process
    folder = b""
    with suppress(EOFError, OSError):
        while True:
            kind, content, files = _receive_request_with_descriptors(connection)
            if kind == FOLDER:
                folder = bytes(content)
            elif kind == MODULES:
                for module in content.decode().split():
                    with suppress(Exception):
                        import_module(module)
            elif kind == CALL:  # END is for a call that has already ended
                before = _measure_cpu_seconds_of_children()
                status, peak = _fork_for_call_and_await_status_and_peak(
                    content, files[0], connection, awakened
                )
                cpu_seconds = _measure_cpu_seconds_of_children() - before
                send_message(connection, pickle.dumps((status, cpu_seconds, peak)))
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _open_signal_reader() -> int:
    """Return the reading end of a new pipe into which this process writes a byte for each signal
    that it receives. So a process that waits for the pipe wakes up at a signal. The signals have no
    other effect.
    """
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    for number in _list_signals():
        signal.signal(number, lambda *_: None)
    return read


def _list_signals() -> tuple[signal.Signals, ...]:
    """Return the signals that wake a waiting guardian: the end of a child process, Ctrl-C, and the
    signals that request the end of the process.
    """
    return signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT


def _fork_for_call_and_await_status_and_peak(
    pickled_call: bytearray, call_socket: int, connection: socket.socket, signal_pipe: int
) -> tuple[int, float]:
    """Carry out a function call in a fork of this process, and wait until the fork and all other
    processes of the call have ended. Return two values: the exit status of the fork, and the peak
    of the memory in MiB of that process of the call that had the most. The status is negative if a
    signal killed the fork, also if the client has requested the end of the call.

    `pickled_call` contains the call. Through `call_socket` the fork sends messages to the client,
    from `connection` come the client's requests, and `signal_pipe` can be read after a signal.
    Raises `EOFError` if the client has ended.
    """
    child = os.fork()
    if child == 0:
        _carry_out_call_and_exit(pickled_call, call_socket, connection)
    os.close(call_socket)
    awaited = select.poll()
    awaited.register(connection, select.POLLIN)
    awaited.register(signal_pipe, select.POLLIN)
    exit_status, peak = -signal.SIGKILL, 0.0
    try:
        while True:
            ended, status, usage = os.wait4(child, os.WNOHANG)
            if ended:
                exit_status = os.waitstatus_to_exitcode(status)
                peak = usage.ru_maxrss / _MAXRSS_OF_A_MEBIBYTE
                break
            if connection.fileno() in dict(awaited.poll()):
                _receive_request_with_descriptors(
                    connection
                )  # the only possible request now is END
                break
            _discard_pipe_content(signal_pipe)
    finally:
        peak = max(peak, _kill_processes_of_call_and_find_peak(child, signal_pipe))
    return exit_status, peak


def _discard_pipe_content(pipe: int) -> None:
    """Read the bytes that are in a pipe and drop them, without waiting if there are none."""
    with suppress(BlockingIOError):
        os.read(pipe, 1024)


def _carry_out_call_and_exit(
    pickled_call: bytearray, call_socket: int, connection: socket.socket
) -> NoReturn:
    """Carry out a function call in this process, which is a fork of the guardian. Send the result
    to the client, and then end this process.
    """
    status = 1
    try:
        os.setsid()
        die_with_parent()
        connection.close()
        signal.set_wakeup_fd(-1)
        for number in _list_signals():
            signal.signal(number, signal.SIG_DFL)
        _client_connections.append(socket.socket(fileno=call_socket))
        send_message(_client_connections[0], _call_and_pickle(*pickle.loads(pickled_call)))
        status = 0
    finally:
        os._exit(status)


def _call_and_pickle(environment: ProcessEnvironment, pickled_call: bytes) -> bytes:
    """Call a function in the environment of the client (current folder, environment variables,
    import path). Return the function's result, or its error, pickled.
    """
    before = set(sys.modules)
    folder, variables, path = environment
    try:
        os.environ.clear()
        os.environ.update(variables)
        sys.path[:] = path
        if folder is not None:
            os.chdir(folder)
        function, args, kwargs = pickle.loads(pickled_call)
        value = function(*args, **kwargs)
        return pickle.dumps(
            ReturnedValueAndModules(value, [name for name in sys.modules if name not in before])
        )
    except Exception as error:
        return pickle.dumps(FailedCallResult(repr(error)))


def lower_resource_limits(limits: Mapping[str, int]) -> None:
    """Lower the limits that the system enforces on this process and on all processes that it
    starts. `limits` maps the names of limits in the module `resource`, such as `RLIMIT_FSIZE`, to
    values; a limit that is already lower is not changed. Raises `ImportError` on Windows, which has
    no such limits.
    """
    import resource

    for name, value in limits.items():
        kind = getattr(resource, name)
        _, most = resource.getrlimit(kind)
        most = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(kind, (most, most))


def become_program_or_get_failure_reason(
    command: list[str], output_path: str, error_path: str, limits: Mapping[str, int]
) -> str:
    """Replace this process by another program, started by the command line `command`. The program's
    output is written to the file `output_path`, and its error output to the file `error_path`. If
    the program cannot be started, return the reason as text; otherwise the function does not
    return.

    `limits` maps the names of limits in the module `resource` to the values for the program; the
    limit RLIMIT_FSIZE, for example, is the most bytes that a file may have. Files are used because
    a pipe would stay open until the last child of the program ends.
    """
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, path in ((1, output_path), (2, error_path)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    lower_resource_limits(limits)
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these
        signal.signal(ignored, signal.SIG_DFL)
    try:
        os.execv(command[0], command)
    except OSError as error:
        return error.strerror or str(error)


def _measure_cpu_seconds_of_children() -> float:
    """Return the seconds of processor time that the ended child processes of this process have used
    so far, with all their descendants.
    """
    import resource

    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _kill_processes_of_call_and_find_peak(group: int, signal_pipe: int) -> float:
    """Kill all processes that a call has started: first the process group `group`, then each child
    of this process, until there are no more children. Children of a killed process become children
    of this process, so that they are killed, too.

    For one second the children get SIGTERM, and then SIGKILL. In this second a guardian that the
    call has started can notice that its client has ended, and remove the client's temporary folder.
    `signal_pipe` can be read after a signal, such as that of the end of a child.

    Returns the peak of the memory in MiB of that process that had the most; 0 if there was none.
    """
    peak = 0.0
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    latest = time.monotonic() + _MOMENT
    with suppress(ChildProcessError):
        while True:
            while (waited := os.wait4(-1, os.WNOHANG))[0]:
                peak = max(peak, waited[2].ru_maxrss / _MAXRSS_OF_A_MEBIBYTE)
            left = latest - time.monotonic()
            for pid in _yield_child_process_numbers():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGTERM if left > 0 else signal.SIGKILL)
            if left > 0:
                select.select([signal_pipe], [], [], left)
                _discard_pipe_content(signal_pipe)
            else:
                peak = max(peak, os.wait4(-1, 0)[2].ru_maxrss / _MAXRSS_OF_A_MEBIBYTE)
    return peak


def _yield_child_process_numbers() -> Iterator[int]:
    """Yield the process numbers of this process's children, on systems that list processes as files
    in /proc.
    """
    for pid, fields in yield_process_fields():
        if int(fields[1]) == os.getpid():
            yield pid


def yield_process_fields() -> Iterator[tuple[int, list[bytes]]]:
    """Yield the number of each process, and the fields of its line in /proc after its name, which
    may contain any character: the state, the number of the parent and so on. Yield nothing on
    systems that do not list processes as files in /proc.
    """
    with suppress(FileNotFoundError):
        for name in os.listdir("/proc"):
            with suppress(ValueError, OSError), open(f"/proc/{int(name)}/stat", "rb") as file:
                yield int(name), file.read().rpartition(b")")[2].split()
