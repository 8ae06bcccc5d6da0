"""Check a reason why two Sudokus are not copies, by counting everything again directly in the
cells.

The check does not use the tables of the code that found the reason. Both use the same definitions:
the parts of a grid, the cells of each part, and the counting methods of each kind of reason. The
kinds into which refinement divides rows, columns and digits come from `make_refined_kind_tables` in
this file, which compares sorted tuples, round by round, instead of the hashes with which `decide`
refines.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..base.errors import VerificationError
from ..sudoku.grid import Cell, Grid
from .reason import (
    CountsInPart,
    CountTable,
    Difference,
    GridPart,
    Orientations,
    PartKind,
    Reason,
    ReasonKind,
    Values,
    choose_cells_to_mark,
    list_cells,
    list_digits_of_lines,
    list_orientations_to_rule_out,
    list_parts,
)


def verify_reason(first: Grid, second: Grid, reason: Reason) -> Reason:
    """Count again everything that `reason` states about two grids, and return `reason` if it is
    right. Raises `VerificationError` if it is wrong.

    It is wrong if a count is wrong, if two counts that should differ are equal, if no difference
    holds for one of the orientations, or if the marked cells are not the cells of the rows, boxes
    or digits that differ.
    """
    differences = reason.differences
    orientations_ruled_out = tuple(difference.orientations for difference in differences)
    holds = (
        orientations_ruled_out in ((Orientations.ALL,), list_orientations_to_rule_out(first.shape))
        and all(_is_difference_right(first, second, difference) for difference in differences)
        and (reason.first_cells, reason.second_cells)
        == choose_cells_to_mark(first, second, differences)
    )
    if not holds:
        raise VerificationError(
            "the reason that was found why these Sudokus are not copies does not hold"
        )
    return reason


def _is_difference_right(first: Grid, second: Grid, difference: Difference) -> bool:
    """Count again in both grids. Return whether exactly the parts that `difference` names have the
    counts of `difference`, and whether the first grid has another number of such parts than the
    second.
    """
    kind, orientations, counts, *claimed, rounds = difference
    tables = (
        make_refined_kind_tables(first, second, rounds)
        if kind is ReasonKind.ROUNDS
        else tuple(
            kind.compared.make_count_table(grid, _ClueCounterByCells(grid))
            for grid in (first, second)
        )
    )
    found = [
        {
            part
            for part, own in table
            if own.convert_for_comparison(orientations, is_first) == counts
        }
        for table, is_first in zip(tables, (True, False), strict=True)
    ]
    return (
        len(found[0]) != len(found[1])
        and found == [set(parts) for parts in claimed]
        and list(map(len, found)) == list(map(len, claimed))
    )


# All reasons except refinement


class _ClueCounterByCells:
    """An object that counts clues directly in the cells of a grid. The tables with which a reason
    was found are not used, so that an error in these tables is noticed.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def _list_clues(self, part: GridPart) -> list[Cell]:
        return [cell for cell in list_cells(self._grid, part) if self._grid[cell]]

    def list_clue_counts_around_clues(self, part: GridPart, kind: PartKind) -> Iterable[int]:
        """Return, for each clue in a part of the grid, the number of clues in the part of the kind
        `kind` that contains this clue, such as its row.
        """
        return [
            len(self._list_clues(self._find_part_at(cell, kind))) for cell in self._list_clues(part)
        ]

    def _find_part_at(self, cell: Cell, kind: PartKind) -> GridPart:
        """Return the box, row, column or digit (as `kind` requires) to which the clue in `cell`
        belongs.
        """
        (r, c), (height, width) = cell, self._grid.shape
        if kind is PartKind.BOX:
            return GridPart(kind, (r // height, c // width))
        return GridPart(
            kind, ({PartKind.ROW: r, PartKind.COLUMN: c, PartKind.DIGIT: self._grid[cell]}[kind],)
        )

    def _list_clue_counts_of_areas(
        self, part: GridPart, area_height: int, area_width: int
    ) -> Iterable[int]:
        """Return the number of clues that a band or stack has in each area that it overlaps. `part`
        is the band or stack. The areas divide the grid; each has `area_height` rows and
        `area_width` columns.
        """
        counts: dict[Cell, int] = {}
        for r, c in list_cells(self._grid, part):
            area = r // area_height, c // area_width
            counts[area] = counts.get(area, 0) + (self._grid[r, c] > 0)
        return counts.values()

    def count_clues_as_list(self, part: GridPart) -> Iterable[int]:
        """Return a list with a single number: how many clues a part of the grid has."""
        return [len(self._list_clues(part))]

    def list_clue_counts_of_lines(self, part: GridPart) -> Iterable[int]:
        """Return the number of clues in each row of a band, or in each column of a stack."""
        size = self._grid.size
        return self._list_clue_counts_of_areas(
            part, *((1, size) if part.is_along_rows else (size, 1))
        )

    def list_clue_counts_of_boxes(self, part: GridPart) -> Iterable[int]:
        """Return the number of clues in each box of a band or stack."""
        return self._list_clue_counts_of_areas(part, *self._grid.shape)

    def list_counts_of_repeated_digits(self, part: GridPart) -> Iterable[int]:
        """Count each digit in a part of the grid, such as a box, and return the counts that are
        above 1. The list is [1] if no digit is repeated.
        """
        values = [self._grid[cell] for cell in self._list_clues(part)]
        counts = [values.count(digit) for digit in set(values)]
        return [count for count in counts if count > 1] or [1]

    def list_count_of_boxes_shared_by_digits(self, digit_pair: GridPart) -> Iterable[int]:
        """Return a list with a single number: how many boxes contain both of two digits.
        `digit_pair` is the pair of digits.
        """
        boxes = [list_cells(self._grid, box) for box in list_parts(self._grid, PartKind.BOX)]
        held = [{self._grid[cell] for cell in box} for box in boxes]
        return [len([digits for digits in held if digits.issuperset(digit_pair.numbers)])]

    def list_count_of_digits_shared_by_lines(self, line_pair: GridPart) -> Iterable[int]:
        """Return a list with a single number: how many digits occur in both of two lines.
        `line_pair` is the pair of rows or the pair of columns.
        """
        one, other = list_digits_of_lines(self._grid, line_pair)
        return [len([digit for digit in {*one} if digit and digit in other])]

    def list_cycle_lengths(self, line_pair: GridPart) -> Iterable[int]:
        """Return the lengths of the cycles of a permutation of digits, which makes one line into
        another: it replaces each digit of the first line by the digit at the same index of the
        second line. `line_pair` is the pair of lines.
        """
        return map(len, find_digit_cycles(*list_digits_of_lines(self._grid, line_pair)))


def find_digit_cycles(first_line: Sequence[int], second_line: Sequence[int]) -> list[Values]:
    """Return the cycles of a permutation of digits: it takes each digit of the first line to the
    digit at the same index in the second line. Both lines must contain the same digits, each once.

    >>> find_digit_cycles((1, 2, 3, 4), (2, 1, 4, 3))
    [(1, 2), (3, 4)]
    """
    beside, found = dict(zip(first_line, second_line, strict=True)), list[Values]()
    while beside:
        digit, cycle = next(iter(beside)), list[int]()
        while digit in beside:
            cycle.append(digit)
            digit = beside.pop(digit)
        found.append(tuple(cycle))
    return found


# Refinement


def make_refined_kind_tables(
    first: Grid, second: Grid, round_count: int
) -> tuple[CountTable, CountTable]:
    """Divide the rows, columns and digits of two grids into kinds by `round_count` rounds of colour
    refinement. A transformation from one grid to the other can move a row, column or digit only to
    a row, column or digit of the same kind. Return a table for each grid, with the number of the
    kind of each row, column and digit.

    Before the first round, all digits are of one kind. Two lines are of one kind if they are
    equally related to other lines: the permutation of digits that makes a complete line into
    another consists of cycles, and the lengths of these cycles are compared, band by band and stack
    by stack.

    A round has two steps. In the first step, a line's new kind consists of its old kind and, for
    each of its clues, the kinds of the crossing line and of the digit; a digit's new kind consists
    of its old kind and the kinds of the row and the column of each of its cells. In the second
    step, a line's kind is extended by the kinds of all lines in its band or stack.
    """
    grids = first, second
    kinds = _replace_descriptions_by_numbers(
        [_describe_lines_and_digits_at_start(grid) for grid in grids]
    )
    for _ in range(round_count):
        kinds = _replace_descriptions_by_numbers(
            map(_describe_lines_and_digits_by_clues, grids, kinds)
        )
        kinds = _replace_descriptions_by_numbers(
            map(_describe_lines_with_kinds_in_their_block, grids, kinds)
        )
    one, two = (
        [(part, CountsInPart.from_counted_numbers(part, (kind,))) for part, kind in own.items()]
        for own in kinds
    )
    return one, two


_LineAndDigitDescriptions = dict[GridPart, tuple[Any, ...]]
_LineAndDigitKinds = dict[GridPart, int]


def _replace_descriptions_by_numbers(
    descriptions_of_both_grids: Iterable[_LineAndDigitDescriptions],
) -> list[_LineAndDigitKinds]:
    """Return two tables, one for each grid, in which the description of each row, column and digit
    is replaced by a number. Equal descriptions get equal numbers.

    `descriptions_of_both_grids` are the tables of both grids. They are sorted together, so that
    exchanging the grids does not change the numbers.
    """
    both = list(descriptions_of_both_grids)
    different = sorted({kind for table in both for kind in table.values()})
    numbers = {kind: number for number, kind in enumerate(different)}
    return [{part: numbers[kind] for part, kind in table.items()} for table in both]


_Lines = list[tuple[GridPart, Values]]


def _yield_lines_of_each_block(grid: Grid) -> Iterator[_Lines]:
    """Yield for each band the list of its rows, and then for each stack the list of its columns. A
    row or column is given as a pair: the `GridPart` that identifies it, and its digits, in which 0
    is a blank.
    """
    for sort, length in ((PartKind.ROW, grid.shape.height), (PartKind.COLUMN, grid.shape.width)):
        numbered = [(part, list_digits_of_lines(grid, part)[0]) for part in list_parts(grid, sort)]
        yield from (numbered[start : start + length] for start in range(0, grid.size, length))


def _describe_lines_and_digits_at_start(grid: Grid) -> _LineAndDigitDescriptions:
    """Describe each row, column and digit before the first round of refinement. All digits have the
    same description, and so have all incomplete lines. A complete line is described by the
    permutations of digits that make it into each other complete line, namely by the lengths of the
    cycles of these permutations.
    """
    start: _LineAndDigitDescriptions = {
        GridPart(PartKind.DIGIT, (d,)): ((), ()) for d in sorted(grid.digits)
    }
    every = set(range(1, grid.size + 1))
    blocks = list(_yield_lines_of_each_block(grid))

    def list_cycle_lengths_in_block(
        part: GridPart, line: Values, block: _Lines
    ) -> tuple[Values, ...]:
        """Compare a line with the other lines of a band or stack, which need not contain it. For
        each of these lines, find the permutation of digits that makes the given line into it, and
        return the lengths of the permutation's cycles as a sorted tuple. A row is compared only
        with rows, a column only with columns, and only complete lines are compared.

        `part` identifies the line, `line` has its digits, and `block` is the band or stack.
        The tuples are sorted, so the result depends neither on the order of the lines nor on the
        names of digits.
        """
        beside = [other for name, other in block if name.kind is part.kind and name != part]
        both = [
            find_digit_cycles(line, other) for other in beside if set(line) == set(other) == every
        ]
        return tuple(sorted(tuple(sorted(map(len, one))) for one in both))

    for block in blocks:
        for part, line in block:
            others = [other for other in blocks if other is not block and set(line) == every]
            far = sorted(list_cycle_lengths_in_block(part, line, other) for other in others)
            start[part] = (list_cycle_lengths_in_block(part, line, block), tuple(far))
    return start


def _describe_lines_and_digits_by_clues(
    grid: Grid, kinds: _LineAndDigitKinds
) -> _LineAndDigitDescriptions:
    """Describe each row, column and digit by its own kind, and by a pair of kinds for each of its
    clues. In a row or column, this pair consists of the kind of the line that crosses it at the
    clue, and the kind of the clue's digit. For a digit, the pair consists of the kinds of the
    clue's row and column.
    """
    met: dict[GridPart, list[tuple[int, int]]] = {part: [] for part in kinds}
    for r, c in grid.clue_cells:
        row, column = GridPart(PartKind.ROW, (r,)), GridPart(PartKind.COLUMN, (c,))
        digit = GridPart(PartKind.DIGIT, (grid[r, c],))
        lines = kinds[row], kinds[column]
        met[row].append((kinds[column], kinds[digit]))
        met[column].append((kinds[row], kinds[digit]))
        met[digit].append((min(lines), max(lines)))
    return {part: (kind, tuple(sorted(met[part]))) for part, kind in kinds.items()}


def _describe_lines_with_kinds_in_their_block(
    grid: Grid, kinds: _LineAndDigitKinds
) -> _LineAndDigitDescriptions:
    """Describe each line by its own kind and the kinds of all lines in its band or stack, and each
    digit only by its own kind.
    """
    beside: dict[GridPart, Values] = {}
    for block in _yield_lines_of_each_block(grid):
        own = tuple(sorted(kinds[part] for part, _ in block))
        beside.update((part, own) for part, _ in block)
    return {part: (kind, beside.get(part, ())) for part, kind in kinds.items()}
