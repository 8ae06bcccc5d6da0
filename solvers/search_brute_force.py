"""Backend `search:brute-force`: decide whether a Sudoku is a copy of another by trying all allowed
orders of its rows and columns, in several processes.

The method is that of Obreiter's solution of *Sudokopie* (Bundeswettbewerb Informatik 41).

**How it works.** A transformation turns the grid, reorders its bands, stacks, rows and columns, and
renames the digits. There are 1,218,998,108,160 transformations for 9×9, but most of them differ
only in the new names, which need not be tried because the grids show them. So the backend tries all
orders of lines: 6 orders of three bands, 6 of the rows in each band, 6 orders of three stacks, 6 of
the columns in each stack, so 6⁸ = 1,679,616. It tries each for the grid as it is and for the grid
turned by 90°. (A turn by 180° is an order of lines, too: all lines reversed.) Two comparisons
decide each order:

1. Are the blanks in the same cells?
2. Are cells with equal digits the same cells in both grids? Then and only then some new names of
   the digits make the grids equal: a digit becomes the digit that is in its cells.

Different processes try different orders at the same time. Nothing else is known about an order
before it is tried, so no order can be left out: that is brute force.

**The faults of the published program.** It gives the new name 0 to a digit that does not occur. If
the same order of lines fits both the grid as it is and the turned grid, it prints the turn, but the
digits' names for the grid as it is. If there are several answers, the fastest thread decides which
is printed. The program reads 9×9 grids only.

**How it is made right here.** A digit that does not occur gets a name that no other digit has got.
The two directions are tried one after the other. Orders are numbered, and the answer is the first
order that fits, whatever the number of processes. Boxes may have any shape, but the number of
orders grows fast: the backend refuses a size for which one process would take more than a day, and
gives an estimate.

**How it is made fast.** For one order of rows all orders of columns are compared at once, as arrays
in numpy. A process gets some orders of rows at a time, tries them, and gets the next. The processes
belong to guardians, which end them when the time is up, on Ctrl-C, and if the caller is killed.

**Cost.** For 9×9 a second or two, whatever the answer, because a no needs all orders. See
`count_orders` for other sizes: 3x4 boxes have 770 times as many orders as 9×9, 4x4 boxes 38
million times as many.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import chain, islice, permutations, product
from math import factorial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import BackendError
from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.candidates import turn_cells
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Permutation, Transformation
from ..system.guardian_client import CAN_START
from ..system.ordered_map import map_in_order
from .deadline import Deadline
from .protocol import Abilities, AskedPair, Outcome, make_names_and_create

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.integer[Any]]

ORDERS_PER_SECOND = 1_000_000
"""About how many orders of rows and columns a process tries in a second if both grids are complete.
This is the slowest case, because there are no blanks that could rule out an order. Puzzles are up
to ten times as fast.
"""

MAX_ORDERS = 24 * 60 * 60 * ORDERS_PER_SECOND
"""The largest number of orders of rows and columns that brute force tries: as many as one process
tries in a day. The backend refuses a pair that needs more.
"""

ORDERS_PER_TASK = 100_000
"""About how many orders of rows and columns a process tries in one task, before it gets the next
task.
"""


def count_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class BruteForceBackend:
    """The backend that tries all orders of rows and columns in which each band and each stack stays
    together. `processes` is the number of processes that share this work, by default one for each
    processor.
    """

    name = "search:brute-force"
    description = Message("Obreiter's method: tries each order of the lines")
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or count_processors()

    def answer(self, question: AskedPair, deadline: Deadline) -> Outcome:
        """Return whether some order of rows and columns makes the first grid equal to the second,
        up to a renaming of the digits. The first such order determines the transformation of the
        answer.

        Raises `BackendError` if there are more than `MAX_ORDERS` orders, and `DeadlinePassedError`
        if the time runs out.
        """
        shape = question.first.shape
        number = len(question.candidates.orientations) * count_orders(shape)
        if number > MAX_ORDERS:
            raise BackendError(
                "{name} refuses boxes of {box}: it would try {number} orders of lines, which takes "
                "about {time} in {processes} processes; other backends answer without trying all",
                name=self.name,
                box=shape,
                number=format_short_number(number),
                time=describe_duration(number / (ORDERS_PER_SECOND * self.processes)),
                processes=self.processes,
            )
        # The orders are tried in this process if one process is enough, or if the system cannot
        # start others.
        jobs = min(self.processes, -(-number // ORDERS_PER_TASK)) if CAN_START else 1
        with closing(
            map_in_order(find_fitting_order_and_seconds, yield_search_tasks(question), jobs)
        ) as results:
            for fitting_order, seconds in results:
                if jobs > 1:
                    deadline.add_cpu_seconds(seconds)
                if fitting_order is not None:
                    witness = make_transformation(fitting_order, question)
                    return Outcome(Verdict.YES, witness, {"orders": fitting_order.number})
                deadline.check_deadline()
        return Outcome(Verdict.NO, None, {"orders": number})


names, create = make_names_and_create(BruteForceBackend)


# The number of orders


def count_orders(shape: BoxShape) -> int:
    """Return the number of orders of rows and columns in which each band and each stack stays
    together. Quarter turns are not counted.

    >>> count_orders(BoxShape(3, 3)), count_orders(BoxShape(4, 4))
    (1679616, 63403380965376)
    """
    return count_line_orders(shape.bands, shape.height) * count_line_orders(
        shape.stacks, shape.width
    )


def count_line_orders(block_count: int, block_length: int) -> int:
    """Return the number of orders of a grid's rows in which each band stays together. There are
    `block_count` bands, each with `block_length` rows. Columns and stacks are counted in the same
    way.
    """
    number: int = factorial(block_count) * factorial(block_length) ** block_count
    return number


def format_short_number(number: float) -> Message:
    """Return a number as short text: all digits if the number is below a million, otherwise two
    digits and a power of ten, such as 1.3·10¹⁴.

    >>> print(*map(format_short_number, (25000, 126806761930752, 9.96e9)), sep=", ")
    25000, 1.3·10¹⁴, 1.0·10¹⁰
    """
    if number < 10**6:
        return Message(str(round(number)))
    digits, power = f"{number:.1e}".split("e")
    units, tenths = digits.split(".")
    raised = str(int(power)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return Message("{units}.{tenths}·10{power}", units=units, tenths=tenths, power=raised)


def describe_duration(seconds: float) -> Message:
    """Return a duration as text for people, rounded to hours, days or years.

    >>> print(describe_duration(4e4), describe_duration(3.4e6), describe_duration(1e20), sep=", ")
    11 hours, 39 days, 3.2·10¹² years
    """
    hours = seconds / 3600
    if hours < 48:
        return Message("{number} hours", number=max(2, round(hours)))
    if hours < 1000 * 24:
        return Message("{number} days", number=round(hours / 24))
    return Message("{number} years", number=format_short_number(hours / 24 / 365.25))


# The tasks and their results


class SearchTask(NamedTuple):
    """A part of the search that one process does: it tries each order of the rows in `row_orders`
    with all orders of the columns.

    `first` holds the first grid's cells after `quarter` quarter turns. `before` is the number of
    orders of lines that are tried in earlier tasks.
    """

    shape: BoxShape
    before: int
    quarter: int
    first: Cells
    second: Cells
    row_orders: list[Permutation]


class FittingOrder(NamedTuple):
    """An order of the rows and columns, with or without a quarter turn, that makes the first grid
    equal to the second, apart from the names of digits.

    It is order number `number` of all orders that are tried, counted from 1. `rows` and `columns`
    are lists of old indices: row `rows[i]` of the first grid, after `quarter` quarter turns, is
    moved to position i.
    """

    number: int
    quarter: int
    rows: Permutation
    columns: Permutation


def yield_search_tasks(question: AskedPair) -> Iterator[SearchTask]:
    """Divide the whole search into tasks, and yield them. Together the tasks try all orders of rows
    and columns; each task tries about `ORDERS_PER_TASK` orders.
    """
    shape, before = question.first.shape, 0
    columns = count_line_orders(shape.stacks, shape.width)
    for orientation in question.candidates.orientations:
        first = turn_cells(question.first, orientation.quarter)
        rest = yield_line_orders(shape.bands, shape.height)
        while row_orders := list(islice(rest, max(1, ORDERS_PER_TASK // columns))):
            yield SearchTask(
                shape, before, orientation.quarter, first, question.second.rows, row_orders
            )
            before += len(row_orders) * columns


def yield_line_orders(block_count: int, block_length: int) -> Iterator[Permutation]:
    """Yield all orders of a grid's rows in which each band stays together. There are `block_count`
    bands, each with `block_length` rows. An order is a tuple of old indices: the index of the row
    that is moved to the first position, then the index of the second, and so on. Columns and stacks
    are ordered in the same way.

    >>> list(yield_line_orders(2, 1)), len(list(yield_line_orders(3, 3)))
    ([(0, 1), (1, 0)], 1296)
    """
    for order in permutations(range(block_count)):
        for within in product(permutations(range(block_length)), repeat=block_count):
            yield tuple(
                [
                    block * block_length + line
                    for block, lines in zip(order, within, strict=True)
                    for line in lines
                ]
            )


@lru_cache(2)
def list_column_orders(shape: BoxShape) -> "NDArray[np.uint8]":
    """Return all orders of a grid's columns in which each stack stays together, as an array. Each
    row of the array is one order: a list of old column indices.
    """
    import numpy as np

    number, kind = count_line_orders(shape.stacks, shape.width), np.uint8
    every = chain.from_iterable(yield_line_orders(shape.stacks, shape.width))
    return np.fromiter(every, kind, number * shape.size).reshape(number, shape.size)


def find_fitting_order_and_seconds(task: SearchTask) -> tuple[FittingOrder | None, float]:
    """Try the orders of a task until one of them makes the two grids equal, up to a renaming of the
    digits. Return this order, or None if no order does, and the processor time in seconds that the
    task took.

    Another process may import this function by its name.
    """
    import numpy as np

    began = time.process_time()
    first, second = np.array(task.first), np.array(task.second)
    columns, pairs = list_column_orders(task.shape), pair_clues_with_first_equal_clue(task.second)
    fitting_order = None
    for i, rows in enumerate(task.row_orders):
        fitting = find_indices_of_fitting_orders(first[list(rows)], second, columns, pairs)
        if len(fitting):
            number = task.before + i * len(columns) + int(fitting[0]) + 1
            fitting_order = FittingOrder(
                number, task.quarter, rows, tuple(columns[fitting[0]].tolist())
            )
            break
    return fitting_order, time.process_time() - began


Cell = tuple[int, int]


def pair_clues_with_first_equal_clue(cells: Cells) -> list[tuple[Cell, Cell]]:
    """Return a list of pairs of cells (row, column): each clue's cell, and the first cell that
    holds the same digit. These pairs show which digits are equal without naming them.

    >>> pair_clues_with_first_equal_clue(((5, 0), (3, 5)))
    [((0, 0), (0, 0)), ((1, 0), (1, 0)), ((1, 1), (0, 0))]
    """
    firsts: dict[int, Cell] = {}
    return [
        ((r, c), firsts.setdefault(digit, (r, c)))
        for r, row in enumerate(cells)
        for c, digit in enumerate(row)
        if digit
    ]


def find_indices_of_fitting_orders(
    first: "Array",
    second: "Array",
    column_orders: "NDArray[np.uint8]",
    clue_pairs: Sequence[tuple[Cell, Cell]],
) -> "Array":
    """Return the indices in `column_orders` of the orders that make the grid `first` equal to the
    grid `second`, up to a renaming of the digits. The rows of `first` are not reordered: the caller
    has put them into the order that is tried.

    `clue_pairs` pairs the cell of each clue in `second` with the first cell that has the same
    digit.
    """
    import numpy as np

    # Are the blanks in the same cells?
    left = np.arange(len(column_orders))
    for row, wanted in zip(first > 0, second > 0, strict=True):
        left = left[(row[column_orders[left]] == wanted).all(1)]
    # Are equal digits in the same cells? Bit d of `seen` is 1 if digit d was in an earlier cell.
    seen = np.zeros(len(left), np.int64)
    for (r, c), (earlier_r, earlier_c) in clue_pairs:
        if not len(left):
            break
        digits = first[r][column_orders[left, c]]
        # a digit that is new in `second` must be new in `first`
        if (r, c) == (earlier_r, earlier_c):
            fits = (seen >> digits) & 1 == 0
            seen |= np.left_shift(1, digits)
        else:
            fits = digits == first[earlier_r][column_orders[left, earlier_c]]
        left, seen = left[fits], seen[fits]
    return left


def make_transformation(fitting_order: FittingOrder, question: AskedPair) -> Transformation:
    """Return the transformation with the order of rows and columns in `fitting_order`. Its renaming
    of digits is found by comparing the reordered first grid with the second.
    """
    shape, second = question.first.shape, question.second.rows
    first = turn_cells(question.first, fitting_order.quarter)
    names = {
        first[row][column]: second[r][c]
        for r, row in enumerate(fitting_order.rows)
        for c, column in enumerate(fitting_order.columns)
    }
    unused = iter(sorted({*range(1, shape.size + 1)} - {*names.values()}))
    digits = [names[d] if d in names else next(unused) for d in range(1, shape.size + 1)]
    return Transformation.from_lines(
        shape, fitting_order.quarter, fitting_order.rows, fitting_order.columns, digits
    )
