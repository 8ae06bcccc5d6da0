"""Measure how long it takes to solve puzzles, and to compare submitted puzzles with a catalogue:
`python benchmarks/review.py FILE`.

The file has puzzles of 81 characters a line. Prints Markdown tables of processor time: first for
completing puzzles, with a new solver for each puzzle and with one solver for all, both without the
kernel; then for reviews of submissions, for which the catalogue has the first `--known` puzzles. A
quarter of the submissions are copies of known puzzles, a quarter are such copies without one clue,
and half are the puzzles after the known puzzles. All answers are checked.
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from sudokopie import Grid
from sudokopie.answers.completion import (
    find_completion_answer_by_shared_solver as search_completions_quickly,
)
from sudokopie.answers.completion import (
    search_completions,
)
from sudokopie.applications.catalogue import Catalogue, Source
from sudokopie.applications.catalogue.finding import Reviewer
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.kernel import kernel_functions as chosen
from sudokopie.sudoku.arrays import convert_to_array_and_shape as convert_to_array
from sudokopie.sudoku.arrays import yield_grids_of_array as grids_of
from sudokopie.sudoku.random_grids import random_transformation

from bulk import NINE, print_heading, print_row, read_puzzles

Result = TypeVar("Result")


def measure_cpu_seconds(ask: Callable[[], Result]) -> tuple[float, Result]:
    """Call a function; return the seconds of processor time that the call took in this process, and
    its result.
    """
    begin = time.process_time()
    result = ask()
    return time.process_time() - begin, result


def measure_completing(grids: list[Grid]) -> None:
    """Measure how long it takes to solve the puzzles with a new solver for each puzzle and with one
    solver for all, and print a row of a table. The answers must be equal.
    """
    print_heading("puzzles", "a solver each, ms", "one kept, ms", "ratio")
    compiled, chosen.compiled = chosen.compiled, None
    each, first = measure_cpu_seconds(lambda: [search_completions(grid) for grid in grids])
    kept, second = measure_cpu_seconds(lambda: [search_completions_quickly(grid) for grid in grids])
    chosen.compiled = compiled
    assert first == second
    a_puzzle = 1000 / len(grids)
    print_row(len(grids), f"{each * a_puzzle:.2f}", f"{kept * a_puzzle:.2f}", f"{each / kept:.1f}")


def measure_reviewing(known: list[Grid], others: list[Grid], near: int) -> None:
    """Measure how long it takes to compare submitted puzzles with a catalogue of the `known`
    puzzles, and print a row of a table.

    The submissions are made from `others`. `near` is the largest number of clues that may be left
    out of each of two near copies.
    """
    rng = Random(1)
    quarter = len(others) // 4
    submitted = others.copy()
    for i in range(2 * quarter):
        grid = known[i]
        if i >= quarter:
            grid = grid.keeping(grid.clue_cells - {rng.choice(sorted(grid.clue_cells))})
        submitted[i] = random_transformation(NINE, rng).apply(grid)
    with (
        tempfile.TemporaryDirectory() as folder,
        Catalogue.open(str(Path(folder) / "known.db"), create=True) as catalogue,
    ):
        catalogue.add(known, [Source("known", i) for i in range(len(known))])
        reviewer = Reviewer(catalogue, near, 2.0)
        tasks = iter([convert_to_array(submitted)])
        seconds, found = measure_cpu_seconds(
            lambda: [
                one.word for some in reviewer.yield_reviews_of_each_task(tasks) for one in some
            ]
        )
    assert found[:quarter] == ["copy"] * quarter
    # Some of these puzzles, from which a clue was removed, still have one solution.
    lacking = found[quarter : 2 * quarter]
    assert set(lacking) <= {"several", "similar", "copy"}
    counts = ", ".join(f"{word} {count}" for word, count in Counter(found).most_common())
    print_row(f"{len(known):,}", len(submitted), near, f"{seconds:.1f}", counts)


def main() -> None:
    """Measure completions and reviews, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="puzzles of 81 characters a line")
    parser.add_argument("--known", type=int, default=6400)
    parser.add_argument("--new", type=int, nargs="*", default=[40, 400])
    parser.add_argument("--near", type=int, nargs="*", default=[1, 2])
    wanted = parser.parse_args()
    grids = list(grids_of(read_puzzles(wanted.file), NINE))
    print(
        f"Conditions: {find_conditions()}; processor seconds of one process, reading not included."
    )
    measure_completing(grids[:1000])
    print_heading("known", "submissions", "near", "s", "verdicts")
    for number in wanted.new:
        for near in wanted.near:
            known = grids[: wanted.known]
            measure_reviewing(known, grids[wanted.known : wanted.known + number], near)


if __name__ == "__main__":
    main()
