"""Batches of Sudokus with where they come from, cut into pieces of equal size."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...base.errors import GridError
from ...reading.file_parts import PartOfFile
from ...sudoku.arrays import Cells, Grids, convert_to_array, split_range
from ...sudoku.shape import BoxShape, check_same_shape
from .sudoku_storage import Places

References = Sequence[Any] | Places | None
"""For each Sudoku of a batch where it comes from, whatever that is; None leaves that out."""

Batches = Iterable[tuple[Grids | PartOfFile, References]]
"""Sudokus with their references, or a part of a file, which whoever does the work reads."""

_GRIDS_IN_A_PIECE = 10_000


def cut_batches(
    batches: Batches, shape: BoxShape
) -> Iterator[tuple[Cells | PartOfFile, References]]:
    """Yield the cells of batches, some grids at a time, and their references; and parts.

    Raises `GridError` for grids of another shape, and where there is not one reference for each.
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
