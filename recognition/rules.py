"""The rules of Sudoku, as evidence for a reading: repeated digits, and the number of solutions."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter

from ..base.errors import SudokopieError
from ..base.messages import Message
from ..base.registry import HIGHER
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxEvidence, BoxShape

_LEAST_MAP = 6
_MOST_WORK = 300_000
"""The most cells that a count of solutions looks at before it gives up."""
_SECONDS = 1.0
"""The time limit for a count of solutions by a solver."""
_SMALL, _MOST_SOLVED, _MOST_LARGE_SOLVED = 9, 100, 20
"""The solutions of so many grids decide the shape of the boxes: of those with at most nine rows,
and of larger ones.
"""
_LARGEST_SOLVED = 25
"""The most rows of a grid for which a solver is asked whether it has a solution."""

_LARGEST_OF_TABLE, _LEAST_LINES_OF_TABLE = 9, 3

Cells = Sequence[int]
"""The N·N values of a grid, row after row, 0 for blank."""


@lru_cache(64)
def _make_units(box: BoxShape) -> tuple[tuple[int, int, int], ...]:
    """Return for each cell the index of its row, of its column and of its box, each numbered so
    that the 3·N units have different indices.
    """
    size = box.size
    return tuple(
        (r, size + c, 2 * size + r // box.height * box.stacks + c // box.width)
        for r in range(size)
        for c in range(size)
    )


@lru_cache(64)
def _make_getters(box: BoxShape) -> list[Callable[[Cells], Cells]]:
    """Return for each unit the function that returns its cells."""
    cells_of_units: list[list[int]] = [[] for _ in range(3 * box.size)]
    for cell, units in enumerate(_make_units(box)):
        for unit in units:
            cells_of_units[unit].append(cell)
    return [itemgetter(*cells) for cells in cells_of_units]


def breaks_rules(cells: Cells, box: BoxShape) -> bool:
    """Return whether a digit occurs twice in a row, a column or a box."""
    for get in _make_getters(box):
        unit = get(cells)
        blank = unit.count(0)
        if len({*unit}) + blank - (blank > 0) < box.size:
            return True
    return False


def repeats_digits_in_most_rows(cells: Cells, size: int) -> bool:
    """Return whether a grid has more than 9 rows, most of which have a digit twice. Codes of other
    data look so, Sudokus with faults do not.
    """
    return size > 9 and do_most_rows_repeat(cells, size)


def do_most_rows_repeat(cells: Cells, size: int) -> bool:
    """Return whether most rows of a grid have a digit twice."""
    rows = (cells[i : i + size] for i in range(0, size * size, size))
    digits = ([value for value in row if value] for row in rows)
    repeating = sum(len({*some}) < len(some) for some in digits)
    return 2 * repeating > size


def are_sorted_clues(cells: Cells) -> bool:
    """Return whether cells are rather a list of clues: row, column and digit of each, sorted by row
    and column.

    >>> are_sorted_clues([1, 1, 4, 1, 3, 2, 2, 1, 3]), are_sorted_clues([1, 1, 4, 1, 1, 2])
    (True, False)
    """
    places = [*zip(cells[::3], cells[1::3], strict=False)]
    return len(cells) % 3 == 0 and all(one < other for one, other in pairwise(places))


def are_numbers_of_tables(lines: Sequence[Sequence[str]], size: int) -> bool:
    """Return whether lines of N·N numbers are those of a table rather than Sudokus with N rows:
    in most of at least three lines, most rows of the Sudoku would have a digit twice. Sudokus whose
    boxes would have one row, such as those of 5×5 cells, also need N - 1 different digits, and one
    line is enough. Tables of more than 81 columns are rare, so more numbers are Sudokus.

    >>> [are_numbers_of_tables([cells] * 3, 4) for cells in ("1234341221434321", "1144" * 4)]
    [False, True]
    """
    has_boxes = BoxShape.for_size(size).height > 1
    if size > _LARGEST_OF_TABLE or (has_boxes and len(lines) < _LEAST_LINES_OF_TABLE):
        return False
    grids = [[int(text) if text.isdecimal() else 0 for text in line] for line in lines]
    bad = sum(
        do_most_rows_repeat(cells, size) or (not has_boxes and len({*cells} - {0}) < size - 1)
        for cells in grids
    )
    return 2 * bad > len(lines)


def make_numbers_of_tables_message(size: int) -> Message:
    """Return the message for lines of N·N numbers that are no Sudokus with N rows."""
    return Message(
        "expected Sudokus, found a table of {count} columns: in most lines the numbers repeat, or "
        "are too few different ones; --box {box} reads each line as a Sudoku",
        count=size**2,
        box=BoxShape.for_size(size),
    )


@lru_cache(256)
def count_solutions(cells: tuple[int, ...], box: BoxShape, limit: int = 2) -> int | None:
    """Return the number of solutions of a grid, counted up to `limit`. Return None if the search
    takes too long, so that the number is not known.
    """
    size = box.size
    units = _make_units(box)
    free = [(2 << size) - 2] * (3 * size)
    for value, three in zip(cells, units, strict=True):
        if value:
            for unit in three:
                if not free[unit] >> value & 1:
                    return 0
                free[unit] -= 1 << value
    blank = [number for number, value in enumerate(cells) if not value]
    search = _Search(free, units, blank, limit)
    search.run()
    return None if search.work > _MOST_WORK else search.found


def has_one_solution(cells: Cells, box: BoxShape) -> bool:
    """Return whether a grid has exactly one solution. Return False also if the solutions cannot be
    counted within a second.
    """
    return _count_by_solver(tuple(cells), box, 2) == 1


@lru_cache(256)
def _count_by_solver(cells: tuple[int, ...], box: BoxShape, limit: int) -> int | None:
    """Return the number of solutions of a grid, counted up to `limit`. Return None if they cannot
    be counted within a second.
    """
    size = box.size
    grid = Grid([cells[i : i + size] for i in range(0, size * size, size)], box)
    with suppress(SudokopieError):
        return int(HIGHER.load_named("count_completions")(grid, limit, timeout=_SECONDS))
    return None


class _Search:
    """A depth-first search that counts the solutions of a grid up to `limit`.

    `free` has the digits that each unit still lacks, as bits; `blank` the cells to fill. `work`
    counts the cells that were looked at, and `found` the solutions.
    """

    def __init__(
        self, free: list[int], units: Sequence[tuple[int, int, int]], blank: list[int], limit: int
    ) -> None:
        self._free, self._units, self._blank, self._limit = free, units, blank, limit
        self.work, self.found = 0, 0

    def run(self) -> None:
        """Search until `limit` solutions are found, or too many cells were looked at."""
        choices: list[list[int]] = []  # for each filled cell the cell, its digit, the digits left
        while True:
            cell, options = self._find_most_certain_cell()
            if cell is None:
                self.found += 1
                if self.found == self._limit:
                    return
            elif options:
                self._blank.remove(cell)
                choices.append([cell, 0, options])
            while choices and not choices[-1][2]:
                filled, bit, _ = choices.pop()
                self._release(filled, bit)
                self._blank.append(filled)
            if not choices or not self._fill_next(choices):
                return

    def _find_most_certain_cell(self) -> tuple[int | None, int]:
        """Return the blank cell with the fewest digits left, and these digits as bits. The cell is
        None if no cell is blank.
        """
        free, units = self._free, self._units
        best, options, least = None, 0, 99
        for cell in self._blank:
            row, column, box = units[cell]
            bits = free[row] & free[column] & free[box]
            count = bits.bit_count()
            if count < least:
                best, options, least = cell, bits, count
                if count < 2:
                    break
        return best, options

    def _fill_next(self, choices: list[list[int]]) -> bool:
        """Fill the last chosen cell with its next digit. Return False if too many cells were filled
        in this search.
        """
        self.work += len(self._blank)
        last = choices[-1]
        cell, bit, left = last
        self._release(cell, bit)
        bit = left & -left
        last[1:] = bit, left - bit
        for unit in self._units[cell]:
            self._free[unit] -= bit
        return self.work <= _MOST_WORK

    def _release(self, cell: int, bit: int) -> None:
        """Take the digit `bit` out of a cell; 0 is no digit."""
        if bit:
            for unit in self._units[cell]:
                self._free[unit] += bit


def is_region_map(cells: Cells, size: int) -> bool:
    """Return whether the values are a map of the regions of a variant, such as a jigsaw Sudoku: N
    values, none of them blank, and three quarters of the cells have a neighbour with the same
    value. Rows that are all equal, or columns, are no map. In a map of a Suguru, the regions may
    have different sizes, and 0 may be one of them, but the cells of each region are joined. In a
    map of cages in a few colours, each cell that is not blank has a neighbour with its value.
    """
    if _has_equal_lines(cells, size):
        return False
    counts = Counter(cells)
    if size < _LEAST_MAP and {*counts.values()} != {size}:
        return False  # any digits are often alike in so few cells
    if 0 not in counts and len(counts) == size:
        return _count_alike(cells, size) >= 3 * len(cells) / 4
    given = len(cells) - counts.pop(0, 0)
    is_coloured = len(counts) > 2 and given >= 2 * size and _count_alike(cells, size, 0) == given
    return is_coloured or are_joined_regions(cells, size)


def are_joined_regions(cells: Sequence[object], size: int) -> bool:
    """Return whether an array of N·N values is a map of about N regions or more: the cells with the
    same value are joined, at most two rows of cells have the same value, and three quarters of the
    cells have a neighbour with the same value.
    """
    counts = Counter(cells)
    if size < _LEAST_MAP or len(counts) < size - 1 or max(counts.values()) > 2 * size:
        return False
    if _has_equal_lines(cells, size):
        return False
    are_alike = _count_alike(cells, size) >= 3 * len(cells) / 4
    return are_alike and len(counts) == _count_regions(cells, size)


def _has_equal_lines(cells: Sequence[object], size: int) -> bool:
    """Return whether all rows of an array, or all columns, are equal."""
    rows = {tuple(cells[start : start + size]) for start in range(0, size * size, size)}
    return len(rows) == 1 or all(len({*row}) == 1 for row in rows)


def _count_alike(cells: Sequence[object], size: int, blank: object | None = None) -> int:
    """Return the number of cells, except those with the value `blank`, that have a neighbour with
    the same value.
    """
    below = {i for i, value in enumerate(cells[size:]) if value == cells[i]}
    right = {i for i, value in enumerate(cells[1:]) if value == cells[i] and (i + 1) % size}
    alike = below | {i + size for i in below} | right | {i + 1 for i in right}
    return sum(cells[i] != blank for i in alike)


def _count_regions(cells: Sequence[object], size: int) -> int:
    """Return the number of parts of an array whose cells are joined and have the same value."""
    left, count = {*range(size * size)}, 0
    while left:
        waiting = [left.pop()]
        count += 1
        for i in waiting:  # grows while it is read
            near = (i - size, i + size, i - 1 if i % size else -1, i + 1 if (i + 1) % size else -1)
            same = [one for one in near if one in left and cells[one] == cells[i]]
            left.difference_update(same)
            waiting += same
    return count


def choose_box(grids: Sequence[Cells], size: int) -> BoxShape:
    """Return the shape of the boxes of all grids with `size` rows that a quick search shows: the
    usual one, unless it breaks a rule and the turned one fits.
    """
    usual = BoxShape.for_size(size)
    turned = BoxShape(usual.width, usual.height)
    if turned == usual or not any(_is_impossible(cells, usual) for cells in grids):
        return usual
    return usual if any(_is_impossible(cells, turned) for cells in grids) else turned


def _is_impossible(cells: Cells, box: BoxShape) -> bool:
    """Return whether a grid breaks a rule, or has no solution."""
    return breaks_rules(cells, box) or count_solutions(tuple(cells), box, 1) == 0


def decide_box(grids: Sequence[Cells], size: int) -> BoxShape | None:
    """Return the shape of the boxes of all grids with `size` rows. It is the usual one, unless a
    grid is impossible with it and no grid is impossible with the turned one, or unless all grids
    have exactly one solution with the turned one but not all with the usual one. Return None if
    this is not known within the time limit of the solver.

    A grid is impossible if a digit is twice in a unit, or if the grid has no solution. The
    solutions of the first grids are searched for, and only up to 25 rows.

    Of 900 puzzles with usual boxes, none had several solutions with them and one with turned ones;
    of 300 puzzles with turned boxes and one solution, 38 had several with usual boxes.
    """
    usual = BoxShape.for_size(size)
    turned = BoxShape(usual.width, usual.height)
    if turned == usual:
        return usual
    breaks = [any(breaks_rules(cells, shape) for cells in grids) for shape in (usual, turned)]
    if breaks[1]:
        return usual
    some = _take_first(grids)
    if not breaks[0]:
        can_be_usual = _can_all_be_solved(some, usual)
        if can_be_usual:
            is_turned = _has_each_one_solution(some, turned)
            return turned if is_turned and not _has_each_one_solution(some, usual) else usual
        if _can_all_be_solved(some, turned) is False:
            return usual
        return turned if can_be_usual is False else None
    return usual if _can_all_be_solved(some, turned) is False else turned


def _can_all_be_solved(grids: Sequence[Cells], box: BoxShape) -> bool | None:
    """Return whether each grid has a solution; None if this is not known."""
    answer: bool | None = True
    for cells in grids:
        count = _count_thoroughly(cells, box, 1)
        if count is None and box.size > _LARGEST_SOLVED:
            continue
        if count == 0:
            return False
        answer = answer and (None if count is None else True)
    return answer


def _has_each_one_solution(grids: Sequence[Cells], box: BoxShape) -> bool:
    """Return whether each grid is known to have exactly one solution, and there are grids."""
    return bool(grids) and all(_count_thoroughly(cells, box, 2) == 1 for cells in grids)


def _count_thoroughly(cells: Cells, box: BoxShape, limit: int) -> int | None:
    """Return the number of solutions of a grid, counted up to `limit`, by a solver if the quick
    search gives up. Return None if this is not known.
    """
    count = count_solutions(tuple(cells), box, limit)
    if count is None and box.size <= _LARGEST_SOLVED:
        count = _count_by_solver(tuple(cells), box, limit)
    return count


def find_box_evidence(
    grids: Iterable[tuple[BoxShape, Cells]],
) -> dict[BoxShape, BoxEvidence]:
    """Return the shapes of the boxes of some grids, except square boxes, and their evidence. Each
    grid is given with the shape of its boxes, which the rules have shown.
    """
    found = dict[BoxShape, BoxEvidence]()
    by_box: dict[BoxShape, list[Cells]] = {}
    for box, cells in grids:
        by_box.setdefault(box, []).append(cells)
    for box, some in by_box.items():
        usual = BoxShape.for_size(box.size)
        if box == usual:
            if box.height != box.width:
                found[box] = BoxEvidence.USUAL
        elif any(breaks_rules(cells, usual) for cells in some):
            found[box] = BoxEvidence.DIGIT_TWICE
        else:
            can_be_usual = _can_all_be_solved(_take_first(some), usual)
            found[box] = BoxEvidence.ONE_SOLUTION if can_be_usual else BoxEvidence.NO_SOLUTION
    return found


def _take_first(grids: Sequence[Cells]) -> Sequence[Cells]:
    """Return the first grids, all of one size, whose solutions are searched for."""
    is_small = not grids or len(grids[0]) <= _SMALL**2
    return grids[: _MOST_SOLVED if is_small else _MOST_LARGE_SOLVED]


def make_box_doubt_message(size: int) -> Message:
    """Return the message for Sudokus with `size` rows if `decide_box` returns None."""
    usual = BoxShape.for_size(size)
    return Message(
        "the boxes may be {usual} or {turned}: whether the Sudokus have solutions with them is not "
        "known, because the search takes too long. --box {usual} or --box {turned} decides",
        usual=usual,
        turned=BoxShape(usual.width, usual.height),
    )
