"""Texts drawn in boxes that lines mark."""

from collections.abc import Callable, Sequence

from .shape import BoxShape

MARK = "!"
"""Stands before a cell that is marked."""

Marked = Callable[[int, int], bool]
"""Tells from a cell's row and column, both from 0, whether the cell is marked."""


def cells_drawn(
    cells: Sequence[Sequence[str | int]], shape: BoxShape, marked: Marked = lambda _, __: False
) -> list[str]:
    """Return the lines of a drawing of cells that hold these texts, or 0 for blank.

    All lines have one width.
    """
    texts = [[str(cell or ".") for cell in row] for row in cells]
    width = max(len(str(shape.size)), *(len(text) for row in texts for text in row))
    per_stack, per_band = shape.width, shape.height
    drawn_cells = [
        [(MARK if marked(r, c) else " ") + text.rjust(width) for c, text in enumerate(row)]
        for r, row in enumerate(texts)
    ]
    starts = range(0, shape.size, per_stack)
    lines = [
        " |".join("".join(row[start : start + per_stack]) for start in starts)
        for row in drawn_cells
    ]
    rule = "-+-".join("-" * (per_stack * (width + 1) - 1) for _ in starts)
    drawn: list[str] = []
    for r, line in enumerate(lines):
        if r and r % per_band == 0:
            drawn.append(f"-{rule}-")
        drawn.append(line)
    full = len(rule) + 2
    return [line.ljust(full) for line in drawn]
