"""Keys of Sudokus. A key is a short text that all copies of a Sudoku share, on every machine and in
every version. With these keys, files can be compared that do not contain the Sudokus themselves.

A key is made from the canonical form, the least of all copies. docs/keys.md describes keys for
other programs.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ArgumentError
from ...sudoku.arrays import (
    Cells,
    Grids,
    convert_bytes_to_array,
    convert_present_sudokus_to_array_and_shape,
    insert_filling_for_missing_values,
)
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from ..canonical import CanonicalCommandOptions
from .canonical_forms import least_images
from .parallel_map import list_piece_results
from .solutions import solutions

KEY_LENGTH = 32
"""The number of characters of a key."""

KEY_KINDS = ("copies", "solution")
"""The kinds of keys: by the Sudoku itself, or by its solution."""

Keys = NDArray[np.bytes_]
"""The keys of N Sudokus as an array of bytes, shape (N,), type `S32`."""

_SUDOKUS_IN_A_TASK = 500


def keys(
    sudokus: Grids,
    box: BoxLike = None,
    *,
    by: str = "copies",
    jobs: Jobs = 1,
    column: str | int | None = None,
    offset: int = 0,
    missing: str | None = None,
) -> NDArray[np.str_]:
    """Return a key for each Sudoku, an array of shape (N,) with texts of 32 hexadecimal digits. Two
    Sudokus have equal keys if they are copies, and different keys if they are not. Keys are the
    same on all machines, so they also join Sudokus of different files.

    - `sudokus`: an array, a list or a column of Sudokus of one shape, or a table.
    - `box`: the box shape; None means the shape of the grids, or boxes as square as possible.
    - `by`: with `solution`, the key of a puzzle with exactly one solution is the key of the
      solution. A puzzle without a solution, or with several, keeps its own key, so that its copies
      have equal keys.
    - `jobs`: the number of processes.
    - `column`: the column of a table, or the key of the dicts, that has the Sudokus.
    - `offset`: the number that is subtracted from each cell; with 1, the number 1 is a blank and 2
      the digit 1.
    - `missing`: with `"skip"`, missing values of a list or column, such as None or NaN, have the
      empty text as their key; otherwise a missing value is an error.

    A key is the beginning of the SHA-256 digest of the canonical form, so two classes have the same
    key with a probability below 10⁻³⁸. Raises `GridError` if the Sudokus are not grids of one
    shape, `ArgumentError` if `by` or `missing` is another text, and `BackendError` if a process
    dies.

    >>> print(*keys(["12" + 14 * ".", 14 * "." + "34"]))
    799e009fad3921e97b332e0861f9ddcd 799e009fad3921e97b332e0861f9ddcd
    """
    check_key_kind(by)
    cells, shape, present_mask = convert_present_sudokus_to_array_and_shape(
        sudokus, box, column, offset, missing
    )
    compute = partial(compute_keys, shape=shape, by=by)
    found = np.concatenate(list_piece_results(compute, cells, jobs, _SUDOKUS_IN_A_TASK))
    return insert_filling_for_missing_values(found.astype(f"U{KEY_LENGTH}"), present_mask, "")


def find_keys(
    cells_and_shape: tuple[bytes, BoxShape], form_options: CanonicalCommandOptions
) -> list[str]:
    """Find the key of each of many Sudokus, a short text that all copies of the Sudoku share.
    `cells_and_shape` are the cells of Sudokus of one shape, as bytes, one grid after another, and
    the shape. `form_options` are the options of the command `canonical`; they determine whether a
    key is made from the Sudoku or from its solution.

    Raises `WitnessError` if a check of a canonical form fails.

    >>> find_keys((bytes(16), BoxShape(2, 2)), CanonicalCommandOptions(keys=True))
    ['ea73eca13cc99bcb9468d3b8f0e16c55']
    """
    content, shape = cells_and_shape
    cells = convert_bytes_to_array(content, shape)
    if form_options.by:
        cells = choose_keyed_grids(cells, *solutions(cells, shape))
    forms = least_images(cells, shape, check=form_options.check).forms
    return [key.decode("ascii") for key in hash_canonical_forms(forms, shape).tolist()]


def check_key_kind(by: str) -> None:
    """Raise `ArgumentError` if `by` is not one of the kinds of keys."""
    if by not in KEY_KINDS:
        raise ArgumentError(
            "expected by='copies' or by='solution', found {found}", found=repr(by)[:40]
        )


def compute_keys(cells: Cells, shape: BoxShape, by: str) -> Keys:
    """Return the keys (texts that all copies of a Sudoku share) of the Sudokus in `cells`, shape
    (N, size, size), which have the box shape `shape`. `by` is the kind of the keys, one of
    `KEY_KINDS`.
    """
    if by == "solution":
        cells = choose_keyed_grids(cells, *solutions(cells, shape))
    return compute_copy_keys(cells, shape)


def compute_copy_keys(cells: Cells, shape: BoxShape) -> Keys:
    """Return the key of each Sudoku, a short text that all its copies share. `cells`, shape (N,
    size, size), has Sudokus with the box shape `shape`.
    """
    return hash_canonical_forms(least_images(cells, shape).forms, shape)


def choose_keyed_grids(
    cells: Cells, solved_grids: Cells, solution_counts: NDArray[np.integer[Any]]
) -> Cells:
    """Return the grid from which the key of each puzzle is made: its solution if the puzzle has
    exactly one solution, otherwise the puzzle itself.

    `cells` has the N puzzles and `solved_grids` a solution of each; both, and the result, have the
    shape (N, size, size). `solution_counts`, shape (N,), has the number of solutions of each
    puzzle: 0, 1, or 2 for several.
    """
    return np.where((solution_counts == 1)[:, None, None], solved_grids, cells)


def hash_canonical_forms(forms: Cells, shape: BoxShape) -> Keys:
    """Return the keys of Sudokus whose canonical forms, the least of their copies, are `forms`,
    shape (N, size, size). A key is a text that all copies of a Sudoku share. It is the beginning of
    the SHA-256 digest of these bytes: the height and the width of a box, then the cells of the
    canonical form, row after row, 0 for blank.
    """
    start, length = bytes([shape.height, shape.width]), shape.size**2
    content = forms.tobytes()
    digests = [
        sha256(start + content[place : place + length]).hexdigest()[:KEY_LENGTH]
        for place in range(0, len(content), length)
    ]
    return np.array(digests, f"S{KEY_LENGTH}")
