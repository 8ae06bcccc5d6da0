"""Computations in a separate process, for code that cannot be stopped at a deadline in any other
way.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ..base.errors import BackendError, DeadlinePassedError
from ..system.guardian import RaisedError
from ..system.guardian_client import EndedCall, Guardian, borrow_guardian
from ..system.signals import end_process_on_signals
from .clock import Clock

P = ParamSpec("P")
T = TypeVar("T")


def run_killable(
    name: str, clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return `function(*args, **kwargs)`, computed in a separate process that is killed at the
    deadline of `clock`. Raises `DeadlinePassedError` at the deadline, and `BackendError` if the
    process died or the function raised an exception; its text begins with `name`, the backend's
    name.

    The process imports the function by its name; arguments and result are pickled. Any thread may
    call this function, and so may a worker process of a pool.
    """
    with borrow_guardian() as guardian:
        guardian.begin_call(function, *args, **kwargs)
        ended = wait_for_call(guardian, name, clock)
    if ended.result is None:
        raise BackendError(
            "{name}: its process ended with status {status}", name=name, status=ended.status
        )
    if isinstance(ended.result, RaisedError):
        error = ended.result.error
        raise BackendError("{name}: its process raised {error}", name=name, error=error)
    found: T = ended.result.value
    return found


def run_in_time(
    name: str, clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return `function(*args, **kwargs)`. If `clock` has a deadline, the call runs in a separate
    process, so that it can be killed in time; otherwise it runs in this process. If there is a
    deadline, raises `DeadlinePassedError` when it has passed, and `BackendError`, beginning with
    the backend's `name`, if the process failed.
    """
    if clock.remaining is not None:
        return run_killable(name, clock, function, *args, **kwargs)
    with end_process_on_signals():
        return function(*args, **kwargs)


def wait_for_call(guardian: Guardian, name: str, clock: Clock) -> EndedCall:
    """Wait until the function that `guardian`, a helper process, runs for this process has ended,
    and return how it ended. Raises `DeadlinePassedError` at the deadline of `clock`, and
    `BackendError`, beginning with the backend's `name`, if the process that started the helper was
    killed.
    """
    try:
        ended = guardian.wait_for_end(clock.remaining)
    except EOFError:
        raise BackendError("{name}: the process that started it was killed", name=name) from None
    if ended is None:
        raise DeadlinePassedError
    clock.add_elsewhere(ended.cpu)
    return ended
