"""The same function on many tasks, in several processes, with results in the order of the tasks."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from ..sudoku.errors import BackendError
from ..sudoku.language import Message

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3
"""How often the processes may die before the task that they were given first is blamed."""


def ordered(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1
) -> Generator[Result]:
    """Yield `function(task)` of each task, in order, computed by `jobs` processes.

    With one job it is computed here. With more, `function` has to be importable by its name, tasks
    and results are pickled, and a few tasks are read ahead. A process that dies costs no more than
    the tasks in hand, which are given out again. When the iterator is closed, or something is
    raised, Ctrl-C included, all processes are ended.

    Raises `BackendError` where processes die on the same task again and again.
    """
    if jobs <= 1:
        yield from map(function, tasks)
        return
    waiting = iter(tasks)
    given: deque[Task] = deque()
    results: deque[Future[Result]] = deque()
    pool, tries = _pool(jobs), 0
    try:
        while True:
            given.extend(islice(waiting, 2 * jobs - len(given)))
            if not given:
                return
            try:
                for task in islice(given, len(results), None):
                    results.append(pool.submit(function, task))
                result = results[0].result()
            except BrokenProcessPool:
                tries += 1
                if tries == _TRIES:
                    raise BackendError(
                        Message("a process died {count} times on the same Sudokus", count=tries)
                    ) from None
                _end(pool)
                pool = _pool(jobs)
                results.clear()
                continue
            given.popleft()
            results.popleft()
            tries = 0
            yield result
    finally:
        _end(pool)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Spawned, because a fork of a process with threads may hang, and to be the same everywhere.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, context, initializer=_begin)


def _begin() -> None:
    """Leave Ctrl-C to the process that waits for this one, and end when that one has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    # Asking politely would wait for the tasks in hand. The pool has no public way to end sooner.
    processes = list((getattr(pool, "_processes", None) or {}).values())
    with _broken_pipes_ignored():
        for process in processes:
            process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _broken_pipes_ignored() -> Iterator[None]:
    """Make writing to a process that has ended an error of the pool's threads, and nothing more.

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
