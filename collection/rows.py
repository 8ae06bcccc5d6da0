"""Packed grids in a temporary file."""

from collections.abc import Sequence
from tempfile import TemporaryFile

import numpy as np
from numpy.typing import NDArray

from .arrays import Cells, width

Indices = NDArray[np.int64]


class StoredGrids:
    """Packed grids in a temporary file, numbered as they come."""

    def __init__(self, size: int, directory: str | None) -> None:
        self._width = width(size)
        self._file = TemporaryFile(dir=directory)  # noqa: SIM115 - `close` is the owner's

    def append(self, rows: Cells) -> None:
        """Keep some, (K, bytes)."""
        self._file.seek(0, 2)
        self._file.write(rows.tobytes())

    def read(self, which: Indices | Sequence[int]) -> Cells:
        """Return these rows, (K, bytes)."""
        self._file.flush()
        rows = np.memmap(self._file, np.uint8, "r").reshape(-1, self._width)
        return np.asarray(rows[which])

    def close(self) -> None:
        """Remove the file."""
        self._file.close()
