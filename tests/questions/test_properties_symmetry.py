"""Symmetries beyond those that are known: which witnesses are accepted, against the definition."""

from functools import cache
from itertools import permutations, product
from random import Random

import pytest
from pysat.solvers import Solver

from sudokopie import BoxShape, Grid, GridError, Transformation
from sudokopie.questions.symmetry import HasOtherSymmetries, HasSymmetry
from sudokopie.sudoku.random_grids import cyclic_grid, random_grid

FOUR = BoxShape(2, 2)
TURNS = Grid([[1, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [4, 0, 0, 3]])
GRIDS = {
    "turns": TURNS,
    "rigid": Grid([[1, 2, 0, 0], [3, 0, 1, 0], [0, 0, 2, 0], [0, 4, 0, 1]]),
    "random": random_grid(FOUR, 3, Random(3)),
    "cyclic": cyclic_grid(FOUR),
    "oblong": Grid([[1, 2], [0, 0]], (1, 2)),
}


@cache
def symmetries_of(grid: Grid) -> list[Transformation]:
    """Return all symmetries of a grid, found by trying every transformation."""
    shape = grid.shape
    parts = product(
        (0, 1) if shape.height == shape.width else (0,),
        permutations(range(shape.bands)),
        permutations(range(shape.stacks)),
        product(permutations(range(shape.height)), repeat=shape.bands),
        product(permutations(range(shape.width)), repeat=shape.stacks),
        permutations(range(1, shape.size + 1)),
    )
    every = (Transformation(shape, *some) for some in parts)
    return [one for one in every if one.apply(grid) == grid]


def images(one: Transformation) -> list[int]:
    """Return where the rows and, after them, the columns go, of a grid that is not turned."""
    assert one.rotation == 0
    size = one.shape.size
    rows = [one.row_lines.index(line) for line in range(size)]
    return rows + [size + one.column_lines.index(line) for line in range(size)]


def is_new(one: Transformation, orbits: tuple[tuple[int, ...], ...], turns: bool) -> bool:
    """Return whether a symmetry turns the grid, or its first line that moves leaves its orbit."""
    if one.rotation == 1:
        return not turns
    for line, image in enumerate(images(one)):
        if image != line:
            return image not in orbits[line]
    return False


def known_at_random(grid: Grid, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return orbits that hold some of the lines to which symmetries bring a line."""
    found = [{line} for line in range(2 * grid.size)]
    for one in symmetries_of(grid):
        if one.rotation == 0 and rng.randrange(2):
            for line, image in enumerate(images(one)):
                if image != line:
                    found[line].add(image)
                    break
    return tuple(tuple(sorted(orbit)) for orbit in found)


def written_otherwise(one: Transformation) -> Transformation:
    """Return the same map, written with a half turn more."""
    last = one.shape.size - 1
    rows, columns = ([last - line for line in some] for some in (one.row_lines, one.column_lines))
    return Transformation.from_lines(one.shape, one.rotation + 2, rows, columns, one.digits)


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", GRIDS)
def test_a_witness_is_what_turns_or_leaves_an_orbit(name: str, turns: bool) -> None:
    grid, rng = GRIDS[name], Random(name)
    for _ in range(6):
        orbits = known_at_random(grid, rng)
        question = HasOtherSymmetries(grid, orbits, turns)
        new = []
        for one in symmetries_of(grid):
            for written in (one, written_otherwise(one)):
                assert (question.find_witness_error(written) is None) == is_new(one, orbits, turns)
            if is_new(one, orbits, turns):
                new.append(one)
        with Solver("minisat22", bootstrap_with=question.formula.clauses()) as solver:
            found = {question.formula.transformation(model) for model in solver.enum_models()}
        assert found == set(new)


def test_there_are_all_kinds_of_witnesses_here() -> None:
    own = tuple((line,) for line in range(8))
    kinds = {(one.rotation, is_new(one, own, False)) for one in symmetries_of(TURNS)}
    assert kinds == {(0, False), (0, True), (1, True)}
    assert not any(one.rotation for one in symmetries_of(GRIDS["rigid"]))


@pytest.mark.parametrize("name", GRIDS)
def test_a_symmetry_moves_a_line_or_turns(name: str) -> None:
    grid = GRIDS[name]
    for one in symmetries_of(grid):
        for written in (one, written_otherwise(one)):
            assert (HasSymmetry(grid).find_witness_error(written) is None) == (
                one.rotation == 1 or images(one) != list(range(2 * grid.size))
            )


def test_what_is_no_symmetry_is_no_witness() -> None:
    own = tuple((line,) for line in range(8))
    turn = Transformation.identity(FOUR).replace_parts(rotation=1)
    for question in (HasSymmetry(GRIDS["rigid"]), HasOtherSymmetries(GRIDS["rigid"], own, False)):
        assert question.find_witness_error(turn) is not None


@pytest.mark.parametrize(
    "orbits",
    [
        [(line,) for line in range(7)],
        [(line,) for line in range(9)],
        [(line + 1,) for line in range(8)],
        [(line - 1,) for line in range(8)],
    ],
)
def test_orbits_of_other_lines_are_refused(orbits: list[tuple[int, ...]]) -> None:
    with pytest.raises(GridError, match="an orbit for each of 8 lines"):
        HasOtherSymmetries(TURNS, tuple(orbits), False)
