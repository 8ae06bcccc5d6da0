"""A computation in a process of its own, for what cannot be stopped otherwise."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

from ..sudoku.errors import BackendError
from .protocol import Clock, DeadlinePassedError

P = ParamSpec("P")
T = TypeVar("T")


def run_killable(clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return `function(*args)`, computed in a child process that is killed at the clock.

    Function, arguments and result must be picklable. Raises `DeadlinePassedError` at the deadline
    and `BackendError` where the process died or the function raised.
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
        raise BackendError(f"its process ended with status {process.exitcode}") from None
    finally:
        process.kill()
        process.join()
        receiver.close()
    if not succeeded:
        raise BackendError(f"its process raised {result}")
    return result  # type: ignore[no-any-return]


def _call(
    sender: Connection,
    function: Callable[..., object],
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> None:
    # Sent as text, because not every exception survives pickling.
    try:
        sender.send((True, function(*args, **kwargs)))
    except Exception as error:
        sender.send((False, repr(error)))
