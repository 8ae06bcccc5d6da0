"""Grids drawn in characters, boxes marked by lines."""

from collections.abc import Sequence

from ..sudoku.boxes import Marked, cells_drawn
from ..sudoku.grid import Grid

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
