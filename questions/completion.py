"""The questions whether a Sudoku has a solution, and whether it has a second solution."""

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from ..base.errors import ExportError, GridError
from ..base.messages import Message
from ..encoding.completion import CompletionFormula, OtherSolutionFormula
from ..sudoku.grid import Grid
from .question import Question, SolverProblem, SolverReply


class _SolutionQuestion(Question):
    """A question whose answer yes is proved by a complete grid, the witness."""

    WITNESS = Grid

    def decode_witness(self, true_variables: frozenset[int]) -> Grid:
        return cast("CompletionFormula", self.formula).decode_grid(true_variables)


@dataclass(frozen=True)
class HasSolution(_SolutionQuestion):
    """The question whether a Sudoku has a solution. The witness, which proves the answer yes, is a
    solution.
    """

    grid: Grid

    NAME = "completion"
    TITLE = Message("The solutions of a Sudoku")
    question_text = "can the Sudoku be completed by the rules?"
    model_count_comments = ("one for each solution",)
    NO_WITNESS = Message("{name}: the model is no completion")
    no_sentence = Message("This Sudoku has no solution.")

    @cached_property
    def formula(self) -> CompletionFormula:
        return CompletionFormula(self.grid)

    def build_problem(self, export_format: str) -> SolverProblem:
        if export_format != "cnf":
            raise ExportError(
                "the question completion can be written as .cnf only, not as .{form}",
                form=export_format,
            )
        return super().build_problem(export_format)

    def find_witness_error(self, witness: Grid) -> Message | None:
        if witness.is_solved() and witness.keeping(self.grid.clue_cells) == self.grid:
            return None
        return Message("the model is no completion")


@dataclass(frozen=True)
class HasOtherSolution(_SolutionQuestion):
    """The question whether `puzzle` has a solution that differs from `solution`.

    The witness is such a solution.

    Raises `GridError` if `solution` has a blank cell or breaks the rules of Sudoku.
    """

    puzzle: Grid
    solution: Grid

    NAME = "other-solution"
    TITLE = Message("Has this Sudoku another solution?")
    question_text = "has the puzzle a solution that is not this Sudoku?"
    model_count_comments = ("one for each other solution",)
    yes_sentence = Message("This Sudoku has more than one solution.")
    no_sentence = Message("The first Sudoku has no other solution than the second.")

    def __post_init__(self) -> None:
        if not self.solution.is_solved():
            raise GridError("expected a complete Sudoku that obeys the rules, found another one")

    @cached_property
    def formula(self) -> OtherSolutionFormula:
        return OtherSolutionFormula(self.puzzle, self.solution)

    def find_witness_error(self, witness: Grid) -> Message | None:
        if HasSolution(self.puzzle).is_yes_proved_by(witness) and witness != self.solution:
            return None
        return Message("it is no other solution")

    def list_titled_grids(self, reply: SolverReply) -> list[tuple[Message, Grid]]:
        other = [] if reply.witness is None else [(Message("Solution"), reply.witness)]
        return [*super().list_titled_grids(reply), *other]
