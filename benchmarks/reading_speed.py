"""Measure how long reading alone takes, as a multiple of an older version:
`python benchmarks/reading_speed.py [--lines 1000000] [--drawn 50000] [--older 6b47e352]`.

`--older` names the commit of the older version, by default that of 1.2.0. It is checked out into a
temporary folder and its kernel is compiled, so the script needs a git repository and a compiler.
Both versions read the same made files, each file in a process of its own, in turn. Prints the least
processor time of `--runs` runs in seconds, without the time that Python takes to start, and the
peak memory in MB. A last table has the number of the product's files that `solve -q` loads for a
pair.
"""

import argparse
import ast
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from sudokopie.applications.comparison.conditions import ROOT, find_conditions

from bulk import print_heading, print_row

VERSION_1_2_0 = "6b47e352"
PAIR = str(ROOT / "instances" / "size9-clues25-copies.txt")

_READ = """
import importlib, sys, time
sys.path[:0] = filter(None, [sys.argv[1]])
gridfile = importlib.import_module("sudokopie.reading.gridfile")
older = not hasattr(gridfile, "open_path_as_grid_file")
begin, count = time.process_time(), 0
with (gridfile.read_grid_file if older else gridfile.open_path_as_grid_file)(sys.argv[2]) as file:
    for batch in (file.batches if older else file.yield_entry_batches)(1000):
        count += sum(one.error is None for one in batch)
spent = time.process_time() - begin
status = open("/proc/self/status").read()
print(count, spent, int(status.partition("VmHWM:")[2].split()[0]) / 1024)
"""
_LIST_FILES = """
import os, sys
sys.path[:0] = filter(None, [sys.argv.pop(1)])
from sudokopie.cli import main
out = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
try:
    main()
except SystemExit:
    pass
named = (one for name, one in sys.modules.items() if name.partition(".")[0] == "sudokopie")
files = {one.__file__ for one in named if getattr(one, "__file__", None)}
os.write(out, "\\n".join(sorted(files)).encode())
"""


def draw(puzzle: str) -> str:
    """Return the text of a 9×9 Sudoku in a frame of bars and lines, with an empty line after it."""
    rule = "+-------+-------+-------+\n"
    rows = [puzzle[start : start + 9] for start in range(0, 81, 9)]
    stacks = [[" ".join(row[at : at + 3]) for at in (0, 3, 6)] for row in rows]
    lines = [f"| {' | '.join(row)} |\n" for row in stacks]
    bands = ["".join(lines[at : at + 3]) for at in (0, 3, 6)]
    return f"{rule}{rule.join(bands)}{rule}\n"


FORMS: dict[str, Callable[[int, str], str]] = {
    "lines of 81 signs": lambda _, puzzle: f"{puzzle}\n",
    "lines with a name": lambda number, puzzle: f"{puzzle} No {number}\n",
    "a column of CSV": lambda number, puzzle: f"{number},{puzzle},{number % 70 / 10}\n",
    "JSON lines": lambda number, puzzle: json.dumps({"id": number, "puzzle": puzzle}) + "\n",
}
"""The forms of lists, and for each a function of the number and cells of a Sudoku."""
HEADINGS = {"a column of CSV": "id,puzzle,rating\n"}
DRAWN = "drawn grids"


def make_puzzles(count: int, seed: int) -> Iterable[str]:
    """Yield texts of 81 cells: Sudokus with about 27 clues."""
    rng = random.Random(seed)
    for _ in range(count):
        digits = rng.sample("123456789", 9)
        cells = (
            digits[(3 * row + row // 3 + column) % 9] for row in range(9) for column in range(9)
        )
        yield "".join(one if rng.random() < 1 / 3 else "." for one in cells)


def write_files(folder: Path, line_count: int, drawn_count: int, seed: int) -> dict[str, Path]:
    """Write a file of random Sudokus in each form, and return the paths of the files by the names
    of the forms.
    """
    paths = dict[str, Path]()
    for name, form in FORMS.items():
        paths[name] = folder / f"{name}.txt"
        with paths[name].open("w") as file:
            file.write(HEADINGS.get(name, ""))
            file.writelines(map(form, range(line_count), make_puzzles(line_count, seed)))
    paths[DRAWN] = folder / f"{DRAWN}.txt"
    with paths[DRAWN].open("w") as file:
        file.writelines(map(draw, make_puzzles(drawn_count, seed)))
    return paths


def install(commit: str, folder: Path) -> str:
    """Check out a commit of this repository below a folder, compile its kernel, and return the
    folder from which its package is imported.
    """
    package = folder / "sudokopie"
    subprocess.run(["git", "-C", str(ROOT), "archive", "-o", folder / "a.tar", commit], check=True)
    package.mkdir()
    subprocess.run(["tar", "-xf", folder / "a.tar", "-C", package], check=True)
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build, cwd=package, check=True, capture_output=True)
    return str(folder)


def holds_code(path: Path) -> bool:
    """Return whether a Python file of the product has code: False for an `__init__.py` that has
    only a docstring.
    """
    return path.name != "__init__.py" or len(ast.parse(path.read_text("utf-8")).body) > 1


def run_script(script: str, *arguments: str) -> str:
    """Run a script of Python in a process of its own, and return what it prints."""
    call = [sys.executable, "-P", "-c", script, *arguments]
    return subprocess.run(call, check=True, capture_output=True, text=True).stdout


def measure(packages: list[str], path: Path, runs: int) -> list[tuple[int, float, float]]:
    """Return for each package the number of Sudokus that it reads in a file, the least processor
    time in seconds, and the most memory in MB. A package is the folder from which it is imported,
    or an empty text for the installed package.
    """
    found: list[list[list[float]]] = [[] for _ in packages]
    for _ in range(runs):
        for package, costs in zip(packages, found, strict=True):
            costs.append([*map(float, run_script(_READ, package, str(path)).split())])
    columns = [list(zip(*costs, strict=True)) for costs in found]
    return [(int(counts[0]), min(seconds), max(sizes)) for counts, seconds, sizes in columns]


def main() -> None:
    """Measure how fast an older version and this version read files, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--drawn", type=int, default=50_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--older", default=VERSION_1_2_0, metavar="COMMIT")
    wanted = parser.parse_args()
    print(
        f"Conditions: {find_conditions()}; older version: commit {wanted.older}; "
        f"{wanted.runs} runs each, in turn; seed {wanted.seed}."
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        packages = [install(wanted.older, folder), ""]
        print_heading("file", "Sudokus", "older, s", "older, MB", "s", "MB", "times older")
        for form, path in write_files(folder, wanted.lines, wanted.drawn, wanted.seed).items():
            older, newer = measure(packages, path, wanted.runs)
            if older[0] != newer[0]:
                raise SystemExit(f"{form}: {older[0]} and {newer[0]} Sudokus were read")
            costs = (f"{older[1]:.2f}", f"{older[2]:.0f}", f"{newer[1]:.2f}", f"{newer[2]:.0f}")
            print_row(form, newer[0], *costs, f"{newer[1] / older[1]:.2f}")
        print_heading("loaded by `solve -q` for a pair", "older", "this version")
        files = [run_script(_LIST_FILES, one, "solve", "-q", PAIR).split("\n") for one in packages]
        print_row("files with code", *(sum(map(holds_code, map(Path, one))) for one in files))


if __name__ == "__main__":
    main()
