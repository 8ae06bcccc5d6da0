"""Breaking symmetries excludes transformations, but never all of them."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from pysat.solvers import Solver

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.answers.breaking_symmetries import choose_breaking_permutations
from sudokopie.answers.symmetries import symmetries
from sudokopie.base.errors import GridError
from sudokopie.encoding.symmetry_breaking import (
    find_orbits,
    has_quarter_turn,
    yield_forbidden_images,
)
from sudokopie.questions.broken_symmetry import IsCopyByLeastImages
from sudokopie.questions.copy import IsCopy
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    random_transformation,
    switch_smallest_unavoidable_set,
)
from sudokopie.sudoku.transformation import Permutation

from brute_force import every_way
from strategies import seeds

FOUR = BoxShape(2, 2)


def broken(first: Grid, second: Grid) -> IsCopyByLeastImages:
    """Return the question with all symmetries of the second grid that help."""
    generators = symmetries(second).generators
    images = [one.line_images() for one in generators]
    upright = [one for one in images if not has_quarter_turn(one)]
    turned = [one for one in images if has_quarter_turn(one)]
    chosen = choose_breaking_permutations(first.size, upright)
    return IsCopyByLeastImages(first, second, (*chosen, *turned[:1]))


def ways(question: IsCopy | IsCopyByLeastImages) -> Iterator[Transformation]:
    """Yield the transformations that the models of a question's formula describe."""
    formula = question.formula
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        for model in solver.enum_models():
            yield formula.transformation(model)


def symmetric_grid(shape: BoxShape, random: Random) -> Grid:
    """Return a grid to which a random transformation and its powers have spread some clues."""
    cells = [[0] * shape.size for _ in range(shape.size)]
    way = random_transformation(shape, random)
    greatest = min(3, shape.size)
    for _ in range(random.randint(1, 3)):
        one = [[0] * shape.size for _ in range(shape.size)]
        one[random.randrange(shape.size)][random.randrange(shape.size)] = random.randint(
            1, greatest
        )
        grid = Grid(one, shape)
        for _ in range(6):
            for r, c in grid.cells:
                cells[r][c] = cells[r][c] or grid[r, c]
            grid = way.apply(grid)
    return Grid(cells, shape)


@given(seeds)
def test_there_is_a_least_way_exactly_if_there_is_a_way(seed: int) -> None:
    random = Random(seed)
    shape = random.choice([FOUR, BoxShape(1, 3), BoxShape(2, 1), BoxShape(1, 4)])
    first = symmetric_grid(shape, random)
    second = random_transformation(shape, random).apply(first)
    if random.random() < 0.5:
        with suppress(GridError):  # a grid whose clues are all equal
            second = exchange_clues(second, random)
    is_copy = any(True for _ in every_way(first, second))
    assert any(True for _ in ways(broken(first, second))) == is_copy


@given(seeds)
def test_each_model_is_a_witness_and_other_ways_are_none(seed: int) -> None:
    random = Random(seed)
    first = symmetric_grid(FOUR, random)
    second = random_transformation(FOUR, random).apply(first)
    question = broken(first, second)
    least = {way.simplest() for way in ways(question)}
    assert least
    for way in ways(IsCopy(first, second)):
        assert (question.find_witness_error(way) is None) == (way.simplest() in least)


def test_ways_that_symmetries_exclude() -> None:
    grid = cyclic_grid(FOUR)
    question = broken(grid, grid)
    every = [way for way in ways(IsCopy(grid, grid)) if not way.find_source_lines()[0]]
    kept = list(ways(question))
    assert len(every) == 16
    assert len(kept) == 1
    by_names = {str(question.find_witness_error(way)) for way in every if way not in kept}
    assert by_names == {"its images are not the least"}


def test_a_turn_is_excluded_only_if_asked() -> None:
    grid = Grid("1..2........2..1")
    turn = next(way for way in ways(IsCopy(grid, grid)) if way.find_source_lines()[0])
    assert IsCopyByLeastImages(grid, grid, ()).find_witness_error(turn) is None
    wrong = IsCopyByLeastImages(grid, grid, (turn.line_images(),)).find_witness_error(turn)
    assert str(wrong) == "it has a quarter turn"


def test_chosen_permutations_exclude_as_much_as_all() -> None:
    for grid in (cyclic_grid(FOUR), cyclic_grid(BoxShape(2, 3)), Grid("1...............")):
        found = symmetries(grid)
        upright = [one for one in found.elements() if not one.find_source_lines()[0]]
        every = [one.line_images() for one in upright]
        chosen = choose_breaking_permutations(
            grid.size,
            [one.line_images() for one in found.generators if not one.find_source_lines()[0]],
        )
        assert len(chosen) < 12
        assert _excluded(grid.size, chosen) == _excluded(grid.size, every)


def _excluded(size: int, permutations: list[Permutation]) -> set[tuple[int, ...]]:
    return set(yield_forbidden_images(size, permutations))


def test_orbits() -> None:
    cycle, exchange = (1, 2, 0, 3, 4, 5), (0, 1, 2, 4, 3, 5)
    assert find_orbits(range(6), [cycle]) == [{0, 1, 2}, {3}, {4}, {5}]
    assert find_orbits(range(6), [cycle, exchange]) == [{0, 1, 2}, {3, 4}, {5}]


def test_forbidden_images_of_an_exchange_of_rows() -> None:
    # Rows 0 and 1 of a grid with two rows and two columns are exchanged by the only symmetry.
    assert list(yield_forbidden_images(2, [(1, 0, 2, 3)])) == [(1,)]
    # Columns 2 and 3 are exchanged, so rows may become any rows.
    assert list(yield_forbidden_images(2, [(0, 1, 3, 2)])) == [(0, 3), (1, 3)]


@pytest.mark.parametrize(
    "lines", [(0, 1, 2), (2, 1, 0, 3), (0, 0, 2, 3), (0, 1, 3, 4), (2, 2, 0, 1)]
)
def test_lists_that_are_no_permutation_of_lines(lines: tuple[int, ...]) -> None:
    grid = Grid([[1, 0], [0, 0]], (1, 2))
    with pytest.raises(ValueError, match="expected a permutation of 2 rows"):
        IsCopyByLeastImages(grid, grid, (lines,))


def test_switched_grids_are_no_copies() -> None:
    grid = cyclic_grid(BoxShape(3, 3))
    other = switch_smallest_unavoidable_set(grid)
    assert other is not None
    question = broken(other, grid)
    assert question.line_symmetries
    assert not any(True for _ in ways(question))
