"""Sheets and tables made at random: each Sudoku is read exactly, or the file is refused."""

from __future__ import annotations

import datetime
import io
import time
import tracemalloc
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sheet_files import FORMS, Cells, Table, files, judge, read_file
from sheet_files import ods as write_ods
from sheet_files import xlsx as write_xlsx

from sudokopie.applications.documents import workbook_rows, zipped_xml
from sudokopie.applications.documents.workbook_rows import yield_workbook_sheets
from sudokopie.applications.documents.xlsx import (
    find_xlsx_workbook_name,
    yield_xlsx_sheets_and_rows,
)
from sudokopie.applications.documents.zipped_xml import ZippedXml
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.recognition.sheet import parse_range

from documents import PUZZLE, Rows, ods, put, xlsx, xlsx_of
from hostile import bombs

EMPTY_BORDER = "...........4.6.3...2.9.1.4..8.....5.....2.....9.....1..5.7.8.2...1.5.6..........."
"""A puzzle whose four outer lines are empty; it has many solutions."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("with_border", [False, True])
@pytest.mark.parametrize("count", [6, pytest.param(15, marks=pytest.mark.slow)])
def test_no_file_is_read_as_another_grid(form: str, with_border: bool, count: int) -> None:
    found = Counter(judge(made) for made in files(count, 1, form, with_border=with_border))
    assert found["wrong"] == 0
    assert found["exact"] >= count - 1


@pytest.mark.gate
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_no_file_of_few_clues_is_read_as_another_grid(form: str, count: int) -> None:
    made = list(files(count, 3, form, are_thin=True))
    assert [one.about for one in made if judge(one) == "wrong"] == []


SHIFTED = """1. Rätsel leicht,,,,,,,,,
,,5,,,,,,,
,,1,,,,,,,
,,,,,4,6,,,
,,,,,,2,,,
,,4,,,,,,,
,7,,,,,8,,,
,,,,1,,,,,
,,,,,,,,,
,,,,,,,,,5
"""
"""A Sudoku with free columns between its boxes and an empty first column. Without the free columns,
B2:J10 has a digit in each of its outer lines.
"""


def test_digits_in_all_outer_lines_do_not_rule_out_free_columns() -> None:
    found = read_file(SHIFTED.encode())
    assert "A2:K10" in found
    assert "B2:J10" in found


@pytest.mark.parametrize("columns", [8, 9, 12])
def test_a_markdown_table_of_few_digits_is_refused(columns: int) -> None:
    cells = [["" for _ in range(columns)] for _ in range(columns)]
    for row, column, digit in ((1, 3, 4), (5, 2, 6), (5, 7, 4), (7, 0, 7), (7, 1, 3)):
        cells[row][column] = str(digit)
    lines = [f"| {' | '.join(row)} |" for row in cells]
    text = "\n".join([lines[0], "|---" * columns + "|", *lines[1:], ""])
    assert "name them with --range" in read_file(text.encode())
    reading_options = ReadingOptions(ranges=(parse_range("A1:I9"),))
    assert len(list(open_stream_as_grid_file(io.BytesIO(text.encode()), "f", reading_options))) == 1


def place(cells: str, top: int, left: int) -> Cells:
    return {(top + i // 9, left + i % 9): int(cell) for i, cell in enumerate(cells) if cell != "."}


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_a_frame_shows_the_place_of_a_block(write: Any) -> None:
    cells = place(EMPTY_BORDER, 2, 3)
    assert "name the cells with --range" in read_file(write(Table(cells)))
    frame = frozenset((2 + i // 9, 3 + i % 9) for i in range(81))
    outer = frozenset(one for one in frame if one[0] in (2, 10) or one[1] in (3, 11))
    for bordered in (frame, outer):
        assert read_file(write(Table(cells, bordered))) == [EMPTY_BORDER]
    beside = frozenset((row, column + 1) for row, column in frame)
    assert read_file(write(Table(place(PUZZLE, 2, 3), beside))) == [PUZZLE]


def test_sheets_have_names_numbers_and_dates() -> None:
    def fill(book: Any) -> None:
        sheet = book.active
        sheet.title = "June"
        sheet["A1"], sheet["B1"], sheet["C1"] = "a", 7, 2.5
        sheet["D1"], sheet["E1"] = datetime.datetime(2006, 8, 31), datetime.datetime(2006, 8, 31, 7)
        sheet["A3"], sheet["B3"] = True, datetime.time(7, 30)
        book.create_sheet("Old").sheet_state = "hidden"

    archive = ZippedXml(io.BytesIO(xlsx(fill)))
    name = find_xlsx_workbook_name(archive)
    assert name is not None
    june, old = yield_workbook_sheets(yield_xlsx_sheets_and_rows(archive, name))
    assert (june.name, june.is_hidden, old.name, old.is_hidden) == ("June", False, "Old", True)
    assert june.list_fields(0) == ["a", "7", "2.5", "2006-08-31", "2006-08-31 07:00:00"]
    assert june.list_fields(2) == ["True", "07:30:00"]
    assert june.numbers == {(0, 1), (0, 2)}


def test_formulas_without_results_are_no_blank_cells() -> None:
    """Programs write formulas without their results, which Excel adds when it saves the file."""

    def fill(book: Any) -> None:
        put(book.active, 1, 1)
        book.active["B1"] = "=1+2"
        book.active["K1"], book.active["L1"] = 5, 6
        book.active["L1"].number_format = ";;;"

    archive = ZippedXml(io.BytesIO(xlsx(fill)))
    name = find_xlsx_workbook_name(archive)
    assert name is not None
    (sheet,) = yield_workbook_sheets(yield_xlsx_sheets_and_rows(archive, name))
    assert sheet.list_fields(0)[:3] == ["5", "=1+2", ""]
    assert sheet.list_fields(0)[9:] == ["", "5"]  # the value of L1 is not shown
    assert isinstance(read_file(xlsx(fill)), str)


@pytest.mark.parametrize("above", [0, 1, 2])
@pytest.mark.parametrize("column", [None, "Rätsel", "3"])
def test_titles_above_the_names_of_columns(above: int, column: str | None) -> None:
    titles: Rows = [["Puzzles of June"], ["by Ann"]]
    names: Rows = [["nr", "title", "Rätsel", "date"]]
    rows: Rows = [[1, "a", PUZZLE, "x"], [2, "b", PUZZLE, "y"]]
    data = xlsx_of(titles[:above] + names + rows)
    file = open_stream_as_grid_file(io.BytesIO(data), "f", ReadingOptions(column=column))
    assert [entry.line for entry in file] == [above + 2, above + 3]
    assert file.header == "nr,title,Rätsel,date"


def test_errors_name_the_sheet_and_the_cell() -> None:
    cells = place(PUZZLE, 1, 1)
    assert "f[Sheet1]!" in read_file(write_ods(Table(place(EMPTY_BORDER, 3, 3))))
    marks = {address: "0" if cells.get(address) is None else "x" for address in cells}
    full = {(1 + i // 9, 1 + i % 9): "." for i in range(81)} | cells | {(9, 9): "0"}
    assert marks
    assert read_file(write_xlsx(Table(full, name="June")))
    broken = full | {(4, 3): "-", (5, 3): "*"}
    found = read_file(write_xlsx(Table(broken, name="June")))
    assert str(found).startswith("f[June]!D5: expected a digit 0-9, found '-'")


def test_cells_that_are_repeated() -> None:
    assert read_file(ods()) == [PUZZLE]
    assert isinstance(read_file(ods(times=3)), str)


def pack(data: bytes, name: str, text: str) -> bytes:
    """Return a workbook in which one file has another text."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        for one in old.namelist():
            new.writestr(one, text if one == name else old.read(one), zipfile.ZIP_DEFLATED)
    return file.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (SHEET, "<a>" * 300, "nested too deeply"),
        (SHEET, "<a>" + " " * 2**20 + "</b>", "mismatched tag"),
        (SHEET, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "XML that defines entities"),
        (SHEET, "<a><row r='1'><c r='XFE1'/></row></a>", "a cell outside of the sheet"),
        (SHEET, "<a><row r='9999999'><c/></row></a>", "a cell outside of the sheet"),
        (SHEET, "<a><row><c t='s'><v>7</v></c></row></a>", "a text that the workbook does not"),
        (SHEET, "<a><row><c><v>x</v></c></row></a>", "could not convert"),
        ("xl/workbook.xml", "<sheets/>", "a spreadsheet without Sudokus"),
        ("content.xml", "<a", "unclosed token"),
    ],
)
def test_broken_and_hostile_workbooks_are_refused_in_one_line(
    name: str, text: str, expected: str
) -> None:
    made = write_ods if name == "content.xml" else write_xlsx
    found = read_file(pack(made(Table(place(PUZZLE, 0, 0))), name, text))
    assert expected in found
    assert "\n" not in found


@pytest.mark.usefixtures("documents_in_process")
def test_limits_of_workbooks(monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_xlsx(Table(place(PUZZLE, 0, 0)))
    monkeypatch.setattr(workbook_rows, "_MOST_CELLS", 10)
    assert "more than 10 cells, and no column of Sudokus" in read_file(data)
    assert read_file(xlsx_of([["a", PUZZLE]] * 20)) == [PUZZLE] * 20
    monkeypatch.setattr(zipped_xml, "_MOST_PENDING", 2**18)
    long = "<a b='" + "x" * 2**19
    assert "an element of XML that is too long" in read_file(pack(data, SHEET, long))
    monkeypatch.setattr(zipped_xml, "_MOST_PENDING", 2**24)
    monkeypatch.setattr(zipped_xml, "_MOST_BYTES", 2**20 + 1)
    text = "<a>" + " " * 2**20 + "</a>"
    assert "more than 1 MiB of XML" in read_file(pack(data, SHEET, text))
    monkeypatch.setattr(zipped_xml, "_MOST_FILES", 2)
    assert "an archive of more than 2 files" in read_file(data)


def test_a_sheet_is_chosen_by_its_name(run: Any, tmp_path: Path) -> None:
    def fill(book: Any) -> None:
        for name, top in (("June", 1), ("July", 3)):
            sheet = book.create_sheet(name)
            for (row, column), value in place(PUZZLE, top, 1).items():
                sheet.cell(row + 1, column + 1, value)

    path = tmp_path / "a.xlsx"
    path.write_bytes(xlsx(fill))
    assert run("complete", "--output", "csv", str(path)).out.count("one") == 2
    for more in ("--sheet July", "--sheet July --range B4:J12", "--sheet June"):
        assert run("complete", "--json", *more.split(), str(path)).out.count('"one"') == 1
    listed = run("symmetries", "-q", str(path)).out
    assert [line.partition(".xlsx")[2].split()[0] for line in listed.splitlines()] == [
        "[June]!B2:",
        "[July]!B4:",
    ]
    result = run("complete", "--sheet", "May", str(path))
    assert "expected a sheet 'May', found the sheets Sheet, June, July" in result.err
    with pytest.raises(PairFileError):
        open_stream_as_grid_file(io.BytesIO(b"PK\3\4"))


@pytest.mark.usefixtures("documents_in_process")
@pytest.mark.parametrize(
    "data", [bombs.shared_string(1000), bombs.repeated_columns(20_000)], ids=["xlsx", "ods"]
)
def test_a_browser_needs_little_memory_for_texts_that_cells_share(data: bytes) -> None:
    tracemalloc.start()
    try:
        assert "at most 64 MiB of a spreadsheet" in read_file(data)
        assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.usefixtures("documents_in_process")
def test_a_long_format_for_numbers_takes_no_time() -> None:
    before = time.process_time()
    assert "without Sudokus" in read_file(bombs.number_format(10**6))
    assert time.process_time() - before < 2
