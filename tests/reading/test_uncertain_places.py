"""Sudokus whose places in a sheet are in doubt: the options that the error names read all Sudokus
of the file.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from read_text import read
from sheet_files import Cells, Table, csv

from sudokopie.base.errors import PairFileError

from documents import xlsx
from samples import PUZZLE

EMPTY_BORDER = "...........4.6.3...2.9.1.4..8.....5.....2.....9.....1..5.7.8.2...1.5.6..........."
"""A puzzle whose four outer lines are empty; it has many solutions."""
_BOTH_ORDERS = [
    ("--range", "B2:J10", "--range", "M2:U10"),
    ("--range", "M2:U10", "--range", "B2:J10"),
]


def place(cells: str, top: int, left: int) -> Cells:
    return {(top + i // 9, left + i % 9): cell for i, cell in enumerate(cells) if cell != "."}


def write(cells: Cells) -> str:
    return csv(",")(Table(cells)).decode()


def make_book(**sheets: Cells) -> bytes:
    """Return a workbook whose sheets have these cells; `_` in a name becomes a space."""

    def fill(book: Any) -> None:
        book.remove(book.active)
        for name, cells in sheets.items():
            sheet = book.create_sheet(name.replace("_", " "))
            for (row, column), text in cells.items():
                sheet.cell(row + 1, column + 1, int(text) if str(text).isdigit() else text)

    return xlsx(fill)


def follow_error(run: Any, path: Path) -> tuple[list[str], list[str]]:
    """Return the options that the error for a file names, and the places that are read with them.
    `path` is the file.
    """
    error = run("symmetries", "-q", str(path)).err
    found = re.search(r"name the cells with (.*), or write a sign", error)
    assert found, error
    options = shlex.split(found[1])
    result = run("symmetries", "-q", *options, str(path))
    assert result.status == 0, result.err
    places = [line.removeprefix(str(path)).rpartition(": ")[0] for line in result.out.splitlines()]
    return options[1::2], places


def test_one_of_two_blocks_is_in_doubt(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    sure = place(PUZZLE, 1, 1) | {(0, 1): "First"}
    path.write_text(write(sure | place(EMPTY_BORDER, 1, 12) | {(0, 12): "Second"}))
    ranges, places = follow_error(run, path)
    assert ranges == ["B2:J10", "M2:U10"]
    assert places == [":2", ":2"]
    options = [part for one in ranges for part in ("--range", one)]
    result = run("solve", "--json", *options, str(path))
    assert json.loads(result.out)["status"] == "different"


def test_ranges_are_read_in_the_order_given(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(write(place(PUZZLE, 1, 1) | place(PUZZLE[::-1], 1, 12)))
    shown = [run("solve", *options, str(path)).out for options in _BOTH_ORDERS]
    assert shown[0].splitlines()[0] == " 5 3 . | . 7 . | . . .      9 7 . | . 8 . | . . ."
    assert shown[1].splitlines()[0] == " 9 7 . | . 8 . | . . .      5 3 . | . 7 . | . . ."


def test_two_of_many_blocks_are_in_doubt(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    table: Cells = {}
    for k in range(6):
        top, left = 11 * (k // 3) + 1, 12 * (k % 3) + 1
        table |= place(EMPTY_BORDER if k in (1, 5) else PUZZLE, top, left)
        table |= {(top - 1, left): f"Nr {k}"}
    path.write_text(write(table))
    ranges, places = follow_error(run, path)
    assert (ranges[0], {*ranges[1:]}) == ("A1:AH21", {"N2:V10", "Z13:AH21"})
    assert places == [":2"] * 3 + [":13"] * 3


@pytest.mark.documents
def test_blocks_in_several_sheets(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    doubt = place(EMPTY_BORDER, 2, 2) | {(1, 2): "Title"}
    path.write_bytes(make_book(May=place(PUZZLE, 1, 1), Early_June=doubt))
    ranges, places = follow_error(run, path)
    assert ranges == ["May!B2:J10", "Early June!C3:K11"]
    assert places == ["[May]!B2", "[Early June]!C3"]
    assert run("symmetries", "-q", "--range", "'Early June'!C3:K11", str(path)).status == 0
    assert "found the sheets May, Early June" in run("complete", "--range", "x!A1", str(path)).err


@pytest.mark.parametrize("inside", ["B2:J10", "B3:J11"])
def test_a_range_inside_another_is_a_place(run: Any, tmp_path: Path, inside: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(write(place(PUZZLE, 1, 1) | place(PUZZLE, 1, 12)))
    result = run("symmetries", "-q", "--range", "A1:Z99", "--range", inside, str(path))
    assert (result.status == 0) == (inside == "B2:J10")


@pytest.mark.parametrize("sign", [",", " "])
def test_a_complete_sudoku_without_a_column_is_refused(sign: str) -> None:
    """Nine blank cells, one below another, in a grid without others: a column is rather missing."""
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    rows = [solution[i : i + 9] for i in range(0, 81, 9)]
    empty = "" if sign == "," else " "
    text = "\n".join(sign.join([*row[:4], empty, *row[5:]]) for row in rows)
    with pytest.raises(PairFileError):
        read(text)
    blank = "\n".join(sign.join([*row[:4], "." if sign == " " else "0", *row[5:]]) for row in rows)
    assert read(blank) == ["".join(f"{row[:4]}.{row[5:]}" for row in rows)]
