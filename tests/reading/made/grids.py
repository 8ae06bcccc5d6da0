"""Random Sudokus for made files. This module shares no code with the product."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .dice import Dice

Box = tuple[int, int]
"""The shape of a box: its rows and its columns."""
Cells = tuple[int, ...]
"""The cells of a grid, row by row: 0 for a blank cell, otherwise a digit from 1."""

USUAL_BOXES: dict[int, Box] = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    15: (3, 5),
    16: (4, 4),
    25: (5, 5),
}
"""The boxes that a person expects in a grid of each size if the file does not show them."""

_BASES = 12
"""The number of grids of each kind that are searched for; all others are made from these."""
_MAX_SEARCHED_SIZE = 10
_MAX_NODES = 3000


class MadeGrid(NamedTuple):
    """A grid and one of its solutions. `kind` is `complete`, `puzzle` (exactly one solution),
    `many` (several solutions), `few` (few clues) or `broken` (a digit is twice in a row).
    """

    box: Box
    cells: Cells
    solution: Cells
    kind: str

    @property
    def size(self) -> int:
        """The number of rows."""
        return self.box[0] * self.box[1]

    @property
    def rows(self) -> list[Cells]:
        """The rows of the grid."""
        return split_rows(self.cells)


def split_rows(cells: Cells) -> list[Cells]:
    """Return the rows of a square of cells."""
    size = round(len(cells) ** 0.5)
    return [cells[at : at + size] for at in range(0, len(cells), size)]


@cache
def _list_units(box: Box) -> list[list[int]]:
    """Return the places of the cells of each row, column and box."""
    high, wide = box
    size = high * wide
    rows = [[size * r + c for c in range(size)] for r in range(size)]
    columns = [[size * r + c for r in range(size)] for c in range(size)]
    boxes = [
        [size * (top + r) + left + c for r in range(high) for c in range(wide)]
        for top in range(0, size, high)
        for left in range(0, size, wide)
    ]
    return rows + columns + boxes


@cache
def _list_peers(box: Box) -> list[list[int]]:
    """Return for each cell the places of the other cells in its row, column and box."""
    size = box[0] * box[1]
    peers: list[set[int]] = [set() for _ in range(size * size)]
    for unit in _list_units(box):
        for cell in unit:
            peers[cell].update(unit)
    return [sorted(found - {cell}) for cell, found in enumerate(peers)]


def is_broken(box: Box, cells: Cells) -> bool:
    """Return whether a digit is twice in a row, a column or a box."""
    for unit in _list_units(box):
        digits = [cells[cell] for cell in unit if cells[cell]]
        if len(set(digits)) < len(digits):
            return True
    return False


def _search(box: Box, cells: Cells, dice: Dice | None, budget: list[int]) -> Iterator[Cells]:
    """Yield the solutions of a grid; with `dice`, digits are tried in random order. `budget` has
    the number of nodes that are left; the search ends when it is 0.
    """
    size = box[0] * box[1]
    peers = _list_peers(box)
    grid = list(cells)
    everything = (1 << size + 1) - 2
    options = [everything] * (size * size)
    for cell, digit in enumerate(grid):
        if digit:
            for peer in peers[cell]:
                options[peer] &= ~(1 << digit)

    def step() -> Iterator[Cells]:
        budget[0] -= 1
        if budget[0] <= 0:
            return
        free = [cell for cell in range(size * size) if not grid[cell]]
        if not free:
            yield tuple(grid)
            return
        cell = min(free, key=lambda place: options[place].bit_count())
        digits = [digit for digit in range(1, size + 1) if options[cell] >> digit & 1]
        for digit in dice.shuffle(digits) if dice else digits:
            changed = [peer for peer in peers[cell] if options[peer] >> digit & 1]
            grid[cell] = digit
            for peer in changed:
                options[peer] &= ~(1 << digit)
            if all(options[peer] or grid[peer] for peer in changed):
                yield from step()
            grid[cell] = 0
            for peer in changed:
                options[peer] |= 1 << digit

    if not is_broken(box, cells):
        yield from step()


def count_solutions(box: Box, cells: Cells, most: int = 2) -> int | None:
    """Return the number of solutions, at most `most`; None if the search takes too long."""
    budget = [_MAX_NODES]
    count = 0
    for _ in _search(box, cells, None, budget):
        count += 1
        if count == most:
            return count
    return count if budget[0] > 0 else None


def solves_by_singles(box: Box, cells: Cells) -> bool:
    """Return whether naked and hidden singles fill the grid, so that it has one solution."""
    size = box[0] * box[1]
    peers, units = _list_peers(box), _list_units(box)
    everything = (1 << size + 1) - 2
    options = [everything] * (size * size)
    grid = [0] * (size * size)
    waiting = [(cell, digit) for cell, digit in enumerate(cells) if digit]
    while waiting:
        while waiting:
            cell, digit = waiting.pop()
            if grid[cell]:
                continue
            grid[cell] = digit
            options[cell] = 0
            for peer in peers[cell]:
                options[peer] &= ~(1 << digit)
        for cell, left in enumerate(options):
            if left.bit_count() == 1:
                waiting.append((cell, left.bit_length() - 1))
        if not waiting:
            for unit in units:
                once = twice = 0
                for cell in unit:
                    twice |= once & options[cell]
                    once |= options[cell]
                once &= ~twice
                for cell in unit if once else ():
                    if options[cell] & once:
                        waiting.append((cell, (options[cell] & once).bit_length() - 1))
    return all(grid)


def make_pattern(box: Box) -> Cells:
    """Return the complete grid in which each row is a shifted first row."""
    high, wide = box
    size = high * wide
    return tuple(
        (c + r % high * wide + r // high) % size + 1 for r in range(size) for c in range(size)
    )


def _make_transformation(dice: Dice, box: Box) -> tuple[list[int], list[int]]:
    """Return a random transformation of grids: for each cell the place it is taken from, and the
    new digit of each digit, from 0 for blank.
    """
    high, wide = box
    size = high * wide
    rows = [high * b + r for b in dice.shuffle(range(wide)) for r in dice.shuffle(range(high))]
    columns = [wide * s + c for s in dice.shuffle(range(high)) for c in dice.shuffle(range(wide))]
    digits = [0, *dice.shuffle(range(1, size + 1))]
    places = [size * r + c for r in rows for c in columns]
    if high == wide and dice.chance(0.5):
        places = [size * c + r for r in rows for c in columns]
    return places, digits


def transform(dice: Dice, box: Box, *grids: Cells) -> list[Cells]:
    """Apply one random transformation to several grids."""
    places, digits = _make_transformation(dice, box)
    return [tuple(digits[grid[place]] for place in places) for grid in grids]


@cache
def _make_base(box: Box, number: int) -> tuple[Cells, Cells]:
    """Return a puzzle with exactly one solution, from which no clue can be removed without singles
    ceasing to solve it, and its solution.
    """
    size = box[0] * box[1]
    dice = Dice(1_000_003 * number + 101 * box[0] + box[1])
    if size <= _MAX_SEARCHED_SIZE:
        solution = next(_search(box, (0,) * size**2, dice, [10**9]))
    else:
        (solution,) = transform(dice, box, make_pattern(box))
    left = list(solution)
    order = dice.shuffle(range(size * size))
    chunk = 1 if size <= _MAX_SEARCHED_SIZE else size
    for at in range(0, len(order) if size <= _MAX_SEARCHED_SIZE else len(order) * 2 // 3, chunk):
        kept = [left[cell] for cell in order[at : at + chunk]]
        for cell in order[at : at + chunk]:
            left[cell] = 0
        if not solves_by_singles(box, tuple(left)):
            for cell, digit in zip(order[at : at + chunk], kept, strict=True):
                left[cell] = digit
    return tuple(left), solution


def make_grid(dice: Dice, box: Box, kind: str) -> MadeGrid:
    """Return a random grid of a kind that `MadeGrid` describes."""
    size = box[0] * box[1]
    number = dice.below(_BASES if size <= _MAX_SEARCHED_SIZE else 2)
    puzzle, solution = transform(dice, box, *_make_base(box, number))
    if kind == "complete":
        return MadeGrid(box, solution, solution, kind)
    cells = list(puzzle)
    if kind in {"puzzle", "broken"}:
        for cell in dice.sample(range(size * size), dice.below(size + 1)):
            cells[cell] = solution[cell]
    if kind == "broken":
        row = dice.below(size) * size
        first, second = dice.sample(range(row, row + size), 2)
        cells[first] = cells[second] = dice.between(1, size)
    if kind == "many":
        clues = [cell for cell in range(size * size) if cells[cell]]
        for cell in dice.sample(clues, max(1, len(clues) // 3)):
            cells[cell] = 0
    if kind == "few":
        clues = [cell for cell in range(size * size) if cells[cell]]
        kept = dice.sample(clues, dice.between(1, size))
        # A digit of 10 or more shows that the grid is no larger form of 9×9 candidates.
        kept.append(max(clues, key=lambda cell: cells[cell]) if size > 9 else kept[0])
        cells = [digit if cell in kept else 0 for cell, digit in enumerate(cells)]
    return MadeGrid(box, tuple(cells), solution, kind)


def is_usual_box_refuted(grid: MadeGrid) -> bool:
    """Return whether the usual boxes of this size break a rule or have no solution."""
    usual = USUAL_BOXES[grid.size]
    return is_broken(usual, grid.cells) or count_solutions(usual, grid.cells, 1) == 0
