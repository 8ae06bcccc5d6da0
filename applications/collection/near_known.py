"""Find the near copies of known Sudokus among new Sudokus: pairs that become copies if a few clues
are removed.

A remainder is a Sudoku of which some clues are removed. Only the remainders of the new Sudokus are
kept in memory; the known Sudokus are read a few at a time. A quick test rules out most remainders
of the known Sudokus. Only for the other remainders, a signature and a sorted form are computed.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import comb

import numpy as np

from ...answers.bulk.colour_refinement import Hashes
from ...answers.bulk.parallel_map import list_piece_results, yield_labelled_results
from ...answers.bulk.sorted_forms import signatures
from ...base.errors import ArgumentError
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, join_arrays, yield_index_slices
from ...sudoku.shape import BoxShape
from ...system.ordered_map import Jobs
from .remainder_profiles import MOST_OMITTED, HashSet, compute_remainder_profiles
from .remainders import (
    REMAINDERS_AT_ONCE,
    NearPair,
    Remainders,
    collect_near_pairs,
    compute_signatures_of_remainders,
    remove_clues,
    yield_sudoku_groups_by_equal_remainders,
)
from .sudoku_storage import Indices

_REMAINDERS_IN_MEMORY = 4_000_000
"""The largest number of remainders (Sudokus of which some clues are removed) that are in memory at
a time, with 24 bytes each.
"""

_PROFILES_AT_ONCE = 200_000
"""The largest number of profiles that are computed at a time; the Sudokus from which they are
computed together have at most this number of clues.
"""


def find_near_copies_of_known_sudokus(
    known_count: int,
    read_known: Callable[[Indices], Cells],
    new_cells: Cells,
    shape: BoxShape,
    max_omitted: int = 1,
    jobs: Jobs = 1,
    allowed_moves: AllowedMoves = EVERYTHING,
) -> list[NearPair]:
    """Return the pairs of a known and a new Sudoku that become copies if up to `max_omitted` clues
    of each are removed. In a pair, `first` is the index of the known Sudoku and `second` the index
    of the new Sudoku. Pairs with more agreeing clues come first, then pairs in the order of the
    indices.

    There are `known_count` known Sudokus, and `read_known(indices)` returns K of them as an array
    of shape (K, rows, columns). `new_cells` has shape (N, rows, columns). No Sudoku may be a copy
    of another Sudoku. `allowed_moves` has the kinds of moves that are allowed, such as turns or
    renamed digits, and `jobs` is the number of processes. Raises `ArgumentError` if `max_omitted`
    is below 0.
    """
    if max_omitted < 0:
        raise ArgumentError(f"expected at least 0 clues, found {max_omitted}")
    clues = [np.zeros(0, np.intp)]
    for some in yield_index_slices(known_count if len(new_cells) else 0, REMAINDERS_AT_ONCE):
        clues.append(np.count_nonzero(read_known(np.arange(known_count)[some]), (1, 2)))
    found: list[NearPair] = []
    for some in yield_slices_with_few_remainders(new_cells, max_omitted):
        search = _KnownNearCopySearch(
            np.concatenate(clues), read_known, new_cells[some], shape, jobs, allowed_moves
        )
        found += [
            pair._replace(second=some.start + pair.second)
            for pair in search.list_near_pairs(max_omitted)
        ]
    return sorted(found, key=lambda pair: (-pair.agreeing, pair.first, pair.second))


def yield_slices_with_few_remainders(new_cells: Cells, max_omitted: int) -> Iterator[slice]:
    """Split N new Sudokus into slices, each of which needs little memory. For each Sudoku, the ways
    to remove up to `max_omitted` clues are counted; the Sudokus of a slice have at most four
    million ways together. If a single Sudoku has more ways, it is a slice of its own.

    `new_cells` has shape (N, rows, columns).
    """
    clues = np.count_nonzero(new_cells, (1, 2)).tolist()
    ways = np.cumsum([sum(comb(one, k) for k in range(max_omitted + 1)) for one in clues])
    start = 0
    while start < len(new_cells):
        least = (int(ways[start - 1]) if start else 0) + _REMAINDERS_IN_MEMORY
        end = max(start + 1, int(np.searchsorted(ways, least, "right")))
        yield slice(start, end)
        start = end


class _KnownNearCopySearch:
    """The search for pairs of a known and a new Sudoku that become copies if a few clues are
    removed. `known_clue_counts` has the number of clues of each known Sudoku. `read_known(indices)`
    returns known Sudokus, and `new_cells` are the new Sudokus.
    """

    def __init__(
        self,
        known_clue_counts: Indices,
        read_known: Callable[[Indices], Cells],
        new_cells: Cells,
        shape: BoxShape,
        jobs: Jobs,
        only: AllowedMoves,
    ) -> None:
        self._known, self._new = read_known, new_cells
        self._shape, self._jobs, self._only = shape, jobs, only
        self._known_clues, self._new_clues = known_clue_counts, np.count_nonzero(new_cells, (1, 2))

    def list_near_pairs(self, max_omitted: int) -> list[NearPair]:
        """Return all pairs that become copies if up to `max_omitted` clues of each Sudoku are
        removed, each pair once.
        """
        clues = np.union1d(self._known_clues, self._new_clues).tolist()
        return collect_near_pairs(self._yield_near_pairs, clues, max_omitted)

    def _yield_near_pairs(self, agreeing_count: int, omitted_limit: int) -> Iterator[NearPair]:
        """Yield pairs of a known and a new Sudoku that become copies if some clues are removed from
        both, so that each has exactly `agreeing_count` clues left. At most `omitted_limit` clues
        are removed from a Sudoku.
        """
        olds, news = (
            [
                np.flatnonzero(clues == agreeing_count + omitted_count)
                for omitted_count in range(omitted_limit + 1)
            ]
            for clues in (self._known_clues, self._new_clues)
        )
        if not any(map(len, news)) or not any(map(len, olds)):
            return
        signed = [
            self._compute_new_remainder_signatures(which, omitted_count)
            for omitted_count, which in enumerate(news)
        ]
        profiles = None
        if omitted_limit <= MOST_OMITTED:
            profiles = HashSet(
                self._compute_new_remainder_profiles(*one)
                for one in zip(news, range(3), strict=False)
            )
        wanted = HashSet(signed)
        hits = [
            self._find_known_owners_ways_and_signatures(which, omitted_count, profiles, wanted)
            for omitted_count, which in enumerate(olds)
        ]
        if not any(len(owners) for owners, _, _ in hits):
            return
        shared = HashSet(matched for _, _, matched in hits)
        sets = []
        for omitted_count, (owners, ways, _) in enumerate(hits):
            local, number = (
                shared.find_member_indices(signed[omitted_count]),
                comb(agreeing_count + omitted_count, omitted_count),
            )
            mine = news[omitted_count][local // number] + len(self._known_clues)
            sets.append(
                Remainders(
                    omitted_count,
                    np.concatenate([owners, mine]),
                    np.concatenate([ways, local % number]),
                )
            )
        yield from self._yield_known_and_new_near_pairs(sets, agreeing_count)

    def _yield_known_and_new_near_pairs(
        self, remainders: list[Remainders], agreeing_count: int
    ) -> Iterator[NearPair]:
        """Yield pairs of a known and a new Sudoku that are near copies. Such Sudokus are copies of
        each other after some clues are removed; a Sudoku without these clues is a remainder. Each
        item of `remainders` has remainders of known and of new Sudokus, all with the same number of
        removed clues, and `agreeing_count` is the number of clues that each remainder still has.
        """
        count = len(self._known_clues)
        groups = yield_sudoku_groups_by_equal_remainders(
            remainders, self._read_known_and_new_cells, self._shape, self._only, self._jobs
        )
        for group in groups:
            members = sorted(group)
            border = int(np.searchsorted(members, count))
            for one, two in product(members[:border], members[border:]):
                yield NearPair(one, two - count, agreeing_count, group[one], group[two])

    def _read_known_and_new_cells(self, chosen_indices: Indices) -> Cells:
        """Return the cells of the Sudokus at `chosen_indices` as an array. The indices count the
        known Sudokus first, from 0, and then the new Sudokus.
        """
        count = len(self._known_clues)
        is_known = chosen_indices < count
        cells = np.empty((len(chosen_indices), self._shape.size, self._shape.size), np.uint8)
        cells[is_known] = self._known(chosen_indices[is_known])
        cells[~is_known] = self._new[chosen_indices[~is_known] - count]
        return cells

    def _compute_new_remainder_signatures(self, indices: Indices, omitted_count: int) -> Hashes:
        """Remove `omitted_count` clues from each of the new Sudokus at `indices`, in all possible
        ways. Returns the signature of each remaining Sudoku: a hash that all its copies share.
        """
        if not len(indices):
            return np.zeros(0, np.uint64)
        sign = partial(
            compute_signatures_of_remainders,
            omitted_count=omitted_count,
            shape=self._shape,
            allowed_moves=self._only,
        )
        ways = comb(int(self._new_clues[indices[0]]), omitted_count)
        at_once = max(1, REMAINDERS_AT_ONCE // ways)
        return join_arrays(list_piece_results(sign, self._new[indices], self._jobs, at_once))

    def _compute_new_remainder_profiles(self, indices: Indices, omitted_count: int) -> Hashes:
        """Remove `omitted_count` clues from each of the new Sudokus at `indices`, in all possible
        ways. Returns the profile of each remaining Sudoku: a number made from its counts of clues,
        which all its copies share.
        """
        if not len(indices):
            return np.zeros(0, np.uint64)
        at_once = _choose_batch_size_for_profiles(int(self._new_clues[indices[0]]), omitted_count)
        profiled = partial(
            compute_remainder_profiles, shape=self._shape, omitted_count=omitted_count
        )
        return join_arrays(list_piece_results(profiled, self._new[indices], 1, at_once))

    def _find_known_owners_ways_and_signatures(
        self,
        indices: Indices,
        omitted_count: int,
        possible_profiles: HashSet | None,
        wanted_signatures: HashSet,
    ) -> tuple[Indices, Indices, Hashes]:
        """Remove `omitted_count` clues from each of the known Sudokus at `indices`, in all possible
        ways, and find the remaining Sudokus whose signature (a hash that all copies share) is in
        `wanted_signatures`. Returns three arrays with an item for each such remaining Sudoku: the
        index of the known Sudoku, the number of the combination of clues that is removed, and the
        signature.

        `possible_profiles` has the profiles (hashes of numbers of clues) that a wanted Sudoku can
        have: if the profile of a remaining Sudoku is not among them, its signature is not computed.
        If `possible_profiles` is None, all signatures are computed.
        """
        found: list[tuple[Indices, Indices, Hashes]] = [
            (np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.uint64))
        ]

        def make_tasks() -> Iterator[tuple[Cells, tuple[Indices, Indices]]]:
            """Yield pairs. The first item has the cells of some remaining Sudokus, shape (K, rows,
            columns). The second item has two arrays of shape (K,): the index of the known Sudoku,
            and the number of the combination of clues that is removed.
            """
            for owners, ways, cells in self._yield_known_owners_ways_and_full_cells(
                indices, omitted_count, possible_profiles
            ):
                for some in yield_index_slices(len(owners), REMAINDERS_AT_ONCE):
                    left = remove_clues(cells[some], omitted_count, ways[some])[0]
                    yield left, (owners[some], ways[some])

        sign = partial(signatures, box=self._shape, only=self._only)
        for (owners, ways), signed in yield_labelled_results(sign, make_tasks(), self._jobs):
            hit = wanted_signatures.find_member_indices(signed)
            found.append((owners[hit], ways[hit], signed[hit]))
        owners, ways, signed = (np.concatenate(part) for part in zip(*found, strict=True))
        return owners, ways, signed

    def _yield_known_owners_ways_and_full_cells(
        self, indices: Indices, omitted_count: int, possible_profiles: HashSet | None
    ) -> Iterator[tuple[Indices, Indices, Cells]]:
        """Remove `omitted_count` clues from each of the known Sudokus at `indices`, in all possible
        ways, and yield the remaining Sudokus whose profile is in `possible_profiles`; None means
        all. A profile is a number made from the counts of clues, which all copies share.

        The remaining Sudokus are yielded several at a time, as three arrays: the indices of their
        known Sudokus, the numbers of the combinations of clues that are removed, and the cells of
        the known Sudokus with all clues.
        """
        if not len(indices):
            return
        clues = int(self._known_clues[indices[0]])
        ways = comb(clues, omitted_count)
        for some in yield_index_slices(
            len(indices), _choose_batch_size_for_profiles(clues, omitted_count)
        ):
            owners = indices[some]
            cells = self._known(owners)
            if possible_profiles is None:
                local = np.arange(len(owners) * ways)
            else:
                local = possible_profiles.find_member_indices(
                    compute_remainder_profiles(cells, self._shape, omitted_count)
                )
            place, way = np.divmod(local, ways)
            yield owners[place], way, cells[place]


def _choose_batch_size_for_profiles(clue_count: int, omitted_count: int) -> int:
    """Return the number of Sudokus whose profiles are computed at a time, if each has `clue_count`
    clues and `omitted_count` of them are removed. It is at least 1.
    """
    return max(1, _PROFILES_AT_ONCE // max(1, clue_count, comb(clue_count, omitted_count)))
