"""An error in a spreadsheet names a cell, and never a line of the text that was made from it."""

from __future__ import annotations

import io
from typing import Any

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_stream_as_grid_file

from documents import PUZZLE, ROWS, put, xlsx

pytestmark = pytest.mark.documents


def refuse(fill: Any) -> str:
    try:
        entries = [*open_stream_as_grid_file(io.BytesIO(xlsx(fill)), "f")]
    except PairFileError as error:
        return str(error)
    return next(str(entry.error) for entry in entries if entry.error)


def fill_cells(book: Any) -> None:
    put(book.active, 2, 2)
    book.active["C3"] = "Q"


def fill_rows(book: Any) -> None:
    for number, row in enumerate(ROWS, 3):
        book.active[f"B{number}"] = row.replace(".", "0")
    book.active["B6"] = "80006003"


def fill_spaced_rows(book: Any) -> None:
    book.active["A1"] = "A Sudoku"
    for number, row in enumerate(ROWS, 2):
        book.active[f"C{number}"] = " ".join(row)
    book.active["C6"] = "4 . . 8 . 3 . ."


def fill_list(book: Any) -> None:
    for number in range(5):
        book.active.append([number, PUZZLE, "easy"])
    book.active.append([5, PUZZLE[:-1], "easy"])


def fill_two_columns(book: Any) -> None:
    for row in [["a", "b"], *3 * [[PUZZLE, PUZZLE[::-1]]]]:
        book.active.append(row)


@pytest.mark.parametrize(
    ("fill", "place"),
    [
        (fill_cells, "C3: expected a digit 0-9, found 'Q'"),
        (fill_rows, "B6: "),
        (fill_spaced_rows, "C6: found 8 cells: row 5 of this 9×9 Sudoku has 9"),
        (fill_list, "B6: found 80 cells on a line"),
        (fill_two_columns, "A1: the columns a and b both have Sudokus"),
    ],
)
def test_an_error_names_the_cell(fill: Any, place: str) -> None:
    def fill_june(book: Any) -> None:
        book.active.title = "June"
        fill(book)

    assert refuse(fill_june).startswith(f"f[June]!{place}")
