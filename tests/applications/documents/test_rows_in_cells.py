"""Sudokus in sheets with a row in each cell, and with all cells in a row."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from sheet_files import read_file

from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.recognition.sheet import parse_range

from documents import PUZZLE, SHEETS, SOLUTION, Rows, xlsx_of

ROWS = [PUZZLE[i : i + 9].replace(".", "0") for i in range(0, 81, 9)]
NUMBERS: Rows = [[float(row)] for row in ROWS]
"""Rows that a spreadsheet has stored as numbers; four of them begin with a zero."""
EMPTY_TOP = "......8..3...6.9.71.8.9..6..673...2....2.6....2...938..3..8.1.25.267...8..9......"


@pytest.mark.documents
@pytest.mark.parametrize("kind", SHEETS)
def test_zeros_that_a_spreadsheet_has_lost_are_restored(kind: str) -> None:
    beside: Rows = [["x", *row] for row in NUMBERS]
    titled: Rows = [["Nr 1"], *NUMBERS, [], ["Nr 2"], *NUMBERS]
    for rows, line in ((NUMBERS, 1), (beside, 1), (titled, 2)):
        file = open_stream_as_grid_file(io.BytesIO(SHEETS[kind](rows)), "f")
        entries = list(file)
        assert [entry.error for entry in entries] == [None] * len(entries)
        assert {entry.cell_bytes for entry in entries} == {bytes(map(int, "".join(ROWS)))}
        assert entries[0].line == line
        (said,) = map(str, file.list_warnings("a"))
        assert "numbers whose first zeros were lost and are restored: " in said
        if rows[0] == ["Nr 1"]:
            assert [entry.sudoku_name for entry in entries] == ["Nr 1", "Nr 2"]
            assert "restored: 8; the first is in cell " in said
            assert said.endswith("!A4")


@pytest.mark.documents
def test_all_rows_may_have_lost_a_zero() -> None:
    """The rows have eight digits, so only a Sudoku with exactly one solution shows that the first
    ones are missing, and not the last ones.
    """
    solved = [SOLUTION[i : i + 9] for i in range(0, 81, 9)]
    blank = [f"0{row[1 : i % 8 + 1]}0{row[i % 8 + 2 :]}" for i, row in enumerate(solved)]
    assert read_file(xlsx_of([[float(row)] for row in blank])) == ["".join(blank).replace("0", ".")]
    shifted = [row[1:].rjust(9, "0") for row in ROWS]
    assert "lost its first zeros" in read_file(xlsx_of([[float(row)] for row in shifted]))


@pytest.mark.documents
def test_texts_and_other_numbers_stay_as_they_are() -> None:
    assert read_file(xlsx_of([["", "", row] for row in ROWS])) == [PUZZLE]
    short: Rows = [["", "", str(int(row))] for row in ROWS]
    assert "expected" in read_file(xlsx_of(short))
    phones: Rows = [["a", 123456789.0 + 1000 * i] for i in range(9)]
    assert "expected" in read_file(xlsx_of(phones))


@pytest.mark.documents
def test_zeros_that_cannot_be_restored_are_refused() -> None:
    broken: Rows = [[float(row[:-1])] for row in ROWS[:8]]
    broken.append([98765432.0])
    assert (
        "cell A1 may be a row of a Sudoku that has lost its first zeros: format the cells as te"
        in (read_file(xlsx_of(broken)))
    )


@pytest.mark.documents
def test_pencil_marks_are_no_rows_that_have_lost_zeros() -> None:
    marks: Rows = [[float(number) for number in (3, 47, 8, 1349, 1469, 5, 367, 179, 2)]] * 9
    rows: Rows = [[*column] for column in zip(*marks, strict=True)]
    assert "lost" not in read_file(xlsx_of(rows))


@pytest.mark.documents
def test_commands_report_restored_zeros(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(xlsx_of(NUMBERS))
    result = run("complete", "--json", str(path))
    assert (result.status, result.out.count('"one"')) == (0, 1)
    assert "restored: 4; the first is in cell Sheet!A3" in result.err


def cells(puzzle: str) -> list[str]:
    return [cell.replace(".", "") for cell in puzzle]


@pytest.mark.documents
@pytest.mark.parametrize(
    ("before", "after"), [([], []), (["id"], []), (["id", "easy"], ["note"]), ([""], [""])]
)
def test_all_cells_in_a_row(before: list[str], after: list[str]) -> None:
    puzzles = [EMPTY_TOP, EMPTY_TOP[::-1]]
    lines = [",".join(before + cells(puzzle) + after) for puzzle in puzzles]
    for end in (1, 2):
        assert read_file("\n".join(lines[:end]).encode()) == puzzles[:end]
    sheet: Rows = [[*before, *cells(puzzle), *after] for puzzle in puzzles]
    assert read_file(xlsx_of(sheet)) == puzzles
    if before and before[0]:
        (first, _) = open_stream_as_grid_file(io.BytesIO("\n".join(lines).encode()), "f")
        assert first.sudoku_name == " ".join([*before, *after])


@pytest.mark.parametrize("names", ["p{}", "c{:02}", "{}"])
def test_names_of_columns_show_where_cells_begin(names: str) -> None:
    head = ["nr", *(names.format(i) for i in range(1, 82))]
    few = PUZZLE[:20] + "." * 61
    lines = [",".join(head), *(",".join(["7", *cells(one)]) for one in (few, PUZZLE))]
    assert read_file("\n".join(lines).encode()) == [few, PUZZLE]


def test_cells_in_a_row_whose_beginning_is_not_certain() -> None:
    text = ",,," + ",".join(cells("." + SOLUTION[1:50] + "." * 31))
    found = read_file(text.encode())
    assert "the Sudokus may be in the cells " in found
    assert "name the cells with --range" in found
    reading_options = ReadingOptions(ranges=(parse_range("D1:CF1"),))
    (entry,) = open_stream_as_grid_file(io.BytesIO(text.encode()), "f", reading_options)
    assert entry.cell_bytes[:2] == bytes([0, int(SOLUTION[1])])
