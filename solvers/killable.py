"""A computation in a process of its own, for what cannot be stopped otherwise."""

import ctypes
import multiprocessing
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

from ..sudoku.errors import BackendError, DeadlinePassedError
from ..sudoku.language import Message
from .clock import Clock

_SET_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """Let this process get a signal when the one that started it ends; only on Linux.

    Otherwise it would go on computing after the process that wants the result has been killed.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, number)


P = ParamSpec("P")
T = TypeVar("T")


def run_killable(
    name: str, clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return `function(*args)`, computed in a child process that is killed when time is up.

    Function, arguments and result must be picklable. Raises `DeadlinePassedError` at the deadline,
    and `BackendError`, which begins with the backend's `name`, where the process died or the
    function raised.
    """
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(
        target=_call, args=(sender, function, args, kwargs), daemon=True
    )
    process.start()
    sender.close()
    try:
        if not receiver.poll(clock.remaining):
            raise DeadlinePassedError
        succeeded, result = receiver.recv()
    except EOFError:
        process.join()
        status = process.exitcode
        raise BackendError(
            Message("{name}: its process ended with status {status}", name=name, status=status)
        ) from None
    finally:
        process.kill()
        process.join()
        receiver.close()
    if not succeeded:
        raise BackendError(Message("{name}: its process raised {error}", name=name, error=result))
    return result  # type: ignore[no-any-return]


def _call(
    sender: Connection,
    function: Callable[..., object],
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> None:
    die_with_parent()
    # Sent as text, because not every exception survives pickling.
    try:
        sender.send((True, function(*args, **kwargs)))
    except Exception as error:
        sender.send((False, repr(error)))
