"""Checks a reason for a no by counting again, straight from the cells.

What found the reason takes no part, neither its tables nor refinement: the two share only what a
thing is, which cells it has, and which measures a reason compares. What refinement told apart is
compared here with sorted tuples instead of hashes, round by round.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..base.errors import VerificationError
from ..sudoku.grid import Cell, Grid
from .reason import (
    Difference,
    Reason,
    ReasonKind,
    Scope,
    Sort,
    Table,
    Thing,
    Trait,
    Values,
    choose_cells_to_mark,
    list_cells,
    list_lines,
    list_scopes,
    list_things,
)


def verify_reason(first: Grid, second: Grid, reason: Reason) -> Reason:
    """Count again what a reason claims of two grids, and return it.

    Raises `VerificationError` where a count is wrong or equal, a way round is left open, or other
    cells are marked than those that differ.
    """
    differences = reason.differences
    scopes = tuple(difference.scope for difference in differences)
    holds = (
        scopes in ((Scope.ALL,), list_scopes(first.shape))
        and all(_differs(first, second, difference) for difference in differences)
        and (reason.first_cells, reason.second_cells)
        == choose_cells_to_mark(first, second, differences)
    )
    if not holds:
        raise VerificationError(
            "the reason that was found why these Sudokus are not copies does not hold"
        )
    return reason


def _differs(first: Grid, second: Grid, difference: Difference) -> bool:
    kind, scope, trait, *claimed, rounds = difference
    tables = (
        refine_kinds(first, second, rounds)
        if kind is ReasonKind.ROUNDS
        else tuple(kind.compared.tabulate(grid, _Cells(grid)) for grid in (first, second))
    )
    found = [
        {thing for thing, own in table if own.select_values(scope, is_first) == trait}
        for table, is_first in zip(tables, (True, False), strict=True)
    ]
    return (
        len(found[0]) != len(found[1])
        and found == [set(things) for things in claimed]
        and list(map(len, found)) == list(map(len, claimed))
    )


# All reasons but refinement


class _Cells:
    """Counts straight from the cells of a grid, each time anew."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def _clues(self, thing: Thing) -> list[Cell]:
        return [cell for cell in list_cells(self._grid, thing) if self._grid[cell]]

    def met(self, thing: Thing, sort: Sort) -> Iterable[int]:
        return [len(self._clues(self._at(cell, sort))) for cell in self._clues(thing)]

    def _at(self, cell: Cell, sort: Sort) -> Thing:
        (r, c), (height, width) = cell, self._grid.shape
        if sort is Sort.BOX:
            return Thing(sort, (r // height, c // width))
        return Thing(sort, ({Sort.ROW: r, Sort.COLUMN: c, Sort.DIGIT: self._grid[cell]}[sort],))

    def _shared_out(self, thing: Thing, height: int, width: int) -> Iterable[int]:
        """Return how many clues of a thing are in each part of so many rows and columns."""
        counts: dict[Cell, int] = {}
        for r, c in list_cells(self._grid, thing):
            part = r // height, c // width
            counts[part] = counts.get(part, 0) + (self._grid[r, c] > 0)
        return counts.values()

    def clues(self, thing: Thing) -> Iterable[int]:
        return [len(self._clues(thing))]

    def clues_of_lines(self, thing: Thing) -> Iterable[int]:
        size = self._grid.size
        return self._shared_out(thing, *((1, size) if thing.is_along_rows else (size, 1)))

    def clues_of_boxes(self, thing: Thing) -> Iterable[int]:
        return self._shared_out(thing, *self._grid.shape)

    def repeats(self, thing: Thing) -> Iterable[int]:
        values = [self._grid[cell] for cell in self._clues(thing)]
        counts = [values.count(digit) for digit in set(values)]
        return [count for count in counts if count > 1] or [1]

    def shared_boxes(self, thing: Thing) -> Iterable[int]:
        boxes = [list_cells(self._grid, box) for box in list_things(self._grid, Sort.BOX)]
        held = [{self._grid[cell] for cell in box} for box in boxes]
        return [len([digits for digits in held if digits.issuperset(thing.numbers)])]

    def shared_digits(self, thing: Thing) -> Iterable[int]:
        one, other = list_lines(self._grid, thing)
        return [len([digit for digit in {*one} if digit and digit in other])]

    def cycles(self, thing: Thing) -> Iterable[int]:
        return map(len, find_cycles(*list_lines(self._grid, thing)))


def find_cycles(one: Sequence[int], other: Sequence[int]) -> list[Values]:
    """Return the cycles that lead from digits of a line to those beside them.

    >>> find_cycles((1, 2, 3, 4), (2, 1, 4, 3))
    [(1, 2), (3, 4)]
    """
    beside, found = dict(zip(one, other, strict=True)), list[Values]()
    while beside:
        digit, cycle = next(iter(beside)), list[int]()
        while digit in beside:
            cycle.append(digit)
            digit = beside.pop(digit)
        found.append(tuple(cycle))
    return found


# Refinement


def refine_kinds(first: Grid, second: Grid, rounds: int) -> tuple[Table, Table]:
    """Return the lines and digits of two grids, each with a number for its kind in both.

    At first lines are of one kind if they have the same cycles to the other lines of their own
    block and of each other block; digits are all of one kind. In each round a line's kind becomes:
    the one it had, the kinds of the crossing line and the digit at each of its clues, and the same
    of all lines of its block; a digit's: the one it had, and those of its cells' lines.
    """
    grids = first, second
    kinds = _number_kinds([_describe_at_start(grid) for grid in grids])
    for _ in range(rounds):
        kinds = _number_kinds(map(_describe_by_neighbours, grids, kinds))
        kinds = _number_kinds(map(_describe_by_block, grids, kinds))
    one, two = ([(thing, Trait.of(thing, (kind,))) for thing, kind in own.items()] for own in kinds)
    return one, two


_Described = dict[Thing, tuple[Any, ...]]
_Numbered = dict[Thing, int]


def _number_kinds(described: Iterable[_Described]) -> list[_Numbered]:
    """Number what is the same in both grids the same, in order, whichever grid is the first."""
    both = list(described)
    different = sorted({kind for table in both for kind in table.values()})
    numbers = {kind: number for number, kind in enumerate(different)}
    return [{thing: numbers[kind] for thing, kind in table.items()} for table in both]


_Lines = list[tuple[Thing, Values]]


def _list_lines(grid: Grid) -> Iterator[_Lines]:
    """Yield the lines of each band, then those of each stack."""
    for sort, length in ((Sort.ROW, grid.shape.height), (Sort.COLUMN, grid.shape.width)):
        numbered = [(thing, list_lines(grid, thing)[0]) for thing in list_things(grid, sort)]
        yield from (numbered[start : start + length] for start in range(0, grid.size, length))


def _describe_at_start(grid: Grid) -> _Described:
    start: _Described = {Thing(Sort.DIGIT, (d,)): ((), ()) for d in sorted(grid.digits)}
    every = set(range(1, grid.size + 1))
    blocks = list(_list_lines(grid))

    def lengths(thing: Thing, line: Values, block: _Lines) -> tuple[Values, ...]:
        """Return the lengths of the cycles to each other line of a block."""
        beside = [other for name, other in block if name.sort is thing.sort and name != thing]
        both = [find_cycles(line, other) for other in beside if set(line) == set(other) == every]
        return tuple(sorted(tuple(sorted(map(len, one))) for one in both))

    for block in blocks:
        for thing, line in block:
            others = [other for other in blocks if other is not block and set(line) == every]
            far = sorted(lengths(thing, line, other) for other in others)
            start[thing] = (lengths(thing, line, block), tuple(far))
    return start


def _describe_by_neighbours(grid: Grid, kinds: _Numbered) -> _Described:
    met: dict[Thing, list[tuple[int, int]]] = {thing: [] for thing in kinds}
    for r, c in grid.clue_cells:
        row, column = Thing(Sort.ROW, (r,)), Thing(Sort.COLUMN, (c,))
        digit = Thing(Sort.DIGIT, (grid[r, c],))
        lines = kinds[row], kinds[column]
        met[row].append((kinds[column], kinds[digit]))
        met[column].append((kinds[row], kinds[digit]))
        met[digit].append((min(lines), max(lines)))
    return {thing: (kind, tuple(sorted(met[thing]))) for thing, kind in kinds.items()}


def _describe_by_block(grid: Grid, kinds: _Numbered) -> _Described:
    beside: dict[Thing, Values] = {}
    for block in _list_lines(grid):
        own = tuple(sorted(kinds[thing] for thing, _ in block))
        beside.update((thing, own) for thing, _ in block)
    return {thing: (kind, beside.get(thing, ())) for thing, kind in kinds.items()}
