"""Parts, which are copies with clues left out: the kernel finds those that a solver finds."""

from __future__ import annotations

from array import array
from itertools import product
from random import Random

import numpy as np
import pytest

from sudokopie import BoxShape, Grid, decide
from sudokopie.answers.bulk.copies_of_parts import NO_PART, TOO_HARD, count_part_copies_up_to_two
from sudokopie.answers.part import part_of, part_of_by_kernel_or_solver
from sudokopie.base.errors import GridError
from sudokopie.kernel import kernel_functions
from sudokopie.sudoku.arrays import stack
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid, random_transformation

NINE = BoxShape(3, 3)
SHAPES = [NINE, BoxShape(2, 2), BoxShape(2, 3), BoxShape(4, 1), BoxShape(1, 5)]


def make_pair(shape: BoxShape, rng: Random) -> tuple[Grid, Grid]:
    """Return a random grid after a copy of it without some clues, in which often one is changed."""
    most = shape.size**2
    whole = random_grid(shape, rng.randrange(most // 4 + 3, most // 2 + 3), rng)
    clues = sorted(whole.clue_cells)
    part = whole.keeping(rng.sample(clues, len(clues) - rng.choice([0, 1, 2, 4])))
    rows = [list(row) for row in part.rows]
    if rng.random() < 0.4:
        r, c = rng.choice(sorted(part.clue_cells))
        rows[r][c] = rows[r][c] % shape.size + 1
    return random_transformation(shape, rng).apply(Grid(rows, shape)), whole


@pytest.mark.kernel
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_parts_and_steps_as_a_solver_finds_them(shape: BoxShape) -> None:
    rng, verdicts = Random(5), set()
    for _ in range(12):
        part, whole = make_pair(shape, rng)
        expected, found = part_of(part, whole), part_of_by_kernel_or_solver(part, whole)
        assert (found.part, found.verdict) == (expected.part, expected.verdict)
        assert found.transformation == expected.transformation
        assert found.answer.is_fewest == expected.answer.is_fewest
        assert (found.answer.first, found.answer.second) == (part, whole)
        verdicts.add(found.word)
    assert len(verdicts) == 2


@pytest.mark.skipif(kernel_functions.compiled is None, reason="the kernel is not built")
@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(1, 3)], ids=str)
def test_places_of_a_part_as_by_all_transformations(shape: BoxShape) -> None:
    rng = Random(8)
    moves = [random_transformation(shape, rng) for _ in range(400)]
    for _ in range(30):
        part, whole = make_pair(shape, rng)
        images = {
            frozenset((r, c) for r, c in moved.clue_cells)
            for moved in (move.apply(part) for move in moves)
            if all(whole.rows[r][c] == moved.rows[r][c] for r, c in moved.clue_cells)
        }
        number, image = kernel_functions.count_and_find_copy_of_part(
            part.to_bytes(), whole.to_bytes(), shape
        )
        assert number >= min(2, len(images))
        if number == 1:
            left = Grid.of_bytes(image, shape)
            assert decide(part, left).verdict.name == "YES"
            assert images <= {frozenset(left.clue_cells)}


def test_many_pairs_at_once() -> None:
    rng = Random(2)
    pairs = [make_pair(NINE, rng) for _ in range(30)]
    parts, wholes = (stack(list(some)) for some in zip(*pairs, strict=True))
    numbers = count_part_copies_up_to_two(parts, wholes, NINE).tolist()
    if kernel_functions.compiled is None:
        assert set(numbers) == {TOO_HARD}
        return
    for pair, number in zip(pairs, numbers, strict=True):
        assert (number > NO_PART) == (part_of_by_kernel_or_solver(*pair).transformation is not None)


@pytest.mark.skipif(kernel_functions.compiled is None, reason="the kernel is not built")
def test_a_search_that_takes_long_is_left_to_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(4)
    whole = random_complete_grid(NINE, rng)
    part = random_transformation(NINE, rng).apply(
        whole.keeping(rng.sample(sorted(whole.clue_cells), 9))
    )
    numbers = count_part_copies_up_to_two(stack([part]), stack([whole]), NINE)
    assert numbers.tolist() != [NO_PART]
    monkeypatch.setattr(kernel_functions, "_ASSIGNMENTS", 3)
    assert count_part_copies_up_to_two(stack([part]), stack([whole]), NINE).tolist() == [TOO_HARD]
    assert part_of_by_kernel_or_solver(part, whole).word == "part"


def test_shapes_that_differ_are_refused() -> None:
    with pytest.raises(GridError):
        part_of_by_kernel_or_solver(Grid([[1, 0], [0, 0]]), Grid([[0] * 4] * 4))


@pytest.mark.skipif(kernel_functions.compiled is None, reason="the kernel is not built")
def test_numbers_of_clues_rule_out_most_grids_and_no_part() -> None:
    rng = Random(6)
    wholes = [random_grid(NINE, rng.randrange(17, 40), rng) for _ in range(40)]
    parts = [
        random_transformation(NINE, rng).apply(
            one.keeping(rng.sample(sorted(one.clue_cells), one.clues - rng.randrange(4)))
        )
        for one in wholes
    ]
    summaries = np.zeros((40, kernel_functions.SUMMARY_BYTES), np.uint8)
    relations = np.zeros((2, 40, 40), np.uint8)
    for side, (some, others) in enumerate([(parts, wholes), (wholes, parts)]):
        kernel_functions.fill_clue_summaries(stack(others), summaries)
        for one, found in zip(some, relations[side], strict=True):
            kernel_functions.fill_containment_relations(one.to_bytes(), summaries, found)
    make_mask_of_possible_containers = (relations & kernel_functions.MAY_CONTAIN) > 0
    may_be_contained = (relations & kernel_functions.MAY_BE_CONTAINED) > 0
    assert make_mask_of_possible_containers[0].diagonal().all()
    assert may_be_contained[1].diagonal().all()
    assert (make_mask_of_possible_containers[0] == may_be_contained[1].T).all()
    assert (make_mask_of_possible_containers[1] == may_be_contained[0].T).all()
    assert (
        make_mask_of_possible_containers[0].sum() < 200
    )  # of 1,600 pairs; 741 have fewer clues in the first grid
    for i, k in product(range(40), repeat=2):
        if not make_mask_of_possible_containers[0][i][k]:
            assert (
                kernel_functions.count_and_find_copy_of_part(
                    parts[i].to_bytes(), wholes[k].to_bytes(), NINE
                )[0]
                <= 0
            )


@pytest.mark.skipif(kernel_functions.compiled is None, reason="the kernel is not built")
def test_buffers_that_do_not_fit_are_refused() -> None:
    kernel = kernel_functions.compiled
    assert kernel is not None
    numbers, cells = array("q", [0]), bytearray(81)
    with pytest.raises(ValueError, match="as many grids"):
        kernel.images_in(bytes(81), 3, 3, 100, numbers, cells)
    with pytest.raises(ValueError, match="digits up to"):
        kernel.images_in(bytes([10]) + bytes(161), 3, 3, 100, numbers, cells)
    with pytest.raises(ValueError, match="digits up to"):
        kernel.images_in(bytes(161) + bytes([10]), 3, 3, 100, numbers, cells)
    with pytest.raises(ValueError, match="as many grids"):
        kernel.clue_summaries(bytes(81), bytearray(39))
    for grid, length in ((bytes(80), 40), (bytes(81), 39), (bytes([10] * 81), 40)):
        with pytest.raises(ValueError, match="as many summaries"):
            kernel.compare_clues(grid, bytes(length), bytearray(1))


def test_boxes_of_digits_are_compared_before_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    part, whole = bytearray(81), bytearray(81)
    for box in range(9):
        band, stack = divmod(box, 3)
        cell = 9 * (3 * band + stack) + 3 * stack + band
        part[cell], whole[cell] = 1 + box % 8, 1 + box  # a digit of the part is in two boxes
    monkeypatch.setattr(kernel_functions, "_ASSIGNMENTS", 1000)  # too few to assign rows each time
    found, _ = kernel_functions.count_and_find_copy_of_part(bytes(part), bytes(whole), (3, 3))
    assert found == 0
