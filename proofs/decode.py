"""Turn the output of a solver that was run by the user on an exported formula into an answer about
the Sudokus.

A yes is verified on the grids. A no is the solver's word alone, and so is the claim that a solution
is optimal.
"""

from io import StringIO
from typing import IO

from ..base.errors import BackendError, TransformationError, VerificationError
from ..questions.question import Question, Reply
from ..solvers.solver_output import SolverOutput, parse_solver_output


def decode(question: Question, output: str | IO[str], name: str) -> Reply:
    """Return the answer that a solver gave to an exported question (yes, no or unknown, with a
    verified solution for a yes). `output` is the solver's output, as text or as an open file;
    `name` is the file's name, for error messages.

    Raises `BackendError` if the output is not a solver's output, if its model is not a solution
    of the question (with the disagreement), or if the verification shows that its claims are wrong.
    """
    file = StringIO(output) if isinstance(output, str) else output
    return read_reply(question, parse_solver_output(file, name, question.formula.variables), name)


def read_reply(question: Question, said: SolverOutput, name: str) -> Reply:
    """Return a solver's answer to an exported question after verifying its model on the Sudokus.
    `said` is the solver's parsed output. Raises `BackendError`, beginning with `name`, if the model
    is not a solution of the question or if the solver's claims are wrong.
    """
    witness = question.at_hand
    if said.satisfiable:
        try:
            witness = question.witness(said.true_variables)
        except (VerificationError, TransformationError) as error:
            raise BackendError(question.NO_WITNESS.fill(name=name, wrong=error.message)) from None
    is_optimum = question.asks_optimum and said.is_optimum
    reply = Reply(question, said.satisfiable, witness, is_optimum, name, said.true_variables)
    question.check(reply)
    return reply
