"""Find the copies among many Sudokus of one shape.

The cells of the Sudokus are kept in a temporary file. The records that `shared_forms` makes of them
are kept in temporary files too if they are many. Finally, only Sudokus with equal signatures are
compared.
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
from .shared_forms import PAIR_TYPE, PartSeen, Task, find_copies, make_record_type, prepare_sudokus
from .sorted_runs import RECORDS_IN_A_PIECE, Records, SortedRuns
from .sudoku_storage import Indices, StoredGrids

_RUN_NUMBERS = count()
"""Numbers for the names of files with sorted records that this process writes; each number is used
once.
"""


class Classes:
    """The classes of `total` Sudokus: a class is a Sudoku and all its copies. `copies` yields
    arrays of pairs: the index of a copy, and the index of the first Sudoku of its class. Without
    `copies` no two Sudokus are copies. If there are many pairs, they are kept in the folder of
    `scratch`, so only the arrays that methods return need much memory.
    """

    def __init__(
        self, total: int, copies: Iterable[Records] = (), scratch: Scratch | None = None
    ) -> None:
        self.total = total
        self.groups_number = self.largest = 0
        """The number of classes with more than one member, and the size of the largest of them."""
        own = scratch or Scratch(has_option=False)
        self._by_number, self._by_first = (
            SortedRuns(own, key, PAIR_TYPE) for key in ("number", "first")
        )
        for pairs in copies:
            for kept in (self._by_number, self._by_first):
                kept.add(pairs)
            lengths = np.unique(pairs["first"], return_counts=True)[1]
            self.groups_number += len(lengths)
            self.largest = max(self.largest, 1 + int(lengths.max(initial=0)))

    @property
    def number(self) -> int:
        """The number of classes: a Sudoku and all its copies count once."""
        return self.total - self._by_number.number

    def pairs(self) -> Iterator[Records]:
        """Yield arrays of pairs: the `number` of each copy, and the `first` Sudoku of its class.
        The copies come in ascending order.
        """
        return (read() for read in self._by_number.list_pieces())

    def copies_among(self, numbers: range) -> Callable[[], Records]:
        """Return a function that returns the copies among the Sudokus with these numbers: for each
        copy a pair, its number and the number of the first Sudoku of its class. The function may be
        called in another process, or by a worker of the cluster.
        """
        return self._by_number.make_reader(numbers.start, numbers.stop)

    @cached_property
    def first(self) -> Indices:
        """For each Sudoku the index of the first Sudoku of its class: the first of all copies, or
        its own index if there is no earlier copy.
        """
        first = np.arange(self.total)
        for pairs in self.pairs():
            first[pairs["number"]] = pairs["first"]
        return first

    def representatives(self) -> Indices:
        """Return the index of the first Sudoku of each class, ascending."""
        return np.flatnonzero(self.first == np.arange(self.total))

    def copies(self) -> Indices:
        """Return the indices of all Sudokus that are copies of an earlier Sudoku, ascending."""
        return np.flatnonzero(self.first != np.arange(self.total))

    def groups(self) -> Iterator[Indices]:
        """Yield for each class with more than one member the indices of its members, ascending. The
        classes come in the order of their first members.
        """
        for read in self._by_first.list_pieces():
            pairs = read()
            starts = np.flatnonzero(mark_run_starts(pairs["first"]))
            for some in np.split(pairs, starts[1:]) if len(pairs) else ():
                yield np.concatenate([some["first"][:1], some["number"]])


class Duplicates(AbstractContextManager["Duplicates"]):
    """A collection of Sudokus of one shape that finds the copies among them. Only Sudokus with
    equal signatures (hashes that all copies share) are compared. Their sorted forms (copies with
    lines and digits in a sorted order), or a solver, then decide whether they are copies, so a
    collision of hashes makes no wrong answer. For any number of Sudokus about 100 MB of memory are
    enough, besides the references and the members of one class. In `scratch` a 9×9 Sudoku takes 100
    bytes and a copy 32, until `close` or the end of a `with` statement.

    `only` states which parts of a transformation may be used: a Sudoku counts as a copy if the
    allowed parts are enough. If `scratch` has a folder that the workers of a cluster share, these
    workers prepare and compare the Sudokus, and `jobs` is ignored.

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
        self._scratch = scratch or Scratch(has_option=False)
        self._cells = StoredGrids(self.shape.size, self._scratch)
        self._runs = SortedRuns(self._scratch, "signature", make_record_type(self.shape))
        self.references: list[Any] = []
        """For each batch the references of its Sudokus, None if the batch has no references."""
        self._starts: list[int] = []
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def __exit__(self, *_: object) -> None:
        self.close()

    def make_scratch(self) -> Scratch:
        """Return a new `Scratch` for further temporary files in the same place."""
        return Scratch(self._scratch.place, has_option=self._scratch.has_option)

    def close(self) -> None:
        """Remove the temporary files, including all files in the folder of `scratch`."""
        self._cells.close()
        self._scratch.close()

    def add(self, grids: Grids, references: References = None) -> None:
        """Add Sudokus and, for each Sudoku, a reference, which may be any object. Raises
        `GridError` if the Sudokus are not of the shape of this collection, or if there is not one
        reference for each Sudoku.
        """
        self.take([(grids, references)])

    def take(
        self,
        batches: Batches,
        jobs: Jobs = 1,
        progress: Callable[[int], None] = lambda _: None,
        choose_references: Callable[[Any], Sequence[Any] | None] = lambda references: references,
    ) -> None:
        """Add batches of Sudokus, whose signatures and sorted forms `jobs` processes compute. After
        each batch `progress` is called with the number of Sudokus added so far. `choose_references`
        is called with the references that came with a batch, or with the `PartSeen` if the batch is
        a part of a file, and returns the references to store.

        If the call is interrupted, the Sudokus added by then stay, and `len` returns their number.
        Raises `GridError` if grids are of another shape, or if there is not one reference for each
        grid.
        """
        scratch = self._scratch

        def make_tasks() -> Iterator[tuple[Task, tuple[References, Any]]]:
            for found, references in cut_batches(batches, self.shape):
                rows = found if isinstance(found, PartOfFile) else pack_grids(found)
                # A run has a new name each time, so no file of an interrupted batch is overwritten.
                yield (rows, f"{self.shape}-{next(_RUN_NUMBERS)}"), (references, rows)

        look = partial(
            prepare_sudokus,
            shape=self.shape,
            only=self.only,
            folder=scratch.shared,
            lasting=scratch.lasting,
        )
        for (came, rows), found in map_keeping_values(look, make_tasks(), scratch.cluster or jobs):
            seen = found.seen if isinstance(found, PartSeen) else found
            count = self._runs.add(seen, self._number)
            self.references.append(
                choose_references(found if isinstance(found, PartSeen) else came)
            )
            self._cells.add(found.rows if isinstance(found, PartSeen) else rows)
            self._starts.append(self._number)
            self._number += count
            progress(self._number)

    def reference(self, i: int) -> Any:
        """Return the reference that was added with the Sudoku with index `i`. If its batch was
        added without references, return `i`.
        """
        batch = bisect_right(self._starts, i) - 1
        references = self.references[batch]
        return i if references is None else references[i - self._starts[batch]]

    def cells(self, which: Indices | Sequence[int]) -> Cells:
        """Return the cells of the Sudokus with these indices as an array (K, size, size), uint8.
        The Sudokus are unchanged, not in their sorted form.
        """
        return unpack_grids(self._cells.read_rows(which), self.shape.size)

    def grid(self, i: int) -> Grid:
        """Return the Sudoku with index `i`, counted from 0."""
        return next(grids_of(self.cells([i]), self.shape))

    def witness(self, first: int, second: int) -> Transformation:
        """Return a transformation from the first Sudoku to the second, verified on both grids.
        `first` and `second` are indices. Raises `WitnessError` if the second Sudoku is no copy of
        the first.
        """
        return find_witness(self.grid(first), self.grid(second), self.only)

    def classes(
        self, jobs: Jobs = 1, progress: Callable[[float], None] = lambda _: None
    ) -> Classes:
        """Compare the Sudokus added so far, with `jobs` processes, and return their classes.
        `progress` is called with the approximate share that has been compared, from 0 to 1.
        """
        find = partial(find_copies, number=self._number, shape=self.shape, only=self.only)
        if self._runs.are_in_memory:
            found = (find(read, jobs=jobs) for read in self._runs.list_pieces())
        else:
            # The records are in a folder of this machine, or in a folder that the cluster shares.
            # Workers that cannot access this folder cannot read them.
            by = self._scratch.cluster or (jobs if isinstance(jobs, int) else 1)
            found = map_in_order(find, self._runs.list_pieces(), by)

        def compare_pieces() -> Iterator[Records]:
            for number, pairs in enumerate(found, 1):
                progress(min(1.0, number * RECORDS_IN_A_PIECE / max(1, self._number)))
                yield pairs

        return Classes(self._number, compare_pieces(), self._scratch)
