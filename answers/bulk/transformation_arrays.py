"""Arrays that hold a transformation for each of many grids, and random transformations, all of
which are equally likely.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import VerificationError
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import (
    Cells,
    pack_numbers,
    unpack_numbers,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation


class TransformationArrays(NamedTuple):
    """Transformations of N grids, one for each grid, stored in arrays. The arrays give, for each
    new cell, the old cell from which its content comes, and for each old digit the new digit.

    - `shape`: the shape of the boxes of all grids.
    - `transposed`, (N,) bool: whether rows and columns are exchanged.
    - `rows` and `columns`, (N, size) uint8: index lists. The new cell (i, j) has the content of the
      old cell (rows[i], columns[j]) or, if `transposed` is true, of (columns[j], rows[i]).
    - `digits`, (N, size + 1) uint8: the new digit for each old digit; blank stays 0.
    """

    shape: BoxShape
    transposed: NDArray[np.bool_]
    rows: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    digits: NDArray[np.uint8]

    @classmethod
    def identity(cls, shape: BoxShape, count: int) -> "TransformationArrays":
        """Return `count` transformations that change nothing."""
        lines = np.tile(np.arange(shape.size, dtype=np.uint8), (count, 1))
        digits = np.tile(np.arange(shape.size + 1, dtype=np.uint8), (count, 1))
        return cls(shape, np.zeros(count, bool), lines, lines.copy(), digits)

    def find_source_cell_numbers(self) -> NDArray[np.intp]:
        """Return, for each cell of each transformed grid, the number of the cell of the old grid
        from which its content comes, (N, size, size). The cells of a grid are numbered from 0, row
        after row.
        """
        size = self.shape.size
        rows, columns = self.rows.astype(np.intp), self.columns.astype(np.intp)
        turned = self.transposed[:, None]
        across = np.where(turned, rows, size * rows)
        along = np.where(turned, size * columns, columns)
        return across[:, :, None] + along[:, None, :]

    def apply(self, cells: Cells) -> Cells:
        """Apply the i-th transformation to the i-th grid of `cells`, for each i, and return the
        transformed grids, (N, size, size).
        """
        grids, size = np.arange(len(cells))[:, None, None], self.shape.size
        moved = cells.reshape(-1).take(self.find_source_cell_numbers() + size * size * grids)
        return self.digits.reshape(-1).take(moved + (size + 1) * grids)

    def then_inverses_of(self, others: "TransformationArrays") -> "TransformationArrays":
        """Return, for each index i, the transformation that first applies the i-th transformation
        of this object and then undoes the i-th transformation of `others`. If these two map two
        grids to the same grid, the result maps the first grid to the second.
        """
        size = np.arange(self.shape.size + 1, dtype=np.uint8)[None]

        def reorder(
            line_orders: NDArray[np.uint8], other_orders: NDArray[np.uint8]
        ) -> NDArray[np.uint8]:
            """Return, for each transformation, the order of rows or columns that first applies
            `line_orders` and then undoes `other_orders`. Both are index lists, (N, size).
            """
            undone = np.empty_like(other_orders)
            np.put_along_axis(undone, other_orders, size[:, : other_orders.shape[1]], 1)
            return np.take_along_axis(line_orders, undone, 1)

        turned = others.transposed[:, None]
        lines = reorder(self.rows, others.rows), reorder(self.columns, others.columns)
        rows, columns = np.where(turned, lines[::-1], lines)
        inverse = np.argsort(others.digits, axis=1).astype(np.uint8)
        digits = np.take_along_axis(inverse, self.digits, 1)
        return TransformationArrays(
            self.shape, self.transposed ^ others.transposed, rows, columns, digits
        )

    def transformation(self, i: int, grid: Grid | None = None) -> Transformation:
        """Return the i-th transformation as a `Transformation` object, written with the fewest
        steps. If `grid` is given, steps that do not change this grid are left out, such as
        renamings of digits that do not occur in it. If `grid` is None, the object has the same
        effect on every grid.
        """
        return Transformation.from_source_lines(
            self.shape,
            bool(self.transposed[i]),
            self.rows[i].tolist(),
            self.columns[i].tolist(),
            self.digits[i, 1:].tolist(),
            grid,
        )

    def make_mask_of_valid_transformations(self) -> NDArray[np.bool_]:
        """Return a Boolean for each of the N transformations: whether the numbers in the arrays
        describe a transformation. Numbers from the compiled functions (kernel) or from a file may
        be wrong.
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

    def raise_if_invalid(self) -> None:
        """Raise `VerificationError` if the numbers at any index do not describe a transformation;
        the error does not name the index. The compiled functions (kernel) write these numbers, and
        could be wrong.
        """
        if not self.make_mask_of_valid_transformations().all():
            raise VerificationError("where cells are said to come from is no transformation")

    def pack(self) -> Cells:
        """Return an array with a row of bytes for each transformation, which takes little room in a
        file. A row has 3·size + 1 bytes. `unpack` reads these rows.
        """
        columns = self.transposed[:, None], self.rows, self.columns, self.digits[:, 1:]
        flat = np.concatenate([column.astype(np.uint8) for column in columns], 1)
        return pack_numbers(flat, self.shape.size)

    @classmethod
    def unpack(cls, shape: BoxShape, rows: Cells) -> "TransformationArrays":
        """Return the transformations that the rows of bytes in `rows` describe. Each row has 3·size
        + 1 bytes, as `pack` writes them, and describes one transformation.
        """
        size = shape.size
        flat = unpack_numbers(rows, size, 3 * size + 1)
        transposed, lines, columns, digits = np.split(flat, [1, size + 1, 2 * size + 1], axis=1)
        names = np.concatenate([np.zeros((len(rows), 1), np.uint8), digits], 1)
        return cls(shape, transposed[:, 0] != 0, lines.copy(), columns.copy(), names)

    def select(self, indices: NDArray[np.bool_] | NDArray[np.intp]) -> "TransformationArrays":
        """Return the transformations at `indices`, in the order of the indices. `indices` may also
        be a Boolean array that is true for the wanted transformations.
        """
        taken: list[Any] = [part[indices] for part in self[1:]]
        return TransformationArrays(self.shape, *taken)

    def set_transformation(self, i: int, transformation: Transformation) -> None:
        """Replace the i-th transformation, in place, by `transformation`."""
        self.transposed[i], self.rows[i], self.columns[i] = transformation.find_source_lines()
        self.digits[i, 1:] = transformation.digits

    def replace(
        self, indices: NDArray[np.bool_] | NDArray[np.intp], replacements: "TransformationArrays"
    ) -> None:
        """Replace the transformations at `indices`, in place, by those of `replacements`, in their
        order. `indices` may also be a Boolean array that is true for the transformations to
        replace.
        """
        for mine, theirs in zip(self[1:], replacements[1:], strict=True):
            mine[indices] = theirs


def make_renamings_from_digit_keys(digit_keys: NDArray[Any], unused_key: Any) -> NDArray[np.uint8]:
    """Return the new digit for each old digit of each grid, in ascending order of the digits' keys:
    the digit with the smallest key becomes 1, the next digit 2, and so on. `digit_keys` and the
    result have shape (N, size + 1): a row for each grid, a column for each old digit, column 0 for
    the blank. The greatest key, `unused_key`, is the key of the blank and of digits that do not
    occur; such digits get the remaining new digits in ascending order.
    """
    names = np.zeros(digit_keys.shape, np.uint8)
    order = np.argsort(digit_keys, axis=1, kind="stable")
    ranks = np.arange(1, digit_keys.shape[1] + 1, dtype=np.uint8)
    np.put_along_axis(names, order, ranks[None], 1)
    names[digit_keys == unused_key] = 0
    return complete_renamings_in_place(names)


def complete_renamings_in_place(new_names: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Fill in the missing new names of digits in the array `new_names`, in place, and return the
    array. Each digit whose new name is still 0 gets one of the names that no other digit of the
    grid has, in ascending order. `new_names` has shape (N, size + 1): a row for each grid, a column
    for each old digit, column 0 for the blank.
    """
    size = new_names.shape[1] - 1
    missing = new_names[:, 1:] == 0
    grids = np.flatnonzero(missing.any(1))
    if len(grids):
        taken = np.zeros((len(grids), size + 1), bool)
        np.put_along_axis(taken, new_names[grids].astype(np.intp), True, 1)
        # `nonzero` lists the free names grid after grid, and `missing` selects the digits without a
        # name in the same order. Each grid has as many free names as digits without a name.
        _, free = np.nonzero(~taken[:, 1:])
        new_names[:, 1:][missing] = free + 1
    return new_names


def make_random_transformations(
    shape: BoxShape, count: int, rng: np.random.Generator, allowed_moves: AllowedMoves = EVERYTHING
) -> TransformationArrays:
    """Return `count` random transformations of grids of a shape. Only the kinds of moves in
    `allowed_moves` are used, such as exchanging rows or renaming digits. All transformations that
    consist of such moves are equally likely.
    """
    images, size = TransformationArrays.identity(shape, count), shape.size
    turned = rng.integers(4, size=count) if "turns" in allowed_moves else np.zeros(count, np.int64)
    if shape.height != shape.width:
        turned &= ~1
    images.transposed[:] = turned % 2 == 1
    # The new cell (i, j) is the old (size - 1 - j, i) after a quarter turn clockwise.
    flip_rows, flip_columns = turned >= 2, (turned == 1) | (turned == 2)
    if "mirrors" in allowed_moves:
        mirrored = rng.integers(2, size=(2, count), dtype=np.uint8).astype(bool)
        flip_rows, flip_columns = flip_rows ^ mirrored[0], flip_columns ^ mirrored[1]
    for lines, length, blocks, within, flipped in (
        (images.rows, shape.height, "bands", "rows", flip_rows),
        (images.columns, shape.width, "stacks", "columns", flip_columns),
    ):
        in_blocks = lines.reshape(count, size // length, length)
        starts = in_blocks[:, :, 0].copy()
        inside = np.broadcast_to(np.arange(length, dtype=np.uint8), in_blocks.shape)
        if blocks in allowed_moves:
            starts = rng.permuted(starts, axis=1)
        if within in allowed_moves:
            inside = rng.permuted(inside, axis=2)
        in_blocks[:] = starts[:, :, None] + inside
        lines[flipped] = size - 1 - lines[flipped]
    if "digits" in allowed_moves:
        images.digits[:, 1:] = rng.permuted(images.digits[:, 1:], axis=1)
    return images
