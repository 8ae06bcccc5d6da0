"""Completions and candidates of a Sudoku, in words and as objects for JSON."""

from gettext import NullTranslations

from ..solvers.completion import Completed
from ..sudoku.drawing import cells_drawn, side_by_side
from ..sudoku.grid import Grid
from ..sudoku.language import ENGLISH, Message


def verdict(completed: Completed) -> Message:
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


def in_words(
    completed: Completed, words: NullTranslations = ENGLISH, columns: int | None = None
) -> str:
    """Return the Sudoku with each of the solutions drawn, and how many there are."""
    grid, solutions, more = completed
    parts = [side_by_side((grid, one), columns) for one in solutions] or [side_by_side((grid,))]
    if more and len(solutions) == 1:
        parts.append(Message("One of its solutions is drawn.").to(words))
    return "\n\n".join([*parts, verdict(completed).to(words)])


def status(completed: Completed) -> str:
    """Return none, one, more; where others may exist `some`, and `undecided` without any."""
    number, more = len(completed.solutions), completed.more
    if number > 1 or more:
        return "more"
    if more is None:
        return "some" if number else "undecided"
    return "one" if number else "none"


def as_object(completed: Completed) -> dict[str, object]:
    """Return what JSON says: a status, and whether there are more solutions than these."""
    return {
        "status": status(completed),
        "more": completed.more,
        "grid": completed.grid.rows,
        "solutions": [solution.rows for solution in completed.solutions],
    }


def candidates_in_words(grid: Grid, words: NullTranslations = ENGLISH) -> str:
    """Return the grid drawn, clues in brackets and candidates in blank cells."""
    candidates = grid.candidates()
    gap = "" if grid.size < 10 else ","
    texts = [
        [
            gap.join(map(str, candidates[r, c])) or "-" if not value else f"[{value}]"
            for c, value in enumerate(row)
        ]
        for r, row in enumerate(grid)
    ]
    parts = ["\n".join(line.rstrip() for line in cells_drawn(texts, grid.shape))]
    parts += _twice(grid, words)
    if not all(candidates.values()):
        parts.append(Message("Where - stands no digit is possible.").to(words))
    return "\n\n".join(parts)


def _twice(grid: Grid, words: NullTranslations) -> list[str]:
    if grid.is_consistent():
        return []
    return [Message("A row, column or box holds a digit twice.").to(words)]


def few_candidates(grid: Grid, words: NullTranslations = ENGLISH) -> str:
    """Return the blank cells with one candidate or none, one a line."""
    lines = [
        Message(
            "row {row}, column {column}: {digits}",
            row=r + 1,
            column=c + 1,
            digits=digits[0] if digits else "-",
        )
        for (r, c), digits in grid.candidates().items()
        if len(digits) < 2
    ]
    if not lines:
        lines = [Message("No blank cell has just one candidate, or none.")]
    return "\n".join([*(line.to(words) for line in lines), *_twice(grid, words)])


def candidates_as_object(grid: Grid) -> dict[str, object]:
    """Return what JSON says: rows and columns from 1."""
    return {
        "grid": grid.rows,
        "consistent": grid.is_consistent(),
        "candidates": [
            {"row": r + 1, "column": c + 1, "digits": digits}
            for (r, c), digits in grid.candidates().items()
        ],
    }
