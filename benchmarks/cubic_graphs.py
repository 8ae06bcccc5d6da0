"""A family of pairs of grids for benchmarks, made from graphs that colour refinement cannot
distinguish. The pairs turned out to be easy to decide.
"""

from collections.abc import Sequence
from itertools import product
from random import Random

from sudokopie import Pair
from sudokopie.applications.comparison.families import Table, make_pair_with_shuffled_second


def twisted(bands: int, same: bool, seed: int) -> Pair:
    """Return two grids made from the graphs of Cai, Fürer and Immerman (1992) over a random cubic
    graph. They are copies if and only if `same` is true.

    `bands`, an even number of at least 4, is the number of vertices of the cubic graph. Boxes have
    4 rows. A band of the grid belongs to each vertex; its rows are the even subsets of the vertex's
    three edges. A stack belongs to each of three perfect matchings of the vertices, and another
    stack is blank. Two columns belong to each edge: one for subsets that contain the edge, one for
    all other subsets. If `same` is false, the rows of one vertex in the second grid are the odd
    subsets.
    """
    rng = Random(f"twisted {bands} {same} {seed}")
    matchings = _make_matchings(bands, rng)
    second = _make_grid(matchings, twist=0 if same else 1)
    return make_pair_with_shuffled_second(_make_grid(matchings, twist=0), second, 4, rng)


def _make_matchings(vertices: int, rng: Random) -> list[list[int]]:
    """Return three random perfect matchings of a graph's vertices. They have no common edge, and
    their edges together form a connected cubic graph.

    Each matching is a list with the number of each vertex's edge.
    """
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


def _make_grid(matchings: Sequence[Sequence[int]], twist: int) -> Table:
    """Return the cells of the grid that is made from a cubic graph. `matchings` are the three
    perfect matchings that contain the edges of this graph.

    If `twist` is 1, the first vertex has the odd subsets of its edges instead of the even subsets.
    """
    vertices = len(matchings[0])
    cells = [[0] * (4 * vertices) for _ in range(4 * vertices)]
    for v in range(vertices):
        for row, (a, b) in enumerate(product(range(2), repeat=2)):
            subset = (a, b, a ^ b ^ (twist if v == 0 else 0))
            for stack, (edges, chosen) in enumerate(zip(matchings, subset, strict=True)):
                cells[4 * v + row][stack * vertices + 2 * edges[v] + chosen] = 1
    return cells
