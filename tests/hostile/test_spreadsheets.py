"""Tables for a spreadsheet, which carries out what begins as a formula."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile.program import judge, run
from present import present

pytestmark = pytest.mark.gate

NAMES = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "'=1", "''-", "'a", "a=1"]
CELLS = ["12" + "." * place + "1" + "." * (13 - place) for place in range(len(NAMES))]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_line_that_becomes_a_cell_is_no_formula() -> None:
    cells = "-12" + 78 * "-"
    Path("some").write_text(f"{cells}\n{cells} a\n=a {cells}\n")
    lines = run("canonical", "--output", "csv", "some").out.splitlines()
    # Cells alone are read by others as they stand.
    assert [line.split(",")[0] for line in lines] == [cells, f"'{cells} a", f"'=a {cells}"]


@pytest.mark.parametrize("column", ["9" * 10, "9" * 5000, "0", "x" * 5000])
@pytest.mark.parametrize("command", present(["solve --column", "catalogue add seen.db --title"]))
def test_a_column_that_is_none_is_refused_in_short(column: str, command: str) -> None:
    Path("some.csv").write_text(f"id,puzzle\n1,{CELLS[0]}\n2,{CELLS[1]}\n")
    ran = run(*command.split(), column, "some.csv")
    judge(ran)
    assert ran.status == 2
    assert "expected a column '" in ran.err
    assert len(ran.err) < 200
