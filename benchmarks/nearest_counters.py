"""Compare two counters of the clues that do not agree: `python benchmarks/nearest_counters.py`.

The question is how many clues of two Sudokus can agree, or whether a given number can. The first
counter is a totalizer of all cells, as in exported formulas; the second, which `nearest` uses,
counts each row first and knows how many clues each row gives up at least. Each question is asked
about `--seeds` random copies of its Sudokus. Prints for each family the medians of the conflicts
and of the processor time of PySAT's glucose4 with the second counter, divided by those with the
first, and how many questions were answered in `--limit` seconds. All answers are compared.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import NamedTuple

from sudokopie import Grid
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.families import (
    make_pair_of_unrelated_puzzles,
    make_puzzle_pair_with_agreeing_clues,
)
from sudokopie.base.errors import DeadlinePassedError
from sudokopie.encoding.clue_comparison import (
    FormulaWithCostCountersByRow,
    MostAgreeingCellsFormula,
)
from sudokopie.encoding.formula import FormulaWithCostCounter
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.registry import NEAREST, make_oracle
from sudokopie.sudoku.random_grids import random_transformation
from sudokopie.sudoku.shape import BoxShape


class Asked(NamedTuple):
    """A question: its family, two Sudokus, how many clues must agree (None asks for the most), and
    whether blank cells are compared, too.
    """

    family: str
    first: Grid
    second: Grid
    at_least: int | None = None
    blanks: bool = False


class Run(NamedTuple):
    """The answer, None if it was not found in time; the conflicts and the processor seconds."""

    answer: int | None
    conflicts: int
    seconds: float


def yield_questions() -> Iterator[Asked]:
    """Yield the questions, family after family."""
    for height, counts in ((2, (18, 24, 30, 36)), (3, (17, 20, 24, 26))):
        shape = BoxShape(height, 3)
        for count in counts:
            for seed in (0, 1):
                pair = make_pair_of_unrelated_puzzles(shape, count, seed)
                yield Asked(f"optimum {shape.size}×{shape.size}", *pair)
    six, nine = BoxShape(2, 3), BoxShape(3, 3)
    for seed in (0, 1):
        first, second = make_pair_of_unrelated_puzzles(nine, 30, seed)
        kept = set(sorted(first.clue_cells)[::2])
        yield Asked("15 and 30 clues 9×9", first.keeping(kept), second)
        yield Asked("30 and 15 clues 9×9", second, first.keeping(kept))
        yield Asked("blanks too 6×6", *make_pair_of_unrelated_puzzles(six, 18, seed), None, True)
    for count, at_least in ((30, 16), (30, 15), (36, 19)):
        pair = make_pair_of_unrelated_puzzles(nine, count, 0)
        yield Asked("unrelated, at least 9×9", *pair, at_least)
    for count, at_least in ((36, 20), (44, 24), (52, 28)):
        pair = make_puzzle_pair_with_agreeing_clues(nine, count, at_least, 0)
        yield Asked("planted, at least 9×9", *pair, at_least)


def answer(asked: Asked, kind: type[FormulaWithCostCounter], limit: float) -> Run:
    """Answer a question with a counter, as `nearest` does."""
    question = MostAgreeingCellsFormula(asked.first, asked.second, asked.blanks)
    most = None if asked.at_least is None else question.compared_cell_count - asked.at_least
    deadline, begin, found = Deadline(limit), time.process_time(), None
    counted = kind(question, most)
    with make_oracle(counted, deadline, NEAREST) as oracle:
        try:
            model = oracle.find_model()
            if most is not None:
                found = int(model is not None)
            elif model is not None:
                *_, last = oracle.minimise(counted.counter, model)
                found = last.number
        except DeadlinePassedError:
            pass
        conflicts = oracle.statistics["conflicts"]
    return Run(found, conflicts, time.process_time() - begin)


def main() -> None:
    """Ask all questions with both counters, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=20, help="seconds of each run")
    arguments = parser.parse_args()
    found: dict[str, list[tuple[Run, Run]]] = {}
    for asked in yield_questions():
        for seed in range(arguments.seeds):
            generator = Random(seed)
            first, second = (
                random_transformation(grid.shape, generator).apply(grid)
                for grid in (asked.first, asked.second)
            )
            copied = asked._replace(first=first, second=second)
            kinds = FormulaWithCostCounter, FormulaWithCostCountersByRow
            one, other = (answer(copied, kind, arguments.limit) for kind in kinds)
            assert None in (one.answer, other.answer) or one.answer == other.answer
            found.setdefault(asked.family, []).append((one, other))
    print(f"{find_conditions()}; {arguments.seeds} seeds, limit {arguments.limit:g} s\n")
    print("| questions | runs | conflicts | time | answered, totalizer | answered, by rows |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for family, runs in {**found, "all": [run for some in found.values() for run in some]}.items():
        conflicts = median((b.conflicts + 1) / (a.conflicts + 1) for a, b in runs)
        seconds = median(b.seconds / a.seconds for a, b in runs)
        ends = [sum(pair[i].answer is not None for pair in runs) for i in (0, 1)]
        print(
            f"| {family} | {len(runs)} | {conflicts:.2f} | {seconds:.2f} | {ends[0]} | {ends[1]} |"
        )


if __name__ == "__main__":
    main()
