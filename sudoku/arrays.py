"""Many grids as one array: (N, size, size) of uint8, 0 blank, 1 to size a digit."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from math import isqrt
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..base.errors import GridError
from ..base.messages import Message
from .grid import SMALLEST_AS_TEXT, Grid, GridLike
from .shape import BoxLike, BoxShape, check_fits_in_bytes, check_same_shape

Cells = NDArray[np.uint8]
"""Grids of one shape, (N, size, size); or packed, (N, bytes)."""

Grids = NDArray[Any] | Iterable[GridLike]
"""Sudokus of one shape: an array of integers (N, size, size) or (N, size·size); a list, a column of
a data frame or of Arrow with texts or whatever else `Grid` takes."""

Arrays = TypeVar("Arrays")

_CELLS = np.full(256, 255, np.uint8)
"""The cells that characters stand for: digits, and the usual signs for blank."""
_CELLS[np.frombuffer(b"0123456789.", np.uint8)] = [*range(10), 0]


def stack(grids: Iterable[Grid]) -> Cells:
    """Return grids as one array, (N, size, size) uint8; of no grids (0, 1, 1).

    Raises `GridError` where they are not of one shape, or have more than 255 cells a side.

    >>> stack([Grid([[1, 0], [0, 2]]), Grid([[0, 0], [0, 0]])]).shape
    (2, 2, 2)
    """
    return convert_to_array(list(grids))[0]


def grids_of(cells: NDArray[Any], box: BoxLike = None) -> Iterator[Grid]:
    """Yield each grid of an array (N, size, size); boxes are as square as can be unless given.

    >>> [grid.clues for grid in grids_of(np.eye(4, dtype=np.uint8)[None])]
    [4]
    """
    for rows in cells.tolist():
        yield Grid(rows, box)


def make_array(cells: bytes, shape: BoxShape) -> Cells:
    """Return grids whose cells are given one after another, (N, size, size)."""
    return np.frombuffer(cells, np.uint8).reshape(-1, shape.size, shape.size)


def convert_to_array(grids: Grids, box: BoxLike = None) -> tuple[Cells, BoxShape]:
    """Return grids as an array (N, size, size) of uint8, contiguous, and the shape of their boxes.

    Boxes are as `box` says, else as the grids say, else as square as can be. Raises `GridError` for
    what are not grids of one shape.
    """
    items = _list_items(grids)
    some = items if hasattr(items, "__len__") else list(items)
    if (found := convert_quickly(some, box)) is not None:
        return found
    made = list(convert_to_grids(some, box))
    shape = made[0].shape if made else BoxShape(1, 1) if box is None else BoxShape.of(box)
    for grid in made:
        check_same_shape(shape, grid.shape)
    check_fits_in_bytes(shape)
    cells = np.array([grid.rows for grid in made], np.uint8)
    return cells.reshape(-1, shape.size, shape.size), shape


def convert_quickly(grids: Any, box: BoxLike = None) -> tuple[Cells, BoxShape] | None:
    """Return what `convert_to_array` does of arrays of numbers, and of texts of one length; else
    None.
    """
    if isinstance(grids, np.ndarray) and grids.ndim > 1 and grids.dtype.kind not in "OTU":
        return _check_array(grids, box)
    items = _list_items(grids)
    if hasattr(items, "__len__") and (cells := _convert_texts(list(items))) is not None:
        return _check_array(cells, box)
    return None


def convert_to_grids(grids: Iterable[GridLike], box: BoxLike = None) -> Iterator[Grid]:
    """Yield what is given as grids; raise `GridError` that says the number of what is none."""
    for number, one in enumerate(_list_items(grids)):
        try:
            yield _convert_grid(one, box)
        except GridError as problem:
            raise GridError(
                "Sudoku {number}, counted from 0: {problem}", number=number, problem=problem
            ) from None


def _convert_grid(one: GridLike, box: BoxLike) -> Grid:
    if isinstance(one, Real) and one == one:  # nan is what is missing in a column of texts
        expected = Message("Sudokus as text (in pandas dtype=str)")
        found = Message("the number {number}", number=str(one))
        raise GridError("expected {expected}, found {found}", expected=expected, found=found)
    return Grid(one, box)


def _list_items(grids: Any) -> Iterable[Any]:
    """Return what is in a list or a column; one that has Arrow's C interface alone pyarrow reads.

    Columns have methods that make a list much faster than going through them does.
    """
    if hasattr(grids, "columns"):
        table, column = Message("a table"), Message("a column of Sudokus")
        raise GridError("expected {expected}, found {found}", expected=column, found=table)
    is_stream, is_array = (hasattr(grids, f"__arrow_c_{kind}__") for kind in ("stream", "array"))
    if (is_stream or is_array) and not hasattr(grids, "__iter__"):
        # Of a list each part is taken as an array.
        grids = import_module("pyarrow").chunked_array(grids if is_stream else [grids])
    quick = next((name for name in ("to_pylist", "to_list") if hasattr(grids, name)), None)
    items: Iterable[Any] = grids if quick is None else getattr(grids, quick)()
    return items


def _convert_texts(texts: list[Any]) -> Cells | None:
    """Return the cells of texts of one length with a character for each cell, else None."""
    if not texts or not all(isinstance(text, str) for text in texts):
        return None
    length, size = len(texts[0]), isqrt(len(texts[0]))
    if size**2 != length or not SMALLEST_AS_TEXT <= size <= 9 or set(map(len, texts)) != {length}:
        return None
    cells = _CELLS[np.frombuffer("".join(texts).encode("ascii", "replace"), np.uint8)]
    return cells.reshape(-1, size, size) if cells.max() <= size else None


def _check_array(grids: NDArray[Any], box: BoxLike) -> tuple[Cells, BoxShape]:
    if grids.ndim == 2 and (side := isqrt(grids.shape[1])) >= SMALLEST_AS_TEXT:
        grids = grids.reshape(-1, side, side) if side**2 == grids.shape[1] else grids
    if grids.ndim != 3 or grids.shape[1] != grids.shape[2] or grids.dtype.kind not in "iu":
        raise GridError(
            "expected integers of shape (N, size, size) or (N, size·size), found {type} of "
            "shape {shape}",
            type=str(grids.dtype),
            shape=str(grids.shape),
        )
    size = grids.shape[1] if len(grids) else max(1, grids.shape[1])
    shape = BoxShape.for_size(size) if box is None else BoxShape.of(box)
    if not len(grids):
        return np.zeros((0, shape.size, shape.size), np.uint8), shape
    if shape.size != size:
        raise GridError(
            "expected {count} rows for boxes of {box}, found {size}",
            count=shape.size,
            box=shape,
            size=size,
        )
    check_fits_in_bytes(shape)
    if grids.size and (int(grids.min()) < 0 or int(grids.max()) > size):
        raise GridError(
            "expected cells from 0 to {size}, found {least} to {greatest}",
            size=size,
            least=int(grids.min()),
            greatest=int(grids.max()),
        )
    return np.ascontiguousarray(grids, np.uint8), shape


def is_latin(cells: Cells) -> NDArray[np.bool_]:
    """Return which grids hold every digit once in each row and column, (N,) bool."""
    size = cells.shape[1]
    full = np.flatnonzero(cells.reshape(len(cells), size * size).all(1))
    latin = np.zeros(len(cells), bool)
    ordered = [np.sort(cells[full], axis=axis).swapaxes(axis, 2) for axis in (1, 2)]
    latin[full] = (np.stack(ordered) == np.arange(1, size + 1)).all((0, 2, 3))
    return latin


def are_complete(cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return which grids have no blank and keep the rules of Sudoku, (N,) bool."""
    boxes = cells.reshape(-1, shape.bands, shape.height, shape.stacks, shape.width)
    ordered = np.sort(boxes.swapaxes(2, 3).reshape(cells.shape), axis=2)
    complete: NDArray[np.bool_] = (ordered == np.arange(1, shape.size + 1)).all((1, 2))
    return complete & is_latin(cells)


def split_range(number: int, most: int) -> Iterator[slice]:
    """Yield slices of `most` items each, which together hold `number` items."""
    return (slice(start, start + most) for start in range(0, number, most))


def join_arrays(parts: Sequence[Arrays]) -> Arrays:
    """Return arrays as one; of named tuples of arrays each field, of one shape that shape."""
    one: Any = parts[0]
    if isinstance(one, np.ndarray):
        one = np.concatenate([*map(np.asarray, parts)])
    elif not isinstance(one, BoxShape):
        fields: Any = parts
        one = type(one)(*map(join_arrays, zip(*fields, strict=True)))
    whole: Arrays = one
    return whole


def group_by_key(keys: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the indices of keys by key, else ascending; where equal keys begin; how many."""
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(mark_run_starts(keys[order]))
    return order, starts, np.diff(starts, append=len(order))


def mark_run_starts(keys: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which keys, (N,), differ from the one before; the first does."""
    return np.concatenate([keys[:1] == keys[:1], keys[1:] != keys[:-1]])


def count_packed_bytes(size: int, numbers: int | None = None) -> int:
    """Return how many bytes a packed grid has; or so many `numbers` that belong to such a grid."""
    count = numbers or size * size
    return (count + 1) // 2 if size <= 15 else count


def pack_grids(cells: Cells) -> Cells:
    """Return each grid as a row of bytes, (N, bytes): two cells a byte up to 15×15, else one."""
    return pack_numbers(cells.reshape(len(cells), cells.shape[1] * cells.shape[2]), cells.shape[1])


def unpack_grids(rows: Cells, size: int) -> Cells:
    """Return the grids (N, size, size) of rows of bytes as `pack_grids` makes them."""
    return np.ascontiguousarray(unpack_numbers(rows, size, size * size)).reshape(-1, size, size)


def pack_numbers(flat: Cells, size: int) -> Cells:
    """Return rows of numbers up to `size`, two a byte where that is at most 15."""
    if size > 15:
        return flat
    if flat.shape[1] % 2:
        flat = np.concatenate([flat, np.zeros((len(flat), 1), np.uint8)], 1)
    return flat[:, ::2] << np.uint8(4) | flat[:, 1::2]


def unpack_numbers(rows: Cells, size: int, numbers: int) -> Cells:
    """Return the rows of so many numbers each of which `pack_numbers` made these."""
    if size > 15:
        return rows
    flat = np.empty((len(rows), 2 * rows.shape[1]), np.uint8)
    flat[:, ::2], flat[:, 1::2] = rows >> 4, rows & 15
    return flat[:, :numbers]
