"""Grids and sets of cells in characters: drawn, boxes marked by lines, or on one line."""

from collections.abc import Sequence

from ..sudoku.grid import CellSet, Grid
from ..sudoku.text import MOST_LETTERS, Marked, cells_drawn, format_line

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

GAP = "    "
"""Stands between two grids that are drawn side by side."""


def drawing(grid: Grid, marked: Marked = lambda _, __: False) -> list[str]:
    """Return the lines of a drawing, all of one width."""
    return cells_drawn(grid.rows, grid.shape, marked)


def side_by_side(
    grids: Sequence[Grid], columns: int | None = None, marked: Sequence[Marked] | None = None
) -> str:
    """Return the grids drawn next to each other, or below each other where `columns` are too few.

    Below each other they are numbered. `marked` says for each grid which of its cells are marked,
    by default none. No line ends in white space.

    >>> print(side_by_side((Grid([[1, 2, 0, 0], [0, 0, 1, 2], [0] * 4, [0] * 4]),) * 2))
     1 2 | . .      1 2 | . .
     . . | 1 2      . . | 1 2
    -----+-----    -----+-----
     . . | . .      . . | . .
     . . | . .      . . | . .
    """
    if marked is None:
        return beside([drawing(grid) for grid in grids], columns)
    return beside([drawing(*both) for both in zip(grids, marked, strict=True)], columns)


def beside(drawings: Sequence[Sequence[str]], columns: int | None = None) -> str:
    """Return drawings next to each other, or below each other where `columns` are too few."""
    across = [GAP.join(lines).rstrip() for lines in zip(*drawings, strict=True)]
    if columns is None or len(drawings) == 1 or max(map(len, across)) <= columns:
        return "\n".join(across)
    return "\n\n".join(
        "\n".join([f"{number}:", *(line.rstrip() for line in lines)])
        for number, lines in enumerate(drawings, 1)
    )


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
