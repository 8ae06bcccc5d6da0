"""Results in Parquet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from sudokopie.commands.machinery import row_writers
from sudokopie.showing import parquet as parquet_module

from conftest import write
from present import present

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


pytestmark = pytest.mark.usefixtures("folder")


def rows(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return found


def test_solutions(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_module, "ROWS_IN_A_GROUP", 2)
    file = write("p.txt", [f"{PUZZLE} one", "." * 81, "55" + "." * 79, "." * 80 + "q"])
    result = run("complete", file, "--parquet", "t.parquet")
    assert (result.status, result.out) == (2, "")
    assert parquet.ParquetFile("t.parquet").num_row_groups == 2
    first, second, third, bad = rows("t.parquet")
    place = {"file": "p.txt", "line": 1, "name": "one", "variant": None}
    assert first == {**place, "status": "one", "solution": SOLVED, "solutions": "one"}
    assert second["status"] == second["solutions"] == "more"
    assert (third["status"], third["solution"]) == ("none", None)
    assert bad == {
        **dict.fromkeys(("name", "variant", "solution", "solutions")),
        "file": "p.txt",
        "line": 4,
        "status": "error",
    }


def test_forms(run: Any) -> None:
    file = write("p.txt", [PUZZLE, SOLVED])
    lines = run("canonical", file, "--symmetries").out.splitlines()
    assert run("canonical", file, "--symmetries", "--parquet", "t.parquet").status == 0
    assert [f"{row['form']} {row['symmetries']}" for row in rows("t.parquet")] == lines
    assert run("canonical", write("one.txt", [PUZZLE]), "--parquet", "t.parquet").out == ""
    assert len(rows("t.parquet")) == 1


def test_an_interruption_leaves_no_table(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write("p.txt", [PUZZLE] * 3)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(row_writers.ParquetRowWriter, "write_result", interrupted)
        assert run("canonical", file, "--parquet", "t.parquet").status == 130
    assert [path.name for path in Path().iterdir()] == ["p.txt"]


@pytest.mark.parametrize("command", present(["canonical", "complete", "duplicates"]))
def test_what_cannot_be_written_is_refused_at_once(
    run: Any, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    file = write("p.txt", [PUZZLE])
    assert "nowhere" in run(command, file, "--parquet", "nowhere/t").err
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    result = run(command, file, "--parquet", "t")
    assert (result.status, result.out) == (2, "")
    assert result.err == "sudokopie: Parquet needs pyarrow: pip install 'sudokopie[parquet]'\n"


@pytest.mark.parametrize("options", [["-q"], ["--json"], ["--output", "csv"], ["--all"]])
def test_results_go_to_one_place(run: Any, options: list[str]) -> None:
    result = run("complete", write("p.txt", [PUZZLE]), "--parquet", "t", *options)
    assert result.status == 2
    assert "--parquet cannot be used with" in result.err


@pytest.mark.parametrize("command", present(["canonical", "complete", "duplicates"]))
def test_a_table_never_replaces_what_is_read(run: Any, command: str) -> None:
    file = write("p.txt", [PUZZLE])
    result = run(command, file, "--parquet", "./p.txt")
    assert (result.status, result.out) == (2, "")
    assert "./p.txt is read by this command, so it cannot be written too" in result.err
    assert Path(file).read_text() == f"{PUZZLE}\n"


@pytest.mark.parametrize("command", ["symmetries", "shuffle"])
def test_a_folder_needs_workers_that_write_there(run: Any, command: str) -> None:
    result = run(command, write("p.txt", [PUZZLE, SOLVED]), "--parquet", "new/")
    assert (result.status, result.out) == (2, "")
    assert "--parquet needs the name of a file" in result.err
    assert [path.name for path in Path().iterdir()] == ["p.txt"]
