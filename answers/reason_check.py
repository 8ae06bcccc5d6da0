"""Checks a reason for a no by counting again, straight from the cells.

Nothing that found the reason takes part, neither its tables nor refinement. What refinement told
apart is compared here with sorted tuples instead of hashes, round by round.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ..base.errors import CheckError
from ..base.language import Message
from ..sudoku.grid import Cell, Grid
from .reason import (
    Difference,
    Kind,
    Reason,
    Scope,
    Sort,
    Thing,
    Trait,
    Values,
    cells_of,
    cells_to_mark,
    scopes_to_rule_out,
)

Table = Sequence[tuple[Thing, Trait]]
"""Things of a grid with their traits."""


def checked(first: Grid, second: Grid, reason: Reason) -> Reason:
    """Count again what a reason claims of two grids, and return it.

    Raises `CheckError` where a count is wrong or equal, a way round is left open, or other cells
    are marked than those that differ.
    """
    scopes = tuple(difference.scope for difference in reason.differences)
    differences = reason.differences
    holds = (
        scopes in ((Scope.ALL,), scopes_to_rule_out(first.shape))
        and all(_differs(first, second, difference) for difference in differences)
        and (reason.first_cells, reason.second_cells) == cells_to_mark(first, second, differences)
    )
    if not holds:
        raise CheckError(
            Message("the reason that was found why these Sudokus are not copies does not hold")
        )
    return reason


def _differs(first: Grid, second: Grid, difference: Difference) -> bool:
    kind, scope, trait, *claimed, rounds = difference
    tables = (
        kinds_after(first, second, rounds)
        if kind is Kind.ROUNDS
        else (_counted(first, kind), _counted(second, kind))
    )
    found = [
        {thing for thing, own in table if own.seen(scope, is_first) == trait}
        for table, is_first in zip(tables, (True, False), strict=True)
    ]
    return (
        len(found[0]) != len(found[1])
        and found == [set(things) for things in claimed]
        and list(map(len, found)) == list(map(len, claimed))
    )


# Kinds but refinement


def _counted(grid: Grid, kind: Kind) -> Table:
    return [(thing, _Counted(grid, thing).trait(kind)) for thing in _things(grid, kind)]


_LINES = (Sort.ROW, Sort.COLUMN)
_BLOCKS = (Sort.BAND, Sort.STACK)
_LINE_PAIRS = (Sort.ROWS, Sort.COLUMNS)
_SORTS = {
    Kind.CLUES: (Sort.CLUE,),
    Kind.DIGITS: (Sort.DIGIT,),
    Kind.LINES: _LINES,
    Kind.BOXES: (Sort.BOX,),
    Kind.BLOCKS: _BLOCKS,
    Kind.BLOCKS_BY_LINES: _BLOCKS,
    Kind.BLOCKS_BY_BOXES: _BLOCKS,
    Kind.REPEATS_IN_LINES: _LINES,
    Kind.REPEATS_IN_BOXES: (Sort.BOX,),
    Kind.CLUES_BY_LINES: (Sort.CLUE,),
    Kind.CLUES_BY_DIGIT: (Sort.CLUE,),
    Kind.DIGITS_BY_BOXES: (Sort.DIGIT,),
    Kind.DIGITS_BY_LINES: (Sort.DIGIT,),
    Kind.LINES_BY_DIGITS: _LINES,
    Kind.CLUES_BY_ALL: (Sort.CLUE,),
    Kind.DIGIT_PAIRS: (Sort.DIGITS,),
    Kind.LINE_PAIRS: _LINE_PAIRS,
    Kind.NEAR_CYCLES: _LINE_PAIRS,
    Kind.FAR_CYCLES: _LINE_PAIRS,
}


def _things(grid: Grid, kind: Kind) -> Iterator[Thing]:
    """Yield the things that a kind of reason speaks of."""
    numbers, (height, width) = range(grid.size), grid.shape
    named: dict[Sort, list[tuple[int, ...]]] = {
        Sort.CLUE: sorted(grid.clue_cells),
        Sort.DIGIT: [(d,) for d in sorted(grid.digits)],
        Sort.DIGITS: list(combinations(sorted(grid.digits), 2)),
        Sort.ROW: [(r,) for r in numbers],
        Sort.COLUMN: [(c,) for c in numbers],
        Sort.BOX: sorted({(r // height, c // width) for r, c in grid.cells}),
        Sort.BAND: [(b,) for b in range(grid.shape.bands)],
        Sort.STACK: [(s,) for s in range(grid.shape.stacks)],
    }
    for sort in _SORTS[kind]:
        if sort in _LINE_PAIRS:
            length = height if sort is Sort.ROWS else width
            for one, other in combinations(numbers, 2):
                is_near = one // length == other // length
                thing = Thing(sort, (one, other))
                if is_near is (kind is not Kind.FAR_CYCLES) and _is_told_of(grid, kind, thing):
                    yield thing
        else:
            things = (Thing(sort, name) for name in named[sort])
            yield from (thing for thing in things if _is_told_of(grid, kind, thing))


def _is_told_of(grid: Grid, kind: Kind, thing: Thing) -> bool:
    """Return whether a line has clues and a pair of lines is complete, where it has to be so."""
    if kind in (Kind.NEAR_CYCLES, Kind.FAR_CYCLES):
        lines = _two_lines(grid, thing)
        return all(sorted(line) == list(range(1, grid.size + 1)) for line in lines)
    needs_clues = kind in (Kind.REPEATS_IN_LINES, Kind.LINES_BY_DIGITS)
    return not needs_clues or any(grid[cell] for cell in cells_of(grid, thing))


def _two_lines(grid: Grid, thing: Thing) -> list[tuple[int, ...]]:
    lines = grid.rows if thing.sort is Sort.ROWS else list(zip(*grid.rows, strict=True))
    return [tuple(lines[number]) for number in thing.numbers]


class _Counted(NamedTuple):
    """A thing of a grid, whose cells are counted."""

    grid: Grid
    thing: Thing

    @property
    def clues(self) -> list[Cell]:
        return [cell for cell in cells_of(self.grid, self.thing) if self.grid[cell]]

    def trait(self, kind: Kind) -> Trait:
        if kind is Kind.CLUES:
            return Trait()
        if kind in (Kind.CLUES_BY_LINES, Kind.DIGITS_BY_LINES):
            return Trait((), self._each(self._in_row), self._each(self._in_column))
        if kind is Kind.CLUES_BY_DIGIT:
            return Trait(self._each(self._in_box) + self._each(self._of_its_digit))
        if kind is Kind.CLUES_BY_ALL:
            return self.trait(Kind.CLUES_BY_LINES)._replace(
                common=self.trait(Kind.CLUES_BY_DIGIT).common
            )
        values = self._values(kind)
        if self.thing.sort in (Sort.ROW, Sort.BAND, Sort.ROWS):
            return Trait(by_rows=values)
        if self.thing.sort in (Sort.COLUMN, Sort.STACK, Sort.COLUMNS):
            return Trait(by_columns=values)
        return Trait(values)

    def _values(self, kind: Kind) -> Values:
        is_band = self.thing.sort is Sort.BAND
        if kind is Kind.BLOCKS_BY_LINES:
            return self._shares(by_rows=is_band, by_boxes=False)
        if kind is Kind.BLOCKS_BY_BOXES:
            return self._shares(by_rows=not is_band, by_boxes=True)
        if kind in (Kind.REPEATS_IN_LINES, Kind.REPEATS_IN_BOXES):
            return _repeats([self.grid[cell] for cell in self.clues])
        if kind is Kind.DIGITS_BY_BOXES:
            return self._each(self._in_box)
        if kind is Kind.LINES_BY_DIGITS:
            return self._each(self._of_its_digit)
        if kind is Kind.DIGIT_PAIRS:
            return (self._shared_boxes(),)
        if kind is Kind.LINE_PAIRS:
            return (self._shared_digits(),)
        if kind in (Kind.NEAR_CYCLES, Kind.FAR_CYCLES):
            return cycles(*_two_lines(self.grid, self.thing))
        return (len(self.clues),)

    def _each(self, count: Callable[[Cell], int]) -> Values:
        """Return what is counted for each clue."""
        return tuple(sorted(map(count, self.clues)))

    def _in_row(self, cell: Cell) -> int:
        return len([value for value in self.grid.row(cell[0]) if value])

    def _in_column(self, cell: Cell) -> int:
        return len([value for value in self.grid.column(cell[1]) if value])

    def _in_box(self, cell: Cell) -> int:
        return len([value for value in self.grid.box(*cell) if value])

    def _of_its_digit(self, cell: Cell) -> int:
        return sum(row.count(self.grid[cell]) for row in self.grid)

    def _shared_boxes(self) -> int:
        height, width = self.grid.shape
        one, other = (
            {(r // height, c // width) for r, c in self.clues if self.grid[r, c] == digit}
            for digit in self.thing.numbers
        )
        return len(one & other)

    def _shares(self, by_rows: bool, by_boxes: bool) -> Values:
        """Return how many clues are in each row (or column), or box, of a band or stack."""
        height, width = self.grid.shape if by_boxes else (1, 1)
        counts: dict[int, int] = {}
        for r, c in cells_of(self.grid, self.thing):
            share = r // height if by_rows else c // width
            counts[share] = counts.get(share, 0) + (self.grid[r, c] > 0)
        return tuple(sorted(counts.values()))

    def _shared_digits(self) -> int:
        one, other = _two_lines(self.grid, self.thing)
        return len(set(one) & set(other) - {0})


def _repeats(values: list[int]) -> Values:
    counts = sorted(values.count(digit) for digit in set(values))
    return tuple(count for count in counts if count > 1) or (1,)


def cycles(one: Sequence[int], other: Sequence[int]) -> Values:
    """Return the lengths of the cycles that lead from digits of a line to those beside them.

    >>> cycles((1, 2, 3, 4), (2, 1, 4, 3))
    (2, 2)
    """
    beside, lengths = dict(zip(one, other, strict=True)), []
    while beside:
        digit, length = next(iter(beside)), 0
        while digit in beside:
            digit = beside.pop(digit)
            length += 1
        lengths.append(length)
    return tuple(sorted(lengths))


# Refinement


def kinds_after(first: Grid, second: Grid, rounds: int) -> tuple[Table, Table]:
    """Return the lines and digits of two grids, each with a number for its kind.

    At first lines are of one kind if they have the same cycles to the other lines, those of their
    own block and those of each other block; digits are all of one kind. In each round a line's kind
    becomes: the one it had, the kinds of the crossing line and the digit at each of its clues, and
    the same of all lines of its block; a digit's: the one it had, and those of the row and the
    column at each of its cells. Things that share a number are of one kind in both grids.
    """
    grids = first, second
    kinds = _numbered([_at_the_start(grid) for grid in grids])
    for _ in range(rounds):
        kinds = _numbered(map(_with_what_they_meet, grids, kinds))
        kinds = _numbered(map(_with_their_block, grids, kinds))
    one, two = ([(thing, _as_trait(thing, kind)) for thing, kind in own.items()] for own in kinds)
    return one, two


_Described = dict[Thing, tuple[Any, ...]]
_Numbered = dict[Thing, int]


def _numbered(described: Iterable[_Described]) -> list[_Numbered]:
    """Number what is the same in both grids the same, in order, whichever grid is the first."""
    both = list(described)
    different = sorted({kind for table in both for kind in table.values()})
    numbers = {kind: number for number, kind in enumerate(different)}
    return [{thing: numbers[kind] for thing, kind in table.items()} for table in both]


def _as_trait(thing: Thing, kind: int) -> Trait:
    if thing.sort is Sort.DIGIT:
        return Trait((kind,))
    return Trait(by_rows=(kind,)) if thing.sort is Sort.ROW else Trait(by_columns=(kind,))


def _lines_of(grid: Grid) -> Iterator[list[tuple[Thing, tuple[int, ...]]]]:
    """Yield the lines of each band, then those of each stack."""
    columns = list(zip(*grid.rows, strict=True))
    for sort, lines, length in (
        (Sort.ROW, grid.rows, grid.shape.height),
        (Sort.COLUMN, columns, grid.shape.width),
    ):
        numbered = [(Thing(sort, (number,)), line) for number, line in enumerate(lines)]
        yield from (numbered[start : start + length] for start in range(0, grid.size, length))


def _at_the_start(grid: Grid) -> _Described:
    start: _Described = {Thing(Sort.DIGIT, (d,)): ((), ()) for d in sorted(grid.digits)}
    every = set(range(1, grid.size + 1))
    blocks = list(_lines_of(grid))
    for block in blocks:
        for thing, line in block:
            near: tuple[Values, ...] = ()
            far: list[tuple[Values, ...]] = []
            for other in blocks if set(line) == every else []:
                found = tuple(
                    sorted(
                        cycles(line, beside)
                        for name, beside in other
                        if name.sort is thing.sort and name != thing and set(beside) == every
                    )
                )
                if other is block:
                    near = found
                else:
                    far.append(found)
            start[thing] = (near, tuple(sorted(far)))
    return start


def _with_what_they_meet(grid: Grid, kinds: _Numbered) -> _Described:
    met: dict[Thing, list[tuple[int, int]]] = {thing: [] for thing in kinds}
    for r, c in grid.clue_cells:
        row, column = Thing(Sort.ROW, (r,)), Thing(Sort.COLUMN, (c,))
        digit = Thing(Sort.DIGIT, (grid[r, c],))
        lines = kinds[row], kinds[column]
        met[row].append((kinds[column], kinds[digit]))
        met[column].append((kinds[row], kinds[digit]))
        met[digit].append((min(lines), max(lines)))
    return {thing: (kind, tuple(sorted(met[thing]))) for thing, kind in kinds.items()}


def _with_their_block(grid: Grid, kinds: _Numbered) -> _Described:
    found: _Described = {thing: (kind, ()) for thing, kind in kinds.items()}
    for block in _lines_of(grid):
        beside = tuple(sorted(kinds[thing] for thing, _ in block))
        for thing, _ in block:
            found[thing] = (kinds[thing], beside)
    return found
