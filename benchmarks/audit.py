"""Measure how long each stage of the command `audit` takes, and how long the separate commands take
that give the same answers.

python benchmarks/audit.py FILE...

The times are seconds of processor time of one process and its child processes.
"""

import resource
import subprocess
import sys

from sudokopie.applications.comparison.conditions import find_conditions

from bulk import print_heading, print_row

PROGRAM = "from sudokopie.cli import main\nif __name__ == '__main__': main()"

STAGES = """
import sys, time
from sudokopie.applications.collection.audit import Audit
run, began = Audit.run, []
def timed(audit, told, *rest):
    run(audit, lambda name='': (began.append((name, time.process_time())), told(name)), *rest)
    began.append(('', time.process_time()))
    for (name, start), (_, end) in zip(began, began[1:]):
        print('stage', name, end - start, file=sys.stderr)
Audit.run = timed
"""

SEPARATE_COMMANDS = (
    "duplicates -q",
    "duplicates -q --by solution",
    "duplicates -q --near 1",
    "complete -q",
    "canonical --symmetries -q",
)


def measure_cpu_seconds(program: str, *arguments: str) -> tuple[float, str]:
    """Run a command in a process of its own; return its processor time in seconds, and the text
    that it wrote to standard error.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", program, *arguments, "--jobs", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stderr


def main(files: list[str]) -> None:
    """Print a table for each file: the seconds of each stage of `audit`, and of each separate
    command.
    """
    print(f"Conditions: {find_conditions()}; processor seconds, one process.")
    for file in files:
        print_heading(file.rpartition("/")[2], "seconds")
        whole, said = measure_cpu_seconds(STAGES + PROGRAM, "audit", "-q", file)
        print_row("`audit -q`", f"{whole:.2f}")
        for line in said.splitlines():
            if line.startswith("stage "):
                _, stage, taken = line.split()
                print_row(f"of this, {stage}", f"{float(taken):.2f}")
        singles = {
            single: measure_cpu_seconds(PROGRAM, *single.split(), file)[0]
            for single in SEPARATE_COMMANDS
        }
        for single, spent in singles.items():
            print_row(f"`{single}`", f"{spent:.2f}")
        print_row("these five together", f"{sum(singles.values()):.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
