"""Find small unavoidable sets of a complete grid, without a search. A set of cells is unavoidable
if every puzzle whose only solution is this grid has at least one clue in it.
"""

from collections.abc import Iterable
from itertools import combinations

from .grid import Cell, CellSet, Grid


def find_small_unavoidable_sets(grid: Grid) -> list[CellSet]:
    """Return small unavoidable sets of a complete grid, the smallest first. A set of cells is
    unavoidable if every puzzle with only this solution has a clue in it. The result contains all
    minimal unavoidable sets within two rows of a band, within two columns of a stack, or within the
    cells of two digits.

    Two rows can exchange their digits in some columns if both rows contain the same digits in these
    columns; the cells of such an exchange are an unavoidable set. The same holds for two columns.
    Two digits can be exchanged in some of their cells if no row, column or box links these cells to
    other cells with one of the two digits.

    >>> grid = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    >>> [len(one) for one in find_small_unavoidable_sets(grid)]
    [4, 4, 4, 4, 4, 4, 4, 4, 8, 8]
    """
    size, (height, width) = grid.size, grid.shape
    found = set[CellSet]()
    for one, other in combinations(range(size), 2):
        if one // height == other // height:
            cells = [(r, c) for r in (one, other) for c in range(size)]
            found.update(
                _group_linked_cells((cell, (f"c{cell[1]}", f"d{grid[cell]}")) for cell in cells)
            )
        if one // width == other // width:
            cells = [(r, c) for r in range(size) for c in (one, other)]
            found.update(
                _group_linked_cells((cell, (f"r{cell[0]}", f"d{grid[cell]}")) for cell in cells)
            )
        digits = ((r, c) for r, c in grid.cells if grid[r, c] - 1 in (one, other))
        found.update(
            _group_linked_cells(
                ((r, c), (f"r{r}", f"c{c}", f"b{r // height} {c // width}")) for r, c in digits
            )
        )
    return sorted(found, key=lambda one: (len(one), sorted(one)))


def _group_linked_cells(cells_with_units: Iterable[tuple[Cell, tuple[str, ...]]]) -> list[CellSet]:
    """Group cells that are linked, directly or through other cells, and return the groups. Two
    cells are linked if they have a unit in common. `cells_with_units` yields each cell with the
    names of its units, such as its row, its box and its digit.
    """
    parts: list[tuple[set[str], set[Cell]]] = []
    for cell, units in cells_with_units:
        touched = [part for part in parts if not part[0].isdisjoint(units)]
        parts = [part for part in parts if part not in touched]
        linked = set(units).union(*(units for units, _ in touched))
        parts.append((linked, {cell}.union(*(cells for _, cells in touched))))
    return [frozenset(cells) for _, cells in parts]
