"""A clock: how long an answer is wanted, and where the time went."""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias, TypeVar

try:
    import resource
except ImportError:  # not on Windows: there the time of children is not counted
    resource = None  # type: ignore[assignment]

from ..base.errors import ArgumentError, DeadlinePassedError

T = TypeVar("T")


class Seconds(NamedTuple):
    """Seconds of wall-clock time, and of processor time, that of child processes included."""

    wall: float
    cpu: float


PHASES = ("encode", "load", "solve", "check")
"""Where time goes: writing the question down, handing it over, solving, following the witness."""

LONGEST = 1_000_000  # seconds: eleven days, which all clocks of solvers can count


class Clock:
    """Says when an answer is no longer wanted, and is told where the time went, by `PHASES`.

    The answer is wanted for `limit` seconds of wall-clock time from now; None means for ever, and
    so do more than 10⁶ seconds. Raises `ArgumentError` for a limit that is no number above 0.

    >>> Clock(60).remaining <= 60, Clock().remaining
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
        self.phases: dict[str, Seconds] = {}

    @classmethod
    def of(cls, timeout: "Timeout") -> "Clock":
        """Return the clock that was given, or one that ends after so many seconds."""
        return timeout if isinstance(timeout, Clock) else cls(timeout)

    @classmethod
    def started(cls, timeout: "Timeout") -> "Clock":
        """Return a clock that begins now and ends as that of `of` does."""
        return timeout.anew() if isinstance(timeout, Clock) else cls(timeout)

    def anew(self, limit: float | None = None) -> "Clock":
        """Return a clock that begins now and ends when this one does, or after `limit` seconds."""
        clock = Clock(limit)
        ends = [end for end in (clock._end, self._end) if end is not None]
        clock._end = min(ends, default=None)
        return clock

    @property
    def remaining(self) -> float | None:
        """Seconds left, not below 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.perf_counter())

    @property
    def passed(self) -> float:
        """Seconds of wall-clock time since the clock began."""
        return time.perf_counter() - self._begin.wall

    def check(self) -> None:
        """Raise `DeadlinePassedError` where no time is left."""
        if self._end is not None and time.perf_counter() >= self._end:
            raise DeadlinePassedError

    def lap(self, phase: str) -> None:
        """Count the time since the last lap as that of a phase, one of `PHASES`."""
        wall, cpu = now = _read_clock(self._elsewhere)
        before, mark = self.phases.get(phase, Seconds(0.0, 0.0)), self._mark
        self.phases[phase] = Seconds(before.wall + wall - mark.wall, before.cpu + cpu - mark.cpu)
        self._mark = now

    def add_elsewhere(self, cpu: float) -> None:
        """Count processor time of processes that are no children of this one."""
        self._elsewhere += cpu

    def watch(self, items: Iterable[T], every: int = 4096) -> Iterator[T]:
        """Yield the items; every so many, raise `DeadlinePassedError` where no time is left."""
        for number, item in enumerate(items):
            if number % every == 0:
                self.check()
            yield item

    def encoded(self, pieces: Iterable[T], at_once: int = 4096) -> Iterator[list[T]]:
        """Yield the pieces of a formula, `end_at_once` together, with a look at the clock in
        between.

        Writing them counts as encoding, and what happens in between as loading.
        """
        source = iter(pieces)
        while True:
            self.lap("load")
            some = list(islice(source, at_once))
            self.lap("encode")
            self.check()
            if not some:
                return
            yield some


Timeout: TypeAlias = float | Clock | None
"""How long an answer is wanted: seconds, for ever, or as a clock says that several calls share."""


def _read_clock(elsewhere: float = 0.0) -> Seconds:
    cpu = time.process_time() + elsewhere
    if resource is not None:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu += children.ru_utime + children.ru_stime
    return Seconds(time.perf_counter(), cpu)
