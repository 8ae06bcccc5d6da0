"""Finds the reason why a Sudoku is not a copy of another: the first in a fixed order that a person
can check.

The kinds of reasons are tried in the order of `ReasonKind`. Each compares counts, such as the clues
of each row, which are read from tables that are made once for each grid. If all counts agree,
colour refinement sorts rows, columns and digits into kinds, in more and more rounds, and the kinds
are compared.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, count

from ..encoding.candidates import find_cycle_lengths
from ..sudoku.grid import Cell, Grid, check_grids
from .reason import (
    Difference,
    GridPart,
    PartKind,
    Reason,
    ReasonKind,
    Scope,
    Table,
    Trait,
    choose_cells_to_mark,
    list_lines,
    list_scopes,
)
from .reason_check import refine_kinds, verify_reason


def why_not(first: Grid, second: Grid) -> Reason | None:
    """Return the first reason why `second` is not a copy of `first`; None if `second` is a copy, or
    if the grids agree in everything that is compared and only a proof can show that they are not
    copies.

    The reason is verified by code that counts again without the tables. Raises `GridError` if the
    grids have different shapes, and `VerificationError` if the reason does not pass this check.

    >>> reason = why_not(Grid([[1, 2], [0, 0]], box=(1, 2)), Grid([[1, 0], [2, 0]], box=(1, 2)))
    >>> reason.kind.value, sorted(reason.first_cells), sorted(reason.second_cells)
    ('lines', [(0, 0), (0, 1)], [])
    """
    check_grids(first, second)
    differences = _find_first_differences(first, second)
    if not differences:
        return None
    marked = choose_cells_to_mark(first, second, differences)
    return verify_reason(first, second, Reason(differences, *marked))


def _find_first_differences(first: Grid, second: Grid) -> tuple[Difference, ...]:
    """Return the first differences that together show that `second` is not a copy of `first`: a
    single difference, or a difference for the transformations without a quarter turn and another
    for those with it. Return () if no difference was found for one of these orientations.
    """
    found: dict[Scope, Difference | None] = dict.fromkeys(list_scopes(first.shape))
    for kind, rounds, one, two in _compare_grids(first, second):
        if len(found) > 1 and (difference := _find_difference(kind, rounds, one, two, Scope.ALL)):
            return (difference,)
        for scope, before in found.items():
            found[scope] = before or _find_difference(kind, rounds, one, two, scope)
        if all(found.values()):
            return tuple(difference for difference in found.values() if difference)
    return ()


def _compare_grids(first: Grid, second: Grid) -> Iterator[tuple[ReasonKind, int, Table, Table]]:
    """Yield the comparisons of two grids, in the order in which they are tried. Each consists of
    the kind of reason, the number of rounds of colour refinement (0 for kinds that only count
    clues), and a table for each grid that lists its compared rows, boxes or digits with their
    counts.
    """
    one, two = _Tables(first), _Tables(second)
    for kind in ReasonKind:
        yield kind, 0, kind.compared.tabulate(first, one), kind.compared.tabulate(second, two)
    number = 0
    for rounds in count(1):
        tables = refine_kinds(first, second, rounds)
        kinds = {kind for table in tables for _, trait in table for kind in chain(*trait)}
        if len(kinds) == number:  # this round split no kind, so no later round will
            return
        number = len(kinds)
        yield ReasonKind.ROUNDS, rounds, *tables


def _find_difference(
    kind: ReasonKind, rounds: int, one: Table, two: Table, scope: Scope
) -> Difference | None:
    """Compare two tables, in which each row, box or digit of a grid has its trait (the counts that
    no transformation changes), and return the difference that a person can check soonest: a trait
    that occurs more often in one grid than in the other. Return None if each trait occurs equally
    often in both grids.

    A trait is preferred if no part of a grid has it while few parts of the other grid do, and then
    if its numbers of clues are large.
    """
    by_trait: dict[Trait, tuple[list[GridPart], list[GridPart]]] = {}
    for table, is_first in ((one, True), (two, False)):
        for thing, trait in table:
            both = by_trait.setdefault(trait.select_values(scope, is_first), ([], []))
            both[0 if is_first else 1].append(thing)
    differing = [
        Difference(kind, scope, trait, _sort_things(firsts), _sort_things(seconds), rounds)
        for trait, (firsts, seconds) in sorted(by_trait.items(), reverse=True)
        if len(firsts) != len(seconds)
    ]
    return min(differing, key=lambda one: sorted(map(len, one[3:5])), default=None)


def _sort_things(things: list[GridPart]) -> tuple[GridPart, ...]:
    order = list(PartKind)
    return tuple(sorted(things, key=lambda thing: (order.index(thing.sort), thing.numbers)))


class _Tables:
    """Counts clues with tables: the clues of each part of a grid (row, box, digit, ...), collected
    in a single pass over the grid.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid, (self._height, self._width) = grid, grid.shape
        self._clues: dict[GridPart, list[Cell]] = defaultdict(list)
        self._things: dict[Cell, dict[PartKind, GridPart]] = {}
        """For each cell with a clue, the row, column, band, stack, box and digit to which the clue
        belongs, by the kind of these grid parts.
        """
        for r, c in grid.clue_cells:
            band, stack = r // self._height, c // self._width
            of_lines = (
                GridPart(PartKind.ROW, (r,)),
                GridPart(PartKind.COLUMN, (c,)),
                GridPart(PartKind.CLUE, (r, c)),
            )
            of_blocks = GridPart(PartKind.BAND, (band,)), GridPart(PartKind.STACK, (stack,))
            others = GridPart(PartKind.BOX, (band, stack)), GridPart(PartKind.DIGIT, (grid[r, c],))
            self._things[r, c] = {one.sort: one for one in (*of_lines, *of_blocks, *others)}
            for thing in self._things[r, c].values():
                self._clues[thing].append((r, c))

    def _number(self, sort: PartKind, *numbers: int) -> int:
        """Return the number of clues in a part of the grid, such as a box: `sort` is the kind of
        the grid part, and `numbers` identify it among all grid parts of this kind.
        """
        return len(self._clues[GridPart(sort, numbers)])

    def clues(self, thing: GridPart) -> Iterable[int]:
        return [len(self._clues[thing])]

    def clues_of_lines(self, thing: GridPart) -> Iterable[int]:
        (block,), is_row = thing.numbers, thing.is_along_rows
        sort, length = (PartKind.ROW, self._height) if is_row else (PartKind.COLUMN, self._width)
        return [self._number(sort, block * length + i) for i in range(length)]

    def clues_of_boxes(self, thing: GridPart) -> Iterable[int]:
        (block,), shape = thing.numbers, self._grid.shape
        if thing.is_along_rows:
            return [self._number(PartKind.BOX, block, stack) for stack in range(shape.stacks)]
        return [self._number(PartKind.BOX, band, block) for band in range(shape.bands)]

    def repeats(self, thing: GridPart) -> Iterable[int]:
        times = Counter(self._grid[cell] for cell in self._clues[thing]).values()
        return [number for number in times if number > 1] or [1]

    def met(self, thing: GridPart, sort: PartKind) -> Iterable[int]:
        return [len(self._clues[self._things[cell][sort]]) for cell in self._clues[thing]]

    def shared_boxes(self, thing: GridPart) -> Iterable[int]:
        clues = [self._clues[GridPart(PartKind.DIGIT, (digit,))] for digit in thing.numbers]
        one, other = ({self._things[cell][PartKind.BOX] for cell in cells} for cells in clues)
        return [len(one & other)]

    def shared_digits(self, thing: GridPart) -> Iterable[int]:
        one, other = map(frozenset, list_lines(self._grid, thing))
        return [len((one & other) - {0})]

    def cycles(self, thing: GridPart) -> Iterable[int]:
        return find_cycle_lengths(*list_lines(self._grid, thing))
