"""Solvers of others that lie, hang, flood and fork: they cost a line, or the time, and no truth."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from threading import Event, main_thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudokopie.solvers import cp_sat

from hostile.mutations import mutated
from hostile.program import STATUSES, Ran, judge, run, running_in
from hostile.specimens import OTHER, PAIR, specimen

pytestmark = pytest.mark.gate

if sys.platform == "win32":
    pytest.skip("programs are shell scripts", allow_module_level=True)

FEW = settings(
    max_examples=max(settings().max_examples // 10, 1),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that is found on the PATH; whoever wants it to do something writes it."""
    # A name of its own for each test: what is known of a program is remembered.
    path = tmp_path / "bin" / tmp_path.name
    path.parent.mkdir()
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "yes.txt").write_bytes(PAIR)
    (tmp_path / "no.txt").write_bytes(OTHER)
    return path


def does(solver: Path, script: str) -> None:
    solver.write_text(f"#!/bin/sh\n{script}\n")
    solver.chmod(0o755)


def solve(solver: Path, file: str, *options: str) -> Ran:
    backend = ("--no-refinement", "--backend", f"dimacs:{solver.name}")
    ran = run("solve", "-q", *backend, *options, file)
    judge(ran)
    return ran


@FEW
@given(st.data())
def test_whatever_a_solver_says_a_yes_is_one(solver: Path, data: st.DataObject) -> None:
    model = specimen("model cnf").files["model"]
    Path("said").write_bytes(data.draw(mutated(model)))
    does(solver, f"cat {Path.cwd()}/said; exit {data.draw(st.sampled_from((0, 1, 10, 20)))}")
    assert solve(solver, "no.txt").status != 0
    assert solve(solver, "yes.txt").status in STATUSES


@pytest.mark.parametrize(
    "script",
    [
        "sleep 900",
        "trap '' TERM INT HUP; while :; do sleep 1; done",
        "sleep 900 & sleep 900 & wait",
        "(trap '' HUP; sleep 900) & exec sleep 900",
    ],
)
def test_a_solver_that_hangs_takes_the_time_and_no_more(solver: Path, script: str) -> None:
    does(solver, script)
    begin = time.monotonic()
    ran = solve(solver, "yes.txt", "--time-limit", "0.5")
    assert ran.status == 3, ran
    assert time.monotonic() - begin < 600
    limit = time.monotonic() + 300
    while (running := not_ours(running_in(Path.cwd()))) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not running, running


def not_ours(running: list[str]) -> list[str]:
    """Return the commands that are not of this process, nor of its guardian, which stays."""
    return [one for one in running if "pytest" not in one and "python" not in one]


def test_ctrl_c_twice_leaves_no_thread_behind() -> None:
    """A thread of CP-SAT that still runs at the end breaks off the process, with SIGABRT."""
    asked, done = Event(), Event()

    class Solver:
        def solve(self, _: object) -> None:
            for _ in range(2):
                signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
            asked.wait(10)
            done.set()

        def stop_search(self) -> None:
            asked.set()

    with pytest.raises(KeyboardInterrupt):
        cp_sat._solve_in_thread(Solver(), None)  # type: ignore[arg-type]
    assert asked.is_set()
    assert done.is_set()


@pytest.mark.skipif("HOSTILE_TIMES" not in os.environ, reason="for the long run")
@pytest.mark.parametrize("what", ["yes v 1", "cat /dev/zero", "yes | tr -d '\\n'", "yes >&2"])
def test_a_solver_that_floods_is_cut(solver: Path, what: str) -> None:
    does(solver, f"echo 's SATISFIABLE'; {what}")
    assert solve(solver, "yes.txt", "--time-limit", "5").status in (2, 3)
