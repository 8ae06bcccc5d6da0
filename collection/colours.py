"""Colour refinement of many grids at once: the rounds of `encoding/candidates.py` in numpy.

Rows, columns and digits are coloured, at first all alike. In each round a line is told which pairs
(colour of the crossing line, colour of the digit) its clues make, and what colours its block holds;
a digit is told on which unordered pairs of lines it stands. Sums of products, modulo 2⁶⁴, stand for
these multisets. A copy's colours are those of the grid, moved along, because nothing in a round
asks where a line stands or what a digit is called. (1-dimensional Weisfeiler-Leman.)

Colours are the same on every machine and for every version of Python and numpy, so that they may be
stored. They do not depend on how the grids are cut into batches either.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sudoku.parts import EVERYTHING, Parts
from ..sudoku.shape import BoxShape
from .arrays import Cells
from .cycle_types import far_types, is_latin, near_types

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

BLANK = np.uint64(2**64 - 1)
"""The key of a line without clues, and of a digit that does not occur. Greater than all others."""

_FIRST_ROUNDS = 4
"""Rounds before colours are counted: fewer are rarely enough, and more never do harm."""


def mixed(numbers: Hashes) -> Hashes:
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

    def keys(self, cells: Cells) -> "Colours":
        """Return the colours where there are clues, below `BLANK`, and `BLANK` elsewhere.

        Lines without clues are not told apart, because nothing depends on their order.
        """
        clues = cells != 0
        blank_lines = ~np.concatenate([clues.any(2), clues.any(1)], 1)
        one = np.uint64(1)
        lines = np.where(blank_lines, BLANK, self.lines >> one)
        digits = np.where(used_digits(cells), self.digits >> one, BLANK)
        return Colours(lines, digits)


def used_digits(cells: Cells) -> NDArray[np.bool_]:
    """Return which digits occur in each grid, (N, size + 1) bool; 0 counts as one that does not."""
    number, size = cells.shape[:2]
    used = np.zeros((number, size + 1), bool)
    grid = np.arange(number)[:, None] * (size + 1)
    used.reshape(-1)[(cells.reshape(number, size * size) + grid).reshape(-1)] = True
    used[:, 0] = False
    return used


def _places(shape: BoxShape, only: Parts) -> Colours:
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
    return Colours(*(mixed(part.astype(np.uint64))[None] for part in parts))


def refined(cells: Cells, shape: BoxShape, only: Parts = EVERYTHING) -> Colours:
    """Return the colours of grids (N, size, size) that no further round can split.

    Where only some parts may differ, what may not move keeps its place as its colour.
    """
    lines = np.empty((len(cells), 2 * shape.size), np.uint64)
    lines[:, : shape.size] = _LINE
    lines[:, shape.size :] = _LINE if shape.height == shape.width else _COLUMN
    digits = np.full((len(cells), shape.size + 1), _DIGIT)
    if not only.are_all:
        places = _places(shape, only)
        lines += places.lines
        digits += places.digits
    latin = np.flatnonzero(is_latin(cells))
    if len(latin):
        lines[latin] += near_types(cells[latin], shape)
    colours = _stable(cells, shape, Colours(lines, digits))
    if len(latin):
        few = latin[~are_single(colours.keys(cells))[latin]]
        if len(few):
            lines, digits = (part[few] for part in colours)
            lines += far_types(cells[few], shape)
            again = _stable(cells[few], shape, Colours(lines, digits))
            colours.lines[few], colours.digits[few] = again
    return colours


def are_single(keys: Colours) -> NDArray[np.bool_]:
    """Return which grids have no two rows, columns or digits with the same key, (N,) bool.

    `BLANK` does not count.
    """
    at_most = (keys.lines != BLANK).sum(1) + (keys.digits != BLANK).sum(1)
    single: NDArray[np.bool_] = numbers_of_colours(keys) == at_most
    return single


def numbers_of_colours(keys: Colours) -> NDArray[np.intp]:
    """Return how many keys besides `BLANK` the rows, columns and digits of each grid have, (N,)."""
    number, lines = keys.lines.shape
    rows_and_columns = keys.lines.reshape(2 * number, lines // 2)
    ordered = [np.sort(side, axis=1) for side in (rows_and_columns, keys.digits)]
    # A colour ends where the next is another one, and the last of all is `BLANK` or ends too.
    in_lines, in_digits = (
        (side[:, :-1] != side[:, 1:]).sum(1) + (side[:, -1] != BLANK) for side in ordered
    )
    total: NDArray[np.intp] = in_lines.reshape(number, 2).sum(1) + in_digits
    return total


def _stable(cells: Cells, shape: BoxShape, colours: Colours) -> Colours:
    """Refine until all colours of a grid are single, or a round has not made more of them."""
    rounds = _Rounds(cells, shape)
    for _ in range(_FIRST_ROUNDS):
        colours = rounds.next(colours)
    result = colours
    waiting = np.arange(len(cells))
    keys = colours.keys(cells)
    before = numbers_of_colours(keys)
    unfinished = ~are_single(keys)
    while unfinished.any():
        # How many rounds a grid gets depends on nothing but its own colours: those of the other
        # grids in the array must not change them.
        waiting, before = waiting[unfinished], before[unfinished]
        colours = Colours(*(part[unfinished] for part in colours))
        rounds = _Rounds(cells[waiting], shape)
        colours = rounds.next(colours)
        result.lines[waiting], result.digits[waiting] = colours
        keys = colours.keys(cells[waiting])
        now = numbers_of_colours(keys)
        unfinished = ~are_single(keys) & (now > before)
        before = now
    return result


class _Rounds:
    """The clues of some grids, as places in flat arrays of colours."""

    def __init__(self, cells: Cells, shape: BoxShape) -> None:
        number, size = len(cells), shape.size
        places = np.flatnonzero(cells)
        grid, cell = np.divmod(places, size * size)
        row, column = np.divmod(cell, size)
        self.row = grid * (2 * size) + row
        self.column = grid * (2 * size) + size + column
        self.digit = grid * (size + 1) + cells.reshape(-1)[places]
        self.number, self.shape = number, shape

    def next(self, colours: Colours) -> Colours:
        """Return the colours after one round."""
        lines, digits = colours.lines.reshape(-1), colours.digits.reshape(-1)
        row, column, digit = lines[self.row], lines[self.column], digits[self.digit]
        seen = lines * _OLD
        np.add.at(seen, self.row, column * digit)
        np.add.at(seen, self.column, row * digit)
        told = digits * _OLD
        np.add.at(told, self.digit, row * column)
        return Colours(
            self._with_blocks(mixed(seen).reshape(colours.lines.shape)),
            mixed(told).reshape(colours.digits.shape),
        )

    def _with_blocks(self, lines: Hashes) -> Hashes:
        """Return for each line its colour, joined with the sum of those in its band or stack."""
        size = self.shape.size
        sums = lines * _BLOCK
        for side, length in (
            (slice(0, size), self.shape.height),
            (slice(size, None), self.shape.width),
        ):
            blocks = lines[:, side].reshape(self.number, size // length, length).sum(2)
            sums[:, side] += np.repeat(blocks, length, axis=1)
        return sums
