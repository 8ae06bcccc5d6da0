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
        self.costs = [self._new() for _ in self._steps()]

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from self.asked.families()
        yield "steps", self._what_moves_is_a_step()

    def legend(self) -> Iterator[tuple[int, str]]:
        yield from self.asked.legend()
        yield self.half, "the rotation has a half turn more"
        for variable, step in zip(self.costs, self._steps(), strict=True):
            yield variable, f"step: the {step}"

    def transformation(self, true: Iterable[int]) -> Transformation:
        """Return the transformation that a model says, written with the fewest steps."""
        return self.asked.transformation(true).simplest(self.asked.first)

    def _steps(self) -> list[str]:
        unknowns = self.asked.unknowns
        rows = [f"rows of what becomes band {b}" for b in range(1, len(unknowns.row) + 1)]
        columns = [f"columns of what becomes stack {s}" for s in range(1, len(unknowns.column) + 1)]
        return ["rotation", "bands", "stacks", *rows, *columns, "digits"]

    def _what_moves_is_a_step(self) -> Iterator[Clause]:
        """A part that is not the identity is a step: about 4·n³ + N² clauses for n×n boxes."""
        unknowns = self.asked.unknowns
        rotation, *steps, digits = self.costs
        yield [-unknowns.quarter, rotation]
        yield [-self.half, rotation]
        for matrix, step in zip(unknowns.blocks, steps, strict=True):
            yield from self._moves(matrix, step)
        occurring = self.asked.first.digits
        for d, images in enumerate(unknowns.digit):
            for image, variable in images.items():
                if d in occurring and image != d:
                    yield [-variable, digits]

    def _moves(self, matrix: Matrix, step: int) -> Iterator[Clause]:
        last = len(matrix) - 1
        for i, images in enumerate(matrix):
            for image, variable in images.items():
                if image != i:
                    yield [-variable, step, self.half]
                if image != last - i:
                    yield [-variable, step, -self.half]


def list_place_variables(unknowns: Unknowns, half: bool) -> Iterator[list[int]]:
    """Yield for each place of the gather lists the variables that say what stands there.

    The lists are those of bands, stacks, rows and columns; the variable for the least number comes
    first. `half` says whether the map is written with a half turn more. With the rotation these
    variables say everything: a digit that occurs goes where its cells go.
    """
    for matrix in unknowns.blocks:
        ascending = matrix[::-1] if half else matrix
        for new in range(len(matrix)):
            yield [images[new] for images in ascending if new in images]
