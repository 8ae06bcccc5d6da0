"""Check and measure all solvers (backends) on the pairs of the suite `small`:
`python benchmarks/every.py`.

Prints the output of `sudokopie compare` for all backends that `backend_names()` lists, without
refinement. Each run is a separate process with a limit of 60 seconds. Then prints how many runs
were right, undecided and wrong. The exit status is 1 if a run was wrong or ended in an error.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from sudokopie import backend_names
from sudokopie.applications.comparison.conditions import find_conditions

LIMIT = 60


def main() -> int:
    """Run `sudokopie compare` with all backends; print its output and the number of right and wrong
    runs. Return the exit status.
    """
    names = [name for name in backend_names() if not name.startswith("count:")]  # these only count
    asked = ["--suite", "small", "--time-limit", str(LIMIT), "--backends"]
    print(
        f"Conditions: {find_conditions()}; `sudokopie compare {' '.join(asked)} '*'`.\n", flush=True
    )
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "runs.jsonl"
        call = ["-c", "from sudokopie.cli import main; main()", "compare", *asked]
        ended = subprocess.run(
            [sys.executable, *call, ",".join(names), "--json", str(records)], check=False
        )
        runs = [json.loads(line) for line in records.read_text("utf-8").splitlines()]
    counts = Counter(classify_run(run) for run in runs)
    print(
        f"\nBackends: {len(names)}; runs: {len(runs)}; right: {counts['right']}; undecided after "
        f"{LIMIT} s: {counts['undecided']}; wrong: {counts['wrong']}; errors: {counts['error']}."
    )
    return 1 if ended.returncode or counts["wrong"] or counts["error"] else 0


def classify_run(run: dict[str, object]) -> str:
    """Return "right", "undecided", "wrong" or "error" for the record of a solver's run."""
    if run["ending"] == run["expected"]:
        return "right"
    if run["ending"] == "timeout":
        return "undecided"
    return "wrong" if run["ending"] in ("copies", "different", "false witness") else "error"


if __name__ == "__main__":
    sys.exit(main())
