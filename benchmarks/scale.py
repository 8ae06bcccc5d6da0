"""Measure the time, memory and disk space of commands for more and more Sudokus:
`python benchmarks/scale.py FILE`.

The file has puzzles of 81 characters a line. Prints Markdown tables of whole commands: wall-clock
seconds, processor seconds of all processes and of the command itself, MB of the largest process
and of the command, and the most disk space of temporary files. Each command is run on ever more
Sudokus, with one and two processes, and with one and two workers of a Dask cluster. The Sudokus are
random copies of the puzzles, a line each; for `duplicates`, a clue of every second Sudoku is
changed. All runs of one size must print the same output. A last table has the number of pairs for
which a solver is needed.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from sudokopie.answers.among import are_copies
from sudokopie.answers.bulk.solutions import solutions
from sudokopie.answers.bulk.sorted_forms import sorted_forms
from sudokopie.applications.collection import copy_records
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.sudoku.arrays import Cells

from bulk import NINE, make_random_copies, print_heading, print_row, read_puzzles

_RUN = """
import json, os, re, resource, subprocess, sys, tempfile, threading, time
from pathlib import Path

with tempfile.TemporaryFile() as output:
    begin, own, ticks = time.perf_counter(), [0], [0]
    done = subprocess.Popen(sys.argv[1:], stdout=output)
    process = Path(f"/proc/{done.pid}")
    ended = threading.Event()

    def watch():
        while not ended.wait(0.05):
            try:
                found = re.search(r"VmHWM:\\s+(\\d+) kB", (process / "status").read_text())
                ticks.append(sum(map(int, (process / "stat").read_text().split()[13:15])))
            except OSError:
                return
            own.append(int(found[1]) if found else 0)

    threading.Thread(target=watch).start()
    code = done.wait()
    spent = time.perf_counter() - begin
    ended.set()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime, max(ticks) / os.sysconf("SC_CLK_TCK")
    print(json.dumps([spent, *cpu, used.ru_maxrss / 1024, max(own) / 1024, code]))
    sys.stdout.flush()
    output.seek(0)
    sys.stdout.buffer.write(output.read())
"""


class CommandCost(NamedTuple):
    """The measured cost of a command: wall-clock seconds, processor seconds, MB of memory and of
    disk, and a digest of its output.

    `memory` is the memory of the process that uses the most; `own_cpu` and `own_memory` are the
    processor time and the memory of the command's own process.
    """

    seconds: float
    cpu: float
    own_cpu: float
    memory: float
    own_memory: float
    disk: float
    output: str


def write_random_copies(puzzles: Cells, number: int, path: Path, share: int) -> None:
    """Write `number` random copies of puzzles to a file, each on a line of its own.

    A clue is changed in every `share`-th Sudoku; if `share` is 0, no clue is changed.
    """
    source = np.random.default_rng(number)
    with path.open("wb") as file:
        for cells, _ in make_random_copies(puzzles, number, np.zeros(number, np.int64), 1):
            flat = cells.reshape(len(cells), 81).copy()
            some = np.arange(0, len(flat) if share else 0, share or 1)
            # The first clue after a random cell gets another digit.
            place = source.integers(0, 81, len(some))
            turned = flat[some[:, None], (place[:, None] + np.arange(81)) % 81]
            place = (place + (turned != 0).argmax(1)) % 81
            flat[some, place] = flat[some, place] % 9 + 1
            lines = np.full((len(flat), 82), 10, np.uint8)
            lines[:, :81] = flat + 48
            file.write(lines.tobytes())


def run_and_measure(command: list[str], folder: Path) -> CommandCost:
    """Run a command of sudokopie, and return its time, memory and disk space. Its temporary files
    are in `folder`.
    """
    most, is_over = 0.0, threading.Event()

    def watch_disk_space() -> None:
        """Record the most disk space in use, until the command ends."""
        nonlocal most
        while not is_over.wait(0.2):
            # Deleted files that are still open count, too, so the file system is measured instead
            # of the folder.
            most = max(most, _measure_disk_space(folder) - before)

    before = _measure_disk_space(folder)
    watcher = threading.Thread(target=watch_disk_space)
    watcher.start()
    program = [sys.executable, "-c", "from sudokopie.cli import main; main()", *command]
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *program],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
        check=True,
    )
    is_over.set()
    watcher.join()
    head, _, output = done.stdout.partition(b"\n")
    *numbers, status = json.loads(head)
    assert status in (0, 1), command
    assert output, "the command failed"
    return CommandCost._make([*numbers, most / 10**6, hashlib.sha256(output).hexdigest()[:12]])


def _measure_disk_space(folder: Path) -> float:
    """Return the number of bytes in use on the file system of a folder."""
    found = os.statvfs(folder)
    return (found.f_blocks - found.f_bfree) * found.f_frsize


WAYS = (
    ("1 process", ["--jobs", "1"]),
    ("2 processes", ["--jobs", "2"]),
    ("1 worker", ["--cluster", "local", "--jobs", "1"]),
    ("2 workers", ["--cluster", "local", "--jobs", "2"]),
)


def measure_growth(
    command: list[str], puzzles: Cells, sizes: list[int], folder: Path, share: int = 0
) -> None:
    """Measure a command on each number of Sudokus in `sizes`, and print a table. The Sudokus are
    random copies of `puzzles`.

    A clue is changed in every `share`-th Sudoku; if `share` is 0, no clue is changed.
    """
    columns = (
        *("by", "s", "CPU s", "CPU s of the command", "MB of a process", "MB of the command"),
        *("MB of disk", "efficiency"),
    )
    print_heading(" ".join(command), *columns)
    for size in sizes:
        path = folder / "sudokus.txt"
        write_random_copies(puzzles, size, path, share)
        outputs, alone = set(), 0.0
        for name, options in WAYS:
            run = run_and_measure([*command, str(path), *options], folder)
            outputs.add(run.output)
            efficiency = f"{alone / run.seconds / 2:.0%}" if name.startswith("2") else ""
            alone = run.seconds
            times = (f"{seconds:,.1f}" for seconds in run[:3])
            print_row(
                f"{size:,}", name, *times, *(f"{number:,.0f}" for number in run[3:6]), efficiency
            )
        assert len(outputs) == 1, "the same work printed different things"
        path.unlink()


def count_pairs_for_solver(collections: dict[str, Cells]) -> None:
    """Print, for each collection, the number of pairs of Sudokus for which a solver must decide
    whether they are copies, because faster comparisons do not.
    """
    print_heading(
        "pairs", "Sudokus", "all", "with one signature", "equal forms", "asked of a solver"
    )
    for name, cells in collections.items():
        with (
            SudokuCollection(NINE) as duplicates,
            patch.object(copy_records, "are_copies", wraps=are_copies) as decided,
        ):
            duplicates.add(cells)
            duplicates.classes()
            asked = decided.call_count
        found = sorted_forms(cells, NINE)
        flat = found.forms.reshape(len(cells), -1)
        number = len(cells)
        print_row(
            name,
            f"{number:,}",
            f"{number * (number - 1) // 2:,}",
            f"{_count_equal_pairs(found.signatures):,}",
            f"{_count_equal_pairs(flat):,}",
            asked,
        )


def _count_equal_pairs(keys: NDArray[Any]) -> int:
    """Return the number of pairs of Sudokus with equal keys. `keys` has one key, a number or a row,
    for each Sudoku.
    """
    _, counts = np.unique(keys, axis=0, return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


def main() -> None:
    """Measure all commands of this benchmark on more and more Sudokus, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"))
    parser.add_argument("--least", type=int, default=1000)
    parser.add_argument("--most", type=int, default=10_000_000)
    arguments = parser.parse_args()
    print(f"Conditions: {find_conditions()}.")
    puzzles = read_puzzles(arguments.file)
    solved = solutions(puzzles, jobs=2)
    count_pairs_for_solver({"puzzles": puzzles, "solutions": solved.grids[solved.numbers == 1]})
    sizes = [10**k for k in range(3, 8) if arguments.least <= 10**k <= arguments.most]
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        measure_growth(["canonical"], puzzles, [size for size in sizes if size <= 10**5], folder)
        measure_growth(
            ["complete", "-q"], puzzles, [size for size in sizes if size <= 10**4], folder
        )
        measure_growth(["duplicates", "-q"], puzzles, sizes, folder, 2)


if __name__ == "__main__":
    main()
