"""Tables for a spreadsheet, which carries out what begins as a formula."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from sudokopie.applications.catalogue import Catalogue
from sudokopie.applications.catalogue.entries import Source

from hostile.program import judge, run
from hostile.specimens import specimen

NAMES = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "'=1", "''-", "'a", "a=1"]
CELLS = ["12" + "." * place + "1" + "." * (13 - place) for place in range(len(NAMES))]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def cells_of(text: str) -> list[str]:
    """Return all cells of a table that a spreadsheet might carry out."""
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


def test_a_line_that_becomes_a_cell_is_no_formula() -> None:
    cells = "-12" + 78 * "-"
    Path("some").write_text(f"{cells}\n{cells} a\n=a {cells}\n")
    lines = run("canonical", "--output", "csv", "some").out.splitlines()
    # Cells alone are read by others as they stand.
    assert [line.split(",")[0] for line in lines] == [cells, f"'{cells} a", f"'=a {cells}"]


def test_a_comparison_has_no_formulas() -> None:
    name, commands = specimen("journal").victim, specimen("journal").commands
    journal = specimen("journal").files[name].replace(b'"pair.txt"', b'"=pair.txt"')
    Path(name).write_bytes(journal)
    ran = run(*commands[0].replace("@", "").split(), "--csv", "runs.csv")
    judge(ran)
    rows = Path("runs.csv").read_text("utf-8").splitlines()
    assert [row.split(",")[0] for row in rows] == ["instance", "'=pair.txt", "'=pair.txt"]


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


@pytest.mark.parametrize("column", ["9" * 10, "9" * 5000, "0", "x" * 5000])
@pytest.mark.parametrize("command", ["solve --column", "catalogue add seen.db --title"])
def test_a_column_that_is_none_is_refused_in_short(column: str, command: str) -> None:
    Path("some.csv").write_text(f"id,puzzle\n1,{CELLS[0]}\n2,{CELLS[1]}\n")
    ran = run(*command.split(), column, "some.csv")
    judge(ran)
    assert ran.status == 2
    assert "expected a column '" in ran.err
    assert len(ran.err) < 200
