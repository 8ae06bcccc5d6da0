"""Deadlines: which of two holds, and that each second counts in one phase alone."""

from collections.abc import Callable, Iterator
from itertools import product
from types import SimpleNamespace

import pytest

from sudokopie.base.errors import ArgumentError, DeadlinePassedError
from sudokopie.solvers import deadline as module
from sudokopie.solvers.deadline import LONGEST, Deadline, ProcessorDeadline, WallAndCpuTime

Pass = Callable[..., None]


@pytest.fixture
def let_pass(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """A function that lets seconds pass; otherwise no time passes."""
    now = {"wall": 1024.0, "cpu": 8.0}
    times = {"perf_counter": lambda: now["wall"], "process_time": lambda: now["cpu"]}
    monkeypatch.setattr(module, "time", SimpleNamespace(**times))
    monkeypatch.setattr(module, "resource", None)

    def passes(wall: float, cpu: float = 0.0) -> None:
        now["wall"] += wall
        now["cpu"] += cpu

    return passes


@pytest.mark.parametrize(("outer", "inner"), list(product((4.0, 2.0, None), (3.0, 1.0, None))))
def test_the_earlier_of_two_deadlines_holds(
    let_pass: Pass, outer: float | None, inner: float | None
) -> None:
    begun = Deadline(outer)
    let_pass(0.5)
    within = begun.copy_and_restart(inner)
    assert within.passed_wall_seconds == 0
    ends = [end for end in (outer and outer - 0.5, inner) if end is not None]
    if not ends:
        let_pass(2.0 * LONGEST)
        assert within.remaining_seconds is None
        within.check_deadline()
        return
    assert within.remaining_seconds == min(ends)
    let_pass(min(ends) - 0.25)
    within.check_deadline()
    let_pass(0.25)
    assert within.remaining_seconds == 0
    with pytest.raises(DeadlinePassedError):
        within.check_deadline()
    # The inner limit is no limit of the outer deadline.
    assert begun.remaining_seconds == (None if outer is None else outer - 0.5 - min(ends))


def test_calls_that_share_a_deadline_share_its_deadline(let_pass: Pass) -> None:
    shared = Deadline(4.0)
    let_pass(3.0)
    assert Deadline.from_timeout(shared) is shared
    started = Deadline.start(shared)
    assert (started.remaining_seconds, started.passed_wall_seconds, started.phases) == (
        1.0,
        0.0,
        {},
    )
    assert started is not shared
    for make in (Deadline.from_timeout, Deadline.start):
        assert make(2.0).remaining_seconds == 2.0
        assert make(None).remaining_seconds is None


def test_nothing_is_left_of_a_deadline_that_has_passed(let_pass: Pass) -> None:
    deadline = Deadline(1.0)
    let_pass(7.0)
    assert (deadline.remaining_seconds, deadline.passed_wall_seconds) == (0.0, 7.0)


@pytest.mark.parametrize(("limit", "ends"), [(LONGEST, True), (LONGEST + 1, False)])
def test_a_limit_that_solvers_cannot_count_is_none(limit: float, ends: bool) -> None:
    assert (Deadline(limit).remaining_seconds is not None) == ends


@pytest.mark.parametrize("limit", [0, -1.0, float("nan"), True, "5"])
def test_what_is_no_time_limit_is_refused(limit: object) -> None:
    with pytest.raises(ArgumentError, match="a time limit above 0 seconds"):
        Deadline(limit)  # type: ignore[arg-type]


def test_each_second_counts_in_one_phase(let_pass: Pass) -> None:
    deadline = Deadline()
    for phase, wall, cpu in (("load", 1.0, 0.5), ("solve", 4.0, 2.0), ("load", 2.0, 0.25)):
        let_pass(wall, cpu)
        deadline.end_phase(phase)
    deadline.add_cpu_seconds(16.0)
    deadline.add_cpu_seconds(32.0)
    let_pass(8.0, 1.0)
    deadline.end_phase("check")
    assert deadline.phases == {
        "load": WallAndCpuTime(3.0, 0.75),
        "solve": WallAndCpuTime(4.0, 2.0),
        "check": WallAndCpuTime(8.0, 49.0),
    }


def test_writing_pieces_counts_as_encoding_and_what_happens_between_as_loading(
    let_pass: Pass,
) -> None:
    deadline, given = Deadline(100.0), list[int]()

    def pieces() -> Iterator[int]:
        for number in range(5):
            let_pass(1.0)
            yield number

    for some in deadline.group_encoded_pieces(pieces(), group_size=2):
        assert len(some) <= 2
        given += some
        let_pass(10.0)
    assert given == [0, 1, 2, 3, 4]
    assert {phase: one.wall for phase, one in deadline.phases.items()} == {
        "encode": 5.0,
        "load": 30.0,
    }


def test_long_work_ends_with_the_time(let_pass: Pass) -> None:
    deadline, done, loaded = Deadline(10.0), list[int](), list[int]()
    with pytest.raises(DeadlinePassedError):
        for number in deadline.iterate_until_deadline(range(100), items_per_check=3):
            done.append(number)
            let_pass(2.0)
    # After five numbers the time is up, which is seen before the next that is a multiple of 3.
    assert done == [0, 1, 2, 3, 4, 5]
    deadline = Deadline(10.0)
    with pytest.raises(DeadlinePassedError):
        for some in deadline.group_encoded_pieces(range(100), group_size=2):
            loaded += some
            let_pass(6.0)
    assert loaded == [0, 1, 2, 3]


def test_only_processor_time_counts_for_some_deadlines(let_pass: Pass) -> None:
    deadline = ProcessorDeadline(2.0)
    let_pass(8.0, 0.5)  # other programs had the processor
    deadline.check_deadline()
    assert deadline.remaining_seconds == 1.5
    # A solver needs a deadline of wall-clock time.
    assert (
        deadline.copy_and_restart().remaining_seconds
        == Deadline.start(deadline).remaining_seconds
        == 1.5
    )
    assert deadline.copy_and_restart(1.0).remaining_seconds == 1.0
    let_pass(1.0, 1.5)
    assert (deadline.remaining_seconds, ProcessorDeadline().remaining_seconds) == (0.0, None)
    with pytest.raises(DeadlinePassedError):
        deadline.check_deadline()
    started = Deadline.start(deadline)
    let_pass(0.001)
    with pytest.raises(DeadlinePassedError):
        started.check_deadline()
    waiting = ProcessorDeadline(2.0)
    let_pass(20.0)  # what a process waits for uses no processor time of its own
    assert waiting.remaining_seconds == 0.0
