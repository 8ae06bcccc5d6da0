"""Backend `cp-sat`: CP-SAT of OR-tools on the clauses of the question.

Perron, Didier: CP-SAT, Google OR-tools.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import TYPE_CHECKING, Self

from ..base.errors import BackendError, DeadlinePassedError
from ..encoding.formula import Clause, Formula
from ..encoding.question import Question
from ..encoding.totalizer import Totalizer
from .clock import Clock
from .oracle import Bounds, Model
from .protocol import Abilities, Outcome, Status

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, LiteralT

_PARAMETERS = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "symmetry_level": 0,
    "cp_model_probing_level": 0,
}
"""With these, CP-SAT takes a seventh of its default time on these formulas (benchmarks/RESULTS.md):
presolve, symmetry and probing cost more than solving."""


def names() -> tuple[str, ...]:
    """Return the one name."""
    return ("cp-sat",)


def create(name: str) -> "CpSatBackend | None":
    """Return the backend."""
    return CpSatBackend() if name == "cp-sat" else None


class CpSatBackend:
    """CP-SAT on the clauses, one Boolean variable for each of the formula's."""

    name = "cp-sat"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=True)

    def oracle(self, formula: Formula, clock: Clock) -> "CpSatOracle":
        """Return CP-SAT with the formula's clauses."""
        return CpSatOracle(formula, clock)

    def answer(self, question: Question, clock: Clock) -> Outcome:
        """Answer by solving the question's clauses."""
        formula = question.formula
        with CpSatOracle(formula, clock) as oracle:
            model, told = oracle.model(), oracle.statistics
        statistics = {"variables": formula.variables, "clauses": told["clauses"]}
        if model is None:
            return Outcome(Status.DIFFERENT, None, statistics)
        return Outcome(Status.COPIES, formula.transformation(model), statistics | told)


class CpSatOracle:
    """CP-SAT with a model that is solved anew for each question."""

    def __init__(self, formula: Formula, clock: Clock) -> None:
        from ortools.sat.python.cp_model import CpModel

        self._clock, self._model = clock, CpModel()
        self._variables = [self._model.new_bool_var("") for _ in range(formula.variables)]
        self._counts = {"clauses": 0, "conflicts": 0, "decisions": 0}
        self._core: list[int] = []
        for some in clock.encoded(formula.clauses()):
            self.add(*some)
        clock.lap("load")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def add(self, *clauses: Clause) -> None:
        """Add clauses for good."""
        for clause in clauses:
            self._model.add_bool_or([self._literal(v) for v in clause])
        self._counts["clauses"] += len(clauses)

    def model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model in which these literals are true, or None if there is none."""
        self._model.clear_assumptions()
        self._model.add_assumptions([self._literal(v) for v in assumptions])
        solver, is_solved = _solved(self._model, self._clock, _PARAMETERS)
        if is_solved:
            return self._true(solver)
        # CP-SAT numbers variables from 0, and calls the negation of number v -v - 1.
        said = solver.sufficient_assumptions_for_infeasibility()
        self._core = [v + 1 if v >= 0 else v for v in said]
        return None

    def core(self) -> list[int]:
        """Return some of the last question's assumptions that were enough for its no."""
        return self._core

    def _literal(self, number: int) -> "LiteralT":
        while len(self._variables) < abs(number):
            self._variables.append(self._model.new_bool_var(""))
        return self._variables[number - 1] if number > 0 else ~self._variables[-number - 1]

    def narrowed(self, counter: Totalizer, model: Model) -> Iterator[Bounds]:
        """Yield the bounds at hand, then those that CP-SAT finds.

        Raises `DeadlinePassedError` after these where they are not equal: the time was up.
        """
        number = counter.count(model)
        yield Bounds(model, number, 0)
        if not number:
            return
        self._model.clear_assumptions()
        self._model.minimize(sum(self._literal(v) for v in counter.literals))
        solver = solve(self._model, self._clock, _PARAMETERS)
        self._model.clear_objective()  # type: ignore[no-untyped-call]
        assert solver is not None  # the model at hand is one
        best, at_least = self._true(solver), ceil(solver.best_objective_bound - 1e-6)
        yield Bounds(best, counter.count(best), at_least)
        if at_least < counter.count(best):
            raise DeadlinePassedError

    def _true(self, solver: "CpSolver") -> Model:
        self._counts["conflicts"] += solver.num_conflicts
        self._counts["decisions"] += solver.num_branches
        numbered = enumerate(self._variables, 1)
        return frozenset(v for v, variable in numbered if solver.boolean_value(variable))

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that CP-SAT tells, added up over the questions that had a model."""
        return dict(self._counts)


def solve(model: "CpModel", clock: Clock, parameters: dict[str, int | bool]) -> "CpSolver | None":
    """Return a solver that holds a solution, or None where there is none.

    Raises `DeadlinePassedError`, or `BackendError` for a model that is not valid.
    """
    solver, is_solved = _solved(model, clock, parameters)
    return solver if is_solved else None


def _solved(
    model: "CpModel", clock: Clock, parameters: dict[str, int | bool]
) -> tuple["CpSolver", bool]:
    """Return a solver that has looked for a solution, and whether there is one."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    # CP-SAT's own handler would turn Ctrl-C into "unknown", as if time had run out.
    for parameter, value in {**parameters, "catch_sigint_signal": False}.items():
        setattr(solver.parameters, parameter, value)
    if (remaining := clock.remaining) is not None:
        solver.parameters.max_time_in_seconds = remaining
    status = _interruptible(solver, model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        return solver, status != cp_model.INFEASIBLE
    if status == cp_model.UNKNOWN and remaining is not None:
        raise DeadlinePassedError
    raise BackendError(f"CP-SAT: {solver.status_name(status)} {model.validate()}")


def _interruptible(solver: "CpSolver", model: "CpModel") -> object:
    """Solve in a thread, because Python sees Ctrl-C only while the main one waits in Python."""
    with ThreadPoolExecutor(1) as executor:
        status = executor.submit(solver.solve, model)
        try:
            return status.result()
        except KeyboardInterrupt:
            solver.stop_search()
            raise
