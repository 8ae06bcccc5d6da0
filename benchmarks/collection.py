"""Measure how long it takes to find copies and near copies in large collections of Sudokus:
`python benchmarks/collection.py FILE`.

The file has puzzles of 81 characters a line. Prints Markdown tables: for duplicates among the
puzzles and among their solutions, beside pynauty and igraph; for canonical forms; for near copies;
and for the growth up to `--most` random copies of the puzzles. Times are wall-clock times without
reading the file, and all answers are checked. `--solutions FILE` stores the solutions for later
runs. `--check N` compares N canonical forms with those of the solver, and `--pairs N` compares the
near copies among N puzzles with a search of all pairs.
"""

import argparse
import resource
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from sudokopie.answers.bulk.canonical_forms import least_images
from sudokopie.answers.bulk.solutions import solutions
from sudokopie.applications.collection import near_pairs
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.sudoku.arrays import Cells, stack
from sudokopie.sudoku.arrays import yield_grids_of_array as grids_of
from sudokopie.sudoku.random_grids import exchange_clues, move_clue, random_transformation
from sudokopie.system.ordered_map import map_in_order

from bulk import (
    NINE,
    find_near_copies_by_solver,
    make_random_copies,
    measure_seconds,
    print_heading,
    print_row,
    read_puzzles,
)

# Peers. The graph is that of the backend `graph:bliss`:
# two orientations, blocks, lines, digits, clues.

BLOCKS, LINES, DIGITS, CLUES = 2, 8, 26, 35
FIXED = [(line // 9, BLOCKS + line // 3) for line in range(0, 18, 3)]
FIXED += [(BLOCKS + line // 3, LINES + line) for line in range(18)]
FIXED_EDGES = np.array(FIXED, np.intp)


def list_clue_edges(grid: Cells) -> NDArray[np.intp]:
    """Return, for each clue of a grid, the numbers of three vertices of the grid's graph: of the
    clue's row, column and digit. The array has the shape (clues, 3).
    """
    r, c = np.nonzero(grid)
    return np.stack([LINES + r, LINES + 9 + c, DIGITS + grid[r, c].astype(np.intp) - 1], 1)


def count_classes_by_pynauty(grids: Cells) -> int:
    """Return the number of classes of grids that are copies of each other, found with the graph
    library pynauty: two grids are copies if their graphs have equal certificates.
    """
    from pynauty import Graph, certificate

    fixed: dict[int, list[int]] = {}
    for one, other in FIXED:
        fixed.setdefault(one, []).append(other)
    kinds = [set(range(*ends)) for ends in pairwise((0, BLOCKS, LINES, DIGITS, CLUES))]
    found = set()
    for grid in grids:
        edges = list_clue_edges(grid).tolist()
        number = CLUES + len(edges)
        graph = Graph(
            number,
            adjacency_dict={**fixed, **dict(enumerate(edges, CLUES))},
            vertex_coloring=[*kinds, set(range(CLUES, number))],
        )
        found.add((number, certificate(graph)))
    return len(found)


def count_classes_by_igraph(grids: Cells) -> int:
    """Return the number of classes of grids that are copies of each other, found with the graph
    library igraph: two grids are copies if their graphs have equal canonical forms.
    """
    from igraph import Graph

    kinds = [0] * BLOCKS + [1] * (LINES - BLOCKS) + [2] * (DIGITS - LINES) + [3] * (CLUES - DIGITS)
    found = set()
    for grid in grids:
        edges = list_clue_edges(grid)
        clues = np.arange(CLUES, CLUES + len(edges))
        pairs = np.stack([np.repeat(clues, 3), edges.reshape(-1)], 1)
        pairs = np.concatenate([FIXED_EDGES, pairs])
        graph = Graph(CLUES + len(edges), pairs)
        # Since igraph 1.0, entry i of this permutation is the old number of the new vertex i.
        labels = np.argsort(graph.canonical_permutation(color=kinds + [4] * len(edges)))
        ends = np.sort(labels[pairs], axis=1)
        found.add(np.sort(ends[:, 0] * 128 + ends[:, 1]).tobytes())
    return len(found)


def count_classes_by_sudokopie(grids: Cells, jobs: int = 1) -> int:
    """Return the number of classes of grids that are copies of each other, found by sudokopie in
    `jobs` processes.
    """
    with SudokuCollection() as duplicates:
        duplicates.add_batches([(grids, None)], jobs)
        return duplicates.classes(jobs).number


def compare_with_graph_libraries(collections: dict[str, Cells]) -> None:
    """Measure how long sudokopie, pynauty and igraph take to find the classes of copies in each
    collection, and print a table.
    """
    print_heading(
        "classes", "Sudokus", "classes", "sudokopie s", "2 jobs s", "pynauty s", "igraph s"
    )
    for name, grids in collections.items():
        count_classes_by_sudokopie(grids[:100])
        runs = [measure_seconds(partial(count_classes_by_sudokopie, grids)) for _ in range(3)]
        asks: list[Callable[[], int]] = [
            partial(count_classes_by_sudokopie, grids, 2),
            partial(count_classes_by_pynauty, grids),
            partial(count_classes_by_igraph, grids),
        ]
        best = min(runs)
        others = [measure_seconds(ask) for ask in asks]
        assert len({number for _, number in [*runs, *others]}) == 1
        print_row(
            name,
            f"{len(grids):,}",
            f"{best[1]:,}",
            f"{best[0]:.2f}",
            *(f"{s:.2f}" for s, _ in others),
        )


def measure_canonical_forms(collections: dict[str, Cells], checked: int) -> None:
    """Measure how long it takes to find the canonical form of each Sudoku in the collections (the
    first of all its copies in lexicographic order), and print a table. The results for about
    `checked` Sudokus are compared with those of a solver.
    """
    print_heading("least images", "Sudokus", "s", "2 jobs s", "forms", "compared", "s")
    for name, grids in collections.items():
        least_images(grids[:100])
        spent, found = measure_seconds(partial(least_images, grids))
        spent_by_two, same = measure_seconds(partial(least_images, grids, jobs=2))
        assert (found.forms == same.forms).all()
        number = len(np.unique(found.forms.reshape(len(grids), -1), axis=0))
        some = grids[:: max(1, len(grids) // checked)][:checked]
        spent_on_check, _ = measure_seconds(partial(least_images, some, check=True, jobs=2))
        print_row(
            name,
            f"{len(grids):,}",
            f"{spent:.2f}",
            f"{spent_by_two:.2f}",
            f"{number:,}",
            len(some),
            f"{spent_on_check:.0f}",
        )


def measure_near_copies(puzzles: Cells, jobs: int) -> None:
    """Measure how long it takes to find all pairs of puzzles that are copies except for one clue,
    and print a table. A thousand pairs are checked on the grids.
    """
    print_heading("near copies", "puzzles", "pairs", "s")
    with SudokuCollection() as duplicates:
        duplicates.add(puzzles)
        classes = duplicates.classes()
        spent, pairs = measure_seconds(partial(near_pairs, duplicates, 1, classes, jobs))
        for pair in Random(1).sample(pairs, min(len(pairs), 1000)):
            pair.witness(duplicates.grid(pair.first), duplicates.grid(pair.second))
        print_row("one clue", f"{len(puzzles):,}", f"{len(pairs):,}", f"{spent:.1f}")


def make_puzzles_with_near_copies(puzzles: Cells, number: int, rng: Random) -> Cells:
    """Return `number` puzzles; about a third of them are near copies of other puzzles: one clue is
    moved, or two clues are exchanged.
    """
    found = list(grids_of(puzzles[:: max(1, len(puzzles) // (2 * number // 3))][: 2 * number // 3]))
    while len(found) < number:
        puzzle = rng.choice(found)
        change = rng.choice((move_clue, exchange_clues))
        found.append(random_transformation(NINE, rng).apply(change(puzzle, rng)))
    rng.shuffle(found)
    return stack(found)


def check_near_copies(puzzles: Cells, number: int, rng: Random, jobs: int) -> None:
    """Check the search for puzzles that are nearly copies: compare the pairs that it finds with a
    solver's answers for all pairs of `number` puzzles, and print a table.
    """
    print_heading("near copies and all pairs", "puzzles", "pairs", "s", "all pairs s")
    cells = make_puzzles_with_near_copies(puzzles, number, rng)
    grids = list(grids_of(cells))
    for most in (1, 2):
        with SudokuCollection() as duplicates:
            duplicates.add(cells)
            classes = duplicates.classes()
            spent, pairs = measure_seconds(partial(near_pairs, duplicates, most, classes, jobs))
        chosen = classes.representatives().tolist()
        tasks = [(grids[i], [grids[j] for j in chosen if j > i], most) for i in chosen]
        spent_on_all, answers = measure_seconds(
            partial(list[list[bool]], map_in_order(find_near_copies_by_solver, tasks, jobs))
        )
        said = [is_near for answer in answers for is_near in answer]
        expected = {
            pair for pair, is_near in zip(combinations(chosen, 2), said, strict=True) if is_near
        }
        assert {(pair.first, pair.second) for pair in pairs} == expected
        print_row(f"up to {most}", len(grids), len(pairs), f"{spent:.1f}", f"{spent_on_all:.0f}")


def measure_duplicates(puzzles: Cells, number: int, seed: int, jobs: int) -> float:
    """Print the time and memory that it takes to find the classes of copies among `number` random
    copies of the puzzles, as a row of a table.

    All classes are checked. Returns the total time in seconds, including the time to make the
    copies.
    """
    bases = np.zeros(number, np.int64)
    some = min(number, 100_000)
    generated, _ = measure_seconds(
        lambda: sum(len(cells) for cells, _ in make_random_copies(puzzles, some, bases, seed))
    )
    with SudokuCollection() as duplicates:
        taken, _ = measure_seconds(
            lambda: duplicates.add_batches(make_random_copies(puzzles, number, bases, seed), jobs)
        )
        spent, classes = measure_seconds(lambda: duplicates.classes(jobs))
        _, first, which = np.unique(bases, return_index=True, return_inverse=True)
        assert (classes.first == first[which]).all()
    print_row(
        f"{number:,}",
        f"{len(first):,}",
        f"{taken:.2f}",
        f"{generated * number / some:.2f}",
        f"{spent:.2f}",
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    )
    return taken + spent


def draw_growth(path: str, seconds: dict[int, float]) -> None:
    """Draw a diagram of the measured seconds to the file `path`. `seconds` maps numbers of Sudokus
    to seconds; a dashed line shows growth in proportion to the number.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4.2), layout="constrained")
    axis = figure.subplots()
    numbers, times = list(seconds), list(seconds.values())
    axis.loglog(numbers, times, "o-", color="#0072B2", label="duplicates, images drawn included")
    proportional = [times[-1] * number / numbers[-1] for number in numbers]
    axis.loglog(numbers, proportional, "--", color="#999999", label="proportional")
    axis.set_xlabel("Sudokus")
    axis.set_ylabel("seconds")
    axis.grid(color="#dddddd", linewidth=0.6)
    axis.legend(frameon=False)
    figure.savefig(path, dpi=150)


def main() -> None:
    """Run all measurements of collections, and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--solutions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--most", type=int, default=10_000_000)
    parser.add_argument("--plot", metavar="FILE", help="draw the growth; .svg or .png")
    arguments = parser.parse_args()
    print(f"Conditions: {find_conditions()}; seed {arguments.seed}, {arguments.jobs} jobs.")
    puzzles = read_puzzles(arguments.file)
    if arguments.most:
        print_heading(
            "images", "classes", "taken s", "generated in s", "classes s", "MB", "MB of a job"
        )
        number = 1000
        seconds = {}
        while number <= arguments.most:
            seconds[number] = measure_duplicates(puzzles, number, arguments.seed, arguments.jobs)
            number *= 10
        if arguments.plot:
            draw_growth(arguments.plot, seconds)
    if arguments.solutions and Path(arguments.solutions).exists():
        solved = np.load(arguments.solutions)
    else:
        spent, found = measure_seconds(partial(solutions, puzzles, jobs=arguments.jobs))
        solved = found.grids[found.numbers == 1]
        print(f"\nSolved: {len(solved):,} of {len(puzzles):,}, {spent:.0f} s")
        if arguments.solutions:
            np.save(arguments.solutions, solved)
    collections = {"puzzles": puzzles, "solutions": solved}
    compare_with_graph_libraries(collections)
    if arguments.check:
        measure_canonical_forms(collections, arguments.check)
    measure_near_copies(puzzles, arguments.jobs)
    if arguments.pairs:
        check_near_copies(puzzles, arguments.pairs, Random(arguments.seed), arguments.jobs)


if __name__ == "__main__":
    main()
