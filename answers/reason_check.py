"""Checks the reason why two Sudokus are not copies by counting again, straight from the cells.

The check does not use the tables of the code that found the reason. Both use the same definitions:
the parts of a grid, the cells of each part, and the measures that each kind of reason compares. The
kinds of the refinement rounds come from `refine_kinds` in this file, which compares sorted tuples,
round by round, instead of the hashes with which `decide` refines.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..base.errors import VerificationError
from ..sudoku.grid import Cell, Grid
from .reason import (
    Difference,
    GridPart,
    PartKind,
    Reason,
    ReasonKind,
    Scope,
    Table,
    Trait,
    Values,
    choose_cells_to_mark,
    list_cells,
    list_lines,
    list_parts,
    list_scopes,
)


def verify_reason(first: Grid, second: Grid, reason: Reason) -> Reason:
    """Count everything that a reason claims about two grids again, and return the reason if it
    holds.

    Raises `VerificationError` if a count is wrong, if two counts that should differ are equal, if
    the reason leaves an orientation open, or if the marked cells are not the cells of the parts
    that differ.
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
    """Counts clues straight from the cells of a grid, without the tables with which the reason was
    found, so that an error in them is noticed.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def _clues(self, thing: GridPart) -> list[Cell]:
        return [cell for cell in list_cells(self._grid, thing) if self._grid[cell]]

    def met(self, thing: GridPart, sort: PartKind) -> Iterable[int]:
        return [len(self._clues(self._at(cell, sort))) for cell in self._clues(thing)]

    def _at(self, cell: Cell, sort: PartKind) -> GridPart:
        (r, c), (height, width) = cell, self._grid.shape
        if sort is PartKind.BOX:
            return GridPart(sort, (r // height, c // width))
        return GridPart(
            sort, ({PartKind.ROW: r, PartKind.COLUMN: c, PartKind.DIGIT: self._grid[cell]}[sort],)
        )

    def _shared_out(self, thing: GridPart, height: int, width: int) -> Iterable[int]:
        """Divide the grid into areas of `height` rows and `width` columns, and return, for each
        area that contains cells of `thing` (a band or a stack), the number of clues of `thing` in
        this area.
        """
        counts: dict[Cell, int] = {}
        for r, c in list_cells(self._grid, thing):
            part = r // height, c // width
            counts[part] = counts.get(part, 0) + (self._grid[r, c] > 0)
        return counts.values()

    def clues(self, thing: GridPart) -> Iterable[int]:
        return [len(self._clues(thing))]

    def clues_of_lines(self, thing: GridPart) -> Iterable[int]:
        size = self._grid.size
        return self._shared_out(thing, *((1, size) if thing.is_along_rows else (size, 1)))

    def clues_of_boxes(self, thing: GridPart) -> Iterable[int]:
        return self._shared_out(thing, *self._grid.shape)

    def repeats(self, thing: GridPart) -> Iterable[int]:
        values = [self._grid[cell] for cell in self._clues(thing)]
        counts = [values.count(digit) for digit in set(values)]
        return [count for count in counts if count > 1] or [1]

    def shared_boxes(self, thing: GridPart) -> Iterable[int]:
        boxes = [list_cells(self._grid, box) for box in list_parts(self._grid, PartKind.BOX)]
        held = [{self._grid[cell] for cell in box} for box in boxes]
        return [len([digits for digits in held if digits.issuperset(thing.numbers)])]

    def shared_digits(self, thing: GridPart) -> Iterable[int]:
        one, other = list_lines(self._grid, thing)
        return [len([digit for digit in {*one} if digit and digit in other])]

    def cycles(self, thing: GridPart) -> Iterable[int]:
        return map(len, find_cycles(*list_lines(self._grid, thing)))


def find_cycles(one: Sequence[int], other: Sequence[int]) -> list[Values]:
    """Return the cycles of the permutation that takes each digit of the line `one` to the digit
    beside it (at the same index) in the line `other`. The lines must contain the same digits, each
    once.

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
    """Sort the rows, columns and digits of two grids into kinds by `rounds` rounds of colour
    refinement, so that a transformation from a grid to the other can only take a line or digit to a
    line or digit of the same kind. Return a table for each grid with the number of the kind of each
    row, column and digit.

    Before the first round, all digits are of one kind, and two lines are of the same kind if the
    cycles to the other lines of their own block, and to the lines of each other block, have the
    same lengths. After each round, a line's new kind consists of its old kind, the pairs of kinds
    (crossing line, digit) of its clues, and the same for all lines of its block. A digit's new kind
    consists of its old kind and the kinds of the rows and columns of its cells.
    """
    grids = first, second
    kinds = _number_kinds([_describe_at_start(grid) for grid in grids])
    for _ in range(rounds):
        kinds = _number_kinds(map(_describe_by_neighbours, grids, kinds))
        kinds = _number_kinds(map(_describe_by_block, grids, kinds))
    one, two = (
        [(thing, Trait.from_values(thing, (kind,))) for thing, kind in own.items()] for own in kinds
    )
    return one, two


_Described = dict[GridPart, tuple[Any, ...]]
_Numbered = dict[GridPart, int]


def _number_kinds(described: Iterable[_Described]) -> list[_Numbered]:
    """Replace the description of each row, column and digit by a number; equal descriptions get
    equal numbers. The descriptions of both grids are numbered together in ascending order, so that
    the order of the grids does not matter.
    """
    both = list(described)
    different = sorted({kind for table in both for kind in table.values()})
    numbers = {kind: number for number, kind in enumerate(different)}
    return [{thing: numbers[kind] for thing, kind in table.items()} for table in both]


_Lines = list[tuple[GridPart, Values]]


def _list_lines(grid: Grid) -> Iterator[_Lines]:
    """Yield, for each band, the list of its rows and then, for each stack, the list of its columns.
    Each row or column comes with its values, 0 for a blank.
    """
    for sort, length in ((PartKind.ROW, grid.shape.height), (PartKind.COLUMN, grid.shape.width)):
        numbered = [(thing, list_lines(grid, thing)[0]) for thing in list_parts(grid, sort)]
        yield from (numbered[start : start + length] for start in range(0, grid.size, length))


def _describe_at_start(grid: Grid) -> _Described:
    start: _Described = {GridPart(PartKind.DIGIT, (d,)): ((), ()) for d in sorted(grid.digits)}
    every = set(range(1, grid.size + 1))
    blocks = list(_list_lines(grid))

    def lengths(thing: GridPart, line: Values, block: _Lines) -> tuple[Values, ...]:
        """Return the lengths of the cycles between a line and each other line of a block (a band or
        a stack), sorted, so that their order depends neither on the lines nor on the digits.
        """
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
    met: dict[GridPart, list[tuple[int, int]]] = {thing: [] for thing in kinds}
    for r, c in grid.clue_cells:
        row, column = GridPart(PartKind.ROW, (r,)), GridPart(PartKind.COLUMN, (c,))
        digit = GridPart(PartKind.DIGIT, (grid[r, c],))
        lines = kinds[row], kinds[column]
        met[row].append((kinds[column], kinds[digit]))
        met[column].append((kinds[row], kinds[digit]))
        met[digit].append((min(lines), max(lines)))
    return {thing: (kind, tuple(sorted(met[thing]))) for thing, kind in kinds.items()}


def _describe_by_block(grid: Grid, kinds: _Numbered) -> _Described:
    beside: dict[GridPart, Values] = {}
    for block in _list_lines(grid):
        own = tuple(sorted(kinds[thing] for thing, _ in block))
        beside.update((thing, own) for thing, _ in block)
    return {thing: (kind, beside.get(thing, ())) for thing, kind in kinds.items()}
