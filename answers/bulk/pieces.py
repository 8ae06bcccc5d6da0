"""One function on many pieces of work, done by several processes, with results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TypeVar

from ...sudoku.arrays import Cells, slices
from ...system.ordered import Jobs, ordered

Task = TypeVar("Task")
Kept = TypeVar("Kept")
Result = TypeVar("Result")


def beside(
    function: Callable[[Task], Result], tasks: Iterable[tuple[Task, Kept]], jobs: Jobs
) -> Generator[tuple[Kept, Result]]:
    """Yield for each task, in order, what was given with it and stays here, and its result."""
    waiting: deque[Kept] = deque()

    def sent() -> Iterator[Task]:
        for task, kept in tasks:
            waiting.append(kept)
            yield task

    for result in ordered(function, sent(), jobs):
        yield waiting.popleft(), result


def on_pieces(
    function: Callable[[Cells], Result], cells: Cells, jobs: Jobs, most: int
) -> list[Result]:
    """Return `function` of up to `most` grids at a time, in order; of none too, for the types."""
    tasks = (cells[some] for some in slices(len(cells) or 1, most))
    return list(ordered(function, tasks, jobs))
