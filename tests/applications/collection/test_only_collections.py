"""Copies in a collection if only some kinds of moves are allowed."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sudokopie import BoxShape, duplicates, nearest
from sudokopie.answers.bulk.random_copies import shuffled
from sudokopie.answers.bulk.sorted_forms import find_verified_witness, signatures
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.applications.collection.near import near_pairs
from sudokopie.sudoku.allowed_moves import AllowedMoves
from sudokopie.sudoku.arrays import yield_grids_of_array

from brute_force import SOME_PARTS, made_of

FOUR = BoxShape(2, 2)


def random_grids(number: int) -> NDArray[np.uint8]:
    """Return 4×4 grids of which many are copies and some are symmetric."""
    rng = np.random.default_rng(5)
    few = rng.choice([0, 0, 0, 0, 0, 1, 2], (number // 4, 4, 4)).astype(np.uint8)
    few[::3] = np.maximum(few[::3], few[::3, ::-1, ::-1])
    return shuffled(few, 4, rng)


@pytest.mark.parametrize("only", SOME_PARTS, ids=" ".join)
def test_duplicates_are_those_of_trying_everything(only: list[str]) -> None:
    cells = random_grids(160)
    grids = list(yield_grids_of_array(cells))
    names = [(0, *one) for one in permutations(range(1, 5))] if "digits" in only else [range(5)]
    elements = np.array(sorted(made_of(frozenset(only) - {"digits"}, FOUR)))
    keys = []
    for one in cells.reshape(-1, 16):
        images = np.array(names)[:, one[elements]].reshape(-1, 16)
        keys.append(min(map(bytes, images.astype(np.uint8))))
    groups = defaultdict(list)
    for i, key in enumerate(keys):
        groups[key].append(i)
    expected = [group for group in groups.values() if len(group) > 1]
    assert duplicates(cells, only=only) == expected
    signed = signatures(cells, only=only)
    assert len(set(signed.tolist())) <= len(groups)
    for group in expected:
        assert len(set(signed[group].tolist())) == 1
        steps = find_verified_witness(grids[group[0]], grids[group[-1]], AllowedMoves(only))
        assert AllowedMoves(only).allows(steps)
        assert steps.leads(grids[group[0]], grids[group[-1]])


@pytest.mark.gate
@pytest.mark.parametrize(
    "only",
    [
        ["turns", "digits"],
        pytest.param(["digits"], marks=pytest.mark.slow),
        pytest.param(["mirrors", "rows"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_near_copies_are_those_that_nearest_finds(only: list[str]) -> None:
    cells = random_grids(48)
    grids = list(yield_grids_of_array(cells))
    with SudokuCollection((2, 2), only=AllowedMoves(only)) as found:
        found.add(cells)
        first = found.classes().representatives().tolist()
        expected = {}
        for one, other in combinations(first, 2):
            clues = max(grids[one].clues, grids[other].clues)
            agreeing = nearest(grids[one], grids[other], only=only).agreeing
            if agreeing >= max(clues - 1, 0):
                expected[one, other] = agreeing
        pairs_ = near_pairs(found, 1)
        assert {(pair.first, pair.second): pair.agreeing for pair in pairs_} == expected
        for pair in pairs_:
            pair.witness(grids[pair.first], grids[pair.second], AllowedMoves(only))
    assert expected


def test_many_forms_of_texts_are_taken() -> None:
    texts = ["12..............", "1234............"]
    pandas, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    assert duplicates(pa.array(texts)) == duplicates(np.array(texts)) == []
    assert duplicates(pandas.Series([*texts, texts[0]])) == [[0, 2]]


def test_duplicates_by_some_parts(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("12..............\n34..............\n..............12\n")
    shown = run("duplicates", "--only", "digits", "--steps", "--check", str(file))
    assert "Classes: 2." in shown.out
    assert "Only these changes were allowed: digits." in shown.out
    assert "Rename the digits: 1 -> 3, 2 -> 4" in shown.out
    shown = run("duplicates", "--only", "mirrors", "--near", "1", "--against", str(file), str(file))
    assert "Known already: 3. Only these changes were allowed: mirror images." in shown.out
