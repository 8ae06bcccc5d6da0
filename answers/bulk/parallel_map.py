"""Apply a function to many tasks in several processes, and return the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TypeVar

from ...sudoku.arrays import Cells, yield_index_slices
from ...system.ordered_map import Jobs, map_in_order

Task = TypeVar("Task")
Label = TypeVar("Label")
Result = TypeVar("Result")


def yield_labelled_results(
    function: Callable[[Task], Result], labelled_tasks: Iterable[tuple[Task, Label]], jobs: Jobs
) -> Generator[tuple[Label, Result]]:
    """Apply `function` to many tasks in several processes, and yield the results in the order of
    the tasks. Each task comes in a pair (task, label), and its result is yielded in a pair (label,
    result). Labels never leave this process, so they may be of any type and size.
    """
    waiting: deque[Label] = deque()

    def yield_tasks_without_labels() -> Iterator[Task]:
        """Yield the tasks without their labels, and remember the labels in the same order."""
        for task, label in labelled_tasks:
            waiting.append(label)
            yield task

    for result in map_in_order(function, yield_tasks_without_labels(), jobs):
        yield waiting.popleft(), result


def list_piece_results(
    function: Callable[[Cells], Result], cells: Cells, jobs: Jobs, piece_size: int
) -> list[Result]:
    """Divide `cells` into pieces of at most `piece_size` grids, apply `function` to each piece in
    one of several processes, and return the results in order. If there are no grids, `function` is
    applied once, to an empty array, so that the caller gets a result of the right type.
    """
    tasks = (cells[some] for some in yield_index_slices(len(cells) or 1, piece_size))
    return list(map_in_order(function, tasks, jobs))
