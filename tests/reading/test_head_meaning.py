"""What the first Sudokus of a list show about all of them: whether 0 is a digit, and which shape
the boxes have.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from read_text import read

from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file, open_text_as_grid_file
from sudokopie.recognition.cells import CellReadingRules
from sudokopie.sudoku.random_grids import cyclic_grid
from sudokopie.sudoku.shape import BoxShape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FROM_ZERO = str.maketrans("123456789", "012345678")
SHIFTED, SHIFTED_SOLVED = PUZZLE.translate(FROM_ZERO), SOLVED.translate(FROM_ZERO)
USUAL = "123456456123231564564231312645645312"
TURNED = "142536253614361425415263526341634152"
"""A complete grid with boxes of 2x3, and one with boxes of 3x2, which breaks the rule of 2x3."""


def warnings(text: str, **options: Any) -> str:
    with open_text_as_grid_file(text, "f", ReadingOptions(**options)) as grids:
        list(grids)
        return "\n".join(map(str, grids.list_warnings("f")))


def nulls(puzzle: str) -> list[int | None]:
    return [None if cell == "." else int(cell) for cell in puzzle]


def test_zero_is_a_digit_beside_another_sign_for_blank() -> None:
    assert read(f"{SHIFTED}\n" * 2) == [PUZZLE] * 2
    assert read("\n".join([" ".join(SHIFTED)] * 2)) == [PUZZLE] * 2
    assert read(json.dumps({"puzzle": nulls(SHIFTED)})) == [PUZZLE]
    assert read("01....0...1..2.0\n20....2...0..3.2\n") == [
        "12....1...2..3.1",
        "31....3...1..4.3",
    ]
    assert read(f"id,puzzle\n1,{SHIFTED}\n2,{SHIFTED}\n") == [PUZZLE] * 2
    lines = [json.dumps({"solution": SHIFTED_SOLVED, "quiz": nulls(SHIFTED)})] * 2
    with open_text_as_grid_file("\n".join(lines)) as grids:
        for entry in grids:
            solution = grids.read_stated_solution(entry)
            assert solution is not None
            assert "".join(map(str, solution.cell_bytes)) == SOLVED


def test_zero_is_blank_if_the_largest_digit_occurs_or_it_is_the_only_sign() -> None:
    both = PUZZLE.replace(".", "0", 20)
    assert read(f"{both}\n{both}\n") == [PUZZLE] * 2
    assert read(f"{PUZZLE}\n{PUZZLE.replace('.', '0')}\n") == [PUZZLE] * 2
    few = "1" + 80 * "0"
    assert read(f"{few}\n{few.replace('0', '.')}\n") == ["1" + 80 * "."] * 2
    assert read(json.dumps([{"p": nulls(PUZZLE)}, {"p": [*map(int, few)]}])) == [
        PUZZLE,
        "1" + 80 * ".",
    ]


def test_the_first_hundred_decide_for_all() -> None:
    without = "1" + 80 * "."
    # The first line has neither 0 nor 9; the second line decides.
    assert read(f"{without}\n{SHIFTED}\n")[1] == PUZZLE
    assert read(f"{without}\n{SHIFTED}\n")[0][0] == "2"
    # The largest digit in the second line shows that 0 is no digit.
    assert read(f"{SHIFTED}\n{PUZZLE}\n") == [SHIFTED.replace("0", "."), PUZZLE]
    late = f"{SHIFTED}\n" * 120 + f"{PUZZLE}\n{SHIFTED}\n"
    found = read(late)
    assert found[-1] == PUZZLE
    assert found[120].startswith("f:121:14: expected a digit 0-8, found '9'")
    undecided = f"{without}\n" * 120 + f"{SHIFTED}\n{PUZZLE}\n"
    found = read(undecided)
    assert found[0] == without
    assert "one sign for blank, because 0 may be a digit" in found[120]
    assert found[121] == PUZZLE


def test_both_readings_of_zero_are_refused() -> None:
    with pytest.raises(PairFileError, match="0 may be a digit"):
        read(SHIFTED.replace("0", "1", 1).replace("8", "0", 1)[:40] + 41 * ".")


def test_rules_of_a_column() -> None:
    assert CellReadingRules(4, zero_is_digit=True).map_cell_texts_to_digits("0.3") == {
        "0": 1,
        "3": 4,
        ".": 0,
    }
    assert CellReadingRules(4, zero_is_digit=False).map_cell_texts_to_digits("0.3") == {
        "0": 0,
        "3": 3,
        ".": 0,
    }


@pytest.mark.documents
def test_the_turned_boxes_are_used_and_named_if_only_they_fit() -> None:
    text = f"{TURNED}\n{'.' * 36}\n"
    with open_text_as_grid_file(text) as grids:
        assert grids.shape == BoxShape(3, 2)
        assert {entry.shape for entry in grids} == {BoxShape(3, 2)}
    assert "3x2" in warnings(text)
    assert "3x2" in warnings(f"id,puzzle\n1,{'.' * 36}\n2,{TURNED}\n")
    folder = io.BytesIO()
    with zipfile.ZipFile(folder, "w") as archive:
        archive.writestr("six.txt", text)
    with open_stream_as_grid_file(io.BytesIO(folder.getvalue()), "f.zip") as grids:
        list(grids)
        assert [str(message) for message in grids.list_warnings("f.zip")] == [
            "f.zip/six.txt: read with boxes of 3x2, because a Sudoku has a digit twice in a box of "
            "2x3; --box decides"
        ]
    assert warnings(f"{USUAL}\n") == warnings(text, box=BoxShape(3, 2)) == ""
    assert warnings(f"# box 3x2\n{TURNED}\n") == ""
    broken = TURNED[1:] + TURNED[0]
    with open_text_as_grid_file(f"{broken}\n") as grids:
        assert grids.shape == BoxShape(2, 3)


# With boxes of 2x5 and of 2x3 these two have no solution, although no digit is twice in a box.
TEN_TURNED = (
    ".....3..2.7..2..9....a1...47.89...5...3..6.3...a.51.4a.....6"
    "....9.158..2..1.a.....378..4...........9"
)
SIX_TURNED = "003000506023002046600000020035030000"


@pytest.mark.parametrize(
    ("cells", "box", "usual"), [(TEN_TURNED, "5x2", "2x5"), (SIX_TURNED, "3x2", "2x3")]
)
def test_boxes_with_which_a_grid_has_no_solution_are_turned(
    cells: str, box: str, usual: str
) -> None:
    reason = f"f: read with boxes of {box}, because a Sudoku has no solution with boxes of {usual}"
    size = int(len(cells) ** 0.5)
    words = "  ".join(cells[i : i + size] for i in range(0, size * size, size))
    for text in (f"{cells}\n{'.' * len(cells)}\n", f"Nr\n\n{words}\n", words.replace("  ", "\n")):
        with open_text_as_grid_file(text, "f") as grids:
            assert {str(entry.shape) for entry in grids} == {box}
            assert [str(one) for one in grids.list_box_warnings("f")] == [
                f"{reason}; --box decides"
            ]
        assert warnings(text, box=BoxShape.parse(box)).find("boxes") < 0


def test_boxes_that_no_search_decides_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokopie.recognition.rules.count_solutions", lambda *_: None)
    monkeypatch.setattr("sudokopie.recognition.rules._count_by_solver", lambda *_: None)
    rows = [TEN_TURNED[i : i + 10] for i in range(0, 100, 10)]
    for text in (
        f"{TEN_TURNED}\n",
        "\n".join(rows),
        "  ".join(rows),
        "- a list:\n" + "\n".join(rows),
    ):
        with pytest.raises(
            PairFileError, match=r"the boxes may be 2x5 or 5x2: .* --box 5x2 decide"
        ):
            list(open_text_as_grid_file(text))
        (entry,) = open_text_as_grid_file(text, "f", ReadingOptions(box=BoxShape(5, 2)))
        assert entry.error is None


def test_a_later_grid_with_other_boxes_is_an_error_on_its_line() -> None:
    blank = "." * 36
    found = read(f"{blank}\n" * 120 + f"{TURNED}\n{USUAL}\n")
    assert found[120].startswith("f:121:1: ")
    assert "--box 3x2" in found[120]
    assert found[121] == USUAL
    found = read(f"{TURNED}\n" * 120 + f"{USUAL}\n")
    assert "--box 2x3" in found[120]
    found = read(f"{USUAL}\n{TURNED}\n")
    assert found[0] == USUAL
    assert "--box 3x2" in found[1]
    assert read(f"{USUAL}\n{TURNED}\n", box=BoxShape(2, 3)) == [USUAL, TURNED]


@pytest.mark.usefixtures("folder")
def test_a_pair_of_two_files_has_one_shape(run: Any) -> None:
    Path("a.txt").write_text(f"{TURNED}\n")
    Path("b.txt").write_text(f"{'.' * 35}1\n")
    result = run("solve", "a.txt", "b.txt")
    assert "3x2" in result.err
    assert result.status == 1


def test_the_count_of_sudokus_on_the_first_line() -> None:
    assert read(f"2\n{PUZZLE}\n{PUZZLE}\n") == [PUZZLE] * 2
    assert read(f"49151\n{PUZZLE}\n") == [PUZZLE]
    assert "lines without a Sudoku: 1; the first is line 1, '2'" in warnings(f"2\n{PUZZLE}\n")
    assert len(read(f"{PUZZLE}\n49151\n")) == 2


@pytest.mark.parametrize("box", [BoxShape(4, 2), BoxShape(2, 4), BoxShape(3, 2)])
def test_a_line_between_boxes_shows_their_shape(box: BoxShape) -> None:
    grid = [
        [digit if 5 * r % 7 == c else 0 for c, digit in enumerate(row)]
        for r, row in enumerate(cyclic_grid(box))
    ]
    rows = ["".join(map(str, row)).replace("0", ".") for row in grid]
    for rule in ("", "---+---"):
        text = "".join(
            f"{rule}\n{row}\n" if r and r % box.height == 0 else f"{row}\n"
            for r, row in enumerate(rows)
        )
        with open_text_as_grid_file(text) as grids:
            assert [entry.shape for entry in grids] == [box]
            assert grids.list_box_warnings("f") == []
    # The drawing is stronger than a digit twice in a box.
    grid[0][0] = grid[1][1] = grid[1][1] or 1
    rows = ["".join(map(str, row)).replace("0", ".") for row in grid]
    text = "".join(
        f"\n{row}\n" if r and r % box.height == 0 else f"{row}\n" for r, row in enumerate(rows)
    )
    with open_text_as_grid_file(text) as grids:
        assert [entry.shape for entry in grids] == [box]


@pytest.mark.parametrize("title", ["", "Grid:\n"])
def test_a_grid_in_rows_that_fits_only_other_boxes_is_an_error(title: str) -> None:
    grids = [
        "\n".join(one[i : i + 6] for i in range(0, 36, 6)) for one in (USUAL, USUAL, TURNED, USUAL)
    ]
    text = "\n\n".join(title + one for one in grids)
    found = read(text + "\n")
    assert found[:2] == [USUAL, USUAL]
    assert "--box 3x2" in found[2]
    assert len(found) == 3
    assert read(text + "\n", box=BoxShape(2, 3)) == [USUAL, USUAL, TURNED, USUAL]


# It has exactly one solution with boxes of 3x2, and several with boxes of 2x3.
ONLY_TURNED_IS_PROPER = "000010500300000000426030000401000020"


def test_boxes_with_which_alone_all_grids_have_one_solution_are_turned() -> None:
    proper = ONLY_TURNED_IS_PROPER
    rows = [proper[i : i + 6] for i in range(0, 36, 6)]
    reason = (
        "f: read with boxes of 3x2, because only with them all Sudokus have exactly one solution, "
        "not with boxes of 2x3; --box decides"
    )
    for text in (f"{proper}\n", f"{proper}\n{TURNED}\n", "\n".join(rows), "Nr\n" + "\n".join(rows)):
        with open_text_as_grid_file(text, "f") as grids:
            assert {str(entry.shape) for entry in grids} == {"3x2"}
            if TURNED not in text:
                assert [*map(str, grids.list_box_warnings("f"))] == [reason]
        assert read(text, box=BoxShape(2, 3))[0] == proper.replace("0", ".")
    # A grid with several solutions is no evidence, nor one with one solution with usual boxes.
    for other in ("." * 36, USUAL, USUAL[:-1] + "."):
        assert warnings(f"{proper}\n{other}\n") == ""
    assert warnings(f"{'.' * 36}\n") == warnings(f"{USUAL[:-2]}..\n") == ""


@pytest.mark.parametrize("box", [BoxShape(3, 2), BoxShape(2, 3), BoxShape(4, 2)])
@pytest.mark.parametrize("sign", ["", " ", "\t"])
def test_complete_grids_with_digits_from_zero_may_have_turned_boxes(
    box: BoxShape, sign: str
) -> None:
    rows = ["".join(str(digit - 1) for digit in row) for row in cyclic_grid(box)]
    text = "\n".join(map(sign.join, rows))
    expected = "".join(str(digit) for row in cyclic_grid(box) for digit in row)
    assert read(text) == [expected]
    assert read(f"{text}\n\n{text}\n") == [expected] * 2
