"""Turn the output of a solver into an answer about Sudokus. The user has exported a question about
the Sudokus as a formula, and has run the solver on this formula.

The answer yes is verified on the grids. The answer no, and the claim that a solution is optimal,
are not verified: they rely on the solver's output.
"""

from io import StringIO
from typing import IO

from ..base.errors import BackendError, TransformationError, VerificationError
from ..questions.question import Question, SolverReply
from ..solvers.solver_output import SolverOutput, parse_solver_output


def decode_output(question: Question, output: str | IO[str], file_name: str) -> SolverReply:
    r"""Return the answer that a solver gave to an exported question: yes, no or unknown. If the
    answer is yes, the solution that the solver found is verified. `output` is the solver's output,
    as text or as an open file; `file_name` is used in error messages.

    A file must be opened with `newline="\n"`. Otherwise a carriage return in a comment that the
    solver repeated begins a line, which may look like a verdict.

    Raises `BackendError` if the output is not a solver's output, if its model is not a solution of
    the question (the message names the first error), or if another value in the output, such as a
    cost, is wrong.
    """
    file = StringIO(output) if isinstance(output, str) else output
    return make_verified_reply(
        question, parse_solver_output(file, file_name, question.formula.variables), file_name
    )


def make_verified_reply(question: Question, output: SolverOutput, file_name: str) -> SolverReply:
    """Return a solver's reply to an exported question, with its model verified on the Sudokus.
    `output` is the solver's output, already read into a `SolverOutput`; `file_name` is used in
    error messages. Raises `BackendError` if the model is not a solution of the question, or if
    another value in the output, such as a cost, is wrong.
    """
    witness = question.known_witness
    if output.satisfiable:
        try:
            witness = question.decode_and_check_witness(output.true_variables)
        except (VerificationError, TransformationError) as error:
            raise BackendError(
                question.NO_WITNESS.with_values(name=file_name, wrong=error.message)
            ) from None
    is_optimum = question.requires_best_witness and output.is_optimum
    reply = SolverReply(
        question, output.satisfiable, witness, is_optimum, file_name, output.true_variables
    )
    question.check_reply(reply)
    return reply
