from random import Random
from typing import Any

import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.base.errors import TransformationError
from sudokopie.sudoku.random_grids import random_complete_grid, random_transformation
from sudokopie.sudoku.transformation import carry_out_step

from strategies import grids_with_transformations

FOUR = BoxShape(2, 2)
SQUARE = Grid([[1, 2, 3, 4], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3]])
IDENTITY = Transformation.identity(FOUR)


@pytest.mark.parametrize(
    ("parts", "rows"),
    [
        ({"rotation": 1}, "0001 0002 0003 3214"),
        ({"rotation": 2}, "3000 2000 1000 4321"),
        ({"rotation": 3}, "4123 3000 2000 1000"),
        ({"bands": (1, 0)}, "0002 0003 1234 0001"),
        ({"stacks": (1, 0)}, "3412 0100 0200 0300"),
        ({"rows": ((1, 0), (0, 1))}, "0001 1234 0002 0003"),
        ({"rows": ((0, 1), (1, 0))}, "1234 0001 0003 0002"),
        ({"columns": ((1, 0), (0, 1))}, "2134 0001 0002 0003"),
        ({"columns": ((0, 1), (1, 0))}, "1243 0010 0020 0030"),
        ({"digits": (2, 3, 4, 1)}, "2341 0002 0003 0004"),
        # Rows are those of the new band: first the bands change places, then rows 1 and 2.
        ({"bands": (1, 0), "rows": ((1, 0), (0, 1))}, "0003 0002 1234 0001"),
    ],
)
def test_each_part_by_eye(parts: dict[str, Any], rows: str) -> None:
    transformation = IDENTITY.replace_parts(**parts)
    assert transformation.apply(SQUARE) == Grid([[int(d) for d in row] for row in rows.split()])
    assert transformation.steps == len(parts)


def test_bands_are_gathered() -> None:
    grid = Grid([[d] * 9 for d in (1, 1, 1, 2, 2, 2, 3, 3, 3)])
    image = Transformation.identity(grid.shape).replace_parts(bands=(1, 2, 0)).apply(grid)
    assert [row[0] for row in image] == [2, 2, 2, 3, 3, 3, 1, 1, 1]


def test_boxes_that_are_not_square_turn_by_half() -> None:
    identity = Transformation.identity(BoxShape(2, 3))
    assert identity.replace_parts(rotation=2).steps == 1
    with pytest.raises(TransformationError, match="rotation"):
        identity.replace_parts(rotation=1)


@given(grids_with_transformations(2))
def test_then_is_one_after_the_other(case: tuple[Grid, list[Transformation]]) -> None:
    grid, (one, two) = case
    assert one.then(two).apply(grid) == two.apply(one.apply(grid))


@given(grids_with_transformations(3))
def test_group_laws(case: tuple[Grid, list[Transformation]]) -> None:
    grid, (one, two, three) = case
    identity = Transformation.identity(grid.shape)
    assert one.then(two).then(three) == one.then(two.then(three))
    assert one.then(one.inverse()) == identity == one.inverse().then(one)
    assert one.then(identity) == one.simplest()
    assert one.then(two).inverse() == two.inverse().then(one.inverse())


@given(grids_with_transformations(1))
def test_the_way_back_leads_back(case: tuple[Grid, list[Transformation]]) -> None:
    grid, (one,) = case
    image = one.apply(grid)
    assert one.inverse().apply(image) == grid
    assert one.make_undo_instructions().follow(image) == grid
    assert len(one.make_undo_instructions()) == len(one.make_instructions()) == one.steps


@given(grids_with_transformations(1))
def test_the_inverse_takes_as_many_steps(case: tuple[Grid, list[Transformation]]) -> None:
    _, (one,) = case
    assert one.inverse().steps == one.simplest().steps


def test_lists_and_named_tuples_keep_the_checks() -> None:
    listed = Transformation(FOUR, 0, [0, 1], [0, 1], [[0, 1]] * 2, [[0, 1]] * 2, [1, 2, 3, 4])
    assert listed == IDENTITY
    assert hash(listed) == hash(IDENTITY)
    with pytest.raises(TransformationError):
        IDENTITY._replace(rotation=7)
    with pytest.raises(TransformationError, match="boxes of 2x2, found 3x3"):
        IDENTITY.simplest(Grid([[9] * 9] * 9))


def test_undoing_ends_with_the_rotation() -> None:
    one = IDENTITY.replace_parts(
        rotation=1, bands=(1, 0), rows=((0, 1), (1, 0)), digits=(2, 3, 4, 1)
    )
    assert [step.part for step in one.make_instructions()] == [
        "rotation",
        "bands",
        "rows",
        "digits",
    ]
    assert [step.part for step in one.make_undo_instructions()] == [
        "rows",
        "bands",
        "rotation",
        "digits",
    ]
    assert one.make_undo_instructions().parts.rotation == 3
    assert one.make_undo_instructions().parts.digits == (4, 1, 2, 3)


@given(grids_with_transformations(1))
def test_simplest_is_the_same_map_in_no_more_steps(
    case: tuple[Grid, list[Transformation]],
) -> None:
    grid, (one,) = case
    assert one.simplest().apply(grid) == one.apply(grid) == one.simplest(grid).apply(grid)
    assert one.simplest().steps <= one.steps
    assert one.simplest().simplest() == one.simplest()


def test_a_half_turn_is_simpler_than_reversing_everything() -> None:
    reversed_everything = Transformation.from_lines(
        FOUR, 0, [3, 2, 1, 0], [3, 2, 1, 0], [1, 2, 3, 4]
    )
    assert reversed_everything.steps == 6
    assert reversed_everything.simplest() == IDENTITY.replace_parts(rotation=2)


def test_digits_that_do_not_occur_stay_in_place() -> None:
    grid = Grid([[1, 0, 0, 0], *[[0] * 4] * 3])
    assert IDENTITY.replace_parts(digits=(1, 3, 4, 2)).simplest(grid) == IDENTITY
    assert IDENTITY.replace_parts(digits=(2, 4, 1, 3)).simplest(grid).digits == (2, 1, 3, 4)


def test_digits_that_do_not_occur_get_the_free_names_in_ascending_order() -> None:
    grid = Grid([[1, 2, 0, 0], *[[0] * 4] * 3])
    for digits in ((3, 4, 2, 1), (3, 4, 1, 2)):
        assert IDENTITY.replace_parts(digits=digits).simplest(grid).digits == (3, 4, 1, 2)
    six = Transformation.identity((2, 3)).replace_parts(digits=(4, 1, 6, 5, 3, 2))
    few = Grid([[1, 3, 0, 0, 0, 0], *[[0] * 6] * 5], (2, 3))
    assert six.simplest(few).digits == (4, 2, 6, 1, 5, 3)


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3)], ids=str)
def test_of_two_writings_the_shorter_or_else_the_first_is_simplest(box: tuple[int, int]) -> None:
    shape, rng, equal = BoxShape(*box), Random(1), 0
    last = shape.size - 1
    for _ in range(300):
        way = random_transformation(shape, rng)
        turned = Transformation.from_lines(
            shape,
            (way.rotation + 2) % 4,
            [last - line for line in way.row_lines],
            [last - line for line in way.column_lines],
            way.digits,
        )
        equal += way.steps == turned.steps
        best = min(way, turned, key=lambda one: (one.steps, one))
        assert way.simplest() == turned.simplest() == best
    assert equal > 20


@pytest.mark.parametrize("box", [(3, 3), (3, 6)], ids=str)
def test_a_transformation_leads_only_where_its_way_back_leads_back(
    box: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shape, rng = BoxShape(*box), Random(2)
    grid, way = random_complete_grid(shape, rng), random_transformation(shape, rng)
    image = way.apply(grid)
    assert way.leads(grid, image)
    wrong = random_transformation(shape, rng).make_undo_instructions()
    with monkeypatch.context() as patch:
        patch.setattr(Transformation, "make_undo_instructions", lambda _: wrong)
        assert not way.leads(grid, image)
    with monkeypatch.context() as patch:
        patch.setattr(Transformation, "make_instructions", lambda _: wrong)
        assert not way.leads(grid, image)


@pytest.mark.parametrize(
    "parts",
    [
        {"rotation": 4},
        {"bands": (0, 0)},
        {"bands": (0, 1, 2)},
        {"stacks": (1, 2)},
        {"rows": ((0, 1),)},
        {"rows": ((0, 1), (1, 1))},
        {"columns": ((0, 1), (0, 2))},
        {"digits": (0, 1, 2, 3)},
        {"digits": (1, 2, 3)},
    ],
)
def test_what_is_no_transformation_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(TransformationError, match=f"expected .*{next(iter(parts))}"):
        IDENTITY.replace_parts(**parts)


def test_lines_that_tear_a_band_are_refused() -> None:
    with pytest.raises(TransformationError, match="blocks of 2"):
        Transformation.from_lines(FOUR, 0, [0, 2, 1, 3], [0, 1, 2, 3], [1, 2, 3, 4])


def test_shapes_have_to_agree() -> None:
    other = Transformation.identity(BoxShape(2, 3))
    with pytest.raises(TransformationError, match="boxes of 2x3, found 2x2"):
        other.apply(SQUARE)
    with pytest.raises(TransformationError, match="boxes of 2x2, found 2x3"):
        IDENTITY.then(other)


@given(grids_with_transformations(1))
def test_cells_in_bytes_follow_the_same_steps(case: tuple[Grid, list[Transformation]]) -> None:
    grid, (first, *_) = case
    for instructions, start in (
        (first.make_instructions(), grid),
        (first.make_undo_instructions(), first.apply(grid)),
    ):
        image = start
        for step in instructions:
            image = carry_out_step(step, image)
        assert instructions.carry_out(start.to_bytes()) == image.to_bytes()
        assert instructions.follow(start) == image
    assert first.leads(grid, first.apply(grid))


@pytest.mark.parametrize("box", [(3, 3), (3, 6)], ids=str)
def test_a_changed_cell_is_led_nowhere(box: tuple[int, int]) -> None:
    shape, rng = BoxShape(*box), Random(3)
    grid, way = random_complete_grid(shape, rng), random_transformation(shape, rng)
    image = way.apply(grid)
    assert way.leads(grid, image)
    cells = [list(row) for row in image.rows]
    cells[-1][-1] = 0
    assert not way.leads(grid, Grid(cells, box))
    assert not way.leads(grid, Grid(image.rows, (1, shape.size)))


def test_numbers_of_bytes_are_checked_like_others() -> None:
    identity = Transformation.identity((3, 3))
    parts = {"bands": bytes([2, 0, 1]), "digits": bytes(range(9, 0, -1))}
    assert identity.replace_parts(**parts) == identity.replace_parts(
        **{name: tuple(part) for name, part in parts.items()}
    )
    for wrong in (bytes([2, 2, 0]), (2.0, 0.0, 1.0), bytes(3), b"", bytearray([0, 1, 3])):
        with pytest.raises(TransformationError, match="expected bands to rearrange"):
            identity.replace_parts(bands=wrong)


@pytest.mark.parametrize("box", [(1, 1), (2, 3), (3, 3), (3, 2)], ids=str)
def test_a_transformation_is_read_from_bytes(box: tuple[int, int]) -> None:
    shape, rng = BoxShape(*box), Random(1)
    for _ in range(20):
        way = random_transformation(shape, rng)
        numbers = [way.rotation, *way.bands, *way.stacks]
        for lists in (*way.rows, *way.columns, way.digits):
            numbers += lists
        assert Transformation.of_bytes(bytes(numbers), shape) == way
        for k in range(len(numbers)):
            wrong = bytes([*numbers[:k], 200, *numbers[k + 1 :]])
            with pytest.raises(TransformationError):
                Transformation.of_bytes(wrong, shape)
        for wrong in (bytes([*numbers, 0]), bytes(numbers[:-1])):
            with pytest.raises(TransformationError):
                Transformation.of_bytes(wrong, shape)
