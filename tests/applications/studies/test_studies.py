"""Classes of complete grids, unavoidable sets, and fewest clues: published figures, and small
cases.
"""

from __future__ import annotations

from dataclasses import astuple
from itertools import combinations
from random import Random

import pytest

from sudokopie import BoxShape, Grid, GridError
from sudokopie.answers.completion import completions, count_completions, has_one_completion
from sudokopie.answers.symmetries import symmetries
from sudokopie.applications.studies.classes import ClassStudy
from sudokopie.applications.studies.fewest_clues import (
    FewestCluesStudy,
    ShapeStudy,
    find_lower_bound_reason,
)
from sudokopie.applications.studies.unavoidable import (
    UnavoidableStudy,
    find_blueprints,
    find_most_disjoint_sets,
    is_unavoidable,
    yield_occurrences,
)
from sudokopie.base.errors import DeadlinePassedError, VerificationError
from sudokopie.encoding.candidates import compute_fingerprint
from sudokopie.encoding.completion import NormalFormGridsFormula, OtherSolutionFormula
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.pysat_solvers import PySatOracle
from sudokopie.sudoku.grid import CellSet
from sudokopie.sudoku.random_grids import (
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)
SYMMETRIC = open_text_as_grid_file("1234 3412 2143 4321").read_single_grid_and_close()
OTHER = open_text_as_grid_file("1234 3412 2341 4123").read_single_grid_and_close()
PATTERN = Grid([[1, 0, 2, 0], [2, 0, 1, 0], [0] * 4, [0] * 4])
EVERY_CELL = frozenset((r, c) for r in range(4) for c in range(4))


# Classes


def test_two_classes_of_four_by_four() -> None:
    study = ClassStudy(FOUR)
    study.run()
    assert study.is_complete
    assert study.seen == study.covered == study.published == 288
    assert [astuple(one) for one in study.classes()] == [(SYMMETRIC, 96, 32), (OTHER, 192, 16)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", [SIX, BoxShape(3, 2)], ids=str)
def test_forty_nine_classes_of_six_by_six(shape: BoxShape) -> None:
    study = ClassStudy(shape)
    study.run()
    classes = study.classes()
    assert len(classes) == 49
    assert sum(one.size for one in classes) == study.seen == 28_200_960
    assert len({one.representative for one in classes}) == 49
    for one in classes[::12]:
        assert one.size * one.automorphisms == shape.transformations


@pytest.mark.parametrize(("order", "squares"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)])
def test_boxes_of_one_row_are_latin_squares(order: int, squares: int) -> None:
    study = ClassStudy(BoxShape(1, order))
    study.run()
    assert study.covered == squares
    if order < 5:
        assert count_completions(Grid([[0] * order] * order, BoxShape(1, order))) == squares


def test_the_weight_of_normal_grids() -> None:
    normal = NormalFormGridsFormula(FOUR)
    assert normal.grid_count_per_form == 48
    assert NormalFormGridsFormula(SIX).grid_count_per_form == 5760


def test_an_interrupted_search_keeps_what_it_has() -> None:
    def interrupted(study: ClassStudy) -> None:
        if study.number == 3:
            raise KeyboardInterrupt

    study = ClassStudy(NINE)
    with pytest.raises(KeyboardInterrupt):
        study.run(progress=interrupted)
    assert not study.is_complete
    assert not study.is_feasible
    assert study.published is not None
    assert study.number == 3
    assert study.covered < study.published
    assert len(study.classes()) == study.number


def test_a_published_number_that_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        __import__("sudokopie.applications.studies.classes", fromlist=["x"]).PUBLISHED, FOUR, 289
    )
    with pytest.raises(VerificationError, match="288 seen, 288 in classes, 289 published"):
        ClassStudy(FOUR).run()


def test_the_order_of_the_group() -> None:
    for shape in (FOUR, SIX, BoxShape(1, 3), NINE):
        blank = Grid([[0] * shape.size] * shape.size, shape)
        assert shape.transformations == symmetries(blank).order


def test_fingerprints_are_those_of_copies() -> None:
    rng = Random(3)
    for shape in (FOUR, SIX, NINE):
        for grid in (random_complete_grid(shape, rng), random_grid(shape, shape.size, rng)):
            copy = random_transformation(shape, rng).apply(grid)
            assert compute_fingerprint(copy) == compute_fingerprint(grid)
    assert compute_fingerprint(SYMMETRIC) != compute_fingerprint(OTHER)


# Unavoidable sets


def all_minimal_sets(grid: Grid) -> set[CellSet]:
    """Return the minimal unavoidable sets of a grid: the sets of cells in which another complete
    grid differs, except sets that contain another such set.
    """
    blank = Grid([[0] * grid.size] * grid.size, grid.shape)
    differences = {
        frozenset(cell for cell in EVERY_CELL if other[cell] != grid[cell])
        for other in completions(blank)
        if other != grid
    }
    return {one for one in differences if not any(other < one for other in differences)}


@pytest.mark.parametrize(("grid", "number"), [(SYMMETRIC, 14), (OTHER, 26)])
def test_all_minimal_unavoidable_sets_of_four_by_four(grid: Grid, number: int) -> None:
    study = UnavoidableStudy(grid)
    study.run(16)
    assert set(study.sets) == all_minimal_sets(grid)
    assert len(study.sets) == number
    assert [len(one) for one in study.sets] == sorted(map(len, study.sets))
    for one in study.sets:
        assert is_unavoidable(grid, one)
        assert not any(is_unavoidable(grid, one - {cell}) for cell in one)
    assert not is_unavoidable(grid, ())


@pytest.mark.parametrize(("grid", "places"), [(SYMMETRIC, 8), (OTHER, 4)])
def test_the_pattern_of_four_cells(grid: Grid, places: int) -> None:
    found = list(yield_occurrences(PATTERN, grid))
    assert len(found) == len(set(found)) == places
    disjoint = find_most_disjoint_sets(found, Deadline())
    assert frozenset().union(*disjoint) == EVERY_CELL
    study = UnavoidableStudy(grid)
    study.run(4)
    (blueprint,) = find_blueprints(grid, study.sets)
    assert set(blueprint.places) == set(found)
    assert (
        blueprint.pattern
        == open_text_as_grid_file(".... .... .1.2 .2.1").read_single_grid_and_close()
    )


def test_a_pattern_need_not_be_unavoidable() -> None:
    single = Grid([[1, 0, 0, 0], *[[0] * 4] * 3])
    assert set(yield_occurrences(single, OTHER)) == {frozenset({cell}) for cell in EVERY_CELL}
    assert list(yield_occurrences(Grid([[1, 1, 0, 0], *[[0] * 4] * 3]), OTHER)) == []


def test_a_search_goes_on_where_it_was() -> None:
    study = UnavoidableStudy(OTHER)
    study.run(4)
    assert (len(study.sets), study.complete_up_to) == (4, 4)
    study.run(10)
    assert (len(study.sets), study.complete_up_to) == (26, 10)


@pytest.mark.gate
def test_nine_by_nine() -> None:
    grid = random_complete_grid(NINE, Random(4))
    study = UnavoidableStudy(grid)
    study.run(8)
    lines = list(combinations(range(9), 2))
    rectangles = {
        frozenset({(r, c), (r, c2), (r2, c), (r2, c2)})
        for r, r2 in lines
        for c, c2 in lines
        if (r // 3 == r2 // 3) != (c // 3 == c2 // 3)
        and (grid[r, c], grid[r2, c]) == (grid[r2, c2], grid[r, c2])
    }
    assert {one for one in study.sets if len(one) < 6} == rectangles
    found = find_blueprints(grid, study.sets)
    assert sum(len(one.places) for one in found) == len(study.sets) > len(rectangles) > 0
    assert len(found) < len(study.sets)
    other = random_transformation(NINE, Random(5)).apply(grid)
    again = UnavoidableStudy(other)
    again.run(8)
    assert [(one.pattern, len(one.places)) for one in find_blueprints(other, again.sets)] == [
        (one.pattern, len(one.places)) for one in find_blueprints(grid, study.sets)
    ]


def test_only_complete_grids_have_unavoidable_sets() -> None:
    with pytest.raises(GridError, match="expected a complete Sudoku that obeys the rules"):
        UnavoidableStudy(PATTERN)
    with pytest.raises(GridError, match="expected a complete Sudoku that obeys the rules"):
        FewestCluesStudy(Grid([[1, 2, 3, 4]] * 4))


def test_other_grids() -> None:
    formula = OtherSolutionFormula(OTHER.keeping(()), OTHER)
    assert formula.decode_differing_cells(set(formula.same.values())) == frozenset()
    assert formula.variables == 64
    with PySatOracle("minisat22", formula.clauses(), Deadline()) as oracle:
        assert oracle.find_model(list(formula.same.values())) is None
        model = oracle.find_model([formula.same[0, 0]])
    assert model is not None
    differing = formula.decode_differing_cells(model)
    assert (0, 0) not in differing
    assert len(differing) >= 4


def test_a_second_search_for_classes_begins_anew() -> None:
    study = ClassStudy(FOUR)
    study.run()
    with pytest.raises(DeadlinePassedError):
        study.run(Deadline(1e-9))
    assert (study.is_complete, study.number) == (False, 0)
    assert not study.is_exhausted


def test_puzzles_with_the_fewest_clues_need_equal_bounds() -> None:
    with pytest.raises(ValueError, match="expected equal bounds, found 3 and 16"):
        next(FewestCluesStudy(OTHER).fewest())


def test_bounds_between_classes() -> None:
    study = ShapeStudy(FOUR)

    class StoppedError(Exception):
        pass

    def stop(study: ShapeStudy) -> None:
        if study.studies and study.best is not None and study.best.is_exact:
            raise StoppedError

    with pytest.raises(StoppedError):
        study.run(progress=stop)
    assert study.classes.is_complete
    assert len(study.studies) == 1
    assert (study.at_least, study.is_exact) == (3, False)


def test_an_argument_where_digits_alone_are_the_bound() -> None:
    grid = Grid([[1, 2, 3], [2, 3, 1], [3, 1, 2]], BoxShape(1, 3))
    study = FewestCluesStudy(grid)
    study.run()
    assert (study.at_least, study.at_most) == (2, 2)
    why = find_lower_bound_reason(study)
    assert few_cells_meet_all(why.together or why.disjoint) == 2


# Fewest clues


@pytest.mark.parametrize(("grid", "puzzles"), [(SYMMETRIC, 12), (OTHER, 128)])
def test_four_clues_are_needed(grid: Grid, puzzles: int) -> None:
    study = FewestCluesStudy(grid)
    study.run()
    assert study.is_exact
    assert study.at_least == 4
    assert has_one_completion(study.puzzle)
    found = set(study.fewest())
    assert len(found) == puzzles
    by_trying = {
        grid.keeping(set(cells))
        for cells in combinations(sorted(EVERY_CELL), 4)
        if has_one_completion(grid.keeping(set(cells)))
    }
    assert found == by_trying
    assert not any(
        has_one_completion(grid.keeping(set(cells)))
        for cells in combinations(sorted(EVERY_CELL), 3)
    )


@pytest.mark.parametrize("grid", [SYMMETRIC, OTHER])
def test_four_disjoint_sets_are_the_argument(grid: Grid) -> None:
    study = FewestCluesStudy(grid)
    study.run()
    why = find_lower_bound_reason(study)
    assert (why.at_least, len(why.disjoint), why.together) == (4, 4, [])
    assert sum(map(len, why.disjoint)) == len(frozenset().union(*why.disjoint))
    assert all(is_unavoidable(grid, one) for one in why.disjoint)


@pytest.mark.gate
def test_an_argument_of_more_than_disjoint_sets() -> None:
    study = FewestCluesStudy(
        open_text_as_grid_file(
            "123456 456231 231645 645312 312564 564123"
        ).read_single_grid_and_close()
    )
    study.run()
    assert study.is_exact
    why = find_lower_bound_reason(study)
    assert (why.at_least, len(why.disjoint)) == (8, 5)
    assert 8 < len(why.together) < 40
    assert all(is_unavoidable(study.grid, one) for one in why.together)
    assert few_cells_meet_all(why.together) == 8
    for one in why.together:
        assert few_cells_meet_all([other for other in why.together if other != one]) == 7


def few_cells_meet_all(sets: list[CellSet], known: int = 0) -> int:
    """Return the smallest number of cells, at least `known`, that include a cell of each set. It is
    found by trying each cell of the first set that has no chosen cell.
    """

    def fits(left: list[CellSet], number: int) -> bool:
        if not left:
            return True
        return number > 0 and any(
            fits([one for one in left if cell not in one], number - 1) for cell in left[0]
        )

    while not fits(sets, known):
        known += 1
    return known


def test_shapes() -> None:
    study = ShapeStudy(FOUR)
    assert (study.at_least, study.best) == (3, None)
    study.run()
    assert study.is_exact
    assert study.at_least == 4
    assert list(study.studies) == [SYMMETRIC, OTHER]


@pytest.mark.slow
def test_six_by_six_needs_eight_clues() -> None:
    study = ShapeStudy(SIX)
    study.run()
    assert study.is_exact
    assert study.at_least == 8
    needed = [one.at_least for one in study.studies.values()]
    assert (len(needed), min(needed), max(needed)) == (49, 8, 10)
    assert study.best is not None
    assert has_one_completion(study.best.puzzle)


@pytest.mark.gate
def test_bounds_of_nine_by_nine() -> None:
    told: list[tuple[int, int]] = []
    study = FewestCluesStudy(random_complete_grid(NINE, Random(4)))
    with pytest.raises(DeadlinePassedError):
        study.run(Deadline(1), lambda study: told.append((study.at_least, study.at_most)))
    assert told == sorted(told, key=lambda bounds: (bounds[0], -bounds[1]))
    assert 6 < study.at_least <= 17 <= study.at_most < 27
    assert has_one_completion(study.puzzle)
    assert study.puzzle.agreeing(study.grid) == study.puzzle
    shape = ShapeStudy(NINE)
    with pytest.raises(DeadlinePassedError):
        shape.run(Deadline(0.5))
    assert shape.at_least == 8
    assert shape.best is not None
    assert not shape.is_exact


def test_keeping_cells() -> None:
    rng = Random(1)
    grid = remove_clues(random_complete_grid(NINE, rng), 40, rng)
    kept = grid.keeping({(0, 0), (8, 8), (4, 4)})
    cells = {(0, 0), (8, 8), (4, 4)}
    everywhere = [(r, c) for r in range(9) for c in range(9)]
    assert [kept[cell] for cell in everywhere] == [
        grid[cell] if cell in cells else 0 for cell in everywhere
    ]


def test_disjoint_sets_are_found_without_any_time() -> None:
    """If the solver finds nothing in its time, the answer may have fewer sets than possible."""
    sets = [frozenset({(0, 0), (0, 1)}), frozenset({(0, 1)}), frozenset({(1, 1)})]
    assert find_most_disjoint_sets(sets, Deadline(1e-9)) == [sets[0], sets[2]]
