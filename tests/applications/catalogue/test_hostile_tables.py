"""Catalogues exported as tables: a spreadsheet would execute a text that begins like a formula."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from sudokopie.applications.catalogue import Catalogue
from sudokopie.applications.catalogue.known_sudokus import Source

from hostile.program import judge, run

NAMES = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "'=1", "''-", "'a", "a=1"]


CELLS = ["12" + "." * place + "1" + "." * (13 - place) for place in range(len(NAMES))]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def cells_of(text: str) -> list[str]:
    """Return all cells of a table that a spreadsheet might execute as formulas."""
    return [cell for row in csv.reader(text.splitlines()) for cell in row if cell[:1] in "=+-@\t\r"]


def test_an_export_has_no_formulas_and_comes_back_as_it_was() -> None:
    with open("some.jsonl", "w", encoding="utf-8") as file:
        for cells, name in zip(CELLS, NAMES, strict=True):
            file.write(json.dumps({"puzzle": cells, "title": name, "issue": name}) + "\n")
    for command in ("add seen.db some.jsonl", "export seen.db --format csv -o seen.csv"):
        assert run("catalogue", *command.split()).status == 0
    assert not [one for one in cells_of(Path("seen.csv").read_text("utf-8")) if one]
    assert run("catalogue", "add", "again.db", "seen.csv").status == 0
    with Catalogue.open("again.db") as catalogue:
        assert [known.source for known in catalogue.select()] == [
            Source(str(Path.cwd() / "some.jsonl"), line, name, "", name)
            for line, name in enumerate(NAMES, 1)
        ]
    found = run("catalogue", "find", "seen.db", "--output", "csv", "seen.csv").out
    assert not [one for one in cells_of(found) if one]


@pytest.mark.parametrize("line", ["9" * 30, "9" * 5000])
def test_a_line_number_that_is_none_is_left_out(line: str) -> None:
    header = "id,class,file,line,name,date,issue,rest,sudoku"
    Path("seen.csv").write_text(f"{header}\n1,1,a.txt,{line},,,,,{CELLS[0]}\n")
    ran = run("catalogue", "add", "seen.db", "seen.csv")
    judge(ran)
    assert ran.status == 0
    with Catalogue.open("seen.db") as catalogue:
        assert [known.source for known in catalogue.select()] == [
            Source(str(Path.cwd() / "seen.csv"), 2)
        ]
