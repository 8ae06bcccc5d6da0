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
    are_equal = (one.forms == two.forms).all((1, 2))
    # Where nothing but unused digits is free to change places, there is one way.
    known = are_equal & are_rigid(one, first, shape)
    known &= (first != second).any((1, 2))  # of equal ones `decide` knows without work
    ways = one.images.towards(two.images)
    for i in range(len(first)):
        clock = Clock.of(None)
        here, there = (Grid.of_bytes(cells[i].tobytes(), shape) for cells in (first, second))
        pair = here, there
        if differ[i]:
            yield answered(*pair, DEFAULT, Outcome(Verdict.NO), clock, only)
            continue
        if known[i]:
            way = ways.transformation(i, here)
            if way.leads(*pair) and only.contain(way):
                outcome = Outcome(Verdict.YES, way, is_fewest=True)
                yield answered(*pair, DEFAULT, outcome, clock, only)
                continue
        yield decide(*pair, only=only)
