"""Make random pairs of Sudokus: copies of each other, nearly copies, or unrelated. They have either
arbitrary digits, or exactly one solution.

The same state of the random generator gives the same pair on every platform, because solvers are
only asked questions to which every solver gives the same answer.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from ..base.errors import ArgumentError, GridError
from ..base.verdict import Verdict
from ..sudoku.grid import Grid, Pair
from ..sudoku.random_grids import (
    check_clue_count,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    switch_smallest_unavoidable_set,
)
from ..sudoku.shape import BoxShape, check_fits_in_bytes
from .completion import get_completer_of_thread
from .decide import decide

PAIR_TRIES = 100  # the most attempts at a random step until its result fits


FEWEST_CLUES = 17
"""The least number of clues of a 9×9 puzzle that has exactly one solution."""


class PairProperties(NamedTuple):
    """The properties that a random pair of Sudokus must have: their shape, their number of clues,
    and whether the second Sudoku is a copy of the first, nearly a copy, or unrelated.

    - `shape`: the shape of the boxes of both grids.
    - `clues`: the number of clues of each grid, 0 to N². If it is None, a random number from a
      fifth to a half of the number of cells is taken, and a puzzle with exactly one solution may
      get more clues.
    - `related`: whether the second grid is a copy of the first. If it is None, both cases are
      equally likely.
    - `near_miss`: if true, the second grid is nearly a copy: a clue is moved, or two clues are
      exchanged, or, if the grid is complete, some digits are switched so that the rules are still
      obeyed.
    - `proper`: if true, each grid has exactly one solution. If false, the digits are arbitrary,
      except that complete grids obey the rules.
    """

    shape: BoxShape
    clues: int | None = None
    related: bool | None = None
    near_miss: bool = False
    proper: bool = False


def make_random_pair(properties: PairProperties, rng: Random) -> Pair:
    """Return a random pair of Sudokus with the properties in `properties`, such as the number of
    clues.

    Raises `GridError` if no such pair exists or is found: small grids with few clues are all copies
    of each other, and puzzles with few clues seldom have a single solution. Raises `GridError`,
    too, if the shape has more than 255 cells a side. Raises `ArgumentError` if `properties`
    requires both a copy and a grid that is only nearly a copy.

    >>> pair = make_random_pair(PairProperties(BoxShape(2, 2), clues=5, proper=True), Random(1))
    >>> pair.first.clues, pair.second.clues
    (5, 5)
    """
    check_fits_in_bytes(properties.shape)
    size = properties.shape.size
    if properties.near_miss:
        if properties.related:
            raise ArgumentError("expected a near miss or a copy, not both")
        properties = properties._replace(related=False)
    # This is decided once, before all attempts. Otherwise the kind of pair that is easier to find
    # would be more frequent.
    if properties.related is None:
        properties = properties._replace(related=rng.random() < 0.5)
    if properties.clues is not None:
        return _make_pair_with_clue_count(properties, properties.clues, rng)
    least, most = size**2 // 5, size**2 // 2
    for _ in range(PAIR_TRIES if least < most else 0):
        with suppress(GridError):  # the next random number of clues may succeed
            return _make_pair_with_clue_count(properties, rng.randint(least, most), rng)
    return _make_pair_with_clue_count(properties, most, rng)


def _make_pair_with_clue_count(properties: PairProperties, clue_count: int, rng: Random) -> Pair:
    """Return a random pair of grids with `clue_count` clues each. The second grid is a copy of the
    first, nearly a copy, or unrelated, as `properties` require; `properties.related` must not be
    None, and `properties.clues` is not used as the number of clues.
    """
    size = properties.shape.size
    check_clue_count(clue_count, size**2)
    first, solution = _make_grid_and_solution(properties, clue_count, rng)
    if properties.related:
        return make_pair_with_copy(first, rng)
    spoilers = [lambda: move_clue(first, rng), lambda: exchange_clues(first, rng)]
    if not properties.near_miss:
        spoilers = [
            lambda: _make_grid_and_solution(
                properties, first.clues, rng, is_exact_count_wanted=True
            )[0]
        ]
    elif first == solution:
        spoilers = [lambda: switch_smallest_unavoidable_set(first)]
    elif properties.proper and solution is not None:
        spoilers = [lambda: _move_clue_and_keep_solution_unique(first, solution, rng)]
    return make_pair_with_near_miss(first, spoilers, rng)


def make_pair_with_copy(first: Grid, rng: Random) -> Pair:
    """Return a pair of Sudokus: `first`, and a random copy of it."""
    return Pair(first, random_transformation(first.shape, rng).apply(first))


def make_pair_with_near_miss(
    first: Grid, change_functions: list[Callable[[], Grid]], rng: Random
) -> Pair:
    """Return a pair of Sudokus: `first`, and a Sudoku that is nearly a copy of it. One of the
    `change_functions` makes the second Sudoku, for example by moving a clue of `first`; then it is
    transformed at random.

    The `change_functions`, at least one, are called in turn until a result is not a copy of
    `first`. They may raise `GridError`. Raises `GridError` if `PAIR_TRIES` calls give no such grid.
    """
    problem: GridError | None = None
    for number in range(PAIR_TRIES):
        transformation = random_transformation(first.shape, rng)
        try:
            second = transformation.apply(change_functions[number % len(change_functions)]())
        except GridError as error:
            problem = error
            continue
        if decide(first, second, fewest=False).verdict is Verdict.NO:
            return Pair(first, second)
    raise problem or GridError(
        "found only copies in {tries} tries: with so few clues nearly all Sudokus are copies; "
        "ask for another number of clues",
        tries=PAIR_TRIES,
    )


def make_proper_puzzle(solution: Grid, clue_count: int, rng: Random, exactly: bool = True) -> Grid:
    """Return a puzzle with `clue_count` clues whose only solution is `solution`. If `exactly` is
    false, the puzzle may have more clues.

    Clues are removed from the solution in random order as long as the puzzle has a single solution.
    If more than `clue_count` clues remain, this is repeated with another order if `exactly` is
    true; otherwise the puzzle is returned as it is. Raises `GridError` if no order leads to
    `clue_count` clues.
    """
    is_unique = get_completer_of_thread(solution.shape).make_uniqueness_tester(solution)
    places = solution.cells
    for _ in range(PAIR_TRIES):
        left = set(places)
        for place in rng.sample(places, len(places)):
            if len(left) == clue_count:
                break
            if is_unique(left - {place}):
                left.remove(place)
        if len(left) == clue_count or not exactly:
            return solution.keeping(left)
    if solution.shape == BoxShape(3, 3) and clue_count < FEWEST_CLUES:
        raise GridError(
            "no 9×9 puzzle with {clues} clues has exactly one solution: it needs at least "
            "{fewest}; ask for 24 or more, or add --arbitrary for any digits",
            clues=clue_count,
            fewest=FEWEST_CLUES,
        )
    raise GridError(
        "found no puzzle with {clues} clues and exactly one solution in {tries} tries; ask for "
        "more clues, or add --arbitrary for any digits",
        clues=clue_count,
        tries=PAIR_TRIES,
    )


def _make_grid_and_solution(
    properties: PairProperties, clue_count: int, rng: Random, is_exact_count_wanted: bool = False
) -> tuple[Grid, Grid | None]:
    """Return a random grid with `clue_count` clues and the properties in `properties`, and its
    solution; the solution is None if the digits of the grid are arbitrary. If the grid must have
    exactly one solution, it may have more clues. It has exactly `clue_count` clues if
    `is_exact_count_wanted` is true, or if `properties.clues` is not None.
    """
    shape = properties.shape
    if clue_count == shape.size**2:
        solution = random_complete_grid(shape, rng)
        return solution, solution
    if properties.proper:
        solution = random_complete_grid(shape, rng)
        is_exact_count_wanted = is_exact_count_wanted or properties.clues is not None
        return make_proper_puzzle(solution, clue_count, rng, is_exact_count_wanted), solution
    return random_grid(shape, clue_count, rng), None


def _move_clue_and_keep_solution_unique(puzzle: Grid, solution: Grid, rng: Random) -> Grid:
    """Return a puzzle that differs from `puzzle` in one clue, which is moved to another cell.
    `solution` is the only solution of both.
    """
    clues = [cell for cell in puzzle.cells if puzzle[cell]]
    blanks = [cell for cell in puzzle.cells if not puzzle[cell]]
    is_unique = get_completer_of_thread(puzzle.shape).make_uniqueness_tester(solution)
    for _ in range(PAIR_TRIES if clues else 0):
        other = {*clues, rng.choice(blanks)} - {rng.choice(clues)}
        if is_unique(other):
            return solution.keeping(other)
    raise GridError("no clue can be moved so that the puzzle still has exactly one solution")
