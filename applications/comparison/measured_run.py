"""Run backends and measure their times, each run in a separate process that is killed when its time
is up.

The processes are forked from guardians, helper processes that have already imported the solvers, so
that the imports are not measured.
"""

import os
import signal
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from math import ceil, inf
from threading import Lock
from typing import NamedTuple, cast

from ...answers.decide import decide
from ...base.errors import (
    BackendError,
    ProofError,
    SudokopieError,
    TransformationError,
    WitnessError,
)
from ...encoding.candidates import PLAIN, Encoding
from ...encoding.formula import Formula, FormulaWithCosts
from ...proofs.checkers import find_checker
from ...proofs.proof import find_hint_program_and_lrat_lines
from ...solvers.cp_sat import CpSatBackend
from ...solvers.deadline import Deadline, WallAndCpuTime
from ...solvers.external import ExternalProgramBackend, ProgramUsage, limit_and_watch_programs
from ...solvers.killable import run_killable
from ...solvers.maxsat import Rc2Backend
from ...solvers.optimisers import ExternalModelCounterBackend, ExternalOptimiserBackend
from ...solvers.protocol import (
    Backend,
    FewestStepsBackend,
    FormulaResult,
    SatBackend,
    SeedableBackend,
)
from ...solvers.registry import find_backend
from ...solvers.solver_output import SolverOutput
from ...sudoku.grid import Grid
from ...system.cluster.dask_cluster import Cluster
from ...system.guardian import ReturnedValueAndModules, send_to_client
from ...system.guardian_client import (
    CallOutcome,
    GuardianConnection,
    borrow_guardian,
    wait_for_guardians_with_message,
)
from .conditions import MeasurementConditions, find_conditions
from .foreign_formula import ForeignFormula, ForeignFormulaFile
from .instances import Instance
from .permuted_formula import PermutedFormula
from .problems import ForeignProblem, QuestionProblem
from .record import (
    MEASURED_BY_LIMITS,
    TIME_FORMAT,
    ComparisonSettings,
    PhaseTime,
    RunEnding,
    RunKey,
    RunRecord,
    list_encoding_fields,
)
from .resources import (
    SECONDS_BETWEEN_MEASUREMENTS,
    ProcessUsage,
    limit_this_process,
    list_process_limits,
    measure_own_memory_in_mib,
    measure_usage_of_descendants,
)
from .runexec import RunexecLimits, import_runexec, run_program_by_runexec

_PRELOADED = (
    *(__name__, f"{__name__.split('.')[0]}.cli"),
    *("pysat.solvers", "ortools.sat.python.cp_model", "numpy", "igraph"),
)
"""The Python modules that are imported before the runs, so that the time of the imports is not
measured. Each run has its own process, which a helper process, the guardian, starts. The guardian
has imported these modules before.
"""

_WARM_UP = Grid([[1, 0], [0, 0]]), Grid([[0, 0], [0, 1]])
"""The pair of Sudokus that a process decides before the measured run, because a first answer takes
longer.
"""

_SECONDS_TO_STOP_BY_RUNEXEC = 15.0
"""The number of seconds after the time limit in which runexec may stop a program and measure it.
runexec looks at the limits every second, or later on a busy machine.
"""

_STARTING_SECONDS = 60.0
"""The number of seconds that a process may take to start and to decide a first pair, before the
measured run. The time limit of the run does not include them.
"""


class PlannedRun(NamedTuple):
    """A run that will be measured: `backend` answers the question of `instance`, whose formula has
    the encoding `encoding`. `number`, from 1, distinguishes repetitions of the run.
    """

    instance: Instance
    backend: str
    number: int
    encoding: Encoding

    @property
    def run_key(self) -> RunKey:
        """The values that identify the run in a file of records."""
        name, digest = self.instance.name, self.instance.digest
        return (
            name,
            digest,
            *list_encoding_fields(self.encoding),
            self.backend,
            self.number,
        )


def measure_runs_and_yield_records(
    runs: Iterable[PlannedRun],
    settings: ComparisonSettings,
    conditions: MeasurementConditions,
    runexec: str | None = None,
) -> Generator[RunRecord]:
    """Make the runs, each in its own process, and yield the record of each run as soon as the run
    ends. `settings.jobs` runs take place at the same time. `conditions`, such as the processor, are
    written into each record.

    If `runexec` is given, the name and version of runexec, then runexec limits and measures each
    external program. All other backends are measured by sudokopie itself.

    The limits of the settings apply to the wall-clock time of each answer, and to the processor
    time and the memory of all its processes together. If a process dies, only its own run is lost.
    When the iterator is closed, all runs that have not ended are killed.
    """
    waiting = iter(runs)
    idle: list[GuardianConnection] = []
    running: list[_RunningProcess] = []
    with ExitStack() as stack:
        while True:
            for run in islice(waiting, settings.jobs - len(running)):
                if not idle:
                    idle.append(stack.enter_context(borrow_guardian()))
                    idle[-1].preload(_PRELOADED)
                running.append(_RunningProcess(idle.pop(), run, settings, runexec))
            if not running:
                return
            wait_for_guardians_with_message(
                [one.guardian for one in running], min(one.seconds_to_next_check for one in running)
            )
            for process in list(running):
                try:
                    outcome = process.poll_run_outcome_or_none()
                except EOFError:
                    outcome = _RunOutcome(RunEnding.ERROR, "the process that started it was killed")
                else:
                    if outcome is not None:
                        idle.append(process.guardian)
                if outcome is not None:
                    running.remove(process)
                    yield _make_record(process.run, outcome, settings, conditions, process.runexec)


def measure_runs_on_cluster_and_yield_records(
    cluster: Cluster, runs: Iterable[PlannedRun], settings: ComparisonSettings
) -> Generator[RunRecord]:
    """Make the runs on the workers of a Dask cluster, and yield the record of each run as soon as
    the run ends. `cluster` is the connection to the workers. Each worker makes one run at a time
    and records its own conditions, such as its processor.
    """
    return cluster.map_in_completion_order(partial(_measure_one_run, settings=settings), runs)


_ONE_AT_A_TIME = Lock()


def _measure_one_run(run: PlannedRun, settings: ComparisonSettings) -> RunRecord:
    """Make a run in its own process on this machine, and return its record. A second call in the
    same process waits until the first has ended.
    """
    with _ONE_AT_A_TIME:  # a worker may have several threads
        (record,) = measure_runs_and_yield_records([run], settings, find_conditions())
        return record


class _RunOutcome(NamedTuple):
    """The result of a run: the fields of its record that the run itself determines, such as how it
    ended, the times and the memory.
    """

    ending: RunEnding
    error: str | None = None
    steps: int | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    phases: dict[str, PhaseTime] = {}  # noqa: RUF012
    memory: float | None = None
    statistics: dict[str, int] = {}  # noqa: RUF012
    proof_size: int | None = None
    proof_seconds: float | None = None
    value: int | None = None
    solver_cpu_seconds: float | None = None

    def copy_with_stopped_run(self, ending: RunEnding) -> "_RunOutcome":
        """Return a copy of this result in which the run was stopped at a limit: the copy has the
        ending `ending`, and neither an error nor an answer.
        """
        return self._replace(
            ending=ending,
            error=None,
            steps=None,
            value=None,
            proof_size=None,
            proof_seconds=None,
        )

    def copy_with_unchecked_proof(self, reason: object) -> "_RunOutcome":
        """Return a copy of this result, whose answer is no, with an error: the proof of the answer
        was neither accepted nor rejected by the checker. `reason` is the cause of this error.
        """
        return self._replace(error=f"its proof was not checked: {reason}")


_VERSIONS: dict[str, str | None] = {}
"""The versions of external programs by backend, as the programs reported them; the process of a run
asks each program only once.
"""


class _AnswerStart(NamedTuple):
    """The report of a process that it now starts to answer the question. `usage` has the processor
    time and the memory that the process and its descendants have used until then; None if the
    system does not list processes.
    """

    usage: ProcessUsage | None


class _RunningProcess:
    """A process that makes one run and measures it. The limits begin when the backend starts to
    answer. The time limit begins again when the check of the proof starts, for which there are no
    other limits.
    """

    def __init__(
        self,
        guardian: GuardianConnection,
        run: PlannedRun,
        settings: ComparisonSettings,
        runexec: str | None = None,
    ) -> None:
        self.guardian, self.run, self._settings = guardian, run, settings
        self.runexec = None if find_external_backend(run) is None else runexec
        guardian.begin_call(
            _find_run_outcome_and_report_progress,
            run,
            run.backend not in _VERSIONS,
            settings,
            self.runexec is not None,
        )
        self._end = time.monotonic() + _STARTING_SECONDS + settings.time_limit
        self._next_measurement = inf
        self._begin: float | None = None
        self._usage_before: ProcessUsage | None = None
        self._used = ProcessUsage(0.0, 0.0)
        self._unproved: _RunOutcome | None = None

    @property
    def seconds_to_next_check(self) -> float:
        """The number of seconds after which the process must be checked again, because a limit may
        be exceeded.
        """
        return max(0.0, min(self._end, self._next_measurement) - time.monotonic())

    def poll_run_outcome_or_none(self) -> _RunOutcome | None:
        """Return the result of the run; None if it has not ended."""
        while (taken := self.guardian.try_take_message()) is not None:
            if isinstance(taken, CallOutcome):
                return self._make_outcome_of_ended_process(taken)
            self._store_report(taken.value)
        now, ending = time.monotonic(), None
        if now >= self._end:
            ending = RunEnding.TIMEOUT
        if now >= min(self._next_measurement, self._end):
            ending = self._measure_and_find_exceeded_limit() or ending
        if ending is None:
            return None
        self.guardian.end_call()
        return self._make_outcome_of_stopped_run(ending)

    def _store_report(self, report: "str | _AnswerStart | _RunOutcome") -> None:
        """Store a report of the process: the version of its program, an empty text if this is not
        known; that it starts to answer; or its answer no, whose proof it starts to check.
        """
        if isinstance(report, str):
            _VERSIONS[self.run.backend] = report or None
            return
        now = time.monotonic()
        self._end = now + self._settings.time_limit
        if isinstance(report, _RunOutcome):
            self._unproved, self._next_measurement = report, inf
        elif self.runexec is not None:
            self._begin, self._end = now, self._end + _SECONDS_TO_STOP_BY_RUNEXEC
        else:
            self._begin, self._usage_before = now, report.usage
            if report.usage is not None:
                self._next_measurement = now + SECONDS_BETWEEN_MEASUREMENTS

    def _make_outcome_of_ended_process(self, call_outcome: CallOutcome) -> _RunOutcome:
        """Return the result of a run whose process has ended by itself or by a signal."""
        if isinstance(call_outcome.result, ReturnedValueAndModules):
            return self._replace_outcome_if_limit_exceeded(call_outcome.result.value)
        if call_outcome.status == -signal.SIGXCPU:
            return self._make_outcome_of_stopped_run(RunEnding.TIMEOUT)
        return self._make_outcome_of_stopped_run(
            RunEnding.ERROR, f"its process ended with status {call_outcome.status}"
        )

    def _measure_and_find_exceeded_limit(self) -> RunEnding | None:
        """Measure what the processes of the run have used. Return the ending of the run if this is
        more than a limit allows, and otherwise None.
        """
        if self._usage_before is None or self._unproved is not None:
            return None
        is_program = find_external_backend(self.run) is not None
        # A program is a child of a guardian, which is a child of the process of the run.
        now = measure_usage_of_descendants(self.guardian.process_number, 2 if is_program else 0)
        if now is not None:
            memory_before = 0.0 if is_program else self._usage_before.memory
            self._used = ProcessUsage(
                max(self._used.cpu_seconds, now.cpu_seconds - self._usage_before.cpu_seconds),
                max(self._used.memory, now.memory - memory_before),
            )
        self._next_measurement = time.monotonic() + SECONDS_BETWEEN_MEASUREMENTS
        return self._find_exceeded_limit(None, *self._used)

    def _find_exceeded_limit(
        self, seconds: float | None, cpu_seconds: float | None, memory: float | None
    ) -> RunEnding | None:
        """Return the ending of a run that took `seconds` of wall-clock time, `cpu_seconds` of
        processor time and `memory` MiB if one of these is above its limit, and otherwise None. An
        argument that is None means that the value is not known.
        """
        settings = self._settings
        if memory is not None and memory > (settings.memory_limit or inf):
            return RunEnding.OUT_OF_MEMORY
        is_late = (seconds or 0.0) > settings.time_limit
        if is_late or (cpu_seconds or 0.0) > settings.cpu_seconds_limit:
            return RunEnding.TIMEOUT
        return None

    def _replace_outcome_if_limit_exceeded(self, outcome: _RunOutcome) -> _RunOutcome:
        """Return the result of a run that ended by itself. If the run exceeded a limit, the result
        is that it was stopped. If an external program has several processes, the peak of the memory
        is that of all these processes together.
        """
        if outcome.memory is not None and self._used.memory > outcome.memory:
            outcome = outcome._replace(memory=self._used.memory)
        ending = self._find_exceeded_limit(outcome.seconds, outcome.cpu_seconds, outcome.memory)
        return outcome if ending is None else outcome.copy_with_stopped_run(ending)

    def _make_outcome_of_stopped_run(
        self, ending: RunEnding, error: str | None = None
    ) -> _RunOutcome:
        """Return the result of a run whose process did not end by itself. The result has the ending
        `ending`, and the times and the memory until the process ended. `error` states why the
        process ended, if no limit was exceeded. If only the check of a proof was stopped, the
        result is the run's answer, with a note that its proof is not checked.
        """
        if self._unproved is not None:
            return self._unproved.copy_with_unchecked_proof(error or "the time was not enough")
        seconds = None if self._begin is None else time.monotonic() - self._begin
        cpu_seconds, memory = self._used if self._used.cpu_seconds else (None, None)
        return _RunOutcome(ending, error, seconds=seconds, cpu_seconds=cpu_seconds, memory=memory)


def _find_run_outcome_and_report_progress(
    run: PlannedRun, is_version_unknown: bool, settings: ComparisonSettings, uses_runexec: bool
) -> _RunOutcome:
    """Make a run in this process, which was started for it: prepare the backend, answer the
    question, and return the measured result. An exception becomes a result that records the error.
    The process and its programs have the limits in `settings`, which runexec enforces on the
    programs if `uses_runexec`; if these settings require proofs, the proof of the answer no is
    checked.

    Before it returns, the process sends reports to the process that started it. An `_AnswerStart`
    means that it starts to answer, so that the limits begin. The answer no is reported before its
    proof is checked. If `is_version_unknown`, the first report is the version of the external
    program, or an empty text if the program does not print its version.
    """
    try:
        if (program := find_external_backend(run)) is None:
            decide(*_WARM_UP, run.backend, encoding=PLAIN, fewest=False)
        else:  # both calls here are slower the first time in a process
            # This starts a guardian for the process, which imports BenchExec before it is needed.
            run_killable(run.backend, Deadline(), import_runexec if uses_runexec else int)
            program.describe_command(settings.proofs)  # this may have to try the program
            if is_version_unknown:
                version = program.read_version() or ""
                send_to_client(version)
        return _answer_question(run, settings, uses_runexec)
    except Exception as error:
        return _make_outcome_of_exception(error)


def _make_outcome_of_exception(error: Exception) -> _RunOutcome:
    """Return the result of a run that raised `error`."""
    if isinstance(error, TransformationError | WitnessError):
        return _RunOutcome(RunEnding.FALSE_WITNESS, str(error))
    if isinstance(error, MemoryError):
        return _RunOutcome(RunEnding.OUT_OF_MEMORY)
    is_own = isinstance(error, SudokopieError)
    return _RunOutcome(RunEnding.ERROR, str(error) if is_own else repr(error))


def _answer_question(
    run: PlannedRun, settings: ComparisonSettings, uses_runexec: bool
) -> _RunOutcome:
    """Let the backend answer the question of a run in this process, and return the measured result:
    ending, times, memory and counts. This process and its programs have the limits in `settings`,
    which runexec enforces on the programs if `uses_runexec`. If these settings require proofs, the
    proof of the answer no is checked.

    When the measurement starts, a report is sent to the process that started this process.
    """
    pair = run.instance.copy_question
    asked = run.instance.question if pair is None else replace(pair, encoding=run.encoding)
    problem = (
        ForeignProblem(asked)
        if isinstance(asked, ForeignFormulaFile)
        else QuestionProblem(asked, run.instance.form or "cnf")
    )
    limits = settings.cpu_seconds_limit, settings.memory_limit
    start = _AnswerStart(measure_usage_of_descendants(os.getppid()))
    before = measure_own_memory_in_mib("VmRSS")
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")  # the peak of the memory is counted from here on
    send_to_client(start)
    whole, proof = Deadline(), None
    phases: Mapping[str, WallAndCpuTime] = {}
    is_program = find_external_backend(run) is not None
    with (
        nullcontext() if is_program else limit_this_process(*limits),
        _limit_programs(*limits, settings.time_limit if uses_runexec else None) as usages,
    ):
        try:
            outcome, phases, proof = _find_outcome_phases_and_proof(run, problem, settings)
        except Exception as error:
            outcome = _make_outcome_of_exception(error)
    whole.add_cpu_seconds(sum(used.cpu_seconds for used in usages))
    whole.leave_out_wall_seconds(sum(used.measuring_seconds for used in usages))
    whole.end_phase("solve")
    seconds, cpu_seconds = whole.phases["solve"]
    peak = measure_own_memory_in_mib("VmHWM")
    memory = None if before is None or peak is None else max(0.0, peak - before)
    outcome = outcome._replace(
        seconds=seconds,
        # The phases include processes that worked for a backend but are no children.
        cpu_seconds=max(cpu_seconds, sum(phase.cpu for phase in phases.values())),
        solver_cpu_seconds=_compute_cpu_seconds_of_solver(usages if is_program else None, phases),
        phases={name: PhaseTime(phase.wall, phase.cpu) for name, phase in phases.items()},
        memory=max((used.peak for used in usages), default=None) if is_program else memory,
    )
    for used in usages:
        if used.exceeded_limit is not None:
            return outcome.copy_with_stopped_run(_ENDINGS_AT_LIMITS[used.exceeded_limit])
    return (
        outcome
        if proof is None
        else _make_outcome_with_checked_proof(outcome, problem.formula, proof, run.backend)
    )


_ENDINGS_AT_LIMITS = {"time": RunEnding.TIMEOUT, "memory": RunEnding.OUT_OF_MEMORY}
"""How a run ended whose program was stopped, by the limit that the program exceeded."""


def _limit_programs(
    cpu_seconds: float, memory_limit: float | None, seconds_by_runexec: float | None
) -> AbstractContextManager[list[ProgramUsage]]:
    """Return a context manager that limits the external programs which this thread runs in its
    block, and that provides a list with the usage of each program. The limits are the processor
    time in seconds and the memory in MiB (None means no limit). runexec enforces them, and stops
    the programs after `seconds_by_runexec` seconds of wall-clock time; if this is None, the
    operating system enforces the limits on each process.
    """
    if seconds_by_runexec is None:
        return limit_and_watch_programs(list_process_limits(cpu_seconds, memory_limit))
    limits = RunexecLimits(
        time.monotonic() + seconds_by_runexec,
        cpu_seconds,
        None if memory_limit is None else ceil(memory_limit * 2**20),
    )
    return limit_and_watch_programs({}, partial(run_program_by_runexec, program_limits=limits))


def _compute_cpu_seconds_of_solver(
    program_usages: Sequence[ProgramUsage] | None, phases: Mapping[str, WallAndCpuTime]
) -> float | None:
    """Return the part of an answer's processor time that the solver used. `program_usages` has the
    runs of an external program; it is None for any other backend, for which the phases load and
    solve are the solver's part. The result is None if the times are not known.
    """
    if program_usages is not None:
        return sum(used.cpu_seconds for used in program_usages)
    if not phases:
        return None
    return sum(phases[name].cpu for name in ("load", "solve") if name in phases)


def _find_outcome_phases_and_proof(
    run: PlannedRun, problem: QuestionProblem | ForeignProblem, settings: ComparisonSettings
) -> tuple[_RunOutcome, Mapping[str, WallAndCpuTime], Sequence[str] | None]:
    """Let the backend of a run solve `problem`, and return the result, the times of its phases, and
    a proof. The proof is None if the answer is not no, if `settings` do not require proofs, or if
    the backend writes no proof.
    """
    backend, pair = find_backend(run.backend), run.instance.copy_question
    with_proof = settings.proofs and backend.abilities.proofs
    seed = run.number if settings.permuted and isinstance(backend, SatBackend) else None
    backend = _find_seeded_backend(run, settings) or backend
    if pair is None or with_proof or seed is not None:
        deadline = Deadline()
        outcome, proof = _find_outcome_and_proof(
            backend, problem, pair is not None, deadline, with_proof, seed
        )
        return outcome, deadline.phases, proof
    answer = decide(pair.first, pair.second, run.backend, encoding=run.encoding, fewest=False)
    counts = dict(answer.statistics)
    outcome = _RunOutcome(RunEnding(answer.word), steps=answer.steps, statistics=counts)
    return outcome, answer.phases, None


def _find_outcome_and_proof(
    backend: Backend,
    problem: QuestionProblem | ForeignProblem,
    is_pair: bool,
    deadline: Deadline,
    with_proof: bool,
    seed: int | None,
) -> tuple[_RunOutcome, Sequence[str] | None]:
    """Let a backend solve a problem, verify its model, and return the result and a proof. The proof
    is None if the answer is not no, or if `with_proof` is False. `deadline` measures the phases,
    and `is_pair` is whether the problem is about a pair of Sudokus. If `seed` is given, the solver
    gets the formula with variables and clauses in a random order, which the seed fixes.
    """
    if isinstance(backend, ExternalModelCounterBackend):
        number = backend.count_models(problem.yield_problem_text("cnf"), deadline)
        deadline.end_phase("solve")
        return _RunOutcome(RunEnding.MODELS, value=number), None
    if isinstance(backend, ExternalOptimiserBackend):
        output, counts, _ = backend.run_and_read_output_statistics_and_proof(
            problem.yield_problem_text, problem.formula.variables, deadline
        )
        found = FormulaResult(None, counts)
    else:
        formula_to_solve = problem.formula
        if isinstance(formula_to_solve, ForeignFormula) and isinstance(
            backend, CpSatBackend | Rc2Backend
        ):
            found = backend.find_optimal_result(
                formula_to_solve, formula_to_solve.sums, formula_to_solve.soft or (), deadline
            )
        elif problem.asks_for_optimum:
            formula = cast("FormulaWithCosts", problem.formula)
            model = cast("FewestStepsBackend", backend).optimum(formula, formula.costs, deadline)
            found = FormulaResult(model, {})
        else:
            solver = cast("SatBackend", backend)
            permuted = None if seed is None else PermutedFormula(problem.formula, seed)
            deadline.end_phase("encode")
            found = solver.solve_formula(
                permuted or problem.formula, deadline, with_proof=with_proof
            )
            if permuted is not None and found.model is not None:
                found = found._replace(model=permuted.restore_model(found.model))
        is_yes = found.model is not None
        output = SolverOutput(
            is_yes, sorted(found.model or ()), is_yes and problem.asks_for_optimum
        )
    deadline.end_phase("solve")
    cost, steps = problem.verify_and_find_cost_and_step_count(output, backend.name)
    deadline.end_phase("check")
    endings = (RunEnding.SATISFIABLE, RunEnding.UNSATISFIABLE)
    if is_pair:
        endings = (RunEnding.COPIES, RunEnding.DIFFERENT)
    counts = {"variables": problem.formula.variables, **found.statistics}
    outcome = _RunOutcome(endings[not output.satisfiable], steps=steps, statistics=counts)
    if not output.satisfiable:
        return outcome, found.proof if with_proof else None
    if problem.asks_for_optimum:
        outcome = outcome._replace(ending=RunEnding.OPTIMUM, value=cost)
        if not output.is_optimum:
            outcome = outcome._replace(
                ending=RunEnding.ERROR, error=f"{backend.name} found no optimum"
            )
    return outcome, None


def _make_outcome_with_checked_proof(
    outcome: _RunOutcome, formula: Formula, proof: Sequence[str], backend: str
) -> _RunOutcome:
    """Check the proof of the answer no. Return `outcome`, the run's result, with the size of the
    proof and the time of the check; if the checker rejects the proof, the ending is "refused
    proof". Before the check, the result is reported to the process that started this process,
    because this process may be killed during the check.
    """
    outcome = outcome._replace(proof_size=sum(map(len, proof)) + len(proof))
    send_to_client(outcome)
    deadline = Deadline()
    try:
        _, steps = find_hint_program_and_lrat_lines(formula, proof, backend, deadline)
        find_checker().check(formula, steps, deadline)
    except ProofError as error:
        outcome = outcome._replace(ending=RunEnding.REFUSED_PROOF, error=str(error))
    except Exception as error:  # a checker that failed has not rejected the proof
        return outcome.copy_with_unchecked_proof(str(error) or repr(error))
    return outcome._replace(proof_seconds=deadline.passed_wall_seconds)


def _find_seeded_backend(run: PlannedRun, settings: ComparisonSettings) -> Backend | None:
    """Return the backend of a run with the number of the run as the seed of its solver's random
    numbers. Returns None if the solver gets no seed: if `settings` do not require seeds, if the
    solver has no seed, or if it is not installed.
    """
    with suppress(BackendError):
        backend = find_backend(run.backend)
        # Other backends answer the question about a pair without their seed.
        takes_seed = run.instance.copy_question is None or isinstance(backend, SatBackend)
        if settings.permuted and takes_seed and isinstance(backend, SeedableBackend):
            return cast("Backend | None", backend.copy_with_seed(run.number))
    return None


def find_external_backend(run: PlannedRun) -> ExternalProgramBackend | None:
    """Return the backend of a run if it runs an external program that is installed. Returns None if
    the program is not installed, or if the backend is not an external program.
    """
    with suppress(BackendError):
        if isinstance(backend := find_backend(run.backend), ExternalProgramBackend):
            return backend
    return None


def _make_record(
    run: PlannedRun,
    outcome: _RunOutcome,
    settings: ComparisonSettings,
    conditions: MeasurementConditions,
    runexec: str | None,
) -> RunRecord:
    """Return the record of a finished run, in which one solver answered one question. `outcome` is
    how the run ended. `runexec` is the name and version of runexec if it measured the program.
    """
    instance, seeded = run.instance, _find_seeded_backend(run, settings)
    program = seeded if isinstance(seeded, ExternalProgramBackend) else find_external_backend(run)
    encoding, cells, line_maps = list_encoding_fields(run.encoding)
    grid = (
        None if isinstance(instance.question, ForeignFormulaFile) else instance.question.sudokus[0]
    )
    ending, value, by = instance.expected_answer or (None, None, None)
    return RunRecord(
        instance.name,
        instance.digest,
        instance.family,
        *(("", 0, 0) if grid is None else (str(grid.shape), grid.size, grid.clues)),
        ending,
        encoding,
        cells,
        run.backend,
        run.number,
        **outcome._asdict(),
        settings=settings,
        conditions=conditions,
        ended=time.strftime(TIME_FORMAT, time.gmtime()),
        version=_VERSIONS.get(run.backend),
        call=None if program is None else program.describe_command(settings.proofs),
        known_by=by,
        form=None if instance.copy_question else instance.form,
        expected_value=value,
        solver_seed=None if seeded is None else run.number,
        line_maps=line_maps,
        program_measured_by=None if program is None else runexec or MEASURED_BY_LIMITS,
    )
