"""Check a reason why two Sudokus are not copies. The check counts everything again. It shares no
function and no table with the code that finds reasons: both only read the same grids, and use the
same names for the kinds of reasons and for the parts of a grid.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from operator import itemgetter
from typing import NamedTuple

from ..base.errors import VerificationError
from ..sudoku.grid import Grid
from .reason import Difference, GridPart, Orientations, PartKind, Reason, ReasonKind

_Numbers = tuple[int, ...]
_Counts = tuple[_Numbers, _Numbers, _Numbers]
"""The numbers that were counted in a part of a grid, such as a row: the numbers that a quarter turn
does not change, the numbers about rows, and the numbers about columns. A quarter turn exchanges the
last two.
"""

_ABOUT_ROWS = PartKind.ROW, PartKind.BAND, PartKind.ROWS
_ABOUT_COLUMNS = PartKind.COLUMN, PartKind.STACK, PartKind.COLUMNS
_MEMBERS_OF_PAIRS = {
    PartKind.ROWS: PartKind.ROW,
    PartKind.COLUMNS: PartKind.COLUMN,
    PartKind.DIGITS: PartKind.DIGIT,
}


def verify_and_return_reason(first: Grid, second: Grid, reason: Reason) -> Reason:
    """Count again everything that `reason` states about two grids, and return `reason` if it is
    right. Raises `VerificationError` if it is wrong.

    It is wrong if a count is wrong, if two counts that should differ are equal, if no difference
    holds for one of the orientations, or if the marked cells are not the cells of the rows, boxes
    or digits that differ.
    """
    height, width = first.shape
    is_turned = height == width > 1  # a quarter turn of a grid with a single cell changes nothing
    separately = [Orientations.UPRIGHT, Orientations.TURNED][: 1 + is_turned]
    differences = reason.differences
    holds = (
        first.shape == second.shape
        and [one.orientations for one in differences] in ([Orientations.ALL], separately)
        and all(_is_stated_difference_right(first, second, one) for one in differences)
        and reason.first_cells == _list_cells_to_mark(first, differences, 0)
        and reason.second_cells == _list_cells_to_mark(second, differences, 1)
    )
    if not holds:
        raise VerificationError(
            "the reason that was found why these Sudokus are not copies does not hold"
        )
    return reason


def _is_stated_difference_right(first: Grid, second: Grid, difference: Difference) -> bool:
    """Count again in both grids. Return whether exactly the parts that `difference` names have its
    counts, and whether the first grid has another number of such parts than the second.

    A difference between kinds of rows, columns and digits is right if the parts that it names are
    all parts of one or more kinds, because no transformation changes a kind.
    """
    kind, orientations, counts, *named, rounds = difference
    is_about_kinds = kind is ReasonKind.ROUNDS
    if is_about_kinds != (rounds > 0) or (is_about_kinds and any(counts)):
        return False
    tables = (
        _number_kinds_of_lines_and_digits((first, second), rounds)
        if is_about_kinds
        else [_count_in_parts(grid, kind) for grid in (first, second)]
    )
    if orientations is Orientations.ALL:
        tables = [
            {part: max(own, _exchange_row_and_column_numbers(own)) for part, own in table.items()}
            for table in tables
        ]
    elif orientations is Orientations.TURNED:
        tables[0] = {part: _exchange_row_and_column_numbers(own) for part, own in tables[0].items()}
    wanted: set[tuple[_Numbers, ...]] = {tuple(counts)}
    if is_about_kinds:
        both = zip(tables, named, strict=True)
        wanted = {table[part] for table, parts in both for part in parts if part in table}
    found = [{part for part, own in table.items() if own in wanted} for table in tables]
    return (
        len(found[0]) != len(found[1])
        and found == [set(parts) for parts in named]
        and list(map(len, found)) == list(map(len, named))
    )


def _exchange_row_and_column_numbers(counts: _Counts) -> _Counts:
    """Return counts with the numbers about rows and the numbers about columns exchanged, as a
    quarter turn of the grid exchanges them.
    """
    common, by_rows, by_columns = counts
    return common, by_columns, by_rows


def _make_counts(kind: PartKind, numbers: _Numbers) -> _Counts:
    """Return the counts of a part of the given kind in which the given numbers were counted. The
    numbers count as numbers about rows if the part is a row, a band or two rows, as numbers about
    columns if it is a column, a stack or two columns, and otherwise as numbers that a quarter turn
    does not change.
    """
    if kind in _ABOUT_ROWS:
        return (), numbers, ()
    return ((), (), numbers) if kind in _ABOUT_COLUMNS else (numbers, (), ())


# The cells of the parts of a grid


class _CellWithPartNumbers(NamedTuple):
    """A cell of a grid: its digit, or 0 if it is blank, and the numbers of the parts that contain
    it, by the kind of the part.
    """

    digit: int
    parts: dict[PartKind, _Numbers]


_CellsOfParts = dict[PartKind, dict[_Numbers, list[_CellWithPartNumbers]]]


def _list_cells_of_parts(grid: Grid) -> _CellsOfParts:
    """Return the cells of each row, column, box and so on, by the kind of the part and then by its
    numbers. The result has parts of the kinds `CLUE` and `DIGIT` for blank cells, too.
    """
    found: _CellsOfParts = {}
    height, width = grid.shape
    for r, row in enumerate(grid.rows):
        for c, digit in enumerate(row):
            parts = {
                PartKind.CLUE: (r, c),
                PartKind.DIGIT: (digit,),
                PartKind.ROW: (r,),
                PartKind.COLUMN: (c,),
                PartKind.BAND: (r // height,),
                PartKind.STACK: (c // width,),
                PartKind.BOX: (r // height, c // width),
            }
            for kind, numbers in parts.items():
                found.setdefault(kind, {}).setdefault(numbers, []).append(
                    _CellWithPartNumbers(digit, parts)
                )
    return found


def _list_cells_to_mark(
    grid: Grid, differences: Sequence[Difference], grid_index: int
) -> set[_Numbers]:
    """Return the cells of a grid to mark in its drawing: the cells with clues in each part that a
    difference names, or all cells of the part if it has no clues. Of several pairs of lines or
    digits only the first is marked, and nothing is marked if the grids differ in their total number
    of clues. `grid_index` is 0 if the grid is the first grid, and 1 if it is the second.
    """
    cells, marked = _list_cells_of_parts(grid), set[_Numbers]()
    for difference in differences:
        if difference.kind is ReasonKind.CLUES:
            continue
        parts = (difference.first, difference.second)[grid_index]
        if any(part.kind in _MEMBERS_OF_PAIRS for part in parts):
            parts = parts[:1]
        for kind, numbers in parts:
            member = _MEMBERS_OF_PAIRS.get(kind, kind)
            names = [numbers] if member is kind else [(number,) for number in numbers]
            own = [cell for name in names for cell in cells[member][name]]
            clues = [cell for cell in own if cell.digit]
            marked.update(cell.parts[PartKind.CLUE] for cell in clues or own)
    return marked


# Counts in single parts

_LINE, _BLOCK = (PartKind.ROW, PartKind.COLUMN), (PartKind.BAND, PartKind.STACK)
_COUNTED_PARTS: dict[ReasonKind, tuple[PartKind, ...]] = {
    ReasonKind.CLUES: (PartKind.CLUE,),
    ReasonKind.DIGITS: (PartKind.DIGIT,),
    ReasonKind.LINES: _LINE,
    ReasonKind.BOXES: (PartKind.BOX,),
    ReasonKind.BLOCKS: _BLOCK,
    ReasonKind.BLOCKS_BY_LINES: _BLOCK,
    ReasonKind.BLOCKS_BY_BOXES: _BLOCK,
    ReasonKind.REPEATS_IN_LINES: _LINE,
    ReasonKind.REPEATS_IN_BOXES: (PartKind.BOX,),
    ReasonKind.CLUES_BY_LINES: (PartKind.CLUE,),
    ReasonKind.CLUES_BY_DIGIT: (PartKind.CLUE,),
    ReasonKind.DIGITS_BY_BOXES: (PartKind.DIGIT,),
    ReasonKind.DIGITS_BY_LINES: (PartKind.DIGIT,),
    ReasonKind.LINES_BY_DIGITS: _LINE,
    ReasonKind.CLUES_BY_ALL: (PartKind.CLUE,),
}
_NOT_OF_BLANK_LINES = ReasonKind.REPEATS_IN_LINES, ReasonKind.LINES_BY_DIGITS
_COUNTED_AROUND_CLUES: dict[ReasonKind, tuple[PartKind, ...]] = {
    ReasonKind.CLUES: (),
    ReasonKind.CLUES_BY_LINES: (),
    ReasonKind.CLUES_BY_DIGIT: (PartKind.BOX, PartKind.DIGIT),
    ReasonKind.DIGITS_BY_BOXES: (PartKind.BOX,),
    ReasonKind.DIGITS_BY_LINES: (),
    ReasonKind.LINES_BY_DIGITS: (PartKind.DIGIT,),
    ReasonKind.CLUES_BY_ALL: (PartKind.BOX, PartKind.DIGIT),
}
_ABOUT_LINES_OF_CLUES = (
    ReasonKind.CLUES_BY_LINES,
    ReasonKind.DIGITS_BY_LINES,
    ReasonKind.CLUES_BY_ALL,
)


def _count_in_parts(grid: Grid, reason_kind: ReasonKind) -> dict[GridPart, _Counts]:
    """Return the counts that a kind of reason compares, such as the number of clues, for each part
    of a grid that the kind is about, such as each row.
    """
    if reason_kind not in _COUNTED_PARTS:
        return dict(_yield_counts_of_pairs(grid, reason_kind))
    cells = _list_cells_of_parts(grid)
    return {
        GridPart(kind, numbers): _count_in_part(cells, kind, own, reason_kind)
        for kind in _COUNTED_PARTS[reason_kind]
        for numbers, own in cells[kind].items()
        if any(cell.digit for cell in own)
        or (kind not in (PartKind.CLUE, PartKind.DIGIT) and reason_kind not in _NOT_OF_BLANK_LINES)
    }


def _count_in_part(
    cells: _CellsOfParts,
    kind: PartKind,
    part_cells: list[_CellWithPartNumbers],
    reason_kind: ReasonKind,
) -> _Counts:
    """Return the counts of a single row, column, band, stack, box, digit or clue. `cells` has the
    cells of all parts of the grid, and `part_cells` the cells of this part.
    """
    clues = [cell for cell in part_cells if cell.digit]

    def count_clues_around(around: PartKind) -> list[int]:
        """Return for each clue of the part the number of clues in its row (or in its column or box,
        or of its digit, as `around` requires), in ascending order.
        """
        parts = [cells[around][clue.parts[around]] for clue in clues]
        return sorted(sum(cell.digit > 0 for cell in part) for part in parts)

    if reason_kind in _COUNTED_AROUND_CLUES:
        around = map(count_clues_around, _COUNTED_AROUND_CLUES[reason_kind])
        common = tuple(chain.from_iterable(around))
        if reason_kind not in _ABOUT_LINES_OF_CLUES:
            return _make_counts(kind, common)
        in_rows, in_columns = map(count_clues_around, _LINE)
        return common, tuple(in_rows), tuple(in_columns)
    numbers = [len(clues)]
    if reason_kind in (ReasonKind.REPEATS_IN_LINES, ReasonKind.REPEATS_IN_BOXES):
        times = Counter(clue.digit for clue in clues).values()
        numbers = [number for number in times if number > 1] or [1]
    elif reason_kind in (ReasonKind.BLOCKS_BY_LINES, ReasonKind.BLOCKS_BY_BOXES):
        line = PartKind.ROW if kind is PartKind.BAND else PartKind.COLUMN
        section = line if reason_kind is ReasonKind.BLOCKS_BY_LINES else PartKind.BOX
        in_sections = dict.fromkeys([cell.parts[section] for cell in part_cells], 0)
        for clue in clues:
            in_sections[clue.parts[section]] += 1
        numbers = list(in_sections.values())
    return _make_counts(kind, tuple(sorted(numbers)))


# Counts in pairs of digits or lines


def _yield_counts_of_pairs(
    grid: Grid, reason_kind: ReasonKind
) -> Iterator[tuple[GridPart, _Counts]]:
    """Yield each pair of digits or lines that a kind of reason is about, with its counts."""
    if reason_kind is ReasonKind.DIGIT_PAIRS:
        boxes = _list_cells_of_parts(grid)[PartKind.BOX].values()
        digits = [{cell.digit for cell in own if cell.digit} for own in boxes]
        for pair in combinations(sorted({*chain(*digits)}), 2):
            number = sum(own.issuperset(pair) for own in digits)
            yield GridPart(PartKind.DIGITS, pair), ((number,), (), ())
        return
    for kind, (lines, length) in zip(
        (PartKind.ROWS, PartKind.COLUMNS), _list_rows_and_columns(grid), strict=True
    ):
        for one, other in combinations(range(len(lines)), 2):
            both = lines[one], lines[other]
            is_near = one // length == other // length
            part = GridPart(kind, (one, other))
            if reason_kind is ReasonKind.LINE_PAIRS and is_near:
                yield part, _make_counts(kind, (len({*both[0]} & {*both[1]} - {0}),))
            if reason_kind is (
                ReasonKind.NEAR_CYCLES if is_near else ReasonKind.FAR_CYCLES
            ) and all(map(_has_every_digit_once, both)):
                yield part, _make_counts(kind, _list_cycle_lengths(*both))


def _list_rows_and_columns(grid: Grid) -> list[tuple[list[_Numbers], int]]:
    """Return two pairs: the rows of a grid and the height of a band; the columns of the grid and
    the width of a stack.
    """
    height, width = grid.shape
    return [(list(grid.rows), height), (list(zip(*grid.rows, strict=True)), width)]


def _has_every_digit_once(line: _Numbers) -> bool:
    """Return whether a row or column contains every digit exactly once."""
    return sorted(line) == [*range(1, len(line) + 1)]


def _list_cycle_lengths(first_line: _Numbers, second_line: _Numbers) -> _Numbers:
    """Return the lengths of the cycles of a permutation of digits, in ascending order. The
    permutation takes each digit of the first line to the digit at the same index in the second
    line.
    """
    return tuple(sorted(map(len, find_digit_cycles(first_line, second_line))))


def find_digit_cycles(first_line: Sequence[int], second_line: Sequence[int]) -> list[_Numbers]:
    """Return the cycles of a permutation of digits: it takes each digit of the first line to the
    digit at the same index in the second line. Both lines must contain the same digits, each once.

    >>> find_digit_cycles((1, 2, 3, 4), (2, 1, 4, 3))
    [(1, 2), (3, 4)]
    """
    beside, found = dict(zip(first_line, second_line, strict=True)), list[_Numbers]()
    while beside:
        digit, cycle = next(iter(beside)), list[int]()
        while digit in beside:
            cycle.append(digit)
            digit = beside.pop(digit)
        found.append(tuple(cycle))
    return found


# Colour refinement


def _number_kinds_of_lines_and_digits(
    grids: tuple[Grid, Grid], round_count: int
) -> list[dict[GridPart, _Counts]]:
    """Sort the rows, columns and digits of two grids into kinds, in `round_count` rounds. Return
    for each grid the number of the kind of each row, column and digit. A transformation from one
    grid to the other can move a row, column or digit only to a row, column or digit of the same
    kind.

    Before the first round, two lines are of one kind if they have the same cycles with the other
    lines of their band or stack, and with the lines of other bands or stacks; all digits are of one
    kind. In each round, two lines or digits stay in one kind if their clues have the same kinds of
    lines and digits, and two lines also need the same kinds in their band or stack.
    """
    kinds = _replace_descriptions_by_numbers(
        [dict(_yield_lines_and_digits_with_cycle_lengths(grid)) for grid in grids]
    )
    for _ in range(round_count):
        described = [
            _make_descriptions_by_part(grid, own) for grid, own in zip(grids, kinds, strict=True)
        ]
        kinds = _replace_descriptions_by_numbers(described)
    return [
        {part: _make_counts(part.kind, (number,)) for part, number in own.items()} for own in kinds
    ]


def _replace_descriptions_by_numbers(
    tables: Sequence[Mapping[GridPart, Hashable]],
) -> list[dict[GridPart, int]]:
    """Return the tables with a number in place of each description. Equal descriptions get the same
    number, even if they are in different tables.
    """
    numbers: dict[Hashable, int] = {}
    return [
        {part: numbers.setdefault(own, len(numbers)) for part, own in table.items()}
        for table in tables
    ]


def _yield_lines_and_digits_with_cycle_lengths(grid: Grid) -> Iterator[tuple[GridPart, Hashable]]:
    """Yield each line of a grid with its description: the lengths of its cycles with the other
    lines of its band or stack, and with the lines of each other band or stack. Only complete lines
    have cycles. Then yield each digit that occurs, with an empty description.
    """
    for kind, (lines, length) in zip(_LINE, _list_rows_and_columns(grid), strict=True):
        complete = {
            number: line for number, line in enumerate(lines) if _has_every_digit_once(line)
        }
        for number, line in enumerate(lines):
            by_block: dict[int, list[_Numbers]] = {number // length: []}
            for other in complete if number in complete else ():
                if other != number:
                    cycles = _list_cycle_lengths(line, complete[other])
                    by_block.setdefault(other // length, []).append(cycles)
            near, *far = (tuple(sorted(own)) for own in by_block.values())
            yield GridPart(kind, (number,)), (near, tuple(sorted(far)))
    for digit in {*chain(*grid.rows)} - {0}:
        yield GridPart(PartKind.DIGIT, (digit,)), ()


def _make_descriptions_by_part(
    grid: Grid, kinds: Mapping[GridPart, int]
) -> dict[GridPart, Hashable]:
    """Describe each row, column and digit of a grid by its kind and by the kinds that its clues
    meet. A clue in a line meets a crossing line and a digit; a clue of a digit meets a row and a
    column. Describe each line also by these properties of all lines in its band or stack.
    """
    met: dict[GridPart, list[tuple[int, int]]] = {part: [] for part in kinds}
    for r, row in enumerate(grid.rows):
        for c, value in enumerate(row):
            if value:
                line, crossing = GridPart(PartKind.ROW, (r,)), GridPart(PartKind.COLUMN, (c,))
                digit = GridPart(PartKind.DIGIT, (value,))
                met[line].append((kinds[crossing], kinds[digit]))
                met[crossing].append((kinds[line], kinds[digit]))
                one, other = sorted((kinds[line], kinds[crossing]))
                met[digit].append((one, other))
    own = {part: (kind, tuple(sorted(met[part]))) for part, kind in kinds.items()}
    lengths = dict(zip(_LINE, grid.shape, strict=True))
    beside = {part: (part.kind, part.numbers[0] // lengths.get(part.kind, 1)) for part in kinds}
    in_block: dict[tuple[PartKind, int], list[Hashable]] = {}
    for part, description in sorted(own.items(), key=itemgetter(1)):
        in_block.setdefault(beside[part], []).append(description)
    return {part: (own[part], tuple(in_block[beside[part]])) for part in kinds}
