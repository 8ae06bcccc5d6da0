"""`--output table`: one table of all files, whatever their forms."""

from __future__ import annotations

import csv
import io
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from documents import PUZZLE

FIRST, SECOND = f"12{'.' * 14}", f"{'.' * 14}12"
ORIGIN = ["file", "place", "name", "submitter", "subject", "sudoku"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a table, a text of rows, a broken file, a list with a fault, and a mail."""
    folder = tmp_path / "post"
    folder.mkdir()
    (folder / "a.csv").write_text(f"title;sudoku\nspring;{FIRST}\n")
    (folder / "b.gz").write_bytes(b"\x1f\x8b" + bytes(40))
    (folder / "c.txt").write_text("summer\n12..\n....\n....\n..12\n")
    (folder / "d.txt").write_text(f"{PUZZLE} good\n{PUZZLE[1:]} short\n")
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ann <ann@example.org>", "=For May"
    mail.set_content(f"{PUZZLE} winter\n")
    (folder / "e.eml").write_bytes(mail.as_bytes())
    monkeypatch.chdir(tmp_path)
    return folder


def read_rows(out: str) -> list[dict[str, str]]:
    head, *rows = csv.reader(io.StringIO(out))
    assert {len(row) for row in rows} == {len(head)}
    assert len(set(head)) == len(head)
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.mark.documents
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_files_of_different_forms_become_one_table(run: Any, jobs: list[str]) -> None:
    done = run("complete", "--recursive", "post", "--output", "table", *jobs)
    rows = read_rows(done.out)
    assert [*rows[0]] == [*ORIGIN, "solution", "solutions", "variant", "error"]
    assert [(row["place"], row["name"], row["sudoku"]) for row in rows] == [
        ("post/a.csv:2", "spring", FIRST),
        ("", "", ""),  # the broken file, in its place
        ("post/c.txt:2", "summer", f"12{'.' * 12}12"),
        ("post/d.txt:1", "good", PUZZLE),
        ("post/d.txt:2", "", ""),
        ("post/e.eml:1", "winter", PUZZLE),
    ]
    assert [row["file"] for row in rows] == [
        *(f"post/{name}" for name in ("a.csv", "b.gz", "c.txt", "d.txt", "d.txt", "e.eml"))
    ]
    assert [row["submitter"] for row in rows][-2:] == ["", "Ann <ann@example.org>"]
    assert rows[-1]["subject"] == "'=For May"  # no spreadsheet takes it for a formula
    assert [bool(row["error"]) for row in rows] == [False, True, False, False, True, False]
    assert rows[1]["error"] in done.err
    assert [row["solutions"] for row in rows] == ["more", "", "more", "one", "", "one"]
    assert done.status == 2


@pytest.mark.usefixtures("folder")
def test_errors_of_files_are_in_their_place_in_json(run: Any) -> None:
    out = run("complete", "--recursive", "post", "--json").out.splitlines()
    assert ["b.gz" in line for line in out] == [False, True, *[False] * (len(out) - 2)]


def test_a_row_of_a_pair_has_both_sudokus(run: Any, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(f"a,b\n{FIRST},{SECOND}\n{FIRST},short\n")
    command = ["solve", "--columns", "a,b", "--output", "table", str(tmp_path / "p.csv")]
    first, second = read_rows(run(*command).out)
    assert (first["sudoku"], first["second"]) == (FIRST, SECOND)
    assert (first["verdict"], first["error"]) == ("copies", "")
    assert (second["verdict"], second["place"]) == ("", f"{tmp_path}/p.csv:3")
    assert "short" in second["error"]


def test_a_file_that_cannot_be_read_takes_no_column_from_the_pairs_after_it(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "p.csv").write_text(f"a,b\n{FIRST},{SECOND}\n")
    files = [str(tmp_path / "missing.csv"), str(tmp_path / "p.csv")]
    missing, pair = read_rows(run("solve", "--columns", "a,b", "--output", "table", *files).out)
    assert (missing["file"], missing["verdict"]) == (files[0], "")
    assert missing["error"]
    assert (pair["sudoku"], pair["second"], pair["verdict"]) == (FIRST, SECOND, "copies")


def test_a_table_of_one_sudoku_is_a_table_too(run: Any, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("12..\n....\n....\n..12\n")
    (row,) = read_rows(run("symmetries", "--output", "table", str(tmp_path / "one.txt")).out)
    assert row["sudoku"] == f"12{'.' * 12}12"


@pytest.mark.documents
@pytest.mark.usefixtures("folder")
def test_csv_of_different_tables_names_the_option_for_one_table(run: Any) -> None:
    files = ["post/a.csv", "post/e.eml"]
    assert "--output table" in run("complete", "--output", "csv", *files).err
    assert "--output table" not in run("complete", "--output", "csv", "post/a.csv").err
    same = run("complete", "--output", "csv", "post/a.csv", "post/a.csv")
    assert "--output table" not in same.err


@pytest.mark.parametrize(
    "line",
    [
        "complete --all x",
        "canonical --json x",
        "symmetries --quiet x",
        "solve x",
        "symmetries --gap x",
    ],
)
def test_what_the_table_cannot_be_used_with(run: Any, line: str) -> None:
    command, *rest = line.split()
    done = run(command, "--output", "table", *rest)
    assert (done.status, done.out) == (2, "")
    assert "--output table" in done.err
