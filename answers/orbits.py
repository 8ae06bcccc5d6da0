"""How many symmetries a Sudoku has, with a symmetry for each image that a line has on the way.

The lines are fixed one after another, the rows first. Where a line can go while those before it
stay, its orbit, is shown by a symmetry for each place. The sizes of these orbits multiplied give
the number of symmetries without a turn (orbit-stabiliser theorem).
"""

from math import factorial, prod
from typing import NamedTuple

from ..base.errors import CheckError
from ..encoding.candidates import REFINED
from ..encoding.equivalence import formula_of
from ..encoding.other_symmetries import line_images
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import DEFAULT, oracle_for
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation


class Orbits(NamedTuple):
    """Symmetries of a grid: `turn` by a quarter, if there is one, and those of each line's orbit.

    `witnesses[p]` are about line p; rows count from 0, then columns. Each leaves the lines before p
    in place, without a turn, and brings p to another place.
    """

    grid: Grid
    turn: Transformation | None
    witnesses: tuple[tuple[Transformation, ...], ...]

    def places(self) -> list[set[int]]:
        """Return the orbit of each line; raise `CheckError` unless all are as they should be.

        That is: symmetries all, with a turn or without, that leave in place what they should, each
        with a place of its own.
        """
        size = self.grid.size
        if len(self.witnesses) != 2 * size:
            raise CheckError(f"expected the orbits of {2 * size} lines")
        if self.turn is not None and not (self._is_symmetry(self.turn) and self.turn.places()[0]):
            raise CheckError("what should be a symmetry by a quarter turn is none")
        return [self._orbit(p, some) for p, some in enumerate(self.witnesses)]

    @property
    def number(self) -> int:
        """How many symmetries there are if the orbits are complete."""
        unused = self.grid.size - len(self.grid.digits)
        upright = prod(len(some) + 1 for some in self.witnesses) * factorial(unused)
        return upright if self.turn is None else 2 * upright

    def _orbit(self, p: int, symmetries: tuple[Transformation, ...]) -> set[int]:
        orbit = {p}
        for symmetry in symmetries:
            transposed, images = line_images(symmetry)
            if transposed or images[:p] != list(range(p)) or not self._is_symmetry(symmetry):
                raise CheckError("what should be a symmetry that leaves lines in place is none")
            if images[p] in orbit:
                raise CheckError("two symmetries bring a line to the same place")
            orbit.add(images[p])
        return orbit

    def _is_symmetry(self, one: Transformation) -> bool:
        return one.leads(self.grid, self.grid)


def orbits(grid: Grid, backend: str = DEFAULT, *, timeout: Timeout = None) -> Orbits:
    """Return the orbits of a grid's lines, complete and verified; raise as `symmetries` does.

    >>> orbits(Grid([[0] * 4] * 4)).number  # 2 · 2⁶ · 4!
    3072
    """
    clock = Clock.of(timeout)
    formula = formula_of(grid, grid, REFINED)
    quarter = formula.unknowns.quarter
    with oracle_for(formula, clock, backend) as oracle:
        kept = [-quarter]
        witnesses = []
        for p, images in enumerate(formula.unknowns.lines()):
            models = [oracle.model([*kept, v]) for image, v in images.items() if image != p]
            witnesses.append(
                tuple([formula.transformation(model) for model in models if model is not None])
            )
            kept.append(images[p])
        turned = oracle.model([quarter])
    turn = None if turned is None else formula.transformation(turned)
    found = Orbits(grid, turn, tuple(witnesses))
    found.places()
    return found
