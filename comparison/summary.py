"""What records add up to: a row for each backend, and one for the virtual best solver.

The measures are those of the SAT competitions. PAR-2: the mean time, where a pair that was not
solved counts as twice the time limit. Virtual best solver: on each pair the backend that was
fastest there.
"""

from collections.abc import Iterable, Mapping
from math import inf
from statistics import fmean, median
from typing import NamedTuple

from .record import Ending, Record

VIRTUAL_BEST = "virtual best"

Times = dict[str, dict[str, float]]
"""By backend and pair, the seconds: the median of its runs, infinite where it is not solved."""


class Row(NamedTuple):
    """A backend on some pairs. Times are in seconds, infinite for what was not solved.

    `solved` and `pairs` count pairs, `wins` those on which no other was faster; `errors` counts
    runs.
    """

    backend: str
    solved: int
    pairs: int
    par2: float
    median: float
    worst: float
    wins: int
    errors: int


class Comparison:
    """The records of a comparison, right answers and wrong ones told apart.

    `wrong` holds (instance, backend) of answers that contradict something: they count as unsolved.
    """

    def __init__(self, records: Iterable[Record], wrong: Iterable[tuple[str, str]] = ()) -> None:
        self.records = list(records)
        self.time_limit: float = max((r.settings["time_limit"] for r in self.records), default=0)
        self._wrong = frozenset(wrong)
        self.times = self._times()
        self.verdicts = self._verdicts()

    def rows(self, verdict: Ending | None = None) -> list[Row]:
        """Return a row for each backend, best PAR-2 first, and the virtual best solver's last.

        With a verdict, only pairs that have it count: those on which some backend was right.
        """
        names = [name for name, said in self.verdicts.items() if verdict in (None, said)]
        best = {
            name: min(
                (of_backend.get(name, inf) for of_backend in self.times.values()), default=inf
            )
            for name in names
        }
        errors = self._errors(set(names))
        rows = [
            self._row(backend, times, best, errors.get(backend, 0))
            for backend, times in self.times.items()
            if best.keys() & times.keys()
        ]
        rows.sort(key=lambda row: (row.par2, row.median, row.backend))
        return [*rows, self._row(VIRTUAL_BEST, best, best, 0)] if rows else []

    def messages(self) -> dict[str, int]:
        """Return what went wrong, by backend and message, and in how many runs."""
        counts: dict[str, int] = {}
        for record in self.records:
            if record.ending is Ending.ERROR:
                message = f"{record.backend}: {record.error}"
                counts[message] = counts.get(message, 0) + 1
        return counts

    def _row(
        self, backend: str, times: Mapping[str, float], best: Mapping[str, float], errors: int
    ) -> Row:
        taken = [times[name] for name in best if name in times]
        finite = [seconds for seconds in taken if seconds < inf]
        wins = sum(1 for name in best if times.get(name, inf) == best[name] < inf)
        par2 = fmean(min(seconds, 2 * self.time_limit) for seconds in taken)
        return Row(backend, len(finite), len(taken), par2, median(taken), max(taken), wins, errors)

    def _times(self) -> Times:
        runs: dict[str, dict[str, list[float]]] = {}
        for record in self.records:
            right = record.is_solved and (record.instance, record.backend) not in self._wrong
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
            elif record.is_solved and (record.instance, record.backend) not in self._wrong:
                verdicts[record.instance] = record.ending
        return verdicts

    def _errors(self, names: set[str]) -> dict[str, int]:
        errors: dict[str, int] = {}
        for record in self.records:
            if record.instance in names and record.ending in (Ending.ERROR, Ending.FALSE_WITNESS):
                errors[record.backend] = errors.get(record.backend, 0) + 1
        return errors
