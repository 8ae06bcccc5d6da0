"""The classes of a catalogue in memory, and what rules most of them out for a new Sudoku.

The profile of a Sudoku holds numbers of clues: of each digit, row, column, box, band and stack,
each kind sorted, because a transformation reorders it; where it turns the grid, rows and columns
change places, and bands and stacks. Where the clues of one Sudoku come to lie on equal clues of
another, none of its numbers is greater: of a million few are left. And of two puzzles of which one
is part of the other, the solutions of the one with more clues are solutions of the other.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.colours import Hashes
from ...answers.bulk.parallel_map import map_pieces
from ...answers.bulk.solutions import solutions
from ...answers.bulk.sorted_forms import signatures
from ...answers.completion import Completed
from ...solvers.clock import Clock
from ...sudoku.arrays import Cells, join_arrays, split_range, unpack_grids
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...system.ordered_map import Jobs

Numbers = NDArray[np.int16]
Places = NDArray[np.intp]

_COMPARED_AT_ONCE = 50_000
_LOOKED_AT_ONCE = 4000
_NOT_LOOKED_AT = 255


class Profiles(NamedTuple):
    """Profiles of N Sudokus of one shape: `numbers`, (N, K) int16.

    `starts`: where in a row the kinds of numbers begin. `turned`: from where the numbers of the
    grid turned come; they stay in place where that would change the shape.
    """

    numbers: Numbers
    starts: NDArray[np.intp]
    turned: NDArray[np.intp]

    def select(self, which: NDArray[np.intp]) -> "Profiles":
        """Return the profiles of these Sudokus."""
        return self._replace(numbers=self.numbers[which])

    def may_hold(self, one: "Profiles") -> NDArray[np.bool_]:
        """Return which of these may hold all clues of a Sudoku, (N,) bool."""
        return self._either_way(one, lambda mine, theirs: (mine >= theirs).all(1))

    def may_be_held_by(self, one: "Profiles") -> NDArray[np.bool_]:
        """Return of which of these all clues may be in a Sudoku, (N,) bool."""
        return self._either_way(one, lambda mine, theirs: (mine <= theirs).all(1))

    def may_be_near(self, one: "Profiles", most: int) -> NDArray[np.bool_]:
        """Return which of these may be copies of a Sudoku but for `most` clues on either side."""

        # A clue that is left out is one less in each kind of numbers.
        def test(mine: Numbers, theirs: Numbers) -> Any:
            excess = np.maximum(np.stack([mine - theirs, theirs - mine]), 0)
            return (np.add.reduceat(excess, self.starts, axis=2) <= most).all((0, 2))

        return self._either_way(one, test)

    def _either_way(
        self, one: "Profiles", test: Callable[[Numbers, Numbers], Any]
    ) -> NDArray[np.bool_]:
        """Return which pass the test with a Sudoku as it stands, or with it turned."""
        ways = one.numbers, one.numbers[:, one.turned]
        pieces = (
            self.numbers[some] for some in split_range(len(self.numbers) or 1, _COMPARED_AT_ONCE)
        )
        return np.concatenate([test(mine, ways[0]) | test(mine, ways[1]) for mine in pieces])


def make_profiles(cells: Cells, shape: BoxShape) -> Profiles:
    """Return the profiles of Sudokus, (N, size, size)."""
    lengths = [shape.size] * 4 + [shape.bands, shape.stacks]
    starts = np.cumsum([0, *lengths[:-1]])
    kinds = np.split(np.arange(sum(lengths)), starts[1:])
    if shape.height == shape.width:
        digits, boxes, rows, columns, bands, stacks = kinds
        kinds = [digits, boxes, columns, rows, stacks, bands]
    numbers = join_arrays(
        map_pieces(partial(_count_clues, shape=shape), cells, 1, _COMPARED_AT_ONCE)
    )
    return Profiles(numbers, starts, np.concatenate(kinds))


def _count_clues(cells: Cells, shape: BoxShape) -> Numbers:
    """Return the numbers of clues by digit, box, row, column, band and stack, each kind sorted."""
    number, size = cells.shape[:2]
    clues = cells != 0
    digits = np.stack([(cells == d).sum((1, 2)) for d in range(1, size + 1)], 1)
    boxes = clues.reshape(number, shape.bands, shape.height, shape.stacks, shape.width).sum((2, 4))
    rows, columns = clues.sum(2), clues.sum(1)
    bands, stacks = boxes.sum(2), boxes.sum(1)
    kinds = (digits, boxes.reshape(number, size), rows, columns, bands, stacks)
    return np.concatenate([np.sort(kind, axis=1).astype(np.int16) for kind in kinds], 1)


class LoadedClasses:
    """Classes of one shape with so many `clues`: `ids`, (N,), packed forms; solutions if needed."""

    def __init__(
        self, shape: BoxShape, clues: range, ids: NDArray[np.int64], forms: Cells, jobs: Jobs
    ) -> None:
        self.shape, self.clues, self.ids = shape, clues, ids
        self._forms, self._jobs = forms, jobs
        self.profiles = make_profiles(unpack_grids(forms, shape.size), shape)
        self._solutions = np.full(len(forms), _NOT_LOOKED_AT, np.uint8)
        self._signatures: Hashes = np.zeros(len(forms), np.uint64)

    def cells(self, which: Places) -> Cells:
        """Return some forms, (K, size, size)."""
        return unpack_grids(self._forms[which], self.shape.size)

    def _look_at(self, places: Places, clock: Clock) -> None:
        """Find the solutions of these Sudokus, or of as many of them as the time allows."""
        left = places[self._solutions[places] == _NOT_LOOKED_AT]
        for some in split_range(len(left), _LOOKED_AT_ONCE):
            if clock.remaining == 0.0:
                return
            which = left[some]
            found = solutions(self.cells(which), self.shape, jobs=self._jobs)
            only = found.numbers == 1
            if only.any():
                self._signatures[which[only]] = signatures(found.grids[only], self.shape)
            self._solutions[which] = found.numbers

    def may_hold(self, places: Places, done: Completed, clock: Clock) -> Places:
        """Return those of these with more clues than a Sudoku that its solutions do not rule out.

        One of them is the only solution of each known puzzle that holds it.
        """
        return places if done.more is not False else self._with(places, done.solutions, clock)

    def may_be_in(self, places: Places, done: Completed, clock: Clock) -> Places:
        """Return those of these with fewer clues than a Sudoku that its solutions do not rule out.

        A Sudoku that holds a puzzle with one solution has that one, or none.
        """
        if done.word in {"more", "one"}:
            return self._with(places, done.solutions if done.word == "one" else (), clock)
        return places

    def _with(self, places: Places, allowed: tuple[Grid, ...], clock: Clock) -> Places:
        """Return those of these whose only solution, where they have just one, is allowed."""
        self._look_at(places, clock)
        signed = np.isin(self._signatures[places], signatures(allowed) if allowed else [])
        kept: Places = places[(self._solutions[places] != 1) | signed]
        return kept

    def sharing(self, solution: Grid) -> Places:
        """Return the Sudokus whose only solution may be a copy of this one."""
        self._look_at(np.arange(len(self._solutions)), Clock())
        are_equal = self._signatures == signatures([solution])[0]
        return np.flatnonzero((self._solutions == 1) & are_equal)
