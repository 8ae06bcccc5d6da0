import io
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokopie import BoxShape, Grid, Pair, format_pair, parse_pair, read_pair
from sudokopie.base.errors import PairFileError
from sudokopie.showing.answer_formatter import draw_grid_as_lines
from sudokopie.sudoku.random_grids import random_grid
from sudokopie.sudoku.shape import MAX_SIZE

from samples import PAIR_FORMS, PLAIN
from strategies import SHAPES, grids, seeds

FIRST = Grid([[1, 2, 3, 4], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3]])
SECOND = Grid([[0, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]])


@pytest.mark.parametrize("text", PAIR_FORMS.values(), ids=PAIR_FORMS.keys())
def test_every_form_is_read_alike(text: str) -> None:
    assert parse_pair(text) == (FIRST, SECOND)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    data = ("# Größe\n" + PLAIN).encode(encoding)
    assert read_pair(io.BytesIO(data), "pair") == (FIRST, SECOND)


def test_big_endian_with_its_mark() -> None:
    data = b"\xfe\xff" + PLAIN.encode("utf-16-be")
    assert read_pair(io.BytesIO(data), "pair") == (FIRST, SECOND)


@given(grids(), seeds)
def test_what_is_written_is_read(grid: Grid, seed: int) -> None:
    pair = Pair(grid, random_grid(grid.shape, grid.clues, Random(seed)))
    text = format_pair(pair)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert parse_pair(text) == parse_pair(text, box=grid.shape) == pair


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape.size > 9])
def test_letters_stand_for_numbers_above_nine(shape: BoxShape) -> None:
    first = random_grid(shape, shape.size**2 // 2, Random(1))
    digits = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    text = "\n".join("".join(digits[value] for value in row) for row in first)
    assert parse_pair(f"{text}\n\n{text}") == (first, first)
    one_line = text.replace("\n", "")
    assert parse_pair(f"{one_line}\n{one_line}") == (first, first)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_drawings_are_read_back(shape: BoxShape) -> None:
    grid = random_grid(shape, shape.size**2 // 2, Random(1))
    text = "\n".join(draw_grid_as_lines(grid))
    assert parse_pair(f"{text}\n\n{text}", box=shape) == (grid, grid)


def test_bars_alone_separate_numbers_in_boxes_of_one_column() -> None:
    row = " | ".join(map(str, range(10, 0, -1)))
    pair = parse_pair("\n".join([row] * 20), box=BoxShape(10, 1))
    assert pair.first[0, 0] == 10
    with pytest.raises(PairFileError, match="boxes of 10x1 make Sudokus of 10×10"):
        parse_pair("\n".join([row[5:]] * 20), box=BoxShape(10, 1))


def test_leading_zeros_fill_up_to_the_width_of_numbers() -> None:
    rows = "\n".join([" ".join(f"{d:02}" for d in range(1, 13))] * 24)
    assert parse_pair(rows).first[0, 8] == 9


@pytest.mark.gate
def test_many_bars_take_no_time() -> None:
    with pytest.raises(PairFileError, match="found 19999 cells on a line"):
        parse_pair("1|" * 19_999)


def test_a_large_limit_takes_no_memory() -> None:
    data = PLAIN.encode()
    assert read_pair(io.BytesIO(data), max_size=10_000).first == FIRST


def test_the_largest_size() -> None:
    grid = random_grid(BoxShape(6, 6), 600, Random(1))
    assert parse_pair(format_pair((grid, grid))).first == grid
    larger = Grid([[0] * 37] * 37)
    with pytest.raises(PairFileError, match="at most 36×36 are read"):
        parse_pair(format_pair((larger, larger)))
    assert parse_pair(format_pair((larger, larger)), max_size=37).first == larger


def test_one_line_of_81_characters_is_a_puzzle() -> None:
    line = "5" + "." * 80
    assert parse_pair(f"{line}\n{line}\n").first[0, 0] == 5


def test_boxes_as_asked_for() -> None:
    text = format_pair((Grid([[0] * 6] * 6),) * 2)
    assert parse_pair(text).first.shape == BoxShape(2, 3)
    assert parse_pair(text, box=BoxShape(3, 2)).first.shape == BoxShape(3, 2)


ERRORS = {
    "empty": ("", "1:1: expected two Sudokus, found an empty file"),
    "nothing but comments": ("# 1\n\n", "1:1: expected two Sudokus, found no cells"),
    "a comma": ("\n,\n", "2:1: expected two Sudokus, found no cells"),
    "one grid": (PLAIN[:31], "4:8: found one Sudoku, but two are needed: add the other one"),
    "three grids": (
        PLAIN + "\n" + PLAIN[:31],
        "11:1: a third Sudoku begins here, but a pair file has two",
    ),
    "a short row": (
        PLAIN.replace("4 0 0 0", "4 0 0"),
        "7:6: expected 4 cells in the row, found 3 cells",
    ),
    "a long row": (
        PLAIN.replace("4 0 0 0", "4 0 0 0 0"),
        "7:9: expected 4 cells in the row, found 5 cells",
    ),
    "a digit above N": (PLAIN.replace("4 0", "5 0"), "7:1: expected a digit 0-4, found '5'"),
    "a negative number": (PLAIN.replace("4 0", "-1 0"), "7:1: expected a digit 0-4, found '-1'"),
    "a letter": (PLAIN.replace("0 0 1 0", "0 0 x 0"), "9:5: expected a digit 0-4, found 'x'"),
    "a letter, unseparated": (
        PLAIN.replace(" ", "").replace("0010", "00x0"),
        "9:3: expected a digit 0-4, found 'x'",
    ),
    "a foreign digit": (PLAIN.replace("4 0", "٤ 0"), "7:1: expected a digit 0-4, found '٤'"),
    "a superscript": (PLAIN.replace("4 0", "² 0"), "7:1: expected a digit 0-4, found '²'"),
    "a huge number": (
        PLAIN.replace("4 0", "9" * 5000 + " 0"),
        "7:1: expected a digit 0-4, found '9999999999999999999…'",
    ),
    "a fraction": (PLAIN.replace("4 0", "4.0 0"), "7:1: expected a digit 0-4, found '4.0'"),
    "a control character": (
        PLAIN.replace("4 0", "\0 0"),
        "7:1: expected a digit 0-4, found '\\x00'",
    ),
    "two sizes": (
        PLAIN[:32] + "\n" + "0 0\n0 0\n",
        "6:4: expected 4 cells in the row, found 2 cells",
    ),
    "a missing row": (
        PLAIN.replace("4 0 0 0\n", ""),
        "8:8: the file ends, but row 4 of 4 of Sudoku 2 is missing",
    ),
    "a missing row of the first": (
        PLAIN.replace("0 0 0 1\n", ""),
        "4:1: expected row 4 of 4 of Sudoku 1, found a blank line",
    ),
    "leading zeros": (PLAIN.replace("4 0", "04 0"), "7:1: expected a digit 0-4, found '04'"),
    "nothing between commas": (
        PLAIN.replace(" ", ",").replace("4,0,0,0", "4,,0,0"),
        "7:3: expected a digit 0-4, found an empty field",
    ),
    "a line separator": (
        PLAIN.replace("4 0 0 0\n", "4 0 0 0\u2028"),
        "7:7: expected a digit 0-4, found '0\\u20280'",
    ),
    "words": (
        "hello world\n",
        "1:1: expected two Sudokus, found text that is no Sudoku: 'hello world'",
    ),
    "a bar in a box": (
        PLAIN.replace("4 0 0 0", "4 | 0 0 0"),
        "7:3: expected '|' only at borders of boxes of 2x2 (see --box), found '|' after cell 1",
    ),
    "a rule in a box": (
        PLAIN.replace("4 0 0 0", "---+---\n4 0 0 0"),
        "7:1: expected row 2 of 4 of Sudoku 2, "
        "found a rule that is no border of boxes of 2x2 (see --box)",
    ),
    "one line alone": (
        "0" * 81,
        "1:82: found one Sudoku, but two are needed: add the other one",
    ),
    "three lines": (
        "\n".join(["0" * 81] * 3),
        "3:1: a third Sudoku begins here, but a pair file has two",
    ),
    "a short line": (
        "0" * 80 + "\n" + "0" * 81,
        "1:81: found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?",
    ),
    "a long line": (
        "0" * 81 + "\n" + "0" * 82,
        "2:82: found 82 cells on a line: a 9×9 Sudoku has 81; is one too many?",
    ),
    "a bar in one line": (
        "0" * 40 + "|" + "0" * 41 + "\n" + "0" * 81,
        "1:41: expected 81 cells on a line, found '|'",
    ),
    "too large": ("0" * 37, "1:1: found 37 cells on a line: a 6×6 Sudoku has 36; is one too many?"),
    "letters above N": (
        "\n".join(["0" * 12] * 11 + ["0" * 10 + "1D"] + ["0" * 12] * 12),
        "12:12: expected a digit 0-9 or a letter A-C, found 'D'",
    ),
    "letters among separated numbers": (
        "\n".join([" ".join(["0"] * 10 + ["10", "C"])] * 24),
        "1:24: expected a number from 0 to 12, found 'C'",
    ),
}


@pytest.mark.parametrize(("text", "message"), ERRORS.values(), ids=ERRORS.keys())
def test_bad_input_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(PairFileError) as caught:
        parse_pair(text, "pair.txt")
    assert str(caught.value).startswith(f"pair.txt:{message}")
    assert "\n" not in str(caught.value)


def test_a_box_of_another_size_is_refused() -> None:
    with pytest.raises(
        PairFileError, match="1:1: boxes of 3x2 make Sudokus of 6×6, but this Sudoku is 4×4"
    ):
        parse_pair(PLAIN, box=BoxShape(3, 2))
    with pytest.raises(
        PairFileError, match="1:1: boxes of 3x2 make Sudokus of 6×6, but this Sudoku is 4×4"
    ):
        parse_pair("0" * 16 + "\n" + "0" * 16, box=BoxShape(3, 2))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"1 2\n0 \xff", "2:3: expected text in UTF-8, found the byte 0xff"),
        (b"\x89PNG\r\n\x1a\n", "1:1: expected a Sudoku, found a picture: there is no text in it"),
        (b"\xff\xfe1\x002", "1:2: expected text in UTF-16-LE, found the byte 0x32"),
        (
            b"\x7fELF\x02\x01\x01\x00",
            "1:1: expected two Sudokus, found text that is no Sudoku: '\\x7fELF\\x02\\x01\\x01…'",
        ),
    ],
)
def test_binary_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(PairFileError) as caught:
        read_pair(io.BytesIO(data), "pair.bin")
    assert str(caught.value) == f"pair.bin:{message}"


class Endless(io.RawIOBase):
    """More bytes than a memory holds."""

    def __init__(self) -> None:
        self.served = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        assert 0 <= size < 10**7
        self.served += size
        return b"1" * size


def test_no_more_is_read_than_a_pair_can_need() -> None:
    with pytest.raises(PairFileError, match=f"up to {MAX_SIZE} cells a side, found a larger one"):
        read_pair(Endless(), "endless")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "kind"), [(b"p cnf 9 9\n", "formula"), (b"\x89PNG\r\n", "picture")]
)
def test_the_kind_of_a_large_file_is_named(start: bytes, kind: str) -> None:
    with pytest.raises(PairFileError, match=f"expected a Sudoku, found a {kind}"):
        read_pair(io.BytesIO(start + b"1 2 0\n" * 10**5), "large")


@given(st.text(alphabet="0123 .|-+,#\n\r\txA\0é", max_size=200))
def test_any_text_is_a_pair_or_refused_in_one_line(text: str) -> None:
    try:
        first, second = parse_pair(text)
    except PairFileError as error:
        assert "\n" not in str(error)
        assert 1 <= error.line <= text.count("\n") + text.count("\r") + 1
        assert error.column >= 1
    else:
        assert first.shape == second.shape


@given(st.binary(max_size=300))
def test_any_bytes_are_a_pair_or_refused(data: bytes) -> None:
    try:
        read_pair(io.BytesIO(data), "bytes")
    except PairFileError as error:
        assert str(error).isprintable()
