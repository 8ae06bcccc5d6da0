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
    """Apply `function` to many tasks in several processes, and yield the results in the order of
    the tasks. Each task comes in a pair (task, value), and is yielded as a pair (value, result).
    The value never leaves this process, so it may be of any type and size.
    """
    waiting: deque[Kept] = deque()

    def list_tasks() -> Iterator[Task]:
        for task, kept in tasks:
            waiting.append(kept)
            yield task

    for result in map_in_order(function, list_tasks(), jobs):
        yield waiting.popleft(), result


def map_pieces(
    function: Callable[[Cells], Result], cells: Cells, jobs: Jobs, piece_size: int
) -> list[Result]:
    """Divide `cells` into pieces of at most `piece_size` grids, apply `function` to each piece in
    one of several processes, and return the results in order. If there are no grids, `function` is
    applied once, to an empty array, so that the caller gets a result of the right type.
    """
    tasks = (cells[some] for some in split_range(len(cells) or 1, piece_size))
    return list(map_in_order(function, tasks, jobs))
