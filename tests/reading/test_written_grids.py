"""A grid that is written as text is read as the same grid again, of every shape and with any
digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sudokopie import BoxShape, Grid, Pair, format_pair, parse_pair
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.reading.pair_files import make_box_comment
from sudokopie.showing.answer_formatter import (
    format_grid_on_one_line,
    format_grid_with_spaces_between_rows,
)
from sudokopie.sudoku.grid import SMALLEST_AS_TEXT, format_rows
from sudokopie.sudoku.random_grids import cyclic_grid, random_grid

SIDES = range(1, 7)
ALL_SHAPES = sorted(
    {BoxShape(height, width) for height in SIDES for width in SIDES}
    | {shape for size in range(1, 37) for shape in (BoxShape(1, size), BoxShape(size, 1))}
)
SOME_SHAPES = [
    shape for shape in ALL_SHAPES if min(shape) > 1 or shape.size in (1, 3, 5, 10, 33, 36)
]


def without(grid: Grid, digits: set[int]) -> Grid:
    return grid.keeping({cell for cell in grid.cells if grid[cell] not in digits})


def of_digits(shape: BoxShape, digits: list[int], rng: Random) -> Grid:
    size = range(shape.size)
    return Grid([[rng.choice(digits) for _ in size] for _ in size], shape)


def equally_often(shape: BoxShape, numbers: list[int], rng: Random) -> Grid:
    """Return a grid in which each of N numbers, 0 for blank, occurs N times, in any order."""
    cells = numbers * shape.size
    rng.shuffle(cells)
    return Grid([cells[i :: shape.size] for i in range(shape.size)], shape)


def grids_of(shape: BoxShape, rng: Random) -> Iterator[Grid]:
    """Yield grids of a shape that a text could confuse: without one or two digits of a complete
    grid, with few or many different digits, blank, full.
    """
    size, complete = shape.size, cyclic_grid(shape)
    every = list(range(1, size + 1))
    yield complete
    yield Grid([[0] * size] * size, shape)
    for missing in sorted({1, size, rng.choice(every)}):
        yield without(complete, {missing})
        yield equally_often(shape, [one for one in range(size + 1) if one != missing], rng)
    yield without(complete, set(rng.sample(every, min(size, 2))))
    yield of_digits(shape, [rng.choice(every)], rng)
    for digits in (every[:1], every[:9], every[9:], every[32:], every):
        if digits:
            yield of_digits(shape, digits, rng)
            yield of_digits(shape, [0, *digits], rng)
    yield random_grid(shape, 1, rng)
    yield random_grid(shape, size**2 - 1, rng)


def pairs_of(shape: BoxShape) -> Iterator[Pair]:
    rng = Random(str(shape))
    firsts, seconds = (list(grids_of(shape, rng)) for _ in range(2))
    rng.shuffle(seconds)
    yield from map(Pair, firsts, seconds)


@pytest.mark.parametrize("shape", ALL_SHAPES, ids=str)
def test_pairs_are_read_as_they_were_written(shape: BoxShape) -> None:
    for pair in pairs_of(shape):
        assert parse_pair(format_pair(pair)) == pair
    assert parse_pair(format_pair(pair), box=shape) == pair


@pytest.mark.parametrize("shape", SOME_SHAPES, ids=str)
def test_single_grids_are_read_as_they_were_written(shape: BoxShape) -> None:
    for grid, _ in pairs_of(shape):
        assert Grid.parse(str(grid), shape) == grid
        assert eval(repr(grid), {"Grid": Grid}) == grid


SHAPES_ON_LINES = [shape for shape in SOME_SHAPES if shape.size >= SMALLEST_AS_TEXT]


@pytest.mark.parametrize("shape", SHAPES_ON_LINES, ids=str)
def test_lines_are_read_as_they_were_written(shape: BoxShape) -> None:
    for pair in pairs_of(shape):
        if shape.size > 9 and not all(
            grid.is_consistent() and max(map(max, grid)) > 9 for grid in pair
        ):
            continue  # letters that break the rules are words, and digits up to 9 candidates
        lines = [format_grid_on_one_line(grid) for grid in pair]
        assert parse_pair("\n".join([make_box_comment(shape) + lines[0], lines[1]])) == pair
        for grid, line in zip(pair, lines, strict=True):
            assert Grid.parse(line, shape) == grid
            assert Grid.parse(format_grid_with_spaces_between_rows(grid), shape) == grid
            table = f"{make_box_comment(shape)}number,sudoku,name\n7,{line},easy\n"
            assert open_text_as_grid_file(table).read_single_grid_and_close() == grid


def test_blank_is_a_dot_only_if_zero_could_be_a_digit() -> None:
    sixteen = cyclic_grid(BoxShape(4, 4))
    assert set(format_rows(without(sixteen, {16})).split()) == {".", *map(str, range(1, 16))}
    assert "." not in format_rows(without(sixteen, {15, 16}))
    one_clue_less = sixteen.keeping({*without(sixteen, {16}).clue_cells} - {(0, 0)})
    assert "." not in format_rows(one_clue_less)
    assert "." not in format_rows(without(cyclic_grid(BoxShape(3, 3)), {9}))
    assert "." in format_rows(without(cyclic_grid(BoxShape(2, 5)), {3}))


def test_pairs_of_older_versions_are_read() -> None:
    grid = without(cyclic_grid(BoxShape(4, 4)), {15, 16})
    rows = "\n".join(" ".join(map(str, row)) for row in grid)
    assert parse_pair(f"{rows}\n\n{rows}\n") == (grid, grid)


@pytest.mark.parametrize("word", ["box", "boxes"])
def test_comments_about_boxes_are_read(word: str) -> None:
    assert Grid.parse(f"# {word} 3x2\n1{'.' * 35}").shape == BoxShape(3, 2)
