"""Backend `graph:bliss`: the grids as coloured graphs, compared by bliss.

A clue is joined to its row, column and digit, a line to its block, a block to its orientation (that
of rows or that of columns). An isomorphism that keeps colours is a transformation; where it
exchanges the orientations the grid is turned. They differ in colour where boxes aren't square.

Junttila, Kaski: Engineering an Efficient Canonical Labeling Tool for Large and Sparse Graphs, 2007.
"""

from importlib.util import find_spec

from ..base.errors import BackendError
from ..base.verdict import Verdict
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from ..system.library_settings import ignore_current_folder
from .clock import Clock
from .killable import run_in_time
from .protocol import Abilities, AskedPair, Outcome

Graph = tuple[list[tuple[int, int]], list[int]]
"""Edges, and the colour of each vertex."""

NAME = "graph:bliss"


def names() -> tuple[str, ...]:
    """Return the one name, where python-igraph is installed."""
    return (NAME,) if find_spec("igraph") else ()


def create(name: str) -> "BlissBackend | None":
    """Return the backend; raise `BackendError` that says what to install where it is missing."""
    if name != NAME:
        return None
    if find_spec("igraph") is None:
        raise BackendError("{name} needs igraph: pip install igraph", name=name)
    return BlissBackend()


class BlissBackend:
    """Graph isomorphism, without a formula."""

    name = NAME
    abilities = Abilities(proofs=False, interrupt=False, assumptions=False)

    def answer(self, question: AskedPair, clock: Clock) -> Outcome:
        """Answer for all orientations at once, in a process that is killed at the deadline."""
        first, second = question.first, question.second
        graphs = build_graph(first), build_graph(second)
        orientations = question.candidates.orientations
        if len(orientations) == 1:  # colours that only this one keeps
            graphs[0][1][:2] = 0, 1
            graphs[1][1][:2] = (1, 0) if orientations[0].quarter else (0, 1)
        clock.lap("encode")
        mapping = run_in_time(NAME, clock, _find_isomorphism, *graphs)
        if mapping is None:
            return Outcome(Verdict.NO)
        return Outcome(Verdict.YES, _make_transformation(first, mapping))


def build_graph(grid: Grid) -> Graph:
    """Return a grid's graph: two orientations, bands, stacks, rows, columns, digits and clues."""
    size, shape = grid.size, grid.shape
    bands, rows = 2, 2 + shape.bands + shape.stacks
    stacks, columns, digits = bands + shape.bands, rows + size, rows + 2 * size
    edges = [(0, bands + b) for b in range(shape.bands)]
    edges += [(1, stacks + s) for s in range(shape.stacks)]
    edges += [(bands + r // shape.height, rows + r) for r in range(size)]
    edges += [(stacks + c // shape.width, columns + c) for c in range(size)]
    colours = [0, 0 if shape.height == shape.width else 1]
    colours += [2] * (rows - bands) + [3] * (2 * size) + [4] * size
    for r, row in enumerate(grid):
        for c, digit in enumerate(row):
            if digit:
                clue = len(colours)
                edges += [(clue, rows + r), (clue, columns + c), (clue, digits + digit - 1)]
                colours.append(5)
    return edges, colours


def _find_isomorphism(one: Graph, two: Graph) -> list[int] | None:
    """Return which vertex of the second graph each of the first becomes; None if they differ."""
    with ignore_current_folder():
        from igraph import Graph as IGraph

    (edges, colours), (other_edges, other_colours) = one, two
    if len(edges) != len(other_edges) or sorted(colours) != sorted(other_colours):
        return None
    same, mapping, _ = IGraph(len(colours), edges).isomorphic_bliss(
        IGraph(len(other_colours), other_edges),
        return_mapping_12=True,
        color1=colours,
        color2=other_colours,
    )
    return list(mapping) if same else None


def _make_transformation(first: Grid, mapping: list[int]) -> Transformation:
    size, shape = first.size, first.shape
    rows = 2 + shape.bands + shape.stacks
    origins = [0] * (2 * size)  # of rows, then of columns; where transposed, these are rows
    for line in range(2 * size):
        origins[mapping[rows + line] - rows] = line % size
    digits = [mapping[rows + 2 * size + d] - rows - 2 * size + 1 for d in range(size)]
    return Transformation.from_places(
        shape, mapping[0] == 1, origins[:size], origins[size:], digits
    )
