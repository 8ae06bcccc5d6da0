"""Measure how long it takes to fill and search catalogues (databases of Sudokus):
`python benchmarks/catalogue.py FILE`, with puzzles of 81 characters a line.

Prints Markdown tables: how long it takes to add ever more Sudokus, up to `--most`, and how large
the file becomes; and for the largest catalogue, how long one search and whole commands take. The
Sudokus are the puzzles, and the same puzzles with one clue changed, so that nearly all are in
different classes. Times are wall-clock times without reading text, and all answers are checked.
`--folder` is the folder for the catalogues.
"""

import argparse
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from sudokopie import Grid
from sudokopie.applications.catalogue import Catalogue, Selection, Source
from sudokopie.applications.catalogue.checking import (
    yield_checked_counts_and_problems as check_catalogue,
)
from sudokopie.applications.catalogue.finding import Finder, FindOptions
from sudokopie.applications.catalogue.store import Batch
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.sudoku.arrays import Cells
from sudokopie.sudoku.grid import format_line

from bulk import NINE, measure_seconds, print_heading, print_row, read_puzzles

_SUDOKUS_IN_A_BATCH = 10_000


def make_changed_puzzles(puzzles: Cells, number: int) -> Iterator[Batch]:
    """Yield `number` Sudokus in batches: the puzzles, and then the same puzzles again and again,
    each with one clue changed.
    """
    source = np.random.default_rng(1)
    for start in range(0, number, _SUDOKUS_IN_A_BATCH):
        which = np.arange(start, min(start + _SUDOKUS_IN_A_BATCH, number))
        cells = puzzles[which % len(puzzles)].copy()
        later = np.flatnonzero(which >= len(puzzles))
        flat = cells.reshape(len(cells), 81)
        for i in later.tolist():
            place = source.choice(np.flatnonzero(flat[i]))
            flat[i, place] = (flat[i, place] + source.integers(0, 8)) % 9 + 1
        yield NINE, cells, [Source("puzzles", int(i) + 1) for i in which]


def measure_adding(puzzles: Cells, folder: Path, sizes: list[int], jobs: int) -> Path:
    """Measure how long it takes to add Sudokus to a new catalogue, for each number in `sizes`, and
    print a table. Return the path of the last catalogue.
    """
    print_heading("added", "classes", "s", "again s", "verified s", "MB", "MB of the process")
    path = folder / "catalogue"
    for size in sizes:
        path = folder / f"{size}.db"
        path.unlink(missing_ok=True)
        batches = list(make_changed_puzzles(puzzles, size))
        with Catalogue.open(str(path), create=True) as catalogue:
            seconds, total = measure_seconds(lambda: catalogue.add_batches(iter(batches), jobs))  # noqa: B023
            again, second = measure_seconds(lambda: catalogue.add_batches(iter(batches), jobs))  # noqa: B023
            verifying, found = measure_seconds(lambda: list(check_catalogue(catalogue, jobs)))
            assert total.read == second.read == size
            assert second.added == 0
            assert not any(one.problem for one in found)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print_row(
                f"{total.added:,}",
                f"{total.classes:,}",
                f"{seconds:.2f}",
                f"{again:.2f}",
                f"{verifying:.2f}",
                path.stat().st_size // 10**6,
                memory,
            )
    return path


def measure_finding(path: Path, number: int) -> None:
    """Measure how long it takes to find one Sudoku in a catalogue, for `number` Sudokus that it
    contains and for Sudokus that it does not contain, and print a table.
    """
    with Catalogue.open(str(path)) as catalogue:
        size = len(catalogue)
        ids = np.random.default_rng(2).integers(1, size, number).tolist()
        known = [next(catalogue.select(Selection(ids=(i,)))).grid for i in ids]
        print_heading("one find, ms", "Sudokus", "median", "worst")
        for name, wanted, asked in (
            ("known", FindOptions(), known),
            ("known, with steps", FindOptions(steps=True), known),
            ("not known", FindOptions(), [_make_unknown_sudoku(grid) for grid in known]),
            ("nearly known", FindOptions(near=1), [_remove_a_clue(grid) for grid in known[:5]]),
        ):
            finder = Finder(catalogue, wanted)
            times = []
            for grid in asked:
                task = np.array([grid.rows], np.uint8), grid.shape
                look_up = finder.yield_findings_of_each_task
                seconds, ((found,),) = measure_seconds(lambda: list(look_up(iter([task]))))  # noqa: B023
                assert (found.class_id is not None) == name.startswith("known")
                assert bool(found.near) == name.startswith("nearly")
                times.append(1000 * seconds)
            print_row(name, len(times), f"{statistics.median(times):.2f}", f"{max(times):.2f}")


def _make_unknown_sudoku(grid: Grid) -> Grid:
    """Return a Sudoku that the catalogue does not contain: `grid` with ten random clues added."""
    rng = Random(repr(grid))
    rows = [list(row) for row in grid.rows]
    blank = [(r, c) for r in range(9) for c in range(9) if not rows[r][c]]
    for r, c in rng.sample(blank, 10):
        rows[r][c] = rng.randrange(1, 10)
    return Grid(rows)


def _remove_a_clue(grid: Grid) -> Grid:
    """Return a Sudoku with one clue removed, so that it is nearly a copy of a Sudoku in the
    catalogue.
    """
    return grid.keeping(sorted(grid.clue_cells)[1:])


def measure_commands(path: Path, folder: Path) -> None:
    """Measure how long whole commands take on the largest catalogue and on a catalogue of a
    thousand Sudokus, and print a table.
    """
    program = [sys.executable, "-c", "from sudokopie.cli import main; main()"]
    small = folder / "1000.db"
    with Catalogue.open(str(small)) as catalogue:
        one = next(catalogue.select(Selection(ids=(500,)))).grid
    asked = folder / "asked.txt"
    asked.write_text(f"{format_line(one)}\n")
    print_heading("whole commands, median of 15 in ms", "of 1,000", f"of {int(path.stem):,}")
    for name, arguments in (
        ("--version", ["--version"]),
        ("find one", ["catalogue", "find", "CATALOGUE", str(asked)]),
        ("list one", ["catalogue", "list", "CATALOGUE", "--class", "500"]),
    ):
        times = []
        for catalogue_path in (small, path):
            command = [str(catalogue_path) if one == "CATALOGUE" else one for one in arguments]
            spent = [
                measure_seconds(
                    lambda: subprocess.run([*program, *command], check=True, stdout=-3)  # noqa: B023
                )[0]
                for _ in range(15)
            ]
            times.append(1000 * statistics.median(spent))
        print_row(name, *(f"{milliseconds:.0f}" for milliseconds in times))


def main() -> None:
    """Run all measurements of catalogues, and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=int, default=1_000_000)
    arguments = parser.parse_args()
    versions = f"SQLite {sqlite3.sqlite_version}, {arguments.jobs} jobs"
    print(f"Conditions: {find_conditions()}; {versions}.")
    sizes = [10**k for k in range(3, 8) if 10**k <= arguments.most]
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        path = measure_adding(read_puzzles(arguments.file), folder, sizes, arguments.jobs)
        measure_finding(path, 200)
        measure_commands(path, folder)


if __name__ == "__main__":
    main()
