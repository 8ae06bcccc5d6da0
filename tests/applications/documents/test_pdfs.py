"""PDFs: Sudokus in their text, in frames of drawn lines, and as digits at equal distances."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_stream_as_grid_file, open_text_as_grid_file
from sudokopie.system import limited_call

from documents import PUZZLE, ROWS

pytest.importorskip("pdfminer")
reportlab: Any = pytest.importorskip("reportlab.pdfgen.canvas")
platypus: Any = pytest.importorskip("reportlab.platypus")
styles: Any = pytest.importorskip("reportlab.lib.styles")

GRID = open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
TITLE = "Number one"


def page(draw: Callable[[Any], None]) -> bytes:
    file = io.BytesIO()
    canvas = reportlab.Canvas(file, pagesize=(595, 842))
    draw(canvas)
    canvas.drawString(300, 30, "7")  # the number of the page
    canvas.save()
    return file.getvalue()


def text(font: str, size: int, lines: list[str]) -> bytes:
    def draw(canvas: Any) -> None:
        canvas.setFont(font, size)
        for i, line in enumerate([TITLE, *lines]):
            canvas.drawString(60, 780 - 1.2 * size * i, line)

    return page(draw)


def grids(
    pitch: float = 20,
    blank: str = "",
    *,
    is_framed: bool = True,
    columns: int = 1,
    only_boxes: bool = False,
    puzzle: str = PUZZLE,
    font: str = "Helvetica",
) -> bytes:
    """Return a page with drawn Sudokus beside each other."""

    def draw(canvas: Any) -> None:
        for number in range(columns):
            left, top = 60 + 9.7 * pitch * number, 700.0
            canvas.setFont("Helvetica", 12)
            canvas.drawString(left, top + 10, f"Number {number + 1}")
            for i in range(0, 10, 3 if only_boxes else 1) if is_framed else ():
                canvas.setLineWidth(0.5 if i % 3 else 2)
                canvas.line(left + i * pitch, top, left + i * pitch, top - 9 * pitch)
                canvas.line(left, top - i * pitch, left + 9 * pitch, top - i * pitch)
            canvas.setFont(font, pitch * 0.6)
            for i, cell in enumerate(puzzle):
                x, y = left + (i % 9 + 0.5) * pitch, top - (i // 9 + 0.7) * pitch
                canvas.drawCentredString(x, y, blank if cell == "." else cell)

    return page(draw)


def flowing(*parts: Any) -> bytes:
    file = io.BytesIO()
    platypus.SimpleDocTemplate(file).build(list(parts))
    return file.getvalue()


def table_of(grid: list[list[str]]) -> Any:
    made = platypus.Table(grid, 18, 18)
    made.setStyle([("GRID", (0, 0), (-1, -1), 0.5, (0, 0, 0))])
    return made


STYLES = styles.getSampleStyleSheet()
CELLS = [[cell.strip(".") for cell in row] for row in ROWS]
RULE = "+-------+-------+-------+"
DRAWN = [f"| {' | '.join(' '.join(row[i : i + 3]) for i in (0, 3, 6))} |" for row in ROWS]

PDFS: dict[str, tuple[Callable[[], bytes], list[str]]] = {
    "rows": (lambda: text("Courier", 12, ROWS), [TITLE]),
    "rows of a proportional font": (lambda: text("Helvetica", 11, ROWS), [TITLE]),
    "rows with spaces": (lambda: text("Helvetica", 11, list(map(" ".join, ROWS))), [TITLE]),
    "rows with zeros": (
        lambda: text("Times-Roman", 14, [row.replace(".", "0") for row in ROWS]),
        [TITLE],
    ),
    "blanks are spaces": (
        lambda: text("Courier", 12, [row.replace(".", " ") for row in ROWS]),
        [TITLE],
    ),
    "signs for lines": (
        lambda: text("Courier", 10, [RULE, *DRAWN[:3], RULE, *DRAWN[3:6], RULE, *DRAWN[6:], RULE]),
        [TITLE],
    ),
    "lines": (lambda: text("Courier", 8, [PUZZLE, PUZZLE]), ["", ""]),
    "lines of a proportional font": (lambda: text("Helvetica", 8, [PUZZLE] * 2), ["", ""]),
    "numbered lines": (
        lambda: text("Helvetica", 7, [f"1. {PUZZLE}", f"2. {PUZZLE}"]),
        ["1.", "2."],
    ),
    "a list": (lambda: text("Courier", 6, ["name,puzzle", f"a,{PUZZLE}"]), ["a"]),
    "a frame": (grids, ["Number 1"]),
    "a large frame": (lambda: grids(40), ["Number 1"]),
    "a frame of boxes": (lambda: grids(only_boxes=True), ["Number 1"]),
    "frames beside each other": (lambda: grids(14, columns=3), [f"Number {i}" for i in (1, 2, 3)]),
    "no frame": (lambda: grids(is_framed=False), ["Number 1"]),
    "dots without a frame": (lambda: grids(blank=".", is_framed=False), ["Number 1"]),
    "dots beside each other": (
        lambda: grids(14, ".", is_framed=False, columns=2),
        ["Number 1", "Number 2"],
    ),
    "narrow dots": (lambda: grids(12, ".", is_framed=False, font="Courier"), ["Number 1"]),
    "paragraphs": (
        lambda: flowing(*(platypus.Paragraph(line, STYLES["Normal"]) for line in [TITLE, *ROWS])),
        [TITLE],
    ),
    "a table": (
        lambda: flowing(platypus.Paragraph(TITLE, STYLES["Heading1"]), table_of(CELLS)),
        [TITLE],
    ),
}


@pytest.mark.parametrize("name", PDFS)
def test_pdfs_are_read(name: str) -> None:
    make, names = PDFS[name]
    entries = list(open_stream_as_grid_file(io.BytesIO(make()), "p"))
    assert [entry.error or entry.grid_or_error for entry in entries] == [GRID] * len(names)
    assert [entry.sudoku_name for entry in entries] == names


@pytest.mark.parametrize("is_reversed", [False, True])
def test_blank_rows_and_columns_at_the_border_are_read_with_a_frame(is_reversed: bool) -> None:
    puzzle = "".join("." if i < 9 or i % 9 == 8 else cell for i, cell in enumerate(PUZZLE))
    puzzle = puzzle[::-1] if is_reversed else puzzle
    expected = open_text_as_grid_file(puzzle).read_single_grid_and_close()
    for made in (grids(puzzle=puzzle), grids(blank=".", is_framed=False, puzzle=puzzle)):
        (entry,) = open_stream_as_grid_file(io.BytesIO(made), "p")
        assert entry.grid_or_error == expected
    # Without a frame, eight rows of eight columns may be in several places.
    assert refused(grids(is_framed=False, puzzle=puzzle)) == (
        "p:1:1: expected a Sudoku in a frame, or with a sign in each blank cell, found digits "
        "without a frame whose cells are not certain"
    )


def test_without_a_frame_the_cells_with_one_solution_are_the_sudoku() -> None:
    puzzle = "................12..3.45..6.....2......1.6.....7...8......7.....2.....8.8...3.4.."
    expected = open_text_as_grid_file(puzzle).read_single_grid_and_close()
    spaces = [puzzle[i : i + 9].replace(".", " ") for i in range(0, 81, 9)]
    for made in (
        grids(is_framed=False, puzzle=puzzle),
        grids(14, is_framed=False, puzzle=puzzle, columns=2),
        text("Courier", 12, spaces),
    ):
        assert {
            entry.grid_or_error for entry in open_stream_as_grid_file(io.BytesIO(made), "p")
        } == {expected}


def refused(data: bytes) -> str:
    with pytest.raises(PairFileError) as caught:
        list(open_stream_as_grid_file(io.BytesIO(data), "p"))
    return str(caught.value)


def test_pdfs_that_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.BytesIO()
    reportlab.Canvas(file, encrypt="secret").save()
    assert "found an encrypted PDF; save it without a password" in refused(file.getvalue())
    file = io.BytesIO()
    canvas = reportlab.Canvas(file)
    canvas.rect(10, 10, 100, 100, fill=1)
    canvas.save()
    assert "a PDF of pictures, such as a scan: there is no text in it" in refused(file.getvalue())
    data = text("Courier", 12, ["Nothing"])
    assert refused(data) == "p:1:1: expected a Sudoku, found a PDF without Sudokus"
    assert "p:1:1: cannot be read: " in refused(data[:300])
    monkeypatch.setattr(limited_call, "CAN_START", False)  # so that the library can be missing
    monkeypatch.setitem(sys.modules, "pdfminer", None)
    assert "install pdfminer.six: pip install 'sudokopie[pdf]'" in refused(data)


def test_many_lines_on_a_page_are_no_frames() -> None:
    def draw(canvas: Any) -> None:
        for i in range(3100):
            canvas.line(10, 10 + i / 5, 500, 10 + i / 5)
        canvas.drawString(60, 700, PUZZLE)

    (entry,) = open_stream_as_grid_file(io.BytesIO(page(draw)), "p")
    assert entry.grid_or_error == GRID


def test_digits_at_equal_distances_that_are_no_sudoku_are_refused() -> None:
    """They are not read as rows of text, which would close the gaps between them."""

    def draw(canvas: Any) -> None:
        for i in range(100):
            if i % 7:
                canvas.drawCentredString(60 + i % 10 * 20, 700 - i // 10 * 20, str(i % 9 + 1))

    assert "found digits without a frame whose cells are not certain" in refused(page(draw))


def test_numbers_of_rows_and_columns_beside_a_frame_are_left_out() -> None:
    def draw(canvas: Any) -> None:
        for i in range(10):
            canvas.line(60 + 20 * i, 700, 60 + 20 * i, 520)
            canvas.line(60, 700 - 20 * i, 240, 700 - 20 * i)
        for i in range(9):
            canvas.drawCentredString(50, 686 - 20 * i, str(i + 1))
            canvas.drawCentredString(70 + 20 * i, 706, str(i + 1))
        for i, cell in enumerate(PUZZLE):
            canvas.drawCentredString(70 + i % 9 * 20, 686 - i // 9 * 20, cell.strip("."))

    (entry,) = open_stream_as_grid_file(io.BytesIO(page(draw)), "p")
    assert entry.grid_or_error == GRID


def split_pages(row_count: int, *, is_framed: bool) -> bytes:
    """Return a PDF of two pages with a Sudoku, of which the first `row_count` rows are at the end
    of the first page.
    """

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 12)
        canvas.drawString(60, 780, TITLE)
        for first, last, top in ((0, row_count, 40 + 20 * row_count), (row_count, 9, 790)):
            for row in range(first, last):
                y = top - 20 * (row - first)
                for column, cell in enumerate(ROWS[row]):
                    text = "" if is_framed and cell == "." else cell
                    canvas.drawCentredString(70 + 20 * column, y - 14, text)
            if is_framed:
                bottom = top - 20 * (last - first)
                for line in range(10):
                    canvas.line(60 + 20 * line, top, 60 + 20 * line, bottom)
                for line in range(last - first + 1):
                    canvas.line(60, top - 20 * line, 240, top - 20 * line)
            if not first:
                canvas.drawString(300, 5, "6")
                canvas.showPage()
                canvas.setFont("Helvetica", 12)
        canvas.drawString(60, 400, "Some words below.")

    return page(draw)


@pytest.mark.parametrize("is_framed", [False, True])
@pytest.mark.parametrize("row_count", [1, 5, 7])
def test_a_sudoku_that_a_page_break_cuts_is_named(row_count: int, is_framed: bool) -> None:
    assert refused(split_pages(row_count, is_framed=is_framed)).endswith(
        "a page break cuts a Sudoku in two: it begins on page 1 and ends on page 2; put all its "
        "rows on one page"
    )


def test_a_page_break_below_the_first_boxes_leaves_rows_of_signs_readable() -> None:
    lines = [platypus.Paragraph(row, STYLES["Code"]) for row in ROWS]
    data = flowing(*lines[:3], platypus.PageBreak(), *lines[3:])
    (entry,) = open_stream_as_grid_file(io.BytesIO(data), "f")
    assert entry.grid_or_error == GRID
    data = flowing(*lines[:5], platypus.PageBreak(), *lines[5:])
    assert "a page break cuts a Sudoku in two" in refused(data)
