"""The problems that solvers get in a comparison, apart from the plain question whether two Sudokus
are copies: other questions, runs with proofs, and formulas in files that sudokopie did not write.
The models that the solvers find are verified, and their costs are counted.
"""

from collections.abc import Iterable
from functools import cached_property

from ...base.errors import BackendError, VerificationError, WitnessError
from ...encoding.formula import Formula
from ...proofs.decode import make_verified_reply
from ...proofs.export import yield_question_file_bytes
from ...proofs.export_header import LIBRARY
from ...questions.question import PairQuestion, Question, SolverProblem
from ...solvers.optimisers import yield_optimisation_problem_text
from ...solvers.solver_output import SolverOutput
from .foreign_formula import ForeignFormulaFile


class QuestionProblem:
    """A question that is given to solvers as a formula in a file format: cnf, wcnf, opb, or "count"
    for a .cnf whose models are counted.
    """

    def __init__(self, question: Question, form: str) -> None:
        self.question, self._form = question, form.replace("count", "cnf")

    @cached_property
    def problem(self) -> SolverProblem:
        """The question's formula, and the literals that have a cost if they are true. Both are
        built at the first access, so that the time for building them is measured as the phase
        "encode" of the run.
        """
        return self.question.build_problem(self._form)

    @property
    def formula(self) -> Formula:
        """The clauses of the problem."""
        return self.problem.formula

    @property
    def asks_for_optimum(self) -> bool:
        """Whether solvers are asked for an optimum, a model with the lowest cost, rather than for
        any model.
        """
        return bool(self.problem.costs) and self.problem.at_most is None

    def yield_problem_text(self, file_format: str) -> Iterable[str]:
        """Return the problem as text for an external program. `file_format` is the text format,
        such as `old-wcnf`, as the program's arguments name it.
        """
        if file_format == "cnf":  # with the lines that model counters expect
            return (
                piece.decode("ascii")
                for piece in yield_question_file_bytes(self.question, file_format, LIBRARY)
            )
        return yield_optimisation_problem_text(
            file_format, self.formula, self.problem.costs or (), self.problem.at_most
        )

    def verify_and_find_cost_and_step_count(
        self, solver_output: SolverOutput, solver_name: str
    ) -> tuple[int, int | None]:
        """Verify a solver's model, in its parsed output `solver_output`, on the Sudokus. Return the
        model's cost, and the number of steps of the transformation that it describes; this number
        is None if the model describes no transformation. Raises `WitnessError`, with the name
        `solver_name` in its message, if the model is not a solution.
        """
        try:
            reply = make_verified_reply(self.question, solver_output, solver_name)
        except BackendError as error:
            raise WitnessError(error.message) from None
        costs = len(reply.true_variables.intersection(self.problem.costs or ()))
        steps: int | None = getattr(reply.witness, "steps", None)
        if (
            isinstance(self.question, PairQuestion)
            and (steps or 0) > costs
            and self.asks_for_optimum
        ):
            raise WitnessError(
                "{name}: its model costs {costs}, but takes {steps} steps",
                name=solver_name,
                costs=costs,
                steps=steps,
            )
        return costs, steps


class ForeignProblem:
    """A formula, from a file that sudokopie did not write, that is given to solvers."""

    def __init__(self, file: ForeignFormulaFile) -> None:
        self.file, self.formula = file, file.read_formula()
        self.asks_for_optimum = self.formula.soft is not None

    def yield_problem_text(self, _file_format: str) -> Iterable[str]:
        """Return the lines of the file unchanged, as text for an external program."""
        return self.file.yield_lines()

    def verify_and_find_cost_and_step_count(
        self, solver_output: SolverOutput, solver_name: str
    ) -> tuple[int, None]:
        """Verify a solver's model, in its parsed output `solver_output`, on the constraints of the
        file. Return the model's cost, and None because there are no steps. Raises `WitnessError`,
        with the name `solver_name` in its message, if the model breaks a constraint.
        """
        try:
            return (
                self.formula.verify_and_compute_cost(solver_output.true_variables)
                if solver_output.satisfiable
                else 0
            ), None
        except VerificationError as error:
            raise WitnessError(
                "{name}: the model is no witness: {wrong}", name=solver_name, wrong=error.message
            ) from None
