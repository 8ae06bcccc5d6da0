"""Ask a built kernel about any bytes, of any shape, by threads: `fuzz_kernel.py FILE SECONDS SEED`.

It needs nothing but Python, so that the kernel can be one that was compiled with sanitizers; see
`.ci/kernel`. What is answered is compared with a slow search for small grids, and followed for all.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from typing import Any

BOXES = [(h, w) for h in range(1, 26) for w in range(1, 26) if h * w <= 25]
WRONG_BOXES = [(0, 3), (-3, -3), (5, 6), (26, 1), (1, 26), (2**31 - 1, 2**31 - 1), (-(2**31), 1)]

CHANGING = bytearray(7 * 25**2)
"""Grids that change while they are looked at."""


def loaded(path: str) -> Any:
    loader = ExtensionFileLoader("_kernel", path)
    spec = spec_from_loader("_kernel", loader)
    assert spec is not None
    return module_from_spec(spec)


def units(height: int, width: int) -> list[list[int]]:
    """Return the cells of each row, column and box."""
    size = height * width
    cells = [(r, c) for r in range(size) for c in range(size)]
    found: dict[tuple[str, int, int], list[int]] = {}
    for r, c in cells:
        for unit in (("row", r, 0), ("column", 0, c), ("box", r // height, c // width)):
            found.setdefault(unit, []).append(r * size + c)
    return list(found.values())


def completions(grid: list[int], all_units: list[list[int]], size: int) -> Iterator[list[int]]:
    """Yield the completions of a small grid, by the rules alone."""
    for unit in all_units:
        clues = [grid[cell] for cell in unit if grid[cell]]
        if len(clues) != len(set(clues)):
            return
    if 0 not in grid:
        yield grid
        return
    cell = grid.index(0)
    for digit in range(1, size + 1):
        yield from completions([*grid[:cell], digit, *grid[cell + 1 :]], all_units, size)


def grid_of(rng: Random, height: int, width: int) -> bytes:
    """Return the cells of a grid: blank, of a pattern, with few clues left, or of any digits."""
    size = height * width
    pattern = [
        (r % height * width + r // height + c) % size + 1 for r in range(size) for c in range(size)
    ]
    names = rng.sample(range(1, size + 1), size)
    kept = rng.choice([0.0, 0.1, 0.2, 0.3, 0.5, 0.8, 1.0])
    cells = [names[digit - 1] if rng.random() < kept else 0 for digit in pattern]
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        cells[rng.randrange(size * size)] = rng.randrange(size + 1)
    if rng.random() < 0.05:
        cells[rng.randrange(size * size)] = rng.randrange(256)
    return bytes(cells)


def ask(kernel: Any, seed: int) -> None:
    """Ask one question, and check what is answered."""
    rng = Random(seed)
    height, width = rng.choice(BOXES if rng.random() < 0.95 else WRONG_BOXES)
    size, count = height * width, rng.choice([0, 1, 1, 2, 7])
    is_right = (height, width) in BOXES
    grids: bytes | memoryview = (
        b"".join(grid_of(rng, height, width) for _ in range(count)) if is_right else bytes(81)
    )
    if rng.random() < 0.1:
        grids = rng.randbytes(rng.randrange(2000))
        is_right = False
    numbers, solutions = array("q", bytes(8 * count)), bytearray(len(grids))
    if is_right and rng.random() < 0.1:
        grids, is_right = memoryview(CHANGING)[: len(grids)], False
        for _ in range(20):
            CHANGING[rng.randrange(size**2)] = rng.choice([0, 1, size, size, 255])
    if rng.random() < 0.1:
        numbers = array("q", bytes(8 * rng.randrange(9)))
        solutions = bytearray(rng.randrange(2 * len(grids) + 1))
        is_right = False
    limit = rng.choice([1, 2, 2, 3, 100, 2**62, 0, -1, 2**63 - 1])
    nodes = rng.choice([0, -1, 1, 10, 100, 1000, 1000])
    try:
        kernel.completions(grids, height, width, limit, nodes, numbers, solutions)
    except ValueError:
        assert not is_right or limit < 1 or (grids and max(grids) > size)
        return
    if is_right:
        for k, number in enumerate(numbers):
            cells = slice(k * size**2, (k + 1) * size**2)
            check(bytes(grids[cells]), solutions[cells], number, limit, height, width)


def check(
    grid: bytes, solution: bytearray, number: int, limit: int, height: int, width: int
) -> None:
    """Check how many completions a grid is said to have, and the one that is shown."""
    size, all_units = height * width, units(height, width)
    assert -1 <= number <= limit
    if number > 0:
        assert all(clue in (0, digit) for clue, digit in zip(grid, solution, strict=True))
        assert all({solution[cell] for cell in unit} == {*range(1, size + 1)} for unit in all_units)
    if number >= 0 and (size <= 3 or (size == 4 and grid.count(0) < 10)):
        found = sum(1 for _ in completions(list(grid), all_units, size))
        assert number == min(found, limit), (grid, found, number)


def main() -> None:
    """Ask until the time is up; four threads at once."""
    path, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    kernel = loaded(str(Path(path).absolute()))
    print(f"seed {seed}", flush=True)
    end, asked = time.monotonic() + seconds, 0
    with ThreadPoolExecutor(4) as executor:
        while time.monotonic() < end:
            seeds = range(seed * 10**9 + asked, seed * 10**9 + asked + 400)
            for _ in executor.map(lambda one: ask(kernel, one), seeds):
                asked += 1
    print(f"asked {asked:,} questions, and nothing was wrong")


if __name__ == "__main__":
    main()
