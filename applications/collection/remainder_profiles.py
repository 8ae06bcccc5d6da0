"""A quick test that finds the remainders (Sudokus of which some clues are removed) that may be
copies of other remainders.

The profile of a remainder is a 64-bit number made from how many clues each digit, box, row, column,
band and stack has, so copies have the same profile. The profiles of all remainders of a Sudoku are
made from few sums, in a small part of the time that signatures need, the exact hashes that all
copies share.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.colour_refinement import Hashes, hash_numbers
from ...sudoku.arrays import Cells
from ...sudoku.shape import BoxShape

MOST_OMITTED = 2
"""The largest number of clues that may be left out of a Sudoku if `compute_remainder_profiles`
computes profiles: numbers that describe the clues that remain.
"""

_BITS = np.uint64(24)
"""How many of the highest bits of a 64-bit number determine its index in the table of a
`HashSet`.
"""


class HashSet:
    """A set of 64-bit numbers that quickly finds its members in a large array. `numbers` yields
    arrays of these numbers.
    """

    def __init__(self, numbers: Iterable[Hashes]) -> None:
        self._numbers = np.unique(np.concatenate([np.zeros(0, np.uint64), *numbers]))
        self._table = np.zeros(2 ** int(_BITS), np.bool_)
        self._table[self._numbers >> (np.uint64(64) - _BITS)] = True

    def find_member_indices(self, numbers: Hashes) -> NDArray[np.intp]:
        """Return the indices, ascending, at which the array `numbers` has a number of this set."""
        which = np.flatnonzero(self._table[numbers >> (np.uint64(64) - _BITS)])
        some = numbers[which]
        # A number above the largest number of the set is not in the table.
        places = np.searchsorted(self._numbers, some)
        places[places == len(self._numbers)] = 0
        return which[self._numbers[places] == some] if len(self._numbers) else which


def compute_remainder_profiles(cells: Cells, shape: BoxShape, omitted_count: int) -> Hashes:
    """Remove `omitted_count` clues, 0 to 2, of each Sudoku in all possible ways; return a 64-bit
    number, the profile, for each remaining Sudoku. Remaining Sudokus that are copies have the same
    profile. All Sudokus must have the same number of clues.

    The profiles of the first Sudoku come first, in the order of `itertools.combinations`, then
    those of the second Sudoku, and so on.
    """
    number, size = len(cells), shape.size
    flat = cells.reshape(number, -1)
    clues = np.nonzero(flat)[1].reshape(number, -1)
    rows, columns = np.divmod(clues, size)
    digits = np.take_along_axis(flat, clues, 1).astype(np.intp) - 1
    boxes = rows // shape.height * shape.stacks + columns // shape.width
    pairs = np.array([*combinations(range(clues.shape[1]), 2)], np.intp).reshape(-1, 2)
    ways = (1, clues.shape[1], len(pairs))[omitted_count]
    starts = np.arange(number)[:, None] * size**omitted_count
    profiles = np.zeros((number, ways), np.uint64)
    # Rows and columns are treated alike, because a transformation may exchange them.
    kinds = ((digits, 1, 1), (boxes, 1, 3), (rows, shape.height, 5), (columns, shape.width, 5))
    for lines, block, odd in kinds:
        sums = _hash_clue_counts(lines, size, 1, omitted_count)
        if block > 1:
            sums += np.uint64(7) * _hash_clue_counts(
                lines // block, size // block, block, omitted_count
            )
        sums = hash_numbers(sums * np.uint64(odd))
        if omitted_count == 0:
            where = np.zeros((number, 1), np.intp)
        elif omitted_count == 1:
            where = lines
        else:
            where = lines[:, pairs[:, 0]] * size + lines[:, pairs[:, 1]]
        profiles += sums.reshape(-1)[where + starts]
    return profiles.reshape(-1)


def _hash_clue_counts(
    line_of_clue: NDArray[np.intp], line_count: int, parts_per_line: int, omitted_count: int
) -> Hashes:
    """Return for each of N Sudokus hashes of the numbers of clues in its lines, before or after
    clues are removed. A line is here a row, a column, a band, a stack, a box or a digit;
    `line_of_clue`, shape (N, clues), has the number of the line of each clue, from 0 to
    `line_count` - 1.

    The hashes are listed once for each choice of lines from which `omitted_count` clues are
    removed. There are M = `line_count` · `parts_per_line` choices for a clue, because each line is
    repeated `parts_per_line` times: a band, for example, once for each of its rows.

    - If `omitted_count` is 0, the shape of the result is (N, 1).
    - If it is 1, the shape is (N, M). The hash at index m is made after a clue of choice m is
      removed.
    - If it is 2, the shape is (N, M²). The hash at index m·M + n is made after a clue of choice m
      and a clue of choice n are removed.
    """
    number, clues = line_of_clue.shape
    flat = line_of_clue + np.arange(number)[:, None] * line_count
    counts = np.bincount(flat.reshape(-1), minlength=number * line_count)
    counts = counts.reshape(number, line_count)
    values = np.random.default_rng(1).integers(0, 2**64, clues + 1, np.uint64)
    here = values[counts]
    whole: Hashes = here.sum(1, dtype=np.uint64)[:, None]
    if omitted_count == 0:
        return whole
    less = values[counts - 1] - here
    many = np.arange(line_count * parts_per_line) // parts_per_line
    if omitted_count == 1:
        one: Hashes = (whole + less)[:, many]
        return one
    both: Hashes = whole[:, :, None] + less[:, :, None] + less[:, None, :]
    same = np.arange(line_count)
    both[:, same, same] = whole + values[counts - 2] - here
    both = both[:, many[:, None], many]
    return both.reshape(number, -1)
