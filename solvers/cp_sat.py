"""Backend `cp-sat`: Google's solver CP-SAT (Perron, Didier: OR-tools). It decides whether a Sudoku
is a copy of another by solving the clauses of this question, first without a quarter turn and then
with one.

The model was chosen by measurements (benchmarks/cp_sat_models.py): other constraints than clauses,
such as integers that are all different, and tables, made CP-SAT slower.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING

from ..base.errors import BackendError, DeadlinePassedError
from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.formula import Clause, Formula, LinearConstraint, SoftClause, Totalizer
from ..system.signals import delay_signals
from .deadline import Deadline
from .protocol import (
    Abilities,
    AskedPair,
    Bounds,
    FormulaResult,
    Model,
    Outcome,
    SatBackend,
    make_names_and_create,
    make_no_proofs_error,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LiteralT

_PARAMETERS = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "symmetry_level": 0,
    "cp_model_probing_level": 0,
}
"""Parameters with which CP-SAT takes a seventh of its default time (benchmarks/RESULTS.md)."""

_RANDOM_BRANCHES = {"random_branches_ratio": 0.01}
"""The parameter with which CP-SAT takes every hundredth decision at random. Without it, the seed of
CP-SAT's random numbers changes nothing if there is a single worker (OR-tools 9.15).
"""

# Sums of weights must be below this limit, because CP-SAT reports costs as floating-point numbers.
_RANGE = 2**53
_SOON = 0.05  # seconds between two checks for signals while CP-SAT runs


class CpSatBackend(SatBackend):
    """The backend that solves formulas with CP-SAT. CP-SAT gets a Boolean variable for each
    variable of the formula, and all clauses. Whether a Sudoku is a copy of another is decided by a
    formula for each orientation, without and with a quarter turn.
    """

    name = "cp-sat"
    description = Message("solver CP-SAT in the Python package OR-tools, by Google")
    abilities = Abilities(proofs=False, interrupt=True, assumptions=True)

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def copy_with_seed(self, seed: int) -> "CpSatBackend":
        return CpSatBackend(seed)

    def answer(self, question: AskedPair, deadline: Deadline) -> Outcome:
        """Return whether the second Sudoku of `question` is a copy of the first. The orientations
        are asked about one after another, until the answer is yes. The statistics are sums over all
        orientations that were asked about.
        """
        outcome, statistics = Outcome(Verdict.NO), Counter[str]()
        for part in question.yield_questions_without_and_with_quarter_turn():
            formula = part.formula
            deadline.end_phase("encode")
            outcome = self.solve_formula(formula, deadline).outcome(part)
            deadline.end_phase("solve")
            statistics.update(outcome.statistics)
            if outcome.verdict is Verdict.YES:
                break
        return outcome._replace(statistics=dict(statistics))

    def make_oracle(self, formula: Formula, deadline: Deadline) -> "CpSatOracle":
        return CpSatOracle(formula, deadline, self.seed)

    def solve_formula(
        self, formula: Formula, deadline: Deadline, *, with_proof: bool = False
    ) -> FormulaResult:
        if with_proof:
            raise make_no_proofs_error(self.name)
        with CpSatOracle(formula, deadline, self.seed) as oracle:
            return FormulaResult(oracle.find_model(), oracle.statistics)

    def find_optimal_result(
        self,
        formula: Formula,
        linear_constraints: Sequence[LinearConstraint],
        soft_clauses: Sequence[SoftClause],
        deadline: Deadline,
    ) -> FormulaResult:
        """Return a model of `formula` that satisfies the linear inequalities `linear_constraints`
        and in which the total weight of the unsatisfied `soft_clauses` is as small as possible. The
        result has no model if no model satisfies the inequalities. Raises `BackendError` if a
        number is too large for CP-SAT, and `DeadlinePassedError` if no optimum is proved in time.
        """
        oracle = CpSatOracle(formula, deadline, self.seed)
        return FormulaResult(
            oracle.find_optimal_result(linear_constraints, soft_clauses), oracle.statistics
        )


names, create = make_names_and_create(CpSatBackend)


class CpSatOracle(AbstractContextManager["CpSatOracle"]):
    """A CP-SAT model to which clauses can be added and which can be solved again and again. CP-SAT
    solves it from the beginning each time and keeps nothing that it learnt before. `seed` is the
    seed of its random numbers; None means that it takes no decision at random.
    """

    def __init__(self, formula: Formula, deadline: Deadline, seed: int | None = None) -> None:
        self._parameters: dict[str, int | float] = dict(_PARAMETERS)
        if seed is not None:
            self._parameters |= {**_RANDOM_BRANCHES, "random_seed": seed}
        self._deadline, self._model = deadline, make_empty_cp_sat_model()
        self._variables: list[IntVar] = []
        self._literals: list[LiteralT] = make_literal_list([])
        self._counts = {"clauses": 0, "conflicts": 0, "decisions": 0}
        self._core: list[int] = []
        self._add_missing_variables([formula.variables])
        for some in deadline.group_encoded_pieces(formula.clauses()):
            self.add(*some)
        deadline.end_phase("load")

    def __exit__(self, *_: object) -> None:
        pass

    def add(self, *clauses: Clause) -> None:
        self._add_missing_variables(chain.from_iterable(clauses))
        self._counts["clauses"] += len(clauses)
        add_clauses_and_implications(self._model, self._literals, clauses)

    def find_model(self, assumptions: Sequence[int] = ()) -> Model | None:
        self._add_missing_variables(assumptions)
        self._model.clear_assumptions()
        self._model.add_assumptions([self._literals[v] for v in assumptions])
        solver, is_solved = self._solve_model()
        if is_solved:
            return self._read_true_variables(solver)
        # CP-SAT numbers the variables from 0, and the negation of variable v has the number -v - 1.
        said = solver.sufficient_assumptions_for_infeasibility()
        self._core = [v + 1 if v >= 0 else v for v in said]
        return None

    def find_core(self) -> list[int]:
        return self._core

    def _add_missing_variables(self, literals: Iterable[int]) -> None:
        """Add Boolean variables to the CP-SAT model for the variables in `literals` that it does
        not have yet. Literals are numbers as in DIMACS: v for a variable, -v for its negation.
        """
        known = len(self._variables)
        missing = max(map(abs, literals), default=0) - known
        new = [self._model.new_bool_var("") for _ in range(missing)]
        self._variables += new
        self._literals[known + 1 : known + 1] = make_literal_list(new)[1:]

    def minimise(self, totalizer: Totalizer, known_model: Model) -> Iterator[Bounds]:
        """Look for a model in which as few as possible of `totalizer.literals` are true. Yield two
        results: first the bounds of this number that follow from the model `known_model`, and then
        the bounds that CP-SAT finds, with its model. Raises `DeadlinePassedError` if the time runs
        out before CP-SAT's lower and upper bound are equal.
        """
        number = totalizer.count_true_literals(known_model)
        yield Bounds(known_model, number, 0)
        if not number:
            return
        self._model.clear_assumptions()
        self._model.minimize(sum(self._literals[v] for v in totalizer.literals))
        solver, is_solved = self._solve_model()
        self._model.clear_objective()  # type: ignore[no-untyped-call]
        assert is_solved  # `model` is a solution, so CP-SAT finds one, too.
        best, at_least = self._read_true_variables(solver), ceil(solver.best_objective_bound - 1e-6)
        yield Bounds(best, totalizer.count_true_literals(best), at_least)
        if at_least < totalizer.count_true_literals(best):
            raise DeadlinePassedError

    def find_optimal_result(
        self, linear_constraints: Sequence[LinearConstraint], soft_clauses: Sequence[SoftClause]
    ) -> Model | None:
        """Return a model of the clauses that satisfies the linear inequalities `linear_constraints`
        and in which the total weight of the unsatisfied `soft_clauses` is as small as possible.
        Return None if no model satisfies the inequalities. Raises `BackendError` if a number is too
        large for CP-SAT, and `DeadlinePassedError` if no optimum is proved in time.
        """
        numbers = [
            [w for w, _ in soft_clauses],
            *([k, *(w for w, _ in terms)] for terms, k in linear_constraints),
        ]
        if any(sum(map(abs, some)) >= _RANGE for some in numbers):
            raise BackendError("a number is out of all range")
        for terms, at_least in linear_constraints:
            total = sum(weight * self._literals[v] for weight, v in terms)
            self._model.add(total >= at_least)
        costs = []
        for weight, clause in soft_clauses:
            meets = [self._literals[v] for v in clause]
            # A soft clause of a single literal needs no variable of its own: the literal's negation
            # is true if the clause is not satisfied. Its weight may be negative, and CP-SAT could
            # then make a variable of its own true although the clause is satisfied.
            broken = ~meets[0] if len(meets) == 1 else self._model.new_bool_var("")
            self._model.add_bool_or(*meets, broken)
            costs.append(weight * broken)
        self._model.minimize(sum(costs))
        solver, is_solved = self._solve_model()
        if is_solved and solver.best_objective_bound < solver.objective_value:
            raise DeadlinePassedError
        return self._read_true_variables(solver) if is_solved else None

    def _solve_model(self) -> tuple["CpSolver", bool]:
        """Solve the CP-SAT model, and add the numbers of conflicts and decisions to the counts.
        Return CP-SAT's solver object and whether it found a solution.
        """
        solver, is_solved = solve_model(self._model, self._deadline, self._parameters)
        self._counts["conflicts"] += solver.num_conflicts
        self._counts["decisions"] += solver.num_branches
        return solver, is_solved

    def _read_true_variables(self, solver: "CpSolver") -> Model:
        """Return the variables that are true in the solution in CP-SAT's solver object."""
        numbered = enumerate(self._variables, 1)
        return frozenset(v for v, variable in numbered if solver.boolean_value(variable))

    @property
    def statistics(self) -> dict[str, int]:
        return dict(self._counts)


def make_empty_cp_sat_model() -> "CpModel":
    """Import CP-SAT and return a CP-SAT model without variables. Ctrl-C and other signals are
    handled only after the import, because an interrupted import would make CP-SAT unusable.
    """
    with delay_signals():
        from ortools.sat.python.cp_model import CpModel
    return CpModel()


def make_literal_list(variables: "Sequence[IntVar]") -> "list[LiteralT]":
    """Return a list of CP-SAT's literals, whose indices are literals as in DIMACS: entry v is the
    CP-SAT variable for v, `variables[v - 1]`, and entry -v is its negation. Entry 0 has no meaning.

    CP-SAT makes the object of a negation slowly, so each is made only once.
    """
    return [0, *variables, *(~variable for variable in reversed(variables))]


def add_clauses(
    model: "CpModel", literals: "Sequence[LiteralT]", clauses: Iterable[Clause]
) -> None:
    """Add clauses to a CP-SAT model. `literals` are those of `make_literal_list`."""
    find_literal = literals.__getitem__
    for clause in clauses:
        # Arguments are passed one by one, because CP-SAT reads a list more slowly.
        model.add_bool_or(*map(find_literal, clause))


def add_clauses_and_implications(
    model: "CpModel", literals: "Sequence[LiteralT]", clauses: Iterable[Clause]
) -> None:
    """Add clauses to a CP-SAT model, with one constraint for all clauses of two literals that have
    the same first literal: if this literal is false, all the second literals are true. CP-SAT
    treats these clauses as if it had received each of them alone, but receives them sooner.
    `literals` are those of `make_literal_list`.
    """
    find_literal = literals.__getitem__
    second_literals: dict[int, list[int]] = {}
    for clause in clauses:
        if len(clause) == 2:
            second_literals.setdefault(clause[0], []).append(clause[1])
        else:
            model.add_bool_or(*map(find_literal, clause))
    for first, others in second_literals.items():
        model.add_bool_and(*map(find_literal, others)).only_enforce_if(literals[-first])


def solve_model(
    model: "CpModel", deadline: Deadline, parameters: Mapping[str, float]
) -> tuple["CpSolver", bool]:
    """Look for a solution of a CP-SAT model with the given `parameters` of CP-SAT. Return CP-SAT's
    solver object, from which the solution can be read, and whether there is a solution.

    Raises `DeadlinePassedError` if the time runs out, and `BackendError` if the model is not valid.
    """
    from ortools.sat.python import cp_model  # the model has already imported it

    solver = cp_model.CpSolver()
    # CP-SAT's own signal handler would turn Ctrl-C into the status "unknown", as if time had run
    # out.
    for parameter, value in {**parameters, "catch_sigint_signal": False}.items():
        setattr(solver.parameters, parameter, value)
    if (remaining := deadline.remaining_seconds) is not None:
        solver.parameters.max_time_in_seconds = remaining
    status = _solve_in_thread(solver, model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        return solver, status != cp_model.INFEASIBLE
    if status == cp_model.UNKNOWN and remaining is not None:
        raise DeadlinePassedError
    raise BackendError(f"CP-SAT: {solver.status_name(status)} {model.validate()}")


def _solve_in_thread(solver: "CpSolver", model: "CpModel") -> object:
    """Solve a CP-SAT model in a separate thread and return CP-SAT's status. The main thread waits
    in Python code, because Python handles Ctrl-C only there.

    However many signals come, this function waits for the thread: an abandoned thread would abort
    the whole process.
    """
    with delay_signals() as came, ThreadPoolExecutor(1) as executor:
        solved = executor.submit(solver.solve, model)
        while not wait([solved], _SOON).done:
            if came:  # Repeated, because CP-SAT ignores the request before its search begins.
                solver.stop_search()
        return solved.result()
