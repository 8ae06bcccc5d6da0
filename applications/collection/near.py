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
from ...answers.bulk.sorted_forms import find_witness, signatures
from ...base.errors import ArgumentError, WitnessError
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, Grids, convert_to_array, group_by_key, join_arrays, split_range
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs
from .duplicates import Classes, Duplicates
from .sudoku_storage import Indices

_REMAINDERS_AT_ONCE = 20_000
"""The number of remainders that are processed together."""

Places = tuple[tuple[int, int], ...]


class NearPair(NamedTuple):
    """Two Sudokus, given by their indices, that become copies if a few clues are left out: the
    clues in the cells `first_without` of the first Sudoku, and in the cells `second_without` of the
    second. A transformation brings at most `agreeing` clues of the first Sudoku onto the same digit
    in the second. A cell is (row, column), counted from 0.
    """

    first: int
    second: int
    agreeing: int
    first_without: Places
    second_without: Places

    def witness(self, first: Grid, second: Grid, only: AllowedMoves = EVERYTHING) -> Transformation:
        """Return a transformation that brings `agreeing` clues of `first` onto equal clues. `first`
        and `second` are the grids of this pair. Raises `WitnessError` if there is no such
        transformation.
        """
        one, two = (
            grid.keeping(grid.clue_cells - set(places))
            for grid, places in ((first, self.first_without), (second, self.second_without))
        )
        steps = find_witness(one, two, only)
        if steps.agreeing(first, second) != self.agreeing:
            raise WitnessError("expected two near copies, found others")
        return steps


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
    clues there are 17 ways to omit one clue and 136 ways to omit two. Raises `ArgumentError` if
    `most` is below 0, and `GridError` if the Sudokus are not grids of one shape.

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
    border = None if known is None else int(np.searchsorted(chosen, known))
    found = _NearCopySearch(duplicates, chosen, jobs, border).find_pairs(most)
    return sorted(found, key=lambda pair: (-pair.agreeing, pair.first, pair.second))


class _Remainders(NamedTuple):
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
    """The search for near copies among the `chosen` Sudokus, no two of which are copies. If
    `border` is given, the Sudokus before this position in `chosen` are only compared with those
    from this position on, such as new Sudokus with known ones.
    """

    def __init__(
        self, duplicates: Duplicates, chosen: Indices, jobs: Jobs, border: int | None
    ) -> None:
        self.shape, self.only = duplicates.shape, duplicates.only
        self.chosen, self.jobs, self.border = chosen, jobs, border
        self.cells = duplicates.cells(chosen)
        clues = np.count_nonzero(self.cells, (1, 2))
        self.by_clues = {int(count): np.flatnonzero(clues == count) for count in np.unique(clues)}

    def find_pairs(self, most: int) -> list[NearPair]:
        """Return all pairs of near copies with up to `most` omitted clues. Pairs with fewer omitted
        clues in the larger Sudoku come first.
        """
        found: dict[tuple[int, int], NearPair] = {}
        remains = cache(self._make_remainders)
        for level in range(1, most + 1):
            for agreeing in [clues - level for clues in self.by_clues if clues >= level]:
                sets = [
                    remains(agreeing + without, without)
                    for without in range(level + 1)
                    if agreeing + without in self.by_clues
                ]
                for pair in self._find_matches(sets, agreeing):
                    found.setdefault(pair[:2], pair)
        return list(found.values())

    def _make_remainders(self, clues: int, without: int) -> _Remainders:
        owners, ways = self.by_clues[clues], comb(clues, without)
        sign = partial(
            _compute_signatures_of_remainders, without=without, shape=self.shape, only=self.only
        )
        at_once = max(1, _REMAINDERS_AT_ONCE // ways)
        signed = join_arrays(map_pieces(sign, self.cells[owners], self.jobs, at_once))
        return _Remainders(owners, without, ways, signed)

    def _find_matches(self, sets: list[_Remainders], agreeing: int) -> Iterator[NearPair]:
        """Yield the pairs of Sudokus of which a remainder (the Sudoku without some clues) of one is
        a copy of a remainder of the other. All remainders in `sets` have `agreeing` clues. A pair
        may be yielded several times.
        """
        signed = np.concatenate([one.signatures for one in sets])
        owner = np.concatenate([np.repeat(one.owners, one.ways) for one in sets])
        which = _find_shared_signatures(signed, owner, self.border)
        starts = np.cumsum([0, *(len(one.signatures) for one in sets)])
        gone: list[NDArray[np.intp]] = []
        with Duplicates(self.shape, only=self.only) as remaining:
            for one, start, end in zip(sets, starts, starts[1:], strict=False):
                local = which[(which >= start) & (which < end)] - start
                for some in split_range(len(local), _REMAINDERS_AT_ONCE):
                    place, way = np.divmod(local[some], one.ways)
                    left, places = _remove_clues(self.cells[one.owners[place]], one.without, way)
                    remaining.add(left)
                    gone += [*places]
            for group in remaining.classes(self.jobs).groups():
                firsts: dict[int, int] = {}
                for member in group.tolist():
                    firsts.setdefault(int(owner[which[member]]), member)
                for (first, i), (second, j) in combinations(sorted(firsts.items()), 2):
                    if self.border is None or first < self.border <= second:
                        one, two = self.chosen[[first, second]].tolist()
                        without = (
                            tuple(divmod(cell, self.shape.size) for cell in gone[k].tolist())
                            for k in (i, j)
                        )
                        yield NearPair(one, two, agreeing, *without)


def _find_shared_signatures(signed: Hashes, owner: Indices, border: int | None) -> NDArray[np.intp]:
    """Return the indices, ascending, of the signatures (hashes that all copies share) that more
    than one Sudoku has. `signed` are the signatures, and `owner` has for each signature the index
    of its Sudoku. If `border` is given, the signature must belong to a Sudoku with an index below
    `border` and to a Sudoku with an index of at least `border`.
    """
    order, starts, lengths = group_by_key(signed)
    if not len(order):
        return order
    least, greatest = (end.reduceat(owner[order], starts) for end in (np.minimum, np.maximum))
    several = least != greatest if border is None else (least < border) & (greatest >= border)
    return np.sort(order[np.repeat(several, lengths)])


def _compute_signatures_of_remainders(
    cells: Cells, without: int, shape: BoxShape, only: AllowedMoves
) -> Hashes:
    """Omit `without` clues from each Sudoku in all ways, and return the signatures (hashes that all
    copies share) of the remainders: first of all remainders of the first Sudoku, then of the second
    Sudoku, and so on. All Sudokus have the same number of clues.
    """
    ways = comb(int(np.count_nonzero(cells[0])), without)
    place, way = np.divmod(np.arange(len(cells) * ways), ways)
    return signatures(_remove_clues(cells[place], without, way)[0], shape, only=only)


def _remove_clues(
    cells: Cells, without: int, ways: NDArray[np.intp]
) -> tuple[Cells, NDArray[np.intp]]:
    """Omit `without` clues from each Sudoku; return the remainders and the cells of these clues.
    All Sudokus have the same number of clues. `ways` has for each Sudoku the index of the
    combination of clues to omit, in the order of `itertools.combinations`. The returned cells have
    shape (N, `without`) and are counted from 0, row after row.
    """
    number = len(cells)
    flat = cells.reshape(number, -1).copy()
    clues = np.nonzero(flat)[1].reshape(number, -1)
    combined = list(combinations(range(clues.shape[1]), without))
    chosen = np.array(combined, np.intp).reshape(len(combined), without)
    gone = np.take_along_axis(clues, chosen[ways], 1)
    np.put_along_axis(flat, gone, 0, 1)
    return flat.reshape(cells.shape), gone
