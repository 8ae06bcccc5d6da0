"""A sieve for remainders: it finds those that may be copies of some given remainders.

A remainder is a Sudoku of which some clues are omitted. Its profile is a number made from how many
clues each digit, box, row, column, band and stack has, so copies have the same profile. The
profiles of all remainders of a Sudoku are made from few sums, which takes a small part of the time
that their signatures take.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.colours import Hashes, hash_numbers
from ...sudoku.arrays import Cells
from ...sudoku.shape import BoxShape

MOST_OMITTED = 2
"""The most omitted clues for which `make_profiles` makes profiles."""

_BITS = np.uint64(24)
"""The number of leading bits that decide the place of a number in the table of a sieve."""


class Sieve:
    """A set of 64-bit numbers that quickly finds those of its numbers in large arrays."""

    def __init__(self, numbers: Iterable[Hashes]) -> None:
        self._numbers = np.unique(np.concatenate([np.zeros(0, np.uint64), *numbers]))
        self._table = np.zeros(2 ** int(_BITS), np.bool_)
        self._table[self._numbers >> (np.uint64(64) - _BITS)] = True

    def find(self, numbers: Hashes) -> NDArray[np.intp]:
        """Return the indices, ascending, of the numbers in an array that this set has."""
        which = np.flatnonzero(self._table[numbers >> (np.uint64(64) - _BITS)])
        some = numbers[which]
        # A number beyond the largest one of the set is never in the table.
        places = np.searchsorted(self._numbers, some)
        places[places == len(self._numbers)] = 0
        return which[self._numbers[places] == some] if len(self._numbers) else which


def make_profiles(cells: Cells, shape: BoxShape, without: int) -> Hashes:
    """Omit `without` clues, 0 to 2, from each Sudoku in all ways, and return the profiles of the
    remainders, which are equal for copies: first of all remainders of the first Sudoku, in the
    order of `itertools.combinations`, then of the second Sudoku, and so on. All Sudokus have the
    same number of clues.
    """
    number, size = len(cells), shape.size
    flat = cells.reshape(number, -1)
    clues = np.nonzero(flat)[1].reshape(number, -1)
    rows, columns = np.divmod(clues, size)
    digits = np.take_along_axis(flat, clues, 1).astype(np.intp) - 1
    boxes = rows // shape.height * shape.stacks + columns // shape.width
    pairs = np.array([*combinations(range(clues.shape[1]), 2)], np.intp).reshape(-1, 2)
    ways = (1, clues.shape[1], len(pairs))[without]
    starts = np.arange(number)[:, None] * size**without
    profiles = np.zeros((number, ways), np.uint64)
    # Rows and columns are treated alike, because a transformation may exchange them.
    kinds = ((digits, 1, 1), (boxes, 1, 3), (rows, shape.height, 5), (columns, shape.width, 5))
    for lines, block, odd in kinds:
        sums = _sum_lines(lines, size, 1, without)
        if block > 1:
            sums += np.uint64(7) * _sum_lines(lines // block, size // block, block, without)
        sums = hash_numbers(sums * np.uint64(odd))
        if without == 0:
            where = np.zeros((number, 1), np.intp)
        elif without == 1:
            where = lines
        else:
            where = lines[:, pairs[:, 0]] * size + lines[:, pairs[:, 1]]
        profiles += sums.reshape(-1)[where + starts]
    return profiles.reshape(-1)


def _sum_lines(lines: NDArray[np.intp], size: int, block: int, without: int) -> Hashes:
    """Add up, for each of N Sudokus, random numbers that stand for how many clues each line (a row,
    a digit, a band and so on) has. `lines` has the line of each clue, (N, clues).

    Return the sums, (N, 1); if `without` is 1, the sums after a clue of line m was omitted, (N,
    M); if it is 2, the sums after a clue of line m and one of line n were omitted, (N, M²), at
    index m·M + n. There are M = `size` · `block` lines: each of the `size` lines
    counts as `block` of them, as a band counts for each of its rows.
    """
    number, clues = lines.shape
    flat = lines + np.arange(number)[:, None] * size
    counts = np.bincount(flat.reshape(-1), minlength=number * size).reshape(number, size)
    values = np.random.default_rng(1).integers(0, 2**64, clues + 1, np.uint64)
    here = values[counts]
    whole: Hashes = here.sum(1, dtype=np.uint64)[:, None]
    if without == 0:
        return whole
    less = values[counts - 1] - here
    many = np.arange(size * block) // block
    if without == 1:
        one: Hashes = (whole + less)[:, many]
        return one
    both: Hashes = whole[:, :, None] + less[:, :, None] + less[:, None, :]
    same = np.arange(size)
    both[:, same, same] = whole + values[counts - 2] - here
    both = both[:, many[:, None], many]
    return both.reshape(number, -1)
