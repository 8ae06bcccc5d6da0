"""Places: a cell's position on the page is its position in the Sudoku, and an empty place is a
blank cell.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, pairwise, product
from typing import NamedTuple

from ...sudoku.shape import BoxShape
from ..alphabet import list_alphabets
from ..rules import breaks_rules, count_solutions
from ..square import Candidate, Span, Square, find_gaps, has_only_empty_lines, lacks_end_of_line
from ..text_lines import TextLine

_SIZES = (9, 4, 6, 8, 16, 12, 10, 25, 15, 20)
_MOST_COVERS, _MOST_COMBINATIONS, _MOST_STACKS = 60, 5000, 5000
_BROKEN, _UNKNOWN = 3, 4
"""The ranks of a Sudoku whose place is known but that breaks the rules, and of one whose place is
not known, which is not read.
"""
_CELLISH = re.compile(
    r"[0-9 |\t]*|[ \t]*(?:[A-Z0-9 ]*\|)+[A-Z0-9 ]*|[ \t]*(?:[a-z0-9 ]*\|)+[a-z0-9 ]*"
)
_SIGNS = re.compile(r"[0-9A-Za-z]+")


class PlacedCells(NamedTuple):
    """Signs with addresses, in a drawing.

    - `cells`: the sign at (row, column), both from 0.
    - `height`: the number of rows; `lines` are the lines of the text to which they belong.
    - `breaks`, `bars`: the rows before which a line is drawn, the columns in which a bar is drawn.
    - `steps`: the distances that neighbouring columns of a Sudoku may have.
    - `barred_rows`: the rows that have bars; None if there are none.
    - `double_breaks`: the rows before which several lines are drawn, one directly below another.
    - `box_bars`, `box_breaks`: the bars and drawn lines that limit boxes.
    """

    cells: Mapping[tuple[int, int], str]
    height: int
    lines: Sequence[int]
    breaks: frozenset[int] = frozenset()
    bars: frozenset[int] = frozenset()
    steps: tuple[int, ...] = (2, 1, 4, 3)
    barred_rows: frozenset[int] | None = None
    box_bars: frozenset[int] = frozenset()
    box_breaks: frozenset[int] = frozenset()
    double_breaks: frozenset[int] = frozenset()


class Axis(NamedTuple):
    """The positions of N successive rows or columns: `first`, then steps of `step`, and `gap` more
    after each `box` of them.
    """

    first: int
    step: int
    gap: int
    box: int
    size: int

    @property
    def positions(self) -> tuple[int, ...]:
        """The N positions in ascending order."""
        first = self.first
        return tuple([first + offset for offset in _make_offsets(*self[1:])])

    @property
    def last(self) -> int:
        """The last of the positions."""
        return self.first + _make_offsets(*self[1:])[-1]


@lru_cache(256)
def _make_offsets(step: int, gap: int, box: int, size: int) -> tuple[int, ...]:
    """Return the distances of N positions from the first of them."""
    return tuple(step * i + gap * (i // box) for i in range(size))


def _make_bits(numbers: Iterable[int]) -> int:
    """Return the integer whose bits with the given numbers are 1."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def find_candidates(lines: Sequence[TextLine]) -> Iterator[Candidate]:
    """Yield the Sudokus of each part of the text that has nothing but digits, spaces and bars."""
    first = 0
    while first < len(lines):
        if not _is_cellish(lines[first]):
            first += 1
            continue
        last = first
        while last + 1 < len(lines) and _is_cellish(lines[last + 1]):
            last += 1
        for start, end in _split_at_titles(lines, first, last):
            for is_glued in (True, False):
                part = _make_grid(lines, start, end, is_glued=is_glued)
                if part is not None:
                    yield from find_in_grid(part)
        first = last + 1


def _split_at_titles(lines: Sequence[TextLine], first: int, last: int) -> list[tuple[int, int]]:
    """Return the first and the last line of each part of the lines from `first` to `last`. If some
    lines have bars, a line with signs and without bars, such as a number above a frame, belongs to
    no part, because all rows of a Sudoku have bars or none has.
    """
    has_bars = any("|" in line.text for line in lines[first : last + 1] if not line.is_rule)
    titles = [
        number
        for number in range(first, last + 1)
        if has_bars and "|" not in lines[number].text and _SIGNS.search(lines[number].text)
    ]
    ends = [first - 1, *titles, last + 1]
    return [(before + 1, after - 1) for before, after in pairwise(ends) if after - before > 1]


def _is_cellish(line: TextLine) -> bool:
    """Return whether a line may belong to a drawing of cells: it is empty, drawn, or has nothing
    but digits, spaces and bars.
    """
    return line.is_blank or line.is_rule or _CELLISH.fullmatch(line.text) is not None


def _make_grid(
    lines: Sequence[TextLine], first: int, last: int, *, is_glued: bool
) -> PlacedCells | None:
    """Return the digits in the lines from `first` to `last` with their addresses. If `is_glued`,
    each digit or letter is a cell; otherwise a number is a cell, at the place of its last digit.
    Return None if there are no cells, or if the other way gives the same cells.
    """
    cells: dict[tuple[int, int], str] = {}
    numbers, breaks, bars = list[int](), set[int](), list[set[int]]()
    heavy_breaks, heavy_bars = set[int](), list[frozenset[int]]()
    barred_rows, double_breaks = set[int](), set[int]()
    longest = 0
    for number in range(first, last + 1):
        line = lines[number]
        if line.is_rule:
            if number > first and lines[number - 1].is_rule:
                double_breaks.add(len(numbers))
            breaks.add(len(numbers))
            heavy_breaks |= {len(numbers)} if line.heavy else set()
            continue
        if line.text.count("\t") > 2 and line.text.strip("\t").count("\t"):
            return None  # a table
        text = line.text.expandtabs(8)
        for match in _SIGNS.finditer(text):
            longest = max(longest, len(match[0]))
            columns = range(*match.span()) if is_glued else (match.end() - 1,)
            for column in columns:
                cells[len(numbers), column] = text[column] if is_glued else match[0]
        if "|" in text:
            bars.append({column for column, sign in enumerate(text) if sign == "|"})
            heavy_bars.append(line.heavy)
            barred_rows.add(len(numbers))
        numbers.append(number)
    if not cells or (not is_glued and longest != 2):
        return None
    common = frozenset(set.intersection(*bars)) if bars else frozenset[int]()
    steps: tuple[int, ...] = (3, 4, 5)
    if is_glued:
        steps = (2, 1, 4, 3) if longest == 1 else (1,)
    return PlacedCells(
        cells,
        len(numbers),
        numbers,
        frozenset(breaks),
        common,
        steps,
        barred_rows=frozenset(barred_rows) or None,
        box_bars=common.intersection(*heavy_bars) or common,
        box_breaks=frozenset(heavy_breaks or breaks),
        double_breaks=frozenset(double_breaks),
    )


def find_in_grid(grid: PlacedCells) -> Iterator[Candidate]:
    """Yield the covers of all signs of a grid by Sudokus, as candidates, the best evidence only."""
    found: dict[tuple[int, int], list[tuple[Square, ...]]] = {}
    for squares, rank in _list_covers(grid):
        if rank < _UNKNOWN:
            found.setdefault((rank, len(squares)), []).append(squares)
    if not found:
        return
    for squares in found[min(found)]:
        first = min(square.first_line for square in squares)
        last = max(square.last_line for square in squares)
        yield Candidate(first, last, squares, "places")


def _list_covers(grid: PlacedCells) -> Iterator[tuple[tuple[Square, ...], int]]:
    """Yield the ways to cover all signs by Sudokus of one style, each with the rank of its worst
    Sudoku.
    """
    rows = sorted({row for row, _ in grid.cells})
    columns = sorted({column for _, column in grid.cells})
    seen = set()
    count = 0
    signs = {*grid.cells.values()}
    largest = max((int(sign) for sign in signs if sign.isdigit()), default=0)
    known = dict[tuple[BoxShape, Axis, Axis], tuple[Square, int] | None]()
    for size in _SIZES:
        shapes = {BoxShape.for_size(size)}
        shapes |= {BoxShape(shape.width, shape.height) for shape in shapes}
        if largest > size or (size < 10 and any(len(sign) > 1 for sign in signs)):
            continue
        for shape in shapes:
            downs = [*_list_row_windows(rows, size, shape.height, grid)]
            # Most parts of a text have too few rows, and the windows of columns take long.
            for across in _list_windows(columns, size, shape.width, grid) if downs else ():
                for down in downs:
                    cover = _make_squares(grid, shape, across, down, known)
                    if cover is None:
                        continue
                    key = tuple((square.spans, square.tokens) for square in cover[0])
                    if key not in seen:
                        seen.add(key)
                        yield cover
                        count += 1
                        if count > _MOST_COVERS:
                            return


def _list_windows(
    columns: Sequence[int], size: int, box: int, grid: PlacedCells
) -> Iterator[tuple[Axis, ...]]:
    """Yield the windows of columns, side by side, that contain all signs."""
    wanted = set(columns)
    for step in grid.steps:
        for gap in (0, 1, 2, 3):
            if gap and box == size:
                continue
            length = step * (size - 1) + gap * ((size - 1) // box)
            if columns[-1] - columns[0] > 4 * length + 40:
                continue
            yield from _tile(wanted, size, box, step, gap, length, grid)


def _tile(
    wanted: set[int], size: int, box: int, step: int, gap: int, length: int, grid: PlacedCells
) -> Iterator[tuple[Axis, ...]]:
    """Yield one window, or two or three windows side by side, whose positions contain all columns
    `wanted` and no bar. Between two windows there is more space than between boxes.
    """
    low, high = min(wanted), max(wanted)
    start = max(0, low - length)
    # Sets of columns are integers: bit i is column `start` + i, or column i of a window.
    columns = _make_bits(column - start for column in wanted)
    bars = _make_bits(bar - start for bar in grid.bars if start <= bar <= high + length)
    window, places = (2 << length) - 1, _make_bits(_make_offsets(step, gap, box, size))
    axes = list[tuple[int, int]]()
    for i in range(high - start + 1):
        inside = columns >> i & window
        if inside and not inside & ~places:
            barred = bars >> i & window
            if not barred or _fits_bars(barred, step, gap, box, size):
                axes.append((start + i, inside << i))
    for count in (1, 2, 3):
        if high - low + 1 < (count - 1) * (length + 1):
            return
        for chosen in islice(combinations(axes, count), _MOST_COMBINATIONS):
            union = 0
            for _, inside in chosen:
                union |= inside
            if union == columns and all(
                one[0] + length + step + gap < other[0] for one, other in pairwise(chosen)
            ):
                yield tuple(Axis(first, step, gap, box, size) for first, _ in chosen)


@lru_cache(4096)
def _fits_bars(bars: int, step: int, gap: int, box: int, size: int) -> bool:
    """Return whether the bars inside a window of columns, as bits, are between its boxes, or
    between all its cells.
    """
    offsets = _make_offsets(step, gap, box, size)
    if bars & _make_bits(offsets):
        return False
    inside = [bar for bar in range(offsets[-1]) if bars >> bar & 1]
    places = {bisect_right(offsets, bar) for bar in inside}
    return places in ({*range(box, size, box)}, {*range(1, size)})


def _list_row_windows(
    rows: Sequence[int], size: int, box: int, grid: PlacedCells
) -> Iterator[tuple[Axis, ...]]:
    """Yield the windows of rows, one below another, that contain all signs."""
    for gap in (0, 1):
        if gap and box == size:
            continue
        length = size - 1 + gap * ((size - 1) // box)
        if grid.height < length + 1:
            continue
        yield from _stack(rows, size, box, gap, length, grid)


def _stack(
    rows: Sequence[int], size: int, box: int, gap: int, length: int, grid: PlacedCells
) -> Iterator[tuple[Axis, ...]]:
    """Yield the ways to put windows of rows one below another, so that they contain all `rows`. The
    search ends after a few thousand steps.
    """
    stack: list[tuple[int, tuple[Axis, ...]]] = [(0, ())]
    steps = 0
    offsets = frozenset(_make_offsets(1, gap, box, size))
    while stack and steps < _MOST_STACKS:
        steps += 1
        index, chosen = stack.pop()
        if index == len(rows):
            yield chosen
            continue
        after = chosen[-1].first + length + 1 if chosen else 0
        for first in range(max(after, rows[index] - length), rows[index] + 1):
            if first + length >= grid.height:
                break
            end = bisect_right(rows, first + length)
            if not offsets.issuperset([row - first for row in rows[index:end]]):
                continue
            axis = Axis(first, 1, gap, box, size)
            if not _fits_breaks(axis, grid.breaks, grid.double_breaks):
                continue
            if grid.barred_rows is not None and not grid.barred_rows.issuperset(axis.positions):
                continue
            stack.append((end, (*chosen, axis)))


def _fits_breaks(axis: Axis, breaks: frozenset[int], double_breaks: frozenset[int]) -> bool:
    """Return whether the lines that are drawn inside a window of rows are between its boxes, or
    between all rows. If `double_breaks` are only some of them, two frames meet inside the window.
    """
    inside = breaks.intersection(range(axis.first + 1, axis.last + 1))
    if not inside:
        return True
    if inside & double_breaks and not inside <= double_breaks:
        return False
    positions = axis.positions
    if not inside <= {*positions}:
        return False
    places = {positions.index(one) for one in inside}
    return places in ({*range(axis.box, axis.size, axis.box)}, {*range(1, axis.size)})


def _make_squares(
    grid: PlacedCells,
    shape: BoxShape,
    across: Sequence[Axis],
    down: Sequence[Axis],
    known: dict[tuple[BoxShape, Axis, Axis], tuple[Square, int] | None],
) -> tuple[tuple[Square, ...], int] | None:
    """Return the Sudokus at the crossings of windows, and the rank of the worst; None if one breaks
    the rules or a crossing is empty. `known` keeps the Sudokus, because covers share windows.
    """
    squares, worst = [], 0
    for rows in down:
        for columns in across:
            key = shape, rows, columns
            if key not in known:
                known[key] = _make_square(grid, shape, rows, columns)
            found = known[key]
            if found is None or (len(across) > 1 and found[1] > 1):
                return None  # windows side by side leave too many choices
            squares.append(found[0])
            worst = max(worst, found[1])
    return tuple(squares), worst


def _make_square(
    grid: PlacedCells, shape: BoxShape, rows: Axis, columns: Axis
) -> tuple[Square, int] | None:
    """Return the Sudoku at the crossing of two windows, and its rank; None if it breaks the rules
    or is empty.
    """
    places = [*product(rows.positions, columns.positions)]
    tokens = tuple([grid.cells.get(place, "") for place in places])
    if not any(tokens):
        return None
    rank = _rank(grid, shape, rows, columns, tokens)
    if rank is None:
        return None
    spans = tuple(Span(grid.lines[row], columns.first, columns.last + 1) for row in rows.positions)
    row_gaps = find_gaps(rows.positions, grid.box_breaks)
    column_gaps = find_gaps(columns.positions, grid.box_bars)
    weakness = 0 if rank == _BROKEN else rank
    return Square(shape.size, tokens, spans, row_gaps, column_gaps, weakness), rank


def _rank(
    grid: PlacedCells, shape: BoxShape, rows: Axis, columns: Axis, tokens: Sequence[str]
) -> int | None:
    """Return the evidence for a Sudoku at this place: 0 if a frame shows the place, 1 if it has
    exactly one solution, 2 if its outer rows and columns have signs. Return None if it breaks the
    rules, unless its place is certain.
    """
    size = shape.size
    alphabets = list_alphabets(size, {*tokens})
    if not alphabets:
        return None
    is_framed = all(tokens) or _is_framed(grid, rows, columns)
    if lacks_end_of_line(size, tokens) or (not is_framed and has_only_empty_lines(size, tokens)):
        return None
    cells = tuple(alphabets[0][token] for token in tokens)
    if breaks_rules(cells, shape):
        return _BROKEN if is_framed else None
    if is_framed:
        return 0
    if sum(map(bool, cells)) >= size - 1 and count_solutions(cells, shape) == 1:
        return 1
    sides = cells[:size], cells[-size:], cells[::size], cells[size - 1 :: size]
    is_tight = all(map(any, sides)) and sum(map(bool, cells)) >= 2 * size
    return 2 if is_tight else _UNKNOWN


def _is_framed(grid: PlacedCells, rows: Axis, columns: Axis) -> bool:
    """Return whether a drawn frame, or the lines between all boxes, show the place of the cells."""
    first, last = columns.first, columns.last
    stacks = grid.bars.intersection(range(first + 1, last))
    bands = grid.breaks.intersection(range(rows.first + 1, rows.last + 1))
    # Bars are in the middle between two columns, and as far from the outer columns. The column of a
    # number of two digits is that of its last digit.
    gap = columns.gap if len(stacks) < columns.size - 1 else 0
    after, rest = divmod(columns.step + gap, 2)
    before = after + rest
    starts = range(columns.box, columns.size, columns.box)
    are_between_boxes = sorted(stacks) == [columns.positions[i] - before for i in starts]
    if stacks and bands:
        if _is_part_of_columns(grid, columns, before, after):
            return False
        if are_between_boxes and len(bands) == rows.size // rows.box - 1:
            return not _has_other_bars(grid, stacks | {first - before, last + after})
    if len(bands) == rows.size - 1 and len(stacks) < columns.size - 1:
        # Without bars beside them, the columns are a part of a drawing that has more columns.
        return bool(stacks) and are_between_boxes and {first - before, last + after} <= grid.bars
    if rows.first not in grid.breaks or rows.last + 1 not in grid.breaks:
        return False
    margins = [(before, after)] if stacks else [(one, one) for one in (1, 2, 3)]
    return any(first - one in grid.bars and last + other in grid.bars for one, other in margins)


def _has_other_bars(grid: PlacedCells, bars: frozenset[int]) -> bool:
    """Return whether a drawing whose signs are all between some bars has other bars beside them, so
    that its frame is elsewhere.
    """
    left, right = min(bars), max(bars)
    return not grid.bars <= bars and all(left < column < right for _, column in grid.cells)


def _is_part_of_columns(grid: PlacedCells, columns: Axis, before: int, after: int) -> bool:
    """Return whether the columns of a window are a part of more columns between bars at the same
    distances. `before` and `after` are the distances of the outer columns from the bars beside
    them.
    """
    left, right = columns.first - before, columns.last + after
    inside = sorted(grid.bars.intersection(range(columns.first, columns.last)))
    pitch = inside[0] - left
    return {left, left - pitch} <= grid.bars or {right, right + pitch} <= grid.bars
