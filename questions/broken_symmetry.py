"""The question whether one Sudoku is a copy of another, asked only about some transformations:
those that remain when the symmetries of the second Sudoku are used to exclude the others.
"""

from dataclasses import dataclass, field
from functools import cached_property

from ..base.errors import GridError
from ..base.messages import Message
from ..encoding.symmetry_breaking import (
    EquivalenceFormulaWithSymmetryBreaking,
    has_quarter_turn,
    list_compared_lines,
    list_images_after_turn,
    yield_forbidden_images,
)
from ..sudoku.transformation import Transformation
from .question import COUNTED_ONCE, PairQuestion, find_transformation_error
from .serialization import LineLists


@dataclass(frozen=True)
class IsCopyByLeastImages(PairQuestion):
    """The question whether a transformation with least images leads from the first Sudoku to the
    second. The images are the lines of the second Sudoku that the first row, the first column and
    the second row of the first Sudoku become; if the transformation has a quarter turn, the first
    Sudoku is turned before.

    `line_symmetries` are permutations of the lines of the second Sudoku, numbered from 0, first the
    rows, then the columns: entry p of each is the line that line p becomes. An image is least if no
    product of these permutations moves it to a line with a smaller number and leaves the images
    before it in place. If one of the permutations has a quarter turn (rows become columns),
    transformations with a quarter turn are excluded.

    If the permutations are symmetries of the second Sudoku, then the answer is the same as to the
    question whether the second Sudoku is a copy of the first. The question itself does not require
    this; `NotCopyClaim` checks it. Raises `GridError` if an entry of `line_symmetries` is not a
    permutation that either maps rows to rows and columns to columns, or rows to columns and columns
    to rows.
    """

    line_symmetries: LineLists = field(metadata={"key": "symmetry"})

    NAME = "least-images"
    TITLE = Message(
        "Is the second Sudoku a copy of the first by a transformation with least images?"
    )
    question_text = "does a transformation with least images lead from first to second?"
    model_count_comments = ("one for each way with least images", *COUNTED_ONCE)
    no_sentence = Message(
        "No transformation with least images leads from the first Sudoku to the second."
    )

    def __post_init__(self) -> None:
        size = self.first.size
        rows, columns = list(range(size)), list(range(size, 2 * size))
        for images in self.line_symmetries:
            halves = sorted(images[:size]), sorted(images[size:])
            if halves not in ((rows, columns), (columns, rows)):
                raise GridError(
                    "expected a permutation of {count} rows and of as many columns", count=size
                )

    @cached_property
    def formula(self) -> EquivalenceFormulaWithSymmetryBreaking:
        return EquivalenceFormulaWithSymmetryBreaking(self.first, self.second, self.line_symmetries)

    def find_witness_error(self, witness: Transformation) -> Message | None:
        if wrong := find_transformation_error(witness, self.first, self.second):
            return wrong
        images = witness.line_images()
        if has_quarter_turn(images) and any(map(has_quarter_turn, self.line_symmetries)):
            return Message("it has a quarter turn")
        after_turn = list_images_after_turn(images)
        compared = tuple([after_turn[line] for line in list_compared_lines(self.first.size)])
        forbidden = set(yield_forbidden_images(self.first.size, self.line_symmetries))
        if any(compared[:count] in forbidden for count in range(1, len(compared) + 1)):
            return Message("its images are not the least")
        return None
