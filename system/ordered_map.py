"""Call one function for many tasks at the same time, in local processes or on a cluster. The
results come in the order of the tasks.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from itertools import islice
from typing import Generic, Protocol, TypeVar

from ..base.errors import BackendError
from .guardian import SentValue, receive_from_client, send_to_client
from .guardian_client import (
    CAN_START,
    CallOutcome,
    GuardianConnection,
    capture_environment,
    take_idle_or_new_guardian,
    wait_for_guardians_with_message,
)
from .signals import delay_signals

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3
"""The number of processes that may die on the same task, one after another, before an error is
raised.
"""


class Workers(Protocol):
    """The interface of workers, such as the processes of a cluster on other machines, that compute
    a function for many tasks.
    """

    def map_in_order(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` for each task, in the order of the tasks. If the iterator is
        closed, all work ends.
        """

    def every_worker_returns(
        self, function: Callable[[Task], object], task: Task, result: object
    ) -> bool:
        """Call `function(task)` on every worker. Return True if all the results are equal to
        `result`, otherwise False.
        """


Jobs = int | Workers
"""Where the work is done: the number of local processes, or workers on other machines."""


def map_in_order(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: Jobs = 1
) -> Generator[Result]:
    """Yield `function(task)` for each task, in the order of the tasks. `jobs` is the number of
    processes that compute the results, or an object for workers on other machines. If `jobs` is 1,
    this process computes the results.

    If other processes compute the results, they import `function` by its name, tasks and results
    are pickled, and a few tasks are read ahead. If the iterator is closed or an error is raised,
    including Ctrl-C, all work ends.

    If a process dies, another process repeats the task. If several processes die on the same task,
    one after another, `BackendError` is raised.

    >>> list(map_in_order(len, ["a", "bc"]))
    [1, 2]
    """
    if not isinstance(jobs, int):
        return jobs.map_in_order(function, tasks)
    if jobs > 1:
        return _map_by_processes(function, tasks, jobs)
    return (function(task) for task in tasks)


class ReportingWorkers:
    """Workers that call the function `on_result`, without arguments, after each task whose result
    has arrived. So the caller can show progress, or stop the work by raising an error in
    `on_result`. `jobs` is either the number of processes that do the work, or an object for workers
    on other machines.
    """

    def __init__(self, jobs: Jobs, on_result: Callable[[], None]) -> None:
        self._jobs, self._on_result = jobs, on_result

    def map_in_order(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` for each task, in the order of the tasks. Before each result is
        yielded, the function `on_result` is called.
        """
        for result in map_in_order(function, tasks, self._jobs):
            self._on_result()
            yield result

    def every_worker_returns(self, *_: object) -> bool:
        """Return False, which means that no worker is known to return `result`. This class does not
        ask the workers; it has the method only because the interface `Workers` requires it.
        """
        return False


def _map_by_processes(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[Result]:
    """Yield `function(task)` for each task in order, computed by at most `jobs` local processes. At
    the end, idle processes are kept for the next call, and processes that are still computing are
    killed.
    """
    waiting = iter(tasks)
    ahead: deque[_LocalTask[Task, Result]] = deque()
    try:
        while True:
            ahead.extend(
                _LocalTask(function, task) for task in islice(waiting, 2 * jobs - len(ahead))
            )
            if not ahead:
                return
            unfinished = [work for work in ahead if not work.results]
            for work in unfinished[:jobs]:
                work.send_to_process()
            if ahead[0].results:
                yield ahead.popleft().results[0]
                continue
            busy = {work.guardian: work for work in unfinished if work.guardian is not None}
            for guardian in wait_for_guardians_with_message(list(busy)):
                busy[guardian].store_arrived_result()
    finally:
        with delay_signals():
            for work in ahead:
                work.close_process()


class _LocalTask(Generic[Task, Result]):
    """A task that a local process computes. The list `results` is empty until the result is known;
    then it contains the result.
    """

    def __init__(self, function: Callable[[Task], Result], task: Task) -> None:
        self._call = function, task
        self._tries = 0
        self.guardian: GuardianConnection | None = None
        """The guardian of the process that computes the result."""
        self.results: list[Result] = []

    def send_to_process(self) -> None:
        """Send the task to an idle process that has the same current folder, environment variables
        and import path as this process; if there is no such idle process, send it to a new process.
        Do nothing if a process is already computing the task.
        """
        if self.guardian is None:
            around = capture_environment()
            self.guardian = take_idle_or_new_guardian(_idle, lambda one: one.environment == around)
            if not self.guardian.is_busy:
                self.guardian.begin_call(_serve_tasks)
            self.guardian.send_value(self._call)

    def store_arrived_result(self) -> None:
        """Append the result of the task to the list `results`, if the result has arrived from the
        process. If the process has died, send the task to another process. Raise the error of the
        task if the function raised one, and `BackendError` if three processes have died on this
        task.
        """
        assert self.guardian is not None
        try:
            message = self.guardian.try_take_message()
        except EOFError:
            message = CallOutcome(1, 0, None)
        if isinstance(message, SentValue):
            _idle.append(self.guardian)
            self.guardian = None
            succeeded, result = message.value
            if not succeeded:
                raise result
            self.results.append(result)
        elif message is not None:
            self.close_process()
            self._tries += 1
            if self._tries == _TRIES:
                raise BackendError("a process died {count} times on the same Sudokus", count=_TRIES)
            self.send_to_process()

    def close_process(self) -> None:
        """End the process that computes the task, if there is one."""
        if self.guardian is not None:
            self.guardian.close()
            self.guardian = None


_idle: deque[GuardianConnection] = deque()
"""The guardians that are idle: they carry out no task, and wait for later tasks. The guardian that
was used last is at the end.
"""

if CAN_START:
    os.register_at_fork(after_in_child=_idle.clear)  # idle guardians belong to the parent process


def _serve_tasks() -> None:
    """Compute tasks in this process, which is not the caller's: again and again, receive a function
    and a task, and send the result. Return when the caller closes the connection.
    """
    with suppress(EOFError, OSError):
        while True:
            function, task = receive_from_client()
            try:
                answer = True, function(task)
            except Exception as error:
                answer = False, error
            send_to_client(answer)
