"""The symmetries of a Sudoku, its automorphisms, and how many there are.

That needs no enumeration: lines are fixed one after another, and at each level a solver says, under
assumptions, where the next one can still go. The product of these orbits' sizes is the order of the
group (orbit-stabiliser theorem; as Schreier and Sims, with a solver for the search).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial

from ..base.errors import WitnessError
from ..base.language import Message
from ..encoding.candidates import REFINED
from ..encoding.equivalence import Equivalence, formula_of
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import Incremental, Oracle
from ..solvers.registry import DEFAULT, incremental
from ..sudoku.grid import Grid, check_grids
from ..sudoku.instructions import Permutation, inverted
from ..sudoku.transformation import Transformation


@dataclass(frozen=True, slots=True)
class Symmetries:
    """The symmetries of a Sudoku: the transformations that lead from it to itself.

    `order`: how many there are, all renamings of digits that do not occur included. `generators`:
    some of them, whose products give all others up to such renamings; each is verified.
    """

    grid: Grid
    order: int
    generators: tuple[Transformation, ...]

    @property
    def renamings(self) -> int:
        """The number of ways to rename the digits that do not occur; `order` is a multiple."""
        return factorial(self.grid.size - len(self.grid.digits))

    def elements(self) -> set[Transformation]:
        """Return all symmetries, but for renamings of digits that do not occur."""
        grid, identity = self.grid, Transformation.identity(self.grid.shape)
        found, waiting = {identity}, [identity]
        while waiting:
            one = waiting.pop()
            for generator in self.generators:
                product = one.then(generator).simplest(grid)
                if product not in found:
                    found.add(product)
                    waiting.append(product)
        return found


def symmetries(grid: Grid, backend: str = DEFAULT, *, timeout: Timeout = None) -> Symmetries:
    """Return the symmetries of a grid.

    Raises `GridError` for what is no grid, `BackendError` for a backend that takes no assumptions
    or cannot be stopped when the time is up, and `DeadlinePassedError` when the time is up.

    >>> symmetries(Grid([[0] * 4] * 4)).order  # 2 · 2⁶ · 4!
    3072
    """
    check_grids(grid)
    clock = Clock.of(timeout)
    return symmetries_by(incremental(backend, clock), grid, clock)


def symmetries_by(chosen: Incremental, grid: Grid, clock: Clock) -> Symmetries:
    """Return the symmetries of a grid, found by a backend; raise `DeadlinePassedError`."""
    formula = formula_of(grid, grid, REFINED)
    with chosen.oracle(formula, clock) as oracle:
        stabiliser = _Stabiliser(formula, oracle)
        order = stabiliser.order() * factorial(grid.size - len(grid.digits))
    for one in stabiliser.generators:
        if not one.leads(grid, grid):
            raise WitnessError(
                Message(
                    "{backend} claims a symmetry that does not lead back to the Sudoku",
                    backend=chosen.name,
                )
            )
    return Symmetries(grid, order, tuple(stabiliser.generators))


class _Stabiliser:
    """The symmetries without a turn that keep some lines in place, for fewer and fewer lines.

    Points are the rows, then the columns. `generators` are those found so far, `_moves` what they
    do to the points.
    """

    def __init__(self, formula: Equivalence, oracle: Oracle) -> None:
        self._formula, self._oracle = formula, oracle
        self._images = formula.unknowns.lines()
        self.generators: list[Transformation] = []
        self._moves: list[Permutation] = []

    def order(self) -> int:
        """Return how many symmetries there are, digits that do not occur left aside."""
        upright = [-self._formula.unknowns.quarter]
        order = 1
        # From the last point to the first, so that what keeps many points in place is known when
        # the orbits of those with fewer are looked at.
        for point in reversed(range(len(self._images))):
            kept = [self._images[other][other] for other in range(point)]
            order *= len(self._orbit(point, upright + kept))
        turned = self._oracle.model([self._formula.unknowns.quarter])
        if turned is not None:
            self.generators.append(self._formula.transformation(turned).simplest())
            order *= 2
        return order

    def _orbit(self, point: int, kept: Sequence[int]) -> set[int]:
        """Return where a point can go while what `kept` says stays in place."""
        orbit, refuted = {point}, set[int]()
        for image, variable in self._images[point].items():
            if image in orbit or image in refuted:
                continue
            model = self._oracle.model([*kept, variable])
            if model is None:
                refuted |= self._closure({image})
            else:
                symmetry = self._formula.transformation(model)
                self.generators.append(symmetry.simplest())
                self._moves.append(inverted(symmetry.line_sources()))
                orbit = self._closure(orbit)
        return orbit

    def _closure(self, points: set[int]) -> set[int]:
        """Return all points that the symmetries known so far lead to."""
        found, waiting = set(points), list(points)
        while waiting:
            point = waiting.pop()
            for move in self._moves:
                if move[point] not in found:
                    found.add(move[point])
                    waiting.append(move[point])
        return found
