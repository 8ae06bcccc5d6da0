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

from ..collection.arrays import Cells, slices
from ..sudoku.shape import BoxShape

Numbers = NDArray[np.int16]

_COMPARED_AT_ONCE = 50_000


class Profiles(NamedTuple):
    """Profiles of N Sudokus of one shape: `numbers`, (N, K) int16.

    `starts` are the places in a row where the kinds of numbers begin. `turned` says from where the
    numbers of the grid turned come; they stay in place where that would change the shape.
    """

    numbers: Numbers
    starts: NDArray[np.intp]
    turned: NDArray[np.intp]

    def those(self, which: NDArray[np.intp]) -> "Profiles":
        """Return the profiles of these Sudokus."""
        return self._replace(numbers=self.numbers[which])

    def may_hold(self, one: "Profiles") -> NDArray[np.bool_]:
        """Return which of these may hold all clues of a Sudoku, (N,) bool."""
        return self._either_way(one, lambda mine, theirs: (mine >= theirs).all(1))

    def may_be_held_by(self, one: "Profiles") -> NDArray[np.bool_]:
        """Return of which of these all clues may be in a Sudoku, (N,) bool."""
        return self._either_way(one, lambda mine, theirs: (mine <= theirs).all(1))

    def may_be_near(self, one: "Profiles", most: int) -> NDArray[np.bool_]:
        """Return which of these may be copies of a Sudoku but for `most` clues on either side.

        A clue that is left out is one less in each kind of numbers.
        """

        def excess(some: Numbers, others: Numbers) -> Any:
            return np.add.reduceat(np.maximum(some - others, 0), self.starts, axis=1)

        return self._either_way(
            one,
            lambda mine, theirs: (
                (excess(mine, theirs) <= most).all(1) & (excess(theirs, mine) <= most).all(1)
            ),
        )

    def _either_way(
        self, one: "Profiles", test: Callable[[Numbers, Numbers], Any]
    ) -> NDArray[np.bool_]:
        """Return which pass the test with a Sudoku as it stands, or with it turned."""
        ways = one.numbers, one.numbers[:, one.turned]
        pieces = (self.numbers[some] for some in slices(len(self.numbers) or 1, _COMPARED_AT_ONCE))
        return np.concatenate([test(mine, ways[0]) | test(mine, ways[1]) for mine in pieces])


def profiles(cells: Cells, shape: BoxShape) -> Profiles:
    """Return the profiles of Sudokus, (N, size, size)."""
    lengths = [shape.size] * 4 + [shape.bands, shape.stacks]
    starts = np.cumsum([0, *lengths[:-1]])
    kinds = np.split(np.arange(sum(lengths)), starts[1:])
    if shape.height == shape.width:
        digits, boxes, rows, columns, bands, stacks = kinds
        kinds = [digits, boxes, columns, rows, stacks, bands]
    pieces = (cells[some] for some in slices(len(cells) or 1, _COMPARED_AT_ONCE))
    numbers = np.concatenate([_numbers(some, shape) for some in pieces])
    return Profiles(numbers, starts, np.concatenate(kinds))


def _numbers(cells: Cells, shape: BoxShape) -> Numbers:
    """Return the numbers of clues by digit, box, row, column, band and stack, each kind sorted."""
    number, size = cells.shape[:2]
    clues = cells != 0
    digits = np.stack([(cells == d).sum((1, 2)) for d in range(1, size + 1)], 1)
    boxes = clues.reshape(number, shape.bands, shape.height, shape.stacks, shape.width).sum((2, 4))
    rows, columns = clues.sum(2), clues.sum(1)
    bands, stacks = boxes.sum(2), boxes.sum(1)
    kinds = (digits, boxes.reshape(number, size), rows, columns, bands, stacks)
    return np.concatenate([np.sort(kind, axis=1).astype(np.int16) for kind in kinds], 1)
