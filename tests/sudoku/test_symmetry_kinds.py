"""The kinds of symmetries: against enumeration, and small cases by eye."""

from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from sudokopie import BoxShape, Transformation
from sudokopie.sudoku.random_grids import random_transformation
from sudokopie.sudoku.symmetry_kinds import (
    SimpleLineMotion,
    SymmetryKind,
    classify_symmetry,
    find_fixed_cells,
    find_most_recognisable_kind,
    find_simple_line_motion_or_none,
    find_transformation_and_recognisable_symmetry,
    yield_recognisable_symmetries,
)
from sudokopie.sudoku.transformation import find_cycles, find_source_cells

from symmetry_forms import forms, moving_cells

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)
SHAPES = [*map(BoxShape, (1, 4, 2, 2, 3, 3, 2, 4, 5), (4, 1, 2, 3, 2, 3, 4, 4, 5))]
KINDS = list(SymmetryKind)


def seen_from(symmetry: Transformation, way: Transformation) -> Transformation:
    """Return the symmetry of the grid that `way` leads to."""
    return way.inverse().then(symmetry).then(way)


# What symmetries are recognised as


@cache
def upright(shape: BoxShape) -> list[Transformation]:
    """Return all maps of lines without a quarter turn."""
    height, width = shape
    within = list(permutations(range(height))), list(permutations(range(width)))
    found = []
    for bands, stacks in product(permutations(range(width)), permutations(range(height))):
        for rows in product(within[0], repeat=width):
            for columns in product(within[1], repeat=height):
                one = Transformation.identity(shape)
                found.append(
                    one.replace_parts(bands=bands, stacks=stacks, rows=rows, columns=columns)
                )
    return [one.simplest() for one in found]


@pytest.mark.parametrize("shape", [FOUR, BoxShape(1, 3), BoxShape(3, 1)], ids=str)
def test_a_kind_is_the_best_form_that_some_way_leads_to(shape: BoxShape) -> None:
    ways = upright(shape)
    turn = Transformation.identity(shape)
    every = list(ways)
    if shape == FOUR:
        turn = turn.replace_parts(rotation=1)
        every += [one.then(turn) for one in ways]
    named = {one: classify_symmetry(one) for one in forms(shape)}
    for symmetry in every:
        if len(find_fixed_cells(symmetry)) == shape.size**2:
            continue
        reached = [named.get(seen_from(symmetry, way), SymmetryKind.OTHER) for way in ways]
        assert classify_symmetry(symmetry) is min(reached, key=KINDS.index)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_forms_are_found_again_from_anywhere(shape: BoxShape) -> None:
    rng = Random(str(shape))
    for form in forms(shape):
        assert (
            find_transformation_and_recognisable_symmetry(form)[0].steps == 0
        )  # it is there already
        for _ in range(5):
            hidden = seen_from(form, random_transformation(shape, rng))
            way, there = find_transformation_and_recognisable_symmetry(hidden)
            assert seen_from(hidden, way) == there
            assert classify_symmetry(there) is classify_symmetry(hidden) is classify_symmetry(form)
            assert way.digits == tuple(range(1, shape.size + 1))
            assert there.digits == hidden.digits
            assert there.replace_parts(digits=form.digits) in forms(shape)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_symmetries_without_a_name_are_put_in_order(shape: BoxShape) -> None:
    rng = Random(str(shape))
    for _ in range(50):
        hidden = random_transformation(shape, rng)
        way, there = find_transformation_and_recognisable_symmetry(hidden)
        assert seen_from(hidden, way) == there
        assert find_transformation_and_recognisable_symmetry(there)[0].steps == 0
        moved = random_transformation(shape, rng).replace_parts(rotation=0)
        again, same = find_transformation_and_recognisable_symmetry(seen_from(there, moved))
        assert same.find_source_lines()[0] == there.find_source_lines()[0]
        if not there.find_source_lines()[0]:
            assert same.find_source_lines() == there.find_source_lines()
        assert again.digits == way.digits


def test_the_order_of_cycles_without_a_name() -> None:
    """Rows 1 and 4 are exchanged, and so are bands 2 and 3 with their rows in a cycle of six."""
    rows = (0, 1, 2, 8, 7, 6, 4, 5, 3)
    lines = (*range(9),)
    _, there = find_transformation_and_recognisable_symmetry(moving_cells(NINE, False, rows, lines))
    # The longest first: two bands in a cycle, and after a round the cycle of their rows.
    assert there.row_lines == (4, 3, 5, 0, 1, 2, 6, 7, 8)


@pytest.mark.parametrize(
    ("kind", "fixed"),
    [
        (SymmetryKind.DIAGONAL, 9),
        (SymmetryKind.HALF_TURN, 1),
        (SymmetryKind.QUARTER_TURN, 1),
        (SymmetryKind.MIRROR, 9),
        (SymmetryKind.STICKS, 9),
        (SymmetryKind.MINI_LINES, 0),
        (SymmetryKind.JUMPING_LINES, 0),
        (SymmetryKind.MINI_DIAGONALS, 0),
        (SymmetryKind.GLIDING_LINES, 0),
        (SymmetryKind.JUMPING_DIAGONALS, 0),
    ],
)
def test_the_kinds_of_9x9_are_classes_of_their_own(kind: SymmetryKind, fixed: int) -> None:
    of_kind = [one for one in forms(NINE) if classify_symmetry(one) is kind]
    assert of_kind
    assert {len(find_fixed_cells(one)) for one in of_kind} == {fixed}


def test_every_kind_has_a_form() -> None:
    assert {classify_symmetry(one) for one in forms(NINE)} == {*KINDS} - {SymmetryKind.OTHER}


def test_a_form_is_one_of_its_kind_where_kinds_coincide() -> None:
    """In 4×4 to exchange the stacks is to mirror the columns, but only one of them looks it."""
    exchanged = moving_cells(FOUR, False, (0, 1, 2, 3), (2, 3, 0, 1))
    way, there = find_transformation_and_recognisable_symmetry(exchanged)
    assert (classify_symmetry(exchanged), there.column_lines, way.steps) == (
        SymmetryKind.MIRROR,
        (3, 2, 1, 0),
        1,
    )


def test_rows_have_a_named_form_though_columns_have_none() -> None:
    rows = (6, 7, 8, 3, 5, 4, 0, 1, 2)
    _, there = find_transformation_and_recognisable_symmetry(
        moving_cells(NINE, False, rows, (1, 0, *range(2, 9)))
    )
    assert there.row_lines == (*range(8, -1, -1),)
    assert there.column_lines == (1, 0, *range(2, 9))


@pytest.mark.parametrize(
    ("motion", "lines"),
    [
        (SimpleLineMotion.STAY, (0, 1, 2, 3, 4, 5)),
        (SimpleLineMotion.MIRROR, (5, 4, 3, 2, 1, 0)),
        (SimpleLineMotion.BLOCKS_MIRROR, (4, 5, 2, 3, 0, 1)),
        (SimpleLineMotion.WITHIN_MIRROR, (1, 0, 3, 2, 5, 4)),
        (SimpleLineMotion.BLOCKS_CYCLE, (4, 5, 0, 1, 2, 3)),
        (SimpleLineMotion.WITHIN_CYCLE, (1, 0, 3, 2, 5, 4)),
    ],
)
def test_motions(motion: SimpleLineMotion, lines: tuple[int, ...]) -> None:
    assert motion.list_old_lines(6, 2) == lines


MOTIONS = list(SimpleLineMotion)


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_simple_motion_is_recognised(motion: SimpleLineMotion) -> None:
    lines = motion.list_old_lines(12, 4)
    assert find_simple_line_motion_or_none(lines, 4) is motion
    assert find_simple_line_motion_or_none((1, 0, *range(2, 12)), 4) is None
    # If there are two positions, to reverse them and to move them on is the same.
    same = {SimpleLineMotion.WITHIN_CYCLE: SimpleLineMotion.WITHIN_MIRROR}
    lines = motion.list_old_lines(6, 2)
    assert find_simple_line_motion_or_none(lines, 2) is same.get(motion, motion)


@pytest.mark.parametrize(
    ("kind", "transposed", "rows", "columns"),
    [
        ("diagonal", True, "STAY", "STAY"),
        ("diagonal", True, "MIRROR", "MIRROR"),
        ("quarter turn", True, "STAY", "MIRROR"),
        ("half turn", False, "MIRROR", "MIRROR"),
        ("mirror", False, "STAY", "MIRROR"),
        ("sticks", False, "BLOCKS_MIRROR", "WITHIN_MIRROR"),
        ("mirrored parts", False, "STAY", "BLOCKS_MIRROR"),
        ("mirrored parts", False, "STAY", "WITHIN_MIRROR"),
        ("mirrored parts", False, "MIRROR", "BLOCKS_MIRROR"),
        ("mirrored parts", False, "MIRROR", "WITHIN_MIRROR"),
        ("mirrored parts", False, "BLOCKS_MIRROR", "BLOCKS_MIRROR"),
        ("mirrored parts", False, "WITHIN_MIRROR", "WITHIN_MIRROR"),
        ("mini-lines", False, "STAY", "WITHIN_CYCLE"),
        ("jumping lines", False, "STAY", "BLOCKS_CYCLE"),
        ("mini-diagonals", False, "WITHIN_CYCLE", "WITHIN_CYCLE"),
        ("gliding lines", False, "WITHIN_CYCLE", "BLOCKS_CYCLE"),
        ("jumping diagonals", False, "BLOCKS_CYCLE", "BLOCKS_CYCLE"),
        ("other", False, "STAY", "STAY"),
        ("other", False, "MIRROR", "WITHIN_CYCLE"),
        ("other", False, "BLOCKS_MIRROR", "BLOCKS_CYCLE"),
    ],
)
def test_kinds_by_name(kind: str, transposed: bool, rows: str, columns: str) -> None:
    named = [SimpleLineMotion[one].list_old_lines(9, 3) for one in (rows, columns)]
    recognised = set(yield_recognisable_symmetries(NINE))
    for one, other in (named, named[::-1]):
        assert classify_symmetry(moving_cells(NINE, transposed, one, other)).value == kind
        assert ((transposed, one, other) in recognised) == (kind != "other")


def test_forms_are_all_different() -> None:
    for shape in SHAPES:
        named = list(yield_recognisable_symmetries(shape))
        assert len(set(named)) == len(named)
        assert any(transposed for transposed, *_ in named) == (shape.height == shape.width)
    assert len(list(yield_recognisable_symmetries(NINE))) == 27


@pytest.mark.parametrize("shape", [FOUR, SIX, NINE], ids=str)
def test_fixed_cells_are_those_that_get_their_own_content(shape: BoxShape) -> None:
    rng, seen = Random(1), set()
    ways = [random_transformation(shape, rng) for _ in range(100)]
    for way in (*ways, *forms(shape), Transformation.identity(shape)):
        sources = find_source_cells(way.make_instructions(), shape)
        expected = {divmod(i, shape.size) for i, old in enumerate(sources) if i == old}
        assert find_fixed_cells(way) == expected
        seen.add(len(expected))
    assert len(seen) > 3


def test_the_kind_that_is_recognised_first_depends_on_the_boxes() -> None:
    for shape in SHAPES:
        found = [classify_symmetry(one) for one in forms(shape)]
        assert min(found, key=KINDS.index) is find_most_recognisable_kind(shape)


def test_cycles_by_eye() -> None:
    images = {3: 5, 5: 4, 4: 3, 7: 7, 9: 8, 8: 9}
    found = find_cycles([7, 4, 3, 5, 8, 9], images.__getitem__)
    assert found == [(7,), (4, 3, 5), (8, 9)]
    assert find_cycles([], images.__getitem__) == []
