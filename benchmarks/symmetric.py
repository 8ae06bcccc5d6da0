"""Measure how long it takes to decide pairs of symmetric Sudokus: `python benchmarks/symmetric.py`.

Prints a Markdown table of processor milliseconds. All columns are measured in turn, in several
rounds. For each pair the shortest time of the rounds counts, and the median of these times is
printed. sudokopie makes the two grids, finds the fewest steps and applies them in both directions:
with the kernel, which searches, and without the kernel, so that a solver is called. igraph finds a
mapping: with graphs that are made before, and with the time to make them. Both answers of sudokopie
are compared.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import igraph
from bliss import are_copies_by_bliss, prepare_search_by_bliss

from sudokopie import BoxShape, Grid, decide
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.kernel import kernel_functions as chosen
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_grid,
    random_transformation,
    remove_clues,
)
from sudokopie.sudoku.transformation import Transformation

from bulk import print_heading, print_row

NINE, SIXTEEN, TWENTY_FIVE, THIRTY_SIX = (BoxShape(n, n) for n in (3, 4, 5, 6))

ROUNDS = 15
ROUNDS_WITHOUT_KERNEL = 3


def list_families(rng: Random) -> Iterator[tuple[str, int, Callable[[], Grid], str]]:
    """Yield the families of pairs that are measured, as tuples: the name, the number of pairs, a
    function that makes the first grid of a pair, and the goal: the greatest permitted ratio of
    sudokopie's time to igraph's.
    """
    yield "9×9, most symmetric", 20, lambda: MOST_SYMMETRIC, "1.3"
    yield "9×9, cyclic", 20, partial(cyclic_grid, NINE), "1.3"
    yield "16×16, cyclic", 10, partial(cyclic_grid, SIXTEEN), "1.5"
    yield "25×25, cyclic", 5, partial(cyclic_grid, TWENTY_FIVE), "1.5"
    yield "36×36, cyclic", 5, partial(cyclic_grid, THIRTY_SIX), ""
    for clues in (1, 2, 5, 12):
        yield f"9×9, {clues} random clues", 20, partial(random_grid, NINE, clues, rng), ""
    yield (
        "9×9, 60 of the most symmetric",
        20,
        partial(remove_clues, MOST_SYMMETRIC, 60, rng),
        "",
    )
    yield "9×9, most symmetric, digits 1 to 3", 20, partial(keep_digits, MOST_SYMMETRIC, 3), ""
    yield "9×9, most symmetric, without a band", 20, partial(remove_band, MOST_SYMMETRIC), ""
    yield "16×16, 16 random clues", 5, partial(random_grid, SIXTEEN, 16, rng), ""
    yield "16×16, cyclic without a band", 5, partial(remove_band, cyclic_grid(SIXTEEN)), ""
    yield "25×25, 25 random clues", 5, partial(random_grid, TWENTY_FIVE, 25, rng), ""


def keep_digits(grid: Grid, most: int) -> Grid:
    """Return a copy of a grid in which only the digits from 1 to `most` are kept; all other cells
    are blank.
    """
    return Grid([[digit * (digit <= most) for digit in row] for row in grid], grid.shape)


def remove_band(grid: Grid) -> Grid:
    """Return a grid without the clues of its first band."""
    rows = [[0] * grid.size] * grid.shape.height
    return Grid([*rows, *grid.rows[grid.shape.height :]], grid.shape)


def measure(ask: Callable[[], object]) -> float:
    """Call the function `ask`, and return the milliseconds of processor time that the call took."""
    begin = time.process_time()
    ask()
    return 1000 * (time.process_time() - begin)


def decide_pair(pair: tuple[Grid, Grid]) -> Transformation | None:
    """Return the transformation with the fewest steps between the two grids of a pair. The grids
    are made again, so that the time for this is measured too.
    """
    first, second = (Grid(grid.rows, grid.shape) for grid in pair)
    return decide(first, second).transformation


def measure_pair(pair: tuple[Grid, Grid]) -> list[float]:
    """Return the shortest time of several rounds for a pair, in milliseconds: by sudokopie with the
    kernel and without it, by igraph with graphs that are made before, and by igraph with the time
    to make the graphs.
    """
    compiled, given = chosen.compiled, prepare_search_by_bliss(*pair)
    asked: list[Callable[[], object]] = [
        partial(decide_pair, pair),
        partial(decide_pair, pair),
        given,
        lambda: are_copies_by_bliss(*pair),
    ]
    times: list[list[float]] = [[] for _ in asked]
    answers = []
    for number in range(ROUNDS):
        for k, ask in enumerate(asked):
            chosen.compiled = None if k == 1 else compiled
            if k != 1 or number < ROUNDS_WITHOUT_KERNEL:
                times[k].append(measure(ask))
            if number == 0 and k < 2:
                answers.append(ask())
    chosen.compiled = compiled
    if answers[0] != answers[1] or answers[0] is None:
        raise SystemExit(f"the kernel and the solver disagree:\n{pair[0]}\n\n{pair[1]}")
    return list(map(min, times))


def main() -> None:
    """Measure all families of pairs, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    rng = Random(parser.parse_args().seed)
    print(f"Conditions: {find_conditions()}; igraph {igraph.__version__}; processor time, ms.")
    columns = ["with the kernel", "without it", "igraph, graphs given", "igraph"]
    print_heading("pairs", "number", *columns, "kernel : igraph, graphs given", "goal")
    for name, number, make, goal in list_families(rng):
        firsts = [make() for _ in range(number)]
        pairs = [(grid, random_transformation(grid.shape, rng).apply(grid)) for grid in firsts]
        columns_of_pairs = zip(*map(measure_pair, pairs), strict=True)
        ours, solver, given, made = map(statistics.median, columns_of_pairs)
        times = [f"{ours:.3f}", f"{solver:.1f}", f"{given:.3f}", f"{made:.2f}"]
        print_row(name, number, *times, f"{ours / given:.2f}", goal)


if __name__ == "__main__":
    main()
