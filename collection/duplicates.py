"""Which of many Sudokus are copies of which, and which are copies of known ones.

What is kept of a Sudoku is its signature in memory, and its cells and its sorted form in temporary
files, half a byte a cell. In the end only those are looked at again whose signatures are equal.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tempfile import TemporaryFile
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from ..workers.ordered import Jobs, ordered
from .arrays import Cells, Grids, grids_of, packed, unpacked
from .batches import Batches, References, over
from .colours import Hashes
from .exact import are_copies, witness
from .sorted_forms import sorted_forms

_READ_AT_ONCE = 1_000_000

Indices = NDArray[np.int64]


class Classes(NamedTuple):
    """Which of N Sudokus are copies of which.

    `first`, (N,) int64: the index of the first Sudoku, in the order in which they came, that this
    one is a copy of; its own index where there is none before it.
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
        leaders = self.first[copies]
        order = np.argsort(leaders, kind="stable")
        copies, leaders = copies[order], leaders[order]
        for group in np.split(np.arange(len(copies)), np.flatnonzero(np.diff(leaders)) + 1):
            if len(group):
                yield np.concatenate([leaders[group[:1]], copies[group]])


class Duplicates:
    """Takes Sudokus of one shape, and says which are copies of which.

    No answer rests on a hash: members of a class have equal sorted forms, or a solver has said so,
    and those of different classes have different ones, or a solver has. Memory: about 50 bytes
    for a Sudoku, whatever its size, besides what the caller keeps in the references; and
    temporary files in `directory` (the system's by default) with N² bytes for a grid of N×N.

    Use it in a `with` statement, or `close` it, to be rid of the files.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]), Grid([[0, 0], [2, 1]])]
    >>> with Duplicates(grids[0].shape) as duplicates:
    ...     duplicates.add(grids, ["one", "two", "three"])
    ...     classes = duplicates.classes()
    ...     [[duplicates.reference(i) for i in group] for group in classes.groups()]
    [['one', 'three']]
    """

    def __init__(
        self, shape: BoxShape | tuple[int, int] = (3, 3), directory: str | None = None
    ) -> None:
        self.shape = BoxShape(*shape)
        self._signatures: list[Hashes] = []
        self._exact: list[NDArray[np.bool_]] = []
        self._cells = _Rows(self.shape.size, directory)
        self._forms = _Rows(self.shape.size, directory)
        self._references: list[References] = []
        self._starts: list[int] = []
        self._number = 0

    def __len__(self) -> int:
        """Return how many Sudokus have been taken."""
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

        What is known does not depend on `jobs` or on how the Sudokus are cut into batches. When
        this is interrupted, by Ctrl-C or an error of the reader, whatever `len` counts has been
        taken. Raises `GridError` for grids of another shape, or where there is not one reference
        for each grid.
        """
        look = partial(_looked_at, shape=self.shape)
        for references, seen in over(look, batches, self.shape, jobs):
            self._keep(references, seen)
            progress(self._number)

    def _keep(self, references: References, seen: "_Seen") -> None:
        self._cells.append(seen.cells)
        self._forms.append(seen.forms)
        self._signatures.append(seen.signatures)
        self._exact.append(seen.exact)
        self._references.append(references)
        self._starts.append(self._number)
        self._number += len(seen.signatures)

    def reference(self, i: int) -> Any:
        """Return what came with the i-th Sudoku; its index where nothing did."""
        batch = bisect_right(self._starts, i) - 1
        references = self._references[batch]
        return i if references is None else references[i - self._starts[batch]]

    def cells(self, which: Indices | Sequence[int]) -> Cells:
        """Return these Sudokus as they came, (K, size, size) uint8."""
        return unpacked(self._cells.read(which), self.shape.size)

    def grid(self, i: int) -> Grid:
        """Return the i-th Sudoku."""
        return next(grids_of(self.cells([i]), self.shape))

    def witness(self, first: int, second: int) -> Transformation:
        """Return the steps from one Sudoku to a copy of it, followed on both grids.

        Raises `WitnessError` where they are no copies.
        """
        return witness(self.grid(first), self.grid(second))

    def classes(self, jobs: Jobs = 1) -> Classes:
        """Return which of the Sudokus taken so far are copies of which."""
        first = np.arange(self._number)
        if not self._number:
            return Classes(first)
        # Of what was being kept at an interruption, some lists may hold more than `len` counts.
        signatures = np.concatenate(self._signatures)[: self._number]
        exact = np.concatenate(self._exact)[: self._number]
        disputed = []
        for members, starts in _runs(signatures):
            leaders = np.repeat(members[starts], np.diff(starts, append=len(members)))
            equal = (self._forms.read(members) == self._forms.read(leaders)).all(1)
            settled = np.repeat(
                np.logical_and.reduceat(equal, starts), np.diff(starts, append=len(members))
            )
            first[members[settled]] = leaders[settled]
            left = members[~settled]
            if len(left):
                disputed += np.split(left, np.flatnonzero(np.diff(signatures[left])) + 1)
        tasks = ((self._forms.read(run), exact[run], self.shape) for run in disputed)
        for run, places in zip(disputed, ordered(_told_apart, tasks, jobs), strict=True):
            first[run] = run[places]
        return Classes(first)

    def known(self, number: int, classes: Classes | None = None) -> list[tuple[int, int]]:
        """Return which of the Sudokus from the index `number` on are copies of earlier ones.

        Each of these comes as a pair of indices: its own, and that of the first Sudoku before
        `number` that it is a copy of. So take what is known, note `len`, take what is new, and ask.
        """
        first = (classes or self.classes()).first
        found = number + np.flatnonzero(first[number:] < number)
        return list(zip(found.tolist(), first[found].tolist(), strict=True))


class Match(NamedTuple):
    """A new Sudoku and the first known one that it is a copy of: what came with each."""

    new: Any
    known: Any


def against(
    known: Batches, new: Batches, shape: BoxShape | tuple[int, int] = (3, 3), jobs: Jobs = 1
) -> list[Match]:
    """Return which new Sudokus are copies of known ones, in the order of the new.

    Where no references came, Sudokus are numbered from 0, the new ones on from the known.
    """
    with Duplicates(shape) as duplicates:
        duplicates.take(known, jobs)
        number = len(duplicates)
        duplicates.take(new, jobs)
        return [
            Match(duplicates.reference(one), duplicates.reference(other))
            for one, other in duplicates.known(number, duplicates.classes(jobs))
        ]


class _Seen(NamedTuple):
    """What is kept of some Sudokus; cells and forms are packed."""

    signatures: Hashes
    exact: NDArray[np.bool_]
    cells: Cells
    forms: Cells


def _looked_at(cells: Cells, shape: BoxShape) -> _Seen:
    found = sorted_forms(cells, shape)
    return _Seen(found.signatures, found.exact, packed(cells), packed(found.forms))


def _runs(signatures: Hashes) -> Iterator[tuple[Indices, NDArray[np.intp]]]:
    """Yield the indices of all Sudokus whose signature another one has, in runs of equal ones.

    They come in pieces of about a million, each with the places where its runs start. Within a run
    indices ascend.
    """
    order = np.argsort(signatures, kind="stable")
    ordered_signatures = signatures[order]
    same = ordered_signatures[1:] == ordered_signatures[:-1]
    shared = np.concatenate([same, [False]]) | np.concatenate([[False], same])
    members = order[shared]
    begins = ~np.concatenate([[False], same])[shared]
    starts = np.flatnonzero(begins)
    cut = 0
    while cut < len(starts):
        end = max(cut + 1, int(np.searchsorted(starts, starts[cut] + _READ_AT_ONCE)))
        last = starts[end] if end < len(starts) else len(members)
        yield members[starts[cut] : last], starts[cut:end] - starts[cut]
        cut = end


def _told_apart(task: tuple[Cells, NDArray[np.bool_], BoxShape]) -> list[int]:
    """Return for each of some Sudokus of one signature the place of the first that it copies.

    The task holds the form of each, packed, and whether it is exact. Equal forms are copies.
    Different ones are none if one of them is exact; else a solver compares the Sudoku with each
    class so far.
    """
    forms, exact, shape = task
    known: dict[bytes, int] = {}
    representatives: list[tuple[Grid, int]] = []
    places = []
    for i, is_exact in enumerate(exact.tolist()):
        key = forms[i].tobytes()
        if key not in known:
            known[key] = i
            if not is_exact:
                (grid,) = grids_of(unpacked(forms[i : i + 1], shape.size), shape)
                copied = (place for other, place in representatives if are_copies(other, grid))
                known[key] = next(copied, i)
                if known[key] == i:
                    representatives.append((grid, i))
        places.append(known[key])
    return places


class _Rows:
    """Packed grids in a temporary file."""

    def __init__(self, size: int, directory: str | None) -> None:
        self._width = (size * size + 1) // 2 if size <= 15 else size * size
        self._file = TemporaryFile(dir=directory)  # noqa: SIM115 - `close` is the owner's

    def append(self, rows: Cells) -> None:
        self._file.seek(0, 2)
        self._file.write(rows.tobytes())

    def read(self, which: Indices | Sequence[int]) -> Cells:
        """Return these rows, (K, bytes)."""
        self._file.flush()
        rows = np.memmap(self._file, np.uint8, "r").reshape(-1, self._width)
        return np.asarray(rows[which])

    def close(self) -> None:
        self._file.close()
