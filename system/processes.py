"""The same function on many tasks, by several processes on this machine."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from ..base.errors import BackendError
from ..base.language import Message
from .signals import held_back

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3
"""How many processes in a row may die on one task."""


def by_processes(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[Result]:
    """Yield `function(task)` of each task, in order, computed by `jobs` processes; see `ordered`.

    When the iterator is closed, or something is raised, Ctrl-C included, all processes are killed.
    """
    # Not by the pools of the standard library: when these are left before all is done, their
    # threads sometimes wait for ever for a process that has been killed.
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
                    with interrupts_held_back():
                        workers.append(idle := _Worker(function))
                idle.give(*ahead.popleft())
                busy.append(idle)
            if next_result in results:
                yield results.pop(next_result)
                next_result += 1
            elif not busy:
                return
            else:
                ready = wait([worker.connection for worker in busy])
                for worker in busy:
                    if worker.connection in ready:
                        results.update(worker.take())
    finally:
        with interrupts_held_back():
            for worker in workers:
                worker.end()


class _Worker(Generic[Task, Result]):
    """A process that computes one task after another."""

    def __init__(self, function: Callable[[Task], Result]) -> None:
        self._function = function
        self._number: int | None = None
        self._task: Task | None = None
        self._tries = 0
        self._begin()

    def _begin(self) -> None:
        # Spawned, because a fork of a process with threads may hang, and to be the same everywhere.
        context = multiprocessing.get_context("spawn")
        with without_the_current_folder(), interrupts_held_back():
            self.connection, there = context.Pipe()
            self._process = context.Process(target=_work, args=(there, self._function))
            self._process.start()
            there.close()

    @property
    def is_busy(self) -> bool:
        """Whether it has a task."""
        return self._number is not None

    def give(self, number: int, task: Task) -> None:
        """Give it a task; it must have none."""
        self._number, self._task, self._tries = number, task, 0
        self._send()

    def _send(self) -> None:
        # Where the process has died, `take` will find that out.
        with broken_pipes_ignored(), suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(self._task)

    def take(self) -> dict[int, Result]:
        """Return the result by its task's number; nothing, where the process has died instead."""
        assert self._number is not None
        try:
            succeeded, result = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self._tries += 1
            if self._tries == _TRIES:
                raise BackendError(
                    Message("a process died {count} times on the same Sudokus", count=_TRIES)
                ) from None
            self.end()
            self._begin()
            self._send()
            return {}
        if not succeeded:
            raise result
        number, self._number, self._task = self._number, None, None
        return {number: result}

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()


def _work(connection: Connection, function: Callable[[Any], object]) -> None:
    """Compute what is asked for, in a process of its own, until nobody asks any more."""
    # Ctrl-C is left to the process that waits for this one; this one ends when that one has ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_back_the_current_folder()
    _end_with_parent()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            task = connection.recv()
            try:
                answer = True, function(task)
            except Exception as error:
                answer = False, error
            connection.send(answer)


def _end_with_parent() -> None:
    """Let this process end with the one that started it."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
    if sys.platform == "linux":
        import fcntl

        # Some solvers do not let other threads run. So the system is asked for a signal, which ends
        # this process, when the other end of this pipe is closed.
        pipe = parent.sentinel
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Let Ctrl-C and its like come after the block; a process started in it never sees Ctrl-C.

    Until such a process ignores Ctrl-C by itself, it would answer with a traceback. And a process
    must not be started without being noted as one to be ended.
    """
    with held_back(), deaf_to_interrupts():  # also where a thread of numpy's gets it, or another
        yield


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from what is started in the block: it would answer with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # It comes with the first process, and would let interrupts through again.
    with without_the_current_folder():
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_SAFE_PATH, _OURS = "PYTHONSAFEPATH", "sudokopie"


@contextmanager
def without_the_current_folder() -> Iterator[None]:
    """Let Python that is started in the block not look for modules in the current folder.

    The standard library starts its processes by `python -c`, which would import a `socket.py` that
    lies there, before anything of ours runs.
    """
    if _SAFE_PATH in os.environ:
        yield
        return
    os.environ[_SAFE_PATH] = _OURS
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]


def give_back_the_current_folder() -> None:
    """Undo that for what a process started so starts itself: somebody's solver, perhaps."""
    if os.environ.get(_SAFE_PATH) == _OURS:
        del os.environ[_SAFE_PATH]


@contextmanager
def broken_pipes_ignored() -> Iterator[None]:
    """Make writing to a process that has ended an error that can be caught.

    Where SIGPIPE has its default effect, it would end this process.
    """
    if not hasattr(signal, "SIGPIPE") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)
