"""Compute colours of the rows, columns and digits of many grids at once (colour refinement). If a
transformation leads from one grid to another, it moves each line or digit to a line or digit of the
same colour. So lines and digits of different colours need not be tried. This is the twin of
`kernel/colours.c`, with the same numbers; `encoding/candidates.py` refines one grid without numpy.

At first all rows, columns and digits have the same colour. In each round, a line's new colour is
computed from its old colour, the pairs (colour of the crossing line, colour of the digit) of its
clues, and the colours of the lines in its band or stack. A digit's new colour is computed from its
old colour and the pairs of row and column colours of its cells. Each multiset of colours is
represented by a sum of products modulo 2⁶⁴. No round uses the position of a line or the value of a
digit. So if a grid is a copy of another grid, each of its lines and digits has the same colour as
the line or digit of the other grid from which it comes. (This is the 1-dimensional Weisfeiler-Leman
algorithm.)

Complete grids have no pattern of blanks, so their lines start with colours that come from comparing
lines. Two lines contain the same digits in different orders, which gives a permutation of the
digits; the lengths of its cycles are the same in all copies.

The colours are the same on every machine and with every version of Python and numpy, so they may be
stored. They do not depend on how the grids are divided into batches.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, are_latin_squares
from ...sudoku.shape import BoxShape

Hashes = NDArray[np.uint64]

_LINE, _COLUMN, _DIGIT, _OLD, _BLOCK = (
    np.uint64(number)
    for number in (
        0x9E3779B97F4A7C15,
        0xD1B54A32D192ED03,
        0x8CB92BA72F3D8DD7,
        0xAEF17502108EF2D9,
        0xDB4F0B9175AE2165,
    )
)
"""Odd numbers that are multiplied with the hashes of rows, columns, digits, old colours and bands,
so that equal numbers of different kinds give different hashes. Any odd numbers would do, but
changing one of these numbers changes all colours.
"""

_ODD = np.uint64(0x9FB21C651E98DF25)

BLANK = np.uint64(2**64 - 1)
"""The sorting key of all lines without clues and of all digits that do not occur. It is the
greatest key, so these lines and digits are sorted last.
"""

_FIRST_ROUNDS = 4
"""The number of rounds of refinement before it is first tested whether all colours of a grid are
different. Fewer rounds are rarely enough, and further rounds do no harm.
"""


def hash_numbers(numbers: Hashes) -> Hashes:
    """Return an array in which each 64-bit number is replaced by another 64-bit number that looks
    random. Similar numbers become very different. The function is SplitMix by Steele, Lea and
    Flood, 2014.
    """
    numbers = numbers ^ (numbers >> np.uint64(30))
    numbers *= np.uint64(0xBF58476D1CE4E5B9)
    numbers ^= numbers >> np.uint64(27)
    numbers *= np.uint64(0x94D049BB133111EB)
    numbers ^= numbers >> np.uint64(31)
    return numbers


class LineAndDigitColours(NamedTuple):
    """The colours of the lines and digits of N grids, as 64-bit numbers. Rows, columns or digits of
    a grid with different colours cannot be exchanged by a symmetry. `lines`, (N, 2·size), has the
    colours of the rows and then of the columns; `digits`, (N, size + 1), has the colours of the
    digits, with the blank at index 0.
    """

    lines: Hashes
    digits: Hashes

    def make_line_and_digit_sorting_keys(self, cells: Cells) -> "LineAndDigitColours":
        """Return the numbers by which the lines and digits of each grid of `cells` can be sorted.
        Lines without clues and digits that do not occur get the greatest number, `BLANK`. All other
        lines and digits get a smaller number, which depends only on their colour, a number from
        colour refinement.
        """
        used_lines, one = np.concatenate([cells.any(2), cells.any(1)], 1), np.uint64(1)
        return LineAndDigitColours(
            np.where(used_lines, self.lines >> one, BLANK),
            np.where(make_mask_of_used_digits(cells), self.digits >> one, BLANK),
        )


def make_mask_of_used_digits(cells: Cells) -> NDArray[np.bool_]:
    """Return a Boolean array, (N, size + 1), of which digits occur in each grid. The column of the
    blank, 0, is always False.
    """
    number, size = cells.shape[:2]
    used = np.zeros((number, size + 1), bool)
    grid = np.arange(number)[:, None] * (size + 1)
    used.reshape(-1)[(cells.reshape(number, size * size) + grid).reshape(-1)] = True
    used[:, 0] = False
    return used


def _colour_unmovable_lines_and_digits(
    shape: BoxShape, allowed_moves: AllowedMoves
) -> LineAndDigitColours:
    """Return the colours of lines and digits before the first round of colour refinement, for all
    grids of a shape. `allowed_moves` are the kinds of moves that are allowed, such as exchanging
    rows. A line that may not move, or a digit that may not be renamed, gets a colour of its own,
    which is made from its position or its number.
    """
    place = np.arange(shape.size)
    sides = [
        (block not in allowed_moves) * (place // length + 1) * shape.size
        + (within not in allowed_moves) * (place % length)
        for length, block, within in (
            (shape.height, "bands", "rows"),
            (shape.width, "stacks", "columns"),
        )
    ]
    digits = np.arange(shape.size + 1) * ("digits" not in allowed_moves)
    parts = (np.concatenate(sides), digits)
    return LineAndDigitColours(*(hash_numbers(part.astype(np.uint64))[None] for part in parts))


def _hash_cycle_types_of_each_line(cells: Cells, shape: BoxShape, *, all_lines: bool) -> Hashes:
    """Return a number for each row and column of complete Latin grids, (N, 2·size), that is the
    same for the corresponding line of every copy. Any two lines of such a grid have the same digits
    in different orders; the permutation from one order to the other has cycles. The number is made
    from the lengths of the cycles between this line and other lines.

    The other lines are those of its own band or stack or, if `all_lines` is true, all lines.
    """
    number, size = cells.shape[:2]
    sums = []
    for side, length in ((cells, shape.height), (cells.swapaxes(1, 2), shape.width)):
        lines = np.ascontiguousarray(side)
        types = np.zeros((number, size, size), np.uint64)
        for i in range(size):
            for j in range(0 if all_lines else i - i % length, i):
                types[:, i, j] = types[:, j, i] = _hash_cycle_type(lines[:, i], lines[:, j])
        if all_lines:
            types = types.reshape(number, size, size // length, length).sum(3)
            types ^= types >> np.uint64(29)
            types *= _ODD
        sums.append(types.sum(2))
    return np.concatenate(sums, 1)


def _hash_cycle_type(first_lines: Cells, second_lines: Cells) -> Hashes:
    """Return, for each of N pairs of lines, a number that depends only on the cycle lengths of a
    permutation of digits. The permutation takes each digit of the first line to the digit at the
    same index of the second line. The arguments have shape (N, size), the result (N,).

    The number is the same if digits are renamed, columns are reordered, or the two lines are
    exchanged. It is made from how many digits each power of the permutation leaves in place, up to
    the power size // 2.
    """
    number, size = first_lines.shape
    base = np.arange(number)[:, None] * size
    image = np.empty(number * size, np.intp)
    # These are indices in the flat array, so that a power is computed by indexing.
    image[base + first_lines - 1] = base + second_lines - 1
    image = image.reshape(number, size)
    here = base + np.arange(size)
    power, kind = image, np.zeros(number, np.uint64)
    for _ in range(size // 2):
        kind = kind * np.uint64(size + 1) + (power == here).sum(1).astype(np.uint64)
        power = image.reshape(-1)[power]
    kind = (kind + np.uint64(1)) * _ODD
    kind ^= kind >> np.uint64(32)
    return kind * _ODD


def refine_colours(
    cells: Cells, shape: BoxShape, allowed_moves: AllowedMoves = EVERYTHING
) -> LineAndDigitColours:
    """Return the final colours of the rows, columns and digits of each grid: the colours after
    which a further round of refinement would not distinguish more of them. `allowed_moves` are the
    kinds of moves that are allowed, such as renaming digits. A line or digit that may not move gets
    a colour of its own.
    """
    lines = np.empty((len(cells), 2 * shape.size), np.uint64)
    lines[:, : shape.size] = _LINE
    lines[:, shape.size :] = _LINE if shape.height == shape.width else _COLUMN
    digits = np.full((len(cells), shape.size + 1), _DIGIT)
    if not allowed_moves.allows_everything:
        unmovable = _colour_unmovable_lines_and_digits(shape, allowed_moves)
        lines += unmovable.lines
        digits += unmovable.digits
    latin = np.flatnonzero(are_latin_squares(cells))
    if len(latin):
        lines[latin] += _hash_cycle_types_of_each_line(cells[latin], shape, all_lines=False)
    colours = _refine_until_stable(cells, shape, LineAndDigitColours(lines, digits))
    if len(latin):
        few = latin[
            count_repeated_keys_of_each_grid(colours.make_line_and_digit_sorting_keys(cells))[latin]
            > 0
        ]
        if len(few):
            lines, digits = (part[few] for part in colours)
            lines += _hash_cycle_types_of_each_line(cells[few], shape, all_lines=True)
            again = _refine_until_stable(cells[few], shape, LineAndDigitColours(lines, digits))
            colours.lines[few], colours.digits[few] = again
    return colours


def count_repeated_keys_of_each_grid(sorting_keys: LineAndDigitColours) -> NDArray[np.intp]:
    """Return, for each grid, how many rows, columns and digits have the same sorting key as an
    earlier row, column or digit. Rows are compared with rows, columns with columns, digits with
    digits. The result has shape (N,).

    Lines without clues and unused digits have the key `BLANK`. They are not counted.
    """
    number, lines = sorting_keys.lines.shape
    in_lines, in_digits = (
        ((side[:, :-1] == side[:, 1:]) & (side[:, 1:] != BLANK)).sum(1)
        for side in (
            np.sort(sorting_keys.lines.reshape(2 * number, lines // 2), axis=1),
            np.sort(sorting_keys.digits, axis=1),
        )
    )
    total: NDArray[np.intp] = in_lines.reshape(number, 2).sum(1) + in_digits
    return total


def _refine_until_stable(
    cells: Cells, shape: BoxShape, colours: LineAndDigitColours
) -> LineAndDigitColours:
    """Refine the colours of each grid, round by round, and return the refined colours. The rounds
    end for a grid if all its colours are different, or if a round has not increased the number of
    different colours.
    """
    stable = colours = _refine_by_rounds(_FIRST_ROUNDS, cells, shape, colours)
    waiting, before = np.arange(len(cells)), np.full(len(cells), 3 * shape.size)
    while True:
        # The number of rounds that a grid gets may depend only on its own colours: other grids in
        # the array must not change them.
        now = count_repeated_keys_of_each_grid(colours.make_line_and_digit_sorting_keys(cells))
        unfinished = (now > 0) & (now < before)
        if not unfinished.any():
            return stable
        waiting, before, cells = waiting[unfinished], now[unfinished], cells[unfinished]
        colours = LineAndDigitColours(*(part[unfinished] for part in colours))
        colours = _refine_by_rounds(1, cells, shape, colours)
        stable.lines[waiting], stable.digits[waiting] = colours


def _refine_by_rounds(
    round_count: int, cells: Cells, shape: BoxShape, colours: LineAndDigitColours
) -> LineAndDigitColours:
    """Return the colours of lines and digits after `round_count` further rounds of refinement. In
    each round, lines and digits get new colours, computed from their old colours and the colours of
    the clues that they contain.
    """
    size = shape.size
    # The indices of the clues' rows, columns and digits in the flat arrays of colours.
    grid, row, column = np.nonzero(cells)
    digit = grid * (size + 1) + cells[grid, row, column]
    row += grid * (2 * size)
    column += grid * (2 * size) + size
    for _ in range(round_count):
        lines, digits = colours.lines.reshape(-1), colours.digits.reshape(-1)
        of_row, of_column, of_digit = lines[row], lines[column], digits[digit]
        seen = lines * _OLD
        np.add.at(seen, row, of_column * of_digit)
        np.add.at(seen, column, of_row * of_digit)
        told = digits * _OLD
        np.add.at(told, digit, of_row * of_column)
        with_blocks = _combine_line_and_block_colours(
            hash_numbers(seen).reshape(colours.lines.shape), shape
        )
        colours = LineAndDigitColours(with_blocks, hash_numbers(told).reshape(colours.digits.shape))
    return colours


def _combine_line_and_block_colours(line_colours: Hashes, shape: BoxShape) -> Hashes:
    """Return a new colour for each line, a number that no transformation changes. It is made from
    its own colour and the sum of the colours of all lines in its band or stack.
    """
    number, size = len(line_colours), shape.size
    sums = line_colours * _BLOCK
    for side, length in ((slice(size), shape.height), (slice(size, None), shape.width)):
        blocks = line_colours[:, side].reshape(number, size // length, length).sum(2)
        sums[:, side] += np.repeat(blocks, length, axis=1)
    return sums
