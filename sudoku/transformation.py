"""The group: rotations, reorderings of bands, stacks, rows and columns, and renamings of digits.

A person carries a transformation out part by part: the grid is turned, its blocks and lines are
reordered, its digits renamed. Every part but the rotation is a gather list, 0-based: the new i-th
is the old `list[i]`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import starmap
from operator import index, itemgetter, ne
from typing import Any, NamedTuple, Self

from ..base.errors import TransformationError
from .grid import Cells, Grid
from .shape import BoxShape

Permutation = tuple[int, ...]

FORWARD = ("rotation", "bands", "stacks", "rows", "columns", "digits")
BACKWARD = ("rows", "columns", "bands", "stacks", "rotation", "digits")
"""Undoing, as a person does it: reorderings first, the rotation last, digits renamed back."""


class Step(NamedTuple):
    """One thing to do: `part` as in `FORWARD`, the band or stack it happens in, and how.

    `block` is the 0-based band of a step in `rows`, the stack of one in `columns`, else 0;
    `how` is a gather list, for `rotation` the number of quarter turns alone, for `digits` the
    new names of 1..N.
    """

    part: str
    block: int
    how: Permutation


class TransformationParts(NamedTuple):
    """The parts of a transformation, or what undoes each of them.

    `rotation` is a number of quarter turns clockwise; `bands` has `shape.bands` numbers, `rows` one
    list of `shape.height` for each band, `columns` one of `shape.width` for each stack; digit d
    becomes `digits[d - 1]`.
    """

    shape: BoxShape
    rotation: int
    bands: Permutation
    stacks: Permutation
    rows: tuple[Permutation, ...]
    columns: tuple[Permutation, ...]
    digits: Permutation


class Transformation(TransformationParts):
    """One element of the group, in one of the ways to write it down.

    A half turn is also a reordering (all bands, stacks, rows and columns reversed), so that every
    map can be written with rotation k and with k + 2. Equality and order are about what is written;
    compare `simplest()` to compare maps. Raises `TransformationError` where a list is not a
    permutation of the right length.

    >>> turn = Transformation.identity(BoxShape(2, 2)).replaced(rotation=1)
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
        """Return the transformation of these parts, after a check of each."""
        shape = BoxShape.of(shape)
        if rotation not in shape.rotations or isinstance(rotation, float):
            raise TransformationError(
                f"expected a rotation of {shape.rotations} for boxes of {shape}, found {rotation}"
            )
        return super().__new__(
            cls,
            shape,
            rotation,
            _check_permutation("bands", bands, range(shape.bands)),
            _check_permutation("stacks", stacks, range(shape.stacks)),
            _check_lists("rows", rows, shape.bands, range(shape.height)),
            _check_lists("columns", columns, shape.stacks, range(shape.width)),
            _check_permutation("digits", digits, range(1, shape.size + 1)),
        )

    @classmethod
    def identity(cls, shape: BoxShape | tuple[int, int]) -> "Transformation":
        """Return the transformation that changes nothing."""
        return cls(*_identity_parts(BoxShape.of(shape)))

    @classmethod
    def from_lines(
        cls,
        shape: BoxShape,
        rotation: int,
        rows: Sequence[int],
        columns: Sequence[int],
        digits: Sequence[int],
    ) -> "Transformation":
        """Return the transformation that turns, gathers whole rows and columns, and renames.

        `rows` and `columns` are gather lists of 0..N-1; raises `TransformationError` where they do
        not keep bands and stacks together.
        """
        bands, within_bands = _split_by_block(rows, shape.height)
        stacks, within_stacks = _split_by_block(columns, shape.width)
        return cls(shape, rotation, bands, stacks, within_bands, within_stacks, tuple(digits))

    @classmethod
    def from_places(
        cls,
        shape: BoxShape,
        transposed: bool,
        rows: Sequence[int],
        columns: Sequence[int],
        digits: Sequence[int],
        grid: Grid | None = None,
    ) -> "Transformation":
        """Return, in its simplest form, the transformation that takes cells from these places.

        The new cell (i, j) holds the old cell (rows[i], columns[j]) or, if transposed,
        (columns[j], rows[i]), renamed. `grid` is that of `simplest`.
        """
        if transposed:  # a quarter turn reads the old rows from the last to the first
            columns = [shape.size - 1 - line for line in columns]
        return cls.from_lines(shape, int(transposed), rows, columns, digits).simplest(grid)

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        """Keep the checks where a named tuple would leave them out, as in `_replace`."""
        return cls(*iterable)

    def replaced(self, **parts: Any) -> Self:
        """Return the transformation with some parts replaced, which are named as the attributes.

        Raises `TransformationError` where the new parts do not fit.
        """
        if others := parts.keys() - {*self._fields}:
            raise TransformationError(f"a transformation has no {', '.join(sorted(others))}")
        return self._replace(**parts)

    def apply(self, grid: Grid) -> Grid:
        """Return the image of a grid; raise `TransformationError` for a grid of another shape."""
        self._check_shape(grid)
        return self.forward().follow(grid)

    def _check_shape(self, grid: Grid) -> None:
        if grid.shape != self.shape:
            raise TransformationError(
                f"expected a grid with boxes of {self.shape}, found {grid.shape}"
            )

    def leads(self, first: Grid, second: Grid) -> bool:
        """Follow the instructions that get printed both ways; return whether both arrive.

        That shares no code with finding them.
        """
        return self.forward().follow(first) == second and self.backward().follow(second) == first

    def agreeing(self, first: Grid, second: Grid, blanks: bool = False) -> int:
        """Follow the instructions; return how many clues of the image the second grid has too.

        With `blanks`, cells that are blank in both count too.
        """
        image = self.forward().follow(first)
        return sum(
            1
            for row, others in zip(image, second, strict=True)
            for digit, other in zip(row, others, strict=True)
            if digit == other and (digit or blanks)
        )

    @property
    def row_lines(self) -> Permutation:
        """The gather list of all rows, bands and rows within them together."""
        return _join_blocks(self.bands, self.rows)

    @property
    def column_lines(self) -> Permutation:
        """The gather list of all columns, stacks and columns within them together."""
        return _join_blocks(self.stacks, self.columns)

    def forward(self) -> "Instructions":
        """Return what to do to get from a grid to its image."""
        return Instructions(self, FORWARD)

    def backward(self) -> "Instructions":
        """Return what to do to get from the image back to the grid."""
        shape, rotation, bands, stacks, rows, columns, _ = self
        lines = tuple(map(_undone, rows)), tuple(map(_undone, columns))
        blocks = _undone(bands), _undone(stacks)
        undone = TransformationParts(shape, -rotation % 4, *blocks, *lines, self._digits_back())
        return Instructions(undone, BACKWARD)

    @property
    def steps(self) -> int:
        """The number of parts that change something; each row list and column list is a part."""
        return len(self.forward())

    def inverse(self) -> "Transformation":
        """Return the transformation that takes images back, in its simplest form."""
        transposed, rows, columns = self.places()
        rows, columns = invert_permutation(rows), invert_permutation(columns)
        if transposed:
            rows, columns = columns, rows
        return self.from_places(self.shape, transposed, rows, columns, self._digits_back())

    def then(self, second: "Transformation") -> "Transformation":
        """Return this transformation followed by `second`, in its simplest form."""
        if second.shape != self.shape:
            raise TransformationError(
                f"expected a transformation for boxes of {self.shape}, found {second.shape}"
            )
        transposed, rows, columns = self.places()
        transposed_again, second_rows, second_columns = second.places()
        if transposed_again:
            rows, columns = columns, rows
        return self.from_places(
            self.shape,
            transposed != transposed_again,
            compose_permutations(rows, second_rows),
            compose_permutations(columns, second_columns),
            tuple(second.digits[d - 1] for d in self.digits),
        )

    def simplest(self, grid: Grid | None = None) -> "Transformation":
        """Return the way to write this map down with the fewest steps, of several the least.

        With a grid, digits that do not occur in it are kept in place where a bijection allows it
        (the rest of them ascend), so that only the map on this grid stays the same.
        """
        written = self
        if grid is not None:
            self._check_shape(grid)
            if len(grid.digits) < grid.size:
                written = self.replaced(digits=_keep_unused_digits(self.digits, grid.digits))
        turned = written._with_half_turn()
        steps, steps_turned = written.steps, turned.steps
        if steps == steps_turned:
            return min(written, turned)
        return written if steps < steps_turned else turned

    def _with_half_turn(self) -> "Transformation":
        """Return the same map, written with a half turn more: everything else is reversed."""
        shape, rotation, *blocks, rows, columns, digits = self
        lines = tuple(map(_reverse, rows)), tuple(map(_reverse, columns))
        # Valid because this one is: the checks would take as long as all the rest.
        return tuple.__new__(
            Transformation, (shape, (rotation + 2) % 4, *map(_reverse, blocks), *lines, digits)
        )

    def _digits_back(self) -> Permutation:
        return invert_permutation((0, *self.digits))[1:]

    def places(self) -> tuple[bool, Permutation, Permutation]:
        """Return where cells come from: transposed, rows, columns, as `from_places` takes them."""
        last = self.shape.size - 1
        rows, columns = self.row_lines, self.column_lines
        if self.rotation in (2, 3):
            rows = tuple(last - line for line in rows)
        if self.rotation in (1, 2):
            columns = tuple(last - line for line in columns)
        return self.rotation % 2 == 1, rows, columns

    def line_images(self) -> Permutation:
        """Return where each line goes: the rows from 0, then the columns, numbered on.

        >>> Transformation.identity((1, 2)).replaced(stacks=(0,), columns=((1, 0),)).line_images()
        (0, 1, 3, 2)
        """
        transposed, rows, columns = self.places()
        size = self.shape.size
        from_rows, from_columns = (size, 0) if transposed else (0, size)
        return invert_permutation(
            [from_rows + r for r in rows] + [from_columns + c for c in columns]
        )


@dataclass(repr=False, frozen=True, slots=True)
class Instructions:
    """What a person does to a grid: parts, and the order in which to carry them out.

    `parts.rows[b]` is carried out on what stands in band b at that moment, and so with columns.
    Iterating yields the steps that change something, in order; the length counts them.
    """

    parts: TransformationParts
    order: tuple[str, ...]

    def __iter__(self) -> Iterator[Step]:
        return starmap(Step, self._changes())

    def _changes(self) -> Iterator[tuple[str, int, Permutation]]:
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
        shape, *single, rows, columns, digits = self.parts
        _, *singly, own_rows, own_columns, own_digits = _identity_parts(shape)
        lines = sum(map(ne, rows, own_rows)) + sum(map(ne, columns, own_columns))
        steps: int = sum(map(ne, single, singly)) + lines + (digits != own_digits)
        return steps

    def __repr__(self) -> str:
        return f"Instructions({self.parts!r}, {self.order!r})"

    def follow(self, grid: Grid) -> Grid:
        """Return what becomes of a grid when the steps are carried out one after another."""
        cells, shape = grid.rows, grid.shape
        columns = start = identity_permutation(
            shape.size
        )  # where columns come from, which move all together
        for part, block, how in self._changes():
            if part in ("stacks", "columns"):
                columns = _make_gatherer(part, block, how, shape)(columns)
                continue
            if part == "rotation" and columns != start:
                cells, columns = tuple(map(itemgetter(*columns), cells)), start
            cells = _carry_out_on_cells(part, block, how, cells, shape)
        if columns != start:
            cells = tuple(map(itemgetter(*columns), cells))
        return Grid._trusted(cells, shape)


def carry_out(step: Step, grid: Grid) -> Grid:
    """Return what becomes of a grid by one step."""
    return Grid._trusted(_carry_out_on_cells(*step, grid.rows, grid.shape), grid.shape)


def trace_cells(instructions: Iterable[Step], shape: BoxShape) -> Permutation:
    """Return for each cell after these steps, row after row from 0, which cell it was before."""
    size = shape.size
    cells = tuple(tuple(range(size * r, size * r + size)) for r in range(size))
    for step in instructions:
        if step.part != "digits":
            cells = _carry_out_on_cells(*step, cells, shape)
    return tuple([cell for row in cells for cell in row])


def _carry_out_on_cells(
    part: str, block: int, how: Permutation, cells: Cells, shape: BoxShape
) -> Cells:
    if part == "rotation":
        for _ in range(how[0]):  # the new first row is the first column, read from below
            cells = tuple(zip(*cells[::-1], strict=True))
        return cells
    if part == "digits":
        names = (0, *how)
        return tuple([itemgetter(*row)(names) for row in cells])
    gather = _make_gatherer(part, block, how, shape)
    return gather(cells) if part in ("bands", "rows") else tuple(map(gather, cells))


@lru_cache(1024)
def _make_gatherer(
    part: str, block: int, how: Permutation, shape: BoxShape
) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Return what reorders lines, or the cells of a line, as a step says."""
    lines = list(range(shape.size))
    if part in ("rows", "columns"):
        start = block * len(how)
        lines[start : start + len(how)] = [start + i for i in how]
    else:
        length = shape.height if part == "bands" else shape.width
        lines = [block * length + i for block in how for i in range(length)]
    return itemgetter(*lines)


@cache
def identity_permutation(count: int, start: int = 0) -> Permutation:
    """Return the gather list that changes nothing: `count` numbers from `start` on."""
    return tuple(range(start, start + count))


@cache
def _identity_parts(shape: BoxShape) -> TransformationParts:
    """Return the parts that change nothing."""
    blocks = identity_permutation(shape.bands), identity_permutation(shape.stacks)
    rows = (identity_permutation(shape.height),) * shape.bands
    columns = (identity_permutation(shape.width),) * shape.stacks
    return TransformationParts(
        shape, 0, *blocks, rows, columns, identity_permutation(shape.size, 1)
    )


def invert_permutation(permutation: Sequence[int]) -> Permutation:
    """Return the inverse permutation: for a gather list, where each old thing comes to lie."""
    inverse = [0] * len(permutation)
    for i, image in enumerate(permutation):
        inverse[image] = i
    return tuple(inverse)


def compose_permutations(first: Permutation, second: Permutation) -> Permutation:
    """Return i ↦ first[second[i]]: the gather list that does `first`, then `second`."""
    return tuple([first[i] for i in second])


def _split_by_block(
    lines: Sequence[int], length: int
) -> tuple[Permutation, tuple[Permutation, ...]]:
    """Split a gather list of lines into one of blocks and, for each new block, one within it."""
    starts = range(0, len(lines), length)
    blocks = tuple([lines[start] // length for start in starts])
    within = tuple([tuple([i % length for i in lines[start : start + length]]) for start in starts])
    if _join_blocks(blocks, within) != tuple(lines):
        raise TransformationError(f"expected lines in blocks of {length}, found {list(lines)}")
    return blocks, within


def _join_blocks(blocks: Permutation, within: tuple[Permutation, ...]) -> Permutation:
    return tuple(
        [block * len(how) + i for block, how in zip(blocks, within, strict=True) for i in how]
    )


def _keep_unused_digits(digits: Permutation, used: frozenset[int]) -> Permutation:
    taken = {digits[d - 1] for d in used}
    unused = [d for d in range(1, len(digits) + 1) if d not in used]
    images = {d: d for d in unused if d not in taken}
    free = (d for d in range(1, len(digits) + 1) if d not in taken and d not in images)
    return tuple(
        [
            digits[d - 1] if d in used else images[d] if d in images else next(free)
            for d in range(1, len(digits) + 1)
        ]
    )


def _check_permutation(name: str, numbers: Iterable[int], of: range) -> Permutation:
    found: object = numbers
    try:
        found = [*numbers]
        # Floats are equal to whole numbers, and no places in a list.
        permutation = tuple(map(index, found))
    except TypeError:
        permutation = ()
    if sorted(permutation) != [*of]:
        raise TransformationError(
            f"expected {name} to rearrange {of.start}..{of.stop - 1}, found {found}"
        )
    return permutation


def _check_lists(
    name: str, lists: Iterable[Iterable[int]], count: int, of: range
) -> tuple[Permutation, ...]:
    found = tuple(lists) if isinstance(lists, Iterable) else ()
    if len(found) != count:
        raise TransformationError(f"expected {count} lists of {name}, found {len(found)}")
    return tuple([_check_permutation(name, permutation, of) for permutation in found])


_undone = lru_cache(1024)(invert_permutation)


@cache
def _reverse(permutation: Permutation) -> Permutation:
    """Return the gather list that gathers from the other end."""
    last = len(permutation) - 1
    return tuple([last - i for i in permutation])
