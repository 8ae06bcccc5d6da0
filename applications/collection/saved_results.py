"""Save results in a folder, so that a run after a killed one need not compute them again.

The result of each piece of work is saved in a file that outlives the process. The name of the file
is a digest of all that the result depends on, so the pieces may come in any order.
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


def load_or_compute(
    work: Callable[[], Records],
    context: str,
    rows: Cells,
    kind: np.dtype[np.void],
    folder: LocalFolder | None,
) -> Records:
    """Return the records (NumPy rows with one result for each Sudoku) that `work` computes, or load
    them from `folder` if an earlier run has saved them there. If `folder` is None, the records are
    always computed and not saved.

    The records may depend on the version of sudokopie, on `rows` and on `context`, and on nothing
    else. `kind` is their type. A file whose checksum is wrong is not used.
    """
    if folder is None:
        return work()
    key = blake2b(f"{VERSION} {context}\n".encode(), digest_size=16)
    key.update(rows.tobytes())
    name = key.hexdigest()
    with suppress(FileNotFoundError):
        content = folder.read(name, 0, -1)
        if content[:_CHECKSUM_BYTES] == _hash_content(content[_CHECKSUM_BYTES:]):
            return np.frombuffer(content[_CHECKSUM_BYTES:], kind).copy()
    found = work()
    content = found.tobytes()
    with suppress(FileNotFoundError):  # if another process has removed the folder
        folder.write(name, _hash_content(content) + content)
    return found


def _hash_content(content: bytes) -> bytes:
    return crc32(content).to_bytes(_CHECKSUM_BYTES, "big")


def load_or_solve(cells: Cells, shape: BoxShape, lasting: LocalFolder | None) -> "Solutions":
    """Return the solutions of puzzles, which are given by their `cells`. They are loaded from the
    folder `lasting` if an earlier run has saved them there. Otherwise they are computed, and saved
    there for later runs. If `lasting` is None, nothing is saved.
    """
    from ...answers.bulk.solutions import Solutions, solutions  # only --by solution needs them

    kind = np.dtype([("solution", np.uint8, cells.shape[1:]), ("number", np.uint8)])

    def solve() -> Records:
        found = np.zeros(len(cells), kind)
        found["solution"], found["number"] = solutions(cells, shape)
        return found

    found = load_or_compute(solve, f"solutions {shape}", cells, kind, lasting)
    return Solutions(found["solution"], found["number"])
