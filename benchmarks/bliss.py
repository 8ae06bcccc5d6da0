"""Decide whether two Sudokus are copies by the graph library python-igraph, so that other
benchmarks can compare sudokopie with it.
"""

from collections.abc import Callable
from functools import partial

import igraph

from sudokopie import Grid
from sudokopie.solvers.graph_bliss import build_graph


def are_copies_by_bliss(first: Grid, second: Grid) -> bool:
    """Return whether two Sudokus are copies, decided by python-igraph: it searches for an
    isomorphism of their graphs.
    """
    (edges, colours), (other_edges, other_colours) = build_graph(first), build_graph(second)
    if len(colours) != len(other_colours) or len(edges) != len(other_edges):
        return False
    same, _, _ = igraph.Graph(len(colours), edges).isomorphic_bliss(
        igraph.Graph(len(other_colours), other_edges),
        return_mapping_12=True,
        color1=colours,
        color2=other_colours,
    )
    return bool(same)


def prepare_search_by_bliss(first: Grid, second: Grid) -> Callable[[], object]:
    """Return a function that searches for an isomorphism of the graphs of two Sudokus by
    python-igraph. The graphs are made before, so that their making is not measured.
    """
    (edges, colours), (other_edges, other_colours) = build_graph(first), build_graph(second)
    return partial(
        igraph.Graph(len(colours), edges).isomorphic_bliss,
        igraph.Graph(len(other_colours), other_edges),
        return_mapping_12=True,
        color1=colours,
        color2=other_colours,
    )
