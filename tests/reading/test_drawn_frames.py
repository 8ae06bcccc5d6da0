"""Drawings with few digits: the frame shows where the cells are."""

from __future__ import annotations

import pytest
from read_text import read

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file

CELLS = {(1, 3): "6", (4, 7): "2"}


def draw(cells: dict[tuple[int, int], str], size: int, box: int, width: int = 1) -> list[str]:
    """Return the lines of a drawing with a frame around each box of `box` rows and columns. Each
    cell has `width` signs.
    """
    rule = "+" + ("-" * ((width + 1) * box + 1) + "+") * (size // box)
    lines = [rule]
    for row in range(size):
        texts = [cells.get((row, column), "").rjust(width) for column in range(size)]
        boxes = [" ".join(texts[i : i + box]) for i in range(0, size, box)]
        lines.append(f"| {' | '.join(boxes)} |")
        if row % box == box - 1:
            lines.append(rule)
    return lines


def place(cells: dict[tuple[int, int], str], size: int) -> str:
    return "".join(cells.get((row, column), ".") for row in range(size) for column in range(size))


def test_a_part_of_a_frame_is_no_frame() -> None:
    assert read("\n".join(draw(CELLS, 9, 3))) == [place(CELLS, 9)]


def test_a_part_of_a_drawing_with_lines_between_all_cells_is_no_drawing() -> None:
    assert read("\n".join(draw(CELLS, 9, 1))) == [place(CELLS, 9)]


def test_lines_between_all_cells_show_the_place_of_a_single_digit() -> None:
    for cell in ((5, 5), (0, 8), (1, 2)):
        assert read("\n".join(draw({cell: "5"}, 9, 1))) == [place({cell: "5"}, 9)]


def test_numbers_of_two_digits_have_more_space_before_them() -> None:
    cells = {(0, 3): "10", (5, 0): "7", (9, 9): "16"}
    text = "\n".join(draw(cells, 16, 4, width=2))
    (entry,) = open_text_as_grid_file(text)
    assert {(i // 16, i % 16): str(value) for i, value in enumerate(entry.cells) if value} == cells


def test_frames_one_below_another_are_read_each() -> None:
    frame = draw(CELLS, 9, 3)
    for between in ([], [""], ["text"]):
        assert read("\n".join([*frame, *between, *frame])) == [place(CELLS, 9)] * 2


@pytest.mark.parametrize("title", ["36", "  7", "36\n=="])
def test_a_number_above_a_frame_is_its_title(title: str) -> None:
    frame = "\n".join(draw(CELLS, 9, 3))
    (first, second) = open_text_as_grid_file(f"{title}\n{frame}\n\n8\n{frame}\n")
    assert [first.sudoku_name, second.sudoku_name] == [title.partition("\n")[0].strip(), "8"]
    assert not first.error
    assert not second.error


def test_numbers_of_columns_are_no_other_text() -> None:
    labels = iter("123456789")
    rows = [f"{next(labels) if '|' in line else ' '} {line}" for line in draw(CELLS, 9, 3)]
    numbered = ["    1 2 3   4 5 6   7 8 9", *rows]
    with open_text_as_grid_file("\n".join(numbered)) as file:
        assert [entry.error for entry in file] == [None]
        assert file.other_text_summary.total == 0


def test_a_numbered_drawing_may_break_the_rules() -> None:
    """Its labels are no other text beside the cells, which are all there."""
    rows = [
        ". 4 . 4 6 .",
        ". . 5 . . 4",
        "6 . 4 . 3 .",
        ". . . . . .",
        ". . 3 . . 2",
        "1 . . . . .",
    ]
    lines = ["    1 2 3   4 5 6", "  +-------+-------+"]
    for number, row in enumerate(rows):
        lines.append(f"{'ABCDEF'[number]} | {row[:5]} | {row[6:]} |")
        lines += ["  +-------+-------+"] * (number % 2)
    assert read("\n".join(lines)) == ["".join(rows).replace(" ", "")]


def test_cells_between_wide_boxes_have_one_place() -> None:
    """The columns nearer to the bar between the boxes would fit, too, without the outer bars."""
    first = {(0, 1): "1", (0, 2): "3", (1, 1): "4", (1, 2): "1", (2, 2): "4", (3, 1): "3"}
    second = {(0, 2): "2", (0, 3): "1", (1, 1): "2", (1, 3): "3", (2, 3): "2", (3, 1): "3"}
    lines = [["**Sudoku 7**", "", *draw(cells, 4, 2), ""] for cells in (first, second)]
    assert read("\n".join(lines[0] + lines[1])) == [place(first, 4), place(second, 4)]


def test_boxes_of_one_sudoku_or_several_sudokus_are_refused() -> None:
    rows = ["....|.2..", "....|....", ".3..|...1", "....|....", ".1..|....", "....|3..."]
    lines = [f"|{row}|" for row in [*rows, "....|....", "....|...."]]
    for i in (8, 6, 4, 2, 0):
        lines.insert(i, "+----+----+")
    with pytest.raises(PairFileError, match="several Sudokus may begin here"):
        read("\n".join([*lines, "", "A text."]))


PUZZLES = {
    (9, 3, 3): "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    (6, 3, 2): "1...4.5..2...41......46...5..4.6...3",
    (6, 2, 3): "1...4.5..2...41......46...5..4.6...3",
    (4, 2, 2): "1..2..3..4..2..1",
}


@pytest.mark.parametrize(("size", "height", "width"), PUZZLES)
@pytest.mark.parametrize("sign", " :")
@pytest.mark.parametrize("border", "~-")
def test_lines_are_between_all_rows_but_bars_only_between_boxes(
    size: int, height: int, width: int, sign: str, border: str
) -> None:
    puzzle = PUZZLES[size, height, width]
    lines = []
    for row in range(size):
        lines.append(f"+{size * (3 * (border if row % height == 0 else '-') + '+')}")
        cells = puzzle[size * row : size * (row + 1)].replace(".", " ")
        signs = ["|" if column % width == 0 else sign for column in range(size)]
        pairs = zip(signs, cells, strict=True)
        lines.append("".join(f"{one} {cell} " for one, cell in pairs) + "|")
    lines.append(lines[0])
    assert read("\n".join(lines)) == [puzzle]
    (entry,) = open_text_as_grid_file("\n".join(lines))
    assert (entry.shape.height, entry.shape.width) == (height, width)
