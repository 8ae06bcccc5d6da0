"""Sheets as openpyxl, xlsxwriter, odfpy and LibreOffice write them: each Sudoku is read exactly."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sheet_files import Table, csv, make_table, read_file, read_puzzles

from documents import PUZZLE

EMPTY_TOP = "......8..3...6.9.71.8.9..6..673...2....2.6....2...938..3..8.1.25.267...8..9......"


def by_openpyxl(table: Table) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    styles = pytest.importorskip("openpyxl.styles")
    book, file = openpyxl.Workbook(), io.BytesIO()
    line = styles.Side(style="thin")
    for (row, column), value in table.cells.items():
        book.active.cell(row + 1, column + 1, value)
    for row, column in table.bordered:
        border = styles.Border(left=line, right=line, top=line, bottom=line)
        book.active.cell(row + 1, column + 1).border = border
    book.save(file)
    return file.getvalue()


def by_xlsxwriter(table: Table) -> bytes:
    xlsxwriter = pytest.importorskip("xlsxwriter")
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        sheet, border = book.add_worksheet(), book.add_format({"border": 1})
        for row, column in {*table.cells} | {*table.bordered}:
            form = border if (row, column) in table.bordered else None
            sheet.write(row, column, table.cells.get((row, column)), form)
    return file.getvalue()


def by_odfpy(table: Table) -> bytes:
    pytest.importorskip("odf")
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.style import Style, TableCellProperties
    from odf.table import Table as Sheet
    from odf.table import TableCell, TableRow
    from odf.text import P

    document, sheet, file = OpenDocumentSpreadsheet(), Sheet(name="Sheet1"), io.BytesIO()
    style = Style(name="framed", family="table-cell")
    style.addElement(TableCellProperties(border="0.06pt solid #000000"))
    document.automaticstyles.addElement(style)
    document.spreadsheet.addElement(sheet)
    places = {*table.cells} | {*table.bordered}
    height, width = 1 + max(row for row, _ in places), 1 + max(column for _, column in places)
    for row in range(height):
        line = TableRow()
        sheet.addElement(line)
        for column in range(width):
            value = table.cells.get((row, column))
            given: dict[str, Any] = {}
            if (row, column) in table.bordered:
                given["stylename"] = style
            if isinstance(value, int):
                given |= {"valuetype": "float", "value": value}
            cell = TableCell(**given)
            if value is not None:
                cell.addElement(P(text=str(value)))
            line.addElement(cell)
    document.save(file)
    return file.getvalue()


WRITERS: dict[str, Callable[[Table], bytes]] = {
    "openpyxl": by_openpyxl,
    "xlsxwriter": by_xlsxwriter,
    "odfpy": by_odfpy,
}


@pytest.mark.documents
@pytest.mark.parametrize("writer", WRITERS)
def test_sheets_of_other_programs(writer: str) -> None:
    random, puzzles = Random(5), [PUZZLE, EMPTY_TOP, *read_puzzles()[:300]]
    exact = 0
    for _ in range(8):
        table, expected, about = make_table(random, puzzles, can_have_frames=True)
        found = read_file(WRITERS[writer](table))
        assert found == expected or isinstance(found, str), about
        exact += found == expected
    assert exact >= 7


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("ending", ["xlsx", "ods", "xls", "html", "csv"])
def test_sheets_of_libreoffice(ending: str, tmp_path: Path) -> None:
    random, puzzles = Random(6), [PUZZLE, EMPTY_TOP, *read_puzzles()[:300]]
    made = {}
    for number in range(12):
        table, expected, _ = make_table(random, puzzles, can_have_frames=False)
        made[f"{number}.csv"] = expected
        (tmp_path / f"{number}.csv").write_bytes(csv(",")(table))
    call = ["soffice", f"-env:UserInstallation={(tmp_path / 'home').as_uri()}", "--headless"]
    paths = [str(tmp_path / name) for name in made]
    out = tmp_path / "out"
    subprocess.run(
        [*call, "--convert-to", ending, "--outdir", str(out), *paths],
        check=True,
        capture_output=True,
        timeout=100,
    )
    exact = 0
    for name, expected in made.items():
        found = read_file((out / name).with_suffix(f".{ending}").read_bytes())
        assert found == expected or isinstance(found, str), (tmp_path / name).read_text()
        exact += found == expected
    assert exact >= 11
