"""Can a Sudoku be completed by the rules?"""

from dataclasses import dataclass
from functools import cached_property

from ..base.errors import ExportError
from ..base.language import Message
from ..encoding.completion import Completion
from ..sudoku.grid import Grid
from .question import Problem, Question


@dataclass(frozen=True)
class Completable(Question):
    """Which grid completes the Sudoku by the rules, if any?"""

    grid: Grid

    WITNESS = Grid
    NAME = "completion"
    TITLE = Message("The solutions of a Sudoku")
    text = "can the Sudoku be completed by the rules?"
    models = ("one for each solution",)
    no = Message("This Sudoku has no solution.")

    @cached_property
    def formula(self) -> Completion:
        """The formula of its completions."""
        return Completion(self.grid)

    def problem(self, form: str) -> Problem:
        """Return the formula; raise `ExportError` for any format but CNF."""
        if form != "cnf":
            raise ExportError("a completion is exported as .cnf, not as .{form}", form=form)
        return super().problem(form)

    def read(self, true: frozenset[int]) -> Grid:
        """Return the grid that a model completes, which may leave blanks."""
        return self.formula.completed(true)

    def wrong(self, witness: Grid) -> Message | None:
        """Compare a grid with the rules and the clues."""
        if witness.is_solved() and witness.keeping(self.grid.clue_cells) == self.grid:
            return None
        return Message("the model is no completion")

    def no_witness(self, solver: str, wrong: Message) -> Message:  # noqa: ARG002
        """Return how it is said that a solver's model is none."""
        return Message("{name}: the model is no completion", name=solver)
