"""Grids drawn in characters, boxes marked by lines."""

from collections.abc import Callable, Sequence

from .grid import Grid
from .shape import BoxShape

GAP = "    "
"""Stands between two grids that are drawn side by side."""


MARK = "!"
"""Stands before a cell that is marked."""

Marked = Callable[[int, int], bool]
"""Tells from a cell's row and column, both from 0, whether the cell is marked."""


def drawing(grid: Grid, marked: Marked = lambda _, __: False) -> list[str]:
    """Return the lines of a drawing, all of one width."""
    texts = [[str(value or ".") for value in row] for row in grid]
    return cells_drawn(texts, grid.shape, marked)


def cells_drawn(
    texts: Sequence[Sequence[str]], shape: BoxShape, marked: Marked = lambda _, __: False
) -> list[str]:
    """Return the lines of a drawing with these texts in the cells, all of one width."""
    width = max(len(str(shape.size)), *(len(text) for row in texts for text in row))
    per_stack, per_band = shape.width, shape.height
    cells = [
        [(MARK if marked(r, c) else " ") + text.rjust(width) for c, text in enumerate(row)]
        for r, row in enumerate(texts)
    ]
    starts = range(0, shape.size, per_stack)
    lines = [
        " |".join("".join(row[start : start + per_stack]) for start in starts) for row in cells
    ]
    rule = "-+-".join("-" * (per_stack * (width + 1) - 1) for _ in starts)
    drawn: list[str] = []
    for r, line in enumerate(lines):
        if r and r % per_band == 0:
            drawn.append(f"-{rule}-")
        drawn.append(line)
    full = len(rule) + 2
    return [line.ljust(full) for line in drawn]


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
