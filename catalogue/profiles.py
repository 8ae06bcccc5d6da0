"""Profiles: what a Sudoku must have so that another can be part of it, or nearly a copy.

The profile of a Sudoku holds numbers of clues: of each digit, each row, column, box, band and
stack. Each kind is sorted, because a transformation reorders it; rows and columns, and bands and
stacks, change places where it turns the grid. Wherever the clues of one Sudoku come to lie on equal
clues of another, none of its sorted numbers is greater. So of a million Sudokus few are left.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..collection.arrays import Cells
from ..sudoku.shape import BoxShape

Numbers = NDArray[np.int16]

_COMPARED_AT_ONCE = 50_000


class Profiles(NamedTuple):
    """Profiles of N Sudokus of one shape.

    `numbers`, (N, K) int16, and the same of the grid turned, where that keeps the shape: `turned`.
    `starts` are the places in a row where the kinds of numbers begin.
    """

    numbers: Numbers
    turned: Numbers
    starts: list[int]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.numbers)

    def those(self, which: NDArray[np.intp]) -> "Profiles":
        """Return the profiles of these Sudokus."""
        return Profiles(self.numbers[which], self.turned[which], self.starts)

    def may_hold(self, one: "Profiles") -> NDArray[np.bool_]:
        """Return which of these may hold all clues of a Sudoku, (N,) bool."""
        return self._in_one_of_two(lambda mine: (mine >= one.numbers).all(1))

    def may_be_held_by(self, one: "Profiles") -> NDArray[np.bool_]:
        """Return of which of these all clues may be in a Sudoku, (N,) bool."""
        return self._in_one_of_two(lambda mine: (mine <= one.numbers).all(1))

    def may_be_near(self, one: "Profiles", most: int) -> NDArray[np.bool_]:
        """Return which of these may be copies of a Sudoku but for `most` clues on either side.

        A clue that is left out is one less in each kind of numbers.
        """
        return self._in_one_of_two(
            lambda mine: (
                (self._excess(mine, one.numbers) <= most).all(1)
                & (self._excess(one.numbers, mine) <= most).all(1)
            )
        )

    def _in_one_of_two(self, test: Callable[[Numbers], Any]) -> NDArray[np.bool_]:
        parts = [test(self.numbers[some]) | test(self.turned[some]) for some in _slices(len(self))]
        return np.concatenate(parts) if parts else np.zeros(0, bool)

    def _excess(self, some: Numbers, others: Numbers) -> Numbers:
        """Return by how much numbers are greater than others, added up by kind."""
        excess: Numbers = np.add.reduceat(np.maximum(some - others, 0), self.starts, axis=1)
        return excess


def profiles(cells: Cells, shape: BoxShape) -> Profiles:
    """Return the profiles of Sudokus, (N, size, size)."""
    size = shape.size
    upright, turned = [], []
    starts = np.cumsum([0, size, size, size, size, shape.bands])
    for some in _slices(len(cells)):
        one = _numbers(cells[some], shape)
        upright.append(np.concatenate(one, 1))
        if shape.height == shape.width:
            digits, boxes, rows, columns, bands, stacks = one
            one = [digits, boxes, columns, rows, stacks, bands]
        turned.append(np.concatenate(one, 1))
    if not upright:
        none = np.zeros((0, int(starts[-1]) + shape.stacks), np.int16)
        return Profiles(none, none, starts.tolist())
    return Profiles(np.concatenate(upright), np.concatenate(turned), starts.tolist())


def _numbers(cells: Cells, shape: BoxShape) -> list[Numbers]:
    """Return the numbers of clues by digit, box, row, column, band and stack, each kind sorted."""
    number, size = cells.shape[:2]
    clues = cells != 0
    digits = np.stack([(cells == d).sum((1, 2)) for d in range(1, size + 1)], 1)
    boxes = clues.reshape(number, shape.bands, shape.height, shape.stacks, shape.width).sum((2, 4))
    rows, columns = clues.sum(2), clues.sum(1)
    bands, stacks = boxes.sum(2), boxes.sum(1)
    kinds = (digits, boxes.reshape(number, size), rows, columns, bands, stacks)
    return [np.sort(kind, axis=1).astype(np.int16) for kind in kinds]


def _slices(number: int) -> list[slice]:
    return [
        slice(start, start + _COMPARED_AT_ONCE) for start in range(0, number, _COMPARED_AT_ONCE)
    ]
