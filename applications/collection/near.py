"""Near copies: Sudokus that become copies if a few clues are omitted or changed.

Two Sudokus are near copies with K if they become copies when up to K clues are omitted from each. A
clue that was changed or moved is omitted from both Sudokus; a clue that was added is omitted from
one Sudoku. If the Sudoku with more clues has m clues, a transformation therefore brings at least
m - K of them onto equal clues of the second Sudoku. The question `nearest` counts these clues, too.

No pair is missed: the search omits 1 to K clues from every Sudoku in all ways, and computes the
signature of each remainder. A whole Sudoku is a remainder too, if another Sudoku has up to K clues
more. No pair is wrong: remainders with the same signature are compared exactly, as in
`SudokuCollection`. The search finds pairs with fewer omitted clues first, so the number of agreeing
clues is exact.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from ...answers.bulk.colour_refinement import Hashes
from ...base.errors import ArgumentError
from ...sudoku.arrays import (
    Cells,
    Grids,
    convert_to_array_and_shape,
    make_mask_of_run_starts,
    yield_index_slices,
)
from ...sudoku.shape import BoxLike
from ...system.ordered_map import Jobs, map_in_order
from .duplicates import Classes, SudokuCollection
from .near_known import find_near_copies_of_known_sudokus
from .remainders import (
    REMAINDERS_AT_ONCE,
    NearPair,
    Remainders,
    collect_near_pairs,
    compute_signatures_of_remainders,
    yield_agreeing_and_omitted_counts_of_searches,
    yield_sudoku_groups_by_equal_remainders,
)
from .sorted_runs import Records, SortedRecords
from .sudoku_storage import Indices, choose_index_type


def near_pairs(  # noqa: PLR0913 - a question with all its options
    collection: SudokuCollection | Grids,
    max_omitted: int = 1,
    classes: Classes | None = None,
    jobs: Jobs = 1,
    known_count: int | None = None,
    *,
    box: BoxLike = None,
    column: str | int | None = None,
    offset: int = 0,
) -> list[NearPair]:
    """Return the near copies among some Sudokus: the pairs of Sudokus that are not copies, but
    become copies if up to `max_omitted` clues are removed from each. Pairs with more agreeing clues
    come first, then pairs in the order of the Sudokus.

    - `collection`: a `SudokuCollection`, or an array, list or column of Sudokus. If Sudokus are
      copies of each other, only the first of them is compared.
    - `classes`: the classes of copies that `collection.classes()` returns; None means that they are
      found first.
    - `jobs`: the number of processes.
    - `known_count`: the first `known_count` Sudokus are known Sudokus, and each returned pair has a
      known and a new Sudoku; None means that all Sudokus are compared with each other.
    - `box`: the box shape of an array, list or column; None means the shape of the grids, or boxes
      as square as possible.
    - `column`: the column of a table, or the key of the dicts, that has the Sudokus.
    - `offset`: the number that is subtracted from each cell of an array, list or column; with 1,
      the number 1 is a blank and 2 the digit 1.

    Each way to remove clues from a Sudoku takes time, and 16 bytes of temporary files: for a Sudoku
    with 17 clues there are 17 ways to remove one clue and 136 ways to remove two. If `known_count`
    is given, there are no temporary files for known Sudokus. Raises `ArgumentError` if
    `max_omitted` is below 0, and `GridError` if the Sudokus are not grids of one shape.

    >>> from sudokopie import Grid
    >>> with SudokuCollection((1, 2)) as collection:
    ...     collection.add([Grid([[1, 2], [0, 1]]), Grid([[2, 0], [1, 0]])])
    ...     [(pair.first, pair.second, pair.agreeing) for pair in near_pairs(collection)]
    [(0, 1, 2)]
    """
    if max_omitted < 0:
        raise ArgumentError(f"expected at least 0 clues, found {max_omitted}")
    if not isinstance(collection, SudokuCollection):
        cells, shape = convert_to_array_and_shape(collection, box, column, offset)
        with SudokuCollection(shape) as taken:
            taken.add_batches([(cells, None)], jobs)
            return near_pairs(taken, max_omitted, None, jobs, known_count)
    chosen = (classes or collection.classes(jobs)).representatives()
    if known_count is None:
        found = _NearCopySearch(collection, chosen, jobs).list_near_pairs(max_omitted)
    else:
        border = int(np.searchsorted(chosen, known_count))
        old, new = chosen[:border], chosen[border:]
        pairs = find_near_copies_of_known_sudokus(
            len(old),
            lambda some: collection.cells(old[some]),
            collection.cells(new),
            collection.shape,
            max_omitted,
            jobs,
            collection.only,
        )
        found = [
            pair._replace(first=int(old[pair.first]), second=int(new[pair.second]))
            for pair in pairs
        ]
    return sorted(found, key=lambda pair: (-pair.agreeing, pair.first, pair.second))


def find_first_near_copies(
    collection: SudokuCollection, max_omitted: int, classes: Classes, jobs: Jobs
) -> Indices:
    """Return an array of shape (N,) with a number for each of the N Sudokus of the collection
    `collection`: the index of the first Sudoku of which it is a copy or a near copy. If there is no
    such Sudoku before it, the number is its own index. Two Sudokus are near copies if they become
    copies when up to `max_omitted` clues of both are removed.

    All copies of a Sudoku get the same number. `classes` are the classes of copies among the
    Sudokus, and `jobs` is the number of processes.
    """
    first, chosen = classes.first, classes.representatives()
    near = first.copy()
    search = _NearCopySearch(collection, chosen, jobs)
    near[chosen] = search.find_first_near_copies(max_omitted)
    found: Indices = near[first]
    return found


_SIGNED = np.dtype([("signature", np.uint64), ("number", np.int64)])
"""The type of a record about a remainder (a Sudoku of which some clues are removed). `signature` is
a hash that all copies of the remainder share, and `number` its number among all remainders with
equally many clues.
"""


class _SudokusWithEqualClueCount(NamedTuple):
    """Several Sudokus with the same number of clues. From each of them `omitted_count` clues will
    be removed, in all possible ways; `ways` is the number of these ways for one Sudoku. `owners`
    are the indices of the Sudokus in the collection.
    """

    owners: Indices
    omitted_count: int
    ways: int


class _NearCopySearch:
    """The search for pairs of Sudokus that become copies if a few clues are removed. It compares
    the Sudokus of `collection` with the indices `chosen`; no two of them may be copies.
    """

    def __init__(self, collection: SudokuCollection, chosen: Indices, jobs: Jobs) -> None:
        self.shape, self.only = collection.shape, collection.only
        self.chosen, self.jobs, self._collection = chosen, jobs, collection
        clues = np.zeros(len(chosen), np.int16)
        for some in yield_index_slices(len(chosen), REMAINDERS_AT_ONCE):
            clues[some] = np.count_nonzero(collection.cells(chosen[some]), (1, 2))
        index_type = choose_index_type(len(chosen))
        self.by_clues = {
            count: np.flatnonzero(clues == count).astype(index_type)
            for count in np.flatnonzero(np.bincount(clues)).tolist()
        }

    def list_near_pairs(self, max_omitted: int) -> list[NearPair]:
        """Return all pairs of Sudokus that become copies if up to `max_omitted` clues of each are
        removed. Pairs for which fewer clues must be removed come first.
        """
        return [
            pair._replace(first=int(self.chosen[pair.first]), second=int(self.chosen[pair.second]))
            for pair in collect_near_pairs(self._yield_near_pairs, self.by_clues, max_omitted)
        ]

    def find_first_near_copies(self, max_omitted: int) -> Indices:
        """Return for each of the chosen Sudokus the index of its first near copy, which becomes a
        copy if up to `max_omitted` clues of both are removed. If no earlier Sudoku is a near copy,
        the array has the Sudoku's own index. This takes less memory than to list all pairs.
        """
        first = np.arange(len(self.chosen), dtype=choose_index_type(len(self.chosen)))
        for agreeing, omitted_limit in yield_agreeing_and_omitted_counts_of_searches(
            self.by_clues, max_omitted
        ):
            for pair in self._yield_near_pairs(agreeing, omitted_limit):
                first[pair.second] = min(first[pair.second], pair.first)
        found: Indices = self.chosen[first]
        return found

    def _yield_near_pairs(self, agreeing_count: int, omitted_limit: int) -> Iterator[NearPair]:
        """Yield pairs of Sudokus that become copies if some clues are removed from both, so that
        each has exactly `agreeing_count` clues left. At most `omitted_limit` clues are removed from
        a Sudoku. A pair may be yielded several times.
        """
        sets = [
            _SudokusWithEqualClueCount(
                self.by_clues[agreeing_count + omitted_count],
                omitted_count,
                comb(agreeing_count + omitted_count, omitted_count),
            )
            for omitted_count in range(omitted_limit + 1)
            if agreeing_count + omitted_count in self.by_clues
        ]
        starts = np.cumsum([0, *(len(one.owners) * one.ways for one in sets)])
        with closing(self._collection.make_scratch_files_in_same_folder()) as scratch:
            runs = SortedRecords(scratch, "signature", _SIGNED)
            for one, start in zip(sets, starts, strict=False):
                for number, signed in self._yield_first_numbers_and_signatures(one):
                    records = np.zeros(len(signed), _SIGNED)
                    records["signature"] = signed
                    records["number"] = np.arange(number, number + len(signed))
                    runs.add_and_count_records(records, int(start))
            found = [
                _find_numbers_of_shared_remainders(read(), sets, starts)
                for read in runs.yield_piece_readers()
            ]
        which = np.sort(np.concatenate(found))
        shared = []
        for one, start, end in zip(sets, starts, starts[1:], strict=False):
            place, way = np.divmod(which[(which >= start) & (which < end)] - start, one.ways)
            shared.append(Remainders(one.omitted_count, one.owners[place], way))
        groups = yield_sudoku_groups_by_equal_remainders(
            shared, self._read_cells_of_chosen_sudokus, self.shape, self.only, self.jobs
        )
        for group in groups:
            for (first, omitted_count), (second, second_cells) in combinations(
                sorted(group.items()), 2
            ):
                yield NearPair(first, second, agreeing_count, omitted_count, second_cells)

    def _yield_first_numbers_and_signatures(
        self, equal_count_sudokus: _SudokusWithEqualClueCount
    ) -> Iterator[tuple[int, Hashes]]:
        """Compute the signatures (hashes that all copies share) of all remainders of some Sudokus:
        of each Sudoku without a fixed number of its clues, for all choices of these clues.
        `equal_count_sudokus` has the Sudokus and the number of clues.

        The remainders are numbered from 0, in groups of consecutive numbers. Yields a pair for each
        group: the number of its first remainder, and the array of its signatures.
        """
        sign = partial(
            compute_signatures_of_remainders,
            omitted_count=equal_count_sudokus.omitted_count,
            shape=self.shape,
            allowed_moves=self.only,
        )
        at_once = max(1, REMAINDERS_AT_ONCE // equal_count_sudokus.ways)
        pieces = yield_index_slices(len(equal_count_sudokus.owners), at_once)
        tasks = (
            self._read_cells_of_chosen_sudokus(equal_count_sudokus.owners[piece])
            for piece in pieces
        )
        number = 0
        for signed in map_in_order(sign, tasks, self.jobs):
            yield number, signed
            number += len(signed)

    def _read_cells_of_chosen_sudokus(self, chosen_indices: Indices) -> Cells:
        """Return the cells of K of the compared Sudokus, shape (K, rows, columns). `chosen_indices`
        has their indices in `chosen`, which lists the Sudokus that are compared: the first Sudoku
        of each class of copies.
        """
        return self._collection.cells(self.chosen[chosen_indices])


def _find_numbers_of_shared_remainders(
    records: Records, equal_count_sudokus: list[_SudokusWithEqualClueCount], first_numbers: Indices
) -> Indices:
    """Return the numbers of the remainders that have the same signature (a hash that all copies
    share) as a remainder of another Sudoku. A remainder is a Sudoku of which some clues are
    removed.

    `records` has the signatures and numbers of remainders, sorted by signature. If `records` has
    one remainder with a signature, it must have all remainders with this signature. `first_numbers`
    has, for each item of `equal_count_sudokus`, the number of the first remainder of this item.
    """
    owner = np.zeros(len(records), np.intp)
    which = np.searchsorted(first_numbers, records["number"], "right") - 1
    for place, some in enumerate(equal_count_sudokus):
        mine = which == place
        owner[mine] = some.owners[(records["number"][mine] - first_numbers[place]) // some.ways]
    if not len(records):
        return owner
    runs = np.flatnonzero(make_mask_of_run_starts(records["signature"]))
    least, greatest = (end.reduceat(owner, runs) for end in (np.minimum, np.maximum))
    lengths = np.diff(runs, append=len(records))
    numbers: Indices = records["number"][np.repeat(least != greatest, lengths)]
    return numbers
