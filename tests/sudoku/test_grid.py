import copy
import pickle
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, GridError
from sudokopie.reading.pair_files import parse_grid
from sudokopie.sudoku.random_grids import random_complete_grid

from strategies import grids

ROWS = [[1, 0, 0, 2], [0, 2, 1, 0], [2, 0, 0, 1], [0, 1, 2, 0]]


def test_a_grid_says_what_it_holds() -> None:
    grid = Grid(ROWS)
    assert grid.size == 4
    assert grid.shape == BoxShape(2, 2)
    assert grid[0, 3] == 2
    assert grid.clues == 8
    assert grid.digits == {1, 2}
    assert str(grid) == " 1 . | . 2\n . 2 | 1 .\n-----+-----\n 2 . | . 1\n . 1 | 2 ."
    assert [list(row) for row in grid] == ROWS


def test_a_grid_is_a_value() -> None:
    rows = [list(row) for row in ROWS]
    grid = Grid(rows)
    rows[0][0] = 4
    assert grid[0, 0] == 1
    assert grid == Grid(ROWS)
    assert hash(grid) == hash(Grid(ROWS))
    with pytest.raises(AttributeError, match="never changes"):
        grid.rows = ()
    with pytest.raises(AttributeError, match="never changes"):
        del grid.shape
    assert grid != ROWS


@given(grids())
def test_a_grid_survives_repr_and_pickle_and_copy(grid: Grid) -> None:
    assert eval(repr(grid), {"Grid": Grid}) == grid
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert copy.deepcopy(grid) == grid


def test_a_grid_is_written_with_its_boxes_only_if_they_are_not_the_usual_ones() -> None:
    assert repr(Grid(ROWS)) == "Grid('1..2.21.2..1.12.')"
    assert repr(Grid(ROWS, (1, 4))) == "Grid('1..2.21.2..1.12.', box=(1, 4))"
    assert repr(Grid([[1, 0], [0, 2]])) == "Grid([[1, 0], [0, 2]])"
    assert repr(Grid([[1, 0], [0, 2]], (2, 1))) == "Grid([[1, 0], [0, 2]], box=(2, 1))"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [[0, 0], [0, 1.0]],
            "row 2, found 1.0 (array.astype(int) turns floats into whole numbers)",
        ),
        ([[0, "1"], [0, 0]], "row 1, found '1' (Grid('\\n'.join(rows)) reads rows of text)"),
        ([[0, None], [0, 0]], "expected whole numbers in row 1, found None"),
        ([0, 1], "expected a row of whole numbers, found 0"),
        ([0] * 15, "expected a row of whole numbers, found 0"),
        ([0] * 15 + [1.5], "expected a row of whole numbers, found 0"),
        (b"\1" * 16, "bytes that are no text (Grid.of_bytes reads a byte for each cell)"),
        (5, "expected rows of whole numbers, or a text, found 5"),
    ],
    ids=range(8),
)
def test_a_wrong_value_is_named_with_a_cure(rows: Any, message: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid(rows)
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize("kind", [list, tuple, np.array, np.uint8, lambda cells: cells])
def test_all_cells_in_one_list_are_a_grid(kind: Any) -> None:
    flat = [cell for row in ROWS for cell in row]
    assert Grid(np.array(flat, np.uint8) if kind is np.uint8 else kind(flat)) == Grid(ROWS)
    assert Grid(Grid(ROWS).line) == Grid(Grid(ROWS).line.encode()) == Grid(ROWS)
    assert Grid([1] * 36, box=(3, 2)).shape == BoxShape(3, 2)


def test_boxes_are_part_of_a_grid() -> None:
    blank = [[0] * 6] * 6
    assert Grid(blank).shape == BoxShape(2, 3)
    assert Grid(blank, box=(3, 2)) != Grid(blank)


@pytest.mark.parametrize(
    ("rows", "box", "message"),
    [
        ([], None, "at least one cell"),
        ([[1, 2], [2]], None, "expected 2 cells in row 2, found 1"),
        ([[0, 0], [0, 3]], None, "expected 0 to 2 in row 2, found 3"),
        ([[0, -1], [0, 0]], None, "expected 0 to 2 in row 1, found -1"),
        ([[0, 0], [0, 0]], (2, 2), "expected 4 rows for boxes of 2x2, found 2"),
        ([[0] * 4] * 4, (-2, -2), r"columns of a box, found \(-2, -2\)"),
        ([], (0, 5), r"columns of a box, found \(0, 5\)"),
    ],
)
def test_what_is_no_grid_is_refused(
    rows: list[list[int]], box: tuple[int, int] | None, message: str
) -> None:
    with pytest.raises(GridError, match=message):
        Grid(rows, box)


@pytest.mark.parametrize(
    ("size", "box"),
    [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (7, (1, 7)), (12, (3, 4)), (36, (6, 6)), (48, (6, 8))],
)
def test_the_default_box_is_nearest_to_square(size: int, box: tuple[int, int]) -> None:
    assert BoxShape.for_size(size) == box


def test_a_shape_counts_its_bands_and_stacks() -> None:
    shape = BoxShape(2, 3)
    assert (shape.size, shape.bands, shape.stacks) == (6, 3, 2)
    assert shape.rotations == (0, 2)
    assert BoxShape(3, 3).rotations == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("box", "number"),
    [
        ((1, 1), 1),
        ((1, 2), 2 * 1 * 2 * 2),
        ((2, 1), 2 * 1 * 2 * 2),
        ((2, 2), 2 * 2**6 * 24),
        ((1, 3), 6 * 6 * 6),
        ((2, 3), 6 * 2 * 2**3 * 6**2 * 720),
        ((3, 2), 6 * 2 * 2**3 * 6**2 * 720),
        ((3, 3), 1_218_998_108_160),
    ],
    ids=str,
)
def test_a_shape_counts_its_transformations(box: tuple[int, int], number: int) -> None:
    assert BoxShape(*box).transformations == number


def test_shapes_are_read_rows_first() -> None:
    assert BoxShape.parse("3x2") == BoxShape(3, 2)
    assert BoxShape.parse(" 2X3 ") == BoxShape(2, 3)
    for text in ("", "3", "3x", "0x3", "3x-1", "3x3x3", "axb"):
        with pytest.raises(GridError, match="ROWSxCOLUMNS"):
            BoxShape.parse(text)


@pytest.mark.parametrize("box", [(8, 0.5), (2.0, 2), ("2", 2), (2,), (2, 2, 1), 4])
def test_boxes_are_two_whole_numbers(box: Any) -> None:
    with pytest.raises(GridError, match="numbers of rows and columns of a box"):
        Grid([[0] * 4] * 4, box)


@pytest.mark.parametrize("size", range(4, 10))
def test_a_plain_line_is_the_grid_that_the_reader_finds(size: int) -> None:
    rng = Random(size)
    digits = "." + "0123456789"[: size + 1]
    for clues in (0, 1, size, size**2):
        cells = [
            rng.choice(digits) if rng.random() * size**2 < clues else "." for _ in range(size**2)
        ]
        text = "".join(cells)
        grid = Grid(text)
        assert grid == parse_grid(text)
        assert grid.to_bytes() == bytes(int(cell.replace(".", "0")) for cell in text)
        assert Grid(text, (1, size)) == parse_grid(text, (1, size))
    for wrong in (text[:-1] + "é", text[:-1] + "\u0661", text[:-1], text[:-1] + str(size + 1)[-1:]):
        assert said(Grid, wrong) == said(parse_grid, wrong)
    assert said(Grid, text, (1, 20)) == said(parse_grid, text, (1, 20))


def said(read: Callable[..., Grid], *given: Any) -> object:
    """Return the grid that is read, or the error's text."""
    try:
        return read(*given)
    except GridError as problem:
        return str(problem)


@given(grids())
def test_a_grid_is_made_from_its_bytes(grid: Grid) -> None:
    again = Grid.of_bytes(grid.to_bytes(), grid.shape)
    assert again == grid
    assert again.to_bytes() == grid.to_bytes() == bytes(sum(grid.rows, ()))
    with pytest.raises(GridError, match="expected 0 to"):
        Grid.of_bytes(bytes([255, *grid.to_bytes()[1:]]), grid.shape)


@pytest.mark.parametrize("box", [(1, 1), (2, 2), (2, 3), (3, 3), (4, 4), (3, 6)], ids=str)
def test_a_solved_grid_has_each_digit_once_in_each_unit(box: tuple[int, int]) -> None:
    grid, rng = random_complete_grid(BoxShape(*box), Random(1)), Random(2)
    assert grid.is_solved()
    for r, c in rng.sample(grid.cells, min(20, len(grid.cells))):
        cells = [list(row) for row in grid.rows]
        cells[r][c] = rng.choice([d for d in range(grid.size + 1) if d != cells[r][c]])
        assert not Grid(cells, box).is_solved()
    rows = [list(row) for row in grid.rows]
    if grid.shape.width > 1 and grid.shape.height > 1:
        latin = [[(r + c) % grid.size + 1 for c in range(grid.size)] for r in range(grid.size)]
        assert not Grid(latin, box).is_solved()  # only its boxes are wrong
        rows[0], rows[-1] = rows[-1], rows[0]
        assert not Grid(rows, box).is_solved()


def test_plain_rows_are_read_like_all_others() -> None:
    rows = [[1, 0, 0, 2], [0, 2, 1, 0], [2, 0, 0, 1], [0, 1, 2, 0]]
    plain = Grid(rows)
    for same in (tuple(map(tuple, rows)), (row for row in rows), [*map(tuple, rows)]):
        grid = Grid(same)
        assert (grid, grid.rows, grid.to_bytes()) == (plain, plain.rows, plain.to_bytes())
    for wrong in (
        [[1, 0], [0]],
        [[1, 3], [0, 0]],
        [[1, -1], [0, 0]],
        [[1, 256], [0, 0]],
        [1, 2],
        [],
    ):
        with pytest.raises(GridError):
            Grid(wrong)
    with pytest.raises(GridError, match="expected 6 rows for boxes of 2x3, found 4"):
        Grid(rows, (2, 3))
    with pytest.raises(GridError, match="row 2"):
        Grid([[1, 0], [0.0, 1]])  # type: ignore[arg-type]


def test_an_offset_is_subtracted_from_each_cell() -> None:
    grid = Grid("1234....3.......")
    tokens = [[cell + 1 for cell in row] for row in grid]
    flat = [*chain(*tokens)]
    for value in (tokens, flat, np.array(tokens), np.array(tokens).reshape(-1)):
        assert Grid(value, offset=1) == grid
    assert Grid(np.ma.masked_equal(np.array(tokens), 1), offset=1) == grid
    assert Grid(" ".join(map(str, flat)), offset=1) == grid
    assert Grid.parse("\n".join(" ".join(map(str, row)) for row in tokens), offset=1) == grid
    assert Grid([[0, 1], [1, 0]], offset=-1) == Grid([[1, 2], [2, 1]])
    with pytest.raises(GridError, match="expected 1 to 5 in row 1, found 0"):
        Grid([[0, 1, 2, 3], *tokens[1:]], offset=1)
    with pytest.raises(GridError, match="found a Grid, whose digits are known"):
        Grid(grid, offset=1)
