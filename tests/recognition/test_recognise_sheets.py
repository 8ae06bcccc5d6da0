"""The recogniser of sheets: it reads their Sudokus right, or refuses them at a cell."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from sudokopie import BoxShape
from sudokopie.recognition.options import RecognitionOptions
from sudokopie.recognition.recognise import read_lines
from sudokopie.recognition.recognise_sheets import RefusedSheetError, SheetSudoku, read_sheets
from sudokopie.recognition.sheet import Area, Sheet
from sudokopie.sudoku.random_grids import cyclic_grid

from samples import PUZZLE, SOLUTION

Rows = list[list[str]]
TWO_BY_THREE = "1..4.6.5.12..3...45.4.3..1..4.6.5..2"
EMPTY_BORDER = "...........4.6.3...2.9.1.4..8.....5.....2.....9.....1..5.7.8.2...1.5.6..........."


def make_sheet(rows: Rows, name: str = "", **attributes: Any) -> Sheet:
    sheet = Sheet(name)
    for number, row in enumerate(rows):
        sheet.store_row(number, row)
    for key, value in attributes.items():
        setattr(sheet, key, value)
    return sheet


def draw(cells: str, size: int = 9) -> Rows:
    return [
        [cell.replace(".", "") for cell in cells[i : i + size]] for i in range(0, size * size, size)
    ]


def write(sudoku: SheetSudoku) -> str:
    return "".join(".123456789ABCDEFG"[cell] for cell in sudoku.cells)


def read(*sheets: Sheet, **options: Any) -> list[SheetSudoku]:
    return read_sheets(sheets, RecognitionOptions(**options)).sudokus


def refuse(*sheets: Sheet) -> RefusedSheetError:
    with pytest.raises(RefusedSheetError) as caught:
        read(*sheets)
    return caught.value


def test_a_block_has_a_name_an_address_and_lines() -> None:
    rows = [["", "A riddle"], [], *([["", *row] for row in draw(PUZZLE)]), [], ["by Ann"]]
    reading = read_sheets([make_sheet(rows, "June")], RecognitionOptions())
    (sudoku,) = reading.sudokus
    assert (write(sudoku), sudoku.box, sudoku.name) == (PUZZLE, BoxShape(3, 3), "A riddle")
    assert (sudoku.first, sudoku.rows[0]) == ((2, 1), "5,3,,,7,,,,")
    assert [row for _, row in reading.others] == [12]


def test_boxes_are_turned_if_the_usual_ones_break_a_rule() -> None:
    grid = cyclic_grid(BoxShape(3, 2))
    for kept in (36, 30):
        cells = {*sorted(grid.cells)[:kept]}
        rows = [[str(cell or "") for cell in row] for row in grid.keeping(cells)]
        rows[5][0] = str(grid[5, 0])
        assert [one.box for one in read(make_sheet([["Nr"], *rows]))] == [BoxShape(3, 2)]
        assert [one.box for one in read(make_sheet(rows), box=BoxShape(3, 2))] == [BoxShape(3, 2)]


def test_free_rows_show_the_boxes() -> None:
    grid = [[str(cell) for cell in row] for row in cyclic_grid(BoxShape(2, 3))]
    grid[0][0] = grid[3][4] = ""
    rows = [*grid[:3], [], *grid[3:]]
    gapped = [[*row[:2], "", *row[2:4], "", *row[4:]] for row in rows]
    assert read(make_sheet(rows)) == []  # these boxes break a rule
    assert read(make_sheet(gapped)) == []
    turned = [[str(cell) for cell in row] for row in cyclic_grid(BoxShape(3, 2))]
    turned[0][0] = ""
    assert [one.box for one in read(make_sheet([*turned[:3], [], *turned[3:]]))] == [BoxShape(3, 2)]


@pytest.mark.parametrize("side", ["first row", "last row", "first column", "last column"])
def test_an_empty_outer_line_makes_a_place_uncertain(side: str) -> None:
    rows = draw(PUZZLE)
    for i in range(9):
        row, column = (i, 0) if "column" in side else (0, i)
        rows[8 - row if side == "last row" else row][8 if side == "last column" else column] = ""
    sheet = make_sheet([["Nr"], [], *[["", "", *row] for row in rows]])
    assert "the Sudoku may be in the cells " in str(refuse(sheet))
    area = Area(2, 2, 10, 10)
    sheet.area, sheet.chosen_areas = Area(0, 0, 20, 20), (area,)
    assert [one.first for one in read(sheet)] == [(2, 2)]


def test_digits_in_outer_lines_do_not_show_a_sudoku_of_an_unusual_size() -> None:
    grid = cyclic_grid(BoxShape(2, 4))
    kept = {*sorted(grid.cells)[::5]} | {(0, 1), (7, 6), (2, 0), (3, 7)}
    rows = [[str(cell or "") for cell in row] for row in grid.keeping(kept)]
    sheet = make_sheet([["Nr"], *rows])
    assert "A2:H9, but its size is unusual, and it does not have exactly one solution" in str(
        refuse(sheet)
    )
    assert [one.box for one in read(sheet, box=BoxShape(2, 4))] == [BoxShape(2, 4)]


def test_an_inner_empty_column_is_no_free_column_between_boxes() -> None:
    """With a free third column, the boxes would be in columns A and B, D and E."""
    (sudoku,) = read(make_sheet([["Nr"], *draw("3....1.....2.4..", 4)]))
    assert (write(sudoku), sudoku.first) == ("3....1.....2.4..", (1, 0))


def test_tables_of_a_text_have_names_of_their_own() -> None:
    lines = [",".join(row) for row in draw(TWO_BY_THREE, 6)]
    found = read_lines(["A riddle,,,,,", *lines, ",,,,,", "Another one,,,,,", *lines]).sudokus
    assert [one.name.strip(",") for one in found] == ["A riddle", "Another one"]


def test_a_map_of_regions_is_refused_with_its_cell() -> None:
    regions = [[str(1 + r // 3 * 3 + c // 3) for c in range(9)] for r in range(9)]
    error = refuse(make_sheet([[], [], *[["", *row] for row in regions]]))
    assert error.first == (2, 1)
    assert "a map of regions" in str(error)


def test_marks_beside_a_sudoku_are_refused_with_their_cell() -> None:
    error = refuse(make_sheet([[*row, "", *"1" * 9] for row in draw(SOLUTION)]))
    assert error.first == (0, 10)
    assert "break the rules, as in a table" in str(error)


def test_signs_without_a_meaning_are_refused_with_their_cell() -> None:
    rows = [[cell or "." for cell in row] for row in draw(PUZZLE)]
    rows[4][3] = "-"
    error = refuse(make_sheet(rows))
    assert (str(error), error.first) == ("expected a digit 0-9, found '-'", (4, 3))


def test_whole_sudokus_in_cells_are_read_like_a_text() -> None:
    rows = [["name", "solution", "puzzle"], ["Ann", SOLUTION, PUZZLE], ["Bob", SOLUTION, PUZZLE]]
    found = read(make_sheet([[], *rows]))
    assert [(write(one), one.name, one.first) for one in found] == [
        (PUZZLE, "Ann", (2, 2)),
        (PUZZLE, "Bob", (3, 2)),
    ]
    assert [write(one) for one in read(make_sheet(rows), column="solution")] == [SOLUTION] * 2
    lines = "\n".join(SOLUTION[i : i + 9] for i in range(0, 81, 9))
    assert [one.first for one in read(make_sheet([["a"], ["b", lines]]))] == [(1, 1)]


def test_a_long_title_is_no_whole_sudoku() -> None:
    for title in ("Sonntagsausgaben", "Sudoku-Nr-123456", "----------------", "Nr. 3 der Woche:"):
        (sudoku,) = read(make_sheet([[title], *draw(PUZZLE)]))
        assert write(sudoku) == PUZZLE


def test_sheets_may_have_other_sizes_or_none() -> None:
    small = make_sheet(draw(TWO_BY_THREE, 6), "small")
    data = make_sheet([["day", "price"], ["3", "x 4.5"]], "data")
    reading = read_sheets([make_sheet(draw(PUZZLE), "large"), data, small], RecognitionOptions())
    assert [(write(one), one.name) for one in reading.sudokus] == [
        (PUZZLE, "large"),
        (TWO_BY_THREE, "small"),
    ]
    assert [(sheet.name, row) for sheet, row in reading.others] == [("data", 0), ("data", 1)]
    assert read(data) == []


def test_an_inner_range_is_a_place() -> None:
    rows = [[], *[["", *row] for row in draw(EMPTY_BORDER)]]
    assert "--range A1:I9" in str(refuse(make_sheet(rows)))
    sheet = make_sheet(rows, area=Area(0, 0, 12, 12), chosen_areas=(Area(1, 1, 9, 9),))
    assert [(write(one), one.first) for one in read(sheet)] == [(EMPTY_BORDER, (1, 1))]
    sheet = make_sheet([["a"]], area=Area(0, 0, 12, 12), chosen_areas=(Area(1, 1, 9, 9),))
    assert read(sheet) == []


@pytest.mark.parametrize(
    ("size", "names"),
    [
        (9, [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)]),
        (9, [*map(str, range(81))]),
        (6, [f"p{i}" for i in range(1, 37)]),
        (6, [f"{row}{column}" for row in "ABCDEF" for column in range(1, 7)]),
    ],
)
def test_names_of_cells_show_where_they_begin(size: int, names: list[str]) -> None:
    cells = PUZZLE if size == 9 else TWO_BY_THREE
    row = [cell.replace(".", "") for cell in cells]
    found = read(make_sheet([["id", *names], ["7", *row], ["8", *row]]))
    assert [(write(one), one.name, one.first) for one in found] == [
        (cells, "7", (1, 1)),
        (cells, "8", (2, 1)),
    ]


def test_rows_without_an_empty_cell_show_their_size() -> None:
    cells = [str(digit) for row in cyclic_grid(BoxShape(2, 4)) for digit in row]
    blank = ["0", *cells[1:-1], "0"]
    found = read(make_sheet([["Rows of Ann"], cells, blank]))
    assert [one.box.size for one in found] == [8, 8]
    assert [write(one).replace(".", "0") for one in found] == ["".join(cells), "".join(blank)]
    assert read(make_sheet([["Rows of Ann"], cells[:-3]])) == []


def test_empty_cells_around_a_row_need_a_proof() -> None:
    cells = [str(digit) for row in cyclic_grid(BoxShape(2, 4)) for digit in row]
    some = [cell if index % 3 == 0 else "" for index, cell in enumerate(cells)]
    assert read(make_sheet([["Rows of Ann"], some])) == []
    puzzle = SOLUTION[:-12] + "." * 12
    (found,) = read(make_sheet([["Rows of Ann"], draw(puzzle, 81)[0]]))
    assert write(found) == puzzle


def test_random_digits_are_no_sudokus() -> None:
    dice = random.Random(1)
    for height, width in ((9, 9), (10, 9), (18, 9), (40, 20), (8, 12)):
        for signs in ("123456789", "123456789" + 9 * " "):
            rows = [[dice.choice(signs).strip() for _ in range(width)] for _ in range(height)]
            sheet = make_sheet([["Nr", "a b"], *rows])
            try:
                found = read(sheet)
            except RefusedSheetError:
                continue
            # A table that has as many filled rows as columns may be a Sudoku with repeated digits.
            assert not found or (height, width, signs) == (9, 9, "123456789")


@pytest.mark.gate
@pytest.mark.parametrize("row", ["123456789", "53..7....", "7", "12.4"])
def test_the_work_for_a_sheet_grows_as_its_rows_do(row: str) -> None:
    def count_work(height: int) -> int:
        sheet = make_sheet([["Nr"], *[[cell.replace(".", "") for cell in row]] * height])
        count = 0

        def trace(*_: Any) -> Any:
            nonlocal count
            count += 1
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            read_sheets([sheet], RecognitionOptions())
        except RefusedSheetError:
            pass
        finally:
            sys.settrace(before)
        return count

    assert count_work(720) < 1.5 * 8 * count_work(90)


def test_a_table_of_numbers_with_names_is_no_sudoku() -> None:
    rows = [["Ann", "3", "3", "1", "4"], ["Bob", "2", "2", "4", "1"]]
    rows += [["Eve", "1", "4", "4", "2"], ["Joe", "4", "1", "2", "3"]]
    assert read(make_sheet([["", "May", "June", "July", "August"], *rows])) == []
    (sudoku,) = read(make_sheet([[""], *[["", *row[1:]] for row in rows]]))
    assert write(sudoku) == "3314224114424123"


def test_many_touching_blocks() -> None:
    rows = draw(PUZZLE) * 300
    found = read(make_sheet([["Nr"], *rows]))
    assert [one.first for one in found] == [(1 + 9 * i, 0) for i in range(300)]
    assert {write(one) for one in found} == {PUZZLE}


FULL_4 = draw("1234341221434321", 4)


def join(*parts: tuple[str, Rows]) -> Rows:
    """Return the rows of several Sudokus one below another, each below its title."""
    return [row for title, rows in parts for row in ([title], *rows, [])]


def put_beside(left: Rows, right: Rows) -> Rows:
    """Return the rows of two Sudokus side by side with an empty column between them."""
    empty = [[""] * len(right[0])] * (len(left) - len(right))
    return [[*one, "", *other] for one, other in zip(left, [*right, *empty], strict=True)]


def test_sudokus_of_several_sizes_are_read_if_each_is_certain() -> None:
    six = draw(TWO_BY_THREE, 6)
    rows = join(("Six", six), ("Nine", draw(PUZZLE)), ("Four", FULL_4))
    found = [(one.name, write(one)) for one in read(make_sheet(rows))]
    assert found == [("Six", TWO_BY_THREE), ("Nine", PUZZLE), ("Four", "1234341221434321")]
    rows = [["A", *[""] * 9, "B"], *put_beside(draw(PUZZLE), six)]
    found = [(one.name, write(one)) for one in read(make_sheet(rows))]
    assert found == [("A", PUZZLE), ("B", TWO_BY_THREE)]


@pytest.mark.parametrize(
    "six",
    [
        draw(TWO_BY_THREE, 6)[:5],  # a row is missing
        draw(TWO_BY_THREE.replace("6.5..2", "......"), 6),  # several solutions
        draw("1" * 36, 6),  # the rules are broken
        [row[:5] for row in draw(TWO_BY_THREE, 6)],
    ],
)
def test_sudokus_of_several_sizes_are_not_read_in_part(six: Rows) -> None:
    assert read(make_sheet(join(("Nine", draw(PUZZLE)), ("Six", six)))) == []
