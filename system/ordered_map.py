"""The same function on many tasks, with results in order, by processes here or elsewhere."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from itertools import islice
from typing import Generic, Protocol, TypeVar

from ..base.errors import BackendError
from .guardian import Told, hear, say
from .guardian_client import (
    CAN_START,
    Ended,
    Guardian,
    capture_surroundings,
    take_guardian,
    wait_for_first,
)
from .signals import hold_back_signals

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3
"""How many processes in a row may die on one task."""


class Workers(Protocol):
    """What does work elsewhere, such as a cluster."""

    def map_in_order(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` of each task, in order, as `map_in_order` below describes it."""

    def all_return(self, function: Callable[[Task], object], task: Task, result: object) -> bool:
        """Return whether each of them finds this result."""


Jobs = int | Workers
"""Who does the work: so many processes here, or workers elsewhere."""


def map_in_order(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: Jobs = 1
) -> Generator[Result]:
    """Yield `function(task)` of each task, in order, computed by `jobs`.

    With one job it is computed here. With more, and elsewhere, `function` has to be importable by
    its name, tasks and results are pickled, and a few tasks are read ahead. When the iterator is
    closed, or something is raised, Ctrl-C included, nothing goes on. Another process is given the
    task of one that dies; `BackendError` is raised where they die on it again and again.

    >>> list(map_in_order(len, ["a", "bc"]))
    [1, 2]
    """
    if not isinstance(jobs, int):
        return jobs.map_in_order(function, tasks)
    if jobs > 1:
        return _map_by_processes(function, tasks, jobs)
    return (function(task) for task in tasks)


class Watched:
    """Work that others do; `told` is called after each task, and what it raises ends the work."""

    def __init__(self, jobs: Jobs, told: Callable[[], None]) -> None:
        self._jobs, self._told = jobs, told

    def map_in_order(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` of each task, in order."""
        for result in map_in_order(function, tasks, self._jobs):
            self._told()
            yield result

    def all_return(self, *_: object) -> bool:
        """Return False: they are not asked."""
        return False


def _map_by_processes(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[Result]:
    """Do so by processes here, which then wait for the next call; those that compute are killed."""
    waiting = iter(tasks)
    ahead: deque[_Work[Task, Result]] = deque()
    try:
        while True:
            ahead.extend(_Work(function, task) for task in islice(waiting, 2 * jobs - len(ahead)))
            if not ahead:
                return
            unfinished = [work for work in ahead if not work.results]
            for work in unfinished[:jobs]:
                work.begin()
            if ahead[0].results:
                yield ahead.popleft().results[0]
                continue
            busy = {work.guardian: work for work in unfinished if work.guardian is not None}
            for guardian in wait_for_first(list(busy)):
                busy[guardian].go_on()
    finally:
        with hold_back_signals():
            for work in ahead:
                work.give_up()


class _Work(Generic[Task, Result]):
    """A task, and its result as soon as there is one."""

    def __init__(self, function: Callable[[Task], Result], task: Task) -> None:
        self._call = function, task
        self._tries = 0
        self.guardian: Guardian | None = None
        """That of the process that computes it."""
        self.results: list[Result] = []

    def begin(self) -> None:
        """Give it to a process that waits for tasks, and finds around it what we do."""
        if self.guardian is None:
            around = capture_surroundings()
            self.guardian = take_guardian(_idle, lambda one: one.surroundings == around)
            if not self.guardian.is_busy:
                self.guardian.begin(_compute)
            self.guardian.say(self._call)

    def go_on(self) -> None:
        """Take the result, if it is there; where the process has died, give it to another one."""
        assert self.guardian is not None
        try:
            said = self.guardian.take()
        except EOFError:
            said = Ended(1, 0, None)
        if isinstance(said, Told):
            _idle.append(self.guardian)
            self.guardian = None
            succeeded, result = said.value
            if not succeeded:
                raise result
            self.results.append(result)
        elif said is not None:
            self.give_up()
            self._tries += 1
            if self._tries == _TRIES:
                raise BackendError("a process died {count} times on the same Sudokus", count=_TRIES)
            self.begin()

    def give_up(self) -> None:
        if self.guardian is not None:
            self.guardian.close()
            self.guardian = None


_idle: deque[Guardian] = deque()

if CAN_START:
    os.register_at_fork(after_in_child=_idle.clear)  # they belong to the process that forked


def _compute() -> None:
    """Compute what is asked for, in a process of its own, until nothing is asked for any more."""
    with suppress(EOFError, OSError):
        while True:
            function, task = hear()
            try:
                answer = True, function(task)
            except Exception as error:
                answer = False, error
            say(answer)
