"""What records add up to: wrong answers, a row for each backend, and one for the virtual best.

The measures are those of the SAT competitions. PAR-2: the mean time, where a pair that was not
solved counts as twice the time limit. Virtual best solver: on each pair the backend that was
fastest there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import inf
from statistics import fmean, median
from typing import NamedTuple

from ..base.language import Message
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


class Contradiction(NamedTuple):
    """An answer that contradicts another answer, or the manifest; `because` says why.

    The answer is the wrong one of the two, except where it is a yes: its witness was followed, so
    that the manifest is wrong.
    """

    instance: str
    backend: str
    said: str
    because: Message

    @property
    def is_wrong(self) -> bool:
        """Whether the answer is wrong, and not what it contradicts."""
        return self.said != Ending.COPIES


class Comparison:
    """The records of a comparison, right answers and wrong ones told apart.

    A backend that gives a wrong answer on a pair, one of the `contradictions`, has not solved it.
    `times` and `verdicts` are by pair, and so is `best`, the seconds of the virtual best solver.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self.records = list(records)
        self.contradictions = contradictions(self.records)
        self.time_limit: float = max((r.settings.time_limit for r in self.records), default=0)
        self._wrong = {one[:3] for one in self.contradictions if one.is_wrong}
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
        errors = Counter(r.backend for r in self.records if r.instance in best and self._errs(r))
        rows = [
            self._row(backend, times, best, errors[backend])
            for backend, times in self.times.items()
            if best.keys() & times.keys()
        ]
        rows.sort(key=lambda row: (row.par2, row.median, row.backend))
        return [*rows, self._row(VIRTUAL_BEST, best, best, 0)] if rows else []

    def efforts(self) -> list[Effort]:
        """Return what right answers took: of each backend, in the order of `rows`."""
        right: dict[str, list[Record]] = {}
        for record in filter(self._is_right, self.records):
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
        failed = (record for record in self.records if record.ending is Ending.ERROR)
        return Counter(f"{record.backend}: {record.error}" for record in failed)

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

    def _errs(self, record: Record) -> bool:
        said = (record.instance, record.backend, record.ending)
        return record.ending in (Ending.ERROR, Ending.FALSE_WITNESS) or said in self._wrong

    def _row(
        self, backend: str, times: Mapping[str, float], best: Mapping[str, float], errors: int
    ) -> BackendSummary:
        taken = [times[name] for name in best if name in times]
        solved = sum(seconds < inf for seconds in taken)
        wins = sum(1 for name in best if times.get(name, inf) == best[name] < inf)
        par2 = fmean(min(seconds, 2 * self.time_limit) for seconds in taken)
        return BackendSummary(
            backend, solved, len(taken), par2, median(taken), max(taken), wins, errors
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


def contradictions(records: Sequence[Record]) -> list[Contradiction]:
    """Return the contradictions, in the order of the records, each answer of a backend once.

    A witness is followed before a yes counts as one, so that where backends disagree the no is
    wrong.
    """
    copies: dict[tuple[str, str], str] = {}
    for record in records:
        if record.ending is Ending.COPIES:
            copies.setdefault((record.instance, record.digest), record.backend)
    found: dict[tuple[str, str, str], Contradiction] = {}
    for record in records:
        said = (record.instance, record.backend, record.ending)
        because = _because(record, copies.get((record.instance, record.digest)))
        if because is not None and said not in found:
            found[said] = Contradiction(*said, because)
    return list(found.values())


def _because(record: Record, finder: str | None) -> Message | None:
    if record.ending is Ending.FALSE_WITNESS:
        return Message("its steps do not lead from one Sudoku to the other")
    if record.ending is Ending.DIFFERENT and finder is not None:
        return Message("{backend} found steps, and they were followed", backend=finder)
    if record.is_solved and record.expected is not None and record.ending.value != record.expected:
        if record.ending is Ending.COPIES:
            return Message("the manifest, wrongly, says {expected}", expected=record.expected)
        return Message("the manifest says {expected}", expected=record.expected)
    return None


# the worst first
_WORST = (Ending.COPIES, Ending.DIFFERENT, Ending.FALSE_WITNESS, Ending.ERROR, Ending.TIMEOUT)


def _effort(backend: str, records: Sequence[Record]) -> Effort:
    walls = [{name: wall for name, (wall, _) in one.phases.items()} for one in records]
    return Effort(
        backend,
        len(records),
        _median(one.seconds for one in records),
        _medians(walls),
        _median(one.memory for one in records),
        _medians([one.statistics for one in records]),
    )


def _median(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return median(known) if known else None


def _medians(of_runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    names = dict.fromkeys(chain.from_iterable(of_runs))
    return {name: median(run[name] for run in of_runs if name in run) for name in names}
