"""Call the generators of random grids and pairs with many arguments, also with arguments that
cannot be fulfilled. A call must return, or raise an error of sudokopie.

The calls of a file are made in a process of their own, which is killed after a time limit.
`generators_called.py few|many NAME...` prints each call before it is made. So the last line names
the call that did not end.
"""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.answers.random_pairs import (
    PairProperties,
    make_pair_with_near_miss,
    make_proper_puzzle,
    make_random_pair,
)
from sudokopie.base.errors import SudokopieError
from sudokopie.sudoku import random_grids

Call = tuple[Any, ...]

BOXES = [BoxShape(*box) for box in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3), (3, 3)]]
MORE_BOXES = [BoxShape(*box) for box in [(3, 1), (1, 5), (3, 2), (1, 7), (2, 4), (4, 4), (5, 5)]]
WRONG_BOXES = [BoxShape(*box) for box in [(0, 0), (0, 3), (-1, -1), (-2, 3), (1, 256)]]


def clues_of(shape: BoxShape) -> list[int]:
    """Return numbers of clues to try for a shape: negative, few, many, and too many."""
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


def calls_of_random_pairs(is_long: bool) -> Iterator[Call]:
    boxes = [*BOXES[: None if is_long else 4], *WRONG_BOXES, *(MORE_BOXES[:5] if is_long else [])]
    for shape in boxes:
        kinds = product((None, True, False), (False, True), (False, True))
        for clues, some in product([None, *clues_of(shape)], kinds):
            yield PairProperties(shape, clues, *some), Random(1)


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
            lambda grid=grid: random_grids.move_clue(grid, Random(1)),  # type: ignore[misc]
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


Generators = dict[str, tuple[Callable[..., Any], Callable[[bool], Iterable[Call]]]]
"""The generators by their names, each with the function that yields the arguments of its calls; its
parameter is whether many calls are wanted.
"""

GENERATORS: Generators = {
    "make_random_pair": (make_random_pair, calls_of_random_pairs),
    "make_proper_puzzle": (make_proper_puzzle, calls_of_proper_puzzle),
    "make_pair_with_near_miss": (make_pair_with_near_miss, calls_of_near_miss),
    "random_grid": (random_grids.random_grid, calls_of_random_grid),
    "random_transformation": (random_grids.random_transformation, calls_with_a_shape),
    "random_complete_grid": (random_grids.random_complete_grid, calls_with_a_shape),
    "random_grid_by_switches": (random_grids.random_grid_by_switches, calls_with_a_shape),
    "cyclic_grid": (lambda shape, _: random_grids.cyclic_grid(shape), calls_with_a_shape),
    "remove_clues": (random_grids.remove_clues, calls_of_clues_left),
    "move_clue": (random_grids.move_clue, calls_with_a_grid),
    "exchange_clues": (random_grids.exchange_clues, calls_with_a_grid),
    "switch_smallest_unavoidable_set": (
        lambda grid, _: random_grids.switch_smallest_unavoidable_set(grid),
        calls_with_a_grid,
    ),
}


def generators_in(module: Any) -> set[str]:
    """Return the names of the public functions that a module defines."""
    found = inspect.getmembers(module, inspect.isfunction)
    return {
        name
        for name, function in found
        if function.__module__ == module.__name__ and not name.startswith("_")
    }


def count_returned_calls(
    script: Path, names: Iterable[str], how_many: str, seconds: float
) -> dict[str, int]:
    """Run the calls of some generators in a process. Return for each generator the number of calls
    that returned, and did not raise an error. The test fails if the process takes longer than
    `seconds`. `how_many` is `few` or `many`.
    """
    with subprocess.Popen(
        [sys.executable, str(script), how_many, *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            pytest.fail(f"this call did not end: {out.splitlines()[-1]}")
    assert process.returncode == 0, f"{(out.splitlines() or [''])[-1]}\n{err}"
    found = re.findall(r"^(.+): returned (\d+), refused \d+$", out, re.MULTILINE)
    return {name: int(returned) for name, returned in found}


def main(generators: Generators) -> None:
    """Call the generators that the command line names, and print how many calls each refused."""
    for name in sys.argv[2:]:
        generator, calls = generators[name]
        returned = refused = 0
        for arguments in calls(sys.argv[1] == "many"):
            print(f"{name}{arguments!r}"[:2000], flush=True)
            try:
                generator(*arguments)
            except SudokopieError as error:
                assert str(error)
                assert "\n" not in str(error)
                refused += 1
            else:
                returned += 1
        print(f"{name}: returned {returned}, refused {refused}")


if __name__ == "__main__":
    main(GENERATORS)
