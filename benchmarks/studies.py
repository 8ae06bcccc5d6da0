"""Measure completions, canonical forms, classes and fewest clues: `python benchmarks/studies.py`.

Prints Markdown tables. The times include everything except the start of the process.
`--collection FILE` also completes the Sudokus of a file by the command, `--copies N` compares the
canonical forms of N copies of each kind, and `--seconds S` limits the search for the fewest clues
of 9×9 grids.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random

from sudokopie import BoxShape, Grid
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.completion import has_one_completion
from sudokopie.answers.random_pairs import make_proper_puzzle
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.studies.classes import ClassStudy
from sudokopie.applications.studies.fewest_clues import FewestCluesStudy, ShapeStudy
from sudokopie.applications.studies.unavoidable import UnavoidableStudy, find_blueprints
from sudokopie.base.errors import DeadlinePassedError
from sudokopie.solvers.deadline import Deadline
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from bulk import print_heading, print_row

NINE = BoxShape(3, 3)


def measure_seconds(ask: Callable[[], object]) -> float:
    """Call the function `ask`, and return the wall-clock seconds that the call took."""
    begin = time.perf_counter()
    ask()
    return time.perf_counter() - begin


def print_times(label: str, grids: Iterable[Grid], ask: Callable[[Grid], object]) -> None:
    """Call `ask` for each grid; print a row with the median and the worst time in milliseconds."""
    times = [1000 * measure_seconds(lambda grid=grid: ask(grid)) for grid in grids]  # type: ignore[misc]
    print_row(label, len(times), f"{statistics.median(times):.1f}", f"{max(times):.1f}")


def measure_completions(rng: Random, collection: str | None) -> None:
    """Measure how long it takes to find whether a puzzle has exactly one solution, and print a
    table. `collection` is the name of a file with further puzzles.
    """
    print_heading("one solution?", "puzzles", "median ms", "worst ms")
    has_one_completion(Grid([[0] * 9] * 9))  # loads the modules before the measurement
    for clues in (26, 32, 40, 60):
        proper = [
            make_proper_puzzle(random_complete_grid(NINE, rng), clues, rng) for _ in range(50)
        ]
        print_times(f"9×9, {clues} clues", proper, has_one_completion)
    if collection is not None:
        with open(collection, encoding="ascii") as file:
            lines = rng.sample([line.strip().replace(".", "0") for line in file], 500)
        grids = [Grid([map(int, line[i : i + 9]) for i in range(0, 81, 9)]) for line in lines]
        print_times("9×9, of the collection", grids, has_one_completion)
        command = [sys.executable, "-m", "sudokopie.cli", "complete", "-q", collection]
        begin = time.perf_counter()
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        print(f"\n`sudokopie complete` on all: {said}, {time.perf_counter() - begin:.0f} s")


def measure_canonical_forms(rng: Random, copies: int) -> None:
    """Measure how long canonical forms take, and print a table. If `copies` is above 0, a second
    table has the number of different forms of `copies` copies of a grid, which should be 1.
    """
    print_heading("canonical form", "grids", "median ms", "worst ms")
    for clues in (0, 1, 2, 5, 12, 17, 25, 40, 60, 81):
        grids = [remove_clues(random_complete_grid(NINE, rng), clues, rng) for _ in range(30)]
        print_times(f"9×9, {clues} clues", grids, canonical_form)
    for clues in (5, 25, 60, 81):
        grids = [random_grid(NINE, clues, rng) for _ in range(30)]
        print_times(f"9×9, {clues} arbitrary digits", grids, canonical_form)
    for name, grid in (("most symmetric", MOST_SYMMETRIC), ("cyclic", cyclic_grid(NINE))):
        grids = [random_transformation(NINE, rng).apply(grid) for _ in range(10)]
        print_times(f"9×9, {name}", grids, canonical_form)
    for shape in (BoxShape(4, 4), BoxShape(5, 5)):
        for clues in (shape.size**2 // 4, shape.size**2):
            grids = [remove_clues(random_complete_grid(shape, rng), clues, rng) for _ in range(3)]
            print_times(f"{shape.size}×{shape.size}, {clues} clues", grids, canonical_form)
    if copies:
        print_heading("forms of copies", "copies", "different forms")
        for clues in (1, 2, 5, 12, 17, 25, 60, 81):
            grid = remove_clues(random_complete_grid(NINE, rng), clues, rng)
            forms = {
                canonical_form(random_transformation(NINE, rng).apply(grid)).form
                for _ in range(copies)
            }
            print_row(f"9×9, {clues} clues", copies, len(forms))


def measure_classes() -> None:
    """Print, for small box shapes, the number of classes of complete grids and the fewest clues
    that determine a grid, with the times to find them.
    """
    print_heading("classes", "classes", "grids", "s", "fewest clues", "s")
    for shape in (BoxShape(1, 4), BoxShape(1, 5), BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2)):
        study, fewest = ClassStudy(shape), ShapeStudy(shape)
        spent = measure_seconds(study.run)
        spent_on_clues = measure_seconds(fewest.run)
        assert fewest.is_exact
        print_row(
            f"boxes of {shape}",
            study.number,
            f"{study.covered:,}",
            f"{spent:.1f}",
            fewest.at_least,
            f"{spent_on_clues:.1f}",
        )


def measure_9x9_grids(rng: Random, limit: float) -> None:
    """Print the number of unavoidable sets of random complete 9×9 grids, and bounds of the fewest
    clues of a puzzle with this solution. An unavoidable set is a set of cells in which each such
    puzzle has a clue. `limit` is the time for the fewest clues of each grid, in seconds.
    """
    print_heading("9×9", "sets ≤ 12", "blueprints", "s", "at least", "at most", "s", "sets used")
    for number in range(1, 4):
        grid = random_complete_grid(NINE, rng)
        sets, fewest = UnavoidableStudy(grid), FewestCluesStudy(grid)
        spent = measure_seconds(lambda sets=sets: sets.run(12))  # type: ignore[misc]
        with suppress(DeadlinePassedError):
            fewest.run(Deadline(limit))
        print_row(
            f"random grid {number}",
            len(sets.sets),
            len(find_blueprints(grid, sets.sets)),
            f"{spent:.1f}",
            fewest.at_least,
            fewest.at_most,
            f"{limit:g}",
            len(fewest.sets),
        )


def main() -> None:
    """Measure all studies of this benchmark, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--collection")
    parser.add_argument("--copies", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    print(f"Conditions: {find_conditions()}; seed {arguments.seed}.")
    rng = Random(arguments.seed)
    measure_completions(rng, arguments.collection)
    measure_canonical_forms(rng, arguments.copies)
    measure_classes()
    measure_9x9_grids(rng, arguments.seconds)


if __name__ == "__main__":
    main()
