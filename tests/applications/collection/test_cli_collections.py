"""Commands about collections: a line of output for each Sudoku, many files, processes,
duplicates.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation, decide
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.symmetries import symmetries
from sudokopie.base.verdict import Verdict
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    move_clue,
    random_transformation,
    remove_clues,
)

from conftest import PROGRAM, SHARED, puzzles, write
from samples import SOLUTION

NINE = BoxShape(3, 3)
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BLANK = "." * 81


pytestmark = pytest.mark.usefixtures("folder")


# A line out for each Sudoku in


MIXED = [
    f"{PUZZLE} # the first",
    "a line of words",
    BLANK,
    "55" + BLANK[2:],
    BLANK[:-1] + "q",
    PUZZLE,
]


@pytest.mark.parametrize("command", ["complete", "canonical"])
def test_a_line_comes_out_for_each_sudoku(run: Any, command: str) -> None:
    result = run(command, write("mixed.txt", MIXED))
    lines = result.out.splitlines()
    assert result.status == 2
    assert len(lines) == 5
    assert lines[0] == lines[4]
    assert lines[3].startswith("# mixed.txt:5:81: expected a digit 0-9, found 'q'")
    assert (
        "mixed.txt: lines without a Sudoku: 1; the first is line 2, "
        "'a line of words'\n" in result.err
    )


@pytest.mark.kernel
def test_complete_says_why_there_is_no_line(run: Any) -> None:
    lines = run("complete", write("mixed.txt", MIXED)).out.splitlines()
    assert lines[0] == SOLVED
    assert lines[1].startswith("# mixed.txt:3: This Sudoku has more than one solution. One of them")
    assert open_text_as_grid_file(lines[1].split()[-1]).read_single_grid_and_close().is_solved()
    assert lines[2] == (
        "# mixed.txt:4: This Sudoku has no solution. "
        "Row 1 has the digit 5 twice, in columns 1 and 2."
    )


def test_columns_are_added_to_a_table(run: Any) -> None:
    table = write("t.csv", ["id,puzzle,level", f"1,{PUZZLE},easy", f"2,{BLANK},hard"])
    lines = run("complete", "--output", "csv", table).out.splitlines()
    assert lines[0] == "id,puzzle,level,solution,solutions,variant"
    assert lines[1] == f"1,{PUZZLE},easy,{SOLVED},one,"
    assert lines[2].startswith(f"2,{BLANK},hard,")
    assert lines[2].endswith(",more,")
    out = run("canonical", "--output", "csv", "--symmetries", table).out
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0][3:] == ["form", "symmetries", "variant"]
    assert rows[2][4] == "1218998108160"
    assert rows[1][3] == format_line(
        canonical_form(open_text_as_grid_file(PUZZLE).read_single_grid_and_close()).form
    )


def test_lines_that_are_no_table_are_quoted(run: Any) -> None:
    plain = write("plain.txt", [f"{PUZZLE} a, b", PUZZLE])
    rows = list(csv.reader(io.StringIO(run("complete", "--output", "csv", plain).out)))
    assert rows == [[f"{PUZZLE} a, b", SOLVED, "one", ""], [PUZZLE, SOLVED, "one", ""]]


def test_a_column_is_chosen(run: Any) -> None:
    table = write("t.csv", ["quizzes,solutions", f"{PUZZLE},{SOLVED}"])
    assert run("canonical", "-q", "--column", "solutions", table).out == (
        format_line(
            canonical_form(open_text_as_grid_file(SOLVED).read_single_grid_and_close()).form
        )
        + "\n"
    )
    assert run("canonical", "-q", "--column", "1", table).out != (
        run("canonical", "-q", "--column", "2", table).out
    )
    result = run("complete", "--column", "nope", table)
    assert (result.status, result.out) == (2, "")
    assert "expected a column 'nope'" in result.err


def test_json_tells_place_and_name(run: Any) -> None:
    write("mixed.txt", MIXED)
    for command in ("complete", "canonical"):
        records = [
            json.loads(line) for line in run(command, "--json", "mixed.txt").out.splitlines()
        ]
        assert [record["line"] for record in records] == [1, 3, 4, 5, 6]
        assert records[0]["name"] == "the first"
        assert records[3]["status"] == "error"
    assert records[0]["steps"] == len(records[0]["forward"]["sentences"])


def test_several_files_and_bad_ones_among_them(run: Any) -> None:
    one, four = (
        write("one.txt", [PUZZLE]),
        write("four.txt", ["1234341221434321", "12.." + "." * 12]),
    )
    result = run("complete", one, "missing.txt", four)
    assert result.status == 2
    assert result.out.splitlines()[:2] == [SOLVED, "1234341221434321"]
    assert result.err.startswith("missing.txt: cannot be read: No such")


@pytest.mark.gate
@pytest.mark.parametrize("command", ["complete", "canonical"])
def test_the_same_comes_out_of_any_number_of_processes(run: Any, command: str) -> None:
    many = write("many.txt", [format_line(grid) for grid in puzzles(250)] + ["x", BLANK[1:] + "e"])
    one = run(command, "--jobs", "1", many)
    two = run(command, "--jobs", "2", many)
    assert (one.status, one.out) == (two.status, two.out)
    assert len(one.out.splitlines()) == 251


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["complete", "--output", "csv", "--all", "x"], "--output csv cannot be used with --all"),
        (["canonical", "--output", "csv", "--json", "x"], "--output csv cannot be used with"),
        (
            ["canonical", "--only", "digits", "--form", "max", "x"],
            "--only digits cannot be used with",
        ),
        (["canonical", "--check", "--form", "max", "x"], "--check cannot be used with"),
        (["duplicates", "--check", "--against", "y", "x"], "--check cannot be used with --against"),
        (["duplicates", "-o", "x", "x"], "cannot be written too"),
        (["duplicates", "-o", "y", "--drop", "./y", "x"], "need different files"),
        (["duplicates", "-o", "y", "-"], "- can be read only once; save it as a file first"),
        (["duplicates", "-o", "-", "x"], "-o needs the name of a file"),
        (["duplicates", "--drop", "", "x"], "--drop needs the name of a file"),
        (["duplicates", "-o", "no/such/folder", "x"], "no/such/folder: No such file or directory"),
        (["duplicates", "-o", ".", "x"], ".: Is a directory"),
        (["duplicates", "--near", "3", "x"], "--near"),
    ],
)
def test_what_does_not_go_together(run: Any, arguments: list[str], message: str) -> None:
    Path("x").write_text(f"{PUZZLE}\n")
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert Path("x").read_text() == f"{PUZZLE}\n"


# Canonical forms


def test_forms_by_solution(run: Any) -> None:
    grid = open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    copy = random_transformation(NINE, Random(1)).apply(grid)
    result = run(
        "canonical", "--by", "solution", write("p.txt", [PUZZLE, format_line(copy), BLANK])
    )
    first, second, third = result.out.splitlines()
    assert first == second
    form, clues = (
        open_text_as_grid_file(text).read_single_grid_and_close() for text in first.split()
    )
    assert form == canonical_form(open_text_as_grid_file(SOLVED).read_single_grid_and_close()).form
    assert clues.agreeing(form) == clues
    assert decide(grid, clues).verdict is Verdict.YES
    assert third == "# p.txt:3: This Sudoku has more than one solution."
    assert result.status == 1


def test_clues_lie_the_same_on_a_form_with_symmetries(run: Any) -> None:
    full = cyclic_grid(NINE)
    rng = Random("placed")
    clues = remove_clues(full, 60, rng)
    copies = [random_transformation(NINE, rng).apply(clues) for _ in range(4)]
    result = run(
        "canonical", "--by", "solution", "--symmetries", write("p.txt", map(format_line, copies))
    )
    (line,) = set(result.out.splitlines())
    form, placed, count = line.split()
    assert (
        decide(open_text_as_grid_file(placed).read_single_grid_and_close(), clues).verdict
        is Verdict.YES
    )
    assert (
        open_text_as_grid_file(placed)
        .read_single_grid_and_close()
        .agreeing(open_text_as_grid_file(form).read_single_grid_and_close())
        == open_text_as_grid_file(placed).read_single_grid_and_close()
    )
    assert int(count) == symmetries(full).order


def test_only_digits_are_renamed(run: Any) -> None:
    assert run("canonical", "--only", "digits", write("p.txt", [PUZZLE])).out.startswith(
        "12..3....4"
    )
    same = PUZZLE.translate(str.maketrans("123456789", "234567891"))
    lines = run("canonical", "--only", "digits", write("two.txt", [PUZZLE, same])).out.splitlines()
    assert lines[0] == lines[1]


def test_a_check_compares_with_the_solver(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("many.txt", [format_line(grid) for grid in puzzles(3)])
    assert run("canonical", "--check", "many.txt").status == 0
    wrong = canonical_form(open_text_as_grid_file(PUZZLE).read_single_grid_and_close())
    monkeypatch.setattr("sudokopie.answers.bulk.canonical_forms.canonical_form", lambda _: wrong)
    result = run("canonical", "--check", "many.txt")
    assert result.status == 2
    assert "the solver finds another least image of Grid(" in result.err


def test_greatest_forms_and_time_limits_of_a_collection(run: Any) -> None:
    write("four.txt", ["12..............", "1..............2"])
    forms = run("canonical", "--form", "max", "four.txt").out.splitlines()
    assert forms == [
        format_line(
            canonical_form(open_text_as_grid_file(line).read_single_grid_and_close(), "max").form
        )
        for line in Path("four.txt").read_text().split()
    ]
    late = run("canonical", "--time-limit", "1e-9", "four.txt")
    assert late.status == 3
    assert late.out.splitlines()[1] == "# four.txt:2: the time was not enough"


# Duplicates


def collection(rng: Random) -> tuple[list[str], list[list[int]]]:
    """Return lines of Sudokus, and the groups of lines (by number, from 1) that are copies of each
    other.
    """
    grids = [*puzzles(6, "originals"), cyclic_grid(NINE), Grid([[0] * 9] * 9)]
    copies = [(i, random_transformation(NINE, rng).apply(grids[i])) for i in (0, 0, 2, 6, 7, 6)]
    mixed = [*enumerate(grids), *copies]
    rng.shuffle(mixed)
    groups: dict[int, list[int]] = {}
    for line, (i, _) in enumerate(mixed, 1):
        groups.setdefault(i, []).append(line)
    lines = [f"{format_line(grid)} of {i}" for i, grid in mixed]
    return lines, sorted(group for group in groups.values() if len(group) > 1)


@pytest.mark.gate
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_planted_groups_and_no_others(run: Any, jobs: str) -> None:
    lines, groups = collection(Random("mixed"))
    result = run("duplicates", "--jobs", jobs, "--check", write("many.txt", lines))
    assert result.status == 1
    assert result.err == "Steps followed on the Sudokus: 6.\n"
    account, *blocks = result.out.rstrip("\n").split("\n\n")
    equal = "Copies: 6, of these the same cell by cell: 1."
    assert account == f"Sudokus: 14. Classes: 8. Groups of copies: 4, the largest of 3. {equal}"
    assert result.out.count("(the same, cell by cell)\n") == 1
    found = [
        [int(line.split(":")[1].split()[0]) for line in block.splitlines()] for block in blocks
    ]
    assert found == groups
    assert f"many.txt:{groups[0][0]} {lines[groups[0][0] - 1][82:]}" in blocks[0]
    quiet = run("duplicates", "-q", "many.txt")
    # Without a list of copies, these are not compared cell by cell.
    assert (quiet.status, quiet.out) == (1, f"{account.removesuffix(f' {equal}')}\n")


def test_names_stay_on_their_line(run: Any) -> None:
    write("p.txt", [f"{PUZZLE} \x1b[2Jone", f"{PUZZLE} two\x07"])
    out = run("duplicates", "p.txt").out
    assert out.endswith("\n\np.txt:1 \\x1b[2Jone\n  p.txt:2 two\\x07 (the same, cell by cell)\n")


def test_nothing_is_a_copy(run: Any) -> None:
    result = run("duplicates", write("many.txt", [format_line(grid) for grid in puzzles(5)]))
    assert result.status == 0
    assert result.out == "Sudokus: 5. Classes: 5. No two Sudokus are copies of each other.\n"


def test_steps_lead_from_the_first_to_the_others(run: Any) -> None:
    turn = Transformation.identity(NINE).replace_parts(rotation=1)
    grid = open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    write("two.txt", [PUZZLE, format_line(turn.apply(grid))])
    out = run("duplicates", "--steps", "--notation", "order", "two.txt")
    assert out.status == 2  # there is no choice of notation
    text = run("duplicates", "--steps", "two.txt").out
    assert "two.txt:1\n  two.txt:2\n    Turn" in text
    (record,) = map(json.loads, run("duplicates", "--steps", "--json", "two.txt").out.splitlines())
    assert [member["line"] for member in record["members"]] == [1, 2]
    assert len(record["members"][1]["steps"]) == 1


def test_one_of_each_class_as_it_stood(run: Any) -> None:
    lines, groups = collection(Random("kept"))
    write("many.txt", ["# a comment", *lines, "no Sudoku"])
    assert run("duplicates", "-o", "kept.txt", "--drop", "rest.txt", "many.txt").status == 1
    copies = {line for group in groups for line in group[1:]}
    kept = [line for number, line in enumerate(lines, 1) if number not in copies]
    assert Path("kept.txt").read_text().splitlines() == kept
    rest = [line for number, line in enumerate(lines, 1) if number in copies]
    assert Path("rest.txt").read_text().splitlines() == rest
    assert run("duplicates", "kept.txt").status == 0


@pytest.mark.parametrize("command", ["complete", "canonical"])
def test_what_is_left_aside_beside_one_sudoku_is_told(run: Any, command: str) -> None:
    result = run(command, write("p.txt", ["A line of words that is no title", PUZZLE, "Words"]))
    assert "p.txt: lines without a Sudoku: 2; the first is" in result.err


def test_columns_get_names_that_are_free(run: Any) -> None:
    write("t.csv", ["solution,solutions,puzzle", f",,{PUZZLE}"])
    first, second = run("complete", "--output", "csv", "t.csv").out.splitlines()
    assert first == "solution,solutions,puzzle,solution2,solutions2,variant"
    assert second == f",,{PUZZLE},{SOLVED},one,"


def test_a_line_with_an_open_quotation_gets_no_columns(run: Any) -> None:
    lines = [f'1,{PUZZLE},"a note', f"2,{PUZZLE},b"]
    result = run("complete", "--output", "csv", write("t.csv", lines))
    assert result.out.splitlines() == [lines[0], f"{lines[1]},{SOLVED},one,"]
    assert result.status == 2
    assert "t.csv:1:92: expected a closing quotation mark" in result.err


def test_bytes_that_are_no_text_stay_as_they_are(run: Any) -> None:
    lines = [PUZZLE.encode() + b" # caf\xc3\xa9", BLANK.encode() + b"\t\xc3\xa9"]
    Path("p.txt").write_bytes(b"\n".join([*lines, PUZZLE.encode() + b" # \xe9", b""]))
    run("duplicates", "-o", "kept.txt", "p.txt")
    assert Path("kept.txt").read_bytes() == b"\n".join([*lines, b""])


def test_boxes_and_titles_are_kept(run: Any) -> None:
    rows = ["12....", "......", "......", "......", "......", "....21"]
    write("six.txt", ["# box 3x2", "".join(rows), "".join(reversed(rows)), "1" + 35 * "."])
    assert run("duplicates", "-o", "kept.txt", "six.txt").status == 1
    assert Path("kept.txt").read_text() == f"# box 3x2\n{''.join(rows)}\n1{35 * '.'}\n"
    assert run("duplicates", "kept.txt").status == 0
    write("drawn.txt", ["# box 3x2", "The first", *rows, "", "The second", *rows])
    run("duplicates", "-o", "kept.txt", "drawn.txt")
    assert Path("kept.txt").read_text() == "\n".join(["# box 3x2", "The first", *rows, "", ""])


def test_files_that_make_no_one_file_are_refused(run: Any) -> None:
    write("lines.txt", [PUZZLE])
    write("table.csv", ["id,puzzle", f"1,{PUZZLE}"])
    result = run("duplicates", "-o", "kept.txt", "lines.txt", "table.csv")
    assert (result.status, result.out) == (2, "")
    assert "lines.txt and table.csv have different columns" in result.err
    assert not Path("kept.txt").exists()


def test_a_file_with_trouble_is_told_once_and_the_rest_is_written(run: Any) -> None:
    write("a.txt", [PUZZLE, BLANK[:-1] + "q"])
    result = run("duplicates", "-o", "kept.txt", "missing.txt", "a.txt")
    assert result.status == 2
    assert result.err.count("missing.txt") == 1
    assert Path("kept.txt").read_text() == f"{PUZZLE}\n"


@pytest.mark.parametrize("command", ["duplicates", "complete", "canonical"])
def test_compressed_collections(run: Any, command: str) -> None:
    with gzip.open("p.txt.gz", "wt") as file:
        file.write(f"{PUZZLE}\n" * 3)
    result = run(command, "p.txt.gz")
    assert result.status == (1 if command == "duplicates" else 0)


def test_what_an_interruption_leaves(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    write("p.txt", [PUZZLE, PUZZLE])
    monkeypatch.setattr("sudokopie.applications.collection.near.near_pairs", interrupted)
    result = run("duplicates", "--near", "1", "-o", "kept.txt", "p.txt")
    assert result.status == 130
    assert "Groups of copies: 1" in result.out
    assert result.err == "Interrupted.\nNot written: kept.txt\n"
    monkeypatch.setattr(
        "sudokopie.applications.collection.gathering.Gathering.add_batches", interrupted
    )
    assert run("duplicates", "p.txt").out == "Interrupted. Sudokus so far: 0. Classes: 0.\n"


@pytest.mark.parametrize("options", [[], ["--by", "solution"], ["--against", "known.txt"]])
def test_many_that_do_not_stay_in_memory(
    run: Any, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    lines, _ = collection(Random("mixed"))
    write("known.txt", lines[:4])
    write("many.txt", lines[:9])
    write("more.txt", ["12..............", *lines[3:4], "..............12"])

    def found() -> list[object]:
        files = {"-o": "o", "--drop": "d", "--parquet": "t"}
        written = [word for pair in files.items() for word in pair]
        result = run("duplicates", "many.txt", "known.txt", *options, *written)
        table = pytest.importorskip("pyarrow.parquet").read_table("t").to_pylist()
        mixed = run("duplicates", "many.txt", "more.txt", "--scratch", ".", *options)
        return [
            result.out,
            result.err,
            Path("o").read_text(),
            Path("d").read_text(),
            table,
            mixed.out,
            mixed.err,
        ]

    few = found()
    monkeypatch.setattr("sudokopie.applications.collection.sorted_runs.RECORDS_IN_A_PIECE", 2)
    monkeypatch.setattr("sudokopie.applications.collection.sorted_runs._RECORDS_BETWEEN_KEYS", 1)
    assert found() == few
    assert not list(Path().glob(".sudokopie*"))


def test_a_full_disk_is_named(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("p.txt", [PUZZLE, PUZZLE])

    def full(dir: str, buffering: int) -> Any:  # noqa: A002
        assert dir == "here"
        return open("/dev/full", "r+b", buffering)

    Path("here").mkdir()
    result = run("duplicates", "p.txt", "--scratch", "none/inside")
    assert (result.status, result.err) == (2, "sudokopie: none: No such file or directory\n")
    monkeypatch.setattr("sudokopie.applications.collection.sudoku_storage.TemporaryFile", full)
    result = run("duplicates", "p.txt", "--scratch", "here")
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "The results so far are kept; --resume continues from there.\n"
        "sudokopie: here is full: No space left on device; "
        "choose another folder with --scratch DIR\n"
    )
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=100))
    assert run("duplicates", "p.txt", "--scratch", "here").err.startswith("here has 0 MB free, of ")


def test_where_a_broken_drawing_ends_the_reading(run: Any) -> None:
    rows = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
    write("p.txt", [*rows, "", *rows[:4], "", *rows])
    result = run("duplicates", "p.txt")
    assert result.status == 2
    assert "p.txt: nothing after line 15 was read\n" in result.err


def test_a_table_keeps_its_names(run: Any) -> None:
    write("t.csv", ["id,puzzle", f"1,{PUZZLE}", f"2,{PUZZLE}"])
    run("duplicates", "-o", "kept.csv", "t.csv")
    assert Path("kept.csv").read_text() == f"id,puzzle\n1,{PUZZLE}\n"


def test_against_known_ones(run: Any) -> None:
    known, new = puzzles(4, "known"), puzzles(3, "new")
    rng = Random(1)
    seen = [random_transformation(NINE, rng).apply(known[i]) for i in (3, 1)]
    write("known.txt", [format_line(grid) for grid in known])
    write("new.txt", [format_line(grid) for grid in (new[0], seen[0], new[1], new[0], seen[1])])
    result = run(
        "duplicates", "new.txt", "--against", "known.txt", "-o", "o.txt", "--drop", "d.txt"
    )
    assert result.status == 1
    assert result.out.splitlines() == [
        "Known already: 2.",
        "new.txt:2 is a copy of known.txt:4",
        "new.txt:5 is a copy of known.txt:2",
    ]
    assert len(Path("o.txt").read_text().splitlines()) == 3
    assert Path("d.txt").read_text().split() == [format_line(grid) for grid in seen]
    assert run("duplicates", "o.txt", "--against", "known.txt").status == 0
    record = json.loads(
        run(
            "duplicates", "new.txt", "--against", "known.txt", "--json", "--steps"
        ).out.splitlines()[0]
    )
    assert (record["line"], record["known"]["line"]) == (2, 4)
    assert record["steps"]


def test_by_their_solutions(run: Any) -> None:
    rng = Random(4)
    solution = open_text_as_grid_file(SOLVED).read_single_grid_and_close()
    first = open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    other = first.keeping(first.clue_cells | {(0, 2)}).agreeing(solution)
    other = Grid(
        [
            [solution[r, c] if (r, c) in first.clue_cells | {(0, 2)} else 0 for c in range(9)]
            for r in range(9)
        ]
    )
    copy = random_transformation(NINE, rng).apply(other)
    write("p.txt", [PUZZLE, BLANK, format_line(copy)])
    assert run("duplicates", "p.txt").status == 0
    result = run("duplicates", "--by", "solution", "p.txt")
    assert result.status == 1
    assert result.out.startswith("Sudokus: 3. Classes: 2. Groups of copies: 1, the largest of 2.\n")
    assert "p.txt:1\n  p.txt:3\n" in result.out
    assert result.err.endswith("are no copies here: 1; the first is p.txt:2\n")


def test_near_copies(run: Any) -> None:
    rng = Random(2)
    one, other = puzzles(2, "near")
    moved = random_transformation(NINE, rng).apply(move_clue(one, rng))
    write("p.txt", [format_line(grid) for grid in (other, one, moved)])
    assert run("duplicates", "p.txt").status == 0
    result = run("duplicates", "--near", "1", "--steps", "p.txt")
    assert result.status == 1
    assert (
        "\nPairs of near copies: 1.\n\n24 of 25 clues agree: p.txt:2, p.txt:3\n    " in result.out
    )
    (record,) = map(
        json.loads, run("duplicates", "--near", "1", "--json", "p.txt").out.splitlines()
    )
    assert (record["agreeing"], record["total"]) == (24, 25)


def test_near_copies_by_solution(run: Any) -> None:
    more = PUZZLE[:2] + SOLVED[2] + PUZZLE[3:]
    less = random_transformation(NINE, Random(2)).apply(
        open_text_as_grid_file(PUZZLE[:-2] + ".9").read_single_grid_and_close()
    )
    write("p.txt", [SOLVED[::-1], PUZZLE, more, format_line(less)])
    assert run("duplicates", "--near", "1", "p.txt").out.count("clues agree") == 2
    result = run("duplicates", "--by", "solution", "--near", "1", "--steps", "p.txt")
    assert result.status == 1
    assert result.err.endswith("are no copies here: 1; the first is p.txt:4\n")
    groups, _, near = result.out.partition("\nPairs of near copies: 1.\n\n")
    assert "p.txt:1\n  p.txt:2\n" in groups
    # The third Sudoku has the solution of the second, so the two are no pair of near copies here.
    assert near.startswith("29 of 30 clues agree: p.txt:2, p.txt:4\n    Swap bands")
    write("old.txt", [PUZZLE, format_line(less)])
    write("new.txt", [more, format_line(less), PUZZLE])
    options = "--near", "1", "--against", "old.txt"
    out = run("duplicates", "--by", "solution", *options, "new.txt").out
    assert out.startswith("Known already: 2.\n")
    assert "agree" not in out
    Path("old.txt").write_text(format_line(less))
    out = run("duplicates", "--by", "solution", *options, "new.txt").out
    assert out.endswith("\n29 of 30 clues agree: old.txt:1, new.txt:3\n")


def test_near_copies_of_known_ones(run: Any) -> None:
    rng = Random(2)
    one, other = puzzles(2, "near")
    near = [random_transformation(NINE, rng).apply(move_clue(one, rng)) for _ in range(2)]
    write("old.txt", [format_line(grid) for grid in (other, one, near[0])])
    write("new.txt", [format_line(grid) for grid in (near[1], other, move_clue(other, rng))])
    options = ("duplicates", "--near", "1", "--against", "old.txt")
    lines = run(*options, "new.txt").out.splitlines()
    assert [line.partition(": ")[2] for line in lines if "clues agree" in line] == [
        "old.txt:1, new.txt:3",  # no pairs of two new or two old Sudokus
        "old.txt:2, new.txt:1",
    ]
    assert "Known already: 1." in lines
    write("alone.txt", [format_line(other)])
    assert run(*options, "alone.txt").out.count("clues agree") == 0
    write("four.txt", ["12.............."])
    assert run(*options, "four.txt").status == 0


def test_files_of_several_shapes(run: Any) -> None:
    write("four.txt", ["12..............", "..............43"])
    write("nine.txt", [PUZZLE, PUZZLE])
    result = run("duplicates", "four.txt", "nine.txt")
    assert result.out.startswith("Sudokus: 4. Classes: 2. Groups of copies: 2, the largest of 2.")
    assert "four.txt:1\n  four.txt:2\n\nnine.txt:1\n  nine.txt:2" in result.out


def test_trouble_costs_only_itself(run: Any) -> None:
    write("some.txt", [PUZZLE, BLANK[1:] + "e", PUZZLE])
    result = run("duplicates", "missing.txt", "some.txt")
    assert result.status == 2
    assert "Sudokus: 2. Not readable: 2. Classes: 1. Groups" in result.out
    assert len(result.err.splitlines()) == 2


@pytest.mark.skipif(not SHARED.exists(), reason="the published collections are not here")
@pytest.mark.parametrize(("name", "classes"), [("17puz49158", "49,158"), ("sudoku10k", "9,418")])
def test_the_classes_of_published_collections(run: Any, name: str, classes: str) -> None:
    out = run("duplicates", "-q", str(SHARED / "puzzles" / f"{name}.txt")).out
    assert f"Classes: {classes}." in out


@pytest.mark.gate
@pytest.mark.skipif(os.name == "nt", reason="signals are for other systems")
@pytest.mark.parametrize("command", ["complete", "canonical", "duplicates"])
def test_ctrl_c_says_what_is_known_and_leaves_nothing_running(command: str, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    printed = tmp_path / "printed"
    with (
        printed.open("w") as out,
        subprocess.Popen(
            [*PROGRAM, command, "--jobs", "2", str(fifo)],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as child,
        fifo.open("w") as stream,
    ):
        for grid in puzzles(20) * (600 if command == "duplicates" else 50):
            stream.write(format_line(grid) + "\n")
        stream.flush()  # what a pipe does not hold has been read
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "Traceback" not in err
    if command == "duplicates":
        assert printed.read_text().startswith("Interrupted. Sudokus so far: ")
    end = time.monotonic() + 10
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(child.pid, 0)
            time.sleep(0.1)


@pytest.mark.parametrize(
    "command",
    [["canonical"], ["complete", "--jobs", "2"], ["duplicates"], ["catalogue", "add", "db"]],
)
def test_grids_whose_digits_are_no_bytes_are_one_line(run: Any, command: list[str]) -> None:
    row = " ".join(["300", *["0"] * 299])
    blank = "\n".join([" ".join(["0"] * 300)] * 299)
    file = write("large.txt", [row, blank, "", row, blank])
    result = run(*command, file, "--max-size", "300", "--box", "15x20")
    assert (result.status, result.out) == (2, "")
    assert result.err.endswith("expected at most 255 cells a side, found 300\n")
    assert result.err.count("\n") == 1


def test_copies_of_several_sizes_in_one_file_are_found(run: Any) -> None:
    large = "\n".join(SOLUTION[i : i + 9] for i in range(0, 81, 9)).replace("5", ".")
    small = ["1234", "3412", "2143", "...."]
    turned = ["".join(row) for row in zip(*small[::-1], strict=True)]
    file = write("sizes.txt", [large, "", *small, "", large, "", *turned])
    result = run("duplicates", file)
    assert result.status == 1  # there are copies
    assert "Sudokus: 4. Classes: 2." in result.out
    for command in (["complete"], ["canonical"], ["audit"]):
        assert run(*command, file).status in (0, 1), command
        assert not result.err
