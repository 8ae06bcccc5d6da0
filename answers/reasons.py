"""Why a Sudoku is no copy of another: the first reason that a person can check.

Things are counted from tables that are made once for a grid, kind after kind, the plain ones first;
then refinement says after how many rounds it tells the grids apart. Every reason is checked by code
that shares none of this.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import combinations

from ..encoding.refinement import rounds_to_tell_apart
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
    cells_to_mark,
    scopes_to_rule_out,
)
from .reason_check import Table, checked, kinds_after
from .verify import check_grids


def why_not(first: Grid, second: Grid) -> Reason | None:
    """Return the first reason why `second` is no copy of `first`, checked.

    None if none is found: so it is with all copies, and with some grids that look alike everywhere,
    of which it takes a proof that they are not copies.

    Raises `GridError` for grids of two shapes, and `CheckError` for a reason that does not pass its
    check.

    >>> reason = why_not(Grid([[1, 2], [0, 0]], box=(1, 2)), Grid([[1, 0], [2, 0]], box=(1, 2)))
    >>> reason.kind.value, sorted(reason.first_cells), sorted(reason.second_cells)
    ('lines', [(0, 0), (0, 1)], [])
    """
    check_grids(first, second)
    differences = _first_differences(first, second)
    if not differences:
        return None
    marked = cells_to_mark(first, second, differences)
    return checked(first, second, Reason(differences, *marked))


def _first_differences(first: Grid, second: Grid) -> tuple[Difference, ...]:
    """Return one difference for all transformations or one for each way round, () if none does."""
    one, two = _Counts(first), _Counts(second)
    found = _Found(scopes_to_rule_out(first.shape))
    for kind, things in _TABLES.items():
        if differences := found.also(kind, list(things(one)), list(things(two))):
            return differences
    quarters = tuple(int(scope is Scope.TURNED) for scope in found.open_scopes)
    for rounds in range(1, 1 + (rounds_to_tell_apart(first, second, quarters) or 0)):
        if differences := found.also(Kind.ROUNDS, *kinds_after(first, second, rounds), rounds):
            return differences
    return ()


class _Found:
    """The first difference for each way round."""

    def __init__(self, scopes: tuple[Scope, ...]) -> None:
        self.scopes = scopes
        self.differences: dict[Scope, Difference] = {}

    @property
    def open_scopes(self) -> list[Scope]:
        """The ways round that no difference rules out so far."""
        return [scope for scope in self.scopes if scope not in self.differences]

    def also(self, kind: Kind, one: Table, two: Table, rounds: int = 0) -> tuple[Difference, ...]:
        """Look for differences of one more kind; return them when no way round is left open.

        One that rules out both ways at once is returned alone.
        """
        if len(self.scopes) > 1 and (difference := _difference(kind, Scope.ALL, one, two, rounds)):
            return (difference,)
        for scope in self.open_scopes:
            if difference := _difference(kind, scope, one, two, rounds):
                self.differences[scope] = difference
        if self.open_scopes:
            return ()
        return tuple(self.differences[scope] for scope in self.scopes)


def _difference(kind: Kind, scope: Scope, one: Table, two: Table, rounds: int) -> Difference | None:
    """Return things of one trait of which there are different numbers.

    They are those that are quickest to check: rather none in one of the grids, few in the other,
    and with many clues.
    """
    by_trait: dict[Trait, tuple[list[Thing], list[Thing]]] = {}
    for table, is_first in ((one, True), (two, False)):
        for thing, trait in table:
            both = by_trait.setdefault(trait.seen(scope, is_first), ([], []))
            both[0 if is_first else 1].append(thing)
    differing = [
        Difference(kind, scope, trait, _in_order(firsts), _in_order(seconds), rounds)
        for trait, (firsts, seconds) in by_trait.items()
        if len(firsts) != len(seconds)
    ]

    def to_be_looked_at(each: Difference) -> tuple[int, int]:
        numbers = len(each.first), len(each.second)
        return min(numbers), max(numbers)

    differing.sort(key=lambda each: each.trait, reverse=True)
    return min(differing, key=to_be_looked_at, default=None)


def _in_order(things: list[Thing]) -> tuple[Thing, ...]:
    order = list(Sort)
    return tuple(sorted(things, key=lambda thing: (order.index(thing.sort), thing.numbers)))


class _Counts:
    """The numbers of clues in the rows, columns and boxes of a grid, and of its digits."""

    def __init__(self, grid: Grid) -> None:
        self.grid, size = grid, grid.size
        self.height, self.width = grid.shape
        self.clues = [(r, c, d) for r, row in enumerate(grid.rows) for c, d in enumerate(row) if d]
        self.in_row, self.in_column, self.of_digit = [0] * size, [0] * size, [0] * (size + 1)
        self.in_box = {(r // self.height, c // self.width): 0 for r, c in grid.cells}
        for r, c, d in self.clues:
            self.in_row[r] += 1
            self.in_column[c] += 1
            self.in_box[self.box(r, c)] += 1
            self.of_digit[d] += 1

    def box(self, r: int, c: int) -> Cell:
        return r // self.height, c // self.width

    @cached_property
    def by_digit(self) -> dict[int, list[Cell]]:
        cells: dict[int, list[Cell]] = {}
        for r, c, d in self.clues:
            cells.setdefault(d, []).append((r, c))
        return cells

    @cached_property
    def complete(self) -> dict[Sort, dict[int, tuple[int, ...]]]:
        """The rows and columns that hold every digit once."""
        every = frozenset(range(1, self.grid.size + 1))
        columns = list(zip(*self.grid.rows, strict=True))
        return {
            sort: {i: line for i, line in enumerate(lines) if every.issubset(line)}
            for sort, lines in ((Sort.ROWS, self.grid.rows), (Sort.COLUMNS, columns))
        }


Things = Iterator[tuple[Thing, Trait]]


def _clues(counts: _Counts) -> Things:
    for r, c, _ in counts.clues:
        yield Thing(Sort.CLUE, (r, c)), Trait()


def _digits(counts: _Counts) -> Things:
    for digit, cells in counts.by_digit.items():
        yield Thing(Sort.DIGIT, (digit,)), Trait((len(cells),))


def _in_both(sorts: tuple[Sort, Sort], rows: Iterable[Values], columns: Iterable[Values]) -> Things:
    """Yield things along the rows and things along the columns, numbered from 0."""
    for number, values in enumerate(rows):
        yield Thing(sorts[0], (number,)), Trait(by_rows=values)
    for number, values in enumerate(columns):
        yield Thing(sorts[1], (number,)), Trait(by_columns=values)


_LINES = Sort.ROW, Sort.COLUMN
_BLOCKS = Sort.BAND, Sort.STACK


def _lines(counts: _Counts) -> Things:
    rows, columns = ([(n,) for n in each] for each in (counts.in_row, counts.in_column))
    return _in_both(_LINES, rows, columns)


def _boxes(counts: _Counts) -> Things:
    for box, number in counts.in_box.items():
        yield Thing(Sort.BOX, box), Trait((number,))


def _blocks(counts: _Counts) -> Things:
    bands, stacks = (
        [(sum(part),) for part in parts]
        for parts in (_cut(counts.in_row, counts.height), _cut(counts.in_column, counts.width))
    )
    return _in_both(_BLOCKS, bands, stacks)


def _blocks_by_lines(counts: _Counts) -> Things:
    bands, stacks = (
        [tuple(sorted(part)) for part in parts]
        for parts in (_cut(counts.in_row, counts.height), _cut(counts.in_column, counts.width))
    )
    return _in_both(_BLOCKS, bands, stacks)


def _blocks_by_boxes(counts: _Counts) -> Things:
    shares = [
        [
            tuple(sorted(number for box, number in counts.in_box.items() if box[side] == block))
            for block in range(blocks)
        ]
        for side, blocks in enumerate((counts.grid.shape.bands, counts.grid.shape.stacks))
    ]
    return _in_both(_BLOCKS, *shares)


def _cut(numbers: list[int], length: int) -> list[list[int]]:
    return [numbers[start : start + length] for start in range(0, len(numbers), length)]


def _repeats_in_lines(counts: _Counts) -> Things:
    return _of_lines(counts, lambda line: _repeats(map(line.count, set(line))))


def _repeats(numbers: Iterable[int]) -> Values:
    """Return how often those digits stand somewhere that stand there more than once, else (1,)."""
    return tuple(sorted(number for number in numbers if number > 1)) or (1,)


def _lines_by_digits(counts: _Counts) -> Things:
    return _of_lines(counts, lambda line: tuple(sorted(counts.of_digit[d] for d in line)))


def _of_lines(counts: _Counts, measure: Callable[[list[int]], Values]) -> Things:
    """Yield the lines that have clues, with what is measured of their digits."""
    clues: dict[Thing, list[int]] = {}
    for r, c, d in counts.clues:
        clues.setdefault(Thing(Sort.ROW, (r,)), []).append(d)
        clues.setdefault(Thing(Sort.COLUMN, (c,)), []).append(d)
    for thing, line in clues.items():
        values = measure(line)
        is_row = thing.sort is Sort.ROW
        yield thing, Trait(by_rows=values) if is_row else Trait(by_columns=values)


def _repeats_in_boxes(counts: _Counts) -> Things:
    numbers: dict[Cell, dict[int, int]] = {box: {} for box in counts.in_box}
    for r, c, d in counts.clues:
        inside = numbers[counts.box(r, c)]
        inside[d] = inside.get(d, 0) + 1
    for box, inside in numbers.items():
        yield Thing(Sort.BOX, box), Trait(_repeats(inside.values()))


def _clues_by_lines(counts: _Counts) -> Things:
    for r, c, _ in counts.clues:
        yield Thing(Sort.CLUE, (r, c)), Trait((), (counts.in_row[r],), (counts.in_column[c],))


def _clues_by_digit(counts: _Counts) -> Things:
    for r, c, d in counts.clues:
        common = counts.in_box[counts.box(r, c)], counts.of_digit[d]
        yield Thing(Sort.CLUE, (r, c)), Trait(common)


def _clues_by_all(counts: _Counts) -> Things:
    lines, digits = _clues_by_lines(counts), _clues_by_digit(counts)
    for (thing, by_lines), (_, by_digit) in zip(lines, digits, strict=True):
        yield thing, by_lines._replace(common=by_digit.common)


def _digits_by_boxes(counts: _Counts) -> Things:
    for digit, cells in counts.by_digit.items():
        boxes = tuple(sorted(counts.in_box[counts.box(*cell)] for cell in cells))
        yield Thing(Sort.DIGIT, (digit,)), Trait(boxes)


def _digits_by_lines(counts: _Counts) -> Things:
    for digit, cells in counts.by_digit.items():
        rows = tuple(sorted(counts.in_row[r] for r, _ in cells))
        columns = tuple(sorted(counts.in_column[c] for _, c in cells))
        yield Thing(Sort.DIGIT, (digit,)), Trait((), rows, columns)


def _digit_pairs(counts: _Counts) -> Things:
    boxes = {d: {counts.box(*cell) for cell in cells} for d, cells in counts.by_digit.items()}
    for pair in combinations(sorted(boxes), 2):
        shared = boxes[pair[0]] & boxes[pair[1]]
        yield Thing(Sort.DIGITS, pair), Trait((len(shared),))


def _line_pairs(counts: _Counts) -> Things:
    lines = [set(row) - {0} for row in counts.grid.rows]
    crossing = [set(column) - {0} for column in zip(*counts.grid.rows, strict=True)]
    for i, j in _near(counts.grid.size, counts.height):
        yield Thing(Sort.ROWS, (i, j)), Trait(by_rows=(len(lines[i] & lines[j]),))
    for i, j in _near(counts.grid.size, counts.width):
        yield Thing(Sort.COLUMNS, (i, j)), Trait(by_columns=(len(crossing[i] & crossing[j]),))


def _near(size: int, length: int) -> list[tuple[int, int]]:
    """Return the pairs of lines that are in one block of `length` lines."""
    return [(i, j) for i, j in combinations(range(size), 2) if i // length == j // length]


def _near_cycles(counts: _Counts) -> Things:
    return _cycles(counts, are_near=True)


def _far_cycles(counts: _Counts) -> Things:
    return _cycles(counts, are_near=False)


def _cycles(counts: _Counts, are_near: bool) -> Things:
    for sort, lines in counts.complete.items():
        length = counts.height if sort is Sort.ROWS else counts.width
        for i, j in combinations(lines, 2):
            if (i // length == j // length) is are_near:
                values = _cycle_lengths(lines[i], lines[j])
                is_row = sort is Sort.ROWS
                trait = Trait(by_rows=values) if is_row else Trait(by_columns=values)
                yield Thing(sort, (i, j)), trait


def _cycle_lengths(one: tuple[int, ...], other: tuple[int, ...]) -> Values:
    images = dict(zip(one, other, strict=True))
    lengths = []
    while images:
        start, image = images.popitem()
        length = 1
        while image != start:
            image = images.pop(image)
            length += 1
        lengths.append(length)
    return tuple(sorted(lengths))


_TABLES: dict[Kind, Callable[[_Counts], Things]] = {
    Kind.CLUES: _clues,
    Kind.DIGITS: _digits,
    Kind.LINES: _lines,
    Kind.BOXES: _boxes,
    Kind.BLOCKS: _blocks,
    Kind.BLOCKS_BY_LINES: _blocks_by_lines,
    Kind.BLOCKS_BY_BOXES: _blocks_by_boxes,
    Kind.REPEATS_IN_LINES: _repeats_in_lines,
    Kind.REPEATS_IN_BOXES: _repeats_in_boxes,
    Kind.CLUES_BY_LINES: _clues_by_lines,
    Kind.CLUES_BY_DIGIT: _clues_by_digit,
    Kind.DIGITS_BY_BOXES: _digits_by_boxes,
    Kind.DIGITS_BY_LINES: _digits_by_lines,
    Kind.LINES_BY_DIGITS: _lines_by_digits,
    Kind.CLUES_BY_ALL: _clues_by_all,
    Kind.DIGIT_PAIRS: _digit_pairs,
    Kind.LINE_PAIRS: _line_pairs,
    Kind.NEAR_CYCLES: _near_cycles,
    Kind.FAR_CYCLES: _far_cycles,
}
