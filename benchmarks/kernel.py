"""Compare the compiled C kernel with the Python code that it replaces: `python benchmarks/kernel.py
FILE...`.

The files have puzzles of 81 characters a line. Prints a Markdown table of processor milliseconds
for each puzzle: for the kernel alone, and for the package with the kernel and without it. The
package with and without the kernel are measured in turn, and their answers are compared. A second
table compares the package with igraph on pairs of 9×9 copies, in microseconds: the package also
makes the grids, finds the fewest steps, and applies them in both directions, while igraph only
finds a mapping.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import cast

import numpy as np
from bliss import are_copies_by_bliss

from sudokopie import Grid, complete, decide, read_pair
from sudokopie.answers.bulk.canonical_forms import least_images
from sudokopie.answers.bulk.solutions import solutions
from sudokopie.answers.bulk.transformation_arrays import TransformationArrays as Images
from sudokopie.answers.completion import list_completion_answers as complete_each
from sudokopie.answers.random_pairs import make_proper_puzzle
from sudokopie.applications.collection.gathering import duplicates
from sudokopie.applications.comparison.conditions import ROOT, find_conditions
from sudokopie.applications.studies.unavoidable import is_unavoidable
from sudokopie.kernel import kernel_functions as chosen
from sudokopie.proofs.drup_to_lrat import convert_drup_to_lrat
from sudokopie.proofs.proof import PROVER
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import SatBackend
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.arrays import Cells, stack
from sudokopie.sudoku.random_grids import (
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)
from sudokopie.sudoku.unavoidable_sets import find_small_unavoidable_sets

from bulk import NINE, make_random_copies, print_heading, print_row, read_puzzles

ROUNDS = 5

HARDEST = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "98.7.....6.....87...7.....5.4..3.6.....9..5......2.4...1..6.5.......4..3.......1.",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
)
"""Puzzles that were published as the hardest for people or for programs."""


def measure_cpu_milliseconds(ask: Callable[[], object]) -> tuple[float, object]:
    """Call the function `ask`. Returns the milliseconds of processor time that the call took, and
    the result of the call.
    """
    begin = time.process_time()
    result = ask()
    return 1000 * (time.process_time() - begin), result


def measure_both_ways(
    compiled: ModuleType | None, ask: Callable[[], object]
) -> tuple[float, float]:
    """Measure a function with the compiled kernel and without it, and return the two median times
    in milliseconds of processor time.
    """
    times: dict[bool, list[float]] = {True: [], False: []}
    answers = []
    for number in range(ROUNDS + 1):
        for with_it in (True, False):
            chosen.compiled = compiled if with_it else None
            taken, answer = measure_cpu_milliseconds(ask)
            answers.append(answer)
            if number:  # the first round warms up
                times[with_it].append(taken)
    chosen.compiled = compiled
    assert all(answer == answers[0] for answer in answers)
    return median(times[True]), median(times[False])


def find_canonical_forms(cells: Cells) -> bytes:
    """Return the least copies of puzzles, the canonical forms, as bytes."""
    return least_images(cells).forms.tobytes()


def measure_least_copies(cells: Cells) -> float:
    """Return the milliseconds that the compiled kernel alone needs to find the least copies of
    puzzles: the best of five runs.
    """
    numbers, images = np.zeros(len(cells), np.int64), Images.identity(NINE, len(cells))

    def ask() -> None:
        chosen.fill_ways_to_least_images(cells, NINE, numbers, *images[1:])

    return min(measure_cpu_milliseconds(ask)[0] for _ in range(ROUNDS))


def write_random_copies(puzzles: Cells, number: int, folder: str) -> str:
    """Write `number` random copies of the puzzles to a file, each on a line of its own, and return
    the file's name.
    """
    path, bases = Path(folder, "copies.txt"), np.zeros(number, np.int64)
    with path.open("wb") as file:
        for cells, _ in make_random_copies(puzzles, number, bases, 1):
            lines = np.full((len(cells), 82), ord("\n"), np.uint8)
            lines[:, :81] = cells.reshape(-1, 81) + ord("0")
            file.write(lines.tobytes())
    return str(path)


def measure_sorted_forms(cells: Cells) -> float:
    """Return the milliseconds in which the compiled kernel alone finds the sorted forms of all
    Sudokus in `cells`: the best of five runs. A sorted form is a copy in which rows, columns and
    digits are sorted.
    """
    found = [np.zeros(len(cells), kind) for kind in (np.uint64, bool, bool)]
    found += Images.identity(NINE, len(cells))[1:]
    sort = partial(chosen.try_fill_sorted_forms, cells, NINE, *found)
    return min(measure_cpu_milliseconds(sort)[0] for _ in range(ROUNDS))


def read_all(texts: list[str]) -> list[Grid]:
    """Return the grid that each text describes."""
    return list(map(Grid, texts))


def complete_all(grids: list[Grid]) -> list[Grid | None]:
    """Return a solution of each grid, or None if it has none. Each solution is found by a separate
    call.
    """
    return list(map(complete, grids))


def solve_all(cells: Cells) -> bytes:
    """Return the solutions of puzzles, found by one call, as bytes."""
    return solutions(cells).grids.tobytes()


Ask = Callable[[], object]


def list_tasks_of_puzzles(cells: Cells) -> Iterator[tuple[str, Ask]]:
    """Yield the tasks that are measured with puzzles in an array, as pairs: the name of the task,
    and the function that is called.
    """
    texts = ["".join(map(str, grid)) for grid in cells.reshape(-1, 81).tolist()]
    yield "Grid(text)", partial(read_all, texts)
    yield "complete", partial(complete_all, list(map(Grid, texts)))
    yield "solutions", partial(solve_all, cells)


def list_other_tasks() -> Iterator[tuple[str, int, float | None, Ask]]:
    """Yield other tasks that are measured, as tuples: the name, the number of Sudokus, the
    milliseconds that the kernel alone takes, or None, and the function that is called.
    """
    hardest = list(map(Grid, HARDEST))
    by_kernel = partial(chosen.completions, [grid.rows for grid in hardest], NINE, 2)
    alone = min(measure_cpu_milliseconds(by_kernel)[0] for _ in range(ROUNDS))
    yield "complete, the hardest known", len(hardest), alone, partial(complete_all, hardest)
    for clues in (4, 17, 81):
        rng = Random(clues)
        cells = stack(random_grid(NINE, clues, rng) for _ in range(20))
        alone = measure_least_copies(cells)
        name = f"least image, {clues} random clues"
        yield name, len(cells), alone, partial(find_canonical_forms, cells)
    yield "hints of a proof, full 9×9", 1, None, make_hints_task()


def make_hints_task() -> Callable[[], list[str]]:
    """Return the function to be measured: it adds the hints that a quick checker needs to a
    solver's proof that two complete 9×9 grids are not copies.
    """
    with (ROOT / "instances" / "size9-clues81-switched.txt").open("rb") as file:
        formula = IsCopy(*read_pair(file, file.name)).formula
    prover = cast("SatBackend", find_backend(PROVER))
    proof = prover.solve_formula(formula, Deadline(), with_proof=True).proof
    return lambda: convert_drup_to_lrat(formula.clauses(), proof)


def decide_pair(pair: tuple[Grid, Grid]) -> object:
    """Return the transformation with the fewest steps between the two grids of a pair. The grids
    are created again, so that the time for this is measured too.
    """
    one, other = (Grid(grid.rows) for grid in pair)
    return decide(one, other).transformation


def compare_with_igraph(compiled: ModuleType, number: int = 100) -> None:
    """Measure how long a decision takes with the kernel, without it, and with igraph, and print a
    table. `number` is the number of pairs in each row.

    The three kinds of decisions are measured in turn, round after round.
    """
    print_heading("pairs", "number", "with it", "without it", "igraph", "with it : igraph", "ratio")
    for clues in (17, 20, 25, 30, 40, 81):
        rng, times = Random(clues), dict[str, list[float]]()
        pairs = []
        for _ in range(number):
            one = remove_clues(random_complete_grid(NINE, rng), clues, rng)
            pairs.append((one, random_transformation(NINE, rng).apply(one)))
        answers: dict[str, list[object]] = {}
        for each in range(ROUNDS + 1):
            for name in ("with it", "without it", "igraph"):
                chosen.compiled = compiled if name == "with it" else None
                ask = (lambda pair: are_copies_by_bliss(*pair)) if name == "igraph" else decide_pair
                measured = [measure_cpu_milliseconds(partial(ask, pair)) for pair in pairs]
                answers[name] = [answer for _, answer in measured]
                if each:
                    times.setdefault(name, []).extend(1000 * taken for taken, _ in measured)
        chosen.compiled = compiled
        assert answers["with it"] == answers["without it"]
        assert all(answers["igraph"])
        fast, slow, bliss = map(median, times.values())
        found = (f"{one:.0f}" for one in (fast, slow, bliss))
        print_row(f"{clues} clues", number, *found, f"{fast / bliss:.2f}", f"{slow / fast:.1f}")


def main() -> None:
    """Compare the compiled kernel with Python on all tasks, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", help="puzzles of 81 characters a line")
    parser.add_argument("--number", type=int, default=1000, help="how many of each file")
    parser.add_argument("--copies", type=int, default=100_000, help="for duplicates, random ones")
    wanted = parser.parse_args()
    compiled = chosen.compiled
    assert compiled is not None, "the kernel is not built, or off"
    print(
        f"Conditions: {find_conditions()}; "
        f"milliseconds of processor time each, medians of {ROUNDS}."
    )
    print_heading("what", "number", "kernel alone", "with it", "without it", "ratio")

    def print_task(what: str, number: int, alone: float | None, ask: Callable[[], object]) -> None:
        """Measure a task with the kernel and without it, and print a row of the table. The times
        are divided by `number`, the number of Sudokus. `alone` is the time of the kernel alone in
        milliseconds, or None if it was not measured.
        """
        fast, slow = measure_both_ways(compiled, ask)
        said = "" if alone is None else f"{alone / number:.5f}"
        print_row(
            what, number, said, f"{fast / number:.4f}", f"{slow / number:.4f}", f"{slow / fast:.1f}"
        )

    for file in wanted.files:
        whole = read_puzzles(file)
        cells = whole[: wanted.number]
        data, rows = cells.tobytes(), [grid.rows for grid in map(Grid, cells.tolist())]
        by_kernel = partial(chosen.completions, rows, NINE, 2)
        alone = min(measure_cpu_milliseconds(by_kernel)[0] for _ in range(ROUNDS))
        name = f"one solution? {Path(file).stem}"
        print_task(name, len(cells), alone, partial(complete_each, (data, NINE)))
        name = f"least image, {Path(file).stem}"
        print_task(
            name, len(cells), measure_least_copies(cells), partial(find_canonical_forms, cells)
        )
        complete = solutions(cells).grids
        name = f"least image of the solution, {Path(file).stem}"
        print_task(
            name,
            len(cells),
            measure_least_copies(complete),
            partial(find_canonical_forms, complete),
        )
        for what, some in (("copies of", whole), ("copies of solutions of", complete)):
            name = f"duplicates, {what} {Path(file).stem}"
            with TemporaryDirectory() as folder:
                path = write_random_copies(some, wanted.copies, folder)
                print_task(
                    name,
                    wanted.copies,
                    measure_sorted_forms(read_puzzles(path)),
                    partial(duplicates, path),
                )
        for name, ask in list_tasks_of_puzzles(cells):
            print_task(f"{name}, {Path(file).stem}", len(cells), None, ask)
    for task in list_other_tasks():
        print_task(*task)
    rng = Random(1)
    grids = [random_complete_grid(NINE, rng) for _ in range(20)]

    def make_grids() -> list[Grid]:
        return [make_proper_puzzle(grid, 30, Random(1), exactly=False) for grid in grids]

    print_task("a random puzzle with one solution", len(grids), None, make_grids)
    sets = [(grid, cells) for grid in grids for cells in find_small_unavoidable_sets(grid)][:200]
    print_task(
        "is a set of cells unavoidable?",
        len(sets),
        None,
        lambda: [is_unavoidable(grid, cells) for grid, cells in sets],
    )
    compare_with_igraph(compiled)


if __name__ == "__main__":
    main()
