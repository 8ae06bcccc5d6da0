"""Records in the order of their keys: few are kept in memory, many in a folder.

Many are put away in runs, each sorted by key. They come back in pieces that need little memory: a
piece has all the records of some keys, and what is asked of these is asked of it alone.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .scratch import Scratch, TemporaryFolder

Records = NDArray[np.void]

IN_A_PIECE = 2**18
"""About as many records has a piece; so many are kept in memory."""

_STEP = 2**10
"""Of so many records in a run the key of the first one is remembered."""


class SortedRun(NamedTuple):
    """A file with sorted records: how many, and the keys of the first and each `step`-th.

    `first` is what the numbers in the records are counted from.
    """

    name: str
    length: int
    step: int
    keys: NDArray[Any]
    first: int = 0


class SortedRuns:
    """Takes records with a field `number`, and gives them back in the order of the field `key`."""

    _names = count()

    def __init__(self, scratch: Scratch, key: str, kind: np.dtype[np.void]) -> None:
        self._scratch, self._key, self._kind = scratch, key, kind
        self._waiting: list[Records] = []
        self._runs: list[SortedRun] = []
        self.number = 0
        """How many there are."""

    def add(self, some: Records | SortedRun, first: int = 0) -> int:
        """Take some records, or a run of them that a worker has put away; return how many.

        Their numbers are counted from `first`.
        """
        if isinstance(some, SortedRun):
            count = some.length
            self._runs.append(some._replace(first=first))
        else:
            count = len(some)
            some["number"] += first
            self._waiting.append(some)
            if sum(map(len, self._waiting)) >= IN_A_PIECE:
                self._write_run()
        self.number += count
        return count

    @property
    def are_few(self) -> bool:
        """Whether all are in memory, and make one piece."""
        return not self._runs

    def pieces(self) -> Iterator[Callable[[], Records]]:
        """Yield, by ascending keys, what returns the records of a piece, in this process or not."""
        if not self._runs:
            some = np.concatenate([np.zeros(0, self._kind), *self._waiting])
            yield partial(sort_records, self._key, some)
            return
        self._write_run()
        keys = np.sort(np.concatenate([run.keys for run in self._runs]))
        # Every so many records; keys that many records have would come again.
        ends = [*np.unique(keys[:: max(1, len(keys) * IN_A_PIECE // self.number)]).tolist(), None]
        for least, limit in pairwise(ends):
            yield self.make_reader(least, limit)

    def make_reader(self, least: Any, limit: Any) -> Callable[[], Records]:
        """Return what returns the records with keys from `least` to below `limit`, None: no end."""
        self._write_run()
        places = []
        for run in self._runs:
            start = max(0, int(np.searchsorted(run.keys, least)) - 1) * run.step
            stop = len(run.keys) if limit is None else int(np.searchsorted(run.keys, limit))
            if stop:
                places.append((run.name, start, min(stop * run.step, run.length), run.first))
        folder = self._scratch.folder
        return partial(_read, folder, self._kind, self._key, least, limit, places)

    def _write_run(self) -> None:
        if not self._waiting:
            return
        name = f"{self._key}-{next(self._names)}"
        self._runs.append(
            write_sorted_run(np.concatenate(self._waiting), self._key, name, self._scratch.folder)
        )
        self._waiting = []


def _read(
    folder: TemporaryFolder,
    kind: np.dtype[np.void],
    key: str,
    least: Any,
    limit: Any,
    places: list[tuple[str, int, int, int]],
) -> Records:
    """Return the records with such keys; those of a key in the order in which they came.

    Of each run there is the name, the places of the first and after the last record among which
    they are, and what their numbers are counted from.
    """
    found = [np.zeros(0, kind)]
    for name, *ends, first in places:
        start, end = (place * kind.itemsize for place in ends)
        some = np.frombuffer(folder.read(name, start, end), kind)
        keys = some[key]
        stop = len(some) if limit is None else np.searchsorted(keys, limit)
        found.append(some[np.searchsorted(keys, least) : stop].copy())
        found[-1]["number"] += first
    return sort_records(key, np.concatenate(found))


def write_sorted_run(records: Records, key: str, name: str, folder: TemporaryFolder) -> SortedRun:
    """Write records as a run."""
    ordered = sort_records(key, records)
    folder.write(name, ordered.tobytes())
    return SortedRun(name, len(ordered), _STEP, ordered[key][::_STEP].copy())


def sort_records(key: str, records: Records) -> Records:
    """Return records by ascending key; those with the same in the order in which they are."""
    return records[np.argsort(records[key], kind="stable")]
