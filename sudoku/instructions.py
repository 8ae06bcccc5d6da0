"""What a person does to a grid: turn it, reorder its blocks and lines, and rename its digits.

Every part is a gather list, 0-based: the new i-th is the old `list[i]`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import starmap
from operator import itemgetter
from typing import Any, NamedTuple

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

    `rotation` is a number of quarter turns clockwise, all others are gather lists: `bands`
    (`shape.bands` long), `stacks`, `rows` (one list of `shape.height` for each band), `columns`
    (one of `shape.width` for each stack) and `digits`, where digit d becomes `digits[d - 1]`.
    """

    shape: BoxShape
    rotation: int
    bands: Permutation
    stacks: Permutation
    rows: tuple[Permutation, ...]
    columns: tuple[Permutation, ...]
    digits: Permutation


@dataclass(repr=False, frozen=True, slots=True)
class Instructions:
    """What a person does to a grid: parts, and the order in which to carry them out.

    `parts.rows[b]` is carried out on what stands in band b at that moment, `parts.columns[s]` on
    what stands in stack s. Iterating yields the steps, the length counts them.
    """

    parts: TransformationParts
    order: tuple[str, ...]

    def __iter__(self) -> Iterator[Step]:
        """Yield the steps that change something, in order."""
        return starmap(Step, self._changes())

    def _changes(self) -> Iterator[tuple[str, int, Permutation]]:
        for part in self.order:
            how = getattr(self.parts, part)
            if part == "rotation":
                if how:
                    yield part, 0, (how,)
            elif part in ("rows", "columns"):
                for block, within in enumerate(how):
                    if within != unmoved(len(within)):
                        yield part, block, within
            elif how != unmoved(len(how), 1 if part == "digits" else 0):
                yield part, 0, how

    def __len__(self) -> int:
        """Count the steps: a part that changes something is one, each row or column list too."""
        parts, shape = self.parts, self.parts.shape
        within_bands, within_stacks = unmoved(shape.height), unmoved(shape.width)
        return (
            (parts.rotation != 0)
            + (parts.bands != unmoved(shape.bands))
            + (parts.stacks != unmoved(shape.stacks))
            + sum(within != within_bands for within in parts.rows)
            + sum(within != within_stacks for within in parts.columns)
            + (parts.digits != unmoved(shape.size, 1))
        )

    def __repr__(self) -> str:
        return f"Instructions({self.parts!r}, {self.order!r})"

    def follow(self, grid: Grid) -> Grid:
        """Return what becomes of a grid when the steps are carried out one after another."""
        cells, shape = grid.rows, grid.shape
        columns = start = unmoved(shape.size)  # where columns come from, which move all together
        for part, block, how in self._changes():
            if part in ("stacks", "columns"):
                columns = _gather(part, block, how, shape)(columns)
                continue
            if part == "rotation" and columns != start:
                cells, columns = tuple(map(itemgetter(*columns), cells)), start
            cells = _carried_out(part, block, how, cells, shape)
        if columns != start:
            cells = tuple(map(itemgetter(*columns), cells))
        return Grid._trusted(cells, shape)


def carry_out(step: Step, grid: Grid) -> Grid:
    """Return what becomes of a grid by one step."""
    return Grid._trusted(_carried_out(*step, grid.rows, grid.shape), grid.shape)


def sources(instructions: Iterable[Step], shape: BoxShape) -> Permutation:
    """Return for each cell after these steps, row after row from 0, which cell it was before."""
    size = shape.size
    cells = tuple(tuple(range(size * r, size * r + size)) for r in range(size))
    for step in instructions:
        if step.part != "digits":
            cells = _carried_out(*step, cells, shape)
    return tuple([cell for row in cells for cell in row])


def _carried_out(part: str, block: int, how: Permutation, cells: Cells, shape: BoxShape) -> Cells:
    if part == "rotation":
        return _turned(cells, how[0])
    if part == "digits":
        names = (0, *how)
        return tuple([itemgetter(*row)(names) for row in cells])
    gather = _gather(part, block, how, shape)
    return gather(cells) if part in ("bands", "rows") else tuple(map(gather, cells))


@lru_cache(1024)
def _gather(
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


def _turned(cells: Cells, quarters: int) -> Cells:
    """Turn clockwise: the first row of the result is the first column, read from below."""
    for _ in range(quarters):
        cells = tuple(zip(*cells[::-1], strict=True))
    return cells


@cache
def unmoved(count: int, start: int = 0) -> Permutation:
    """Return the gather list that changes nothing: `count` numbers from `start` on."""
    return tuple(range(start, start + count))


def inverted(permutation: Sequence[int]) -> Permutation:
    """Return the inverse permutation: for a gather list, where each old thing comes to lie."""
    inverse = [0] * len(permutation)
    for i, image in enumerate(permutation):
        inverse[image] = i
    return tuple(inverse)


def composed(first: Permutation, second: Permutation) -> Permutation:
    """Return i ↦ first[second[i]]: the gather list that does `first`, then `second`."""
    return tuple([first[i] for i in second])
