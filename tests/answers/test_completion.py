"""Grids by the rules of Sudoku, and their completions."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.answers.completion import (
    complete,
    completions,
    count_completions,
    has_one_completion,
    search_completions,
)
from sudokopie.encoding.completion import CompletionFormula
from sudokopie.showing.report_completion import find_repeated_digit_if_unsolvable
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid, remove_clues

from conftest import SHARED

pytestmark = pytest.mark.kernel


def grid_of(text: str) -> Grid:
    return Grid([[int(digit) for digit in row] for row in text.split()])


UNSOLVED = grid_of(
    "530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079"
)
NEARLY = grid_of(
    "450826197 802571634 160493520 714950060 506107040 309084751 000210470 601345982 040760315"
)
SOLVED = grid_of(
    "453826197 892571634 167493528 714952863 586137249 329684751 935218476 671345982 248769315"
)


def test_lines_and_boxes() -> None:
    assert UNSOLVED.row(0) == (5, 3, 0, 0, 7, 0, 0, 0, 0)
    assert UNSOLVED.column(4) == (7, 9, 0, 6, 0, 2, 0, 1, 8)
    for r in range(3):
        for c in range(3):
            assert UNSOLVED.box(r, c) == (5, 3, 0, 6, 0, 0, 0, 9, 8)
    assert UNSOLVED.box(8, 8) == (2, 8, 0, 0, 0, 5, 0, 7, 9)
    wide = Grid([[6 * r + c - 6 * r for c in range(6)] for r in range(6)], (2, 3))
    assert wide.box(3, 4) == (3, 4, 5, 3, 4, 5)


def test_candidates() -> None:
    candidates = NEARLY.candidates()
    assert len(candidates) == 22
    assert candidates[0, 2] == [3]
    assert candidates[3, 6] == [2, 8]
    assert candidates[4, 8] == [3, 8, 9]
    assert candidates[6, 1] == [3, 8, 9]
    assert SOLVED.candidates() == {}
    assert Grid([[0] * 6] * 6, (3, 2)).candidates()[5, 5] == [1, 2, 3, 4, 5, 6]


def test_what_is_complete() -> None:
    assert SOLVED.is_solved()
    assert not UNSOLVED.is_solved()
    assert UNSOLVED.is_consistent()
    for r in range(9):
        for c in range(9):
            for value in range(10):
                if value == SOLVED[r, c]:
                    continue
                rows = [list(row) for row in SOLVED]
                rows[r][c] = value
                changed = Grid(rows)
                assert not changed.is_solved()
                assert changed.is_consistent() == (value == 0)


@pytest.mark.parametrize("box", [(1, 4), (4, 1), (2, 2)])
def test_what_is_complete_in_two_ways_of_three_is_not_solved(box: tuple[int, int]) -> None:
    rows = Grid([[1, 2, 3, 4]] * 4, box)  # only the columns are wrong, or the boxes too
    assert not rows.is_solved()
    assert not Grid(zip(*rows, strict=True), box).is_solved()
    latin = [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]]
    assert Grid(latin, box).is_solved() == (box != (2, 2))


def test_solutions() -> None:
    solution = complete(UNSOLVED)
    assert solution is not None
    assert solution.is_solved()
    assert solution.agreeing(UNSOLVED) == UNSOLVED
    assert has_one_completion(UNSOLVED)
    assert complete(NEARLY) == SOLVED
    assert list(completions(SOLVED)) == [SOLVED]
    broken = Grid([[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4])
    assert (complete(broken), count_completions(broken), has_one_completion(broken)) == (
        None,
        0,
        False,
    )


def test_counts() -> None:
    blank = Grid([[0] * 4] * 4)
    found = list(completions(blank))
    assert len(set(found)) == len(found) == 288
    assert count_completions(blank, 5) == 5
    assert not has_one_completion(blank)
    assert count_completions(Grid([[0]])) == 1


def test_a_cell_without_a_candidate_is_a_contradiction() -> None:
    grid = Grid([[0, 1, 2, 3], [0, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]])
    assert grid.is_consistent()
    assert grid.candidates()[0, 0] == []
    assert complete(grid) is None


def test_a_digit_without_a_place_is_a_contradiction() -> None:
    grid = Grid([[0, 0, 3, 4], [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]])
    assert all(grid.candidates().values())
    assert complete(grid) is None
    assert [] in CompletionFormula(grid).clauses()


@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2)], ids=str)
def test_completions_against_search(shape: BoxShape) -> None:
    rng = Random(str(shape))

    def search(grid: Grid) -> int:
        candidates = grid.candidates()
        if not candidates:
            return int(grid.is_solved())
        (r, c), digits = min(candidates.items(), key=lambda item: len(item[1]))
        found = 0
        for digit in digits:
            rows = [list(row) for row in grid]
            rows[r][c] = digit
            found += search(Grid(rows, grid.shape))
        return found

    for _ in range(15):
        full = random_complete_grid(shape, rng)
        grid = remove_clues(full, shape.size**2 * 2 // 5, rng)
        assert count_completions(grid) == search(grid)
        other = random_grid(shape, 5, rng)
        if not other.is_consistent():
            assert count_completions(other) == 0


@pytest.mark.skipif(not SHARED.exists(), reason="the puzzles are not here")
def test_published_puzzles_have_one_solution() -> None:
    with (SHARED / "puzzles" / "17puz49158.txt").open() as file:
        lines = [line.strip() for line in file][:100]
    for line in lines:
        digits = [int(digit) for digit in line.replace(".", "0")[:81]]
        assert has_one_completion(Grid([digits[9 * r : 9 * r + 9] for r in range(9)]))


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("1..1............", "Row 1 has the digit 1 twice, in columns 1 and 4."),
        (".2.......2......", "Column 2 has the digit 2 twice, in rows 1 and 3."),
        (
            "3....3..........",
            "A box has the digit 3 twice, in row 1, column 1 and in row 2, column 2.",
        ),
        ("1.....1.........", None),
    ],
)
def test_two_equal_digits_are_named(
    rows: str, sentence: str | None, run: Any, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text(f"{rows}\n")
    two.write_text(f"{rows}\n" * 2)
    equal = find_repeated_digit_if_unsolvable(search_completions(Grid(rows)))
    assert (None if equal is None else str(equal.sentence)) == sentence
    out = run("complete", str(one)).out
    assert out.endswith(
        "more than one solution.\n" if sentence is None else f"has no solution.\n\n{sentence}\n"
    )
    verdict = run("complete", "-q", str(one)).out
    assert verdict == (
        "This Sudoku has more than one solution.\n"
        if sentence is None
        else f"This Sudoku has no solution. {sentence}\n"
    )
    out = run("complete", str(two)).out
    assert (
        sentence is None or out.count(f"two.txt:2: This Sudoku has no solution. {sentence}\n") == 1
    )


@pytest.mark.parametrize("count", [1, 2])
def test_two_equal_digits_are_a_key_of_json(count: int, run: Any, tmp_path: Path) -> None:
    file, solvable = tmp_path / "some.txt", tmp_path / "solvable.txt"
    file.write_text(".2.......2......\n" * count)
    solvable.write_text("1...............\n" * count)
    record = json.loads(run("complete", "--json", str(file)).out.splitlines()[-1])
    assert record["equal_digits"] == {
        "digit": 2,
        "cells": [[1, 2], [3, 2]],
        "sentence": "Column 2 has the digit 2 twice, in rows 1 and 3.",
    }
    german = run("complete", "--json", "--lang", "de", str(file)).out.splitlines()[-1]
    assert "Spalte 2 hat die Ziffer 2" in json.loads(german)["equal_digits"]["sentence"]
    assert '"equal_digits"' not in run("complete", "--json", str(solvable)).out
