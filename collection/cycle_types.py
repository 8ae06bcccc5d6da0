"""Cycle types: what tells the lines of complete grids apart, which have no pattern of blanks.

From a line that holds every digit once to another such line leads a permutation of the digits. The
lengths of its cycles depend neither on the names of the digits nor on the order of the columns.
They follow from how many digits each power of the permutation leaves where they are: the k-th power
fixes those in cycles whose length divides k. Powers up to half the size are enough, because there
is at most one cycle longer than that, and it takes what is left.
"""

import numpy as np
from numpy.typing import NDArray

from ..sudoku.shape import BoxShape
from .arrays import Cells

Hashes = NDArray[np.uint64]

_ODD = np.uint64(0x9FB21C651E98DF25)


def is_latin(cells: Cells) -> NDArray[np.bool_]:
    """Return which grids hold every digit once in each row and column, (N,) bool."""
    size = cells.shape[1]
    full = np.flatnonzero(cells.reshape(len(cells), size * size).all(1))
    latin = np.zeros(len(cells), bool)
    lines = cells[full]
    every = np.arange(1, size + 1)
    latin[full] = (
        (np.sort(lines, axis=1) == every[:, None]).all((1, 2))
        & (np.sort(lines, axis=2) == every).all((1, 2))
    )  # fmt: skip
    return latin


def near_types(cells: Cells, shape: BoxShape) -> Hashes:
    """Return for each line the sum of its types to the other lines of its block, (N, 2·size).

    Here and below every grid has to be one that `is_latin` finds.
    """
    return np.concatenate([_types(*side, far=False).sum(2) for side in _sides(cells, shape)], 1)


def far_types(cells: Cells, shape: BoxShape) -> Hashes:
    """Return for each line its types to the lines of the other blocks, by block, (N, 2·size)."""
    sums = []
    for side, length in _sides(cells, shape):
        number, size = side.shape[:2]
        types = _types(side, length, far=True)
        blocks = types.reshape(number, size, size // length, length).sum(3)
        blocks ^= blocks >> np.uint64(29)
        sums.append((blocks * _ODD).sum(2))
    return np.concatenate(sums, 1)


def _sides(cells: Cells, shape: BoxShape) -> tuple[tuple[Cells, int], tuple[Cells, int]]:
    columns = np.ascontiguousarray(cells.transpose(0, 2, 1))
    return (cells, shape.height), (columns, shape.width)


def _types(lines: Cells, length: int, far: bool) -> Hashes:
    """Return the types between the lines of a block or, if `far`, between all, (N, size, size)."""
    size = lines.shape[1]
    types = np.zeros((len(lines), size, size), np.uint64)
    for i in range(size):
        for j in range(0 if far else i - i % length, i):
            types[:, i, j] = types[:, j, i] = _type(lines[:, i], lines[:, j])
    return types


def _type(one: Cells, two: Cells) -> Hashes:
    """Return for each of N grids a number for the cycle type from line `one` to line `two`, (N,).

    Both lines are (N, size).

    The permutation back has the same cycles, so that the order of the two does not matter.
    """
    number, size = one.shape
    base = np.arange(number)[:, None] * size
    image = np.empty(number * size, np.intp)
    image[base + one - 1] = base + two - 1  # places in the flat array, so that it can be followed
    image = image.reshape(number, size)
    here = base + np.arange(size)
    power, kind = image, np.zeros(number, np.uint64)
    for _ in range(size // 2):
        kind = kind * np.uint64(size + 1) + (power == here).sum(1).astype(np.uint64)
        power = image.reshape(-1)[power]
    kind = (kind + np.uint64(1)) * _ODD
    kind ^= kind >> np.uint64(32)
    return kind * _ODD
