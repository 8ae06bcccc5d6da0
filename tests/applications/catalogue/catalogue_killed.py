"""Adds Sudokus to a catalogue in processes that are killed, and checks the catalogue after each
kill; a test runs this script.

Usage: catalogue_killed.py FOLDER TIMES SEED
"""

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sudokopie.applications.catalogue import AddedCounts, Catalogue, Source
from sudokopie.applications.catalogue.checking import yield_checked_counts_and_problems
from sudokopie.applications.catalogue.store import Batch
from sudokopie.sudoku.shape import BoxShape

_SUDOKUS, _IN_A_BATCH = 600, 15


def batches() -> Iterator[Batch]:
    """Yield batches of small Sudokus; many of them are copies of others."""
    source = np.random.default_rng(5)
    cells = source.integers(0, 5, (_SUDOKUS, 4, 4)) * (source.random((_SUDOKUS, 4, 4)) < 0.4)
    sources = [Source(f"file {i % 3}", i, f"name {i}") for i in range(_SUDOKUS)]
    for start in range(0, _SUDOKUS, _IN_A_BATCH):
        some = slice(start, start + _IN_A_BATCH)
        yield BoxShape(2, 2), cells[some].astype(np.uint8), sources[some]


def add(path: Path, told: int | None = None) -> None:
    """Add all Sudokus to the catalogue `path`. For each Sudoku that the catalogue reports as added,
    write a byte to the pipe `told`; None means no pipe.
    """
    said = 0

    def tell(added: AddedCounts) -> None:
        nonlocal said
        if told is not None:
            os.write(told, b"." * (added.read - said))
        said = added.read

    with Catalogue.open(str(path), create=True) as catalogue:
        catalogue.add_batches(batches(), progress=tell)


def killed(path: Path, least: int, seconds: float) -> int:
    """Add the Sudokus in another process, kill this process, and return how many Sudokus it had
    reported as added.

    It is killed `seconds` seconds after it has reported `least` Sudokus.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        add(path, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        said = len(told.read(least))
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return said + len(told.read())


def content(path: Path) -> list[tuple[object, ...]]:
    """Return all rows of all tables of a catalogue, after checking them."""
    with Catalogue.open(str(path)) as catalogue:
        problems = [
            one.problem
            for one in yield_checked_counts_and_problems(catalogue)
            if one.problem is not None
        ]
        assert not problems, problems
        tables = ("file", "class", "sudoku")
        return [
            row
            for table in tables
            for row in catalogue.connection.fetch_all_rows(f"SELECT * FROM {table} ORDER BY id")
        ]


def main(folder: Path, times: int, seed: int) -> None:
    """Fill catalogues in processes that are killed, `times` times. Each time check that all
    reported Sudokus are there, add the others, and compare with a catalogue that was never
    interrupted; print how many Sudokus were there after the kill.
    """
    whole = folder / "whole"
    begin = time.monotonic()
    add(whole)
    lasts = time.monotonic() - begin
    expected = content(whole)
    source = random.Random(seed)
    for number in range(times):
        path = folder / f"killed {number}"
        said = killed(path, source.randrange(_SUDOKUS), source.uniform(0, lasts / 20))
        found = 0
        if path.exists():
            content(path)
            with Catalogue.open(str(path)) as catalogue:
                found = len(catalogue)
        assert said <= found <= _SUDOKUS, (said, found)
        add(path)
        now = content(path)
        assert now == expected, sorted(set(now) ^ set(expected), key=str)[:4]
        print(found, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
