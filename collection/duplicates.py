"""Which of many Sudokus are copies of which, and which are copies of known ones."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from ..system.ordered import Jobs
from ..system.scratch import Scratch
from .arrays import Cells, Grids, grids_of, runs, unpacked
from .batches import Batches, References
from .shared_forms import FormsHere, FormsOnCluster, Indices, StoredGrids
from .sorted_forms import witness


class Classes(NamedTuple):
    """Which of N Sudokus are copies of which.

    `first`, (N,) int64: the index of the first Sudoku that this one is a copy of, or its own.
    """

    first: Indices

    @property
    def number(self) -> int:
        """How many classes there are."""
        return len(self.representatives())

    def representatives(self) -> Indices:
        """Return the first Sudoku of each class, in order."""
        return np.flatnonzero(self.first == np.arange(len(self.first)))

    def copies(self) -> Indices:
        """Return all others, in order."""
        return np.flatnonzero(self.first != np.arange(len(self.first)))

    def groups(self) -> Iterator[Indices]:
        """Yield the members of each class with more than one, in order; classes by their first."""
        copies = self.copies()
        order, starts, _ = runs(self.first[copies])
        for others in np.split(copies[order], starts[1:]) if len(copies) else ():
            yield np.concatenate([self.first[others[:1]], others])

    def sizes(self) -> Indices:
        """Return how many members each class has that has more than one, in no special order."""
        return runs(self.first[self.copies()])[2] + 1


class Duplicates:
    """Takes Sudokus of one shape, and says which are copies of which.

    No answer rests on a hash: sorted forms, or a solver, say which are copies and which are not.
    Memory: about 50 bytes for a Sudoku, whatever its size, besides the references; and temporary
    files with N² bytes for a grid of N×N, until `close` or the end of a `with` statement.

    Copies are those `only` in which some parts differ. With a `scratch` folder its cluster does the
    work, whatever `jobs` says, and by all parts; here are then the cells alone, in a file of half
    that size, and in the end 16 bytes for a Sudoku in memory.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]), Grid([[0, 0], [2, 1]])]
    >>> with Duplicates(grids[0].shape) as duplicates:
    ...     duplicates.add(grids, ["one", "two", "three"])
    ...     classes = duplicates.classes()
    ...     [[duplicates.reference(i) for i in group] for group in classes.groups()]
    [['one', 'three']]
    """

    def __init__(
        self,
        shape: BoxShape | tuple[int, int] = (3, 3),
        scratch: Scratch | None = None,
        only: Parts = EVERYTHING,
    ) -> None:
        self.shape, self.only = BoxShape(*shape), only
        self._cells = StoredGrids(self.shape.size)
        self._forms = (
            FormsHere(self.shape, only) if scratch is None else FormsOnCluster(self.shape, scratch)
        )
        self.references: list[Any] = []
        """What came with each batch, as `References`."""
        self._starts: list[int] = []
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the temporary files."""
        self._cells.close()
        self._forms.close()

    def add(self, grids: Grids, references: References = None) -> None:
        """Take some Sudokus. Raises `GridError` where they are not of this shape."""
        self.take([(grids, references)])

    def take(
        self,
        batches: Batches,
        jobs: Jobs = 1,
        progress: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Take batches of Sudokus, with `jobs` processes; `progress` is told how many were taken.

        What `len` counts has been taken, also when this is interrupted. Raises `GridError` for
        grids of another shape, or where there is not one reference for each grid.
        """
        for references, cells in self._forms.taken(batches, jobs):
            self._cells.append(cells)
            self.references.append(references)
            self._starts.append(self._number)
            self._number += len(cells)
            progress(self._number)

    def reference(self, i: int) -> Any:
        """Return what came with the i-th Sudoku; its index where nothing did."""
        batch = bisect_right(self._starts, i) - 1
        references = self.references[batch]
        return i if references is None else references[i - self._starts[batch]]

    def cells(self, which: Indices | Sequence[int]) -> Cells:
        """Return these Sudokus as they came, (K, size, size) uint8."""
        return unpacked(self._cells.read(which), self.shape.size)

    def grid(self, i: int) -> Grid:
        """Return the i-th Sudoku."""
        return next(grids_of(self.cells([i]), self.shape))

    def witness(self, first: int, second: int) -> Transformation:
        """Return steps to a copy, followed on both grids; raise `WitnessError` where it is none."""
        return witness(self.grid(first), self.grid(second), self.only)

    def classes(self, jobs: Jobs = 1) -> Classes:
        """Return which of the Sudokus taken so far are copies of which."""
        return Classes(self._forms.firsts(self._number, jobs))

    def known(self, number: int, classes: Classes | None = None) -> list[tuple[int, int]]:
        """Return which of the Sudokus from the index `number` on are copies of earlier ones.

        Each comes as a pair of indices: its own, and that of the first that it is a copy of.
        """
        first = (classes or self.classes()).first
        found = number + np.flatnonzero(first[number:] < number)
        return list(zip(found.tolist(), first[found].tolist(), strict=True))
