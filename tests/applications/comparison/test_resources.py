"""Limits on the processor time and the memory of runs, and what runs of programs used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison.instances import read_instance
from sudokopie.applications.comparison.measured_run import measure_runs_and_yield_records
from sudokopie.applications.comparison.plan import plan_runs
from sudokopie.applications.comparison.record import RunEnding, RunRecord
from sudokopie.applications.comparison.report_comparison import ComparisonReport
from sudokopie.applications.comparison.resources import (
    CAN_MEASURE,
    limit_this_process,
    measure_usage_of_descendants,
)
from sudokopie.applications.comparison.summary import ComparisonSummary
from sudokopie.encoding.candidates import PLAIN
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.solvers.deadline import Deadline

from conftest import INSTANCES
from made_records import CONDITIONS, SETTINGS, record
from solver_programs import SOLVER, program

COPIES = str(INSTANCES / "size4-clues5-copies.txt")
needs_processes = pytest.mark.skipif(not CAN_MEASURE, reason="only Linux lists processes in /proc")

TWO_SPIN = "import os\nos.fork()\nwhile True: pass"
CHILDREN_EAT = """\
import os, time
for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        taken = [bytearray(b"x") * 25_000_000 for _ in range(3)]
        time.sleep(60)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def measured(
    backend: str, *, cpu_limit: float | None = None, memory_limit: float | None = None
) -> RunRecord:
    settings = SETTINGS._replace(time_limit=20.0, cpu_limit=cpu_limit, memory_limit=memory_limit)
    plan = plan_runs([read_instance(COPIES)], [backend], 1, PLAIN)
    (one,) = measure_runs_and_yield_records(plan, settings, CONDITIONS)
    return one


def test_a_program_has_its_own_time_and_memory_beside_those_of_the_answer(tmp_path: Path) -> None:
    taken = "taken = bytearray(b'x') * 60_000_000\n"
    one = measured(program(tmp_path, taken + SOLVER))
    assert one.ending is RunEnding.COPIES
    assert one.solver_cpu_seconds is not None
    assert one.cpu_seconds is not None
    assert one.memory is not None
    assert 0.02 < one.solver_cpu_seconds < one.cpu_seconds
    assert 57 < one.memory < 200
    library = measured("pysat:minisat22")
    assert library.solver_cpu_seconds == pytest.approx(
        library.phases["load"].cpu_seconds + library.phases["solve"].cpu_seconds
    )
    assert library.cpu_seconds is not None
    assert library.cpu_seconds >= sum(cpu for _, cpu in library.phases.values())


@needs_processes
def test_the_processor_time_of_all_processes_is_limited(tmp_path: Path) -> None:
    """Two processes take one second together before one of them has taken it."""
    one = measured(program(tmp_path, TWO_SPIN), cpu_limit=1.0)
    assert one.ending is RunEnding.TIMEOUT
    assert one.cpu_seconds is not None
    assert 1.0 < one.cpu_seconds < 1.9
    assert one.seconds is not None
    text = ComparisonReport(ComparisonSummary([one]), AnswerFormatter()).format_text()
    assert ": stopped at the limit of processor time" in text


@needs_processes
def test_the_memory_of_all_processes_is_limited_and_nothing_is_left(tmp_path: Path) -> None:
    one = measured(program(tmp_path, CHILDREN_EAT), memory_limit=150)
    assert one.ending is RunEnding.OUT_OF_MEMORY
    assert one.memory is not None
    assert one.memory > 150
    listed = subprocess.run(["ps", "ax"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) not in listed
    text = ComparisonReport(ComparisonSummary([one]), AnswerFormatter()).format_text()
    assert ": stopped at the memory limit" in text


@needs_processes
def test_a_program_that_was_right_beyond_a_limit_has_not_solved(tmp_path: Path) -> None:
    hungry = program(tmp_path, "taken = bytearray(b'x') * 60_000_000\n" + SOLVER)
    assert measured(hungry, memory_limit=40).ending is RunEnding.OUT_OF_MEMORY
    assert measured(hungry, memory_limit=400).ending is RunEnding.COPIES


def test_a_single_process_cannot_take_much_more_than_the_limit(tmp_path: Path) -> None:
    one = measured(program(tmp_path, "bytearray(b'x') * 2_000_000_000"), memory_limit=50)
    assert one.ending in (RunEnding.ERROR, RunEnding.OUT_OF_MEMORY)
    assert one.memory is not None
    assert one.memory < 200


def test_limits_of_this_process_end_with_the_block() -> None:
    pytest.importorskip("resource")
    code = """\
from sudokopie.applications.comparison.resources import limit_this_process
with limit_this_process(60, 20):
    try:
        bytearray(200_000_000)
    except MemoryError:
        print("refused")
print(len(bytearray(200_000_000)))
"""
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["refused", "200000000"]


def test_short_phases_have_a_processor_time() -> None:
    """Under a limit of the system, Linux would count whole ticks of some milliseconds."""
    pytest.importorskip("resource")
    with limit_this_process(60, None):
        deadline, end = Deadline(), time.perf_counter() + 0.002
        while time.perf_counter() < end:
            pass
        deadline.end_phase("solve")
    assert deadline.phases["solve"].cpu > 0


@needs_processes
def test_descendants_are_added_up_by_generation() -> None:
    code = (
        "import os, time\nif os.fork() == 0: taken = bytearray(b'x') * 50_000_000\ntime.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        try:
            latest = time.monotonic() + 30
            while time.monotonic() < latest:
                every = measure_usage_of_descendants(os.getpid())
                later = measure_usage_of_descendants(os.getpid(), 1)
                assert every is not None
                assert later is not None
                # The memory grows between the two measurements, until all of it is taken.
                if every.memory > later.memory > 47 and every.cpu_seconds > 0:
                    break
                time.sleep(0.1)
            assert every is not None
            assert later is not None
            assert every.memory > later.memory > 47
            assert 0 < every.cpu_seconds < 20
        finally:
            subprocess.run(["pkill", "-P", str(process.pid)], check=False)
            process.kill()


def test_limits_are_options_and_part_of_the_records(run: Any, tmp_path: Path) -> None:
    place = str(tmp_path / "runs.jsonl")
    limits = ["--time-limit", "9", "--cpu-limit", "7", "--memory-limit", "500"]
    call = ["compare", COPIES, "--backends", "pysat:minisat22", "--json", place]
    result = run(*call, *limits)
    assert result.status == 0
    assert result.out.startswith("Pairs: 1; milliseconds of processor time a pair, limit 7 s")
    settings = json.loads(Path(place).read_text())["settings"]
    assert (settings["cpu_limit"], settings["memory_limit"]) == (7.0, 500.0)
    other = run(*call, "--resume", "--time-limit", "9", "--cpu-limit", "8")
    assert other.status == 2
    assert "cpu-limit 7.0" in other.err
    assert run(*call, "--cpu-limit", "0").status == 2
    assert run(*call, "--memory-limit", "0").status == 2


def test_backends_are_ranked_by_processor_time() -> None:
    waiting = record("p", "waits", seconds=0.1)._replace(seconds=5.0)
    busy = record("p", "busy", seconds=0.4)._replace(seconds=0.2)
    rows = ComparisonSummary([busy, waiting]).summarise_backends()
    assert [(row.backend, row.par2, row.wall) for row in rows[:2]] == [
        ("waits", 0.1, 5.0),
        ("busy", 0.4, 0.2),
    ]


def test_an_unsolved_run_counts_twice_the_limit_of_processor_time() -> None:
    late = record("p", "a", "timeout", None)
    late = late._replace(settings=late.settings._replace(cpu_limit=3.0))
    assert ComparisonSummary([late]).summarise_backends()[0].par2 == 6.0
