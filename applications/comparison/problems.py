"""What solvers get where a run is not about a pair, and what their models cost."""

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
    """A question in a format: cnf, wcnf, opb, or count for a .cnf whose models are counted."""

    def __init__(self, question: Question, form: str) -> None:
        self.question, self._form = question, form.replace("count", "cnf")

    @cached_property
    def problem(self) -> Problem:
        """What is asked of a model; to make it counts as encoding."""
        return self.question.problem(self._form)

    @property
    def formula(self) -> Formula:
        """The clauses, of which a solver of clauses finds a model."""
        return self.problem.formula

    @property
    def optimises(self) -> bool:
        """Whether the least cost is asked for."""
        return bool(self.problem.costs) and self.problem.at_most is None

    def text(self, file: str) -> Iterable[str]:
        """Return the text for programs; `file` is what their calls name, as `old-wcnf`."""
        if file == "cnf":  # with the lines that counters look for
            return (piece.decode("ascii") for piece in write_question(self.question, file, LIBRARY))
        return write_problem(file, self.formula, self.problem.costs or (), self.problem.at_most)

    def verify_model(self, said: SolverOutput, solver: str) -> tuple[int, int | None]:
        """Return what a model costs, and the steps that it says; raise `WitnessError`."""
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
    """A file that sudokopie did not write."""

    def __init__(self, file: ForeignFile) -> None:
        self.file, self.formula = file, file.formula()
        self.optimises = self.formula.soft is not None

    def text(self, _: str) -> Iterable[str]:
        """Return the text as it is."""
        return self.file.lines()

    def verify_model(self, said: SolverOutput, solver: str) -> tuple[int, None]:
        """Return what a model costs; raise `WitnessError` where it is none."""
        try:
            return (self.formula.cost(said.true) if said.satisfiable else 0), None
        except VerificationError as error:
            raise WitnessError(
                "{name}: the model is no witness: {wrong}", name=solver, wrong=error.message
            ) from None
