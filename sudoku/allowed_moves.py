"""The allowed moves: the kinds of moves, such as turns of the grid or renamings of digits, of which
a transformation may consist. All kinds may be allowed, or a selection of them.
"""

from collections.abc import Iterable
from functools import cache
from math import factorial
from typing import Self

from ..base.errors import ArgumentError
from .shape import BoxShape
from .transformation import Transformation

MOVE_KINDS = ("turns", "mirrors", "bands", "stacks", "rows", "columns", "digits")
"""The kinds of moves that can be allowed: quarter and half turns, reflections of the whole grid,
reorderings of bands, of stacks, of the rows within bands and of the columns within stacks, and
renamings of digits.
"""

AllowedLines = tuple[tuple[int, ...], ...]
"""For each row (or each column), the rows (or columns) that it may become, numbered from 0."""

AllowedOrientation = tuple[int, AllowedLines, AllowedLines]
"""The number of quarter turns, 0 or 1, and then, for the grid turned in this way, the rows that
each row may become and the columns that each column may become.
"""


class AllowedMoves(frozenset[str]):
    """A selection of the kinds of moves in `MOVE_KINDS`, such as `turns` or `digits`. A
    transformation is allowed if it has the same effect as a sequence of such moves; how it is
    written does not matter. For example, reversing all bands, stacks, rows and columns is a half
    turn.

    The allowed transformations form a group. Raises `ArgumentError` for a name that is not in
    `MOVE_KINDS`. It also raises `ArgumentError` if `turns` is combined with only one of `bands` and
    `stacks`, or with only one of `rows` and `columns`, because a turn makes bands into stacks and
    rows into columns.

    >>> AllowedMoves(["digits", "rows"]).names, "turns" in AllowedMoves()
    (('rows', 'digits'), True)
    """

    __slots__ = ()

    def __new__(cls, names: Iterable[str] = MOVE_KINDS) -> Self:
        """Return the selection of the kinds of moves in `names`, by default of all kinds."""
        parts = super().__new__(cls, names)
        if unknown := parts.difference(MOVE_KINDS):
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
        return f"AllowedMoves({list(self.names)})"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the allowed kinds of moves, in the order of `MOVE_KINDS`."""
        return tuple([name for name in MOVE_KINDS if name in self])

    @property
    def allows_everything(self) -> bool:
        """Whether all kinds of moves are allowed, so that every transformation is allowed."""
        return len(self) == len(MOVE_KINDS)

    def count_transformations(self, shape: BoxShape) -> int:
        """Return the number of allowed transformations of grids of a shape, counted by their
        effects.

        >>> AllowedMoves(["rows", "digits"]).count_transformations(BoxShape(2, 2))
        96
        """
        if self.allows_everything:
            return shape.transformations
        number = len(list_allowed_orientations(self, shape)) if shape.size > 1 else 1
        for block_move, block_count, line_move, length in (
            ("bands", shape.bands, "rows", shape.height),
            ("stacks", shape.stacks, "columns", shape.width),
        ):
            number *= factorial(block_count) if block_move in self else 1
            number *= factorial(length) ** block_count if line_move in self else 1
        return number * (factorial(shape.size) if "digits" in self else 1)

    def allows(self, transformation: Transformation) -> bool:
        """Return whether a transformation is allowed, that is, has the same effect as a sequence of
        allowed moves.
        """
        if self.allows_everything:
            return True
        if "digits" not in self and transformation.digits != tuple(sorted(transformation.digits)):
            return False
        rows, columns = transformation.row_lines, transformation.column_lines
        if transformation.rotation > 1:  # a half turn reverses all lines
            rows, columns = (tuple([len(rows) - 1 - i for i in lines]) for lines in (rows, columns))
        return any(
            quarter == transformation.rotation % 2
            and all(new in images[0][old] for new, old in enumerate(rows))
            and all(new in images[1][old] for new, old in enumerate(columns))
            for quarter, *images in list_allowed_orientations(self, transformation.shape)
        )


EVERYTHING = AllowedMoves()
"""The group of all transformations."""


@cache
def list_allowed_orientations(
    allowed_moves: AllowedMoves, shape: BoxShape
) -> tuple[AllowedOrientation, ...]:
    """Return the orientations: the different ways in which the allowed moves may turn or reflect
    the whole grid. Each orientation is a tuple of three items: the number of quarter turns, 0 or 1;
    for each row of the grid after these turns, the rows that it may become; and the same for
    columns. All numbers of lines count from 0.

    Apart from the renaming of digits, the orientations describe exactly the allowed
    transformations: a transformation is allowed if, for one of the orientations, it has these
    quarter turns and moves each line to a line that the orientation lists.

    >>> turns = AllowedMoves(["turns"])
    >>> orientations = list_allowed_orientations(turns, BoxShape(2, 2))
    >>> [(quarter, rows[0]) for quarter, rows, _ in orientations]
    [(0, (0,)), (0, (3,)), (1, (0,)), (1, (3,))]
    """

    def list_line_images_plain_and_reversed(
        block_move: str, line_move: str, block_length: int
    ) -> tuple[AllowedLines, AllowedLines]:
        """Return two tables for the rows (or for the columns). Entry i of the first table lists the
        rows that row i may become without a reflection; entry i of the second table lists the rows
        that it may become if the order of all rows is reversed, too.

        `block_move` is the kind of move that exchanges bands, "bands" (or "stacks"), `line_move`
        the kind that exchanges rows within a band, "rows" (or "columns"). A band has `block_length`
        rows.
        """
        lines = [divmod(line, block_length) for line in range(shape.size)]
        images = tuple(
            tuple(
                new
                for new, (new_block, new_place) in enumerate(lines)
                if (block_move in allowed_moves or new_block == old_block)
                and (line_move in allowed_moves or new_place == old_place)
            )
            for old_block, old_place in lines
        )
        return images, images[::-1]

    rows = list_line_images_plain_and_reversed("bands", "rows", shape.height)
    columns = list_line_images_plain_and_reversed("stacks", "columns", shape.width)
    sides = [(rows[0], columns[0])]
    if "mirrors" in allowed_moves:
        sides += [(rows[0], columns[1]), (rows[1], columns[0])]
    if "mirrors" in allowed_moves or "turns" in allowed_moves:
        sides.append((rows[1], columns[1]))
    quarters = (0, 1) if "turns" in allowed_moves and 1 in shape.rotations else (0,)
    # If a line may become any line, the reverse order is allowed already and is not a further
    # orientation: `dict.fromkeys` removes it.
    return tuple((quarter, *side) for quarter in quarters for side in dict.fromkeys(sides))
