"""The bands and stacks of complete 9×9 grids: each is of one of 416 classes.

Two bands are of one class if one becomes the other by orders of its rows, of its stacks and of the
columns in each, and names of digits; stacks are bands of the transposed grid. Classes are numbered
from 1 in the order of their least images, read row after row.
"""

from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from ..sudoku.shape import BoxShape
from .arrays import Cells, are_complete, begins
from .row_tables import NINE, number_of, pairs, tables

_ROWS = np.array([*permutations(range(3))])


def band_numbers(cells: Cells, shape: BoxShape = NINE) -> list[list[int] | None]:
    """Return the numbers, 1 to 416, of bands of complete 9×9 grids, then of stacks; else None.

    >>> band_numbers(np.zeros((1, 9, 9), np.uint8))
    [None]
    """
    complete = are_complete(cells, shape) & (shape == NINE)
    sides = [side[complete].reshape(-1, 3, 3, 9) for side in (cells, cells.transpose(0, 2, 1))]
    found = np.searchsorted(least_bands(), _least(np.concatenate(sides, 1).reshape(-1, 3, 9)))
    numbers = iter((found.reshape(-1, 6) + 1).tolist())
    return [next(numbers) if is_complete else None for is_complete in complete.tolist()]


@cache
def least_bands() -> NDArray[np.int64]:
    """Return the least images of all bands, as numbers, ascending: there are 416."""
    first, bands = [*range(9)], []
    for number in np.unique(pairs().least).tolist():
        second = [number >> 4 * (8 - column) & 15 for column in first]
        free = [{*first} - {*first[s : s + 3], *second[s : s + 3]} for s in (0, 3, 6)]
        for third in product(*map(permutations, free)):
            bands.append([first, second, [digit for box in third for digit in box]])
    return np.unique(_least(np.array(bands) + 1))


def _least(bands: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the least image of each band, (N, 3, 9), as a number: its second row and its third."""
    if not len(bands):
        return np.zeros(0, np.int64)
    rows = bands.astype(np.intp) - 1
    columns = np.argsort(rows, axis=2)
    structures = np.take_along_axis(columns[:, _ROWS[:, 0]], rows[:, _ROWS[:, 1]], 2)
    kind = np.searchsorted(pairs().keys, number_of(structures))
    second = pairs().least[kind].min(1)
    band, order = np.nonzero(pairs().least[kind] == second[:, None])
    place, columns_order = pairs().reaching.of(kind[band, order])
    band, order = band[place], order[place]
    where = tables(NINE).orders[columns_order].astype(np.intp)
    first, last = (np.take_along_axis(rows[band, _ROWS[order, k]], where, 1) for k in (0, 2))
    third = number_of(np.take_along_axis(np.argsort(first, axis=1), last, 1))
    least = np.minimum.reduceat(third, np.flatnonzero(begins(band)))
    number: NDArray[np.int64] = np.searchsorted(np.unique(pairs().least), second) << 36 | least
    return number
