"""Report the solutions of a Sudoku, and the candidates of its blank cells: the digits that are
possible there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..answers.completion import CompletionAnswer, search_completions
from ..base.messages import Message
from ..sudoku.grid import Cell, Grid, draw_cell_lines
from .answer_formatter import AnswerFormatter, join_paragraphs
from .answer_report import SUDOKU, AnswerReport, Picture, PicturesAndTracks

_ONE = {
    None: Message("This Sudoku has a solution; it is not known whether there are others."),
    True: Message("This Sudoku has more than one solution."),
    False: Message("This Sudoku has exactly one solution."),
}
_SENTENCES_FOR_SEVERAL = {
    None: Message("This Sudoku has at least {number} solutions."),
    True: Message("This Sudoku has more than {number} solutions."),
    False: Message("This Sudoku has {number} solutions."),
}
"""The sentence about the number of solutions that were found, if it is above 1. The key is whether
there are more solutions; None if that is not known.
"""


def describe_solution_count(completion_answer: CompletionAnswer) -> Message:
    """Return the sentence about the number of solutions of a Sudoku, as far as it is known.
    `completion_answer` has the solutions that were found.
    """
    number = len(completion_answer.solutions)
    if number:
        return (_ONE if number == 1 else _SENTENCES_FOR_SEVERAL)[
            completion_answer.more
        ].with_values(number=number)
    if completion_answer.more is None:
        return Message("Undecided: it is not known whether this Sudoku has a solution.")
    return Message("This Sudoku has no solution.")


class RepeatedDigit(NamedTuple):
    """Two cells in the same row, column or box that have the same `digit`. Cells are pairs (row,
    column) from 0. `sentence` names the digit and the two cells.
    """

    digit: int
    cells: tuple[Cell, Cell]
    sentence: Message

    def make_json_record(self, display: AnswerFormatter) -> Mapping[str, object]:
        """Return the digit, the cells and the sentence as a dictionary for JSON. Rows and columns
        are numbered from 1.
        """
        return {
            "digit": self.digit,
            "cells": [[r + 1, c + 1] for r, c in self.cells],
            "sentence": display.translate(self.sentence),
        }


def find_repeated_digit_if_unsolvable(completion_answer: CompletionAnswer) -> RepeatedDigit | None:
    """Find two equal digits in a row, column or box of a Sudoku, which therefore has no solution.
    `completion_answer` has the Sudoku and its solutions. None if it has a solution, or if no row,
    column or box has a digit twice.
    """
    if completion_answer.solutions:
        return None
    grid = completion_answer.grid
    height, width = grid.shape
    for kind, sentence in enumerate(_REPEATED_DIGIT_SENTENCES):
        seen = dict[object, Cell]()
        for r, c in sorted(grid.clue_cells):
            line = (r, c, (r // height, c // width))[kind]
            other = seen.setdefault((line, grid[r][c]), (r, c))
            if other != (r, c):
                row, column = other
                cells = {"row": row + 1, "column": column + 1, "row2": r + 1, "column2": c + 1}
                told = sentence.with_values(digit=grid[r][c], **cells)
                return RepeatedDigit(grid[r][c], (other, (r, c)), told)
    return None


def make_solution_pictures(
    sudoku_picture: Picture, completion_answer: CompletionAnswer
) -> list[Picture]:
    """Return the pictures of a Sudoku and its solutions. The first is `sudoku_picture`, the Sudoku.
    If the Sudoku has a fault, the cells that show it are marked: two equal digits, or the cells in
    which two solutions differ.

    If there is one solution, the second picture shows this solution. If there are several, the
    second picture compares two of them: it shows the digits in which the solutions agree, and both
    digits in every other cell.
    """
    if (equal := find_repeated_digit_if_unsolvable(completion_answer)) is not None:
        return [sudoku_picture._replace(marked=frozenset(equal.cells))]
    if completion_answer.word == "one":
        return [sudoku_picture, Picture(Message("Its solution"), completion_answer.solutions[0])]
    solutions = completion_answer.solutions
    if completion_answer.word == "more" and len(solutions) < _COMPARED:
        solutions = search_completions(sudoku_picture.grid, _COMPARED, timeout=_SECONDS).solutions
    if len(solutions) < _COMPARED:
        return [sudoku_picture]
    one, other = solutions[:_COMPARED]
    differing = {cell: (one[cell], other[cell]) for cell in one.cells if one[cell] != other[cell]}
    common = Grid(
        [
            [0 if (r, c) in differing else one[r, c] for c in range(one.size)]
            for r in range(one.size)
        ],
        one.shape,
    )
    cells = frozenset(differing)
    return [
        sudoku_picture._replace(marked=cells),
        Picture(Message("Where two solutions differ"), common, cells, two_digits=differing),
    ]


_COMPARED = 2
"""The number of solutions that are compared in a picture."""

_SECONDS = 2
"""The largest number of seconds for finding a second solution for a picture."""

_REPEATED_DIGIT_SENTENCES = (
    Message("Row {row} has the digit {digit} twice, in columns {column} and {column2}."),
    Message("Column {column} has the digit {digit} twice, in rows {row} and {row2}."),
    Message(
        "A box has the digit {digit} twice, in row {row}, column {column} and in row {row2}, "
        "column {column2}."
    ),
)
"""The sentences about equal digits: in a row, in a column, and in a box."""


class CompletionReport(AnswerReport):
    """The report on the solutions of a Sudoku: the number of solutions, as far as it is known, and
    drawings of the solutions that were found.
    """

    title = Message("The solutions of a Sudoku")
    found: CompletionAnswer

    def format_text(self) -> str:
        grid, solutions, grids = self.found.grid, self.found.solutions, self.display.draw_grids
        parts = [grids(grid, one) for one in solutions] or [grids(grid)]
        if self.found.more and len(solutions) == 1:
            parts.append(self.display.translate(Message("One of its solutions is drawn.")))
        return join_paragraphs([*parts, *self.format_page_sentences()])

    def format_page_sentences(self) -> list[str]:
        return list(map(self.display.translate, self.make_result_messages()))

    def make_result_messages(self) -> Iterable[Message]:
        """Return the sentence about the number of solutions. If the Sudoku has no solution because
        two digits in a row, column or box are equal, a second sentence names these digits.
        """
        equal = find_repeated_digit_if_unsolvable(self.found)
        count_sentence = self.add_claimant_to_no_sentence(describe_solution_count(self.found))
        return count_sentence, *([] if equal is None else [equal.sentence])

    @property
    def is_unchecked_no(self) -> bool:
        # Equal digits prove the no. Solutions prove that the Sudoku has more than one.
        return (
            super().is_unchecked_no
            and not self.found.solutions
            and find_repeated_digit_if_unsolvable(self.found) is None
        )

    def make_json_record(self) -> Mapping[str, object]:
        """Return the answer as a dictionary for JSON.

        - `status`: `none`, `one` or `more` (than one) solution; `some` or `undecided` if the time
          was not enough.
        - `more`: whether there are more solutions than those listed; None if that is not known.
        - `grid`: the Sudoku, a list of numbers for each row, 0 for a blank cell.
        - `solutions`: the solutions that were found, in the same form.
        - `equal_digits`: a digit that is twice in a row, column or box, and its two cells. Present
          only if there is such a digit.
        """
        equal = find_repeated_digit_if_unsolvable(self.found)
        return {
            "status": self.status_word,
            "more": self.found.more,
            "grid": self.found.grid.rows,
            "solutions": [solution.rows for solution in self.found.solutions],
            **({} if equal is None else {"equal_digits": equal.make_json_record(self.display)}),
        }

    @property
    def tone(self) -> str:
        """The colour of the answer on a page, "yes" or "unknown". A Sudoku without a solution has
        the colour "yes", too: the question is how many solutions the Sudoku has, and this question
        is answered.
        """
        return "unknown" if self.found.more is None else "yes"

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        solutions = [Picture(Message("Solution"), one) for one in self.found.solutions]
        return [Picture(SUDOKU, self.found.grid), *solutions], ()


@dataclass(eq=False)
class CandidatesReport(AnswerReport):
    """The report on the candidates of a Sudoku's blank cells: the digits that are still possible
    there.
    """

    found: Grid

    def __post_init__(self) -> None:
        self.candidates = self.found.candidates()

    def format_text(self) -> str:
        """Return a drawing of the grid. Clues are in brackets, and each blank cell holds its
        candidates.
        """
        grid = self.found
        gap = "" if grid.size < 10 else ","
        texts = [[f"[{value}]" for value in row] for row in grid]
        for (r, c), digits in self.candidates.items():
            texts[r][c] = gap.join(map(str, digits)) or "-"
        parts = ["\n".join(line.rstrip() for line in draw_cell_lines(texts, grid.shape))]
        parts += self._list_repeat_warnings()
        if not all(self.candidates.values()):
            parts.append(
                self.display.translate(Message("- marks a cell in which no digit is possible."))
            )
        return join_paragraphs(parts)

    def format_result(self) -> str:
        """Return a line for each blank cell that has one candidate or none. If there is no such
        cell, a sentence states this. If a row, column or box has a digit twice, a warning follows.
        """
        line = Message("row {row}, column {column}: {digits}")
        lines = [
            line.with_values(row=r + 1, column=c + 1, digits=digits[0] if digits else "-")
            for (r, c), digits in self.candidates.items()
            if len(digits) < 2
        ]
        none = Message("Every blank cell has at least two candidates.")
        return "\n".join(
            [*map(self.display.translate, lines or [none]), *self._list_repeat_warnings()]
        )

    def make_json_record(self) -> Mapping[str, object]:
        """Return a dictionary for JSON with the grid, whether it obeys the rules, and the
        candidates of each blank cell. Rows and columns are numbered from 1.
        """
        return {
            "grid": self.found.rows,
            "consistent": self.found.is_consistent(),
            "candidates": [
                {"row": r + 1, "column": c + 1, "digits": digits}
                for (r, c), digits in self.candidates.items()
            ],
        }

    def _list_repeat_warnings(self) -> list[str]:
        """Return a list with the warning that a row, column or box has a digit twice. The list is
        empty if the grid obeys the rules.
        """
        if self.found.is_consistent():
            return []
        return [self.display.translate(Message("A row, column or box holds a digit twice."))]
