"""A computation in a process of its own, for what cannot be stopped otherwise."""

import pickle
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from ..base.errors import BackendError, DeadlinePassedError
from ..base.language import Message
from ..system.guarded import guarded
from ..system.guardian import Ended
from .clock import Clock

P = ParamSpec("P")
T = TypeVar("T")


def run_killable(
    name: str, clock: Clock, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return `function(*args)`, computed in a process that is killed when time is up.

    The function is imported there by its name; arguments and result are pickled. It may be called
    from any thread, and in a worker of a pool. Raises `DeadlinePassedError` at the deadline, and
    `BackendError`, which begins with the backend's `name`, where the process died or the function
    raised.
    """
    try:
        with guarded() as guardian:
            guardian.begin(function, *args, **kwargs)
            if not guardian.wait(clock.remaining):
                raise DeadlinePassedError
            ended = guardian.ended()
    except EOFError:
        raise lost(name) from None
    clock.add_elsewhere(ended.cpu)
    return result(name, ended)  # type: ignore[no-any-return]


def result(name: str, ended: Ended) -> Any:
    """Return the result of a call; raise `BackendError` where there is none."""
    if not ended.result:
        raise BackendError(
            Message(
                "{name}: its process ended with status {status}", name=name, status=ended.status
            )
        )
    succeeded, value = pickle.loads(ended.result)
    if not succeeded:
        raise BackendError(Message("{name}: its process raised {error}", name=name, error=value))
    return value


def lost(name: str) -> BackendError:
    """Return the error of a guardian that was killed."""
    return BackendError(Message("{name}: the process that started it was killed", name=name))
