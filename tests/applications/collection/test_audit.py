"""`sudokopie audit`: the findings in a data set, and the Sudokus that a test set shares with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from sudokopie import BoxShape, symmetry_counts
from sudokopie.applications.collection import audit, command_audit, near_pairs, sorted_runs
from sudokopie.applications.collection.audit import Audit, classify_stated_solutions
from sudokopie.applications.collection.audit import audit as audit_data
from sudokopie.applications.collection.gathering import Gathering
from sudokopie.applications.collection.near import find_first_near_copies
from sudokopie.applications.collection.scratch import ScratchFiles
from sudokopie.applications.collection.share_picture import Share, draw_share_bar
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid, random_transformation
from sudokopie.system.ordered_map import ReportingWorkers, map_in_order

from conftest import write

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BLANK = "." * 81
NINE = BoxShape(3, 3)


def turned(text: str) -> str:
    return format_line(
        random_transformation(NINE, Random(1)).apply(
            open_text_as_grid_file(text).read_single_grid_and_close()
        )
    )


def with_clues(number: int) -> str:
    """Return the puzzle with `number` more clues."""
    more = [i for i, cell in enumerate(PUZZLE) if cell == "."][:number]
    return "".join(SOLVED[i] if i in more else cell for i, cell in enumerate(PUZZLE))


OTHER = format_line(random_complete_grid(NINE, Random(2)))

ALL = [
    PUZZLE,
    PUZZLE,
    turned(PUZZLE),
    with_clues(1),
    with_clues(3),
    "55" + BLANK[2:],
    BLANK,
    OTHER,
]

pytestmark = pytest.mark.usefixtures("folder")


def found(run: Any, *options: str, status: int = 1, leaks: bool = False) -> Any:
    """Return the findings of `audit --json` by kind. A finding is a list of places (file and line):
    of a Sudoku and, if it is like an earlier Sudoku, of this Sudoku. None means that the kind was
    not checked.
    """
    result = run("audit", "--json", *options)
    assert result.status == status, result.err
    record = json.loads(result.out)
    return {
        kind: None
        if one["count"] is None
        else [tuple(f"{place['file']}:{place['line']}" for place in some) for some in one["first"]]
        for kind, one in (record["leaks"] if leaks else record["found"]).items()
    }


EVERYTHING = {
    "repeated": [("p.txt:2", "p.txt:1")],
    "copies": [("p.txt:3", "p.txt:1")],
    "unsolvable": [("p.txt:6",)],
    "several": [("p.txt:7",)],
    "same_solution": [("p.txt:4", "p.txt:1"), ("p.txt:5", "p.txt:1")],
    "near": [("p.txt:4", "p.txt:1")],
}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_everything_is_found(run: Any, monkeypatch: pytest.MonkeyPatch, jobs: str) -> None:
    monkeypatch.setattr(audit, "_SUDOKUS_AT_ONCE", 3)
    assert found(run, write("p.txt", ALL), "--jobs", jobs) == EVERYTHING
    record = json.loads(run("audit", "--json", "p.txt").out)
    assert (record["sudokus"], record["classes"], record["unreadable"]) == (8, {"1": 5, "3": 1}, 0)
    assert record["clues"] == {"0": 1, "2": 1, "30": 3, "31": 1, "33": 1, "81": 1}
    assert record["symmetries"]["1218998108160"] == 1
    assert (record["status"], record["complete"], record["not_looked_at"]) == ("faulty", True, [])
    assert found(run, "p.txt", "--near", "2")["near"] == [
        ("p.txt:4", "p.txt:1"),
        ("p.txt:5", "p.txt:4"),
        ("p.txt:7", "p.txt:6"),
    ]


def test_nothing_is_found(run: Any) -> None:
    result = run("audit", write("p.txt", [PUZZLE, OTHER]))
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "Sudokus: 2. Classes: 2. Nothing was found."
    assert lines[2] == "0  0.00%  equal to an earlier Sudoku, cell by cell"
    assert lines[-4] == (
        "Each number, and in brackets how many Sudokus (in the last line: classes) have it:"
    )
    assert lines[-3:] == ["Clues: 30 (1), 81 (1)", "Symmetries: 1 (2)", "Sudokus in a class: 1 (2)"]
    assert run("audit", "-q", "p.txt").out == f"{lines[0]}\n"


def test_a_file_without_a_readable_sudoku(run: Any) -> None:
    Path("one.txt").write_text("P", "utf-8")
    result = run("audit", "one.txt")
    assert result.status == 2
    assert result.out.startswith("Sudokus: 0. Not readable: 1.")
    assert "error in sudokopie" not in result.err


def test_what_leaks_into_a_test(run: Any) -> None:
    write("train.txt", [OTHER, PUZZLE])
    write("a.txt", [turned(PUZZLE), with_clues(1)])
    write("b.txt", [BLANK, with_clues(3), BLANK, turned(with_clues(1))])
    options = "train.txt", "--test", "a.txt", "--test", "b.txt"
    assert found(run, *options, leaks=True) == {
        "repeated": [],
        "copies": [("a.txt:1", "train.txt:2")],
        "same_solution": [(f"{one}.txt:{n}", "train.txt:2") for one, n in ("a2", "b2", "b4")],
        "near": [("a.txt:2", "train.txt:2"), ("b.txt:4", "train.txt:2")],
    }
    assert (
        "6 Sudokus of the test, these are like a Sudoku in the first files:\n0   0.00%  equal to"
        in (text := run("audit", *options).out)
    )
    assert (
        "1  16.67%  other copies of an earlier Sudoku\n      a.txt:1 (like train.txt:2)\n" in text
    )
    # Sudokus of the test that are only like other Sudokus of the test are no leak.
    assert found(run, *options)["repeated"] == [("b.txt:3", "b.txt:1")]
    assert found(run, "train.txt", "a.txt", "b.txt", leaks=True) == {}


def test_a_shared_solution_is_only_noted_among_sudokus_of_one_side(run: Any) -> None:
    write("train.txt", [PUZZLE, with_clues(3), OTHER])
    result = run("audit", "train.txt", "--fix", "fixed")
    assert result.status == 0
    first, *lines = result.out.splitlines()
    assert first == "Sudokus: 3. Classes: 3. Sudokus that share only a solution: 1."
    title = "no copies of an earlier Sudoku, but with a copy of its solution"
    assert f"1  33.33%  {title} (no fault)" in lines
    assert Path("fixed/train.txt").read_text() == Path("train.txt").read_text()
    assert json.loads(run("audit", "train.txt", "--json").out)["status"] == "clean"
    result = run("audit", "train.txt", "--fix", "fixed", "--fix-also", "same_solution")
    assert result.status == 0
    assert Path("fixed/train.txt").read_text() == f"{PUZZLE}\n{OTHER}\n"
    assert run("audit", "train.txt", "--fix-also", "same_solution").status == 2

    # In the test it is a fault: it leaks.
    write("test.txt", [with_clues(5), with_clues(7), with_clues(20)[::-1]])
    write("other.txt", [OTHER])
    assert run("audit", "other.txt", "--test", "test.txt", "--fix", "fixed").status == 0
    assert Path("fixed/test.txt").read_text() == Path("test.txt").read_text()
    result = run("audit", "train.txt", "--test", "test.txt", "--fix", "fixed")
    assert result.status == 1
    assert "Sudokus with a fault: 3. Sudokus that share only a solution: 1.\n" in result.out
    assert f"4  66.67%  {title} (a fault only as a leak)\n" in result.out
    assert f"3  100.00%  {title}\n" in result.out
    assert Path("fixed/test.txt").read_text() == ""
    assert Path("fixed/train.txt").read_text() == Path("train.txt").read_text()


def test_the_page_shows_a_shared_solution_without_the_colour_of_a_fault(run: Any) -> None:
    pytest.importorskip("matplotlib")
    write("train.txt", [PUZZLE, with_clues(3)])
    write("test.txt", [with_clues(6)])
    run("audit", "train.txt", "--html", "p.html")
    assert '"tone":"no"' not in (page := Path("p.html").read_text())
    assert "The solution of train.txt:2 is a copy of that of train.txt:1" in page
    run("audit", "train.txt", "--test", "test.txt", "--html", "p.html")
    assert '"tone":"no"' in Path("p.html").read_text()


def test_files_are_written_without_what_was_found(run: Any) -> None:
    write("p.csv", ["id,puzzle", *(f"{i},{one}" for i, one in enumerate(ALL))])
    write("test.txt", [turned(OTHER), "1" * 81 + " # bad", turned(SOLVED), PUZZLE[:-1] + "q"])
    result = run("audit", "p.csv", "--test", "test.txt", "--fix", "fixed")
    assert result.status == 2
    assert result.err.endswith("Sudokus written to fixed: 3\n")
    kept = f"id,puzzle\n0,{PUZZLE}\n4,{with_clues(3)}\n7,{OTHER}\n"
    assert Path("fixed/p.csv").read_text() == kept
    assert Path("fixed/test.txt").read_text() == ""
    assert run("audit", "fixed/p.csv").status == 0
    assert run("audit", "p.csv", "--fix", "fixed").status == 1
    assert sorted(path.name for path in Path("fixed").iterdir()) == ["SHA256SUMS", "p.csv"]
    assert "read only once" in run("audit", "-", "--fix", "x").err
    Path("p.csv").rename("fixed/other.csv")
    assert "did not write" in run("audit", "test.txt", "--fix", "fixed").err
    assert "called 'test.txt'" in run("audit", "test.txt", "./test.txt", "--fix", "x").err


def test_a_table_of_all(run: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write("a.txt", ["12..............", "..............21"])
    write("p.txt", ALL)
    options = "--skip", "symmetries", "--parquet", "t.parquet"
    assert run("audit", "a.txt", "p.txt", "--test", "a.txt", *options).status == 1
    table = parquet.read_table("t.parquet").to_pydict()
    assert table["number"] == list(range(1, 13))
    assert table["class"] == [1, 1, 3, 3, 3, 6, 7, 8, 9, 10, 1, 1]
    assert table["same"] == [1, 2, 3, 3, 5, 6, 7, 8, 9, 10, 1, 2]
    assert table["solutions"] == [2, 2, 1, 1, 1, 1, 1, 0, 2, 1, 2, 2]
    assert table["same_solution"] == [1, 2, 3, 3, 3, 3, 3, 8, 9, 10, 11, 12]
    assert table["near"] == [1, 2, 3, 4, 5, 3, 7, 8, 9, 10, 11, 12]
    assert table["leak"] == [None] * 10 + [1, 1]
    assert table["test"] == [0] * 10 + [1, 1]
    assert table["symmetries"] == table["right"] == [None] * 12


@pytest.mark.documents
def test_tables_that_are_no_text_are_fixed(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("sudokopie.showing.parquet.ROWS_IN_A_GROUP", 3)
    cells = [[0 if one == "." else int(one) for one in puzzle] for puzzle in ALL]
    puzzles = ["a line of words", *ALL[:5], None, *ALL[5:]]
    times = pa.array(range(len(puzzles)), pa.timestamp("ns"))
    columns = {"id": times, "puzzle": pa.array(puzzles, pa.large_string())}
    table = pa.table(columns).replace_schema_metadata({"made": "by hand"})
    parquet.write_table(table, "q.parquet", row_group_size=4)
    lists = pa.table({"quiz": pa.array(cells, pa.list_(pa.uint8(), 81))})
    parquet.write_table(lists, "lists")
    write("p.txt", [PUZZLE, OTHER])
    with pa.OSFile("r.arrow", "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table.slice(0, 2))
    options = "--fix", "fixed", "--fix-also", "same_solution"
    result = run("audit", "p.txt", "q.parquet", "lists", "r.arrow", *options)
    names = {"SHA256SUMS", "p.txt", "q.parquet", "lists", "r.arrow.csv"}
    assert {path.name for path in Path("fixed").iterdir()} == names
    assert result.err.endswith("Sudokus written to fixed: 2\n")
    assert [parquet.read_table(f"fixed/{one}").num_rows for one in ("q.parquet", "lists")] == [0, 0]
    assert Path("fixed/p.txt").read_text() == f"{PUZZLE}\n{OTHER}\n"
    assert Path("fixed/r.arrow.csv").read_text() == "id,puzzle\n"
    run("audit", "q.parquet", *options)
    fixed = parquet.read_table("fixed/q.parquet")
    assert fixed == table.take([1, 9])
    assert fixed.schema.equals(table.schema, check_metadata=True)
    assert run("audit", "fixed/q.parquet").status == 0
    run("audit", "lists", "p.txt", *options)
    assert parquet.read_table("fixed/lists") == lists.take([0, 7])
    assert Path("fixed/p.txt").read_text() == ""


def test_solutions_that_stand_beside(run: Any) -> None:
    wrong = SOLVED[:-2] + SOLVED[-1] + SOLVED[-2]
    rows = [(OTHER, ""), (PUZZLE, SOLVED), (turned(PUZZLE), SOLVED), (PUZZLE, wrong), (PUZZLE, "?")]
    write("t.csv", ["puzzle,solution", *map(",".join, rows)])
    write("t.jsonl", [json.dumps({"answer": one, "quiz": puzzle}) for puzzle, one in rows])
    for file in ("t.csv", "t.jsonl"):
        first = 2 if file == "t.csv" else 1
        said = found(run, file)
        assert said["wrong"] == [(f"{file}:{first + i}",) for i in (2, 3, 4)]
    assert "wrong" not in found(run, write("p.csv", ["puzzle,solved", f"{PUZZLE},True"]), status=0)
    clue = "1" + 15 * "."
    # Solutions: with spaces; with another first clue; with equal columns in a band; with wrong
    # boxes; missing.
    given = ["1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1", "2134341212434321", "1234341212343412"]
    lines = [f"{clue},{one}" for one in (*given, "1234234134124123", "")]
    with open_text_as_grid_file("\n".join(["puzzle,solution", *lines])) as grids:
        assert classify_stated_solutions(grids, list(grids)).tolist() == [1, 0, 0, 0, -1]


def test_solutions_without_headings_or_with_others(run: Any) -> None:
    wrong = SOLVED[:-2] + SOLVED[-1] + SOLVED[-2]
    for file, text, line in (
        ("comma.csv", f"{PUZZLE},{wrong}\n{OTHER},{OTHER}\n", 1),
        ("first.csv", f"target,input\n{wrong},{PUZZLE}\n", 2),
        ("label.csv", f"id,puzzle,label\n1,{PUZZLE},{wrong}\n", 2),
        ("count.txt", f"{PUZZLE}:1:{wrong}\n", 1),
        ("space.txt", f"{PUZZLE} {wrong}\n", 1),
        ("first.json", json.dumps([{"data": {"solution": wrong, "puzzle": PUZZLE}}]), 1),
    ):
        Path(file).write_text(text)
        assert found(run, file)["wrong"] == [(f"{file}:{line}",)]
        assert "left out" not in run("audit", file).err


def test_solutions_in_an_uncertain_column_are_left_out_by_name(run: Any) -> None:
    wrong = SOLVED[:-2] + SOLVED[-1] + SOLVED[-2]
    Path("a.csv").write_text(f"puzzle,solution,answer\n{PUZZLE},{wrong},{wrong}\n")
    result = run("audit", "a.csv")
    assert "a.csv: the check of solutions was left out" in result.err
    assert "solution, answer; --solution-column chooses one" in result.err
    assert "Not checked, or not for all Sudokus: right." in result.out
    assert "wrong" not in found(run, "a.csv", status=0)
    assert json.loads(run("audit", "a.csv", "--json").out)["not_looked_at"] == ["right"]
    for column in ("answer", "3"):
        result = run("audit", "a.csv", "--solution-column", column)
        assert (result.status, result.err) == (1, "")
        assert "1  100.00%  given with a wrong solution" in result.out
    assert "a column 'x'" in run("audit", "a.csv", "--solution-column", "x").err
    assert run("solve", "a.csv", "--solution-column", "answer").status == 2


def test_what_was_not_looked_at_is_never_none(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("p.txt", ALL)
    expected: dict[str, object] = {**EVERYTHING, "near": None}
    assert found(run, "p.txt", "--skip", "near") == expected
    expected |= dict.fromkeys(("unsolvable", "several", "same_solution"))
    assert found(run, "p.txt", "--skip", "solutions", "--skip", "near") == expected
    assert (
        "Not checked, or not for all Sudokus: near.\n"
        in run("audit", "p.txt", "--skip", "near", "-q").out
    )
    nothing = dict.fromkeys(EVERYTHING)
    options = "--time-limit", "1e-9", "--fix", "fixed", "--parquet", "t"
    assert found(run, "p.txt", *options, status=3) == nothing
    assert run("audit", "p.txt", *options).err == "Not written: t, fixed\n"
    assert [path.name for path in Path().iterdir()] == ["p.txt"]

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(audit, "find_first_near_copies", interrupted)
        expected = {**EVERYTHING, "near": None}
        assert found(run, "p.txt", "--fix", "fixed", status=130) == expected
    monkeypatch.setattr(
        "sudokopie.applications.collection.gathering.Gathering.add_batches", interrupted
    )
    assert found(run, "p.txt", status=130) == nothing


def test_a_stage_that_was_cut_short_keeps_what_it_found(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(cells: Any, box: BoxShape) -> Any:
        if not cells[0].any():
            raise KeyboardInterrupt
        return solved(cells, box)

    solved = getattr(audit, "find_solutions")  # noqa: B009 - it is imported there
    monkeypatch.setattr(audit, "find_solutions", interrupted)
    monkeypatch.setattr(audit, "_SUDOKUS_AT_ONCE", 3)
    result = run("audit", write("p.txt", ALL))
    assert result.status == 130
    assert "1  16.67%  without a solution (examined: 6 of 8)\n      p.txt:6\n" in result.out
    assert "0   0.00%  with more than one solution (examined: 6 of 8)\n" in result.out
    assert (
        "?          no copies of an earlier Sudoku, but nearly (examined: 0 of 8)\n" in result.out
    )
    assert "Not checked, or not for all Sudokus: solutions, same_solution, near.\n" in result.out


def test_work_is_watched() -> None:
    told: list[int] = []
    watched = ReportingWorkers(1, lambda: told.append(0))
    assert list(map_in_order(len, ["a", "bc"], watched)) == [1, 2]
    assert len(told) == 2


def test_a_page_shows_bars_and_copies(run: Any) -> None:
    pytest.importorskip("matplotlib")
    write("p.txt", ALL)
    run("audit", "p.txt", "--html", "p.html")
    page = Path("p.html").read_text()
    assert page.count("<svg viewBox") == 3  # the charts, each narrow enough for a telephone
    assert len(widths := re.findall(r"min-width: (\d+)px; max", page)) == 3
    assert max(map(int, widths)) <= 336
    assert "p.txt:3 is a copy of p.txt:1" in page
    # The places of a kind of finding follow its name; they are no items of the numbered list.
    assert re.search(
        r"<li>\d+ [\d.]+% other copies of an earlier Sudoku: p\.txt:3 \(like p\.txt:1\)", page
    )
    assert "first files" not in page
    assert re.search(r"How many are really different\? \d+ of \d+\.", page)
    assert re.search(r"What is broken\? \d+ Sudokus have no solution, several", page)
    run("audit", "p.txt", "--test", "p.txt", "--html", "p.html")
    page = Path("p.html").read_text()
    assert re.search(r"Does the test leak into the first files\? Yes: \d+ of its \d+", page)
    assert '<p class="said outcome yes' not in page  # green is no colour for a leak
    labels = re.findall('class="shares".* aria-label="([^"]*)"', page)
    assert labels == [
        "really different: 6; copies of these: 10",
        "like a Sudoku of the first files: 8; the others: 0",
        "broken: 4; the others: 12",
    ]


def test_shares_are_as_long_as_their_counts() -> None:
    shares = [Share(3000, "a & b", "plain"), Share(0, "none", "good"), Share(1, "one", "bad")]
    drawn = draw_share_bar(shares)
    bar = re.findall(r'<rect x="([\d.]+)" y="1" width="([\d.]+)"[^>]*fill="([^"]*)"', drawn)
    assert [look for _, _, look in bar] == ["var(--slot)", "url(#bad-share)"]
    (begin, first, _), (middle, last, _) = bar
    assert float(begin) == 0 and float(first) == float(middle)
    assert float(middle) + float(last) == pytest.approx(320, abs=0.2)
    assert 4 < float(last) < 6  # a single one of very many is still seen
    assert re.findall(">([^<]+)</text>", drawn) == ["a &amp; b", "none", "one"]
    assert 'aria-label="a &amp; b; none; one"' in drawn
    assert "agree" not in drawn


def test_an_interrupted_audit_goes_on(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "_SUDOKUS_AT_ONCE", 2)
    write("p.txt", ALL)
    whole = run("audit", "p.txt").out
    Path("scratch").mkdir()
    command = ["audit", "p.txt", "--scratch", "scratch"]
    near, counts = find_first_near_copies, symmetry_counts
    counted: list[int] = []

    def count(cells: Any, *rest: Any) -> Any:
        counted.append(len(cells))
        return counts(cells, *rest)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(audit, "symmetry_counts", count)
    monkeypatch.setattr(audit, "find_first_near_copies", interrupted)
    stopped = run(*command)
    assert stopped.status == 130
    assert "--resume continues from there" in stopped.err
    assert counted == [2, 2, 2, 2]
    monkeypatch.setattr(audit, "find_first_near_copies", near)
    done = run(*command, "--resume")
    assert (done.status, done.out, counted) == (1, whole, [2, 2, 2, 2])
    assert list(Path("scratch").iterdir()) == []
    assert run("audit", "p.txt", "--resume").status == 2


def test_a_folder_for_temporary_files_is_made(run: Any) -> None:
    write("p.txt", ALL)
    whole = run("audit", "p.txt").out
    Path("file").touch()
    for place in "made", "made/inside/", str(Path("whole").absolute()):
        assert run("audit", "p.txt", "--scratch", place).out == whole
        assert not list(Path("made/inside").glob("*"))
    assert run("duplicates", "p.txt", "--scratch", "again").status == 1
    assert Path("again").is_dir()
    missing = run("audit", "p.txt", "--scratch", "nowhere/inside")
    assert (missing.status, missing.err) == (2, "sudokopie: nowhere: No such file or directory\n")
    assert run("audit", "p.txt", "--scratch", "file").status == 2
    assert not Path("nowhere").exists()


def test_temporary_files_are_where_they_are_wanted(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("p.txt", ALL)
    Path("scratch").mkdir()
    places: list[str] = []
    make = ScratchFiles.__init__

    def noted(self: ScratchFiles, *rest: Any, **more: Any) -> None:
        make(self, *rest, **more)
        places.append(self.parent_folder)

    monkeypatch.setattr(ScratchFiles, "__init__", noted)
    monkeypatch.setattr(
        sorted_runs, "RECORDS_IN_A_PIECE", 5
    )  # so that there are files of many runs
    assert run("audit", "p.txt", "--scratch", "scratch").status == 1
    assert places.count("scratch") >= 3


def test_the_share_of_the_whole_run_grows(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []

    @contextmanager
    def bar(*_: object) -> Iterator[Any]:
        yield lambda share, _: shares.append(share) if share is not None else None

    monkeypatch.setattr(command_audit, "show_progress_bar", bar)
    write("p.txt", ALL)
    assert run("audit", "p.txt", "--test", "p.txt").status == 1
    reading = [share for share in shares if share <= 0.1]
    assert shares[: len(reading)] == reading
    later = shares[len(reading) :]
    assert len(later) > 5
    assert sorted(later) == later
    assert later[-1] == pytest.approx(1)


@pytest.mark.parametrize("pieces", [1000, 7])
def test_near_copies_do_not_depend_on_the_pieces(
    pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(3)
    grids = [random_grid(BoxShape(2, 2), rng.randrange(1, 7), rng) for _ in range(60)]
    expected = [near_pairs(grids, most) for most in (1, 2)]
    monkeypatch.setattr(sorted_runs, "RECORDS_IN_A_PIECE", pieces)
    monkeypatch.setattr(sorted_runs, "_RECORDS_BETWEEN_KEYS", 3)
    assert [near_pairs(grids, most) for most in (1, 2)] == expected
    assert all(expected)


def test_an_audit_keeps_counts_and_arrays_not_objects_for_each_sudoku() -> None:
    texts = [
        "12" + 14 * ".",
        14 * "." + "34",
        15 * "." + "1",
        14 * "." + "21",
        "1234" * 2 + 8 * ".",
    ]
    with Gathering() as gathering:
        gathering.add_known_and_new_sudokus_and_make_mask(texts, None, None)
        found = Audit(gathering, None, [np.full(5, -1)])
        found.run(lambda _: None)
    assert (found.class_count, found.count_classes_by_size()) == (3, {1: 2, 3: 1})
    assert found.count_classes_by_size(slice(2, 4)) == {1: 2}
    faulty = found.make_mask_of_faulty_sudokus()
    assert faulty.tolist() == [True] * 5
    assert found.solved == {}  # the solutions were compared, and are not needed any more


def test_solutions_in_a_column_of_a_table_are_checked() -> None:
    pandas, arrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    wrong = SOLVED[:-2] + SOLVED[-1] + SOLVED[-2]
    table = {
        "id": [1, 2, 3, 4, 5],
        "puzzle": [PUZZLE] * 5,
        "solution": [SOLVED, wrong, None, "?", ""],
        "label": [0, 1, 0, 1, 0],
    }
    frame, wanted = pandas.DataFrame(table), [1, 0, -1, 0, -1]
    rows = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
    skip = ["near", "symmetries"]
    for one in (frame, arrow.table(table), arrow.table(table).to_reader(), table, rows):
        found = audit_data(one, column="puzzle", skip=skip)
        assert found.columns["right"].tolist() == wanted
        assert found.findings["wrong"].tolist() == [1, 3]
        assert "right" in found.unchecked
    assert audit_data(frame, skip=skip).columns["right"].tolist() == wanted
    found = audit_data(frame["puzzle"], test=frame[:2], skip=skip)
    assert found.columns["right"].tolist() == [-1] * 5 + [1, 0]
    other = frame.rename(columns={"solution": "mine"})
    assert "wrong" not in audit_data(other, column="puzzle", skip=skip).findings
    found = audit_data(other, column="puzzle", solutions="mine", skip=skip)
    assert found.columns["right"].tolist() == wanted
    both = frame.assign(answer=table["solution"])
    assert "wrong" not in audit_data(both, column="puzzle", skip=skip).findings


def test_the_table_takes_twenty_bytes_for_each_sudoku() -> None:
    with Gathering(keeps_names=False) as gathering:
        gathering.add_known_and_new_sudokus_and_make_mask(
            [PUZZLE, turned(PUZZLE), OTHER], None, None
        )
        (part,) = gathering.yield_sudokus_by_shape()
        # A view would keep the files and lines of all Sudokus in memory.
        (references,) = part.collection.references
        assert gathering._places.read_numbers(references).base is None
        assert (part.numbers.itemsize, part.classes.first.itemsize) == (4, 4)
        table = Audit(gathering, None, [])
        table.run(lambda _: None)
        assert sum(column.itemsize for column in table.columns.values()) == 20
        gathering.add_known_and_new_sudokus_and_make_mask([BLANK], None, None)
        table = Audit(gathering, None, [np.full(4, -1, np.int8)])
        table.run(lambda _: None)
        assert table.columns["symmetries"].tolist() == [1, 1, 1, 1_218_998_108_160]
        assert table.columns["symmetries"].itemsize == 8
        assert table.columns["clues"].tolist() == [30, 30, 81, 0]


@pytest.mark.parametrize("known", [True, False])
def test_classes_are_counted_by_size_as_if_one_by_one(known: bool) -> None:
    rng = np.random.default_rng(3)
    for _ in range(30):
        count = int(rng.integers(1, 12))
        firsts = np.arange(count)
        for i in range(1, count):
            if rng.random() < 0.6:
                firsts[i] = firsts[rng.integers(0, i)]
        if not known:
            firsts[rng.random(count) < 0.3] = -1
        with Gathering(keeps_names=False) as gathering:
            gathering.add_known_and_new_sudokus_and_make_mask(count * [PUZZLE], None, None)
            table = Audit(gathering, None, [])
        table.columns["class"][:] = firsts
        for some in (slice(None), slice(0, count // 2), slice(count // 2, None), slice(2, 99)):
            kept = [first for first in firsts[some].tolist() if first >= 0]
            sizes = [kept.count(first) for first in {*kept}]
            wanted = {size: sizes.count(size) for size in sorted({*sizes})}
            assert table.count_classes_by_size(some) == wanted
