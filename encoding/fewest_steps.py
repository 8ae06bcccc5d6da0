"""Fewest steps: the question's formula, and a variable for each step; few of these are to be true.

A rotation is `quarter + 2·half` quarter turns. A half turn only changes how the same map is written
down: block b is then block (last - b), line i within a block is line (last - i). So `half` occurs
in the clauses about steps and in no others.
"""

from collections.abc import Iterable, Iterator

from ..sudoku.transformation import Transformation
from .formula import Clause, Costed
from .transformations import Matrix, Transformations, Unknowns


class FewestSteps(Costed):
    """A question's formula, with a variable for each possible step as its costs."""

    def __init__(self, asked: Transformations) -> None:
        self.asked = asked
        self.variables = asked.unknowns.count
        self.half = self._new()
        self.rotation, self.bands, self.stacks = self._new(), self._new(), self._new()
        self.rows = [self._new() for _ in asked.unknowns.row]
        self.columns = [self._new() for _ in asked.unknowns.column]
        self.digits = self._new()
        self.costs = list(range(self.rotation, self.digits + 1))

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from self.asked.families()
        yield "steps", self._what_moves_is_a_step()

    def legend(self) -> Iterator[tuple[int, str]]:
        yield from self.asked.legend()
        yield self.half, "the rotation has a half turn more"
        yield self.rotation, "step: the rotation"
        yield self.bands, "step: the bands"
        yield self.stacks, "step: the stacks"
        for b, variable in enumerate(self.rows, 1):
            yield variable, f"step: the rows of what becomes band {b}"
        for s, variable in enumerate(self.columns, 1):
            yield variable, f"step: the columns of what becomes stack {s}"
        yield self.digits, "step: the digits"

    def transformation(self, true: Iterable[int]) -> Transformation:
        """Return the transformation that a model says, written with the fewest steps."""
        return self.asked.transformation(true).simplest(self.asked.first)

    def _what_moves_is_a_step(self) -> Iterator[Clause]:
        """A part that is not the identity is a step: about 4·n³ + N² clauses for n×n boxes."""
        unknowns = self.asked.unknowns
        yield [-unknowns.quarter, self.rotation]
        yield [-self.half, self.rotation]
        matrices = (unknowns.band, unknowns.stack, *unknowns.row, *unknowns.column)
        steps = (self.bands, self.stacks, *self.rows, *self.columns)
        for matrix, step in zip(matrices, steps, strict=True):
            yield from self._moves(matrix, step)
        occurring = self.asked.first.digits
        for d, images in enumerate(unknowns.digit):
            for image, variable in images.items():
                if d in occurring and image != d:
                    yield [-variable, self.digits]

    def _moves(self, matrix: Matrix, step: int) -> Iterator[Clause]:
        last = len(matrix) - 1
        for i, images in enumerate(matrix):
            for image, variable in images.items():
                if image != i:
                    yield [-variable, step, self.half]
                if image != last - i:
                    yield [-variable, step, -self.half]


def places(unknowns: Unknowns, half: bool) -> Iterator[list[int]]:
    """Yield for each place of the gather lists the variables that say what stands there.

    The lists are those of bands, stacks, rows and columns; the variable for the least number comes
    first. `half` says whether the map is written with a half turn more. With the rotation these
    variables say everything: a digit that occurs goes where its cells go.
    """
    for matrix in (unknowns.band, unknowns.stack, *unknowns.row, *unknowns.column):
        ascending = matrix[::-1] if half else matrix
        for new in range(len(matrix)):
            yield [images[new] for images in ascending if new in images]
