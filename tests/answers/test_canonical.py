"""Canonical forms: the least of all copies."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings

from sudokopie import BoxShape, Grid, Transformation, decide
from sudokopie.answers import canonical
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.symmetries import symmetries
from sudokopie.base.errors import ArgumentError, DeadlinePassedError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.completion import CompletionFormula
from sudokopie.solvers import pysat_solvers
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.pysat_solvers import PySatOracle
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from brute_force import extreme_images
from strategies import SMALL_SHAPES, grids, grids_with_transformations

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)


@given(grids([shape for shape in SMALL_SHAPES if shape.size <= 4]))
def test_the_forms_are_the_extremes_of_all_images(grid: Grid) -> None:
    least, greatest = extreme_images(grid)
    assert list(chain.from_iterable(canonical_form(grid).form)) == least
    assert list(chain.from_iterable(canonical_form(grid, "max").form)) == greatest


@pytest.mark.parametrize("box", [SIX, BoxShape(3, 2)], ids=str)
def test_the_forms_of_six_by_six(box: BoxShape) -> None:
    rng = Random(str(box))
    full = random_complete_grid(box, rng)
    for grid in (full, remove_clues(full, 14, rng), random_grid(box, 6, rng), cyclic_grid(box)):
        least, greatest = extreme_images(grid)
        assert list(chain.from_iterable(canonical_form(grid).form)) == least
        assert list(chain.from_iterable(canonical_form(grid, "max").form)) == greatest


@given(grids_with_transformations(1, [FOUR, SIX, NINE]))
@settings(max_examples=15)
def test_copies_have_one_form(grid_and_one: tuple[Grid, list[Transformation]]) -> None:
    grid, (transformation,) = grid_and_one
    for form in ("min", "max"):
        one, two = canonical_form(grid, form), canonical_form(transformation.apply(grid), form)
        assert one.form == two.form
        assert one.transformation.apply(grid) == one.form
        assert canonical_form(one.form, form).transformation.steps == 0


@pytest.mark.parametrize(
    "clues", [17, 81, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 5, 12, 25, 60))]
)
def test_many_copies_at_nine_by_nine(clues: int) -> None:
    rng = Random(clues)
    full = random_complete_grid(NINE, rng)
    grid = remove_clues(full, clues, rng)
    loose = random_grid(NINE, clues, rng)  # repeats digits
    for one in (grid, loose):
        copies = (random_transformation(NINE, rng).apply(one) for _ in range(4))
        assert {canonical_form(copy).form for copy in copies} == {canonical_form(one).form}


@pytest.mark.parametrize("clues", [3, 8, 81])
def test_forms_differ_where_grids_are_no_copies(clues: int) -> None:
    rng = Random(clues)
    some = [remove_clues(random_complete_grid(NINE, rng), clues, rng) for _ in range(5)]
    some += [random_transformation(NINE, rng).apply(one) for one in some[:3]]
    forms = [canonical_form(one).form for one in some]
    for i, one in enumerate(some):
        for j in range(i):
            are_copies = decide(one, some[j]).verdict is Verdict.YES
            assert (forms[i] == forms[j]) == are_copies


@pytest.mark.parametrize("grid", [MOST_SYMMETRIC, cyclic_grid(NINE), cyclic_grid(FOUR)])
def test_symmetric_grids(grid: Grid) -> None:
    """Only one of the lines that symmetries exchange is tried as the first row."""
    rng = Random(1)
    forms = {
        canonical_form(random_transformation(grid.shape, rng).apply(grid)).form for _ in range(4)
    }
    assert len(forms) == 1
    if grid.shape == FOUR:
        assert list(chain.from_iterable(forms.pop())) == extreme_images(grid)[0]


def mirrored(seed: int) -> Grid:
    """A complete grid that is its own mirror image when three pairs of digits are exchanged."""
    formula = CompletionFormula(Grid([[0] * 9] * 9))
    exchanged = [0, 1, 2, 3, 5, 4, 7, 6, 9, 8]
    mirror = [
        [-variable, formula.cell[c, r][exchanged[d]]]
        for (r, c), digits in formula.cell.items()
        for d, variable in digits.items()
    ]
    rng = Random(seed)
    with PySatOracle("minisat22", chain(formula.clauses(), mirror), Deadline()) as oracle:
        fixed: list[int] = []
        for _ in range(12):
            cell = formula.cell[rng.randrange(9), rng.randrange(9)]
            variable = cell[rng.randrange(1, 10)]
            if oracle.find_model([*fixed, variable]) is not None:
                fixed.append(variable)
        model = oracle.find_model(fixed)
    assert model is not None
    return formula.decode_grid(model)


@pytest.mark.parametrize("seed", range(3))
def test_grids_with_a_mirror(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row has one companion, a column: only one of the two is tried as the first row."""
    rng, grid = Random(seed), mirrored(seed)
    assert symmetries(grid).order == 2
    copies = [random_transformation(NINE, rng).apply(grid) for _ in range(3)]
    forms = {canonical_form(copy).form for copy in copies}
    every_line = set(range(9)), set(range(9))
    monkeypatch.setattr(
        canonical, "_find_row_and_column_orbit_representatives", lambda *_: every_line
    )
    assert forms == {canonical_form(grid).form}


@pytest.mark.gate
def test_symmetries_save_conflicts(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []

    class Counting(PySatOracle):
        def __exit__(self, *_: object) -> None:
            spent.append(self.statistics["conflicts"])
            super().__exit__()

    monkeypatch.setattr(pysat_solvers, "PySatOracle", Counting)

    def conflicts() -> int:
        spent.clear()
        canonical_form(MOST_SYMMETRIC)
        return max(spent)

    with_symmetries = conflicts()
    every_line = set(range(9)), set(range(9))
    monkeypatch.setattr(
        canonical, "_find_row_and_column_orbit_representatives", lambda *_: every_line
    )
    assert 5 * with_symmetries < conflicts()


def test_blank_grids_and_others_that_are_no_puzzles() -> None:
    blank = Grid([[0] * 9] * 9)
    assert canonical_form(blank).form == canonical_form(blank, "max").form == blank
    ones = Grid([[7] * 9] * 9)
    assert canonical_form(ones).form == Grid([[1] * 9] * 9)
    assert canonical_form(ones, "max").form == Grid([[9] * 9] * 9)
    sixteen = remove_clues(random_complete_grid(BoxShape(4, 4), Random(1)), 70, Random(1))
    copy = random_transformation(sixteen.shape, Random(2)).apply(sixteen)
    assert canonical_form(sixteen).form == canonical_form(copy).form


def test_what_is_refused() -> None:
    with pytest.raises(ArgumentError, match="expected a form of min, max, found 'mid'"):
        canonical_form(MOST_SYMMETRIC, "mid")
    with pytest.raises(DeadlinePassedError):
        canonical_form(MOST_SYMMETRIC, timeout=1e-9)
