"""Remainders: Sudokus of which some clues are removed.

Two Sudokus are near copies if a remainder of one is a copy of a remainder of the other.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.colour_refinement import Hashes
from ...answers.bulk.sorted_forms import find_verified_witness, signatures
from ...base.errors import LimitError, WitnessError
from ...base.messages import Message
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, yield_index_slices
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs
from .duplicates import SudokuCollection
from .sudoku_storage import Indices

REMAINDERS_AT_ONCE = 20_000
"""The number of remainders that are processed at a time."""

_MOST_WAYS = 1_000_000
"""The most ways to remove the same number of clues from a Sudoku."""

CellPlaces = tuple[tuple[int, int], ...]


class NearPair(NamedTuple):
    """Two Sudokus that become copies if a few clues are removed. `first` and `second` are their
    indices. The clues to remove are in the cells `first_without` of the first Sudoku and
    `second_without` of the second; each cell is a pair (row, column), counted from 0.

    `agreeing` is the number of clues that then remain: some transformation moves this many clues of
    the first Sudoku onto equal clues of the second, and no transformation moves more.
    """

    first: int
    second: int
    agreeing: int
    first_without: CellPlaces
    second_without: CellPlaces

    def witness(
        self, first_grid: Grid, second_grid: Grid, allowed_moves: AllowedMoves = EVERYTHING
    ) -> Transformation:
        """Return a transformation that moves `agreeing` clues of the first Sudoku onto equal clues
        of the second. `first_grid` and `second_grid` are the grids of this pair, and
        `allowed_moves` has the kinds of moves that are allowed. Raises `WitnessError` if there is
        no such transformation.
        """
        one, two = (
            grid.keeping(grid.clue_cells - set(places))
            for grid, places in (
                (first_grid, self.first_without),
                (second_grid, self.second_without),
            )
        )
        steps = find_verified_witness(one, two, allowed_moves)
        if steps.count_agreeing_cells(first_grid, second_grid) != self.agreeing:
            raise WitnessError("expected two near copies, found others")
        return steps


class Remainders(NamedTuple):
    """N remainders with the same number of removed clues: a remainder is a Sudoku from which some
    clues are removed.

    - `omitted_count`: the number of clues that are removed for each remainder.
    - `owners`: shape (N,), the index of the whole Sudoku of each remainder.
    - `ways`: shape (N,), the number of the combination of clues that is removed, from 0, in the
      order of `itertools.combinations`.
    """

    omitted_count: int
    owners: Indices
    ways: Indices


def collect_near_pairs(
    yield_pairs_with_agreeing_clues: Callable[[int, int], Iterator[NearPair]],
    clue_counts: Iterable[int],
    max_omitted: int,
) -> list[NearPair]:
    """Return all pairs of Sudokus that become copies if up to `max_omitted` clues of each are
    removed, each pair once. Pairs for which fewer clues must be removed come first.

    `clue_counts` are the numbers of clues that the Sudokus have, ascending.
    `yield_pairs_with_agreeing_clues(agreeing, omitted_limit)` yields the pairs that become copies
    with exactly `agreeing` clues if up to `omitted_limit` clues are removed.
    """
    found: dict[tuple[int, int], NearPair] = {}
    for agreeing, omitted_limit in yield_agreeing_and_omitted_counts_of_searches(
        clue_counts, max_omitted
    ):
        for pair in yield_pairs_with_agreeing_clues(agreeing, omitted_limit):
            found.setdefault(pair[:2], pair)
    return list(found.values())


def yield_agreeing_and_omitted_counts_of_searches(
    clue_counts: Iterable[int], max_omitted: int
) -> Iterator[tuple[int, int]]:
    """Yield two numbers for each search that is needed to find all near copies among Sudokus:
    Sudokus that are copies after clues are removed. The first number is how many clues are left in
    both Sudokus. The second number is the largest number of clues that are removed from one of
    them; it is at most `max_omitted`, and smaller numbers come first.

    `clue_counts` has the numbers of clues of the Sudokus that are searched, ascending.

    Raises `LimitError` if there are more than a million ways to remove the clues of one Sudoku.
    """
    counts = list(clue_counts)
    ways = max((comb(one, min(max_omitted, one // 2)) for one in counts), default=0)
    if ways > _MOST_WAYS:
        message = Message(
            "there are {ways} ways to remove up to {omitted} of {clues} clues; the limit is a "
            "million"
        )
        raise LimitError(
            message.with_values(ways=f"{ways:,}", omitted=max_omitted, clues=max(counts))
        )
    for omitted_limit in range(1, max_omitted + 1):
        for agreeing in [count - omitted_limit for count in counts if count >= omitted_limit]:
            yield agreeing, omitted_limit


def yield_sudoku_groups_by_equal_remainders(
    remainders: list[Remainders],
    read_cells: Callable[[Indices], Cells],
    shape: BoxShape,
    allowed_moves: AllowedMoves,
    jobs: Jobs,
) -> Iterator[dict[int, CellPlaces]]:
    """Yield groups of Sudokus whose remainders are copies of each other. A remainder is a Sudoku
    from which some clues were removed. A group is a dictionary from the index of each of its
    Sudokus to the cells of the clues that were removed from this Sudoku.

    If several remainders of a Sudoku are in the same group, the dictionary has the removed cells of
    the first of these remainders. `remainders` lists which clues of which Sudokus are removed. The
    function `read_cells(indices)` returns K whole Sudokus as an array of shape (K, rows,
    columns). Only moves of the kinds `allowed_moves`, such as turns, make a copy. `jobs` is the
    number of processes.
    """
    owner = np.concatenate([one.owners for one in remainders])
    starts = np.cumsum([0, *(len(one.owners) for one in remainders)])
    gone = [np.zeros((len(one.owners), one.omitted_count), np.int32) for one in remainders]
    with SudokuCollection(shape, only=allowed_moves) as remaining:
        for one, places_gone in zip(remainders, gone, strict=True):
            for some in yield_index_slices(len(one.owners), REMAINDERS_AT_ONCE):
                whole = read_cells(one.owners[some])
                left, places_gone[some] = remove_clues(whole, one.omitted_count, one.ways[some])
                remaining.add(left)
        for group in remaining.classes(jobs).groups():
            firsts: dict[int, CellPlaces] = {}
            which = (np.searchsorted(starts, group, "right") - 1).tolist()
            for member, place in zip(group.tolist(), which, strict=True):
                if (number := int(owner[member])) not in firsts:
                    cells = gone[place][member - starts[place]].tolist()
                    firsts[number] = _convert_to_rows_and_columns(tuple(cells), shape.size)
            yield firsts


@lru_cache(maxsize=10_000)  # very many pairs share few objects, which saves memory
def _convert_to_rows_and_columns(cell_numbers: tuple[int, ...], size: int) -> CellPlaces:
    """Convert numbers of cells, counted row after row from 0, to pairs (row, column) of a grid with
    `size` columns.
    """
    return tuple(divmod(number, size) for number in cell_numbers)


def remove_clues(
    cells: Cells, omitted_count: int, combination_numbers: NDArray[np.intp]
) -> tuple[Cells, NDArray[np.intp]]:
    """Remove `omitted_count` clues of each of N Sudokus, which must all have the same number of
    clues. Returns the cells of the remaining Sudokus, and the numbers of the cells that were
    cleared, shape (N, `omitted_count`), counted from 0, row after row. `combination_numbers` has
    for each Sudoku the number of the combination of clues to remove, in the order of
    `itertools.combinations`.
    """
    number = len(cells)
    flat = cells.reshape(number, -1).copy()
    clues = np.nonzero(flat)[1].reshape(number, -1)
    combined = list(combinations(range(clues.shape[1]), omitted_count))
    chosen = np.array(combined, np.intp).reshape(len(combined), omitted_count)
    gone = np.take_along_axis(clues, chosen[combination_numbers], 1)
    np.put_along_axis(flat, gone, 0, 1)
    return flat.reshape(cells.shape), gone


def compute_signatures_of_remainders(
    cells: Cells, omitted_count: int, shape: BoxShape, allowed_moves: AllowedMoves
) -> Hashes:
    """Remove `omitted_count` clues of each Sudoku in all possible ways, and return the signature of
    each remaining Sudoku (a hash that all its copies share). All remaining Sudokus of the first
    Sudoku come first, then those of the second, and so on. All Sudokus must have the same number of
    clues.
    """
    ways = comb(int(np.count_nonzero(cells[0])), omitted_count)
    place, way = np.divmod(np.arange(len(cells) * ways), ways)
    return signatures(remove_clues(cells[place], omitted_count, way)[0], shape, only=allowed_moves)
