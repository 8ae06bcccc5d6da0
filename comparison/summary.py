"""What records add up to: a row for each backend, and one for the virtual best solver.

The measures are those of the SAT competitions. PAR-2: the mean time, where a pair that was not
solved counts as twice the time limit. Virtual best solver: on each pair the backend that was
fastest there.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from statistics import fmean, median
from typing import NamedTuple

from .record import Ending, Record

VIRTUAL_BEST = "virtual best"

Times = dict[str, dict[str, float]]
"""By backend and pair, the seconds: the median of its runs, infinite where it is not solved."""


class BackendSummary(NamedTuple):
    """A backend on some pairs. Times are in seconds, infinite for what was not solved.

    `solved` and `pairs` count pairs, `wins` those on which no other was faster; `errors` counts
    runs: those that ended in an error, and those with a wrong answer.
    """

    backend: str
    solved: int
    pairs: int
    par2: float
    median: float
    worst: float
    wins: int
    errors: int


class Effort(NamedTuple):
    """What the right answers of a backend took, each number the median of its runs.

    `runs` counts them. `phases` are seconds of wall-clock time, `memory` is in MiB, `counts` are
    the solver's statistics; what no run tells is None or left out.
    """

    backend: str
    runs: int
    seconds: float | None
    phases: dict[str, float]
    memory: float | None
    counts: dict[str, float]


class Comparison:
    """The records of a comparison, right answers and wrong ones told apart.

    `wrong` holds (instance, backend, answer) of wrong answers; whoever gives one on a pair has not
    solved it. `times` and `verdicts` are by pair, and so is `best`, the seconds of the virtual best
    solver.
    """

    def __init__(
        self, records: Iterable[Record], wrong: Iterable[tuple[str, str, str]] = ()
    ) -> None:
        self.records = list(records)
        self.time_limit: float = max((r.settings.time_limit for r in self.records), default=0)
        self._wrong = frozenset(wrong)
        self._lied_on = {(instance, backend) for instance, backend, _ in self._wrong}
        self.times = self._times()
        self.verdicts = self._verdicts()
        self.best = {
            name: min(times.get(name, inf) for times in self.times.values())
            for name in self.verdicts
        }

    def rows(self, verdict: Ending | None = None) -> list[BackendSummary]:
        """Return a row for each backend, best PAR-2 first, and the virtual best solver's last.

        With a verdict, only pairs that have it count: those on which some backend was right.
        """
        best = {n: x for n, x in self.best.items() if verdict in (None, self.verdicts[n])}
        errors = self._errors(set(best))
        rows = [
            self._row(backend, times, best, errors.get(backend, 0))
            for backend, times in self.times.items()
            if best.keys() & times.keys()
        ]
        rows.sort(key=lambda row: (row.par2, row.median, row.backend))
        return [*rows, self._row(VIRTUAL_BEST, best, best, 0)] if rows else []

    def efforts(self) -> list[Effort]:
        """Return what right answers took: of each backend, in the order of `rows`."""
        right: dict[str, list[Record]] = {}
        for record in self.records:
            if self._is_right(record):
                right.setdefault(record.backend, []).append(record)
        return [_effort(row.backend, right.get(row.backend, [])) for row in self.rows()[:-1]]

    def failures(self) -> dict[tuple[str, str], Ending]:
        """Return how runs without a right answer ended, by pair and backend: the worst of each.

        An answer among them is a wrong one.
        """
        found: dict[tuple[str, str], Ending] = {}
        for record in self.records:
            if not self._is_right(record):
                key = (record.instance, record.backend)
                found[key] = min(found.get(key, record.ending), record.ending, key=_WORST.index)
        return found

    def messages(self) -> dict[str, int]:
        """Return what went wrong, by backend and message, and in how many runs."""
        counts: dict[str, int] = {}
        for record in self.records:
            if record.ending is Ending.ERROR:
                message = f"{record.backend}: {record.error}"
                counts[message] = counts.get(message, 0) + 1
        return counts

    def programs(self) -> list[tuple[str, str | None, str]]:
        """Return backend, version and call of each program that was run, each of these once."""
        return list(
            dict.fromkeys(
                (record.backend, record.version, record.call)
                for record in self.records
                if record.call is not None
            )
        )

    def _is_right(self, record: Record) -> bool:
        return record.is_solved and (record.instance, record.backend) not in self._lied_on

    def _row(
        self, backend: str, times: Mapping[str, float], best: Mapping[str, float], errors: int
    ) -> BackendSummary:
        taken = [times[name] for name in best if name in times]
        finite = [seconds for seconds in taken if seconds < inf]
        wins = sum(1 for name in best if times.get(name, inf) == best[name] < inf)
        par2 = fmean(min(seconds, 2 * self.time_limit) for seconds in taken)
        return BackendSummary(
            backend, len(finite), len(taken), par2, median(taken), max(taken), wins, errors
        )

    def _times(self) -> Times:
        runs: dict[str, dict[str, list[float]]] = {}
        for record in self.records:
            right = self._is_right(record)
            seconds = record.seconds if right and record.seconds is not None else inf
            of_backend = runs.setdefault(record.backend, {})
            of_backend.setdefault(record.instance, []).append(seconds)
        return {
            backend: {name: median(seconds) for name, seconds in of_backend.items()}
            for backend, of_backend in runs.items()
        }

    def _verdicts(self) -> dict[str, Ending | None]:
        """Return the verdict of each pair: the manifest's, else what was answered rightly."""
        verdicts: dict[str, Ending | None] = {}
        for record in self.records:
            verdicts.setdefault(record.instance, None)
            if record.expected is not None:
                verdicts[record.instance] = Ending(record.expected)
            elif self._is_right(record):
                verdicts[record.instance] = record.ending
        return verdicts

    def _errors(self, names: set[str]) -> dict[str, int]:
        errors: dict[str, int] = {}
        for record in self.records:
            if record.instance in names and self._is_error(record):
                errors[record.backend] = errors.get(record.backend, 0) + 1
        return errors

    def _is_error(self, record: Record) -> bool:
        said = (record.instance, record.backend, record.ending)
        return record.ending in (Ending.ERROR, Ending.FALSE_WITNESS) or said in self._wrong


# the worst first
_WORST = (Ending.COPIES, Ending.DIFFERENT, Ending.FALSE_WITNESS, Ending.ERROR, Ending.TIMEOUT)


def _effort(backend: str, records: Sequence[Record]) -> Effort:
    phases: dict[str, list[float]] = {}
    counts: dict[str, list[float]] = {}
    for record in records:
        for phase, (wall, _) in record.phases.items():
            phases.setdefault(phase, []).append(wall)
        for name, count in record.statistics.items():
            counts.setdefault(name, []).append(count)
    return Effort(
        backend,
        len(records),
        _median(record.seconds for record in records),
        {phase: median(seconds) for phase, seconds in phases.items()},
        _median(record.memory for record in records),
        {name: median(of_runs) for name, of_runs in counts.items()},
    )


def _median(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return median(known) if known else None
