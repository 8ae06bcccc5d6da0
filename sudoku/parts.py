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

LinesMayGo = tuple[tuple[int, ...], ...]
"""For each line those that it may become."""

WayRound = tuple[int, LinesMayGo, LinesMayGo]
"""Quarter turns, 0 or 1, and where rows and columns of the grid turned so may go."""


class Parts(frozenset[str]):
    """Some of `PARTS`: the group of all transformations that change nothing else.

    Where a grid may be turned by a quarter, what may happen to its rows may happen to its columns;
    all other sets of parts are a group, whatever the shape. How a transformation is written does
    not matter: if all bands, stacks, rows and columns may be reordered, it may be by a half turn.
    Raises `ArgumentError` for other parts, and for those that are no group with quarter turns.

    >>> Parts(["digits", "rows"]).names, "turns" in Parts()
    (('rows', 'digits'), True)
    """

    __slots__ = ()

    def __new__(cls, names: Iterable[str] = PARTS) -> Self:
        """Return the group of these parts, by default of all."""
        parts = super().__new__(cls, names)
        if unknown := parts.difference(PARTS):
            raise ArgumentError(
                "expected parts of {parts}, found {found}",
                parts=", ".join(PARTS),
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

    def ways_round(self, shape: BoxShape) -> tuple[WayRound, ...]:
        """Return where lines may go, separately for turns and mirror images of the whole grid.

        Every transformation of the group belongs to one of them, and whatever keeps blocks together
        and brings each line where it may go is one.

        >>> [(quarter, rows[0]) for quarter, rows, _ in Parts(["turns"]).ways_round(BoxShape(2, 2))]
        [(0, (0,)), (0, (3,)), (1, (0,)), (1, (3,))]
        """
        return _ways_round(self, shape)

    def contain(self, one: Transformation) -> bool:
        """Return whether a transformation belongs to the group."""
        if self.are_all:
            return True
        if "digits" not in self and one.digits != tuple(sorted(one.digits)):
            return False
        rows, columns = one.row_lines, one.column_lines
        if one.rotation > 1:  # a half turn reverses all lines
            rows, columns = (tuple([len(rows) - 1 - i for i in lines]) for lines in (rows, columns))
        return any(
            quarter == one.rotation % 2
            and all(new in goes[0][old] for new, old in enumerate(rows))
            and all(new in goes[1][old] for new, old in enumerate(columns))
            for quarter, *goes in self.ways_round(one.shape)
        )


EVERYTHING = Parts()
"""The whole group."""


@cache
def _ways_round(parts: Parts, shape: BoxShape) -> tuple[WayRound, ...]:
    def may_go(length: int, blocks: bool, within: bool, is_reversed: bool) -> LinesMayGo:
        lines = range(shape.size)
        return tuple(
            [
                tuple(
                    [
                        new
                        for new in lines
                        if (blocks or new // length == old // length)
                        and (within or new % length == old % length)
                    ]
                )
                for old in (lines[::-1] if is_reversed else lines)
            ]
        )

    reversals = [(False, False)]
    if "mirrors" in parts:
        reversals += [(False, True), (True, False)]
    if "mirrors" in parts or "turns" in parts:
        reversals.append((True, True))
    sides = [
        (
            may_go(shape.height, "bands" in parts, "rows" in parts, rows),
            may_go(shape.width, "stacks" in parts, "columns" in parts, columns),
        )
        for rows, columns in reversals
    ]
    quarters = (0, 1) if "turns" in parts and 1 in shape.rotations else (0,)
    # Where lines may go anywhere, they may be reversed, which is no way round of its own then.
    return tuple([(quarter, *side) for quarter in quarters for side in dict.fromkeys(sides)])
