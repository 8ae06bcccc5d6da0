"""Random copies with further arrays: each array is moved by the transformation of its Sudoku, and
copies that must be different are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from sudokopie import (
    BoxShape,
    Grid,
    GridError,
    complete,
    copies_count,
    keys,
    least_images,
    shuffled,
    shuffled_batches,
    signatures,
    solutions,
    symmetries,
    symmetry_counts,
)
from sudokopie.answers.bulk.random_copies import ShuffledBatch
from sudokopie.base.errors import ArgumentError
from sudokopie.sudoku.allowed_moves import MOVE_KINDS, AllowedMoves
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid, remove_clues

import brute_force

FOUR, NINE = BoxShape(2, 2), BoxShape(3, 3)
SYMMETRIC = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
LOPSIDED = Grid([[1, 2, 3, 0], [0, 0, 1, 0], [0, 4, 0, 0], [0, 0, 0, 0]])


@cache
def make_puzzles_and_solutions(count: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Return `count` puzzles and a solution of each, both of shape (N, 9, 9)."""
    solved = [random_complete_grid(NINE, Random(i)) for i in range(count)]
    puzzles = [remove_clues(grid, 30, Random(i)) for i, grid in enumerate(solved)]
    return np.array([grid.rows for grid in puzzles]), np.array([grid.rows for grid in solved])


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int32, np.int64, np.uint16])
@pytest.mark.parametrize("is_flat", [False, True])
def test_every_array_is_moved_by_the_transformations(kind: Any, is_flat: bool) -> None:
    puzzles, solved = (
        one.astype(kind).reshape((-1, 81) if is_flat else (-1, 9, 9))
        for one in make_puzzles_and_solutions()
    )
    weights = np.random.default_rng(1).random(puzzles.shape)
    numbers = np.tile(np.arange(81), len(puzzles)).reshape(puzzles.shape)
    found = shuffled(
        puzzles,
        3,
        seed=5,
        also=[solved],
        also_moved=[puzzles > 0, weights, numbers],
        transformations=True,
    )
    masks, moved_weights, moved_numbers = found.also_moved
    assert found.copies.dtype == found.also[0].dtype == kind
    assert found.copies.shape == found.also[0].shape == (120, *puzzles.shape[1:])
    assert masks.dtype == np.dtype(bool)
    assert moved_weights.dtype == weights.dtype
    assert found.sources.tolist() == [i for i in range(40) for _ in range(3)]
    assert ((found.copies > 0) == masks).all()
    assert (found.also[0] == found.copies)[masks].all()
    assert found.transformations is not None
    for number, source in enumerate(found.sources.tolist()):
        way = found.transformations.transformation(number)
        for before, after in ((puzzles, found.copies), (solved, found.also[0])):
            expected = way.apply(Grid(before[source].reshape(9, 9).tolist()))
            assert after[number].ravel().tolist() == [*chain(*expected.rows)]
        places = moved_numbers[number].ravel()
        assert (moved_weights[number].ravel() == weights[source].ravel()[places]).all()
        names = (0, *way.digits)
        assert [names[puzzles[source].ravel()[place]] for place in places] == found.copies[
            number
        ].ravel().tolist()


def test_the_copies_are_those_without_further_arrays() -> None:
    puzzles, solved = make_puzzles_and_solutions(7)
    plain = shuffled(puzzles, 2, 3)
    batch = shuffled(puzzles, 2, seed=3, also=[solved])
    assert (batch.copies == plain).all()
    assert batch.transformations is None
    assert (shuffled(puzzles, 2, seed=3) == plain).all()
    assert shuffled(puzzles, 2, transformations=True).also == ()
    texts = ["".join(map(str, one.ravel())) for one in puzzles]
    solved_texts = ["".join(map(str, one.ravel())) for one in solved]
    from_texts = shuffled(texts, 2, seed=3, also=[solved_texts])
    assert (from_texts.copies == plain).all()
    assert (from_texts.also[0] == batch.also[0]).all()
    assert from_texts.copies.dtype == np.uint8


def test_values_may_have_further_axes() -> None:
    puzzles, _ = make_puzzles_and_solutions(5)
    one_hot = puzzles[..., None] == np.arange(1, 10)
    for given in (one_hot, one_hot.reshape(5, 81, 9)):
        parts = ["rows", "stacks", "turns", "bands", "columns"]
        batch = shuffled(puzzles, 2, seed=1, only=parts, also_moved=[given])
        moved = batch.also_moved[0].reshape(10, 9, 9, 9)
        assert ((batch.copies[..., None] == np.arange(1, 10)) == moved).all()


def test_nothing_is_shuffled_into_nothing() -> None:
    empty = np.zeros((0, 81), np.int64)
    further = np.zeros((0, 81, 2))
    batch = shuffled(empty, 3, also=[empty], also_moved=[further], transformations=True)
    assert batch.copies.shape == (0, 81)
    assert batch.also_moved[0].shape == (0, 81, 2)
    for distinct in (False, True):
        assert shuffled(np.zeros((2, 9, 9), int), 0, distinct=distinct).shape == (0, 9, 9)


def list_generators(only: list[str]) -> Iterator[Callable[[np.ndarray], np.ndarray]]:
    """Yield moves of a 4×4 grid whose sequences are all moves of the kinds `only`."""
    orders = {"bands": [[2, 3, 0, 1]], "rows": [[1, 0, 2, 3], [0, 1, 3, 2]]}
    orders |= {"stacks": orders["bands"], "columns": orders["rows"]}
    for kind in only:
        if kind == "turns":
            yield np.rot90
        elif kind == "mirrors":
            yield from (np.flipud, np.fliplr)
        elif kind == "digits":
            yield from (partial(np.take, np.array(n)) for n in ([0, 2, 1, 3, 4], [0, 2, 3, 4, 1]))
        else:
            axis = int(kind in ("stacks", "columns"))
            yield from (partial(np.take, indices=order, axis=axis) for order in orders[kind])


def find_all_copies(grid: Grid, only: list[str]) -> set[tuple[int, ...]]:
    """Return the cells of all copies of a 4×4 grid, by applying moves until nothing is new."""
    generators = [*list_generators(only)]
    waiting = [np.array(grid.rows)]
    found = {tuple(waiting[0].ravel().tolist())}
    while waiting:
        one = waiting.pop()
        for made in (move(one) for move in generators):
            if (key := tuple(made.ravel().tolist())) not in found:
                found.add(key)
                waiting.append(made)
    return found


@pytest.mark.parametrize("only", [["digits"], ["rows", "digits"], ["turns", "mirrors"], MOVE_KINDS])
@pytest.mark.parametrize("grid", [SYMMETRIC, LOPSIDED, Grid([[0] * 4] * 4)])
def test_all_different_copies_are_made_and_no_more(grid: Grid, only: list[str]) -> None:
    expected = find_all_copies(grid, only)
    found = shuffled([grid, grid], len(expected), seed=1, distinct=True, only=only)
    for copies in np.split(found.reshape(-1, 16), 2):
        assert {*map(tuple, copies.tolist())} == expected
    message = f"Sudoku 0, counted from 0, has only {len(expected)} different copies, but"
    with pytest.raises(ArgumentError, match=message):
        shuffled([grid], len(expected) + 1, seed=1, distinct=True, only=only)


def test_a_symmetric_grid_has_96_copies() -> None:
    assert 3072 // symmetries(SYMMETRIC).order == 96
    with pytest.raises(ArgumentError, match=r"Sudoku 1, .* has only 96 different copies, but 1000"):
        shuffled([LOPSIDED, SYMMETRIC], 1000, distinct=True)
    assert len(shuffled([SYMMETRIC], 1000)) == 1000


@pytest.mark.gate
def test_sets_of_different_copies_are_equally_likely() -> None:
    grid, draws = Grid([[1, 0, 0, 0], *[[0] * 4] * 3]), 4000
    found = shuffled([grid] * draws, 2, 4, only=["rows", "columns"], distinct=True)
    pairs = Counter(tuple(sorted(map(bytes, pair))) for pair in found.reshape(draws, 2, 16))
    number = comb(4, 2)
    assert len(pairs) == number
    each = draws / number
    excess = sum((count - each) ** 2 / each for count in pairs.values())
    assert excess < number + 8 * number**0.5 + 20


def test_different_copies_take_their_further_arrays_along() -> None:
    grids = np.array([SYMMETRIC.rows, LOPSIDED.rows])
    solution = complete(LOPSIDED)
    assert solution is not None
    solved = np.array([SYMMETRIC.rows, solution.rows])
    batch = shuffled(grids, 90, seed=2, distinct=True, also=[solved], transformations=True)
    assert len({*map(bytes, batch.copies[:90].astype(np.uint8))}) == 90
    assert (batch.also[0] == batch.copies)[batch.copies > 0].all()
    assert batch.transformations is not None
    applied = batch.transformations.apply(grids[batch.sources].astype(np.uint8))
    assert (applied == batch.copies).all()


@pytest.mark.parametrize("shape", [FOUR, BoxShape(2, 3), BoxShape(1, 3), BoxShape(1, 1)])
@pytest.mark.parametrize("only", brute_force.SOME_PARTS)
def test_transformations_are_counted(shape: BoxShape, only: list[str]) -> None:
    if "turns" in only and shape.height != shape.width:
        only = [*only, "mirrors"]
    parts = AllowedMoves(only)
    blank = Grid([[0] * shape.size] * shape.size, shape)
    assert parts.count_transformations(shape) == symmetries(blank, only=parts).order


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"also": [np.zeros((2, 9, 9), int)]},
            ArgumentError,
            r"also\[0\]: expected the shape",
        ),
        ({"also": [np.full((3, 81), 10)]}, GridError, "cells from 0 to 9, found 10 to 10"),
        ({"also": [np.full((3, 81), 0.5)]}, GridError, "expected integers"),
        ({"also": [np.zeros((3, 16), int)]}, GridError, "expected 9 rows"),
        (
            {"also_moved": [1, 2]},
            ArgumentError,
            r"also_moved\[0\]: .* found \(\)",
        ),
        ({"also_moved": [np.zeros((3, 80))]}, ArgumentError, r"found \(3, 80\)"),
        ({"rng": 1, "seed": 1}, ArgumentError, "rng and seed exclude each other"),
    ],
)
def test_further_arrays_must_fit(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    grids = np.array([random_grid(NINE, 20, Random(i)).rows for i in range(3)])
    with pytest.raises(error, match=message):
        shuffled(grids, **arguments)


def list_epoch(workers: int, epoch: int = 0, **options: Any) -> list[list[ShuffledBatch]]:
    """Return the batches of one epoch of each worker."""
    return [
        list(
            shuffled_batches(
                PUZZLES, 7, seed=5, worker=worker, workers=workers, epochs=1, first_epoch=epoch,
                **options,
            )
        )
        for worker in range(workers)
    ]  # fmt: skip


PUZZLES, SOLVED = (one[:30] for one in make_puzzles_and_solutions())


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_workers_use_each_grid_once_in_an_epoch(workers: int) -> None:
    orders = []
    for epoch in range(2):
        batches = list(chain(*list_epoch(workers, epoch, also=[SOLVED], also_moved=[PUZZLES > 0])))
        order = np.concatenate([batch.sources for batch in batches])
        assert sorted(order.tolist()) == list(range(30))
        orders.append(order.tolist())
        for batch in batches:
            assert batch.copies.dtype == PUZZLES.dtype
            assert ((batch.copies > 0) == batch.also_moved[0]).all()
            assert ((batch.copies == 0) | (batch.copies == batch.also[0])).all()
            keys = signatures(batch.copies.astype(np.uint8))
            assert (keys == signatures(PUZZLES[batch.sources])).all()
    assert orders[0] != orders[1]


def test_workers_draw_other_transformations() -> None:
    blank = np.tile(PUZZLES[:1], (8, 1, 1))
    found = [
        next(shuffled_batches(blank, 4, seed=1, worker=worker, workers=2)).copies
        for worker in range(2)
    ]
    assert not (found[0] == found[1]).all((1, 2)).any()


def test_batches_are_repeated_and_continued() -> None:
    def read(**options: Any) -> list[bytes]:
        return [one.copies.tobytes() for one in shuffled_batches(PUZZLES, 8, **options)]

    whole = read(seed=3, epochs=3)
    assert whole == read(seed=3, epochs=3)
    assert whole[4:] == read(seed=3, epochs=2, first_epoch=1)
    assert len(set(whole)) == 12
    assert not set(whole) & set(read(seed=4, epochs=3))
    endless = shuffled_batches(PUZZLES, 8, seed=3)
    assert [next(endless).copies.tobytes() for _ in range(12)] == whole


def test_the_last_batch_may_be_left_out() -> None:
    sizes = [len(one.copies) for one in shuffled_batches(PUZZLES, 8, seed=1, epochs=2)]
    assert sizes == [8, 8, 8, 6] * 2
    found = shuffled_batches(PUZZLES, 8, seed=1, epochs=2, drop_last=True)
    assert [len(one.copies) for one in found] == [8] * 6


def test_batches_of_texts_and_chosen_moves() -> None:
    texts = ["12" + 14 * ".", 14 * "." + "34", "1" + 15 * "."]
    (batch,) = shuffled_batches(texts, 3, seed=1, epochs=1, only=["digits"], transformations=True)
    assert batch.copies.shape == (3, 4, 4)
    assert batch.transformations is not None
    for text, copy in zip([texts[i] for i in batch.sources], batch.copies, strict=True):
        assert ((copy.ravel() > 0) == [cell != "." for cell in text]).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch_size": 0}, "batch_size: expected at least 1, found 0"),
        ({"workers": 0}, "workers: expected at least 1, found 0"),
        ({"epochs": 0}, "epochs: expected at least 1, found 0"),
        ({"seed": -1}, "seed: expected at least 0, found -1"),
        ({"first_epoch": -1}, "first_epoch: expected at least 0, found -1"),
        ({"worker": 2, "workers": 2}, "expected a worker from 0 to 1, found 2"),
        ({"workers": 31}, "30 Sudokus are too few: with these options at least 31 are needed"),
        ({"batch_size": 16, "workers": 2, "drop_last": True}, "at least 32 are needed"),
        ({"also": [SOLVED[:3]]}, r"also\[0\]: expected the shape"),
    ],
)
def test_options_of_batches_are_checked_at_once(options: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        shuffled_batches(PUZZLES, **({"batch_size": 4, "seed": 0} | options))


@pytest.mark.parametrize("only", [MOVE_KINDS, ["rows", "digits"], ["turns"]])
@pytest.mark.parametrize("grid", [SYMMETRIC, LOPSIDED, Grid(16 * ".")])
def test_copies_are_counted(grid: Grid, only: Any) -> None:
    # So many random copies that none is missing: there are at most 3,072.
    images = np.unique(shuffled([grid], 60_000, seed=1, only=only), axis=0)
    assert copies_count(grid, only) == copies_count(grid.line, only) == len(images)


def test_a_column_is_shuffled_and_solved() -> None:
    table: dict[str, Any] = {"id": [1, 2], "puzzle": ["12....1...2..3.1", "1......2.3....4."]}
    assert (
        shuffled(table, 2, seed=1, column="puzzle") == shuffled(table["puzzle"], 2, seed=1)
    ).all()
    assert solutions(table, column="puzzle").numbers.tolist() == [1, 1]
    with pytest.raises(GridError, match="expected a column 'other'"):
        solutions(table, column="other")
    with pytest.raises(GridError, match="expected a column 'other'"):
        shuffled(table, column="other")
    with pytest.warns(UserWarning, match="one blank cell in each row"):
        shuffled(SOLVED[:2], also=[SOLVED[:2] - 1], seed=1)


def test_copies_of_tokens_are_tokens() -> None:
    cells = np.array([[1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 3, 0, 1]], np.uint8)
    solved = solutions(cells)
    tokens = solutions(cells + 1, offset=1)
    assert (tokens.grids == solved.grids + 1).all()
    assert tokens.grids.dtype == np.uint8
    plain = shuffled(cells, 5, seed=1, also=[solved.grids])
    found = shuffled(cells + 1, 5, seed=1, also=[tokens.grids], offset=1)
    assert found.copies.dtype == np.uint8
    assert (found.copies == plain.copies + 1).all()
    assert (found.also[0] == plain.also[0] + 1).all()
    assert (shuffled(cells + 1, 5, seed=1, offset=1) == shuffled(cells, 5, seed=1) + 1).all()
    options: Any = {"seed": 1, "epochs": 1}
    (one,) = shuffled_batches(cells, 1, also=[solved.grids], **options)
    (other,) = shuffled_batches(cells + 1, 1, also=[tokens.grids], offset=1, **options)
    assert (other.copies == one.copies + 1).all()
    assert (other.also[0] == one.also[0] + 1).all()
    forms = least_images(cells + 1, offset=1).forms
    assert (forms == least_images(cells).forms + 1).all()
    assert symmetry_counts(cells + 1, offset=1) == symmetry_counts(cells)
    assert signatures(cells + 1, offset=1).tolist() == signatures(cells).tolist()
    assert keys(cells + 1, offset=1).tolist() == keys(cells).tolist()


@pytest.mark.parametrize("name", ["also", "also_moved"])
def test_further_arrays_are_in_a_list(name: str) -> None:
    cells = np.array([[1, 2] + 14 * [0]])
    further: Any = {name: cells}
    with pytest.raises(ArgumentError, match=rf"{name}: expected a list .* in {name}=\[array\]"):
        shuffled(cells, 1, **further)
    with pytest.raises(ArgumentError, match=f"{name}: expected a list"):
        shuffled_batches(cells, 1, seed=1, **further)
