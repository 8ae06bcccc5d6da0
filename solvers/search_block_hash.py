"""Backend `search:block-hash`: boxes as numbers first, then a closer look.

Each box gets numbers that say how many clues its rows and its columns hold, whatever their order.
An order of bands and stacks is looked at closer only if the numbers of all boxes agree. Rows,
columns and digits are then found by the search of `search:assignments`. One of the published ways
to solve the task.
"""

from itertools import permutations, product

from ..base.verdict import Verdict
from ..encoding.candidates import turned
from ..questions.copy import Copy
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .clock import Clock
from .protocol import Abilities, Outcome
from .search_assignments import Search

Matrix = list[list[tuple[tuple[int, ...], tuple[int, ...]]]]
"""For each box, in its band and stack, the sorted numbers of clues of its rows and columns."""


def names() -> tuple[str, ...]:
    """Return the one name."""
    return ("search:block-hash",)


def create(name: str) -> "BlockHashBackend | None":
    """Return the backend."""
    return BlockHashBackend() if name in names() else None


class BlockHashBackend:
    """All orders of bands and stacks, those with equal boxes looked at closer."""

    name = "search:block-hash"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: Copy, clock: Clock) -> Outcome:
        """Answer by looking at each orientation that is left."""
        shape, second = question.first.shape, question.second.rows
        wanted, nodes = matrix(second, shape), 0
        for orientation in question.candidates.orientations:
            first = turned(question.first, orientation.quarter)
            own = matrix(first, shape)
            orders = product(permutations(range(shape.bands)), permutations(range(shape.stacks)))
            for bands, stacks in orders:
                clock.check()
                if not _agree(own, wanted, bands, stacks):
                    continue
                search = Search(first, second, shape, clock)
                found = search.run_with(bands, stacks)
                nodes += search.nodes
                if found is not None:
                    witness = Transformation.from_lines(shape, orientation.quarter, *found)
                    return Outcome(Verdict.YES, witness, {"nodes": nodes})
        return Outcome(Verdict.NO, None, {"nodes": nodes})


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
