"""The nearest copy with the symmetries of the second Sudoku broken: as near, and found faster."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import BoxShape, Grid, nearest
from sudokopie.answers.breaking_symmetries import find_line_symmetries
from sudokopie.encoding.clue_comparison import MostAgreeingCellsFormula
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.registry import make_oracle
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_grid,
    random_transformation,
)

SMALL = BoxShape(2, 2)
CYCLIC = Grid("1234341221434321")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 12), st.booleans(), st.integers(0, 16))
def test_as_many_clues_agree(seed: int, clues: int, blanks: bool, kept: int) -> None:
    rng = Random(seed)
    second = random_transformation(SMALL, rng).apply(CYCLIC)
    cells = rng.sample(range(16), kept)
    rows = [[second[r, c] if 4 * r + c in cells else 0 for c in range(4)] for r in range(4)]
    second, first = Grid(rows, SMALL), random_grid(SMALL, clues, rng)
    broken = nearest(first, second, blanks=blanks)
    plain = nearest(first, second, blanks=blanks, break_symmetry=False)
    assert (broken.agreeing, broken.at_most) == (plain.agreeing, plain.at_most)
    if blanks or clues:
        more = plain.agreeing + 1
        assert nearest(first, second, blanks=blanks, at_least=more).agreeing < more


def test_a_symmetric_sudoku_takes_a_fraction_of_the_conflicts() -> None:
    rng = Random(0)
    second = random_transformation(MOST_SYMMETRIC.shape, rng).apply(MOST_SYMMETRIC)
    first = random_grid(MOST_SYMMETRIC.shape, 10, rng)
    lines = find_line_symmetries(second, Deadline())
    assert lines
    conflicts = []
    for symmetries in (lines, []):
        formula = MostAgreeingCellsFormula(first, second, line_symmetries=symmetries)
        agreeing = nearest(first, second).agreeing
        clauses = [*formula.clauses(), *([-one] for one in formula.costs[:8])]
        with make_oracle(formula, Deadline()) as oracle:
            oracle.add(*clauses[-8:])
            oracle.find_model()
            conflicts.append(oracle.statistics["conflicts"])
        assert agreeing
    assert 3 * conflicts[0] < conflicts[1]


def test_without_symmetries_the_formula_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = random_grid(SMALL, 7, Random(2))
    lines = find_line_symmetries(grid, Deadline())
    if not lines:
        assert [*MostAgreeingCellsFormula(grid, grid, line_symmetries=lines).clauses()] == [
            *MostAgreeingCellsFormula(grid, grid).clauses()
        ]
    asked: list[Grid] = []

    def find_none(second: Grid, _: Deadline) -> list[tuple[int, ...]]:
        asked.append(second)
        return []

    monkeypatch.setattr("sudokopie.answers.breaking_symmetries.find_line_symmetries", find_none)
    nearest(grid, grid, break_symmetry=False)
    nearest(grid, grid, only=["rows"])
    assert asked == []
    nearest(grid, grid)
    assert len(asked) == 1


def test_no_time_for_symmetries_is_no_error() -> None:
    """The time is over before the symmetries are looked for."""
    grid = cyclic_grid(BoxShape(3, 3))
    assert nearest(grid, grid.keeping({(0, 0), (4, 4)}), timeout=1e-6).word == "undecided"
