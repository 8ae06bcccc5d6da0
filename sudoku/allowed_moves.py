"""Which parts of a transformation may differ: all of them, or some that are a group together."""

from collections.abc import Iterable
from functools import cache
from typing import Self

from ..base.errors import ArgumentError
from .shape import BoxShape
from .transformation import Transformation

PARTS = ("turns", "mirrors", "bands", "stacks", "rows", "columns", "digits")
"""What may be changed: quarter and half turns, mirror images of the whole grid, the order of bands
and stacks, of rows within bands and columns within stacks, the names of digits."""

AllowedLines = tuple[tuple[int, ...], ...]
"""For each line those that it may become."""

AllowedOrientation = tuple[int, AllowedLines, AllowedLines]
"""Quarter turns, 0 or 1, and where rows and columns of the grid turned so may go."""


class AllowedMoves(frozenset[str]):
    """Some of `PARTS`: the group of all transformations that change nothing else.

    Where a grid may be turned by a quarter, what may happen to its rows may happen to its columns;
    all other sets of parts are a group. How a transformation is written does not matter: reordering
    everything may be a half turn. Raises `ArgumentError` for other parts, and for those that are no
    group.

    >>> AllowedMoves(["digits", "rows"]).names, "turns" in AllowedMoves()
    (('rows', 'digits'), True)
    """

    __slots__ = ()

    def __new__(cls, names: Iterable[str] = PARTS) -> Self:
        """Return the group of these parts, by default of all."""
        parts = super().__new__(cls, names)
        if unknown := parts.difference(PARTS):
            raise ArgumentError(
                "unknown part '{found}'; the parts are turns (rotations), mirrors (reflections), "
                "bands, stacks, rows, columns and digits (renaming): for example turns,digits",
                found=", ".join(sorted(map(str, unknown))),
            )
        for one, other in (("bands", "stacks"), ("rows", "columns")):
            if "turns" in parts and (one in parts) != (other in parts):
                raise ArgumentError(
                    "with turns, expected {one} and {other}, or neither", one=one, other=other
                )
        return parts

    def __repr__(self) -> str:
        return f"Parts({list(self.names)})"

    @property
    def names(self) -> tuple[str, ...]:
        """The parts, in the order of `PARTS`."""
        return tuple([name for name in PARTS if name in self])

    @property
    def are_all(self) -> bool:
        """Whether everything may differ."""
        return len(self) == len(PARTS)

    def contains(self, transformation: Transformation) -> bool:
        """Return whether a transformation belongs to the group."""
        if self.are_all:
            return True
        if "digits" not in self and transformation.digits != tuple(sorted(transformation.digits)):
            return False
        rows, columns = transformation.row_lines, transformation.column_lines
        if transformation.rotation > 1:  # a half turn reverses all lines
            rows, columns = (tuple([len(rows) - 1 - i for i in lines]) for lines in (rows, columns))
        return any(
            quarter == transformation.rotation % 2
            and all(new in goes[0][old] for new, old in enumerate(rows))
            and all(new in goes[1][old] for new, old in enumerate(columns))
            for quarter, *goes in list_orientations(self, transformation.shape)
        )


EVERYTHING = AllowedMoves()
"""The whole group."""


@cache
def list_orientations(parts: AllowedMoves, shape: BoxShape) -> tuple[AllowedOrientation, ...]:
    """Return where lines may go, for each turn and mirror image of the whole grid.

    Each transformation of the group belongs to one of them; whatever keeps blocks together and
    brings all lines where they may go is one.

    >>> turns = AllowedMoves(["turns"])
    >>> [(quarter, rows[0]) for quarter, rows, _ in list_orientations(turns, BoxShape(2, 2))]
    [(0, (0,)), (0, (3,)), (1, (0,)), (1, (3,))]
    """

    def both(block: str, within: str, length: int) -> tuple[AllowedLines, AllowedLines]:
        """Return where lines may go as they are, and reversed."""
        lines = [divmod(line, length) for line in range(shape.size)]
        goes = tuple(
            tuple(
                new
                for new, (new_block, new_place) in enumerate(lines)
                if (block in parts or new_block == old_block)
                and (within in parts or new_place == old_place)
            )
            for old_block, old_place in lines
        )
        return goes, goes[::-1]

    rows = both("bands", "rows", shape.height)
    columns = both("stacks", "columns", shape.width)
    sides = [(rows[0], columns[0])]
    if "mirrors" in parts:
        sides += [(rows[0], columns[1]), (rows[1], columns[0])]
    if "mirrors" in parts or "turns" in parts:
        sides.append((rows[1], columns[1]))
    quarters = (0, 1) if "turns" in parts and 1 in shape.rotations else (0,)
    # Where lines may go anywhere, they may be reversed, which is no way round of its own then.
    return tuple((quarter, *side) for quarter in quarters for side in dict.fromkeys(sides))
