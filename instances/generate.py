"""Write the instances and their manifest again, byte for byte: `python instances/generate.py`.

The pairs come from fixed seeds. Verdicts and steps in the manifest come from trying everything
where that is possible, up to 9×9; larger grids here have no symmetry, so that what `decide` finds
is the only way, and the fewest steps.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from sudokopie import BoxShape, Grid, Pair, Status, decide, format_pair, read_pair
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    clue_moved,
    clues_exchanged,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    unavoidable_set_switched,
    with_clues_left,
)

HERE = Path(__file__).parent

CLUES = {
    BoxShape(2, 2): (0, 1, 2, 5, 8, 16),
    BoxShape(2, 3): (0, 1, 2, 5, 12, 20, 36),
    BoxShape(3, 3): (0, 1, 2, 5, 12, 17, 25, 40, 81),
    BoxShape(4, 4): (60, 100, 256),
    BoxShape(5, 5): (200, 625),
}


class Instance(NamedTuple):
    """A pair, its file's name, what kind of pair it is, and what the answer has to be."""

    name: str
    family: str
    pair: Pair
    expected: Status


def instances() -> Iterator[Instance]:
    """Yield all instances, always the same."""
    with (HERE / "sudoku0.txt").open("rb") as file:
        yield Instance("sudoku0", "official", read_pair(file, "sudoku0.txt"), Status.COPIES)
    for shape, counts in CLUES.items():
        for clues in counts:
            yield from _of_shape(shape, clues)
    yield from _symmetric("most-symmetric", MOST_SYMMETRIC)
    for shape in (BoxShape(2, 3), BoxShape(3, 3)):
        yield from _symmetric(f"cyclic-{shape.size}", cyclic_grid(shape))


def _of_shape(shape: BoxShape, clues: int) -> Iterator[Instance]:
    """A copy, and near misses of every kind that such grids have."""
    stem = f"size{shape.size}-clues{clues}"
    rng = Random(stem)
    # Few clues are those of a random grid with repeated digits, more those of a complete grid.
    if clues < shape.size:
        first = random_grid(shape, clues, rng)
    else:
        first = with_clues_left(random_complete_grid(shape, rng), clues, rng)
    yield _copy(stem, first, rng)
    if 0 < clues < shape.size**2:
        yield from _near_miss(f"{stem}-moved", first, rng, lambda: clue_moved(first, rng))
    if clues > shape.size:
        yield from _near_miss(f"{stem}-exchanged", first, rng, lambda: clues_exchanged(first, rng))
    if clues == shape.size**2:
        yield from _near_miss(
            f"{stem}-switched", first, rng, lambda: unavoidable_set_switched(first)
        )


def _symmetric(stem: str, first: Grid) -> Iterator[Instance]:
    rng = Random(stem)
    yield _copy(stem, first, rng)
    yield from _near_miss(f"{stem}-switched", first, rng, lambda: unavoidable_set_switched(first))


def _copy(stem: str, first: Grid, rng: Random) -> Instance:
    second = random_transformation(first.shape, rng).apply(first)
    return Instance(f"{stem}-copies", "copies", Pair(first, second), Status.COPIES)


def _near_miss(
    name: str, first: Grid, rng: Random, spoilt: Callable[[], Grid]
) -> Iterator[Instance]:
    """Yield the first of some tries that is no copy; on small symmetric grids all may be copies."""
    for _ in range(20):
        second = random_transformation(first.shape, rng).apply(spoilt())
        if decide(first, second).status is Status.DIFFERENT:
            yield Instance(name, "near-miss", Pair(first, second), Status.DIFFERENT)
            return


def entry(instance: Instance) -> str:
    """Return the manifest's entry of an instance."""
    first, second = instance.pair
    if first.size <= 9:
        sys.path.insert(0, str(HERE.parent / "tests"))
        from brute_force import truth

        steps = truth(first, second).fewest
    else:
        answer = decide(first, second)
        if answer.statistics["variables"]:
            raise ValueError(f"{instance.name} has symmetries, its fewest steps are not known")
        steps = answer.steps
    if (steps is None) == (instance.expected is Status.COPIES):
        raise ValueError(f"{instance.name} was expected to be {instance.expected}")
    lines = [
        "[[pair]]",
        f'file = "{instance.name}.txt"',
        f'family = "{instance.family}"',
        f"size = {first.size}",
        f'box = "{first.shape}"',
        f"clues = {first.clues}",
        f'verdict = "{instance.expected}"',
    ]
    if steps is not None:
        lines.append(f"steps = {steps}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write everything into this folder."""
    entries = []
    for instance in instances():
        text = format_pair(instance.pair)
        (HERE / f"{instance.name}.txt").write_bytes(text.encode("ascii"))
        entries.append(entry(instance))
    heading = "# Written by generate.py. steps: the fewest that any transformation takes.\n\n"
    (HERE / "manifest.toml").write_bytes((heading + "\n".join(entries)).encode("ascii"))


if __name__ == "__main__":
    main()
