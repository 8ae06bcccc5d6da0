"""Sheets: cells with addresses, and the lines that are made from their rows."""

from __future__ import annotations

from sudokopie.reading.sheet_lines import yield_sheets_as_csv_lines
from sudokopie.recognition.sheet import Area, Sheet, format_row, name_area


def test_cells_keep_their_addresses() -> None:
    sheet = Sheet("June 3", first_line=7)
    sheet.store_cell(2, 3, "5", is_number=True, is_bordered=True)
    sheet.store_cell(4, 8)
    sheet.store_row(0, ["a,b", "", "c"])
    assert (sheet.get_text(2, 3), sheet.get_text(2, 4), sheet.get_text(99, 0)) == ("5", "", "")
    assert (sheet.height, sheet.width) == (5, 9)
    assert sheet.numbers == sheet.bordered == {(2, 3)}
    assert list(yield_sheets_as_csv_lines([sheet, Sheet()])) == [
        (0, b"# June 3"),
        (7, b'"a,b",,c'),
        (9, b",,,5"),
        (0, b"# "),
    ]


def test_a_line_of_a_text_file_stays_as_it_is() -> None:
    sheet = Sheet()
    sheet.store_row(0, ["1", "2"])
    sheet.texts[0] = "1 ; 2"
    assert format_row(sheet, 0) == "1 ; 2"
    assert name_area(Area(1, 26, 9, 34)) == "AA2:AI10"
