"""Which Sudokus share a form, found out by a cluster: what is seen of them never comes here.

Workers write it into a scratch folder, in parts of some thousand Sudokus. In the end Dask brings
those with the same beginning of their signatures together, and each such partition is decided
alone. So a worker needs the memory of a partition, and both steps can be done again from what
stands in files when one dies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..sudoku.shape import BoxShape
from ..system.ordered import Jobs
from ..system.scratch import Scratch, TemporaryFolder
from .arrays import Cells, packed, unpacked, width
from .batches import Batches, References, beside, pieces
from .shared_forms import Indices, firsts
from .sorted_forms import sorted_forms

if TYPE_CHECKING:
    from pyarrow import Table

_IN_A_PARTITION = 500_000
"""Sudokus, on average."""

_PREFIX_BITS = 16
"""Bits of a signature that say into which partition it comes: enough for many partitions."""


class _Task(NamedTuple):
    """Some Sudokus, packed, of which the first has this number; and the name of their part."""

    name: str
    number: int
    rows: Cells


class FormsOnCluster:
    """What is seen is kept in a scratch folder, and compared by its cluster; see `FormsHere`."""

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
