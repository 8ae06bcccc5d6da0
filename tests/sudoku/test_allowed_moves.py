"""Allowed moves: the transformations that they make together, found by trying all sequences."""

from functools import cache
from itertools import chain, combinations, permutations, product

import pytest

from sudokopie import BoxShape, Transformation
from sudokopie.base.errors import ArgumentError
from sudokopie.sudoku.allowed_moves import (
    MOVE_KINDS,
    AllowedMoves,
    AllowedOrientation,
    list_allowed_orientations,
)
from sudokopie.sudoku.transformation import find_source_cells

FOUR, SIX = BoxShape(2, 2), BoxShape(2, 3)
Order = tuple[int, ...]


def is_group(kinds: frozenset[str]) -> bool:
    return "turns" not in kinds or all(
        (one in kinds) == (other in kinds)
        for one, other in (("bands", "stacks"), ("rows", "columns"))
    )


EVERY = [
    frozenset(kinds)
    for kinds in chain.from_iterable(
        combinations(MOVE_KINDS[:-1], number) for number in range(len(MOVE_KINDS))
    )
    if is_group(frozenset(kinds))
]
"""All kinds of moves that can be allowed together, without the renaming of digits."""


def moves(kinds: frozenset[str], shape: BoxShape) -> list[Order]:
    """Return some moves of each of these kinds, as the old number of each cell; all other moves of
    the same kinds are sequences of these.
    """
    size = shape.size
    cells = [(r, c) for r in range(size) for c in range(size)]

    def by_lines(rows: list[int], columns: list[int]) -> Order:
        return tuple(rows[r] * size + columns[c] for r, c in cells)

    same = list(range(size))
    found = []
    if "turns" in kinds:
        turned = tuple((size - 1 - c) * size + r for r, c in cells)
        found.append(turned if shape.height == shape.width else by_lines(same[::-1], same[::-1]))
    if "mirrors" in kinds:
        found += [by_lines(same[::-1], same), by_lines(same, same[::-1])]
    for block, line, length, is_row in (
        ("bands", "rows", shape.height, True),
        ("stacks", "columns", shape.width, False),
    ):
        starts = range(0, size, length)
        blocks = [list(range(start, start + length)) for start in starts]
        orders = []
        if block in kinds:
            orders += [list(chain.from_iterable(order)) for order in permutations(blocks)]
        if line in kinds:
            for start, within in product(starts, permutations(range(length))):
                order = list(same)
                order[start : start + length] = [start + i for i in within]
                orders.append(order)
        found += [by_lines(order, same) if is_row else by_lines(same, order) for order in orders]
    return found


def closure(generators: list[Order], size: int) -> set[Order]:
    """Return all sequences of these moves, as the old number of each cell."""
    found = {tuple(range(size**2))}
    new = list(found)
    while new:
        one = new.pop()
        for move in generators:
            after = tuple(one[i] for i in move)
            if after not in found:
                found.add(after)
                new.append(after)
    return found


@cache
def whole_group(shape: BoxShape) -> list[tuple[Order, Transformation]]:
    """Return all transformations that rename no digit, also those written with a half turn."""
    parts = product(
        shape.rotations,
        permutations(range(shape.bands)),
        permutations(range(shape.stacks)),
        product(permutations(range(shape.height)), repeat=shape.bands),
        product(permutations(range(shape.width)), repeat=shape.stacks),
    )
    ways = [Transformation(shape, *one, range(1, shape.size + 1)) for one in parts]
    return [(find_source_cells(way.make_instructions(), shape), way) for way in ways]


def lets(orientation: AllowedOrientation, way: Transformation) -> bool:
    """Return whether an orientation lists the lines to which a transformation moves each line."""
    quarter, rows, columns = orientation
    return quarter == way.rotation and all(
        new in images[old]
        for images, olds in ((rows, way.row_lines), (columns, way.column_lines))
        for new, old in enumerate(olds)
    )


@pytest.mark.parametrize("kinds", EVERY, ids=lambda kinds: ",".join(sorted(kinds)) or "none")
def test_what_is_allowed_are_the_sequences_of_moves(kinds: frozenset[str]) -> None:
    group = closure(moves(kinds, FOUR), FOUR.size)
    allowed = AllowedMoves(kinds)
    orientations = list_allowed_orientations(allowed, FOUR)
    assert len(set(orientations)) == len(orientations)
    for order, way in whole_group(FOUR):
        assert allowed.allows(way) == (order in group)
        if way.rotation < 2:  # an orientation counts a half turn as a reordering
            assert any(lets(one, way) for one in orientations) == (order in group)


@pytest.mark.parametrize(
    "kinds",
    [{"turns"}, {"mirrors"}, {"turns", "mirrors"}, {"turns", "bands", "stacks"}, {"columns"}],
    ids=lambda kinds: ",".join(sorted(kinds)),
)
def test_oblong_boxes_turn_by_half_only(kinds: set[str]) -> None:
    group = closure(moves(frozenset(kinds), SIX), SIX.size)
    allowed = AllowedMoves(kinds)
    assert {one.rotation for _, one in whole_group(SIX)[:: len(whole_group(SIX)) // 2]} == {0, 2}
    found = [order for order, way in whole_group(SIX) if allowed.allows(way)]
    assert {*found} == group
    assert all(quarter == 0 for quarter, *_ in list_allowed_orientations(allowed, SIX))


@pytest.mark.parametrize("shape", [FOUR, SIX], ids=str)
def test_turns_include_the_half_turn(shape: BoxShape) -> None:
    turns = AllowedMoves(["turns"])
    half = Transformation.identity(shape).replace_parts(rotation=2)
    last = shape.size - 1
    assert turns.allows(half)
    reverse = tuple((last - line,) for line in range(shape.size))
    assert (0, reverse, reverse) in list_allowed_orientations(turns, shape)


def test_names_are_checked_and_sorted() -> None:
    assert AllowedMoves().names == MOVE_KINDS
    assert AllowedMoves().allows_everything
    assert AllowedMoves(reversed(MOVE_KINDS[1:4])).names == MOVE_KINDS[1:4]
    assert not AllowedMoves(MOVE_KINDS[:-1]).allows_everything
    with pytest.raises(ArgumentError, match="unknown part 'spins, twists'"):
        AllowedMoves(["twists", "rows", "spins"])
    for one, other in (("bands", "stacks"), ("rows", "columns")):
        for kept in (one, other):
            with pytest.raises(ArgumentError, match=f"expected {one} and {other}, or neither"):
                AllowedMoves(["turns", kept])
            assert AllowedMoves([kept])
        assert AllowedMoves(["turns", one, other])
