"""Backend `search:brute-force`: all reorderings, patterns of blanks first, then digits.

For each orientation and reordering of the rows, numpy compares all reorderings of the columns at
once: first where the clues stand, then, clue after clue, whether a renaming of digits is still
possible. Processes share the reorderings of the rows. On 9×9 there are 2·6⁸ in all.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from itertools import islice, permutations, product
from math import factorial
from typing import TYPE_CHECKING

from ..base.errors import BackendError
from ..base.verdict import Verdict
from ..encoding.candidates import turned
from ..questions.copy import Copy
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Permutation, Transformation
from .clock import Clock
from .killable import results_as_they_come
from .protocol import Abilities, Outcome, alone

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.intp]

_MOST_ORDERS = 10_000
"""The most orders of the columns: a process holds all. 1,296 for 9×9, 7,962,624 for 16×16."""

_ORDERS_A_TASK = 54
"""Orders of the rows in a task: few, so that all processes have as much to do."""


class BruteForceBackend:
    """Tries everything, in several processes."""

    name = "search:brute-force"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: Copy, clock: Clock) -> Outcome:
        """Answer by trying all reorderings in the orientations that are left."""
        shape = question.first.shape
        count = factorial(shape.stacks) * factorial(shape.width) ** shape.stacks
        if count > _MOST_ORDERS:
            raise BackendError(
                "{name} refuses boxes of {box}: {count} orders of the columns are too many",
                name=self.name,
                box=shape,
                count=count,
            )
        tasks = list(_tasks(question))
        shares = min(os.cpu_count() or 1, len(tasks))
        searches = [partial(_search_all, tasks[k::shares]) for k in range(shares)]
        with closing(results_as_they_come(self.name, clock, searches)) as witnesses:
            for witness in witnesses:
                if witness:
                    return Outcome(Verdict.YES, witness)
        return Outcome(Verdict.NO)


names, create = alone(BruteForceBackend)


Task = tuple[BoxShape, int, Cells, Cells, list[Permutation]]
"""Shape, quarter turns, turned first grid, second grid, orders of the rows to try."""


def _tasks(question: Copy) -> Iterator[Task]:
    shape = question.first.shape
    for orientation in question.candidates.orientations:
        cells = turned(question.first, orientation.quarter)
        orders = _orders(shape.bands, shape.height)
        while some := list(islice(orders, _ORDERS_A_TASK)):
            yield shape, orientation.quarter, cells, question.second.rows, some


def _orders(blocks: int, length: int) -> Iterator[Permutation]:
    """Yield the gather lists of all lines that keep blocks together."""
    for order in permutations(range(blocks)):
        for within in product(permutations(range(length)), repeat=blocks):
            yield tuple(
                block * length + i
                for block, lines in zip(order, within, strict=True)
                for i in lines
            )


@cache
def _column_orders(shape: BoxShape) -> "Array":
    import numpy as np

    return np.array(list(_orders(shape.stacks, shape.width)))


def _search_all(tasks: Sequence[Task]) -> Transformation | None:
    return next(filter(None, (_search(*task) for task in tasks)), None)


def _search(
    shape: BoxShape, quarter: int, first: Cells, second: Cells, row_orders: list[Permutation]
) -> Transformation | None:
    import numpy as np

    grid, target = np.array(first), np.array(second)
    columns = _column_orders(shape)
    clues_a_row = np.count_nonzero(target, 1)
    for rows in row_orders:
        arranged = grid[list(rows)]
        if not np.array_equal(np.count_nonzero(arranged, 1), clues_a_row):
            continue
        candidates = arranged[:, columns].swapaxes(0, 1).reshape(len(columns), -1)
        if (found := _renamed(candidates, target.ravel())) is not None:
            order, digits = found
            lines = [int(column) for column in columns[order]]
            return Transformation.from_lines(shape, quarter, rows, lines, digits)
    return None


def _renamed(candidates: "Array", target: "Array") -> tuple[int, list[int]] | None:
    """Return the first candidate that a renaming takes to the target, and that renaming."""
    import numpy as np

    left = np.flatnonzero(((candidates > 0) == (target > 0)).all(1))
    size = round(len(target) ** 0.5)
    images = np.zeros((len(left), size + 1), dtype=int)
    origins = np.zeros((len(left), size + 1), dtype=int)
    for cell in np.flatnonzero(target):
        if not len(left):
            return None
        everyone = np.arange(len(left))
        old, new = candidates[left, cell], target[cell]
        image, origin = images[everyone, old], origins[:, new]
        free_or_same = ((image == 0) | (image == new)) & ((origin == 0) | (origin == old))
        images[everyone, old], origins[:, new] = new, old
        left, images, origins = left[free_or_same], images[free_or_same], origins[free_or_same]
    if not len(left):
        return None
    named = [int(image) for image in images[0]]
    unused = iter(sorted(set(range(1, size + 1)) - set(named)))
    return int(left[0]), [image or next(unused) for image in named[1:]]
