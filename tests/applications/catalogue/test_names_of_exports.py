"""Titles of Sudokus are the same after an export and a second reading."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import cli
from sudokopie.reading.fields import restore_formula

from conftest import INSTANCES

PUZZLES = "12..............\n..............21\n1234............\n"


@pytest.fixture
def folder(folder: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    (folder / "a.txt").write_text((INSTANCES / "size4-clues5-copies.txt").read_text())
    (folder / "puzzles.txt").write_text(PUZZLES)
    run("catalogue", "add", "seen.db", "puzzles.txt")
    return folder


@pytest.mark.usefixtures("folder")
def test_a_catalogue_that_is_there_keeps_its_name(run: Any) -> None:
    os.rename("seen.db", "seen.sudokus")
    assert run("catalogue", "add", "seen.sudokus", "a.txt").status == 0


@pytest.mark.usefixtures("folder")
def test_the_ending_decides_the_format_of_an_export(run: Any) -> None:
    run("catalogue", "export", "seen.db", "-o", "x.csv")
    assert Path("x.csv").read_text().startswith("id,class,file,")
    run("catalogue", "export", "seen.db", "-o", "x.txt")
    assert Path("x.txt").read_text() == PUZZLES
    run("catalogue", "export", "seen.db", "--format", "csv", "-o", "x")
    assert Path("x").read_text().startswith("id,class,file,")
    for form, path, other in (("lines", "y.csv", "csv"), ("csv", "y.txt.gz", "lines")):
        result = run("catalogue", "export", "seen.db", "--format", form, "-o", path)
        assert result.status == 2
        said = f"--format {form} does not go with '{path}', whose ending means {other}"
        assert said in result.err
        assert not os.path.exists(path)


def call(*words: str) -> None:
    """Run a command that succeeds, for each of many examples."""
    with patch.object(sys, "argv", ["sudokopie", *words]), pytest.raises(SystemExit) as exit_:
        cli.main()
    assert exit_.value.code == 0


@given(st.text("=+-@' a1,\"", max_size=8))
@settings(max_examples=15, deadline=None)
def test_a_title_comes_back_from_each_kind_of_export(title: str) -> None:
    title = " ".join(title.split())
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "in.jsonl")
        source.write_text(json.dumps({"puzzle": "12..............", "title": title}) + "\n")
        exported = []
        for database in ("one", "two"):
            call("catalogue", "add", f"{place}/{database}.db", "--as", "n", str(source))
            source = Path(place, f"{database}.csv")
            call("catalogue", "export", f"{place}/{database}.db", "-o", str(source))
            row = next(csv.DictReader(io.StringIO(source.read_text("utf-8"))))
            exported.append(row["name"])
            lines = Path(place, f"{database}.txt")
            call("catalogue", "export", f"{place}/{database}.db", "-o", str(lines))
            for row_ in csv.reader(lines.read_text("utf-8").splitlines()):
                assert not row_[-1].startswith(tuple("=+-@"))
        assert restore_formula(exported[0]) == restore_formula(exported[1]) == title


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("title", ["=1+1", "@SUM(1)", "-1", "'=a, b", "'a", "+1"])
def test_a_title_comes_back_from_lines(run: Any, title: str) -> None:
    Path("in.jsonl").write_text(json.dumps({"puzzle": "12..............", "title": title}))
    run("catalogue", "add", "one.db", "in.jsonl")
    run("catalogue", "export", "one.db", "-o", "lines.txt")
    assert not next(csv.reader([Path("lines.txt").read_text()]))[1].startswith(tuple("=+-@"))
    run("catalogue", "add", "two.db", "lines.txt")
    run("catalogue", "export", "two.db", "-o", "two.csv")
    row = next(csv.DictReader(io.StringIO(Path("two.csv").read_text("utf-8"))))
    assert restore_formula(row["name"]) == title
