"""Which Sudokus share a sorted form, or are copies of each other in spite of different ones.

What is kept of a Sudoku is a record: its signature, its number, its sorted form and whether that is
exact. Those with equal signatures are brought together, and only they are compared, a piece of the
records at a time: by this process, by others, or by workers of a cluster.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..answers.among import are_copies
from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.shape import BoxShape
from ..system.ordered import Jobs, ordered
from ..system.scratch import FolderHere, Scratch, TemporaryFolder
from .arrays import Cells, begins, grids_of, packed, unpacked, width
from .batches import Batches, References, beside, pieces
from .recalled import recalled
from .sorted_forms import sorted_forms
from .sorted_runs import Records, SortedRun, SortedRuns, put_away

PAIR = np.dtype([("number", np.int64), ("first", np.int64)])
"""A Sudoku that is a copy, and the first that it is a copy of, by their numbers."""


class _Task(NamedTuple):
    """Some Sudokus, packed, of which the first has this number; and a name for their run."""

    number: int
    rows: Cells
    name: str


class SharedForms:
    """Takes Sudokus of one shape, keeps what is seen of them, and finds the copies."""

    _numbers = count()

    def __init__(self, shape: BoxShape, scratch: Scratch, only: Parts = EVERYTHING) -> None:
        self._shape, self._scratch, self._only = shape, scratch, only
        self._runs = SortedRuns(scratch, "signature", _kind(shape))

    def taken(
        self, batches: Batches, number: int, jobs: Jobs
    ) -> Iterator[tuple[References, Cells]]:
        """Yield references and packed cells as they came, when what is seen of them is kept.

        They are numbered on from `number`.
        """

        def tasks(number: int) -> Iterator[tuple[_Task, tuple[References, Cells]]]:
            for cells, references in pieces(batches, self._shape):
                # A run that was begun when its batch was interrupted never gets its name again.
                task = _Task(number, packed(cells), f"{self._shape}-{next(self._numbers)}")
                number += len(cells)
                yield task, (references, task.rows)

        # Processes here send them back: often there are too few for a folder.
        look = partial(
            _looked_at,
            shape=self._shape,
            only=self._only,
            folder=self._scratch.shared,
            lasting=self._scratch.lasting,
        )
        for (references, rows), seen in beside(look, tasks(number), self._scratch.cluster or jobs):
            self._runs.add(seen)
            yield references, rows

    def copies(self, number: int, jobs: Jobs) -> Iterator[Records]:
        """Yield pairs of the first `number` Sudokus, all copies of one together, else unordered."""
        find = partial(_copies, number=number, shape=self._shape, only=self._only)
        if self._runs.are_few:
            for read in self._runs.pieces():
                yield find(read, jobs=jobs)
            return
        # Other workers than those that share it do not see what is kept here.
        by = self._scratch.cluster or (jobs if isinstance(jobs, int) else 1)
        yield from ordered(find, self._runs.pieces(), by)


def _kind(shape: BoxShape) -> np.dtype[np.void]:
    form = np.uint8, (width(shape.size),)
    fields: list[Any] = [("signature", np.uint64), ("number", np.int64), ("exact", bool)]
    return np.dtype([*fields, ("form", *form)])


def _looked_at(
    task: _Task,
    shape: BoxShape,
    only: Parts,
    folder: TemporaryFolder | None,
    lasting: FolderHere | None,
) -> Records | SortedRun:
    """Return what is kept of some Sudokus; where there is a folder it is put away."""

    def looked_at() -> Records:
        found = sorted_forms(unpacked(task.rows, shape.size), shape, only)
        seen = np.zeros(len(task.rows), _kind(shape))
        seen["signature"], seen["exact"] = found.signatures, found.exact
        seen["form"] = packed(found.forms)
        return seen

    seen = recalled(looked_at, f"forms {shape} {only}", task.rows, _kind(shape), lasting)
    seen["number"] = np.arange(task.number, task.number + len(seen))
    return seen if folder is None else put_away(seen, "signature", task.name, folder)


def _copies(
    read: Callable[[], Records], number: int, shape: BoxShape, only: Parts, jobs: Jobs = 1
) -> Records:
    """Return the pairs among the first `number` Sudokus, of a piece with all of their signatures.

    The records come by ascending signature, those with the same by number.
    """
    seen = read()
    # What was being kept at an interruption has larger numbers.
    seen = seen[seen["number"] < number]
    starts = np.flatnonzero(begins(seen["signature"]))
    lengths = np.diff(starts, append=len(seen))
    seen = seen[np.repeat(lengths > 1, lengths)]
    lengths = lengths[lengths > 1]
    starts = np.cumsum(lengths) - lengths
    forms, numbers = np.ascontiguousarray(seen["form"]), seen["number"]
    leaders = np.repeat(starts, lengths)
    equal = (forms == forms[leaders]).all(1)
    settled = np.logical_and.reduceat(equal, starts) if len(starts) else equal
    first = numbers[leaders]
    disputed = [
        slice(start, start + length)
        for start, length in zip(starts[~settled].tolist(), lengths[~settled].tolist(), strict=True)
    ]
    tasks = ((forms[run], seen["exact"][run], shape) for run in disputed)
    told = ordered(partial(_told_apart, only=only), tasks, jobs)
    for run, places in zip(disputed, told, strict=True):
        first[run] = numbers[run][places]
    are = first != numbers
    found = np.zeros(int(are.sum()), PAIR)
    found["number"], found["first"] = numbers[are], first[are]
    return found


def _told_apart(task: tuple[Cells, NDArray[np.bool_], BoxShape], only: Parts) -> list[int]:
    """Return for each of some Sudokus of one signature the place of the first that it copies.

    The task holds the form of each, packed, and whether it is exact. Equal forms are copies.
    Different ones are none if one of them is exact; else a solver compares the Sudoku with each
    class so far.
    """
    forms, exact, shape = task
    known: dict[bytes, int] = {}
    representatives: list[tuple[Grid, int]] = []
    places = []
    for i, is_exact in enumerate(exact.tolist()):
        key = forms[i].tobytes()
        if key not in known:
            known[key] = i
            if not is_exact:
                (grid,) = grids_of(unpacked(forms[i : i + 1], shape.size), shape)
                copied = (
                    place for other, place in representatives if are_copies(other, grid, only)
                )
                known[key] = next(copied, i)
                if known[key] == i:
                    representatives.append((grid, i))
        places.append(known[key])
    return places
