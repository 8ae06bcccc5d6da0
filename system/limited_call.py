"""Calls of functions that read files which may be harmful. A process with limited memory and
processor time carries out the calls, and sends the records that the functions yield.

The process is kept for further calls. It is started by the first call, so that a command without
such calls starts no process. If no process can be started, as in a browser, the functions run in
the process of the caller, without limits.
"""

import atexit
import io
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Generator
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Protocol

from ..base.errors import LimitError, SudokopieError
from ..base.messages import Message
from . import limited_process
from .limited_process import (
    LENGTH,
    MORE,
    STOP,
    BatchEnd,
    CallRequest,
    ReadRequest,
    import_function,
)

if TYPE_CHECKING:
    from socket import socket
    from subprocess import Popen

_MOST_BYTES_AT_ONCE = 2**20
"""If a file has more bytes than this, the process requests them piece by piece."""
_LONGEST_BATCH = 2**27
"""The most bytes of a batch of records."""
_MOST_IDLE = 4
_WAITING_SECONDS = 60
"""The number of seconds for which the client waits in addition to the processor time, because the
machine may be busy.
"""

_START = (
    "import sys; module, *sys.path = sys.argv[1:]\n"
    "from importlib import import_module; import_module(module).serve_client()"
)

CAN_START = sys.platform not in ("emscripten", "wasi")
"""Whether this system can start processes. Browsers cannot."""


def can_start() -> bool:
    """Return whether calls are carried out by another process: this system can start one, and this
    process has no limits itself.
    """
    return CAN_START and limited_process.memory.limit is None


class CallLimits(NamedTuple):
    """The limits of a call.

    - `memory`: the most bytes of memory of the process.
    - `seconds`: the most seconds of processor time.
    - `is_for_each_batch`: whether each batch of records may take this processor time; otherwise all
      batches together may take it.
    """

    memory: int
    seconds: float
    is_for_each_batch: bool = False

    def make_time_error(self) -> LimitError:
        """Return the error that a call has taken more processor time than it may."""
        return LimitError(
            "it takes more than {count} seconds of processor time", count=round(self.seconds)
        )


def yield_records_of_limited_call(
    function: str,
    file: IO[bytes],
    arguments: tuple[object, ...],
    limits: CallLimits,
    record_types: tuple[type, ...] = (),
) -> Generator[Any, None, None]:
    """Call a function in a process with limits, and yield the records that the function yields.
    `function` is the location of the function, such as `sudokopie.package.module:function`. The
    function is called with the open file `file` and with `arguments`. If the method
    `seekable` of the file returns False, the function can read the file only once, from its
    beginning.

    A record may consist of texts, bytes, numbers, tuples and the like, and of objects of the types
    in `record_types`. If the function raises errors of this package, `record_types` must contain
    their types, too. Raises `LimitError` if the call exceeds its limits, an error of this package
    if the function has raised one, and `ValueError`, with the text of the error, if the function
    has raised any other error.
    """
    if not can_start():
        if file.seekable():
            file.seek(0)
        yield from import_function(function)(file, *arguments)
        return
    process = _take_idle_or_new_process(limits.memory)
    end: BatchEnd | None = None  # None while the process works, so that it cannot be kept
    seconds_left = limits.seconds
    try:
        request = _make_request(function, file, arguments, limits)
        message = pickle.dumps(request)
        while True:
            batch = process.send_and_receive_answer(message, limits)
            *records, last = _unpickle_records_and_batch_end(batch, record_types)
            seconds_left -= 0 if limits.is_for_each_batch else last.seconds
            if last.read_request is not None:
                if request.byte_count is not None:
                    file.seek(last.read_request.start)
                message = file.read(last.read_request.size)
                continue
            end = last
            if not end.has_more:
                break
            yield from records
            if seconds_left <= 0:
                raise limits.make_time_error()
            end, message = None, MORE
    finally:
        _make_idle_or_close(process, end)
    yield from records  # another call may use the process meanwhile
    _raise_error_if_any(end, limits)


def _make_request(
    function: str, file: IO[bytes], arguments: tuple[object, ...], limits: CallLimits
) -> CallRequest:
    """Return the request to call a function. The content of a small file is a part of it."""
    content = byte_count = None
    if file.seekable():
        byte_count = file.seek(0, os.SEEK_END)
        file.seek(0)
        content = file.read() if byte_count <= _MOST_BYTES_AT_ONCE else None
    return CallRequest(function, arguments, content, byte_count, *limits)


def _raise_error_if_any(batch_end: BatchEnd, limits: CallLimits) -> None:
    """Raise the error that ended a call, if an error ended it. `batch_end` is the end of the last
    batch of records that the process has sent.
    """
    if batch_end.is_out_of_memory:
        raise _make_memory_error(limits.memory)
    if isinstance(batch_end.error, SudokopieError):
        raise batch_end.error
    if batch_end.error is not None:
        raise ValueError(batch_end.error)


def _make_idle_or_close(process: "_LimitedProcess", batch_end: BatchEnd | None) -> None:
    """Keep a process for further calls if possible; otherwise end it. `batch_end` is the end of the
    last batch that the process has sent; None if the process has not answered the last message.
    """
    can_keep = (
        batch_end is not None and not batch_end.is_last_call and len(_idle_processes) < _MOST_IDLE
    )
    if can_keep and batch_end is not None and batch_end.has_more:
        try:
            process.send(STOP)
        except OSError:
            can_keep = False
    if can_keep:
        _idle_processes.append(process)
    else:
        process.close()


def _unpickle_records_and_batch_end(batch: bytearray, record_types: tuple[type, ...]) -> list[Any]:
    """Return the records of a batch, and the end of the batch as the last item. Raise `ValueError`
    if a record contains anything but plain values and objects of the types in `record_types`.
    """
    file, found = io.BytesIO(batch), list[Any]()
    load = _RecordUnpickler(file, (*record_types, BatchEnd, ReadRequest, Message)).load
    try:
        while file.tell() < len(batch):
            found.append(load())
    except Exception as error:
        raise ValueError(*error.args) from None
    if not found or not isinstance(found[-1], BatchEnd):
        raise ValueError("a batch without an end")
    return found


class _RecordUnpickler(pickle.Unpickler):
    """An unpickler that creates only plain values and objects of the given types. Even if a harmful
    file has taken control of the process that sends the records, it cannot make this process run
    any code.
    """

    def __init__(self, file: IO[bytes], types: tuple[type, ...]) -> None:
        super().__init__(file)
        self._types = {(one.__module__, one.__qualname__): one for one in types}

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        found = self._types.get((module_name, global_name))
        if found is None:
            raise pickle.UnpicklingError(f"a record with {module_name}.{global_name}")
        return found


def _make_memory_error(memory: int) -> LimitError:
    """Return the error which reports that a call needs more memory than it may use."""
    return LimitError("it needs more than {limit} MiB of memory", limit=memory // 2**20)


class _Channel(Protocol):
    """A way to pass bytes to a process and back. All methods raise `OSError` if the process has
    ended.
    """

    def send(self, message: bytes) -> None:
        """Send bytes to the process."""
        ...

    def receive_into(self, buffer: memoryview, seconds: float) -> int:
        """Wait for bytes of the process, write them into `buffer`, and return their number. Return
        0 if the process has ended. Raise `TimeoutError` after `seconds` seconds.
        """
        ...

    def close(self) -> None:
        """Close the channel. The process at its other side then ends, unless it is carrying out a
        call.
        """
        ...


class _SocketChannel:
    """A channel that consists of a socket. Unlike a pipe, a socket does not end this process with
    the signal SIGPIPE if the other side has ended.
    """

    def __init__(self, own_end: "socket", flags: int) -> None:
        self._socket, self._flags = own_end, flags

    def send(self, message: bytes) -> None:
        self._socket.settimeout(None)
        self._socket.sendall(message, self._flags)

    def receive_into(self, buffer: memoryview, seconds: float) -> int:
        self._socket.settimeout(seconds)
        return self._socket.recv_into(buffer)

    def close(self) -> None:
        self._socket.close()


class _PipeChannel:
    """A channel that consists of two pipes, for Windows, where a process cannot inherit a socket.
    Because Windows cannot wait for a pipe with a time limit, a timer ends the process.
    """

    def __init__(self, process: "Popen[bytes]") -> None:
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout

    def send(self, message: bytes) -> None:
        view = memoryview(message)
        while view:
            view = view[self._stdin.write(view) :]

    def receive_into(self, buffer: memoryview, seconds: float) -> int:
        from threading import Timer

        is_late = list[bool]()

        def end_process() -> None:
            is_late.append(True)
            self._process.kill()

        timer = Timer(seconds, end_process)
        timer.start()
        try:
            byte_count = self._stdout.readinto(buffer)  # type: ignore[attr-defined]
        finally:
            timer.cancel()
        if is_late:
            raise TimeoutError
        return int(byte_count)

    def close(self) -> None:
        with suppress(OSError):
            self._stdin.close()
        self._stdout.close()


class _LimitedProcess:
    """A process with limits that carries out calls. The constructor starts it, and raises `OSError`
    if no process can be started. `memory` is the most bytes of memory that the process may have.
    """

    def __init__(self, memory: int) -> None:
        import subprocess  # browsers do not have it

        flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
        path = map(os.path.abspath, sys.path)
        command = [sys.executable, *flags, "-P", "-c", _START, limited_process.__name__, *path]
        self._channel: _Channel
        if _USES_SOCKETS:
            import socket

            own_end, other_end = socket.socketpair()
            with other_end:
                self._process = subprocess.Popen(
                    command,
                    stdin=other_end.fileno(),
                    stdout=other_end.fileno(),
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # so that Ctrl-C reaches only this process
                    cwd=os.sep,  # a folder without settings that imports could read
                )
            self._channel = _SocketChannel(own_end, getattr(socket, "MSG_NOSIGNAL", 0))
        else:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=os.sep,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
                | getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            self._channel = _PipeChannel(self._process)
        if sys.platform == "win32":
            from .windows_job import limit_memory_of_process

            self._job = limit_memory_of_process(self._process, memory)
        _open_processes.add(self)

    def send(self, message: bytes) -> None:
        """Send a message to the process. Raise `OSError` if the process has ended."""
        self._channel.send(LENGTH.pack(len(message)))
        self._channel.send(message)

    def send_and_receive_answer(self, message: bytes, limits: CallLimits) -> bytearray:
        """Send a message to the process, wait for its answer, and return the answer. Raise
        `LimitError` if the answer is too long or if the process has ended because it has exceeded a
        limit, and `ValueError` if the process has ended for another reason.
        """
        waiting_seconds = limits.seconds
        if sys.platform != "win32":  # elsewhere, the process has a limit of its own
            waiting_seconds += _WAITING_SECONDS
        try:
            self.send(message)
            (length,) = LENGTH.unpack(self._receive_bytes(LENGTH.size, waiting_seconds))
            if length > _LONGEST_BATCH:
                raise LimitError(
                    "its content takes more than {limit} MiB", limit=_LONGEST_BATCH // 2**20
                )
            return self._receive_bytes(length, waiting_seconds)
        except TimeoutError:
            raise limits.make_time_error() from None
        except (EOFError, OSError):
            status = self._process.wait()
            if status == -getattr(signal, "SIGXCPU", -1):
                raise limits.make_time_error() from None
            # Without memory, Python ends with status 1, libraries abort, or the system kills.
            if status in (1, -signal.SIGABRT, -getattr(signal, "SIGKILL", 9)):
                raise _make_memory_error(limits.memory) from None
            raise ValueError(f"its reader has ended with status {status}") from None

    def _receive_bytes(self, byte_count: int, seconds: float) -> bytearray:
        """Wait until `byte_count` bytes have come, and return them. Raise `EOFError` or `OSError`
        if the process has ended, and `TimeoutError` if nothing has come for `seconds` seconds.
        """
        content, there = bytearray(byte_count), 0
        while there < byte_count:
            some = self._channel.receive_into(memoryview(content)[there:], seconds)
            if not some:
                raise EOFError
            there += some
        return content

    @property
    def is_alive(self) -> bool:
        """Whether the process is still running."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process, and the call that it carries out."""
        _open_processes.discard(self)
        self._channel.close()
        self._process.kill()
        self._process.wait()

    def close_inherited_connection(self) -> None:
        """Forget a process that another process has started: close this process's copy of the
        connection to it. A fork calls this method, because it has inherited the connection.
        """
        self._process.returncode = 0  # no child of this process, so it must not be waited for
        self._channel.close()


_USES_SOCKETS = sys.platform != "win32"

_open_processes = set[_LimitedProcess]()
"""All processes that have been started and not closed."""
_idle_processes = deque[_LimitedProcess]()
"""The processes that are idle: they carry out no call, and wait for later calls. The process that
was used last is at the end.
"""


def _take_idle_or_new_process(memory: int) -> _LimitedProcess:
    """Return a process that carries out no call: an idle process or, if there is none, a new
    process.
    """
    with suppress(IndexError):
        while True:
            process = _idle_processes.pop()
            if process.is_alive:
                return process
            process.close()
    return _LimitedProcess(memory)


def end_idle_processes() -> None:
    """End the processes that carry out no call. They would be kept for later calls; a caller that
    expects none for a while and needs memory calls this function.
    """
    with suppress(IndexError):
        while True:
            _idle_processes.pop().close()


def _close_inherited_processes() -> None:
    """Close the connections to limited processes that this process, a fork, has inherited.
    Otherwise these processes would not notice the end of the process that started them.
    """
    for process in _open_processes:
        process.close_inherited_connection()
    _open_processes.clear()
    _idle_processes.clear()


def _close_all_processes() -> None:
    """End all processes in which calls are carried out. Python calls this function at the end of
    this process.
    """
    for process in list(_open_processes):
        process.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_inherited_processes)
atexit.register(_close_all_processes)
