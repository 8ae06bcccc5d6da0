"""Least images of many grids at once, row after row.

A state is the beginning of an image of a grid: in which orientation the grid is read, the rows
chosen so far, the order of the columns, and the names that digits have been given. All states of a
grid begin with the same rows, the least that there are: each step tries every row that may come
next, and only states with the least result stay. What stays in the end are all the ways to the
least image.

This is for grids whose lines repeat no digit. There the first row that is not blank becomes the
least when its pattern of clues does, because its digits get the names 1, 2, 3, ... anyway. Up to
this row the order of the columns is open.

Lines without clues that may change places are only taken in ascending order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sudoku.shape import BoxShape
from .arrays import Cells
from .images import Images, complete_names
from .row_tables import MOST_ORDERS, NINE, number_of, number_of_orders, pairs, tables

_MOST_STATES = 10_000
"""The most states of one grid; grids with more are not finished here, but left to a solver."""

_GRIDS_SEARCHED_AT_ONCE = 250
"""Grids that are searched together: enough for numpy, and few enough for the processor's cache."""


def is_quick(cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return for which grids the search may be tried, (N,) bool.

    The columns have few orders, no line repeats a digit, and there is a clue.
    """
    if shape.size > 9 or number_of_orders(shape) > MOST_ORDERS:
        return np.zeros(len(cells), bool)
    found: NDArray[np.bool_] = np.count_nonzero(cells, (1, 2)) > 0
    for axis in (1, 2):
        ordered = np.sort(cells, axis=axis)
        one, two = (np.take(ordered, range(s, s + shape.size - 1), axis) for s in (0, 1))
        found &= ~((one == two) & (one > 0)).any((1, 2))
    return found


class MatchedRows(NamedTuple):
    """What a search found of N grids.

    `finished`, (N,) bool: False where there were too many states. `images`: a way to the least
    image of each that is finished. `ways`, (N,) int64: how many ways there are, not counting
    changes among lines without clues and among digits that do not occur.
    """

    finished: NDArray[np.bool_]
    images: Images
    ways: NDArray[np.int64]


def searched(cells: Cells, shape: BoxShape) -> MatchedRows:
    """Return the least images of grids (N, size, size) such as `is_quick` finds."""
    found = MatchedRows(
        np.zeros(len(cells), bool),
        Images.identity(shape, len(cells)),
        np.zeros(len(cells), np.int64),
    )
    complete = _are_complete(cells, shape)
    for which, begin in ((~complete, _with_patterns), (complete, _with_pairs)):
        indices = np.flatnonzero(which)
        for start in range(0, len(indices), _GRIDS_SEARCHED_AT_ONCE):
            some = indices[start : start + _GRIDS_SEARCHED_AT_ONCE]
            _finish(begin(_Grids(cells[some], shape)), some, found)
    return found


def _are_complete(cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return which 9×9 grids obey the rules of Sudoku and have no blank, given `is_quick`."""
    if shape != NINE:
        return np.zeros(len(cells), bool)
    boxes = cells.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    complete: NDArray[np.bool_] = np.all(np.sort(boxes, axis=2) == np.arange(1, 10), axis=(1, 2))
    return complete


class _Grids:
    """Some grids, each as it stands and on its other side, columns for rows, if boxes are square.

    Rows are numbered `(grid · sides + side) · size + row`; `patterns` and `before` are those of
    each. `before` says in bits which rows of this side have to be taken before it. A row without
    clues has to wait for the earlier ones of its band. A row of a band without clues has to wait
    for the earlier bands without clues.
    """

    def __init__(self, cells: Cells, shape: BoxShape) -> None:
        self.shape, self.number = shape, len(cells)
        self.tables = tables(shape)
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
            (blank_rows[..., None, :] & blank_rows[..., None]),
            (blank_bands[..., None, :] & blank_bands[..., None]),
        )
        self.before = (waits @ (1 << line)).reshape(-1)


class _States(NamedTuple):
    """The states of some grids, those of a grid together, grids in ascending order.

    `side`, (S,): `grid · sides + side`. `used`, (S,): the rows chosen, in bits. `rows`, (S, size):
    the rows chosen, in order. `order`, (S,): which of the tables' orders the columns have; it means
    nothing while that is open. `names`, (S, size + 1): the names of the digits, 0 for none yet.
    """

    side: NDArray[np.intp]
    used: NDArray[np.intp]
    rows: NDArray[np.uint8]
    order: NDArray[np.intp]
    names: NDArray[np.uint8]

    def those(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "_States":
        return _States(
            self.side[which],
            self.used[which],
            self.rows[which],
            self.order[which],
            self.names[which],
        )


def _finish(
    grids_and_states: tuple[_Grids, _States], some: NDArray[np.intp], found: MatchedRows
) -> None:
    """Write down the first state of each grid, and how many there are."""
    grids, states = grids_and_states
    grid, first, ways = np.unique(states.side // grids.sides, return_index=True, return_counts=True)
    states = states.those(first)
    where = some[grid]
    found.finished[where] = True
    found.ways[where] = ways
    columns = grids.tables.orders[states.order]
    found.images.replace(
        where,
        Images(
            grids.shape,
            states.side % grids.sides == 1,
            states.rows,
            columns,
            complete_names(states.names),
        ),
    )


def _with_patterns(grids: _Grids) -> tuple[_Grids, _States]:
    """Begin with the least pattern; return the states that reach the least images."""
    size = grids.shape.size
    number = grids.number * grids.sides
    waiting = _States(
        np.arange(number),
        np.zeros(number, np.intp),
        np.zeros((number, size), np.uint8),
        np.zeros(number, np.intp),
        np.zeros((number, size + 1), np.uint8),
    )
    searching = waiting.those(np.zeros(0, np.intp))
    for i in range(size):
        searching = _next(grids, searching, i)
        state, line = _candidates(grids, waiting, i)
        patterns = grids.patterns[waiting.side[state] * size + line]
        values = grids.tables.least[patterns]
        least = _least(waiting.side[state] // grids.sides, values)
        state, line, patterns, values = (part[least] for part in (state, line, patterns, values))
        waiting = _moved(waiting, state, line, i)
        is_open = values == 0
        opened, waiting = waiting.those(~is_open), waiting.those(is_open)
        opened = _in_all_orders(grids, opened, patterns[~is_open], i)
        searching = _merged(searching, opened)
    return grids, searching


def _in_all_orders(grids: _Grids, states: _States, patterns: NDArray[np.intp], i: int) -> _States:
    """Return each state in all orders that make its pattern the least one, with row i named."""
    start = grids.tables.start
    counts = start[patterns + 1] - start[patterns]
    few = _few(states.side // grids.sides, counts)
    states, patterns, counts = states.those(few), patterns[few], counts[few]
    state, place = _repeated(counts)
    order = grids.tables.reaching[start[patterns][state] + place]
    fine = grids.tables.ordered_blanks[order, grids.blank_columns[states.side[state]]]
    states = states.those(state[fine])._replace(order=order[fine])
    size = grids.shape.size
    columns = grids.tables.orders[states.order].astype(np.intp)
    row = states.side * size + states.rows[:, i]
    cells = grids.cells[row[:, None] * size + columns]
    names = np.cumsum(cells > 0, axis=1)
    names[cells == 0] = 0
    np.put_along_axis(states.names, cells.astype(np.intp), names.astype(np.uint8), 1)
    return states


def _with_pairs(grids: _Grids) -> tuple[_Grids, _States]:
    """Begin with the first two rows of complete grids; return what reaches the least images."""
    table, size = pairs(), 9
    rows = grids.cells.reshape(-1, size, size).astype(np.intp) - 1
    # From all pairs of two rows of a band: (sides, 18, 9).
    first = np.repeat(np.arange(size), 2)
    second = np.array([3 * (r // 3) + (r + step) % 3 for r in range(size) for step in (1, 2)])
    columns = np.argsort(rows, axis=2)
    structures = np.take_along_axis(columns[:, first], rows[:, second], 2)
    kind = np.searchsorted(table.keys, number_of(structures)).reshape(-1)
    side = np.repeat(np.arange(len(rows)), len(first))
    pair = np.flatnonzero(_least(side // grids.sides, table.least[kind]))
    kind = kind[pair]
    state, place = _repeated(table.start[kind + 1] - table.start[kind])
    order = table.reaching[table.start[kind][state] + place]
    pair = pair[state]
    which, side = pair % len(first), side[pair]
    chosen = np.zeros((len(pair), size), np.uint8)
    chosen[:, 0], chosen[:, 1] = first[which], second[which]
    names = np.zeros((len(pair), size + 1), np.uint8)
    digits = np.take_along_axis(
        rows[side, first[which]], grids.tables.orders[order].astype(np.intp), 1
    )
    np.put_along_axis(names, digits + 1, np.arange(1, 10, dtype=np.uint8)[None], 1)
    states = _States(side, (1 << first[which]) | (1 << second[which]), chosen, order, names)
    for i in range(2, size):
        states = _next(grids, states, i)
    return grids, states


def _next(grids: _Grids, states: _States, i: int) -> _States:
    """Return the states with their least row i."""
    if not len(states.side):
        return states
    size, sides = grids.shape.size, grids.sides
    state, line = _candidates(grids, states, i)
    # A row with fewer columns from its first clue on is less, whatever the names.
    patterns = grids.patterns[states.side[state] * size + line]
    leading = grids.tables.leading[states.order[state], patterns]
    least = _least(states.side[state] // sides, leading)
    state, line = state[least], line[least]
    orders = grids.tables.orders.reshape(-1)
    names = states.names.reshape(-1)
    named = states.names.max(1)
    row = (states.side[state] * size + line) * size
    order = states.order[state] * size
    new = named[state]
    written: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]] = []
    for start in range(0, size, grids.shape.width):
        number = np.zeros(len(state), np.int64)
        for j in range(start, start + grids.shape.width):
            cell = grids.cells[row + orders[order + j]]
            name = names[state * (size + 1) + cell]
            is_new = (name == 0) & (cell > 0)
            new = new + is_new
            name = np.where(is_new, new, name)
            number = 16 * number + name
            written.append((cell, name))
        # Stack by stack, because few states are left after the first.
        least = _least(states.side[state] // sides, number)
        state, line, row, order, new = (part[least] for part in (state, line, row, order, new))
        written = [(cell[least], name[least]) for cell, name in written]
    states = _moved(states, state, line, i)
    for cell, name in written:
        states.names[np.arange(len(state)), cell] = name
    return states.those(_few(states.side // sides))


def _candidates(
    grids: _Grids, states: _States, i: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return which rows may be the i-th of which states: two arrays, ascending by state."""
    size, height = grids.shape.size, grids.shape.height
    line = np.arange(size)
    free = (states.used[:, None] >> line & 1) == 0
    if i % height:
        free &= line // height == states.rows[:, i - 1, None] // height
    before = grids.before.reshape(-1, size)[states.side]
    free &= (before & ~states.used[:, None]) == 0
    state, chosen = np.nonzero(free)
    return state, chosen


def _moved(states: _States, state: NDArray[np.intp], line: NDArray[np.intp], i: int) -> _States:
    moved = states.those(state)
    moved.rows[:, i] = line
    return moved._replace(used=moved.used | 1 << line)


def _least(grid: NDArray[np.intp], values: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return where the values are the least of their grid; grids come in ascending order."""
    if not len(grid):
        return np.zeros(0, bool)
    begins = np.concatenate([[True], grid[1:] != grid[:-1]])
    least = np.minimum.reduceat(values, np.flatnonzero(begins))
    fits: NDArray[np.bool_] = values == least[np.cumsum(begins) - 1]
    return fits


def _few(grid: NDArray[np.intp], counts: NDArray[np.intp] | None = None) -> NDArray[np.bool_]:
    """Return which states belong to grids that have at most `_MOST_STATES`."""
    total = np.bincount(grid, counts)
    few: NDArray[np.bool_] = (total <= _MOST_STATES)[grid]
    return few


def _repeated(counts: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return each index as often as its count says, and the numbers from 0 below the count."""
    index = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return index, np.arange(len(index)) - starts[index]


def _merged(one: _States, two: _States) -> _States:
    """Return the states of two sets of grids, in the order of the grids."""
    if not len(one.side) or not len(two.side):
        return one if len(one.side) else two
    # Neither has a grid of the other, and sides of a grid ascend.
    both = _States(
        np.concatenate([one.side, two.side]),
        np.concatenate([one.used, two.used]),
        np.concatenate([one.rows, two.rows]),
        np.concatenate([one.order, two.order]),
        np.concatenate([one.names, two.names]),
    )
    return both.those(np.argsort(both.side, kind="stable"))
