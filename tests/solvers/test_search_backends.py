"""The three methods of the contest, as backends: right on every input, each by its own method."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import product
from math import factorial
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation, decide, nearest, symmetries
from sudokopie.base.errors import BackendError, DeadlinePassedError
from sudokopie.base.messages import load_translations
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, REFINED
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers import search_brute_force
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import Outcome
from sudokopie.solvers.registry import find_backend
from sudokopie.solvers.search_block_hash import (
    LineSearch,
    hash_clue_counts_in_box,
    list_box_hashes_of_bands,
    try_extend_renaming,
)
from sudokopie.solvers.search_brute_force import (
    BruteForceBackend,
    count_orders,
    find_fitting_order_and_seconds,
    yield_search_tasks,
)
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

from brute_force import truth
from conftest import SHARED, pair_from

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)
METHODS = ("search:assignments", "search:block-hash", "search:brute-force")
QUICK = METHODS[:2]


def answered(name: str, first: Grid, second: Grid, deadline: Deadline | None = None) -> Outcome:
    """Return what a backend finds, its witness checked."""
    question = IsCopy(first, second, PLAIN)
    outcome = find_backend(name).answer(question, deadline or Deadline())
    if outcome.witness is not None:
        assert outcome.witness.apply(first) == second
    assert (outcome.verdict is Verdict.YES) == (outcome.witness is not None)
    return outcome


def is_copy(name: str, first: Grid, second: Grid) -> bool:
    return answered(name, first, second).verdict is Verdict.YES


# Every kind of input, beside brute force that shares no code


def puzzle(shape: BoxShape, rng: Random) -> Grid:
    clues = rng.randrange(shape.size, shape.size**2)
    return remove_clues(random_complete_grid(shape, rng), clues, rng)


def repeated(shape: BoxShape, rng: Random) -> Grid:
    return random_grid(shape, rng.randrange(shape.size**2 + 1), rng)


def merged(shape: BoxShape, rng: Random) -> Grid:
    return Grid([[min(digit, 2) for digit in row] for row in repeated(shape, rng)], shape)


def missing(shape: BoxShape, rng: Random) -> Grid:
    return Grid([[digit if digit > 2 else 0 for digit in row] for row in puzzle(shape, rng)], shape)


def sparse(shape: BoxShape, rng: Random) -> Grid:
    return random_grid(shape, rng.randrange(4), rng)


def near_miss(grid: Grid, rng: Random) -> Grid:
    """Return a grid with a clue moved, two clues exchanged, or another digit on one clue."""
    kind = rng.randrange(3)
    if kind == 0 and 0 < grid.clues < grid.size**2:
        return move_clue(grid, rng)
    if kind == 1 and len(grid.digits) > 1:
        return exchange_clues(grid, rng)
    rows = [list(row) for row in grid]
    if cells := [(r, c) for r, row in enumerate(rows) for c, digit in enumerate(row) if digit]:
        r, c = rng.choice(cells)
        rows[r][c] = rng.randrange(1, grid.size + 1)
    return Grid(rows, grid.shape)


@pytest.mark.parametrize("kind", [puzzle, repeated, merged, missing, sparse])
@pytest.mark.parametrize("name", METHODS)
def test_every_kind_of_grid_beside_brute_force(
    name: str, kind: Callable[[BoxShape, Random], Grid]
) -> None:
    rng = Random(f"{name} {kind.__name__}")
    seen: Counter[bool] = Counter()
    shapes = [FOUR, SIX, BoxShape(3, 2), BoxShape(1, 4), BoxShape(4, 1), BoxShape(1, 2)]
    for number in range(48):
        shape = shapes[number % len(shapes)]
        first = kind(shape, rng)
        second = near_miss(first, rng) if number % 3 else first
        second = random_transformation(shape, rng).apply(second)
        expected = truth(first, second).ways > 0
        assert is_copy(name, first, second) == expected, (first, second)
        seen[expected] += 1
    assert min(seen.values()) > 3, seen


@pytest.mark.gate
@pytest.mark.parametrize("name", METHODS)
def test_all_pairs_of_small_grids(name: str) -> None:
    """Of 2×2 cells with boxes of 1×2: 81 grids, each with each."""
    shape = BoxShape(1, 2)
    grids = [Grid([[a, b], [c, d]], shape) for a in R for b in R for c in R for d in R]
    for first in grids:
        for second in grids:
            assert is_copy(name, first, second) == (truth(first, second).ways > 0)


R = range(3)


@pytest.mark.parametrize("name", METHODS)
def test_a_single_cell(name: str) -> None:
    blank, one = Grid([[0]]), Grid([[1]])
    assert is_copy(name, blank, blank)
    assert is_copy(name, one, one)
    assert not is_copy(name, one, blank)
    assert not is_copy(name, blank, one)


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("name", METHODS)
def test_every_turn(name: str, rotation: int) -> None:
    rng = Random(f"turn {rotation}")
    for shape in (FOUR, NINE):
        grid = remove_clues(random_complete_grid(shape, rng), shape.size**2 // 3, rng)
        turned = random_transformation(shape, rng).replace_parts(rotation=rotation).apply(grid)
        assert is_copy(name, grid, turned)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("box", [(3, 3), (2, 4), (4, 2), (2, 5), (3, 4), (4, 4)], ids=str)
def test_larger_boxes(name: str, box: tuple[int, int]) -> None:
    rng = Random(f"larger {box}")
    shape = BoxShape(*box)
    full = random_complete_grid(shape, rng)
    for clues in (2, shape.size, shape.size**2 // 3):
        first = remove_clues(full, clues, rng)
        assert is_copy(name, first, random_transformation(shape, rng).apply(first))
        other = move_clue(exchange_clues(first, rng), rng)
        expected = decide(first, other).verdict is Verdict.YES
        assert is_copy(name, first, random_transformation(shape, rng).apply(other)) == expected


@pytest.mark.parametrize("name", METHODS)
def test_complete_grids(name: str) -> None:
    """The published search by assignments misses most of their copies."""
    rng = Random("complete")
    shape = SIX if name not in QUICK else NINE
    for grid in (random_complete_grid(shape, rng), cyclic_grid(shape)):
        image = random_transformation(shape, rng).apply(grid)
        assert is_copy(name, grid, image)
        switched = switch_smallest_unavoidable_set(image)
        assert is_copy(name, grid, switched) == (decide(grid, switched).verdict is Verdict.YES)


@pytest.mark.parametrize("name", METHODS)
def test_merged_digits_are_no_copy(name: str) -> None:
    """The published block hash takes them for one."""
    rng = Random("merged")
    for shape in (FOUR, NINE) if name in QUICK else (FOUR,):
        grid = remove_clues(random_complete_grid(shape, rng), shape.size**2 // 2, rng)
        other = Grid([[1 if digit == 2 else digit for digit in row] for row in grid], shape)
        assert not is_copy(name, grid, other)
        assert not is_copy(name, other, grid)


@pytest.mark.parametrize("name", METHODS)
def test_digits_that_do_not_occur_get_names_too(name: str) -> None:
    corner = Grid([[3, 0, 0, 0], *[[0] * 4] * 3])
    other = Grid([[0] * 4] * 3 + [[0, 0, 0, 1]])
    witness = answered(name, corner, other).witness
    assert witness is not None
    assert witness.digits[2] == 1
    assert sorted(witness.digits) == [1, 2, 3, 4]


SAMPLES = {
    **{f"sudoku{number}": number != 3 for number in range(5)},
    **dict.fromkeys(["diagonale_rotiert", "nur_umbenannt", "zufall0", "zufall2"], True),
    "zufall1": False,
}


@pytest.mark.skipif(not SHARED.exists(), reason="the examples of the contest are not here")
@pytest.mark.parametrize(
    ("name", "file"),
    [
        *product(QUICK, SAMPLES),
        *((METHODS[2], file) for file in ("sudoku0", "sudoku3")),
        *(
            pytest.param(METHODS[2], file, marks=pytest.mark.slow)
            for file in sorted({*SAMPLES} - {"sudoku0", "sudoku3"})
        ),
    ],
)
def test_the_examples_of_the_contest(name: str, file: str) -> None:
    first, second = pair_from(SHARED / "bwinf" / f"{file}.txt")
    assert is_copy(name, first, second) == SAMPLES[file]


# Time


@pytest.mark.parametrize("name", METHODS)
def test_the_deadline_ends_a_search(name: str) -> None:
    shape = BoxShape(2, 5) if name not in QUICK else BoxShape(4, 4)
    grid = cyclic_grid(shape)
    other = switch_smallest_unavoidable_set(grid)
    begin = time.monotonic()
    with pytest.raises(DeadlinePassedError):
        answered(name, grid, other, Deadline(0.3))
    assert time.monotonic() - begin < 20


@pytest.mark.gate
@pytest.mark.parametrize("name", QUICK)
def test_more_choices_than_functions_can_be_nested(name: str) -> None:
    shape = BoxShape(24, 24)
    rows = [[0] * shape.size for _ in range(shape.size)]
    rows[0][:3], rows[30][7] = [1, 2, 3], 1
    grid = Grid(rows, shape)
    image = random_transformation(shape, Random(1)).apply(grid)
    assert is_copy(name, grid, image)


@pytest.mark.parametrize("name", METHODS)
def test_the_fewest_steps_are_found_as_with_every_backend(name: str) -> None:
    rng = Random("fewest")
    grid = remove_clues(random_complete_grid(SIX, rng), 14, rng)
    image = random_transformation(SIX, rng).apply(grid)
    for encoding in (PLAIN, REFINED):
        answer = decide(grid, image, name, encoding=encoding)
        expected = decide(grid, image, encoding=encoding)
        assert answer.is_fewest
        assert answer.transformation == expected.transformation
        assert answer.backend == name


@pytest.mark.parametrize("name", METHODS)
def test_what_a_search_cannot_answer_is_refused(name: str) -> None:
    grid, other = Grid("12.............."), Grid("..............12")
    with pytest.raises(BackendError, match="cannot answer several questions"):
        symmetries(grid, name)
    with pytest.raises(BackendError, match="cannot answer several questions"):
        nearest(grid, other, name)
    with pytest.raises(BackendError, match="does not support --only"):
        decide(grid, other, name, only=["rows"], encoding=PLAIN)


# By assignments


def test_assignments_prune() -> None:
    puzzle = remove_clues(random_complete_grid(NINE, Random(1)), 24, Random(1))
    image = random_transformation(NINE, Random(2)).apply(puzzle)
    assert answered("search:assignments", puzzle, image).statistics["nodes"] < 200
    blank = Grid([[0] * 9] * 9)
    far = Grid([[1] + [0] * 8, [0] * 9, [0] * 9, [0, 0, 0, 2] + [0] * 5, *[[0] * 9] * 5])
    near = Grid([[1, 2] + [0] * 7, *[[0] * 9] * 8])
    assert answered("search:assignments", far, near).statistics["nodes"] < 200
    assert answered("search:assignments", blank, blank).statistics["nodes"] == 3 + 3 + 9 + 9 + 1


# By hashes of boxes


def test_a_hash_is_that_of_all_images_of_a_box() -> None:
    rng = Random("hash")
    for shape in (FOUR, NINE, SIX):
        grid = random_grid(shape, shape.size - 1, rng)
        boxes = list_box_hashes_of_bands(grid.rows, shape)
        assert len({box for band in boxes for box in band}) > 1
        inside = random_transformation(shape, rng).replace_parts(
            rotation=0, bands=range(shape.bands), stacks=range(shape.stacks)
        )
        assert list_box_hashes_of_bands(inside.apply(grid).rows, shape) == boxes
        moved = Transformation.identity(shape).replace_parts(bands=[*range(1, shape.bands), 0])
        assert list_box_hashes_of_bands(moved.apply(grid).rows, shape) == [*boxes[1:], boxes[0]]
        if shape is not SIX:
            turned = Transformation.identity(shape).replace_parts(rotation=1)
            expected = [list(column)[::-1] for column in zip(*boxes, strict=True)]
            assert list_box_hashes_of_bands(turned.apply(grid).rows, shape) == expected


def test_equal_hashes_prove_nothing() -> None:
    one = [[5, 7, 0], [0, 2, 0], [0, 0, 0]]
    other = [[5, 7, 2], [0, 0, 0], [0, 0, 0]]
    assert hash_clue_counts_in_box(one) == hash_clue_counts_in_box(other)
    first, second = (
        Grid([[*row, *[0] * 6] for row in box] + [[0] * 9] * 6) for box in (one, other)
    )
    outcome = answered("search:block-hash", first, second)
    assert outcome.verdict is Verdict.NO
    assert outcome.statistics["orders"] > 0


def test_blanks_stay_blank_from_the_start() -> None:
    names = LineSearch.start.names
    assert try_extend_renaming(names, [(0, 1), (1, 0)]) is None
    assert try_extend_renaming(names, [(0, 0), (1, 2)]) == {0: 0, 1: 2}


def test_different_hashes_need_no_closer_look() -> None:
    side = Grid([[1, 2, 0, 0], *[[0] * 4] * 3])
    far = Grid([[1, 0, 2, 0], *[[0] * 4] * 3])
    outcome = answered("search:block-hash", side, far)
    assert outcome.verdict is Verdict.NO
    assert (outcome.statistics["orders"], outcome.statistics["nodes"]) == (0, 0)


def test_hashes_leave_few_orders_of_boxes() -> None:
    rng = Random(1)
    puzzle = remove_clues(random_complete_grid(NINE, rng), 24, rng)
    image = random_transformation(NINE, rng).apply(puzzle)
    assert answered("search:block-hash", puzzle, image).statistics["orders"] <= 2
    full = random_complete_grid(NINE, rng)
    switched = switch_smallest_unavoidable_set(full)
    assert answered("search:block-hash", full, switched).statistics["orders"] == 2 * 6 * 6


# By brute force


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (4, 4), (1, 5), (1, 1)], ids=str)
def test_orders_are_all_transformations_but_for_names(box: tuple[int, int]) -> None:
    shape = BoxShape(*box)
    directions = len(shape.rotations) // 2
    assert directions * count_orders(shape) * factorial(shape.size) == shape.transformations


@pytest.mark.parametrize("shape", [FOUR, SIX, BoxShape(1, 4)], ids=str)
def test_every_order_is_tried_once(shape: BoxShape, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_brute_force, "ORDERS_PER_TASK", 100)
    grid = random_complete_grid(shape, Random(1))
    question = IsCopy(grid, grid, PLAIN)
    some = list(yield_search_tasks(question))
    columns = len(search_brute_force.list_column_orders(shape))
    assert len({(task.quarter, rows) for task in some for rows in task.row_orders}) * columns == (
        len(question.candidates.orientations) * count_orders(shape)
    )
    assert len({tuple(order) for order in search_brute_force.list_column_orders(shape)}) == columns
    assert [task.before for task in some[1:]] == [
        task.before + columns * len(task.row_orders) for task in some[:-1]
    ]


@pytest.mark.gate
def test_the_answer_is_the_first_order_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_brute_force, "ORDERS_PER_TASK", 100)
    rng = Random("first")
    corner = Grid([[1, 0, 0, 0], *[[0] * 4] * 3])
    for first in (corner, random_complete_grid(SIX, rng), repeated(SIX, rng)):
        second = random_transformation(first.shape, rng).apply(first)
        found = answered("search:brute-force", first, second)
        fits = (
            find_fitting_order_and_seconds(task)[0]
            for task in yield_search_tasks(IsCopy(first, second, PLAIN))
        )
        expected = next(filter(None, fits))
        assert found.statistics["orders"] == expected.number
        one_by_one = [
            decide_by_order(first, second, number) for number in range(1, expected.number + 1)
        ]
        assert one_by_one == [False] * (expected.number - 1) + [True]


def decide_by_order(first: Grid, second: Grid, number: int) -> bool:
    """Return whether the order with a number makes the grids equal but for names, seen apart."""
    shape, number = first.shape, number - 1
    columns = search_brute_force.list_column_orders(shape)
    rows = list(search_brute_force.yield_line_orders(shape.bands, shape.height))
    number, column_order = divmod(number, len(columns))
    quarter, row_order = divmod(number, len(rows))
    arranged = Transformation.from_lines(
        shape, quarter, rows[row_order], columns[column_order].tolist(), range(1, shape.size + 1)
    ).apply(first)
    return named_in_order(arranged) == named_in_order(second)


def named_in_order(grid: Grid) -> list[int]:
    """Return the cells with digits named as they are first read."""
    names = {0: 0}
    return [names.setdefault(digit, len(names)) for row in grid for digit in row]


@pytest.mark.gate
@pytest.mark.parametrize("is_related", [True, False])
def test_the_number_of_processes_changes_nothing(
    is_related: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_brute_force, "ORDERS_PER_TASK", 100)
    rng = Random("processes")
    corner = Grid([[0] * 6] * 5 + [[0, 0, 0, 1, 0, 2]], SIX)  # many orders fit
    full = random_complete_grid(SIX, rng)
    for first in (corner, full):
        other = first if is_related else near_miss(first, rng)
        second = random_transformation(SIX, rng).apply(other)
        question = IsCopy(first, second, PLAIN)
        found = [BruteForceBackend(number).answer(question, Deadline()) for number in (1, 2, 5)]
        with monkeypatch.context() as patched:
            patched.setattr(search_brute_force, "CAN_START", False)
            found.append(BruteForceBackend(5).answer(question, Deadline()))
        assert found == [found[0]] * 4
        if first is full:
            assert found[0].verdict is (Verdict.YES if is_related else Verdict.NO)


@pytest.mark.gate
def test_the_time_of_all_processes_is_counted() -> None:
    full = random_complete_grid(NINE, Random(3))
    told: list[float] = []

    class Counting(Deadline):
        def add_cpu_seconds(self, cpu: float) -> None:
            told.append(cpu)

    question = IsCopy(full, switch_smallest_unavoidable_set(full), PLAIN)
    assert BruteForceBackend(2).answer(question, Counting()).verdict is Verdict.NO
    assert len(told) == len(list(yield_search_tasks(question)))
    assert sum(told) > 0.3


def test_a_size_that_cannot_be_finished_is_refused() -> None:
    grid = cyclic_grid(BoxShape(4, 4))
    question = IsCopy(grid, switch_smallest_unavoidable_set(grid), PLAIN)
    with pytest.raises(BackendError) as refusal:
        BruteForceBackend(4).answer(question, Deadline(5))
    message = refusal.value.message
    number = 2 * count_orders(grid.shape)
    days = round(number / search_brute_force.ORDERS_PER_SECOND / 4 / 86400)
    assert number == 126_806_761_930_752
    assert str(message) == (
        "search:brute-force refuses boxes of 4x4: it would try 1.3·10¹⁴ orders of lines, which "
        f"takes about {days} days in 4 processes; other backends answer without trying all"
    )
    assert "1,3·10¹⁴ Anordnungen der Zeilen und Spalten" in message.translate_to(
        load_translations("de")
    )
    assert f"etwa {days} Tage" in message.translate_to(load_translations("de"))


def test_the_refusal_is_one_line(run: Any, tmp_path: Any) -> None:
    file = tmp_path / "pair.txt"
    full = cyclic_grid(BoxShape(4, 4))
    others = full, switch_smallest_unavoidable_set(full)
    file.write_text("\n\n".join("\n".join(" ".join(map(str, r)) for r in grid) for grid in others))
    result = run("solve", "--backend", "search:brute-force", "--no-refinement", str(file))
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "refuses boxes of 4x4" in result.err
    # Mostly refinement leaves nothing to try.
    result = run("solve", "-q", "--backend", "search:brute-force", str(file))
    assert result.status == 1
