"""Run the hostile tests for hours, each round with a seed of its own that is printed.

Usage: python tests/hostile/run.py [--hours H] [--seed S] [pytest's arguments]. A round that fails
prints what repeats it; the rounds go on. Exit status: 1 if any failed.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from random import SystemRandom

FOLDER = Path(__file__).parent
FILES = [FOLDER, *sorted(FOLDER.parent.glob("applications/*/test_hostile_*.py"))]


def main() -> int:
    """Run rounds until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    options, others = parser.parse_known_args()
    end = time.monotonic() + 3600 * options.hours
    seed, failed = options.seed, 0
    while True:
        print(f"seed {seed}", flush=True)
        if not _round(seed, others):
            failed += 1
            again = shlex.join([sys.executable, str(Path(__file__)), "--hours", "0", *others])
            print(f"failed; again: {again} --seed {seed}", flush=True)
        seed += 1
        if time.monotonic() >= end:
            print(f"rounds: {seed - options.seed}, failed: {failed}")
            return 1 if failed else 0


def _round(seed: int, others: list[str]) -> bool:
    variables = {"HYPOTHESIS_PROFILE": "hours", "HOSTILE_TIMES": "3", "HOSTILE_SEED": str(seed)}
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", *map(str, FILES)]
    done = subprocess.run(
        [*command, f"--hypothesis-seed={seed}", *others],
        cwd=FOLDER.parent.parent,
        env=os.environ | variables,
        check=False,
    )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
