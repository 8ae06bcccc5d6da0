"""Tables of what the orders of columns do to one or two rows, for shapes with few such orders."""

from functools import cache
from itertools import combinations, permutations, product
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...sudoku.shape import BoxShape

MOST_ORDERS = 1296
"""Those of 9×9 grids: 3! orders of stacks, times 3! of the columns of each."""


def count_column_orders(shape: BoxShape) -> int:
    """Return in how many orders the columns can come that keep stacks together."""
    orders: int = factorial(shape.stacks) * factorial(shape.width) ** shape.stacks
    return orders


class Reaching(NamedTuple):
    """For pattern k the orders that make the least of it: `orders[start[k]:start[k + 1]]`."""

    start: NDArray[np.intp]
    orders: NDArray[np.intp]

    def count_orders(self, which: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return how many orders there are for each of some patterns."""
        return self.start[which + 1] - self.start[which]

    def find_orders(self, which: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return all orders for each of some patterns: places in `which`, ascending, and orders."""
        counts = self.count_orders(which)
        place = np.repeat(np.arange(len(which)), counts)
        first = self.start[which] - np.cumsum(counts) + counts
        return place, self.orders[first[place] + np.arange(len(place))]


class Tables(NamedTuple):
    """The orders of columns, and what they do to patterns.

    A pattern is a number of `size` bits, the first column's the highest, 1 where there is a clue.
    `orders`, (K, size), gather lists. `leading`, (K, 2^size): how many columns a pattern takes up
    in this order, from the first with a clue. `ordered_blanks`, (K, 2^size): whether the columns
    that the pattern marks, which are all alike, stay in ascending order within their stack, and so
    do stacks of them: of the orders that differ only in these one is allowed. `least`, (2^size,):
    the least pattern that any order makes of a pattern; `reaching`: the orders that do.
    """

    orders: NDArray[np.uint8]
    leading: NDArray[np.uint8]
    ordered_blanks: NDArray[np.bool_]
    least: NDArray[np.intp]
    reaching: Reaching


@cache
def build_tables(shape: BoxShape) -> Tables:
    """Return the tables of a shape with at most `MOST_ORDERS` orders."""
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
    return Tables(
        orders,
        np.ceil(np.log2(patterns + 1)).astype(np.uint8),
        _order_blanks(orders, bits.T == 1, width),
        least.astype(np.intp),
        Reaching(np.searchsorted(by_pattern, np.arange(2**size + 1)), reaching),
    )


def _order_blanks(
    orders: NDArray[np.uint8], alike: NDArray[np.bool_], width: int
) -> NDArray[np.bool_]:
    size = len(alike)
    fine = np.ones((len(orders), alike.shape[1]), bool)
    whole = np.logical_and.reduce(alike.reshape(size // width, width, -1), axis=1)
    within = [(i, j) for i, j in combinations(range(size), 2) if i // width == j // width]
    stacks = combinations(range(0, size, width), 2)
    for places, lines, marked in ((within, orders, alike), (stacks, orders // width, whole)):
        for i, j in places:
            one, two = lines[:, i], lines[:, j]
            fine &= ~((one > two)[:, None] & marked[one] & marked[two])
    return fine


class Pairs(NamedTuple):
    """The structures that two rows of a band have in complete 9×9 grids: there are 12,096.

    They say for each column where the first row holds the digit that the second row holds there:
    always in a column of another stack. `keys`: they as numbers, ascending. `least`: the least that
    the second row can become when the first becomes 1 to 9; `reaching`: the orders that do that.
    """

    keys: NDArray[np.int64]
    least: NDArray[np.int64]
    reaching: Reaching


NINE = BoxShape(3, 3)


def number_rows(rows: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return rows, (..., size), as numbers, (...), whose order is that of the rows."""
    number = np.zeros(rows.shape[:-1], np.int64)
    for j in range(rows.shape[-1]):
        number = 16 * number + rows[..., j]
    return number


@cache
def build_row_pairs() -> Pairs:
    """Return the structures, orbit by orbit under the orders of columns."""
    orders = build_tables(NINE).orders.astype(np.intp)
    inverses = np.argsort(orders, axis=1)
    by_number = np.argsort(number_rows(orders))
    numbers, structures = number_rows(orders)[by_number], _list_structures()
    keys = number_rows(structures)
    least = np.zeros(len(keys), np.int64)
    found: list[NDArray[np.intp]] = [np.zeros(0, np.intp)] * len(keys)
    for k in range(len(keys)):
        if len(found[k]):
            continue
        # In the order s, gathered, the structure p becomes s⁻¹ p s.
        images = np.take_along_axis(inverses, structures[k][orders], 1)
        image_numbers = number_rows(images)
        best = image_numbers.min()
        reaching = orders[image_numbers == best]
        members, by = np.unique(image_numbers, return_index=True)
        for member, order in zip(np.searchsorted(keys, members), by, strict=True):
            # t⁻¹ p t becomes the best one by t⁻¹ s, where s does that to p.
            least[member] = best
            composed = number_rows(inverses[order][reaching])
            found[member] = by_number[np.searchsorted(numbers, composed)]
    return Pairs(keys, least, Reaching(np.cumsum([0, *map(len, found)]), np.concatenate(found)))


def _list_structures() -> NDArray[np.intp]:
    """Return all orders of 9 columns in which each comes to lie in another stack, ascending."""
    partial = np.zeros((1, 0), np.intp)
    for column in range(9):
        images = [c for c in range(9) if c // 3 != column // 3]
        longer = np.c_[np.repeat(partial, len(images), 0), np.tile(images, len(partial))]
        partial = longer[(longer[:, :-1] != longer[:, -1:]).all(1)]
    return partial
