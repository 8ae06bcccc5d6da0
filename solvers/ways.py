"""All the ways from one Sudoku to another: how many there are, and one after another.

Their number is that of the symmetries of the first Sudoku, its automorphisms, and needs no
enumeration: lines are fixed one after another, and at each level a solver says, under assumptions,
where the next one can still go. The product of these orbits' sizes is the order of the group
(orbit-stabiliser theorem; as Schreier and Sims, with a solver for the search).
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import factorial
from typing import NamedTuple, cast

from ..encoding.equivalence import Equivalence
from ..encoding.fewest_steps import places
from ..encoding.question import REFINED
from ..sudoku.errors import BackendError, WitnessError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Permutation, Transformation
from .decide import leads
from .oracle import Model, Oracle
from .protocol import Clock, Incremental
from .registry import DEFAULT, find_backend


class Symmetries(NamedTuple):
    """The symmetries of a Sudoku: the transformations that lead from it to itself.

    `order`: how many there are, all renamings of digits that do not occur included. `generators`:
    some of them whose products are all but these renamings; each is verified.
    """

    order: int
    generators: tuple[Transformation, ...]

    def elements(self, grid: Grid) -> set[Transformation]:
        """Return all symmetries of the grid whose these are, but for digits that do not occur."""
        identity = Transformation.identity(grid.shape)
        found, waiting = {identity}, [identity]
        while waiting:
            one = waiting.pop()
            for generator in self.generators:
                product = one.then(generator).simplest(grid)
                if product not in found:
                    found.add(product)
                    waiting.append(product)
        return found


def symmetries(grid: Grid, backend: str = DEFAULT, time_limit: float | None = None) -> Symmetries:
    """Return the symmetries of a grid.

    Raises `BackendError` for a backend that takes no assumptions, or cannot be stopped within the
    `time_limit` in seconds, and `DeadlinePassedError` when that is up.

    >>> symmetries(Grid([[0] * 4] * 4)).order  # 2 · 2⁶ · 4!
    3072
    """
    clock = Clock(time_limit)
    return found_symmetries(grid, incremental(backend, clock), clock)


def found_symmetries(grid: Grid, chosen: Incremental, clock: Clock) -> Symmetries:
    """Return the symmetries of a grid, found by a backend while the clock allows it."""
    formula = REFINED.question(grid, grid).formula
    with chosen.oracle(formula, clock) as oracle:
        stabiliser = _Stabiliser(formula, oracle)
        order = stabiliser.order() * factorial(grid.size - len(grid.digits))
    for one in stabiliser.generators:
        if not leads(one, grid, grid):
            raise WitnessError(
                Message("{backend} claims a symmetry that is none", backend=chosen.name)
            )
    return Symmetries(order, tuple(stabiliser.generators))


class _Stabiliser:
    """The symmetries without a turn that keep some lines in place, for fewer and fewer lines.

    Points are the rows, then the columns. `generators` are those found so far, `_moves` what they
    do to the points.
    """

    def __init__(self, formula: Equivalence, oracle: Oracle) -> None:
        self._formula, self._oracle = formula, oracle
        unknowns, size = formula.unknowns, formula.first.size
        self._images = [
            *unknowns.row_line,
            *({size + c: v for c, v in images.items()} for images in unknowns.column_line),
        ]
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
                self._moves.append(self._move(symmetry))
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

    def _move(self, symmetry: Transformation) -> Permutation:
        """Return where a symmetry without a turn puts each point."""
        size = self._formula.first.size
        lines = (*symmetry.row_lines, *(size + c for c in symmetry.column_lines))
        images = [0] * len(lines)
        for new, old in enumerate(lines):
            images[old] = new
        return tuple(images)


def all_ways(
    first: Grid, second: Grid, backend: str = DEFAULT, time_limit: float | None = None
) -> Iterator[Transformation]:
    """Yield all transformations from one grid to another, each once, the least ones first.

    Each is written with the fewest steps; their order is that of their parts (rotation, bands,
    stacks, rows, columns, digits). Each is verified. Raises as `symmetries` does.
    """
    clock = Clock(time_limit)
    chosen = incremental(backend, clock)
    formula = REFINED.question(first, second).formula
    with chosen.oracle(formula, clock) as oracle:
        for turns in first.shape.rotations:
            quarter = formula.unknowns.quarter
            start = [quarter if turns % 2 else -quarter]
            model = oracle.model(start)
            if model is None:
                continue
            levels = list(places(formula.unknowns, half=turns >= 2))
            for found in _models(oracle, levels, start, model):
                way = formula.transformation(found)
                # With or without a half turn: written in the other way, it has its place elsewhere.
                simplest = way.simplest()
                if simplest.rotation != turns:
                    continue
                for one in _with_unused_digits(simplest, first):
                    if not leads(one, first, second):
                        raise WitnessError(
                            Message("{backend} claims a way that is none", backend=chosen.name)
                        )
                    yield one


def _models(
    oracle: Oracle, levels: Sequence[Sequence[int]], fixed: list[int], model: Model
) -> Iterator[Model]:
    """Yield a model for each choice of one literal of each level, in the order of the choices.

    `model` is one of what is `fixed` already.
    """
    if len(levels) == 0:
        yield model
        return
    for literal in levels[0]:
        found = model if literal in model else oracle.model([*fixed, literal])
        if found is not None:
            yield from _models(oracle, levels[1:], [*fixed, literal], found)


def _with_unused_digits(way: Transformation, first: Grid) -> Iterator[Transformation]:
    """Yield a way with each renaming of the digits that do not occur, in ascending order."""
    unused = [d for d in range(1, first.size + 1) if d not in first.digits]
    free = sorted(way.digits[d - 1] for d in unused)
    for names in permutations(free):
        digits = list(way.digits)
        for d, name in zip(unused, names, strict=True):
            digits[d - 1] = name
        yield way.replaced(digits=tuple(digits))


def incremental(backend: str, clock: Clock) -> Incremental:
    """Return a backend that can be asked under assumptions, within the time if there is a limit.

    Raises `BackendError` where it can't.
    """
    chosen = find_backend(backend)
    able = chosen.abilities.assumptions
    if not able or (clock.remaining is not None and not chosen.abilities.interrupt):
        raise BackendError(
            Message(
                "{name} cannot be asked again and again; choose one that can, such as {default}",
                name=chosen.name,
                default=DEFAULT,
            )
        )
    return cast("Incremental", chosen)
