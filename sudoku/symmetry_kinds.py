"""Symmetries in the forms that people recognise at sight: mirrors, turns, sticks, cycles.

Without a quarter turn a symmetry moves the rows among themselves and the columns among themselves,
each by an element of the wreath product of the lines within a block with the blocks. Two such
elements are conjugate if and only if they have as many cycles of blocks of each length and, after
a round of such a cycle, permute its lines with the same cycles. Two symmetries with a quarter turn
are conjugate if and only if that is so for what doing them twice makes of the rows. So what a
symmetry is, seen from elsewhere, is read off its cycles, and matching cycles brings it there.

The names of the kinds are those of players (eleven, Red Ed, udosuk: *About Red Ed's Sudoku symmetry
group*, forum.enjoysudoku.com, 2008), with lines for rows or columns. Which classes complete 9×9
grids can have is from Russell, Jarvis: *Mathematics of Sudoku II* (2006).
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, StrEnum
from functools import cache
from itertools import chain
from typing import NamedTuple

from .grid import CellSet
from .shape import BoxShape
from .transformation import (
    Permutation,
    Transformation,
    compose_permutations,
    identity_permutation,
    invert_permutation,
)

CycleType = tuple[tuple[int, tuple[int, ...]], ...]
"""For each cycle of blocks, the longest first: its length, and those of its lines' cycles."""


_STAY, _MIRROR, _CYCLE = (1, 0), (-1, -1), (1, -1)
"""Place i gets what was at a·i + b, counted round; what cycles moves on by one place."""


class Motion(Enum):
    """What can happen to all rows of a grid, or to all columns: to their blocks, and within them.

    Each is said in few words.
    """

    STAY = _STAY, _STAY
    MIRROR = _MIRROR, _MIRROR
    BLOCKS_MIRROR = _MIRROR, _STAY
    WITHIN_MIRROR = _STAY, _MIRROR
    BLOCKS_CYCLE = _CYCLE, _STAY
    WITHIN_CYCLE = _STAY, _CYCLE

    def lines(self, size: int, length: int) -> Permutation:
        """Return the gather list for `size` lines in blocks of `length`.

        >>> Motion.BLOCKS_MIRROR.lines(6, 2), Motion.BLOCKS_CYCLE.lines(6, 2)
        ((4, 5, 2, 3, 0, 1), (4, 5, 0, 1, 2, 3))
        """

        def sources(count: int, of: tuple[int, int]) -> list[int]:
            return [(of[0] * i + of[1]) % count for i in range(count)]

        blocks, within = sources(size // length, self.value[0]), sources(length, self.value[1])
        return tuple([block * length + i for block in blocks for i in within])


class SymmetryKind(StrEnum):
    """What a symmetry is recognised as, the kinds that are seen best first.

    A mirror or a turn about the centre is seen at once, and the diagonal best: its cells stay in
    place. What has a quarter turn has a half turn too. Sticks mirror the bands as wholes and the
    columns within each stack (or the other way round). Mirrored parts are all other mirrors of
    blocks, or within them. In the rest, lines or blocks go round in cycles; what has longer ones
    has a power that is seen better.
    """

    DIAGONAL = "diagonal"
    QUARTER_TURN = "quarter turn"
    HALF_TURN = "half turn"
    MIRROR = "mirror"
    STICKS = "sticks"
    MIRRORED_PARTS = "mirrored parts"
    MINI_LINES = "mini-lines"
    JUMPING_LINES = "jumping lines"
    MINI_DIAGONALS = "mini-diagonals"
    GLIDING_LINES = "gliding lines"
    JUMPING_DIAGONALS = "jumping diagonals"
    OTHER = "other"


class _Form(NamedTuple):
    """What the rows and the columns do, transposed first or not."""

    kind: SymmetryKind
    transposed: bool
    rows: Motion
    columns: Motion

    def lines(self, shape: BoxShape) -> tuple[Permutation, Permutation]:
        """Return where rows and columns come from, as `from_places` takes them."""
        rows = self.rows.lines(shape.size, shape.height)
        return rows, self.columns.lines(shape.size, shape.width)


_FORMS = (
    (SymmetryKind.DIAGONAL, True, Motion.STAY, Motion.STAY),
    (SymmetryKind.DIAGONAL, True, Motion.MIRROR, Motion.MIRROR),
    (SymmetryKind.QUARTER_TURN, True, Motion.STAY, Motion.MIRROR),
    (SymmetryKind.HALF_TURN, False, Motion.MIRROR, Motion.MIRROR),
    (SymmetryKind.MIRROR, False, Motion.STAY, Motion.MIRROR),
    (SymmetryKind.STICKS, False, Motion.BLOCKS_MIRROR, Motion.WITHIN_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, Motion.STAY, Motion.BLOCKS_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, Motion.STAY, Motion.WITHIN_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, Motion.MIRROR, Motion.BLOCKS_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, Motion.MIRROR, Motion.WITHIN_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, Motion.BLOCKS_MIRROR, Motion.BLOCKS_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, Motion.WITHIN_MIRROR, Motion.WITHIN_MIRROR),
    (SymmetryKind.MINI_LINES, False, Motion.STAY, Motion.WITHIN_CYCLE),
    (SymmetryKind.JUMPING_LINES, False, Motion.STAY, Motion.BLOCKS_CYCLE),
    (SymmetryKind.MINI_DIAGONALS, False, Motion.WITHIN_CYCLE, Motion.WITHIN_CYCLE),
    (SymmetryKind.GLIDING_LINES, False, Motion.WITHIN_CYCLE, Motion.BLOCKS_CYCLE),
    (SymmetryKind.JUMPING_DIAGONALS, False, Motion.BLOCKS_CYCLE, Motion.BLOCKS_CYCLE),
)
"""Whether transposed, and what rows do and columns do, or the other way round."""


def classify_symmetry(symmetry: Transformation) -> SymmetryKind:
    """Return what a symmetry is, seen from where it is seen best; digits do not matter.

    >>> swapped = Transformation.identity(BoxShape(2, 2)).replaced(bands=(1, 0), stacks=(1, 0))
    >>> classify_symmetry(swapped).value
    'half turn'
    """
    forms = _build_forms(symmetry.shape).get(_find_class(symmetry.shape, *symmetry.places()))
    return forms[0].kind if forms else SymmetryKind.OTHER


def recognise_symmetry(symmetry: Transformation) -> tuple[Transformation, Transformation]:
    """Return a transformation without renaming, and what it makes of a symmetry.

    A grid with this symmetry is moved by the first to where it has the second, which is that form
    of its kind that takes the fewest steps; of kind `OTHER`, its cycles are in order, the longest
    first.

    >>> swapped = Transformation.identity(BoxShape(2, 2)).replaced(bands=(1, 0), stacks=(1, 0))
    >>> way, there = recognise_symmetry(swapped)
    >>> way.steps, there.rotation, there == way.inverse().then(swapped).then(way)
    (2, 2, True)
    """
    shape, (transposed, rows, columns) = symmetry.shape, symmetry.places()
    forms = _build_forms(shape).get(_find_class(shape, transposed, rows, columns), [])
    wanted = [form.lines(shape) for form in forms]
    if not wanted:
        ordered = (
            identity_permutation(shape.size) if transposed else _arrange_lines(rows, shape.height)
        )
        others = compose_permutations(columns, rows) if transposed else columns
        wanted = [(ordered, _arrange_lines(others, shape.width))]
    ways = [_find_way(shape, transposed, (rows, columns), nice) for nice in wanted]
    way, nice = min(zip(ways, wanted, strict=True), key=lambda found: found[0].steps)
    return way, Transformation.from_places(shape, transposed, *nice, symmetry.digits)


def find_fixed_cells(symmetry: Transformation) -> CellSet:
    """Return the cells (row, column), from 0, that a transformation leaves in place."""
    transposed, rows, columns = symmetry.places()
    size = range(symmetry.shape.size)
    if transposed:
        return frozenset((r, rows[r]) for r in size if columns[rows[r]] == r)
    return frozenset((r, c) for r in size if rows[r] == r for c in size if columns[c] == c)


def classify_motion(lines: Sequence[int], length: int) -> Motion | None:
    """Return what a gather list of lines in blocks of `length` does, None where it has no name."""
    named = (motion for motion in Motion if motion.lines(len(lines), length) == tuple(lines))
    return next(named, None)


def find_best_kind(shape: BoxShape) -> SymmetryKind:
    """Return the kind that is seen best of those that grids of this shape can have."""
    return SymmetryKind.DIAGONAL if shape.height == shape.width else SymmetryKind.HALF_TURN


def list_recognisable_forms(shape: BoxShape) -> Iterator[tuple[bool, Permutation, Permutation]]:
    """Yield all forms with a name: transposed, rows and columns as `from_places` takes them."""
    for form in chain.from_iterable(_build_forms(shape).values()):
        yield form.transposed, *form.lines(shape)


@cache
def _build_forms(shape: BoxShape) -> dict[object, list[_Form]]:
    """Return the forms of each class; a class of two kinds is of the one that is seen better."""
    found: dict[object, list[_Form]] = {}
    for kind, transposed, one, other in _FORMS:
        for rows, columns in ((one, other), (other, one)):
            form = _Form(kind, transposed, rows, columns)
            if shape.height == shape.width or not transposed:
                key = _find_class(shape, transposed, *form.lines(shape))
                same = found.setdefault(key, [form])
                if form not in same and kind is same[0].kind:
                    same.append(form)
    return found


def _find_class(
    shape: BoxShape, transposed: bool, rows: Permutation, columns: Permutation
) -> tuple[CycleType, ...]:
    """Return what is the same of exactly those symmetries that are conjugate without a turn."""
    if transposed:
        return (_find_cycle_type(compose_permutations(columns, rows), shape.height),)
    return _find_cycle_type(rows, shape.height), _find_cycle_type(columns, shape.width)


def _find_way(
    shape: BoxShape,
    transposed: bool,
    lines: tuple[Permutation, Permutation],
    nice: tuple[Permutation, Permutation],
) -> Transformation:
    """Return a way from where rows and columns come from these lines to where from the nice ones.

    With r and c for its gather lists, R and C for the lines, S and D for the nice ones: r∘S = R∘r
    and c∘D = C∘c; transposed, where rows come from columns, c∘S = R∘r and r∘D = C∘c.
    """
    (rows, columns), (nice_rows, nice_columns) = lines, nice
    if transposed:
        moved_rows = _match_blocks(
            compose_permutations(nice_columns, nice_rows),
            compose_permutations(columns, rows),
            shape.height,
        )
        moved_columns = compose_permutations(
            compose_permutations(invert_permutation(columns), moved_rows), nice_columns
        )
    else:
        moved_rows = _match_blocks(nice_rows, rows, shape.height)
        moved_columns = _match_blocks(nice_columns, columns, shape.width)
    digits = range(1, shape.size + 1)
    return Transformation.from_places(shape, False, moved_rows, moved_columns, digits)


def find_cycles(points: Sequence[int], following: Callable[[int], int]) -> list[tuple[int, ...]]:
    """Return the cycles of a permutation, each from its least point on."""
    found, seen = [], set[int]()
    for start in points:
        if start not in seen:
            cycle, point = [start], following(start)
            while point != start:
                cycle.append(point)
                point = following(point)
            seen.update(cycle)
            found.append(tuple(cycle))
    return found


def _find_block_cycles(lines: Permutation, length: int) -> list[tuple[int, ...]]:
    """Return the cycles of the blocks: each block comes from the next one."""
    return find_cycles(range(len(lines) // length), lambda b: lines[b * length] // length)


def _follow_block_cycle(
    lines: Permutation, length: int, blocks: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """Return the cycles of the first block's lines when its cycle of blocks has gone round once."""

    def following(line: int) -> int:
        for _ in blocks:
            line = lines[line]
        return line

    start = blocks[0] * length
    return find_cycles(range(start, start + length), following)


def _find_block_cycle_type(
    lines: Permutation, length: int, blocks: tuple[int, ...]
) -> tuple[int, tuple[int, ...]]:
    """Return the length of a cycle of blocks, and those of its lines' cycles."""
    lengths = map(len, _follow_block_cycle(lines, length, blocks))
    return len(blocks), tuple(sorted(lengths, reverse=True))


def _find_cycle_type(lines: Permutation, length: int) -> CycleType:
    types = [
        _find_block_cycle_type(lines, length, blocks)
        for blocks in _find_block_cycles(lines, length)
    ]
    return tuple(sorted(types, reverse=True))


def _arrange_lines(lines: Permutation, length: int) -> Permutation:
    """Return a motion with a name that is conjugate to these lines, else their cycles in order."""
    wanted, size = _find_cycle_type(lines, length), len(lines)
    for motion in Motion:
        if _find_cycle_type(named := motion.lines(size, length), length) == wanted:
            return named
    ordered: list[int] = []
    for blocks, within in wanted:
        start = len(ordered)
        # The first block comes from the last one, its lines permuted; the others as they are.
        last = start + (blocks - 1) * length
        for cycle in within:
            first = last + len(ordered) - start
            ordered += [first + cycle - 1, *range(first, first + cycle - 1)]
        ordered += range(start, last)
    return tuple(ordered)


def _match_blocks(nice: Permutation, lines: Permutation, length: int) -> Permutation:
    """Return a gather list `moved` of whole blocks with moved[nice[i]] == lines[moved[i]].

    The two are conjugate. Each cycle gets the first of its kind that is left, so that nothing moves
    where they are equal.
    """
    moved = [0] * len(nice)
    waiting = _find_block_cycles(lines, length)
    for blocks in _find_block_cycles(nice, length):
        wanted = _find_block_cycle_type(nice, length, blocks)
        others = next(
            one for one in waiting if _find_block_cycle_type(lines, length, one) == wanted
        )
        waiting.remove(others)
        rounds = _follow_block_cycle(lines, length, others)
        for cycle in _follow_block_cycle(nice, length, blocks):
            other = next(one for one in rounds if len(one) == len(cycle))
            rounds.remove(other)
            reached = [*zip(cycle, other, strict=True)]
            for _ in blocks:  # from one block to the next, all round
                for line, image in reached:
                    moved[line] = image
                reached = [(nice[line], lines[image]) for line, image in reached]
    return tuple(moved)
