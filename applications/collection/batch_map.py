"""Cut batches of Sudokus, and the references to their sources, into pieces of equal size."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...base.errors import GridError
from ...reading.file_parts import PartOfFile
from ...sudoku.arrays import Cells, Grids, convert_to_array, split_range
from ...sudoku.shape import BoxShape, check_same_shape
from .sudoku_storage import Places

References = Sequence[Any] | Places | None
"""For each Sudoku of a batch a reference: any object, such as its place in a file, by which the
caller identifies the Sudoku. None if the batch has no references.
"""

Batches = Iterable[tuple[Grids | PartOfFile, References]]
"""Batches of Sudokus, each with the references of its Sudokus.

A batch may also be a part of a file, which the process that handles the batch reads.
"""

_GRIDS_IN_A_PIECE = 10_000


def cut_batches(
    batches: Batches, shape: BoxShape
) -> Iterator[tuple[Cells | PartOfFile, References]]:
    """Cut batches of grids into pieces: yield the cells of up to 10,000 grids, with a reference for
    each grid, which may be any object. A batch that is a part of a file is yielded as it is. Raises
    `GridError` if grids are not of this `shape`, or if a batch does not have one reference for each
    grid.
    """
    for grids, references in batches:
        if isinstance(grids, PartOfFile):
            yield grids, references
            continue
        cells, found = convert_to_array(grids, shape if isinstance(grids, np.ndarray) else None)
        if len(cells):
            check_same_shape(shape, found)
        if references is not None and len(references) != len(cells):
            raise GridError(
                "expected a reference for each of {number} Sudokus, found {count}",
                number=len(cells),
                count=len(references),
            )
        for some in split_range(len(cells), _GRIDS_IN_A_PIECE):
            yield cells[some], None if references is None else references[some]
