"""Find a reason why a Sudoku is not a copy of another. Reasons that a person can check are tried in
a fixed order, and the first that holds is returned.

The kinds of reasons are tried in the order of `ReasonKind`. Each kind compares counts, such as the
number of clues in each row. The counts are read from tables, which are made once for each grid. If
all counts agree, the colours that colour refinement gives to rows, columns and digits are compared
after each round.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from ..encoding.candidates import (
    Colouring,
    refine_colourings_and_yield_after_rounds,
    yield_cycle_lengths,
)
from ..sudoku.grid import Cell, Grid, check_grids
from .reason import (
    CountsInPart,
    CountTable,
    Difference,
    GridPart,
    Orientations,
    PartKind,
    Reason,
    ReasonKind,
    choose_cells_to_mark,
    list_cells,
    list_digits_of_lines,
    list_orientations_to_rule_out,
)
from .reason_check import verify_and_return_reason


def why_not(first: Grid, second: Grid) -> Reason | None:
    """Return a reason why `second` is not a copy of `first` (the same Sudoku up to symmetry): the
    first reason that is found. None has two meanings: `second` is a copy, or the grids agree in
    everything that is compared, so that only a proof can show that `second` is not a copy.

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
    return verify_and_return_reason(first, second, Reason(differences, *marked))


def _find_first_differences(first: Grid, second: Grid) -> tuple[Difference, ...]:
    """Return the first differences that show that `second` is not a copy of `first`. If a
    difference holds in every orientation, the tuple has only this difference. Otherwise it has one
    difference for the transformations that turn rows into rows and, if the boxes are square,
    another difference for those that turn rows into columns.

    The tuple is empty if no difference was found for one of these two kinds of transformations.
    """
    found: dict[Orientations, Difference | None] = dict.fromkeys(
        list_orientations_to_rule_out(first.shape)
    )
    for kind, rounds, one, two in _yield_reason_kinds_and_count_tables(first, second):
        if len(found) > 1 and (
            difference := _find_easiest_difference(
                kind, rounds, one, two, Orientations.ALL, (first, second)
            )
        ):
            return (difference,)
        for orientations, before in found.items():
            found[orientations] = before or _find_easiest_difference(
                kind, rounds, one, two, orientations, (first, second)
            )
        if all(found.values()):
            return tuple(difference for difference in found.values() if difference)
    return ()


def _yield_reason_kinds_and_count_tables(
    first: Grid, second: Grid
) -> Iterator[tuple[ReasonKind, int, CountTable, CountTable]]:
    """Yield the comparisons of two grids, in the order in which they are tried. Each consists of a
    kind of reason, a number of rounds of colour refinement (0 if only clues are counted), and a
    table for each grid with its rows, boxes or digits and their counts.
    """
    one, two = _ClueCounterByTables(first), _ClueCounterByTables(second)
    for kind in ReasonKind:
        yield (
            kind,
            0,
            kind.compared.make_count_table(first, one),
            kind.compared.make_count_table(second, two),
        )
    colourings = Colouring(first), Colouring(second)
    for rounds, _ in enumerate(refine_colourings_and_yield_after_rounds(*colourings), 1):
        one_table, other_table = map(_make_colour_table, colourings)
        yield ReasonKind.ROUNDS, rounds, one_table, other_table


def _make_colour_table(colouring: Colouring) -> CountTable:
    """Return a table of the rows, columns and digits of a grid. In place of a count it has the
    colour of each, a number that no transformation changes.
    """
    colours_by_kind = (
        (PartKind.ROW, enumerate(colouring.row_colours)),
        (PartKind.COLUMN, enumerate(colouring.column_colours)),
        (PartKind.DIGIT, ((digit, colouring.digits[digit]) for digit in colouring.used)),
    )
    return [
        (part := GridPart(kind, (number,)), CountsInPart.from_counted_numbers(part, (colour,)))
        for kind, colours in colours_by_kind
        for number, colour in colours
    ]


def _find_easiest_difference(
    reason_kind: ReasonKind,
    round_count: int,
    first_table: CountTable,
    second_table: CountTable,
    orientations: Orientations,
    grids: tuple[Grid, Grid],
) -> Difference | None:
    """Compare two tables that list the parts of two grids, such as rows, with the numbers that were
    counted in them. Return the difference that a person can check most easily, for example that
    three rows of one grid have seven clues, and only two rows of the other grid. Return None if
    both tables have the same numbers equally often.

    Each difference is about certain counts, such as seven clues, which more parts of one grid than
    of the other have. Differences are easier to check the fewer parts they name: the number of
    parts in the grid that has fewer of them is compared first (0 is best), then the number in the
    other grid. Of equally easy differences, the one with the largest counts is returned.

    `reason_kind` and `round_count` are copied into the result, but no colours. `orientations` are
    the orientations of the first grid in which the tables are compared, and `grids` both grids.
    """
    by_counts: dict[CountsInPart, tuple[list[GridPart], list[GridPart]]] = {}
    for table, is_first in ((first_table, True), (second_table, False)):
        for part, counts in table:
            both = by_counts.setdefault(
                counts.convert_for_comparison(orientations, is_first), ([], [])
            )
            both[0 if is_first else 1].append(part)
    differing = [
        Difference(
            reason_kind,
            orientations,
            counts if reason_kind is not ReasonKind.ROUNDS else CountsInPart(),
            _sort_parts(firsts),
            _sort_parts(seconds),
            round_count,
        )
        for counts, (firsts, seconds) in sorted(by_counts.items(), reverse=True)
        if len(firsts) != len(seconds)
    ]

    def rank(difference: Difference) -> tuple[list[int], list[tuple[int, ...]]]:
        """Return the key by which the easiest difference is found. Colours are not in the order of
        anything that a person sees; so the differences that colour refinement finds are ordered by
        their parts, and by the clues of these parts. Which of the two grids is the first matters
        only if all of that is equal.
        """
        both = difference.first, difference.second
        places: list[tuple[int, ...]] = []
        if round_count:
            named = [
                (part, grid) for parts, grid in zip(both, grids, strict=True) for part in parts
            ]
            places += sorted((order.index(part.kind), *part.numbers) for part, _ in named)
            places += sorted(
                (*cell, grid[cell])
                for part, grid in named
                for cell in list_cells(grid, part)
                if grid[cell]
            )
            places.append((len(difference.first),))  # the clues may be equal, too
        return sorted(map(len, both)), places

    order = list(PartKind)
    return min(differing, key=rank, default=None)


def _sort_parts(parts: list[GridPart]) -> tuple[GridPart, ...]:
    """Return parts of a grid, such as rows, sorted by their kind and then by their numbers."""
    order = list(PartKind)
    return tuple(sorted(parts, key=lambda part: (order.index(part.kind), part.numbers)))


class _ClueCounterByTables:
    """An object that counts clues in a grid with the help of tables: the clues of each row, box,
    digit and so on are collected once, in a single pass over the grid.
    """

    def __init__(self, grid: Grid) -> None:
        """Collect the clues of each row, column, box, band, stack and digit of `grid`."""
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

    def _get_clue_count_of_part(self, kind: PartKind, *numbers: int) -> int:
        """Return the number of clues in a part of the grid. `kind` is the kind of the part, such as
        a box. `numbers` are the numbers of the part, from 0: the band and the stack of a box, or
        the number of a row, column, band or stack.
        """
        return len(self._clues[GridPart(kind, numbers)])

    def count_clues_as_list(self, part: GridPart) -> Iterable[int]:
        """Return a list with a single number: how many clues a part of the grid has."""
        return [len(self._clues[part])]

    def list_clue_counts_of_lines(self, part: GridPart) -> Iterable[int]:
        """Return the number of clues in each row of a band, or in each column of a stack."""
        (block,), is_row = part.numbers, part.is_along_rows
        sort, length = (PartKind.ROW, self._height) if is_row else (PartKind.COLUMN, self._width)
        return [self._get_clue_count_of_part(sort, block * length + i) for i in range(length)]

    def list_clue_counts_of_boxes(self, part: GridPart) -> Iterable[int]:
        """Return the number of clues in each box of a band or stack."""
        (block,), shape = part.numbers, self._grid.shape
        if part.is_along_rows:
            return [
                self._get_clue_count_of_part(PartKind.BOX, block, stack)
                for stack in range(shape.stacks)
            ]
        return [
            self._get_clue_count_of_part(PartKind.BOX, band, block) for band in range(shape.bands)
        ]

    def list_counts_of_repeated_digits(self, part: GridPart) -> Iterable[int]:
        """Count each digit in a part of the grid, such as a box, and return the counts that are
        above 1. The list is [1] if no digit is repeated.
        """
        times = Counter(self._grid[cell] for cell in self._clues[part]).values()
        return [number for number in times if number > 1] or [1]

    def list_clue_counts_around_clues(self, part: GridPart, kind: PartKind) -> Iterable[int]:
        """Return, for each clue in a part of the grid, the number of clues in the part of the kind
        `kind` that contains this clue, such as its row.
        """
        return [len(self._clues[self._parts[cell][kind]]) for cell in self._clues[part]]

    def list_count_of_boxes_shared_by_digits(self, digit_pair: GridPart) -> Iterable[int]:
        """Return a list with a single number: how many boxes contain both of two digits.
        `digit_pair` is the pair of digits.
        """
        clues = [self._clues[GridPart(PartKind.DIGIT, (digit,))] for digit in digit_pair.numbers]
        one, other = ({self._parts[cell][PartKind.BOX] for cell in cells} for cells in clues)
        return [len(one & other)]

    def list_count_of_digits_shared_by_lines(self, line_pair: GridPart) -> Iterable[int]:
        """Return a list with a single number: how many digits occur in both of two lines.
        `line_pair` is the pair of rows or the pair of columns.
        """
        one, other = map(frozenset, list_digits_of_lines(self._grid, line_pair))
        return [len((one & other) - {0})]

    def list_cycle_lengths(self, line_pair: GridPart) -> Iterable[int]:
        """Return the lengths of the cycles of a permutation of digits, which makes one line into
        another: it replaces each digit of the first line by the digit at the same index of the
        second line. `line_pair` is the pair of lines.
        """
        return yield_cycle_lengths(*list_digits_of_lines(self._grid, line_pair))
