"""Small unavoidable sets, against all complete grids of small shapes."""

from functools import cache
from random import Random

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.sudoku.grid import CellSet
from sudokopie.sudoku.random_grids import random_complete_grid
from sudokopie.sudoku.unavoidable_sets import find_small_unavoidable_sets


@cache
def every_complete_grid(shape: BoxShape) -> list[Grid]:
    """Return all complete grids of a shape, by trying all digits cell after cell."""
    found, size = list[Grid](), shape.size

    def fill(rows: list[list[int]]) -> None:
        if len(rows[-1]) == size:
            if len(rows) == size:
                found.append(Grid(rows, shape))
                return
            rows = [*rows, []]
        r, c = len(rows) - 1, len(rows[-1])
        top, left = r - r % shape.height, c - c % shape.width
        box = [digit for row in rows[top:] for digit in row[left : left + shape.width]]
        taken = {*rows[-1], *box, *(row[c] for row in rows[:-1])}
        for digit in range(1, size + 1):
            if digit not in taken:
                fill([*rows[:-1], [*rows[-1], digit]])

    fill([[]])
    return found


def differing_cells(one: Grid, other: Grid) -> CellSet:
    return frozenset(cell for cell in one.cells if one[cell] != other[cell])


def is_small(cells: CellSet, grid: Grid) -> bool:
    """Return whether cells are in two rows of a band, in two columns of a stack, or have only two
    digits.
    """
    rows, columns = ({cell[i] for cell in cells} for i in (0, 1))
    blocks = [
        {line // length for line in lines}
        for lines, length in zip((rows, columns), grid.shape, strict=True)
    ]
    return (
        (len(rows) == 2 and len(blocks[0]) == 1)
        or (len(columns) == 2 and len(blocks[1]) == 1)
        or len({grid[cell] for cell in cells}) == 2
    )


@pytest.mark.parametrize(
    ("box", "number"), [((2, 2), 288), ((1, 3), 12), ((3, 1), 12), ((1, 4), 576), ((4, 1), 576)]
)
def test_they_are_the_small_ones_of_all_minimal_sets(box: tuple[int, int], number: int) -> None:
    every = every_complete_grid(BoxShape(*box))
    assert len(every) == number
    for grid in Random(1).sample(every, 6):
        sets = {differing_cells(grid, other) for other in every if other != grid}
        minimal = {one for one in sets if not any(other < one for other in sets)}
        found = find_small_unavoidable_sets(grid)
        assert set(found) >= {one for one in minimal if is_small(one, grid)}
        assert all(one in sets and is_small(one, grid) for one in found)
        assert len(set(found)) == len(found)
        assert found == sorted(found, key=lambda one: (len(one), sorted(one)))


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (3, 3)])
def test_the_digits_of_a_set_can_be_exchanged(box: tuple[int, int]) -> None:
    shape = BoxShape(*box)
    grid = random_complete_grid(shape, Random(2))
    kinds = set()
    for one in find_small_unavoidable_sets(grid):
        rows, columns = ({cell[i] for cell in one} for i in (0, 1))
        digits = {grid[cell] for cell in one}
        cells = [list(row) for row in grid]
        for r, c in one:
            if len(digits) == 2:
                (other,) = digits - {grid[r, c]}
                cells[r][c] = other
            elif len(rows) == 2:
                (other,) = rows - {r}
                cells[r][c] = grid[other, c]
            else:
                (other,) = columns - {c}
                cells[r][c] = grid[r, other]
        kinds.add((len(digits) == 2, len(rows) == 2, len(columns) == 2))
        exchanged = Grid(cells, shape)
        assert exchanged.is_solved()
        assert differing_cells(grid, exchanged) == one
    assert len(kinds) > 2
