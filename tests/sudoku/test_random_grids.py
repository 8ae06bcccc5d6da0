from collections import Counter
from random import Random

import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, GridError
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
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
