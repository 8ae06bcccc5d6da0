"""Splits of Sudokus into training, test and validation data: nothing that is asked for crosses, and
no Sudoku moves if the order or other Sudokus change.
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from itertools import combinations, count
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sudokopie import BoxShape, Grid, keys, labels, near_pairs, shuffled, solutions, split
from sudokopie.applications.collection import splitting
from sudokopie.applications.collection.splitting import Split, join_groups
from sudokopie.base.errors import ArgumentError, PairFileError, VerificationError
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid, remove_clues

import brute_force

NINE, FOUR = BoxShape(3, 3), BoxShape(2, 2)
EVERY_KIND = [
    ["copies"],
    ["solution"],
    ["copies", "solution"],
    ["near"],
    ["copies", "solution", "near"],
]


def make_planted_puzzles(seed: int, solution_count: int = 60) -> np.ndarray:
    """Return puzzles in random order, shape (N, 9, 9). For each of `solution_count` solutions there
    are puzzles with the same solution, and for some puzzles there are copies and near copies: a
    clue is left out or changed.
    """
    rng, drawn = Random(seed), np.random.default_rng(seed)
    found = []
    for _ in range(solution_count):
        complete = random_complete_grid(NINE, rng)
        for _ in range(rng.choice([1, 1, 2])):
            puzzle = np.array(remove_clues(complete, rng.randrange(42, 50), rng).rows, np.uint8)
            found.append(puzzle)
            if rng.random() < 0.4:
                found += [*shuffled(puzzle[None], rng.randrange(1, 4), drawn)]
            if rng.random() < 0.4:
                near = puzzle.copy()
                r, c = rng.choice(np.argwhere(near).tolist())
                near[r, c] = rng.choice([0, near[r, c] % 9 + 1])
                found += [*shuffled(near[None], 1, drawn)]
    rng.shuffle(found)
    return np.array(found)


def find_sides(found: Split) -> np.ndarray:
    """Return the side of each Sudoku, 0 for train, 1 for test and 2 for validation."""
    sides = np.full(len(found.groups), -1)
    for side, indices in enumerate((found.train, found.test, found.validation)):
        assert (sides[indices] == -1).all()
        assert (np.diff(indices) > 0).all()
        sides[indices] = side
    assert (sides >= 0).all()
    return sides


def find_crossing_kinds(puzzles: np.ndarray, sides: np.ndarray) -> set[str]:
    """Return the kinds of related Sudokus that are on different sides."""
    crossing = set()
    for kind, by_solution in (("copies", False), ("solution", True)):
        if (sides[labels(puzzles, by_solution=by_solution)] != sides).any():
            crossing.add(kind)
    first_copies = labels(puzzles)
    members = defaultdict(set)
    for index, first in enumerate(first_copies.tolist()):
        members[first].add(sides[index])
    for pair in near_pairs(puzzles):
        if len(members[pair.first] | members[pair.second]) > 1:
            crossing.add("near")
    return crossing


@pytest.mark.parametrize("by", EVERY_KIND)
def test_nothing_crosses_that_is_asked_for(by: list[str]) -> None:
    puzzles = make_planted_puzzles(7)
    found = split(puzzles, test=0.25, validation=0.2, by=by, seed=3)
    sides = find_sides(found)
    assert (sides[found.groups] == sides).all()
    crossing = find_crossing_kinds(puzzles, sides)
    assert crossing.isdisjoint({"copies", *by})
    # The other kinds were planted, and cross.
    assert crossing == {"solution", "near"} - {*by}


@pytest.mark.parametrize("by", EVERY_KIND)
def test_groups_are_the_related_sudokus(by: list[str]) -> None:
    puzzles = make_planted_puzzles(8, 30)
    pairs = [*enumerate(labels(puzzles).tolist())]
    if "solution" in by:
        pairs += enumerate(labels(puzzles, by_solution=True).tolist())
    if "near" in by:
        pairs += [(pair.first, pair.second) for pair in near_pairs(puzzles)]
    expected = [*range(len(puzzles))]
    for _ in puzzles:  # plain spreading of the least number, for an independent check
        for one, other in pairs:
            expected[one] = expected[other] = min(expected[one], expected[other])
    assert split(puzzles, test=0.4, by=by, seed=1).groups.tolist() == expected


@pytest.mark.parametrize("by", EVERY_KIND)
def test_order_does_not_move_a_sudoku(by: list[str]) -> None:
    puzzles = make_planted_puzzles(9)
    sides = find_sides(split(puzzles, test=0.25, by=by))
    order = np.random.default_rng(1).permutation(len(puzzles))
    assert (find_sides(split(puzzles[order], test=0.25, by=by)) == sides[order]).all()


def test_other_sudokus_and_copies_do_not_move_a_sudoku() -> None:
    puzzles = make_planted_puzzles(10)
    sides = find_sides(split(puzzles, test=0.25, validation=0.2))
    kept = np.sort(np.random.default_rng(2).permutation(len(puzzles))[: len(puzzles) // 2])
    assert (find_sides(split(puzzles[kept], test=0.25, validation=0.2)) == sides[kept]).all()
    copies = shuffled(puzzles, 1, 5)
    assert (find_sides(split(copies, test=0.25, validation=0.2)) == sides).all()


def test_a_larger_test_takes_from_training_data_only() -> None:
    puzzles = make_planted_puzzles(11)
    small, large = (
        find_sides(split(puzzles, test=test, validation=0.2, by="copies")) for test in (0.2, 0.4)
    )
    assert ((small == large) | ((small == 0) & (large == 1))).all()
    assert (small != large).any()


def test_the_side_can_be_computed_from_the_key() -> None:
    puzzles = make_planted_puzzles(12)
    sides = find_sides(split(puzzles, test="25%", validation="20%", seed=-4))
    for key, side in zip(keys(puzzles, by="solution"), sides, strict=True):
        digest = sha256(f"-4:{key}".encode()).digest()
        position = int.from_bytes(digest[:8], "big") / 2**64
        assert side == (1 if position < 0.25 else 2 if position >= 0.8 else 0)


def test_seeds_change_the_split_and_shares_are_nearly_reached() -> None:
    grids = [random_grid(NINE, 20, Random(i)) for i in range(400)]
    found = [split(grids, test=0.3, validation=0.2, seed=seed) for seed in range(3)]
    assert len({tuple(one.test) for one in found}) == 3
    for one in found:
        assert 80 < len(one.test) < 160
        assert 45 < len(one.validation) < 115


@pytest.mark.parametrize("seed", range(3))
def test_small_splits_agree_with_trying_every_copy(seed: int) -> None:
    rng = Random(seed)
    grids = [random_grid(FOUR, rng.randrange(3, 8), rng) for _ in range(40)]
    least = [tuple(brute_force.extreme_images(grid)[0]) for grid in grids]
    remainders = [
        {tuple(brute_force.extreme_images(one)[0]) for one in yield_without_a_clue(grid)}
        | {least[i]}
        for i, grid in enumerate(grids)
    ]
    for by in (["copies"], ["near"]):
        found = split(grids, test=0.9, by=by, seed=seed + 1)
        sides = find_sides(found)
        for i, j in combinations(range(len(grids)), 2):
            related = least[i] == least[j]
            if by == ["near"]:
                related |= bool(remainders[i] & remainders[j])
            if related:
                assert sides[i] == sides[j]
                assert found.groups[i] == found.groups[j]


def yield_without_a_clue(grid: Grid) -> list[Grid]:
    """Return the grids in which one clue of `grid` is missing."""
    cells = np.array(grid.rows)
    found = []
    for r, c in np.argwhere(cells).tolist():
        fewer = cells.copy()
        fewer[r, c] = 0
        found.append(Grid(fewer.tolist()))
    return found


@pytest.mark.gate
def test_sudokus_of_several_sizes_and_files_are_split(tmp_path: Path) -> None:
    nines = ["".join(map(str, one.ravel())) for one in make_planted_puzzles(13)]
    fours = ["".join(map(str, random_grid(FOUR, 5, Random(i)))) for i in range(8)]
    sides = find_sides(split([*nines, *map(Grid.parse, fours)], test=0.4, by="near"))
    assert (sides[: len(nines)] == find_sides(split(nines, test=0.4, by="near"))).all()
    (tmp_path / "some.txt").write_text("\n".join(nines) + "\n")
    from_file = split(tmp_path / "some.txt", test=0.4, jobs=2)
    assert (find_sides(from_file) == find_sides(split(nines, test=0.4))).all()
    (tmp_path / "some.txt").write_text("\n".join([*nines, nines[0][:-1]]) + "\n")
    with pytest.raises(PairFileError, match="80"):
        split(tmp_path / "some.txt", test=0.4)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"test": 0}, "expected a share above 0 and below 1, such as 0.1 or 10%, found 0"),
        ({"test": 1.0}, "found 1.0"),
        ({"test": "10"}, "found 10$"),
        ({"test": "x%"}, "found x%"),
        ({"test": "1/0"}, "found 1/0"),
        ({"test": float("nan")}, "found nan"),
        ({"validation": -0.1}, "found -0.1"),
        ({"test": 0.5, "validation": 0.5}, r"test \(50%\) and validation \(50%\) leave nothing"),
        ({"by": "copy"}, "unknown kind 'copy'; the kinds are copies, solution and near"),
        ({"near": 3}, "near copies differ in 1 or 2 clues, found 3"),
        ({"test": "1%"}, "1% of 5 Sudokus for test is less than one Sudoku"),
        ({"test": 0.3}, "the largest group has 3 Sudokus .* 30% of 5 Sudokus for test is only 1; "),
        ({"test": 0.3}, "leave 'solution' out of the kinds"),
        ({"test": 0.3, "by": "near"}, "leave 'near' out of the kinds"),
        ({"test": 0.3, "by": "copies"}, "remove copies first"),
    ],
)
def test_what_cannot_be_split_is_refused_in_words(
    parameters: dict[str, object], message: str
) -> None:
    texts = [f"{digit}2" + 14 * "." for digit in "134"]
    with pytest.raises(ArgumentError, match=message):
        split([*texts, 16 * ".", 15 * "." + "1"], **parameters)  # type: ignore[arg-type]


def test_an_empty_side_is_refused() -> None:
    messages = set()
    for seed in range(20):
        try:
            split([16 * ".", 15 * "." + "1"], test=0.5, seed=seed)
        except ArgumentError as error:
            messages.add(str(error))
    assert messages == {
        f"no group of Sudokus fell to {side}; choose another seed or another share"
        for side in ("train", "test")
    }


def test_chains_of_pairs_become_one_group() -> None:
    rng = Random(3)
    pairs = [(rng.randrange(50), rng.randrange(50)) for _ in range(30)]
    groups = np.arange(50)
    groups[7] = 3
    expected = groups.tolist()
    for _ in range(50):
        for one, other in [*pairs, (3, 7)]:
            expected[one] = expected[other] = min(expected[one], expected[other])
    assert join_groups(groups, np.array(pairs)).tolist() == expected


def test_labels_have_the_kinds_of_keys() -> None:
    puzzles = make_planted_puzzles(14, 30)
    solution = labels(puzzles, by_solution=True)
    assert (labels(puzzles, by="solution") == solution).all()
    assert (labels(puzzles, by="copies") == labels(puzzles)).all()
    assert (solution != labels(puzzles)).any()
    for by in ("copies", "solution"):
        _, firsts, which = np.unique(keys(puzzles, by=by), return_index=True, return_inverse=True)
        numbers = solutions(puzzles).numbers
        same = labels(puzzles, by=by) == firsts[which]
        # Copies of a puzzle with several solutions have equal keys, but are no copies by solution.
        assert same[(numbers == 1) | (by == "copies")].all()
    with pytest.raises(ArgumentError, match="found 'near'"):
        labels(puzzles, by="near")
    with pytest.raises(ArgumentError, match="exclude each other"):
        labels(puzzles, by="copies", by_solution=True)


@pytest.mark.parametrize("by", ["copies", "solution"])
def test_different_keys_of_related_sudokus_are_noticed(
    monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    puzzles = make_planted_puzzles(15, 10)
    numbers = count()

    def make_other_keys(cells: np.ndarray, _: BoxShape) -> np.ndarray:
        return np.array([f"{next(numbers):032x}" for _ in cells], "S32")

    monkeypatch.setattr(splitting, "compute_copy_keys", make_other_keys)
    with pytest.raises(VerificationError, match="are related, but have different keys"):
        split(puzzles, test=0.4, by=by)


def test_a_split_is_taken_apart_into_its_sides() -> None:
    texts = ["1234341221434321"[:clues].ljust(16, ".") for clues in range(1, 13)]
    found = split(texts, test=0.5, by="copies", seed=1)
    train, test = found
    assert (train.tolist(), test.tolist()) == (found.train.tolist(), found.test.tolist())
    for seed in range(50):
        try:
            found = split(texts, test=0.34, validation=0.34, by="copies", seed=seed)
        except ArgumentError:  # no group fell to a side
            continue
        sides = [side.tolist() for side in found]
        assert sides == [found.train.tolist(), found.test.tolist(), found.validation.tolist()]
        return
    raise AssertionError
