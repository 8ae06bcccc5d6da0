"""Reviews of submissions: the verdicts, the reasons for them, and the output of the command."""

from __future__ import annotations

import csv
import io
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, within
from sudokopie.answers import completion
from sudokopie.answers.among import are_copies
from sudokopie.answers.completion import (
    completions,
    find_completion_answer_by_shared_solver,
    get_completer_of_thread,
    search_completions,
)
from sudokopie.answers.symmetries import symmetries
from sudokopie.applications.catalogue import Catalogue, Source, command_lookup, finding, store
from sudokopie.applications.catalogue.class_filters import LoadedClasses
from sudokopie.applications.catalogue.finding import Finder, Finding, Review, Reviewer
from sudokopie.applications.collection import near_known
from sudokopie.base.verdict import Verdict
from sudokopie.commands.machinery import command_group
from sudokopie.solvers import deadline
from sudokopie.sudoku.arrays import convert_to_array_and_shape
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

FOUR, NINE = BoxShape(2, 2), BoxShape(3, 3)


def moved(grid: Grid, seed: int = 1) -> Grid:
    return random_transformation(grid.shape, Random(seed)).apply(grid)


def proper(seed: int, shape: BoxShape = NINE, clues: int = 32) -> tuple[Grid, Grid]:
    """Return a puzzle with one solution, and this solution."""
    rng = Random(seed)
    while True:
        solution = random_complete_grid(shape, rng)
        puzzle = remove_clues(solution, clues, rng)
        if search_completions(puzzle).word == "one":
            return puzzle, solution


def without(grid: Grid, count: int) -> Grid:
    """Return a grid without its last `count` clues."""
    return grid.keeping(frozenset(sorted(grid.clue_cells)[: grid.clues - count]))


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(str(tmp_path / "seen.db"), create=True) as opened:
        yield opened


def reviewed(
    catalogue: Catalogue, *grids: Grid, near: int = 2, seconds: Any = None
) -> list[Review]:
    reviewer = Reviewer(catalogue, near, seconds)
    return [
        one
        for some in reviewer.yield_reviews_of_each_task(
            iter([convert_to_array_and_shape(list(grids))])
        )
        for one in some
    ]


# One solver for many puzzles


@pytest.mark.kernel
@pytest.mark.parametrize("most", [5000, 3])
def test_a_kept_solver_says_what_a_new_one_says(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completion, "_PUZZLES_A_SOLVER", most)
    rng = Random(7)
    words = set()
    for shape in (FOUR, BoxShape(2, 3)):
        for _ in range(25):
            clues = rng.randrange(3, 10)
            grid = remove_clues(random_complete_grid(shape, rng), clues + 4, rng)
            if rng.random() < 0.3:
                grid = random_grid(shape, clues, rng)
            for limit in (1, 2, None if shape == FOUR else 3):
                expected = search_completions(grid, limit)
                found = get_completer_of_thread(shape).search_completions(grid, limit)
                assert found == expected
            words.add(found.word)
    assert words == {"none", "one", "more"}


@pytest.mark.kernel
def test_large_puzzles_have_a_solver_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completion, "_LARGEST_KEPT", 4)
    monkeypatch.setattr(completion, "Completer", None)  # so that one would be noticed
    puzzle, solution = proper(1)
    assert find_completion_answer_by_shared_solver(puzzle).solutions == (solution,)


# Reviews


@pytest.mark.kernel
@pytest.mark.parametrize("most_narrowed", [500, 0])
def test_each_verdict(
    most_narrowed: int, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "_MOST_FILTERED", most_narrowed)
    known, solution = proper(1)
    other, _ = proper(2)
    blank = sorted(set(solution.clue_cells) - known.clue_cells)
    richer = solution.keeping(known.clue_cells | set(blank[:5]))
    # A puzzle with the same solution and so many other clues that it is no near copy.
    sibling = solution.keeping(frozenset(blank) | frozenset(sorted(known.clue_cells)[:4]))
    assert search_completions(sibling).word == "one"
    wrong = Grid([[5, 5, *[0] * 7], *[[0] * 9] * 8])
    catalogue.add([known], [Source("old.txt", 1)])
    grids = {
        "copy": moved(known),
        "similar": moved(solution.keeping(known.clue_cells | set(blank[:1])), 2),
        "contained": moved(richer, 3),
        "same solution": moved(sibling, 4),
        "ready": other,
        "repeated": moved(other, 5),
        "several": without(other, 15),
        "unsolvable": wrong,
    }
    found = dict(zip(grids, reviewed(catalogue, *grids.values(), near=1), strict=True))
    assert {expected: one.word for expected, one in found.items()} == {word: word for word in grids}
    assert [one.index for one in found.values()] == list(range(8))
    assert found["repeated"].earlier == 4
    (part,) = found["contained"].finding.parts
    assert part.known_is_part
    assert part.steps.count_agreeing_cells(known, grids["contained"]) == known.clues
    assert found["copy"].same_solution == ()
    (same,) = found["same solution"].same_solution
    assert same.steps.leads(solution, search_completions(grids["same solution"]).solutions[0])
    (near,) = found["similar"].finding.near
    assert near.known.grid == known
    assert found["ready"].symmetries == 1


def test_a_busy_machine_leaves_nothing_undecided(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = [0.0]
    counters = {
        "perf_counter": lambda: time.perf_counter() + later[0],
        "process_time": time.process_time,
    }
    find = LoadedClasses.find_nested_and_undecided_classes

    def find_late(*rest: Any) -> Any:
        later[0] += 3.0
        return find(*rest)

    monkeypatch.setattr(deadline, "time", SimpleNamespace(**counters))
    monkeypatch.setattr(LoadedClasses, "find_nested_and_undecided_classes", find_late)
    known, _ = proper(1, FOUR, 6)
    catalogue.add([known], [Source("old.txt", 1)])
    (review,) = reviewed(catalogue, without(known, 1), near=0, seconds=2.0)
    assert (review.finding.undecided, len(review.finding.parts)) == (0, 1)


@pytest.mark.kernel
@pytest.mark.parametrize("most", [2000, 2])
def test_parts_and_equal_solutions_as_by_comparing_all(
    most: int, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "_MOST_SOLUTIONS", most)
    monkeypatch.setattr(finding, "_MOST_LISTED", most)
    rng = Random(3)
    known = [random_grid(FOUR, rng.randrange(3, 9), rng) for _ in range(14)]
    known += [proper(seed, FOUR, rng.randrange(5, 9))[0] for seed in range(9)]
    known = [one for i, one in enumerate(known) if not any(are_copies(one, k) for k in known[:i])]
    catalogue.add(known, [Source("old.txt", i) for i in range(len(known))])
    new = [random_grid(FOUR, rng.randrange(3, 9), rng) for _ in range(5)]
    new += [proper(seed + 50, FOUR, rng.randrange(5, 9))[0] for seed in range(5)]
    new += [moved(without(one, 2), 9) for one in known[-6:]]  # puzzles with several solutions
    solutions = {one: list(completions(one)) for one in [*known, *new]}
    some_parts = some_same = 0
    for grid, review in zip(new, reviewed(catalogue, *new, near=0), strict=True):
        parts = {
            one
            for one in known
            if not are_copies(one, grid) and within(one, grid).verdict is Verdict.YES
        }
        assert {part.known.grid for part in review.finding.parts} == parts
        same = {
            one
            for one in known
            if len(solutions[one]) == len(solutions[grid]) == 1
            and not are_copies(one, grid)
            and are_copies(solutions[one][0], solutions[grid][0])
        }
        assert {one.known.grid for one in review.same_solution} == same
        found = symmetries(grid)
        assert review.symmetries == found.order // found.renamings
        some_parts += len(parts)
        some_same += len(same)
    assert some_parts
    assert some_same


@pytest.mark.kernel
def test_known_puzzles_are_ruled_out_before_one_is_compared(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = [proper(seed)[0] for seed in range(1, 7)]
    catalogue.add(known, [Source("old.txt", i) for i in range(len(known))])
    asked: list[Grid] = []

    def noted(first: Grid, second: Grid, **options: Any) -> Any:
        asked.append(second)
        return within(first, second, **options)

    monkeypatch.setattr(finding, "part_of_by_kernel_or_solver", noted)
    unfinished = without(known[2], 6)
    assert search_completions(unfinished).word == "more"
    (found,) = reviewed(catalogue, moved(unfinished), near=0)
    assert [part.known.grid for part in found.finding.parts] == asked == [known[2]]


def test_what_time_cuts_short_is_undecided(catalogue: Catalogue) -> None:
    catalogue.add([proper(1)[0]], [Source("old.txt", 1)])
    # A solver counts the symmetries only if the sorted form of the grid is not exact.
    asymmetric, symmetric = reviewed(catalogue, proper(2)[0], cyclic_grid(NINE), seconds=1e-9)
    assert asymmetric.word == symmetric.word == "undecided"
    assert (asymmetric.symmetries, symmetric.symmetries) == (1, None)


# The command


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> dict[str, Grid]:
    """Put a puzzle into `seen.db`; write `new.txt` with a copy, a near copy and a new puzzle."""
    monkeypatch.chdir(tmp_path)
    known, solution = proper(1)
    blank = min(solution.clue_cells - known.clue_cells)
    Path("old.txt").write_text(format_line(known) + " Rätsel 12\n", encoding="utf-8")
    assert run("catalogue", "add", "seen.db", "old.txt").status == 0
    grids = {
        "known": moved(known),
        "near": moved(solution.keeping(known.clue_cells | {blank}), 2),
        "new": proper(2)[0],
    }
    lines = [f"{format_line(grid)} {name}\n" for name, grid in grids.items()]
    Path("new.txt").write_text("".join(lines))
    return grids


def test_a_line_for_each_submission_and_a_sum(run: Any, files: dict[str, Grid]) -> None:
    del files
    done = run("catalogue", "review", "seen.db", "new.txt")
    assert (done.status, done.err) == (1, "")
    one, two, three, *sums = done.out.splitlines()
    assert one.startswith(
        "new.txt:1 known: Known. It has one solution. It is a copy of old.txt:1 R"
    )
    assert "It is nearly a copy of old.txt:1" in two
    assert "32 of 33 clues agree" in two
    assert three == "new.txt:3 new: Nothing speaks against it. It has one solution."
    assert sums[0] == "Submissions: 3."
    Path("new.txt").write_text(Path("new.txt").read_text().splitlines()[2] + "\n")
    assert run("catalogue", "review", "seen.db", "new.txt", "-q").status == 0


def test_the_sums_name_submissions_that_cannot_be_read(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.txt").write_text("12..............\n..............21\n12..x..........y\n")
    run("catalogue", "add", "seen.db", "--as", "one.txt", "some.txt")
    lines = run("catalogue", "review", "seen.db", "some.txt").out.splitlines()
    assert lines[-3:] == ["Submissions: 3.", "2  Not unique.", "1  Not readable."]
    found = run("catalogue", "find", "seen.db", "some.txt")
    assert found.err.splitlines()[-1] == "Sudokus: 3. Known: 2. Not readable: 1."


def test_json_names_the_known_one_and_the_earlier_submission(
    run: Any, files: dict[str, Grid]
) -> None:
    lines = Path("new.txt").read_text().splitlines()
    Path("more.txt").write_text("\n".join([lines[2], format_line(moved(files["new"], 9))]) + "\n")
    done = run("catalogue", "review", "seen.db", "new.txt", "more.txt", "--json", "--near", "1")
    records = [json.loads(line) for line in done.out.splitlines()]
    words = [record["status"] for record in records]
    assert words == ["copy", "similar", "ready", "repeated", "repeated"]
    assert records[0]["known"][0]["line"] == 1
    assert records[1]["near"][0]["agreeing"] == 32
    assert records[3]["earlier"] == records[4]["earlier"] == "new.txt:3"
    assert records[0]["solutions"] == "one"
    assert search_completions(files["known"]).solutions[0].rows == tuple(
        map(tuple, records[0]["solution"])
    )


def test_columns_for_a_spreadsheet(run: Any, files: dict[str, Grid]) -> None:
    del files
    done = run("catalogue", "review", "seen.db", "new.txt", "--output", "csv", "--bom")
    assert done.out.startswith("\N{BYTE ORDER MARK}")
    rows = list(csv.reader(io.StringIO(done.out[1:])))
    assert [row[1] for row in rows] == ["copy", "similar", "ready"]
    assert rows[0][3].startswith("old.txt:1")
    refused = run("catalogue", "review", "seen.db", "new.txt", "--bom")
    assert refused.status == 2
    assert "--output csv" in refused.err


def test_page_shows_both_and_marks_what_differs(run: Any, files: dict[str, Grid]) -> None:
    del files
    done = run("catalogue", "review", "seen.db", "new.txt", "--html", "page.html")
    assert done.status == 1
    page = Path("page.html").read_text(encoding="utf-8")
    assert "Can these Sudokus be printed?" in page
    assert page.count('class="marked"') == 1
    assert "From the known Sudoku to the new one" in page
    assert "Rätsel 12" in page


def test_two_equal_digits_are_named(run: Any, files: dict[str, Grid]) -> None:
    sentence = "Row 1 has the digit 5 twice, in columns 1 and 2."
    Path("new.txt").write_text(f"55{'.' * 79}\n{format_line(files['new'])}\n")
    lines = run("catalogue", "review", "seen.db", "new.txt").out.splitlines()
    assert lines[0].startswith(f"new.txt:1: Not solvable. It has no solution. {sentence} ")
    table = run("catalogue", "review", "seen.db", "new.txt", "--output", "table").out
    assert next(csv.DictReader(io.StringIO(table)))["said"].startswith(lines[0].split(": ", 1)[1])
    records = [
        json.loads(line)
        for line in run("catalogue", "review", "seen.db", "new.txt", "--json").out.splitlines()
    ]
    assert records[0]["equal_digits"] == {
        "digit": 5,
        "cells": [[1, 1], [1, 2]],
        "sentence": sentence,
    }
    assert "equal_digits" not in records[1]


def test_in_german(run: Any, files: dict[str, Grid]) -> None:
    del files
    done = run("catalogue", "review", "seen.db", "new.txt", "--lang", "de")
    assert "Nichts spricht dagegen. Es hat genau eine Lösung." in done.out
    assert "Einsendungen: 3." in done.out


def test_a_single_submission_is_drawn_too(run: Any, files: dict[str, Grid]) -> None:
    Path("new.txt").write_text(format_line(files["known"]) + "\n")
    done = run("catalogue", "review", "seen.db", "new.txt")
    assert (done.status, done.err) == (1, "")
    assert "-------+-------+-------" in done.out
    assert "From the known Sudoku to the new one" in done.out


def test_checks_are_left_out(run: Any, files: dict[str, Grid]) -> None:
    known, solution = proper(1)
    blank = sorted(set(solution.clue_cells) - known.clue_cells)
    richer = moved(solution.keeping(known.clue_cells | set(blank[:5])), 3)
    sibling = solution.keeping(frozenset(blank) | frozenset(sorted(known.clue_cells)[:4]))
    lines = [format_line(richer), format_line(moved(sibling, 4)), format_line(files["new"])]
    Path("new.txt").write_text("\n".join(lines) + "\n")
    command = ["catalogue", "review", "seen.db", "new.txt", "--near", "1", "--json"]

    def words(*options: str) -> list[str]:
        records = [json.loads(line) for line in run(*command, *options).out.splitlines()]
        skipped = sorted(option for option in options if option != "--skip")
        assert all(record.get("skipped", []) == skipped for record in records)
        return [record["status"] for record in records]

    assert words() == ["contained", "same solution", "ready"]
    assert words("--skip", "parts") == ["same solution", "same solution", "ready"]
    assert words("--skip", "same_solution") == ["contained", "ready", "ready"]
    assert words("--skip", "parts", "--skip", "same_solution") == ["ready"] * 3
    done = run(*command[:-1], "--skip", "parts").out.splitlines()
    assert done[-1] == "Not looked for: known Sudokus that contain a new one or are part of it."
    refused = run(*command, "--skip", "x")
    assert (refused.status, "same_solution" in refused.err) == (2, True)


def test_a_large_catalogue_has_a_cheaper_default(
    run: Any, files: dict[str, Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = format_line(move_clue(move_clue(files["known"], Random(1)), Random(2)))
    Path("new.txt").write_text(f"{line}\n{format_line(files['new'])}\n")
    command = ["catalogue", "review", "seen.db", "new.txt", "--json"]

    def near(*options: str) -> list[int]:
        return [
            len(json.loads(row).get("near", [])) for row in run(*command, *options).out.splitlines()
        ]

    assert near() == near("--near", "2") == [1, 0]
    monkeypatch.setattr(command_lookup, "_MOST_WITH_NEAR_2", 0)
    assert near() == near("--near", "1") == [0, 0]
    assert near("--near", "2") == [1, 0]
    assert "has 1 Sudokus, so near copies differ in one clue here; --near 2" in run(*command).err


def test_rows_appear_as_they_come(files: dict[str, Grid], monkeypatch: pytest.MonkeyPatch) -> None:
    del files
    written: list[str] = []
    review = Reviewer._make_and_remember_review

    class Pipe(io.StringIO):
        """An output whose text is only seen after it was flushed."""

        def flush(self) -> None:
            written.append(self.getvalue())

    seen: list[int] = []

    def noted(self: Reviewer, *rest: Any) -> Review:
        seen.append(written[-1].count("\n") if written else 0)
        return review(self, *rest)

    monkeypatch.setattr(Reviewer, "_make_and_remember_review", noted)
    monkeypatch.setattr(sys, "stdout", Pipe())
    cli_run = command_group.cli.main
    with pytest.raises(SystemExit):
        cli_run(["catalogue", "review", "seen.db", "new.txt"])
    assert seen == [0, 1, 2]


@pytest.mark.parametrize("name", ["find", "review"])
def test_what_is_interrupted_says_so(
    name: str, run: Any, files: dict[str, Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    del files
    find, count = Finder._make_finding_of_copies, 0

    def interrupted(self: Finder, *rest: Any) -> Finding:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return find(self, *rest)

    whole = run("catalogue", name, "seen.db", "new.txt")
    assert "Interrupted" not in whole.out + whole.err
    monkeypatch.setattr(Finder, "_make_finding_of_copies", interrupted)
    done = run("catalogue", name, "seen.db", "new.txt")
    assert done.status == 130
    assert "Interrupted. Only the Sudokus that are counted here were looked up." in (
        done.out + done.err
    )


# Many at once


def test_near_copies_of_many_are_searched_together(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "_FEWEST_TOGETHER", 2)
    monkeypatch.setattr(finding, "_MOST_FILTERED", 1)
    monkeypatch.setattr(store, "_SUDOKUS_A_TRANSACTION", 4)  # so that classes are read in pages
    rng = Random(4)
    known = [random_grid(FOUR, 5, rng) for _ in range(20)] + [proper(1)[0]]
    for some in (known[:20], known[20:]):
        catalogue.add(some, [Source("old.txt", i) for i in range(len(some))])
    new = [move_clue(moved(one, 3), rng) for one in known] + [proper(2)[0]] + known[:2]
    searches = 0
    search = near_known.find_near_copies_of_known_sudokus

    def counted(*given: Any) -> Any:
        nonlocal searches
        searches += 1
        return search(*given)

    monkeypatch.setattr(finding, "find_near_copies_of_known_sudokus", counted)
    options = finding.FindOptions(near=1)
    tasks = [convert_to_array_and_shape([one]) for one in new]
    together = [
        one
        for some in Finder(catalogue, options).yield_findings_of_each_task(iter(tasks))
        for one in some
    ]
    assert [one.grid for one in together] == new
    assert searches == 3  # for the first 2 Sudokus, and for the two shapes of the next 20
    alone = [
        one
        for task in tasks
        for some in Finder(catalogue, options).yield_findings_of_each_task(iter([task]))
        for one in some
    ]
    assert [one.near for one in together] == [one.near for one in alone]
    assert sum(bool(one.near) for one in together) > 10


def test_solutions_of_all_classes_give_the_same_parts(catalogue: Catalogue) -> None:
    rng = Random(3)
    known = [random_grid(FOUR, rng.randrange(3, 9), rng) for _ in range(14)]
    known += [proper(seed, FOUR, rng.randrange(5, 9))[0] for seed in range(9)]
    catalogue.add(known, [Source("old.txt", i) for i in range(len(known))])
    new = [random_grid(FOUR, rng.randrange(3, 9), rng) for _ in range(9)]
    new += [moved(without(one, 2), 9) for one in known[-9:]]
    new += [proper(seed + 50, FOUR, rng.randrange(5, 9))[0] for seed in range(5)]
    options = finding.FindOptions(within=True)
    found = []
    for is_solved in (False, True):
        finder = Finder(catalogue, options, solves_all_first=is_solved)
        if is_solved:
            finder.load_classes(FOUR).solve_all_classes()
        ((*one,),) = finder.yield_findings_of_each_task(iter([convert_to_array_and_shape(new)]))
        found.append([{part.known.id for part in one_found.parts} for one_found in one])
    assert found[0] == found[1]
    assert sum(map(len, found[0])) > 10
