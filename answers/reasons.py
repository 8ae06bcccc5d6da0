"""Find a reason why a Sudoku is not a copy of another. Reasons that a person can check are tried in
a fixed order, and the first one is taken.

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
    """Return the first reason why `second` is not a copy of `first`. Return None if `second` is a
    copy. Return None, too, if the grids agree in everything that is compared, so that only a proof
    can show that `second` is not a copy.

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
    """Return the first differences that show that `second` is not a copy of `first`. This is a
    single difference, or one for the transformations without a quarter turn and another for those
    with it. Return an empty tuple if no difference was found for one of these two cases.
    """
    found: dict[Scope, Difference | None] = dict.fromkeys(list_scopes(first.shape))
    for kind, rounds, one, two in _list_comparisons(first, second):
        if len(found) > 1 and (difference := _find_difference(kind, rounds, one, two, Scope.ALL)):
            return (difference,)
        for scope, before in found.items():
            found[scope] = before or _find_difference(kind, rounds, one, two, scope)
        if all(found.values()):
            return tuple(difference for difference in found.values() if difference)
    return ()


def _list_comparisons(first: Grid, second: Grid) -> Iterator[tuple[ReasonKind, int, Table, Table]]:
    """Yield the comparisons of two grids, in the order in which they are tried. Each consists of
    the kind of reason, a number of rounds of colour refinement (0 for kinds that only count clues),
    and a table for each grid. A table lists the compared rows, boxes or digits with their counts.
    """
    one, two = _TableCounter(first), _TableCounter(second)
    for kind in ReasonKind:
        yield (
            kind,
            0,
            kind.compared.list_parts_with_traits(first, one),
            kind.compared.list_parts_with_traits(second, two),
        )
    number = 0
    for rounds in count(1):
        tables = refine_kinds(first, second, rounds)
        kinds = {kind for table in tables for _, trait in table for kind in chain(*trait)}
        if len(kinds) == number:  # this round split no kind, so no later round will
            return
        number = len(kinds)
        yield ReasonKind.ROUNDS, rounds, *tables


def _find_difference(
    reason_kind: ReasonKind, rounds: int, first_table: Table, second_table: Table, scope: Scope
) -> Difference | None:
    """Compare two tables that list the parts of two grids, such as rows, each with its trait:
    counts that no transformation changes. Return the difference that a person can check most
    easily: a trait that more parts of one grid have than of the other. Return None if there is no
    such trait.

    A trait is preferred if no part of a grid has it while few parts of the other grid do, and then
    if its numbers of clues are large.
    """
    by_trait: dict[Trait, tuple[list[GridPart], list[GridPart]]] = {}
    for table, is_first in ((first_table, True), (second_table, False)):
        for part, trait in table:
            both = by_trait.setdefault(trait.adapt_to_scope(scope, is_first), ([], []))
            both[0 if is_first else 1].append(part)
    differing = [
        Difference(reason_kind, scope, trait, _sort_parts(firsts), _sort_parts(seconds), rounds)
        for trait, (firsts, seconds) in sorted(by_trait.items(), reverse=True)
        if len(firsts) != len(seconds)
    ]
    return min(differing, key=lambda one: sorted(map(len, one[3:5])), default=None)


def _sort_parts(parts: list[GridPart]) -> tuple[GridPart, ...]:
    order = list(PartKind)
    return tuple(sorted(parts, key=lambda part: (order.index(part.kind), part.numbers)))


class _TableCounter:
    """Counts clues in a grid with the help of tables: the clues of each row, box, digit and so on
    are collected once, in a single pass over the grid.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid, (self._height, self._width) = grid, grid.shape
        self._clues: dict[GridPart, list[Cell]] = defaultdict(list)
        self._parts: dict[Cell, dict[PartKind, GridPart]] = {}
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
            self._parts[r, c] = {one.kind: one for one in (*of_lines, *of_blocks, *others)}
            for part in self._parts[r, c].values():
                self._clues[part].append((r, c))

    def _count_clues_of(self, kind: PartKind, *numbers: int) -> int:
        """Return the number of clues in a part of the grid. `kind` is its kind, such as a box, and
        `numbers` are the numbers by which `GridPart` identifies it, such as those of its band and
        its stack.
        """
        return len(self._clues[GridPart(kind, numbers)])

    def count_clues(self, part: GridPart) -> Iterable[int]:
        return [len(self._clues[part])]

    def count_clues_of_lines(self, part: GridPart) -> Iterable[int]:
        (block,), is_row = part.numbers, part.is_along_rows
        sort, length = (PartKind.ROW, self._height) if is_row else (PartKind.COLUMN, self._width)
        return [self._count_clues_of(sort, block * length + i) for i in range(length)]

    def count_clues_of_boxes(self, part: GridPart) -> Iterable[int]:
        (block,), shape = part.numbers, self._grid.shape
        if part.is_along_rows:
            return [
                self._count_clues_of(PartKind.BOX, block, stack) for stack in range(shape.stacks)
            ]
        return [self._count_clues_of(PartKind.BOX, band, block) for band in range(shape.bands)]

    def count_repeats(self, part: GridPart) -> Iterable[int]:
        times = Counter(self._grid[cell] for cell in self._clues[part]).values()
        return [number for number in times if number > 1] or [1]

    def count_clues_met(self, part: GridPart, kind: PartKind) -> Iterable[int]:
        return [len(self._clues[self._parts[cell][kind]]) for cell in self._clues[part]]

    def count_shared_boxes(self, part: GridPart) -> Iterable[int]:
        clues = [self._clues[GridPart(PartKind.DIGIT, (digit,))] for digit in part.numbers]
        one, other = ({self._parts[cell][PartKind.BOX] for cell in cells} for cells in clues)
        return [len(one & other)]

    def count_shared_digits(self, part: GridPart) -> Iterable[int]:
        one, other = map(frozenset, list_lines(self._grid, part))
        return [len((one & other) - {0})]

    def measure_cycles(self, part: GridPart) -> Iterable[int]:
        return find_cycle_lengths(*list_lines(self._grid, part))
