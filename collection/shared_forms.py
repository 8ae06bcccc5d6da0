"""Which Sudokus share a sorted form, or are copies of each other in spite of different ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.shape import BoxShape
from ..system.ordered import Jobs, ordered
from ..system.scratch import Scratch, TemporaryFolder
from .arrays import Cells, grids_of, packed, runs, unpacked, width
from .batches import Batches, References, beside, pieces
from .colours import Hashes
from .sorted_forms import are_copies, sorted_forms

if TYPE_CHECKING:
    from pyarrow import Table

_READ_AT_ONCE = 1_000_000

_IN_A_PARTITION = 500_000
"""Sudokus, on average."""

_PREFIX_BITS = 16
"""Bits of a signature that say into which partition it comes: enough for many partitions."""

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
        tasks = pieces(batches, self._shape)
        for references, (rows, signatures, exact, forms) in beside(look, tasks, jobs):
            self._forms.append(forms)
            self._signatures.append(signatures)
            self._exact.append(exact)
            yield references, rows

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


def _looked_at(
    cells: Cells, shape: BoxShape, only: Parts
) -> tuple[Cells, Hashes, NDArray[np.bool_], Cells]:
    found = sorted_forms(cells, shape, only)
    return packed(cells), found.signatures, found.exact, packed(found.forms)


def firsts(
    signatures: Hashes,
    exact: NDArray[np.bool_],
    forms: Callable[[Indices], Cells],
    shape: BoxShape,
    jobs: Jobs = 1,
    only: Parts = EVERYTHING,
) -> Indices:
    """Return for each of N Sudokus the first that it is a copy of, by index, or its own, (N,)."""
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
    """Yield the indices of Sudokus that share signatures, about a million, and lengths of runs."""
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


class _Task(NamedTuple):
    """Some Sudokus, packed, of which the first has this number; and the name of their part."""

    name: str
    number: int
    rows: Cells


class FormsOnCluster:
    """What is seen is kept in a scratch folder, and compared by its cluster; see `FormsHere`.

    Workers write it, in parts of some thousand Sudokus. In the end Dask brings those with the same
    beginning of their signatures together, and each such partition is decided alone. So a worker
    needs the memory of a partition, and both steps can be done again when one dies.
    """

    def __init__(self, shape: BoxShape, scratch: Scratch) -> None:
        self._shape, self._scratch = shape, scratch
        self._names = (f"{shape}-{number}.parquet" for number in count())
        self._parts: list[str] = []
        self._number = 0

    def taken(self, batches: Batches, _: Jobs) -> Iterator[tuple[References, Cells]]:
        """Yield references and packed cells as they came, when what is seen of them is kept."""

        def tasks() -> Iterator[tuple[_Task, tuple[References, _Task]]]:
            number = self._number
            for cells, references in pieces(batches, self._shape):
                # A part that was begun when its batch was interrupted never gets its name again.
                task = _Task(next(self._names), number, packed(cells))
                number += len(cells)
                yield task, (references, task)

        write = partial(_written, shape=self._shape, folder=self._scratch.folder)
        for (references, task), _done in beside(write, tasks(), self._scratch.cluster):
            self._parts.append(task.name)
            self._number += len(task.rows)
            yield references, task.rows

    def firsts(self, number: int, _: Jobs) -> Indices:
        """Return for each of the first `number` Sudokus the first that it is a copy of."""
        first = np.arange(number)
        if self._parts:
            found = self._scratch.cluster.grouped(
                self._scratch.folder.read,
                self._parts,
                "prefix",
                1 + number // _IN_A_PARTITION,
                partial(_copies, shape=self._shape),
                _copies(_table(np.zeros((0, 1, 1), np.uint8), 0, self._shape), self._shape),
            )
            first[found["number"].to_numpy()] = found["first"].to_numpy()
        return first

    def close(self) -> None:
        """Leave the parts to the scratch folder."""


def _written(task: _Task, shape: BoxShape, folder: TemporaryFolder) -> None:
    folder.write(task.name, _table(unpacked(task.rows, shape.size), task.number, shape))


def _table(cells: Cells, number: int, shape: BoxShape) -> Table:
    """Return what is seen of Sudokus, of which the first has this number."""
    import pyarrow as pa

    found = sorted_forms(cells, shape)
    forms = pa.py_buffer(np.ascontiguousarray(packed(found.forms)))
    binary = pa.binary(width(shape.size))
    return pa.table(
        {
            "number": np.arange(number, number + len(cells)),
            "prefix": (found.signatures >> np.uint64(64 - _PREFIX_BITS)).astype(np.uint16),
            "signature": found.signatures,
            "exact": found.exact,
            "form": pa.FixedSizeBinaryArray.from_buffers(binary, len(cells), [None, forms]),
        }
    )


def _copies(table: Table, shape: BoxShape) -> Table:
    """Return which of the Sudokus of a partition are copies, and of which."""
    import pyarrow as pa

    table = table.sort_by("number").combine_chunks()
    numbers, signatures, exact = (
        table[name].to_numpy() for name in ("number", "signature", "exact")
    )
    forms = np.frombuffer(b"".join(table["form"].to_pylist()), np.uint8)
    rows = forms.reshape(-1, width(shape.size))
    first = firsts(signatures, exact, lambda which: rows[which], shape)
    copies = np.flatnonzero(first != np.arange(len(first)))
    return pa.table({"number": numbers[copies], "first": numbers[first[copies]]})
