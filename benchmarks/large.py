"""Measure commands of sudokopie on very large files: `python benchmarks/large.py FILE`.

The file has puzzles of 81 characters a line. Prints Markdown tables of whole commands, as scale.py
does: for pairs in a table, for canonical forms and catalogues of millions of Sudokus, and for
copies among ten million Sudokus or, with `--most`, a hundred million, which need 30 GB of disk
space. All Sudokus are random copies of the puzzles. In catalogues, a clue of each Sudoku is
changed; among the ten million, a clue of every second Sudoku.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np

from sudokopie.applications.comparison.conditions import find_conditions

from bulk import make_random_copies, print_heading, print_row, read_puzzles
from scale import measure_growth, run_and_measure, write_random_copies

MILLION = 10**6


def measure_and_print(name: str, number: int, command: list[str], folder: Path) -> None:
    """Run a command of sudokopie, and print a row with its name, the number of Sudokus, and its
    time and memory. Temporary files are in `folder`.
    """
    run = run_and_measure(command, folder)
    print_row(name, f"{number:,}", *(f"{taken:,.1f}" for taken in run[:2]), f"{run.memory:,.0f}")


def main() -> None:
    """Run all commands of this benchmark on very large files, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"))
    parser.add_argument("--most", type=int, default=10 * MILLION)
    arguments = parser.parse_args()
    puzzles = read_puzzles(arguments.file)
    print(f"Conditions: {find_conditions()}; two processes where nothing else is said.")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        print_heading("command", "Sudokus or pairs", "s", "CPU s", "MB of a process")

        table = folder / "pairs.csv"
        firsts = np.zeros(len(puzzles), np.int64)
        copies = np.concatenate(
            [some for some, _ in make_random_copies(puzzles, len(puzzles), firsts, 1)]
        )
        lines = (
            ",".join((pair.reshape(81) + 48).astype(np.uint8).tobytes().decode() for pair in pairs)
            for pairs in zip(puzzles[firsts], copies, strict=True)
        )
        table.write_text("A,B\n" + "\n".join(lines) + "\n")
        for options in ([], ["-q"]):
            command = ["solve", *options, "--columns", "A,B", str(table)]
            measure_and_print(" ".join(command[:-1]), len(puzzles), command, folder)

        path = folder / "sudokus.txt"
        for number in (MILLION, 4 * MILLION):
            write_random_copies(puzzles, number, path, 0)
            measure_and_print(
                "canonical -q", number, ["canonical", "-q", str(path), "--jobs", "2"], folder
            )
            write_random_copies(puzzles, number, path, 1)
            catalogue = folder / f"{number}.db"
            command = ["catalogue", "add", str(catalogue), str(path), "--jobs", "2"]
            measure_and_print("catalogue add", number, command, folder)
            catalogue.unlink()
        path.unlink()

        measure_growth(["duplicates", "-q"], puzzles, [10 * MILLION], folder, 2)

        if arguments.most > 10 * MILLION:
            print_heading("images alone", "Sudokus", "s", "CPU s", "MB of a process")
            write_random_copies(puzzles, arguments.most, path, 0)
            for jobs in ("1", "2"):
                command = ["duplicates", "-q", str(path), "--jobs", jobs]
                measure_and_print(f"duplicates -q --jobs {jobs}", arguments.most, command, folder)


if __name__ == "__main__":
    main()
