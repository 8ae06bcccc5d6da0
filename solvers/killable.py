"""A computation in a process of its own, for what cannot be stopped otherwise."""

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any, ParamSpec, TypeVar

from ..base.errors import BackendError, DeadlinePassedError
from ..system.guarded import Ended, first_ready, guarded
from ..system.guardian import Raised
from ..system.signals import at_once
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
    with closing(results_as_they_come(name, clock, [partial(function, *args, **kwargs)])) as found:
        return next(found)


def run_in_time(
    name: str, clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return `function(*args)`, computed here without a limit, else as by `run_killable`."""
    if clock.remaining is not None:
        return run_killable(name, clock, function, *args, **kwargs)
    with at_once():
        return function(*args, **kwargs)


def results_as_they_come(name: str, clock: Clock, calls: Sequence[Callable[[], T]]) -> Generator[T]:
    """Yield what calls return, each made in a process of its own; raise as `run_killable` does.

    When the iterator is closed, those that still compute are killed.
    """
    try:
        with ExitStack() as stack:
            busy = [stack.enter_context(guarded()) for _ in calls]
            for guardian, call in zip(busy, calls, strict=True):
                guardian.begin(call)
            while busy:
                if not (ready := first_ready(busy, clock.remaining)):
                    raise DeadlinePassedError
                for guardian in ready:
                    if (ended := guardian.ended(0)) is not None:
                        busy.remove(guardian)
                        clock.add_elsewhere(ended.cpu)
                        yield _result(name, ended)
    except EOFError:
        raise lost(name) from None


def _result(name: str, ended: Ended) -> Any:
    if ended.result is None:
        raise BackendError(
            "{name}: its process ended with status {status}", name=name, status=ended.status
        )
    if isinstance(ended.result, Raised):
        error = ended.result.error
        raise BackendError("{name}: its process raised {error}", name=name, error=error)
    return ended.result.value


def lost(name: str) -> BackendError:
    """Return the error of a guardian that was killed."""
    return BackendError("{name}: the process that started it was killed", name=name)
