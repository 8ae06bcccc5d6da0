"""Commands that write, ended at a random moment: nothing is half-written, nothing runs on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from conftest import INSTANCES
from hostile.program import running_in
from hostile.specimens import GRID, LINES, PAIR, read, write
from present import has, present

pytestmark = pytest.mark.gate

if sys.platform == "win32":
    pytest.skip("signals are those of Unix", allow_module_level=True)

TIMES = int(os.environ.get("HOSTILE_TIMES", "0"))
"""How often each command is ended; 0: once, and not all of them."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL, *([signal.SIGHUP] * bool(TIMES)))
SEED = int(os.environ.get("HOSTILE_SEED", "1"))

COMMANDS = present(
    [
        "solve -q --certificate out/c pair.txt",
        "export pair.txt -o out/question.cnf.gz",
        "duplicates -q --jobs 2 -o out/unique.csv some.csv",
        "solve -q --no-refinement --backend search:brute-force --html out/page.html nines.txt",
        "export --question canonical grid.txt -o out/question.opb",
        "solve -q --html out/page.html pair.txt",
        "fewest-clues --certificate out/c grid.txt",
        "random --seed 7 -o out/pair.txt",
        "random --seed 7 --folder out",
        "compare --backends pysat:minisat22,pysat:glucose4 --csv out/runs.csv pair.txt",
        *(["export --suite small -o out/suite"] if has("comparison") else []),
    ]
)
NINES = (INSTANCES / "size9-clues25-moved.txt").read_bytes()
FILES = {"pair.txt": PAIR, "nines.txt": NINES, "grid.txt": GRID, "some.csv": LINES * 400}


def start(command: str, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sudokopie.cli", *command.split()],
        cwd=folder,
        env={**os.environ, "XDG_STATE_HOME": str(folder / "state")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def prepared(folder: Path) -> None:
    (folder / "out").mkdir(parents=True)
    write(folder, FILES)


def is_same(name: str, one: bytes, other: bytes) -> bool:
    """Return whether two files are the same, but for what is measured, or says when it was."""
    if name.endswith(".csv") and "runs" in name:
        # What was measured until then is kept.
        return one[:99] == other[:99] and one.endswith(b"\n") and one.count(b"\n") <= 3
    if name.endswith(".html"):
        return abs(len(one) - len(other)) < 200
    if name.endswith("metadata.csv"):  # which grows with the files that it names
        return other.startswith(one)
    return one == other


@pytest.mark.parametrize("command", COMMANDS if TIMES else COMMANDS[:4])
def test_what_is_ended_leaves_nothing_half_written(tmp_path: Path, command: str) -> None:
    random = Random(f"{SEED} {command}")
    prepared(tmp_path / "whole")
    before = time.monotonic()
    whole = start(command, tmp_path / "whole")
    _, said = whole.communicate()
    usual = time.monotonic() - before
    assert whole.returncode in (0, 1), said
    expected = read(tmp_path / "whole" / "out")
    for number in range(max(TIMES, 1)):
        folder = tmp_path / str(number)
        prepared(folder)
        process = start(command, folder)
        time.sleep(random.uniform(0.3, 1) * usual)
        ended_by = random.choice(SIGNALS)
        process.send_signal(ended_by)
        _, said = process.communicate(timeout=600)
        limit = time.monotonic() + 300
        while (running := running_in(folder)) and time.monotonic() < limit:
            time.sleep(0.05)
        assert not running, (ended_by, running)
        assert b"Traceback" not in said, said
        for name, content in FILES.items():
            assert (folder / name).read_bytes() == content
        left = read(folder / "out")
        if ended_by != signal.SIGKILL:
            assert not [name for name in left if ".part" in name or "/tmp" in name], ended_by
        for name, content in left.items():
            if name in expected:
                assert is_same(name, content, expected[name]), (name, ended_by)
        again = start(command, folder)
        _, said = again.communicate()
        assert again.returncode == whole.returncode, said
        names = {name for name in expected if "zufall" not in name}
        assert names <= read(folder / "out").keys()
