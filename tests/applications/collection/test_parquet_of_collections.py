"""The Parquet table of classes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from sudokopie import labels
from sudokopie.applications.collection import gathering
from sudokopie.applications.collection.gathering import Gathering
from sudokopie.system import limited_call

from conftest import write

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


pytestmark = pytest.mark.usefixtures("folder")


def rows(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return found


def test_classes(run: Any) -> None:
    turned = PUZZLE[::-1]
    file = write("p.txt", [f"{PUZZLE} a", "." * 81, turned])
    small = write("small.txt", ["12..............", "..............21"])
    result = run("duplicates", file, small, "--parquet", "t.parquet")
    assert result.status == 1
    assert result.out == run("duplicates", file, small).out
    found = rows("t.parquet")
    assert [row["class"] for row in found] == [1, 2, 1, 4, 4]
    assert [row["number"] for row in found] == [1, 2, 3, 4, 5]
    assert found[0] == {"number": 1, "file": "p.txt", "line": 1, "name": "a", "class": 1}
    run("duplicates", file, "--by", "solution", "--parquet", "t.parquet")
    assert [row["class"] for row in rows("t.parquet")] == [1, 2, 1]
    run("duplicates", small, "--against", file, "--parquet", "t.parquet")
    assert [row["file"] for row in rows("t.parquet")] == ["p.txt"] * 3 + ["small.txt"] * 2


def test_an_interruption_leaves_no_table(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write("p.txt", [PUZZLE] * 3)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Gathering, "yield_place_columns", interrupted)
    result = run("duplicates", file, "--parquet", "t.parquet")
    assert result.status == 130
    assert result.err.endswith("Not written: t.parquet\n")
    assert [path.name for path in Path().iterdir()] == ["p.txt"]


def test_files_for_results_are_two(run: Any) -> None:
    result = run("duplicates", write("p.txt", [PUZZLE]), "--parquet", "t", "-o", "t")
    assert "-o and --parquet need different files" in result.err


def test_the_process_that_reads_ends_before_many_sudokus_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"puzzle": [PUZZLE] * 3}), path)
    monkeypatch.setattr(limited_call, "_idle_processes", type(limited_call._idle_processes)())
    for few, kept in ((3, 1), (2, 0)):
        monkeypatch.setattr(gathering, "_FEW", few)
        assert labels(path).tolist() == [0, 0, 0]
        assert len(limited_call._idle_processes) == kept
