"""A family that did not get hard: graphs that no refinement tells apart, as grids."""

from collections.abc import Sequence
from itertools import product
from random import Random

from sudokopie import Pair
from sudokopie.applications.comparison.families import Table, in_boxes


def twisted(bands: int, same: bool, seed: int) -> Pair:
    """Return the graphs of Cai, Fürer and Immerman (1992) over a random cubic one, as grids.

    Boxes of 4 rows: a band for each vertex, whose rows are the even subsets of its three edges; a
    stack for each of three perfect matchings of the vertices, and one that stays blank; two columns
    for each edge, in and not in the subset. In one that is no copy a vertex has the odd subsets.
    Parameter: the bands, an even number of at least 4.
    """
    rng = Random(f"twisted {bands} {same} {seed}")
    matchings = _matchings(bands, rng)
    second = _cubic(matchings, twist=0 if same else 1)
    return in_boxes(_cubic(matchings, twist=0), second, 4, rng)


def _matchings(vertices: int, rng: Random) -> list[list[int]]:
    """Return three perfect matchings, as the number of each vertex's edge, of a connected graph."""
    while True:
        matchings, edges = list[list[int]](), set[frozenset[int]]()
        for _ in range(3):
            order = rng.sample(range(vertices), vertices)
            matchings.append([order.index(v) // 2 for v in range(vertices)])
            edges |= {frozenset(order[i : i + 2]) for i in range(0, vertices, 2)}
        reached = {0}
        for _ in range(vertices):
            reached |= {v for edge in edges if edge & reached for v in edge}
        if len(edges) == 3 * vertices // 2 and len(reached) == vertices:
            return matchings


def _cubic(matchings: Sequence[Sequence[int]], twist: int) -> Table:
    """Return the array of a cubic graph; `twist` is 1 if its first vertex has the odd subsets."""
    vertices = len(matchings[0])
    cells = [[0] * (4 * vertices) for _ in range(4 * vertices)]
    for v in range(vertices):
        for row, (a, b) in enumerate(product(range(2), repeat=2)):
            subset = (a, b, a ^ b ^ (twist if v == 0 else 0))
            for stack, (edges, chosen) in enumerate(zip(matchings, subset, strict=True)):
                cells[4 * v + row][stack * vertices + 2 * edges[v] + chosen] = 1
    return cells
