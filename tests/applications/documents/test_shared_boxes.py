"""One shape of boxes for all Sudokus of a size in a document, whose texts and tables are separate
files for the reader.
"""

from __future__ import annotations

import io

import pytest

from sudokopie import BoxShape
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import GridFile, open_stream_as_grid_file

from documents import PUZZLE, Rows, docx, paragraphs, word_table, xlsx_of

FEW = "400000000402000000000000000004050000"
TURNED = "000002020000013205000006650413005020"
"""Few clues, which fit boxes of 2x3 and 3x2, and clues that only fit boxes of 3x2."""
USUAL = "123456456123231564564231312645645312"
UNSOLVABLE = "003000506023002046600000020035030000"
"""A grid that only fits boxes of 2x3, and one without a solution with them."""


def rows_of(cells: str, sign: str = ".") -> list[str]:
    size = int(len(cells) ** 0.5)
    return [cells[i : i + size].replace("0", sign) for i in range(0, len(cells), size)]


def make_document(*grids: str) -> bytes:
    """Return a document with grids, the last as rows of text and the others as tables."""
    tables = (paragraphs(f"No. {i}") + word_table(rows_of(one)) for i, one in enumerate(grids[:-1]))
    return docx("".join(tables) + paragraphs("The last", *rows_of(grids[-1])))


def open_data(data: bytes, box: BoxShape | None = None) -> GridFile:
    return open_stream_as_grid_file(io.BytesIO(data), "f", ReadingOptions(box=box))


def shapes(data: bytes, **options: BoxShape) -> list[str]:
    return [str(entry.error or entry.shape) for entry in open_data(data, **options)]


@pytest.mark.parametrize("grids", [(FEW, TURNED, FEW), (FEW, FEW, TURNED), (TURNED, FEW, FEW)])
def test_one_sudoku_shows_the_boxes_of_all(grids: tuple[str, ...]) -> None:
    data = make_document(*grids)
    assert shapes(data) == ["3x2"] * 3
    with open_data(data) as file:
        assert file.shape == BoxShape(3, 2)
        list(file)
        reasons = [one for one in map(str, file.list_warnings("f")) if "boxes" in one]
    assert reasons == [
        "f: read with boxes of 3x2, because a Sudoku has a digit twice in a box of 2x3; --box "
        "decides"
    ]
    assert shapes(data, box=BoxShape(2, 3)) == ["2x3"] * 3


def test_other_sizes_keep_their_boxes() -> None:
    cells = PUZZLE.replace(".", "0")
    assert shapes(make_document(cells, FEW, cells, TURNED)) == ["3x3", "3x2", "3x3", "3x2"]
    assert shapes(make_document(FEW, cells, UNSOLVABLE)) == ["3x2", "3x3", "3x2"]
    assert shapes(make_document("4" + 35 * "0", cells)) == ["2x3", "3x3"]


def test_a_sudoku_that_only_fits_other_boxes_is_an_error() -> None:
    first, last = shapes(make_document(USUAL, TURNED))
    assert first == "2x3"
    assert "boxes of 3x2 fit this Sudoku: --box 3x2" in last


def test_a_drawing_shows_the_boxes_of_all() -> None:
    drawn = rows_of(FEW)
    drawn[3:3] = [""]
    data = docx(word_table(rows_of(FEW)) + paragraphs("The last", *drawn))
    assert shapes(data) == ["3x2", "3x2"]


@pytest.mark.usefixtures("documents_in_process")
def test_boxes_that_no_search_decides_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = make_document(FEW, FEW)
    monkeypatch.setattr("sudokopie.reading.shared_boxes.decide_box", lambda *_: None)
    with pytest.raises(PairFileError, match="the boxes may be 2x3 or 3x2"):
        open_data(data)
    assert shapes(data, box=BoxShape(3, 2)) == ["3x2", "3x2"]


def test_a_sheet_may_have_several_sizes() -> None:
    nine, six = ([*map(list, rows_of(cells, ""))] for cells in (PUZZLE, USUAL))
    rows: Rows = [["nine"]]
    rows += [[sign.strip(".") for sign in row] for row in nine]
    rows += [[], ["six"]]
    rows += [[*row] for row in six]
    with open_data(xlsx_of(rows)) as file:
        assert [(str(one.shape), one.sudoku_name) for one in file] == [
            ("3x3", "nine"),
            ("2x3", "six"),
        ]
        assert file.list_warnings("f") == []


def test_sheets_share_their_boxes() -> None:
    rows: Rows = [["Nr", "Puzzle"], ["1", FEW], ["2", UNSOLVABLE]]
    assert shapes(xlsx_of(rows)) == ["3x2", "3x2"]
    block: Rows = [["Nr"], *([*row] for row in rows_of(UNSOLVABLE, "0"))]
    with open_data(xlsx_of(block)) as file:
        assert [entry.shape for entry in file] == [BoxShape(3, 2)]
        assert "no solution with boxes of 2x3" in str(file.list_warnings("f")[-1])
