"""Rows of Parquet become the same lines of CSV whether pyarrow writes them or Python."""

from __future__ import annotations

import gc
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from sudokopie.applications.documents.parquet import (
    _try_write_plain_csv,
    _write_csv,
    _yield_ends_of_ranges,
    yield_column_as_pieces_of_csv,
    yield_parquet_as_pieces_of_csv,
)
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import GridFile, open_path_as_grid_file
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


def test_the_process_that_reads_has_the_memory_pool_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limited_call, "_idle_processes", type(limited_call._idle_processes)())
    records = limited_call.yield_records_of_limited_call(
        "limited_functions:pool_of_arrow", io.BytesIO(), (), limited_call.CallLimits(2**29, 60)
    )
    assert [*records] == ["system"]
    limited_call.end_idle_processes()


SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
COUNT = 2500


def _describe(opened: GridFile) -> list[object]:
    """Return what a caller that needs only the cells learns about the Sudokus of a file."""
    with opened:
        found: list[object] = [
            (entry.line, entry.shape, str(entry.error or bytes(entry.cell_bytes)), entry.variant)
            for batch in opened.yield_entry_batches(1000)
            for entry in batch
        ]
        return [*found, opened.other_text_summary, len(opened.list_warnings("file"))]


@pytest.mark.parametrize(
    ("columns", "is_left_out"),
    [
        ({"puzzle": [PUZZLE] * COUNT, "solution": [SOLUTION] * COUNT, "x": [*range(COUNT)]}, True),
        ({"from": ["a"] * COUNT, "answer": [SOLUTION] * COUNT, "question": [PUZZLE] * COUNT}, True),
        ({"puzzle": pa.array([PUZZLE] * COUNT, pa.large_string()), "rating": [1.5] * COUNT}, True),
        ({"puzzle": [PUZZLE] * COUNT, "c": pa.array(["x"] * COUNT).dictionary_encode()}, True),
        ({"from": [None, "a"] * (COUNT // 2), "puzzle": [PUZZLE] * COUNT}, True),
        ({"puzzle": [PUZZLE] * COUNT, "note": ['a "b", c\nd'] * COUNT}, True),
        ({"puzzle": [PUZZLE, None] * (COUNT // 2), "a": [SOLUTION] * COUNT}, False),
        ({"puzzle": [PUZZLE, PUZZLE[:-1]] * (COUNT // 2), "a": [SOLUTION] * COUNT}, False),
        ({"puzzle": [PUZZLE] * COUNT, "name": ["Killer Sudoku", "b"] * (COUNT // 2)}, False),
        ({"from": ["a", "#b"] * (COUNT // 2), "puzzle": [PUZZLE] * COUNT}, False),
        ({"from": ["a", " b"] * (COUNT // 2), "puzzle": [PUZZLE] * COUNT}, False),
        ({"puzzle": [PUZZLE] * COUNT, "note": ["", "|" * 20_001] * (COUNT // 2)}, False),
        ({"puzzle": [PUZZLE] * COUNT, "tags": [["killer"], []] * (COUNT // 2)}, False),
        ({"a": [PUZZLE] * COUNT, "b": [SOLUTION] * COUNT}, True),
    ],
)
@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_columns_that_are_left_out_change_no_sudoku(
    tmp_path: Path, columns: dict[str, Any], is_left_out: bool, ending: str
) -> None:
    path, table = tmp_path / f"t.{ending}", pa.table(columns)
    if ending == "parquet":
        parquet.write_table(table, path, row_group_size=900)
    else:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=700)
    whole = open_path_as_grid_file(str(path))
    options = ReadingOptions(needs_only_cells=True)
    assert _describe(open_path_as_grid_file(str(path), options)) == _describe(whole)
    with open_path_as_grid_file(str(path), options) as found:
        *_, last = found
    column = next(i for i, name in enumerate(columns) if name in {"puzzle", "question", "a"})
    if last.error is None:
        assert (last.raw == column * b"," + PUZZLE.encode()) == is_left_out


def test_rows_from_a_place_on_have_their_own_numbers(tmp_path: Path) -> None:
    path, numbers = tmp_path / "t.parquet", [*range(2500)]
    rows = {"id": numbers, "puzzle": [PUZZLE] * 2500}
    parquet.write_table(pa.table(rows), path, row_group_size=700)
    for start, end in [(0, None), (699, 701), (700, 1400), (1000, 2500), (2500, None)]:
        with path.open("rb") as file:
            lines = [*MadeLines(yield_column_as_pieces_of_csv(file, start, end, 1))]
        wanted = numbers[start:end]
        assert lines == [(number + 2, b"," + PUZZLE.encode()) for number in wanted]
    with path.open("rb") as file, pytest.raises(ValueError, match="shorter"):
        [*yield_column_as_pieces_of_csv(file, 0, 2501, 1)]


@pytest.mark.parametrize(
    ("counts", "at_once", "ends"),
    [
        ([1000], 300, [300, 600, 900, 1000]),
        ([1000], 10, [250, 500, 750, 1000]),
        ([100] * 10, 300, [300, 600, 900, 1000]),
        ([10, 5000, 10], 100, [1250, 2500, 3750, 5000, 5020]),
        ([], 100, []),
    ],
)
def test_a_row_group_is_divided_into_few_ranges(
    counts: list[int], at_once: int, ends: list[int]
) -> None:
    assert [*_yield_ends_of_ranges(counts, at_once, min(at_once, 100))] == ends


def test_the_reader_needs_no_numpy(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"puzzle": [PUZZLE], "cells": [[1, 2]]}), path)
    code = (
        "import sys\n"
        "from sudokopie.applications.documents.parquet import yield_parquet_as_pieces_of_csv\n"
        "assert len([*yield_parquet_as_pieces_of_csv(open(sys.argv[1], 'rb'))]) == 2\n"
        "assert 'numpy' not in sys.modules\n"
        "import numpy\n"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True)
