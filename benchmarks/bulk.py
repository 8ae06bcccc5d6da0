"""Functions that the benchmarks of large collections share: they print tables, read puzzles from a
file, and make random copies of them.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sudokopie import BoxShape, Grid, nearest
from sudokopie.answers.bulk.transformation_arrays import TransformationArrays
from sudokopie.base.verdict import Verdict
from sudokopie.sudoku.arrays import Cells

NINE = BoxShape(3, 3)

Result = TypeVar("Result")


def measure_seconds(ask: Callable[[], Result]) -> tuple[float, Result]:
    """Call the function `ask`. Returns the wall-clock seconds that the call took, and its
    result.
    """
    begin = time.perf_counter()
    result = ask()
    return time.perf_counter() - begin, result


def print_row(*cells: object) -> None:
    """Print a row of a Markdown table with these cells."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def print_heading(*cells: str) -> None:
    """Print the first two lines of a Markdown table, with the column headings `cells`. The first
    column contains names, the other columns numbers.
    """
    print()
    print_row(*cells)
    print_row("---", *["---:"] * (len(cells) - 1))


def read_puzzles(path: str) -> Cells:
    """Return the 9×9 puzzles of a file, one on each line, as an array of shape (N, 9, 9), with 0
    for blank cells.
    """
    lines = [line[:81] for line in Path(path).read_bytes().replace(b".", b"0").split()]
    return (np.frombuffer(b"".join(lines), np.uint8) - 48).reshape(-1, 9, 9)


def find_near_copies_by_solver(task: tuple[Grid, list[Grid], int]) -> list[bool]:
    """Ask a solver which of several Sudokus become copies of a Sudoku if a few clues are left out;
    return a Boolean for each of them.

    `task` is the Sudoku, the other Sudokus, and the largest number of clues that may be left out.
    This function is at the top level of the module, so that other processes can run it.
    """
    first, others, most = task
    return [
        nearest(first, other, at_least=larger).verdict is Verdict.YES
        for other in others
        for larger in [max(first.clues, other.clues) - most]
    ]


def make_random_copies(
    puzzles: Cells, number: int, indices: NDArray[np.int64], seed: int
) -> Iterator[tuple[Cells, range]]:
    """Yield `number` random copies of randomly chosen puzzles, in batches. Each batch is an array
    of Sudokus, with the range of their indices among all copies.

    `puzzles` has the shape (M, 9, 9). `indices`, of length `number`, is filled with the index of
    each copy's puzzle.
    """
    rng = np.random.default_rng(seed)
    for start in range(0, number, 10_000):
        count = min(10_000, number - start)
        indices[start : start + count] = rng.integers(0, len(puzzles), count)
        lines = []
        for _ in "rc":
            blocks = rng.random((count, 3)).argsort(1)
            within = rng.random((count, 3, 3)).argsort(2)
            lines.append((3 * blocks[:, :, None] + within).reshape(count, 9).astype(np.uint8))
        digits = np.zeros((count, 10), np.uint8)
        digits[:, 1:] = rng.random((count, 9)).argsort(1) + 1
        drawn = TransformationArrays(NINE, rng.random(count) < 0.5, lines[0], lines[1], digits)
        yield drawn.apply(puzzles[indices[start : start + count]]), range(start, start + count)
