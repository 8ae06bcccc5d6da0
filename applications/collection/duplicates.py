"""Find the copies among many Sudokus of one box shape.

The cells of the Sudokus are stored in a temporary file. For each Sudoku there is also a record with
its signature, a hash that all its copies share; if there are many records, they are in temporary
files too. Only Sudokus with equal signatures are compared.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from itertools import count
from typing import Any

import numpy as np

from ...answers.bulk.parallel_map import yield_labelled_results
from ...answers.bulk.sorted_forms import find_verified_witness
from ...reading.file_parts import PartOfFile
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import (
    Cells,
    Grids,
    make_mask_of_run_starts,
    pack_grids,
    unpack_grids,
    yield_grids_of_array,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs, map_in_order
from .batch_cutting import Batches, References, yield_cells_and_references_in_pieces
from .copy_records import (
    PAIR_TYPE,
    FilePartResults,
    Task,
    find_copy_and_first_pairs,
    make_record_type,
    make_sorted_records_or_part_records,
)
from .scratch import ScratchFiles
from .sorted_runs import RECORDS_IN_A_PIECE, Records, SortedRecords
from .sudoku_storage import GridStorage, Indices, choose_index_type

_RUN_NUMBERS = count()
"""A counter for the names of the files with sorted records that this process writes, so that each
name is used once.
"""


class Classes:
    """The division of `total` Sudokus into classes: a class is a Sudoku and all its copies.
    `copies` yields arrays of pairs: the index of a copy, and the index of the first Sudoku of its
    class. If `copies` yields nothing, no Sudoku is a copy of another, so that there are `total`
    classes.

    If there are many pairs, they are stored in temporary files of `scratch` instead of in memory.
    If `scratch` is None, these files are in the system's temporary folder.
    """

    def __init__(
        self, total: int, copies: Iterable[Records] = (), scratch: ScratchFiles | None = None
    ) -> None:
        self.total = total
        self.groups_number = self.largest = 0
        """The number of classes with more than one Sudoku, and the number of Sudokus in the largest
        class.
        """
        own = scratch or ScratchFiles(has_scratch_option=False)
        self._by_number, self._by_first = (
            SortedRecords(own, key, PAIR_TYPE) for key in ("number", "first")
        )
        for pairs in copies:
            for kept in (self._by_number, self._by_first):
                kept.add_and_count_records(pairs)
            lengths = np.unique(pairs["first"], return_counts=True)[1]
            self.groups_number += len(lengths)
            self.largest = max(self.largest, 1 + int(lengths.max(initial=0)))

    @property
    def number(self) -> int:
        """The number of classes; a class is a Sudoku and all its copies."""
        return self.total - self._by_number.record_count

    def pairs(self) -> Iterator[Records]:
        """Yield arrays that have one record for each copy. The field `number` is the index of the
        copy, and the field `first` the index of the first Sudoku of its class. Records are in
        ascending order of `number`.
        """
        return (read() for read in self._by_number.yield_piece_readers())

    def make_copies_reader(self, numbers: range) -> Callable[[], Records]:
        """Return a function that reads the copies among the Sudokus with the numbers `numbers`,
        which is a range with step 1. The function returns a pair for each copy: its number, and the
        number of the first Sudoku of its class. Another process, or a worker of a cluster, can call
        the function.
        """
        return self._by_number.make_range_reader(numbers.start, numbers.stop)

    @cached_property
    def first(self) -> Indices:
        """For each of the N Sudokus the index of the first Sudoku of its class, as an array of
        shape (N,). A Sudoku without an earlier copy has its own index.
        """
        first: Indices = np.arange(self.total, dtype=choose_index_type(self.total))
        for pairs in self.pairs():
            first[pairs["number"]] = pairs["first"]
        return first

    def representatives(self) -> Indices:
        """Return the index of the first Sudoku of each class, ascending."""
        firsts = self.first
        is_first = firsts == np.arange(self.total, dtype=firsts.dtype)
        found: Indices = np.flatnonzero(is_first).astype(firsts.dtype)
        return found

    def copies(self) -> Indices:
        """Return the indices of all Sudokus that are copies of an earlier Sudoku, ascending."""
        firsts = self.first
        return np.flatnonzero(firsts != np.arange(self.total, dtype=firsts.dtype))

    def groups(self) -> Iterator[Indices]:
        """Yield an array for each class with more than one Sudoku: the indices of its Sudokus,
        ascending. The classes come in the order of their first Sudokus.
        """
        for read in self._by_first.yield_piece_readers():
            pairs = read()
            starts = np.flatnonzero(make_mask_of_run_starts(pairs["first"]))
            for some in np.split(pairs, starts[1:]) if len(pairs) else ():
                yield np.concatenate([some["first"][:1], some["number"]])


class SudokuCollection(AbstractContextManager["SudokuCollection"]):
    """A collection of Sudokus of one box shape that finds the copies among them. Only Sudokus with
    equal signatures (hashes that all copies share) are compared exactly, so a collision of hashes
    cannot make an answer wrong. About 100 MB of memory are enough for any number of Sudokus, apart
    from the references and the Sudokus of one class.

    `scratch` manages the temporary files: a 9×9 Sudoku takes 100 bytes there and a copy 32, until
    `close` is called or a `with` statement ends. `only` has the kinds of moves that are allowed,
    such as turns or renamed digits: a Sudoku counts as a copy only if these moves are enough. If
    `scratch` has a folder that the workers of a cluster share, these workers do the work, and
    `jobs` is ignored.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]), Grid([[0, 0], [2, 1]])]
    >>> with SudokuCollection(grids[0].shape) as collection:
    ...     collection.add(grids, ["one", "two", "three"])
    ...     classes = collection.classes()
    ...     [[collection.reference(i) for i in group] for group in classes.groups()]
    [['one', 'three']]
    """

    def __init__(
        self,
        shape: BoxShape | tuple[int, int] = (3, 3),
        scratch: ScratchFiles | None = None,
        only: AllowedMoves = EVERYTHING,
    ) -> None:
        self.shape, self.only = BoxShape(*shape), only
        self._scratch = scratch or ScratchFiles(has_scratch_option=False)
        self._cells = GridStorage(self.shape.size, self._scratch)
        self._runs = SortedRecords(self._scratch, "signature", make_record_type(self.shape))
        self.references: list[Any] = []
        """The references of the Sudokus of each batch, None for a batch that has no references."""
        self._starts: list[int] = []
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def __exit__(self, *_: object) -> None:
        self.close()

    def make_scratch_files_in_same_folder(self) -> ScratchFiles:
        """Return a manager for further temporary files in the folder of this object's temporary
        files.
        """
        return ScratchFiles(
            self._scratch.parent_folder, has_scratch_option=self._scratch.has_scratch_option
        )

    def close(self) -> None:
        """Remove the temporary files of this object. If `scratch` has a folder, all files in this
        folder are removed.
        """
        self._cells.close()
        self._scratch.close()

    def add(self, grids: Grids, references: References = None) -> None:
        """Add Sudokus with a reference for each, which may be any object. Raises `GridError` if a
        Sudoku does not have the box shape of this collection, or if there is not one reference for
        each Sudoku.
        """
        self.add_batches([(grids, references)])

    def add_batches(
        self,
        batches: Batches,
        jobs: Jobs = 1,
        progress: Callable[[int], None] = lambda _: None,
        choose_references: Callable[[Any], Sequence[Any] | None] = lambda references: references,
        *,
        keeps_names: bool = True,
    ) -> None:
        """Add batches of Sudokus, for which `jobs` processes compute the hashes by which copies are
        found. After each batch `progress` is called with the number of Sudokus added so far.

        `choose_references` is called with the references of each batch, and returns the references
        that are stored. If the batch is a part of a file, `choose_references` is called with a
        `FilePartResults`, which has the results of reading this part; the places in it have the
        names of the Sudokus if `keeps_names`.

        If the call is interrupted, the Sudokus that had been added before stay, and `len` returns
        their number. Raises `GridError` if a Sudoku has another box shape, or if there is not one
        reference for each Sudoku.
        """
        scratch = self._scratch

        def make_tasks() -> Iterator[tuple[Task, tuple[References, Any]]]:
            for found, references in yield_cells_and_references_in_pieces(batches, self.shape):
                rows = found if isinstance(found, PartOfFile) else pack_grids(found)
                # A run has a new name each time, so no file of an interrupted batch is overwritten.
                yield (rows, f"{self.shape}-{next(_RUN_NUMBERS)}"), (references, rows)

        look = partial(
            make_sorted_records_or_part_records,
            shape=self.shape,
            allowed_moves=self.only,
            folder=scratch.shared,
            results_folder=scratch.results_folder,
            keeps_names=keeps_names,
        )
        for (came, rows), found in yield_labelled_results(
            look, make_tasks(), scratch.cluster or jobs
        ):
            seen = found.seen if isinstance(found, FilePartResults) else found
            count = self._runs.add_and_count_records(seen, self._number)
            self.references.append(
                choose_references(found if isinstance(found, FilePartResults) else came)
            )
            self._cells.add_packed_grids(found.rows if isinstance(found, FilePartResults) else rows)
            self._starts.append(self._number)
            self._number += count
            progress(self._number)

    def reference(self, index: int) -> Any:
        """Return the reference that was added with the Sudoku at an index. If its batch was added
        without references, return the index.
        """
        batch = bisect_right(self._starts, index) - 1
        references = self.references[batch]
        return index if references is None else references[index - self._starts[batch]]

    def find_storage_indices(self, indices: Indices) -> Indices:
        """Return the references of the Sudokus at K indices as an array of shape (K,). The
        references of each batch must be a range of integers, such as indices in another storage.
        """
        starts = np.array(self._starts, np.int64)
        firsts = np.array([batch.start for batch in self.references], np.int64)
        batches = np.searchsorted(starts, indices, "right") - 1
        found: Indices = firsts[batches] + indices - starts[batches]
        return found

    def cells(self, indices: Indices | Sequence[int]) -> Cells:
        """Return the cells of the Sudokus at K indices as an array of shape (K, rows, columns),
        uint8. These are the Sudokus as they were added.
        """
        return unpack_grids(self._cells.read_packed_rows(indices), self.shape.size)

    def grid(self, i: int) -> Grid:
        """Return the Sudoku with index `i`, counted from 0."""
        return next(yield_grids_of_array(self.cells([i]), self.shape))

    def find_equal(self, indices: Indices, others: Indices) -> Indices:
        """Return for each of K pairs of Sudokus whether both are equal cell by cell, as an array of
        shape (K,), bool. `indices` and `others` have the indices of the Sudokus.
        """
        read = self._cells.read_packed_rows
        found: Indices = (read(indices) == read(others)).all(axis=1)
        return found

    def witness(self, first: int, second: int) -> Transformation:
        """Return a transformation from one Sudoku to another, verified on both grids. `first` and
        `second` are the indices of the Sudokus. Raises `WitnessError` if the second Sudoku is not a
        copy of the first.
        """
        return find_verified_witness(self.grid(first), self.grid(second), self.only)

    def classes(
        self, jobs: Jobs = 1, progress: Callable[[float], None] = lambda _: None
    ) -> Classes:
        """Compare the Sudokus added so far, with `jobs` processes, and return their classes of
        copies. `progress` is called with the approximate share of the comparisons that are done,
        from 0 to 1.
        """
        find = partial(
            find_copy_and_first_pairs,
            sudoku_count=self._number,
            shape=self.shape,
            allowed_moves=self.only,
        )
        if self._runs.are_in_memory:
            found = (find(read, jobs=jobs) for read in self._runs.yield_piece_readers())
        else:
            # The records are in a folder of this machine, or in a folder that the cluster shares.
            # Workers that cannot access this folder cannot read them.
            by = self._scratch.cluster or (jobs if isinstance(jobs, int) else 1)
            found = map_in_order(find, self._runs.yield_piece_readers(), by)

        def yield_copy_pairs_of_pieces() -> Iterator[Records]:
            """Yield the pairs of copies, one array for each piece of the records, and call
            `progress` for each. A piece has all records with certain signatures (hashes that all
            copies share), so that the copies in it can be found separately.
            """
            for number, pairs in enumerate(found, 1):
                progress(min(1.0, number * RECORDS_IN_A_PIECE / max(1, self._number)))
                yield pairs

        return Classes(self._number, yield_copy_pairs_of_pieces(), self._scratch)
