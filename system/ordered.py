"""The same function on many tasks, with results in order, by processes here or elsewhere."""

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

from .processes import by_processes

Task = TypeVar("Task")
Result = TypeVar("Result")


class Workers(Protocol):
    """What does work elsewhere, such as a cluster."""

    def ordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` of each task, in order, as `ordered` below describes it."""
        ...


Jobs = int | Workers
"""Who does the work: so many processes here, or workers elsewhere."""


def ordered(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: Jobs = 1
) -> Generator[Result]:
    """Yield `function(task)` of each task, in order, computed by `jobs`.

    With one job it is computed here. With more, and elsewhere, `function` has to be importable by
    its name, tasks and results are pickled, and a few tasks are read ahead. A process that dies
    costs no more than its task, which another one is given. When the iterator is closed, or
    something is raised, Ctrl-C included, nothing goes on.

    Raises `BackendError` where processes die on the same task again and again.

    >>> list(ordered(len, ["a", "bc"]))
    [1, 2]
    """
    if isinstance(jobs, int):
        return by_processes(function, tasks, jobs)
    return jobs.ordered(function, tasks)
