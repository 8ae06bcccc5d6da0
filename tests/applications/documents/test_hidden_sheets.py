"""Hidden sheets, sheets that are nearly empty, very large, or many, and merged cells in cycles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sheet_files import Cells, Table, read_file
from sheet_files import xlsx as write_xlsx

from documents import xlsx
from samples import PUZZLE


def place(cells: str, top: int, left: int) -> Cells:
    return {(top + i // 9, left + i % 9): cell for i, cell in enumerate(cells) if cell != "."}


@pytest.mark.parametrize("is_block", [False, True])
def test_hidden_sheets_are_named(run: Any, tmp_path: Path, is_block: bool) -> None:
    def fill(book: Any) -> None:
        for name in ("Shown", "Hidden  one", "Empty"):
            sheet = book.create_sheet(name)
            sheet.sheet_state = "visible" if name == "Shown" else "hidden"
            if name != "Empty" and is_block:
                for (row, column), cell in place(PUZZLE, 1, 1).items():
                    sheet.cell(row + 1, column + 1, int(cell))
            elif name != "Empty":
                sheet["B2"] = PUZZLE

    path = tmp_path / "a.xlsx"
    path.write_bytes(xlsx(fill))
    result = run("symmetries", "-q", str(path))
    assert result.status == 0
    assert "a.xlsx: hidden sheets with Sudokus, which are read: Hidden" in result.err
    assert "Shown" not in result.err
    assert "Empty" not in result.err
    assert "ausgeblendete Blätter" in run("solve", "--lang", "de", str(path)).err
    assert "hidden" not in run("symmetries", "-q", "--sheet", "Shown", str(path)).err


def test_a_single_number_is_no_sudoku(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(write_xlsx(Table({(0, 0): 1})))
    assert "a spreadsheet without Sudokus" in run("complete", str(path)).err
    assert run("complete", "--box", "1x1", str(path)).status == 0


def test_the_last_cell_of_the_largest_sheet() -> None:
    cells = place(PUZZLE, 1, 1) | {(2**20 - 1, 2**14 - 1): "the end"}
    assert read_file(write_xlsx(Table(cells))) == [PUZZLE]
    far = place(PUZZLE, 2**20 - 9, 2**14 - 9)
    assert read_file(write_xlsx(Table(place(PUZZLE, 1, 1) | far))) == [PUZZLE, PUZZLE]


def test_many_sheets_and_overlapping_merges(run: Any, tmp_path: Path) -> None:
    def fill(book: Any) -> None:
        for number in range(200):
            sheet = book.create_sheet(f"{number}")
            for area in ("A1:C3", "B2:D4", "C3:E5", "A1:ZZ99"):
                sheet.merged_cells.add(area)
        sheet["B5"] = PUZZLE

    path = tmp_path / "a.xlsx"
    path.write_bytes(xlsx(fill))
    assert "[199]!B5: 1" in run("symmetries", "-q", str(path), str(path)).out


def test_folders_of_known_sudokus(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("sudokopie.applications.collection")
    folder = tmp_path / "known"
    (folder / "june").mkdir(parents=True)
    (folder / "june" / "a.txt").write_text(f"{PUZZLE}\n")
    (folder / "b.txt").write_text(f"{PUZZLE[::-1]}\n")
    new = tmp_path / "new.txt"
    new.write_text(f"{PUZZLE}\n")
    result = run("duplicates", "--recursive", "--against", str(folder), str(new))
    assert "b.txt:1" in result.out
    assert "is a folder" in run("duplicates", "--against", str(folder), str(new)).err
    result = run("audit", "--recursive", "--test", str(folder), str(new))
    assert "is a folder" not in result.err
    assert "b.txt" in result.out
