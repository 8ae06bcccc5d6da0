"""Run functions in a separate process that can be killed at a deadline. This is for code that
cannot be stopped in any other way.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ..base.errors import BackendError, DeadlinePassedError
from ..system.guardian import FailedCallResult
from ..system.guardian_client import CallOutcome, GuardianConnection, borrow_guardian
from ..system.signals import end_process_on_signals
from .deadline import Deadline

P = ParamSpec("P")
T = TypeVar("T")


def run_killable(
    backend_name: str,
    deadline: Deadline,
    function: Callable[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Run `function(*args, **kwargs)` in a separate process and return its result. At
    `deadline` the process is killed and `DeadlinePassedError` is raised. If the process dies or the
    function raises an exception, `BackendError` is raised, with a message that begins with
    `backend_name`.

    The process imports the function by its name; its arguments and its result are pickled. Any
    thread may call this function, and so may a worker process of a pool.
    """
    with borrow_guardian() as guardian:
        guardian.begin_call(function, *args, **kwargs)
        ended = wait_for_call_outcome(guardian, backend_name, deadline)
    if ended.result is None:
        raise BackendError(
            "{name}: its process ended with status {status}", name=backend_name, status=ended.status
        )
    if isinstance(ended.result, FailedCallResult):
        error = ended.result.error
        raise BackendError("{name}: its process raised {error}", name=backend_name, error=error)
    found: T = ended.result.value
    return found


def run_killable_if_deadline(
    backend_name: str,
    deadline: Deadline,
    function: Callable[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Run `function(*args, **kwargs)` and return its result. If `deadline` has a limit, the
    function runs in a separate process, which is killed at the deadline; then `DeadlinePassedError`
    is raised. If the process fails, `BackendError` is raised, with a message that begins with
    `backend_name`.

    Without a deadline, the function runs in this process.
    """
    if deadline.remaining_seconds is not None:
        return run_killable(backend_name, deadline, function, *args, **kwargs)
    with end_process_on_signals():
        return function(*args, **kwargs)


def wait_for_call_outcome(
    guardian: GuardianConnection, backend_name: str, deadline: Deadline
) -> CallOutcome:
    """Wait until the function that the helper process `guardian` is running has ended, and return
    how it ended. Raises `DeadlinePassedError` at `deadline`. Raises `BackendError`,
    with a message that begins with `backend_name`, if the process that started the helper was
    killed.
    """
    try:
        ended = guardian.wait_for_outcome_or_none(deadline.remaining_seconds)
    except EOFError:
        raise BackendError(
            "{name}: the process that started it was killed", name=backend_name
        ) from None
    if ended is None:
        raise DeadlinePassedError
    deadline.add_cpu_seconds(ended.cpu)
    return ended
