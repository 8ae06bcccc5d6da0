"""Measure how long it takes to count the transformations between copies, to find the fewest steps,
and to find the nearest copy: `python benchmarks/beyond.py`.

Prints Markdown tables of times in milliseconds for the whole answer. The first is for the exact
number of ways; the second for the fewest steps, beside a plain decision; the third for the nearest
copy, of pairs in which a few clues were changed and of unrelated pairs, by three kinds of solvers,
whose optima are compared. The counts, fewest steps and nearest copies of random 9×9 pairs with few
clues are compared between PySAT and CP-SAT.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from sudokopie import BoxShape, Grid, decide
from sudokopie.answers.nearest import nearest
from sudokopie.answers.part import part_of
from sudokopie.answers.symmetries import symmetries
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.base.verdict import Verdict
from sudokopie.solvers.registry import NEAREST
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

NINE = BoxShape(3, 3)


def make_puzzle(clues: int, rng: Random) -> Grid:
    """Return a 9×9 puzzle with `clues` clues, taken from a random complete grid."""
    return remove_clues(random_complete_grid(NINE, rng), clues, rng)


def make_changed_copy(grid: Grid, count: int, rng: Random) -> Grid:
    """Change the digits of `count` clues of a grid, and return a random copy of the result."""
    rows = [list(row) for row in grid]
    places = [(r, c) for r, row in enumerate(rows) for c, digit in enumerate(row) if digit]
    for r, c in rng.sample(places, count):
        rows[r][c] = rows[r][c] % grid.size + 1
    return random_transformation(grid.shape, rng).apply(Grid(rows, grid.shape))


def measure_milliseconds(ask: Callable[[], object]) -> float:
    """Call the function `ask`, and return the wall-clock milliseconds that the call took."""
    begin = time.perf_counter()
    ask()
    return 1000 * (time.perf_counter() - begin)


def print_row(label: str, times: list[float], *more: object) -> None:
    """Print a row of a Markdown table: the label, the number of measurements, and their median and
    worst time in milliseconds. `more` are the further cells of the row.
    """
    cells = [label, str(len(times)), f"{statistics.median(times):.1f}", f"{max(times):.1f}"]
    print(f"| {' | '.join([*cells, *map(str, more)])} |", flush=True)


def measure_counts(rng: Random) -> None:
    """Measure how long it takes to count the symmetries of grids, and print a table. The number of
    symmetries of a grid is also the number of transformations from the grid to a copy of it.
    """
    print("| ways | grids | median ms | worst ms | order |\n| --- | ---: | ---: | ---: | ---: |")
    blank = Grid([[0] * 9] * 9)
    for label, grid in (
        ("9×9, blank", blank),
        ("9×9, most symmetric", MOST_SYMMETRIC),
        ("9×9, cyclic", cyclic_grid(NINE)),
        ("25×25, blank", Grid([[0] * 25] * 25)),
        ("25×25, cyclic", cyclic_grid(BoxShape(5, 5))),
        ("25×25, full", random_complete_grid(BoxShape(5, 5), rng)),
    ):
        print_row(
            label,
            [measure_milliseconds(lambda: symmetries(grid)) for _ in range(5)],  # noqa: B023
            f"{symmetries(grid).order:.3g}",
        )
    for clues in (1, 2, 5, 12, 25, 81):
        grids = [
            random_grid(NINE, clues, rng) if clues < 17 else make_puzzle(clues, rng)
            for _ in range(20)
        ]
        times = [measure_milliseconds(lambda: symmetries(grid)) for grid in grids]  # noqa: B023
        print_row(f"9×9, {clues} clues", times, "")


def measure_fewest_steps(rng: Random) -> None:
    """Measure how long it takes to find the fewest steps from a grid to its copy, beside the mere
    decision that it is a copy, and print a table.
    """
    print("\n| copies, 9×9 | pairs | median ms | worst ms | plain decision, median ms |")
    print("| --- | ---: | ---: | ---: | ---: |")
    kinds: tuple[tuple[str, Callable[[], Grid]], ...] = (
        ("2 random clues", lambda: random_grid(NINE, 2, rng)),
        ("5 random clues", lambda: random_grid(NINE, 5, rng)),
        ("12 random clues", lambda: random_grid(NINE, 12, rng)),
        ("17 clues", lambda: make_puzzle(17, rng)),
        ("30 clues", lambda: make_puzzle(30, rng)),
        ("full", lambda: random_complete_grid(NINE, rng)),
        ("most symmetric", lambda: MOST_SYMMETRIC),
        ("cyclic", lambda: cyclic_grid(NINE)),
    )
    for label, make in kinds:
        firsts = [make() for _ in range(20)]
        pairs = [(first, random_transformation(NINE, rng).apply(first)) for first in firsts]
        fewest = [measure_milliseconds(lambda: decide(*pair)) for pair in pairs]  # noqa: B023
        plain = [measure_milliseconds(lambda: decide(*pair, fewest=False)) for pair in pairs]  # noqa: B023
        print_row(label, fewest, f"{statistics.median(plain):.2f}")


def measure_nearest_copies(rng: Random, number: int) -> None:
    """Measure how long it takes to find the copy of a puzzle with the most clues in common with
    another puzzle, and print a table. `number` is the number of pairs of each kind.
    """
    print("\n| nearest copy, 9×9 | pairs | median ms | worst ms | distances |")
    print("| --- | ---: | ---: | ---: | --- |")
    families = [
        (f"{clues} clues, {count} changed", clues, count)
        for clues in (17, 25, 30, 40, 81)
        for count in (1, 3)
    ] + [(f"{clues} clues, unrelated", clues, None) for clues in (17, 20, 25, 30)]
    for label, clues, count in families:
        times, distances = [], []
        for _ in range(number):
            first = make_puzzle(clues, rng)
            second = (
                make_puzzle(clues, rng) if count is None else make_changed_copy(first, count, rng)
            )
            found = nearest(first, second)
            times.append(1000 * found.seconds)
            distances.append(found.total - found.agreeing)
        print_row(label, times, f"{min(distances)} to {max(distances)}")
    for name in ("pysat:minisat22", "pysat:cadical153", "maxsat:rc2", "cp-sat"):
        times = []
        for _ in range(3):
            first, second = make_puzzle(17, rng), make_puzzle(17, rng)
            found = nearest(first, second, name, timeout=60)
            times.append(1000 * found.seconds)
            if found.is_exact and nearest(first, second).agreeing != found.agreeing:
                raise SystemExit(f"{name} and {NEAREST} disagree:\n{first}\n\n{second}")
        print_row(f"17 clues, unrelated, by {name}", times, "")
    parts = []
    for _ in range(20):
        full = random_complete_grid(NINE, rng)
        first = remove_clues(full, 25, rng)
        second = random_transformation(NINE, rng).apply(full)
        parts.append(measure_milliseconds(lambda: part_of(first, second)))  # noqa: B023
    print_row("25 clues within a full grid (part of)", parts, "")


def compare_solvers(rng: Random, number: int) -> None:
    """Compare the answers of the solvers PySAT and CP-SAT on `number` random 9×9 pairs with 0 to 8
    clues; end with an error if they differ.
    """
    for k in range(number):
        first = random_grid(NINE, k % 9, rng)
        second = random_transformation(NINE, rng).apply(first)
        other = random_grid(NINE, k % 9, rng)
        pysat, cp_sat = decide(first, second), decide(first, second, "cp-sat")
        same = (
            pysat.verdict is cp_sat.verdict is Verdict.YES
            and pysat.transformation == cp_sat.transformation
            and symmetries(first).order == symmetries(first, "cp-sat").order
            and nearest(first, other).agreeing == nearest(first, other, "cp-sat").agreeing
        )
        if not same:
            raise SystemExit(f"they disagree:\n{first}\n\n{second}\n\n{other}")
    print(
        f"\n{number} random 9×9 pairs with 0 to 8 clues: counts, minima and nearest copies agree."
    )


def compare_with_all_transformations(rng: Random, number: int) -> None:
    """Compare the answers of the solvers PySAT and CP-SAT on `number` random 4×4 pairs with the
    answers found by trying all transformations; end with an error if they differ.
    """
    from brute_force import truth

    for k in range(number):
        first = random_grid(BoxShape(2, 2), k % 9, rng)
        second = random_transformation(first.shape, rng).apply(first)
        other = random_grid(first.shape, k % 9, rng)
        expected = truth(first, second)
        near = set()
        for name in ("pysat:minisat22", "cp-sat"):
            answer = decide(first, second, name)
            found = expected.ways, expected.fewest
            if (symmetries(first, name).order, answer.steps) != found:
                raise SystemExit(f"{name} is wrong:\n{first}\n\n{second}")
            near.add(nearest(first, other, name).agreeing)
        if len(near) > 1:
            raise SystemExit(f"they disagree:\n{first}\n\n{other}")
    print(f"\n{number} random 4×4 pairs: counts and minima are those of trying everything.")


def main() -> None:
    """Run all measurements and comparisons of this benchmark, and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=10, help="in a family of nearest copies")
    parser.add_argument("--agreement", type=int, default=300, help="pairs compared with CP-SAT")
    arguments = parser.parse_args()
    rng = Random(arguments.seed)
    print(f"Conditions: {find_conditions()}; seed {arguments.seed}.\n")
    measure_counts(rng)
    measure_fewest_steps(rng)
    measure_nearest_copies(rng, arguments.pairs)
    compare_with_all_transformations(rng, arguments.agreement)
    compare_solvers(rng, arguments.agreement)


if __name__ == "__main__":
    main()
