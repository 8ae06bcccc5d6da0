"""The same function on many tasks, by several processes on this machine."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from itertools import islice
from typing import Generic, TypeVar

from ..base.errors import BackendError
from ..base.language import Message
from .guarded import CAN_START, Ended, Guardian, first_ready, surroundings
from .guardian import hear, say
from .signals import held_back

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3
"""How many processes in a row may die on one task."""


def by_processes(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[Result]:
    """Yield `function(task)` of each task, in order, computed by `jobs` processes; see `ordered`.

    The processes wait for the next call of this function. When the iterator is closed, or something
    is raised, Ctrl-C included, those that still compute are killed.
    """
    if jobs <= 1:
        yield from map(function, tasks)
        return
    numbered = enumerate(tasks)
    ahead: deque[tuple[int, Task]] = deque()
    results: dict[int, Result] = {}
    workers: list[_Worker[Task, Result]] = []
    next_result = 0
    try:
        while True:
            busy = [worker for worker in workers if worker.is_busy]
            room = 2 * jobs - len(results) - len(busy) - len(ahead)
            ahead.extend(islice(numbered, max(room, 0)))
            while ahead and len(busy) < jobs:
                idle = next((worker for worker in workers if not worker.is_busy), None)
                if idle is None:
                    workers.append(idle := _Worker(function))
                idle.give(*ahead.popleft())
                busy.append(idle)
            if next_result in results:
                yield results.pop(next_result)
                next_result += 1
            elif not busy:
                return
            else:
                ready = first_ready([worker.guardian for worker in busy])
                for worker in busy:
                    if worker.guardian in ready:
                        results.update(worker.take())
    finally:
        with held_back():
            for worker in workers:
                worker.release()


class _Worker(Generic[Task, Result]):
    """A process that computes one task after another."""

    def __init__(self, function: Callable[[Task], Result]) -> None:
        self._function = function
        self._number: int | None = None
        self._task: Task | None = None
        self._tries = 0
        self.guardian = _computing()

    @property
    def is_busy(self) -> bool:
        """Whether it has a task."""
        return self._number is not None

    def give(self, number: int, task: Task) -> None:
        """Give it a task; it must have none."""
        self._number, self._task, self._tries = number, task, 0
        self._say()

    def _say(self) -> None:
        self.guardian.say((self._function, self._task))

    def take(self) -> dict[int, Result]:
        """Return the result by its task's number; nothing, where there is none yet.

        Where the process has died instead, another one gets the task.
        """
        assert self._number is not None
        try:
            taken = self.guardian.take()
        except EOFError:
            self._try_again()
            return {}
        if isinstance(taken, Ended):
            self._try_again()
        if taken is None or isinstance(taken, Ended):
            return {}
        number, self._number, self._task = self._number, None, None
        succeeded, result = taken.value
        if not succeeded:
            raise result
        return {number: result}

    def _try_again(self) -> None:
        self._tries += 1
        if self._tries == _TRIES:
            raise BackendError(
                Message("a process died {count} times on the same Sudokus", count=_TRIES)
            )
        self.guardian.close()
        self.guardian = _computing()
        self._say()

    def release(self) -> None:
        """Keep the process for later; kill it, if it still computes."""
        if self.is_busy:
            self.guardian.close()
        else:
            _idle.append(self.guardian)


_idle: deque[Guardian] = deque()
"""Guardians of processes that compute when they are given a task."""

if CAN_START:
    os.register_at_fork(after_in_child=_idle.clear)  # they belong to the process that forked


def _computing() -> Guardian:
    """Return a guardian with a process that waits for tasks, and finds around it what we do."""
    around = surroundings()
    with suppress(IndexError):
        while True:
            one = _idle.pop()
            if one.surroundings == around and not one.wait(0):
                return one
            one.close()
    one = Guardian()
    one.begin(_compute)
    return one


def _compute() -> None:
    """Compute what is asked for, in a process of its own, until nobody asks any more."""
    with suppress(EOFError, OSError):
        while True:
            function, task = hear()
            try:
                answer = True, function(task)
            except Exception as error:
                answer = False, error
            say(answer)
