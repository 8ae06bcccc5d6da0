"""The kinds of symmetries of a grid, such as mirrors, turns and cycles. If the grid is transformed,
its symmetry becomes another symmetry of the same kind. A kind has the name of the symmetry of this
kind that people recognise most easily.

A symmetry without a quarter turn moves rows to rows and columns to columns, each by an element of
the wreath product of the permutations within a block with the permutations of the blocks. Two such
elements are conjugate if and only if they have equally many cycles of blocks of each length and,
after one round of such a cycle, permute its lines with the same cycle lengths. Two symmetries with
a quarter turn are conjugate if and only if the squares of the symmetries permute the rows in
conjugate ways. So the cycles of a symmetry determine its kind, and matching its cycles with the
cycles of the best form gives a transformation that brings the symmetry into that form.

The names of the kinds are those of players (eleven, Red Ed, udosuk: *About Red Ed's Sudoku symmetry
group*, forum.enjoysudoku.com, 2008), with "lines" for rows or columns. The classes that complete
9×9 grids can have are from Russell, Jarvis: *Mathematics of Sudoku II* (2006).
"""

from collections.abc import Iterator, Sequence
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
    find_cycles,
    identity_permutation,
    invert_permutation,
)

CycleType = tuple[tuple[int, tuple[int, ...]], ...]
"""A description of the cycles in which a reordering moves lines. For each cycle of blocks, the
longest first, it has the number of blocks, and the lengths of the cycles in which the lines of a
block have moved when the block is back in its place.
"""


_STAY, _MIRROR, _CYCLE = (1, 0), (-1, -1), (1, -1)
"""Three simple motions, as pairs (a, b): position i gets the item from position a·i + b, modulo the
number of positions. A cycle moves every item on by one position.
"""


class SimpleLineMotion(Enum):
    """A simple reordering of all rows, or of all columns. Both the blocks (bands or stacks) and the
    lines within each block may stay, be reversed (`MIRROR`), or be moved on by one position, the
    last to the first (`CYCLE`).
    """

    STAY = _STAY, _STAY
    MIRROR = _MIRROR, _MIRROR
    BLOCKS_MIRROR = _MIRROR, _STAY
    WITHIN_MIRROR = _STAY, _MIRROR
    BLOCKS_CYCLE = _CYCLE, _STAY
    WITHIN_CYCLE = _STAY, _CYCLE

    def list_old_lines(self, size: int, block_length: int) -> Permutation:
        """Return this motion as an index list: entry i is the old number of the line that becomes
        line i. There are `size` lines, numbered from 0, in blocks of `block_length` lines.

        >>> mirror, cycle = SimpleLineMotion.BLOCKS_MIRROR, SimpleLineMotion.BLOCKS_CYCLE
        >>> mirror.list_old_lines(6, 2), cycle.list_old_lines(6, 2)
        ((4, 5, 2, 3, 0, 1), (4, 5, 0, 1, 2, 3))
        """

        def list_old_indices(count: int, motion: tuple[int, int]) -> list[int]:
            """Return for each of `count` positions the position from which its item comes: for
            position i, and `motion` = (a, b), it is a·i + b modulo `count`.
            """
            return [(motion[0] * i + motion[1]) % count for i in range(count)]

        blocks, within = (
            list_old_indices(size // block_length, self.value[0]),
            list_old_indices(block_length, self.value[1]),
        )
        return tuple([block * block_length + i for block in blocks for i in within])


class SymmetryKind(StrEnum):
    """The kind of a symmetry, such as a half turn. The kinds that people recognise most easily come
    first.

    - `DIAGONAL`: a reflection in a diagonal. It is seen most easily, because the cells on the
      diagonal stay in place.
    - `QUARTER_TURN`, `HALF_TURN`, `MIRROR`: a turn about the centre; a reflection that reverses the
      rows or the columns. A grid with a quarter turn also has a half turn.
    - `STICKS`: reverses the order of the bands, and of the columns within each stack; or the order
      of the stacks, and of the rows within each band.
    - `MIRRORED_PARTS`: any other symmetry that reverses the order of blocks, or of the lines within
      blocks.
    - `MINI_LINES`, `JUMPING_LINES`, `MINI_DIAGONALS`, `GLIDING_LINES`, `JUMPING_DIAGONALS`: move
      the lines within blocks, or the blocks, in cycles.
    - `OTHER`: every other symmetry.

    Kinds with longer cycles come later: if such a symmetry is carried out several times, the result
    is a symmetry with shorter cycles, which is seen more easily.
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


class _RecognisableForm(NamedTuple):
    """A symmetry that people recognise easily, such as a half turn. Rows and columns are exchanged
    if `transposed` is true; then the rows move as the motion `rows` describes, and the columns as
    `columns` describes. `kind` is the kind of this symmetry.
    """

    kind: SymmetryKind
    transposed: bool
    rows: SimpleLineMotion
    columns: SimpleLineMotion

    def list_old_lines(self, shape: BoxShape) -> tuple[Permutation, Permutation]:
        """Return this symmetry as two index lists, of the rows and of the columns, for grids of the
        given shape. Entry i of the first list is the old number of the row that becomes row i,
        entry j of the second list the old number of the column that becomes column j, both from 0.
        """
        rows = self.rows.list_old_lines(shape.size, shape.height)
        return rows, self.columns.list_old_lines(shape.size, shape.width)


_Motion = SimpleLineMotion  # short, so that each form is one line
_FORMS = (
    (SymmetryKind.DIAGONAL, True, _Motion.STAY, _Motion.STAY),
    (SymmetryKind.DIAGONAL, True, _Motion.MIRROR, _Motion.MIRROR),
    (SymmetryKind.QUARTER_TURN, True, _Motion.STAY, _Motion.MIRROR),
    (SymmetryKind.HALF_TURN, False, _Motion.MIRROR, _Motion.MIRROR),
    (SymmetryKind.MIRROR, False, _Motion.STAY, _Motion.MIRROR),
    (SymmetryKind.STICKS, False, _Motion.BLOCKS_MIRROR, _Motion.WITHIN_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, _Motion.STAY, _Motion.BLOCKS_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, _Motion.STAY, _Motion.WITHIN_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, _Motion.MIRROR, _Motion.BLOCKS_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, _Motion.MIRROR, _Motion.WITHIN_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, _Motion.BLOCKS_MIRROR, _Motion.BLOCKS_MIRROR),
    (SymmetryKind.MIRRORED_PARTS, False, _Motion.WITHIN_MIRROR, _Motion.WITHIN_MIRROR),
    (SymmetryKind.MINI_LINES, False, _Motion.STAY, _Motion.WITHIN_CYCLE),
    (SymmetryKind.JUMPING_LINES, False, _Motion.STAY, _Motion.BLOCKS_CYCLE),
    (SymmetryKind.MINI_DIAGONALS, False, _Motion.WITHIN_CYCLE, _Motion.WITHIN_CYCLE),
    (SymmetryKind.GLIDING_LINES, False, _Motion.WITHIN_CYCLE, _Motion.BLOCKS_CYCLE),
    (SymmetryKind.JUMPING_DIAGONALS, False, _Motion.BLOCKS_CYCLE, _Motion.BLOCKS_CYCLE),
)
"""The forms of each kind: whether the grid is transposed, then the motions of rows and of columns.
The two motions may also be exchanged.
"""


def classify_symmetry(symmetry: Transformation) -> SymmetryKind:
    """Return the kind of a symmetry, such as a half turn. The renaming of digits does not matter.

    A transformation of the grid makes the symmetry into another symmetry of the same kind. So among
    all symmetries of a kind, those that people recognise most easily give the kind its name.

    >>> swapped = Transformation.identity(BoxShape(2, 2)).replace_parts(bands=(1, 0), stacks=(1, 0))
    >>> classify_symmetry(swapped).value
    'half turn'
    """
    forms = _group_forms_by_class(symmetry.shape).get(
        _find_cycle_types_of_lines(symmetry.shape, *symmetry.find_source_lines())
    )
    return forms[0].kind if forms else SymmetryKind.OTHER


def find_transformation_and_recognisable_symmetry(
    symmetry: Transformation,
) -> tuple[Transformation, Transformation]:
    """Find a transformation of a symmetric grid after which people can recognise the grid's
    symmetry most easily, for example as a reflection. Return a pair: this transformation, and the
    recognisable symmetry, which the transformed grid has in place of `symmetry`.

    The transformation renames no digits. There may be several recognisable symmetries of the same
    kind; the result is the pair whose transformation has the fewest steps. If the kind of
    `symmetry` is `OTHER`, people cannot recognise the symmetry; then the second symmetry moves
    neighbouring lines in cycles, the longest cycles first.

    >>> swapped = Transformation.identity(BoxShape(2, 2)).replace_parts(bands=(1, 0), stacks=(1, 0))
    >>> way, there = find_transformation_and_recognisable_symmetry(swapped)
    >>> way.steps, there.rotation, there == way.inverse().then(swapped).then(way)
    (2, 2, True)
    """
    shape, (transposed, rows, columns) = symmetry.shape, symmetry.find_source_lines()
    forms = _group_forms_by_class(shape).get(
        _find_cycle_types_of_lines(shape, transposed, rows, columns), []
    )
    wanted = [form.list_old_lines(shape) for form in forms]
    if not wanted:
        ordered = (
            identity_permutation(shape.size)
            if transposed
            else _find_simplest_reordering(rows, shape.height)
        )
        others = compose_permutations(columns, rows) if transposed else columns
        wanted = [(ordered, _find_simplest_reordering(others, shape.width))]
    ways = [
        _find_transformation_to_form(shape, transposed, (rows, columns), form) for form in wanted
    ]
    way, form = min(zip(ways, wanted, strict=True), key=lambda found: found[0].steps)
    return way, Transformation.from_source_lines(shape, transposed, *form, symmetry.digits)


def find_fixed_cells(symmetry: Transformation) -> CellSet:
    """Return the cells that a symmetry leaves in place, as pairs (row, column) from 0. Their digits
    may be renamed.
    """
    transposed, rows, columns = symmetry.find_source_lines()
    size = range(symmetry.shape.size)
    if transposed:
        return frozenset((r, rows[r]) for r in size if columns[rows[r]] == r)
    return frozenset((r, c) for r in size if rows[r] == r for c in size if columns[c] == c)


def find_simple_line_motion_or_none(
    old_lines: Sequence[int], block_length: int
) -> SimpleLineMotion | None:
    """Return the simple motion, such as a reversal of all blocks, that has the same effect as a
    reordering of lines. Return None if no motion in `SimpleLineMotion` has this effect. `old_lines`
    describes the reordering: entry i is the old number of the line that becomes line i; a block has
    `block_length` lines.
    """
    named = (
        motion
        for motion in SimpleLineMotion
        if motion.list_old_lines(len(old_lines), block_length) == tuple(old_lines)
    )
    return next(named, None)


def find_most_recognisable_kind(shape: BoxShape) -> SymmetryKind:
    """Return the kind of symmetry that people recognise most easily among those that grids of this
    shape can have: the reflection in the diagonal if boxes are square, otherwise the half turn.
    """
    return SymmetryKind.DIAGONAL if shape.height == shape.width else SymmetryKind.HALF_TURN


def yield_recognisable_symmetries(
    shape: BoxShape,
) -> Iterator[tuple[bool, Permutation, Permutation]]:
    """Yield all symmetries that people recognise easily, such as reflections, for grids of the
    given shape. Each is a tuple (transposed, rows, columns). Cell (i, j) gets the content of the
    cell (rows[i], columns[j]) or, if `transposed` is true, of the cell (columns[j], rows[i]).
    """
    for form in chain.from_iterable(_group_forms_by_class(shape).values()):
        yield form.transposed, *form.list_old_lines(shape)


@cache
def _group_forms_by_class(shape: BoxShape) -> dict[object, list[_RecognisableForm]]:
    """Return the symmetries that people recognise easily, in groups: two symmetries are in one
    group if a transformation of the grid makes one of them into the other (a conjugacy class). The
    keys of the result identify the groups. If a group has symmetries of several kinds, only those
    of the kind that is recognised most easily are kept.
    """
    found: dict[object, list[_RecognisableForm]] = {}
    for kind, transposed, one, other in _FORMS:
        for rows, columns in ((one, other), (other, one)):
            form = _RecognisableForm(kind, transposed, rows, columns)
            if shape.height == shape.width or not transposed:
                key = _find_cycle_types_of_lines(shape, transposed, *form.list_old_lines(shape))
                same = found.setdefault(key, [form])
                if form not in same and kind is same[0].kind:
                    same.append(form)
    return found


def _find_cycle_types_of_lines(
    shape: BoxShape, transposed: bool, rows: Permutation, columns: Permutation
) -> tuple[CycleType, ...]:
    """Return a description of the cycles in which a symmetry moves the lines. Two symmetries have
    equal descriptions if and only if a transformation without a quarter turn makes one of them into
    the other.
    """
    if transposed:
        return (_find_cycle_type(compose_permutations(columns, rows), shape.height),)
    return _find_cycle_type(rows, shape.height), _find_cycle_type(columns, shape.width)


def _find_transformation_to_form(
    shape: BoxShape,
    transposed: bool,
    lines: tuple[Permutation, Permutation],
    target_lines: tuple[Permutation, Permutation],
) -> Transformation:
    """Return a transformation of a grid after which a symmetry of the grid has become another
    symmetry of the same kind, such as a reflection. The transformation renames no digits. `lines`
    has the index lists of rows and of columns that describe the symmetry, `target_lines` those that
    describe the other symmetry; `transposed` is whether both exchange rows and columns.

    An index list is a function from a new index to the old index. For the symmetry, let R and C be
    the lists of rows and columns; for the other symmetry, S and D; for the transformation, r and c.
    Then r∘S = R∘r and c∘D = C∘c. If the symmetries exchange rows and columns, c∘S = R∘r and r∘D =
    C∘c instead.
    """
    (rows, columns), (form_rows, form_columns) = lines, target_lines
    if transposed:
        moved_rows = _find_conjugating_reordering(
            compose_permutations(form_columns, form_rows),
            compose_permutations(columns, rows),
            shape.height,
        )
        moved_columns = compose_permutations(
            compose_permutations(invert_permutation(columns), moved_rows), form_columns
        )
    else:
        moved_rows = _find_conjugating_reordering(form_rows, rows, shape.height)
        moved_columns = _find_conjugating_reordering(form_columns, columns, shape.width)
    digits = range(1, shape.size + 1)
    return Transformation.from_source_lines(shape, False, moved_rows, moved_columns, digits)


def _find_block_cycles(old_lines: Permutation, block_length: int) -> list[tuple[int, ...]]:
    """Return the cycles in which a reordering of lines moves the blocks (bands or stacks). Each
    cycle is a tuple of block numbers from 0; each block gets the lines of the next block in the
    tuple.
    """
    return find_cycles(
        range(len(old_lines) // block_length), lambda b: old_lines[b * block_length] // block_length
    )


def _find_line_cycles_after_full_block_cycle(
    old_lines: Permutation, block_length: int, blocks: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """Return the cycles in which the lines of a block have moved when the block is back in its
    place. `blocks` is a cycle of block numbers: each of these blocks is back in its place if the
    reordering `old_lines` is carried out len(blocks) times. The block in question is blocks[0], and
    the cycles contain its line numbers; each block has `block_length` lines.
    """

    def find_source_line_after_full_cycle(line: int) -> int:
        """Return the number of the line from which the content of `line` comes if the reordering is
        carried out as often as there are blocks in the cycle. Then each block is back in its place.
        """
        for _ in blocks:
            line = old_lines[line]
        return line

    start = blocks[0] * block_length
    return find_cycles(range(start, start + block_length), find_source_line_after_full_cycle)


def _find_block_cycle_type(
    old_lines: Permutation, block_length: int, blocks: tuple[int, ...]
) -> tuple[int, tuple[int, ...]]:
    """Return two properties of the cycle `blocks`, in which the reordering `old_lines` moves blocks
    (bands or stacks). The first is the number of blocks in this cycle. If the reordering is
    repeated until these blocks are back in their places, their lines have moved in cycles, too; the
    second property lists the lengths of these cycles for the lines of one block, the longest first.
    """
    lengths = map(len, _find_line_cycles_after_full_block_cycle(old_lines, block_length, blocks))
    return len(blocks), tuple(sorted(lengths, reverse=True))


def _find_cycle_type(old_lines: Permutation, block_length: int) -> CycleType:
    """Return the properties of all cycles of blocks in a reordering of lines, as
    `_find_block_cycle_type` returns them, the largest first. Two reorderings are conjugate if and
    only if they have the same result: then some reordering that keeps blocks together makes one
    into the other.
    """
    types = [
        _find_block_cycle_type(old_lines, block_length, blocks)
        for blocks in _find_block_cycles(old_lines, block_length)
    ]
    return tuple(sorted(types, reverse=True))


def _find_simplest_reordering(old_lines: Permutation, block_length: int) -> Permutation:
    """Return a simple reordering of lines whose cycles have the same lengths as those of the
    reordering `old_lines`. If possible, it is a motion in `SimpleLineMotion`, such as a reversal;
    otherwise its cycles follow one another, the longest first. Both reorderings are index lists.
    """
    wanted, size = _find_cycle_type(old_lines, block_length), len(old_lines)
    for motion in SimpleLineMotion:
        if (
            _find_cycle_type(named := motion.list_old_lines(size, block_length), block_length)
            == wanted
        ):
            return named
    ordered: list[int] = []
    for blocks, within in wanted:
        start = len(ordered)
        # The lines of the first block come from the last block, permuted; every other block comes
        # from the block before it, unchanged.
        last = start + (blocks - 1) * block_length
        for cycle in within:
            first = last + len(ordered) - start
            ordered += [first + cycle - 1, *range(first, first + cycle - 1)]
        ordered += range(start, last)
    return tuple(ordered)


def _find_conjugating_reordering(
    target_lines: Permutation, old_lines: Permutation, block_length: int
) -> Permutation:
    """Return a reordering of lines that makes the reordering `old_lines` into the reordering
    `target_lines`. The result is an index list `moved` with moved[target_lines[i]] ==
    lines[moved[i]] for each i, and keeps the lines of each block together.

    The cycles of blocks in `old_lines` and `target_lines`, and the cycles of lines within them,
    must have the same lengths. Each cycle of `target_lines` is matched with the first cycle of
    `old_lines` that has the same length and is not matched yet. So nothing moves if the two
    reorderings are equal.
    """
    moved = [0] * len(target_lines)
    waiting = _find_block_cycles(old_lines, block_length)
    for blocks in _find_block_cycles(target_lines, block_length):
        wanted = _find_block_cycle_type(target_lines, block_length, blocks)
        others = next(
            one for one in waiting if _find_block_cycle_type(old_lines, block_length, one) == wanted
        )
        waiting.remove(others)
        rounds = _find_line_cycles_after_full_block_cycle(old_lines, block_length, others)
        for cycle in _find_line_cycles_after_full_block_cycle(target_lines, block_length, blocks):
            other = next(one for one in rounds if len(one) == len(cycle))
            rounds.remove(other)
            reached = [*zip(cycle, other, strict=True)]
            for _ in blocks:  # follow the cycle from block to block
                for line, image in reached:
                    moved[line] = image
                reached = [(target_lines[line], old_lines[image]) for line, image in reached]
    return tuple(moved)
