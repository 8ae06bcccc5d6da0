"""Compare how long sudokopie and graph tools take to decide whether two Sudokus are copies: `python
benchmarks/peers.py`.

Needs python-igraph and pynauty. Prints for each family of pairs the median and the longest time for
a pair in milliseconds, including the time to build the formula or graph. sudokopie finds the fewest
steps from one Sudoku to the other, and applies them in both directions. bliss, run by
python-igraph, finds a mapping and does not check it. nauty, run by pynauty, only answers yes or no.
All verdicts are compared.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

import igraph
import pynauty
from bliss import are_copies_by_bliss

from sudokopie import Grid, decide
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.base.verdict import Verdict
from sudokopie.solvers.graph_bliss import Graph, build_graph

from decide import list_families


def are_copies_by_sudokopie(first: Grid, second: Grid) -> bool:
    """Return whether two Sudokus are copies, decided by sudokopie, which also finds the steps and
    verifies them.
    """
    return decide(first, second).verdict is Verdict.YES


def are_copies_by_nauty(first: Grid, second: Grid) -> bool:
    """Return whether two Sudokus are copies, decided by the graph library pynauty."""
    one, two = build_graph(first), build_graph(second)
    if len(one[1]) != len(two[1]) or len(one[0]) != len(two[0]):
        return False
    return bool(pynauty.isomorphic(make_nauty_graph(one), make_nauty_graph(two)))


def make_nauty_graph(coloured: Graph) -> pynauty.Graph:
    """Convert the graph of a Sudoku, given by edges and vertex colours, to a graph of the library
    pynauty.
    """
    edges, colours = coloured
    neighbours: dict[int, list[int]] = {}
    for one, other in edges:
        neighbours.setdefault(one, []).append(other)
    cells: dict[int, set[int]] = {}
    for vertex, colour in enumerate(colours):
        cells.setdefault(colour, set()).add(vertex)
    return pynauty.Graph(
        len(colours), adjacency_dict=neighbours, vertex_coloring=[cells[c] for c in sorted(cells)]
    )


TOOLS: dict[str, Callable[[Grid, Grid], bool]] = {
    "sudokopie": are_copies_by_sudokopie,
    "igraph": are_copies_by_bliss,
    "pynauty": are_copies_by_nauty,
}


def main() -> None:
    """Measure sudokopie and the graph tools on all families of pairs, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100, help="pairs in a random family")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    versions = f"igraph {igraph.__version__}, pynauty {pynauty.__version__}"
    print(
        f"Conditions: {find_conditions()}; {versions}; "
        f"seed {arguments.seed}; milliseconds a pair.\n"
    )
    print("| pairs | number | " + " | ".join(f"{name}, worst" for name in TOOLS), end="")
    print(" | sudokopie : igraph | sudokopie : pynauty |")
    print("| --- | ---: |" + " ---: |" * (len(TOOLS) + 2))
    for family in list_families(arguments.pairs, Random(arguments.seed)):
        times: dict[str, list[float]] = {name: [] for name in TOOLS}
        for first, second in family.pairs:
            said = set()
            for name, decided in TOOLS.items():
                begin = time.perf_counter()
                said.add(decided(first, second))
                times[name].append(1000 * (time.perf_counter() - begin))
            if len(said) > 1:
                raise SystemExit(f"they disagree in {family.name}:\n{first}\n\n{second}")
        medians = {name: statistics.median(of_tool) for name, of_tool in times.items()}
        cells = [f"{medians[name]:.2f}, {max(times[name]):.1f}" for name in TOOLS]
        ratios = [f"{medians['sudokopie'] / medians[name]:.1f}" for name in ("igraph", "pynauty")]
        print(
            f"| {family.name} | {len(family.pairs)} | {' | '.join((*cells, *ratios))} |", flush=True
        )


if __name__ == "__main__":
    main()
