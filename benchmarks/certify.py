"""How long exports and certificates take: `python benchmarks/certify.py [--large]`.

Prints Markdown tables: the whole command `sudokopie export` with its peak memory; and for the pairs
in instances/ that are no copies, the time to find a proof, convert it, and check it. Every proof is
checked. With --large, 25×25 too: minutes each.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from itertools import chain, pairwise
from pathlib import Path
from typing import cast

from sudokopie import Pair, read_pair
from sudokopie.comparison.conditions import ROOT, conditions
from sudokopie.encoding.question import Encoding
from sudokopie.exchange.certificate import PROVER
from sudokopie.exchange.drup_to_lrat import lrat
from sudokopie.exchange.lrat_check import check
from sudokopie.solvers.clock import Clock
from sudokopie.solvers.cnf import dimacs
from sudokopie.solvers.protocol import Prover
from sudokopie.solvers.registry import find_backend

INSTANCES = ROOT / "instances"
COMMAND = [sys.executable, "-c", "from sudokopie.cli import main; main()"]


def load(file: str) -> Pair:
    """Read a pair of instances/."""
    with (INSTANCES / file).open("rb") as stream:
        return read_pair(stream, file)


def whole_command(*arguments: str) -> tuple[float, int]:
    """Return the wall-clock seconds and the peak memory in MB of a run of sudokopie."""
    begin = time.perf_counter()
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"sudokopie {' '.join(arguments)} failed")
    return time.perf_counter() - begin, usage.ru_maxrss // 1024


def exports() -> None:
    """Measure the export of pairs of three sizes, start-up left out."""
    start, _ = min(whole_command("--version") for _ in range(5))
    print("| export | clauses | s beyond start-up | peak MB |\n| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for file in ("sudoku0", "size9-clues81-copies", "size25-clues625-copies"):
            for ending in ("cnf", "wcnf", "opb", "cnf.xz"):
                path = Path(folder) / f"a.{ending}"
                pair = str(INSTANCES / f"{file}.txt")
                runs = [whole_command("export", pair, "-o", str(path)) for _ in range(3)]
                seconds, memory = sorted(runs)[1]
                clauses = sum(1 for _ in Encoding().formula(*load(f"{file}.txt")).clauses())
                print(f"| {file}.{ending} | {clauses} | {seconds - start:.3f} | {memory} |")


def certificates(largest: int) -> None:
    """Measure proof, conversion and check of every no up to a size."""
    with (INSTANCES / "manifest.toml").open("rb") as file:
        entries = tomllib.load(file)["pair"]
    print("| no | lines of the solver | steps | prove s | convert s | check s | together s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for entry in entries:
        if "full" not in entry["suites"] or entry["verdict"] != "different":
            continue
        if not 9 <= entry["size"] <= largest:
            continue
        pair = load(entry["file"])
        formula = Encoding().formula(*pair)
        times = [time.perf_counter()]
        proof = cast("Prover", find_backend(PROVER)).refute(formula, Clock())
        times.append(time.perf_counter())
        if proof is None:
            raise SystemExit(f"{entry['file']}: {PROVER} finds a yes")
        hinted = lrat(formula.clauses(), proof)
        times.append(time.perf_counter())
        cnf = list(chain.from_iterable(map(str.splitlines, dimacs(formula))))
        steps = check(cnf, hinted)
        times.append(time.perf_counter())
        spans = [late - early for early, late in pairwise(times)]
        columns = " | ".join(f"{span:.2f}" for span in (*spans, sum(spans)))
        print(f"| {entry['file']} | {len(proof)} | {steps} | {columns} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="25×25 too")
    arguments = parser.parse_args()
    print(f"Conditions: {conditions()}; prover {PROVER}.\n")
    exports()
    print()
    certificates(25 if arguments.large else 16)


if __name__ == "__main__":
    main()
