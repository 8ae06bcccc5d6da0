"""What the kernel answers: nothing where it was not built, or `SUDOKOPIE_KERNEL=off` is set."""

import os
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from types import ModuleType
from typing import Any

_INTERFACE = 4  # as module.c says
_MOST_A_SIDE = 25
_NODES = 400_000  # that a search may visit, times the cells: some milliseconds

TOO_HARD = -1
"""Instead of a number: a solver is to be asked."""


def _load_kernel() -> ModuleType | None:
    if os.environ.get("SUDOKOPIE_KERNEL") == "off":
        return None
    try:
        from . import _kernel
    except ImportError:  # it was not built, or for another machine
        return None
    return _kernel if getattr(_kernel, "INTERFACE", None) == _INTERFACE else None


compiled = _load_kernel()


def name_implementation() -> str:
    """Return which one is in use, `compiled` or `Python`."""
    return "Python" if compiled is None else "compiled"


def completions(
    grids: Sequence[Iterable[Iterable[int]]], box: tuple[int, int], limit: int | None = None
) -> list[tuple[int, bytes]]:
    """Return for each grid how many completions it has, counted up to `limit`, and one of them.

    Grids are rows of digits, 0 for blank; a completion is its cells, row after row. The number is
    `TOO_HARD` for large grids, where the search would take long, and without the kernel. Raises
    `ValueError` for what are no such grids.

    >>> completions([[[1, 0], [0, 0]]], (1, 2))[0][0] in (1, TOO_HARD)
    True
    """
    size = box[0] * box[1]
    if compiled is None or size > _MOST_A_SIDE:
        return [(TOO_HARD, b"")] * len(grids)
    area, most = size**2, 2**62 if limit is None else limit
    cells = bytes(chain.from_iterable(chain.from_iterable(grids)))
    numbers, found = array("q", bytes(8 * len(grids))), bytearray(len(cells))
    compiled.completions(cells, *box, most, _NODES // area, numbers, found)
    return [(number, bytes(found[k * area : (k + 1) * area])) for k, number in enumerate(numbers)]


def least_images(grids: Any, box: tuple[int, int], numbers: Any, *images: Any) -> None:
    """Write a way to the least image of each grid, where lines repeat no digit, and 1 to `numbers`.

    `grids`, (N, size, size) uint8, `numbers`, (N,) int64, and `images`, as `collection.images` has
    them, are arrays. What is too hard is left as it is, and its number is not 1.
    """
    size = box[0] * box[1]
    if compiled is not None and size <= _MOST_A_SIDE:
        compiled.least_images(grids, *box, 100 * _NODES // size**2, numbers, *images)


def sorted_forms(grids: Any, box: tuple[int, int], *found: Any) -> bool:
    """Write the sorted forms of grids, and return True; return False where Python has to.

    `grids`, (N, size, size) uint8, and what is found, as `collection.sorted_forms` has it, are
    arrays: signatures, whether they are exact, whether their sides are tied, and images.
    """
    if compiled is None or box[0] * box[1] > _MOST_A_SIDE:
        return False
    compiled.sorted_forms(grids, *box, *found)
    return True


def transformations_left(
    first: Sequence[Iterable[int]], second: Sequence[Iterable[int]], box: tuple[int, int]
) -> list[tuple[Any, ...]] | None:
    """Return the parts of all transformations that may lead from a grid to another, the simplest.

    None where Python has to look: without the kernel, for large grids, and where colours leave a
    choice.
    """
    (height, width), size = box, box[0] * box[1]
    if compiled is None or size > _MOST_A_SIDE:
        return None
    lines = 1 + width + height
    length = lines + 3 * size
    numbers, ways = array("q", (0,)), bytearray(2 * length)
    cells = b"".join(map(bytes, (*first, *second)))
    compiled.transformations_left(cells, height, width, numbers, ways)
    if numbers[0] == TOO_HARD:
        return None
    return [
        (
            way[0],
            way[1 : 1 + width],
            way[1 + width : lines],
            [way[i : i + height] for i in range(lines, lines + size, height)],
            [way[i : i + width] for i in range(lines + size, lines + 2 * size, width)],
            way[lines + 2 * size :],
        )
        for way in (ways[i * length : (i + 1) * length] for i in range(numbers[0]))
    ]
