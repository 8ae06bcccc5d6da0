"""Transformations of a Sudoku: rotations, reorderings of bands, stacks, rows and columns, and
renamings of digits. They form a group.

A person carries a transformation out part by part: turn the grid, reorder its blocks and lines,
rename its digits. Blocks and lines are reordered by index lists (also called gather lists), from 0:
the item at index `list[i]` is moved to index i.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import starmap
from operator import index, itemgetter, ne
from typing import Any, NamedTuple, Self

from ..base.errors import TransformationError
from .grid import LARGEST_BY_TRANSLATE, Cells, Grid
from .shape import BoxShape

Permutation = tuple[int, ...]
"""A permutation of the numbers from 0 (of digits, from 1): entry i, counted from 0, is the number
to which the i-th number is mapped.
"""

FORWARD = ("rotation", "bands", "stacks", "rows", "columns", "digits")
BACKWARD = ("rows", "columns", "bands", "stacks", "rotation", "digits")
"""The parts of a transformation in the order in which a person carries them out, and in the order
in which a person undoes them: the reorderings first, the rotation after them, and the digits last.
"""


class Step(NamedTuple):
    """One step of a transformation, as a person carries it out.

    - `part`: what is changed, a name in `FORWARD` such as `rows`.
    - `block`: for `rows` the number of the band, and for `columns` the number of the stack, whose
      lines change places, from 0; for every other part 0.
    - `how`: the new order as an index list: the item at index `how[i]` is moved to index i. For
      `rotation`, only the number of quarter turns clockwise; for `digits`, the new names of the
      digits 1..N.
    """

    part: str
    block: int
    how: Permutation


class TransformationParts(NamedTuple):
    """The numbers that describe a transformation: its rotation, its reorderings of bands, stacks,
    rows and columns, and its renaming of digits. They can also describe the steps that undo a
    transformation.

    `rotation` is the number of quarter turns clockwise. `bands` and `stacks` are index lists: the
    band at index `bands[i]` is moved to index i. `rows` has an index list of `shape.height` numbers
    for each band, and `columns` one of `shape.width` numbers for each stack. Digit d becomes
    `digits[d - 1]`.
    """

    shape: BoxShape
    rotation: int
    bands: Permutation
    stacks: Permutation
    rows: tuple[Permutation, ...]
    columns: tuple[Permutation, ...]
    digits: Permutation


class Transformation(TransformationParts):
    """A transformation of a Sudoku, written as a rotation, reorderings of blocks and lines, and a
    renaming of digits. Raises `TransformationError` if a list is not a permutation of the right
    length, or if the rotation does not fit the shape.

    Each transformation can be written in two ways. A half turn is also a reordering (of all bands,
    stacks, rows and columns, reversed), so the number of quarter turns can be k or k + 2. Equality
    and order compare how transformations are written. To compare the effects of two
    transformations, compare their `simplest()` forms.

    >>> turn = Transformation.identity(BoxShape(2, 2)).replace_parts(rotation=1)
    >>> turn.apply(Grid("1234............"))
    Grid('...1...2...3...4')
    >>> turn.steps, turn.then(turn.inverse()) == Transformation.identity(turn.shape)
    (1, True)
    """

    __slots__ = ()

    def __new__(
        cls,
        shape: BoxShape | tuple[int, int],
        rotation: int,
        bands: Sequence[int],
        stacks: Sequence[int],
        rows: Sequence[Sequence[int]],
        columns: Sequence[Sequence[int]],
        digits: Sequence[int],
    ) -> Self:
        """Make a transformation from its parts. Each part is checked, and `TransformationError` is
        raised if a part is not valid.
        """
        shape = BoxShape.of(shape)
        if rotation not in shape.rotations or isinstance(rotation, float):
            raise TransformationError(
                "expected a rotation of {rotations} for boxes of {shape}, found {found}",
                rotations=shape.rotations,
                shape=shape,
                found=rotation,
            )
        return super().__new__(
            cls,
            shape,
            rotation,
            _convert_to_permutation("bands", bands, range(shape.bands)),
            _convert_to_permutation("stacks", stacks, range(shape.stacks)),
            _convert_to_permutations("rows", rows, shape.bands, range(shape.height)),
            _convert_to_permutations("columns", columns, shape.stacks, range(shape.width)),
            _convert_to_permutation("digits", digits, range(1, shape.size + 1)),
        )

    @classmethod
    def identity(cls, shape: BoxShape | tuple[int, int]) -> "Transformation":
        """Return the transformation that changes nothing."""
        return cls(*_identity_parts(BoxShape.of(shape)))

    @classmethod
    def of_bytes(cls, parts: bytes, shape: BoxShape) -> Self:
        """Return the transformation whose parts are given as bytes: one byte for each number, one
        part after another in the order of the constructor's arguments without the shape. The
        compiled functions (kernel) write transformations in this form. Raises `TransformationError`
        if the parts are not valid.

        >>> Transformation.of_bytes(bytes([0, 1, 0, 0, 0, 0, 0, 1, 1, 2]), BoxShape(1, 2)).bands
        (1, 0)
        """
        height, width = shape
        stacks, rows = 1 + width, 1 + width + height
        columns, digits = rows + shape.size, rows + 2 * shape.size
        if parts[0] not in shape.rotations or len(parts) != digits + shape.size:
            raise TransformationError(
                f"expected the parts of a transformation for boxes of {shape}, found {[*parts]}"
            )
        return super().__new__(
            cls,
            shape,
            parts[0],
            _decode_permutation("bands", parts[1:stacks]),
            _decode_permutation("stacks", parts[stacks:rows]),
            _decode_permutations("rows", parts[rows:columns], height),
            _decode_permutations("columns", parts[columns:digits], width),
            _convert_to_permutation("digits", parts[digits:], range(1, shape.size + 1)),
        )

    @classmethod
    def from_lines(
        cls,
        shape: BoxShape,
        rotation: int,
        rows: Sequence[int],
        columns: Sequence[int],
        digits: Sequence[int],
    ) -> "Transformation":
        """Return the transformation that turns a grid by `rotation` quarter turns clockwise, then
        reorders its rows and columns, and then renames its digits. Raise `TransformationError` if
        the rows of a band, or the columns of a stack, do not stay together.

        After the rotation, row `rows[i]` becomes row i, and column `columns[j]` becomes column j;
        all numbers of lines count from 0. Digit d becomes `digits[d - 1]`.
        """
        bands, within_bands = _split_reordering_by_block(rows, shape.height)
        stacks, within_stacks = _split_reordering_by_block(columns, shape.width)
        return cls(shape, rotation, bands, stacks, within_bands, within_stacks, tuple(digits))

    @classmethod
    def from_source_lines(
        cls,
        shape: BoxShape,
        transposed: bool,
        rows: Sequence[int],
        columns: Sequence[int],
        digits: Sequence[int],
        grid: Grid | None = None,
    ) -> "Transformation":
        """Return the transformation that moves the cell (rows[i], columns[j]) of a grid to the cell
        (i, j) and renames digit d to `digits[d - 1]`. If `transposed` is true, it moves the cell
        (columns[j], rows[i]) to the cell (i, j) instead. All numbers of lines count from 0.

        The transformation is written with the fewest steps. If `grid` is given, digits that do not
        occur in it keep their names if no other digit gets these names, which saves steps.
        """
        if transposed:  # a quarter turn makes the last old row the first column
            columns = [shape.size - 1 - line for line in columns]
        return cls.from_lines(shape, int(transposed), rows, columns, digits).simplest(grid)

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        """Make a transformation from an iterable of its parts, and check the parts. This method
        replaces the method of named tuples that `_replace` calls, because that method checks
        nothing.
        """
        return cls(*iterable)

    def replace_parts(self, **parts: Any) -> Self:
        """Return a copy of this transformation in which some attributes have new values:
        `replace_parts(rotation=1)` changes only the rotation.

        Raises `TransformationError` if a name is unknown, or if the new parts do not fit.
        """
        if others := parts.keys() - {*self._fields}:
            raise TransformationError(f"a transformation has no {', '.join(sorted(others))}")
        return self._replace(**parts)

    def apply(self, grid: Grid) -> Grid:
        """Return the grid after this transformation. Raise `TransformationError` if the grid has
        boxes of another shape.
        """
        self._check_shape(grid)
        return self.make_instructions().follow(grid)

    def _check_shape(self, grid: Grid) -> None:
        """Raise `TransformationError` if the boxes of `grid` do not have the shape for which this
        transformation is made.
        """
        if grid.shape != self.shape:
            raise TransformationError(
                f"expected a grid with boxes of {self.shape}, found {grid.shape}"
            )

    def leads(self, first: Grid, second: Grid) -> bool:
        """Return whether this transformation leads from `first` to `second`: it changes `first`
        into `second`, and its inverse changes `second` into `first`.

        Both changes are carried out step by step, by the instructions that are printed for a
        person. This check shares no code with the search that finds transformations.
        """
        if first.shape == second.shape == self.shape and first.size <= LARGEST_BY_TRANSLATE:
            one, other = first.to_bytes(), second.to_bytes()
            return (
                self.make_instructions().carry_out(one) == other
                and self.make_undo_instructions().carry_out(other) == one
            )
        return (
            self.make_instructions().follow(first) == second
            and self.make_undo_instructions().follow(second) == first
        )

    def count_agreeing_cells(self, first: Grid, second: Grid, blanks: bool = False) -> int:
        """Return the number of cells in which `first`, after this transformation, has the same clue
        as `second`. If `blanks` is true, cells that are blank in both count as well.
        """
        image = self.make_instructions().follow(first)
        return sum(
            1
            for row, others in zip(image, second, strict=True)
            for digit, other in zip(row, others, strict=True)
            if digit == other and (digit or blanks)
        )

    @property
    def row_lines(self) -> Permutation:
        """The old number of each row after the reordering of rows: entry i is the number from 0
        that row i had before, after the rotation. The list combines the reordering of the bands
        with the reorderings of the rows within each band.
        """
        return _combine_block_reorderings(self.bands, self.rows)

    @property
    def column_lines(self) -> Permutation:
        """The old number of each column after the reordering of columns: entry j is the number from
        0 that column j had before, after the rotation. The list combines the reordering of the
        stacks with the reorderings of the columns within each stack.
        """
        return _combine_block_reorderings(self.stacks, self.columns)

    def make_instructions(self) -> "Instructions":
        """Return the instructions by which a person carries out this transformation on a grid."""
        return Instructions(self, FORWARD)

    def make_undo_instructions(self) -> "Instructions":
        """Return the instructions by which a person undoes this transformation, from the
        transformed grid back to the original grid.
        """
        shape, rotation, bands, stacks, rows, columns, _ = self
        lines = tuple(map(_invert_cached, rows)), tuple(map(_invert_cached, columns))
        blocks = _invert_cached(bands), _invert_cached(stacks)
        undone = TransformationParts(shape, -rotation % 4, *blocks, *lines, self._invert_digits())
        return Instructions(undone, BACKWARD)

    @property
    def steps(self) -> int:
        """The number of steps in which a person carries out this transformation. The rotation is a
        step, and so are each reordering (of the bands, of the stacks, of the rows of one band, of
        the columns of one stack) and the renaming of digits. Parts that change nothing are not
        counted.
        """
        return len(self.make_instructions())

    def inverse(self) -> "Transformation":
        """Return the inverse, that is, the transformation that undoes this one. It is written with
        the fewest steps.
        """
        transposed, rows, columns = self.find_source_lines()
        rows, columns = invert_permutation(rows), invert_permutation(columns)
        if transposed:
            rows, columns = columns, rows
        return self.from_source_lines(self.shape, transposed, rows, columns, self._invert_digits())

    def then(self, second: "Transformation") -> "Transformation":
        """Return the transformation that has the same effect as this transformation followed by
        `second`. It is written with the fewest steps. Raise `TransformationError` if `second` is
        for another shape.
        """
        if second.shape != self.shape:
            raise TransformationError(
                f"expected a transformation for boxes of {self.shape}, found {second.shape}"
            )
        transposed, rows, columns = self.find_source_lines()
        transposed_again, second_rows, second_columns = second.find_source_lines()
        if transposed_again:
            rows, columns = columns, rows
        return self.from_source_lines(
            self.shape,
            transposed != transposed_again,
            compose_permutations(rows, second_rows),
            compose_permutations(columns, second_columns),
            tuple(second.digits[d - 1] for d in self.digits),
        )

    def simplest(self, grid: Grid | None = None) -> "Transformation":
        """Return the same transformation, written with the fewest steps. If `grid` is given, only
        the effect on this grid must be the same. Then digits that do not occur in the grid may keep
        their names, which may save the renaming.

        There are two ways to write a transformation, with and without an additional half turn. If
        both have equally many steps, the result is the one that comes first in the order of tuples.

        If `grid` is given, a digit that does not occur in the grid keeps its name if no other digit
        gets this name. The remaining digits get the remaining names in ascending order.
        """
        written = self
        if grid is not None:
            self._check_shape(grid)
            if len(grid.digits) < grid.size:
                written = self.replace_parts(
                    digits=_make_renaming_that_keeps_unused_digits(self.digits, grid.digits)
                )
        turned = written._rewrite_with_half_turn()
        steps, steps_turned = written.steps, turned.steps
        if steps == steps_turned:
            return min(written, turned)
        return written if steps < steps_turned else turned

    def _rewrite_with_half_turn(self) -> "Transformation":
        """Return the same transformation, written with an additional half turn. The order of all
        blocks and lines is reversed, too, so that both changes cancel each other.
        """
        shape, rotation, *blocks, rows, columns, digits = self
        lines = (
            tuple(map(_reverse_numbering, rows)),
            tuple(map(_reverse_numbering, columns)),
        )
        # The parts are valid because those of this transformation are. Checking them again would
        # take as long as all other work here.
        return tuple.__new__(
            Transformation,
            (shape, (rotation + 2) % 4, *map(_reverse_numbering, blocks), *lines, digits),
        )

    def _invert_digits(self) -> Permutation:
        """Return the renaming of digits that undoes the renaming of this transformation: entry d -
        1 is the old name of digit d.
        """
        return invert_permutation((0, *self.digits))[1:]

    def find_source_lines(self) -> tuple[bool, Permutation, Permutation]:
        """Return where the content of each cell comes from, as a tuple (transposed, rows, columns).
        Cell (i, j) of the transformed grid has the content of cell (rows[i], columns[j]) of the
        original grid or, if `transposed` is true, of its cell (columns[j], rows[i]). All numbers
        count from 0.
        """
        last = self.shape.size - 1
        rows, columns = self.row_lines, self.column_lines
        if self.rotation in (2, 3):
            rows = tuple(last - line for line in rows)
        if self.rotation in (1, 2):
            columns = tuple(last - line for line in columns)
        return self.rotation % 2 == 1, rows, columns

    def line_images(self) -> Permutation:
        """Return the new number of each line: entry p is the line that line p of the grid becomes.
        The N rows are numbered from 0 to N - 1, and the columns from N on.

        >>> swapped = Transformation.identity((1, 2)).replace_parts(stacks=(0,), columns=((1, 0),))
        >>> swapped.line_images()
        (0, 1, 3, 2)
        """
        transposed, rows, columns = self.find_source_lines()
        size = self.shape.size
        from_rows, from_columns = (size, 0) if transposed else (0, size)
        return invert_permutation(
            [from_rows + r for r in rows] + [from_columns + c for c in columns]
        )


@dataclass(repr=False, frozen=True, slots=True)
class Instructions:
    """The instructions by which a person carries out a transformation, or undoes it. `parts` are
    the changes, such as the new order of the rows. `order` contains the names of these parts, in
    the order in which they are carried out.

    Iterating yields the steps that change something, and `len` returns the number of these steps.
    `parts.rows[b]` reorders the rows of the band that has number b, from 0, at the moment when the
    rows are reordered, and `parts.columns[s]` the columns of stack s.
    """

    parts: TransformationParts
    order: tuple[str, ...]

    def __iter__(self) -> Iterator[Step]:
        return starmap(Step, self._yield_changing_steps_as_tuples())

    def _yield_changing_steps_as_tuples(self) -> Iterator[tuple[str, int, Permutation]]:
        """Yield the steps that change something, as tuples of the fields of `Step`."""
        nothing = _identity_parts(self.parts.shape)
        for part in self.order:
            how, same = getattr(self.parts, part), getattr(nothing, part)
            if how == same:
                continue
            if part in ("rows", "columns"):
                for block, within in enumerate(how):
                    if within != same[block]:
                        yield part, block, within
            else:
                yield part, 0, (how,) if part == "rotation" else how

    def __len__(self) -> int:
        """Return the number of steps that change something."""
        shape, *single, rows, columns, digits = self.parts
        _, *singly, own_rows, own_columns, own_digits = _identity_parts(shape)
        lines = sum(map(ne, rows, own_rows)) + sum(map(ne, columns, own_columns))
        steps: int = sum(map(ne, single, singly)) + lines + (digits != own_digits)
        return steps

    def __repr__(self) -> str:
        return f"Instructions({self.parts!r}, {self.order!r})"

    def follow(self, grid: Grid) -> Grid:
        """Return the grid that a person gets by carrying out the steps on `grid`, one after
        another.
        """
        cells, shape = grid.rows, grid.shape
        if shape == self.parts.shape and shape.size <= LARGEST_BY_TRANSLATE:
            return Grid.of_bytes(self.carry_out(grid.to_bytes()), shape)
        columns = start = identity_permutation(
            shape.size
        )  # the old number of each column; all columns are moved at once, after the other steps
        for part, block, how in self._yield_changing_steps_as_tuples():
            if part in ("stacks", "columns"):
                columns = _make_tuple_reordering_function(part, block, how, shape)(columns)
                continue
            if part == "rotation" and columns != start:
                cells, columns = tuple(map(itemgetter(*columns), cells)), start
            cells = _carry_out_step_on_cells(part, block, how, cells, shape)
        if columns != start:
            cells = tuple(map(itemgetter(*columns), cells))
        return Grid._make_unchecked(cells, shape)

    def carry_out(self, cells: bytes) -> bytes:
        """Carry out the steps on the cells of a grid, one after another, and return the cells of
        the resulting grid. Argument and result are bytes, one for each cell, row after row. The
        grid must have at most 16 cells a side.
        """
        parts = self.parts
        nothing = _identity_parts(parts.shape)
        for part in self.order:
            how = getattr(parts, part)
            if how == getattr(nothing, part):
                continue
            if part == "digits":
                cells = cells.translate(bytes((0, *how)).ljust(256))
            else:  # the numbers of the source cells are replaced by the contents of these cells
                cells = _find_source_cells_of_part(part, how, parts.shape).translate(
                    cells.ljust(256)
                )
        return cells


def carry_out_step(step: Step, grid: Grid) -> Grid:
    """Return the grid that results from `grid` by one step of a transformation."""
    return Grid._make_unchecked(_carry_out_step_on_cells(*step, grid.rows, grid.shape), grid.shape)


def find_source_cells(instructions: Iterable[Step], shape: BoxShape) -> Permutation:
    """Return, for each cell of a grid after the steps of `instructions`, the number of the old cell
    from which its content has come. Cells are numbered from 0, row after row. Steps that rename
    digits move nothing.
    """
    size = shape.size
    cells = tuple(tuple(range(size * r, size * r + size)) for r in range(size))
    for step in instructions:
        if step.part != "digits":
            cells = _carry_out_step_on_cells(*step, cells, shape)
    return tuple([cell for row in cells for cell in row])


@lru_cache(4096)
def _find_source_cells_of_part(part: str, new_order: Any, shape: BoxShape) -> bytes:
    """Return, for each cell, the old number of the cell from which its content comes if only one
    part of a transformation is carried out, such as all reorderings of rows. `part` is the name of
    the part, and `new_order` its value in `TransformationParts`. Cells are numbered from 0, row
    after row.
    """
    unchanged = TransformationParts(*_identity_parts(shape))
    return bytes(
        find_source_cells(Instructions(unchanged._replace(**{part: new_order}), (part,)), shape)
    )


def _carry_out_step_on_cells(
    part: str, block: int, new_order: Permutation, cells: Cells, shape: BoxShape
) -> Cells:
    """Return the cells of a grid after one step, as a tuple of rows. `part`, `block` and
    `new_order` are the fields of the `Step`, and `cells` are the rows of the grid before the step.
    """
    if part == "rotation":
        for _ in range(
            new_order[0]
        ):  # the new first row is the old first column, read from the bottom
            cells = tuple(zip(*cells[::-1], strict=True))
        return cells
    if part == "digits":
        names = (0, *new_order)
        return tuple([itemgetter(*row)(names) for row in cells])
    gather = _make_tuple_reordering_function(part, block, new_order, shape)
    return gather(cells) if part in ("bands", "rows") else tuple(map(gather, cells))


@lru_cache(1024)
def _make_tuple_reordering_function(
    part: str, block: int, new_order: Permutation, shape: BoxShape
) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Return a function that carries out one step of a transformation, such as a new order of the
    bands, on a tuple: on the rows of a grid, or on the cells of one row.
    """
    lines = list(range(shape.size))
    if part in ("rows", "columns"):
        start = block * len(new_order)
        lines[start : start + len(new_order)] = [start + i for i in new_order]
    else:
        length = shape.height if part == "bands" else shape.width
        lines = [block * length + i for block in new_order for i in range(length)]
    return itemgetter(*lines)


@cache
def identity_permutation(count: int, first_number: int = 0) -> Permutation:
    """Return the identity permutation of `count` numbers: the numbers in ascending order from
    `first_number` on.
    """
    return tuple(range(first_number, first_number + count))


@cache
def _identity_parts(shape: BoxShape) -> TransformationParts:
    """Return the parts of the transformation that changes nothing."""
    blocks = identity_permutation(shape.bands), identity_permutation(shape.stacks)
    rows = (identity_permutation(shape.height),) * shape.bands
    columns = (identity_permutation(shape.width),) * shape.stacks
    return TransformationParts(
        shape, 0, *blocks, rows, columns, identity_permutation(shape.size, 1)
    )


def invert_permutation(permutation: Sequence[int]) -> Permutation:
    """Return the inverse of a permutation of 0, 1, 2, …. If entry i of the permutation is the old
    index of the new item i, entry i of the inverse is the new index of the old item i.
    """
    inverse = [0] * len(permutation)
    for i, image in enumerate(permutation):
        inverse[image] = i
    return tuple(inverse)


def find_reachable_points(points: Iterable[int], permutations: Sequence[Permutation]) -> set[int]:
    """Return the numbers to which `points` can be moved by `permutations`, each applied any number
    of times, in any order; `points` are among them. Entry p of a permutation is the image of p.
    """
    found = set(points)
    waiting = list(found)
    while waiting:
        point = waiting.pop()
        new = {images[point] for images in permutations} - found
        found |= new
        waiting += new
    return found


def find_cycles(points: Sequence[int], find_image: Callable[[int], int]) -> list[tuple[int, ...]]:
    """Return the cycles of a permutation of the numbers `points`. The function `find_image` returns
    the number to which a number is mapped: the next number in its cycle. Each cycle is a tuple that
    starts with the number that is first in `points`.
    """
    found, seen = [], set[int]()
    for start in points:
        if start not in seen:
            cycle, point = [start], find_image(start)
            while point != start:
                cycle.append(point)
                point = find_image(point)
            seen.update(cycle)
            found.append(tuple(cycle))
    return found


def compose_permutations(
    outer_permutation: Permutation, inner_permutation: Permutation
) -> Permutation:
    """Return the composition of two permutations of 0, 1, 2, …: entry i of the result is
    outer_permutation[inner_permutation[i]]. If both are index lists (the item at index `list[i]` is
    moved to index i), the result reorders by `outer_permutation` first, and then by
    `inner_permutation`.
    """
    return tuple([outer_permutation[i] for i in inner_permutation])


def _split_reordering_by_block(
    old_lines: Sequence[int], block_length: int
) -> tuple[Permutation, tuple[Permutation, ...]]:
    """Split a reordering of all lines into a reordering of the blocks and, for each new block, a
    reordering of the lines within it. Entry i of `old_lines` is the old number of the line that
    becomes line i; each block has `block_length` lines. Raise `TransformationError` if the lines of
    a block do not stay together.
    """
    starts = range(0, len(old_lines), block_length)
    blocks = tuple([old_lines[start] // block_length for start in starts])
    within = tuple(
        [
            tuple([i % block_length for i in old_lines[start : start + block_length]])
            for start in starts
        ]
    )
    if _combine_block_reorderings(blocks, within) != tuple(old_lines):
        raise TransformationError(
            "expected lines in blocks of {length}, found {found}",
            length=block_length,
            found=list(old_lines),
        )
    return blocks, within


def _combine_block_reorderings(
    blocks: Permutation, within_blocks: tuple[Permutation, ...]
) -> Permutation:
    """Return the reordering of all lines, as an index list, that combines a reordering of the
    blocks with a reordering of the lines within each new block.
    """
    return tuple(
        [
            block * len(how) + i
            for block, how in zip(blocks, within_blocks, strict=True)
            for i in how
        ]
    )


def _make_renaming_that_keeps_unused_digits(
    digits: Permutation, used_digits: frozenset[int]
) -> Permutation:
    """Return a renaming that gives the digits in `used_digits` the same names as the renaming
    `digits`, but lets the other digits keep their names where possible. A digit that is not used
    gets another name only if a used digit takes its own name; these digits get the names that are
    left, in ascending order. Entry d - 1 of a renaming is the new name of digit d.
    """
    taken = {digits[d - 1] for d in used_digits}
    unused = [d for d in range(1, len(digits) + 1) if d not in used_digits]
    images = {d: d for d in unused if d not in taken}
    free = (d for d in range(1, len(digits) + 1) if d not in taken and d not in images)
    return tuple(
        [
            digits[d - 1] if d in used_digits else images[d] if d in images else next(free)
            for d in range(1, len(digits) + 1)
        ]
    )


def _convert_to_permutation(
    part_name: str, numbers: Iterable[int], expected_numbers: range
) -> Permutation:
    """Return `numbers` as a tuple of integers. Raise `TransformationError`, which names the part
    `part_name`, if they are not the numbers in `expected_numbers` in some order.
    """
    found: object = numbers
    try:
        found = [*numbers]
        # A float may be equal to a whole number but cannot be an index, so `index` rejects it.
        permutation = tuple(map(index, found))
    except TypeError:
        permutation = ()
    if sorted(permutation) != [*expected_numbers]:
        raise TransformationError(
            "expected {part} to rearrange {first}..{last}, found {found}",
            part=part_name,
            first=expected_numbers.start,
            last=expected_numbers.stop - 1,
            found=found,
        )
    return permutation


# The lists of lines are few, so those of the kernel are kept in a cache. All others are checked
# each time: 1.0 is equal to 1 in a cache, but must be refused.


@lru_cache(1024)
def _decode_permutation(part_name: str, index_bytes: bytes) -> Permutation:
    """Return the numbers that `index_bytes` contains, a byte for each, as a tuple. Raise
    `TransformationError`, which names the part `part_name`, if they are not 0, 1, 2, … in some
    order.
    """
    return _convert_to_permutation(part_name, index_bytes, range(len(index_bytes)))


@lru_cache(1024)
def _decode_permutations(
    part_name: str, index_bytes: bytes, length: int
) -> tuple[Permutation, ...]:
    """Return the index lists that `index_bytes` contains one after another, each as a tuple of
    `length` numbers. Raise `TransformationError`, which names the part `part_name`, if a list does
    not have the numbers 0, 1, 2, … in some order.
    """
    lists = [index_bytes[i : i + length] for i in range(0, len(index_bytes), length)]
    return _convert_to_permutations(part_name, lists, len(lists), range(length))


def _convert_to_permutations(
    part_name: str, lists: Iterable[Iterable[int]], count: int, expected_numbers: range
) -> tuple[Permutation, ...]:
    """Return the `count` lists in `lists` as tuples. Raise `TransformationError`, which names the
    part `part_name`, if there is another number of lists, or a list does not have the numbers in
    `expected_numbers` in some order.
    """
    found = tuple(lists) if isinstance(lists, Iterable) else ()
    if len(found) != count:
        raise TransformationError(
            "expected {count} lists of {part}, found {found}",
            count=count,
            part=part_name,
            found=len(found),
        )
    return tuple(
        [_convert_to_permutation(part_name, permutation, expected_numbers) for permutation in found]
    )


_invert_cached = lru_cache(1024)(invert_permutation)


@cache
def _reverse_numbering(permutation: Permutation) -> Permutation:
    """Return an index list in which the old items are numbered from the other end: each number i is
    replaced by last - i, where last is the largest number.
    """
    last = len(permutation) - 1
    return tuple([last - i for i in permutation])
