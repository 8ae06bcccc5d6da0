"""Answers that are found by trying all transformations, with NumPy. The code shares only the
classes of grids, boxes and transformations with the package.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from sudokopie import BoxShape, Grid, Transformation

Array = NDArray[np.int64]

SOME_PARTS = [
    ["digits"],
    ["turns"],
    ["mirrors", "digits"],
    ["rows"],
    ["turns", "bands", "stacks"],
    ["turns", "mirrors", "digits"],
    ["bands", "stacks", "rows", "columns"],
    ["stacks", "columns", "mirrors", "digits"],
    [],
]
"""Lists of the kinds of moves that are allowed, as for `--only`."""


@dataclass(frozen=True)
class Truth:
    """The number of transformations from a grid to another, `ways`, and the number of steps of the
    shortest of them, `fewest`; None if there is no transformation.
    """

    ways: int
    fewest: int | None


def truth(first: Grid, second: Grid) -> Truth:
    """Count the transformations from a grid to another, and find the fewest steps, by trying every
    orientation and every order of the lines, and checking whether a renaming of digits does the
    rest.
    """
    height, width = first.shape
    size = first.size
    target = np.array(second.rows)
    row_lines, row_steps = _arrangements(width, height)
    column_lines, column_steps = _arrangements(height, width)
    renamings = factorial(size - len(np.unique(target[target > 0])))
    ways, fewest = 0, None
    for quarter in (0, 1) if height == width > 1 else (0,):  # a turned single cell is the same
        turned = np.rot90(np.array(first.rows), -quarter)
        counts = np.count_nonzero(turned, 1)[row_lines]
        for k in np.flatnonzero((counts == np.count_nonzero(target, 1)).all(1)):
            arranged = turned[row_lines[k]][:, column_lines].swapaxes(0, 1).reshape(-1, size * size)
            survivors, renames = _renamable(arranged, target.ravel())
            if not len(survivors):
                continue
            ways += len(survivors) * renamings
            for turns in (0, 1):
                steps = row_steps[k, turns] + column_steps[survivors, turns] + renames
                best = int(steps.min()) + (quarter + 2 * turns > 0)
                fewest = best if fewest is None else min(fewest, best)
    return Truth(ways, fewest)


@cache
def _arrangements(blocks: int, length: int) -> tuple[Array, Array]:
    """Return two arrays with a row for each possible order of the lines: the order, as the old
    index of each line, and the numbers of steps that it takes without and after a half turn.
    """
    lines, steps = [], []
    last = blocks * length - 1
    for block_order in permutations(range(blocks)):
        for within in product(permutations(range(length)), repeat=blocks):
            gathered = [
                b * length + i for b, order in zip(block_order, within, strict=True) for i in order
            ]
            lines.append(gathered)
            steps.append(
                (_steps(gathered, length), _steps([last - line for line in gathered], length))
            )
    return np.array(lines), np.array(steps)


def _steps(lines: list[int], length: int) -> int:
    starts = range(0, len(lines), length)
    blocks = [lines[start] // length for start in starts]
    within = [[line % length for line in lines[start : start + length]] for start in starts]
    return (blocks != sorted(blocks)) + sum(order != sorted(order) for order in within)


def _renamable(arranged: Array, target: Array) -> tuple[Array, Array]:
    """Return the indices of the rows of `arranged` that a renaming of digits turns into `target`,
    and an array with 1 for each of them in which a digit gets another name, otherwise 0.
    """
    survivors = np.flatnonzero(((arranged > 0) == (target > 0)).all(1))
    size = int(max(arranged.max(), target.max(), 1))
    images = np.zeros((len(survivors), size + 1), dtype=int)
    origins = np.zeros((len(survivors), size + 1), dtype=int)
    for cell in np.flatnonzero(target):
        everyone = np.arange(len(survivors))
        old, new = arranged[survivors, cell], target[cell]
        image, origin = images[everyone, old], origins[:, new]
        fits = ((image == 0) & (origin == 0)) | ((image == new) & (origin == old))
        images[everyone, old], origins[:, new] = new, old
        survivors, images, origins = survivors[fits], images[fits], origins[fits]
    renames = ((images != 0) & (images != np.arange(size + 1))).any(1).astype(int)
    return survivors, renames


def extreme_images(grid: Grid) -> tuple[list[int], list[int]]:
    """Return the cells of the least and of the greatest copy of a grid, row after row.

    The digits are renamed in the order in which they first occur: 1, 2, … for the least copy, and
    N, N - 1, … for the greatest.
    """
    height, width = grid.shape
    row_lines, _ = _arrangements(width, height)
    column_lines, _ = _arrangements(height, width)
    least: list[int] | None = None
    greatest: list[int] | None = None
    for quarter in (0, 1) if height == width else (0,):
        turned = np.rot90(np.array(grid.rows), -quarter)
        for rows in row_lines:
            for columns in column_lines:
                cells = turned[rows][:, columns].ravel().tolist()
                order = {d: k for k, d in enumerate(dict.fromkeys(filter(None, cells)), 1)}
                up = [order.get(d, 0) for d in cells]
                down = [grid.size + 1 - order[d] if d else 0 for d in cells]
                least = up if least is None else min(least, up)
                greatest = down if greatest is None else max(greatest, down)
    assert least is not None
    assert greatest is not None
    return least, greatest


def every_way(first: Grid, second: Grid) -> Iterator[Transformation]:
    """Yield all transformations from one grid to another. The same movement of cells is yielded
    several times if several combinations of a turn and orders of lines describe it.

    Digits that do not occur in the first grid keep their names if possible.
    """
    shape = first.shape
    lists = product(
        shape.rotations,
        permutations(range(shape.bands)),
        permutations(range(shape.stacks)),
        product(permutations(range(shape.height)), repeat=shape.bands),
        product(permutations(range(shape.width)), repeat=shape.stacks),
    )
    names = tuple(range(1, shape.size + 1))
    for rotation, bands, stacks, rows, columns in lists:
        moved = Transformation(shape, rotation, bands, stacks, rows, columns, names)
        renaming: dict[int, int] = {}
        image = moved.apply(first)
        pairs = [(image[r, c], second[r, c]) for r in range(shape.size) for c in range(shape.size)]
        if any(renaming.setdefault(old, new) != new for old, new in pairs):
            continue
        renaming.pop(0, None)
        if 0 in renaming.values() or len(set(renaming.values())) < len(renaming):
            continue
        if any(not old and new for old, new in pairs):
            continue
        free = [name for name in names if name not in renaming.values()]
        kept = {d: d for d in names if d not in renaming and d in free}
        rest = iter([name for name in free if name not in kept])
        digits = [renaming.get(d) or kept.get(d) or next(rest) for d in names]
        yield moved.replace_parts(digits=tuple(digits))


Places = tuple[int, ...]


@cache
def made_of(only: frozenset[str], shape: BoxShape) -> frozenset[Places]:
    """Return all movements of cells that the allowed kinds of moves, `only`, can make one after
    another. Each movement is a tuple with the old place of each cell, row after row, from 0.
    """
    size, height, width = shape.size, shape.height, shape.width
    rows = range(size)
    grid = tuple(range(size * size))

    def gathered(rows_: list[int], columns_: list[int]) -> Places:
        return tuple(size * r + c for r in rows_ for c in columns_)

    def turned(times: int) -> Places:
        cells = [grid[size * r : size * (r + 1)] for r in rows]
        for _ in range(times):
            cells = list(zip(*cells[::-1], strict=True))
        return tuple(cell for row in cells for cell in row)

    def orders(length: int, blocks: bool, within: bool) -> list[list[int]]:
        number, all_ = size // length, list(range(size // length))
        places_ = list(range(length))
        return [
            [b * length + i for b, inside in zip(order, insides, strict=True) for i in inside]
            for order in (permutations(all_) if blocks else [all_])
            for insides in (
                product(permutations(places_), repeat=number) if within else [[places_] * number]
            )
        ]

    turns = [turned(k) for k in ((0, 1, 2, 3) if height == width else (0, 2))]
    mirrors = [
        gathered(r, c) for r in (list(rows), [*rows][::-1]) for c in (list(rows), [*rows][::-1])
    ]
    lines = [
        gathered(r, c)
        for r in orders(height, "bands" in only, "rows" in only)
        for c in orders(width, "stacks" in only, "columns" in only)
    ]
    return frozenset(
        composed(composed(turn, mirror), order)
        for turn in (turns if "turns" in only else [grid])
        for mirror in (mirrors if "mirrors" in only else [grid])
        for order in lines
    )


def composed(first: Places, second: Places) -> Places:
    return tuple([first[place] for place in second])
