"""Sort records by a key, in memory if they are few and in files if they are many.

Many records are written to a folder in several files, each sorted by key. They are read again in
pieces that need little memory. All records with the same key are in one piece, so each piece can be
processed alone.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .scratch import ScratchFiles, TemporaryFolder

Records = NDArray[np.void]

RECORDS_IN_A_PIECE = 2**18
"""The approximate number of records in a piece, which is also the largest number of records that
are kept in memory.
"""

_RECORDS_BETWEEN_KEYS = 2**10
"""For every 1024th record of a file, its key is kept in memory."""


class SortedRun(NamedTuple):
    """The description of a file with records that are sorted by a key. With this description, the
    records with a given key are found without reading the whole file.

    - `name`: the name of the file.
    - `length`: the number of records.
    - `keys`: the key of every `step`-th record, beginning with the first.
    - `number_offset`: the number that is added to the field `number` of each record when it is
      read.
    """

    name: str
    length: int
    step: int
    keys: NDArray[Any]
    number_offset: int = 0


class SortedRecords:
    """A collection of NumPy records, in memory or in files, that is read in the order of their
    field `key_field`. The records also have a field `number`, the number of a Sudoku.
    """

    _names = count()

    def __init__(
        self, scratch: ScratchFiles, key_field: str, record_type: np.dtype[np.void]
    ) -> None:
        self._scratch, self._key, self._kind = scratch, key_field, record_type
        self._waiting: list[Records] = []
        self._runs: list[SortedRun] = []
        self.record_count = 0
        """The number of records."""

    def add_and_count_records(self, records: Records | SortedRun, number_offset: int = 0) -> int:
        """Add records, or a file of sorted records that a worker process has written.
        `number_offset` is added to the field `number` of each record. Returns the number of added
        records.
        """
        if isinstance(records, SortedRun):
            count = records.length
            self._runs.append(records._replace(number_offset=number_offset))
        else:
            count = len(records)
            records["number"] += number_offset
            self._waiting.append(records)
            if sum(map(len, self._waiting)) >= RECORDS_IN_A_PIECE:
                self._write_waiting_records()
        self.record_count += count
        return count

    @property
    def are_in_memory(self) -> bool:
        """Whether all records are in memory and are read as one piece."""
        return not self._runs

    def yield_piece_readers(self) -> Iterator[Callable[[], Records]]:
        """Divide the records into pieces by ascending keys. Yields for each piece a function that
        reads and returns its records. Another process may call the function.
        """
        if not self._runs:
            records = np.concatenate([np.zeros(0, self._kind), *self._waiting])
            yield partial(sort_records, self._key, records)
            return
        self._write_waiting_records()
        keys = np.sort(np.concatenate([run.keys for run in self._runs]))
        # A key that many records have would end several pieces, so repeated keys are removed.
        ends = [
            *np.unique(
                keys[:: max(1, len(keys) * RECORDS_IN_A_PIECE // self.record_count)]
            ).tolist(),
            None,
        ]
        for first_key, limit in pairwise(ends):
            yield self.make_range_reader(first_key, limit)

    def make_range_reader(self, first_key: Any, end_key: Any) -> Callable[[], Records]:
        """Return a function that reads and returns the records with keys from `first_key` up to,
        but not including, `end_key`. If `end_key` is None, there is no upper limit. Another process
        may call the function.
        """
        self._write_waiting_records()
        places = []
        for run in self._runs:
            start = max(0, int(np.searchsorted(run.keys, first_key)) - 1) * run.step
            stop = len(run.keys) if end_key is None else int(np.searchsorted(run.keys, end_key))
            if stop:
                places.append(
                    (run.name, start, min(stop * run.step, run.length), run.number_offset)
                )
        folder = self._scratch.folder
        return partial(
            _read_and_merge_runs, folder, self._kind, self._key, first_key, end_key, places
        )

    def _write_waiting_records(self) -> None:
        """Write the records that are still in memory to a file, sorted by key."""
        if not self._waiting:
            return
        name = f"{self._key}-{next(self._names)}"
        self._runs.append(
            write_sorted_run(np.concatenate(self._waiting), self._key, name, self._scratch.folder)
        )
        self._waiting = []


def _read_and_merge_runs(
    folder: TemporaryFolder,
    record_type: np.dtype[np.void],
    key_field: str,
    first_key: Any,
    end_key: Any,
    run_slices: list[tuple[str, int, int, int]],
) -> Records:
    """Return the records with keys from `first_key` up to, but not including, `end_key`, from
    several files, sorted by key; if `end_key` is None, there is no upper limit. Records with the
    same key come in the order in which they were added.

    `run_slices` has four values for each file: its name, the index of the first record to read, the
    index after the last record to read, and a number that is added to the field `number` of the
    records.
    """
    found = [np.zeros(0, record_type)]
    for name, *ends, number_offset in run_slices:
        start, end = (place * record_type.itemsize for place in ends)
        records = np.frombuffer(folder.read_byte_range(name, start, end), record_type)
        keys = records[key_field]
        stop = len(records) if end_key is None else np.searchsorted(keys, end_key)
        found.append(records[np.searchsorted(keys, first_key) : stop].copy())
        found[-1]["number"] += number_offset
    return sort_records(key_field, np.concatenate(found))


def write_sorted_run(
    records: Records, key_field: str, file_name: str, folder: TemporaryFolder
) -> SortedRun:
    """Sort records by the field `key_field` and write them to a file called `file_name` in the
    folder. Returns a `SortedRun`, which finds records in this file by their keys.
    """
    ordered = sort_records(key_field, records)
    folder.write_file(file_name, ordered.tobytes())
    return SortedRun(
        file_name,
        len(ordered),
        _RECORDS_BETWEEN_KEYS,
        ordered[key_field][::_RECORDS_BETWEEN_KEYS].copy(),
    )


def sort_records(key_field: str, records: Records) -> Records:
    """Return records sorted by the field `key_field`, ascending; records with the same key keep
    their order.
    """
    return records[np.argsort(records[key_field], kind="stable")]
