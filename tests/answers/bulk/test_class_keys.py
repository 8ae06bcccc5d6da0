"""Keys of classes: equal for copies and only for copies, and the same on every machine."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import numpy as np
import pandas as pd
import pytest

from sudokopie import BoxShape, Grid, GridError, completions, keys, shuffled
from sudokopie.base.errors import ArgumentError
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid, remove_clues

import brute_force

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2)])
def test_a_key_is_the_digest_of_the_least_copy(shape: BoxShape) -> None:
    rng = Random(4)
    grids = [random_grid(shape, count, rng) for count in (0, 1, 2, 3, 4, 5, 6, shape.size**2)]
    for grid, key in zip(grids, keys(grids), strict=True):
        least, _ = brute_force.extreme_images(grid)
        assert key == sha256(bytes([*shape, *least])).hexdigest()[:32]


def test_keys_tell_the_classes_of_small_grids_apart() -> None:
    rng = Random(1)
    grids = [random_grid(BoxShape(2, 2), rng.randrange(6), rng) for _ in range(60)]
    found = keys(grids).tolist()
    for i, one in enumerate(grids):
        for j, other in enumerate(grids[:i]):
            assert (found[i] == found[j]) == bool(brute_force.truth(one, other).ways)


def test_copies_have_equal_keys_and_their_solutions_too() -> None:
    copies = shuffled([PUZZLE], 20, 3)
    assert len({*keys(copies)}) == len({*keys(copies, by="solution")}) == 1
    (solution,) = completions(Grid.parse(PUZZLE))
    assert keys([solution])[0] == keys([PUZZLE], by="solution")[0] != keys([PUZZLE])[0]
    fewer = Grid.parse(PUZZLE[:-1] + ".")
    assert keys([fewer], by="solution")[0] == keys([solution])[0]


def test_a_puzzle_without_one_solution_keeps_its_own_key() -> None:
    several = ["." * 81, "12" + "." * 79, "11" + "." * 79]
    assert keys(several, by="solution").tolist() == keys(several).tolist()
    assert len({*keys(several)}) == 3


def test_boxes_belong_to_the_key() -> None:
    rows = [[0] * 6] * 6
    assert keys([rows], (2, 3))[0] != keys([rows], (3, 2))[0]


def test_keys_take_arrays_columns_and_processes() -> None:
    complete = random_complete_grid(BoxShape(3, 3), Random(2))
    cells = np.array([remove_clues(complete, 30, Random(i)).rows for i in range(4)])
    expected = keys(cells)
    assert expected.dtype == np.dtype("U32")
    assert (keys(cells.reshape(-1, 81).astype(np.int32)) == expected).all()
    assert (keys(cells, jobs=2) == expected).all()
    table = pd.DataFrame({"quiz": ["".join(map(str, one.ravel())) for one in cells]})
    assert (keys(table, column="quiz") == expected).all()
    assert keys([]).shape == (0,)


def test_wrong_kinds_and_shapes_are_refused() -> None:
    with pytest.raises(ArgumentError, match="expected by='copies' or by='solution', found 'near'"):
        keys([PUZZLE], by="near")
    with pytest.raises(GridError):
        keys([PUZZLE, "1..."])
