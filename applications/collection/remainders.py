"""Remainders: Sudokus of which some clues are omitted.

Two Sudokus are near copies if a remainder of the one is a copy of a remainder of the other.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.colours import Hashes
from ...answers.bulk.sorted_forms import find_witness, signatures
from ...base.errors import WitnessError
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, split_range
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs
from .duplicates import Duplicates
from .sudoku_storage import Indices

REMAINDERS_AT_ONCE = 20_000
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


class Remainders(NamedTuple):
    """Remainders of some Sudokus: `without` clues are omitted from each. `owners` are the indices
    of the Sudokus, and `ways` has for each the index of the combination of omitted clues, in the
    order of `itertools.combinations`.
    """

    without: int
    owners: Indices
    ways: Indices


def find_pairs_at_all_levels(
    find: Callable[[int, int], Iterator[NearPair]], clues: Iterable[int], most: int
) -> list[NearPair]:
    """Return all pairs of near copies with up to `most` omitted clues, each pair once. Pairs with
    fewer omitted clues in the Sudoku with more clues come first. `clues` are the numbers of clues
    of the Sudokus, ascending; `find(agreeing, level)` yields the pairs that become copies with
    `agreeing` clues if up to `level` clues are omitted from each Sudoku.
    """
    found: dict[tuple[int, int], NearPair] = {}
    counts = list(clues)
    for level in range(1, most + 1):
        for agreeing in [count - level for count in counts if count >= level]:
            for pair in find(agreeing, level):
                found.setdefault(pair[:2], pair)
    return list(found.values())


def group_remainders(
    sets: list[Remainders],
    cells: Callable[[Indices], Cells],
    shape: BoxShape,
    only: AllowedMoves,
    jobs: Jobs,
) -> Iterator[dict[int, Places]]:
    """Yield groups of Sudokus that have remainders which are copies of each other. A group has for
    the index of each Sudoku the cells of its omitted clues; if several ways to omit clues lead to
    the same copies, it has the first. `cells(indices)` returns Sudokus as an array (K, size, size).
    """
    gone: list[NDArray[np.intp]] = []
    owner = np.concatenate([one.owners for one in sets])
    with Duplicates(shape, only=only) as remaining:
        for one in sets:
            for some in split_range(len(one.owners), REMAINDERS_AT_ONCE):
                whole = cells(one.owners[some])
                left, places = remove_clues(whole, one.without, one.ways[some])
                remaining.add(left)
                gone += [*places]
        for group in remaining.classes(jobs).groups():
            firsts: dict[int, Places] = {}
            for member in group.tolist():
                if (number := int(owner[member])) not in firsts:
                    places_gone = gone[member].tolist()
                    firsts[number] = tuple(divmod(cell, shape.size) for cell in places_gone)
            yield firsts


def remove_clues(
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


def compute_signatures_of_remainders(
    cells: Cells, without: int, shape: BoxShape, only: AllowedMoves
) -> Hashes:
    """Omit `without` clues from each Sudoku in all ways, and return the signatures (hashes that all
    copies share) of the remainders: first of all remainders of the first Sudoku, then of the second
    Sudoku, and so on. All Sudokus have the same number of clues.
    """
    ways = comb(int(np.count_nonzero(cells[0])), without)
    place, way = np.divmod(np.arange(len(cells) * ways), ways)
    return signatures(remove_clues(cells[place], without, way)[0], shape, only=only)
