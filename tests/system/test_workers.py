"""Processes: the same results in order, whatever happens to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sudokopie.base.errors import BackendError, DeadlinePassedError, PairFileError
from sudokopie.system.ordered_map import map_in_order

from collection_workers import (
    dies,
    dies_once,
    is_misread,
    is_too_late,
    kills_its_guardian_once,
    process_and_folder,
    square,
)
from conftest import ROOT


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(map_in_order(square, range(20), jobs)) == [n * n for n in range(20)]
    assert list(map_in_order(square, [], jobs)) == []


def test_a_process_that_dies_costs_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    assert list(map_in_order(dies_once, [(n, mark) for n in range(12)], 2)) == list(range(12))
    assert mark.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a parent's end")
def test_a_guardian_that_is_killed_costs_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    tasks = [(n, mark) for n in range(12)]
    assert list(map_in_order(kills_its_guardian_once, tasks, 2)) == list(range(12))
    end = time.monotonic() + 10
    while is_running(mark.read_text()) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_running(mark.read_text())


def is_running(pid: str) -> bool:
    """Return whether a process is there that has not ended, on Linux."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_processes_live_on_and_find_what_is_around_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seen() -> tuple[set[int], set[str]]:
        pids, folders = zip(*map_in_order(process_and_folder, range(20), 2), strict=True)
        return set(pids), set(folders)

    first, second = seen(), seen()
    assert first[0] & second[0]
    assert len(first[0] | second[0]) == 2
    monkeypatch.chdir(tmp_path)
    pids, folders = seen()
    assert folders == {str(tmp_path)}
    assert pids.isdisjoint(first[0])


def test_a_process_that_is_killed_in_between_is_replaced() -> None:
    (pid, _), *_ = map_in_order(process_and_folder, [1], 2)
    os.kill(pid, signal.SIGKILL)
    (another, _), *_ = map_in_order(process_and_folder, [1], 2)
    assert another != pid


@pytest.mark.gate
def test_a_task_that_kills_every_process_is_an_error() -> None:
    with pytest.raises(BackendError, match="3 times"):
        list(map_in_order(dies, range(5), 2))


def test_an_error_in_a_process_is_raised_here() -> None:
    with pytest.raises(TypeError):
        list(map_in_order(square, ["a"], 2))  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [1, 2])
def test_our_own_errors_come_as_they_are(jobs: int) -> None:
    with pytest.raises(DeadlinePassedError, match="the time was not enough"):
        list(map_in_order(is_too_late, [1], jobs))
    with pytest.raises(PairFileError, match="file:7:2: expected cells"):
        list(map_in_order(is_misread, [7], jobs))


def test_tasks_are_read_as_they_are_needed() -> None:
    read: list[int] = []

    def tasks() -> object:
        for number in range(1000):
            read.append(number)
            yield number

    results = map_in_order(square, tasks(), 2)  # type: ignore[arg-type]
    next(results)
    results.close()
    assert len(read) < 10


@pytest.mark.skipif(sys.platform != "linux", reason="others wait for the solver")
def test_a_worker_ends_with_us_also_while_a_solver_lets_nothing_else_run() -> None:
    code = (
        "from sudokopie.system.ordered_map import map_in_order\n"
        "from collection_workers import solves_for_ever\n"
        "if __name__ == '__main__': list(map_in_order(solves_for_ever, range(2), 2))\n"
    )
    path = os.pathsep.join([str(ROOT / "tests"), *sys.path])
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        assert process.stderr is not None
        for _ in range(2):
            assert process.stderr.readline() == "begins\n"
        time.sleep(0.5)
        process.kill()
        begin = time.monotonic()
        process.stderr.read()  # until the last one that can write has ended
        assert time.monotonic() - begin < 30  # the solvers take longer


SCRIPT = """
from sudokopie.system.ordered_map import map_in_order
from collection_workers import sleeps
if __name__ == "__main__":
    list(map_in_order(sleeps, range(4), 2))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_end_leaves_no_process_behind(number: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "sleepers.py"
    script.write_text(SCRIPT, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), *sys.path])},
    )
    assert process.stderr is not None
    with process.stderr:
        workers = [int(process.stderr.readline()) for _ in range(2)]
        process.send_signal(number)
        assert process.wait(60) != 0
        # Which ends when the last process that can write there has ended.
        begin = time.monotonic()
        process.stderr.read()
        assert time.monotonic() - begin < 60
    assert len(set(workers)) == 2
