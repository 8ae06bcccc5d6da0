"""Calls that can be ended at any moment: each is carried out by a guardian, a process beside ours.

As many guardians are started as there are calls at once, and kept for the next ones. Any thread may
call, and any process, a worker of a pool too.
"""

import atexit
import os
import pickle
import select
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from weakref import WeakSet

from ..base.errors import BackendError, reason
from ..base.language import Message
from . import guardian
from .guardian import Call, Ended

_MOST_IDLE = 8
"""How many guardians that have nothing to do are kept."""

_START = (
    "import sys; module, *sys.path = sys.argv[1:]\n"
    "from importlib import import_module; import_module(module).main()"
)


class Guardian:
    """A guardian that carries out one call after another. Its methods raise `EOFError` if it died.

    What came of a call is killed, on Linux with all processes that were left behind. Raises
    `BackendError` where it cannot be started.
    """

    def __init__(self) -> None:
        with ExitStack() as stack:
            try:
                self._connection, theirs = map(stack.enter_context, socket.socketpair())
                # No process of the standard library's: a worker of a pool may not have those.
                self._process = subprocess.Popen(
                    # Nothing is looked for in the current folder unless our process does so, too.
                    [sys.executable, *_FLAGS, "-P", "-c", _START, guardian.__name__, *sys.path],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is for our process
                )
            except OSError as error:
                message = Message("no process can be started: {reason}", reason=reason(error))
                raise BackendError(message) from None
            theirs.close()
            stack.pop_all()
        self.is_busy = False
        _everyone.add(self)

    def removes(self, folder: str | None) -> None:
        """Let it remove a folder when it is closed, or when our process has ended; None: none."""
        self._send(guardian.FOLDER + os.fsencode(folder or ""))

    def begin(self, function: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Let it call a function, which must be importable by its name; arguments are pickled."""
        call = Call(
            _current_folder(),
            dict(os.environ),
            list(sys.path),
            pickle.dumps((function, args, kwargs)),
        )
        self.is_busy = True
        self._send(guardian.CALL + pickle.dumps(call))

    def wait(self, seconds: float | None = None) -> bool:
        """Return whether the call ended in time; None waits for ever."""
        return bool(_ready([self], seconds))

    def ended(self) -> Ended:
        """Return how the call ended, at its end."""
        try:
            answer: Ended = pickle.loads(guardian.receive(self._connection))
        except OSError:
            raise EOFError from None
        self.is_busy = False
        return answer

    @property
    def is_usable(self) -> bool:
        """Whether it waits for a call."""
        return not self.is_busy and not self.wait(0)

    def close(self) -> None:
        """Let it end what it does, and itself."""
        self._connection.close()
        self._process.wait()

    def forget(self) -> None:
        """Leave it to the process from which this one was forked."""
        self._connection.close()
        self._process.returncode = 0  # it is no child of this one that could be waited for

    def fileno(self) -> int:
        """Return the file that is readable when a call has ended."""
        return self._connection.fileno()

    def _send(self, request: bytes) -> None:
        try:
            guardian.send(self._connection, request)
        except OSError:
            raise EOFError from None


_FLAGS: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
"""Options of this Python that matter to another one."""

_everyone: WeakSet[Guardian] = WeakSet()
_idle: deque[Guardian] = deque()


@contextmanager
def guarded() -> Iterator[Guardian]:
    """Give a guardian for the block; what it still does in the end is ended."""
    one = _taken() or Guardian()
    try:
        yield one
    finally:
        if one.is_usable and len(_idle) < _MOST_IDLE:
            _idle.append(one)
        else:
            one.close()


def make_ready() -> None:
    """Start a guardian if there is none, so that the next call finds one."""
    with guarded() as one:
        one.begin(int)
        one.wait()
        one.ended()


def _taken() -> Guardian | None:
    """Return one that is idle, and alive."""
    with suppress(IndexError):
        while True:
            one = _idle.pop()
            if one.is_usable:
                return one
            one.close()
    return None


def first_ended(some: Sequence[Guardian], seconds: float | None = None) -> list[Guardian]:
    """Return those whose call has ended, at least one; none where that takes longer."""
    return _ready(some, seconds)


def _ready(some: Sequence[Guardian], seconds: float | None) -> list[Guardian]:
    awaited = select.poll()
    for one in some:
        awaited.register(one, select.POLLIN)
    ready = {number for number, _ in awaited.poll(None if seconds is None else 1000 * seconds)}
    return [one for one in some if one.fileno() in ready]


def _current_folder() -> str | None:
    with suppress(FileNotFoundError):
        return os.getcwd()
    return None


def _forget_all() -> None:
    """Leave all to the process from which this one was forked, or its end would not be seen."""
    for one in list(_everyone):
        one.forget()
    _idle.clear()
    _everyone.clear()


def _close_idle() -> None:
    while _idle:
        _idle.pop().close()


os.register_at_fork(after_in_child=_forget_all)
atexit.register(_close_idle)
