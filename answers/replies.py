"""Convert the reply of a solver of another project into an answer object of this package."""

from ..questions.completion import HasSolution
from ..questions.copy import IsCopy
from ..questions.nearest import HowManyCellsAgree
from ..questions.question import SolverReply
from ..questions.within import IsCopyWithCluesLeftOut
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from .completion import CompletionAnswer
from .decide import Answer
from .nearest import NearestCopy
from .part import PartAnswer


def convert_reply_to_answer(
    reply: SolverReply,
) -> Answer | PartAnswer | NearestCopy | CompletionAnswer | SolverReply:
    """Convert a solver's reply into the answer object that this package returns for the same
    question. If the package has no answer type for this question, return the reply itself.
    """
    question, witness = reply.question, reply.witness
    match question:
        case IsCopy(first, second):
            return _convert_reply_about_copy(reply, first, second, question.parts)
        case IsCopyWithCluesLeftOut():
            return PartAnswer(
                question.smaller_sudoku_number,
                _convert_reply_about_copy(reply, *question.sudoku_to_transform_and_target),
            )
        case HowManyCellsAgree(first, second, blanks, at_least, parts):
            numbers = (
                question.count_agreeing_cells(witness),
                question.find_upper_bound_of_agreeing_count(reply),
                question.formula.compared_cell_count,
            )
            solver = reply.solver, 0.0
            return NearestCopy(first, second, blanks, at_least, witness, *numbers, *solver, parts)
        case HasSolution(grid) if reply.satisfiable:
            return CompletionAnswer(grid, (witness,), None if question.formula.cell else False)
        case HasSolution(grid):
            return CompletionAnswer(grid, (), reply.satisfiable)
    return reply


def _convert_reply_about_copy(
    reply: SolverReply, first: Grid, second: Grid, only: AllowedMoves = EVERYTHING
) -> Answer:
    """Return the answer to the question whether `second` is a copy of `first`, as a solver has
    replied. `only` are the kinds of moves that were allowed.
    """
    found = reply.verdict, reply.witness, reply.solver
    return Answer(first, second, *found, 0.0, {}, is_fewest=reply.is_optimum, only=only)
