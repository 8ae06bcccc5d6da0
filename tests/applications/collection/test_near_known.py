"""Near copies between known and new Sudokus, found with profiles (counts of clues) and
signatures.
"""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from sudokopie import BoxShape, Grid
from sudokopie.answers.bulk import sorted_forms
from sudokopie.applications.collection import near_known, remainder_profiles
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.applications.collection.near import near_pairs
from sudokopie.applications.collection.near_known import find_near_copies_of_known_sudokus
from sudokopie.applications.collection.remainder_profiles import HashSet, compute_remainder_profiles
from sudokopie.base.errors import ArgumentError
from sudokopie.sudoku.arrays import stack
from sudokopie.sudoku.random_grids import move_clue, random_grid, random_transformation

SHAPES = [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3), BoxShape(1, 5)]


def varied(shape: BoxShape, number: int, clues: range, rng: Random) -> list[Grid]:
    """Return random grids and copies of them, some with a clue moved or omitted."""
    first = [random_grid(shape, rng.choice(clues), rng) for _ in range(number)]
    moved = [move_clue(grid, rng) if grid.clues else grid for grid in first]
    less = [grid.keeping(set(sorted(grid.clue_cells)[1:])) for grid in moved]
    all_three = [first, moved, less]
    return [random_transformation(shape, rng).apply(one) for some in all_three for one in some]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("omitted_count", [0, 1, 2])
def test_copies_have_the_same_profiles(shape: BoxShape, omitted_count: int) -> None:
    rng = Random(5)
    for clues in (2, 5, 9):
        grids = [random_grid(shape, clues, rng) for _ in range(20)]
        copies = [random_transformation(shape, rng).apply(grid) for grid in grids]
        found = [
            np.sort(
                compute_remainder_profiles(stack(some), shape, omitted_count).reshape(
                    len(some), -1
                ),
                axis=1,
            )
            for some in (grids, copies)
        ]
        assert (found[0] == found[1]).all()
        # A remainder has the same profile as an equal Sudoku from which no clue was removed.
        for grid, profiles in zip(grids, found[0], strict=True):
            cells = sorted(grid.clue_cells)
            left = [
                grid.keeping(set(cells) - set(gone)) for gone in combinations(cells, omitted_count)
            ]
            whole = compute_remainder_profiles(stack(left), shape, 0)
            assert np.sort(whole).tolist() == profiles.tolist()


def test_a_sieve_finds_its_numbers_only() -> None:
    rng = np.random.default_rng(1)
    some, others = rng.integers(0, 2**64, (2, 1000), np.uint64)
    mixed = np.concatenate([others, some, some[:5] ^ np.uint64(1)])
    assert HashSet([some[:500], some[500:]]).find_member_indices(mixed).tolist() == list(
        range(1000, 2000)
    )
    assert HashSet([]).find_member_indices(mixed).tolist() == []


@pytest.mark.parametrize(
    ("shape", "most"),
    [
        *product(SHAPES, (1, 2)),
        (SHAPES[0], 3),
        *(pytest.param(shape, 3, marks=pytest.mark.slow) for shape in SHAPES[1:]),
    ],
)
def test_pairs_are_those_found_by_comparing_all(
    shape: BoxShape, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Small limits, so that new Sudokus are divided into slices and known Sudokus read in pieces.
    monkeypatch.setattr(near_known, "_REMAINDERS_IN_MEMORY", 100)
    monkeypatch.setattr(near_known, "_PROFILES_AT_ONCE", 50)
    grids = varied(shape, 12, range(1, 8), Random(7))
    with SudokuCollection(shape) as collection:
        collection.add(grids)
        everything = near_pairs(collection, most)
        for known in (0, 18, len(grids)):
            expected = [pair[:3] for pair in everything if pair.first < known <= pair.second]
            found = near_pairs(collection, most, known_count=known)
            assert [pair[:3] for pair in found] == expected
            for pair in found:
                pair.witness(collection.grid(pair.first), collection.grid(pair.second))
            assert bool(found) == (known == 18)
        if most == 1:  # the work is divided in the same way for each number
            by_two = near_pairs(collection, most, jobs=2, known_count=18)
            assert by_two == near_pairs(collection, most, known_count=18)


def test_few_clues_are_in_memory_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit also counts the clues of whole Sudokus, although each has only one profile."""
    most = 0
    compute = compute_remainder_profiles

    def count(cells: np.ndarray, *rest: object, **more: object) -> object:
        nonlocal most
        most = max(most, int(np.count_nonzero(cells)))
        return compute(cells, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(near_known, "compute_remainder_profiles", count)
    monkeypatch.setattr(near_known, "_PROFILES_AT_ONCE", 100)
    rng, shape = Random(2), BoxShape(3, 3)
    known = stack([random_grid(shape, 24, rng) for _ in range(60)])
    new = stack([random_grid(shape, 25, rng) for _ in range(20)])
    find_near_copies_of_known_sudokus(len(known), lambda indices: known[indices], new, shape, 1)
    assert 90 < most <= 100


def test_the_sieve_leaves_few_remainders(monkeypatch: pytest.MonkeyPatch) -> None:
    signed = 0
    sign = sorted_forms.signatures

    def counted(cells: np.ndarray, *rest: object, **more: object) -> object:
        nonlocal signed
        signed += len(cells)
        return sign(cells, *rest, **more)  # type: ignore[arg-type]

    rng, shape = Random(2), BoxShape(3, 3)
    known = [random_grid(shape, 25, rng) for _ in range(300)]
    new = stack([move_clue(known[7], rng)])
    cells = stack(known)
    monkeypatch.setattr(near_known, "signatures", counted)
    found = find_near_copies_of_known_sudokus(300, lambda some: cells[some], new, shape, 1)
    assert [pair[:3] for pair in found] == [(7, 0, 24)]
    assert 0 < signed < 100  # of 7500
    assert remainder_profiles.MOST_OMITTED == 2


def test_nothing_is_near_to_nothing() -> None:
    cells = stack([Grid("12" + 14 * ".")])
    nothing = np.zeros((0, 4, 4), np.uint8)
    shape = BoxShape(2, 2)
    assert find_near_copies_of_known_sudokus(0, lambda some: nothing[some], cells, shape, 2) == []
    assert find_near_copies_of_known_sudokus(1, lambda some: cells[some], nothing, shape, 2) == []
    assert find_near_copies_of_known_sudokus(1, lambda some: cells[some], cells, shape, 0) == []
    with pytest.raises(ArgumentError, match="at least 0"):
        find_near_copies_of_known_sudokus(1, lambda some: cells[some], cells, shape, -1)
