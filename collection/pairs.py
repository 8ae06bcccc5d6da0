"""Many pairs at once: is the second Sudoku of each a copy of the first, and by which steps?"""

from collections.abc import Iterator

from ..answers.decide import Answer, answered, decide
from ..base.verdict import Verdict
from ..solvers.clock import Clock
from ..solvers.protocol import Outcome
from ..solvers.registry import DEFAULT
from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.shape import BoxShape
from .arrays import Cells
from .sorted_forms import sorted_forms
from .symmetries import are_rigid


def decided(
    first: Cells, second: Cells, shape: BoxShape, only: Parts = EVERYTHING
) -> Iterator[Answer]:
    """Yield the answer of `decide` for each pair of grids, both (N, size, size).

    Different signatures say no, and equal sorted forms yes. Where there is one way to the form, its
    steps are the fewest. `decide` is asked for the rest.
    """
    one, two = (sorted_forms(cells, shape, only) for cells in (first, second))
    differ = one.signatures != two.signatures
    # Where nothing but unused digits is free to change places, there is one way.
    known = (one.forms == two.forms).all((1, 2)) & are_rigid(one, first, shape)
    known &= (first != second).any((1, 2))  # of equal ones `decide` knows without work
    ways = one.images.towards(two.images)
    for i in range(len(first)):
        clock = Clock.of(None)
        here, there = (Grid.of_bytes(cells[i].tobytes(), shape) for cells in (first, second))
        outcome = Outcome(Verdict.NO) if differ[i] else None
        if known[i]:
            way = ways.transformation(i, here)
            if way.leads(here, there) and only.contain(way):
                outcome = Outcome(Verdict.YES, way, is_fewest=True)
        if outcome is None:
            yield decide(here, there, only=only)
        else:
            yield answered(here, there, DEFAULT, outcome, clock, only)
