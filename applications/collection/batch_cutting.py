"""Cut batches of Sudokus into pieces of equal size, together with a reference for each Sudoku, such
as its line in a file.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...base.errors import GridError
from ...reading.file_parts import PartOfFile
from ...sudoku.arrays import Cells, Grids, convert_to_array_and_shape, yield_index_slices
from ...sudoku.shape import BoxShape, check_same_shape
from .sudoku_storage import PlacesInFile

References = Sequence[Any] | PlacesInFile | None
"""A reference for each Sudoku of a batch: any object by which the caller recognises the Sudoku
later, such as its line in a file. None means that the batch has no references.
"""

Batches = Iterable[tuple[Grids | PartOfFile, References]]
"""Batches of Sudokus, each with the references of its Sudokus.

Instead of the Sudokus, a batch may have a part of a file, which a worker process reads.
"""

_GRIDS_IN_A_PIECE = 10_000


def yield_cells_and_references_in_pieces(
    batches: Batches, shape: BoxShape
) -> Iterator[tuple[Cells | PartOfFile, References]]:
    """Cut batches of Sudokus into pieces of up to 10,000 Sudokus. Yields pairs: the cells of a
    piece, and the references of its Sudokus (objects that the caller chose, such as lines of a
    file).

    A batch that is a part of a file is not cut, because a worker process reads it later. Raises
    `GridError` if Sudokus do not have the box shape `shape`, or if a batch does not have one
    reference for each Sudoku.
    """
    for grids, references in batches:
        if isinstance(grids, PartOfFile):
            yield grids, references
            continue
        cells, found = convert_to_array_and_shape(
            grids, shape if isinstance(grids, np.ndarray) else None
        )
        if len(cells):
            check_same_shape(shape, found)
        if references is not None and len(references) != len(cells):
            raise GridError(
                "expected a reference for each of {number} Sudokus, found {count}",
                number=len(cells),
                count=len(references),
            )
        for some in yield_index_slices(len(cells), _GRIDS_IN_A_PIECE):
            yield cells[some], None if references is None else references[some]
