"""Which of many Sudokus are copies of which, and which are copies of known ones.

What is kept of Sudokus is their cells, and what `shared_forms` keeps, in temporary files where they
are many. In the end only those are looked at again whose signatures are equal.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from itertools import count
from typing import Any

import numpy as np

from ...answers.bulk.parallel_map import map_keeping_values
from ...answers.bulk.sorted_forms import find_witness
from ...reading.file_parts import PartOfFile
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, Grids, grids_of, mark_run_starts, pack_grids, unpack_grids
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs, map_in_order
from .batch_map import Batches, References, cut_batches
from .scratch import Scratch
from .shared_forms import PAIR, PartSeen, Task, find_copies, make_record_type, prepare_sudokus
from .sorted_runs import IN_A_PIECE, Records, SortedRuns
from .sudoku_storage import Indices, StoredGrids

_RUNS = count()
"""Numbers of the runs of this process."""


class Classes:
    """Which of `total` Sudokus are copies of which: by default none.

    What is kept is a pair for each copy, of its index and that of the first of its class; of many
    copies in the folder of `scratch`. Memory: little, but for what is returned as an array.
    """

    def __init__(
        self, total: int, copies: Iterable[Records] = (), scratch: Scratch | None = None
    ) -> None:
        self.total = total
        self.groups_number = self.largest = 0
        """How many classes have more than one member; how many members the largest of these has."""
        own = scratch or Scratch()
        self._by_number, self._by_first = (
            SortedRuns(own, key, PAIR) for key in ("number", "first")
        )
        for pairs in copies:
            for kept in (self._by_number, self._by_first):
                kept.add(pairs)
            lengths = np.unique(pairs["first"], return_counts=True)[1]
            self.groups_number += len(lengths)
            self.largest = max(self.largest, 1 + int(lengths.max(initial=0)))

    @property
    def number(self) -> int:
        """How many classes there are."""
        return self.total - self._by_number.number

    def pairs(self) -> Iterator[Records]:
        """Yield the copies in order, some at a time, with the `first` that each is a copy of."""
        return (read() for read in self._by_number.pieces())

    def copies_among(self, numbers: range) -> Callable[[], Records]:
        """Return what returns, here or elsewhere, the copies with these numbers, as `pairs`."""
        return self._by_number.make_reader(numbers.start, numbers.stop)

    @cached_property
    def first(self) -> Indices:
        """The index of the first Sudoku that each is a copy of; its own where there is none."""
        first = np.arange(self.total)
        for pairs in self.pairs():
            first[pairs["number"]] = pairs["first"]
        return first

    def representatives(self) -> Indices:
        """Return the first Sudoku of each class, in order."""
        return np.flatnonzero(self.first == np.arange(self.total))

    def copies(self) -> Indices:
        """Return all others, in order."""
        return np.flatnonzero(self.first != np.arange(self.total))

    def groups(self) -> Iterator[Indices]:
        """Yield the members of each class with more than one, in order; classes by their first."""
        for read in self._by_first.pieces():
            pairs = read()
            starts = np.flatnonzero(mark_run_starts(pairs["first"]))
            for some in np.split(pairs, starts[1:]) if len(pairs) else ():
                yield np.concatenate([some["first"][:1], some["number"]])


class Duplicates(AbstractContextManager["Duplicates"]):
    """Takes Sudokus of one shape, and says which are copies of which.

    No answer rests on a hash: sorted forms, or a solver, say which are copies and which are not.
    Memory: some 100 MB at most, whatever their number, besides the references and what members of
    one class need. In `scratch` a 9×9 Sudoku takes 100 bytes and a copy 32, until `close` or the
    end of a `with` statement.

    Copies are those `only` in which some parts differ. With a folder that the workers of a cluster
    share, what is seen of Sudokus is written and compared by them, whatever `jobs` says.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]), Grid([[0, 0], [2, 1]])]
    >>> with Duplicates(grids[0].shape) as duplicates:
    ...     duplicates.add(grids, ["one", "two", "three"])
    ...     classes = duplicates.classes()
    ...     [[duplicates.reference(i) for i in group] for group in classes.groups()]
    [['one', 'three']]
    """

    def __init__(
        self,
        shape: BoxShape | tuple[int, int] = (3, 3),
        scratch: Scratch | None = None,
        only: AllowedMoves = EVERYTHING,
    ) -> None:
        self.shape, self.only = BoxShape(*shape), only
        self._scratch = scratch or Scratch()
        self._cells = StoredGrids(self.shape.size, self._scratch)
        self._runs = SortedRuns(self._scratch, "signature", make_record_type(self.shape))
        self.references: list[Any] = []
        """What came with each batch, as `References`."""
        self._starts: list[int] = []
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the temporary files, those in the `scratch` folder included."""
        self._cells.close()
        self._scratch.close()

    def add(self, grids: Grids, references: References = None) -> None:
        """Take some Sudokus. Raises `GridError` where they are not of this shape."""
        self.take([(grids, references)])

    def take(
        self,
        batches: Batches,
        jobs: Jobs = 1,
        progress: Callable[[int], None] = lambda _: None,
        kept: Callable[[Any], Sequence[Any] | None] = lambda references: references,
    ) -> None:
        """Take batches of Sudokus, with `jobs` processes; `progress` is told how many were taken.

        `kept` makes references of what came with a batch when it is taken; of a part of a file it
        is given a `PartSeen`.

        What `len` counts has been taken, also when this is interrupted. Raises `GridError` for
        grids of another shape, or where there is not one reference for each grid.
        """
        scratch = self._scratch

        def tasks() -> Iterator[tuple[Task, tuple[References, Any]]]:
            for found, references in cut_batches(batches, self.shape):
                rows = found if isinstance(found, PartOfFile) else pack_grids(found)
                # A run that was begun when its batch was interrupted never gets its name again.
                yield (rows, f"{self.shape}-{next(_RUNS)}"), (references, rows)

        look = partial(
            prepare_sudokus,
            shape=self.shape,
            only=self.only,
            folder=scratch.shared,
            lasting=scratch.lasting,
        )
        for (came, rows), found in map_keeping_values(look, tasks(), scratch.cluster or jobs):
            seen = found.seen if isinstance(found, PartSeen) else found
            count = self._runs.add(seen, self._number)
            self.references.append(kept(found if isinstance(found, PartSeen) else came))
            self._cells.add(found.rows if isinstance(found, PartSeen) else rows)
            self._starts.append(self._number)
            self._number += count
            progress(self._number)

    def reference(self, i: int) -> Any:
        """Return what came with the i-th Sudoku; its index where nothing did."""
        batch = bisect_right(self._starts, i) - 1
        references = self.references[batch]
        return i if references is None else references[i - self._starts[batch]]

    def cells(self, which: Indices | Sequence[int]) -> Cells:
        """Return these Sudokus as they came, (K, size, size) uint8."""
        return unpack_grids(self._cells.rows(which), self.shape.size)

    def grid(self, i: int) -> Grid:
        """Return the i-th Sudoku."""
        return next(grids_of(self.cells([i]), self.shape))

    def witness(self, first: int, second: int) -> Transformation:
        """Return steps to a copy, followed on both grids; raise `WitnessError` where it is none."""
        return find_witness(self.grid(first), self.grid(second), self.only)

    def classes(
        self, jobs: Jobs = 1, progress: Callable[[float], None] = lambda _: None
    ) -> Classes:
        """Return which of the Sudokus taken so far are copies of which.

        `progress` is told about how many of them have been compared, from 0 to 1.
        """
        find = partial(find_copies, number=self._number, shape=self.shape, only=self.only)
        if self._runs.are_few:
            found = (find(read, jobs=jobs) for read in self._runs.pieces())
        else:
            # Other workers than those that share it do not see what is kept here.
            by = self._scratch.cluster or (jobs if isinstance(jobs, int) else 1)
            found = map_in_order(find, self._runs.pieces(), by)

        def compared() -> Iterator[Records]:
            for number, pairs in enumerate(found, 1):
                progress(min(1.0, number * IN_A_PIECE / max(1, self._number)))
                yield pairs

        return Classes(self._number, compared(), self._scratch)
