"""Measure how long short commands take, including the start of Python:
`python benchmarks/start.py [--runs 41]`.

Prints the median and worst processor time in milliseconds, including the time of the system, and
the median as a multiple of the time of bare Python. The commands take turns. The package must be
installed without test tools, because they slow the start of Python.
"""

import argparse
import os
import statistics
import subprocess
import sys

from sudokopie.applications.comparison.conditions import ROOT, find_conditions

COMMAND = (sys.executable, "-c", "from sudokopie.cli import main; main()")
PAIR = str(ROOT / "instances" / "size9-clues25-copies.txt")
COMMANDS = {
    "bare Python": (sys.executable, "-c", "pass"),
    "import click": (sys.executable, "-c", "import click"),
    "--version": (*COMMAND, "--version"),
    "--help": (*COMMAND, "--help"),
    "solve, 9×9": (*COMMAND, "solve", PAIR),
    "solve -q, 9×9": (*COMMAND, "solve", "-q", PAIR),
    "ways, 9×9": (*COMMAND, "ways", PAIR),
}


def measure_milliseconds(call: tuple[str, ...]) -> float:
    """Run a program with its arguments, `call`, and return its processor time in milliseconds."""
    process = subprocess.Popen(call, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{call[-2:]} failed")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def main() -> None:
    """Measure all commands of this benchmark in turn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=41)
    runs = parser.parse_args().runs
    print(f"Conditions: {find_conditions()}; {runs} runs each, in turn; processor time.\n")
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, call in COMMANDS.items():
            taken[name].append(measure_milliseconds(call))
    bare = statistics.median(taken["bare Python"])
    print("| command | median ms | worst ms | times bare Python |\n| --- | ---: | ---: | ---: |")
    for name, times in taken.items():
        median = statistics.median(times)
        print(f"| {name} | {median:.1f} | {max(times):.1f} | {median / bare:.1f} |")


if __name__ == "__main__":
    main()
