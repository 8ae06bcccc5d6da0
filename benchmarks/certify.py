"""Measure how long it takes to export formulas, and to find and check proofs for certificates:
`python benchmarks/certify.py [--large]`.

Prints Markdown tables. The first is for the whole command `sudokopie export`, with its peak memory.
The second is for the pairs in instances/ that are not copies: the time to find a proof, to get its
hints, and to check it with the checker of sudokopie and with all installed checkers. These times
are processor time in user mode, including that of other programs. Each proof must pass all
checkers. With --large, pairs of 25×25 are included, which take minutes each. --backend names the
backend that finds the proofs.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import cast

from sudokopie import Pair, read_pair
from sudokopie.applications.comparison.conditions import ROOT, find_conditions
from sudokopie.proofs.checkers import CHECKERS, OURS, find_checker
from sudokopie.proofs.proof import PROVER
from sudokopie.proofs.proof import find_hint_program_and_lrat_lines as add_hints
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import SatBackend
from sudokopie.solvers.registry import find_backend

INSTANCES = ROOT / "instances"
COMMAND = [sys.executable, "-c", "from sudokopie.cli import main; main()"]


def load_pair(file: str) -> Pair:
    """Return the two Sudokus in a file of the folder instances/."""
    with (INSTANCES / file).open("rb") as stream:
        return read_pair(stream, file)


def measure_whole_command(*arguments: str) -> tuple[float, int]:
    """Run the command `sudokopie` with these arguments; return its wall-clock seconds and its peak
    memory in MB.
    """
    begin = time.perf_counter()
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"sudokopie {' '.join(arguments)} failed")
    return time.perf_counter() - begin, usage.ru_maxrss // 1024


def measure_exports() -> None:
    """Measure how long it takes to export pairs of three sizes as formulas, without the time to
    start the program, and print a table.
    """
    start, _ = min(measure_whole_command("--version") for _ in range(5))
    print("| export | clauses | s beyond start-up | peak MB |\n| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for file in ("sudoku0", "size9-clues81-copies", "size25-clues625-copies"):
            for ending in ("cnf", "wcnf", "opb", "cnf.xz"):
                path = Path(folder) / f"a.{ending}"
                pair = str(INSTANCES / f"{file}.txt")
                runs = [measure_whole_command("export", pair, "-o", str(path)) for _ in range(3)]
                seconds, memory = sorted(runs)[1]
                clauses = sum(1 for _ in IsCopy(*load_pair(f"{file}.txt")).formula.clauses())
                print(f"| {file}.{ending} | {clauses} | {seconds - start:.3f} | {memory} |")


def measure_user_seconds() -> float:
    """Return the seconds of processor time in user mode that this process has used so far, together
    with the programs that it started and that have ended.
    """
    times = os.times()
    return times.user + times.children_user


def measure_certificates(largest: int, backend: str) -> None:
    """Measure the time to find and check a proof for each pair of instances/ that are not copies,
    and print a table. Pairs with more than `largest` rows are left out.

    `backend` is the name of the solver that finds the proofs. The time of `lrat-check` includes the
    time of `lrat_check.py`, which runs before it.
    """
    with (INSTANCES / "manifest.toml").open("rb") as file:
        entries = tomllib.load(file)["pair"]
    checkers = [find_checker(name) for name in (OURS, *filter(shutil.which, CHECKERS))]
    names = " | ".join(f"{checker.name} s" for checker in checkers)
    print(f"| no | lines of the solver | hints by | steps | prove s | hints s | {names} |")
    print(f"| --- | ---: | --- | ---: | ---: | ---: |{' ---: |' * len(checkers)}")
    for entry in entries:
        if entry["verdict"] != "different" or not 9 <= entry["size"] <= largest:
            continue
        formula = IsCopy(*load_pair(entry["file"])).formula
        times = [measure_user_seconds()]
        prover = cast("SatBackend", find_backend(backend))
        model, _, proof = prover.solve_formula(formula, Deadline(), with_proof=True)
        times.append(measure_user_seconds())
        if model is not None:
            raise SystemExit(f"{entry['file']}: {backend} finds a yes")
        by, steps = add_hints(formula, proof, prover.name, Deadline())
        times.append(measure_user_seconds())
        spans = [late - early for early, late in pairwise(times)]
        for checker in checkers:
            begin = measure_user_seconds()
            checker.check(formula, steps, Deadline())
            spans.append(measure_user_seconds() - begin)
        columns = " | ".join(f"{span:.2f}" for span in spans)
        print(f"| {entry['file']} | {len(proof)} | {by} | {len(steps)} | {columns} |", flush=True)


def main() -> None:
    """Run the measurements of exports and certificates, and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="25×25 too")
    parser.add_argument("--backend", default=PROVER, help="who proves")
    arguments = parser.parse_args()
    print(f"Conditions: {find_conditions()}; prover {arguments.backend}.\n")
    measure_exports()
    print()
    measure_certificates(25 if arguments.large else 16, arguments.backend)


if __name__ == "__main__":
    main()
