"""Measure how many Sudokus in tables and sheets are read exactly: `python benchmarks/sheets.py
FILE`.

The file has puzzles of 81 characters a line. For each of three kinds of puzzles, `--count` random
files are made in each format of tables (tests/sheet_files.py): from puzzles with an empty outer row
or column, from other puzzles, and from puzzles of which only a few clues are left, so that they
have many solutions. The Sudokus are blocks of cells at any place; there may be titles, headings,
empty lines between boxes, frames, and several blocks.

Prints a Markdown table. For each format and kind of puzzles, it has the number of files that are
read exactly, refused, and read as other grids, and the processor time for a file. The exit status
is 1 if a file was read as other grids.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from sudokopie.applications.comparison.conditions import find_conditions

from bulk import print_heading, print_row

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from sheet_files import FORMS, files, judge, read_puzzles

FEW_CLUES = "few clues"
KINDS: dict[str, dict[str, bool]] = {
    "an empty border": {"with_border": True},
    "others": {"with_border": False},
    FEW_CLUES: {"are_thin": True},
}
"""The kinds of puzzles, and for each the options of `files`."""


def main() -> int:
    """Measure how all formats of tables are read, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="puzzles of 81 characters a line")
    parser.add_argument("--count", type=int, default=2800, help="files of each kind of puzzles")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    puzzles = read_puzzles(Path(wanted.file))
    print(
        f"Conditions: {find_conditions()}; seed {wanted.seed}; {len(puzzles)} puzzles, "
        "turned at random."
    )
    count = wanted.count // len(FORMS)
    print_heading("form", "puzzles", "files", "exactly", "refused", "other grids", "ms a file")
    total, wrong = Counter[str](), 0
    for form in FORMS:
        for kind, options in KINDS.items():
            made = list(files(count, wanted.seed, form, puzzles=puzzles, **options))
            begin = time.process_time()
            found = Counter(map(judge, made))
            seconds = time.process_time() - begin
            wrong += found["wrong"]
            total += found if kind != FEW_CLUES else Counter()
            counts = (found[word] for word in ("exact", "refused", "wrong"))
            print_row(form, kind, len(made), *counts, f"{1000 * seconds / len(made):.0f}")
    share = 100 * total["exact"] / total.total()
    print(
        f"\nOf {total.total()} files with proper puzzles {share:.1f} % were read exactly. "
        f"Of all files, {wrong} were read as other grids."
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
