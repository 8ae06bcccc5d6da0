"""Backend `cp-sat`: CP-SAT of OR-tools on the clauses of the question.

Perron, Didier: CP-SAT, Google OR-tools.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import TYPE_CHECKING, Self

from ..base.errors import BackendError, DeadlinePassedError
from ..base.verdict import Verdict
from ..encoding.formula import Clause, Formula
from ..encoding.totalizer import Totalizer
from ..questions.copy import Copy
from .clock import Clock
from .oracle import Bounds, Model
from .protocol import Abilities, Outcome

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LiteralT

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

    def answer(self, question: Copy, clock: Clock) -> Outcome:
        """Answer by solving the question's clauses."""
        from ortools.sat.python.cp_model import CpModel

        formula, model = question.formula, CpModel()
        literals = [model.new_bool_var("") for _ in range(formula.variables)]
        count = add_clauses(model, literals, clock.encoded(formula.clauses()))
        clock.lap("load")
        solver = solve(model, clock, _PARAMETERS)
        statistics = {"variables": formula.variables, "clauses": count}
        if solver is None:
            return Outcome(Verdict.NO, None, statistics)
        true = [v for v, literal in enumerate(literals, 1) if solver.boolean_value(literal)]
        statistics |= {"conflicts": solver.num_conflicts, "decisions": solver.num_branches}
        return Outcome(Verdict.YES, formula.transformation(true), statistics)


class CpSatOracle:
    """CP-SAT with a model that is solved anew for each question."""

    def __init__(self, formula: Formula, clock: Clock) -> None:
        from ortools.sat.python.cp_model import CpModel

        self._clock, self._model = clock, CpModel()
        self._literals = [self._model.new_bool_var("") for _ in range(formula.variables)]
        count = add_clauses(self._model, self._literals, clock.encoded(formula.clauses()))
        self._counts = {"clauses": count, "conflicts": 0, "decisions": 0}
        clock.lap("load")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model in which these literals are true, or None if there is none."""
        self._model.clear_assumptions()
        self._model.add_assumptions([_literal(self._literals, one) for one in assumptions])
        solver = solve(self._model, self._clock, _PARAMETERS)
        self._model.clear_assumptions()
        return None if solver is None else self._true(solver)

    def narrowed(self, counter: Totalizer, model: Model) -> Iterator[Bounds]:
        """Yield the bounds at hand, then those that CP-SAT finds.

        Raises `DeadlinePassedError` after these where they are not equal: the time was up.
        """
        number = counter.count(model)
        yield Bounds(model, number, 0)
        if not number:
            return
        self._model.minimize(sum(self._literals[one - 1] for one in counter.literals))
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
        variables = enumerate(self._literals, 1)
        return frozenset(v for v, literal in variables if solver.boolean_value(literal))

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that CP-SAT tells, added up over the questions that had a model."""
        return dict(self._counts)


def add_clauses(
    model: "CpModel", literals: "list[IntVar]", some_together: Iterable[list[Clause]]
) -> int:
    """Add clauses about the variables 1, 2, ... to a model, and return how many there were."""
    count = 0
    for some in some_together:
        count += len(some)
        for clause in some:
            model.add_bool_or(_literal(literals, v) for v in clause)
    return count


def _literal(literals: "list[IntVar]", number: int) -> "LiteralT":
    return literals[number - 1] if number > 0 else ~literals[-number - 1]


def solve(model: "CpModel", clock: Clock, parameters: dict[str, int | bool]) -> "CpSolver | None":
    """Return a solver that holds a solution, or None where there is none.

    Raises `DeadlinePassedError`, or `BackendError` for a model that is not valid.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    # CP-SAT's own handler would turn Ctrl-C into "unknown", as if time had run out.
    for parameter, value in {**parameters, "catch_sigint_signal": False}.items():
        setattr(solver.parameters, parameter, value)
    if (remaining := clock.remaining) is not None:
        solver.parameters.max_time_in_seconds = remaining
    status = _interruptible(solver, model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return solver
    if status == cp_model.INFEASIBLE:
        return None
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
