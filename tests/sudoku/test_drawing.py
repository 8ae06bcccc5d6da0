from sudokopie import BoxShape, Grid
from sudokopie.showing.answer_formatter import AnswerFormatter, draw_grid_as_lines

FIRST = Grid([[1, 2, 3, 4], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3]])
SECOND = Grid([[0] * 4] * 4)


def test_two_grids_side_by_side() -> None:
    assert AnswerFormatter().draw_grids(FIRST, SECOND).splitlines() == [
        " 1 2 | 3 4      . . | . .",
        " . . | . 1      . . | . .",
        "-----+-----    -----+-----",
        " . . | . 2      . . | . .",
        " . . | . 3      . . | . .",
    ]


def test_below_each_other_where_the_page_is_narrow() -> None:
    assert AnswerFormatter(columns=26).draw_grids(FIRST, SECOND) == AnswerFormatter().draw_grids(
        FIRST, SECOND
    )
    narrow = AnswerFormatter(columns=25).draw_grids(FIRST, SECOND).split("\n\n")
    assert narrow[0].splitlines()[:4] == ["1:", " 1 2 | 3 4", " . . | . 1", "-----+-----"]
    assert narrow[1].startswith("2:\n . .")


def test_wide_cells_line_up() -> None:
    grid = Grid([[c * (r == 0) for c in range(1, 13)] for r in range(12)])
    lines = draw_grid_as_lines(grid)
    assert lines[0] == "  1  2  3  4 |  5  6  7  8 |  9 10 11 12 "
    assert lines[3] == "-------------+-------------+-------------"
    assert {len(line) for line in lines} == {len(lines[0])}


def test_boxes_that_are_not_square() -> None:
    assert draw_grid_as_lines(Grid([[0] * 6] * 6, box=BoxShape(3, 2)))[2:5] == [
        " . . | . . | . . ",
        "-----+-----+-----",
        " . . | . . | . . ",
    ]
