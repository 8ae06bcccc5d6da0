"""How many ways, all of them, part of another, the nearest copy: against enumeration."""

from __future__ import annotations

import json
from itertools import islice
from math import factorial
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, GridError, Transformation, format_pair
from sudokopie.answers.bulk.symmetries import symmetry_counts
from sudokopie.answers.nearest import nearest
from sudokopie.answers.part import part_of
from sudokopie.answers.symmetries import symmetries
from sudokopie.answers.ways import all_ways
from sudokopie.answers.ways import ways as count_ways
from sudokopie.base.errors import BackendError, DeadlinePassedError
from sudokopie.base.verdict import Verdict
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from brute_force import every_way, truth
from conftest import INSTANCES

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)
IDENTITY = Transformation.identity(FOUR)


def every_map() -> list[Transformation]:
    """Return all maps of lines and digits of 4×4, each once."""
    blank = Grid([[0] * 4] * 4)
    lines = {one.simplest() for one in every_way(blank, blank)}
    assert len(lines) == 2 * 2**6
    from itertools import permutations

    return [
        one.replace_parts(digits=digits) for one in lines for digits in permutations(range(1, 5))
    ]


# Symmetries


def group_order(shape: BoxShape) -> int:
    height, width = shape
    lines = factorial(height) ** (width + 1) * factorial(width) ** (height + 1)
    # Of a single cell a quarter turn is nothing new.
    return int((2 if height == width > 1 else 1) * lines * factorial(shape.size))


@pytest.mark.parametrize(
    ("height", "width"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (4, 4), (5, 5)]
)
def test_blank_grids_have_the_whole_group(height: int, width: int) -> None:
    shape = BoxShape(height, width)
    blank = Grid([[0] * shape.size] * shape.size, shape)
    assert symmetries(blank).order == group_order(shape)


def test_the_figures_of_the_field() -> None:
    assert symmetries(MOST_SYMMETRIC).order == 648
    assert symmetries(Grid([[0] * 9] * 9)).order == 1_218_998_108_160
    assert symmetries(cyclic_grid(NINE)).order == 54  # by trying every transformation


@pytest.mark.gate
@pytest.mark.parametrize("shape", [FOUR, SIX, BoxShape(3, 2)], ids=str)
@pytest.mark.parametrize("backend", ["pysat:minisat22", "cp-sat"])
def test_counts_are_those_of_trying_everything(shape: BoxShape, backend: str) -> None:
    rng = Random(str(shape))
    for clues in [0, 1, 2, 3, 4, 5, 6, 7, 8] * (10 if shape == FOUR else 2):
        grid = random_grid(shape, clues, rng)
        found = symmetries(grid, backend)
        assert found.order == truth(grid, grid).ways
        for one in found.generators:
            assert one.apply(grid) == grid


@pytest.mark.parametrize("clues", [0, 1, 2, 3, 5, 8])
def test_both_solvers_count_the_same_on_9x9(clues: int) -> None:
    rng = Random(clues)
    for _ in range(2):
        grid = random_grid(NINE, clues, rng)
        assert symmetries(grid).order == symmetries(grid, "cp-sat").order


def test_generators_generate() -> None:
    generators = symmetries(MOST_SYMMETRIC).generators
    found = {Transformation.identity(NINE)}
    waiting = list(found)
    while waiting:
        one = waiting.pop()
        for generator in generators:
            product = one.then(generator)
            if product not in found:
                found.add(product)
                waiting.append(product)
    assert len(found) == 648


# All ways


@pytest.mark.parametrize("shape", [FOUR, SIX], ids=str)
def test_all_ways_come_once_each_and_in_order(shape: BoxShape) -> None:
    rng = Random(str(shape))
    for clues in (1, 3, 5, 8) if shape == FOUR else (6, 8):
        first = random_grid(shape, clues, rng)
        second = random_transformation(shape, rng).apply(first)
        ways = list(islice(all_ways(first, second), 3000))
        assert ways == sorted(set(ways))
        assert len(ways) == min(3000, truth(first, second).ways)
        for way in ways:
            assert way.apply(first) == second
            assert way == way.simplest()


def test_there_may_be_no_way() -> None:
    first = random_complete_grid(NINE, Random(1))
    assert list(all_ways(first, exchange_clues(first, Random(2)))) == []


def test_the_blank_grids_ways_come_one_after_another() -> None:
    blank = Grid([[0] * 9] * 9)
    ways = list(islice(all_ways(blank, blank), 5))
    assert ways[0] == Transformation.identity(NINE)
    assert ways[1].digits == (1, 2, 3, 4, 5, 6, 7, 9, 8)


# The nearest copy


@pytest.mark.parametrize("backend", ["pysat:glucose4", "pysat:cadical153", "maxsat:rc2", "cp-sat"])
def test_the_nearest_copy_is_that_of_trying_everything(backend: str) -> None:
    rng = Random(4)
    maps = every_map()
    for clues in range(0, 9, 2):
        first, second = random_grid(FOUR, clues, rng), random_grid(FOUR, rng.randrange(9), rng)
        for blanks in (False, True):
            best = max(one.count_agreeing_cells(first, second, blanks) for one in maps)
            found = nearest(first, second, backend, blanks=blanks)
            assert (found.agreeing, found.at_most, found.is_exact) == (best, best, True)
            assert found.transformation.count_agreeing_cells(first, second, blanks) == best
            assert found.total == (16 if blanks else clues)
            if backend != "maxsat:rc2":
                assert (
                    nearest(first, second, backend, blanks=blanks, at_least=best).word == "reached"
                )
                more = nearest(first, second, backend, blanks=blanks, at_least=best + 1)
                assert more.word == "not reached"


@pytest.mark.parametrize("clues", [2, 5, 8])
def test_all_solvers_are_as_near_on_9x9(clues: int) -> None:
    rng = Random(clues)
    first, second = random_grid(NINE, clues, rng), random_grid(NINE, clues, rng)
    optima = {
        nearest(first, second, name).agreeing for name in ("pysat:glucose4", "maxsat:rc2", "cp-sat")
    }
    assert len(optima) == 1


def test_a_few_changed_clues_are_found_out() -> None:
    rng = Random(8)
    first = remove_clues(random_complete_grid(NINE, rng), 25, rng)
    changed = first
    for _ in range(2):
        changed = move_clue(changed, rng)
    second = random_transformation(NINE, rng).apply(changed)
    bounds: list[tuple[int, int]] = []
    found = nearest(first, second, progress=lambda *both: bounds.append(both))
    assert found.is_exact
    assert 23 <= found.agreeing <= 25
    assert bounds == sorted(bounds, key=lambda both: (both[0], -both[1]))
    assert bounds[-1] == (found.agreeing, found.at_most)


@pytest.mark.gate
def test_time_may_run_out() -> None:
    rng = Random(2)
    first, second = random_complete_grid(NINE, rng), random_complete_grid(NINE, rng)
    for name in ("pysat:glucose4", "cp-sat", "maxsat:rc2"):
        found = nearest(first, second, name, timeout=0.3)
        assert found.seconds < 20
        assert not found.is_exact
        assert found.agreeing < found.at_most <= 81
        assert found.transformation.count_agreeing_cells(first, second) == found.agreeing
    with pytest.raises(DeadlinePassedError):
        symmetries(cyclic_grid(BoxShape(5, 5)), timeout=0.01)


def test_who_cannot_is_refused() -> None:
    blank = Grid([[0] * 4] * 4)
    for ask in (symmetries, lambda grid, name: nearest(grid, grid, name)):
        with pytest.raises(BackendError, match="pysat:kissat404 cannot answer several"):
            ask(blank, "pysat:kissat404")
    with pytest.raises(BackendError, match="cannot answer several questions"):
        nearest(blank, blank, "maxsat:rc2", at_least=1)
    with pytest.raises(GridError):
        nearest(blank, Grid([[0] * 9] * 9))
    with pytest.raises(GridError):
        part_of(blank, Grid([[0] * 9] * 9))


# Part of another


@pytest.mark.parametrize("backend", ["pysat:minisat22", "cp-sat"])
def test_part_of_is_that_of_trying_everything(backend: str) -> None:
    rng = Random(6)
    maps = every_map()
    verdicts = set()
    for clues in (0, 1, 2, 3, 4, 5):
        for more in (clues, clues + 2, 10):
            first, second = random_grid(FOUR, clues, rng), random_grid(FOUR, more, rng)
            if rng.random() < 0.5:
                second = random_transformation(FOUR, rng).apply(second)
                first = remove_clues(second, clues, rng)
            expected = any(one.count_agreeing_cells(first, second) == clues for one in maps)
            answer = part_of(first, second, backend)
            assert (answer.verdict is Verdict.YES) == expected
            verdicts.add(answer.verdict)
            if answer.transformation is not None:
                assert answer.transformation.count_agreeing_cells(first, second) == clues
                assert answer.answer.is_fewest
    assert verdicts == {Verdict.YES, Verdict.NO}


def test_a_puzzle_is_part_of_its_solution() -> None:
    rng = Random(9)
    full = random_complete_grid(NINE, rng)
    puzzle = remove_clues(full, 20, rng)
    moved = random_transformation(NINE, rng).apply(full)
    assert part_of(puzzle, moved).verdict is Verdict.YES
    assert part_of(moved, puzzle).verdict is Verdict.NO
    assert part_of(puzzle, full).steps == 0
    assert part_of(puzzle, exchange_clues(moved, rng)).verdict is not Verdict.UNDECIDED


# The command line


@pytest.fixture
def files(tmp_path: Any) -> dict[str, str]:
    rng = Random(11)
    full = random_complete_grid(NINE, rng)
    puzzle = remove_clues(full, 22, rng)
    moved = random_transformation(NINE, rng).apply(full)
    pairs = {
        "part": (puzzle, moved),
        "whole": (moved, puzzle),
        "near": (puzzle, random_transformation(NINE, rng).apply(move_clue(puzzle, rng))),
    }
    for name, pair in pairs.items():
        (tmp_path / f"{name}.txt").write_text(format_pair(pair))
    return {name: str(tmp_path / f"{name}.txt") for name in pairs}


MOST = str(INSTANCES / "most-symmetric-copies.txt")
CORNER = str(INSTANCES / "size4-clues1-copies.txt")
NO = str(INSTANCES / "size9-clues17-moved.txt")


def test_count(run: Any) -> None:
    result = run("ways", MOST)
    assert result.status == 0
    assert "\nNumber of ways: 648\n\nThe first Sudoku has 648 symmetries" in result.out
    assert run("ways", "-q", MOST).out.endswith(" Number of ways: 648\n")
    record = json.loads(run("ways", "--json", MOST).out)
    assert record["ways"] == 648
    assert all(record["symmetries"])
    record = json.loads(run("ways", "--json", NO).out)
    assert (record["status"], record["ways"]) == ("different", 0)
    assert "(3 digits that do not occur can be renamed too)" in run("ways", CORNER).out
    result = run("ways", "--backend", "pysat:kissat404", MOST)
    assert (result.status, result.out) == (2, "")
    assert "cannot answer several questions" in result.err


@pytest.mark.gate
def test_all(run: Any) -> None:
    result = run("ways", "--all", "--json", MOST)
    assert result.status == 0
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [record["number"] for record in records] == list(range(1, 649))
    assert len({json.dumps(record["forward"]) for record in records}) == 648
    result = run("ways", "--all", "--limit", "2", MOST)
    assert result.out.startswith("Way 1, steps: ")
    assert "\nWay 2, steps: " in result.out
    assert "Way 3" not in result.out
    result = run("ways", "--all", NO)
    assert (result.status, result.out) == (
        1,
        "No way leads from the first Sudoku to the second.\n",
    )


def test_within(run: Any, files: dict[str, str]) -> None:
    result = run("within", files["part"])
    assert result.status == 0
    assert "\n\nThe first Sudoku is a copy of the second with clues left out.\n\n" in result.out
    assert (
        "Steps that bring the clues of the first Sudoku onto those of the second:\n" in result.out
    )
    result = run("within", "-q", files["whole"], files["near"])
    assert result.status == 1
    assert result.out.splitlines() == [
        f"{files['whole']}: The second Sudoku is a copy of the first with clues left out.",
        f"{files['near']}: Neither Sudoku is a copy of the other with clues left out.",
    ]
    record = json.loads(run("within", "--json", files["whole"]).out)
    assert (record["status"], record["part"], record["fewest"]) == ("part", 2, True)


def test_nearest(run: Any, files: dict[str, str]) -> None:
    result = run("nearest", files["near"])
    assert result.status == 0
    assert (
        "21 of the 22 clues of the first Sudoku come to equal clues of the second, and no"
        in result.out
    )
    assert result.out.count("!") == 3  # one in the heading, one in each drawing
    record = json.loads(run("nearest", "--json", files["near"]).out)
    assert (record["agreeing"], record["total"], record["exact"]) == (21, 22, True)
    record = json.loads(run("nearest", "--count-blanks", "--json", files["near"]).out)
    assert (record["agreeing"], record["total"]) == (79, 81)


def test_nearest_at_least(run: Any, files: dict[str, str], tmp_path: Any) -> None:
    assert run("nearest", "--at-least", "15", files["near"]).status == 0
    folder = str(tmp_path / "certificate")
    result = run("nearest", "--at-least", "22", "--certificate", folder, files["near"])
    assert result.status == 1
    assert (
        "\nNo transformation brings 22 clues of the first Sudoku onto equal clues of the second. "
        "This is certified: a proof of it was checked.\n\nProof of "
    ) in result.out
    result = run("check", folder, files["near"])
    assert (result.status, result.out) == (
        0,
        "Certified: no transformation makes 22 clues agree.\n",
    )


def test_questions_exclude_each_other(run: Any) -> None:
    for arguments in (
        ("--all", "--nearest"),
        ("--within", "--all"),
        ("--limit", "3"),
        ("--at-least", "3"),
        ("--count-blanks",),
        ("--nearest", "--count"),
        ("--all", "--certificate", "x"),
        ("--within", "--any-steps"),
    ):
        result = run("solve", NO, *arguments)
        assert (result.status, result.out) == (2, "")
        assert result.err.count("\n") == 1


def test_a_time_limit_is_said(run: Any, tmp_path: Any) -> None:
    rng = Random(2)
    file = tmp_path / "pair.txt"
    file.write_text(format_pair((random_complete_grid(NINE, rng), random_complete_grid(NINE, rng))))
    result = run("nearest", "--time-limit", "0.5", str(file))
    assert result.status == 3
    assert "; the time was not enough to find out whether up to " in result.out


def test_a_single_cell_has_one_way() -> None:
    """A quarter turn of it is the same map as none."""
    one = Grid([[1]])
    assert count_ways(one, one).number == len(list(all_ways(one, one))) == 1
    assert count_ways(Grid([[0]]), Grid([[0]])).number == 1
    assert symmetry_counts([one, Grid([[0]])]) == [1, 1]
