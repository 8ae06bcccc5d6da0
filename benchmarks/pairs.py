"""Measure how long it takes to make random pairs, and how evenly random grids are distributed:
`python benchmarks/pairs.py`.

Prints how long it takes to make many pairs, and whether random complete grids are evenly
distributed: for each class of 4×4 and 6×6 grids its share among random grids, beside its share
among all complete grids.
"""

import argparse
import statistics
import time
from collections import Counter
from random import Random

from sudokopie import BoxShape, Grid
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.random_pairs import PairProperties, make_random_pair
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.studies.classes import ClassStudy
from sudokopie.sudoku.random_grids import random_complete_grid


def measure_pairs(number: int) -> None:
    """Measure how long it takes to make `number` random pairs of each of several kinds, and print a
    table.
    """
    nine = BoxShape(3, 3)
    print("\n| pairs | number | s | median ms | worst ms |\n| --- | ---: | ---: | ---: | ---: |")
    for label, kind in (
        ("9×9, proper", PairProperties(nine, proper=True)),
        ("9×9, proper, 26 clues", PairProperties(nine, 26, proper=True)),
        ("9×9, proper, near misses", PairProperties(nine, proper=True, near_miss=True)),
        ("9×9, arbitrary digits", PairProperties(nine)),
        ("9×9, complete", PairProperties(nine, 81)),
    ):
        times = []
        for seed in range(number):
            begin = time.perf_counter()
            make_random_pair(kind, Random(seed))
            times.append(time.perf_counter() - begin)
        print(
            f"| {label} | {number} | {sum(times):.1f} | {1000 * statistics.median(times):.1f} | "
            f"{1000 * max(times):.0f} |"
        )


def test_distribution(shape: BoxShape, number: int, rng: Random) -> None:
    """Test whether `number` random complete grids are spread evenly over the classes of copies, and
    print the result. If there are fewer than five classes, the share of each class is printed too.
    """
    study = ClassStudy(shape)
    study.run()
    counts: Counter[Grid] = Counter()
    forms: dict[Grid, Grid] = {}
    for _ in range(number):
        grid = random_complete_grid(shape, rng)
        if grid not in forms:
            forms[grid] = canonical_form(grid).form
        counts[forms[grid]] += 1
    classes = study.classes()
    total = sum(one.size for one in classes)
    ratios = [counts[one.representative] / number * total / one.size for one in classes]
    expected = [number * one.size / total for one in classes]
    squares = sum(
        (counts[one.representative] - many) ** 2 / many
        for one, many in zip(classes, expected, strict=True)
    )
    never = sum(1 for one in classes if not counts[one.representative])
    print(
        f"\nBoxes of {shape}: {number} complete grids, {len(classes)} classes; chi-square "
        f"{squares:.1f} with {len(classes) - 1} degrees of freedom; {never} classes never came, "
        f"the others {min(filter(None, ratios)):.2f} to {max(ratios):.2f} times as often as if all "
        "grids were equally likely."
    )
    if len(classes) < 5:
        for one in classes:
            share = counts[one.representative] / number
            print(f"- class of {one.size}: {100 * share:.1f} % of {100 * one.size / total:.1f} %")


def main() -> None:
    """Measure the generator of random pairs, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--grids", type=int, default=20_000)
    arguments = parser.parse_args()
    print(f"Conditions: {find_conditions()}; seeds from 0.")
    measure_pairs(arguments.pairs)
    rng = Random(0)
    for shape in (BoxShape(2, 2), BoxShape(2, 3)):
        test_distribution(shape, arguments.grids, rng)


if __name__ == "__main__":
    main()
