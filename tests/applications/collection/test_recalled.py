"""Runs that are killed, and later runs that use their results."""

from __future__ import annotations

import os
import subprocess
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie.applications.collection import copy_records, saved_results
from sudokopie.applications.collection.scratch import ScratchFiles
from sudokopie.base.errors import OutputError
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import random_grid, random_transformation
from sudokopie.sudoku.shape import BoxShape

from conftest import PROGRAM, write

pytestmark = pytest.mark.usefixtures("folder")

FOUR = BoxShape(2, 2)

# The module and the function `solutions` have the same name; this is the module.
solutions = import_module("sudokopie.answers.bulk.solutions")


@cache
def many(number: int) -> list[str]:
    rng = Random(number)
    grids = [random_grid(FOUR, 6, rng) for _ in range(number // 2)]
    copies = [random_transformation(FOUR, rng).apply(grid) for grid in grids]
    return [format_line(grid) for grid in grids + copies]


@pytest.fixture
def few_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Process a hundred Sudokus at a time."""
    for name in ("PUZZLES_IN_A_BATCH", "_SOLVED_AT_ONCE"):
        monkeypatch.setattr(f"sudokopie.applications.collection.gathering.{name}", 100)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch, few_together: None) -> list[int]:  # noqa: ARG001
    """The number of Sudokus in each call that computes sorted forms or solutions."""
    found: list[int] = []

    def counting(look: Any) -> Any:
        def counted(cells: Any, *others: Any) -> Any:
            found.append(len(cells))
            return look(cells, *others)

        return counted

    for module, name in ((copy_records, "sorted_forms"), (solutions, "solutions")):
        monkeypatch.setattr(module, name, counting(getattr(module, name)))
    return found


def interrupted_after(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `times` results be computed; then raise KeyboardInterrupt, as Ctrl-C does."""
    left, work = iter(range(times)), saved_results.load_or_compute_records

    def until(*arguments: Any) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return work(*arguments)

    for module in (copy_records, saved_results):
        monkeypatch.setattr(module, "load_or_compute_records", until)


@pytest.mark.parametrize("options", [(), ("--by", "solution"), ("--only", "digits")])
def test_what_was_found_is_not_found_again(
    run: Any, monkeypatch: pytest.MonkeyPatch, counted: list[int], options: tuple[str, ...]
) -> None:
    write("p.txt", many(300))
    expected = run("duplicates", "--jobs", "1", "p.txt", *options)
    number, counted[:] = len(counted), []
    Path("x").mkdir()
    call = ("duplicates", "--jobs", "1", "p.txt", "--scratch", "x", *options)
    with monkeypatch.context() as patched:
        interrupted_after(2, patched)
        result = run(*call)
    assert result.status == 130
    assert result.err.endswith("The results so far are kept; --resume continues from there.\n")
    assert len(os.listdir("x/sudokopie-resume")) == len(counted) == 2
    counted.clear()
    result = run(*call, "--resume")
    assert (result.status, result.out) == (expected.status, expected.out)
    assert len(counted) == number - 2
    assert os.listdir("x") == []


def test_a_run_without_resume_begins_anew(
    run: Any, monkeypatch: pytest.MonkeyPatch, counted: list[int]
) -> None:
    write("p.txt", many(300))
    Path("x").mkdir()
    with monkeypatch.context() as patched:
        interrupted_after(2, patched)
        run("duplicates", "--jobs", "1", "p.txt", "--scratch", "x")
    counted.clear()
    assert run("duplicates", "--jobs", "1", "p.txt", "--scratch", "x").status == 1
    assert len(counted) == 3
    assert os.listdir("x") == []


def test_what_is_damaged_or_about_something_else_is_not_recalled(
    run: Any, monkeypatch: pytest.MonkeyPatch, counted: list[int]
) -> None:
    write("p.txt", many(300))
    Path("x").mkdir()
    call = ("duplicates", "--jobs", "1", "p.txt", "--scratch", "x", "--resume")
    expected = run("duplicates", "--jobs", "1", "p.txt")
    with monkeypatch.context() as patched:
        interrupted_after(2, patched)
        run(*call)
    for file in Path("x/sudokopie-resume").iterdir():
        content = bytearray(file.read_bytes())
        content[100] ^= 1
        file.write_bytes(content)
    counted.clear()
    assert run(*call).out == expected.out
    assert len(counted) == 3
    with monkeypatch.context() as patched:
        interrupted_after(2, patched)
        run(*call)
    counted.clear()
    run(*call, "--only", "rows,columns")
    assert len(counted) == 3


def test_a_folder_that_is_in_use_is_nobody_elses(run: Any, folder: Path) -> None:
    write("p.txt", many(20))
    with ScratchFiles.open_resumable(str(folder), with_earlier_results=True) as one:
        assert one.results_folder is not None
        with ScratchFiles.open_resumable(str(folder), with_earlier_results=False) as other:
            assert other.results_folder is None
        with (
            pytest.raises(OutputError, match="resume is used by another process or user"),
            ScratchFiles.open_resumable(str(folder), with_earlier_results=True),
        ):
            pass
        result = run("duplicates", "--jobs", "1", "p.txt", "--scratch", ".", "--resume")
        assert (result.status, result.out) == (2, "")
        assert run("duplicates", "--jobs", "1", "p.txt", "--scratch", ".").status == 1


@pytest.mark.gate
def test_a_killed_run_is_gone_on_with(run: Any, folder: Path) -> None:
    write("p.txt", many(40_000))
    Path("x").mkdir()
    call = ("duplicates", "-q", "--jobs", "2", "p.txt", "--scratch", "x")
    expected = run(*call)
    kept = Path("x/sudokopie-resume")
    for _ in range(10):  # on a busy machine it may have ended before it is killed
        process = subprocess.Popen([*PROGRAM, *call], stdout=subprocess.DEVNULL, cwd=folder)
        while process.poll() is None and not list(kept.glob("*")):
            time.sleep(0.005)
        process.kill()
        process.wait()
        if kept.exists():
            break
    assert list(kept.glob("*"))
    result = run(*call, "--resume")
    assert (result.status, result.out) == (expected.status, expected.out)
    assert os.listdir("x") == []
