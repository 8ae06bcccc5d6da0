"""Batches of Sudokus with where they come from, and one function on all of them, see `ordered`."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from ...base.errors import GridError
from ...reading.parts import PartOfFile
from ...sudoku.arrays import Cells, Grids, as_array, slices
from ...sudoku.shape import BoxShape, check_same_shape
from ...system.ordered import Jobs, ordered
from .stored import Places

References = Sequence[Any] | Places | None
"""For each Sudoku of a batch where it comes from, whatever that is; None leaves that out."""

Batches = Iterable[tuple[Grids | PartOfFile, References]]
"""Sudokus with their references, or a part of a file, which whoever does the work reads."""

_GRIDS_IN_A_PIECE = 10_000

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


def pieces(batches: Batches, shape: BoxShape) -> Iterator[tuple[Cells | PartOfFile, References]]:
    """Yield the cells of batches, some grids at a time, and their references; and parts.

    Raises `GridError` for grids of another shape, and where there is not one reference for each.
    """
    for grids, references in batches:
        if isinstance(grids, PartOfFile):
            yield grids, references
            continue
        cells, found = as_array(grids, shape if isinstance(grids, np.ndarray) else None)
        if len(cells):
            check_same_shape(shape, found)
        if references is not None and len(references) != len(cells):
            raise GridError(
                "expected a reference for each of {number} Sudokus, found {count}",
                number=len(cells),
                count=len(references),
            )
        for some in slices(len(cells), _GRIDS_IN_A_PIECE):
            yield cells[some], None if references is None else references[some]
