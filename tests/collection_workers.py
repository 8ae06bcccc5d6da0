"""Functions that worker processes run in tests, in a module that they can import, and grids for
tests.
"""

import os
import signal
import time
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from sudokopie import BoxShape, Grid
from sudokopie.base.errors import DeadlinePassedError, PairFileError
from sudokopie.base.messages import Message
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

PUZZLES = Path(__file__).parent.parent.parent / "shared" / "puzzles"
"""The folder of the shared puzzles. `conftest` is not imported for it, because that is slow."""


def is_too_late(_: int) -> None:
    raise DeadlinePassedError


def is_misread(line: int) -> None:
    raise PairFileError("file", line, 2, Message("expected {what}", what="cells"))


def square(number: int) -> int:
    return number * number


def dies_once(task: tuple[int, Path]) -> int:
    """Return the number of the task. The first time that it is 3, end the process instead."""
    number, mark = task
    if number == 3 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number


def kills_its_guardian_once(task: tuple[int, Path]) -> int:
    """Return the number of the task. The first time that it is 3, kill the parent process
    instead.
    """
    number, mark = task
    if number == 3 and not mark.exists():
        mark.write_text(str(os.getpid()))
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(600)
    return number


def process_and_folder(_number: int) -> tuple[int, str]:
    return os.getpid(), os.getcwd()


def dies_often(folder: Path, times: int) -> int:
    """Return how many calls came before this one. End the process in the first `times` calls."""
    calls = len(list(folder.iterdir()))
    (folder / str(calls)).touch()
    if calls < times:
        os._exit(1)
    return calls


def dies(_number: int) -> None:
    os._exit(1)


def solves_for_ever(_number: int) -> None:
    """Run a solver that never ends and holds Python's global lock."""
    from pysat.examples.genhard import PHP
    from pysat.solvers import Solver

    os.write(2, b"begins\n")
    with Solver("cadical153", bootstrap_with=PHP(14).clauses) as solver:
        solver.solve()


def sleeps(_number: int) -> int:
    os.write(2, f"{os.getpid()}\n".encode())  # in one write; `print` may use two
    time.sleep(600)
    return 0


def puzzles(name: str) -> NDArray[np.uint8]:
    """Read a file with one puzzle of 81 characters on each line. Returns the digits as an array of
    shape (N, 9, 9).
    """
    lines = (PUZZLES / name).read_bytes().replace(b".", b"0").split()
    return (np.frombuffer(b"".join(lines), np.uint8) - 48).reshape(-1, 9, 9)


def kinds_of_grids(shape: BoxShape, rng: Random) -> list[Grid]:
    """Return grids of many kinds: full, sparse, blank, symmetric, and with repeated digits."""
    cells, size = shape.size**2, shape.size
    full = random_complete_grid(shape, rng)
    half = remove_clues(full, cells // 3, rng)
    row = Grid([range(1, size + 1), *[[0] * size] * (size - 1)], shape)
    return [
        full,
        cyclic_grid(shape),
        half,
        move_clue(half, rng),
        exchange_clues(half, rng),
        remove_clues(full, 3, rng),
        random_grid(shape, 2, rng),
        random_grid(shape, cells // 2, rng),
        random_grid(shape, cells, rng),
        Grid([[0] * size] * size, shape),
        Grid([[1] * size] * size, shape),
        Grid([[int(r == c) for c in range(size)] for r in range(size)], shape),
        row,
    ]


def with_copies(grids: list[Grid], rng: Random) -> list[Grid]:
    """Return the grids and two random copies of each, in random order."""
    mixed = [
        copy
        for grid in grids
        for copy in (grid, *(random_transformation(grid.shape, rng).apply(grid) for _ in range(2)))
    ]
    rng.shuffle(mixed)
    return mixed
