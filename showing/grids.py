"""Grids and sets of cells on one line, and sets of cells drawn."""

from collections.abc import Sequence

from ..sudoku.boxes import cells_drawn
from ..sudoku.grid import CellSet, Grid
from ..sudoku.text import MOST_LETTERS, format_line
from .drawing import beside, drawing

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def on_one_line(grid: Grid) -> str:
    """Return a grid as collections have it; with separators where there are no letters left."""
    return by_rows(grid) if grid.size > MOST_LETTERS else format_line(grid)


def by_rows(grid: Grid) -> str:
    """Return a grid on one line, a space between rows; large grids as numbers with separators.

    >>> by_rows(Grid([[1, 2], [0, 1]]))
    '12 .1'
    """
    if grid.size > MOST_LETTERS:
        return "  ".join(" ".join(map(str, row)) for row in grid)
    text = format_line(grid)
    return " ".join(text[i : i + grid.size] for i in range(0, len(text), grid.size))


def cells_in_words(cells: CellSet) -> str:
    """Return cells as r1c2 (row 1, column 2), in order.

    >>> cells_in_words(frozenset({(1, 0), (0, 2)}))
    'r1c3 r2c1'
    """
    return " ".join(f"r{r + 1}c{c + 1}" for r, c in sorted(cells))


def numbered(cells: CellSet) -> list[list[int]]:
    """Return cells for JSON as [row, column] from 1, in order."""
    return [[r + 1, c + 1] for r, c in sorted(cells)]


def with_disjoint(grid: Grid, disjoint: Sequence[CellSet], columns: int | None) -> str:
    """Return the grid drawn, beside it disjoint sets of its cells, each with a letter."""
    shown = disjoint if len(disjoint) <= len(_LETTERS) else []  # some letters would mislead
    letters = [["."] * grid.size for _ in range(grid.size)]
    for letter, cells in zip(_LETTERS, shown, strict=False):
        for r, c in cells:
            letters[r][c] = letter
    drawn = [drawing(grid)]
    if shown:
        drawn.append(cells_drawn(letters, grid.shape))
    return beside(drawn, columns)
