"""Search for pairs of grids whose formulas are hard for SAT solvers:
`python benchmarks/find_hard.py`.

Makes random pairs of many kinds and prints, for each kind, the pair with the most conflicts per
clause of the plain formula. Two solvers are run on each pair, and the smaller number of conflicts
counts. The hardest pairs form the suite `hard` in instances/.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "instances"))

from sudokopie import BoxShape, decide
from sudokopie.encoding.candidates import Encoding

from generate import HardPair

SOLVERS = ("pysat:minisat22", "pysat:cadical195")
KINDS = {
    BoxShape(3, 3): (2, 3, 6, 8, 9),
    BoxShape(4, 4): (2, 4, 8, 12, 14, 16),
    BoxShape(5, 5): (5, 15, 25),
}
"""The numbers of digit classes that are tried for each box shape. The number of digit classes is a
parameter of `HardPair`.
"""


def list_kinds() -> Iterator[HardPair]:
    """Yield a recipe, with the random seed 0, for each kind of pairs among which this benchmark
    searches for hard pairs.
    """
    for shape, classes in KINDS.items():
        for source in ("random", "most-symmetric", "cyclic"):
            if source == "most-symmetric" and shape.size != 9:
                continue
            for second in ("copy", "switched", "other"):
                for count in classes:
                    if second == "other" and source != "random" and count == shape.size:
                        continue  # the second grid would be a copy of the first
                    yield HardPair(shape, source, second, count, 0)


def measure_hardness(hard: HardPair) -> tuple[float, int, str]:
    """Return three measures of how hard a pair is to decide: conflicts per clause, conflicts, and
    the verdict. Two solvers are run, and the smaller number of conflicts is used.
    """
    first, second = hard.make_pair()
    fewest = None
    for solver in SOLVERS:
        answer = decide(first, second, solver, encoding=Encoding(), fewest=False)
        conflicts, clauses = answer.statistics["conflicts"], answer.statistics["clauses"]
        fewest = conflicts if fewest is None else min(fewest, conflicts)
    assert fewest is not None
    return fewest / clauses, fewest, answer.word


def main() -> None:
    """Search for the hardest pair of each kind, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="of each kind up to 16×16")
    parser.add_argument("--seeds-large", type=int, default=2, help="of each kind of 25×25")
    arguments = parser.parse_args()
    print("| kind | verdict | median conflicts | most conflicts | per clause | seed |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for kind in list_kinds():
        seeds = arguments.seeds if kind.shape.size <= 16 else arguments.seeds_large
        found = sorted((*measure_hardness(kind._replace(seed=seed)), seed) for seed in range(seeds))
        per_clause, conflicts, verdict, seed = found[-1]
        name = kind.name.rpartition("-")[0]
        median = found[len(found) // 2][1]
        print(
            f"| {name} | {verdict} | {median} | {conflicts} | {per_clause:.4f} | {seed} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
