"""The problems that solvers get in a run that is not about a pair, and the cost of their models."""

from collections.abc import Iterable
from functools import cached_property

from ...base.errors import BackendError, VerificationError, WitnessError
from ...encoding.formula import Formula
from ...proofs.decode import read_reply
from ...proofs.export import write_question
from ...proofs.header import LIBRARY
from ...questions.question import PairQuestion, Problem, Question
from ...solvers.optimisers import write_problem
from ...solvers.solver_output import SolverOutput
from .foreign_formula import ForeignFile


class OurProblem:
    """A question in one of the formats cnf, wcnf, opb, or count for a .cnf whose models are
    counted.
    """

    def __init__(self, question: Question, form: str) -> None:
        self.question, self._form = question, form.replace("count", "cnf")

    @cached_property
    def problem(self) -> Problem:
        """The formula and its costs. They are built at the first access, which is counted as
        encoding.
        """
        return self.question.problem(self._form)

    @property
    def formula(self) -> Formula:
        """The clauses of the problem."""
        return self.problem.formula

    @property
    def optimises(self) -> bool:
        """Whether a model of the least cost is asked for."""
        return bool(self.problem.costs) and self.problem.at_most is None

    def text(self, file: str) -> Iterable[str]:
        """Return the problem's text for a program; `file` is the format that the program's call
        names, such as `old-wcnf`.
        """
        if file == "cnf":  # with the lines that model counters expect
            return (piece.decode("ascii") for piece in write_question(self.question, file, LIBRARY))
        return write_problem(file, self.formula, self.problem.costs or (), self.problem.at_most)

    def verify_model(self, said: SolverOutput, solver: str) -> tuple[int, int | None]:
        """Return the cost of a model, and the number of steps of its witness, if it has steps.
        Raises `WitnessError` if the verification fails.
        """
        try:
            reply = read_reply(self.question, said, solver)
        except BackendError as error:
            raise WitnessError(error.message) from None
        costs = len(reply.true.intersection(self.problem.costs or ()))
        steps: int | None = getattr(reply.witness, "steps", None)
        if isinstance(self.question, PairQuestion) and (steps or 0) > costs and self.optimises:
            raise WitnessError(
                "{name}: its model costs {costs}, but takes {steps} steps",
                name=solver,
                costs=costs,
                steps=steps,
            )
        return costs, steps


class ForeignProblem:
    """A problem from a file that sudokopie did not write."""

    def __init__(self, file: ForeignFile) -> None:
        self.file, self.formula = file, file.formula()
        self.optimises = self.formula.soft is not None

    def text(self, _: str) -> Iterable[str]:
        """Return the lines of the file unchanged."""
        return self.file.lines()

    def verify_model(self, said: SolverOutput, solver: str) -> tuple[int, None]:
        """Return the cost of a model, and None for the steps. Raises `WitnessError` if it breaks a
        constraint.
        """
        try:
            return (self.formula.cost(said.true) if said.satisfiable else 0), None
        except VerificationError as error:
            raise WitnessError(
                "{name}: the model is no witness: {wrong}", name=solver, wrong=error.message
            ) from None
