"""Call a generator with many arguments, also with those of which it can make nothing.

`generators_called.py NAME few|many` prints each call before it is made, so that the last line names
one that does not end. A call returns, or raises an error of sudokopie.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

from sudokopie import BoxShape, Grid
from sudokopie.answers.random_pairs import PairKind, near_miss, proper_puzzle, random_pair
from sudokopie.applications.comparison import challenges, families, instances
from sudokopie.applications.comparison.families import Group
from sudokopie.base.errors import SudokopieError
from sudokopie.sudoku import random_grids

Call = tuple[Any, ...]

BOXES = [BoxShape(*box) for box in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3), (3, 3)]]
MORE_BOXES = [BoxShape(*box) for box in [(3, 1), (1, 5), (3, 2), (1, 7), (2, 4), (4, 4), (5, 5)]]
WRONG_BOXES = [BoxShape(*box) for box in [(0, 0), (0, 3), (-1, -1), (-2, 3), (1, 256)]]


def clues_of(shape: BoxShape) -> list[int]:
    """Return numbers of clues that are few, many, and too many for a shape."""
    area = shape.size**2
    return sorted({-1, 0, 1, 2, area // 3, area // 2, area - 1, area, area + 1})


def with_boxes(is_long: bool) -> list[BoxShape]:
    return [*BOXES, *WRONG_BOXES, *(MORE_BOXES if is_long else [])]


def shapes_and_clues(is_long: bool) -> Iterator[tuple[BoxShape, int]]:
    for shape in with_boxes(is_long):
        for clues in clues_of(shape):
            yield shape, clues


def numbers(is_long: bool, most: int = 34) -> Iterable[int]:
    return range(-2, 130 if is_long else most)


def grids(is_long: bool) -> Iterator[Grid]:
    for shape in [*BOXES, *(MORE_BOXES[:-1] if is_long else [])]:
        yield Grid([[0] * shape.size] * shape.size, shape)
        yield Grid([[1] * shape.size] * shape.size, shape)
        yield random_grids.cyclic_grid(shape)
        yield random_grids.random_grid(shape, shape.size, Random(1))


def calls_of_unrelated(is_long: bool) -> Iterator[Call]:
    yield from ((shape, clues, 0) for shape, clues in shapes_and_clues(is_long))


def calls_of_planted(is_long: bool) -> Iterator[Call]:
    for shape, clues in shapes_and_clues(is_long):
        for agreeing in (-1, 0, 1, clues // 2, clues, clues + 1):
            yield shape, clues, agreeing, 0


def calls_of_parts(is_long: bool) -> Iterator[Call]:
    for shape, clues in shapes_and_clues(is_long):
        yield from ((shape, clues, same, 0) for same in (True, False))


def calls_of_moved(is_long: bool) -> Iterator[Call]:
    for shape, clues in shapes_and_clues(is_long):
        for name in ("random", "complete", "cyclic", "most-symmetric", "", "other"):
            yield name, shape, clues, 0


def calls_of_groups(is_long: bool) -> Iterator[Call]:
    groups = [Group(*some) for some in product(range(-1, 6), range(-1, 6), (-1, 0, 1, 2, 3))]
    groups += [Group(4, 4), Group(2, 8), Group(300, 300), Group(2, 10**30)]
    for one in groups:
        for other in [one, Group(4, 2), *(groups[::10] if is_long else [])]:
            for height in (-1, 0, 1, 2, 3, 100):
                yield one, other, height, 0


def calls_of_group_names(_: bool) -> Iterator[Call]:
    for text in ("z4z8", "z4z8k3", "", "z", "z4", "4", "z4z8k", "z1z2z3z4", "z٣z٣", "z0z0"):
        yield (text,)


def calls_of_nim_sums(is_long: bool) -> Iterator[Call]:
    for order in [*numbers(is_long), 256, 512, 2**70]:
        for height in (-1, 0, 1, 2, 3, order):
            for rectangle in (None, (0, 0), (-1, 0), (order // 2, 0), (0, order // 2 - 1)):
                yield order, height, rectangle


def calls_of_clue_sets(is_long: bool) -> Iterator[Call]:
    yield from ((shape, 0) for shape in with_boxes(is_long))


def calls_of_hadamard(is_long: bool) -> Iterator[Call]:
    yield from ((order,) for order in [*numbers(is_long), 56, 256, 257, 512, 10**9, 2**70])


def calls_of_designs(is_long: bool) -> Iterator[Call]:
    for order in [*numbers(is_long), 40, 256, 2**70]:
        for switches, same in product((-1, 0, 1, *((3, 5) if is_long else ())), (True, False)):
            yield order, switches, same, 0


def calls_of_lifted(is_long: bool) -> Iterator[Call]:
    for bands in [*numbers(is_long, 12), 128, 10**9]:
        yield from ((bands, same, 0) for same in (True, False))


def calls_of_random_pairs(is_long: bool) -> Iterator[Call]:
    boxes = [*BOXES[: None if is_long else 4], *WRONG_BOXES, *(MORE_BOXES[:5] if is_long else [])]
    for shape in boxes:
        kinds = product((None, True, False), (False, True), (False, True))
        for clues, some in product([None, *clues_of(shape)], kinds):
            yield PairKind(shape, clues, *some), Random(1)


def calls_of_proper_puzzle(_: bool) -> Iterator[Call]:
    for shape in BOXES[:-1]:
        solution = random_grids.random_complete_grid(shape, Random(1))
        for clues in clues_of(shape):
            yield from ((solution, clues, Random(1), exactly) for exactly in (True, False))


def calls_of_near_miss(is_long: bool) -> Iterator[Call]:
    for grid in grids(is_long):
        if not is_long and grid.size > 4:
            continue
        makers: list[Callable[[], Grid]] = [
            lambda grid=grid: grid,  # type: ignore[misc] # always a copy
            lambda grid=grid: random_grids.clue_moved(grid, Random(1)),  # type: ignore[misc]
        ]
        yield from ((grid, [maker], Random(1)) for maker in makers)


def calls_of_random_grid(is_long: bool) -> Iterator[Call]:
    yield from ((shape, clues, Random(1)) for shape, clues in shapes_and_clues(is_long))


def calls_with_a_shape(is_long: bool) -> Iterator[Call]:
    yield from ((shape, Random(1)) for shape in with_boxes(is_long))


def calls_with_a_grid(is_long: bool) -> Iterator[Call]:
    yield from ((grid, Random(1)) for grid in grids(is_long))


def calls_of_clues_left(is_long: bool) -> Iterator[Call]:
    for grid in grids(is_long):
        yield from ((grid, clues, Random(1)) for clues in clues_of(grid.shape))


def calls_of_suites(_: bool) -> Iterator[Call]:
    yield from ((suite,) for suite in (*challenges.CHALLENGES, "other", ""))


def made(suite: str) -> list[object]:
    """Return the questions of a suite."""
    return [challenge.make() for challenge in challenges.challenges(suite)]


GENERATORS: dict[str, tuple[Callable[..., Any], Callable[[bool], Iterable[Call]]]] = {
    "unrelated": (families.unrelated, calls_of_unrelated),
    "planted": (families.planted, calls_of_planted),
    "parts": (families.parts, calls_of_parts),
    "moved": (families.moved, calls_of_moved),
    "group_tables": (families.group_tables, calls_of_groups),
    "Group.parse": (Group.parse, calls_of_group_names),
    "nim_sums": (families.nim_sums, calls_of_nim_sums),
    "clue_sets": (families.clue_sets, calls_of_clue_sets),
    "hadamard": (families.hadamard, calls_of_hadamard),
    "designs": (families.designs, calls_of_designs),
    "lifted": (families.lifted, calls_of_lifted),
    "random_pair": (random_pair, calls_of_random_pairs),
    "proper_puzzle": (proper_puzzle, calls_of_proper_puzzle),
    "near_miss": (near_miss, calls_of_near_miss),
    "random_grid": (random_grids.random_grid, calls_of_random_grid),
    "random_transformation": (random_grids.random_transformation, calls_with_a_shape),
    "random_complete_grid": (random_grids.random_complete_grid, calls_with_a_shape),
    "cyclic_grid": (lambda shape, _: random_grids.cyclic_grid(shape), calls_with_a_shape),
    "with_clues_left": (random_grids.with_clues_left, calls_of_clues_left),
    "clue_moved": (random_grids.clue_moved, calls_with_a_grid),
    "clues_exchanged": (random_grids.clues_exchanged, calls_with_a_grid),
    "unavoidable_set_switched": (
        lambda grid, _: random_grids.unavoidable_set_switched(grid),
        calls_with_a_grid,
    ),
    "suites of questions": (made, calls_of_suites),
    "suites of instances": (lambda name: list(instances.suite(name)), calls_of_suites),
}
"""Generators by their names, and the calls of each, more of them if asked."""

HELPERS = {"switched", "in_boxes", "check_clues"}
"""Functions of these files that take what others made, or make nothing."""


def generators_in(module: Any) -> set[str]:
    """Return the names of the public functions of a file."""
    found = inspect.getmembers(module, inspect.isfunction)
    return {
        name
        for name, function in found
        if function.__module__ == module.__name__ and not name.startswith("_")
    } - HELPERS


def main() -> None:
    generator, calls = GENERATORS[sys.argv[1]]
    returned = refused = 0
    for arguments in calls(sys.argv[2] == "many"):
        print(f"{sys.argv[1]}{arguments!r}"[:2000], flush=True)
        try:
            generator(*arguments)
        except SudokopieError as error:
            assert str(error)
            assert "\n" not in str(error)
            refused += 1
        else:
            returned += 1
    print(f"returned {returned}, refused {refused}")


if __name__ == "__main__":
    main()
