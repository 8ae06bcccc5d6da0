"""Measure how long it takes to decide whether two Sudokus are copies:
`python benchmarks/decide.py`.

Prints a Markdown table of the time for a pair in a process that has decided pairs before. The time
includes refinement, the formula, the solver, decoding, and following the steps both ways. It also
prints the CPU time of the whole command beside the CPU time of Python without a script. Each answer
is checked. For grids of up to 16×16 cells, another solver checks the answer no with the plain
encoding.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from sudokopie import BoxShape, Grid, decide
from sudokopie.applications.comparison.conditions import ROOT, find_conditions
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, Encoding
from sudokopie.solvers.registry import DEFAULT
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)
from sudokopie.sudoku.random_grids import (
    switch_smallest_unavoidable_set as switch_unavoidable_set,
)

NINE = BoxShape(3, 3)
LARGEST_CHECKED = 16
"""The largest number of rows of the grids for which an answer no is checked by another solver; for
larger grids this would take hours.
"""


Pairs = list[tuple[Grid, Grid]]
Change = tuple[str, Callable[[Grid], Grid]]


class Family(NamedTuple):
    """Pairs of grids that were made in the same way. `is_copy` is true if the grids of each pair
    are copies; otherwise the second grid is a copy with a small change.
    """

    name: str
    pairs: Pairs
    is_copy: bool


def list_families(pairs: int, rng: Random, largest: int = 7) -> Iterator[Family]:
    """Yield families of pairs to measure. Each random 9×9 family has `pairs` pairs, and all other
    families have fewer.

    Grids of n×n boxes are included up to n = `largest`.
    """

    def make_pairs(count: int, make: Callable[[], Grid], spoil: Callable[[Grid], Grid]) -> Pairs:
        """Return `count` pairs. The first grid of a pair is made by `make`; the second grid is a
        random copy of the grid that `spoil` makes of the first.
        """
        firsts = [make() for _ in range(count)]
        return [
            (first, random_transformation(first.shape, rng).apply(spoil(first))) for first in firsts
        ]

    def make_both_families(
        name: str, count: int, make: Callable[[], Grid], change: Change
    ) -> Iterator[Family]:
        """Yield a family of pairs that are copies, and a family of pairs whose second grid is a
        copy with a small change.

        A changed copy of a symmetric grid may still be a copy.
        """
        how, spoil = change
        yield Family(f"{name}, copies", make_pairs(count, make, lambda first: first), True)
        yield Family(f"{name}, {how}", make_pairs(count, make, spoil), False)

    moved: Change = ("a clue moved", lambda first: move_clue(first, rng))
    switched: Change = ("an unavoidable set switched", switch_unavoidable_set)
    for clues in (1, 2, 5, 12):
        make = partial(random_grid, NINE, clues, rng)
        yield from make_both_families(f"9×9, {clues} random clues", pairs, make, moved)
    for clues in (17, 20, 25, 30, 40):
        make = partial(make_puzzle, clues, rng)
        yield from make_both_families(f"9×9, {clues} clues", pairs, make, moved)
    yield from make_both_families(
        "9×9, full", pairs, partial(random_complete_grid, NINE, rng), switched
    )
    yield from make_both_families(
        "9×9, most symmetric", max(2, pairs // 5), lambda: MOST_SYMMETRIC, switched
    )
    yield from make_both_families(
        "9×9, cyclic", max(2, pairs // 5), partial(cyclic_grid, NINE), switched
    )
    for n in range(4, largest + 1):
        shape, count = BoxShape(n, n), max(2, pairs // 20)
        full = partial(random_complete_grid, shape, rng)
        yield from make_both_families(f"{n * n}×{n * n}, full", count, full, switched)
        yield from make_both_families(
            f"{n * n}×{n * n}, cyclic", 2, partial(cyclic_grid, shape), switched
        )


def make_puzzle(clues: int, rng: Random) -> Grid:
    """Return a 9×9 puzzle with `clues` clues: a random complete grid from which all other digits
    are removed.
    """
    return remove_clues(random_complete_grid(NINE, rng), clues, rng)


def measure_family(family: Family, backend: str, refinement: bool) -> tuple[list[float], int]:
    """Decide each pair of a family; return the seconds for each pair, and the number of pairs that
    are copies.

    Raises `SystemExit` if an answer is wrong.
    """
    seconds, copies = [], 0
    for first, second in family.pairs:
        begin = time.perf_counter()
        answer = decide(first, second, backend, encoding=Encoding(refined=refinement))
        seconds.append(time.perf_counter() - begin)
        copies += answer.verdict is Verdict.YES
        if answer.verdict is not find_expected_answer(family, first, second):
            raise SystemExit(f"wrong answer in {family.name}:\n{first}\n\n{second}")
    return seconds, copies


def find_expected_answer(family: Family, first: Grid, second: Grid) -> Verdict:
    """Return the answer that a pair of the family must get: whether the second grid is a copy of
    the first.

    It is yes for pairs that were made as copies. For other pairs, another solver finds the answer
    with the plain encoding; for large grids, it is assumed that the answer is no.
    """
    if family.is_copy:
        return Verdict.YES
    if first.size > LARGEST_CHECKED:
        return Verdict.NO  # a random large grid has no symmetry that would make it a copy
    return decide(first, second, "pysat:cadical153", encoding=PLAIN).verdict


def measure_cpu_seconds(*command: str, runs: int = 15) -> float:
    """Run a command `runs` times, and return the median of its CPU seconds."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def main() -> None:
    """Measure how long it takes to decide whether pairs are copies, for all families of pairs and
    for the whole command, and print the tables.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100, help="pairs in a random family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--backend", default=DEFAULT)
    parser.add_argument("--no-refinement", action="store_true")
    arguments = parser.parse_args()

    print(f"Conditions: {find_conditions()}; backend {arguments.backend}", end="")
    print(", without refinement" if arguments.no_refinement else "", end="")
    print(f"; seed {arguments.seed}; wall-clock milliseconds a pair.\n")
    print("| pairs | number | copies | median | worst |")
    print("| --- | ---: | ---: | ---: | ---: |")
    largest = 6 if arguments.no_refinement else 7
    decide(Grid([[1, 0], [0, 0]]), Grid([[0, 0], [0, 1]]), arguments.backend, encoding=PLAIN)
    for family in list_families(arguments.pairs, Random(arguments.seed), largest):
        seconds, copies = measure_family(family, arguments.backend, not arguments.no_refinement)
        median, worst = statistics.median(seconds), max(seconds)
        print(
            f"| {family.name} | {len(seconds)} | {copies} "
            f"| {1000 * median:.2f} | {1000 * worst:.2f} |",
            flush=True,
        )
    bare = measure_cpu_seconds(sys.executable, "-c", "pass")
    print("\n| whole process | CPU ms | × bare Python |\n| --- | ---: | ---: |")
    print(f"| python -c pass | {1000 * bare:.1f} | 1.0 |")
    for file in ("sudoku0", "size9-clues17-moved", "size9-clues81-copies", "most-symmetric-copies"):
        path = str(ROOT / "instances" / f"{file}.txt")
        script = "from sudokopie.cli import main; main()"
        # The exit status does not matter here: 1 means that the Sudokus are not copies.
        guarded = f"import sys\ntry:\n {script}\nexcept SystemExit: pass"
        whole = measure_cpu_seconds(sys.executable, "-c", guarded, "solve", path)
        print(f"| sudokopie solve {file} | {1000 * whole:.1f} | {whole / bare:.1f} |")


if __name__ == "__main__":
    main()
