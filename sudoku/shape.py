"""The shape of a grid: how large its boxes are, and what follows from that."""

import re
from functools import lru_cache
from math import factorial, isqrt
from operator import index
from typing import NamedTuple, Self

from ..base.errors import GridError
from ..base.messages import shorten_and_escape


class BoxShape(NamedTuple):
    """Boxes of `height` rows and `width` columns; the grid has height · width cells a side.

    A band holds `height` rows, so there are `width` bands, and `height` stacks.

    >>> shape = BoxShape(2, 3)
    >>> shape.size, shape.bands, shape.stacks, shape.rotations
    (6, 3, 2, (0, 2))
    """

    height: int
    width: int

    @classmethod
    @lru_cache(64)
    def for_size(cls, size: int) -> Self:
        """Return the square shape, else the one nearest to square with height ≤ width.

        Raises `GridError` for a size below 1.
        >>> BoxShape.for_size(9), BoxShape.for_size(6), BoxShape.for_size(7)
        (BoxShape(height=3, width=3), BoxShape(height=2, width=3), BoxShape(height=1, width=7))
        """
        if size < 1:
            raise GridError("expected a grid of at least one cell, found none")
        height = next(h for h in range(isqrt(size), 0, -1) if size % h == 0)
        return cls(height, size // height)

    @classmethod
    def of(cls, box: tuple[int, int]) -> Self:
        """Return the shape of boxes with these numbers of rows and columns.

        Raises `GridError` where these are not two whole numbers above 0.
        """
        try:
            shape = box if isinstance(box, cls) else cls(*map(index, box))
        except (TypeError, ValueError):
            shape = None
        if shape is None or min(shape) < 1:
            raise GridError(
                "expected the numbers of rows and columns of a box, found {box}", box=box
            )
        return shape

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a shape as `--box` takes it, rows first: `"2x3"`.

        Raises `GridError` for a text of another form.
        """
        if match := re.fullmatch(r"([1-9][0-9]{0,3})[x×]([1-9][0-9]{0,3})", text.strip().lower()):
            return cls(int(match[1]), int(match[2]))
        raise GridError(
            "boxes are written ROWSxCOLUMNS, such as 3x3 or 2x3, not '{text}'",
            text=shorten_and_escape(text),
        )

    def __str__(self) -> str:
        return f"{self.height}x{self.width}"

    @property
    def size(self) -> int:
        """Cells a side, and the largest digit."""
        return self.height * self.width

    @property
    def bands(self) -> int:
        """The number of bands."""
        return self.width

    @property
    def stacks(self) -> int:
        """The number of stacks."""
        return self.height

    @property
    def transformations(self) -> int:
        """The number of transformations of grids of this shape: the order of the group.

        >>> BoxShape(3, 3).transformations
        1218998108160
        """
        height, width = self
        blocks = factorial(self.bands) * factorial(self.stacks)
        within: int = factorial(height) ** self.bands * factorial(width) ** self.stacks
        turns = len(self.rotations) // 2  # a half turn is a reordering too
        return turns * blocks * within * factorial(self.size)

    @property
    def rotations(self) -> tuple[int, ...]:
        """Numbers of quarter turns that keep the shape: 0 to 3 for square boxes, else 0 and 2."""
        # Of a single cell a quarter turn is nothing that there is not without it.
        return (0, 1, 2, 3) if self.height == self.width > 1 else (0, 2)


BoxLike = BoxShape | tuple[int, int] | None
"""What says the shape of boxes: None for as square as can be."""


def check_same_shape(first: BoxShape, second: BoxShape) -> None:
    """Raise `GridError` where these are two shapes."""
    if first != second:
        raise GridError(
            "the two Sudokus have boxes of {first} and of {second}: only Sudokus of the same size, "
            "with the same boxes, can be copies",
            first=first,
            second=second,
        )


MOST_IN_BYTES = 255
"""The most cells a side of grids whose digits are kept as bytes."""


def check_fits_in_bytes(shape: BoxShape) -> None:
    """Raise `GridError` where grids of this shape have digits that are no bytes."""
    if shape.size > MOST_IN_BYTES:
        raise GridError(
            "expected at most {most} cells a side, found {size}",
            most=MOST_IN_BYTES,
            size=shape.size,
        )
