"""Programs that runexec, a part of BenchExec, runs, limits and measures."""

from __future__ import annotations

import json
import os
import subprocess
import time
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison import runexec
from sudokopie.applications.comparison.comparison_page import make_command_line
from sudokopie.applications.comparison.instances import read_instance
from sudokopie.applications.comparison.measured_run import measure_runs_and_yield_records
from sudokopie.applications.comparison.plan import plan_runs
from sudokopie.applications.comparison.record import RunEnding, RunRecord
from sudokopie.encoding.candidates import PLAIN

from conftest import INSTANCES, PROGRAM
from made_records import CONDITIONS, SETTINGS, page_of, record
from solver_programs import SOLVER, program

pytestmark = pytest.mark.gate

COPIES = str(INSTANCES / "size4-clues5-copies.txt")

FAKE = """\
import subprocess, sys, time
from types import SimpleNamespace

class Groups(set):
    CPU, MEMORY = "cpu", "memory"

class RunExecutor:
    def __init__(self, use_namespaces):
        if MISSING:
            sys.exit("\\nRequired cgroups are not available.\\nPlease make them available.")
        self.cgroups = Groups(["cpu", "memory"])

    def stop(self):
        pass

    def execute_run(self, args, output, walltimelimit, hardtimelimit, memlimit, write_header):
        ended = subprocess.run(args)
        time.sleep(1 if "solver" in args[-1] else 0)
        end = SimpleNamespace(value=ended.returncode, signal=None)
        measured = {"cputime": 0.5, "memory": 7 * 2**20, "walltime": 0.01, "exitcode": end}
        return measured | ({"terminationreason": REASON} if "solver" in args[-1] else {})
"""


def fake_benchexec(folder: Path, *, missing: bool = False, reason: str | None = None) -> Path:
    """Write a package that looks like BenchExec, and return the folder that contains it. It has no
    control groups if `missing`; otherwise it returns made measurements, with `reason` as the reason
    why each solver was stopped.
    """
    code = FAKE.replace("MISSING", repr(missing)).replace("REASON", repr(reason))
    files = {
        "benchexec/__init__.py": "",
        "benchexec/runexecutor.py": code,
        "benchexec-9.9.dist-info/METADATA": "Name: benchexec\nVersion: 9.9\n",
    }
    for name, text in files.items():
        path = folder / "fake" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "fake"


def compared(
    folder: Path, packages: Path, *options: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, Any] | None]:
    """Run the command on a pair with a solver program, in a process that finds `packages` first.
    Return how the command ended, and its record; None if there is none.
    """
    journal = folder / "runs.jsonl"
    words = ["compare", COPIES, "--backends", program(folder, SOLVER), "--json", str(journal)]
    ended = subprocess.run(
        [*PROGRAM, *words, *options],
        env={**os.environ, "PYTHONPATH": str(packages)},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended, json.loads(journal.read_text()) if journal.exists() else None


# A BenchExec that is made


def test_what_runexec_measured_is_recorded_and_reported(tmp_path: Path) -> None:
    ended, one = compared(tmp_path, fake_benchexec(tmp_path))
    assert ended.returncode == 0
    assert one is not None
    assert one["program_measured_by"] == "runexec 9.9"
    assert (one["ending"], one["memory"], one["solver_cpu_seconds"]) == ("copies", 7.0, 0.5)
    assert 0.5 < one["cpu_seconds"] < 1
    assert 0.01 < one["seconds"] < 1  # without the second in which only runexec worked
    assert "| runexec 9.9 |" in ended.stdout
    (tmp_path / "runs.jsonl").unlink()
    ended, one = compared(tmp_path, fake_benchexec(tmp_path), "--measure-by", "limits")
    assert one is not None
    assert one["program_measured_by"] == "limits"
    assert one["solver_cpu_seconds"] != 0.5
    assert "| RLIMIT and /proc |" in ended.stdout


@pytest.mark.parametrize(
    ("reason", "ending"),
    [("walltime", "timeout"), ("cputime", "timeout"), ("memory", "out of memory")],
)
def test_a_stopped_program_has_its_times_and_its_memory(
    tmp_path: Path, reason: str, ending: str
) -> None:
    ended, one = compared(tmp_path, fake_benchexec(tmp_path, reason=reason))
    assert ended.returncode == 0
    assert one is not None
    assert (one["ending"], one["error"], one["steps"]) == (ending, None, None)
    assert (one["memory"], one["solver_cpu_seconds"]) == (7.0, 0.5)
    assert one["cpu_seconds"] > 0.5


def test_a_run_that_runexec_cannot_make_is_an_error(tmp_path: Path) -> None:
    _, one = compared(tmp_path, fake_benchexec(tmp_path, reason="failed"))
    assert one is not None
    assert one["ending"] == "error"
    assert one["error"].endswith("/solver: runexec ended with failed")


def test_without_control_groups_the_limits_of_the_system_are_used(tmp_path: Path) -> None:
    packages = fake_benchexec(tmp_path, missing=True)
    ended, one = compared(tmp_path, packages, "--measure-by", "runexec")
    assert (ended.returncode, ended.stdout, one) == (2, "", None)
    assert ended.stderr == (
        "sudokopie: runexec cannot measure programs here, but --measure-by limits can, without it; "
        "the reason: Required cgroups are not available. Please make them available.\n"
    )
    ended, one = compared(tmp_path, packages)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert one is not None
    assert one["program_measured_by"] == "limits"


def test_without_benchexec_it_says_what_to_install(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_no_version(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(runexec, "version", find_no_version)
    runexec.find_runexec.cache_clear()
    try:
        call = ["compare", COPIES, "--backends", program(tmp_path, SOLVER)]
        result = run(*call, "--measure-by", "runexec")
        assert (result.status, result.out) == (2, "")
        assert "BenchExec is not installed: pip install benchexec" in result.err
        assert "RLIMIT and /proc" in run(*call).out
    finally:
        runexec.find_runexec.cache_clear()


def test_runexec_that_has_nothing_to_measure_is_refused(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runexec, "find_runexec", lambda: runexec.RunexecSearchResult("runexec 9.9"))
    call = ["compare", COPIES, "--backends", "pysat:minisat22", "--measure-by", "runexec"]
    result = run(*call)
    assert result.status == 2
    assert "runexec has nothing to measure" in result.err
    result = run(*call, "--cluster", "local")
    assert result.status == 2
    assert "--cluster" in result.err


def test_the_page_names_what_measured_programs(tmp_path: Path) -> None:
    one = record("p", "dimacs:a")._replace(call="a {cnf}", program_measured_by="runexec 9.9")
    other = record("p", "dimacs:b")._replace(call="b {cnf}", program_measured_by="limits")
    page = page_of([one, other, record("p", "pysat:c")], tmp_path)
    assert "<dt>Programs measured by</dt> <dd>runexec 9.9</dd> <dd>RLIMIT and /proc</dd>" in page
    assert "<td>a {cnf}</td><td>runexec 9.9</td>" in page
    assert "--measure-by" not in make_command_line({"a": [one], "b": [other]})
    assert make_command_line({"a": [one]}).endswith("--measure-by runexec")
    assert make_command_line({"b": [other]}).endswith("--measure-by limits")
    assert "--measure-by" not in make_command_line({"c": [record("p", "pysat:c")]})


# The real BenchExec


@pytest.fixture
def name() -> str:
    """Return the name of runexec, and skip the test if it cannot be used."""
    found = runexec.find_runexec()
    if found.name is None:
        pytest.skip("runexec may use no control groups")
    return found.name


def measured(folder: Path, name: str, source: str, **settings: Any) -> RunRecord:
    plan = plan_runs([read_instance(COPIES)], [program(folder, source)], 1, PLAIN)
    (one,) = measure_runs_and_yield_records(plan, SETTINGS._replace(**settings), CONDITIONS, name)
    return one


def list_left_behind(folder: Path) -> list[str]:
    """Return the processes that name the folder, and the control groups of runexec."""
    listed = subprocess.run(["ps", "axww"], capture_output=True, text=True, check=True).stdout
    groups = map(str, Path("/sys/fs/cgroup").rglob("benchmark_*"))
    return [*(line for line in listed.splitlines() if str(folder) in line), *groups]


FORKS = """\
import os, time
taken = bytearray(b"x") * 20_000_000
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        taken = bytearray(b"x") * 40_000_000
        while True: pass
"""
PRINTS = "while True: print('x' * 2**20)"


def test_a_program_is_measured_with_what_it_started(tmp_path: Path, name: str) -> None:
    """Its child has ended before it does, in a session of its own."""
    child = "taken = bytearray(b'x') * 60_000_000; sum(range(5_000_000))"
    start = (
        "import subprocess, sys\n"
        f"subprocess.run([sys.executable, '-c', {child!r}], start_new_session=True)\n"
    )
    one = measured(tmp_path, name, start + SOLVER)
    assert one.ending is RunEnding.COPIES
    assert one.program_measured_by == name
    assert one.memory is not None
    assert 60 < one.memory < 200
    assert one.solver_cpu_seconds is not None
    assert one.cpu_seconds is not None
    assert 0.1 < one.solver_cpu_seconds < one.cpu_seconds < 5
    small = measured(tmp_path, name, "import os; os.execv('/bin/false', ['false'])")
    assert small.memory is not None
    assert small.memory < 9  # less than the process from which programs start


@pytest.mark.parametrize(
    ("source", "settings", "ending"),
    [
        ("import time; time.sleep(60)", {"time_limit": 1.0}, RunEnding.TIMEOUT),
        (FORKS + "time.sleep(60)", {"cpu_limit": 1.0}, RunEnding.TIMEOUT),
        (FORKS + "time.sleep(60)", {"memory_limit": 100}, RunEnding.OUT_OF_MEMORY),
        (FORKS + "os.kill(os.getpid(), 11)", {}, RunEnding.ERROR),
        (FORKS + "print('nothing')", {}, RunEnding.ERROR),
        (PRINTS, {"time_limit": 1.0}, None),
        (PRINTS, {"memory_limit": 100, "time_limit": 2.0}, None),
    ],
)
def test_bad_solvers_are_stopped_and_measured_and_nothing_is_left(
    tmp_path: Path, name: str, source: str, settings: dict[str, Any], ending: RunEnding | None
) -> None:
    begin = time.monotonic()
    one = measured(tmp_path, name, source, **settings)
    assert time.monotonic() - begin < 30
    assert one.ending is ending or (ending is None and not one.has_answer)
    assert one.cpu_seconds is not None
    assert one.memory is not None
    assert 0 < one.cpu_seconds < 20
    assert 0 < one.memory < 1200
    if "fork" in source and "memory_limit" not in settings:
        assert one.memory > 20
    assert list_left_behind(tmp_path) == []
    if ending is RunEnding.ERROR:
        assert "signal 11" in str(one.error) or "found 'nothing'" in str(one.error)


def test_a_program_has_the_folders_of_the_user(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "a b'c"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("TEMP", raising=False)
    seen = "import os; open(os.environ['HOME'] + '/seen', 'w').write(os.environ.get('TEMP', '-'))\n"
    assert measured(tmp_path, name, seen + SOLVER).ending is RunEnding.COPIES
    assert (home / "seen").read_text() == "-"


@pytest.mark.usefixtures("name")
def test_nothing_is_left_of_a_comparison_that_is_killed(tmp_path: Path) -> None:
    started = tmp_path / "started"
    backend = program(tmp_path, f"open({str(started)!r}, 'w').close()\n{FORKS}time.sleep(60)")
    words = ["compare", COPIES, "--backends", backend, "--measure-by", "runexec"]
    with subprocess.Popen(
        [*PROGRAM, *words], env={**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    ) as child:
        while not started.exists():
            assert child.poll() is None
            time.sleep(0.05)
        assert list_left_behind(tmp_path) != []
        child.kill()
    latest = time.monotonic() + 20
    while list_left_behind(tmp_path) and time.monotonic() < latest:
        time.sleep(0.1)
    assert list_left_behind(tmp_path) == []


def test_a_program_that_kills_runexec_has_no_answer(tmp_path: Path, name: str) -> None:
    one = measured(tmp_path, name, "import os\nos.kill(os.getppid(), 9)\nprint('s SATISFIABLE')")
    assert one.ending is RunEnding.ERROR
    assert str(one.error).endswith("/solver: runexec was killed")
    for path in Path("/sys/fs/cgroup").rglob("benchmark_*"):
        path.rmdir()  # only runexec knew them
