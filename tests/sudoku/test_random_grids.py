from collections import Counter
from random import Random

import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, GridError, canonical_form, labels, symmetry_counts
from sudokopie.sudoku.classes_6x6 import list_6x6_classes
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
    random_grid_by_switches,
    random_transformation,
    remove_clues,
    switch_smallest_unavoidable_set,
)

from strategies import SHAPES, seeds


def obeys_the_rules(grid: Grid) -> bool:
    shape, digits = grid.shape, set(range(1, grid.size + 1))
    boxes = [
        [grid[r + i, c + j] for i in range(shape.height) for j in range(shape.width)]
        for r in range(0, grid.size, shape.height)
        for c in range(0, grid.size, shape.width)
    ]
    return all(set(line) == digits for line in (*grid, *zip(*grid, strict=True), *boxes))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@given(seed=seeds)
def test_complete_grids_obey_the_rules(shape: BoxShape, seed: int) -> None:
    assert obeys_the_rules(cyclic_grid(shape))
    grid = random_complete_grid(shape, Random(seed))
    assert obeys_the_rules(grid)
    assert random_complete_grid(shape, Random(seed)) == grid


@pytest.mark.gate
def test_every_complete_grid_of_4x4_is_found() -> None:
    rng = Random(1)
    assert len({random_complete_grid(BoxShape(2, 2), rng) for _ in range(3000)}) == 288


def test_transformations_are_uniform_over_their_parts() -> None:
    rng = Random(1)
    drawn = [random_transformation(BoxShape(2, 2), rng) for _ in range(4800)]
    for part, choices in (("rotation", 4), ("bands", 2), ("columns", 4), ("digits", 24)):
        counts = Counter(getattr(one, part) for one in drawn)
        assert len(counts) == choices
        assert max(counts.values()) < 1.4 * 4800 / choices


def test_clues_are_as_many_as_asked_for() -> None:
    rng = Random(1)
    assert random_grid(BoxShape(3, 3), 17, rng).clues == 17
    full = random_complete_grid(BoxShape(3, 3), rng)
    fewer = remove_clues(full, 30, rng)
    assert fewer.clues == 30
    assert all(fewer[r, c] in (0, full[r, c]) for r in range(9) for c in range(9))


def differing(one: Grid, two: Grid) -> list[tuple[int, int]]:
    cells = [(r, c) for r in range(one.size) for c in range(one.size)]
    return [cell for cell in cells if one[cell] != two[cell]]


def test_near_misses_differ_in_as_little_as_they_say() -> None:
    rng = Random(1)
    full = random_complete_grid(BoxShape(3, 3), rng)
    puzzle = remove_clues(full, 30, rng)
    moved = move_clue(puzzle, rng)
    assert sorted(moved[cell] == 0 for cell in differing(puzzle, moved)) == [False, True]
    exchanged = exchange_clues(puzzle, rng)
    assert len(differing(puzzle, exchanged)) == 2
    assert exchanged.clues == puzzle.clues
    switched = switch_smallest_unavoidable_set(full)
    assert len(differing(full, switched)) == 4
    assert obeys_the_rules(switched)


def test_what_has_no_near_miss_is_refused() -> None:
    with pytest.raises(GridError, match="two cells to exchange"):
        move_clue(Grid([[0]]), Random(1))
    with pytest.raises(GridError, match="more than one line"):
        switch_smallest_unavoidable_set(Grid([[1]]))


def test_the_classes_of_6x6_contain_all_grids() -> None:
    grids, sizes = list_6x6_classes()
    assert len(grids) == 49
    assert sum(sizes) == 28_200_960
    assert all(grid.is_solved() for grid in grids)
    # The classes differ, because each grid is the least of its own class.
    assert [canonical_form(grid).form for grid in grids] == list(grids)
    group = BoxShape(2, 3).transformations
    assert [group // count for count in symmetry_counts(grids)] == list(sizes)


CHI_SQUARE = 107
"""A chi-square of 48 degrees of freedom is greater with a probability of less than one in a
million.
"""


def find_chi_square(drawn: list[Grid]) -> float:
    """Return the chi-square of the classes of complete 6×6 grids, if all grids should be equally
    likely.
    """
    grids, sizes = list_6x6_classes()
    shape = drawn[0].shape
    ours = (
        grids if shape == grids[0].shape else [Grid(zip(*one, strict=True), shape) for one in grids]
    )
    numbers = labels([*ours, *drawn]).tolist()
    assert numbers[:49] == list(range(49))
    assert max(numbers) == 48
    counts = Counter(numbers[49:])
    expected = [len(drawn) * size / sum(sizes) for size in sizes]
    return sum((counts[i] - wanted) ** 2 / wanted for i, wanted in enumerate(expected))


@pytest.mark.gate
@pytest.mark.parametrize("shape", [BoxShape(2, 3), BoxShape(3, 2)], ids=str)
def test_complete_grids_of_6x6_are_uniform(shape: BoxShape) -> None:
    rng = Random(1)
    drawn = [random_complete_grid(shape, rng) for _ in range(1500)]
    assert find_chi_square(drawn) < CHI_SQUARE
    switched = [random_grid_by_switches(shape, rng) for _ in range(300)]
    assert find_chi_square(switched) > CHI_SQUARE
