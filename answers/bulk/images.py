"""Arrays with a transformation for each of many grids, and random
transformations, drawn uniformly.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ArgumentError, VerificationError
from ...sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
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
    """A transformation for each of N grids, stored as the places from which the cells of the image
    come.

    `transposed`, (N,) bool; `rows` and `columns`, (N, size) uint8: the new cell (i, j) has the
    content of the old cell (rows[i], columns[j]) or, if transposed, of (columns[j], rows[i]);
    `digits`, (N, size + 1) uint8: digit d becomes `digits[d]`, and blank stays 0.
    """

    shape: BoxShape
    transposed: NDArray[np.bool_]
    rows: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    digits: NDArray[np.uint8]

    @classmethod
    def identity(cls, shape: BoxShape, number: int) -> "Images":
        """Return `number` identity transformations: each grid is its own image."""
        lines = np.tile(np.arange(shape.size, dtype=np.uint8), (number, 1))
        digits = np.tile(np.arange(shape.size + 1, dtype=np.uint8), (number, 1))
        return cls(shape, np.zeros(number, bool), lines, lines.copy(), digits)

    def trace_cells(self) -> NDArray[np.intp]:
        """Return, for each cell after the transformation, the old cell from which its content
        comes, (N, size, size). The cells of a grid are numbered from 0, row after row.
        """
        size = self.shape.size
        rows, columns = self.rows.astype(np.intp), self.columns.astype(np.intp)
        turned = self.transposed[:, None]
        across = np.where(turned, rows, size * rows)
        along = np.where(turned, size * columns, columns)
        return across[:, :, None] + along[:, None, :]

    def apply(self, cells: Cells) -> Cells:
        """Apply each transformation to the grid at the same index of `cells`, and return the
        resulting grids, (N, size, size).
        """
        grids, size = np.arange(len(cells))[:, None, None], self.shape.size
        moved = cells.reshape(-1).take(self.trace_cells() + size * size * grids)
        return self.digits.reshape(-1).take(moved + (size + 1) * grids)

    def compose_ways_to(self, others: "Images") -> "Images":
        """Return, for each index, the transformation of `self` followed by the inverse of the
        transformation of `others`. If the two transformations map a grid and another grid to the
        same image, the result maps the first of these grids to the second.
        """
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
        """Return the i-th transformation as a `Transformation`, written with the fewest steps. If
        `grid` is given, only the effect on this grid is preserved, so that unused digits need no
        steps.
        """
        return Transformation.from_places(
            self.shape,
            bool(self.transposed[i]),
            self.rows[i].tolist(),
            self.columns[i].tolist(),
            self.digits[i, 1:].tolist(),
            grid,
        )

    def are_valid(self) -> NDArray[np.bool_]:
        """Return, for each of the N entries of the arrays, whether it describes a transformation,
        (N,) bool. Entries from the kernel or from a file may be wrong.
        """
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
        """Check that every entry of the arrays describes a transformation, because the kernel may
        have written wrong entries. Raise `VerificationError` if an entry does not.
        """
        if not self.are_valid().all():
            raise VerificationError("where cells are said to come from is no transformation")

    def pack(self) -> Cells:
        """Pack the 3·size + 1 numbers of each transformation into a row of bytes (`pack_numbers`),
        so that it takes little room when it is stored.
        """
        columns = self.transposed[:, None], self.rows, self.columns, self.digits[:, 1:]
        flat = np.concatenate([column.astype(np.uint8) for column in columns], 1)
        return pack_numbers(flat, self.shape.size)

    @classmethod
    def unpack(cls, shape: BoxShape, rows: Cells) -> "Images":
        """Return the transformations that `pack` has packed; `rows` has a row of bytes for each of
        them.
        """
        size = shape.size
        flat = unpack_numbers(rows, size, 3 * size + 1)
        transposed, lines, columns, digits = np.split(flat, [1, size + 1, 2 * size + 1], axis=1)
        names = np.concatenate([np.zeros((len(rows), 1), np.uint8), digits], 1)
        return cls(shape, transposed[:, 0] != 0, lines.copy(), columns.copy(), names)

    def select(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "Images":
        """Return the transformations at the given indices, or those for which the Boolean array
        `which` is true.
        """
        taken: list[Any] = [part[which] for part in self[1:]]
        return Images(self.shape, *taken)

    def replace_one(self, i: int, transformation: Transformation) -> None:
        """Replace the i-th entry of the arrays, in place, by `transformation`."""
        self.transposed[i], self.rows[i], self.columns[i] = transformation.places()
        self.digits[i, 1:] = transformation.digits

    def replace(self, which: NDArray[np.bool_] | NDArray[np.intp], others: "Images") -> None:
        """Replace, in place, the transformations at the given indices by `others`, in order.
        `which` may also be a Boolean array that is true for the transformations to replace.
        """
        for mine, theirs in zip(self[1:], others[1:], strict=True):
            mine[which] = theirs


def rename_by_key(keys: NDArray[Any], unused_key: Any) -> NDArray[np.uint8]:
    """Rename the digits of each grid by ascending key: the digit with the smallest key becomes 1,
    the next digit 2, and so on. Keys and result have shape (N, size + 1): a row for each grid, a
    column for each old digit, column 0 for the blank.

    `unused_key` is the greatest key; the blank must have it. Digits with this key get the remaining
    new digits, in ascending order.
    """
    names = np.zeros(keys.shape, np.uint8)
    order = np.argsort(keys, axis=1, kind="stable")
    ranks = np.arange(1, keys.shape[1] + 1, dtype=np.uint8)
    np.put_along_axis(names, order, ranks[None], 1)
    names[keys == unused_key] = 0
    return complete_names(names)


def complete_names(names: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Complete renamings of digits, in place: each digit that has no new digit yet (0 in `names`)
    gets one of the remaining new digits, in ascending order. Return `names`, which has shape (N,
    size + 1): a row for each grid, a column for each old digit, column 0 for the blank.
    """
    size = names.shape[1] - 1
    missing = names[:, 1:] == 0
    grids = np.flatnonzero(missing.any(1))
    if len(grids):
        taken = np.zeros((len(grids), size + 1), bool)
        np.put_along_axis(taken, names[grids].astype(np.intp), True, 1)
        # Both arrays are traversed grid after grid, and each grid has as many free new digits as
        # digits without a new digit.
        _, free = np.nonzero(~taken[:, 1:])
        names[:, 1:][missing] = free + 1
    return names


def draw_images(
    shape: BoxShape, number: int, rng: np.random.Generator, only: AllowedMoves = EVERYTHING
) -> Images:
    """Return `number` random transformations, drawn uniformly from the group in which only the
    parts in `only` may differ from the identity.

    Every element of the group is a turn or mirror image followed by a reordering of lines and a
    renaming, in equally many ways. Hence parts that are drawn uniformly make uniform elements.
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
    only: Iterable[str] = MOVE_KINDS,
) -> Cells:
    """Return `copies` random copies of each grid, (N · copies, size, size): first all copies of the
    first grid, then all copies of the second, and so on.

    Each copy is drawn uniformly from the group of all transformations, or, if `only` names some of
    `MOVE_KINDS` (such as `only=["rows", "digits"]`), from the group that changes only these parts.
    `rng` is a numpy generator or the seed for a new generator. Raises `GridError` if `grids` are
    not grids of one shape, and `ArgumentError` if the parts in `only` form no group or `copies` is
    below 0.

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
