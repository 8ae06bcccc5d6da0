"""Colour refinement of many grids at once: the rounds of `encoding/candidates.py` in numpy.

Rows, columns and digits are coloured, at first all alike. In each round a line is told which pairs
(colour of the crossing line, colour of the digit) its clues make, and what colours its block holds;
a digit is told on which unordered pairs of lines it stands. Sums of products, modulo 2⁶⁴, stand for
these multisets. A copy's colours are those of the grid, moved along, because nothing in a round
asks where a line stands or what a digit is called. (1-dimensional Weisfeiler-Leman.) The lines of
complete grids, which have no pattern of blanks, start from the cycle types between them.

Colours are the same on every machine and for every version of Python and numpy, so that they may be
stored, and however the grids are cut into batches.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.arrays import Cells, is_latin
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
"""Any odd numbers would do; changing one changes all colours."""

_ODD = np.uint64(0x9FB21C651E98DF25)

BLANK = np.uint64(2**64 - 1)
"""The key of a line without clues, and of a digit that does not occur. Greater than all others."""

_FIRST_ROUNDS = 4
"""Rounds before colours are counted: fewer are rarely enough, and more never do harm."""


def mix(numbers: Hashes) -> Hashes:
    """Return a well mixed 64-bit number for each number (Steele, Lea, Flood 2014: SplitMix)."""
    numbers = numbers ^ (numbers >> np.uint64(30))
    numbers *= np.uint64(0xBF58476D1CE4E5B9)
    numbers ^= numbers >> np.uint64(27)
    numbers *= np.uint64(0x94D049BB133111EB)
    numbers ^= numbers >> np.uint64(31)
    return numbers


class Colours(NamedTuple):
    """Colours of N grids: `lines`, (N, 2·size), rows before columns; `digits`, (N, size + 1)."""

    lines: Hashes
    digits: Hashes

    def hide_blanks(self, cells: Cells) -> "Colours":
        """Return the colours where there are clues, below `BLANK`, and `BLANK` elsewhere."""
        used_lines, one = np.concatenate([cells.any(2), cells.any(1)], 1), np.uint64(1)
        return Colours(
            np.where(used_lines, self.lines >> one, BLANK),
            np.where(find_used_digits(cells), self.digits >> one, BLANK),
        )


def find_used_digits(cells: Cells) -> NDArray[np.bool_]:
    """Return which digits occur in each grid, (N, size + 1) bool; 0 counts as one that does not."""
    number, size = cells.shape[:2]
    used = np.zeros((number, size + 1), bool)
    grid = np.arange(number)[:, None] * (size + 1)
    used.reshape(-1)[(cells.reshape(number, size * size) + grid).reshape(-1)] = True
    used[:, 0] = False
    return used


def _fix_other_places(shape: BoxShape, only: AllowedMoves) -> Colours:
    """Return the colours for one grid that say the places of what is not among the parts."""
    place = np.arange(shape.size)
    sides = [
        (block not in only) * (place // length + 1) * shape.size
        + (within not in only) * (place % length)
        for length, block, within in (
            (shape.height, "bands", "rows"),
            (shape.width, "stacks", "columns"),
        )
    ]
    digits = np.arange(shape.size + 1) * ("digits" not in only)
    parts = (np.concatenate(sides), digits)
    return Colours(*(mix(part.astype(np.uint64))[None] for part in parts))


def _sum_cycle_types(cells: Cells, shape: BoxShape, *, far: bool) -> Hashes:
    """Return for each line of Latin grids the sum of its cycle types, (N, 2·size).

    They are those to the other lines of its block; if `far`, to all lines, block by block.
    """
    number, size = cells.shape[:2]
    sums = []
    for side, length in ((cells, shape.height), (cells.swapaxes(1, 2), shape.width)):
        lines = np.ascontiguousarray(side)
        types = np.zeros((number, size, size), np.uint64)
        for i in range(size):
            for j in range(0 if far else i - i % length, i):
                types[:, i, j] = types[:, j, i] = _hash_cycle_type(lines[:, i], lines[:, j])
        if far:
            types = types.reshape(number, size, size // length, length).sum(3)
            types ^= types >> np.uint64(29)
            types *= _ODD
        sums.append(types.sum(2))
    return np.concatenate(sums, 1)


def _hash_cycle_type(one: Cells, two: Cells) -> Hashes:
    """Return a number for what leads from each line `one`, (N, size), to its line `two`, (N,).

    The permutation of the digits does, or rather the lengths of its cycles, which depend neither on
    names of digits nor on the order of the columns, and which the permutation back has too. They
    follow from how many digits each power leaves where they are: the k-th fixes those in cycles
    whose length divides k. Powers up to half the size are enough, because there is at most one
    cycle longer than that, and it takes what is left.
    """
    number, size = one.shape
    base = np.arange(number)[:, None] * size
    image = np.empty(number * size, np.intp)
    image[base + one - 1] = base + two - 1  # places in the flat array, so that it can be followed
    image = image.reshape(number, size)
    here = base + np.arange(size)
    power, kind = image, np.zeros(number, np.uint64)
    for _ in range(size // 2):
        kind = kind * np.uint64(size + 1) + (power == here).sum(1).astype(np.uint64)
        power = image.reshape(-1)[power]
    kind = (kind + np.uint64(1)) * _ODD
    kind ^= kind >> np.uint64(32)
    return kind * _ODD


def refine_colours(cells: Cells, shape: BoxShape, only: AllowedMoves = EVERYTHING) -> Colours:
    """Return the colours that no round can split; what may not move keeps its place as its own."""
    lines = np.empty((len(cells), 2 * shape.size), np.uint64)
    lines[:, : shape.size] = _LINE
    lines[:, shape.size :] = _LINE if shape.height == shape.width else _COLUMN
    digits = np.full((len(cells), shape.size + 1), _DIGIT)
    if not only.are_all:
        places = _fix_other_places(shape, only)
        lines += places.lines
        digits += places.digits
    latin = np.flatnonzero(is_latin(cells))
    if len(latin):
        lines[latin] += _sum_cycle_types(cells[latin], shape, far=False)
    colours = _refine_until_stable(cells, shape, Colours(lines, digits))
    if len(latin):
        few = latin[count_repeated_keys(colours.hide_blanks(cells))[latin] > 0]
        if len(few):
            lines, digits = (part[few] for part in colours)
            lines += _sum_cycle_types(cells[few], shape, far=True)
            again = _refine_until_stable(cells[few], shape, Colours(lines, digits))
            colours.lines[few], colours.digits[few] = again
    return colours


def count_repeated_keys(keys: Colours) -> NDArray[np.intp]:
    """Return how many rows, columns and digits of a grid have the key of an earlier one, (N,)."""
    number, lines = keys.lines.shape
    in_lines, in_digits = (
        ((side[:, :-1] == side[:, 1:]) & (side[:, 1:] != BLANK)).sum(1)
        for side in (
            np.sort(keys.lines.reshape(2 * number, lines // 2), axis=1),
            np.sort(keys.digits, axis=1),
        )
    )
    total: NDArray[np.intp] = in_lines.reshape(number, 2).sum(1) + in_digits
    return total


def _refine_until_stable(cells: Cells, shape: BoxShape, colours: Colours) -> Colours:
    """Refine until all colours of a grid are single, or a round has not made more of them."""
    stable = colours = _refine_by_rounds(_FIRST_ROUNDS, cells, shape, colours)
    waiting, before = np.arange(len(cells)), np.full(len(cells), 3 * shape.size)
    while True:
        # How many rounds a grid gets depends on nothing but its own colours: those of the other
        # grids in the array must not change them.
        now = count_repeated_keys(colours.hide_blanks(cells))
        unfinished = (now > 0) & (now < before)
        if not unfinished.any():
            return stable
        waiting, before, cells = waiting[unfinished], now[unfinished], cells[unfinished]
        colours = Colours(*(part[unfinished] for part in colours))
        colours = _refine_by_rounds(1, cells, shape, colours)
        stable.lines[waiting], stable.digits[waiting] = colours


def _refine_by_rounds(rounds: int, cells: Cells, shape: BoxShape, colours: Colours) -> Colours:
    size = shape.size
    # The clues, as places in the flat arrays of colours.
    grid, row, column = np.nonzero(cells)
    digit = grid * (size + 1) + cells[grid, row, column]
    row += grid * (2 * size)
    column += grid * (2 * size) + size
    for _ in range(rounds):
        lines, digits = colours.lines.reshape(-1), colours.digits.reshape(-1)
        of_row, of_column, of_digit = lines[row], lines[column], digits[digit]
        seen = lines * _OLD
        np.add.at(seen, row, of_column * of_digit)
        np.add.at(seen, column, of_row * of_digit)
        told = digits * _OLD
        np.add.at(told, digit, of_row * of_column)
        with_blocks = _add_block_colours(mix(seen).reshape(colours.lines.shape), shape)
        colours = Colours(with_blocks, mix(told).reshape(colours.digits.shape))
    return colours


def _add_block_colours(lines: Hashes, shape: BoxShape) -> Hashes:
    """Return for each line its colour, joined with the sum of those in its band or stack."""
    number, size = len(lines), shape.size
    sums = lines * _BLOCK
    for side, length in ((slice(size), shape.height), (slice(size, None), shape.width)):
        blocks = lines[:, side].reshape(number, size // length, length).sum(2)
        sums[:, side] += np.repeat(blocks, length, axis=1)
    return sums
