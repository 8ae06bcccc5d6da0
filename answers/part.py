"""Decide whether a Sudoku is part of another, that is, a copy of it in which some clues are
missing.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..base.errors import ProofError
from ..base.registry import render_as_html, render_as_text
from ..base.verdict import AnswerWithVerdict, Verdict
from ..kernel import kernel_functions
from ..questions.within import IsCopyWithCluesLeftOut
from ..solvers.deadline import Deadline, Timeout
from ..solvers.protocol import Outcome
from ..solvers.registry import DEFAULT, find_incremental_backend
from ..sudoku.grid import Grid, check_grids
from ..sudoku.shape import MOST_IN_BYTES
from ..sudoku.transformation import Transformation
from .decide import Answer, decide, make_answer
from .witness import find_outcome_with_fewest_steps

if TYPE_CHECKING:
    from ..questions.claim import Claim


@dataclass(frozen=True, slots=True)
class PartAnswer(AnswerWithVerdict):
    """The answer to the question whether one of two Sudokus is part of the other: a copy of the
    other Sudoku in which some clues are missing.

    - `part`: which Sudoku was tested as the part: 1 for the first, 2 for the second.
    - `answer`: the answer of a solver. `answer.first` is the tested Sudoku, and `answer.second` the
      other Sudoku. If the answer is yes, `answer.transformation` moves each clue of the tested
      Sudoku onto an equal clue of the other Sudoku, in as few steps as possible.
    """

    part: int
    answer: Answer

    _question = "part"

    @property
    def verdict(self) -> Verdict:
        """Yes if the tested Sudoku is part of the other, that is, a copy of it in which some clues
        are missing; no if it is not; undecided if the time was not enough.
        """
        return self.answer.verdict

    @property
    def transformation(self) -> Transformation | None:
        """The transformation that moves each clue of the part onto an equal clue of the other
        Sudoku. It was verified on the grids. None if no such transformation is known.
        """
        return self.answer.transformation

    @property
    def steps(self) -> int | None:
        """The number of steps of the transformation, or None if there is no transformation."""
        return self.answer.steps

    def claim(self, **_other_options: object) -> Claim | None:
        """Return the statement that a certificate of this answer proves: one Sudoku is part of the
        other, or it is not. Return None if the answer is undecided.

        Raises `ProofError` if the part has more clues than the whole, because the question of a
        certificate always takes the Sudoku with fewer clues as the part.
        """
        from ..questions.yes_no_claims import make_claim

        part, whole, answer = self.answer.first, self.answer.second, self.answer
        question = IsCopyWithCluesLeftOut(*((part, whole) if self.part == 1 else (whole, part)))
        # If the part has more clues than the whole, `part_of` answers no.
        if question.sudoku_to_transform_and_target != (part, whole):
            raise ProofError("there is nothing to certify: the part has more clues than the whole")
        best = answer.is_fewest or not answer.steps
        return make_claim(question, answer.verdict, answer.transformation, best)

    __str__ = render_as_text
    _repr_html_ = render_as_html


def within(
    first: Grid, second: Grid, backend: str = DEFAULT, *, timeout: Timeout = None
) -> PartAnswer:
    """Decide whether the grid with fewer clues is part of the other grid, that is, a copy of it in
    which some clues are missing. If both have equally many clues, the question is whether the first
    is part of the second.

    Raises `GridError` if the grids have different shapes, and `BackendError` if the backend does
    not exist, fails or cannot answer such questions.

    >>> found = within(Grid([[0, 1], [2, 1]]), Grid([[1, 0], [0, 0]]))
    >>> found.word, found.part, found.steps
    ('part', 2, 1)
    """
    check_grids(first, second)
    question = IsCopyWithCluesLeftOut(first, second)
    found = part_of(*question.sudoku_to_transform_and_target, backend, timeout=timeout)
    return replace(found, part=question.smaller_sudoku_number)


def part_of(
    part: Grid, whole: Grid, backend: str = DEFAULT, *, timeout: Timeout = None
) -> PartAnswer:
    """Decide whether `part` is a copy of `whole` in which some clues are missing. If it is, the
    answer has the steps that move each clue of `part` onto an equal clue of `whole`.

    No other transformation that does so has fewer steps, unless the time ran out. Raises
    `GridError` if the grids have different shapes, and `BackendError` if the backend does not
    exist, fails or cannot answer such questions.

    >>> found = part_of(Grid([[1, 0], [0, 0]]), Grid([[0, 1], [2, 1]]))
    >>> found.word, found.steps
    ('part', 1)
    """
    check_grids(part, whole)
    deadline = Deadline.start(timeout)
    chosen = find_incremental_backend(backend, deadline)
    if part.clues > whole.clues:
        outcome = Outcome(Verdict.NO)
    else:
        outcome = find_outcome_with_fewest_steps(
            chosen,
            list(
                IsCopyWithCluesLeftOut(part, whole).yield_questions_without_and_with_quarter_turn()
            ),
            deadline,
        )
    return PartAnswer(1, make_answer(part, whole, chosen.name, outcome, deadline))


def part_of_by_kernel_or_solver(part: Grid, whole: Grid, *, timeout: Timeout = None) -> PartAnswer:
    """Decide whether `part` is a copy of `whole` in which some clues are missing. The compiled
    functions (kernel) answer if they can, about fifty times as fast as a solver; otherwise a solver
    answers. A yes has the same steps as the answer of `part_of`.

    Raises `GridError` if the grids have different shapes.
    """
    check_grids(part, whole)
    if part.size > MOST_IN_BYTES:
        return part_of(part, whole, timeout=timeout)
    deadline = Deadline.start(timeout)
    number, image = kernel_functions.count_and_find_copy_of_part(
        part.to_bytes(), whole.to_bytes(), part.shape
    )
    if number == 0:
        return PartAnswer(1, make_answer(part, whole, DEFAULT, Outcome(Verdict.NO), deadline))
    if number == 1:
        # The part has no other copy in the whole, so the fewest steps also lead to this copy.
        found = decide(part, Grid.of_bytes(image, part.shape), timeout=deadline)
        steps = found.transformation
        if steps is not None and steps.count_agreeing_cells(part, whole) == part.clues:
            return PartAnswer(1, replace(found, second=whole))
    return part_of(part, whole, timeout=deadline)
