"""Write the instances (pairs of Sudokus) and their manifest again, with the same bytes each time:
`python instances/generate.py`.

The pairs are made from fixed seeds. The verdicts and steps in the manifest are found by trying all
transformations, for pairs up to 9×9. Larger grids in this folder have no symmetry, so there is only
one transformation from a grid to its copy, and the steps in the answer of `decide` are the fewest.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from sudokopie import BoxShape, Grid, GridError, Pair, decide, format_pair, read_pair
from sudokopie.answers.random_pairs import make_pair_with_copy, make_pair_with_near_miss
from sudokopie.base.verdict import Verdict, choose_verdict_word
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_grid,
    random_grid_by_switches,
    random_transformation,
    remove_clues,
    switch_smallest_unavoidable_set,
)

HERE = Path(__file__).parent

SMALL_SUITE = (
    "sudoku0",
    "size4-clues5",
    "size6-clues12",
    "size9-clues2-",
    "size9-clues17",
    "most-symmetric",
    "size9-clues81",
)
"""The beginnings of the names of the instances in the suite `small`: pairs of every kind up to 9×9
that are quick to solve.
"""

NUMBERS_OF_CLUES = {
    BoxShape(2, 2): (0, 1, 2, 5, 8, 16),
    BoxShape(2, 3): (0, 1, 2, 5, 12, 20, 36),
    BoxShape(3, 3): (0, 1, 2, 5, 12, 17, 25, 40, 81),
    BoxShape(4, 4): (60, 100, 256),
    BoxShape(5, 5): (200, 625),
}


BOXES_OF_SIZES = (
    (2, 2),
    (2, 3),
    (2, 4),
    (3, 3),
    (3, 4),
    (4, 4),
    (4, 5),
    (5, 5),
    (5, 6),
    (6, 6),
    (6, 7),
    (7, 7),
)
"""The box shapes of the suite `sizes`, for grids of 4 to 49 rows."""


class HardPair(NamedTuple):
    """The recipe for a pair of Sudokus of the suite `hard`, with a seed that
    benchmarks/find_hard.py found.

    `source` is the first grid: "random", "most-symmetric" or "cyclic". `second` is the second grid:
    a "copy" of the first, the first with the digits of an unavoidable set "switched", or an "other"
    grid that is made in the same way as the first. Then several digits are replaced by one digit,
    in both grids: the digits are divided into `classes` classes of nearly the same size, and all
    digits of a class become the same digit. With fewer classes than digits, refinement can
    distinguish little.
    """

    shape: BoxShape
    source: str
    second: str
    classes: int
    seed: int

    @property
    def name(self) -> str:
        """The name of the pair's file, without the ending."""
        size = self.shape.size
        return f"hard{size}-{self.source}-{self.second}-{self.classes}-{self.seed}"

    def make_pair(self) -> Pair:
        """Make the pair of Sudokus from this recipe. The result is the same each time."""
        rng = Random(self.name)
        first, classes = self._make_grid(rng), self._assign_classes(rng)
        if self.second == "switched":
            second = merge_digits(switch_smallest_unavoidable_set(first), classes)
        elif self.second == "other":
            second = merge_digits(self._make_grid(rng), self._assign_classes(rng))
        else:
            second = merge_digits(first, classes)
        return Pair(
            merge_digits(first, classes), random_transformation(self.shape, rng).apply(second)
        )

    def _make_grid(self, rng: Random) -> Grid:
        if self.source == "random":
            return random_grid_by_switches(self.shape, rng)
        symmetric = MOST_SYMMETRIC if self.source == "most-symmetric" else cyclic_grid(self.shape)
        return random_transformation(self.shape, rng).apply(symmetric)

    def _assign_classes(self, rng: Random) -> list[int]:
        """Return the class of each digit, a number from 1 to `classes`. All classes have nearly the
        same number of digits.
        """
        classes = [d % self.classes + 1 for d in range(self.shape.size)]
        if self.classes < self.shape.size:
            rng.shuffle(classes)
        return classes


def merge_digits(grid: Grid, classes: list[int]) -> Grid:
    """Return a complete grid in which each digit d is replaced by its class, `classes[d - 1]`."""
    return Grid([[classes[digit - 1] for digit in row] for row in grid], grid.shape)


HARD_PAIRS = tuple(
    HardPair(BoxShape(size, size), source, second, classes, seed)
    for size, source, second, classes, seed in (
        (3, "random", "copy", 8, 7),
        (3, "random", "copy", 9, 2),
        (3, "cyclic", "copy", 6, 3),
        (3, "random", "switched", 9, 5),
        (3, "random", "other", 8, 2),
        (3, "random", "other", 9, 1),
        (3, "most-symmetric", "switched", 8, 2),
        (3, "most-symmetric", "switched", 9, 2),
        (3, "cyclic", "switched", 8, 5),
        (4, "random", "copy", 14, 5),
        (4, "random", "copy", 16, 5),
        (4, "random", "switched", 16, 4),
        (4, "random", "other", 14, 8),
        (4, "random", "other", 16, 0),
        (4, "cyclic", "switched", 14, 2),
        (4, "cyclic", "switched", 16, 0),
        (5, "random", "copy", 25, 0),
        (5, "random", "switched", 25, 0),
        (5, "cyclic", "switched", 25, 0),
    )
)
"""The pairs of each kind with the most conflicts per clause, from the seeds that were tried."""


class GeneratedPair(NamedTuple):
    """A pair with the name of its file, its family (the kind of pair), the expected answer, and the
    suites that contain it.
    """

    name: str
    family: str
    pair: Pair
    expected: Verdict
    suites: tuple[str, ...] = ("full",)


def list_instances() -> Iterator[GeneratedPair]:
    """Yield all instances (pairs of Sudokus with their expected answers), which are the same in
    every run.
    """
    for instance in (*_list_standard_pairs(), *_list_hard_pairs(), *_list_pairs_of_all_sizes()):
        is_small = instance.name.startswith(SMALL_SUITE)
        yield instance._replace(suites=("small", *instance.suites)) if is_small else instance


def _list_standard_pairs() -> Iterator[GeneratedPair]:
    with (HERE / "sudoku0.txt").open("rb") as file:
        yield GeneratedPair("sudoku0", "official", read_pair(file, "sudoku0.txt"), Verdict.YES)
    for shape, counts in NUMBERS_OF_CLUES.items():
        for clues in counts:
            yield from _list_pairs_of_shape(shape, clues)
    yield from _list_symmetric_pairs("most-symmetric", MOST_SYMMETRIC)
    for shape in (BoxShape(2, 3), BoxShape(3, 3)):
        yield from _list_symmetric_pairs(f"cyclic-{shape.size}", cyclic_grid(shape))


def _list_hard_pairs() -> Iterator[GeneratedPair]:
    for hard in HARD_PAIRS:
        expected = Verdict.YES if hard.second == "copy" else Verdict.NO
        yield GeneratedPair(hard.name, f"hard-{hard.second}", hard.make_pair(), expected, ("hard",))


def _list_pairs_of_all_sizes() -> Iterator[GeneratedPair]:
    """Yield for each box shape a complete grid with a copy of it, and a complete grid with a near
    miss (a grid that is almost a copy).
    """
    for height, width in BOXES_OF_SIZES:
        shape = BoxShape(height, width)
        stem = f"sizes{shape.size}"
        rng = Random(stem)
        first = random_grid_by_switches(shape, rng)
        make_changed_grid = partial(switch_smallest_unavoidable_set, first)
        pairs = (
            _make_copy(stem, first, rng),
            *_make_near_miss(f"{stem}-switched", first, rng, make_changed_grid),
        )
        for instance in pairs:
            yield instance._replace(suites=("sizes",))


def _list_pairs_of_shape(shape: BoxShape, clues: int) -> Iterator[GeneratedPair]:
    """Yield a grid with `clues` clues and a copy of it, and then near misses (pairs that are almost
    copies) of every kind that exists for such grids.
    """
    stem = f"size{shape.size}-clues{clues}"
    rng = Random(stem)
    # A few clues come from a random grid with repeated digits, more clues from a complete grid.
    if clues < shape.size:
        first = random_grid(shape, clues, rng)
    else:
        first = remove_clues(random_grid_by_switches(shape, rng), clues, rng)
    yield _make_copy(stem, first, rng)
    if 0 < clues < shape.size**2:
        yield from _make_near_miss(f"{stem}-moved", first, rng, lambda: move_clue(first, rng))
    if clues > shape.size:
        yield from _make_near_miss(
            f"{stem}-exchanged", first, rng, lambda: exchange_clues(first, rng)
        )
    if clues == shape.size**2:
        yield from _make_near_miss(
            f"{stem}-switched", first, rng, lambda: switch_smallest_unavoidable_set(first)
        )


def _list_symmetric_pairs(stem: str, first: Grid) -> Iterator[GeneratedPair]:
    rng = Random(stem)
    yield _make_copy(stem, first, rng)
    yield from _make_near_miss(
        f"{stem}-switched", first, rng, lambda: switch_smallest_unavoidable_set(first)
    )


def _make_copy(stem: str, first: Grid, rng: Random) -> GeneratedPair:
    return GeneratedPair(f"{stem}-copies", "copies", make_pair_with_copy(first, rng), Verdict.YES)


def _make_near_miss(
    name: str, first: Grid, rng: Random, make_changed_grid: Callable[[], Grid]
) -> Iterator[GeneratedPair]:
    """Yield a pair of grids that are almost copies: `first`, and a copy of a grid that
    `make_changed_grid` makes. Yield nothing if all changed grids are copies of `first`, as they may
    be if `first` is small and symmetric.
    """
    with suppress(GridError):
        yield GeneratedPair(
            name, "near-miss", make_pair_with_near_miss(first, [make_changed_grid], rng), Verdict.NO
        )


def format_manifest_entry(instance: GeneratedPair) -> str:
    """Return the lines about an instance in the manifest, the table of all instances, as text."""
    first, _ = instance.pair
    verdict = choose_verdict_word("copy", instance.expected)
    lines = [
        "[[pair]]",
        f'file = "{instance.name}.txt"',
        f'family = "{instance.family}"',
        "suites = [" + ", ".join(f'"{name}"' for name in instance.suites) + "]",
        f"size = {first.size}",
        f'box = "{first.shape}"',
        f"clues = {first.clues}",
        f'verdict = "{verdict}"',
    ]
    steps = find_fewest_steps(instance)
    if steps is not None:
        lines.append(f"steps = {steps}")
    return "\n".join(lines) + "\n"


def find_fewest_steps(instance: GeneratedPair) -> int | None:
    """Return the smallest number of steps from the first grid of a pair to the second, found by
    trying all transformations if the grids have at most 9×9 cells. Returns None if the grids are
    not copies. Raises `ValueError` if the answer differs from the expected answer.
    """
    first, second = instance.pair
    if first.size <= 9:
        sys.path.insert(0, str(HERE.parent / "tests"))
        from brute_force import truth

        steps = truth(first, second).fewest
        verdict = Verdict.NO if steps is None else Verdict.YES
    else:
        answer = decide(first, second)
        verdict = answer.verdict
        steps = answer.steps
    if verdict is not instance.expected:
        raise ValueError(f"{instance.name} was expected to be {instance.expected.name}")
    return steps


def main() -> None:
    """Write all instances and the manifest, a table of them, into the folder of this script."""
    entries = []
    for instance in list_instances():
        text = format_pair(instance.pair)
        (HERE / f"{instance.name}.txt").write_bytes(text.encode("ascii"))
        entries.append(format_manifest_entry(instance))
    heading = "# Written by generate.py. steps: the fewest of any transformation.\n\n"
    (HERE / "manifest.toml").write_bytes((heading + "\n".join(entries)).encode("ascii"))


if __name__ == "__main__":
    main()
