"""The question whether one Sudoku is a copy of another, asked only of the transformations that
remain when the symmetries of the second Sudoku are broken.
"""

from dataclasses import dataclass, field
from functools import cached_property

from ..base.errors import GridError
from ..base.messages import Message
from ..encoding.symmetry_breaking import (
    BrokenEquivalence,
    list_compared_lines,
    yield_forbidden_images,
)
from ..sudoku.transformation import Transformation
from .question import COUNTED_ONCE, PairQuestion, find_transformation_error
from .serialization import LineLists


@dataclass(frozen=True)
class IsCopyByLeastImages(PairQuestion):
    """The question whether a transformation with least images leads from the first Sudoku to the
    second. The images are those of the first row, the first column and the second row of the first
    Sudoku, after a quarter turn if the transformation has one.

    `line_symmetries` are permutations of the lines of the second Sudoku, numbered from 0, first the
    rows, then the columns: entry p of each is the line that line p becomes. An image is not least
    if a product of those permutations that leave the images before it in place makes it smaller. If
    `excludes_turns` is true, transformations with a quarter turn are excluded.

    If the permutations are symmetries of the second Sudoku, and `excludes_turns` is true only if
    that Sudoku has a symmetry with a quarter turn, then the answer is the same as to the question
    whether the second Sudoku is a copy of the first. The question itself does not require this;
    `NotCopyClaim` checks it. Raises `GridError` if an entry of `line_symmetries` is no permutation
    of the rows and of the columns.
    """

    line_symmetries: LineLists = field(metadata={"key": "symmetry"})
    excludes_turns: bool = field(metadata={"key": "turns", "words": ("allowed", "excluded")})

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
            if sorted(images[:size]) != rows or sorted(images[size:]) != columns:
                raise GridError(
                    "expected a permutation of {count} rows and of as many columns", count=size
                )

    @cached_property
    def formula(self) -> BrokenEquivalence:
        return BrokenEquivalence(self.first, self.second, self.line_symmetries, self.excludes_turns)

    def find_error(self, witness: Transformation) -> Message | None:
        if wrong := find_transformation_error(witness, self.first, self.second):
            return wrong
        is_turned = witness.find_source_lines()[0]
        if is_turned and self.excludes_turns:
            return Message("it has a quarter turn")
        images = _list_compared_images(witness)
        forbidden = set(yield_forbidden_images(self.first.size, self.line_symmetries))
        if any(images[:count] in forbidden for count in range(1, len(images) + 1)):
            return Message("its images are not the least")
        return None


def _list_compared_images(transformation: Transformation) -> tuple[int, ...]:
    """Return the lines that the first row, the first column and the second row become, after the
    quarter turn if the transformation has one. Lines are numbered from 0, first the rows, then the
    columns.
    """
    size, images = transformation.shape.size, transformation.line_images()
    if transformation.find_source_lines()[0]:
        # A quarter turn clockwise makes column r of the grid row r, and reads the rows from below.
        images = images[size:] + images[size - 1 :: -1]
    return tuple([images[line] for line in list_compared_lines(size)])
