"""The counter of the clues that do not agree, row by row, with a least number for each row."""

from __future__ import annotations

from random import Random

import pytest

from sudokopie import BoxShape
from sudokopie.encoding.clue_comparison import (
    FormulaWithCostCountersByRow,
    MostAgreeingCellsFormula,
)
from sudokopie.encoding.formula import Formula, FormulaWithCostCounter, GroupedTotalizer
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.pysat_solvers import PySatOracle
from sudokopie.sudoku.random_grids import random_grid

SMALL = BoxShape(2, 2)


def solved(formula: Formula) -> tuple[bool, int]:
    """Return whether a formula has a model, and the number of conflicts."""
    with PySatOracle("glucose4", formula.clauses(), Deadline()) as oracle:
        return oracle.find_model() is not None, oracle.statistics["conflicts"]


@pytest.mark.parametrize("blanks", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_answers_are_those_of_the_plain_counter(seed: int, blanks: bool) -> None:
    generator = Random(seed)
    first, second = (random_grid(SMALL, generator.randrange(2, 12), generator) for _ in range(2))
    question = MostAgreeingCellsFormula(first, second, blanks)
    answers = []
    for limit in (-1, *range(question.compared_cell_count + 1)):
        plain, _ = solved(FormulaWithCostCounter(question, limit))
        answers.append(plain)
        assert solved(FormulaWithCostCountersByRow(question, limit))[0] == plain, limit
    assert answers[0] is False
    assert answers[-1] is True


def test_the_least_numbers_of_rows_save_conflicts() -> None:
    conflicts = [0, 0]
    for seed in range(4):
        generator = Random(seed)
        first, second = (random_grid(BoxShape(2, 3), count, generator) for count in (20, 14))
        question = MostAgreeingCellsFormula(first, second)
        for kind, counter in enumerate((FormulaWithCostCounter, FormulaWithCostCountersByRow)):
            has_model, number = solved(counter(question, 7))
            assert not has_model
            conflicts[kind] += number
    assert conflicts[1] < 0.8 * conflicts[0]


@pytest.mark.parametrize("limit", [None, 0, 1, 3])
def test_groups_are_counted_first(limit: int | None) -> None:
    counter = GroupedTotalizer([[1, 2], [], [3], [4, 5, 6]], 7, limit)
    for true in (set(), {1}, {1, 3}, {4, 6}, {1, 2, 3, 4, 5, 6}):
        units = [[v if v in true else -v] for v in range(1, 7)]
        with PySatOracle("minisat22", [*counter.clauses(), *units], Deadline()) as oracle:
            model = oracle.find_model()
        assert model is not None
        for outputs, group in zip(counter.group_outputs, ([1, 2], [], [3], [4, 5, 6]), strict=True):
            number = len(true.intersection(group))
            assert model.issuperset(outputs[:number])
            assert len(outputs) == (len(group) if limit is None else min(len(group), limit + 1))
        assert model.issuperset(counter.outputs[: len(true)])
    assert GroupedTotalizer([[], []], 1).outputs == []
