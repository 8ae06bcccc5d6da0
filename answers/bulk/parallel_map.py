"""Applies a function to many tasks in several processes and returns the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TypeVar

from ...sudoku.arrays import Cells, split_range
from ...system.ordered_map import Jobs, map_in_order

Task = TypeVar("Task")
Kept = TypeVar("Kept")
Result = TypeVar("Result")


def map_keeping_values(
    function: Callable[[Task], Result], tasks: Iterable[tuple[Task, Kept]], jobs: Jobs
) -> Generator[tuple[Kept, Result]]:
    """Apply `function` to many tasks in several processes. Each task comes as a pair (task, value);
    the value is kept in this process and not sent to the others. Yield the pairs (value, result) in
    the order of the tasks.
    """
    waiting: deque[Kept] = deque()

    def sent() -> Iterator[Task]:
        for task, kept in tasks:
            waiting.append(kept)
            yield task

    for result in map_in_order(function, sent(), jobs):
        yield waiting.popleft(), result


def map_pieces(
    function: Callable[[Cells], Result], cells: Cells, jobs: Jobs, most: int
) -> list[Result]:
    """Apply `function` to consecutive pieces of `cells`, each of at most `most` grids, in several
    processes, and return the results in order. If there are no grids, `function` is applied to an
    empty array, so that the caller gets a result of the right type.
    """
    tasks = (cells[some] for some in split_range(len(cells) or 1, most))
    return list(map_in_order(function, tasks, jobs))
