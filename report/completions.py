"""Completions and candidates of a Sudoku, in words and as objects for JSON."""

from gettext import NullTranslations

from ..solvers.completion import Completed
from ..sudoku.drawing import cells_drawn, side_by_side
from ..sudoku.grid import Grid
from ..sudoku.language import ENGLISH, Message


def verdict(completed: Completed) -> Message:
    """Return the sentence that says how many solutions there are, as far as that is known."""
    number = len(completed.solutions)
    if completed.is_all:
        if number == 0:
            return Message("This Sudoku has no solution.")
        if number == 1:
            return Message("This Sudoku has exactly one solution.")
        return Message("This Sudoku has {number} solutions.", number=number)
    if number == 0:
        return Message("Undecided: it is not known whether this Sudoku has a solution.")
    if number == 1:
        return Message("This Sudoku has a solution; it is not known whether there are others.")
    if number > 2:
        return Message("This Sudoku has at least {number} solutions.", number=number)
    return Message("This Sudoku has more than one solution.")


def in_words(
    completed: Completed, every: bool, words: NullTranslations = ENGLISH, columns: int | None = None
) -> str:
    """Return the Sudoku and a solution drawn, and how many there are; `every` draws them all."""
    grid, solutions, _ = completed
    shown = solutions if every else solutions[:1]
    parts = [side_by_side((grid, one), columns) for one in shown] or [side_by_side((grid,))]
    if len(solutions) > len(shown):
        parts.append(Message("One of its solutions is drawn.").to(words))
    return "\n\n".join([*parts, verdict(completed).to(words)])


def as_object(completed: Completed) -> dict[str, object]:
    """Return what JSON says: `status` is none, one, more, or undecided."""
    grid, solutions, is_all = completed
    status = "more" if len(solutions) > 1 else ("none", "one")[len(solutions)]
    return {
        "status": status if is_all or len(solutions) > 1 else "undecided",
        "all": is_all,
        "grid": grid.rows,
        "solutions": [solution.rows for solution in solutions],
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
    if not grid.is_consistent():
        parts.append(Message("A row, column or box holds a digit twice.").to(words))
    if not all(candidates.values()):
        parts.append(Message("Where - stands no digit is possible.").to(words))
    return "\n\n".join(parts)


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
    return "\n".join(line.to(words) for line in lines)


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
