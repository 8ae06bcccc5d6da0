"""What another solver said about an exported formula, read back as an answer.

A yes is verified on the grids. A no is only what the solver says, as is that an optimum is one.
"""

from io import StringIO
from typing import IO

from ..base.errors import BackendError, TransformationError, VerificationError
from ..questions.question import Question, Reply
from ..solvers.solver_output import SolverOutput, parse_solver_output


def decode(question: Question, output: str | IO[str], name: str) -> Reply:
    """Return what a solver replies to an exported question, as it printed or wrote it, or a file.

    `name` is that of the file. Raises `BackendError` where the output is no solver's, where its
    model is no witness (it says what disagrees), and where what it says is seen to be wrong.
    """
    file = StringIO(output) if isinstance(output, str) else output
    return read_reply(question, parse_solver_output(file, name, question.formula.variables), name)


def read_reply(question: Question, said: SolverOutput, name: str) -> Reply:
    """Return what a solver replies, verified; raise `BackendError` where `decode` does."""
    witness = question.at_hand
    if said.satisfiable:
        try:
            witness = question.witness(said.true)
        except (VerificationError, TransformationError) as error:
            raise BackendError(question.NO_WITNESS.fill(name=name, wrong=error.message)) from None
    is_optimum = question.asks_optimum and said.is_optimum
    reply = Reply(question, said.satisfiable, witness, is_optimum, name, said.true)
    question.check(reply)
    return reply
