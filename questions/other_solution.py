"""Has a puzzle another solution than the one that is known?"""

from dataclasses import dataclass
from functools import cached_property

from ..base.language import Message
from ..encoding.completion import OtherSolution
from ..sudoku.grid import Grid
from .question import Question, Reply


@dataclass(frozen=True)
class HasOtherSolution(Question):
    """Which solution of the puzzle differs from `solution`, if any?"""

    puzzle: Grid
    solution: Grid

    WITNESS = Grid
    NAME = "other-solution"
    TITLE = Message("Has this Sudoku another solution?")
    text = "has the puzzle a solution that is not this Sudoku?"
    models = ("one for each other solution",)
    yes = Message("This Sudoku has more than one solution.")
    no = Message("The first Sudoku has no other solution than the second.")

    @cached_property
    def formula(self) -> OtherSolution:
        """The formula of the other solutions."""
        return OtherSolution(self.puzzle, self.solution)

    def read(self, true: frozenset[int]) -> Grid:
        """Return the grid that a model completes, which may leave blanks."""
        return self.formula.completed(true)

    def wrong(self, witness: Grid) -> Message | None:
        """Compare a grid with the rules, the clues and the solution that is known."""
        kept = witness.keeping(self.puzzle.clue_cells) == self.puzzle
        if witness.is_solved() and kept and witness != self.solution:
            return None
        return Message("it is no other solution")

    def pictures(self, reply: Reply) -> list[tuple[Message, Grid]]:
        """Return the puzzle, the solution that is known, and the other one if it was found."""
        other = [] if reply.witness is None else [(Message("Solution"), reply.witness)]
        return [*super().pictures(reply), *other]
