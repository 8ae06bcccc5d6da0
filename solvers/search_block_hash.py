"""Backend `search:block-hash`: boxes as numbers first, then the search of `search:assignments`.

Each box gets numbers that say how many clues its rows and its columns hold, whatever their order.
Only orders of bands and stacks in which these agree are looked at closer. A published way.
"""

from itertools import permutations

from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from .protocol import alone
from .search_assignments import AssignmentsBackend, Result, Search

Matrix = list[list[tuple[tuple[int, ...], tuple[int, ...]]]]
"""For each box, in its band and stack, the sorted numbers of clues of its rows and columns."""


class BlockHashBackend(AssignmentsBackend):
    """All orders of bands and stacks, those with equal boxes looked at closer."""

    name = "search:block-hash"

    def found(self, search: Search) -> Result | None:
        """Return what a search finds with one of the orders of bands and stacks."""
        shape = search.shape
        own, wanted = matrix(search.first, shape), matrix(search.second, shape)
        for bands in permutations(range(shape.bands)):
            for stacks in permutations(range(shape.stacks)):
                search.clock.check()
                if _agree(own, wanted, bands, stacks) and (found := search.run(bands, stacks)):
                    return found
        return None


names, create = alone(BlockHashBackend)


def matrix(cells: Cells, shape: BoxShape) -> Matrix:
    """Return for each box the sorted numbers of clues in its rows, and those in its columns."""

    def clues(lines: list[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(sorted(sum(1 for digit in line if digit) for line in lines))

    boxes: Matrix = []
    for band in range(0, shape.size, shape.height):
        boxes.append([])
        for stack in range(0, shape.size, shape.width):
            rows = [row[stack : stack + shape.width] for row in cells[band : band + shape.height]]
            boxes[-1].append((clues(rows), clues(list(zip(*rows, strict=True)))))
    return boxes


def _agree(own: Matrix, wanted: Matrix, bands: tuple[int, ...], stacks: tuple[int, ...]) -> bool:
    return all(
        box == wanted[band][stack]
        for row, band in zip(own, bands, strict=True)
        for box, stack in zip(row, stacks, strict=True)
    )
