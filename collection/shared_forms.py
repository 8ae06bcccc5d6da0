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
from ..base.errors import SudokopieError
from ..reading.head import LeftAside
from ..reading.parts import PartOfFile
from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.shape import BoxShape, check_same_shape
from ..system.ordered import Jobs, ordered
from ..system.scratch import FolderHere, Scratch, TemporaryFolder
from .arrays import Cells, array_of, begins, grids_of, packed, slices, unpacked, width
from .batches import Batches, References, beside, pieces
from .recalled import recalled
from .sorted_forms import sorted_forms
from .sorted_runs import Records, SortedRun, SortedRuns, put_away, sorted_by
from .stored import Fetched, Places

_AT_ONCE = 10_000
"""Of so many Sudokus of a part what is seen is found at once: a part may have many more."""

PAIR = np.dtype([("number", np.int64), ("first", np.int64)])
"""A Sudoku that is a copy, and the first that it is a copy of, by their numbers."""


class _Task(NamedTuple):
    """Some Sudokus, packed, or the part of a file where they stand; and a name for their run."""

    rows: Cells | PartOfFile
    name: str


class PartSeen(NamedTuple):
    """What was found of a part of a file by whoever read it.

    How many good Sudokus there are, what is kept of them, packed cells and places, which may be
    elsewhere; what is wrong with the others, and how many lines held no Sudoku.
    """

    part: PartOfFile
    total: int
    seen: Records | SortedRun
    rows: Fetched[Cells]
    places: Fetched[Places]
    problems: list[SudokopieError]
    aside: LeftAside


class SharedForms:
    """Takes Sudokus of one shape, keeps what is seen of them, and finds the copies."""

    _numbers = count()

    def __init__(self, shape: BoxShape, scratch: Scratch, only: Parts = EVERYTHING) -> None:
        self._shape, self._scratch, self._only = shape, scratch, only
        self._runs = SortedRuns(scratch, "signature", _kind(shape))

    def taken(
        self, batches: Batches, number: int, jobs: Jobs
    ) -> Iterator[tuple[References | PartSeen, Fetched[Cells], int]]:
        """Yield references and packed cells as they came, when what is seen of them is kept.

        Of a part of a file comes what was seen of it in place of references; and each time how
        many Sudokus these are, which are numbered on from `number`.
        """

        def tasks() -> Iterator[tuple[_Task, tuple[References, Cells | PartOfFile]]]:
            for found, references in pieces(batches, self._shape):
                rows = found if isinstance(found, PartOfFile) else packed(found)
                # A run that was begun when its batch was interrupted never gets its name again.
                yield _Task(rows, f"{self._shape}-{next(self._numbers)}"), (references, rows)

        # Processes here send them back: often there are too few for a folder.
        look = partial(
            _looked_at,
            shape=self._shape,
            only=self._only,
            folder=self._scratch.shared,
            lasting=self._scratch.lasting,
        )
        for (references, rows), found in beside(look, tasks(), self._scratch.cluster or jobs):
            if isinstance(found, PartSeen):
                self._runs.add(found.seen, number)
                yield found, found.rows, found.total
                number += found.total
            elif not isinstance(rows, PartOfFile):
                self._runs.add(found, number)
                yield references, rows, len(rows)
                number += len(rows)

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
) -> Records | SortedRun | PartSeen:
    """Return what is kept of some Sudokus; where there is a folder it is put away.

    They are numbered from 0.
    """

    def looked_at(rows: Cells) -> Records:
        found = sorted_forms(unpacked(rows, shape.size), shape, only)
        seen = np.zeros(len(rows), _kind(shape))
        seen["signature"], seen["exact"] = found.signatures, found.exact
        seen["form"] = packed(found.forms)
        return seen

    part = None
    if isinstance(task.rows, PartOfFile):
        part, rows, places = _read(task.rows, shape)
    else:
        rows = task.rows
    about, kind = f"forms {shape} {only}", _kind(shape)
    seen = np.concatenate(
        [
            recalled(partial(looked_at, rows[some]), about, rows[some], kind, lasting)
            for some in slices(len(rows) or 1, _AT_ONCE)
        ]
    )
    seen["number"] = np.arange(len(seen))
    if folder is None:
        return seen if part is None else part._replace(seen=sorted_by("signature", seen))
    run = put_away(seen, "signature", task.name, folder)
    if part is None:
        return run
    folder.write(f"{task.name}-cells", cells := rows.tobytes())
    folder.write(f"{task.name}-places", lines := places.packed())
    return part._replace(
        seen=run,
        rows=partial(_rows_in, folder, f"{task.name}-cells", len(cells), rows.shape),
        places=partial(_places_in, folder, f"{task.name}-places", len(lines), places.file),
    )


def _rows_in(folder: TemporaryFolder, name: str, length: int, shape: tuple[int, ...]) -> Cells:
    return np.frombuffer(folder.read(name, 0, length), np.uint8).reshape(shape)


def _places_in(folder: TemporaryFolder, name: str, length: int, file: str) -> Places:
    return Places.unpacked(file, folder.read(name, 0, length))


def _read(part: PartOfFile, shape: BoxShape) -> tuple[PartSeen, Cells, Places]:
    """Return a part of a file, nothing seen of it so far, and its packed cells and their places.

    Raises the error that ends it before its end.
    """
    found, problems = list[Cells](), list[SudokopieError]()
    lines, names = list[int](), list[str]()
    with part.read() as grids:
        check_same_shape(shape, grids.shape)
        for entries in grids.batches(_AT_ONCE):
            good = [entry for entry in entries if entry.error is None]
            problems += [entry.error for entry in entries if entry.error is not None]
            found.append(packed(array_of(b"".join([entry.cells for entry in good]), shape)))
            lines += [entry.line for entry in good]
            names += [entry.name for entry in good]
        if grids.broken_off is not None:
            raise problems[-1]
        aside = grids.left_aside
    rows = np.concatenate([np.zeros((0, width(shape.size)), np.uint8), *found])
    places, nothing = Places.of(part.name, lines, names), np.zeros(0, _kind(shape))
    return PartSeen(part, len(rows), nothing, rows, places, problems, aside), rows, places


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
