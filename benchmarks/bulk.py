"""What the benchmarks of collections share: tables, puzzles of a file, and images of them."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sudokopie import BoxShape, Grid, nearest
from sudokopie.answers.bulk.images import Images
from sudokopie.base.verdict import Verdict
from sudokopie.sudoku.arrays import Cells

NINE = BoxShape(3, 3)

Result = TypeVar("Result")


def timed(ask: Callable[[], Result]) -> tuple[float, Result]:
    """Return how many seconds a call takes, and its result."""
    begin = time.perf_counter()
    result = ask()
    return time.perf_counter() - begin, result


def row(*cells: object) -> None:
    """Print a row of a table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def heading(*cells: str) -> None:
    """Print the head of a table whose first column holds names."""
    print()
    row(*cells)
    row("---", *["---:"] * (len(cells) - 1))


def read(path: str) -> Cells:
    """Return the puzzles of a file, (N, 9, 9)."""
    lines = [line[:81] for line in Path(path).read_bytes().replace(b".", b"0").split()]
    return (np.frombuffer(b"".join(lines), np.uint8) - 48).reshape(-1, 9, 9)


def agreeing(task: tuple[Grid, list[Grid], int]) -> list[bool]:
    """Return which of some puzzles come near a puzzle, by the solver; other processes import it."""
    first, others, most = task
    return [
        nearest(first, other, at_least=larger).verdict is Verdict.YES
        for other in others
        for larger in [max(first.clues, other.clues) - most]
    ]


def images(
    puzzles: Cells, number: int, bases: NDArray[np.int64], seed: int
) -> Iterator[tuple[Cells, range]]:
    """Yield images of puzzles drawn at random, in batches; `bases` is told of which puzzles."""
    rng = np.random.default_rng(seed)
    for start in range(0, number, 10_000):
        count = min(10_000, number - start)
        bases[start : start + count] = rng.integers(0, len(puzzles), count)
        lines = []
        for _ in "rc":
            blocks = rng.random((count, 3)).argsort(1)
            within = rng.random((count, 3, 3)).argsort(2)
            lines.append((3 * blocks[:, :, None] + within).reshape(count, 9).astype(np.uint8))
        digits = np.zeros((count, 10), np.uint8)
        digits[:, 1:] = rng.random((count, 9)).argsort(1) + 1
        drawn = Images(NINE, rng.random(count) < 0.5, lines[0], lines[1], digits)
        yield drawn.apply(puzzles[bases[start : start + count]]), range(start, start + count)
