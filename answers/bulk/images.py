"""One transformation for each of many grids, as arrays; random ones too, drawn uniformly."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ArgumentError, VerificationError
from ...sudoku.allowed_moves import EVERYTHING, PARTS, AllowedMoves
from ...sudoku.arrays import (
    Cells,
    Grids,
    convert_to_array,
    pack_numbers,
    split_range,
    unpack_numbers,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...sudoku.transformation import Transformation

_COPIES_AT_ONCE = 20_000


class Images(NamedTuple):
    """For each of N grids where the cells of an image of it come from.

    `transposed`, (N,) bool; `rows` and `columns`, (N, size) uint8: the new cell (i, j) holds the
    old cell (rows[i], columns[j]) or, if transposed, (columns[j], rows[i]); `digits`,
    (N, size + 1) uint8: digit d becomes `digits[d]`, blank stays 0.
    """

    shape: BoxShape
    transposed: NDArray[np.bool_]
    rows: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    digits: NDArray[np.uint8]

    @classmethod
    def identity(cls, shape: BoxShape, number: int) -> "Images":
        """Return the images of so many grids each of which is its own image."""
        lines = np.tile(np.arange(shape.size, dtype=np.uint8), (number, 1))
        digits = np.tile(np.arange(shape.size + 1, dtype=np.uint8), (number, 1))
        return cls(shape, np.zeros(number, bool), lines, lines.copy(), digits)

    def trace_cells(self) -> NDArray[np.intp]:
        """Return where in the row of all cells of a grid each new cell was, (N, size, size)."""
        size = self.shape.size
        rows, columns = self.rows.astype(np.intp), self.columns.astype(np.intp)
        turned = self.transposed[:, None]
        across = np.where(turned, rows, size * rows)
        along = np.where(turned, size * columns, columns)
        return across[:, :, None] + along[:, None, :]

    def apply(self, cells: Cells) -> Cells:
        """Return the image of each grid, (N, size, size)."""
        grids, size = np.arange(len(cells))[:, None, None], self.shape.size
        moved = cells.reshape(-1).take(self.trace_cells() + size * size * grids)
        return self.digits.reshape(-1).take(moved + (size + 1) * grids)

    def compose_ways_to(self, others: "Images") -> "Images":
        """Return the ways to grids whose images by the others are the same as those by these."""
        size = np.arange(self.shape.size + 1, dtype=np.uint8)[None]

        def back(mine: NDArray[np.uint8], theirs: NDArray[np.uint8]) -> NDArray[np.uint8]:
            undone = np.empty_like(theirs)
            np.put_along_axis(undone, theirs, size[:, : theirs.shape[1]], 1)
            return np.take_along_axis(mine, undone, 1)

        turned = others.transposed[:, None]
        lines = back(self.rows, others.rows), back(self.columns, others.columns)
        rows, columns = np.where(turned, lines[::-1], lines)
        inverse = np.argsort(others.digits, axis=1).astype(np.uint8)
        digits = np.take_along_axis(inverse, self.digits, 1)
        return Images(self.shape, self.transposed ^ others.transposed, rows, columns, digits)

    def transformation(self, i: int, grid: Grid | None = None) -> Transformation:
        """Return the i-th transformation in its simplest form, of `grid` if it is given."""
        return Transformation.from_places(
            self.shape,
            bool(self.transposed[i]),
            self.rows[i].tolist(),
            self.columns[i].tolist(),
            self.digits[i, 1:].tolist(),
            grid,
        )

    def are_valid(self) -> NDArray[np.bool_]:
        """Return which of them are transformations, (N,) bool, for what comes from elsewhere."""
        shape, size = self.shape, self.shape.size
        valid: NDArray[np.bool_] = (self.digits[:, 0] == 0) & (
            np.sort(self.digits, axis=1) == np.arange(size + 1)
        ).all(1)
        if shape.height != shape.width:
            valid &= ~self.transposed
        for lines, length in ((self.rows, shape.height), (self.columns, shape.width)):
            blocks = lines.reshape(-1, size // length, length) // length
            valid &= (np.sort(lines, axis=1) == np.arange(size)).all(1)
            valid &= (blocks == blocks[:, :, :1]).all((1, 2))
        return valid

    def check(self) -> None:
        """Raise `VerificationError` where one is no transformation."""
        if not self.are_valid().all():
            raise VerificationError("where cells are said to come from is no transformation")

    def pack(self) -> Cells:
        """Return each transformation as a row of bytes: 3·size + 1 numbers, see `pack_numbers`."""
        columns = self.transposed[:, None], self.rows, self.columns, self.digits[:, 1:]
        flat = np.concatenate([column.astype(np.uint8) for column in columns], 1)
        return pack_numbers(flat, self.shape.size)

    @classmethod
    def unpack(cls, shape: BoxShape, rows: Cells) -> "Images":
        """Return the transformations of rows of bytes as `pack` makes them."""
        size = shape.size
        flat = unpack_numbers(rows, size, 3 * size + 1)
        transposed, lines, columns, digits = np.split(flat, [1, size + 1, 2 * size + 1], axis=1)
        names = np.concatenate([np.zeros((len(rows), 1), np.uint8), digits], 1)
        return cls(shape, transposed[:, 0] != 0, lines.copy(), columns.copy(), names)

    def select(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "Images":
        """Return the images of these grids."""
        taken: list[Any] = [part[which] for part in self[1:]]
        return Images(self.shape, *taken)

    def replace_one(self, i: int, transformation: Transformation) -> None:
        """Replace the i-th transformation."""
        self.transposed[i], self.rows[i], self.columns[i] = transformation.places()
        self.digits[i, 1:] = transformation.digits

    def replace(self, which: NDArray[np.bool_] | NDArray[np.intp], others: "Images") -> None:
        """Replace those at these places."""
        for mine, theirs in zip(self[1:], others[1:], strict=True):
            mine[which] = theirs


def rename_by_key(keys: NDArray[Any], unused_key: Any) -> NDArray[np.uint8]:
    """Return names of digits in the order of their keys, both (N, size + 1), as `Images` has them.

    Those with the key `unused_key`, the greatest, get what is left; blank has to be one of them.
    """
    names = np.zeros(keys.shape, np.uint8)
    order = np.argsort(keys, axis=1, kind="stable")
    ranks = np.arange(1, keys.shape[1] + 1, dtype=np.uint8)
    np.put_along_axis(names, order, ranks[None], 1)
    names[keys == unused_key] = 0
    return complete_names(names)


def complete_names(names: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give digits without a name (0) those that are left, upwards, in place: (N, size + 1)."""
    size = names.shape[1] - 1
    missing = names[:, 1:] == 0
    grids = np.flatnonzero(missing.any(1))
    if len(grids):
        taken = np.zeros((len(grids), size + 1), bool)
        np.put_along_axis(taken, names[grids].astype(np.intp), True, 1)
        # Both are read grid after grid, and a grid has as many free names as digits without one.
        _, free = np.nonzero(~taken[:, 1:])
        names[:, 1:][missing] = free + 1
    return names


def draw_images(
    shape: BoxShape, number: int, rng: np.random.Generator, only: AllowedMoves = EVERYTHING
) -> Images:
    """Return so many transformations, drawn uniformly from those of which only parts differ.

    Each element is a turn or a mirror image, then an order of lines, and as many pairs of these
    make one element as any other: so uniform parts make uniform elements.
    """
    images, size = Images.identity(shape, number), shape.size
    turned = rng.integers(4, size=number) if "turns" in only else np.zeros(number, np.int64)
    if shape.height != shape.width:
        turned &= ~1
    images.transposed[:] = turned % 2 == 1
    # The new cell (i, j) is the old (size - 1 - j, i) after a quarter turn clockwise.
    flip_rows, flip_columns = turned >= 2, (turned == 1) | (turned == 2)
    if "mirrors" in only:
        mirrored = rng.integers(2, size=(2, number), dtype=np.uint8).astype(bool)
        flip_rows, flip_columns = flip_rows ^ mirrored[0], flip_columns ^ mirrored[1]
    for lines, length, blocks, within, flipped in (
        (images.rows, shape.height, "bands", "rows", flip_rows),
        (images.columns, shape.width, "stacks", "columns", flip_columns),
    ):
        in_blocks = lines.reshape(number, size // length, length)
        starts = in_blocks[:, :, 0].copy()
        inside = np.broadcast_to(np.arange(length, dtype=np.uint8), in_blocks.shape)
        if blocks in only:
            starts = rng.permuted(starts, axis=1)
        if within in only:
            inside = rng.permuted(inside, axis=2)
        in_blocks[:] = starts[:, :, None] + inside
        lines[flipped] = size - 1 - lines[flipped]
    if "digits" in only:
        images.digits[:, 1:] = rng.permuted(images.digits[:, 1:], axis=1)
    return images


def shuffled(
    grids: Grids,
    copies: int = 1,
    rng: np.random.Generator | int | None = None,
    box: BoxLike = None,
    *,
    only: Iterable[str] = PARTS,
) -> Cells:
    """Return random copies of each grid, (N · copies, size, size): first all those of the first.

    Each is drawn uniformly from the group of all transformations, or from that of some `PARTS`
    alone, `only=["rows", "digits"]`. `rng` is a generator of numpy or the seed of one. Raises
    `GridError` for what are not grids of one shape, `ArgumentError` for parts that are no group and
    for fewer copies than none.

    >>> shuffled(["12.............."], 2, rng=1, only=["digits"])[:, 0].tolist()
    [[1, 2, 0, 0], [4, 1, 0, 0]]
    """
    if copies < 0:
        raise ArgumentError("expected at least 0 copies, found {count}", count=copies)
    cells, shape = convert_to_array(grids, box)
    drawn, parts = np.random.default_rng(rng), AllowedMoves(only)
    found = np.empty((len(cells) * copies, shape.size, shape.size), np.uint8)
    for some in split_range(len(found), _COPIES_AT_ONCE):
        which = np.arange(len(found))[some] // copies
        found[some] = draw_images(shape, len(which), drawn, parts).apply(cells[which])
    return found
