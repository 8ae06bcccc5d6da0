"""Near copies of many known Sudokus among new ones: pairs that become copies if a few clues are
omitted.

The known Sudokus are read a few at a time, and only the remainders (Sudokus without some of their
clues) of the new ones are kept. Of the remainders of the known Sudokus, a sieve of profiles leaves
those that may match; signatures and sorted forms are computed only for these.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import comb

import numpy as np

from ...answers.bulk.colours import Hashes
from ...answers.bulk.parallel_map import map_keeping_values, map_pieces
from ...answers.bulk.sorted_forms import signatures
from ...base.errors import ArgumentError
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, join_arrays, split_range
from ...sudoku.shape import BoxShape
from ...system.ordered_map import Jobs
from .clue_sieve import MOST_OMITTED, Sieve, make_profiles
from .remainders import (
    REMAINDERS_AT_ONCE,
    NearPair,
    Remainders,
    compute_signatures_of_remainders,
    find_pairs_at_all_levels,
    group_remainders,
    remove_clues,
)
from .sudoku_storage import Indices

_REMAINDERS_IN_MEMORY = 4_000_000
"""The most remainders of new Sudokus that are in memory together, with 24 bytes each."""

_PROFILES_AT_ONCE = 200_000


def find_near_known(
    count: int,
    known: Callable[[Indices], Cells],
    new: Cells,
    shape: BoxShape,
    most: int = 1,
    jobs: Jobs = 1,
    only: AllowedMoves = EVERYTHING,
) -> list[NearPair]:
    """Return the pairs of a known and a new Sudoku that become copies if up to `most` clues are
    omitted from each. The `first` of a pair is the index of the known Sudoku, the `second` that of
    the new one. Pairs with more agreeing clues come first, then in the order of the indices.

    There are `count` known Sudokus, and `known(indices)` returns some of them as an array (K, size,
    size). `new` has shape (N, size, size). No Sudoku may be a copy of another one. `only` are the
    parts of a transformation that may be used, and `jobs` processes compute signatures. Raises
    `ArgumentError` if `most` is below 0.
    """
    if most < 0:
        raise ArgumentError(f"expected at least 0 clues, found {most}")
    clues = [np.zeros(0, np.intp)]
    for some in split_range(count if len(new) else 0, REMAINDERS_AT_ONCE):
        clues.append(np.count_nonzero(known(np.arange(count)[some]), (1, 2)))
    found: list[NearPair] = []
    for some in split_by_remainders(new, most):
        search = _Search(np.concatenate(clues), known, new[some], shape, jobs, only)
        found += [pair._replace(second=some.start + pair.second) for pair in search.pairs(most)]
    return sorted(found, key=lambda pair: (-pair.agreeing, pair.first, pair.second))


def split_by_remainders(new: Cells, most: int) -> Iterator[slice]:
    """Split new Sudokus into slices, each with at most four million ways to omit up to `most` clues
    of one of its Sudokus; a slice has at least one Sudoku.
    """
    clues = np.count_nonzero(new, (1, 2)).tolist()
    ways = np.cumsum([sum(comb(one, k) for k in range(most + 1)) for one in clues])
    start = 0
    while start < len(new):
        least = (int(ways[start - 1]) if start else 0) + _REMAINDERS_IN_MEMORY
        end = max(start + 1, int(np.searchsorted(ways, least, "right")))
        yield slice(start, end)
        start = end


class _Search:
    """The search for pairs of a known and a new Sudoku that are near copies. `clues` has the number
    of clues of each known Sudoku; the other parameters are those of `find_near_known`.
    """

    def __init__(
        self,
        clues: Indices,
        known: Callable[[Indices], Cells],
        new: Cells,
        shape: BoxShape,
        jobs: Jobs,
        only: AllowedMoves,
    ) -> None:
        self._known, self._new = known, new
        self._shape, self._jobs, self._only = shape, jobs, only
        self._known_clues, self._new_clues = clues, np.count_nonzero(new, (1, 2))

    def pairs(self, most: int) -> list[NearPair]:
        """Return all pairs of near copies with up to `most` omitted clues, each pair once."""
        clues = np.union1d(self._known_clues, self._new_clues).tolist()
        return find_pairs_at_all_levels(self._find, clues, most)

    def _find(self, agreeing: int, level: int) -> Iterator[NearPair]:
        """Yield the pairs that become copies with `agreeing` clues if up to `level` clues are
        omitted from each Sudoku.
        """
        olds, news = (
            [np.flatnonzero(clues == agreeing + without) for without in range(level + 1)]
            for clues in (self._known_clues, self._new_clues)
        )
        if not any(map(len, news)) or not any(map(len, olds)):
            return
        signed = [self._sign_new(which, without) for without, which in enumerate(news)]
        profiles = None
        if level <= MOST_OMITTED:
            profiles = Sieve(self._profile_new(*one) for one in zip(news, range(3), strict=False))
        wanted = Sieve(signed)
        hits = [
            self._match_known(which, without, profiles, wanted)
            for without, which in enumerate(olds)
        ]
        if not any(len(owners) for owners, _, _ in hits):
            return
        shared = Sieve(matched for _, _, matched in hits)
        sets = []
        for without, (owners, ways, _) in enumerate(hits):
            local, number = shared.find(signed[without]), comb(agreeing + without, without)
            mine = news[without][local // number] + len(self._known_clues)
            sets.append(
                Remainders(
                    without,
                    np.concatenate([owners, mine]),
                    np.concatenate([ways, local % number]),
                )
            )
        yield from self._pair_up(sets, agreeing)

    def _pair_up(self, sets: list[Remainders], agreeing: int) -> Iterator[NearPair]:
        count = len(self._known_clues)
        groups = group_remainders(sets, self._cells, self._shape, self._only, self._jobs)
        for group in groups:
            members = sorted(group)
            border = int(np.searchsorted(members, count))
            for one, two in product(members[:border], members[border:]):
                yield NearPair(one, two - count, agreeing, group[one], group[two])

    def _cells(self, which: Indices) -> Cells:
        """Return known and new Sudokus, which are numbered after the known ones, as an array."""
        count = len(self._known_clues)
        is_known = which < count
        cells = np.empty((len(which), self._shape.size, self._shape.size), np.uint8)
        cells[is_known] = self._known(which[is_known])
        cells[~is_known] = self._new[which[~is_known] - count]
        return cells

    def _sign_new(self, which: Indices, without: int) -> Hashes:
        """Return the signatures of all remainders of the new Sudokus at these indices."""
        if not len(which):
            return np.zeros(0, np.uint64)
        sign = partial(
            compute_signatures_of_remainders, without=without, shape=self._shape, only=self._only
        )
        ways = comb(int(self._new_clues[which[0]]), without)
        at_once = max(1, REMAINDERS_AT_ONCE // ways)
        return join_arrays(map_pieces(sign, self._new[which], self._jobs, at_once))

    def _profile_new(self, which: Indices, without: int) -> Hashes:
        if not len(which):
            return np.zeros(0, np.uint64)
        at_once = max(1, _PROFILES_AT_ONCE // comb(int(self._new_clues[which[0]]), without))
        profiled = partial(make_profiles, shape=self._shape, without=without)
        return join_arrays(map_pieces(profiled, self._new[which], 1, at_once))

    def _match_known(
        self, which: Indices, without: int, profiles: Sieve | None, wanted: Sieve
    ) -> tuple[Indices, Indices, Hashes]:
        """Find the remainders of the known Sudokus at these indices whose signatures are `wanted`.
        Return the indices of their Sudokus, the indices of the ways to omit `without` clues, and
        the signatures.
        """
        found: list[tuple[Indices, Indices, Hashes]] = [
            (np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.uint64))
        ]

        def tasks() -> Iterator[tuple[Cells, tuple[Indices, Indices]]]:
            for owners, ways, cells in self._survivors(which, without, profiles):
                for some in split_range(len(owners), REMAINDERS_AT_ONCE):
                    left = remove_clues(cells[some], without, ways[some])[0]
                    yield left, (owners[some], ways[some])

        sign = partial(_sign, shape=self._shape, only=self._only)
        for (owners, ways), signed in map_keeping_values(sign, tasks(), self._jobs):
            hit = wanted.find(signed)
            found.append((owners[hit], ways[hit], signed[hit]))
        owners, ways, signed = (np.concatenate(part) for part in zip(*found, strict=True))
        return owners, ways, signed

    def _survivors(
        self, which: Indices, without: int, profiles: Sieve | None
    ) -> Iterator[tuple[Indices, Indices, Cells]]:
        """Yield those remainders of the known Sudokus at these indices whose profiles the sieve
        has, or all if there is no sieve: the indices of their Sudokus, the indices of the ways to
        omit `without` clues, and the cells of the whole Sudokus.
        """
        if not len(which):
            return
        ways = comb(int(self._known_clues[which[0]]), without)
        for some in split_range(len(which), max(1, _PROFILES_AT_ONCE // ways)):
            owners = which[some]
            cells = self._known(owners)
            if profiles is None:
                local = np.arange(len(owners) * ways)
            else:
                local = profiles.find(make_profiles(cells, self._shape, without))
            place, way = np.divmod(local, ways)
            yield owners[place], way, cells[place]


def _sign(cells: Cells, shape: BoxShape, only: AllowedMoves) -> Hashes:
    return signatures(cells, shape, only=only)
