"""Deadlines for answers. A deadline also measures how long each phase of the work takes."""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias, TypeVar

try:
    import resource
except ImportError:  # Windows has no such module; the time of child processes is not counted there.
    resource = None  # type: ignore[assignment]

from ..base.errors import ArgumentError, DeadlinePassedError

T = TypeVar("T")


class WallAndCpuTime(NamedTuple):
    """Two durations in seconds: of wall-clock time, and of processor time, which includes the
    processor time of child processes.
    """

    wall: float
    cpu: float


_NOTHING = WallAndCpuTime(0.0, 0.0)

PHASES = ("encode", "load", "solve", "check")
"""The names of the phases in which a backend answers a question: "encode", write the formula;
"load", give the formula to the solver; "solve"; and "check", verify the solver's solution.
"""

LONGEST = 1_000_000  # seconds, about eleven days: every solver's own clock can represent it


class Deadline:
    """A deadline and a stopwatch for an answer. The deadline is `limit` seconds of wall-clock time
    from now; there is no deadline if `limit` is None or greater than 10⁶. `phases` maps each name
    in `PHASES` to the time that was measured for it.

    Raises `ArgumentError` if `limit` is not a number above 0.

    >>> Deadline(60).remaining_seconds <= 60, Deadline().remaining_seconds
    (True, None)
    """

    def __init__(self, limit: float | None = None) -> None:
        is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
        if limit is not None and not (is_number and limit > 0):
            raise ArgumentError(f"expected a time limit above 0 seconds, found {limit!r}")
        self._begin = self._mark = _read_clock()
        self._end: float | None = None
        if limit is not None and limit <= LONGEST:
            self._end = self._begin.wall + limit
        self._elsewhere = 0.0
        self.phases: dict[str, WallAndCpuTime] = {}

    @classmethod
    def from_timeout(cls, timeout: "Timeout") -> "Deadline":
        """Return `timeout` itself if it is a `Deadline`. Otherwise return a new `Deadline` with a
        limit of `timeout` seconds, or without a limit if `timeout` is None.
        """
        return timeout if isinstance(timeout, Deadline) else cls(timeout)

    @classmethod
    def start(cls, timeout: "Timeout") -> "Deadline":
        """Return a `Deadline` that starts to measure now. If `timeout` is a `Deadline`, the new
        deadline ends at the same time. If `timeout` is a number, the deadline is `timeout` seconds
        from now; if it is None, there is no limit.
        """
        return timeout.copy_and_restart() if isinstance(timeout, Deadline) else cls(timeout)

    def copy_and_restart(self, limit: float | None = None) -> "Deadline":
        """Return a new `Deadline` that starts to measure now and ends when this deadline ends. If
        `limit` is given, the new deadline ends at the latest `limit` seconds from now.
        """
        deadline = Deadline(limit)
        ends = [end for end in (deadline._end, self._end) if end is not None]
        deadline._end = min(ends, default=None)
        return deadline

    @property
    def remaining_seconds(self) -> float | None:
        """Seconds until the deadline, at least 0; None if there is no deadline."""
        return None if self._end is None else max(0.0, self._end - time.perf_counter())

    @property
    def passed_wall_seconds(self) -> float:
        """Seconds of wall-clock time since this object was made."""
        return time.perf_counter() - self._begin.wall

    def check_deadline(self) -> None:
        """Raise `DeadlinePassedError` if the deadline has passed. If there is no deadline, do
        nothing.
        """
        if self._end is not None and time.perf_counter() >= self._end:
            raise DeadlinePassedError

    def end_phase(self, phase: str) -> None:
        """Add the time since the last phase ended to the time of `phase`, one of `PHASES`, and
        start to measure the next phase.
        """
        wall, cpu = now = _read_clock(self._elsewhere)
        before, mark = self.phases.get(phase, _NOTHING), self._mark
        self.phases[phase] = WallAndCpuTime(
            before.wall + wall - mark.wall, before.cpu + cpu - mark.cpu
        )
        self._mark = now

    def add_cpu_seconds(self, cpu_seconds: float) -> None:
        """Add `cpu_seconds` to the processor time that this object measures. The operating system
        counts only this process and its child processes; the caller adds the time of other
        processes that worked for it.
        """
        self._elsewhere += cpu_seconds

    def leave_out_wall_seconds(self, wall_seconds: float) -> None:
        """Do not count `wall_seconds` of the present phase, in which a program that measured the
        work was busy, but not the work itself. The deadline does not change.
        """
        self._mark = self._mark._replace(wall=self._mark.wall + wall_seconds)

    def iterate_until_deadline(
        self, items: Iterable[T], items_per_check: int = 4096
    ) -> Iterator[T]:
        """Yield the `items` one by one, and check the deadline before the first item and after
        every `items_per_check` items, so that a loop over many items ends in time. Raises
        `DeadlinePassedError` if the deadline has passed.
        """
        source = iter(items)
        for item in source:
            self.check_deadline()
            yield item
            yield from islice(source, items_per_check - 1)

    def group_encoded_pieces(
        self, pieces: Iterable[T], group_size: int = 4096
    ) -> Iterator[list[T]]:
        """Group the pieces of a formula, such as clauses, into lists of at most `group_size`
        pieces, and yield these lists. Raise `DeadlinePassedError` before a list if the deadline has
        passed.

        The time in which the pieces are made counts as the phase "encode". The time in which the
        caller processes a list counts as the phase "load".
        """
        source = iter(pieces)
        while True:
            self.end_phase("load")
            some = list(islice(source, group_size))
            self.end_phase("encode")
            self.check_deadline()
            if not some:
                return
            yield some


class ProcessorDeadline(Deadline):
    """A deadline that passes when this process has used `limit` seconds of processor time, so that
    other programs on the machine do not shorten the time. When ten times as much wall-clock time is
    over, the deadline has passed in any case.

    Solvers need deadlines of wall-clock time. Therefore `start` and `copy_and_restart` return
    deadlines of wall-clock time: if this deadline has 5 seconds of processor time left, the new
    deadline ends 5 seconds of wall-clock time from now.
    """

    def __init__(self, limit: float | None = None) -> None:
        super().__init__(limit)
        self._limit = None if self._end is None else limit
        if self._limit is not None:
            self._end = self._begin.wall + _MOST_WAITING * self._limit
            self._start = time.process_time()

    def copy_and_restart(self, limit: float | None = None) -> Deadline:
        """Return a new `Deadline` of wall-clock time that starts to measure now. If this deadline
        has n seconds of processor time left, the new deadline ends n seconds from now, or `limit`
        seconds from now if `limit` is less than n.
        """
        remaining = self.remaining_seconds
        found = Deadline(limit)
        return (
            found
            if remaining is None
            else Deadline(max(remaining, _SHORTEST)).copy_and_restart(limit)
        )

    @property
    def remaining_seconds(self) -> float | None:
        """Seconds of processor time until the deadline, at least 0; None without a deadline."""
        waiting = super().remaining_seconds
        if waiting is None or self._limit is None:
            return None
        return max(0.0, min(waiting, self._limit - (time.process_time() - self._start)))

    def check_deadline(self) -> None:
        """Raise `DeadlinePassedError` if the deadline has passed. If there is no deadline, do
        nothing.
        """
        if self.remaining_seconds == 0.0:
            raise DeadlinePassedError


_MOST_WAITING = 10
_SHORTEST = 1e-9  # a time limit must be above 0


Timeout: TypeAlias = float | Deadline | None
"""The time for an answer: a number of seconds, a `Deadline` that several calls share, or None for
no limit.
"""


def _read_clock(other_processes_cpu: float = 0.0) -> WallAndCpuTime:
    """Return how much wall-clock time and processor time have passed until now, in seconds:
    readings of two clocks, whose differences are durations. The processor time is that of this
    process and its child processes, plus `other_processes_cpu`.
    """
    cpu = time.process_time() + other_processes_cpu
    if resource is not None:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu += children.ru_utime + children.ru_stime
    return WallAndCpuTime(time.perf_counter(), cpu)
