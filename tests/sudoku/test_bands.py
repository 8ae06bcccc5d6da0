"""The classes of bands, against all images of a band."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudokopie import BoxShape
from sudokopie.answers.bulk.canonical_forms import (
    compute_least_band_number_of_each_class,
    list_band_and_stack_class_numbers,
)
from sudokopie.answers.bulk.random_copies import shuffled
from sudokopie.answers.bulk.row_tables import NINE_BY_NINE, build_column_order_tables
from sudokopie.sudoku.arrays import stack
from sudokopie.sudoku.random_grids import random_complete_grid


def least(band: NDArray[np.uint8]) -> tuple[int, ...]:
    """Return the least image of a band by trying all orders of rows and columns."""
    images = np.array([band[list(rows)] for rows in permutations(range(3))])
    moved = (
        images[:, :, build_column_order_tables(NINE_BY_NINE).orders]
        .swapaxes(1, 2)
        .reshape(-1, 3, 9)
        - 1
    )
    named = np.take_along_axis(np.argsort(moved[:, 0], axis=1)[:, None], moved, 2)
    return min(map(tuple, named.reshape(-1, 27).tolist()))


def test_bands_are_numbered_by_their_least_images() -> None:
    assert len(compute_least_band_number_of_each_class()) == 416
    cells = stack([random_complete_grid(NINE_BY_NINE, Random(seed)) for seed in range(8)])
    known: dict[int, tuple[int, ...]] = {}
    for grid, numbers in zip(cells, list_band_and_stack_class_numbers(cells), strict=True):
        assert numbers is not None
        sides = (grid, grid.T)
        bands = [side[start : start + 3] for side in sides for start in (0, 3, 6)]
        for band, number in zip(bands, numbers, strict=True):
            assert known.setdefault(number, least(band)) == least(band)
    in_order = [known[number] for number in sorted(known)]
    assert in_order == sorted(set(in_order))
    copies = shuffled(cells, 3, 1)
    for i, numbers in enumerate(list_band_and_stack_class_numbers(copies)):
        assert sorted(numbers or []) == sorted(
            list_band_and_stack_class_numbers(cells[i // 3 :][:1])[0] or [0]
        )
    first = np.array([[(r % 3 * 3 + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)])
    assert (list_band_and_stack_class_numbers(first[None].astype(np.uint8))[0] or [])[:3] == [
        1,
        1,
        1,
    ]


def test_other_grids_have_no_numbers() -> None:
    latin = np.array([[(r + c) % 9 + 1 for c in range(9)] for r in range(9)], np.uint8)
    assert list_band_and_stack_class_numbers(np.stack([latin, 0 * latin])) == [None, None]
    assert list_band_and_stack_class_numbers(np.zeros((2, 4, 4), np.uint8), BoxShape(2, 2)) == [
        None,
        None,
    ]


def test_bands_beside_forms(run: Any, tmp_path: Path) -> None:
    grid = stack([random_complete_grid(NINE_BY_NINE, Random(3))])
    texts = ["".join(map(str, one.ravel().tolist())) for one in (*grid, *shuffled(grid, 1, 2))]
    file = tmp_path / "complete.txt"
    file.write_text("\n".join([*texts, "." * 81]))
    one, two, blank = run("canonical", "--bands", str(file)).out.splitlines()
    form, *numbers = one.split(" ")
    assert one == two
    assert len(form) == 81
    assert sorted(map(int, numbers)) == sorted(list_band_and_stack_class_numbers(grid)[0] or [])
    assert blank == "." * 81
    rows = run("canonical", "--bands", "--output", "csv", str(file)).out.splitlines()
    assert rows[0] == f"{texts[0]},{form},{' '.join(numbers)},"
    record = json.loads(run("canonical", "--bands", "--json", str(file)).out.splitlines()[0])
    assert record["bands"] == list(map(int, numbers))
