"""Pairs of symmetric Sudokus: the kernel's search has the answer of the solver, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation, decide
from sudokopie.answers.decide import find_possible_transformations_and_is_fewest
from sudokopie.kernel import kernel_functions
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
    switch_smallest_unavoidable_set,
)

pytestmark = pytest.mark.skipif(
    kernel_functions.compiled is None, reason="the kernel is not built, or off"
)

NINE = BoxShape(3, 3)
SMALL = [(2, 2), (2, 3), (3, 2), (1, 4), (5, 1), (1, 6), (2, 4)]
LARGE = [(3, 3), (1, 8), (2, 5), (1, 9), (3, 4), (2, 6), (4, 4)]


def symmetric_complete_grid(shape: BoxShape, rng: Random) -> Grid:
    """Return a complete grid that usually has symmetries."""
    grid = MOST_SYMMETRIC if shape == NINE and rng.random() < 0.5 else cyclic_grid(shape)
    if shape.size <= 6 and rng.random() < 0.3:
        grid = random_complete_grid(shape, rng)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        grid = switch_smallest_unavoidable_set(random_transformation(shape, rng).apply(grid))
    return grid


def symmetric_incomplete_grid(shape: BoxShape, rng: Random) -> Grid:
    """Return a grid with blank cells, or with digits that repeat, that usually has symmetries: few
    clues, clues of a pattern, few digits, a part of a complete symmetric grid.
    """
    size = shape.size
    complete = MOST_SYMMETRIC if shape == NINE and rng.random() < 0.5 else cyclic_grid(shape)
    share, most, step = rng.choice([0.1, 0.3, 0.6, 1]), rng.randrange(1, 4), rng.choice([2, 3])
    kinds: list[Callable[[], Grid]] = [
        lambda: random_grid(shape, rng.randrange(size + size // 2), rng),
        lambda: remove_clues(complete, rng.randrange(size**2), rng),
        lambda: keep(lambda r, c: (r + c) % step == 0),
        lambda: keep(lambda r, c: complete[r][c] <= most),
        lambda: keep(lambda r, _: r >= shape.height),
        lambda: rename([digit % step for digit in range(size + 1)]),
        lambda: rename([int(rng.random() < share) for _ in range(size + 1)]),
    ]

    def keep(is_kept: Callable[[int, int], bool]) -> Grid:
        rows = enumerate(complete)
        return Grid([[d * is_kept(r, c) for c, d in enumerate(row)] for r, row in rows], shape)

    def rename(names: Sequence[int]) -> Grid:
        return Grid([[names[digit] for digit in row] for row in complete], shape)

    return rng.choice(kinds)()


MAKERS = {"complete": symmetric_complete_grid, "incomplete": symmetric_incomplete_grid}


def pairs_of_copies(
    kind: str, shape: BoxShape, number: int, name: str
) -> Iterator[tuple[Grid, Grid]]:
    rng = Random(f"{name} {shape}")
    for _ in range(number):
        grid = random_transformation(shape, rng).apply(MAKERS[kind](shape, rng))
        yield grid, random_transformation(shape, rng).apply(grid)


def count_equal_answers(
    pairs: Iterator[tuple[Grid, Grid]], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """Compare the answers of the kernel's search with those of the solver. Return the number of
    pairs that the search answered, and of those that it left to the solver.
    """
    searched = left = 0
    for first, second in pairs:
        ways, is_least = find_possible_transformations_and_is_fewest(
            first, second, is_search_wanted=True
        )
        left += ways is None
        if ways is not None and is_least:
            with monkeypatch.context() as patch:
                patch.setattr(kernel_functions, "compiled", None)
                expected = decide(first, second)
            assert expected.is_fewest
            assert ways == [expected.transformation]
            searched += 1
    return searched, left


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("box", [*SMALL, *LARGE], ids=str)
def test_the_search_finds_the_answer_of_the_solver(
    box: tuple[int, int], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = 40 if box in SMALL else 5
    pairs = pairs_of_copies(kind, BoxShape(*box), number, "few")
    searched, left = count_equal_answers(pairs, monkeypatch)
    assert searched > number // 4
    assert left == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("box", [*SMALL, *LARGE], ids=str)
def test_many_searches_find_the_answer_of_the_solver(
    box: tuple[int, int], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = 1000 if box in SMALL else 150
    pairs = pairs_of_copies(kind, BoxShape(*box), number, "many")
    searched, left = count_equal_answers(pairs, monkeypatch)
    assert searched > number // 4
    assert left <= number // 100


def test_a_symmetric_pair_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    from sudokopie.answers import witness

    monkeypatch.setattr(witness, "search_witness", None)
    few_clues = [random_grid(shape, shape.size, Random(1)) for shape in (NINE, BoxShape(5, 5))]
    for grid in (*map(cyclic_grid, (NINE, BoxShape(4, 4), BoxShape(5, 5))), *few_clues):
        shape = grid.shape
        copy = random_transformation(shape, Random(3)).apply(grid)
        answer = decide(grid, copy)
        assert (answer.word, answer.is_fewest) == ("copies", True)
        assert answer.statistics == {"variables": 0, "clauses": 0}


def test_without_fewest_steps_and_with_another_backend_the_solver_is_asked() -> None:
    copy = random_transformation(NINE, Random(3)).apply(MOST_SYMMETRIC)
    for options in ({"fewest": False}, {"backend": "pysat:cadical153"}, {"only": ["digits"]}):
        assert decide(MOST_SYMMETRIC, copy, **options).statistics.get("variables")
    assert find_possible_transformations_and_is_fewest(MOST_SYMMETRIC, copy) == (None, False)


def test_a_search_that_takes_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = random_transformation(NINE, Random(3)).apply(MOST_SYMMETRIC)
    expected = decide(MOST_SYMMETRIC, copy)
    given_up = 0
    for nodes in (1, 10, 40, 100, 200):
        monkeypatch.setattr(kernel_functions, "_SEARCH_NODES", nodes * 81)
        found = find_possible_transformations_and_is_fewest(
            MOST_SYMMETRIC, copy, is_search_wanted=True
        )
        assert found in ((None, False), ([expected.transformation], True))
        given_up += not found[1]
        assert decide(MOST_SYMMETRIC, copy).transformation == expected.transformation
    assert given_up > 1


@pytest.mark.parametrize(("clues", "nodes"), [(25, 16), (3, 48), (0, 16)])
def test_blank_lines_need_no_choice(
    clues: int, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = BoxShape(5, 5)
    grid = random_grid(shape, clues, Random(1))
    copy = random_transformation(shape, Random(2)).apply(grid)
    monkeypatch.setattr(kernel_functions, "_SEARCH_NODES", nodes * 625)
    assert find_possible_transformations_and_is_fewest(grid, copy, is_search_wanted=True)[1]


def test_digits_that_do_not_occur_keep_their_names() -> None:
    """The grid is a case for all symmetries, because branches are too many."""
    shape = BoxShape(5, 5)
    grid = Grid([[int(digit == 4) for digit in row] for row in cyclic_grid(shape)])
    moved = random_transformation(shape, Random(1)).replace_parts(digits=range(1, 26))
    ways, is_least = find_possible_transformations_and_is_fewest(
        grid, moved.apply(grid), is_search_wanted=True
    )
    assert is_least
    assert ways is not None
    assert ways[0].digits == tuple(range(1, 26))


def test_a_pair_without_an_answer_is_left_to_the_solver() -> None:
    # The colours of these grids agree: rows 1 to 4 are cyclic, or form two pairs.
    shape = BoxShape(1, 4)
    cyclic = cyclic_grid(shape)
    other = Grid("1234214334124321", box=shape)
    assert (
        find_possible_transformations_and_is_fewest(cyclic, other, is_search_wanted=True)[1]
        is False
    )
    assert decide(cyclic, other).word == "different"


def test_a_wrong_best_transformation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = random_transformation(NINE, Random(3)).apply(MOST_SYMMETRIC)
    expected = decide(MOST_SYMMETRIC, copy).transformation
    identity = Transformation.identity(NINE)

    def lying(*arguments: Any) -> None:
        arguments[-2][0] = 3
        parts = [identity.bands, identity.stacks, *identity.rows, *identity.columns]
        arguments[-1][:34] = bytes([0, *(i for part in parts for i in part), *identity.digits])

    monkeypatch.setattr(kernel_functions, "compiled", SimpleNamespace(transformations_left=lying))
    assert decide(MOST_SYMMETRIC, copy).transformation == expected


def test_grids_with_too_many_symmetries_are_left_to_the_solver() -> None:
    """All lines of this grid are exchangeable: it is the table of the group of order 16 in which
    every element is its own inverse.
    """
    shape = BoxShape(1, 16)
    grid = Grid([[(r ^ c) + 1 for c in range(16)] for r in range(16)], shape)
    assert find_possible_transformations_and_is_fewest(grid, grid, is_search_wanted=True) == (
        None,
        False,
    )


@pytest.mark.parametrize("box", [(6, 6), (4, 9), (2, 13), (1, 29), (49, 1)], ids=str)
def test_large_grids_as_without_the_kernel(
    box: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shape, rng = BoxShape(*box), Random(9)
    size = shape.size
    whole = random_transformation(shape, rng).apply(cyclic_grid(shape))
    pairs = []
    for clues in (size * size // 2, size * size // 5):
        grid = remove_clues(whole, size * size - clues, rng)
        other = random_transformation(shape, rng).apply(grid)
        pairs += [(grid, other), (grid, move_clue(other, rng))]
    found = [decide(*pair) for pair in pairs]
    assert all(
        find_possible_transformations_and_is_fewest(*pair)[0] is not None for pair in pairs[::2]
    )
    monkeypatch.setattr(kernel_functions, "compiled", None)
    for pair, answer in zip(pairs, found, strict=True):
        expected = decide(*pair)
        assert (answer.verdict, answer.transformation) == (
            expected.verdict,
            expected.transformation,
        )


@pytest.mark.parametrize("shape", [BoxShape(6, 6), BoxShape(7, 7)], ids=str)
@pytest.mark.parametrize("rotation", range(4))
def test_the_most_symmetric_large_grid_needs_no_solver(rotation: int, shape: BoxShape) -> None:
    """Rows and columns of this grid differ, and only a base that begins with the right lines is
    short: so the grid is turned in each way.
    """
    rng = Random(0)
    first = cyclic_grid(shape)
    second = random_transformation(shape, rng).replace_parts(rotation=rotation).apply(first)
    candidates, is_least = find_possible_transformations_and_is_fewest(
        first, second, is_search_wanted=True
    )
    assert is_least
    assert candidates is not None
    (found,) = candidates
    assert found.leads(first, second)
    assert decide(first, second).transformation == found
    larger = cyclic_grid(BoxShape(1, 50))
    assert find_possible_transformations_and_is_fewest(larger, larger, is_search_wanted=True) == (
        None,
        False,
    )
