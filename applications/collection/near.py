"""Near copies: Sudokus that become copies if a few clues are omitted or changed.

Two Sudokus are near copies with K if they become copies when up to K clues are omitted from each. A
clue that was changed or moved is omitted from both Sudokus; a clue that was added is omitted from
one Sudoku. If the Sudoku with more clues has m clues, a transformation therefore brings at least
m - K of them onto equal clues of the second Sudoku. The question `nearest` counts these clues, too.

No pair is missed: the search omits 1 to K clues from every Sudoku in all ways, and computes the
signature of each remainder. A whole Sudoku is a remainder too, if another Sudoku has up to K clues
more. No pair is wrong: remainders with the same signature are compared exactly, as in `Duplicates`.
The search finds pairs with fewer omitted clues first, so the number of agreeing clues is exact.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.colours import Hashes
from ...answers.bulk.parallel_map import map_pieces
from ...base.errors import ArgumentError
from ...sudoku.arrays import Grids, convert_to_array, group_by_key, join_arrays
from ...system.ordered_map import Jobs
from .duplicates import Classes, Duplicates
from .near_known import find_near_known
from .remainders import (
    REMAINDERS_AT_ONCE,
    NearPair,
    Remainders,
    compute_signatures_of_remainders,
    find_pairs_at_all_levels,
    group_remainders,
)
from .sudoku_storage import Indices


def near_pairs(
    duplicates: Duplicates | Grids,
    most: int = 1,
    classes: Classes | None = None,
    jobs: Jobs = 1,
    known: int | None = None,
) -> list[NearPair]:
    """Return the near copies among some Sudokus: the pairs of Sudokus that are not copies, but
    become copies if up to `most` clues are omitted from each. Pairs with more agreeing clues come
    first. If `known` is given, only pairs are returned whose first Sudoku has an index below
    `known`, and whose second Sudoku has not.

    `duplicates` is a `Duplicates`, or an array, list or column of Sudokus. Only the first Sudoku of
    each class of copies takes part. Pairs with equally many agreeing clues come in the order of the
    Sudokus.

    Each way to omit clues from a Sudoku takes time and 16 bytes of memory: for a Sudoku with 17
    clues there are 17 ways to omit one clue and 136 ways to omit two. If `known` is given, known
    Sudokus take no memory for this. Raises `ArgumentError` if
    `most` is below 0, and `GridError` if the Sudokus are not grids of one shape.

    >>> from sudokopie import Grid
    >>> with Duplicates((1, 2)) as duplicates:
    ...     duplicates.add([Grid([[1, 2], [0, 1]]), Grid([[2, 0], [1, 0]])])
    ...     [(pair.first, pair.second, pair.agreeing) for pair in near_pairs(duplicates)]
    [(0, 1, 2)]
    """
    if most < 0:
        raise ArgumentError(f"expected at least 0 clues, found {most}")
    if not isinstance(duplicates, Duplicates):
        cells, shape = convert_to_array(duplicates)
        with Duplicates(shape) as taken:
            taken.take([(cells, None)], jobs)
            return near_pairs(taken, most, None, jobs, known)
    chosen = (classes or duplicates.classes(jobs)).representatives()
    if known is None:
        found = _NearCopySearch(duplicates, chosen, jobs).find_pairs(most)
    else:
        border = int(np.searchsorted(chosen, known))
        old, new = chosen[:border], chosen[border:]
        pairs = find_near_known(
            len(old),
            lambda some: duplicates.cells(old[some]),
            duplicates.cells(new),
            duplicates.shape,
            most,
            jobs,
            duplicates.only,
        )
        found = [
            pair._replace(first=int(old[pair.first]), second=int(new[pair.second]))
            for pair in pairs
        ]
    return sorted(found, key=lambda pair: (-pair.agreeing, pair.first, pair.second))


class _SignedRemainders(NamedTuple):
    """The remainders of some Sudokus after `without` clues were omitted in all ways; all these
    Sudokus have equally many clues. `owners` are the indices of the Sudokus, and `ways` is the
    number of remainders of each Sudoku. `signatures` has a signature (a hash that all copies share)
    for each remainder: first for the remainders of the first owner, then of the second owner, and
    so on.
    """

    owners: Indices
    without: int
    ways: int
    signatures: Hashes


class _NearCopySearch:
    """The search for near copies among the `chosen` Sudokus, no two of which are copies."""

    def __init__(self, duplicates: Duplicates, chosen: Indices, jobs: Jobs) -> None:
        self.shape, self.only = duplicates.shape, duplicates.only
        self.chosen, self.jobs = chosen, jobs
        self.cells = duplicates.cells(chosen)
        clues = np.count_nonzero(self.cells, (1, 2))
        self.by_clues = {int(count): np.flatnonzero(clues == count) for count in np.unique(clues)}

    def find_pairs(self, most: int) -> list[NearPair]:
        """Return all pairs of near copies with up to `most` omitted clues. Pairs with fewer omitted
        clues in the larger Sudoku come first.
        """
        remains = cache(self._make_remainders)

        def find(agreeing: int, level: int) -> Iterator[NearPair]:
            sets = [
                remains(agreeing + without, without)
                for without in range(level + 1)
                if agreeing + without in self.by_clues
            ]
            return self._find_matches(sets, agreeing)

        return [
            pair._replace(first=int(self.chosen[pair.first]), second=int(self.chosen[pair.second]))
            for pair in find_pairs_at_all_levels(find, self.by_clues, most)
        ]

    def _make_remainders(self, clues: int, without: int) -> _SignedRemainders:
        owners, ways = self.by_clues[clues], comb(clues, without)
        sign = partial(
            compute_signatures_of_remainders, without=without, shape=self.shape, only=self.only
        )
        at_once = max(1, REMAINDERS_AT_ONCE // ways)
        signed = join_arrays(map_pieces(sign, self.cells[owners], self.jobs, at_once))
        return _SignedRemainders(owners, without, ways, signed)

    def _find_matches(self, sets: list[_SignedRemainders], agreeing: int) -> Iterator[NearPair]:
        """Yield the pairs of Sudokus of which a remainder (the Sudoku without some clues) of one is
        a copy of a remainder of the other. All remainders in `sets` have `agreeing` clues. A pair
        may be yielded several times.
        """
        signed = np.concatenate([one.signatures for one in sets])
        owner = np.concatenate([np.repeat(one.owners, one.ways) for one in sets])
        which = _find_shared_signatures(signed, owner)
        starts = np.cumsum([0, *(len(one.signatures) for one in sets)])
        shared = []
        for one, start, end in zip(sets, starts, starts[1:], strict=False):
            place, way = np.divmod(which[(which >= start) & (which < end)] - start, one.ways)
            shared.append(Remainders(one.without, one.owners[place], way))
        groups = group_remainders(
            shared, lambda some: self.cells[some], self.shape, self.only, self.jobs
        )
        for group in groups:
            for (first, without), (second, other) in combinations(sorted(group.items()), 2):
                yield NearPair(first, second, agreeing, without, other)


def _find_shared_signatures(signed: Hashes, owner: Indices) -> NDArray[np.intp]:
    """Return the indices, ascending, of the signatures (hashes that all copies share) that more
    than one Sudoku has. `signed` are the signatures, and `owner` has for each signature the index
    of its Sudoku.
    """
    order, starts, lengths = group_by_key(signed)
    if not len(order):
        return order
    least, greatest = (end.reduceat(owner[order], starts) for end in (np.minimum, np.maximum))
    return np.sort(order[np.repeat(least != greatest, lengths)])
