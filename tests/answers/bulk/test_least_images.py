"""Least images of many grids at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.answers.bulk import canonical_forms as module
from sudokopie.answers.bulk import row_search
from sudokopie.answers.bulk.canonical_forms import (
    CanonicalForms,
    least_images,
    rename_digits_by_first_occurrence,
)
from sudokopie.answers.bulk.row_search import (
    make_mask_of_grids_suited_to_row_search,
    try_to_find_ways_to_least_images,
)
from sudokopie.answers.bulk.row_tables import (
    NINE_BY_NINE,
    build_column_order_tables,
    build_row_pair_relation_tables,
)
from sudokopie.answers.bulk.sorted_forms import sorted_forms
from sudokopie.answers.canonical import canonical_form
from sudokopie.base.errors import WitnessError
from sudokopie.kernel import kernel_functions
from sudokopie.sudoku.arrays import stack
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from brute_force import extreme_images
from collection_workers import PUZZLES, kinds_of_grids, puzzles
from conftest import ROOT
from strategies import SMALL_SHAPES, grids, grids_with_transformations

FOUR, SIX = BoxShape(2, 2), BoxShape(2, 3)

needs_puzzles = pytest.mark.skipif(not PUZZLES.exists(), reason="needs collections of puzzles")


def all_with_clues(clues: int) -> NDArray[np.uint8]:
    """Return all 4×4 grids with so many clues whose digits are 1, 2, ... as they are first read."""
    names: list[tuple[int, ...]] = [()]
    for _ in range(clues):
        names = [(*one, d) for one in names for d in range(1, min(4, max(one, default=0) + 1) + 1)]
    cells = np.zeros((0, 16), np.uint8)
    for places in combinations(range(16), clues):
        some = np.zeros((len(names), 16), np.uint8)
        some[:, places] = np.array(names).reshape(len(names), clues)
        cells = np.concatenate([cells, some])
    return cells.reshape(-1, 4, 4)


def least_by_trying(cells: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the least images of 4×4 grids, each as a number, by trying all."""
    orders = [
        [
            2 * block + line
            for block, swap in zip(blocks, swaps, strict=True)
            for line in ((0, 1), (1, 0))[swap]
        ]
        for blocks in permutations(range(2))
        for swaps in product(range(2), repeat=2)
    ]
    best = np.full(len(cells), 5**16, np.int64)
    for turned in (cells, cells.transpose(0, 2, 1)):
        for rows in orders:
            for columns in orders:
                image = turned[:, rows][:, :, columns].reshape(-1, 16)
                number = np.zeros(len(cells), np.int64)
                names = np.zeros((len(cells), 5), np.int64)
                known = np.zeros(len(cells), np.int64)
                for cell in image.T:
                    name = np.take_along_axis(names, cell[:, None].astype(int), 1)[:, 0]
                    known += (name == 0) & (cell > 0)
                    name = np.where((name == 0) & (cell > 0), known, name)
                    np.put_along_axis(names, cell[:, None].astype(int), name[:, None], 1)
                    number = 5 * number + name
                best = np.minimum(best, number)
    return best


@pytest.mark.kernel
@pytest.mark.parametrize("clues", range(5))
def test_all_four_by_four_puzzles_with_up_to_four_clues(clues: int) -> None:
    cells = all_with_clues(clues)
    quick = cells[make_mask_of_grids_suited_to_row_search(cells, FOUR)]
    assert try_to_find_ways_to_least_images(quick, FOUR)[0].all()
    slow = cells[~make_mask_of_grids_suited_to_row_search(cells, FOUR)]
    chosen = np.concatenate([quick, slow[:: len(slow) // 40 + 1]])
    forms = least_images(chosen).forms.reshape(-1, 16)
    assert (forms.astype(np.int64) @ 5 ** np.arange(15, -1, -1) == least_by_trying(chosen)).all()


@pytest.mark.kernel
@given(grids([shape for shape in SMALL_SHAPES if shape.size <= 4]))
def test_forms_of_small_grids_are_the_least_of_all_images(grid: Grid) -> None:
    found = least_images([grid])
    assert found.forms.ravel().tolist() == extreme_images(grid)[0]
    assert found.images.transformation(0, grid).apply(grid) == Grid(
        found.forms[0].tolist(), grid.shape
    )


@pytest.mark.gate
@pytest.mark.parametrize("box", [SIX, BoxShape(3, 2), BoxShape(2, 4), NINE_BY_NINE], ids=str)
def test_forms_of_all_kinds_of_grids_are_those_of_the_solver(box: BoxShape) -> None:
    rng = Random(f"forms {box}")
    full = random_complete_grid(box, rng)
    grids = kinds_of_grids(box, rng)
    grids += [remove_clues(full, clues, rng) for clues in range(1, box.size**2, 2 * box.size)]
    assert_least(grids)


@needs_puzzles
@pytest.mark.parametrize("name", ["17puz49158.txt", "sudoku10k.txt"])
def test_forms_of_real_puzzles_are_those_of_the_solver(name: str) -> None:
    every = puzzles(name)
    assert try_to_find_ways_to_least_images(every[::200], NINE_BY_NINE)[0].all()
    some = every[:: len(every) // 12]
    assert_same([found.forms for found in (least_images(some, check=True), *of_both(some))])


def test_forms_of_complete_grids_are_those_of_the_solver() -> None:
    rng = Random(21)
    assert_least([random_complete_grid(NINE_BY_NINE, rng) for _ in range(5)])
    assert_least([MOST_SYMMETRIC, cyclic_grid(NINE_BY_NINE)])


def of_both(grids: Any) -> Iterator[CanonicalForms]:
    """Yield the forms that the kernel finds, where it is built, and those that Python finds."""
    for compiled in {kernel_functions.compiled, None}:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel_functions, "compiled", compiled)
            yield least_images(grids)


def assert_same(forms: list[NDArray[np.uint8]]) -> None:
    assert all((one == forms[0]).all() for one in forms)


def assert_least(grids: list[Grid]) -> None:
    """Compare the forms of both implementations with those that a solver finds, once."""
    least = [canonical_form(grid).form for grid in grids]
    for found in of_both(grids):
        for i, (grid, form) in enumerate(zip(grids, least, strict=True)):
            assert Grid(found.forms[i].tolist(), grid.shape) == form
            assert found.images.transformation(i, grid).apply(grid) == form


@pytest.mark.kernel
@given(grids_with_transformations(1, [FOUR, SIX, NINE_BY_NINE]))
def test_copies_have_one_form(grid_and_one: tuple[Grid, list[Transformation]]) -> None:
    grid, (transformation,) = grid_and_one
    one, two = least_images([grid, transformation.apply(grid)]).forms
    assert (one == two).all()


@pytest.mark.kernel
def test_what_has_too_many_states_goes_to_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(23)
    grids = [remove_clues(random_complete_grid(NINE_BY_NINE, rng), 20, rng) for _ in range(6)]
    before = least_images(grids).forms.tolist()
    monkeypatch.setattr(row_search, "_MAX_PARTIAL_IMAGES", 60)
    assert not try_to_find_ways_to_least_images(stack(grids), NINE_BY_NINE)[0].all()
    assert least_images(grids).forms.tolist() == before


def test_repeated_digits_and_large_grids_are_not_searched() -> None:
    rng = Random(24)
    assert make_mask_of_grids_suited_to_row_search(
        stack([MOST_SYMMETRIC, random_grid(NINE_BY_NINE, 81, rng)]), NINE_BY_NINE
    ).tolist() == [
        True,
        False,
    ]
    large = BoxShape(4, 4)
    assert not make_mask_of_grids_suited_to_row_search(stack([cyclic_grid(large)]), large).any()
    column = Grid([[1, 0, 0, 0], [0] * 4, [1, 0, 0, 0], [0] * 4])
    assert not make_mask_of_grids_suited_to_row_search(stack([column]), FOUR).any()
    assert_least([column])


@pytest.mark.kernel
def test_a_false_form_is_found_by_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = remove_clues(random_complete_grid(NINE_BY_NINE, Random(25)), 25, Random(25))
    form = least_images([grid], check=True).forms[0]
    monkeypatch.setattr(module, "canonical_form", lambda grid: canonical_form(grid, "max"))
    with pytest.raises(WitnessError, match="another least image"):
        least_images([grid], check=True)
    assert (least_images([grid]).forms[0] == form).all()


def test_forms_do_not_depend_on_jobs_and_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(26)
    cells = stack([grid for _ in range(3) for grid in kinds_of_grids(NINE_BY_NINE, rng)[:6]] * 4)
    monkeypatch.setattr(module, "_FORMS_IN_A_TASK", 10)
    one, two = (least_images(cells, jobs=jobs) for jobs in (1, 2))
    parts = [least_images(cells[i : i + 7]) for i in range(0, len(cells), 7)]
    assert (one.forms == two.forms).all()
    assert (one.forms == np.concatenate([part.forms for part in parts])).all()
    for i in range(len(cells)):
        assert one.images.transformation(i) == two.images.transformation(i)
        assert one.images.transformation(i) == parts[i // 7].images.transformation(i % 7)


@pytest.mark.kernel
def test_of_no_grids_there_are_no_forms() -> None:
    assert len(least_images([]).forms) == 0


def test_tables() -> None:
    table, structures = build_column_order_tables(NINE_BY_NINE), build_row_pair_relation_tables()
    assert len(table.orders) == 1296
    assert table.least[0b100000000] == 1
    assert table.reaching.start[-1] == len(table.reaching.orders)
    assert len(structures.keys) == 12_096
    counts = np.diff(structures.reaching.start)
    assert counts.min() >= 1
    # By Burnside, each orbit of structures adds 1,296.
    assert counts.sum() == 1296 * len(set(structures.least.tolist()))


def test_sorted_forms_renamed_are_still_forms() -> None:
    grid = random_complete_grid(NINE_BY_NINE, Random(27))
    copy = random_transformation(NINE_BY_NINE, Random(28)).apply(grid)
    one, two = rename_digits_by_first_occurrence(sorted_forms([grid, copy]).forms).forms
    assert (one == two).all()


@pytest.mark.gate
def test_the_kernel_leaves_out_no_pair_of_rows_that_leads_to_the_least_image() -> None:
    rng = np.random.default_rng(3)
    special = [MOST_SYMMETRIC, cyclic_grid(NINE_BY_NINE)]
    some = [random_complete_grid(NINE_BY_NINE, Random(i)) for i in range(400)]
    cells = stack([*some, *special])
    are_found, images = try_to_find_ways_to_least_images(cells, NINE_BY_NINE)
    assert are_found.all()
    assert (least_images(cells).forms == images.apply(cells)).all()
    shifts = (np.arange(9)[:, None] + np.arange(9)) % 9 + 1  # its boxes repeat digits
    latin = [shifts[rng.permutation(9)][:, rng.permutation(9)] for _ in range(3)]
    least_images(np.array(latin), check=True)


def test_the_ranks_in_the_kernel_are_those_of_the_tables() -> None:
    text = (ROOT / "kernel" / "least_images.c").read_text()
    rows = re.findall(r'"(\d{9})"', text)
    tables = build_row_pair_relation_tables()
    assert rows == [f"{number:09x}" for number in np.unique(tables.least).tolist()]
    ranks: dict[tuple[bool, int], set[int]] = {}
    for key, least in zip(tables.keys.tolist(), tables.least.tolist(), strict=True):
        after, lengths, seen = [int(place) for place in f"{key:09x}"], [], set[int]()
        for column in range(9):
            length = 0
            while column not in seen:
                seen.add(column)
                column, length = after[column], length + 1  # noqa: PLW2901
            lengths.append(length)
        is_to_one_stack = len({place // 3 for place in after[:3]}) == 1
        kind = is_to_one_stack, sum(length**2 for length in lengths)
        ranks.setdefault(kind, set()).add(rows.index(f"{least:09x}"))
    written: dict[tuple[bool, int], set[int]] = {}
    for squares, body in re.findall(r"case ([^:]*):\n(.*?)return true;", text, re.DOTALL):
        number = sum(int(one) * int(other) for one, other in re.findall(r"(\d) \* (\d)", squares))
        found = [(int(a), int(b)) for a, b in re.findall(r"\(Ranks\)\{(\d+), (\d+)\}", body)]
        for is_to_one_stack, (low, high) in zip([True, False][-len(found) :], found, strict=True):
            written[is_to_one_stack, number] = {low, high}
    assert written == {kind: {min(found), max(found)} for kind, found in ranks.items()}
