"""Signals at any moment: the status says which it was, and there is no traceback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from conftest import ROOT
from hostile.program import running_in
from hostile.specimens import PAIR, read, write
from present import present

pytestmark = pytest.mark.gate

if sys.platform == "win32":
    pytest.skip("signals are those of Unix", allow_module_level=True)

TIMES = 10 * int(os.environ.get("HOSTILE_TIMES", "0")) or 1
SEED = int(os.environ.get("HOSTILE_SEED", "1"))
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

CALLS = {
    "solve -q pair.txt": 16_000,
    **dict.fromkeys(
        present(["compare --backends pysat:minisat22,pysat:glucose4 pair.txt"]), 12_000
    ),
}
"""About how many functions of ours a command calls, those that are modules too."""

IN_MAIN = re.compile(r'cli\.py", line \d+, in main')

AT_A_CALL = f"""
import os, sys
number, left = map(int, sys.argv[1:3])
del sys.argv[1:3]

def count(frame, event, arg):
    global left
    if frame.f_code.co_filename.startswith({f"{ROOT}{os.sep}"!r}):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), number)

from sudokopie.cli import main
sys.setprofile(count)
main()
"""


def started(folder: Path, command: str, *before: str) -> subprocess.Popen[bytes]:
    (folder / "temporary").mkdir(parents=True)
    write(folder, {"pair.txt": PAIR})
    places = {"XDG_STATE_HOME": str(folder / "state"), "TMPDIR": str(folder / "temporary")}
    return subprocess.Popen(
        [sys.executable, *before, *command.split()],
        cwd=folder,
        env={**os.environ, **places},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def judge(folder: Path, process: subprocess.Popen[bytes], number: signal.Signals) -> str:
    """Check how a process has ended, and what it left; return what it said."""
    _, err = process.communicate(timeout=600)
    said = err.decode()
    # Before `main` nothing can be done.
    is_early = ("Traceback" in said or "Fatal Python error" in said) and not IN_MAIN.search(said)
    if not is_early:
        assert process.returncode in (0, -number, 128 + number), said
        assert "Traceback" not in said
        assert "KeyboardInterrupt" not in said
    limit = time.monotonic() + 300
    while left := [*running_in(folder), *read(folder / "temporary")]:
        assert time.monotonic() < limit, left
        time.sleep(0.05)
    return said


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("command", CALLS)
def test_at_any_call_of_a_function(tmp_path: Path, command: str, number: signal.Signals) -> None:
    random = Random(f"{SEED} {command} {number}")
    for place in range(TIMES):
        folder = tmp_path / str(place)
        # Early ones more often, after that of `main`: there is most that is not under way yet.
        call = 1 + round(CALLS[command] ** random.random())
        process = started(folder, command, "-c", AT_A_CALL, str(int(number)), str(call))
        judge(folder, process, number)


def test_ctrl_c_at_the_start_of_main(tmp_path: Path) -> None:
    """The first call is that of `main` itself, in which nothing is handled yet."""
    for call in (2, 3, 5, 8):
        arguments = AT_A_CALL, str(int(signal.SIGINT)), str(call)
        process = started(tmp_path / str(call), "solve -q pair.txt", "-c", *arguments)
        judge(tmp_path / str(call), process, signal.SIGINT)


def test_while_a_text_is_run_as_code(tmp_path: Path) -> None:
    """As it is for each named tuple: Python would say of `-m` that Ctrl-C had ended it."""
    (tmp_path / "module.py").write_text(
        "import os, sys\n"
        "from sudokopie import cli\n"
        "from sudokopie.commands.machinery import command_group\n"
        "sys.argv[1:] = ['random']\n"
        "command_group.import_command_or_none = lambda _: eval('os.kill(os.getpid(), 1)')\n"
        "cli.main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-m", "module"], cwd=tmp_path, capture_output=True, check=False
    )
    assert ran.returncode == 128 + signal.SIGHUP


@pytest.mark.skipif("HOSTILE_TIMES" not in os.environ, reason="for the long run")
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("command", CALLS)
def test_at_any_time(tmp_path: Path, command: str, number: signal.Signals) -> None:
    random = Random(f"{SEED} {command} {number}")
    for place in range(TIMES):
        process = started(tmp_path / str(place), command, "-m", "sudokopie.cli")
        time.sleep(random.uniform(0, 0.4))
        process.send_signal(number)
        judge(tmp_path / str(place), process, number)
