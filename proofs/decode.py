"""Turn a solver's output into an answer about the Sudokus. The user has exported a question as a
formula and has run a solver on this formula.

A yes is verified on the grids. A no is the solver's word alone, and so is the claim that a solution
is optimal.
"""

from io import StringIO
from typing import IO

from ..base.errors import BackendError, TransformationError, VerificationError
from ..questions.question import Question, Reply
from ..solvers.solver_output import SolverOutput, parse_solver_output


def decode_output(question: Question, output: str | IO[str], file_name: str) -> Reply:
    """Return the answer that a solver gave to an exported question: yes, no or unknown. For a yes,
    the solution that the solver found is verified. `output` is the solver's output, as text or as
    an open file; `file_name` is used in error messages.

    Raises `BackendError` if the output is not a solver's output, if its model is not a solution
    of the question (with the disagreement), or if the verification shows that its claims are wrong.
    """
    file = StringIO(output) if isinstance(output, str) else output
    return verify_output(
        question, parse_solver_output(file, file_name, question.formula.variables), file_name
    )


def verify_output(question: Question, output: SolverOutput, file_name: str) -> Reply:
    """Return a solver's answer to an exported question after its model has been verified on the
    Sudokus. `output` is the solver's output after parsing. Raises `BackendError`, with a message
    that begins with `file_name`, if the model is not a solution of the question or if a claim of
    the solver is wrong.
    """
    witness = question.known_witness
    if output.satisfiable:
        try:
            witness = question.decode_and_check_witness(output.true_variables)
        except (VerificationError, TransformationError) as error:
            raise BackendError(
                question.NO_WITNESS.fill(name=file_name, wrong=error.message)
            ) from None
    is_optimum = question.requires_best_witness and output.is_optimum
    reply = Reply(
        question, output.satisfiable, witness, is_optimum, file_name, output.true_variables
    )
    question.check_reply(reply)
    return reply
