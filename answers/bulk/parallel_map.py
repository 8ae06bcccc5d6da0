"""One function on many pieces of work, done by several processes, with results in order."""

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
    """Yield for each task, in order, what was given with it and stays here, and its result."""
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
    """Return `function` of up to `most` grids at a time, in order; of none too, for the types."""
    tasks = (cells[some] for some in split_range(len(cells) or 1, most))
    return list(map_in_order(function, tasks, jobs))
