"""Function calls that can be ended at any moment, because another process carries each of them out:
a guardian.

Guardians are kept for further calls. Calls may come from any thread and any process.
"""

import atexit
import os
import pickle
import select
import socket
import sys
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple

from ..base.errors import BackendError, make_os_error_message
from ..base.messages import Message
from . import guardian
from .guardian import FailedCallResult, ProcessEnvironment, ReturnedValueAndModules, SentValue

_MOST_IDLE = 8

_START = (
    "import sys; module, *sys.path = sys.argv[1:]\n"
    "from importlib import import_module; import_module(module).serve_client()"
)

CAN_START = hasattr(os, "fork") and sys.platform != "emscripten"
"""Whether this system can run guardians. Windows and browsers cannot."""


class CallOutcome(NamedTuple):
    """The end of a function call. `status` is the exit status of its process (negative if a signal
    killed it), and `cpu` is the processor time in seconds of all processes of the call. `result` is
    the returned value or the raised error; None if the process ended before it had a result.
    `peak` is the peak of the memory in MiB of that process of the call that had the most.
    """

    status: int
    cpu: float
    result: ReturnedValueAndModules | FailedCallResult | None
    peak: float = 0.0


class GuardianConnection:
    """A connection to a guardian, a separate process that carries out one function call after
    another. The constructor starts this process, and raises `BackendError` if no process can be
    started.

    If the guardian process has died, `try_take_message`, `wait_for_outcome_or_none` and `end_call`
    raise `EOFError`.
    """

    def __init__(self) -> None:
        if not CAN_START:
            raise _make_start_error(Message("this system cannot fork"))
        import subprocess

        flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
        path = map(os.path.abspath, sys.path)
        with ExitStack() as stack:
            try:
                self._connection, theirs = map(stack.enter_context, socket.socketpair())
                self._process = subprocess.Popen(
                    # The new process searches the current folder for modules only if this process
                    # does so, too.
                    [sys.executable, *flags, "-P", "-c", _START, guardian.__name__, *path],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,  # so that Ctrl-C reaches only this process
                    cwd=os.sep,  # a folder without settings that imports could read
                )
            except OSError as error:
                raise _make_start_error(make_os_error_message(error)) from None
            theirs.close()
            stack.pop_all()
        self._call: socket.socket | None = None
        self._result: ReturnedValueAndModules | FailedCallResult | None = None
        self.is_busy = False
        self.environment: ProcessEnvironment | None = None
        """The environment of the last call."""
        _open_guardians.add(self)

    @property
    def process_number(self) -> int:
        """The number by which the operating system identifies the guardian process."""
        return self._process.pid

    def set_folder_to_remove(self, folder: str | None) -> None:
        """Make the guardian remove a folder when this connection is closed or this process has
        ended, even if it was killed. If `folder` is None, no folder is removed.
        """
        self._send_request(guardian.FOLDER, os.fsencode(folder or ""))

    def preload(self, modules: Iterable[str]) -> None:
        """Make the guardian process import modules, so that later calls start faster. Modules that
        cannot be imported are skipped.
        """
        if names := " ".join(modules):
            self._send_request(guardian.MODULES, names.encode("utf-8", "replace"))

    def begin_call(self, function: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Start the call `function(*args, **kwargs)` in the guardian process, without waiting for
        the end of the call. Raise `BackendError` if no connection can be made.

        The guardian imports the function by its name. The arguments and the result are pickled.
        """
        self.environment = capture_environment()
        call = self.environment, pickle.dumps((function, args, kwargs))
        try:
            self._call, theirs = socket.socketpair()
        except OSError as error:
            raise _make_start_error(make_os_error_message(error)) from None
        self._result, self.is_busy = None, True
        with theirs:
            self._send_request(guardian.CALL, pickle.dumps(call), theirs.fileno())

    def send_value(self, value: object) -> None:
        """Send a value to the running call, where `receive_from_client` returns it. Do nothing if
        the process of the call has ended.
        """
        content = pickle.dumps(value)
        if self._call is not None:
            with suppress(OSError):
                guardian.send_message(self._call, content)

    def has_message_within(self, seconds: float | None = None) -> bool:
        """Wait until the guardian process has sent a message, and return whether it has sent one.
        `seconds` is the longest time to wait; None means no limit. The method `try_take_message`
        returns the message.
        """
        return bool(wait_for_guardians_with_message([self], seconds))

    def try_take_message(self) -> SentValue | CallOutcome | None:
        """Return the next message of the running call, without waiting: a `SentValue` with a value
        that the call has sent, or the `CallOutcome` at the end of the call. Return None if no
        message has arrived yet. Raise `EOFError` if the guardian process has died.
        """
        has_ended = _wait_for_readable_sockets(
            [self._connection], 0
        )  # if so, all messages have arrived
        while self._call is not None and _wait_for_readable_sockets([self._call], 0):
            try:
                message = pickle.loads(guardian.receive_message_bytes(self._call))
            except (EOFError, OSError):
                self._close_call_socket()
                break
            if isinstance(message, SentValue):
                return message
            self._result = message
        if not has_ended:
            return None
        try:
            status, cpu, peak = pickle.loads(guardian.receive_message_bytes(self._connection))
        except OSError:
            raise EOFError from None
        self._close_call_socket()
        self.is_busy = False
        return CallOutcome(status, cpu, self._result, peak)

    def wait_for_outcome_or_none(self, seconds: float | None = None) -> CallOutcome | None:
        """Wait until the call ends, at most `seconds` seconds (None means without a limit), and
        return its outcome, which contains the result. Values that the call has sent before are
        dropped. Return None if the call has not ended by then.

        If a call has succeeded, the guardian also imports the modules that the call has imported,
        so that later calls start faster.
        """
        latest = None if seconds is None else time.monotonic() + seconds
        while not isinstance(taken := self.try_take_message(), CallOutcome):
            if not self.has_message_within(
                None if latest is None else max(0.0, latest - time.monotonic())
            ):
                return None
        if isinstance(taken.result, ReturnedValueAndModules):
            self.preload(taken.result.imported)
        return taken

    def end_call(self) -> None:
        """End the running call and kill all processes that the call has started. Do nothing if no
        call is running.
        """
        if self.is_busy:
            self._send_request(guardian.END)
            while not isinstance(self.try_take_message(), CallOutcome):
                self.has_message_within()

    def close(self) -> None:
        """End the guardian process, and the call that the guardian carries out. This connection
        cannot be used afterwards.
        """
        _open_guardians.discard(self)
        self._close_call_socket()
        self._connection.close()
        self._process.wait()

    def list_sockets(self) -> list[socket.socket]:
        """Return the sockets on which a caller can wait for messages. The first socket can be read
        when the guardian process has sent a message. The second socket can be read when the process
        that carries out the call has sent a message; if no such process is running, the list has
        only the first socket.
        """
        return [one for one in (self._connection, self._call) if one is not None]

    def _send_request(self, request_kind: bytes, content: bytes = b"", *files: int) -> None:
        """Send a request to the guardian: the kind of the request, a content, and file descriptors.
        Do nothing if the guardian process has died.
        """
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", files))] if files else []
        with suppress(OSError):  # it has died; `try_take_message` raises the error
            self._connection.sendmsg([request_kind], rights, guardian.QUIETLY)
            guardian.send_message(self._connection, content)

    def _close_call_socket(self) -> None:
        """Close the connection to the process that carries out the call, if it is open."""
        if self._call is not None:
            self._call.close()
            self._call = None


def _make_start_error(reason: str | Message) -> BackendError:
    """Return the error which reports that no process can be started, with the reason."""
    return BackendError("no process can be started: {reason}", reason=reason)


_open_guardians: set[GuardianConnection] = set()
"""All connections to guardians that are not closed. If a generator that uses a guardian is
abandoned, this set keeps the connection until the generator closes it.
"""

_idle_guardians: deque[GuardianConnection] = deque()
"""The guardians that are idle: they carry out no call, and wait for later calls. The guardian that
was used last is at the end.
"""


@contextmanager
def borrow_guardian() -> Iterator[GuardianConnection]:
    """A context manager that yields the connection to a guardian, a helper process that carries out
    calls. If a call is still running at the end of the block, the call is ended. An idle guardian
    is used if there is one, and kept for later calls.
    """
    one = take_idle_or_new_guardian(_idle_guardians)
    is_kept = False
    try:
        try:
            yield one
        except Exception:
            is_kept = _end_call_and_check_alive(one)
            raise
        is_kept = _end_call_and_check_alive(one)
    finally:  # Ctrl-C may have interrupted a message, so `is_kept` is False then
        if is_kept and len(_idle_guardians) < _MOST_IDLE:
            _idle_guardians.append(one)
        else:
            one.close()


def _end_call_and_check_alive(borrowed_guardian: GuardianConnection) -> bool:
    """End the call that is running in a guardian. Return whether the guardian process is still
    alive, so that it can be used again.
    """
    with suppress(EOFError):
        borrowed_guardian.end_call()
        return True
    return False


def take_idle_or_new_guardian(
    idle_guardians: deque[GuardianConnection],
    is_suitable: Callable[[GuardianConnection], bool] = lambda _: True,
) -> GuardianConnection:
    """Return a guardian (a process that carries out function calls) for a new call: an idle
    guardian from `idle_guardians` for which `is_suitable(guardian)` is true, or a new guardian if
    there is none. The guardian is removed from `idle_guardians`.

    The idle guardians are tried from the last to the first. A guardian that is not suitable, or
    that has died, is closed and removed as well, so that the number of idle guardians does not
    grow.
    """
    with suppress(IndexError):
        while True:
            one = idle_guardians.pop()
            if is_suitable(one) and not one.has_message_within(0):
                return one
            one.close()
    return GuardianConnection()


def wait_for_guardians_with_message(
    guardians: Sequence[GuardianConnection], seconds: float | None = None
) -> list[GuardianConnection]:
    """Wait until at least one of the helper processes `guardians` has sent a message, and return
    all that have sent one. Return an empty list if there is no message within `seconds` seconds.
    """
    sockets = [socket for one in guardians for socket in one.list_sockets()]
    ready = _wait_for_readable_sockets(sockets, seconds)
    return [one for one in guardians if not ready.isdisjoint(one.list_sockets())]


def _wait_for_readable_sockets(
    sockets: Sequence[socket.socket], seconds: float | None
) -> set[socket.socket]:
    """Wait until at least one of the sockets can be read, at most `seconds` seconds (None means
    without a limit). Return the sockets that can be read.
    """
    awaited = select.poll()
    for one in sockets:
        awaited.register(one, select.POLLIN)
    ready = {number for number, _ in awaited.poll(None if seconds is None else 1000 * seconds)}
    return {one for one in sockets if one.fileno() in ready}


def capture_environment() -> ProcessEnvironment:
    """Return the environment of this process, so that a guardian can carry out calls in it: the
    current folder, the environment variables and the import path.
    """
    folder = None
    with suppress(FileNotFoundError):
        folder = os.getcwd()
    return ProcessEnvironment(folder, {**os.environ}, [*sys.path])


def _close_inherited_connections() -> None:
    """Close the connections to guardians that a forked process has inherited. Otherwise the
    guardians would not notice the end of the process from which this process was forked.
    """
    for one in list(_open_guardians):
        one._process.returncode = 0  # no child of this process, so it must not be waited for
        one.close()
    _idle_guardians.clear()
    _open_guardians.clear()


def _close_all_guardians() -> None:
    """End all guardian processes that this process has started. Python calls this function when the
    process ends.
    """
    for one in list(_open_guardians):
        one.close()


if CAN_START:
    os.register_at_fork(after_in_child=_close_inherited_connections)
atexit.register(_close_all_guardians)
