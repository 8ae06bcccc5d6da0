"""Compare the solvers (backends) on 90 pairs, without the refinement that would make most pairs
easy: `python benchmarks/backends.py`.

Prints the output of `sudokopie compare` for the suites `full` and `hard` without refinement. Each
run is a separate process with a limit of 20 seconds.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from sudokopie.applications.comparison.conditions import find_conditions

SOLVERS = ("minisat22", "minicard", "glucose4", "glucose42", "cadical153", "cadical195")
OTHER_BACKENDS = ("kissat404", "lingeling", "mergesat3")
BACKENDS = ",".join(
    ["graph:bliss", "cp-sat", *(f"pysat:{name}" for name in SOLVERS + OTHER_BACKENDS)]
)
COMPARE_ARGUMENTS = [
    "--suite",
    "full",
    "--suite",
    "hard",
    "--time-limit",
    "20",
    "--backends",
    BACKENDS,
]


def main() -> None:
    """Run `sudokopie compare` with all backends of this benchmark, and print its output and the
    number of runs.
    """
    print(
        f"Conditions: {find_conditions()}; `sudokopie compare {' '.join(COMPARE_ARGUMENTS)}`.\n",
        flush=True,
    )
    with tempfile.TemporaryDirectory() as folder:
        records = str(Path(folder) / "runs.jsonl")
        call = ["-c", "from sudokopie.cli import main; main()", "compare", *COMPARE_ARGUMENTS]
        ended = subprocess.run([sys.executable, *call, "--json", records], check=False)
        with open(records, encoding="utf-8") as file:
            print(f"\n{sum(1 for _ in file)} runs, status {ended.returncode}.")


if __name__ == "__main__":
    main()
