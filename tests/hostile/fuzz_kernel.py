"""Ask a built kernel about any bytes, of any shape, by threads: `fuzz_kernel.py FILE SECONDS SEED`.

It needs nothing but Python, so that the kernel can be one that was compiled with sanitizers; see
`.ci/kernel`. What is answered is compared with a slow search for small grids, and followed for all.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

LARGE_BOXES = [(6, 6), (4, 9), (12, 3), (1, 36), (5, 7), (7, 7), (49, 1)]
"""Boxes of grids that only the search between two grids takes."""

BOXES = [(h, w) for h in range(1, 26) for w in range(1, 26) if h * w <= 25]
WRONG_BOXES = [(0, 3), (-3, -3), (5, 6), (26, 1), (1, 26), (2**31 - 1, 2**31 - 1), (-(2**31), 1)]

INT32 = -(2**31), 2**31 - 1
INT64 = -(2**63), 2**63 - 1
EDGES = [INT64[0], INT64[0] + 1, -(2**62), INT32[0], -1, 0, 1]
"""Numbers of nodes at which arithmetic overflows easily."""

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


def nodes_of(rng: Random, size: int, usual: list[int]) -> int:
    """Return how many nodes a search may visit: of any size for grids whose search is short."""
    if rng.random() < 0.8:
        return rng.choice(usual)
    most = INT64[1] if size <= 4 else 0
    return rng.choice([*EDGES, most, rng.randint(INT64[0], most)])


def ask(kernel: Any, seed: int) -> None:
    """Ask one question, and check what is answered."""
    rng = Random(seed)
    if rng.random() < 0.15:
        ask_hints(kernel, rng)
        return
    if rng.random() < 0.05:
        ask_summaries(kernel, rng)
        return
    if rng.random() < 0.03:
        box = rng.choice(LARGE_BOXES)
        large = b"".join(grid_of(rng, *box) for _ in range(rng.choice([0, 1, 2])))
        ask_transformations(kernel, rng, large, box, True)
        return
    height, width = rng.choice(BOXES if rng.random() < 0.95 else WRONG_BOXES)
    if rng.random() < 0.1:
        height, width = 3, 3  # its completions have a search of their own
    if rng.random() < 0.02:
        height, width = rng.choice([height, rng.randint(*INT32)]), rng.randint(*INT32)
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
    limit = rng.choice([1, 2, 2, 3, 100, 2**62, 0, -1, *INT64, rng.randint(*INT64)])
    nodes = nodes_of(rng, size, [0, -1, 1, 10, 100, 1000, 1000])
    if rng.random() < 0.6:
        ask_other = rng.choice([ask_images, ask_sorted_forms, ask_transformations, ask_parts])
        ask_other(kernel, rng, grids, (height, width), is_right)
        return
    try:
        kernel.completions(grids, height, width, limit, nodes, numbers, solutions)
    except ValueError:
        assert not is_right or limit < 1 or (grids and max(grids) > size)
        return
    if is_right:
        for k, number in enumerate(numbers):
            cells = slice(k * size**2, (k + 1) * size**2)
            check(bytes(grids[cells]), solutions[cells], number, limit, height, width)


def ask_images(
    kernel: Any, rng: Random, grids: bytes | memoryview, box: tuple[int, int], is_right: bool
) -> None:
    """Ask for least images, and check that they are images, and least where that is quick."""
    size, area = box[0] * box[1], max(1, (box[0] * box[1]) ** 2)
    count = len(grids) // area
    lengths = [8 * count, count, size * count, size * count, (size + 1) * count]
    if rng.random() < 0.1:
        lengths[rng.randrange(5)] = rng.randrange(300)
        is_right = False
    buffers = [bytearray(max(0, length)) for length in lengths]
    try:
        nodes = nodes_of(rng, size, [-1, 0, 10, 1000, 50_000])
        kernel.least_images(grids, *box, nodes, *buffers)
    except ValueError:
        assert not is_right or (grids and max(grids) > size)
        return
    for k in range(count if is_right else 0):
        (number,) = array("q", bytes(buffers[0][8 * k : 8 * k + 8]))
        assert number in (-1, 1)
        if number == 1:
            parts = [
                bytes(part[k * len(part) // count : (k + 1) * len(part) // count])
                for part in buffers[1:]
            ]
            check_image(list(grids[k * area : (k + 1) * area]), parts, box)


def ask_sorted_forms(
    kernel: Any, rng: Random, grids: bytes | memoryview, box: tuple[int, int], is_right: bool
) -> None:
    """Ask for sorted forms, of grids and of the same turned where that keeps the shape."""
    size, area = box[0] * box[1], max(1, (box[0] * box[1]) ** 2)
    count = len(grids) // area
    lengths = [8 * count, count, count, count, size * count, size * count, (size + 1) * count]
    is_meant = is_right and rng.random() < 0.9
    if not is_meant:
        lengths[rng.randrange(7)] = rng.randrange(300)
    found = [bytearray(max(0, length)) for length in lengths]
    again = [bytearray(max(0, length)) for length in lengths]
    try:
        kernel.sorted_forms(grids, *box, *found)
    except ValueError:
        assert not is_meant or (grids and max(grids) > size)
        return
    if not is_meant:
        return
    where = [
        c * size + r if box[0] == box[1] else r * size + c for r in range(size) for c in range(size)
    ]
    turned = bytes(grids[k * area + cell] for k in range(count) for cell in where)
    kernel.sorted_forms(turned, *box, *again)
    assert found[:3] == again[:3]  # signatures, whether they are exact, and ties
    for k in range(count):
        one, other = (
            [
                bytes(part[k * len(part) // count : (k + 1) * len(part) // count])
                for part in some[3:]
            ]
            for some in (found, again)
        )
        check_way(one, box)
        if found[1][k] and not found[2][k]:
            cells = slice(k * area, (k + 1) * area)
            assert form(grids[cells], one, size) == form(turned[cells], other, size)


def ask_transformations(
    kernel: Any, rng: Random, grids: bytes | memoryview, box: tuple[int, int], is_right: bool
) -> None:
    """Ask which transformations lead from grids to their images, or to other grids."""
    (height, width), size = box, box[0] * box[1]
    area, length = max(1, size**2), min(2 * (1 + width + height + 3 * size), 999)
    is_right = is_right and (not grids or max(grids) <= size)
    are_images = is_right and rng.random() < 0.8
    first = [bytes(grids[start : start + area]) for start in range(0, len(grids), area)]
    second = [moved(one, drawn(rng, box), size) for one in first] if are_images else first[::-1]
    numbers, ways = bytearray(8 * len(first)), bytearray(max(0, length) * len(first))
    if rng.random() < 0.05:
        is_right, ways = False, bytearray(rng.randrange(300))
    pairs = b"".join(one + other for one, other in zip(first, second, strict=True))
    nodes = nodes_of(rng, size, [0, 0, 1, 10, 1000, 10_000])
    try:
        kernel.transformations_left(pairs, *box, nodes, numbers, ways)
    except ValueError:
        assert not is_right
        return
    for k, number in enumerate(array("q", bytes(numbers)) if is_right else ()):
        assert -1 <= number <= (3 if nodes > 0 else 2)  # 3: a search found the best
        count = 1 if number == 3 else number
        starts = range(k * length, k * length + count * length // 2, length // 2)
        found = [moved(first[k], lines_of(ways[start:], box), size) for start in starts]
        assert number < 0 or not (are_images or number == 3) or second[k] in found


def ask_parts(
    kernel: Any, rng: Random, grids: bytes | memoryview, box: tuple[int, int], is_right: bool
) -> None:
    """Ask whether grids without some clues are parts of their images, or of other grids."""
    size, area = box[0] * box[1], max(1, (box[0] * box[1]) ** 2)
    is_right = is_right and (not grids or max(grids) <= size)
    are_images = is_right and rng.random() < 0.8
    first = [bytes(grids[start : start + area]) for start in range(0, len(grids), area)]
    if are_images:
        kept = [bytes(d if rng.random() < 0.9 else 0 for d in one) for one in first]
        pairs = [
            one + moved(other, drawn(rng, box), size)
            for one, other in zip(kept, first, strict=True)
        ]
    else:
        pairs = [one + other for one, other in zip(first, first[::-1], strict=True)]
    numbers, images = bytearray(8 * len(first)), bytearray(len(grids))
    if rng.random() < 0.05:
        is_right, images = False, bytearray(rng.randrange(300))
    nodes = nodes_of(rng, size, [0, 1, 10, 1000, 10_000])
    try:
        kernel.images_in(b"".join(pairs), *box, nodes, numbers, images)
    except ValueError:
        assert not is_right
        return
    for k, number in enumerate(array("q", bytes(numbers)) if is_right else ()):
        part, whole = pairs[k][:area], pairs[k][area:]
        assert -1 <= number <= 2
        assert number != 0 or not are_images
        if number > 0:
            image = images[k * area : (k + 1) * area]
            assert all(digit in (0, other) for digit, other in zip(image, whole, strict=True))
            assert part.count(0) == image.count(0)
        elif number == 0 and box == (2, 2):
            assert not any(
                is_renamed(part, whole, cells_of(size, side, one, two))
                for side in (0, 1)
                for one in orders(size, 2)
                for two in orders(size, 2)
            )


def is_renamed(part: bytes, whole: bytes, places: list[int]) -> bool:
    """Return whether the clues of a grid, taken from these places, can be renamed to those of
    another grid at the same cells.
    """
    pairs = {(part[place], whole[cell]) for cell, place in enumerate(places) if part[place]}
    return all(len({pair[k] for pair in pairs}) == len(pairs) for k in (0, 1)) and not any(
        name == 0 for _, name in pairs
    )


def ask_summaries(kernel: Any, rng: Random) -> None:
    """Ask which 9x9 grids may contain another one, of grids, of parts, and of any bytes."""
    grids = [grid_of(rng, 3, 3) for _ in range(rng.randrange(4))]
    summaries = bytearray(40 * len(grids))
    if rng.random() < 0.1:
        summaries = bytearray(rng.randrange(200))
    is_written = True
    try:
        kernel.clue_summaries(b"".join(grids), summaries)
    except ValueError:
        assert len(summaries) != 40 * len(grids) or max(map(max, grids)) > 9
        is_written = False
        summaries = bytearray(rng.randbytes(rng.choice([len(summaries), 40 * len(grids)])))
    grid = rng.choice([*grids, bytes(81), rng.randbytes(rng.choice([0, 80, 81, 82]))])
    relations = bytearray(len(summaries) // 40 if rng.random() < 0.9 else rng.randrange(9))
    try:
        kernel.compare_clues(grid, summaries, relations)
    except ValueError:
        assert len(grid) != 81 or max(grid) > 9 or len(relations) * 40 != len(summaries)
        return
    if is_written and grid in grids:
        assert relations[grids.index(grid)] == 3


def ask_hints(kernel: Any, rng: Random) -> None:
    """Ask for the hints of a proof: of clauses that a slow search learns, or of any numbers."""
    variables = rng.randrange(1, 9)
    literals = [sign * v for v in range(1, variables + 1) for sign in (1, -1)]
    clauses = [
        rng.choices(literals, k=rng.choice([0, 1, 2, 2, 3, 3, 3, 4] if k % 20 else [1, 2]))
        for k in range(rng.randrange(1, 60))
    ]
    learnt = [rng.choices(literals, k=rng.randrange(5)) for _ in range(rng.randrange(9))]
    if rng.random() < 0.7:  # all clauses of some variables, with ever fewer of them: a proof
        asked = rng.sample(range(1, variables + 1), variables)
        learnt += [
            [v if signs >> i & 1 else -v for i, v in enumerate(asked[:length])]
            for length in range(variables, -1, -1)
            for signs in range(2**length)
        ]
    numbers = [
        array("i", [n for clause in some for n in (*clause, 0)]) for some in (clauses, learnt)
    ]
    for some in numbers:
        if rng.random() < 0.1:
            some.append(rng.choice([*INT32, variables + 1, 2**24 + 1, 1, 0]))
        if rng.random() < 0.05 and some:
            some.pop()
    try:
        started = kernel.start_hints(*numbers)
        found = None
        while found is None:
            found = kernel.continue_hints(started, rng.choice([-1, 1, 5, 100]) + 10)
    except (ValueError, MemoryError):
        return
    formula: list[list[int]] = [[]]
    for number in numbers[0]:
        formula[-1:] = [[*formula[-1], number]] if number else [formula[-1], []]
    if not formula[-1]:
        formula.pop()
    check_lrat = import_module("lrat_check").check_and_count_proof_lines
    variables = max(map(abs, numbers[0]), default=0)
    check_lrat(variables, formula, found.decode().splitlines()[::-1])


Lines = tuple[int, Sequence[int], Sequence[int], Sequence[int]]
"""Quarter turns, where rows and columns come from, and names of blank and digits."""


def drawn(rng: Random, box: tuple[int, int]) -> Lines:
    """Return a random transformation."""
    (height, width), size = box, box[0] * box[1]
    rows, columns = (
        [line for block in rng.sample(blocks, len(blocks)) for line in rng.sample(block, length)]
        for length in (height, width)
        for blocks in [[range(start, start + length) for start in range(0, size, length)]]
    )
    names = [0, *rng.sample(range(1, size + 1), size)]
    return rng.choice([0, 1, 2, 3] if height == width else [0, 2]), rows, columns, names


def lines_of(way: bytes | bytearray, box: tuple[int, int]) -> Lines:
    """Return a transformation that the kernel wrote, and check that it is one."""
    (height, width), size = box, box[0] * box[1]
    assert way[0] in ((0, 1, 2, 3) if height == width else (0, 2))
    ends = [1, 1 + width, 1 + width + height]
    bands, stacks = way[ends[0] : ends[1]], way[ends[1] : ends[2]]
    rows, columns, names = (way[ends[2] + k * size : ends[2] + (k + 1) * size] for k in range(3))
    lines = [
        [blocks[i // length] * length + within[i] for i in range(size)]
        for blocks, within, length in ((bands, rows, height), (stacks, columns, width))
    ]
    assert all(sorted(one) == [*range(size)] for one in lines)
    assert max(rows) < height
    assert max(columns) < width
    assert sorted(names) == [*range(1, size + 1)]
    return way[0], lines[0], lines[1], [0, *names]


def moved(grid: bytes, lines: Lines, size: int) -> bytes:
    """Return the image of a grid."""
    quarters, rows, columns, names = lines
    cells = [grid[start : start + size] for start in range(0, size**2, size)]
    for _ in range(quarters):
        cells = [bytes(line) for line in zip(*cells[::-1], strict=True)]
    return bytes(names[cells[r][c]] for r in rows for c in columns)


def form(grid: list[int] | bytes | memoryview, parts: list[bytes], size: int) -> list[int]:
    """Return the image that a way leads to."""
    (turned,), rows, columns, names = parts
    return [names[grid[place]] for place in cells_of(size, turned, rows, columns)]


def check_image(grid: list[int], parts: list[bytes], box: tuple[int, int]) -> None:
    """Check that a way is one of the transformations, and a 4×4 image the least of all."""
    check_way(parts, box)
    (turned,), rows, columns, _ = parts
    size = box[0] * box[1]
    if box == (2, 2):
        found = image(grid, size, turned, rows, columns)
        assert found == form(grid, parts, size)
        assert found == min(
            image(grid, size, side, one, two)
            for side in (0, 1)
            for one in orders(size, 2)
            for two in orders(size, 2)
        )


def check_way(parts: list[bytes], box: tuple[int, int]) -> None:
    """Check that a way is one of the transformations."""
    (turned,), rows, columns, names = parts
    height, width = box
    size = height * width
    assert turned in ((0, 1) if height == width else (0,))
    for lines, length in ((rows, height), (columns, width)):
        assert sorted(lines) == [*range(size)]
        blocks = [[i // length for i in lines[s : s + length]] for s in range(0, size, length)]
        assert all(len(set(block)) == 1 for block in blocks)
    assert names[0] == 0
    assert sorted(names[1:]) == [*range(1, size + 1)]


def orders(size: int, length: int) -> list[bytes]:
    """Return all orders of lines that keep blocks together."""
    blocks = [bytes(range(start, start + length)) for start in range(0, size, length)]
    return [
        b"".join(bytes(one) for one in some)
        for order in permutations(blocks)
        for some in product(*map(permutations, order))
    ]


def cells_of(size: int, turned: int, rows: bytes, columns: bytes) -> list[int]:
    """Return where the cells of an image come from."""
    return [c * size + r if turned else r * size + c for r in rows for c in columns]


def image(grid: list[int], size: int, turned: int, rows: bytes, columns: bytes) -> list[int]:
    """Return an image, its digits named as they are first read."""
    names = {0: 0}
    places = cells_of(size, turned, rows, columns)
    return [names.setdefault(grid[place], len(names)) for place in places]


def check(
    grid: bytes, solution: bytearray, number: int, limit: int, height: int, width: int
) -> None:
    """Check how many completions a grid is said to have, and the one that is shown."""
    size, all_units = height * width, units(height, width)
    assert -1 <= number <= limit
    if number > 0:
        assert all(clue in (0, digit) for clue, digit in zip(grid, solution, strict=True))
        assert all({solution[cell] for cell in unit} == {*range(1, size + 1)} for unit in all_units)
    if number >= 0 and (size <= 3 or grid.count(0) < (10 if size == 4 else 4)):
        found = sum(1 for _ in completions(list(grid), all_units, size))
        assert number == min(found, limit), (grid, found, number)


def main() -> None:
    """Ask until the time is up; four threads at once."""
    path, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    sys.path.append(str(Path(__file__).parents[2] / "proofs"))  # its checker needs only Python
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
