"""Collections as arrays: signatures, sorted forms, symmetries, solutions."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, GridError, Transformation
from sudokopie.answers.bulk.canonical_forms import rename_digits_by_first_occurrence
from sudokopie.answers.bulk.colour_refinement import refine_colours
from sudokopie.answers.bulk.solutions import solutions
from sudokopie.answers.bulk.sorted_forms import (
    _keep_lesser_forms_in_place_and_count_sides,
    decide_pair_by_sorted_forms,
    signatures,
    sorted_forms,
)
from sudokopie.answers.bulk.symmetries import symmetry_counts
from sudokopie.answers.bulk.transformation_arrays import TransformationArrays
from sudokopie.answers.symmetries import symmetries
from sudokopie.sudoku.arrays import (
    stack,
    yield_grids_of_array,
)
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from collection_workers import kinds_of_grids
from strategies import grids, grids_with_transformations

FOUR, SIX, NINE, SIXTEEN = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3), BoxShape(4, 4)
ALL_SHAPES = [FOUR, SIX, BoxShape(3, 2), NINE, SIXTEEN, BoxShape(1, 5), BoxShape(2, 4)]


def test_the_package_alone_does_not_import_numpy() -> None:
    script = "import sys, sudokopie; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# Arrays


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((1, 9), np.uint8),
        np.zeros((1, 9, 8), np.uint8),
        np.full((1, 9, 9), 0.5),
        np.full((1, 9, 9), 10),
        np.full((1, 9, 9), -1),
        np.zeros((2, 300, 300), np.uint8),
        [MOST_SYMMETRIC, cyclic_grid(FOUR)],
        [cyclic_grid(SIX), cyclic_grid(BoxShape(3, 2))],
    ],
    ids=["2-d", "oblong", "float", "too great", "negative", "too large", "sizes", "boxes"],
)
def test_what_is_no_collection_is_refused(wrong: np.ndarray | list[Grid]) -> None:
    with pytest.raises(GridError):
        signatures(wrong)


def test_a_wrong_box_is_refused() -> None:
    with pytest.raises(GridError, match="expected 6 rows for boxes of 2x3, found 9"):
        signatures(stack([MOST_SYMMETRIC]), (2, 3))


def test_of_no_grids_there_is_nothing() -> None:
    nothing: list[Grid] = []
    for none in (nothing, np.zeros((0, 9, 9), np.uint8)):
        assert len(signatures(none)) == len(sorted_forms(none).forms) == 0
        assert symmetry_counts(none) == []
        assert len(solutions(none).grids) == len(rename_digits_by_first_occurrence(none).forms) == 0


@given(grids_with_transformations(1))
def test_images_in_arrays_are_those_of_transformations(
    grid_and_one: tuple[Grid, list[Transformation]],
) -> None:
    grid, (one,) = grid_and_one
    images = TransformationArrays.identity(grid.shape, 2)
    images.set_transformation(1, one)
    assert list(yield_grids_of_array(images.apply(stack([grid, grid])), grid.shape)) == [
        grid,
        one.apply(grid),
    ]
    assert images.transformation(1) == one.simplest()


# Signatures and sorted forms


@given(grids_with_transformations(2))
def test_copies_share_signature_and_sorted_form(
    grid_and_two: tuple[Grid, list[Transformation]],
) -> None:
    grid, ways = grid_and_two
    copies = [grid, *(way.apply(grid) for way in ways)]
    found = sorted_forms(copies)
    assert len(set(found.signatures.tolist())) == len(set(found.exact.tolist())) == 1
    assert (found.signatures == signatures(copies)).all()
    for i, copy in enumerate(copies):
        assert found.images.transformation(i).apply(copy) == Grid(
            found.forms[i].tolist(), grid.shape
        )
        compared = decide_pair_by_sorted_forms(grid, copy)
        steps = compared.transformation
        assert compared.verdict.name == ("UNDECIDED" if steps is None else "YES")
        if found.exact[0]:
            assert steps is not None
            assert steps.apply(grid) == copy
        if steps is not None:
            assert steps.apply(grid) == copy


@pytest.mark.parametrize("shape", [*ALL_SHAPES, BoxShape(5, 5)], ids=str)
def test_signatures_of_all_kinds_of_grids(shape: BoxShape) -> None:
    rng = Random(str(shape))
    grids = kinds_of_grids(shape, rng)
    for copies in [
        [random_transformation(shape, rng).apply(grid) for grid in grids] for _ in "123"
    ]:
        assert (signatures(copies) == signatures(grids)).all()
        assert (sorted_forms(copies).exact == sorted_forms(grids).exact).all()
    exact = sorted_forms(grids).exact
    sides = [sorted_forms(some).sides[exact].tolist() for some in (grids, copies)]
    assert sides[0] == sides[1]
    assert len(set(signatures(grids).tolist())) >= len(grids) - 1


@pytest.mark.kernel
def test_signatures_are_the_same_everywhere() -> None:
    """Stored ones would be worthless after a change of these."""
    rng = Random(1)
    grids = [cyclic_grid(NINE), MOST_SYMMETRIC, Grid([[0] * 9] * 9), random_grid(NINE, 20, rng)]
    assert signatures(grids).tolist() == PINNED
    assert signatures([cyclic_grid(SIX)]).tolist() == PINNED_SIX


PINNED = [7506006422821913651, 7822548600736052462, 7222581191424771703, 2960580782948614773]
PINNED_SIX = [10894810313778361873]


@pytest.mark.kernel
def test_a_signature_does_not_depend_on_the_other_grids() -> None:
    rng = Random(2)
    grids = [grid for _ in range(5) for grid in kinds_of_grids(NINE, rng)]
    together = sorted_forms(grids)
    alone = [sorted_forms([grid]) for grid in grids]
    assert [int(one.signatures[0]) for one in alone] == together.signatures.tolist()
    assert [one.forms[0].tolist() for one in alone] == together.forms.tolist()
    colours = refine_colours(stack(grids), NINE).lines
    assert (colours[::-1] == refine_colours(stack(grids[::-1]), NINE).lines).all()


@pytest.mark.kernel
def test_real_complete_grids_are_exact_and_symmetric_ones_are_not() -> None:
    rng = Random(3)
    complete = [random_complete_grid(NINE, rng) for _ in range(50)]
    assert sorted_forms(complete).exact.sum() >= 49
    assert not sorted_forms([MOST_SYMMETRIC, cyclic_grid(NINE)]).exact.any()


@pytest.mark.kernel
def test_lines_without_clues_are_all_alike() -> None:
    """They could change places, but whichever comes first the form is the same."""
    rng = Random(8)
    row, blank = [1, 0, 2, 0, 0, 3, 0, 0, 0], [0] * 9
    other = [0, 4, 0, 5, 1, 3, 0, 0, 0]
    grid = Grid([row, blank, blank, other, *[blank] * 5])
    copies = [grid, *(random_transformation(NINE, rng).apply(grid) for _ in range(20))]
    found = sorted_forms(copies)
    assert found.exact.all()
    assert (found.forms == found.forms[0]).all()
    assert symmetry_counts([grid]) == [symmetries(grid).order]


@pytest.mark.kernel
def test_far_types_tell_apart_what_near_ones_do_not() -> None:
    """Of this grid the types between lines of one block leave some alike."""
    text = "824971563763458291159623874982514736475386912316792458538269147691847325247135689"
    grid = Grid([map(int, text[i : i + 9]) for i in range(0, 81, 9)])
    assert sorted_forms([grid]).exact.all()


@pytest.mark.kernel
def test_box_shapes_have_signatures_of_their_own() -> None:
    grid = cyclic_grid(SIX)
    other = Grid(grid.rows, BoxShape(3, 2))
    assert signatures([grid]) != signatures([other])


@pytest.mark.kernel
def test_rows_and_columns_of_oblong_boxes_are_not_alike() -> None:
    """Columns for rows is no transformation there."""
    grid = Grid([[1, 2, 0, 0, 0, 0], *[[0] * 6] * 5], SIX)
    turned = Grid(zip(*grid.rows, strict=True), SIX)
    assert signatures([grid]) != signatures([turned])


# Symmetries, solutions, renamed digits


@pytest.mark.parametrize("shape", ALL_SHAPES[:4], ids=str)
def test_symmetries_are_those_that_a_solver_counts(shape: BoxShape) -> None:
    rng = Random(5)
    grids = kinds_of_grids(shape, rng)
    full = grids[0]
    grids += [remove_clues(full, clues, rng) for clues in (1, 2, 4, 6, shape.size, 2 * shape.size)]
    assert symmetry_counts(grids) == [symmetries(grid).order for grid in grids]


def test_symmetric_about_the_diagonal_alone() -> None:
    """Both orientations have one form, and all else is single."""
    rng = Random(6)
    cells = [[0] * 9 for _ in range(9)]
    for r in range(9):
        for c in range(r, 9):
            if rng.random() < 0.4:
                cells[r][c] = cells[c][r] = rng.randrange(1, 10)
    grid = Grid(cells)
    found = sorted_forms([grid])
    assert found.exact.all()
    assert found.sides.tolist() == [2]
    assert symmetry_counts([grid]) == [symmetries(grid).order]


def test_of_two_orientations_the_lesser_form_is_chosen() -> None:
    """Where the colours prefer neither."""
    grid = random_grid(NINE, 40, Random(9))
    turned = Grid(zip(*grid.rows, strict=True))
    cells = stack([grid, turned])
    images, forms = TransformationArrays.identity(NINE, 2), cells.copy()
    assert _keep_lesser_forms_in_place_and_count_sides(
        np.arange(2), cells, images, forms
    ).tolist() == [1, 1]
    assert list(yield_grids_of_array(forms)) == [min(grid, turned, key=lambda one: one.rows)] * 2
    assert (images.apply(cells) == forms).all()


@pytest.mark.kernel
def test_solutions() -> None:
    rng = Random(7)
    full = random_complete_grid(NINE, rng)
    puzzle = remove_clues(full, 70, rng)
    none = Grid([[1, 1, *[0] * 7], *[[0] * 9] * 8])
    found = solutions([full, puzzle, none, Grid([[0] * 9] * 9)])
    assert found.numbers.tolist() == [1, found.numbers[1], 0, 2]
    assert Grid(found.grids[0].tolist()) == full
    assert Grid(found.grids[1].tolist()).agreeing(puzzle) == puzzle
    assert not found.grids[2].any()
    assert Grid(found.grids[3].tolist()).is_solved()


@given(grids())
def test_renamed_digits_are_numbered_as_they_are_read(grid: Grid) -> None:
    found = rename_digits_by_first_occurrence([grid])
    first = dict.fromkeys(value for row in grid for value in row if value)
    numbers = {0: 0, **{digit: number for number, digit in enumerate(first, 1)}}
    expected = Grid([[numbers[value] for value in row] for row in grid], grid.shape)
    assert Grid(found.forms[0].tolist(), grid.shape) == expected
    steps = found.images.transformation(0, grid)
    assert steps.apply(grid) == expected
    assert steps.steps == (grid != expected)
