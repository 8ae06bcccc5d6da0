"""Find the least copies of many grids at once by a search, row after row.

Copies of a grid are compared cell by cell, row after row. The search builds the least copy from its
beginnings, which are called partial images. A partial image consists of the orientation in which
the grid is read, the rows chosen so far, the order of the columns, and the new names that digits
have got. Each step extends every partial image by each row that may come next and keeps only those
with the least result; at the end all remaining partial images are the least copy. If rows or
columns without clues can be exchanged without any effect, they are only tried in ascending order.

The search is for grids whose lines repeat no digit. The digits of the first row with clues then
always get the names 1, 2, 3, …, so this row is least if and only if its pattern of clues is least.
Until this row is chosen, the order of the columns is not fixed.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...sudoku.arrays import (
    Cells,
    are_solved_grids,
    join_arrays,
    make_mask_of_run_starts,
    yield_index_slices,
)
from ...sudoku.shape import BoxShape
from .row_tables import (
    MOST_ORDERS,
    NINE_BY_NINE,
    build_column_order_tables,
    build_row_pair_relation_tables,
    count_column_orders,
    encode_rows_in_base_16,
)
from .transformation_arrays import TransformationArrays, complete_renamings_in_place

_MAX_PARTIAL_IMAGES = 10_000
"""The largest number of partial images (beginnings of a copy) that the search keeps for a grid. If
a grid has more of them, a solver must find its least copy.
"""

_GRIDS_SEARCHED_AT_ONCE = 250
"""The number of grids that are searched together: enough for numpy to be efficient, and few enough
for the processor's cache.
"""


def make_mask_of_grids_suited_to_row_search(cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return for each grid whether the row search can find its least copy, as a Boolean array of
    shape (N,). It can if three conditions hold: no row or column has a digit twice, the grid has a
    clue, and at most `MOST_ORDERS` orders of the columns have to be tried.
    """
    if shape.size > 9 or count_column_orders(shape) > MOST_ORDERS:
        return np.zeros(len(cells), bool)
    found: NDArray[np.bool_] = np.count_nonzero(cells, (1, 2)) > 0
    for lines in (cells, cells.swapaxes(1, 2)):
        ordered = np.sort(lines, axis=2)
        one, two = ordered[:, :, 1:], ordered[:, :, :-1]
        found &= ~((one == two) & (one > 0)).any((1, 2))
    return found


def try_to_find_ways_to_least_images(
    cells: Cells, shape: BoxShape
) -> tuple[NDArray[np.bool_], TransformationArrays]:
    """Search for the transformation from each grid to the least of its copies. Return two arrays:
    whether the search for each grid was completed, (N,) bool, and the transformations. If the
    search took too long for a grid, its transformation changes nothing. The search must be possible
    for all of these grids (see `make_mask_of_grids_suited_to_row_search`).
    """
    is_finished, found = (
        np.zeros(len(cells), bool),
        TransformationArrays.identity(shape, len(cells)),
    )
    complete = are_solved_grids(cells, shape) & (shape == NINE_BY_NINE)
    for is_chosen, begin in (
        (~complete, _search_least_images_by_clue_patterns),
        (complete, _search_least_images_by_row_pairs),
    ):
        indices = np.flatnonzero(is_chosen)
        for piece in yield_index_slices(len(indices), _GRIDS_SEARCHED_AT_ONCE):
            grids = _OrientedGrids(cells[indices[piece]], shape)
            partials = begin(grids)
            # All remaining partial images of a grid are its least copy, so any of them can be used.
            grid, first = np.unique(partials.side // grids.sides, return_index=True)
            partials, where = partials.select(first), indices[piece][grid]
            is_finished[where] = True
            turned, columns = partials.side % grids.sides == 1, grids.tables.orders[partials.order]
            names = complete_renamings_in_place(partials.names)
            found.replace(where, TransformationArrays(shape, turned, partials.rows, columns, names))
    return is_finished, found


class _OrientedGrids:
    """The grids of a search for least copies. Each grid is searched in one or two orientations,
    which are called sides: as it is given and, if its boxes are square, also with rows and columns
    exchanged. With `sides` orientations, row r of orientation s of grid g has the number `(g ·
    sides + s) · size + r`.

    `patterns` has, for each row, a number whose bits mark the cells with clues. `before` has, for
    each row, a number whose bits mark the rows that must be chosen before this row: bit j for row
    j. Blank rows of a band can be exchanged without any effect, so the search chooses them only in
    ascending order. Bands that are blank as a whole are also chosen only in ascending order.
    """

    def __init__(self, cells: Cells, shape: BoxShape) -> None:
        self.shape, self.number = shape, len(cells)
        self.tables = build_column_order_tables(shape)
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


class _PartialImages(NamedTuple):
    """The S partial images of a search, sorted by grid. A partial image is the beginning of a copy
    of a grid: the rows chosen so far, the order of the columns, and the new names of digits. With
    `sides` orientations (1 or 2) for each grid, orientation s of grid g has the number `g · sides +
    s`.

    - `side`, (S,): the number of the grid and orientation.
    - `used`, (S,): the chosen rows as bits, bit r for row r.
    - `rows`, (S, size): the chosen rows in the order of the copy.
    - `order`, (S,): the order of the columns, as an index in `ColumnOrderTables.orders`; without
      meaning until the first row with clues is chosen.
    - `names`, (S, size + 1): the new name of each digit, 0 if it has no name yet.
    - `named`, (S,): the number of digits that have a name.
    """

    side: NDArray[np.intp]
    used: NDArray[np.intp]
    rows: NDArray[np.uint8]
    order: NDArray[np.intp]
    names: NDArray[np.uint8]
    named: NDArray[np.uint8]

    @classmethod
    def make_without_rows(cls, side_numbers: NDArray[np.intp], grid_size: int) -> "_PartialImages":
        """Return the first partial images (beginnings of copies) of the search, in which no row is
        chosen yet: one for each element of `side_numbers`. An element is the number of a grid and
        its orientation. `grid_size` is the number of rows of each grid.
        """
        used, order = np.zeros((2, len(side_numbers)), np.intp)
        rows, names = (
            np.zeros((len(side_numbers), n), np.uint8) for n in (grid_size, grid_size + 1)
        )
        return cls(side_numbers, used, rows, order, names, np.zeros(len(side_numbers), np.uint8))

    def select(self, indices: NDArray[np.bool_] | NDArray[np.intp]) -> "_PartialImages":
        """Return the partial images (beginnings of copies of grids) at `indices`, which may also be
        a Boolean array that is true for the wanted partial images.
        """
        taken: list[Any] = [part[indices] for part in self]
        return _PartialImages(*taken)

    def copy_with_next_row(
        self, indices: NDArray[np.intp], row_numbers: NDArray[np.intp], image_row_index: int
    ) -> "_PartialImages":
        """Return the partial images (beginnings of copies of grids) at `indices`, each extended by
        one row, which becomes row number `image_row_index` of the image, from 0. `row_numbers` has,
        for each of these images, the number of the row of the grid that is appended.
        """
        partials = self.select(indices)
        partials.rows[:, image_row_index] = row_numbers
        return partials._replace(used=partials.used | 1 << row_numbers)


def _search_least_images_by_clue_patterns(grids: _OrientedGrids) -> _PartialImages:
    """Search for the least copies of the grids, beginning with the row whose pattern of clues can
    be made least. The search extends partial images, which are beginnings of copies. Return the
    partial images that have become complete copies and are least.
    """
    size = grids.shape.size
    waiting = _PartialImages.make_without_rows(np.arange(grids.number * grids.sides), size)
    searching = waiting.select(np.zeros(0, np.intp))
    for i in range(size):
        searching = _extend_by_next_row(grids, searching, i)
        state, line = _find_candidate_rows(grids, waiting, i)
        patterns = grids.patterns[waiting.side[state] * size + line]
        values = grids.tables.least[patterns]
        least = _make_mask_of_least_values_of_each_grid(waiting.side[state] // grids.sides, values)
        waiting, patterns = (
            waiting.copy_with_next_row(state[least], line[least], i),
            patterns[least],
        )
        is_open = patterns == 0
        opened, waiting = waiting.select(~is_open), waiting.select(is_open)
        opened = _replace_partials_by_column_orders(grids, opened, patterns[~is_open], i)
        # No grid has partial images in both arrays. The partial images are sorted by their
        # orientation, so that the orientations of a grid are next to each other.
        searching = join_arrays([searching, opened])
        searching = searching.select(np.argsort(searching.side, kind="stable"))
    return searching


def _replace_partials_by_column_orders(
    grids: _OrientedGrids,
    partials: _PartialImages,
    patterns: NDArray[np.intp],
    image_row_index: int,
) -> _PartialImages:
    """Replace each partial image (the beginning of a copy) by several partial images, one for each
    order of the columns that makes the pattern of clues in row number `image_row_index` of the
    image least. Give the digits of this row their new names. All partial images of a grid are left
    out if there would be more than `_MAX_PARTIAL_IMAGES` of them; for such grids, a solver must
    find the least copy.
    """
    reaching = grids.tables.reaching
    few = _make_mask_of_partials_of_grids_within_limit(
        partials.side // grids.sides, reaching.count_orders(patterns)
    )
    partials = partials.select(few)
    state, order = reaching.find_pattern_indices_and_least_column_orders(patterns[few])
    fine = grids.tables.ordered_blanks[order, grids.blank_columns[partials.side[state]]]
    partials = partials.select(state[fine])._replace(order=order[fine])
    _name_digits_of_first_clue_row_in_place(grids, partials, image_row_index)
    return partials


def _search_least_images_by_row_pairs(grids: _OrientedGrids) -> _PartialImages:
    """Search for the least copies of complete 9×9 grids, beginning with two rows of a band. The
    search extends partial images, which are beginnings of copies. Return those that have become
    complete copies and are least.
    """
    size = grids.shape.size
    rows = grids.cells.reshape(-1, size, size).astype(np.intp) - 1
    # The candidates are all ordered pairs of rows of a band: arrays of shape (sides, 18, 9).
    first = np.repeat(np.arange(size), 2)
    second = np.array([3 * (r // 3) + (r + step) % 3 for r in range(size) for step in (1, 2)])
    columns = np.argsort(rows, axis=2)
    structures = np.take_along_axis(columns[:, first], rows[:, second], 2)
    kind = np.searchsorted(
        build_row_pair_relation_tables().keys, encode_rows_in_base_16(structures)
    ).reshape(-1)
    pair = np.flatnonzero(
        _make_mask_of_least_values_of_each_grid(
            np.arange(len(kind)) // (18 * grids.sides), build_row_pair_relation_tables().least[kind]
        )
    )
    place, order = (
        build_row_pair_relation_tables().reaching.find_pattern_indices_and_least_column_orders(
            kind[pair]
        )
    )
    side, pair_of_rows = np.divmod(pair[place], 18)
    partials = _PartialImages.make_without_rows(side, size)._replace(order=order)
    partials = partials.copy_with_next_row(np.arange(len(side)), first[pair_of_rows], 0)
    _name_digits_of_first_clue_row_in_place(grids, partials, 0)
    partials = partials.copy_with_next_row(np.arange(len(side)), second[pair_of_rows], 1)
    for i in range(2, size):
        partials = _extend_by_next_row(grids, partials, i)
    return partials


def _name_digits_of_first_clue_row_in_place(
    grids: _OrientedGrids, partials: _PartialImages, image_row_index: int
) -> None:
    """Change `partials` in place: give the digits of row number `image_row_index` of each image,
    the first row with clues, the names 1, 2, 3, … from left to right.
    """
    size = grids.shape.size
    columns = grids.tables.orders[partials.order].astype(np.intp)
    row = partials.side * size + partials.rows[:, image_row_index]
    cells = grids.cells[row[:, None] * size + columns]
    names = np.cumsum(cells > 0, axis=1)
    names[cells == 0] = 0
    np.put_along_axis(partials.names, cells.astype(np.intp), names.astype(np.uint8), 1)
    partials.named[:] = names.max(1)


def _extend_by_next_row(
    grids: _OrientedGrids, partials: _PartialImages, image_row_index: int
) -> _PartialImages:
    """Extend each partial image (the beginning of a copy) by every row of the grid that may become
    row number `image_row_index` of the image. Return, for each grid, only the extended images in
    which this row is least. All images of a grid are left out if more than `_MAX_PARTIAL_IMAGES` of
    them remain; for such grids, a solver must find the least copy.
    """
    size, width = grids.shape.size, grids.shape.width
    state, line = _find_candidate_rows(grids, partials, image_row_index)
    # A row that begins with more blanks is less than another row, however digits are renamed.
    patterns = grids.patterns[partials.side[state] * size + line]
    leading = grids.tables.leading[partials.order[state], patterns]
    least = _make_mask_of_least_values_of_each_grid(partials.side[state] // grids.sides, leading)
    partials = partials.copy_with_next_row(state[least], line[least], image_row_index)
    # The row is compared stack by stack, because few partial images remain after the first stack.
    for first in range(0, size, width):
        numbers = _name_digits_in_place_and_encode_names(
            grids, partials, image_row_index, range(first, first + width)
        )
        partials = partials.select(
            _make_mask_of_least_values_of_each_grid(partials.side // grids.sides, numbers)
        )
    return partials.select(
        _make_mask_of_partials_of_grids_within_limit(partials.side // grids.sides)
    )


def _name_digits_in_place_and_encode_names(
    grids: _OrientedGrids, partials: _PartialImages, image_row_index: int, columns: range
) -> NDArray[np.int64]:
    """Give new names to those digits of row number `image_row_index` of each partial image (the
    beginning of a copy) that have no name yet, column by column, in the columns `columns`. This
    changes `partials` in place. Return an array with one number for each partial image: the new
    names in these columns as digits in base 16, so that lesser rows have lesser numbers.
    """
    size = grids.shape.size
    row = (partials.side * size + partials.rows[:, image_row_index]) * size
    order = partials.order * size
    orders, names = grids.tables.orders.reshape(-1), partials.names.reshape(-1)
    first_name = np.arange(len(row)) * (size + 1)
    number = np.zeros(len(row), np.int64)
    for j in columns:
        cell = grids.cells[row + orders[order + j]]
        name = names[first_name + cell]
        is_new = (name == 0) & (cell > 0)
        partials.named[:] += is_new
        name = np.where(is_new, partials.named, name)
        names[first_name + cell] = name
        number = 16 * number + name
    return number


def _find_candidate_rows(
    grids: _OrientedGrids, partials: _PartialImages, image_row_index: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows that may become row number `image_row_index` of each partial image (the
    beginning of a copy). The result is two arrays of equal length: the indices of partial images,
    ascending, and the numbers of the rows.
    """
    size, height = grids.shape.size, grids.shape.height
    line = np.arange(size)
    free = (partials.used[:, None] >> line & 1) == 0
    if image_row_index % height:
        free &= line // height == partials.rows[:, image_row_index - 1, None] // height
    before = grids.before.reshape(-1, size)[partials.side]
    free &= (before & ~partials.used[:, None]) == 0
    state, chosen = np.nonzero(free)
    return state, chosen


def _make_mask_of_least_values_of_each_grid(
    grid_indices: NDArray[np.intp], values: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """Return, for each value, whether it is the least value of its grid. `grid_indices` has the
    index of the grid to which each value belongs, in ascending order.
    """
    if not len(grid_indices):
        return np.zeros(0, bool)
    begin = make_mask_of_run_starts(grid_indices)
    least = np.minimum.reduceat(values, np.flatnonzero(begin))
    fits: NDArray[np.bool_] = values == least[np.cumsum(begin) - 1]
    return fits


def _make_mask_of_partials_of_grids_within_limit(
    grid_indices: NDArray[np.intp], replacement_counts: NDArray[np.intp] | None = None
) -> NDArray[np.bool_]:
    """Return, for each partial image (the beginning of a copy), whether its grid has at most
    `_MAX_PARTIAL_IMAGES` partial images. `grid_indices` has, for each partial image, the index of
    its grid.

    If `replacement_counts` is given, each partial image counts as often as its entry in
    `replacement_counts`: the number of images that will replace it.
    """
    total = np.bincount(grid_indices, replacement_counts)
    few: NDArray[np.bool_] = (total <= _MAX_PARTIAL_IMAGES)[grid_indices]
    return few
