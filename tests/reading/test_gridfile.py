"""Files of single Sudokus and collections."""

from __future__ import annotations

import io
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, GridError
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import (
    open_path_as_grid_file,
    open_stream_as_grid_file,
    open_text_as_grid_file,
)
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import random_grid

from conftest import SHARED
from samples import GRID_FORMS, PUZZLE
from strategies import grids

pytestmark = pytest.mark.core

GRID = Grid([[1, 2, 3, 4], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3]])


@pytest.mark.parametrize("text", GRID_FORMS.values(), ids=GRID_FORMS.keys())
def test_every_form_is_read_alike(text: str) -> None:
    assert open_text_as_grid_file(text).read_single_grid_and_close() == GRID


def test_collections() -> None:
    lines = "1234...1...2...3\n\n# comment\n................\n1234000100020003"
    found = list(open_text_as_grid_file(lines))
    assert [entry.line for entry in found] == [1, 4, 5]
    assert found[0].grid_or_error == found[2].grid_or_error == GRID
    rows = GRID_FORMS["rows"] + "\n" + GRID_FORMS["unseparated"]
    assert [(entry.line, entry.grid_or_error) for entry in open_text_as_grid_file(rows)] == [
        (1, GRID),
        (6, GRID),
    ]


def test_a_bad_line_of_a_collection_costs_only_itself() -> None:
    found = list(
        open_text_as_grid_file("1234...1...2...3\n12x4...1...2...3\n1234\n1234...1...2...3\n", "f")
    )
    assert [type(entry.grid_or_error) for entry in found] == [
        Grid,
        PairFileError,
        PairFileError,
        Grid,
    ]
    assert str(found[1].grid_or_error) == "f:2:3: expected a digit 0-4, found 'x'"
    assert str(found[2].grid_or_error) == (
        "f:3:1: expected 16 cells on a line, as on line 1 (all Sudokus of a text have one form), "
        "found 4 cells"
    )


def test_a_long_field_is_the_wrong_sudoku_of_a_line_with_as_many_fields_as_rows() -> None:
    good = "1;17;2006;7;2;3;4;5;" + 80 * "." + "1"
    wrong = "1;17;2006;7;2;3;4;5;" + 79 * "." + "1"
    _, found = open_text_as_grid_file(f"{good}\n{wrong}\n", "f")
    assert "found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?" in str(found.error)


def test_a_drawn_sudoku_beside_sudokus_on_lines_is_refused_with_the_reason() -> None:
    text = "Dear all,\n1 2 | . .\n. . | 1 .\n\nand one more:\n1234...1...2...3\n"
    drawn, _, on_a_line = open_text_as_grid_file(text, "f")
    assert str(drawn.grid_or_error) == (
        "f:2:5: expected 16 cells on a line, as on line 6 (all Sudokus of a text have one form), "
        "found '|'"
    )
    assert on_a_line.grid_or_error == GRID


def test_a_fault_shows_that_lines_are_no_rows_of_very_small_sudokus() -> None:
    clues = "0;0;1\n0;1;2\n1;0;3\n1;2;1\n1;3;2\n2;3;3\n3;0;2\n3;2;4\n3;3;1"
    with pytest.raises(PairFileError, match="found '4'"):
        open_text_as_grid_file(clues)
    with pytest.raises(PairFileError, match="found a table of numbers"):
        open_text_as_grid_file("0\t0\t3\n0\t3\t1\n2\t1\t2\n2\t2\t3\n3\t1\t3\n3\t3\t2")
    assert len([*open_text_as_grid_file("123\n231\n312")]) == 1
    drawing = "\n     1\n 51 2 \n 3    \n  256 \n4     \n   3  \n"
    with pytest.raises(PairFileError, match="text that is no Sudoku"):
        open_text_as_grid_file(drawing)


def test_an_error_in_several_lines_ends_the_reading() -> None:
    found = list(open_text_as_grid_file("1234\n....\n....\n....\n\n1...\n", "f"))
    assert found[0].grid_or_error == Grid([[1, 2, 3, 4], *[[0] * 4] * 3])
    assert str(found[1].grid_or_error) == (
        "f:6:5: the file ends, but row 2 of 4 of Sudoku 2 is missing"
    )
    grid = "1234\n....\n....\n....\n"
    assert len(list(open_text_as_grid_file(f"{grid}x...\n....\n{grid}"))) == 2


@pytest.mark.parametrize(
    ("text", "box", "message"),
    [
        ("", None, "f:1:1: expected a Sudoku, found an empty file"),
        ("\n# nothing\n", None, "f:1:1: expected a Sudoku, found no cells"),
        ("12\n..\n12\n..\n", None, "f:3:1: expected the end after one Sudoku, found another one"),
        ("1" * 81 + "\n" + "." * 81, None, "f:2:1: expected the end after one"),
        (
            "12\n..",
            BoxShape(2, 2),
            "f:1:1: boxes of 2x2 make Sudokus of 4×4, but this Sudoku is 2×2",
        ),
        ("12y\n", None, "f:1:3: expected a digit 0-3, found 'y'"),
        (
            "." * 100_000_0,
            None,
            "f:1:1: expected a line of cells, found more than 148480 characters",
        ),
        (
            "1" * 40 + "\n",
            None,
            "f:1:1: found 40 cells on a line: a 9×9 Sudoku has 81",
        ),
    ],
)
def test_what_is_not_one_grid_is_refused(text: str, box: BoxShape | None, message: str) -> None:
    with pytest.raises(PairFileError) as caught:
        open_text_as_grid_file(text, "f", ReadingOptions(box)).read_single_grid_and_close()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("end", ["", "\n1234\n"])
def test_what_stands_before_a_line_that_is_too_long_is_read(end: str) -> None:
    *before, last = open_text_as_grid_file(f"{'.' * 81}\n" * 5 + "x" * 200_000 + end, "f")
    assert [entry.shape.size for entry in before] == [9] * 5
    assert str(last.error).startswith("f:6:1: expected a line of cells, found more than")


def test_rows_or_whole_grids() -> None:
    """Sixteen cells are a grid of 4×4 cells, or a row of 16."""
    sixteen = "1234341221434321\n" * 16
    with pytest.raises(
        PairFileError, match=("1:1: expected --box, because these lines may be Sudokus")
    ):
        open_text_as_grid_file(sixteen)
    assert (
        open_text_as_grid_file(sixteen, reading_options=ReadingOptions(BoxShape(4, 4)))
        .read_single_grid_and_close()
        .size
        == 16
    )
    assert (
        sum(
            1
            for _ in open_text_as_grid_file(sixteen, reading_options=ReadingOptions(BoxShape(2, 2)))
        )
        == 16
    )
    assert sum(1 for _ in open_text_as_grid_file(sixteen + sixteen[:17])) == 17
    with pytest.raises(PairFileError, match="1:1: found 17 rows of a 16×16 Sudoku from here on"):
        open_text_as_grid_file("123412341234123G\n" * 17)
    assert open_text_as_grid_file("123412341234123G\n" * 16).read_single_grid_and_close().size == 16
    assert (
        open_text_as_grid_file(
            "1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 16\n" * 16
        ).read_single_grid_and_close()[0, 15]
        == 16
    )
    ruled = ("123412341234123G\n" * 4 + "\n----\n") * 4
    assert not open_text_as_grid_file(ruled).is_one_a_line


@given(grids())
def test_lines_are_read_back(grid: Grid) -> None:
    if grid.size >= 4:
        assert (
            open_text_as_grid_file(
                format_line(grid), reading_options=ReadingOptions(grid.shape)
            ).read_single_grid_and_close()
            == grid
        )


def test_large_grids_have_no_line() -> None:
    rng = Random(1)
    assert (
        open_text_as_grid_file(format_line(random_grid(BoxShape(5, 7), 900, rng)))
        .read_single_grid_and_close()
        .size
        == 35
    )
    with pytest.raises(GridError, match="at most 35 cells a side"):
        format_line(random_grid(BoxShape(6, 6), 900, rng))


def test_files() -> None:
    assert (
        open_stream_as_grid_file(io.BytesIO(b"\xef\xbb\xbf12\n.."))
        .read_single_grid_and_close()
        .clues
        == 2
    )
    with pytest.raises(PairFileError, match="cannot be read"):
        open_path_as_grid_file("/nowhere/to/be/found")


@pytest.mark.skipif(not SHARED.exists(), reason="the puzzles are not here")
def test_published_collections() -> None:
    found = open_path_as_grid_file(str(SHARED / "puzzles" / "17puz49158.txt"))
    assert found.shape == BoxShape(3, 3)
    with found:
        for entry in islice(found, 500):
            assert isinstance(entry.grid_or_error, Grid)
            assert entry.grid_or_error.clues == 17


def test_a_batch_has_sudokus_of_one_shape() -> None:
    large = "\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9))
    small = "1234\n3412\n2143\n...."
    grid_file = open_text_as_grid_file("\n\n".join([large, small, small, large]))
    batches = list(grid_file.yield_entry_batches(10))
    assert [[one.shape.size for one in batch] for batch in batches] == [[9], [4, 4], [9]]


def test_a_comment_in_a_quoted_mail_names_the_boxes() -> None:
    rows = [f"> {'.' * 12}"] * 11
    with open_text_as_grid_file("\n".join(["> # box 4x3", "> 12..........", *rows])) as file:
        assert str(file.shape) == "4x3"
