"""What is kept of Sudokus by their numbers, in temporary files: cells, and where they stand."""

from array import array
from collections.abc import Iterable, Sequence
from struct import Struct
from tempfile import TemporaryFile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..answers.among import Place
from ..system.scratch import Scratch, full_disk_named
from .arrays import Cells, width

Indices = NDArray[np.int64]


class _Stored:
    """Bytes in a temporary file without a name."""

    def __init__(self, scratch: Scratch) -> None:
        self._place, self.length = scratch.place, 0
        # Without a buffer: what does not fit on the disk is known at once, and not kept for later.
        self.file = TemporaryFile(dir=scratch.place, buffering=0)  # noqa: SIM115 - see `close`

    def append(self, data: bytes) -> None:
        with full_disk_named(self._place):
            self.file.seek(self.length)
            rest = memoryview(data)
            while rest:
                rest = rest[self.file.write(rest) :]
        self.length += len(data)

    def read(self, start: int, length: int) -> bytes:
        self.file.seek(start)
        return self.file.read(length)

    def close(self) -> None:
        """Remove the file."""
        self.file.close()


class StoredGrids(_Stored):
    """Packed grids, numbered as they come."""

    def __init__(self, size: int, scratch: Scratch) -> None:
        super().__init__(scratch)
        self._width = width(size)

    def rows(self, which: Indices | Sequence[int]) -> Cells:
        """Return these, (K, bytes)."""
        if not len(which):  # there may be none, and an empty file cannot be mapped
            return np.zeros((0, self._width), np.uint8)
        rows = np.memmap(self.file, np.uint8, "r").reshape(-1, self._width)
        return np.asarray(rows[which])


class Places(NamedTuple):
    """The places of some Sudokus of one file; `names` is None where none has a name."""

    file: str
    numbers: "array[int]"
    lines: "array[int]"
    names: list[str] | None

    @classmethod
    def in_no_file(cls, numbers: Iterable[int]) -> "Places":
        """Return the places of Sudokus that have a number alone."""
        kept = array("q", numbers)
        return cls("", kept, array("q", bytes(8 * len(kept))), None)

    def those(self, which: NDArray[np.bool_] | slice) -> "Places":
        """Return some of them."""
        some = np.arange(len(self.numbers))[which].tolist()
        numbers, lines = (array("q", [one[i] for i in some]) for one in (self.numbers, self.lines))
        return Places(self.file, numbers, lines, self.names and [self.names[i] for i in some])


_PLACE = np.dtype([(name, np.int64) for name in ("number", "line", "file", "name", "length")])
_ONE = Struct("=5q")


class StoredPlaces(Sequence[Place]):
    """Places in temporary files, numbered as they come; the names of the files stay in memory."""

    def __init__(self, scratch: Scratch) -> None:
        self._rows, self._names = _Stored(scratch), _Stored(scratch)
        self._files: list[str] = []

    def add(self, places: Places) -> range:
        """Keep some, and return their numbers here."""
        if self._files[-1:] != [places.file]:
            self._files.append(places.file)
        rows = np.zeros(len(places.numbers), _PLACE)
        rows["number"], rows["line"] = places.numbers, places.lines
        rows["file"] = len(self._files) - 1
        if places.names is not None:
            names = [name.encode("utf-8", "surrogatepass") for name in places.names]
            rows["length"] = [*map(len, names)]
            rows["name"] = self._names.length + np.cumsum(rows["length"]) - rows["length"]
            self._names.append(b"".join(names))
        start = len(self)
        self._rows.append(rows.tobytes())
        return range(start, len(self))

    def __len__(self) -> int:
        return self._rows.length // _ONE.size

    def __getitem__(self, i: Any) -> Any:
        number, line, file, start, length = _ONE.unpack(
            self._rows.read(range(len(self))[i] * _ONE.size, _ONE.size)
        )
        name = self._names.read(start, length).decode("utf-8", "surrogatepass") if length else ""
        return Place(number, self._files[file], line, name)

    def numbers(self, which: range) -> Indices:
        """Return the numbers of the Sudokus at some places one after another, (K,)."""
        rows = self._rows.read(which.start * _ONE.size, len(which) * _ONE.size)
        return np.frombuffer(rows, _PLACE)["number"]

    def close(self) -> None:
        """Remove the files."""
        self._rows.close()
        self._names.close()
