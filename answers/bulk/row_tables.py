"""Tables for finding quickly which orders of a grid's columns make one row, or two rows, least.
They are used for shapes such as 9×9, in which columns can be put into at most `MOST_ORDERS` orders.
"""

from functools import cache
from itertools import combinations, permutations, product
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...sudoku.shape import BoxShape

MOST_ORDERS = 1296
"""The largest number of orders of the columns for which tables are built: 1296, which is the number
for a 9×9 grid (3! orders of stacks, times 3! orders of the columns in each of three stacks).
"""


def count_column_orders(shape: BoxShape) -> int:
    """Return the number of orders of a grid's columns in which the columns of each stack stay
    together.
    """
    orders: int = factorial(shape.stacks) * factorial(shape.width) ** shape.stacks
    return orders


class LeastColumnOrders(NamedTuple):
    """A table that lists, for each pattern, the orders of columns that make the pattern least. A
    pattern is a number that describes a row: which of its cells have clues, as bits, or the
    relation between this row and another row. The pattern with the number k has the orders
    `orders[start[k]:start[k + 1]]`; an order is given by its index in `ColumnOrderTables.orders`.
    """

    start: NDArray[np.intp]
    orders: NDArray[np.intp]

    def count_orders(self, pattern_numbers: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the number of column orders that make a pattern least, for each of the patterns
        with the numbers `pattern_numbers`.
        """
        return self.start[pattern_numbers + 1] - self.start[pattern_numbers]

    def find_pattern_indices_and_least_column_orders(
        self, pattern_numbers: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the column orders that make a pattern least, for each of the patterns with the
        numbers `pattern_numbers`. The result is two arrays of equal length: indices in
        `pattern_numbers`, ascending, and orders of the columns, each as an index in
        `ColumnOrderTables.orders`.
        """
        counts = self.count_orders(pattern_numbers)
        place = np.repeat(np.arange(len(pattern_numbers)), counts)
        first = self.start[pattern_numbers] - np.cumsum(counts) + counts
        return place, self.orders[first[place] + np.arange(len(place))]


class ColumnOrderTables(NamedTuple):
    """The K orders into which the columns of a grid can be put, and their effect on patterns of
    clues in a row. A pattern is a number of `size` bits, the highest for the first column; a bit is
    1 if the cell has a clue.

    - `orders`, (K, size): the orders as index lists.
    - `leading`, (K, 2^size): the number of columns from the first clue to the end of the row, if
      the pattern is put into the order.
    - `ordered_blanks`, (K, 2^size): whether the order must be tried, if the bits of the pattern
      mark the columns without clues.
    - `least`, (2^size,): the least pattern that any order makes from the pattern.
    - `reaching`: for each pattern, the orders that make it least.

    Exchanging blank columns of a stack, or blank stacks, has no effect. Therefore an order must be
    tried only if it keeps the blank columns of each stack ascending, and the blank stacks
    ascending.
    """

    orders: NDArray[np.uint8]
    leading: NDArray[np.uint8]
    ordered_blanks: NDArray[np.bool_]
    least: NDArray[np.intp]
    reaching: LeastColumnOrders


@cache
def build_column_order_tables(shape: BoxShape) -> ColumnOrderTables:
    """Build the tables that describe the effect of each order of columns on patterns of clues in a
    row. `shape` must have at most `MOST_ORDERS` orders of columns.
    """
    size, width = shape.size, shape.width
    stacks = np.array([*permutations(range(shape.stacks))])
    within = np.array([*product(permutations(range(width)), repeat=shape.stacks)])
    orders = (width * stacks[:, None, :, None] + within).astype(np.uint8).reshape(-1, size)
    bits = np.arange(2**size)[:, None] >> np.arange(size - 1, -1, -1) & 1
    patterns = np.zeros((len(orders), 2**size), np.int32)
    for j in range(size):
        patterns = 2 * patterns + bits.T[orders[:, j]]
    least = patterns.min(0)
    by_pattern, reaching = np.nonzero((patterns == least).T)
    return ColumnOrderTables(
        orders,
        np.ceil(np.log2(patterns + 1)).astype(np.uint8),
        _make_mask_of_orders_with_ascending_blanks(orders, bits.T == 1, width),
        least.astype(np.intp),
        LeastColumnOrders(np.searchsorted(by_pattern, np.arange(2**size + 1)), reaching),
    )


def _make_mask_of_orders_with_ascending_blanks(
    orders: NDArray[np.uint8], is_column_in_blank_set: NDArray[np.bool_], stack_width: int
) -> NDArray[np.bool_]:
    """Return, for each order of columns and each set of blank columns, whether the order must be
    tried, (K, 2^size) bool. An order must be tried if it keeps the blank columns of each stack
    ascending, and the blank stacks ascending; all other orders differ from such an order only by
    exchanges of blanks.

    `orders`, (K, size), are index lists. `is_column_in_blank_set`, (size, 2^size), is whether each
    column is in each set of columns. `stack_width` is the number of columns in a stack.
    """
    size = len(is_column_in_blank_set)
    fine = np.ones((len(orders), is_column_in_blank_set.shape[1]), bool)
    whole = np.logical_and.reduce(
        is_column_in_blank_set.reshape(size // stack_width, stack_width, -1), axis=1
    )
    within = [
        (i, j) for i, j in combinations(range(size), 2) if i // stack_width == j // stack_width
    ]
    stacks = combinations(range(0, size, stack_width), 2)
    for places, lines, marked in (
        (within, orders, is_column_in_blank_set),
        (stacks, orders // stack_width, whole),
    ):
        for i, j in places:
            one, two = lines[:, i], lines[:, j]
            fine &= ~((one > two)[:, None] & marked[one] & marked[two])
    return fine


class RowPairRelationTables(NamedTuple):
    """All 12,096 relations between two rows of a band in complete 9×9 grids, with the least second
    row for each relation. A relation has, for each column of the second row, the column of the same
    digit in the first row. The two columns are never in the same stack.

    - `keys`: the relations as numbers in base 16, ascending.
    - `least`: for each relation, the least second row that reordering columns and renaming digits
      can give, if the first row becomes 1 to 9. The row is a number in base 16 with the digits 0 to
      8.
    - `reaching`: for each relation, the orders of columns that give this least second row.
    """

    keys: NDArray[np.int64]
    least: NDArray[np.int64]
    reaching: LeastColumnOrders


NINE_BY_NINE = BoxShape(3, 3)


def encode_rows_in_base_16(rows: NDArray[np.integer]) -> NDArray[np.int64]:
    """Convert each row of digits to a single number, so that rows are compared by comparing
    numbers. `rows` has shape (..., size), and the result has shape (...).
    """
    number = np.zeros(rows.shape[:-1], np.int64)
    for j in range(rows.shape[-1]):
        number = 16 * number + rows[..., j]
    return number


@cache
def build_row_pair_relation_tables() -> RowPairRelationTables:
    """Build the table of all relations between two rows of a band in complete 9×9 grids. A relation
    has, for each column of the second row, the column in which the first row contains the same
    digit. Relations that differ only by the order of the columns are computed together.
    """
    orders = build_column_order_tables(NINE_BY_NINE).orders.astype(np.intp)
    inverses = np.argsort(orders, axis=1)
    by_number = np.argsort(encode_rows_in_base_16(orders))
    numbers, relations = (
        encode_rows_in_base_16(orders)[by_number],
        _list_column_permutations_to_other_stacks(),
    )
    keys = encode_rows_in_base_16(relations)
    least = np.zeros(len(keys), np.int64)
    found: list[NDArray[np.intp]] = [np.zeros(0, np.intp)] * len(keys)
    for k in range(len(keys)):
        if len(found[k]):
            continue
        # If the columns are put into the order s (an index list), the relation p becomes s⁻¹ p s.
        images = np.take_along_axis(inverses, relations[k][orders], 1)
        image_numbers = encode_rows_in_base_16(images)
        best = image_numbers.min()
        reaching = orders[image_numbers == best]
        members, by = np.unique(image_numbers, return_index=True)
        for member, order in zip(np.searchsorted(keys, members), by, strict=True):
            # If s makes p least, then the order t⁻¹ s makes the relation t⁻¹ p t least.
            least[member] = best
            composed = encode_rows_in_base_16(inverses[order][reaching])
            found[member] = by_number[np.searchsorted(numbers, composed)]
    return RowPairRelationTables(
        keys, least, LeastColumnOrders(np.cumsum([0, *map(len, found)]), np.concatenate(found))
    )


def _list_column_permutations_to_other_stacks() -> NDArray[np.intp]:
    """Return all permutations of the 9 columns that move every column to another stack, in
    ascending order, as an array with an index list in each row.
    """
    partial = np.zeros((1, 0), np.intp)
    for column in range(9):
        images = [c for c in range(9) if c // 3 != column // 3]
        longer = np.c_[np.repeat(partial, len(images), 0), np.tile(images, len(partial))]
        partial = longer[(longer[:, :-1] != longer[:, -1:]).all(1)]
    return partial
