"""The commands about a catalogue: output, refused input, exit status."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.applications.catalogue import Catalogue, Source
from sudokopie.commands.machinery.command_group import (
    yield_group_prefixes_with_commands,
)
from sudokopie.reading.gridfile import open_path_as_grid_file
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import (
    move_clue,
    random_grid,
    random_transformation,
    remove_clues,
)

from conftest import PROGRAM, puzzles, write

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "12.............."


DIGITS = "123456789"

pytestmark = pytest.mark.usefixtures("folder")


def moved(grid: Grid, seed: int = 1) -> Grid:
    return random_transformation(grid.shape, Random(seed)).apply(grid)


def lines_of(some: list[Grid]) -> list[str]:
    return [f"{format_line(grid)} No. {i}" for i, grid in enumerate(some, 1)]


@pytest.fixture
def seen(run: Any) -> list[Grid]:
    """Put five puzzles, and a copy of the third, into `seen.db`."""
    some = puzzles(5)
    write("old.txt", lines_of([*some, moved(some[2])]))
    assert run("catalogue", "add", "seen.db", "old.txt").status == 0
    return some


# add


def test_add_counts(run: Any, seen: list[Grid]) -> None:
    del seen
    done = run("catalogue", "add", "seen.db", "old.txt")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "Sudokus read: 6. Added: 0. Of these, copies of others: 0. Already in the catalogue: 6.\n"
    )
    write("more.txt", [*Path("old.txt").read_text().splitlines()[:2], PUZZLE])
    done = run("catalogue", "add", "seen.db", "./old.txt", "more.txt", "--json")
    assert json.loads(done.out) == {
        "file": "seen.db",
        "read": 9,
        "added": 3,
        "copies": 2,
        "there": 6,
        "format": 1,
    }
    write("last.txt", [PUZZLE])
    assert run("catalogue", "add", "seen.db", "last.txt", "--quiet").out == "1\n"


def test_add_goes_on_where_something_is_wrong(run: Any) -> None:
    write("broken.txt", [PUZZLE, "5" * 40, PUZZLE + " again"])
    write("nothing.txt", ["no Sudoku"])
    done = run("catalogue", "add", "seen.db", "broken.txt", "nothing.txt", "none.txt")
    assert done.status == 2
    assert [line.split(" ")[0] for line in done.err.splitlines()] == [
        *("broken.txt:2:41:", "nothing.txt:1:1:", "none.txt:")
    ]
    assert "Sudokus read: 2. Added: 2." in done.out


def test_add_takes_files_of_several_shapes(run: Any) -> None:
    write("nine.txt", [PUZZLE])
    write("four.txt", [SMALL, SMALL + ",again"])
    write("six.txt", ["12" + "." * 34])
    done = run("catalogue", "add", "seen.db", "nine.txt", "four.txt", "six.txt", "nine.txt")
    assert "Of these, copies of others: 1, the same cell by cell: 1. Already" in done.out
    shown = run("catalogue", "stats", "seen.db").out.splitlines()
    assert [line.split() for line in shown[4:]] == [
        *(["2x2", "2", "2", "1"], ["2x3", "2", "1", "1"], ["3x3", "30", "1", "1"])
    ]


def test_add_remembers_a_given_name(run: Any) -> None:
    write("a.txt", [PUZZLE])
    run("catalogue", "add", "seen.db", "a.txt", "--as", "Book 3")
    assert json.loads(run("catalogue", "list", "seen.db", "--json").out)["file"] == "Book 3"
    assert run("catalogue", "list", "seen.db", "--file", "Book 3").status == 0
    assert run("catalogue", "list", "seen.db", "--file", "a.txt").status == 1
    done = run("catalogue", "add", "seen.db", "a.txt", "a.txt", "--as", "Book 3")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("sudokopie: --as needs a single file")


def test_a_file_is_the_same_from_every_folder(run: Any, folder: Path, monkeypatch: Any) -> None:
    write("a.txt", [PUZZLE])
    run("catalogue", "add", "seen.db", "a.txt")
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    assert "Added: 0." in run("catalogue", "add", "../seen.db", "../a.txt").out
    assert run("catalogue", "list", "../seen.db").out.endswith(f"  {folder}/a.txt:1\n")
    monkeypatch.chdir(folder)
    assert run("catalogue", "list", "seen.db").out.endswith("  a.txt:1\n")


@pytest.mark.gate
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_added(jobs: str) -> None:
    some = list(map(format_line, puzzles(60, clues=30)))
    renamed = [
        str.maketrans("123456789", "".join(Random(i).sample("123456789", 9))) for i in range(400)
    ]
    write("many.txt", [one.translate(digits) for digits in renamed for one in some])
    process = subprocess.Popen(
        [*PROGRAM, "catalogue", "add", "seen.db", "many.txt", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not Path("seen.db").exists() or not _there("seen.db"):
        time.sleep(0.01)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    if process.returncode == 0:  # the machine was quick
        return
    assert (process.returncode, err) == (130, "")
    said = "Interrupted. The catalogue has the Sudokus that are counted here. Sudokus read: "
    match = re.match(rf"{re.escape(said)}([\d,]+)", out)
    assert match
    assert int(match[1].replace(",", "")) <= _there("seen.db")
    assert _there("seen.db") in (10_000, 20_000)


def _there(path: str) -> int:
    with Catalogue.open(path) as catalogue:
        return len(catalogue)


# find


def test_find_says_where_copies_stood(run: Any, seen: list[Grid]) -> None:
    write("new.txt", lines_of([moved(seen[2], 7), seen[0], puzzles(6)[5]]))
    done = run("catalogue", "find", "seen.db", "new.txt")
    assert done.status == 1
    assert done.out.splitlines() == [
        "new.txt:1 No. 1: copy of old.txt:3 No. 3 (no. 3 of this catalogue), and of 1 more",
        "new.txt:2 No. 2: same as old.txt:1 No. 1, cell by cell (no. 1 of this catalogue)",
        "new.txt:3 No. 3: not known",
    ]
    assert done.err == "Sudokus: 3. Known: 2.\n"
    every = run("catalogue", "find", "seen.db", "new.txt", "--all").out.splitlines()
    assert every[:2] == [
        "new.txt:1 No. 1: copy of old.txt:3 No. 3 (no. 3 of this catalogue)",
        "new.txt:1 No. 1: copy of old.txt:6 No. 6 (no. 6 of this catalogue)",
    ]
    quiet = run("catalogue", "find", "seen.db", "new.txt", "-q")
    assert (quiet.out, quiet.err) == ("Sudokus: 3. Known: 2.\n", "")


def test_find_with_steps(run: Any, seen: list[Grid]) -> None:
    write("new.txt", lines_of([moved(seen[2], 7), moved(seen[1], 8)]))
    text = run("catalogue", "find", "seen.db", "new.txt", "--steps").out.splitlines()
    assert text[0].endswith("copy of old.txt:3 No. 3 (no. 3 of this catalogue), and of 1 more")
    assert text[1].startswith("    ")
    record = json.loads(
        run("catalogue", "find", "seen.db", "new.txt", "--steps", "--json").out.splitlines()[0]
    )
    assert [f"    {step}" for step in record["steps"]] == text[1 : 1 + len(record["steps"])]
    assert record["known"][0]["line"] == 3
    assert (record["status"], record["copies"], record["class"]) == ("known", 2, 3)


def test_find_draws_one_sudoku(run: Any, seen: list[Grid]) -> None:
    write("one.txt", [format_line(moved(seen[0]))])
    done = run("catalogue", "find", "seen.db", "one.txt")
    assert (done.status, done.err) == (0, "")
    drawn, said, steps = done.out.split("\n\n")
    assert len(drawn.splitlines()) == 11
    assert said == "copy of old.txt:1 No. 1 (no. 1 of this catalogue)"
    assert steps.startswith("Steps from old.txt:1 No. 1:\n")
    assert run("catalogue", "find", "seen.db", "one.txt", "-q").out == f"{said}\n"


def test_find_near_and_within(run: Any, seen: list[Grid]) -> None:
    near = moved(move_clue(seen[0], Random(2)))
    part = moved(remove_clues(seen[1], 20, Random(3)))
    write("new.txt", map(format_line, (near, part)))
    done = run("catalogue", "find", "seen.db", "new.txt", "--near", "1", "--within", "--steps")
    assert done.status == 0
    assert done.out.splitlines() == [
        "new.txt:1: nearly a copy of old.txt:1 No. 1: 24 of 25 clues agree",
        "new.txt:2: part of a copy of old.txt:2 No. 2",
    ]
    assert done.err == "Sudokus: 2. Known: 0. Nearly known: 1. Known in part: 1.\n"
    found = run("catalogue", "find", "seen.db", "new.txt", "--near=1", "--within", "--json").out
    one, other = map(json.loads, found.splitlines())
    assert (one["status"], one["near"][0]["agreeing"], one["known"]) == ("near", 24, [])
    assert (other["status"], other["parts"][0]["known_is_part"]) == ("part", False)
    write("one.txt", [format_line(part)])
    text = run("catalogue", "find", "seen.db", "one.txt", "--within").out
    assert (
        "\n\nold.txt:2 No. 2\nSteps that bring clues onto the clues of the other Sudoku:\n" in text
    )


def test_find_adds_columns(run: Any, seen: list[Grid]) -> None:
    write("new.csv", ["id,puzzle", f"7,{format_line(seen[3])}", f"8,{PUZZLE}"])
    done = run("catalogue", "find", "seen.db", "new.csv", "--output", "csv")
    rows = list(csv.DictReader(done.out.splitlines()))
    assert [row["status"] for row in rows] == ["known", "new"]
    assert (rows[0]["known_line"], rows[0]["known_name"]) == ("4", "No. 4")
    assert rows[0]["known_file"] == str(Path("old.txt").absolute())


def test_find_refuses(run: Any, seen: list[Grid]) -> None:
    del seen
    write("new.txt", [PUZZLE])
    for arguments, message in (
        (("seen.db", "new.txt", "--time-limit", "1"), "--time-limit needs --within"),
        (("seen.db", "new.txt", "--output=csv", "--steps"), "--output csv cannot be used with"),
        (("none.db", "new.txt"), "none.db: there is no such catalogue; `sudokopie catalogue"),
        (("new.txt", "new.txt"), "new.txt: this is no catalogue of Sudokus"),
        ((".", "new.txt"), ".: Is a directory"),
    ):
        done = run("catalogue", "find", *arguments)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"sudokopie: {message}")
        assert done.err.count("\n") == 1
    assert not Path("none.db").exists()
    assert run("catalogue", "find", "seen.db", "none.txt").status == 2


def test_find_in_german(run: Any, seen: list[Grid]) -> None:
    write("new.txt", lines_of([seen[0], puzzles(6)[5]]))
    done = run("catalogue", "find", "seen.db", "new.txt", "--lang", "de")
    assert done.out.splitlines() == [
        "new.txt:1 No. 1: Feld für Feld gleich wie old.txt:1 No. 1 (Nr. 1 dieses Katalogs)",
        "new.txt:2 No. 2: nicht bekannt",
    ]
    assert run("catalogue", "find", "new.txt", "new.txt", "--lang", "de").err == (
        "sudokopie: new.txt: dies ist kein Katalog von Sudokus\n"
    )


# list, export, stats, remove, verify


def test_list(run: Any, seen: list[Grid]) -> None:
    done = run("catalogue", "list", "seen.db")
    lines = done.out.splitlines()
    assert len(lines) == 6
    assert lines[2] == f"3  {format_line(seen[2])}  old.txt:3 No. 3"
    assert lines[5] == f"6  {format_line(moved(seen[2]))}  old.txt:6 No. 6  copy of no. 3"
    assert run("catalogue", "list", "seen.db", "--copies", "-q").out == "3\n6\n"
    assert run("catalogue", "list", "seen.db", "--class", "3", "-q").out == "3\n6\n"
    assert run("catalogue", "list", "seen.db", "--class", "2", "--class", "1", "-q").out == "1\n2\n"
    nothing = run("catalogue", "list", "seen.db", "--class", "9")
    assert (nothing.status, nothing.out, nothing.err) == (1, "", "")


def test_export_is_read_again(run: Any, seen: list[Grid]) -> None:
    del seen
    done = run("catalogue", "export", "seen.db")
    assert done.out == Path("old.txt").read_text().replace(" No.", ",No.")
    run("catalogue", "export", "seen.db", "--first", "-o", "first.txt")
    assert Path("first.txt").read_text().splitlines() == done.out.splitlines()[:5]
    run("catalogue", "export", "seen.db", "--format", "csv", "-o", "all.csv")
    found = run("catalogue", "find", "seen.db", "all.csv")
    assert found.err == "Sudokus: 6. Known: 6.\n"
    names = "id,class,file,line,name,date,issue,rest,sudoku"
    assert Path("all.csv").read_text().splitlines()[0] == names


def test_export_of_several_shapes(run: Any) -> None:
    write("flat.txt", ["# box 3x2", "12" + "." * 34])
    write("four.txt", [SMALL])
    run("catalogue", "add", "seen.db", "flat.txt", "four.txt")
    done = run("catalogue", "export", "seen.db")
    assert done.err == (
        "sudokopie: seen.db: this catalogue has several shapes; --box chooses one of 2x2, 3x2\n"
    )
    assert run("catalogue", "export", "seen.db", "--box=2x2").out == SMALL + "\n"
    done = run("catalogue", "export", "seen.db", "--box=3x2")
    assert done.out == Path("flat.txt").read_text()


@pytest.mark.parametrize("box", [(1, 2), (1, 3), (2, 2), (3, 2), (4, 4), (5, 5), (6, 6)])
def test_export_of_every_size_is_read_again(run: Any, box: tuple[int, int]) -> None:
    shape, rng = BoxShape(*box), Random(4)
    names = ["7", "1 2 3", "No. 1"]  # two of them look like a row
    some = [random_grid(shape, shape.size**2 // 2, rng) for _ in names]
    with Catalogue.open("seen.db", create=True) as catalogue:
        catalogue.add(some, [Source("old", i, name) for i, name in enumerate(names)])
    run("catalogue", "export", "seen.db", "-o", "out.txt")
    with open_path_as_grid_file("out.txt") as entries:
        found = [(entry.grid_or_error, entry.sudoku_name) for entry in entries]
    assert found == list(zip(some, names if shape.size > 3 else ["", "", ""], strict=True))


def test_export_never_replaces_the_catalogue(run: Any, seen: list[Grid]) -> None:
    del seen
    content = Path("seen.db").read_bytes()
    os.symlink("seen.db", "link.db")
    for output in ("./seen.db", "link.db"):
        done = run("catalogue", "export", "seen.db", "-o", output)
        assert done.status == 2
        assert "is read by this command, so it cannot be written too" in done.err
    assert Path("seen.db").read_bytes() == content


def test_stats(run: Any, seen: list[Grid]) -> None:
    del seen
    lines = run("catalogue", "stats", "seen.db").out.splitlines()
    assert lines[0] == "Sudokus: 6. Classes: 5. Groups of copies: 1, the largest of 2."
    assert lines[1].startswith("Files: 1. Bytes: ")
    assert lines[3:] == ["boxes  clues  Sudokus  classes", "  3x3     25        6        5"]
    record = json.loads(run("catalogue", "stats", "seen.db", "--json").out)
    assert record["kinds"] == [{"shape": "3x3", "clues": 25, "sudokus": 6, "classes": 5}]
    assert record["bytes"] == Path("seen.db").stat().st_size


def test_remove(run: Any, seen: list[Grid]) -> None:
    del seen
    assert run("catalogue", "remove", "seen.db", "3", "5").out == "Removed: 2.\n"
    done = run("catalogue", "remove", "seen.db", "3")
    assert (done.status, done.out) == (1, "Removed: 0.\n")
    assert run("catalogue", "remove", "seen.db", "--class", "3", "-q").out == "1\n"
    nothing = run("catalogue", "remove", "seen.db")
    assert nothing.status == 2
    assert "name the Sudokus to remove" in nothing.err
    record = json.loads(run("catalogue", "remove", "seen.db", "--file=old.txt", "--json").out)
    assert record == {"file": "seen.db", "removed": 3, "format": 1}
    assert run("catalogue", "verify", "seen.db").out == "Sudokus checked: 0. All is well.\n"


def test_verify(run: Any, seen: list[Grid]) -> None:
    del seen
    done = run("catalogue", "verify", "seen.db", "--jobs", "2")
    assert (done.status, done.out) == (0, "Sudokus checked: 6. All is well.\n")
    with Catalogue.open("seen.db") as catalogue:
        catalogue.connection.execute("UPDATE sudoku SET cells = zeroblob(41) WHERE id = 4")
    done = run("catalogue", "verify", "seen.db")
    assert done.status == 1
    assert done.out.splitlines() == [
        "Sudoku 4: its signature differs from that of its class",
        "Sudoku 4: its stored steps lead to another Sudoku than its sorted form",
        "Sudokus checked: 6. Wrong: 2.",
    ]
    record = json.loads(run("catalogue", "verify", "seen.db", "--json").out)
    assert record["checked"] == 6
    assert record["complete"]
    assert len(record["problems"]) == 2


def test_add_on_a_cluster(run: Any, seen: list[Grid]) -> None:
    del seen
    done = run("catalogue", "add", "other.db", "old.txt", "--cluster", "local", "--jobs", "1")
    assert done.out == (
        "Sudokus read: 6. Added: 6. Of these, copies of others: 1. Already in the catalogue: 0.\n"
    )
    assert done.err.startswith("Workers of the cluster: 1.")
    one, other = (run("catalogue", "list", path, "--json").out for path in ("seen.db", "other.db"))
    assert one == other


def test_the_commands_about_a_catalogue_are_grouped_too(run: Any) -> None:
    shown = run("catalogue")
    assert shown.status == 2
    for title, names in dict(yield_group_prefixes_with_commands())["catalogue "]:
        assert f"{title}:\n" in shown.out
        assert all(f"\n  {name} " in shown.out for name in names)
    shown = run("catalogue", "fnd")
    assert shown.err == "sudokopie: No such command 'fnd'. Did you mean find?\n"
