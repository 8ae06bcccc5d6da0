"""Save results in a folder, so that a run after an interrupted run need not compute them again.

The result of each piece of work is saved in a file that remains when the process ends. The name of
the file is a digest of all data on which the result depends, so the pieces may come in any order.
"""

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from ...base.version import VERSION
from ...sudoku.arrays import Cells
from ...sudoku.shape import BoxShape
from .scratch import LocalFolder
from .sorted_runs import Records

if TYPE_CHECKING:
    from ...answers.bulk.solutions import Solutions

_CHECKSUM_BYTES = 4
"""The length in bytes of the checksum at the beginning of a file."""


def load_or_compute_records(
    compute_records: Callable[[], Records],
    computation_name: str,
    packed_rows: Cells,
    record_type: np.dtype[np.void],
    folder: LocalFolder | None,
) -> Records:
    """Return an array of records, one for each Sudoku of `packed_rows`. If an earlier run has saved
    the records in `folder`, they are loaded; otherwise `compute_records` is called, and the records
    that it returns are saved. If `folder` is None, they are computed and not saved.

    - `compute_records`: a function without arguments that returns the records.
    - `computation_name`: a text that names the computation and its options.
    - `packed_rows`: the packed Sudokus, shape (N, bytes).
    - `record_type`: the NumPy type of the records.

    The name of the file is made from the version of sudokopie, `computation_name` and
    `packed_rows`, so the records may depend only on these. A file with a wrong checksum is not
    used.
    """
    if folder is None:
        return compute_records()
    key = blake2b(f"{VERSION} {computation_name}\n".encode(), digest_size=16)
    key.update(packed_rows.tobytes())
    name = key.hexdigest()
    with suppress(FileNotFoundError):
        content = folder.read_byte_range(name, 0, -1)
        if content[:_CHECKSUM_BYTES] == _compute_checksum(content[_CHECKSUM_BYTES:]):
            return np.frombuffer(content[_CHECKSUM_BYTES:], record_type).copy()
    found = compute_records()
    content = found.tobytes()
    with suppress(FileNotFoundError):  # if another process has removed the folder
        folder.write_file(name, _compute_checksum(content) + content)
    return found


def _compute_checksum(content: bytes) -> bytes:
    return crc32(content).to_bytes(_CHECKSUM_BYTES, "big")


def load_or_solve_puzzles(
    cells: Cells, shape: BoxShape, results_folder: LocalFolder | None
) -> "Solutions":
    """Return the solutions of N puzzles; `cells`, shape (N, rows, columns), has their cells. If an
    earlier run has saved the solutions in `results_folder`, they are loaded; otherwise they are
    computed, and saved there. If `results_folder` is None, they are computed and not saved.
    """
    from ...answers.bulk.solutions import Solutions, solutions  # only --by solution needs them

    kind = np.dtype([("solution", np.uint8, cells.shape[1:]), ("number", np.uint8)])

    def solve() -> Records:
        found = np.zeros(len(cells), kind)
        found["solution"], found["number"] = solutions(cells, shape)
        return found

    found = load_or_compute_records(solve, f"solutions {shape}", cells, kind, results_folder)
    return Solutions(found["solution"], found["number"])
