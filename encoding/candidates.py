"""Which lines and digits of the first grid may go where in the second: all, or fewer by colours."""

from typing import NamedTuple

from ..sudoku.grid import Cells, Grid
from ..sudoku.instructions import Permutation, Step, carry_out, inverted
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation

Images = tuple[tuple[int, ...], ...]
"""For each line (or digit, from 1; place 0 is then empty): those that it may become."""


class Orientation(NamedTuple):
    """The candidates if the first grid is turned by `quarter` quarter turns, 0 or 1.

    A half turn more is a reordering, so these two orientations cover all four rotations. `rows[r]`
    are the rows of the second grid that row r of the *turned* first grid may become.
    """

    quarter: int
    rows: Images
    columns: Images


class Candidates(NamedTuple):
    """What remains possible; without any orientation left, the grids are not copies."""

    orientations: tuple[Orientation, ...]
    digits: Images

    def read_off(self, shape: BoxShape) -> list[Transformation] | None:
        """Return all transformations that remain, or None where there may be many.

        That is where some line or digit has more than one candidate.
        """
        matrices = [self.digits[1:]]
        matrices += [matrix for one in self.orientations for matrix in (one.rows, one.columns)]
        if any(len(images) > 1 for matrix in matrices for images in matrix):
            return None
        digits = [image for (image,) in self.digits[1:]]
        return [
            Transformation.from_lines(
                shape, one.quarter, _single(one.rows), _single(one.columns), digits
            )
            for one in self.orientations
        ]


def all_candidates(shape: BoxShape) -> Candidates:
    """Return the candidates where nothing is ruled out: the plain encoding."""
    lines = (tuple(range(shape.size)),) * shape.size
    quarters = (0, 1) if 1 in shape.rotations else (0,)
    digits = ((), *(tuple(range(1, shape.size + 1)),) * shape.size)
    return Candidates(tuple(Orientation(quarter, lines, lines) for quarter in quarters), digits)


def _single(images: Images) -> Permutation:
    """Return the gather list of lines that have one candidate each."""
    return inverted([image for (image,) in images])


def turned(grid: Grid, quarter: int) -> Cells:
    """Return the cells of a grid after `quarter` quarter turns clockwise."""
    return carry_out(Step("rotation", 0, (quarter,)), grid).rows if quarter else grid.rows
