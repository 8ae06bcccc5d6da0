"""Which of many Sudokus are copies of which, in one call: of a list, an array or a file."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import overload

import numpy as np

from ..base.errors import GridError
from ..base.language import Message
from ..reading.entry import Entry
from ..reading.form import Reading
from ..reading.gridfile import read_grid_file
from ..sudoku.grid import Grid, GridLike
from ..sudoku.shape import BoxShape
from ..system.ordered import Jobs
from .arrays import as_array
from .gathering import Gathering, Place

Path = str | os.PathLike[str]


# A text is also an iterable of texts; the first that fits is what is meant.
@overload
def duplicates(  # type: ignore[overload-overlap]
    sudokus: Path,
    box: BoxShape | tuple[int, int] | None = None,
    *,
    by_solution: bool = False,
    jobs: Jobs = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> list[list[Place]]: ...
@overload
def duplicates(
    sudokus: Iterable[GridLike],
    box: BoxShape | tuple[int, int] | None = None,
    *,
    by_solution: bool = False,
    jobs: Jobs = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> list[list[int]]: ...
def duplicates(
    sudokus: Path | Iterable[GridLike],
    box: BoxShape | tuple[int, int] | None = None,
    *,
    by_solution: bool = False,
    jobs: Jobs = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> list[list[Place]] | list[list[int]]:
    """Return the groups of Sudokus that are copies of each other, each with at least two members.

    `sudokus` are grids, or whatever `Grid` takes: a list of texts, a column of a table, an array
    (K, N, N). A group then lists their numbers, from 0. Or it is the name of a file, in any form
    that is read; then a group lists places, each with a line and a name. Members and groups come
    in the order of the Sudokus.

    With `by_solution` puzzles are copies where their solutions are; one that has not just one
    solution is a copy of none. `jobs` processes work, `progress` is told how many have been taken.
    Raises `GridError` or `PairFileError` for the first Sudoku that cannot be read.

    >>> duplicates(["12" + 14 * ".", 15 * "." + "1", 14 * "." + "34"])
    [[0, 2]]
    """
    with Gathering(by_solution, jobs) as gathering:
        if isinstance(sudokus, str | os.PathLike):
            file = os.fspath(sudokus)
            how = Reading(None if box is None else BoxShape.of(box))
            with read_grid_file(file, how) as grids:
                gathering.take(file, grids, _refuse, progress)
            return list(gathering.groups())
        if isinstance(sudokus, np.ndarray) and sudokus.ndim == 3:
            gathering.take_array(*as_array(sudokus, box), progress)
        else:
            gathering.take_grids(_grids(sudokus, box), progress)
        return [[place.number for place in group] for group in gathering.groups()]


def _grids(sudokus: Iterable[GridLike], box: BoxShape | tuple[int, int] | None) -> Iterator[Grid]:
    for number, one in enumerate(sudokus):
        try:
            grid = Grid(one, box)
        except GridError as problem:
            message = Message(
                "Sudoku {number}, counted from 0: {problem}", number=number, problem=problem
            )
            raise GridError(message) from None
        yield grid


def _refuse(entry: Entry) -> None:
    assert entry.error is not None
    raise entry.error
