"""A computation in a process of its own, for what cannot be stopped otherwise."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ..base.errors import BackendError, DeadlinePassedError
from ..system.guardian import Raised
from ..system.guardian_client import Ended, Guardian, start_guardian
from ..system.signals import end_at_once
from .clock import Clock

P = ParamSpec("P")
T = TypeVar("T")


def run_killable(
    name: str, clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return `function(*args)`, computed in a process that is killed when time is up.

    The function is imported there by its name; arguments and result are pickled. Any thread may
    call this, and a worker of a pool. Raises `DeadlinePassedError`, and `BackendError`, which
    begins with the backend's `name`, where the process died or the function raised.
    """
    with start_guardian() as guardian:
        guardian.begin(function, *args, **kwargs)
        ended = wait_for_call(guardian, name, clock)
    if ended.result is None:
        raise BackendError(
            "{name}: its process ended with status {status}", name=name, status=ended.status
        )
    if isinstance(ended.result, Raised):
        error = ended.result.error
        raise BackendError("{name}: its process raised {error}", name=name, error=error)
    found: T = ended.result.value
    return found


def run_in_time(
    name: str, clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return `function(*args)`, computed here without a limit, else as by `run_killable`."""
    if clock.remaining is not None:
        return run_killable(name, clock, function, *args, **kwargs)
    with end_at_once():
        return function(*args, **kwargs)


def wait_for_call(guardian: Guardian, name: str, clock: Clock) -> Ended:
    """Return how a guardian's call ended; raise `DeadlinePassedError`, or `BackendError`."""
    try:
        ended = guardian.wait_for_end(clock.remaining)
    except EOFError:
        raise BackendError("{name}: the process that started it was killed", name=name) from None
    if ended is None:
        raise DeadlinePassedError
    clock.add_elsewhere(ended.cpu)
    return ended
