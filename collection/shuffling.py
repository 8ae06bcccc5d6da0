"""Random copies of many grids: transformations drawn uniformly from the group, or from a part."""

from collections.abc import Iterable

import numpy as np

from ..base.errors import ArgumentError
from ..sudoku.parts import EVERYTHING, PARTS, Parts
from ..sudoku.shape import BoxShape
from .arrays import Cells, Grids, as_array, slices
from .images import Images

_COPIES_AT_ONCE = 20_000


def random_images(
    shape: BoxShape, number: int, rng: np.random.Generator, only: Parts = EVERYTHING
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
    box: BoxShape | tuple[int, int] | None = None,
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
    cells, shape = as_array(grids, box)
    drawn, parts = np.random.default_rng(rng), Parts(only)
    found = np.empty((len(cells) * copies, shape.size, shape.size), np.uint8)
    for some in slices(len(found), _COPIES_AT_ONCE):
        which = np.arange(len(found))[some] // copies
        found[some] = random_images(shape, len(which), drawn, parts).apply(cells[which])
    return found
