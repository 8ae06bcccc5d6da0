"""Calls that can be ended at any moment: each is carried out by a guardian, a process beside ours.

Guardians are kept for the next calls. Any thread may call, and any process.
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

from ..base.errors import BackendError, describe_os_error
from ..base.messages import Message
from . import guardian
from .guardian import Raised, Returned, Surroundings, Told

_MOST_IDLE = 8

_START = (
    "import sys; module, *sys.path = sys.argv[1:]\n"
    "from importlib import import_module; import_module(module).main()"
)

CAN_START = hasattr(os, "fork") and sys.platform != "emscripten"
"""Whether this system has guardians: Windows and browsers have none."""


class Ended(NamedTuple):
    """How a call ended: the exit status of its process, negative where a signal killed it.

    `cpu`: seconds of processor time of all that came of it. `result`: what the function returned or
    raised; None where the process ended before.
    """

    status: int
    cpu: float
    result: Returned | Raised | None


class Guardian:
    """A guardian that carries out one call after another.

    Raises `BackendError` where no process can be started; where the guardian has died, what waits
    for the call (`take`, `wait_for_end`, `end`) raises `EOFError`.
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
                    # Nothing is looked for in the current folder unless our process does so, too.
                    [sys.executable, *flags, "-P", "-c", _START, guardian.__name__, *path],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is for our process
                    cwd=os.sep,  # where what it imports finds no settings
                )
            except OSError as error:
                raise _make_start_error(describe_os_error(error)) from None
            theirs.close()
            stack.pop_all()
        self._call: socket.socket | None = None
        self._result: Returned | Raised | None = None
        self.is_busy = False
        self.surroundings: Surroundings | None = None
        """What the last call found around it."""
        _everyone.add(self)

    def set_folder_to_remove(self, folder: str | None) -> None:
        """Let it remove a folder when it is closed, or when our process has ended; None: none."""
        self._ask(guardian.FOLDER, os.fsencode(folder or ""))

    def preload(self, modules: Iterable[str]) -> None:
        """Let it import what it can of some modules, so that the next calls have them."""
        if names := " ".join(modules):
            self._ask(guardian.MODULES, names.encode("utf-8", "replace"))

    def begin(self, function: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Let it call a function, which must be importable by its name; arguments are pickled."""
        self.surroundings = capture_surroundings()
        call = self.surroundings, pickle.dumps((function, args, kwargs))
        try:
            self._call, theirs = socket.socketpair()
        except OSError as error:
            raise _make_start_error(describe_os_error(error)) from None
        self._result, self.is_busy = None, True
        with theirs:
            self._ask(guardian.CALL, pickle.dumps(call), theirs.fileno())

    def say(self, value: object) -> None:
        """Send something to the process of the call, which has to `hear` it; if it lives."""
        content = pickle.dumps(value)
        if self._call is not None:
            with suppress(OSError):
                guardian.send(self._call, content)

    def wait(self, seconds: float | None = None) -> bool:
        """Return whether there is something to take in time; None waits for ever."""
        return bool(wait_for_first([self], seconds))

    def take(self) -> Told | Ended | None:
        """Return what the call has said next, or how it ended; None, if there is nothing yet."""
        has_ended = _wait_readable([self._connection], 0)  # then all that it said is there by now
        while self._call is not None and _wait_readable([self._call], 0):
            try:
                said = pickle.loads(guardian.receive(self._call))
            except (EOFError, OSError):
                self._hang_up()
                break
            if isinstance(said, Told):
                return said
            self._result = said
        if not has_ended:
            return None
        try:
            status, cpu = pickle.loads(guardian.receive(self._connection))
        except OSError:
            raise EOFError from None
        self._hang_up()
        self.is_busy = False
        return Ended(status, cpu, self._result)

    def wait_for_end(self, seconds: float | None = None) -> Ended | None:
        """Return how the call ended, None where that takes longer; the next have its imports."""
        latest = None if seconds is None else time.monotonic() + seconds
        while not isinstance(taken := self.take(), Ended):
            if not self.wait(None if latest is None else max(0.0, latest - time.monotonic())):
                return None
        if isinstance(taken.result, Returned):
            self.preload(taken.result.imported)
        return taken

    def end(self) -> None:
        """End the call, if it goes on, with all that came of it."""
        if self.is_busy:
            self._ask(guardian.END)
            while not isinstance(self.take(), Ended):
                self.wait()

    def close(self) -> None:
        """Let it end what it does, and itself."""
        _everyone.discard(self)
        self._hang_up()
        self._connection.close()
        self._process.wait()

    def list_sockets(self) -> list[socket.socket]:
        """Return what is readable when there is something to take."""
        return [one for one in (self._connection, self._call) if one is not None]

    def _ask(self, kind: bytes, content: bytes = b"", *files: int) -> None:
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", files))] if files else []
        with suppress(OSError):  # it died, which `take` tells
            self._connection.sendmsg([kind], rights, guardian.QUIETLY)
            guardian.send(self._connection, content)

    def _hang_up(self) -> None:
        if self._call is not None:
            self._call.close()
            self._call = None


def _make_start_error(why: str | Message) -> BackendError:
    return BackendError("no process can be started: {reason}", reason=why)


_everyone: set[Guardian] = set()
"""Those not closed: where a generator that uses one is forgotten, it still has it to close."""

_idle: deque[Guardian] = deque()


@contextmanager
def start_guardian() -> Iterator[Guardian]:
    """Give a guardian for the block; what it still does in the end is ended."""
    one = take_guardian(_idle)
    is_kept = False
    try:
        try:
            yield one
        except Exception:
            is_kept = _free(one)
            raise
        is_kept = _free(one)
    finally:  # Ctrl-C may have cut short what was sent or received
        if is_kept and len(_idle) < _MOST_IDLE:
            _idle.append(one)
        else:
            one.close()


def _free(one: Guardian) -> bool:
    """End what a guardian does, and return whether it lives."""
    with suppress(EOFError):
        one.end()
        return True
    return False


def take_guardian(
    idle: deque[Guardian], fits: Callable[[Guardian], bool] = lambda _: True
) -> Guardian:
    """Return the last of those that are idle, alive and fit; a new one where there is none."""
    with suppress(IndexError):
        while True:
            one = idle.pop()
            if fits(one) and not one.wait(0):
                return one
            one.close()
    return Guardian()


def wait_for_first(some: Sequence[Guardian], seconds: float | None = None) -> list[Guardian]:
    """Return those with something to take, at least one; none where that takes longer."""
    sockets = [socket for one in some for socket in one.list_sockets()]
    ready = _wait_readable(sockets, seconds)
    return [one for one in some if not ready.isdisjoint(one.list_sockets())]


def _wait_readable(sockets: Sequence[socket.socket], seconds: float | None) -> set[socket.socket]:
    awaited = select.poll()
    for one in sockets:
        awaited.register(one, select.POLLIN)
    ready = {number for number, _ in awaited.poll(None if seconds is None else 1000 * seconds)}
    return {one for one in sockets if one.fileno() in ready}


def capture_surroundings() -> Surroundings:
    """Return what this process has around it."""
    folder = None
    with suppress(FileNotFoundError):
        folder = os.getcwd()
    return Surroundings(folder, {**os.environ}, [*sys.path])


def _forget_all() -> None:
    """Leave all to the process from which this one was forked, or its end would not be seen."""
    for one in list(_everyone):
        one._process.returncode = 0  # it is no child of this one that could be waited for
        one.close()
    _idle.clear()
    _everyone.clear()


def _close_all() -> None:
    for one in list(_everyone):
        one.close()


if CAN_START:
    os.register_at_fork(after_in_child=_forget_all)
atexit.register(_close_all)
