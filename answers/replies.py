"""Convert the reply of a solver of another project into an answer object of this package."""

from ..questions.completion import Completable
from ..questions.copy import Copy
from ..questions.nearest import SoManyAgree
from ..questions.question import Reply
from ..questions.within import Within
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from .completion import Completed
from .decide import Answer
from .nearest import NearestCopy
from .part import PartAnswer


def convert_reply(reply: Reply) -> Answer | PartAnswer | NearestCopy | Completed | Reply:
    """Convert a solver's reply into the answer object that this package returns for the same
    question. Return the reply itself if the package has no answer type for this question.
    """
    question, witness = reply.question, reply.witness
    match question:
        case Copy(first, second):
            return _convert_decision(reply, first, second, question.parts)
        case Within():
            return PartAnswer(question.part, _convert_decision(reply, *question.from_and_to))
        case SoManyAgree(first, second, blanks, at_least, parts):
            numbers = question.agreeing(witness), question.at_most(reply), question.formula.total
            solver = reply.solver, 0.0
            return NearestCopy(first, second, blanks, at_least, witness, *numbers, *solver, parts)
        case Completable(grid) if reply.satisfiable:
            return Completed(grid, (witness,), None if question.formula.cell else False)
        case Completable(grid):
            return Completed(grid, (), reply.satisfiable)
    return reply


def _convert_decision(
    reply: Reply, first: Grid, second: Grid, only: AllowedMoves = EVERYTHING
) -> Answer:
    found = reply.verdict, reply.witness, reply.solver
    return Answer(first, second, *found, 0.0, {}, is_fewest=reply.is_optimum, only=only)
