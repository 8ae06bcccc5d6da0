"""Many grids as one array: (N, size, size) of uint8, 0 blank, 1 to size a digit."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..base.errors import GridError
from ..base.language import Message
from ..sudoku.grid import Grid, check_grids
from ..sudoku.shape import BoxShape, check_fits_in_bytes, check_same_shape

Cells = NDArray[np.uint8]
"""Grids of one shape, (N, size, size); or packed, (N, bytes)."""

Grids = NDArray[Any] | Iterable[Grid]
"""What the functions of this room take: an array of integers (N, size, size), or grids."""

Arrays = TypeVar("Arrays")


def stack(grids: Iterable[Grid]) -> Cells:
    """Return grids as one array, (N, size, size) uint8; of no grids (0, 1, 1).

    Raises `GridError` where they are not of one shape, or have more than 255 cells a side.

    >>> stack([Grid([[1, 0], [0, 2]]), Grid([[0, 0], [0, 0]])]).shape
    (2, 2, 2)
    """
    return as_array(list(grids))[0]


def grids_of(cells: NDArray[Any], box: BoxShape | tuple[int, int] | None = None) -> Iterator[Grid]:
    """Yield each grid of an array (N, size, size); boxes as square as can be unless `box` is given.

    >>> [grid.clues for grid in grids_of(np.eye(4, dtype=np.uint8)[None])]
    [4]
    """
    for rows in cells.tolist():
        yield Grid(rows, box)


def array_of(cells: bytes, shape: BoxShape) -> Cells:
    """Return grids whose cells are given one after another, (N, size, size).

    >>> array_of(bytes([1, 2, 0, 0]), BoxShape(1, 2)).tolist()
    [[[1, 2], [0, 0]]]
    """
    return np.frombuffer(cells, np.uint8).reshape(-1, shape.size, shape.size)


def as_array(grids: Grids, box: BoxShape | tuple[int, int] | None = None) -> tuple[Cells, BoxShape]:
    """Return grids as an array (N, size, size) of uint8, contiguous, and the shape of their boxes.

    Boxes are as `box` says, else as the grids say, else as square as can be. Raises `GridError` for
    arrays that are not grids of this shape, and for grids of several shapes.
    """
    if not isinstance(grids, np.ndarray):
        some = list(grids)
        check_grids(*some)
        found = some[0].shape if some else BoxShape(1, 1)
        shape = found if box is None else BoxShape.of(box)
        if some:
            check_same_shape(shape, found)
            check_fits_in_bytes(shape)
        cells = np.array([grid.rows for grid in some], np.uint8)
        return cells.reshape(-1, shape.size, shape.size), shape
    if grids.ndim != 3 or grids.shape[1] != grids.shape[2] or grids.dtype.kind not in "iu":
        raise GridError(
            Message(
                "expected integers of shape (N, size, size), found {type} of shape {shape}",
                type=str(grids.dtype),
                shape=str(grids.shape),
            )
        )
    size = grids.shape[1] if len(grids) else max(1, grids.shape[1])
    shape = BoxShape.for_size(size) if box is None else BoxShape.of(box)
    if not len(grids):
        return np.zeros((0, shape.size, shape.size), np.uint8), shape
    if shape.size != size:
        raise GridError(
            Message(
                "expected {count} rows for boxes of {box}, found {size}",
                count=shape.size,
                box=shape,
                size=size,
            )
        )
    check_fits_in_bytes(shape)
    if grids.size and (int(grids.min()) < 0 or int(grids.max()) > size):
        raise GridError(
            Message(
                "expected cells from 0 to {size}, found {least} to {greatest}",
                size=size,
                least=int(grids.min()),
                greatest=int(grids.max()),
            )
        )
    return np.ascontiguousarray(grids, np.uint8), shape


def slices(number: int, most: int) -> Iterator[slice]:
    """Yield slices of `most` items each, which together hold `number` items."""
    return (slice(start, start + most) for start in range(0, number, most))


def joined(parts: Sequence[Arrays]) -> Arrays:
    """Return arrays as one; of named tuples of arrays each field, of one shape that shape."""
    one: Any = parts[0]
    if isinstance(one, np.ndarray):
        one = np.concatenate([*map(np.asarray, parts)])
    elif not isinstance(one, BoxShape):
        fields: Any = parts
        one = type(one)(*map(joined, zip(*fields, strict=True)))
    whole: Arrays = one
    return whole


def runs(keys: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the indices of keys by key, else ascending; where runs of equal keys begin; lengths.

    >>> [part.tolist() for part in runs(np.array([7, 3, 7]))]
    [[1, 0, 2], [0, 1], [1, 2]]
    """
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(begins(keys[order]))
    return order, starts, np.diff(starts, append=len(order))


def begins(keys: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which keys, (N,), differ from the one before; the first does."""
    return np.concatenate([keys[:1] == keys[:1], keys[1:] != keys[:-1]])


def width(size: int, numbers: int | None = None) -> int:
    """Return how many bytes a packed grid has; or so many `numbers` that belong to such a grid."""
    count = size * size if numbers is None else numbers
    return (count + 1) // 2 if size <= 15 else count


def packed(cells: Cells) -> Cells:
    """Return each grid as a row of bytes: two cells a byte up to 15×15, else one.

    From (N, size, size) to (N, bytes); 41 bytes for 9×9.
    """
    return halved(cells.reshape(len(cells), cells.shape[1] * cells.shape[2]), cells.shape[1])


def unpacked(rows: Cells, size: int) -> Cells:
    """Return the grids (N, size, size) of rows of bytes as `packed` makes them."""
    return np.ascontiguousarray(doubled(rows, size, size * size)).reshape(-1, size, size)


def halved(flat: Cells, size: int) -> Cells:
    """Return rows of numbers up to `size`, two a byte where that is at most 15."""
    if size > 15:
        return flat
    if flat.shape[1] % 2:
        flat = np.concatenate([flat, np.zeros((len(flat), 1), np.uint8)], 1)
    return flat[:, ::2] << np.uint8(4) | flat[:, 1::2]


def doubled(rows: Cells, size: int, numbers: int) -> Cells:
    """Return the rows of so many numbers each of which `halved` made these."""
    if size > 15:
        return rows
    flat = np.empty((len(rows), 2 * rows.shape[1]), np.uint8)
    flat[:, ::2], flat[:, 1::2] = rows >> 4, rows & 15
    return flat[:, :numbers]
