"""Blocks of cells in tables: their places are found by evidence, or they are refused."""

from __future__ import annotations

import pytest

from sudokopie import BoxShape
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.recognition.sheet import parse_range
from sudokopie.recognition.sheet_places import list_covers, split_into_parts

from samples import PUZZLE

EMPTY_TOP = "......8..3...6.9.71.8.9..6..673...2....2.6....2...938..3..8.1.25.267...8..9......"
"""A Sudoku with an empty column, and one clue in its first row."""
EMPTY_BORDER = "...........4.6.3...2.9.1.4..8.....5.....2.....9.....1..5.7.8.2...1.5.6..........."
"""A puzzle whose four outer lines are empty; it has many solutions."""

_AS_TEXT = bytes(
    ord(b"." if value == 0 else str(value)) if value < 10 else 0 for value in range(256)
)

Table = dict[tuple[int, int], str]


def place(cells: str, top: int, left: int, size: int = 9, gap: int = 0) -> Table:
    """Return a block with its first cell in a row and column, from 0, with gaps after boxes."""
    step = 3 if size == 9 else 2

    def line(number: int) -> int:
        return number + gap * (number // step)

    return {
        (top + line(i // size), left + line(i % size)): cell
        for i, cell in enumerate(cells)
        if cell != "."
    }


def write(table: Table) -> str:
    """Return a table as CSV from A1 to its last cell, as spreadsheets export it."""
    height, width = (1 + max(place[axis] for place in table) for axis in (0, 1))
    rows = ([table.get((row, column), "") for column in range(width)] for row in range(height))
    return "".join(",".join(row) + "\n" for row in rows)


def read(text: str, reading_options: ReadingOptions | None = None) -> list[str]:
    """Return the cells of the Sudokus in a text, with . for blank."""
    return [
        entry.cell_bytes.translate(_AS_TEXT).decode()
        for entry in open_text_as_grid_file(text, "f", reading_options)
    ]


def refused(text: str, reading_options: ReadingOptions | None = None) -> str:
    with pytest.raises(PairFileError) as caught:
        read(text, reading_options)
    return str(caught.value)


@pytest.mark.parametrize("top", [0, 1, 2, 7])
@pytest.mark.parametrize("left", [0, 1, 2, 7])
def test_a_puzzle_with_empty_outer_lines_has_one_place(top: int, left: int) -> None:
    turned = "".join(EMPTY_TOP[9 * (i % 9) + 8 - i // 9] for i in range(81))
    for cells in (EMPTY_TOP, EMPTY_TOP[::-1], turned, turned[::-1], PUZZLE):
        for gap in (0, 1):
            assert read(write(place(cells, top, left, gap=gap))) == [cells]


def test_many_blocks_with_titles_on_a_sheet() -> None:
    table: Table = {}
    expected = []
    for k in range(6):
        for j, cells in enumerate((EMPTY_TOP, PUZZLE, EMPTY_TOP[::-1])):
            table |= place(cells, 11 * k + 1, 10 * j) | {(11 * k, 10 * j): f"Nr {3 * k + j}"}
            expected.append(cells)
    entries = list(open_text_as_grid_file(write(table)))
    assert [entry.sudoku_name for entry in entries] == [f"Nr {i}" for i in range(18)]
    assert read(write(table)) == expected


def test_a_row_of_a_sudoku_is_no_title_of_the_next() -> None:
    for gap in (1, 2):
        table = place(PUZZLE, 0, 0) | place(PUZZLE[::-1], 9 + gap, 0)
        assert [entry.sudoku_name for entry in open_text_as_grid_file(write(table))] == ["", ""]


@pytest.mark.parametrize("labels", ["123456789", "ABCDEFGHI", "abcdefghi"])
def test_headings_show_the_place_of_a_block(labels: str) -> None:
    headings = {(2, 3 + i): label for i, label in enumerate(labels)}
    headings |= {(3 + i, 2): label for i, label in enumerate("123456789")}
    assert read(write(place(EMPTY_BORDER, 3, 3) | headings)) == [EMPTY_BORDER]
    assert "name the cells with --range" in refused(write(place(EMPTY_BORDER, 3, 3)))
    only_above = {address: label for address, label in headings.items() if address[0] == 2}
    assert read(write(place(PUZZLE, 3, 3) | only_above)) == [PUZZLE]


def test_a_refusal_names_places_and_a_range_chooses() -> None:
    text = write(place(EMPTY_BORDER, 1, 1) | {(0, 0): "Easy"})
    found = refused(text)
    assert "the Sudoku may be in the cells " in found
    assert "(9×9), …, because outer rows or columns are empty: name the cells with --range" in found
    assert read(text, ReadingOptions(ranges=(parse_range("B2:J10"),))) == [EMPTY_BORDER]
    assert read(text, ReadingOptions(ranges=(parse_range("A2:I10"),))) != [EMPTY_BORDER]
    assert refused(text, ReadingOptions(ranges=(parse_range("A1:B3"),))).startswith("f:")


def test_a_range_chooses_one_of_several_blocks() -> None:
    text = write(place(PUZZLE, 1, 1) | place(EMPTY_TOP, 1, 12))
    assert read(text) == [PUZZLE, EMPTY_TOP]
    assert read(text, ReadingOptions(ranges=(parse_range("L1:Z20"),))) == [EMPTY_TOP]
    assert read(text, ReadingOptions(ranges=(parse_range("M2:U10"),))) == [EMPTY_TOP]


def test_the_boxes_settle_the_size() -> None:
    cells = EMPTY_TOP.replace("9", ".")
    text = write(place(cells, 1, 1))
    assert "the Sudoku may be in the cells B2:J10, but an outer row or column is empty" in refused(
        text
    )
    assert read(write(place(PUZZLE, 2, 2)), ReadingOptions(box=BoxShape(3, 3))) == [PUZZLE]


def test_digits_that_belong_to_no_block_are_no_part_of_another() -> None:
    beside = {(4, 11): "Level", (4, 12): "3"}
    assert read(write(place(EMPTY_TOP, 1, 1) | beside)) == [EMPTY_TOP]
    with pytest.raises(PairFileError):
        read(write(place(EMPTY_TOP, 1, 1) | {(4, 12): "3"}))


@pytest.mark.parametrize("text", ["B2", "A0:B3", "1:2", "A1:", "", "AAAA1:B2", "A1:I9:J10"])
def test_ranges_that_are_none(run: object, text: str) -> None:
    assert callable(run)
    result = run("complete", "--range", text, "-")
    assert result.status == 2
    if text != "B2":
        assert "--range: expected a range of cells such as A1:I9, found" in result.err


def test_covers_have_each_cell_once() -> None:
    def covers(*texts: str) -> list[list[set[str]]]:
        """Return the covers of each group of sets; a set is a text with its cells."""
        keys = [frozenset((0, int(digit)) for digit in text) for text in texts]
        named = dict(zip(keys, texts, strict=True))
        return [
            [{named[key] for key in cover} for cover in list_covers(part)]
            for part in split_into_parts(keys)
        ]

    assert covers("12", "23", "3", "45") == [[{"12", "3"}], [{"45"}]]
    assert covers("12", "23") == [[]]
    assert covers("12", "34", "13", "24") == [[{"12", "34"}, {"13", "24"}]]
    assert covers("1", "2", "12") == [[{"1", "2"}, {"12"}]]
    assert covers(*map(str, range(9)), *(f"{i}{i + 1}" for i in range(8))) == [[]]


def test_the_numbers_at_the_brackets_of_a_program_are_cells() -> None:
    rows = ["6, 0, 0, 0, 1, 4", "4, 0, 0, 2, 0, 6", "3, 0, 0, 0, 2, 0", "0, 1, 0, 0, 3, 0"]
    rows += ["5, 4, 0, 0, 0, 0", "0, 2, 0, 0, 4, 3"]
    lines = ",\n".join(f"        {{ {row} }}" for row in rows)
    text = f"public class Solver {{\n    int[,] board = new int[,]\n    {{\n{lines}\n    }};\n}}"
    assert read(text) == ["".join(rows).replace(", ", "").replace("0", ".")]


def test_rows_in_fields_are_read_only_if_all_of_them_are_rows() -> None:
    """The four Sudokus are on a line each. The third fields could be the rows of a Sudoku, but the
    first and the last could not.
    """
    lines = ["14*2, ****, ****, *1*4", "*32*, **1*, 2***, *14*"]
    lines += ["****, 1***, ***3, 4*1*", "****, 2**4, ***3, 1***"]
    with pytest.raises(PairFileError, match="several Sudokus may begin here"):
        read("\n".join(["Voici la grille, niveau 3 sur 5.", "", *lines]))
