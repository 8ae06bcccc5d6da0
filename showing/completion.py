"""How completions and candidates of a Sudoku are said."""

from collections.abc import Mapping

from ..answers.completion import Completed
from ..base.language import Message
from ..sudoku.boxes import cells_drawn
from ..sudoku.grid import Grid
from .manner import Manner, Said, paragraphs


def solutions_message(completed: Completed) -> Message:
    """Return the sentence that says how many solutions there are, as far as that is known."""
    number, more = len(completed.solutions), completed.more
    if number == 0:
        if more is None:
            return Message("Undecided: it is not known whether this Sudoku has a solution.")
        return Message("This Sudoku has no solution.")
    if number == 1:
        if more is None:
            return Message("This Sudoku has a solution; it is not known whether there are others.")
        if more:
            return Message("This Sudoku has more than one solution.")
        return Message("This Sudoku has exactly one solution.")
    if more is None:
        return Message("This Sudoku has at least {number} solutions.", number=number)
    if more:
        return Message("This Sudoku has more than {number} solutions.", number=number)
    return Message("This Sudoku has {number} solutions.", number=number)


class SaidCompletion(Said):
    """The solutions of a Sudoku."""

    def __init__(self, completed: Completed, manner: Manner) -> None:
        self.completed, self.manner = completed, manner

    def text(self) -> str:
        """Return the Sudoku with each of the solutions drawn, and how many there are."""
        grid, solutions = self.completed.grid, self.completed.solutions
        parts = [self.manner.grids(grid, one) for one in solutions] or [self.manner.grids(grid)]
        if self.completed.more and len(solutions) == 1:
            parts.append(self.manner.say(Message("One of its solutions is drawn.")))
        return paragraphs([*parts, self.verdict()])

    def verdict(self) -> str:
        """Return how many solutions there are."""
        return self.manner.say(solutions_message(self.completed))

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: a status, and whether there are more solutions than these."""
        return {
            "status": self.completed.word,
            "more": self.completed.more,
            "grid": self.completed.grid.rows,
            "solutions": [solution.rows for solution in self.completed.solutions],
        }


class SaidCandidates(Said):
    """The candidates of a Sudoku's blank cells."""

    def __init__(self, grid: Grid, manner: Manner) -> None:
        self.grid, self.manner = grid, manner
        self.candidates = grid.candidates()

    def text(self) -> str:
        """Return the grid drawn, clues in brackets and candidates in blank cells."""
        grid = self.grid
        gap = "" if grid.size < 10 else ","
        texts = [
            [
                gap.join(map(str, self.candidates[r, c])) or "-" if not value else f"[{value}]"
                for c, value in enumerate(row)
            ]
            for r, row in enumerate(grid)
        ]
        parts = ["\n".join(line.rstrip() for line in cells_drawn(texts, grid.shape))]
        parts += self._twice()
        if not all(self.candidates.values()):
            parts.append(self.manner.say(Message("Where - stands no digit is possible.")))
        return paragraphs(parts)

    def verdict(self) -> str:
        """Return the blank cells with one candidate or none, one a line."""
        lines = [
            Message(
                "row {row}, column {column}: {digits}",
                row=r + 1,
                column=c + 1,
                digits=digits[0] if digits else "-",
            )
            for (r, c), digits in self.candidates.items()
            if len(digits) < 2
        ]
        if not lines:
            lines = [Message("No blank cell has just one candidate, or none.")]
        return "\n".join([*map(self.manner.say, lines), *self._twice()])

    def record(self) -> Mapping[str, object]:
        """Return what JSON says: rows and columns from 1."""
        return {
            "grid": self.grid.rows,
            "consistent": self.grid.is_consistent(),
            "candidates": [
                {"row": r + 1, "column": c + 1, "digits": digits}
                for (r, c), digits in self.candidates.items()
            ],
        }

    def _twice(self) -> list[str]:
        if self.grid.is_consistent():
            return []
        return [self.manner.say(Message("A row, column or box holds a digit twice."))]
