"""The solutions of known Sudokus, which rule most of them out as parts of another.

Of two puzzles of which one is part of the other, the solutions of the one with more clues are
solutions of the other too, up to symmetry.
"""

import numpy as np
from numpy.typing import NDArray

from ..answers.completion import Completed
from ..collection.arrays import Cells, slices, unpacked
from ..collection.colours import Hashes
from ..collection.solutions import solutions
from ..collection.sorted_forms import signatures
from ..solvers.clock import Clock
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..system.ordered import Jobs

_LOOKED_AT_ONCE = 4000
_NOT_LOOKED_AT = 255

Places = NDArray[np.intp]


class KnownSolutions:
    """How many solutions N Sudokus have, and the signature of the only one; found when needed.

    `numbers`, (N,) uint8: 0, 1, 2 for more, or 255 for not looked at. `signatures`, (N,) uint64,
    says something where there is one solution.
    """

    def __init__(self, forms: Cells, shape: BoxShape, jobs: Jobs = 1) -> None:
        self._forms, self._shape, self._jobs = forms, shape, jobs
        self.numbers = np.full(len(forms), _NOT_LOOKED_AT, np.uint8)
        self.signatures: Hashes = np.zeros(len(forms), np.uint64)

    def look_at(self, places: Places, clock: Clock) -> None:
        """Find the solutions of these Sudokus, or of as many of them as the time allows."""
        left = places[self.numbers[places] == _NOT_LOOKED_AT]
        for some in slices(len(left), _LOOKED_AT_ONCE):
            if clock.remaining == 0.0:
                return
            which = left[some]
            cells = unpacked(self._forms[which], self._shape.size)
            found = solutions(cells, self._shape, jobs=self._jobs)
            only = found.numbers == 1
            if only.any():
                self.signatures[which[only]] = signatures(found.grids[only], self._shape)
            self.numbers[which] = found.numbers

    def may_hold(self, places: Places, done: Completed, clock: Clock) -> Places:
        """Return those of these with more clues than a Sudoku that its solutions do not rule out.

        Of the solutions of that Sudoku the only one of each known puzzle that holds it is one.
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
        self.look_at(places, clock)
        signed = np.isin(self.signatures[places], signatures(allowed) if allowed else [])
        kept: Places = places[(self.numbers[places] != 1) | signed]
        return kept

    def sharing(self, solution: Grid) -> Places:
        """Return the Sudokus whose only solution may be a copy of this one."""
        self.look_at(np.arange(len(self.numbers)), Clock())
        return np.flatnonzero((self.numbers == 1) & (self.signatures == signatures([solution])[0]))
