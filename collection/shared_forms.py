"""Which Sudokus share a sorted form, or are copies of each other in spite of different ones."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tempfile import TemporaryFile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.shape import BoxShape
from ..system.ordered import Jobs, ordered
from .arrays import Cells, grids_of, packed, runs, unpacked, width
from .batches import Batches, References, beside, pieces
from .colours import Hashes
from .sorted_forms import are_copies, sorted_forms

_READ_AT_ONCE = 1_000_000


Indices = NDArray[np.int64]


class StoredGrids:
    """Packed grids in a temporary file, numbered as they come."""

    def __init__(self, size: int) -> None:
        self._width = width(size)
        self._file = TemporaryFile()  # noqa: SIM115 - `close` is the owner's

    def append(self, rows: Cells) -> None:
        """Keep some, (K, bytes)."""
        self._file.seek(0, 2)
        self._file.write(rows.tobytes())

    def read(self, which: Indices | Sequence[int]) -> Cells:
        """Return these rows, (K, bytes)."""
        if not len(which):  # there may be none, and an empty file cannot be mapped
            return np.zeros((0, self._width), np.uint8)
        self._file.flush()
        rows = np.memmap(self._file, np.uint8, "r").reshape(-1, self._width)
        return np.asarray(rows[which])

    def close(self) -> None:
        """Remove the file."""
        self._file.close()


class FormsHere:
    """What is seen is kept on this machine: signatures in memory, forms in a temporary file."""

    def __init__(self, shape: BoxShape, only: Parts = EVERYTHING) -> None:
        self._shape, self._only = shape, only
        self._signatures: list[Hashes] = []
        self._exact: list[NDArray[np.bool_]] = []
        self._forms = StoredGrids(shape.size)

    def taken(self, batches: Batches, jobs: Jobs) -> Iterator[tuple[References, Cells]]:
        """Yield references and packed cells as they came, when what is seen of them is kept."""
        look = partial(_looked_at, shape=self._shape, only=self._only)
        for references, seen in beside(look, pieces(batches, self._shape), jobs):
            self._forms.append(seen.forms)
            self._signatures.append(seen.signatures)
            self._exact.append(seen.exact)
            yield references, seen.cells

    def firsts(self, number: int, jobs: Jobs) -> Indices:
        """Return for each of the first `number` Sudokus the first that it is a copy of."""
        if not number:
            return np.arange(0)
        # Of what was being kept at an interruption, some lists may hold more.
        signatures = np.concatenate(self._signatures)[:number]
        exact = np.concatenate(self._exact)[:number]
        return firsts(signatures, exact, self._forms.read, self._shape, jobs, self._only)

    def close(self) -> None:
        """Remove the temporary file."""
        self._forms.close()


class _Seen(NamedTuple):
    """What is kept of some Sudokus; cells and forms are packed."""

    signatures: Hashes
    exact: NDArray[np.bool_]
    cells: Cells
    forms: Cells


def _looked_at(cells: Cells, shape: BoxShape, only: Parts) -> _Seen:
    found = sorted_forms(cells, shape, only)
    return _Seen(found.signatures, found.exact, packed(cells), packed(found.forms))


def firsts(
    signatures: Hashes,
    exact: NDArray[np.bool_],
    forms: Callable[[Indices], Cells],
    shape: BoxShape,
    jobs: Jobs = 1,
    only: Parts = EVERYTHING,
) -> Indices:
    """Return for each of N Sudokus the index of the first that it is a copy of, (N,).

    Its own, where there is none before it. `forms` returns the packed forms of some.
    """
    first = np.arange(len(signatures))
    disputed = []
    for members, lengths in _runs(signatures):
        starts = np.cumsum(lengths) - lengths
        leaders = np.repeat(members[starts], lengths)
        equal = (forms(members) == forms(leaders)).all(1)
        settled = np.repeat(np.logical_and.reduceat(equal, starts), lengths)
        first[members[settled]] = leaders[settled]
        left = members[~settled]
        if len(left):
            disputed += np.split(left, np.flatnonzero(np.diff(signatures[left])) + 1)
    tasks = ((forms(run), exact[run], shape) for run in disputed)
    told = ordered(partial(_told_apart, only=only), tasks, jobs)
    for run, places in zip(disputed, told, strict=True):
        first[run] = run[places]
    return first


def _runs(signatures: Hashes) -> Iterator[tuple[Indices, NDArray[np.intp]]]:
    """Yield the indices of all Sudokus whose signature another one has, in runs of equal ones.

    They come in pieces of about a million, with the lengths of runs, within which they ascend.
    """
    order, _, lengths = runs(signatures)
    members = order[np.repeat(lengths > 1, lengths)]
    lengths = lengths[lengths > 1]
    starts = np.cumsum(lengths) - lengths
    cut = 0
    while cut < len(starts):
        end = max(cut + 1, int(np.searchsorted(starts, starts[cut] + _READ_AT_ONCE)))
        some = lengths[cut:end]
        yield members[starts[cut] : starts[cut] + some.sum()], some
        cut = end


def _told_apart(task: tuple[Cells, NDArray[np.bool_], BoxShape], only: Parts) -> list[int]:
    """Return for each of some Sudokus of one signature the place of the first that it copies.

    The task holds the form of each, packed, and whether it is exact. Different forms are no copies
    if one of them is; else a solver compares the Sudoku with each class so far.
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
                copied = (
                    place for other, place in representatives if are_copies(other, grid, only)
                )
                known[key] = next(copied, i)
                if known[key] == i:
                    representatives.append((grid, i))
        places.append(known[key])
    return places
