"""Rows of Parquet become the same lines of CSV whether pyarrow writes them or Python."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from sudokopie.applications.documents.parquet import (
    _try_write_plain_csv,
    _write_csv,
    yield_parquet_as_pieces_of_csv,
)
from sudokopie.reading.gridfile import open_path_as_grid_file
from sudokopie.reading.lines import MadeLines
from sudokopie.system import limited_call

from conftest import record_taken_lines

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("columns", "is_plain"),
    [
        ({"a": ["x", " y ", None], "b": [1, None, -7]}, True),
        ({"a": pa.array(["é", "#", "=1"], pa.large_string()), "b": pa.array([1, 2, 3])}, True),
        ({"a": [PUZZLE, PUZZLE]}, True),
        ({"a": ["x", None, "y"]}, False),
        ({"a": ["", "y"]}, False),
        ({"a": ["x", "y", ""]}, False),
        ({"a": ["a,b"], "b": [1]}, False),
        ({"a": ['a"b'], "b": [1]}, False),
        ({"a": ["a\nb", "c\rd", "e\r\nf"], "b": [1, 2, 3]}, False),
        ({"a": ["x"], "b": [1.5]}, False),
        ({"a": ["x"], "b": [True]}, False),
        ({"a": ["x"], "b": [[1, 2]]}, False),
        ({"a": pa.array(["x", "x"]).dictionary_encode(), "b": ["y", "z"]}, False),
    ],
)
def test_both_writers_make_the_same_lines(columns: dict[str, Any], is_plain: bool) -> None:
    batch = pa.RecordBatch.from_pydict(columns)
    found = _try_write_plain_csv(batch)
    assert (found is not None) == is_plain
    if found is not None:
        assert found == _write_csv(batch)
    assert _write_csv(batch).count(b"\n") == len(batch) - 1


def test_pieces_have_the_numbers_of_their_first_lines(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    numbers = [*range(2500)]
    parquet.write_table(pa.table({"id": numbers, "puzzle": [PUZZLE] * 2500}), path)
    with path.open("rb") as file:
        pieces = [*yield_parquet_as_pieces_of_csv(file)]
    assert [number for number, _ in pieces] == [1, 2, 1002, 2002]
    lines = [*MadeLines(pieces)]
    assert lines == [(1, b"id,puzzle")] + [(n + 2, f"{n},{PUZZLE}".encode()) for n in numbers]


def test_rows_are_read_at_once_and_the_call_ends_when_the_file_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"id": [*range(3000)], "puzzle": [PUZZLE] * 3000}), path)
    taken = record_taken_lines(monkeypatch, MadeLines, "take_matching_lines")
    with open_path_as_grid_file(str(path)) as found:
        entries = [*found]
    assert [entry.line for entry in entries] == [*range(2, 3002)]
    assert sum(taken) > 2000
    monkeypatch.setattr(limited_call, "_idle_processes", limited_call._idle_processes.copy())
    gc.disable()
    try:
        idle = len(limited_call._idle_processes)
        with open_path_as_grid_file(str(path)) as found:
            next(found)
            assert len(limited_call._idle_processes) == max(idle - 1, 0)
        assert len(limited_call._idle_processes) == max(idle, 1)
    finally:
        gc.enable()
