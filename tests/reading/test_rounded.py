"""Numbers of many digits, of which a table kept only the first, are refused wherever they stand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from sudokopie import Grid
from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_stream_as_grid_file

from documents import PUZZLE, SHEETS, SOLUTION, Rows, arrow, xlsx
from present import has, present

NUMBER = float(PUZZLE.replace(".", "0"))
SMALL = "1234341221434321"


def first_error(data: bytes) -> str:
    """Return the first error of a file, which is read to its end; empty if there is none."""
    try:
        errors = [entry.error for entry in open_stream_as_grid_file(io.BytesIO(data), "f")]
    except PairFileError as error:
        return str(error)
    return str(next(filter(None, errors), ""))


@pytest.mark.documents
@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[NUMBER]], "f:1:1: cell A1 is a number of 81 digits"),
        ([["a", PUZZLE], ["b", NUMBER]], "f:2:3: cell B2 is a number of 81 digits"),
        ([["a", NUMBER], ["b", PUZZLE]], "f:1:3: cell B1 is a number of 81 digits"),
        ([["a", "puzzle"], ["b", NUMBER]], "f:2:3: cell B2 is a number of 81 digits"),
        ([["puzzle", "solution"], [PUZZLE, float(SOLUTION)]], "cell B2 is a number of 81 digits"),
        ([["a", -NUMBER], ["b", PUZZLE]], "f:1:3: cell B1 is a number of 81 digits"),
        (
            [['"a,"', float(PUZZLE[2:].replace(".", "0"))]],
            "f:1:10: cell B1 is a number of 77 digits",
        ),
        ([["a", float(SMALL)]], "f:1:3: cell B1 is a number of 16 digits"),
        ([[float("123456781234567" + "0")]] * 16, "f:1:1: cell A1 is a number of 16 digits"),
        ([["a", 10.0**80]], "f:1:3: cell B1 is a number of 81 digits"),
    ],
)
def test_numbers_of_more_than_15_digits(kind: str, rows: Rows, expected: str) -> None:
    found = first_error(SHEETS[kind](rows))
    assert expected in found
    assert "digits, of which spreadsheets keep 15; format the column as text" in found


@pytest.mark.documents
@pytest.mark.parametrize("kind", SHEETS)
def test_texts_and_shorter_numbers_are_read(kind: str) -> None:
    for beside in ("a", 1.5, 7.0, 123456789012345.0, 1234567890123456.0, 1.5e18):
        (entry,) = open_stream_as_grid_file(io.BytesIO(SHEETS[kind]([[beside, PUZZLE]])))
        assert entry.sudoku_name == (
            str(beside) if beside in ("a", 1.5) else str(int(float(beside)))
        )
        assert isinstance(entry.grid_or_error, Grid)
        assert entry.grid_or_error.clues == 30
    rows: Rows = [[float(SOLUTION[i : i + 9])] for i in range(0, 81, 9)]
    (entry,) = open_stream_as_grid_file(io.BytesIO(SHEETS[kind](rows)))
    assert entry.file_lines_as_text.replace("\n", "") == SOLUTION


@pytest.mark.documents
def test_the_cell_on_another_sheet_is_named() -> None:
    def fill(book: Any) -> None:
        book.active.append([PUZZLE])
        book.create_sheet("Two").cell(7, 28, NUMBER)

    assert "f:7:28: cell Two!AB7 is a number of 81 digits" in first_error(xlsx(fill))


@pytest.mark.documents
def test_no_command_takes_such_a_number(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(SHEETS["xlsx"]([["a", NUMBER]]))
    (tmp_path / "b.csv").write_text(f"a,{PUZZLE}\nb,5.30070000600195E+80\n", "utf-8")
    for name, said in (("a.xlsx", "cell B1"), ("b.csv", "the number 5.30070000600195E+80")):
        path = str(tmp_path / name)
        for command in present([["duplicates"], ["complete"], ["canonical"], ["audit"]]):
            found = run(*command, path)
            assert (found.status, said in found.err) == (2, True), command
        if has("catalogue"):
            found = run("catalogue", "add", str(tmp_path / "c.db"), path)
            assert (found.status, said in found.err) == (2, True)
    if has("catalogue"):
        stored = run("catalogue", "export", str(tmp_path / "c.db")).out
        assert stored.count("\n") == 1
        assert PUZZLE in stored


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("5.30070000600195E+80\n", "1:1"),
        (f"{PUZZLE}\n5.30070000600195E+80\n", "2:1"),
        (f"a,{PUZZLE}\nb,5.30070000600195E+80\n", "2:3"),
        (f"a;{PUZZLE}\nb;5,30070000600195E+80\n", "2:3"),
        (f"5.3007E+80,{SOLUTION}\n", "1:1"),
        (f"{PUZZLE},{SOLUTION}\n5.3007E+80,{SOLUTION}\n", "2:1"),
        ("id,puzzle\n1,5.3E+78\n", "2:3"),
        (f"id,puzzle\n1,{PUZZLE}\n2,5.3E+80\n", "3:3"),
        ("1.23434E+15\n", "1:1"),
        (f"{SMALL}\n1.23434E+15\n", "2:1"),
        (json.dumps({"puzzle": NUMBER}), "1:12"),
        (json.dumps([{"puzzle": NUMBER}, {"puzzle": NUMBER}]), "1:12"),
        (json.dumps({"id": 1, "puzzle": NUMBER, "solution": SOLUTION}), "1:21"),
        (json.dumps({"puzzle": PUZZLE}) + '\n{"puzzle":5.3e80}', "2:11"),
        ("1234\n3412\n2143\n4.321E+15\n", "4:1"),
    ],
)
def test_numbers_in_texts(text: str, place: str) -> None:
    found = first_error(text.encode())
    assert found.startswith(f"f:{place}: expected Sudokus as text (in pandas dtype=str), found ")


def test_rows_far_from_the_beginning() -> None:
    grid = "1234\n3412\n2143\n4321\n"
    found = first_error((grid * 1100 + grid[:-5] + "4.321E+15\n").encode())
    assert found.startswith("f:4404:1: expected Sudokus as text")


def test_other_numbers_are_names() -> None:
    for beside in ("1.5E+20", "6.022e23", "1e80x", "A5.3E+80", "1.5e+03"):
        (entry,) = open_stream_as_grid_file(io.BytesIO(f"{beside},{PUZZLE}\n".encode()))
        assert (entry.error, entry.sudoku_name) == (None, beside)


@pytest.mark.documents
@pytest.mark.parametrize("as_parquet", [False, True])
def test_columns_of_numbers(as_parquet: bool) -> None:
    for number, said in ((NUMBER, "e+80"), (float(SMALL), "1.234341221434321e+15")):
        found = first_error(arrow([number], as_parquet=as_parquet))
        assert "f:2:3: expected Sudokus as text (in pandas dtype=str), found the number" in found
        assert found.endswith(said)
    assert first_error(arrow([int(SMALL)], as_parquet=as_parquet)) == ""
