"""Backend `graph:bliss`: turn both Sudokus into coloured graphs, which are isomorphic exactly if
one Sudoku is a copy of the other, and let the program bliss compare the graphs.

Each clue is joined by an edge to its row, its column and its digit. Each line is joined to its band
or stack. Each band or stack is joined to one of two vertices for the orientations: all bands to the
vertex for rows, all stacks to the vertex for columns. An isomorphism that keeps the colours is a
transformation; if it exchanges the two orientations, the grid is turned. The two orientations have
different colours if the boxes are not square, because such a grid cannot be turned.

Junttila, Kaski: Engineering an Efficient Canonical Labeling Tool for Large and Sparse Graphs, 2007.
"""

from importlib.util import find_spec

from ..base.errors import BackendError
from ..base.messages import Message
from ..base.verdict import Verdict
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from ..system.library_settings import ignore_matplotlib_settings_in_current_folder
from .deadline import Deadline
from .killable import run_killable_if_deadline
from .protocol import Abilities, AskedPair, Outcome

Graph = tuple[list[tuple[int, int]], list[int]]
"""The edges, as pairs of vertices, and the colour of each vertex; vertices are numbered from 0."""

NAME = "graph:bliss"


def names() -> tuple[str, ...]:
    """Return the backend's name as a tuple with one element, or an empty tuple if the package
    python-igraph is not installed.
    """
    return (NAME,) if find_spec("igraph") else ()


def create(name: str) -> "BlissBackend | None":
    """Return the backend if `name` is its name, otherwise None. Raises `BackendError` if the
    package python-igraph is missing; the message names the command that installs it.
    """
    if name != NAME:
        return None
    if find_spec("igraph") is None:
        raise BackendError("{name} needs igraph: pip install 'sudokopie[graph]'", name=name)
    return BlissBackend()


def known_backends() -> "tuple[BlissBackend, ...]":
    """Return the backend as a tuple with one element, even if python-igraph is not installed."""
    return (BlissBackend(),)


class BlissBackend:
    """The backend that decides whether a Sudoku is a copy of another by looking for an isomorphism
    between their graphs. It needs no formula.
    """

    name = NAME
    description = Message("isomorphism of graphs by bliss in the Python package igraph")
    abilities = Abilities(proofs=False, interrupt=False, assumptions=False)

    def answer(self, question: AskedPair, deadline: Deadline) -> Outcome:
        """Return whether the second Sudoku is a copy of the first. One comparison of graphs covers
        transformations with and without a quarter turn. If there is a deadline, the comparison runs
        in a separate process, which is killed at the deadline; then `DeadlinePassedError` is
        raised.
        """
        first, second = question.first, question.second
        graphs = build_graph(first), build_graph(second)
        orientations = question.candidates.orientations
        if len(orientations) == 1:  # these colours rule out the other orientation
            graphs[0][1][:2] = 0, 1
            graphs[1][1][:2] = (1, 0) if orientations[0].quarter else (0, 1)
        deadline.end_phase("encode")
        mapping = run_killable_if_deadline(NAME, deadline, _find_isomorphism, *graphs)
        if mapping is None:
            return Outcome(Verdict.NO)
        return Outcome(Verdict.YES, _make_transformation(first, mapping))


def build_graph(grid: Grid) -> Graph:
    """Return the coloured graph of a grid. Its automorphisms correspond to the automorphisms
    (symmetries) of the grid. The vertices are, in this order: two orientations, then the bands,
    stacks, rows, columns, digits and clues.
    """
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


def _find_isomorphism(first: Graph, second: Graph) -> list[int] | None:
    """Return a list that maps each vertex of the first graph to a vertex of the second graph, or
    None if the graphs are not isomorphic.
    """
    with ignore_matplotlib_settings_in_current_folder():
        from igraph import Graph as IGraph

    (edges, colours), (other_edges, other_colours) = first, second
    if len(edges) != len(other_edges) or sorted(colours) != sorted(other_colours):
        return None
    same, mapping, _ = IGraph(len(colours), edges).isomorphic_bliss(
        IGraph(len(other_colours), other_edges),
        return_mapping_12=True,
        color1=colours,
        color2=other_colours,
    )
    return list(mapping) if same else None


def _make_transformation(first: Grid, vertex_mapping: list[int]) -> Transformation:
    """Return the transformation that an isomorphism of the graphs of two grids describes. `first`
    is the first grid. `vertex_mapping` lists, for each vertex of the first grid's graph, the vertex
    of the second grid's graph.
    """
    size, shape = first.size, first.shape
    rows = 2 + shape.bands + shape.stacks
    # For each new row and then each new column, the old line from which it comes. If the grid is
    # turned, rows come from columns, and columns from rows.
    origins = [0] * (2 * size)
    for line in range(2 * size):
        origins[vertex_mapping[rows + line] - rows] = line % size
    digits = [vertex_mapping[rows + 2 * size + d] - rows - 2 * size + 1 for d in range(size)]
    return Transformation.from_source_lines(
        shape, vertex_mapping[0] == 1, origins[:size], origins[size:], digits
    )
