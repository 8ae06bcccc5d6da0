"""Summarise the records of a comparison: numbers and times for each backend, and for the virtual
best solver, an imagined backend that takes, on each pair, the time of the fastest backend.

The measures are those of the SAT competitions. Times are processor times, because other work of the
machine makes wall-clock times longer. PAR-2 is the mean time, in which an unsolved pair counts as
twice the limit.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from math import inf
from statistics import fmean, median, quantiles
from typing import NamedTuple

from .judgement import AnswerJudgement
from .record import ANSWER_ENDINGS, MEASURED_BY_LIMITS, NO_ENDINGS, RunEnding, RunRecord

VIRTUAL_BEST = "virtual best"

_HUGE = 1e18  # stands for an infinite number of seconds in computations

Times = dict[str, dict[str, float]]
"""The seconds of processor time by backend and pair: the median of the runs, or infinity if the
pair is not solved.
"""


class Quartiles(NamedTuple):
    """The three quartiles of several times: a quarter, half and three quarters of the times are not
    greater. Times are in seconds.
    """

    lower: float
    middle: float
    upper: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "Quartiles | None":
        """Return the quartiles of some times, which may be infinite; None if there are fewer than
        two times.
        """
        if len(times) < 2:
            return None
        finite = [seconds for seconds in times if seconds < inf]
        # Infinite times would make all interpolated quartiles beside them undefined.
        shown = [*finite, *[_HUGE] * (len(times) - len(finite))]
        found = quantiles(shown, n=4, method="inclusive")
        return cls(*(inf if seconds > _HUGE / 1000 else seconds for seconds in found))


class BackendSummary(NamedTuple):
    """A backend's numbers of solved pairs and errors, and its times on all pairs. Times are in
    seconds of processor time, except `wall`.

    - `solved`, `pairs`: the number of solved pairs, and of all pairs on which the backend was run.
    - `claimed`: the number of pairs with an answer that is neither confirmed nor contradicted.
    - `par2`: the mean time, in which an unsolved pair counts as twice the limit.
    - `median`, `worst`: the median and the greatest time. A value is infinite if it is the time of
      an unsolved pair.
    - `wins`: the number of solved pairs on which no other backend was faster.
    - `errors`: the number of runs that ended in an error or with a rejected proof.
    - `solver`, `wall`: the medians over the solved runs of the solver's own part of the processor
      time, and of the wall-clock time; None if they are not known.
    - `memory`: the median over the same runs of the peak of the memory in MiB, or None.
    - `proof_size`, `proof_seconds`: the medians of the size in bytes of the proofs, and of the time
      of their checks; None if there is no proof.
    - `seed_quartiles`: the quartiles of the mean times of single seeds, in which an unsolved pair
      counts as twice the limit; None if fewer than two seeds were run on all pairs.
    """

    backend: str
    solved: int
    claimed: int
    pairs: int
    par2: float
    median: float
    worst: float
    wins: int
    errors: int
    solver: float | None = None
    wall: float | None = None
    memory: float | None = None
    proof_size: float | None = None
    proof_seconds: float | None = None
    seed_quartiles: Quartiles | None = None


class PairGroup(NamedTuple):
    """The pairs with the same file format on which the same backends were run, so that the mean
    times of these backends can be compared. `form` is the file format; it is cnf for pairs of
    Sudokus, too. Backends with a wrong answer are left out of `backends`.
    """

    form: str
    backends: frozenset[str]


class UnrankedBackend(NamedTuple):
    """A backend that is not ranked because one of its answers was wrong. `wrong` is the number of
    pairs on which an answer was wrong, and `pairs` the number of all pairs on which the backend was
    run.
    """

    backend: str
    wrong: int
    pairs: int


class MedianEffort(NamedTuple):
    """The time and memory that a backend needed for its correct answers, and the counts that its
    solver reported.

    - `backend`: the full name of the backend.
    - `runs`: the number of runs with a correct answer.
    - `seconds`, `cpu_seconds`: the wall-clock time and the processor time of the whole answer.
    - `solver_cpu_seconds`: the solver's own part of this processor time.
    - `phases`: the seconds of processor time of each phase, by its name.
    - `memory`: the memory in MiB.
    - `counts`: the counts that the solver reported, such as conflicts, by name.

    Times, memory and counts are medians over the correct runs that reported the value. A value that
    no run reported is None, or is left out of `phases` or `counts`.
    """

    backend: str
    runs: int
    seconds: float | None
    cpu_seconds: float | None
    solver_cpu_seconds: float | None
    phases: dict[str, float]
    memory: float | None
    counts: dict[str, float]


class RunLimit(StrEnum):
    """The kinds of limits at which runs are stopped."""

    WALL_TIME = "wall time"
    PROCESSOR_TIME = "processor time"
    MEMORY = "memory"


class ComparisonSummary:
    """The records of a comparison, with the `judgement` of which answers are correct, and methods
    that summarise the correct answers. A backend with a wrong answer is not ranked, as in the SAT
    competitions.

    - `time_limit`: the longest limit on the processor time of a run in seconds.
    - `times`: the seconds of processor time, for each backend and each pair.
    - `correct_endings`: for each pair, the ending of a correct run, such as satisfiable.
    - `groups`: the group of each pair on which a ranked backend was run.
    - `best`: for each pair, the seconds of the fastest backend.
    - `has_seeds`: whether the runs of a backend on a pair differ by seeds.
    """

    def __init__(self, records: Iterable[RunRecord]) -> None:
        self.records = list(records)
        self.judgement = AnswerJudgement(self.records)
        self.time_limit: float = max(
            (r.settings.cpu_seconds_limit for r in self.records), default=0
        )
        self.has_seeds = any(r.settings.permuted for r in self.records)
        self._taking_part = [
            r for r in self.records if r.backend not in self.judgement.wrong_answer_counts
        ]
        self._run_times = self._find_times_of_runs_by_backend_and_pair()
        self.times: Times = {
            backend: {name: median(runs.values()) for name, runs in of_backend.items()}
            for backend, of_backend in self._run_times.items()
        }
        self.correct_endings = {
            r.instance: self.judgement.find_correct_ending(r) for r in self.records
        }
        self.groups = self._find_groups_by_pair()
        self.best = {
            name: min((times.get(name, inf) for times in self.times.values()), default=inf)
            for name in self.correct_endings
        }

    def summarise_backends(
        self, ending: RunEnding | None = None, group: PairGroup | None = None
    ) -> list[BackendSummary]:
        """Return the results of each backend. The backends are sorted by PAR-2, the mean time in
        which an unsolved pair counts as twice the limit; last comes the virtual best solver, which
        has the time of the fastest backend on each pair. Only pairs with the correct answer
        `ending` and in the group `group` are counted; None means all pairs.
        """
        best = {
            name: seconds
            for name, seconds in self.best.items()
            if ending in (None, self.correct_endings[name])
            and group in (None, self.groups.get(name))
        }
        runs = [r for r in self._taking_part if r.instance in best]
        rows = [
            self._summarise_backend(backend, times, best, [r for r in runs if r.backend == backend])
            for backend, times in self.times.items()
            if best.keys() & times.keys()
        ]
        rows.sort(key=lambda row: (row.par2, row.median, row.backend))
        return [*rows, self._summarise_backend(VIRTUAL_BEST, best, best, [])] if rows else []

    def find_quartiles_of_pair(self, backend: str, pair: str) -> Quartiles | None:
        """Return the quartiles of the times of a ranked backend's runs on a pair. The time of a run
        that did not solve the pair is infinite. Return None if there are fewer than two runs.
        """
        return Quartiles.of([*self._run_times[backend].get(pair, {}).values()])

    def list_groups(self) -> list[PairGroup]:
        """Return the groups of pairs, sorted by file format. In each format, the groups on which
        the most backends were run come first.
        """
        groups = dict.fromkeys(self.groups.values())
        return sorted(groups, key=lambda group: (group.form, -len(group.backends)))

    def list_unranked_backends(self) -> list[UnrankedBackend]:
        """Return the backends that are not ranked because an answer was wrong, sorted by name."""
        pairs_by_backend: dict[str, set[str]] = {}
        for record in self.records:
            pairs_by_backend.setdefault(record.backend, set()).add(record.instance)
        return [
            UnrankedBackend(backend, count, len(pairs_by_backend[backend]))
            for backend, count in sorted(self.judgement.wrong_answer_counts.items())
        ]

    def list_median_efforts(self) -> list[MedianEffort]:
        """Return, for each backend, the median times, memory and counts of its correct answers. The
        backends are sorted by PAR-2, the mean time in which an unsolved pair counts as twice the
        limit.
        """
        right = list(filter(self.judgement.counts_as_solved, self.records))
        efforts = []
        for row in self.summarise_backends()[:-1]:
            runs = [r for r in right if r.backend == row.backend]
            phases = [{name: cpu for name, (_, cpu) in r.phases.items()} for r in runs]
            effort = MedianEffort(
                row.backend,
                len(runs),
                _find_median(r.seconds for r in runs),
                _find_median(r.cpu_seconds for r in runs),
                _find_median(r.solver_cpu_seconds for r in runs),
                _find_medians_by_name(phases),
                _find_median(r.memory for r in runs),
                _find_medians_by_name([r.statistics for r in runs]),
            )
            efforts.append(effort)
        return efforts

    def find_worst_failures_by_pair_and_backend(self) -> dict[tuple[str, str], RunEnding]:
        """Return the endings of the runs that do not count as solved, by pair and backend. If
        several runs of a backend on a pair failed, the result has the worst of their endings. An
        ending in the result may be an answer: one that is only claimed, or that contradicts the
        known answer.
        """
        found: dict[tuple[str, str], RunEnding] = {}
        for record in self._taking_part:
            if not self.judgement.counts_as_solved(record):
                key = (record.instance, record.backend)
                found[key] = min(found.get(key, record.ending), record.ending, key=_WORST.index)
        return found

    def count_error_messages(self) -> dict[str, int]:
        """Return how often each error message occurred in runs and checks of proofs, as a
        dictionary. A key is the name of the backend followed by the message; its value is the
        number of runs.
        """
        failed = (RunEnding.ERROR, *NO_ENDINGS)
        found = (r for r in self.records if r.error is not None and r.ending in failed)
        return Counter(f"{r.backend}: {r.error}" for r in found)

    def count_stopped_runs(self) -> dict[tuple[str, RunLimit], int]:
        """Return how many runs were stopped, by the backend and by the limit at which the runs were
        stopped.
        """
        return Counter(
            (r.backend, limit)
            for r in self.records
            if (limit := _find_limit_of_stopped_run(r)) is not None
        )

    def list_programs(self) -> list[tuple[str, str | None, str, str]]:
        """Return four values for each external program that was run, without repetitions: its
        backend's name, its version (None if unknown), its command line, and its measurement, the
        field `program_measured_by` of its records.
        """
        called = [
            (r.backend, r.version, r.call, r.program_measured_by or MEASURED_BY_LIMITS)
            for r in self.records
            if r.call is not None
        ]
        return list(dict.fromkeys(called))

    def _summarise_backend(
        self,
        backend: str,
        times: Mapping[str, float],
        best_times: Mapping[str, float],
        records: list[RunRecord],
    ) -> BackendSummary:
        """Return the summary of one backend. `times` has the backend's seconds for each pair, and
        `records` the records of its runs.

        `best_times` has the seconds of the fastest backend for each pair that is counted. Other
        pairs are ignored.
        """
        taken = [times[name] for name in best_times if name in times]
        solved = sum(seconds < inf for seconds in taken)
        wins = sum(1 for name in best_times if times.get(name, inf) == best_times[name] < inf)
        right = list(filter(self.judgement.counts_as_solved, records))
        par2 = fmean(min(seconds, 2 * self.time_limit) for seconds in taken)
        return BackendSummary(
            backend,
            solved,
            len({r.instance for r in records if self.judgement.is_only_claimed(r)}),
            len(taken),
            par2,
            median(taken),
            max(taken),
            wins,
            sum(r.ending in (RunEnding.ERROR, RunEnding.REFUSED_PROOF) for r in records),
            _find_median(r.solver_cpu_seconds for r in right),
            _find_median(r.seconds for r in right),
            _find_median(r.memory for r in right),
            _find_median(r.proof_size for r in records),
            _find_median(r.proof_seconds for r in records),
            self._find_quartiles_of_seeds(backend, [n for n in best_times if n in times]),
        )

    def _find_quartiles_of_seeds(self, backend: str, pairs: Sequence[str]) -> Quartiles | None:
        """Return the quartiles of the mean times of single seeds on the `pairs`; an unsolved pair
        counts as twice the limit. Seeds without a run on some of the pairs, as in an interrupted
        comparison, are left out. Returns None if the runs have no seeds, or if fewer than two seeds
        remain.

        The virtual best solver has, for each seed and each pair, the time of the fastest backend.
        """
        if not self.has_seeds:
            return None
        of_backends = (
            [*self._run_times.values()] if backend == VIRTUAL_BEST else [self._run_times[backend]]
        )
        taken = [[one[name] for one in of_backends if name in one] for name in pairs]
        every = [set(runs) for some in taken for runs in some]
        seeds = set.intersection(*every) if every else set[int]()
        worst = 2 * self.time_limit
        return Quartiles.of(
            [
                fmean(min([worst, *(runs[seed] for runs in some)]) for some in taken)
                for seed in sorted(seeds)
            ]
        )

    def _find_groups_by_pair(self) -> dict[str, PairGroup]:
        """Return the group of each pair on which a ranked backend was run."""
        forms, backends = dict[str, str](), dict[str, set[str]]()
        for record in self._taking_part:
            forms[record.instance] = record.form or "cnf"
            backends.setdefault(record.instance, set()).add(record.backend)
        return {name: PairGroup(form, frozenset(backends[name])) for name, form in forms.items()}

    def _find_times_of_runs_by_backend_and_pair(self) -> dict[str, dict[str, dict[int, float]]]:
        """Return the seconds of processor time of all runs of the ranked backends: by backend, by
        pair, and by the number of the run. The seconds of a run that does not count as solved are
        infinite.
        """
        found: dict[str, dict[str, dict[int, float]]] = {}
        for record in self._taking_part:
            seconds = record.cpu_seconds if self.judgement.counts_as_solved(record) else None
            of_backend = found.setdefault(record.backend, {})
            runs = of_backend.setdefault(record.instance, {})
            # Joined files of records may have several runs of the same number.
            number = record.run if record.run not in runs else -len(runs)
            runs[number] = inf if seconds is None else seconds
        return found


_WORST = (
    *ANSWER_ENDINGS,
    RunEnding.REFUSED_PROOF,
    RunEnding.ERROR,
    RunEnding.OUT_OF_MEMORY,
    RunEnding.TIMEOUT,
)  # the worst ending is first


def _find_limit_of_stopped_run(record: RunRecord) -> RunLimit | None:
    """Return the limit at which a run was stopped; None if it was not stopped."""
    if record.ending is RunEnding.OUT_OF_MEMORY:
        return RunLimit.MEMORY
    if record.ending is not RunEnding.TIMEOUT:
        return None
    is_cpu_limit = (record.cpu_seconds or 0.0) > record.settings.cpu_seconds_limit
    return RunLimit.PROCESSOR_TIME if is_cpu_limit else RunLimit.WALL_TIME


def _find_median(numbers: Iterable[float | None]) -> float | None:
    """Return the median of the numbers that are not None; None if there are no such numbers."""
    known = [number for number in numbers if number is not None]
    return median(known) if known else None


def _find_medians_by_name(counts_of_runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return, for each name, the median over the runs that have a value with this name.
    `counts_of_runs` has a dictionary from names to values for each run.
    """
    names = dict.fromkeys(chain.from_iterable(counts_of_runs))
    return {name: median(run[name] for run in counts_of_runs if name in run) for name in names}
