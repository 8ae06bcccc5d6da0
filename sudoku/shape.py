"""The shape of a Sudoku's boxes, their height and width, which determines the size of the grid and
the numbers of its bands and stacks.
"""

import re
from enum import Enum
from functools import lru_cache
from math import factorial, isqrt
from operator import index
from typing import NamedTuple, Self

from ..base.errors import GridError
from ..base.messages import shorten_and_escape


class BoxShape(NamedTuple):
    """The shape of boxes with `height` rows and `width` columns. The grid then has height · width
    cells a side.

    A band has `height` rows, so that there are `width` bands; a stack has `width` columns, so that
    there are `height` stacks.

    >>> shape = BoxShape(2, 3)
    >>> shape.size, shape.bands, shape.stacks, shape.rotations
    (6, 3, 2, (0, 2))
    """

    height: int
    width: int

    @classmethod
    @lru_cache(64)
    def for_size(cls, size: int) -> Self:
        """Return the shape of the boxes for a grid of `size` cells a side: as square as possible,
        with the height at most the width. Raise `GridError` if `size` is below 1.

        >>> BoxShape.for_size(9), BoxShape.for_size(6), BoxShape.for_size(7)
        (BoxShape(height=3, width=3), BoxShape(height=2, width=3), BoxShape(height=1, width=7))
        """
        if size < 1:
            raise GridError("expected a grid of at least one cell, found none")
        height = next(h for h in range(isqrt(size), 0, -1) if size % h == 0)
        return cls(height, size // height)

    @classmethod
    def of(cls, box: tuple[int, int]) -> Self:
        """Return the shape of boxes that is given as a pair of numbers (rows of a box, columns of a
        box). Raise `GridError` if `box` is not a pair of whole numbers above 0.
        """
        try:
            shape = box if isinstance(box, cls) else cls(*map(index, box))
        except (TypeError, ValueError):
            shape = None
        if shape is None or min(shape) < 1:
            raise GridError(
                "expected the numbers of rows and columns of a box, found {box}",
                box=shorten_and_escape(str(box)),
            )
        return shape

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the shape of the boxes from a text such as `"2x3"` (2 rows, 3 columns), as the
        option `--box` has it. Raise `GridError` for any other text.
        """
        if match := re.fullmatch(r"([1-9][0-9]{0,3})[x×]([1-9][0-9]{0,3})", text.strip().lower()):
            return cls(int(match[1]), int(match[2]))
        raise GridError(
            "boxes are written ROWSxCOLUMNS, such as 3x3 or 2x3, not '{text}'",
            text=shorten_and_escape(text),
        )

    def __str__(self) -> str:
        """Return the shape as text, such as "2x3" for 2 rows and 3 columns, in the form that
        `parse` reads.
        """
        return f"{self.height}x{self.width}"

    @property
    def size(self) -> int:
        """N, the number of cells on each side of the grid, which is also the largest digit."""
        return self.height * self.width

    @property
    def bands(self) -> int:
        """The number of bands: the horizontal strips of boxes, each as wide as the grid."""
        return self.width

    @property
    def stacks(self) -> int:
        """The number of stacks: the vertical strips of boxes, each as high as the grid."""
        return self.height

    @property
    def transformations(self) -> int:
        """The number of transformations of grids of this shape, counted by their effects:
        transformations that are only written differently count once.

        >>> BoxShape(3, 3).transformations
        1218998108160
        """
        height, width = self
        blocks = factorial(self.bands) * factorial(self.stacks)
        within: int = factorial(height) ** self.bands * factorial(width) ** self.stacks
        turns = len(self.rotations) // 2  # a half turn is also a reordering
        return turns * blocks * within * factorial(self.size)

    @property
    def rotations(self) -> tuple[int, ...]:
        """The rotations that keep the shape of the boxes, as numbers of quarter turns: 0, 1, 2 and
        3 if boxes are square, otherwise 0 and 2.
        """
        # A quarter turn of a grid with a single cell changes nothing, so it is left out.
        return (0, 1, 2, 3) if self.height == self.width > 1 else (0, 2)


class BoxEvidence(Enum):
    """What shows that boxes that are not square have their shape.

    - `USUAL`: nothing, so that they have the usual shape, such as 2x3.
    - `DIGIT_TWICE`: a Sudoku has a digit twice in a usual box, but not in a turned one.
    - `NO_SOLUTION`: a Sudoku has no solution with usual boxes.
    - `ONE_SOLUTION`: all Sudokus have exactly one solution only with turned boxes.
    - `CERTAIN`: a drawing or a comment of the file, or an option.
    """

    USUAL = 0
    DIGIT_TWICE = 1
    NO_SOLUTION = 2
    ONE_SOLUTION = 3
    CERTAIN = 4


BoxLike = BoxShape | tuple[int, int] | None
"""A value that gives the shape of boxes: a `BoxShape`, or a pair (rows, columns). None means as
square as possible.
"""


def choose_shape(size: int, box: BoxLike) -> BoxShape:
    """Return the shape of boxes that `box` gives; if `box` is None, the boxes of a grid with `size`
    rows that are as square as possible. Raise `GridError` if `box` is not a pair of whole numbers
    above 0, or if it is None and `size` is below 1.
    """
    return BoxShape.for_size(size) if box is None else BoxShape.of(box)


def check_row_count(row_count: int, shape: BoxShape) -> None:
    """Raise `GridError` if a grid with boxes of this shape has another number of rows."""
    if shape.size != row_count:
        raise GridError(
            "expected {count} rows for boxes of {box}, found {size}",
            count=shape.size,
            box=shape,
            size=row_count,
        )


def check_same_shape(first: BoxShape, second: BoxShape) -> None:
    """Raise `GridError` if the boxes of two grids have different shapes."""
    if first != second:
        raise GridError(
            "the two Sudokus have boxes of {first} and of {second}: only Sudokus of the same size, "
            "with the same boxes, can be copies",
            first=first,
            second=second,
        )


MAX_SIZE = 36
"""The largest number of rows that a grid in a file may have, unless the caller allows more."""

MOST_IN_BYTES = 255
"""The largest number of cells a side of grids whose digits are kept as bytes."""


def check_fits_in_bytes(shape: BoxShape) -> None:
    """Raise `GridError` if grids of this shape have more than 255 digits, so that a digit does not
    fit in a byte.
    """
    if shape.size > MOST_IN_BYTES:
        raise GridError(
            "expected at most {most} cells a side, found {size}",
            most=MOST_IN_BYTES,
            size=shape.size,
        )
