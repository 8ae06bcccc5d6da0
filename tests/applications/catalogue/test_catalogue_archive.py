"""A catalogue as the archive of a magazine: titles, dates and issues, merging, exporting,
salvaging.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import BoxShape, Grid, cli
from sudokopie.applications.catalogue import Catalogue, Selection, Source, schema
from sudokopie.applications.catalogue.checking import yield_checked_counts_and_problems
from sudokopie.applications.catalogue.known_sudokus import (
    convert_date_to_iso,
    convert_date_to_sql_lower_bound,
)
from sudokopie.applications.catalogue.salvaging import (
    DatabasePageReader,
    SalvagedCounts,
    salvage_catalogue,
)
from sudokopie.applications.catalogue.schema import connect_to_database
from sudokopie.base.errors import CatalogueError
from sudokopie.reading.fields import restore_formula
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import (
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from older_catalogues import of_version
from strategies import grids

FOUR, NINE = BoxShape(2, 2), BoxShape(3, 3)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def puzzles(number: int) -> list[Grid]:
    rng = Random("archive")
    return [remove_clues(random_complete_grid(NINE, rng), 25, rng) for _ in range(number)]


def moved(grid: Grid) -> Grid:
    return random_transformation(grid.shape, Random(1)).apply(grid)


ROWS = (
    ("Rätsel 11", "15.7.2006", "7/2006", "leicht; für Anfänger"),
    ("Rätsel 12", "01.08.2006", "8/2006", "schwer"),
    ("Ärgernis", "2006-09-01 00:00:00", "Sommer 2006", ""),
    ("", "irgendwann", "9/2006", ""),
)


def excel(
    name: str, encoding: str = "utf-8-sig", header: str = "Titel;Datum;Heft;Notiz;Sudoku"
) -> str:
    """Write a CSV file as a German spreadsheet program saves it; return its name."""
    with Path(name).open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(header.split(";"))
        for row, grid in zip(ROWS, puzzles(len(ROWS)), strict=True):
            writer.writerow([*row, format_line(grid)])
    return name


def sources(path: str = "seen.db", selection: Selection = Selection()) -> list[Source]:  # noqa: B008
    with Catalogue.open(path) as catalogue:
        assert not [
            one for one in yield_checked_counts_and_problems(catalogue) if one.problem is not None
        ]
        return [known.source for known in catalogue.select(selection)]


def fields(path: str = "seen.db") -> list[tuple[str, ...]]:
    return [(one.name, one.date, one.issue, one.rest) for one in sources(path)]


FIELDS = [
    ("Rätsel 11", "2006-07-15", "7/2006", ""),
    ("Rätsel 12", "2006-08-01", "8/2006", ""),
    ("Ärgernis", "2006-09-01", "Sommer 2006", ""),
    ("", "irgendwann", "9/2006", ""),
]


# Columns


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_columns_are_found_by_their_names(run: Any, encoding: str) -> None:
    done = run("catalogue", "add", "seen.db", excel("liste.csv", encoding))
    assert done.status == 0
    assert done.err.endswith(
        "so that --since does not find these Sudokus: 1; the first: 'irgendwann'\n"
    )
    assert fields() == FIELDS


@pytest.mark.parametrize("header", ["TITLE;date;Issue;x;y", "name;DATUM;Ausgabe;x;y"])
def test_columns_have_english_and_german_names(run: Any, header: str) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv", header=header))
    assert fields() == FIELDS


def test_columns_can_be_chosen(run: Any) -> None:
    file = excel("liste.csv", header="A;B;C;D;Sudoku")
    run("catalogue", "add", "none.db", file)
    assert fields("none.db") == [("", "", "", "")] * 4
    chosen = "--title", "a", "--date", "2", "--issue", "C"
    run("catalogue", "add", "seen.db", file, *chosen)
    assert fields() == FIELDS
    lines = Path(file).read_text(encoding="utf-8-sig").splitlines()
    Path("none.csv").write_text("\n".join(lines[1:]))
    run("catalogue", "add", "other.db", "none.csv", "--title", "1", "--issue", "3", "--date=2")
    assert fields("other.db") == FIELDS
    refused = run("catalogue", "add", "seen.db", file, "--issue", "Heft")
    assert (refused.status, refused.err) == (
        2,
        "liste.csv:1:1: expected a column 'Heft', found the columns A, B, C, D, Sudoku\n",
    )
    refused = run("catalogue", "add", "seen.db", "none.csv", "--issue", "Heft")
    assert refused.err == "none.csv:1:1: expected a column 'Heft', found no line of names\n"
    assert len(sources()) == 4


def test_keys_of_json_are_columns(run: Any) -> None:
    lines = [
        {"Title": "One", "date": "8/2006", "Heft": 7, "grid": format_line(grid), "x": None}
        for grid in puzzles(2)
    ]
    Path("a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    run("catalogue", "add", "seen.db", "a.jsonl")
    assert fields() == [("One", "2006-08", "7", "")] * 2
    run("catalogue", "add", "other.db", "a.jsonl", "--title", "heft", "--keep-line")
    assert fields("other.db") == [("7", "2006-08", "7", "One 8/2006 7")] * 2


def test_the_rest_of_a_line_is_kept_on_request(run: Any) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv"), "--keep-line")
    assert [one.rest for one in sources()] == [
        "Rätsel 11;15.7.2006;7/2006;leicht; für Anfänger",
        "Rätsel 12;01.08.2006;8/2006;schwer",
        "Ärgernis;2006-09-01 00:00:00;Sommer 2006",
        "irgendwann;9/2006",
    ]
    assert [one[:3] for one in fields()] == [one[:3] for one in FIELDS]


def test_beside_cells_one_thing_is_the_title(run: Any) -> None:
    one, two, three = map(format_line, puzzles(3))
    Path("a.txt").write_text(f'{one} Page 8, left\n{two},"Smith, ""John"""\n{three},a,b\n')
    run("catalogue", "add", "seen.db", "a.txt")
    assert [source.name for source in sources()] == ["Page 8, left", 'Smith, "John"', "a,b"]
    Path("b.csv").write_text(f"{one},left\n{two},easy,left\n")
    run("catalogue", "add", "other.db", "b.csv")
    assert [source.name for source in sources("other.db")] == ["left", ""]


@pytest.mark.gate
def test_a_row_stays_small(run: Any) -> None:
    rng = Random(1)
    complete = [random_complete_grid(NINE, rng) for _ in range(20)]
    with Path("liste.csv").open("w", encoding="utf-8", newline="") as file:
        file.write("Titel;Datum;Heft;Notiz;Sudoku\r\n")
        for i in range(4000):
            grid = format_line(remove_clues(rng.choice(complete), 26, rng))
            note = "schwer (Größe 3×3), eingesandt von Frau Müller-Lüdenscheidt"
            file.write(f"Rätsel {i};{1 + i % 28}.8.2006;{1 + i % 12}/2006;{note};{grid}\r\n")
    run("catalogue", "add", "seen.db", "liste.csv")
    assert Path("seen.db").stat().st_size / 4000 < 254


def test_sudokus_of_an_older_version_get_their_fields(run: Any) -> None:
    """Before catalogues had columns for titles and dates, the name was all the text on the line."""
    path = str(Path(excel("liste.csv")).absolute())
    names = [";".join(filter(None, row)) for row in ROWS]
    names[0] = names[0].replace("leicht;", '"leicht;')
    with Catalogue.open("new.db", create=True) as catalogue:
        older = [Source(path, i, name) for i, name in enumerate(names, 2)]
        catalogue.add(puzzles(4), older)
    done = run("catalogue", "add", "new.db", "liste.csv")
    assert done.out == (
        "Sudokus read: 4. Added: 0. Of these, copies of others: 0. Already in the catalogue: 4.\n"
    )
    assert fields("new.db") == FIELDS
    assert run("catalogue", "add", "new.db", "liste.csv").out == done.out


def test_the_same_sudoku_in_two_issues_is_there_twice(run: Any) -> None:
    cells = format_line(puzzles(1)[0])
    Path("a.csv").write_text(f"Heft,Sudoku\n7/2006,{cells}\n8/2006,{cells}\n7/2006,{cells}\n")
    assert "Added: 2." in run("catalogue", "add", "seen.db", "a.csv").out
    assert [source.issue for source in sources()] == ["7/2006", "8/2006"]


# What people see


def test_title_and_issue_are_said(run: Any) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv"))
    one, two, three, four = puzzles(4)
    for grid, english, german in (
        (
            one,
            "Rätsel 11, issue 7/2006 (no. 1 of",
            "Rätsel 11, Heft 7/2006 (Nr. 1 dieses Katalogs)",
        ),
        (three, "Ärgernis, Sommer 2006 (no. 3 of", "Ärgernis, Sommer 2006 (Nr. 3 dieses"),
        (four, "liste.csv:5, issue 9/2006 (no. 4", "liste.csv:5, Heft 9/2006 (Nr. 4"),
    ):
        Path("new.txt").write_text(format_line(moved(grid)))
        assert f"copy of {english}" in run("catalogue", "find", "seen.db", "new.txt").out
        found = run("catalogue", "find", "seen.db", "new.txt", "--lang", "de", "-q").out
        assert f"Kopie von {german}" in found
    listed = run("catalogue", "list", "seen.db", "--issue", "8/2006").out
    assert listed == f"2  {format_line(two)}  Rätsel 12, issue 8/2006  (liste.csv:3)\n"
    record = json.loads(run("catalogue", "list", "seen.db", "--issue=8/2006", "--json").out)
    assert record.items() >= {"name": "Rätsel 12", "date": "2006-08-01", "issue": "8/2006"}.items()


def test_a_date_is_said_where_there_is_no_issue(run: Any) -> None:
    grid = puzzles(1)[0]
    with Catalogue.open("seen.db", create=True) as catalogue:
        catalogue.add(
            [grid, grid], [Source("f", 1, "A", "2006-08-01"), Source("f", 2, "B", "2006")]
        )
    for lang, places in (
        ("en", ["A, 2006-08-01", "B, 2006"]),
        ("de", ["A, 01.08.2006", "B, 2006"]),
    ):
        lines = run("catalogue", "list", "seen.db", "--lang", lang).out.splitlines()
        assert [line.split("  ")[2] for line in lines] == places


def test_dates_that_are_none_are_said(run: Any) -> None:
    lines = ["Sudoku,Datum"]
    days = ["31.8.2006", "Sommer", "Sommer", "32.1.2006", ""]
    lines += [f"{format_line(one)},{day}" for one, day in zip(puzzles(5), days, strict=True)]
    Path("new.csv").write_text("\n".join(lines))
    done = run("catalogue", "add", "seen.db", "new.csv")
    assert done.status == 0
    assert "so that --since does not find these Sudokus: 3; the first: 'Sommer'" in done.err


def test_what_else_can_be_asked_is_said_to_people_alone(run: Any) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv"))
    new = puzzles(5)[4]
    Path("one.txt").write_text(format_line(new))
    Path("two.txt").write_text(f"{format_line(new)}\n{format_line(move_clue(new, Random(1)))}\n")
    hint = "No copy was found. --near 1 also finds"
    for file in ("one.txt", "two.txt"):
        found = run("catalogue", "find", "seen.db", file)
        assert found.err.splitlines()[-1].startswith(hint)
        assert found.err.count("\n") == (1 if file == "one.txt" else 2)
        assert "Keine Kopie gefunden." in run("catalogue", "find", "seen.db", file, "--lang=de").err
        for option in ("-q", "--json", "--near=1", "--within", "--output=csv"):
            assert hint not in run("catalogue", "find", "seen.db", file, option).err
    Path("both.txt").write_text("".join(f"{format_line(one)}\n" for one in (new, puzzles(1)[0])))
    assert hint not in run("catalogue", "find", "seen.db", "both.txt").err


def test_nearly_known_ones_fill_the_columns(run: Any) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv"))
    near = moved(move_clue(puzzles(1)[0], Random(2)))
    part = moved(remove_clues(puzzles(2)[1], 20, Random(3)))
    Path("new.csv").write_text(
        "".join(f"{i},{format_line(one)}\n" for i, one in enumerate([near, part]))
    )
    Path("new.csv").write_text("id,sudoku\n" + Path("new.csv").read_text())
    found = run("catalogue", "find", "seen.db", "new.csv", "--near=1", "--within", "--output=csv")
    rows = list(csv.DictReader(found.out.splitlines()))
    assert [row["status"] for row in rows] == ["near", "part"]
    file = str(Path("liste.csv").absolute())
    for row, line, name, date, issue in zip(
        rows, "23", ["Rätsel 11", "Rätsel 12"], ["2006-07-15", "2006-08-01"], ["7/2006", "8/2006"],
        strict=True,
    ):  # fmt: skip
        assert row["known_file"] == file
        told = [row[f"known_{field}"] for field in ("line", "name", "date", "issue")]
        assert told == [line, name, date, issue]


def test_a_collection_is_looked_up_in_a_catalogue_of_itself(run: Any) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv"))
    found = run("catalogue", "find", "seen.db", "liste.csv", "--near", "1")
    assert (found.status, found.err) == (0, "Sudokus: 4. Known: 4.\n")


def test_files_are_numbered_in_the_order_of_the_arguments(run: Any) -> None:
    names = [f"{name}.txt" for name in "gabfhdec"]
    for name, grid in zip(names, puzzles(8), strict=True):
        Path(name).write_text(format_line(grid))
    run("catalogue", "add", "seen.db", *names)
    with closing(sqlite3.connect("seen.db")) as database, database:
        paths = [
            Path(path).name for (path,) in database.execute("SELECT path FROM file ORDER BY id")
        ]
    assert paths == names


# Dates


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2006-08-31", "2006-08-31"),
        ("2006-8-1", "2006-08-01"),
        ("31.8.2006", "2006-08-31"),
        (" 01.08.2006 00:00", "2006-08-01"),
        ("2006-08-31T12:00:00", "2006-08-31"),
        ("2006-08", "2006-08"),
        ("8.2006", "2006-08"),
        ("2006", "2006"),
        ("30.2.2006", None),
        ("2006-13", None),
        ("8/31/2006", None),
        ("Sommer 2006", None),
        ("", None),
    ],
)
def test_dates_of_many_forms(text: str, date: str | None) -> None:
    assert convert_date_to_iso(text) == date


@given(st.dates(), st.dates())
def test_since_is_what_dates_say(one: Any, other: Any) -> None:
    """A month or a year counts as its first day."""
    for text in (one.isoformat(), one.isoformat()[:7], one.isoformat()[:4]):
        day = (text + "-01-01")[:10]
        assert (text >= convert_date_to_sql_lower_bound(other.isoformat())) == (
            day >= other.isoformat()
        )


def test_since_and_issue_choose(run: Any) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv"))
    for options, lines in (
        (("--since", "1.8.2006"), [3, 4]),
        (("--since", "2006-08"), [3, 4]),
        (("--since", "2006-08-02"), [4]),
        (("--since", "2005"), [2, 3, 4]),
        (("--since", "2005", "--issue", "8/2006"), [3]),
        (("--issue", "SOMMER 2006"), [4]),
        (("--issue", "Sommer"), []),
    ):
        listed = run("catalogue", "list", "seen.db", *options, "--json").out
        assert [json.loads(line)["line"] for line in listed.splitlines()] == lines
        exported = run("catalogue", "export", "seen.db", *options, "--format", "csv").out
        assert [int(row["line"]) for row in rows_of(exported)] == lines
        found = run("catalogue", "find", "seen.db", "liste.csv", *options, "--json").out
        known = [line for line in map(json.loads, found.splitlines()) if line["status"] == "known"]
        assert [line["line"] for line in known] == lines
        assert [line["copies"] for line in known] == [1] * len(lines)


def test_a_month_counts_as_its_first_day(run: Any) -> None:
    with Catalogue.open("seen.db", create=True) as catalogue:
        dates = "2006-07", "2006-08", "2006-08-01", "2006", "2007"
        told = [Source("file", i, date=date) for i, date in enumerate(dates)]
        catalogue.add(puzzles(1) * 5, told)
    for since, lines in (("1.8.2006", "124"), ("2.8.2006", "4"), ("2006", "01234")):
        listed = run("catalogue", "list", "seen.db", "--since", since, "--json").out.splitlines()
        assert "".join(str(json.loads(line)["line"]) for line in listed) == lines


def test_near_ones_are_chosen_too(run: Any) -> None:
    run("catalogue", "add", "seen.db", excel("liste.csv"))
    near = move_clue(puzzles(1)[0], Random(2))
    Path("a.txt").write_text(f"{format_line(near)}\n{format_line(puzzles(1)[0])}\n")
    for options, words in (
        (("--since", "2006-07"), ["near", "known"]),
        (("--since", "2006-08"), ["new", "new"]),
        (("--issue", "7/2006"), ["near", "known"]),
        (("--issue", "8/2006"), ["new", "new"]),
    ):
        found = run("catalogue", "find", "seen.db", "a.txt", "--near=1", "--json", *options).out
        assert [json.loads(line)["status"] for line in found.splitlines()] == words


@pytest.mark.parametrize("command", ["list", "export", "find"])
def test_a_bad_date_is_one_line(run: Any, command: str) -> None:
    refused = run(
        "catalogue", command, "seen.db", *["x"] * (command == "find"), "--since", "30.2.2006"
    )
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == (
        "sudokopie: expected a date for --since, such as 2006-08-31, 31.8.2006 or 2006-08, found "
        f"'30.2.2006' (see: sudokopie catalogue {command} --help)\n"
    )


# Export

TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=12) | st.sampled_from(
    ["", "a, b", 'say "hi"', "x;y", "'", "12", "8/2006", "=1+1", "#", "Rätsel 12", '"', ",", "a  b"]
)


@st.composite
def catalogues(draw: st.DrawFn) -> tuple[list[Grid], list[Source]]:
    shape = draw(st.sampled_from([FOUR, BoxShape(2, 3), BoxShape(3, 2), NINE, BoxShape(4, 4)]))
    some = draw(st.lists(grids([shape]), min_size=1, max_size=4))
    some += [moved(one) for one in some[: draw(st.integers(0, 2))]]
    dates = st.dates().map(str) | TEXTS
    told = [
        Source(draw(TEXTS.filter(bool)), draw(st.integers(1, 10**6)), *draw(fields_of(dates)))
        for _ in some
    ]
    return some, told


def fields_of(dates: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    titles = TEXTS.filter(lambda text: not text or any(map(str.isalnum, text)))
    return st.tuples(titles, dates, TEXTS, TEXTS)


def called(name: str, *arguments: str) -> None:
    """Run a command that must succeed. A fixture cannot be used, because hypothesis tries many
    examples in one test.
    """
    words = ["sudokopie", *name.split(), *arguments]
    with patch.object(sys, "argv", words), pytest.raises(SystemExit) as exit_:
        cli.main()
    assert exit_.value.code == 0


def rows_of(table: str) -> list[dict[str, str]]:
    lines = [line for line in table.split("\n") if not line.startswith("# box ")]
    return list(csv.DictReader(lines))


def in_classes(known: list[Any]) -> list[int]:
    """Return for each Sudoku the index of the first Sudoku of its class."""
    classes = [one.class_id for one in known]
    return [classes.index(one) for one in classes]


@pytest.mark.gate
@given(catalogues())
@settings(max_examples=25)
def test_an_exported_table_is_read_back_as_it_was(drawn: tuple[list[Grid], list[Source]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        one, other, table = (f"{place}/{name}" for name in ("one.db", "other.db", "all.csv"))
        with Catalogue.open(one, create=True) as catalogue:
            catalogue.add(*drawn)
            before = list(catalogue.select())
        called("catalogue export", one, "--format", "csv", "-o", table)
        rows = rows_of(Path(table).read_text(encoding="utf-8"))
        for row, known in zip(rows, before, strict=True):
            file, line, *told = (restore_formula(row[name]) for name in Source._fields)
            source = Source(file, int(line), *told)
            assert (int(row["id"]), int(row["class"]), source) == (
                known.id, known.class_id, known.source
            )  # fmt: skip
            assert row["sudoku"] == format_line(known.grid)
        called("catalogue add", other, table, "--keep-line")
        with Catalogue.open(other) as catalogue:
            after = list(catalogue.select())
        assert [one.grid for one in after] == [one.grid for one in before]
        assert [one.source for one in after] == [one.source for one in before]
        assert in_classes(after) == in_classes(before)


@pytest.mark.gate
@given(catalogues())
@settings(max_examples=25)
def test_exported_lines_are_read_back_with_their_titles(
    drawn: tuple[list[Grid], list[Source]],
) -> None:
    with tempfile.TemporaryDirectory() as place:
        one, other, lines = (f"{place}/{name}" for name in ("one.db", "other.db", "all.txt"))
        with Catalogue.open(one, create=True) as catalogue:
            catalogue.add(*drawn)
            before = [(known.grid, known.source.name) for known in catalogue.select()]
        called("catalogue export", one, "-o", lines)
        called("catalogue add", other, lines)
        with Catalogue.open(other) as catalogue:
            after = [(known.grid, known.source.name) for known in catalogue.select()]
        assert after == list(dict.fromkeys(before))


# Merging


def catalogue_of(path: str, some: list[Grid], file: str) -> str:
    with Catalogue.open(path, create=True) as catalogue:
        told = [Source(file, i, f"No. {i}", f"2006-0{i}", f"{i}/2006", "x") for i in range(1, 10)]
        catalogue.add(some, told[: len(some)])
    return path


def test_merging_keeps_sources_and_classes(run: Any) -> None:
    one, two, three = puzzles(3)
    catalogue_of("a.db", [one, two], "a")
    catalogue_of("b.db", [moved(one), three], "b")
    catalogue_of("c.db", [one, two], "a")  # the same as in the first
    done = run("catalogue", "merge", "all.db", "a.db", "b.db", "c.db")
    assert (done.status, done.out) == (
        0,
        "Sudokus read: 6. Added: 4. Of these, copies of others: 1. Already in the catalogue: 2.\n",
    )
    assert sources("all.db") == [*sources("a.db"), *sources("b.db")]
    with Catalogue.open("all.db") as catalogue:
        assert in_classes(list(catalogue.select())) == [0, 1, 0, 3]
    assert "Added: 0." in run("catalogue", "merge", "all.db", "b.db").out


def test_merging_takes_several_shapes_in_order(run: Any) -> None:
    catalogue_of("a.db", puzzles(2), "a")
    with Catalogue.open("b.db", create=True) as catalogue:
        some = [random_grid(FOUR, 5, Random(i)) for i in range(3)]
        catalogue.add(some, [Source("b", i) for i in range(3)])
        catalogue.add(puzzles(1), [Source("b", 7)])
        catalogue.add(some, [Source("c", i) for i in range(3)])
        order = [known.grid for known in catalogue.select()]
    assert run("catalogue", "merge", "a.db", "b.db", "-q").out == "7\n"
    with Catalogue.open("a.db") as catalogue:
        assert [known.grid for known in catalogue.select()] == [*puzzles(2), *order]


def test_an_interrupted_merge_adds_nothing() -> None:
    catalogue_of("all.db", puzzles(1), "all")
    catalogue_of("a.db", puzzles(4), "a")
    catalogue_of("b.db", puzzles(6)[4:], "b")
    told: list[int] = []

    def interrupted(added: Any) -> None:
        told.append(added.added)
        if len(told) == 2:
            raise KeyboardInterrupt

    with Catalogue.open("all.db") as catalogue:
        with Catalogue.open("a.db") as one, Catalogue.open("b.db") as other:
            batches = (batch for each in (one, other) for batch in each.batches())
            with pytest.raises(KeyboardInterrupt):
                catalogue.add_batches(batches, progress=interrupted, is_whole=True)
            assert told == [4, 6]
        assert len(catalogue) == 1
        assert catalogue.stats().classes == 1
        assert catalogue.stats().files == 1


def test_a_merge_that_cannot_be_changes_nothing(run: Any) -> None:
    catalogue_of("a.db", puzzles(1), "a")
    os.link("a.db", "same.db")
    done = run("catalogue", "merge", "a.db", "same.db")
    assert (done.status, done.out) == (2, "")
    assert done.err == "sudokopie: same.db: a catalogue cannot be merged with itself\n"
    assert run("catalogue", "merge", "new.db", "a.db", "none.db").status == 2
    archive("damaged.db")
    overwritten("damaged.db", pages_of("damaged.db", "sudoku")[3:4])
    refused = run("catalogue", "merge", "new.db", "a.db", "damaged.db")
    assert (refused.status, "damaged.db: this catalogue is damaged" in refused.err) == (2, True)
    assert not Path("new.db").exists()


# Salvaging


def archive(path: str, number: int = 400) -> list[Source]:
    """Make a catalogue with many pages, remove its first 60 Sudokus, and return the sources of the
    others.
    """
    rng = Random(7)
    complete = [random_complete_grid(NINE, rng) for _ in range(8)]
    some = [remove_clues(rng.choice(complete), 24, rng) for _ in range(number)]
    told = [Source(f"file {i % 3}", i, f"No. {i}", "2006-08", f"{i}/2006") for i in range(number)]
    with Catalogue.open(path, create=True) as catalogue:
        catalogue.add(some, told)
        catalogue.remove(Selection(ids=tuple(range(1, 61))))
    return told[60:]


def pages_of(path: str, table: str) -> list[int]:
    """Return the numbers, from 0, of the pages that have rows of a table."""
    columns = {"sudoku": 11, "class": 8, "file": 2}[table]
    with Path(path).open("rb") as file:
        pages = DatabasePageReader(file)
        return [
            number - 1
            for number in pages.yield_used_page_numbers()
            if any(
                len(values) == columns
                for _, values in pages.yield_row_keys_and_values_on_page(number)
            )
        ]


def overwritten(path: str, pages: list[int], content: Callable[[int], bytes] = os.urandom) -> None:
    data = bytearray(Path(path).read_bytes())
    for page in pages:
        data[4096 * page : 4096 * page + 4096] = content(4096)
    Path(path).write_bytes(data)


def test_what_is_whole_is_salvaged(run: Any) -> None:
    told = archive("seen.db")
    page = pages_of("seen.db", "sudoku")[2]
    with Path("seen.db").open("rb") as file:
        gone = {
            number
            for number, _ in DatabasePageReader(file).yield_row_keys_and_values_on_page(page + 1)
        }
    overwritten("seen.db", [page])
    before = Path("seen.db").read_bytes()
    done = run("catalogue", "salvage", "seen.db", "new.db")
    assert (done.status, done.err) == (1, "")
    assert done.out == f"Sudokus saved: {340 - len(gone)}. Lost: {len(gone)}.\n"
    assert sources("new.db") == [one for one in told if one.line + 1 not in gone]
    assert Path("seen.db").read_bytes() == before
    assert sorted(os.listdir()) == ["new.db", "seen.db"]


@pytest.mark.parametrize("content", [os.urandom, bytes])
def test_lost_classes_indexes_and_tables_cost_nothing(content: Callable[[int], bytes]) -> None:
    told = archive("seen.db")
    with Path("seen.db").open("rb") as file:
        others = set(range(DatabasePageReader(file).number)) - set(pages_of("seen.db", "sudoku"))
    others -= set(pages_of("seen.db", "file"))
    overwritten("seen.db", sorted(others), content)  # the header, too
    assert salvage_catalogue("seen.db", "new.db").saved == len(told)
    assert sources("new.db") == told


def test_what_a_crash_left_unfinished_is_taken_back() -> None:
    told = archive("seen.db")
    with Catalogue.open("seen.db") as catalogue:
        catalogue.connection.fetch_all_rows(
            "PRAGMA cache_size = 1"
        )  # pages are written before the end
        with pytest.raises(KeyboardInterrupt), catalogue.connection.transaction():
            catalogue.connection.execute("DELETE FROM sudoku WHERE id % 2")
            for ending in ("", "-journal"):
                shutil.copyfile(f"seen.db{ending}", f"crashed.db{ending}")
            raise KeyboardInterrupt
    assert salvage_catalogue("crashed.db", "new.db") == SalvagedCounts(340, 0)
    assert sources("new.db") == told


def test_names_of_files_that_are_lost() -> None:
    told = archive("seen.db")
    overwritten("seen.db", pages_of("seen.db", "file"))
    assert salvage_catalogue("seen.db", "new.db") == SalvagedCounts(340, 0)
    assert sources("new.db") == [one._replace(file="?") for one in told]


def test_a_file_that_was_cut_short() -> None:
    told = archive("seen.db")
    content = Path("seen.db").read_bytes()
    Path("seen.db").write_bytes(content[: len(content) // 2 + 100])
    found = salvage_catalogue("seen.db", "new.db")
    assert 50 < found.saved < 340
    assert found.lost >= 340 - found.saved
    assert set(sources("new.db")) < set(told)


@pytest.mark.parametrize("bits", [1, 30, 3000])
def test_nothing_is_saved_that_was_changed(bits: int) -> None:
    told = archive("seen.db")
    with Catalogue.open("seen.db") as catalogue:
        cells = {known.source.line: known.grid for known in catalogue.select()}
    data, rng = bytearray(Path("seen.db").read_bytes()), Random(bits)
    for _ in range(bits):
        data[rng.randrange(4096, len(data))] ^= 1 << rng.randrange(8)
    Path("seen.db").write_bytes(data)
    salvage_catalogue("seen.db", "new.db")
    with Catalogue.open("new.db") as catalogue:
        saved = list(catalogue.select())
    assert len(saved) > 40
    by_name = {one.name: one for one in told}
    for known in saved:
        before = by_name[known.source.name]
        assert known.source[3:5] == before[3:5]
        assert known.grid == cells[before.line]


@pytest.mark.parametrize("version", [1, 2])
def test_older_versions_are_salvaged(version: int) -> None:
    rng = Random(5)
    some = [random_grid(FOUR, rng.randrange(3, 9), rng) for _ in range(300)]
    with Catalogue.open("seen.db", create=True) as catalogue:
        catalogue.add(some, [Source("file", i, f"No. {i}") for i in range(300)])
        told = [known.source for known in catalogue.select()]
    of_version(version, "seen.db", "old.db")
    database = sqlite3.connect("old.db")
    database.execute("UPDATE sudoku SET cells = x'2100000000000000' WHERE id = 7")
    database.commit()
    database.close()
    assert salvage_catalogue("old.db", "new.db").saved == 299
    assert sources("new.db") == [one for one in told if one.line != 6]


def test_what_was_removed_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of removed rows are free, but SQLite may leave the rows on them."""

    def leaving(uri: str) -> sqlite3.Connection:
        database = connect_to_database(uri)
        database.execute("PRAGMA secure_delete = OFF")
        return database

    monkeypatch.setattr(schema, "connect_to_database", leaving)
    rng = Random(5)
    some = [random_grid(FOUR, rng.randrange(3, 9), rng) for _ in range(300)]
    with Catalogue.open("seen.db", create=True) as catalogue:
        catalogue.add(some, [Source("file", i, f"No. {i}") for i in range(300)])
    of_version(2, "seen.db", "old.db")
    with Catalogue.open("old.db") as catalogue:
        catalogue.remove(Selection(ids=tuple(range(1, 200))))
        told = [known.source for known in catalogue.select()]
    assert salvage_catalogue("old.db", "new.db") == SalvagedCounts(101, 0)
    assert sources("new.db") == told


def test_long_rows_are_salvaged() -> None:
    """A long row continues on several pages."""
    shape = BoxShape(8, 8)
    some = [random_grid(shape, 2000, Random(i)) for i in range(3)]
    told = [Source("file", i, "n" * 1000 * i, rest="é" * 4000) for i in range(3)]
    with Catalogue.open("seen.db", create=True) as catalogue:
        catalogue.add(some, told)
    assert salvage_catalogue("seen.db", "new.db") == SalvagedCounts(3, 0)
    assert sources("new.db") == told


def test_what_cannot_be_salvaged(run: Any) -> None:
    archive("seen.db", 70)
    Path("new.db").write_text("mine")
    done = run("catalogue", "salvage", "seen.db", "new.db")
    assert (done.status, done.err) == (2, "sudokopie: new.db: File exists\n")
    assert Path("new.db").read_text() == "mine"
    Path("text.txt").write_text("no catalogue\n" * 2000)
    done = run("catalogue", "salvage", "text.txt", "other.db")
    assert (done.status, done.err) == (
        2,
        "sudokopie: text.txt: this holds no Sudokus of a catalogue\n",
    )
    assert run("catalogue", "salvage", "none.db", "other.db").status == 2
    assert not Path("other.db").exists()


@pytest.mark.parametrize("command", ["add", "find", "merge"])
def test_a_damaged_catalogue_is_refused_with_what_helps(run: Any, command: str) -> None:
    archive("seen.db")
    overwritten("seen.db", pages_of("seen.db", "sudoku")[3:4])
    other = "liste.csv" if command != "merge" else catalogue_of("a.db", puzzles(1), "a")
    excel("liste.csv")
    done = run("catalogue", command, "seen.db", other)
    assert (done.status, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith("sudokopie: seen.db: this catalogue is damaged (")
    assert line.endswith("sudokopie catalogue salvage DAMAGED NEW saves the undamaged Sudokus")


def test_an_index_that_lacks_a_sudoku_is_damage(run: Any) -> None:
    """`add` must notice the damage: otherwise it would add the missing Sudoku a second time."""
    archive("seen.db")
    excel("liste.csv")
    with closing(sqlite3.connect("seen.db")) as database, database:
        (index,) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'sudoku_of_class'")
        database.execute("PRAGMA writable_schema = ON")
        partial = f"{index[0]} WHERE id != 70"
        database.execute("DROP INDEX sudoku_of_class")
        database.execute(partial)
        database.execute("UPDATE sqlite_master SET sql = ? WHERE sql = ?", (index[0], partial))
    done = run("catalogue", "add", "seen.db", "liste.csv")
    # The message of SQLite depends on its version.
    assert (done.status, "index sudoku_of_class" in done.err) == (2, True)


def test_large_catalogues_are_not_looked_at_before_a_find(run: Any, monkeypatch: Any) -> None:
    archive("seen.db")
    excel("liste.csv")
    overwritten("seen.db", pages_of("seen.db", "sudoku")[3:4])
    monkeypatch.setattr("sudokopie.applications.catalogue.schema.QUICKLY_CHECKED", 4096)
    assert run("catalogue", "find", "seen.db", "liste.csv").status == 1


def test_catalogue_errors_are_of_one_line() -> None:
    archive("seen.db")
    overwritten("seen.db", pages_of("seen.db", "sudoku")[3:4])
    with Catalogue.open("seen.db") as catalogue, pytest.raises(CatalogueError) as raised:
        catalogue.connection.check_integrity()
    assert "\n" not in str(raised.value)
