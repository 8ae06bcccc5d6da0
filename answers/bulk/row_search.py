"""Searches for the least images of many grids at once, row after row.

A state is the beginning of an image of a grid: the orientation in which the grid is read, the rows
chosen so far, the order of the columns, and the new names that digits have got. Each step tries
every row that may come next and keeps only the states with the least result; at the end all
remaining states lead to the least image. Interchangeable lines without clues are only taken in
ascending order.

The search is for grids whose lines repeat no digit. The digits of the first nonblank row then
always get the names 1, 2, 3, ..., so this row is least if and only if its pattern of clues is
least. Until this row is chosen, the order of the columns is not fixed.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...sudoku.arrays import Cells, are_complete, join_arrays, mark_run_starts, split_range
from ...sudoku.shape import BoxShape
from .images import Images, complete_names
from .row_tables import (
    MOST_ORDERS,
    NINE,
    build_row_pairs,
    build_tables,
    count_column_orders,
    number_rows,
)

_MOST_STATES = 10_000
"""The largest number of states (beginnings of an image) that the search keeps for a grid; if a grid
has more states, a solver must find its least image.
"""

_GRIDS_SEARCHED_AT_ONCE = 250
"""The number of grids that are searched together: enough for numpy to be efficient, and few enough
for the processor's cache.
"""


def is_quick(cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return, for each grid, whether this search can find its least image, (N,) bool: its columns
    have at most `MOST_ORDERS` orders, each line has each digit at most once, and the grid has a
    clue.
    """
    if shape.size > 9 or count_column_orders(shape) > MOST_ORDERS:
        return np.zeros(len(cells), bool)
    found: NDArray[np.bool_] = np.count_nonzero(cells, (1, 2)) > 0
    for lines in (cells, cells.swapaxes(1, 2)):
        ordered = np.sort(lines, axis=2)
        one, two = ordered[:, :, 1:], ordered[:, :, :-1]
        found &= ~((one == two) & (one > 0)).any((1, 2))
    return found


def search_least_images(cells: Cells, shape: BoxShape) -> tuple[NDArray[np.bool_], Images]:
    """Search for the least image of each grid. Return which grids are finished, (N,) bool, and the
    transformations to the least images; a grid that is not finished was too hard and has the
    identity. The grids must be suitable for the search (`is_quick`).
    """
    is_finished, found = np.zeros(len(cells), bool), Images.identity(shape, len(cells))
    complete = are_complete(cells, shape) & (shape == NINE)
    for which, begin in ((~complete, _start_with_patterns), (complete, _start_with_row_pairs)):
        indices = np.flatnonzero(which)
        for piece in split_range(len(indices), _GRIDS_SEARCHED_AT_ONCE):
            grids = _Grids(cells[indices[piece]], shape)
            states = begin(grids)
            # All remaining states of a grid lead to its least image, so any state will do.
            grid, first = np.unique(states.side // grids.sides, return_index=True)
            states, where = states.select(first), indices[piece][grid]
            is_finished[where] = True
            turned, columns = states.side % grids.sides == 1, grids.tables.orders[states.order]
            names = complete_names(states.names)
            found.replace(where, Images(shape, turned, states.rows, columns, names))
    return is_finished, found


class _Grids:
    """The grids of a search, each in its orientations, which are called sides: as given and, if
    boxes are square, transposed.

    Rows are numbered `(grid · sides + side) · size + row`. `patterns` has the pattern of clues of
    each row. `before` has, as bits, the rows that must be chosen before a row: a row without clues
    waits for the earlier such rows of its band, and a row of a band without clues waits for the
    earlier such bands.
    """

    def __init__(self, cells: Cells, shape: BoxShape) -> None:
        self.shape, self.number = shape, len(cells)
        self.tables = build_tables(shape)
        sides = [cells, cells.transpose(0, 2, 1)] if shape.height == shape.width else [cells]
        self.sides = len(sides)
        rows = np.stack(sides, 1)
        self.cells = rows.reshape(-1)
        weights = 2 ** np.arange(shape.size - 1, -1, -1)
        self.patterns = ((rows > 0) @ weights).reshape(-1)
        blank_columns = ~rows.any(2)
        self.blank_columns = (blank_columns @ weights).reshape(-1)
        blank_rows: NDArray[np.bool_] = np.count_nonzero(rows, 3) == 0
        bands = blank_rows.reshape(*blank_rows.shape[:2], shape.bands, shape.height)
        blank_bands = np.repeat(bands.all(3), shape.height, axis=2)
        line = np.arange(shape.size)
        earlier, same = line < line[:, None], line // shape.height == line[:, None] // shape.height
        waits = earlier & np.where(
            same,
            blank_rows[..., None, :] & blank_rows[..., None],
            blank_bands[..., None, :] & blank_bands[..., None],
        )
        self.before = (waits @ (1 << line)).reshape(-1)


class _States(NamedTuple):
    """The states of the search, S in number, sorted by grid. A state is the beginning of an image
    of a grid: the rows chosen so far, the order of the columns, and the new names of digits.

    `side` is `grid · sides + side`. `used` has the chosen rows as bits; `rows`, (S, size), has them
    in order. `order` is the index of the order of the columns in the tables; it has no meaning
    before the first nonblank row is chosen. `names`, (S, size + 1), are the new names of the
    digits, 0 if a digit has no name yet; `named` is the number of digits that have a name.
    """

    side: NDArray[np.intp]
    used: NDArray[np.intp]
    rows: NDArray[np.uint8]
    order: NDArray[np.intp]
    names: NDArray[np.uint8]
    named: NDArray[np.uint8]

    @classmethod
    def start(cls, side: NDArray[np.intp], size: int) -> "_States":
        """Return the first states of the search, in which no row is chosen yet: a state for each
        element of `side`, the number of a grid in an orientation.
        """
        used, order = np.zeros((2, len(side)), np.intp)
        rows, names = (np.zeros((len(side), n), np.uint8) for n in (size, size + 1))
        return cls(side, used, rows, order, names, np.zeros(len(side), np.uint8))

    def select(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "_States":
        taken: list[Any] = [part[which] for part in self]
        return _States(*taken)

    def append_row(self, which: NDArray[np.intp], line: NDArray[np.intp], i: int) -> "_States":
        """Return the states with the indices `which`, each extended by a row of its grid: the rows
        in `line` become the i-th rows (from 0) of the images.
        """
        states = self.select(which)
        states.rows[:, i] = line
        return states._replace(used=states.used | 1 << line)


def _start_with_patterns(grids: _Grids) -> _States:
    """Search for the least images, starting with the least pattern of a first nonblank row. Return
    the states that lead to the least images.
    """
    size = grids.shape.size
    waiting = _States.start(np.arange(grids.number * grids.sides), size)
    searching = waiting.select(np.zeros(0, np.intp))
    for i in range(size):
        searching = _choose_next_row(grids, searching, i)
        state, line = _find_candidate_rows(grids, waiting, i)
        patterns = grids.patterns[waiting.side[state] * size + line]
        values = grids.tables.least[patterns]
        least = _mark_least(waiting.side[state] // grids.sides, values)
        waiting, patterns = waiting.append_row(state[least], line[least], i), patterns[least]
        is_open = patterns == 0
        opened, waiting = waiting.select(~is_open), waiting.select(is_open)
        opened = _expand_column_orders(grids, opened, patterns[~is_open], i)
        # No grid has states in both arrays; the sides of a grid must come together, in ascending
        # order.
        searching = join_arrays([searching, opened])
        searching = searching.select(np.argsort(searching.side, kind="stable"))
    return searching


def _expand_column_orders(
    grids: _Grids, states: _States, patterns: NDArray[np.intp], i: int
) -> _States:
    """Replace each state by the states with all orders of the columns that make its pattern in row
    i least, and name the digits of this row. Grids that get too many states are dropped.
    """
    reaching = grids.tables.reaching
    few = _mark_few_states(states.side // grids.sides, reaching.count_orders(patterns))
    states = states.select(few)
    state, order = reaching.find_orders(patterns[few])
    fine = grids.tables.ordered_blanks[order, grids.blank_columns[states.side[state]]]
    states = states.select(state[fine])._replace(order=order[fine])
    _name_ascending(grids, states, i)
    return states


def _start_with_row_pairs(grids: _Grids) -> _States:
    """Search for the least images of complete grids, starting with the first two rows. Return the
    states that lead to the least images.
    """
    size = grids.shape.size
    rows = grids.cells.reshape(-1, size, size).astype(np.intp) - 1
    # The candidates are all ordered pairs of rows of a band: arrays of shape (sides, 18, 9).
    first = np.repeat(np.arange(size), 2)
    second = np.array([3 * (r // 3) + (r + step) % 3 for r in range(size) for step in (1, 2)])
    columns = np.argsort(rows, axis=2)
    structures = np.take_along_axis(columns[:, first], rows[:, second], 2)
    kind = np.searchsorted(build_row_pairs().keys, number_rows(structures)).reshape(-1)
    pair = np.flatnonzero(
        _mark_least(np.arange(len(kind)) // (18 * grids.sides), build_row_pairs().least[kind])
    )
    place, order = build_row_pairs().reaching.find_orders(kind[pair])
    side, which = np.divmod(pair[place], 18)
    states = _States.start(side, size)._replace(order=order)
    states = states.append_row(np.arange(len(side)), first[which], 0)
    _name_ascending(grids, states, 0)
    states = states.append_row(np.arange(len(side)), second[which], 1)
    for i in range(2, size):
        states = _choose_next_row(grids, states, i)
    return states


def _name_ascending(grids: _Grids, states: _States, i: int) -> None:
    """Give the digits of row i, the first nonblank row, the names 1, 2, 3, ..., in place."""
    size = grids.shape.size
    columns = grids.tables.orders[states.order].astype(np.intp)
    row = states.side * size + states.rows[:, i]
    cells = grids.cells[row[:, None] * size + columns]
    names = np.cumsum(cells > 0, axis=1)
    names[cells == 0] = 0
    np.put_along_axis(states.names, cells.astype(np.intp), names.astype(np.uint8), 1)
    states.named[:] = names.max(1)


def _choose_next_row(grids: _Grids, states: _States, i: int) -> _States:
    """Extend the states by every row that may become row i, and return only the states with the
    least result. Grids that get too many states are dropped.
    """
    size, width = grids.shape.size, grids.shape.width
    state, line = _find_candidate_rows(grids, states, i)
    # A row with fewer columns from its first clue to its end is less, for all names of its digits.
    patterns = grids.patterns[states.side[state] * size + line]
    leading = grids.tables.leading[states.order[state], patterns]
    least = _mark_least(states.side[state] // grids.sides, leading)
    states = states.append_row(state[least], line[least], i)
    # The row is compared stack by stack, because few states remain after the first stack.
    for start in range(0, size, width):
        numbers = _name_digits(grids, states, i, range(start, start + width))
        states = states.select(_mark_least(states.side // grids.sides, numbers))
    return states.select(_mark_few_states(states.side // grids.sides))


def _name_digits(grids: _Grids, states: _States, i: int, columns: range) -> NDArray[np.int64]:
    """Name the digits of row i in the given columns, in place, and return the named digits of these
    columns as a number for each state.
    """
    size = grids.shape.size
    row = (states.side * size + states.rows[:, i]) * size
    order = states.order * size
    orders, names = grids.tables.orders.reshape(-1), states.names.reshape(-1)
    first_name = np.arange(len(row)) * (size + 1)
    number = np.zeros(len(row), np.int64)
    for j in columns:
        cell = grids.cells[row + orders[order + j]]
        name = names[first_name + cell]
        is_new = (name == 0) & (cell > 0)
        states.named[:] += is_new
        name = np.where(is_new, states.named, name)
        names[first_name + cell] = name
        number = 16 * number + name
    return number


def _find_candidate_rows(
    grids: _Grids, states: _States, i: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows that may become the i-th row of each state, as two arrays: the index of the
    state, ascending, and the row.
    """
    size, height = grids.shape.size, grids.shape.height
    line = np.arange(size)
    free = (states.used[:, None] >> line & 1) == 0
    if i % height:
        free &= line // height == states.rows[:, i - 1, None] // height
    before = grids.before.reshape(-1, size)[states.side]
    free &= (before & ~states.used[:, None]) == 0
    state, chosen = np.nonzero(free)
    return state, chosen


def _mark_least(grid: NDArray[np.intp], values: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return, for each value, whether it is the least of all values of its grid. `grid`, the index
    of each value's grid, must be ascending.
    """
    if not len(grid):
        return np.zeros(0, bool)
    begin = mark_run_starts(grid)
    least = np.minimum.reduceat(values, np.flatnonzero(begin))
    fits: NDArray[np.bool_] = values == least[np.cumsum(begin) - 1]
    return fits


def _mark_few_states(
    grid: NDArray[np.intp], counts: NDArray[np.intp] | None = None
) -> NDArray[np.bool_]:
    """Return which states belong to a grid with at most `_MOST_STATES` states. If `counts` is
    given, each state counts as that number of states.
    """
    total = np.bincount(grid, counts)
    few: NDArray[np.bool_] = (total <= _MOST_STATES)[grid]
    return few
